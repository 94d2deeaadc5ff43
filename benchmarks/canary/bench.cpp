//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Measures a generated SGEMM against the hand-written one on an OpenCL device:
//
//   canary-bench GENERATED.cl HANDWRITTEN.cl PLATFORM [options] SIZE ...
//
// PLATFORM is a part of the platform's name. A SIZE is N or MxNxK; M and N must
// divide by 128, K by 16. All kernels of the generated program take part, and
// the hand-written one with tiles of depth 8 and 16; the fastest of each side
// count. All are launched in turn, so that a change of clock hits them alike.
//
//   --repeat=N      launches per kernel (default 21); 0 checks without timing
//   --options=TEXT  build options; given several times, measures with each
//                   (default: none, then -cl-mad-enable -cl-fast-relaxed-math)
//
// Results are checked at samples against a double-precision product on the
// host, and everywhere against the hand-written kernel: both add up in the same
// order with fma, so that not a bit may differ. Exits 1 if something is wrong.
//
//===----------------------------------------------------------------------===//

#define CL_HPP_TARGET_OPENCL_VERSION 200
#define CL_HPP_MINIMUM_OPENCL_VERSION 110
#include <CL/opencl.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace {

[[noreturn]] void fail(const std::string &message) {
  std::fprintf(stderr, "canary-bench: %s\n", message.c_str());
  std::exit(1);
}

void check(cl_int error, const char *what) {
  if (error != CL_SUCCESS)
    fail(std::string(what) + " failed with OpenCL error " +
         std::to_string(error));
}

