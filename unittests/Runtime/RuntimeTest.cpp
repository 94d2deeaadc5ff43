//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Runtime/Runtime.h"

#include <gtest/gtest.h>

using namespace mlir::lift::runtime;

static std::vector<DeviceInfo> makeDevices() {
  DeviceInfo nvidia;
  nvidia.platform = "NVIDIA CUDA";
  nvidia.name = "NVIDIA H200";
  nvidia.suffix = "NV";
  DeviceInfo pocl;
  pocl.platform = "Portable Computing Language";
  pocl.name = "pthread-something";
  pocl.suffix = "POCL";
  return {nvidia, pocl};
}

//===----------------------------------------------------------------------===//
// Choosing a device
//===----------------------------------------------------------------------===//

TEST(Device, defaultIsPocl) {
  EXPECT_EQ(*chooseDevice(makeDevices(), ""), 1u);
  EXPECT_EQ(*chooseDevice({makeDevices()[0]}, ""), 0u);
}

TEST(Device, matchesAnyNameInAnyCase) {
  EXPECT_EQ(*chooseDevice(makeDevices(), "h200"), 0u);
  EXPECT_EQ(*chooseDevice(makeDevices(), "cuda"), 0u);
  EXPECT_EQ(*chooseDevice(makeDevices(), "PORTABLE"), 1u);
  EXPECT_EQ(*chooseDevice(makeDevices(), "pocl"), 1u);
}

TEST(Device, errorListsDevices) {
  Result<size_t> none = chooseDevice(makeDevices(), "mali");
  ASSERT_FALSE(bool(none));
  EXPECT_EQ(none.getError().message,
            "no OpenCL device matches 'mali'; there is\n"
            "  'NVIDIA H200' of platform 'NVIDIA CUDA'\n"
            "  'pthread-something' of platform 'Portable Computing Language'");
  EXPECT_EQ(chooseDevice({}, "").getError().message,
            "there is no OpenCL device on this machine");
}

TEST(Device, isOneOfItsApi) {
  std::vector<DeviceInfo> devices = makeDevices();
  devices[0].api = Api::Vulkan;
  EXPECT_EQ(*chooseDevice(devices, ""), 1u);
  EXPECT_EQ(*chooseDevice(devices, "", Api::Vulkan), 0u);
  EXPECT_EQ(*chooseDevice(devices, "H200", Api::Vulkan), 0u);
  EXPECT_EQ(chooseDevice(devices, "pocl", Api::Vulkan).getError().message,
            "no Vulkan device matches 'pocl'; there is\n"
            "  'NVIDIA H200' of platform 'NVIDIA CUDA'");
  EXPECT_EQ(chooseDevice(devices, "", Api::OpenCLIL).getError().message,
            "there is no OpenCL device on this machine");
}

TEST(Api, names) {
  for (Api api : {Api::OpenCL, Api::OpenCLIL, Api::Vulkan}) {
    EXPECT_EQ(parseApi(getName(api)), api);
    EXPECT_EQ(parseForm(getName(getForm(api))), getForm(api));
  }
  EXPECT_EQ(parseApi("metal"), std::nullopt);
  EXPECT_EQ(parseForm(""), std::nullopt);
}

TEST(Median, oddEvenEmpty) {
  EXPECT_EQ(computeMedian({3, 1, 2}), 2);
  EXPECT_EQ(computeMedian({4, 1, 2, 3}), 2.5);
  EXPECT_EQ(computeMedian({}), 0);
}

//===----------------------------------------------------------------------===//
// Running, where there is a device
//===----------------------------------------------------------------------===//

namespace {

class Running : public testing::Test {
protected:
  void SetUp() override {
    Result<std::vector<DeviceInfo>> devices = listDevices(Api::OpenCL);
    ASSERT_TRUE(bool(devices)) << devices.getError().message;
    if (devices->empty())
      GTEST_SKIP() << "no OpenCL device";
    Result<Runtime> created = Runtime::create("");
    ASSERT_TRUE(bool(created)) << created.getError().message;
    runtime = std::move(*created);
  }

