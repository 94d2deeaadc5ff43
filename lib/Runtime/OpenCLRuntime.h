//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares OpenCL behind the handles of Runtime.h.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_RUNTIME_OPENCLRUNTIME_H
#define LIFT_LIB_RUNTIME_OPENCLRUNTIME_H

#include "Backend.h"
#include "OpenCL.h"

#include <map>

namespace mlir::lift::runtime {

/// A kernel, and what is asked of it once, for all its launches.
struct OpenCLKernel {
  /// Unknown where the driver does not tell.
  enum class ArgumentKind { Unknown, Buffer, Number, LocalMemory };

  cl::Kernel kernel;
  std::vector<ArgumentKind> arguments;
  KernelMemory memory;
};

class OpenCLProgram : public BuiltProgram {
public:
  /// The kernel of that name, made on first use.
  Result<OpenCLKernel *> getKernel(const std::string &name,
                                   const cl::Device &device);

  cl::Program program;

private:
  std::map<std::string, OpenCLKernel> kernels;
};

class OpenCLRuntime : public Backend {
public:
  OpenCLRuntime(const DeviceInfo &info, const cl::Device &device);
  /// A driver's threads must not outlive the process's static data: what has
  /// been launched ends first.
  ~OpenCLRuntime() override;

  static Result<std::shared_ptr<Backend>> open(const DeviceInfo &info,
                                               const cl::Device &device);

  Result<std::shared_ptr<BuiltProgram>>
  build(const ProgramForm &program, const std::string &options,
        const std::string &cacheFolder) override;
  Result<BufferPool::Memory> allocate(size_t numBytes) override;
  Result<BufferPool::Memory> makePart(DeviceMemory &whole, size_t offset,
                                      size_t numBytes) override;
  size_t getPartAlignment() const override { return partAlignment; }
  Status write(DeviceMemory &memory, const void *data,
               size_t numBytes) override;
  Status read(DeviceMemory &memory, void *data, size_t numBytes) override;
  Status fill(DeviceMemory &memory, unsigned char byte,
              size_t numBytes) override;
  Status launch(BuiltProgram &program, const std::string &kernel,
                const std::vector<BoundArgument> &arguments,
                const Geometry &geometry) override;
  Status finish() override;
  void setTimed(bool isTimed) override { this->isTimed = isTimed; }
  Result<std::vector<LaunchTime>> takeLaunchTimes() override;
  Result<KernelMemory> getKernelMemory(BuiltProgram &program,
                                       const std::string &kernel) override;

private:
  using Built = Result<std::shared_ptr<OpenCLProgram>>;

  /// A program that is not compiled yet.
  Result<cl::Program> createProgram(const ProgramForm &form);
  Result<cl::Program> createFromIL(const std::string &module);
  Built compile(const ProgramForm &form, const std::string &options);
  /// Nothing if the driver does not take the binary any more.
  std::shared_ptr<OpenCLProgram> buildBinary(const std::string &binary,
                                             const std::string &options);

  cl::Device device;
  size_t partAlignment;
  cl::Context context;
  /// Launches with times go to the first, others to the second.
  cl::CommandQueue queue, untimedQueue;
  bool isTimed = true;
  cl::CommandQueue &getQueue() { return isTimed ? queue : untimedQueue; }
  /// One per launch since the times were taken last.
  std::vector<cl::Event> launches;
};

} // namespace mlir::lift::runtime

#endif // LIFT_LIB_RUNTIME_OPENCLRUNTIME_H
