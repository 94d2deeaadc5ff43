//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How often loops run at most, as it is known before a launch; and that
// llvmpipe ends them where it is said to.
//
//===----------------------------------------------------------------------===//
#include "LinearBounds.h"
#include "SPIRVTrips.h"

#include "LiftDialect/Runtime/Runtime.h"
#include "SPIRVInputs.h"

#include <gtest/gtest.h>
#include <random>

using namespace mlir::lift::runtime;

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

TEST(LinearBounds, sums) {
  Unknowns unknowns;
  Linear i = unknowns.make(2, 5), j = unknowns.make(-3, 7);
  Linear sum = i * 2 - j + 1;
  EXPECT_EQ(unknowns.getLower(sum), 4 - 7 + 1);
  EXPECT_EQ(unknowns.getUpper(sum), 10 + 3 + 1);
  EXPECT_EQ((sum - i * 2 + j).getConstant(), 1);
  EXPECT_EQ(unknowns.getUpper(unknowns.make()), kUnbounded);
  EXPECT_EQ(unknowns.getLower(unknowns.make() + 5), -kUnbounded);
  EXPECT_EQ(unknowns.getUpper(i - unknowns.make()), kUnbounded);
  EXPECT_EQ(unknowns.make(4, 4).getConstant(), 4);
}

TEST(LinearBounds, minima) {
  Unknowns unknowns;
  Linear i = unknowns.make(0, 1000);
  // The rest of a row in tiles of 64.
  EXPECT_EQ(unknowns.getUpper(unknowns.min(i + 64, 500) - i), 64);
  EXPECT_EQ(unknowns.getUpper(unknowns.min(500 - i, 64)), 64);
  EXPECT_EQ(unknowns.getUpper(unknowns.min(500, i + 64)), 500);
  EXPECT_EQ(unknowns.getLower(unknowns.max(i, 7)), 7);
  EXPECT_EQ(unknowns.getUpper(i - unknowns.max(i - 7, 0)), 7);
  EXPECT_EQ(unknowns.getLower(unknowns.join(i, -4)), -4);
}

