//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file defines through what kernels are launched, and in which forms
// programs come for it.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_RUNTIME_API_H
#define LIFTDIALECT_RUNTIME_API_H

#include "LiftDialect/Runtime/Error.h"

#include <vector>

namespace mlir::lift::runtime {

/// Through what kernels are launched.
enum class Api {
  /// OpenCL, from OpenCL C.
  OpenCL,
  /// OpenCL, from SPIR-V.
  OpenCLIL,
  Vulkan
};

/// How a program is written.
enum class Form { OpenCLC, SPIRVOpenCL, SPIRVVulkan };

/// As on command lines: "opencl", "opencl-il", "vulkan".
const char *getName(Api api);
/// As in manifests: "opencl-c", "spirv-opencl", "spirv-vulkan".
const char *getName(Form form);
/// "OpenCL" or "Vulkan": for people.
const char *getTitle(Api api);

std::optional<Api> parseApi(const std::string &name);
std::optional<Form> parseForm(const std::string &name);

/// The form that an API takes.
Form getForm(Api api);

/// Kernels in one form.
struct ProgramForm {
  Form form = Form::OpenCLC;
  /// OpenCL C, or a module of SPIR-V.
  std::string bytes;
  /// What a module of SPIR-V declares, by the names of the specification.
  std::vector<std::string> capabilities, extensions;
  /// The registers, of 32 bits, that the work-items of kernels in OpenCL C have
  /// at most, of those that do not say how large their groups are. For drivers
  /// that take an option for it (cl_nv_compiler_options).
  std::optional<int64_t> maxRegisters;

  friend bool operator==(const ProgramForm &lhs, const ProgramForm &rhs) {
    return lhs.form == rhs.form && lhs.bytes == rhs.bytes &&
           lhs.maxRegisters == rhs.maxRegisters;
  }
  friend bool operator!=(const ProgramForm &lhs, const ProgramForm &rhs) {
    return !(lhs == rhs);
  }
};

/// A program with what its bytes declare. The error says why they are no
/// program of that form.
Result<ProgramForm> makeProgramForm(Form form, std::string bytes);

/// Tests that the bytes are a program of the form, which declares what the
/// lists have.
Status checkProgramForm(const ProgramForm &program);

} // namespace mlir::lift::runtime

#endif // LIFTDIALECT_RUNTIME_API_H
