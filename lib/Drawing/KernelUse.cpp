//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "KernelUse.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::drawing;

/// Accesses and trips of loops, of the work-item, of its group, and of all
/// groups for what they store.
static constexpr int64_t kBudget = 4'000'000;

static constexpr unsigned kDims = 3;

int64_t ArrayUse::getSlice() const {
  int64_t size = Window::get(shape, 0).getSliceSize();
  for (const Positions *positions :
       {&itemWrites, &groupWrites, &itemReads, &groupReads})
    if (!positions->empty())
      return positions->front() / size;
  return 0;
}

static void sortUnique(Positions &positions) {
  llvm::sort(positions);
  positions.erase(llvm::unique(positions), positions.end());
}

/// Calls `visit` for all numbers below `counts`, dimension 0 fastest, as long
/// as it returns true.
static bool forEach(std::array<int64_t, 3> first, std::array<int64_t, 3> end,
                    function_ref<bool(std::array<int64_t, 3>)> visit) {
  for (int64_t z = first[2]; z < end[2]; ++z)
    for (int64_t y = first[1]; y < end[1]; ++y)
      for (int64_t x = first[0]; x < end[0]; ++x)
        if (!visit({x, y, z}))
          return false;
  return true;
}

static int64_t getProduct(std::array<int64_t, 3> sizes) {
  return sizes[0] * sizes[1] * sizes[2];
}

/// The number of a group or of a work-item in its group.
static int64_t getNumber(std::array<int64_t, 3> id,
                         std::array<int64_t, 3> counts) {
  return (id[2] * counts[1] + id[1]) * counts[0] + id[0];
}

namespace {
class Finder {
public:
  Finder(loop::KernelOp kernel, const SizeBindings &sizes,
         ArrayRef<const HostArray *> inputs, int64_t side)
      : kernel(kernel), sizes(sizes), inputs(inputs), side(side) {}

  LogicalResult find();
  KernelUse use;

private:
  LogicalResult findLaunch();
  LogicalResult makeTraces();
  FailureOr<KernelTrace::Outcome> run(KernelTrace &trace, const WorkItem &item,
                                      int64_t &budget,
                                      KernelTrace::Visitor visitor);
  LogicalResult runItem(const WorkItem &item);
  LogicalResult chooseItem();
  LogicalResult findGroupReads();
  LogicalResult findGroupWrites();
  FailureOr<bool> drawGroups(std::array<int64_t, 3> first,
                             std::array<int64_t, 3> end);
  LogicalResult findGroups();
  LogicalResult findIds();
  LogicalResult findIds(bool isGroup, unsigned dim);
  LogicalResult compareWrites(const WorkItem &other, const std::string &id);

  loop::KernelOp kernel;
  const SizeBindings &sizes;
  ArrayRef<const HostArray *> inputs;
  int64_t side;
  std::optional<KernelTrace> all, stores;
  bool dependsOnData = false;
};
} // namespace

//===----------------------------------------------------------------------===//
// Work-items
//===----------------------------------------------------------------------===//

LogicalResult Finder::findLaunch() {
  for (unsigned dim = 0; dim < kDims; ++dim) {
    FailureOr<int64_t> local =
        evaluateSize(kernel.getLoc(), kernel.getLocalSizeIn(dim), sizes);
    FailureOr<int64_t> global =
        evaluateSize(kernel.getLoc(), kernel.getGlobalSizeIn(dim), sizes);
    if (failed(local) || failed(global))
      return failure();
    if (*local < 1 || *global < 1)
      return kernel.emitOpError("has no work-items");
    use.groupSize[dim] = *local;
    use.numGroups[dim] = *global / *local;
    if (use.numGroups[dim] < 1)
      return kernel.emitOpError("has less work-items than a group");
  }
  return success();
}

LogicalResult Finder::makeTraces() {
  FailureOr<KernelTrace> trace =
      KernelTrace::get(kernel, sizes, inputs, [](Value, bool) { return true; });
  if (failed(trace))
    return failure();
  all.emplace(std::move(*trace));
  trace =
      KernelTrace::get(kernel, sizes, inputs, [](Value value, bool isStore) {
        return isStore && isa<BlockArgument>(value);
      });
  if (failed(trace))
    return failure();
  stores.emplace(std::move(*trace));
  for (const KernelTrace::TracedBuffer &buffer : all->getBuffers()) {
    ArrayUse &array = use.arrays.emplace_back();
    array.value = buffer.value;
    array.shape = buffer.shape;
  }
  return success();
}

FailureOr<KernelTrace::Outcome> Finder::run(KernelTrace &trace,
                                            const WorkItem &item,
                                            int64_t &budget,
                                            KernelTrace::Visitor visitor) {
  // A work-item that does nothing costs something, too.
  budget = std::max<int64_t>(budget - 4, 1);
  FailureOr<KernelTrace::Outcome> outcome =
      trace.run(item, budget, std::move(visitor));
  if (succeeded(outcome))
    dependsOnData |= !outcome->isKnown;
  return outcome;
}