TEST(LinearBounds, products) {
  Unknowns unknowns;
  Linear i = unknowns.make(-2, 5), n = unknowns.make(3, 4);
  EXPECT_EQ(unknowns.getLower(unknowns.multiply(i, n)), -8);
  EXPECT_EQ(unknowns.getUpper(unknowns.multiply(i, n)), 20);
  EXPECT_EQ(unknowns.getLower(unknowns.divide(i * 10, n)), -6);
  EXPECT_EQ(unknowns.getUpper(unknowns.divide(i * 10, n)), 16);
  EXPECT_EQ(unknowns.getUpper(unknowns.divide(i, unknowns.make(0, 3))),
            kUnbounded);
  EXPECT_EQ(unknowns.getUpper(unknowns.remainder(i, 4)), 3);
  EXPECT_EQ(unknowns.getLower(unknowns.remainder(i, 4)), -2);
  EXPECT_EQ(unknowns.getUpper(unknowns.remainder(unknowns.make(), n)), 3);
  Linear large = unknowns.make(0, kUnbounded - 1);
  EXPECT_EQ(unknowns.getUpper(unknowns.multiply(large, large)), kUnbounded);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// At least so many trips, with the tests that end the loops.
static int64_t countTrips(const std::string &name, int32_t a, int32_t b) {
  const ProgramForm form = assembleFile("loops.spvasm");
  Result<SPIRVModule> module = parseSPIRV(form.bytes);
  Result<SPIRVTrips> trips = SPIRVTrips::read(form.bytes);
  std::vector<char> push(8);
  std::copy_n(reinterpret_cast<const char *>(&a), 4, &push[0]);
  std::copy_n(reinterpret_cast<const char *>(&b), 4, &push[4]);
  for (const SPIRVKernel &kernel : module->kernels)
    if (kernel.name == name)
      return trips->count(kernel, {{1, 1, 1}, {8, 1, 1}, {9, 9, 9}, push});
  return -1;
}

TEST(Trips, counts) {
  if (assembleFile("loops.spvasm").bytes.empty())
    GTEST_SKIP() << "no spirv-as";
  EXPECT_EQ(countTrips("single", 100, 0), 101);
  EXPECT_EQ(countTrips("single", -5, 0), 1);
  EXPECT_EQ(countTrips("nested", 10, 20), 11 + 10 * 21);
  EXPECT_EQ(countTrips("sequence", 10, 20), 11 + 21);
  EXPECT_EQ(countTrips("turns", 10, 20), 11 + 10 * 21);
  EXPECT_EQ(countTrips("tiles", 100, 10), 11 + 10 * 11);
  EXPECT_EQ(countTrips("tiles", 101, 10), 12 + 11 * 11);
  // A step that is not positive.
  EXPECT_GE(countTrips("tiles", 100, 0), kUnbounded);
  EXPECT_GE(countTrips("stored", 100, 0), kUnbounded);
  EXPECT_GE(countTrips("nested", INT32_MAX, INT32_MAX), kUnbounded);
}

/// Whoever made a module, counting its trips ends.
TEST(Trips, damagedModules) {
  const std::string bytes = assembleFile("loops.spvasm").bytes;
  if (bytes.empty())
    GTEST_SKIP() << "no spirv-as";
  const std::vector<char> push(8, 1);
  std::mt19937 random(0);
  unsigned numRead = 0;
  for (unsigned i = 0; i < 5000; ++i) {
    std::string damaged = bytes;
    for (unsigned j = 0; j < 1 + i % 4; ++j) {
      // Most often an id or number of the module, or an opcode.
      const uint32_t word = random() % 2
                                ? random() % 200
                                : (1 + random() % 6) << 16 | random() % 256;
      std::copy_n(reinterpret_cast<const char *>(&word), 4,
                  &damaged[4 * (random() % (bytes.size() / 4))]);
    }
    Result<SPIRVModule> module = parseSPIRV(damaged);
    Result<SPIRVTrips> trips = SPIRVTrips::read(damaged);
    if (!module || !trips)
      continue;
    ++numRead;
    for (const SPIRVKernel &kernel : module->kernels)
      EXPECT_GE(trips->count(kernel, {{1, 1, 1}, {8, 1, 1}, {9, 9, 9}, push}),
                0);
  }
  EXPECT_GT(numRead, 1000u);
}

/// A condition that is a phi, but of no block.
TEST(Trips, phiOfNoBlock) {
  const std::string bytes = assembleFile("loops.spvasm").bytes;
  if (bytes.empty())
    GTEST_SKIP() << "no spirv-as";
  Result<SPIRVStream> stream = readInstructions(bytes);
  ASSERT_TRUE(bool(stream));
  std::vector<uint32_t> words = stream->words;
  const uint32_t id = words[3]++;
  size_t firstFunction = 0;
  for (const SPIRVInstruction &instruction : stream->instructions) {
    const size_t first = instruction.operands - stream->words.data();
    if (instruction.opcode == spirv::OpBranchConditional)
      words[first] = id;
    if (instruction.opcode == spirv::OpFunction && firstFunction == 0)
      firstFunction = first - 1;
  }
  const uint32_t phi[] = {7 << 16 | spirv::OpPhi, 1, id, 1, 1, 1, 1};
  words.insert(words.begin() + firstFunction, std::begin(phi), std::end(phi));
  const std::string changed(reinterpret_cast<const char *>(words.data()),
                            4 * words.size());
  Result<SPIRVModule> module = parseSPIRV(changed);
  Result<SPIRVTrips> trips = SPIRVTrips::read(changed);
  ASSERT_TRUE(module && trips);
  const std::vector<char> push(8);
  for (const SPIRVKernel &kernel : module->kernels)
    EXPECT_GE(trips->count(kernel, {{1, 1, 1}, {8, 1, 1}, {9, 9, 9}, push}),
              kUnbounded)
        << kernel.name;
}

namespace {
class LLVMPipe : public testing::Test {
protected:
  void SetUp() override {
    Result<Runtime> created = Runtime::create("llvmpipe", Api::Vulkan);
    if (!created)
      GTEST_SKIP() << created.getError().message;
    ProgramForm form = assembleFile("loops.spvasm");
    if (form.bytes.empty())
      GTEST_SKIP() << "no spirv-as";
    runtime = std::move(*created);
    Result<DeviceProgram> built = runtime->build(form);
    ASSERT_TRUE(bool(built)) << built.getError().message;
    program = *built;
  }

  /// The trips of all work-items, or the error.
  std::string run(const std::string &kernel, int32_t a, int32_t b) {
    Result<Buffer> x = runtime->allocate(36);
    EXPECT_TRUE(bool(x));
    Status status = runtime->launch(
        program, kernel,
        {Argument::buffer(*x), Argument::scalar(a), Argument::scalar(b)},
        {{1, 1, 1}, {8, 1, 1}});
    if (!status)
      return status.getError().message;
    int32_t counts[8];
    EXPECT_TRUE(bool(runtime->read(*x, counts, sizeof(counts))));
    for (int32_t count : counts)
      EXPECT_EQ(count, counts[0]);
    return std::to_string(counts[0]);
  }

  std::optional<Runtime> runtime;
  DeviceProgram program;
};
} // namespace

TEST_F(LLVMPipe, runsWhatItDoesNotEnd) {
  EXPECT_EQ(run("single", 65535, 0), "65535");
  EXPECT_EQ(run("nested", 255, 255), "65025");
  EXPECT_EQ(run("sequence", 1000, 64534), "65534");
  EXPECT_EQ(run("turns", 80, 817), "8170");
  EXPECT_EQ(run("tiles", 60000, 60), "60000");
}

TEST_F(LLVMPipe, refusesWhatItEnds) {
  const std::string error = run("single", 65536, 0);
  EXPECT_EQ(error.find("kernel 'single' may make 65537 trips of loops in a "
                       "work-item, but 'llvmpipe"),
            0u)
      << error;
  EXPECT_NE(
      error.find("ends all loops after 65535, and results would be wrong: "
                 "take smaller sizes, another device or another API"),
      std::string::npos)
      << error;
  auto isRefused = [&](const std::string &kernel, int32_t a, int32_t b) {
    return run(kernel, a, b).find("trips of loops") != std::string::npos;
  };
  EXPECT_TRUE(isRefused("nested", 255, 256));
  EXPECT_TRUE(isRefused("sequence", 1000, 64535));
  // No work-item makes so many, but they share their instructions.
  EXPECT_TRUE(isRefused("turns", 80, 818));
  EXPECT_TRUE(isRefused("tiles", 65000, 60));
  EXPECT_NE(run("stored", 1, 1).find("may make any number of trips"),
            std::string::npos);
}