std::string readFile(const std::string &path) {
  std::ifstream file(path);
  if (!file)
    fail("cannot read " + path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

cl::Device findDevice(const std::string &name) {
  std::vector<cl::Platform> platforms;
  cl::Platform::get(&platforms);
  std::string all;
  for (const cl::Platform &platform : platforms) {
    std::string platformName = platform.getInfo<CL_PLATFORM_NAME>();
    all += " '" + platformName + "'";
    std::vector<cl::Device> devices;
    if (platformName.find(name) != std::string::npos &&
        platform.getDevices(CL_DEVICE_TYPE_ALL, &devices) == CL_SUCCESS &&
        !devices.empty())
      return devices.front();
  }
  fail("no platform is called '" + name + "'; there are:" + all);
}

struct Size {
  size_t m, n, k;

  std::string str() const {
    if (m == n && n == k)
      return std::to_string(m);
    return std::to_string(m) + "x" + std::to_string(n) + "x" +
           std::to_string(k);
  }
};

Size parseSize(const std::string &text) {
  Size size;
  char rest;
  if (std::sscanf(text.c_str(), "%zux%zux%zu%c", &size.m, &size.n, &size.k,
                  &rest) != 3) {
    if (std::sscanf(text.c_str(), "%zu%c", &size.m, &rest) != 1)
      fail("'" + text + "' is neither a size nor an option");
    size.n = size.k = size.m;
  }
  if (!size.m || !size.n || !size.k || size.m % 128 || size.n % 128 ||
      size.k % 16)
    fail("size " + text + ": 128 must divide M and N, and 16 K");
  return size;
}

/// A kernel that takes part.
struct Variant {
  std::string name;
  bool isGenerated;
  cl::Kernel kernel;
  std::vector<double> seconds;

  double median() {
    std::sort(seconds.begin(), seconds.end());
    return seconds[seconds.size() / 2];
  }
};

std::vector<Variant> build(const cl::Context &context, const cl::Device &device,
                           const std::string &source, bool isGenerated,
                           const std::string &options,
                           const std::string &suffix) {
  cl::Program program(context, source);
  if (program.build({device}, options.c_str()) != CL_SUCCESS)
    fail("build failed:\n" +
         program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device));
  std::vector<cl::Kernel> kernels;
  check(program.createKernels(&kernels), "clCreateKernelsInProgram");
  std::vector<Variant> variants;
  for (const cl::Kernel &kernel : kernels)
    variants.push_back({kernel.getInfo<CL_KERNEL_FUNCTION_NAME>() + suffix,
                        isGenerated,
                        kernel,
                        {}});
  return variants;
}

class Bench {
public:
  Bench(const cl::Device &device, int repeat)
      : device(device), context(device),
        queue(context, device, cl::QueueProperties::Profiling), repeat(repeat) {
  }

  /// Whether all results were right.
  bool run(std::vector<Variant> &variants, const Size &size,
           const std::string &options);

  const cl::Device device;
  const cl::Context context;

private:
  double launch(Variant &variant, const Size &size);
  bool verify(const Variant &variant, const Size &size,
              const std::vector<float> &result) const;

  cl::CommandQueue queue;
  int repeat;
  std::vector<float> a, b;
};

double Bench::launch(Variant &variant, const Size &size) {
  cl::Event event;
  check(
      queue.enqueueNDRangeKernel(variant.kernel, cl::NullRange,
                                 cl::NDRange(size.n / 128 * 256, size.m / 128),
                                 cl::NDRange(256, 1), nullptr, &event),
      "launch");
  check(event.wait(), "kernel");
  return 1e-9 * (event.getProfilingInfo<CL_PROFILING_COMMAND_END>() -
                 event.getProfilingInfo<CL_PROFILING_COMMAND_START>());
}

bool Bench::verify(const Variant &variant, const Size &size,
                   const std::vector<float> &result) const {
  std::mt19937 random(7);
  for (int sample = 0; sample < 512; ++sample) {
    // The corners, then anywhere.
    size_t row = sample < 4 ? (sample & 1 ? size.m - 1 : 0) : random() % size.m;
    size_t col = sample < 4 ? (sample & 2 ? size.n - 1 : 0) : random() % size.n;
    double sum = 0, magnitude = 0;
    for (size_t k = 0; k < size.k; ++k) {
      double term = double(a[row * size.k + k]) * b[k * size.n + col];
      sum += term;
      magnitude += std::fabs(term);
    }
    float value = result[row * size.n + col];
    // The bound on the rounding of a sum of k terms; a NaN is beyond it too.
    double bound = magnitude * double(size.k) * 0x1p-24 + 1e-30;
    if (!(std::fabs(value - sum) <= bound)) {
      std::printf("WRONG: %s at %s: C[%zu][%zu] is %.9g, must be %.9g\n",
                  variant.name.c_str(), size.str().c_str(), row, col, value,
                  sum);
      return false;
    }
  }
  return true;
}

bool Bench::run(std::vector<Variant> &variants, const Size &size,
                const std::string &options) {
  std::mt19937 random(42);
  std::uniform_real_distribution<float> uniform(-1, 1);
  a.resize(size.m * size.k);
  b.resize(size.k * size.n);
  std::generate(a.begin(), a.end(), [&] { return uniform(random); });
  std::generate(b.begin(), b.end(), [&] { return uniform(random); });
  size_t bytes = size.m * size.n * sizeof(float);
  cl::Buffer bufferA(context, CL_MEM_READ_ONLY, a.size() * sizeof(float));
  cl::Buffer bufferB(context, CL_MEM_READ_ONLY, b.size() * sizeof(float));
  cl::Buffer bufferC(context, CL_MEM_READ_WRITE, bytes);
  check(queue.enqueueWriteBuffer(bufferA, CL_TRUE, 0, a.size() * sizeof(float),
                                 a.data()),
        "writing A");
  check(queue.enqueueWriteBuffer(bufferB, CL_TRUE, 0, b.size() * sizeof(float),
                                 b.data()),
        "writing B");

  bool isRight = true;
  std::vector<float> first, result(size.m * size.n);
  for (Variant &variant : variants) {
    variant.seconds.clear();
    cl_int m = size.m, n = size.n, k = size.k;
    check(variant.kernel.setArg(0, bufferA), "argument A");
    check(variant.kernel.setArg(1, bufferB), "argument B");
    check(variant.kernel.setArg(2, bufferC), "argument C");
    check(variant.kernel.setArg(3, m), "argument M");
    check(variant.kernel.setArg(4, n), "argument N");
    check(variant.kernel.setArg(5, k), "argument K");
    // What the kernel does not write stays wrong.
    std::fill(result.begin(), result.end(), NAN);
    check(queue.enqueueWriteBuffer(bufferC, CL_TRUE, 0, bytes, result.data()),
          "clearing C");
    launch(variant, size);
    check(queue.enqueueReadBuffer(bufferC, CL_TRUE, 0, bytes, result.data()),
          "reading C");
    isRight &= verify(variant, size, result);
    if (first.empty()) {
      first = result;
    } else if (std::memcmp(first.data(), result.data(), bytes) != 0) {
      std::printf("WRONG: %s and %s differ at %s\n",
                  variants.front().name.c_str(), variant.name.c_str(),
                  size.str().c_str());
      isRight = false;
    }
  }
  if (repeat == 0 || !isRight) {
    std::printf("sgemm %s: %s\n", size.str().c_str(),
                isRight ? "results agree" : "WRONG");
    return isRight;
  }

  for (int round = -2; round < repeat; ++round)
    for (Variant &variant : variants) {
      double seconds = launch(variant, size);
      if (round >= 0)
        variant.seconds.push_back(seconds);
    }
  double operations = 2.0 * size.m * size.n * size.k, best[2] = {0, 0};
  std::string details;
  for (Variant &variant : variants) {
    double tflops = operations / variant.median() * 1e-12;
    best[variant.isGenerated] = std::max(best[variant.isGenerated], tflops);
    char text[64];
    std::snprintf(text, sizeof(text), " %.2f", tflops);
    details += (details.empty() ? "" : ", ") + variant.name + text;
  }
  std::printf("sgemm %s: generated %.2f TFLOP/s, hand-written %.2f TFLOP/s, "
              "ratio %.3f (%s; options '%s')\n",
              size.str().c_str(), best[1], best[0], best[1] / best[0],
              details.c_str(), options.c_str());
  std::fflush(stdout);
  return true;
}

} // namespace

