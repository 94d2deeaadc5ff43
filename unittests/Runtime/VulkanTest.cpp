//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs kernels through Vulkan where there is a device and an assembler.
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Runtime/Runtime.h"
#include "SPIRVInputs.h"

#include <cstring>
#include <filesystem>
#include <gtest/gtest.h>
#include <numeric>
#include <unistd.h>

using namespace mlir::lift::runtime;

namespace {

/// The kernels of kernels.spvasm, after a change of their text.
ProgramForm assemble(const std::string &change = "") {
  return assembleFile("kernels.spvasm", change);
}

/// With every kind of options: whether to stage, and the most groups.
class Vulkan : public testing::TestWithParam<std::tuple<bool, uint32_t>> {
protected:
  void SetUp() override {
    Result<std::vector<DeviceInfo>> devices = listDevices(Api::Vulkan);
    if (!devices || devices->empty())
      GTEST_SKIP() << "no Vulkan device";
    if (assemble().bytes.empty())
      GTEST_SKIP() << "no spirv-as";
    RuntimeOptions options;
    options.alwaysStage = std::get<0>(GetParam());
    options.maxGroups = std::get<1>(GetParam());
    Result<Runtime> created = Runtime::create("", Api::Vulkan, options);
    ASSERT_TRUE(bool(created)) << created.getError().message;
    runtime = std::move(*created);
  }

  DeviceProgram build(const ProgramForm &form = assemble()) {
    Result<DeviceProgram> program = runtime->build(form);
    EXPECT_TRUE(bool(program)) << program.getError().message;
    return *program;
  }

  std::string getBuildError(const ProgramForm &form) {
    Result<DeviceProgram> program = runtime->build(form);
    return program ? "" : program.getError().message;
  }

  template <typename T>
  Buffer upload(const std::vector<T> &data) {
    Result<Buffer> buffer = runtime->allocate(data.size() * sizeof(T));
    EXPECT_TRUE(bool(buffer));
    EXPECT_TRUE(
        bool(runtime->write(*buffer, data.data(), data.size() * sizeof(T))));
    return *buffer;
  }

  template <typename T>
  std::vector<T> download(const Buffer &buffer) {
    std::vector<T> data(buffer.getNumBytes() / sizeof(T));
    Status status = runtime->read(buffer, data.data(), buffer.getNumBytes());
    EXPECT_TRUE(bool(status)) << status.getError().message;
    return data;
  }

  void launch(const DeviceProgram &program, const std::string &kernel,
              const std::vector<Argument> &arguments,
              const Geometry &geometry) {
    Status status = runtime->launch(program, kernel, arguments, geometry);
    EXPECT_TRUE(bool(status)) << status.getError().message;
  }

  std::string getLaunchError(const DeviceProgram &program,
                             const std::string &kernel,
                             const std::vector<Argument> &arguments,
                             const Geometry &geometry) {
    Status status = runtime->launch(program, kernel, arguments, geometry);
    return status ? "" : status.getError().message;
  }

  std::optional<Runtime> runtime;
};

} // namespace

INSTANTIATE_TEST_SUITE_P(Options, Vulkan,
                         testing::Combine(testing::Bool(),
                                          testing::Values(0, 7)));

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

TEST_P(Vulkan, saxpy) {
  std::vector<float> x(1000), y(1000, 1);
  std::iota(x.begin(), x.end(), 0.0f);
  Buffer bufferX = upload(x), bufferY = upload(y);
  launch(build(), "saxpy",
         {Argument::buffer(bufferX), Argument::buffer(bufferY),
          Argument::scalar(2.0f), Argument::scalar(int32_t(999))},
         {{16, 1, 1}, {64, 1, 1}});
  for (size_t i = 0; i < 999; ++i)
    y[i] += 2 * x[i];
  EXPECT_EQ(download<float>(bufferY), y);
}

TEST_P(Vulkan, sharedMemory) {
  std::vector<float> x(640);
  std::iota(x.begin(), x.end(), 0.0f);
  Buffer buffer = upload(x);
  DeviceProgram program = build();
  launch(program, "reverse", {Argument::buffer(buffer)},
         {{10, 1, 1}, {64, 1, 1}});
  for (size_t i = 0; i < 640; i += 64)
    std::reverse(&x[i], &x[i] + 64);
  EXPECT_EQ(download<float>(buffer), x);
  EXPECT_EQ(runtime->getKernelMemory(program, "reverse")->localBytes, 256u);
}

