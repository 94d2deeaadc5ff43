//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares how a function is run. Errors that belong to no operation
// are reported to the program's context, at an unknown location.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_EXECUTION_EXECUTIONOPTIONS_H
#define LIFTDIALECT_EXECUTION_EXECUTIONOPTIONS_H

#include "LiftDialect/Runtime/Api.h"
#include "LiftDialect/Runtime/Array.h"
#include "mlir/Support/LLVM.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace mlir::lift::run {

/// How a run ended; what the process returns.
enum ExitCode {
  Success = 0,
  BadInput = 1,
  VerificationFailed = 2,
  RunFailed = 3
};

/// `NAME=VALUE` as the user wrote it.
struct NamedText {
  std::string name;
  std::string text;
};

struct ExecutionOptions {
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;
  std::map<std::string, int64_t> sizes;
  std::map<std::string, int64_t> params;
  std::vector<NamedText> scalars;
  std::string pipeline;
  /// How maps run that the program leaves unmapped, as lift-to-gpu takes it.
  std::string mapping = "default";
  /// Whether functions that make no choices are optimized, and the sizes that
  /// they are optimized for.
  bool optimize = true;
  std::map<std::string, int64_t> expectedSizes;
  /// The target that they are optimized for, if `target` is none.
  std::string optimizeFor;
  /// Whether OpenCL C computes with half numbers even if the target does not
  /// say that it has them.
  bool nativeHalf = false;
  /// What is assumed of other sizes, as lift-optimize takes it.
  std::string assumed = "nothing";
  /// Options of the pipeline lift-to-gpu, unless `pipeline` is another.
  std::vector<std::string> lowering;
  /// Whether to run mappings that let work-items use what others may not have
  /// finished.
  bool unsafeMapping = false;
  /// What the kernels are made for, as for lift-set-target; by default what the
  /// module says.
  std::string target;
  /// Through what kernels run, and on which device.
  runtime::Api api = runtime::Api::OpenCL;
  std::string device;
  /// Whether Vulkan's validation layer watches.
  bool validate = false;
  /// The forms that kernels are printed in; none stands for the one that `api`
  /// takes.
  std::vector<runtime::Form> forms;
  bool verify = false;
  /// Elements per result to verify; nothing for all.
  std::optional<int64_t> samples;
  double rtol = 0;
  double atol = 0;
  uint64_t seed = 0;
  runtime::InputKind inputKind = runtime::InputKind::Uniform;
  unsigned repeat = 1;
  /// Where packages are kept that have been compiled; empty for nowhere.
  std::string cacheFolder;
};

} // namespace mlir::lift::run

#endif // LIFTDIALECT_EXECUTION_EXECUTIONOPTIONS_H