int main(int argc, char **argv) {
  std::vector<std::string> positional, options;
  int repeat = 21;
  for (int i = 1; i < argc; ++i) {
    std::string arg = argv[i];
    if (arg.rfind("--repeat=", 0) == 0)
      repeat = std::atoi(arg.c_str() + 9);
    else if (arg.rfind("--options=", 0) == 0)
      options.push_back(arg.substr(10));
    else
      positional.push_back(arg);
  }
  if (positional.size() < 4 || repeat < 0) {
    std::fprintf(stderr, "usage: canary-bench GENERATED.cl HANDWRITTEN.cl "
                         "PLATFORM [--repeat=N] [--options=TEXT] SIZE...\n");
    return 1;
  }
  std::string generated = readFile(positional[0]);
  std::string handwritten = readFile(positional[1]);
  std::vector<Size> sizes;
  for (size_t i = 3; i < positional.size(); ++i)
    sizes.push_back(parseSize(positional[i]));
  if (options.empty())
    options = {"", "-cl-mad-enable -cl-fast-relaxed-math"};

  Bench bench(findDevice(positional[2]), repeat);
  std::printf("device: %s\n", bench.device.getInfo<CL_DEVICE_NAME>().c_str());
  bool isRight = true;
  for (const std::string &option : options) {
    std::vector<Variant> variants =
        build(bench.context, bench.device, generated, true, option, "");
    for (const char *depth : {"8", "16"}) {
      std::vector<Variant> more =
          build(bench.context, bench.device, handwritten, false,
                option + " -DPADA=4 -DBK=" + depth,
                std::string(" by hand BK=") + depth);
      variants.insert(variants.end(), more.begin(), more.end());
    }
    for (const Size &size : sizes)
      isRight &= bench.run(variants, size, option);
  }
  return isRight ? 0 : 1;
}