LogicalResult Finder::runItem(const WorkItem &item) {
  use.item = item;
  for (ArrayUse &array : use.arrays)
    array.itemReads = array.itemWrites = {};
  int64_t budget = kBudget;
  FailureOr<KernelTrace::Outcome> outcome =
      run(*all, item, budget, [&](unsigned buffer, int64_t position, bool st) {
        ArrayUse &array = use.arrays[buffer];
        (st ? array.itemWrites : array.itemReads).push_back(position);
      });
  if (failed(outcome))
    return failure();
  for (ArrayUse &array : use.arrays) {
    sortUnique(array.itemReads);
    sortUnique(array.itemWrites);
  }
  if (!outcome->isComplete)
    use.notes.push_back("The work-item has more than " +
                        std::to_string(kBudget) +
                        " accesses: only the first are drawn.");
  return success();
}

/// A work-item in the middle, if it writes something that is left.
LogicalResult Finder::chooseItem() {
  WorkItem middle, quarter, first;
  for (unsigned dim = 0; dim < kDims; ++dim) {
    middle.group[dim] = quarter.group[dim] = first.group[dim] =
        use.numGroups[dim] / 2;
    middle.local[dim] = use.groupSize[dim] / 2;
    quarter.local[dim] = use.groupSize[dim] / 4;
  }
  for (const WorkItem &item : {middle, quarter, first, WorkItem(), middle}) {
    use.notes.clear();
    if (failed(runItem(item)))
      return failure();
    if (llvm::any_of(use.arrays, [](const ArrayUse &array) {
          return isa<BlockArgument>(array.value) && !array.itemWrites.empty();
        }))
      return success();
  }
  use.notes.push_back("The work-item writes no result.");
  return success();
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

LogicalResult Finder::findGroupReads() {
  int64_t budget = kBudget;
  bool isComplete = true, hasFailed = false;
  forEach({}, use.groupSize, [&](std::array<int64_t, 3> local) {
    FailureOr<KernelTrace::Outcome> outcome =
        run(*all, {use.item.group, local}, budget,
            [&](unsigned buffer, int64_t position, bool isStore) {
              if (!isStore && !use.arrays[buffer].isLocal())
                use.arrays[buffer].groupReads.push_back(position);
            });
    hasFailed = failed(outcome);
    isComplete = !hasFailed && outcome->isComplete;
    return isComplete;
  });
  for (ArrayUse &array : use.arrays)
    if (isComplete)
      sortUnique(array.groupReads);
    else
      array.groupReads = {};
  if (!isComplete)
    use.notes.push_back("The group has more than " + std::to_string(kBudget) +
                        " accesses: of what is read, only the work-item's is "
                        "drawn.");
  return failure(hasFailed);
}

LogicalResult Finder::findGroupWrites() {
  std::vector<std::vector<std::pair<int64_t, int64_t>>> writes(
      use.arrays.size());
  int64_t budget = kBudget;
  bool isComplete = true, hasFailed = false;
  forEach({}, use.groupSize, [&](std::array<int64_t, 3> local) {
    int64_t number = getNumber(local, use.groupSize);
    FailureOr<KernelTrace::Outcome> outcome =
        run(*stores, {use.item.group, local}, budget,
            [&](unsigned buffer, int64_t position, bool) {
              writes[buffer].emplace_back(position, number);
            });
    hasFailed = failed(outcome);
    isComplete = !hasFailed && outcome->isComplete;
    return isComplete;
  });
  if (!isComplete)
    use.notes.push_back("The group writes more than " +
                        std::to_string(kBudget) +
                        " times: only what the work-item writes is drawn.");
  for (auto [array, written] : llvm::zip_equal(use.arrays, writes)) {
    if (!isComplete || written.empty())
      continue;
    for (auto [position, number] : written)
      array.groupWrites.push_back(position);
    sortUnique(array.groupWrites);
    Window whole = Window::get(array.shape, array.getSlice());
    array.groups.emplace(whole, side);
    array.items.emplace(whole.around(array.groupWrites), side);
    for (auto [position, number] : written)
      array.items->setOwner(position, number);
  }
  return failure(hasFailed);
}

/// Notes what groups write; whether the budget was enough.
FailureOr<bool> Finder::drawGroups(std::array<int64_t, 3> first,
                                   std::array<int64_t, 3> end) {
  int64_t budget = kBudget;
  bool isComplete = true, hasFailed = false;
  for (ArrayUse &array : use.arrays)
    if (array.groups)
      array.groups->clearOwners();
  forEach(first, end, [&](std::array<int64_t, 3> group) {
    int64_t number = getNumber(group, use.numGroups);
    return forEach({}, use.groupSize, [&](std::array<int64_t, 3> local) {
      FailureOr<KernelTrace::Outcome> outcome =
          run(*stores, {group, local}, budget,
              [&](unsigned buffer, int64_t position, bool) {
                if (use.arrays[buffer].groups)
                  use.arrays[buffer].groups->setOwner(position, number);
              });
      hasFailed = failed(outcome);
      isComplete = !hasFailed && outcome->isComplete;
      return isComplete;
    });
  });
  if (hasFailed)
    return failure();
  return isComplete;
}

LogicalResult Finder::findGroups() {
  // Each work-item takes some of the budget.
  int64_t numItems = getProduct(use.numGroups) * getProduct(use.groupSize);
  FailureOr<bool> isComplete = false;
  if (numItems < kBudget)
    isComplete = drawGroups({}, use.numGroups);
  if (failed(isComplete) || *isComplete)
    return isComplete;
  std::array<int64_t, 3> first, end;
  for (unsigned dim = 0; dim < kDims; ++dim) {
    first[dim] = std::max<int64_t>(use.item.group[dim] - 1, 0);
    end[dim] = std::min(use.item.group[dim] + 2, use.numGroups[dim]);
  }
  use.notes.push_back("All groups write more than " + std::to_string(kBudget) +
                      " times: only those next to the group are outlined.");
  isComplete = drawGroups(first, end);
  if (succeeded(isComplete) && !*isComplete)
    for (ArrayUse &array : use.arrays)
      if (array.groups)
        array.groups->clearOwners();
  return isComplete;
}

//===----------------------------------------------------------------------===//
// Ids
//===----------------------------------------------------------------------===//

/// The indices of dimension `dim` that occur.
static Positions getIndices(ArrayRef<int64_t> shape, unsigned dim,
                            const Positions &positions) {
  int64_t stride = 1;
  for (int64_t size : shape.drop_front(dim + 1))
    stride *= size;
  Positions indices;
  for (int64_t position : positions)
    indices.push_back(position / stride % shape[dim]);
  sortUnique(indices);
  return indices;
}

/// Adds the id to the dimensions in which `other` writes elsewhere than the
/// work-item.
LogicalResult Finder::compareWrites(const WorkItem &other,
                                    const std::string &id) {
  std::vector<Positions> writes(use.arrays.size());
  int64_t budget = kBudget;
  FailureOr<KernelTrace::Outcome> outcome =
      run(*all, other, budget,
          [&](unsigned buffer, int64_t position, bool isStore) {
            if (isStore)
              writes[buffer].push_back(position);
          });
  if (failed(outcome))
    return failure();
  if (!outcome->isComplete)
    return success();
  for (auto [array, others] : llvm::zip_equal(use.arrays, writes)) {
    if (others.empty() || array.itemWrites.empty())
      continue;
    for (unsigned dim = 0; dim < array.shape.size(); ++dim)
      if (getIndices(array.shape, dim, array.itemWrites) !=
              getIndices(array.shape, dim, others) &&
          !llvm::is_contained(array.ids[dim], id))
        array.ids[dim].push_back(id);
  }
  return success();
}

LogicalResult Finder::findIds(bool isGroup, unsigned dim) {
  int64_t count = (isGroup ? use.numGroups : use.groupSize)[dim];
  int64_t own = (isGroup ? use.item.group : use.item.local)[dim];
  std::string name = (isGroup ? "group " : "local ") + std::to_string(dim);
  // An id may be divided: the neighbour alone does not show all of it.
  for (int64_t id : {own + 1, own - 1, int64_t(0), count - 1}) {
    WorkItem other = use.item;
    (isGroup ? other.group : other.local)[dim] = id;
    if (id >= 0 && id < count && failed(compareWrites(other, name)))
      return failure();
  }
  return success();
}

LogicalResult Finder::findIds() {
  for (ArrayUse &array : use.arrays)
    array.ids.resize(array.shape.size());
  for (bool isGroup : {true, false})
    for (unsigned dim = 0; dim < kDims; ++dim)
      if ((isGroup ? use.numGroups : use.groupSize)[dim] > 1)
        if (failed(findIds(isGroup, dim)))
          return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

LogicalResult Finder::find() {
  if (failed(findLaunch()) || failed(makeTraces()) || failed(chooseItem()) ||
      failed(findGroupReads()) || failed(findGroupWrites()) ||
      failed(findGroups()) || failed(findIds()))
    return failure();
  if (dependsOnData)
    use.notes.push_back("Some indices depend on data that is known only when "
                        "the kernel runs: these accesses are left out.");
  return success();
}

KernelUse drawing::findKernelUse(loop::KernelOp kernel,
                                 const SizeBindings &sizes,
                                 ArrayRef<const HostArray *> inputs,
                                 int64_t side) {
  Finder finder(kernel, sizes, inputs, side);
  std::string problem;
  // The picture says it: the program may run all the same.
  ScopedDiagnosticHandler handler(kernel->getContext(), [&](Diagnostic &error) {
    if (problem.empty())
      problem = error.str();
    return success();
  });
  if (failed(finder.find()))
    finder.use.notes.push_back("Not all can be drawn: " + problem);
  return std::move(finder.use);
}
