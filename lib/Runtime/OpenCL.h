//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file says how lib/Runtime includes OpenCL: without exceptions, and with
// the versions that Debian's header compiles for.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_RUNTIME_OPENCL_H
#define LIFT_LIB_RUNTIME_OPENCL_H

#include "LiftDialect/Runtime/Runtime.h"

#define CL_HPP_TARGET_OPENCL_VERSION 200
#define CL_HPP_MINIMUM_OPENCL_VERSION 110
#include <CL/opencl.hpp>

namespace mlir::lift::runtime {

/// The symbolic name of an error code: "CL_OUT_OF_RESOURCES".
std::string getErrorName(cl_int code);

/// "building the program failed: CL_BUILD_PROGRAM_FAILURE (-11)"; `doing` says
/// what was being done.
Error makeError(const std::string &doing, cl_int code);

/// Every available device, in the order of listOpenCLDevices().
Result<std::vector<cl::Device>> getDevices();

/// The options that all programs are built with for a device: a launch asks
/// what the arguments of its kernel are, and f32 quotients and square roots are
/// rounded correctly where that is possible.
std::string getBuildOptions(const DeviceInfo &info);

} // namespace mlir::lift::runtime

#endif // LIFT_LIB_RUNTIME_OPENCL_H