  /// A program with `scale`, which multiplies n floats by a factor.
  DeviceProgram buildScale() {
    Result<DeviceProgram> program = runtime->build(
        "kernel void scale(global float *x, float factor, int n) {\n"
        "  int i = get_global_id(0);\n"
        "  if (i < n) x[i] *= factor;\n"
        "}\n");
    EXPECT_TRUE(bool(program)) << program.getError().message;
    return *program;
  }

  std::optional<Runtime> runtime;
};

} // namespace

TEST_F(Running, scales) {
  DeviceProgram program = buildScale();
  std::vector<float> data(100, 3.0f);
  Result<Buffer> buffer = runtime->allocate(400);
  ASSERT_TRUE(bool(buffer));
  ASSERT_TRUE(bool(runtime->write(*buffer, data.data(), 400)));
  for (int i = 0; i < 2; ++i) {
    Status status =
        runtime->launch(program, "scale",
                        {Argument::buffer(*buffer), Argument::scalar(2.0f),
                         Argument::scalar(int32_t(100))},
                        {{2, 1, 1}, {64, 1, 1}});
    ASSERT_TRUE(bool(status)) << status.getError().message;
  }
  ASSERT_TRUE(bool(runtime->finish()));
  ASSERT_TRUE(bool(runtime->read(*buffer, data.data(), 400)));
  EXPECT_EQ(data, std::vector<float>(100, 12.0f));
  Result<std::vector<LaunchTime>> times = runtime->takeLaunchTimes();
  ASSERT_TRUE(bool(times)) << times.getError().message;
  EXPECT_EQ(times->size(), 2u);
  EXPECT_TRUE(runtime->takeLaunchTimes()->empty());
}

TEST_F(Running, buildErrorHasTheLog) {
  Result<DeviceProgram> program =
      runtime->build("kernel void f() { nonsense; }");
  ASSERT_FALSE(bool(program));
  EXPECT_NE(program.getError().message.find("CL_BUILD_PROGRAM_FAILURE (-11)"),
            std::string::npos)
      << program.getError().message;
  EXPECT_NE(program.getError().message.find("nonsense"), std::string::npos)
      << program.getError().message;
}

TEST_F(Running, buildErrorNamesTheMissingExtension) {
  if (runtime->getDevice().hasHalf)
    GTEST_SKIP() << "the device has f16";
  Result<DeviceProgram> program =
      runtime->build("#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
                     "kernel void f(global half *x) { x[0] += x[1]; }");
  ASSERT_FALSE(bool(program));
  EXPECT_NE(program.getError().message.find("; the device has no cl_khr_fp16"),
            std::string::npos)
      << program.getError().message;
}

TEST_F(Running, wrongLaunches) {
  DeviceProgram program = buildScale();
  Result<Buffer> buffer = runtime->allocate(4);
  std::vector<Argument> good = {Argument::buffer(*buffer),
                                Argument::scalar(2.0f),
                                Argument::scalar(int32_t(1))};
  auto getError = [&](const std::string &kernel,
                      const std::vector<Argument> &arguments,
                      const Geometry &geometry) {
    Status status = runtime->launch(program, kernel, arguments, geometry);
    return status ? "" : status.getError().message;
  };
  EXPECT_EQ(getError("scle", good, {}),
            "looking up kernel 'scle' failed: CL_INVALID_KERNEL_NAME (-46)");
  EXPECT_EQ(getError("scale", {}, {}),
            "kernel 'scale' has 3 arguments, but 0 were given");
  EXPECT_EQ(
      getError("scale", {good[0], good[1], Argument::scalar(int64_t(1))}, {}),
      "setting argument 2 of kernel 'scale' failed: CL_INVALID_ARG_SIZE "
      "(-51)");
  EXPECT_EQ(getError("scale", good, {{0, 1, 1}, {1, 1, 1}}),
            "kernel 'scale' cannot be launched with groups 0 x 1 x 1 of "
            "1 x 1 x 1");
  EXPECT_EQ(getError("scale", good, {{1, 1, 1}, {1 << 20, 1, 1}})
                .find("launching kernel 'scale' with groups 1 x 1 x 1 of "
                      "1048576 x 1 x 1 failed: CL_INVALID_WORK_"),
            0u);
  EXPECT_EQ(getError("scale", good, {}), "");
}

