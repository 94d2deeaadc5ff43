//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares making a whole program from a seed.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_TOOLS_LIFT_FUZZ_PROGRAMGENERATOR_H
#define LIFT_TOOLS_LIFT_FUZZ_PROGRAMGENERATOR_H

#include "Check.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::lift::fuzz {

/// How the program is to run.
enum class ProgramKind {
  /// Some of each.
  Any,
  /// No choices: the pipeline maps it.
  Default,
  /// lift.kernel and mappings, as if written by hand.
  Mapped,
  /// Temporaries in any memory and any mappings, of which some are not right.
  Staged,
  /// Patterns without choices that some strategy takes; not among any.
  Shaped,
  /// One of any or of shapes, whose maps and reductions have any vector widths,
  /// of which most cannot be used; not among any.
  Widths,
  /// A schedule and a program for it: a nest of loops, or, for rewrites that
  /// are not of nests, one of shapes or without choices; not among any.
  Rewritten
};

/// A module with one function, and the sizes it is run with.
struct GeneratedProgram {
  OwningOpRef<ModuleOp> module;
  /// The values of size names.
  SizeBindings sizes;
  /// The values of tuning names.
  SizeBindings params;
  /// What is to be applied to it, and the operation that this is about.
  std::string schedule, rewrite;
  /// What it is compiled for, and what is assumed of the sizes; nothing if they
  /// are expected to be what they are.
  std::string target, assumed;
  /// An option of lift-to-gpu that changes no result, or nothing.
  std::string lowering;
  Accuracy accuracy = Accuracy::Exact;
};

/// The program of `seed`; its function is called `@p<seed>`.
GeneratedProgram generateProgram(MLIRContext *context, uint64_t seed,
                                 ProgramKind kind);

} // namespace mlir::lift::fuzz

#endif // LIFT_TOOLS_LIFT_FUZZ_PROGRAMGENERATOR_H
