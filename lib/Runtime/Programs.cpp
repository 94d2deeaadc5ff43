//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "BinaryCache.h"
#include "RuntimeImpl.h"

#include <cstdlib>

namespace mlir::lift::runtime {

bool Program::isFromCache() const { return impl->isFromCache; }

const std::string &Program::getCacheError() const { return impl->cacheError; }

//===----------------------------------------------------------------------===//
// From source
//===----------------------------------------------------------------------===//

/// Why a build failed: the extension that the source asks for and the device
/// does not have, and the log of the compiler.
static Error describeBuildError(const cl::Program &program,
                                const cl::Device &device,
                                const DeviceInfo &info,
                                const std::string &source, cl_int code) {
  Error error = makeError("building the program for '" + info.name + "'", code);
  auto addMissing = [&](bool isThere, const char *extension) {
    if (!isThere && source.find(extension) != std::string::npos)
      error.message += std::string("; the device has no ") + extension;
  };
  addMissing(info.hasHalf, "cl_khr_fp16");
  addMissing(info.hasDouble, "cl_khr_fp64");
  std::string log;
  if (program.getBuildInfo(device, CL_PROGRAM_BUILD_LOG, &log) == CL_SUCCESS &&
      !log.empty())
    error.message += "\n" + log;
  return error;
}

Result<Program> Runtime::buildSource(const std::string &source,
                                     const std::string &options) {
  cl_int code = CL_SUCCESS;
  auto programImpl = std::make_shared<Program::Impl>();
  programImpl->program =
      cl::Program(impl->context, source, /*build=*/false, &code);
  if (code != CL_SUCCESS)
    return makeError("creating the program", code);
  code = programImpl->program.build({impl->device}, options.c_str());
  if (code != CL_SUCCESS)
    return describeBuildError(programImpl->program, impl->device, impl->info,
                              source, code);
  Program program;
  program.impl = std::move(programImpl);
  return program;
}

//===----------------------------------------------------------------------===//
// From binaries
//===----------------------------------------------------------------------===//

std::string getDefaultCacheFolder() {
  auto get = [](const char *variable) -> std::string {
    const char *value = std::getenv(variable);
    return value ? value : "";
  };
  if (std::string folder = get("LIFT_CACHE_DIR"); !folder.empty())
    return folder;
  if (std::string folder = get("XDG_CACHE_HOME"); !folder.empty())
    return folder + "/lift";
  std::string home = get("HOME");
  return home.empty() ? "" : home + "/.cache/lift";
}

std::optional<Program> Runtime::buildBinary(const std::string &binary,
                                            const std::string &options) {
  cl_int code = CL_SUCCESS;
  std::vector<unsigned char> bytes(binary.begin(), binary.end());
  auto programImpl = std::make_shared<Program::Impl>();
  programImpl->program =
      cl::Program(impl->context, {impl->device}, {bytes}, nullptr, &code);
  if (code != CL_SUCCESS ||
      programImpl->program.build({impl->device}, options.c_str()) != CL_SUCCESS)
    return std::nullopt;
  programImpl->isFromCache = true;
  Program program;
  program.impl = std::move(programImpl);
  return program;
}

/// The driver's work on `program`, for one device.
static Result<std::string> getBinary(cl::Program &program) {
  // Some drivers end their work when a kernel is made.
  std::vector<cl::Kernel> kernels;
  cl_int code = program.createKernels(&kernels);
  if (code != CL_SUCCESS)
    return makeError("making the kernels", code);
  std::vector<std::vector<unsigned char>> binaries;
  code = program.getInfo(CL_PROGRAM_BINARIES, &binaries);
  if (code != CL_SUCCESS)
    return makeError("asking for the binary", code);
  if (binaries.size() != 1 || binaries[0].empty())
    return Error{"the driver gives no binary", Error::Cause::Device};
  return std::string(binaries[0].begin(), binaries[0].end());
}

Result<Program> Runtime::build(const std::string &source,
                               const std::string &givenOptions,
                               const std::string &cacheFolder) {
  // A launch asks what the arguments of its kernel are.
  const std::string options = givenOptions + " -cl-kernel-arg-info";
  if (cacheFolder.empty())
    return buildSource(source, options);
  BinaryCache cache(cacheFolder);
  const DeviceInfo &info = impl->info;
  std::string key;
  for (const std::string *part : {&info.platform, &info.name, &info.version,
                                  &info.driver, &options, &source})
    key += *part + '\0';
  if (std::optional<std::string> binary = cache.load(key))
    if (std::optional<Program> program = buildBinary(*binary, options))
      return *program;
  Result<Program> program = buildSource(source, options);
  if (!program)
    return program;
  Result<std::string> binary = getBinary(program->impl->program);
  Status status = binary ? cache.store(key, *binary) : binary.getError();
  if (!status)
    program->impl->cacheError = status.getError().message;
  return program;
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

Result<cl::Kernel> Program::Impl::getKernel(const std::string &name) {
  auto it = kernels.find(name);
  if (it != kernels.end())
    return it->second;
  cl_int code = CL_SUCCESS;
  cl::Kernel kernel(program, name.c_str(), &code);
  if (code != CL_SUCCESS)
    return makeError("looking up kernel '" + name + "'", code);
  kernels.emplace(name, kernel);
  return kernel;
}

Result<KernelMemory> Runtime::getKernelMemory(const Program &program,
                                              const std::string &name) {
  Result<cl::Kernel> kernel = program.impl->getKernel(name);
  if (!kernel)
    return kernel.getError();
  KernelMemory memory;
  cl_ulong bytes = 0;
  cl_int code =
      kernel->getWorkGroupInfo(impl->device, CL_KERNEL_LOCAL_MEM_SIZE, &bytes);
  if (code != CL_SUCCESS)
    return makeError("asking for the local memory of kernel '" + name + "'",
                     code);
  memory.localBytes = bytes;
  // Optional: some drivers do not tell.
  if (kernel->getWorkGroupInfo(impl->device, CL_KERNEL_PRIVATE_MEM_SIZE,
                               &bytes) == CL_SUCCESS)
    memory.privateBytes = bytes;
  return memory;
}

} // namespace mlir::lift::runtime
