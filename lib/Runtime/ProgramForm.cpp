//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SPIRVModule.h"

#include <algorithm>

namespace mlir::lift::runtime {

/// What is declared may be listed in any order, and more than once.
static std::vector<std::string> normalize(std::vector<std::string> names) {
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

static Status checkOpenCLC(const std::string &source) {
  if (source.find('\0') != std::string::npos)
    return Error{"is no OpenCL C: it has bytes that are no text"};
  return {};
}

Result<ProgramForm> makeProgramForm(Form form, std::string bytes) {
  ProgramForm program;
  program.form = form;
  program.bytes = std::move(bytes);
  if (form == Form::OpenCLC) {
    if (Status status = checkOpenCLC(program.bytes); !status)
      return status.getError();
    return program;
  }
  Result<SPIRVModule> module = parseSPIRV(program.bytes);
  if (!module)
    return module.getError();
  if (Status status = checkFlavour(*module, form); !status)
    return status.getError();
  for (uint32_t capability : module->capabilities)
    program.capabilities.push_back(getCapabilityName(capability));
  program.capabilities = normalize(std::move(program.capabilities));
  program.extensions = normalize(std::move(module->extensions));
  return program;
}

/// "has the capabilities Int8, Shader, but Shader are listed".
static Status compareNames(const char *what,
                           const std::vector<std::string> &declared,
                           const std::vector<std::string> &listed) {
  const std::vector<std::string> sorted = normalize(listed);
  if (sorted == declared)
    return {};
  auto join = [](const std::vector<std::string> &names) {
    std::string text;
    for (const std::string &name : names)
      text += (text.empty() ? "" : ", ") + name;
    return text.empty() ? "none" : text;
  };
  return Error{std::string("declares the ") + what + " " + join(declared) +
               ", but " + join(sorted) + " are listed"};
}

Status checkProgramForm(const ProgramForm &program) {
  Result<ProgramForm> made = makeProgramForm(program.form, program.bytes);
  if (!made)
    return made.getError();
  Status status =
      compareNames("capabilities", made->capabilities, program.capabilities);
  return status
             ? compareNames("extensions", made->extensions, program.extensions)
             : status;
}

} // namespace mlir::lift::runtime
