//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "MemoryPlan.h"
#include "Arena.h"
#include "BufferPool.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>

using namespace mlir::lift;
using namespace mlir::lift::runtime;

//===----------------------------------------------------------------------===//
// Lives
//===----------------------------------------------------------------------===//

static Step allocate(const std::string &name, Expr numBytes) {
  return {{}, Allocation{name, numBytes}};
}

static Step release(const std::string &name) { return {{}, Release{name}}; }

static Step repeat(std::vector<Step> body, std::vector<Carried> carried = {}) {
  return {{}, Loop{"i", 0, 3, 1, std::move(carried), std::move(body)}};
}

/// "a 8 1-3, b 4 2-end", in the order in which they begin.
static std::string describe(const std::vector<Step> &steps,
                            const SizeValues &numbers = {}) {
  std::vector<BufferLife> lives = findLives(steps, numbers);
  std::sort(lives.begin(), lives.end(),
            [](auto &lhs, auto &rhs) { return lhs.first < rhs.first; });
  std::string text;
  for (const BufferLife &life : lives)
    text += (text.empty() ? "" : ", ") + life.allocation->buffer + " " +
            std::to_string(life.numBytes) + " " + std::to_string(life.first) +
            "-" + (life.last == SIZE_MAX ? "end" : std::to_string(life.last));
  return text;
}

TEST(Lives, ofWhatIsFreedAndWhatIsNot) {
  EXPECT_EQ(describe({allocate("a", Expr::parse("4 * N")), allocate("b", 4),
                      release("a"), allocate("c", 0), allocate("d", 1)},
                     {{"N", 2}}),
            "a 8 1-3, b 4 2-end, d 1 5-end");
}

TEST(Lives, ofUnknownSizes) {
  EXPECT_EQ(describe({allocate("a", Expr::parse("4 * i")),
                      allocate("b", Expr::parse("N - 8")), allocate("c", 1)},
                     {{"N", 2}}),
            "c 1 3-end");
}

TEST(Lives, insideOfLoops) {
  // What outlives its trip has no place.
  EXPECT_EQ(describe({allocate("a", 1),
                      repeat({allocate("b", 2), allocate("c", 3), release("b"),
                              allocate("d", 4), release("d")}),
                      release("a"), allocate("e", 5)}),
            "a 1 1-8, b 2 3-5, d 4 6-7, e 5 9-end");
}

TEST(Lives, ofWhatLoopsFree) {
  EXPECT_EQ(
      describe({allocate("a", 1), allocate("b", 2), repeat({release("a")})}),
      "b 2 2-end");
}

TEST(Lives, ofWhatLoopsCarry) {
  const std::vector<Carried> swap = {{"x", "a", "y", 0, 0},
                                     {"y", "b", "x", 0, 0}};
  EXPECT_EQ(describe({allocate("a", 1), allocate("b", 2), repeat({}, swap),
                      release("b"), release("a")}),
            "a 1 1-5, b 2 2-4");
  // Who knows which one x is.
  EXPECT_EQ(describe({allocate("a", 1), allocate("b", 2), allocate("c", 3),
                      repeat({}, swap), release("x")}),
            "c 3 3-end");
}