TEST_P(Vulkan, launchesWaitForEachOther) {
  constexpr int32_t kLaunches = 5000;
  DeviceProgram program = build();
  Buffer buffer = upload(std::vector<int32_t>(kLaunches + 1, 0));
  for (int32_t i = 1; i <= kLaunches; ++i)
    launch(program, "next", {Argument::buffer(buffer), Argument::scalar(i)},
           {});
  ASSERT_TRUE(bool(runtime->finish()));
  EXPECT_EQ(runtime->takeLaunchTimes()->size(), size_t(kLaunches));
  EXPECT_TRUE(runtime->takeLaunchTimes()->empty());
  EXPECT_EQ(download<int32_t>(buffer).back(), kLaunches);
}

TEST_P(Vulkan, launchesThatReadTheSame) {
  DeviceProgram program = build();
  std::vector<float> ones(1000, 1);
  Buffer x = upload(ones);
  std::vector<Buffer> results;
  for (int i = 0; i < 300; ++i) {
    results.push_back(upload(std::vector<float>(1000, float(i))));
    launch(program, "saxpy",
           {Argument::buffer(x, /*isWritten=*/false),
            Argument::buffer(results.back()), Argument::scalar(2.0f),
            Argument::scalar(int32_t(1000))},
           {{16, 1, 1}, {64, 1, 1}});
    // Each also reads what the one before wrote.
    if (i % 3 == 0 && i > 0)
      launch(program, "saxpy",
             {Argument::buffer(results[i - 1], /*isWritten=*/false),
              Argument::buffer(results[i]), Argument::scalar(0.0f),
              Argument::scalar(int32_t(1000))},
             {{16, 1, 1}, {64, 1, 1}});
  }
  ASSERT_TRUE(bool(runtime->finish()));
  for (int i = 0; i < 300; ++i)
    EXPECT_EQ(download<float>(results[i]),
              std::vector<float>(1000, float(i) + 2));
}

TEST_P(Vulkan, manyGroups) {
  // More than the device may take at a time.
  constexpr size_t kGroups = 70001;
  std::vector<int32_t> expected(kGroups);
  std::iota(expected.begin(), expected.end(), 0);
  Buffer buffer = upload(std::vector<int32_t>(kGroups, -1));
  launch(build(), "mark", {Argument::buffer(buffer)},
         {{kGroups, 1, 1}, {1, 1, 1}});
  EXPECT_EQ(download<int32_t>(buffer), expected);
}

TEST_P(Vulkan, fillsAndCopies) {
  // More than one piece of staging memory.
  std::vector<char> data((size_t(64) << 20) + 12345);
  for (size_t i = 0; i < data.size(); ++i)
    data[i] = char(i * 7 + (i >> 20));
  Buffer buffer = upload(data);
  EXPECT_TRUE(download<char>(buffer) == data);
  Buffer small = upload(std::vector<char>(13, 1));
  EXPECT_TRUE(bool(runtime->fill(small, 0xab)));
  EXPECT_EQ(download<char>(small), std::vector<char>(13, char(0xab)));
  Result<Buffer> empty = runtime->allocate(0);
  ASSERT_TRUE(bool(empty));
  EXPECT_TRUE(bool(runtime->write(*empty, nullptr, 0)));
  EXPECT_TRUE(bool(runtime->fill(*empty, 1)));
}

TEST_P(Vulkan, buffersAndProgramsOutliveTheirLaunch) {
  Buffer result = upload(std::vector<int32_t>(64, 0));
  {
    DeviceProgram program = build();
    Buffer other = upload(std::vector<int32_t>(100, 0));
    launch(program, "mark", {Argument::buffer(other)},
           {{100, 1, 1}, {1, 1, 1}});
    launch(program, "mark", {Argument::buffer(result)},
           {{64, 1, 1}, {1, 1, 1}});
  }
  EXPECT_EQ(download<int32_t>(result)[63], 63);
  // And their device.
  DeviceProgram program = build();
  runtime.reset();
  EXPECT_EQ(result.getNumBytes(), 256u);
}

TEST_P(Vulkan, usesTheMemoryOfFreedBuffers) {
  Buffer second = upload(std::vector<int32_t>(1, 5));
  for (int i = 0; i < 3; ++i) {
    Buffer buffer = upload(std::vector<int32_t>(1000, i));
    EXPECT_EQ(download<int32_t>(buffer)[999], i);
  }
  EXPECT_EQ(runtime->getPeakBytes(), 4004u);
}

