//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Runtime/BinaryCache.h"
#include "OpenCLRuntime.h"

#include <dlfcn.h>

namespace mlir::lift::runtime {

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

namespace {
/// clCreateProgramWithIL of OpenCL 2.1, or that of cl_khr_il_program.
using CreateProgramWithIL = cl_program(CL_API_CALL *)(cl_context, const void *,
                                                      size_t, cl_int *);
} // namespace

/// Looked up at run time: neither the ICD loader of every board has it, nor the
/// headers for the version that this library is compiled for.
static CreateProgramWithIL findCreateProgramWithIL(const cl::Device &device,
                                                   const DeviceInfo &info) {
  void *function = nullptr;
  if (info.version >= "OpenCL 2.1")
    function = dlsym(RTLD_DEFAULT, "clCreateProgramWithIL");
  if (!function)
    function = clGetExtensionFunctionAddressForPlatform(
        device.getInfo<CL_DEVICE_PLATFORM>(), "clCreateProgramWithILKHR");
  return reinterpret_cast<CreateProgramWithIL>(function);
}

Result<cl::Program> OpenCLRuntime::createFromIL(const std::string &module) {
  CreateProgramWithIL create = nullptr;
  if (!info.spirv.empty())
    create = findCreateProgramWithIL(device, info);
  if (!create)
    return Error{"device '" + info.name +
                     "' takes no SPIR-V through OpenCL; "
                     "its platform is '" +
                     info.platform + "', its version '" + info.version + "'",
                 Error::Cause::Device};
  cl_int code = CL_SUCCESS;
  cl_program program = create(context(), module.data(), module.size(), &code);
  if (code != CL_SUCCESS)
    return makeError("creating the program from SPIR-V", code);
  return cl::Program(program);
}

Result<cl::Program> OpenCLRuntime::createProgram(const ProgramForm &form) {
  if (form.form == Form::SPIRVOpenCL)
    return createFromIL(form.bytes);
  if (form.form != Form::OpenCLC)
    return Error{std::string("OpenCL takes no program in the form '") +
                 getName(form.form) + "'"};
  cl_int code = CL_SUCCESS;
  cl::Program program(context, form.bytes, /*build=*/false, &code);
  if (code != CL_SUCCESS)
    return makeError("creating the program", code);
  return program;
}

OpenCLRuntime::Built OpenCLRuntime::compile(const ProgramForm &form,
                                            const std::string &options) {
  Result<cl::Program> created = createProgram(form);
  if (!created)
    return created.getError();
  // PoCL prints on the standard error how many warnings there were.
  const std::string withoutWarnings = options + " -w";
  cl_int code = created->build({device}, withoutWarnings.c_str());
  if (code != CL_SUCCESS)
    return describeBuildError(*created, device, info, form.bytes, code);
  auto program = std::make_shared<OpenCLProgram>();
  program->program = std::move(*created);
  return program;
}

//===----------------------------------------------------------------------===//
// From binaries
//===----------------------------------------------------------------------===//

std::shared_ptr<OpenCLProgram>
OpenCLRuntime::buildBinary(const std::string &binary,
                           const std::string &options) {
  cl_int code = CL_SUCCESS;
  std::vector<unsigned char> bytes(binary.begin(), binary.end());
  auto program = std::make_shared<OpenCLProgram>();
  program->program = cl::Program(context, {device}, {bytes}, nullptr, &code);
  if (code != CL_SUCCESS ||
      program->program.build({device}, options.c_str()) != CL_SUCCESS)
    return nullptr;
  program->isFromCache = true;
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

static std::string addOptions(const std::string &options,
                              const ProgramForm &form, const DeviceInfo &info) {
  std::string all = options + " " + getBuildOptions(info);
  if (form.maxRegisters && info.limitsRegisters)
    all += " -cl-nv-maxrregcount=" + std::to_string(*form.maxRegisters);
  if (info.nvidiaComputeCapability != 0)
    all += " -DNVIDIA_COMPUTE_CAPABILITY=" +
           std::to_string(info.nvidiaComputeCapability);
  return all;
}

Result<std::shared_ptr<BuiltProgram>>
OpenCLRuntime::build(const ProgramForm &form, const std::string &givenOptions,
                     const std::string &cacheFolder) {
  const std::string options = addOptions(givenOptions, form, info);
  BinaryCache cache(cacheFolder);
  const std::string name = getName(form.form);
  std::string key;
  for (const std::string *part : {&info.platform, &info.name, &info.version,
                                  &info.driver, &options, &name, &form.bytes})
    key += *part + '\0';
  if (!cacheFolder.empty())
    if (std::optional<std::string> binary = cache.load(key))
      if (std::shared_ptr<BuiltProgram> program = buildBinary(*binary, options))
        return program;
  Built program = compile(form, options);
  if (!program)
    return program.getError();
  if (!cacheFolder.empty()) {
    Result<std::string> binary = getBinary((*program)->program);
    Status status = binary ? cache.store(key, *binary) : binary.getError();
    if (!status)
      (*program)->cacheError = status.getError().message;
  }
  return std::shared_ptr<BuiltProgram>(std::move(*program));
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

static OpenCLKernel::ArgumentKind getArgumentKind(const cl::Kernel &kernel,
                                                  cl_uint number) {
  using Kind = OpenCLKernel::ArgumentKind;
  cl_kernel_arg_address_qualifier space = 0;
  if (kernel.getArgInfo(number, CL_KERNEL_ARG_ADDRESS_QUALIFIER, &space) !=
      CL_SUCCESS)
    return Kind::Unknown;
  switch (space) {
  case CL_KERNEL_ARG_ADDRESS_GLOBAL:
  case CL_KERNEL_ARG_ADDRESS_CONSTANT:
    return Kind::Buffer;
  case CL_KERNEL_ARG_ADDRESS_LOCAL:
    return Kind::LocalMemory;
  default:
    return Kind::Number;
  }
}

static Result<std::vector<OpenCLKernel::ArgumentKind>>
describeArguments(const cl::Kernel &kernel, const std::string &name) {
  cl_uint count = 0;
  cl_int code = kernel.getInfo(CL_KERNEL_NUM_ARGS, &count);
  if (code != CL_SUCCESS)
    return makeError("asking for the arguments of kernel '" + name + "'", code);
  std::vector<OpenCLKernel::ArgumentKind> kinds;
  for (cl_uint i = 0; i < count; ++i)
    kinds.push_back(getArgumentKind(kernel, i));
  return kinds;
}

static Result<KernelMemory> askMemory(const cl::Kernel &kernel,
                                      const std::string &name,
                                      const cl::Device &device) {
  KernelMemory memory;
  cl_ulong bytes = 0;
  cl_int code =
      kernel.getWorkGroupInfo(device, CL_KERNEL_LOCAL_MEM_SIZE, &bytes);
  if (code != CL_SUCCESS)
    return makeError("asking for the local memory of kernel '" + name + "'",
                     code);
  memory.localBytes = bytes;
  // Optional: some drivers do not tell.
  if (kernel.getWorkGroupInfo(device, CL_KERNEL_PRIVATE_MEM_SIZE, &bytes) ==
      CL_SUCCESS)
    memory.privateBytes = bytes;
  return memory;
}

Result<OpenCLKernel *> OpenCLProgram::getKernel(const std::string &name,
                                                const cl::Device &device) {
  auto it = kernels.find(name);
  if (it != kernels.end())
    return &it->second;
  cl_int code = CL_SUCCESS;
  cl::Kernel kernel(program, name.c_str(), &code);
  if (code != CL_SUCCESS)
    return makeError("looking up kernel '" + name + "'", code);
  Result<std::vector<OpenCLKernel::ArgumentKind>> arguments =
      describeArguments(kernel, name);
  if (!arguments)
    return arguments.getError();
  Result<KernelMemory> memory = askMemory(kernel, name, device);
  if (!memory)
    return memory.getError();
  OpenCLKernel described{std::move(kernel), std::move(*arguments), *memory};
  return &kernels.emplace(name, std::move(described)).first->second;
}

Result<KernelMemory> OpenCLRuntime::getKernelMemory(BuiltProgram &program,
                                                    const std::string &name) {
  Result<OpenCLKernel *> kernel =
      static_cast<OpenCLProgram &>(program).getKernel(name, device);
  if (!kernel)
    return kernel.getError();
  return (*kernel)->memory;
}

} // namespace mlir::lift::runtime