TEST(Lives, ofNamesWithSeveralMeanings) {
  EXPECT_EQ(describe({allocate("a", 1), allocate("b", 1), allocate("a", 1)}),
            "b 1 2-end");
  EXPECT_EQ(describe({allocate("a", 1), repeat({}, {{"a", "x", "x", 0, 0}})}),
            "");
  EXPECT_EQ(describe({release("a"), allocate("a", 1), release("b")}), "");
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

/// Tests that no two lives are in one place at one time, and gives what the
/// plan needs.
static uint64_t checkPlan(const std::vector<BufferLife> &lives,
                          uint64_t alignment) {
  std::optional<MemoryPlan> plan = planMemory(lives, alignment);
  EXPECT_TRUE(plan.has_value());
  EXPECT_EQ(plan->offsets.size(), lives.size());
  for (size_t i = 0; i < lives.size(); ++i) {
    const uint64_t begin = plan->offsets[i], end = begin + lives[i].numBytes;
    EXPECT_EQ(begin % alignment, 0u);
    EXPECT_LE(end, plan->numBytes);
    for (size_t j = 0; j < i; ++j)
      if (lives[i].meets(lives[j])) {
        EXPECT_TRUE(end <= plan->offsets[j] ||
                    plan->offsets[j] + lives[j].numBytes <= begin)
            << i << " and " << j;
      }
  }
  return plan->numBytes;
}

namespace {
struct CountedMemory : DeviceMemory {
  CountedMemory(uint64_t &total, uint64_t size) : total(total), size(size) {
    total += size;
  }
  ~CountedMemory() override { total -= size; }
  uint64_t &total;
  const uint64_t size;
};
} // namespace

/// The most memory that a device would give for the same buffers, if each was
/// made by itself.
static uint64_t countSeparately(const std::vector<BufferLife> &lives) {
  uint64_t total = 0, most = 0;
  BufferPool pool;
  std::vector<BufferPool::Memory> memories(lives.size());
  std::vector<std::pair<size_t, std::pair<bool, size_t>>> events;
  for (size_t i = 0; i < lives.size(); ++i) {
    events.push_back({lives[i].first, {true, i}});
    events.push_back({lives[i].last, {false, i}});
  }
  std::sort(events.begin(), events.end());
  for (auto &[time, event] : events) {
    auto [isBegin, index] = event;
    const uint64_t numBytes = lives[index].numBytes;
    if (isBegin)
      memories[index] =
          std::move(*pool.take(numBytes, [&, numBytes = numBytes] {
            return Result<BufferPool::Memory>(
                std::make_unique<CountedMemory>(total, numBytes));
          }));
    else
      pool.giveBack(std::move(memories[index]), numBytes);
    most = std::max(most, total);
  }
  return most;
}

TEST(Plan, sharesMemory) {
  // Two of three are there at a time.
  const std::vector<BufferLife> lives = {
      {100, 0, 2}, {50, 1, 3}, {100, 2, 4}, {50, 3, 5}};
  EXPECT_EQ(checkPlan(lives, 1), 150u);
  EXPECT_EQ(countLivingBytes(lives, 1), 150u);
  EXPECT_EQ(checkPlan(lives, 64), 128u + 50u);
  EXPECT_EQ(countLivingBytes(lives, 64), 128u + 64u);
}

TEST(Plan, nothingAndTooMuch) {
  EXPECT_EQ(checkPlan({}, 128), 0u);
  EXPECT_FALSE(planMemory({{UINT64_MAX, 0, 1}}, 128).has_value());
  EXPECT_FALSE(
      planMemory({{INT64_MAX / 2, 0, 1}, {INT64_MAX / 2 + 9, 0, 1}}, 128)
          .has_value());
}

TEST(Plan, randomLives) {
  std::mt19937 random(12345);
  auto choose = [&](size_t most) { return size_t(random() % most); };
  for (unsigned round = 0; round < 300; ++round) {
    std::vector<BufferLife> lives;
    for (size_t count = choose(40); count > 0; --count) {
      const size_t first = 2 * choose(60);
      lives.push_back({1 + choose(round % 2 ? 20 : 5000), first,
                       round % 3 ? first + 1 + 2 * choose(12) : SIZE_MAX});
    }
    const uint64_t alignment = 1 << choose(8);
    const uint64_t numBytes = checkPlan(lives, alignment);
    const uint64_t least = countLivingBytes(lives, alignment);
    EXPECT_GT(numBytes + alignment, least);
    EXPECT_LE(double(numBytes), 1.2 * double(least));
  }
}

/// Those of packages for an NVIDIA H200: a block of an encoder with 197 rows of
/// 384 numbers, MobileNet V2 and ResNet-18 for images of 224 x 224.
static const std::vector<BufferLife> kEncoderBlock = {
    {302592, 1, 5},        {1032192, 3, 13},  {1572864, 6, 10},
    {931416, 8, 14},       {344064, 11, 17},  {344064, 15, 28},
    {302592, 18, 22},      {1572864, 20, 25}, {4841472, 23, 29},
    {302592, 26, SIZE_MAX}};
static const std::vector<BufferLife> kMobileNet = {
    {3211264, 1, 5},     {1835008, 3, 8},    {3211264, 6, 11},
    {6422528, 9, 14},    {1376256, 12, 17},  {401408, 15, 25},
    {2457600, 18, 22},   {4128768, 20, 26},  {401408, 23, 29},
    {2457600, 27, 32},   {589824, 30, 35},   {102400, 33, 43},
    {638976, 36, 40},    {2752512, 38, 44},  {102400, 41, 52},
    {638976, 45, 49},    {2752512, 47, 53},  {102400, 50, 56},
    {638976, 54, 59},    {196608, 57, 62},   {301056, 60, 65},
    {57344, 63, 76},     {344064, 66, 70},   {344064, 68, 73},
    {602112, 71, 77},    {57344, 74, 88},    {344064, 78, 82},
    {344064, 80, 85},    {602112, 83, 89},   {57344, 86, 100},
    {344064, 90, 94},    {344064, 92, 97},   {602112, 95, 101},
    {57344, 98, 104},    {344064, 102, 107}, {344064, 105, 110},
    {903168, 108, 113},  {86016, 111, 124},  {516096, 114, 118},
    {516096, 116, 121},  {903168, 119, 125}, {86016, 122, 136},
    {516096, 126, 130},  {516096, 128, 133}, {903168, 131, 137},
    {86016, 134, 140},   {516096, 138, 143}, {589824, 141, 146},
    {564480, 144, 149},  {40960, 147, 160},  {245760, 150, 154},
    {245760, 152, 157},  {940800, 155, 161}, {40960, 158, 172},
    {245760, 162, 166},  {245760, 164, 169}, {940800, 167, 173},
    {40960, 170, 176},   {245760, 174, 179}, {245760, 177, 182},
    {1254400, 180, 185}, {81920, 183, 188},  {2508800, 186, 191},
    {5120, 189, 194},    {32000, 192, 197},  {4000, 195, SIZE_MAX}};
static const std::vector<BufferLife> kResNet = {
    {3211264, 1, 5},      {917504, 3, 16},    {7225344, 6, 10},
    {1835008, 8, 13},     {7225344, 11, 17},  {1835008, 14, 28},
    {7225344, 18, 22},    {1835008, 20, 25},  {7225344, 23, 29},
    {1835008, 26, 37},    {7225344, 30, 34},  {425984, 32, 40},
    {409600, 35, 43},     {7225344, 38, 44},  {425984, 41, 55},
    {7225344, 45, 49},    {425984, 47, 52},   {7225344, 50, 56},
    {425984, 53, 64},     {4816896, 57, 61},  {229376, 59, 67},
    {229376, 62, 70},     {3211264, 65, 71},  {229376, 68, 82},
    {3211264, 72, 76},    {229376, 74, 79},   {3211264, 77, 83},
    {229376, 80, 91},     {1605632, 84, 88},  {131072, 86, 94},
    {802816, 89, 97},     {3211264, 92, 98},  {114688, 95, 109},
    {3211264, 99, 103},   {114688, 101, 106}, {3211264, 104, 110},
    {114688, 107, 113},   {2048, 111, 116},   {32000, 114, 119},
    {4000, 117, SIZE_MAX}};

TEST(Plan, networks) {
  for (auto &[name, lives] : {std::pair("encoder block", &kEncoderBlock),
                              std::pair("MobileNet V2", &kMobileNet),
                              std::pair("ResNet-18", &kResNet)})
    for (uint64_t alignment : {64, 512}) {
      const uint64_t numBytes = checkPlan(*lives, alignment);
      const uint64_t least = countLivingBytes(*lives, alignment);
      const uint64_t separately = countSeparately(*lives);
      std::printf("%s at multiples of %d: %zu bytes, %zu at least, %zu one by "
                  "one\n",
                  name, int(alignment), size_t(numBytes), size_t(least),
                  size_t(separately));
      EXPECT_LE(double(numBytes), 1.01 * double(least));
      EXPECT_LE(numBytes, separately);
    }
}
