//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "MemoryPlan.h"

#include "AlignTo.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace mlir::lift::runtime {

//===----------------------------------------------------------------------===//
// Lives
//===----------------------------------------------------------------------===//

namespace {

/// Walks over steps twice: first to learn about names, then for the lives.
class LifeFinder {
public:
  LifeFinder(const SizeValues &numbers) : numbers(numbers) {}

  void learnNames(const std::vector<Step> &steps);
  void addLives(const std::vector<Step> &steps, bool isInLoop);

  std::vector<BufferLife> lives;

private:
  /// Whether a loop gives this buffer a name under which it may be freed.
  bool isFreedUnderOtherName(const std::string &name) const;

  const SizeValues &numbers;
  /// How often a name is allocated, or carried, by name.
  std::map<std::string, unsigned> makers;
  std::set<std::string> freed;
  /// Names that loops give to buffers, by the name that these have already.
  std::multimap<std::string, std::string> otherNames;
  size_t position = 0;
};

} // namespace

void LifeFinder::learnNames(const std::vector<Step> &steps) {
  for (const Step &step : steps) {
    if (auto *allocation = std::get_if<Allocation>(&step.action))
      ++makers[allocation->buffer];
    if (auto *release = std::get_if<Release>(&step.action))
      freed.insert(release->buffer);
    auto *loop = std::get_if<Loop>(&step.action);
    if (!loop)
      continue;
    for (const Carried &carried : loop->carried)
      if (carried.isBuffer()) {
        ++makers[carried.name];
        otherNames.emplace(carried.buffer, carried.name);
        otherNames.emplace(carried.nextBuffer, carried.name);
      }
    learnNames(loop->body);
  }
}

bool LifeFinder::isFreedUnderOtherName(const std::string &name) const {
  std::set<std::string> names = {name};
  std::vector<std::string> todo = {name};
  while (!todo.empty()) {
    auto [begin, end] = otherNames.equal_range(todo.back());
    todo.pop_back();
    for (auto it = begin; it != end; ++it)
      if (names.insert(it->second).second) {
        if (freed.count(it->second))
          return true;
        todo.push_back(it->second);
      }
  }
  return false;
}

void LifeFinder::addLives(const std::vector<Step> &steps, bool isInLoop) {
  /// Those that are not freed yet, in `lives`.
  std::map<std::string, BufferLife> open;
  for (const Step &step : steps) {
    ++position;
    if (auto *loop = std::get_if<Loop>(&step.action))
      addLives(loop->body, /*isInLoop=*/true);
    if (auto *allocation = std::get_if<Allocation>(&step.action)) {
      const std::string &name = allocation->buffer;
      Result<int64_t> numBytes = evaluate(allocation->numBytes, numbers);
      if (numBytes && *numBytes > 0 && makers[name] == 1 &&
          !isFreedUnderOtherName(name))
        open[name] = {uint64_t(*numBytes), position, /*last=*/0, allocation};
    }
    auto *release = std::get_if<Release>(&step.action);
    if (auto it = open.find(release ? release->buffer : std::string());
        it != open.end()) {
      it->second.last = position;
      lives.push_back(it->second);
      open.erase(it);
    }
  }
  // What outlives the trip of a loop is there beside that of the next trip.
  for (auto &[name, life] : open)
    if (!isInLoop && freed.count(name) == 0) {
      life.last = SIZE_MAX;
      lives.push_back(life);
    }
}

std::vector<BufferLife> findLives(const std::vector<Step> &steps,
                                  const SizeValues &numbers) {
  LifeFinder finder(numbers);
  finder.learnNames(steps);
  finder.addLives(steps, /*isInLoop=*/false);
  return std::move(finder.lives);
}