TEST_P(Vulkan, partsOfBuffers) {
  const size_t alignment = runtime->getPartAlignment();
  ASSERT_NE(alignment, 0u);
  const int32_t length = int32_t(alignment / sizeof(int32_t));
  Buffer whole = upload(std::vector<int32_t>(3 * length, 7));
  Result<Buffer> middle = runtime->makePart(whole, alignment, alignment);
  Result<Buffer> last = runtime->makePart(whole, 2 * alignment, 5);
  ASSERT_TRUE(bool(middle) && bool(last));
  launch(build(), "mark", {Argument::buffer(*middle)},
         {{size_t(length), 1, 1}, {1, 1, 1}});
  EXPECT_TRUE(bool(runtime->fill(*last, 1)));
  std::vector<int32_t> expected(3 * length, 7);
  std::iota(&expected[length], &expected[2 * length], 0);
  // Whole vectors.
  std::fill_n(&expected[2 * length], 4, 0x01010101);
  EXPECT_EQ(download<int32_t>(whole), expected);
  EXPECT_EQ(download<char>(*last), std::vector<char>(5, 1));
  const int32_t number = 12345;
  EXPECT_TRUE(bool(runtime->write(*middle, &number, sizeof(number))));
  whole = Buffer();
  EXPECT_EQ(download<int32_t>(*middle)[0], number);
  EXPECT_EQ(download<int32_t>(*middle)[length - 1], length - 1);
}

TEST_P(Vulkan, cachesPipelines) {
  // Of this process alone: others may run the same test at the same time.
  const std::string folder =
      testing::TempDir() + "/lift-vulkan-cache-" + std::to_string(getpid());
  std::filesystem::remove_all(folder);
  for (bool isCached : {false, true}) {
    Result<DeviceProgram> program = runtime->build(assemble(), "", folder);
    ASSERT_TRUE(bool(program)) << program.getError().message;
    EXPECT_EQ(program->isFromCache(), isCached);
    EXPECT_EQ(program->getCacheError(), "");
    Buffer buffer = upload(std::vector<int32_t>(3, 0));
    launch(*program, "mark", {Argument::buffer(buffer)},
           {{3, 1, 1}, {1, 1, 1}});
    EXPECT_EQ(download<int32_t>(buffer), (std::vector<int32_t>{0, 1, 2}));
  }
}

//===----------------------------------------------------------------------===//
// What is refused
//===----------------------------------------------------------------------===//

TEST_P(Vulkan, wrongPrograms) {
  ProgramForm good = assemble();
  auto cut = [&](size_t size) {
    ProgramForm form = good;
    form.bytes.resize(size);
    return form;
  };
  EXPECT_EQ(getBuildError(cut(0)),
            "the program has 0 bytes, which is no module of SPIR-V");
  EXPECT_EQ(getBuildError(cut(101)),
            "the program has 101 bytes, which is no module of SPIR-V");
  EXPECT_NE(getBuildError(cut(100)).find("the program "), std::string::npos);
  // Every prefix is refused, and none crashes.
  for (size_t size = 0; size < good.bytes.size() / 4; size += 3)
    EXPECT_NE(getBuildError(cut(4 * size)), "") << size;
  ProgramForm form = good;
  form.bytes[0] = 0;
  EXPECT_EQ(getBuildError(form), "the program is no SPIR-V: its first word is "
                                 "not the magic number");
  std::swap(form.bytes[0] = good.bytes[0], form.bytes[3]);
  std::swap(form.bytes[1], form.bytes[2]);
  EXPECT_EQ(getBuildError(form), "the program is SPIR-V with the bytes of each "
                                 "word the other way round");
  form.form = Form::OpenCLC;
  EXPECT_EQ(getBuildError(form),
            "Vulkan takes no program in the form 'opencl-c'");
  EXPECT_NE(getBuildError(assemble("s/Capability Shader/Capability Shader\\n"
                                   "OpCapability Geometry/"))
                .find("does not have: capability 2"),
            std::string::npos);
  EXPECT_NE(getBuildError(assemble("s/^ *OpMemoryModel/"
                                   "OpExtension \"SPV_NO_such\"\\n&/"))
                .find("does not have: SPV_NO_such"),
            std::string::npos);
  EXPECT_NE(getBuildError(assemble("s/LocalSize 64 1 1/LocalSize 64 64 64/"))
                .find("kernel 'saxpy' needs 262144 work-items in a group, but "
                      "the device has "),
            std::string::npos);
  EXPECT_EQ(getBuildError(assemble("s/mark LocalSize 1 1 1/mark LocalSize 0 1 "
                                   "1/")),
            "kernel 'mark' has groups without work-items");
  EXPECT_NE(getBuildError(assemble("s/%u64 = OpConstant %uint 64/%u64 = "
                                   "OpConstant %uint 10000000/"))
                .find("kernel 'reverse' needs 40000000 bytes of local memory, "
                      "but the device has "),
            std::string::npos);
  EXPECT_NE(getBuildError(assemble("s/push_type 1 Offset 4/push_type 1 Offset "
                                   "4096/"))
                .find("needs 4100 bytes of push constants, but the device has"),
            std::string::npos);
  EXPECT_NE(getBuildError(assemble("s/%y DescriptorSet 0/%y DescriptorSet 1/"))
                .find("has a buffer that is not in set 0"),
            std::string::npos);
}