TEST_F(Running, countsBytes) {
  Result<Buffer> first = runtime->allocate(1000);
  {
    Result<Buffer> second = runtime->allocate(500);
    EXPECT_EQ(runtime->getPeakBytes(), 1500u);
  }
  Result<Buffer> third = runtime->allocate(100);
  EXPECT_EQ(runtime->getPeakBytes(), 1500u);
  char bytes[8];
  Status status = runtime->read(*third, bytes, 101);
  ASSERT_FALSE(bool(status));
  EXPECT_EQ(status.getError().message,
            "reading 101 bytes exceeds a buffer of 100 bytes");
}

TEST_F(Running, memoryOfFreedBufferIsUsedAgain) {
  auto allocate = [&](size_t numBytes) {
    Result<Buffer> buffer = runtime->allocate(numBytes);
    EXPECT_TRUE(bool(buffer));
    return *buffer;
  };
  int written = 12345;
  int found = 0;
  ASSERT_TRUE(bool(runtime->write(allocate(4), &written, 4)));
  ASSERT_TRUE(bool(runtime->read(allocate(4), &found, 4)));
  EXPECT_EQ(found, written);
  EXPECT_EQ(runtime->getPeakBytes(), 4u);
}

TEST_F(Running, memoryOfFreedBufferServesSmallerOnes) {
  ASSERT_TRUE(bool(runtime->allocate(8)));
  const size_t peak = runtime->getPeakBytes();
  Result<Buffer> smaller = runtime->allocate(4);
  ASSERT_TRUE(bool(smaller)) << smaller.getError().message;
  EXPECT_EQ(runtime->getPeakBytes(), peak);
}

TEST_F(Running, emptyBuffer) {
  Result<Buffer> buffer = runtime->allocate(0);
  ASSERT_TRUE(bool(buffer)) << buffer.getError().message;
  EXPECT_TRUE(bool(runtime->write(*buffer, nullptr, 0)));
  EXPECT_TRUE(bool(runtime->fill(*buffer, 1)));
}

TEST_F(Running, partsOfBuffers) {
  const size_t alignment = runtime->getPartAlignment();
  if (alignment == 0)
    GTEST_SKIP() << "the device has no parts of buffers";
  Result<Buffer> part = Buffer();
  std::vector<float> ones(alignment / 4, 1.0f), data(3 * alignment / 4, 1.0f);
  {
    Result<Buffer> whole = runtime->allocate(3 * alignment);
    ASSERT_TRUE(bool(runtime->write(*whole, data.data(), 3 * alignment)));
    const size_t peak = runtime->getPeakBytes();
    part = runtime->makePart(*whole, alignment, alignment);
    ASSERT_TRUE(bool(part)) << part.getError().message;
    EXPECT_EQ(runtime->getPeakBytes(), peak);
    EXPECT_FALSE(*part == *whole);
    Status status =
        runtime->launch(buildScale(), "scale",
                        {Argument::buffer(*part), Argument::scalar(3.0f),
                         Argument::scalar(int32_t(alignment / 4))},
                        {{alignment / 4, 1, 1}, {1, 1, 1}});
    ASSERT_TRUE(bool(status)) << status.getError().message;
    ASSERT_TRUE(bool(runtime->read(*whole, data.data(), 3 * alignment)));
    for (size_t i = 0; i < data.size(); ++i)
      EXPECT_EQ(data[i], i / ones.size() == 1 ? 3 : 1) << i;
    // Parts have no parts; what is beyond the end is none.
    for (const Result<Buffer> &wrong :
         {runtime->makePart(*whole, 1, 4),
          runtime->makePart(*whole, alignment, 2 * alignment + 1),
          runtime->makePart(*whole, 4 * alignment, 0),
          runtime->makePart(*part, 0, 4), runtime->makePart(Buffer(), 0, 0)})
      EXPECT_FALSE(bool(wrong));
  }
  // It keeps the whole.
  Result<Buffer> other = runtime->allocate(3 * alignment);
  ASSERT_TRUE(bool(runtime->fill(*other, 0)));
  ASSERT_TRUE(bool(runtime->read(*part, ones.data(), alignment)));
  EXPECT_EQ(ones, std::vector<float>(alignment / 4, 3.0f));
}