uint64_t countLivingBytes(const std::vector<BufferLife> &lives,
                          uint64_t alignment) {
  // A maximum is where something begins.
  uint64_t most = 0;
  for (const BufferLife &begin : lives) {
    uint64_t living = 0;
    for (const BufferLife &life : lives)
      if (life.first <= begin.first && begin.first < life.last)
        living += alignTo(life.numBytes, alignment);
    most = std::max(most, living);
  }
  return most;
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

namespace {

/// Gives lives places, one after another.
class Planner {
public:
  Planner(const std::vector<BufferLife> &lives, uint64_t alignment)
      : lives(lives), alignment(alignment) {}

  /// Places lives in that order, each in the smallest gap that it fits in.
  MemoryPlan place(const std::vector<size_t> &order) const;

private:
  uint64_t findPlace(const BufferLife &life,
                     const std::vector<size_t> &neighbors,
                     const std::vector<uint64_t> &offsets) const;

  const std::vector<BufferLife> &lives;
  uint64_t alignment;
};

} // namespace

/// `neighbors` are there at the same time, by their places.
uint64_t Planner::findPlace(const BufferLife &life,
                            const std::vector<size_t> &neighbors,
                            const std::vector<uint64_t> &offsets) const {
  uint64_t end = 0, best = 0, bestGap = UINT64_MAX;
  for (size_t neighbor : neighbors) {
    const uint64_t gap = offsets[neighbor] > end ? offsets[neighbor] - end : 0;
    if (gap >= life.numBytes && gap < bestGap) {
      best = end;
      bestGap = gap;
    }
    end = std::max(
        end, alignTo(offsets[neighbor] + lives[neighbor].numBytes, alignment));
  }
  return bestGap == UINT64_MAX ? end : best;
}

MemoryPlan Planner::place(const std::vector<size_t> &order) const {
  MemoryPlan plan;
  plan.offsets.resize(lives.size());
  /// By their places.
  std::vector<size_t> placed;
  for (size_t index : order) {
    std::vector<size_t> neighbors;
    for (size_t other : placed)
      if (lives[index].meets(lives[other]))
        neighbors.push_back(other);
    const uint64_t offset = findPlace(lives[index], neighbors, plan.offsets);
    plan.offsets[index] = offset;
    plan.numBytes = std::max(plan.numBytes, offset + lives[index].numBytes);
    placed.insert(std::upper_bound(placed.begin(), placed.end(), offset,
                                   [&](uint64_t value, size_t other) {
                                     return value < plan.offsets[other];
                                   }),
                  index);
  }
  return plan;
}

/// The life that ends highest in memory.
static size_t findHighest(const std::vector<BufferLife> &lives,
                          const MemoryPlan &plan) {
  size_t highest = 0;
  for (size_t i = 0; i < lives.size(); ++i)
    if (plan.offsets[i] + lives[i].numBytes == plan.numBytes)
      highest = i;
  return highest;
}

std::optional<MemoryPlan> planMemory(const std::vector<BufferLife> &lives,
                                     uint64_t alignment) {
  // No plan needs more than all together.
  uint64_t total = 0;
  for (const BufferLife &life : lives)
    if (life.numBytes > INT64_MAX - alignment ||
        __builtin_add_overflow(total, alignTo(life.numBytes, alignment),
                               &total) ||
        total > INT64_MAX)
      return std::nullopt;
  const Planner planner(lives, alignment);
  std::vector<size_t> order(lives.size());
  std::iota(order.begin(), order.end(), size_t(0));
  std::stable_sort(order.begin(), order.end(), [&](size_t lhs, size_t rhs) {
    return lives[lhs].numBytes > lives[rhs].numBytes;
  });
  MemoryPlan best = planner.place(order);
  const uint64_t least = countLivingBytes(lives, alignment);
  // The largest first is the best for most programs. Where it is not, what lies
  // highest has come too late.
  constexpr unsigned kMaxTries = 32;
  MemoryPlan plan = best;
  for (unsigned i = 0; i < kMaxTries && best.numBytes > least; ++i) {
    auto highest =
        std::find(order.begin(), order.end(), findHighest(lives, plan));
    std::rotate(order.begin(), highest, highest + 1);
    plan = planner.place(order);
    if (plan.numBytes < best.numBytes)
      best = plan;
  }
  return best;
}

} // namespace mlir::lift::runtime