TEST_P(Vulkan, wrongLaunches) {
  DeviceProgram program = build();
  Buffer buffer = upload(std::vector<float>(64, 0));
  std::vector<Argument> good = {
      Argument::buffer(buffer), Argument::buffer(buffer),
      Argument::scalar(2.0f), Argument::scalar(int32_t(1))};
  const Geometry geometry = {{1, 1, 1}, {64, 1, 1}};
  auto getError = [&](const std::string &kernel,
                      const std::vector<Argument> &arguments,
                      const Geometry &given) {
    return getLaunchError(program, kernel, arguments, given);
  };
  EXPECT_EQ(getError("saxpi", good, geometry),
            "the program has no kernel 'saxpi'");
  EXPECT_EQ(getError("saxpy", {good[0], good[2], good[3]}, geometry),
            "kernel 'saxpy' uses buffer 1, but 1 were given");
  EXPECT_EQ(getError("saxpy", {good[0], good[1], good[2]}, geometry),
            "kernel 'saxpy' reads 12 bytes of numbers, but 4 were given");
  EXPECT_EQ(getError("saxpy", good, {{1, 1, 1}, {32, 1, 1}}),
            "kernel 'saxpy' cannot be launched with groups 1 x 1 x 1 of 32 x 1 "
            "x 1: the program has another local size");
  EXPECT_EQ(getError("saxpy", good, {{0, 1, 1}, {64, 1, 1}}),
            "kernel 'saxpy' cannot be launched with groups 0 x 1 x 1 of 64 x 1 "
            "x 1");
  std::vector<Argument> many = good;
  many.insert(many.end(), 10000, Argument::scalar(int32_t(1)));
  EXPECT_NE(getError("saxpy", many, geometry)
                .find("needs 40008 bytes of push constants, but"),
            std::string::npos);
  EXPECT_NE(getError("count", good, {{size_t(1) << 32, 1, 1}, {1, 1, 1}}), "");
  EXPECT_EQ(getError("saxpy", good, geometry), "");
  EXPECT_TRUE(bool(runtime->finish()));
}

TEST_P(Vulkan, cutLaunchesMustNotCountGroups) {
  DeviceProgram program = build();
  Buffer buffer = upload(std::vector<int32_t>(1, 0));
  launch(program, "count", {Argument::buffer(buffer)}, {{7, 1, 1}, {1, 1, 1}});
  EXPECT_EQ(download<int32_t>(buffer)[0], 7);
  std::string error = getLaunchError(
      program, "count", {Argument::buffer(buffer)}, {{8, 1, 1}, {1, 1, 1}});
  EXPECT_EQ(error.empty(), std::get<1>(GetParam()) == 0) << error;
}

TEST_P(Vulkan, tooMuchMemory) {
  Result<Buffer> buffer = runtime->allocate(size_t(1) << 50);
  ASSERT_FALSE(bool(buffer));
  EXPECT_EQ(buffer.getError().cause, Error::Cause::Device);
  EXPECT_NE(buffer.getError().message.find("allocating 1125899906842624 bytes"),
            std::string::npos);
}

TEST(VulkanDevices, errors) {
  Result<Runtime> none = Runtime::create("no such device", Api::Vulkan);
  ASSERT_FALSE(bool(none));
  EXPECT_EQ(none.getError().cause, Error::Cause::Device);
  EXPECT_NE(none.getError().message.find("Vulkan"), std::string::npos);
}

TEST(VulkanDevices, validates) {
  RuntimeOptions options;
  options.validate = true;
  Result<Runtime> runtime = Runtime::create("", Api::Vulkan, options);
  if (!runtime)
    GTEST_SKIP() << runtime.getError().message;
  // Drivers take it, and so does this library.
  Result<DeviceProgram> program =
      runtime->build(assemble("/OpDecorate %push_type Block/d"));
  ASSERT_FALSE(bool(program));
  EXPECT_EQ(program.getError().message.find("the validation layer reports\n"),
            0u)
      << program.getError().message;
}
