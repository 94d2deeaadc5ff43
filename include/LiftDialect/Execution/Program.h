//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the function that is run and what it takes and returns.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_EXECUTION_PROGRAM_H
#define LIFTDIALECT_EXECUTION_PROGRAM_H

#include "LiftDialect/Evaluator/Evaluator.h"
#include "LiftDialect/Runtime/Bytes.h"
#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace llvm {
class SourceMgr;
} // namespace llvm

namespace mlir::lift::run {

/// One buffer or number that crosses the boundary of the function.
struct Parameter {
  std::string name;
  Leaf leaf;
  /// What the argument always is, in memory of the context; none if the user
  /// gives it.
  runtime::Bytes constant;
  bool isScalar() const { return leaf.sizes.empty(); }
  /// As in MLIR: "!lift.array<N x f32>".
  std::string str() const;
};

/// What must hold of data for a run to succeed: the function has a result that
/// says so.
struct DataAssertion {
  std::string message;
  Location loc;
};

/// A module and the function in it that is run.
struct Program {
  OwningOpRef<ModuleOp> module;
  func::FuncOp entry;
  /// `entry`, where the program is const: operations are handles.
  func::FuncOp getEntry() const { return entry; }
  /// Reports an error at the function that starts with its name.
  InFlightDiagnostic emitError() const;
  /// `entry` is host code, with kernels beside it.
  bool isLowered = false;
  /// The type in terms of Lift arrays.
  FunctionType signature;
  std::vector<Parameter> arguments;
  std::vector<Parameter> results;
  /// One for each of the results of the function that come after these.
  std::vector<DataAssertion> assertions;
  /// Every size name, in the order of first appearance.
  std::vector<std::string> sizeNames;
  /// The tuning names that the function declares.
  std::vector<std::string> paramNames;
};

/// Fills in `program` from its module and entry. Reports what no run could
/// make sense of.
LogicalResult describeProgram(Program &program);

/// How functions on tensors become Lift programs.
struct TensorOptions {
  /// Sums and products of floats may be computed in any order.
  bool reassociate = false;
  /// Assertions on data are left out.
  bool ignoreAssertions = false;
};

/// Parses the file (`-` is the standard input) into `program` and finds the
/// function `entryName`, or the only one there is. Functions on tensors become
/// Lift programs. Reports what is wrong.
LogicalResult loadProgram(StringRef fileName, StringRef entryName,
                          llvm::SourceMgr &sourceMgr, MLIRContext &context,
                          Program &program, TensorOptions options = {});

/// The same for the one buffer of `sourceMgr`.
LogicalResult parseProgram(llvm::SourceMgr &sourceMgr, StringRef entryName,
                           MLIRContext &context, Program &program,
                           TensorOptions options = {});

} // namespace mlir::lift::run

#endif // LIFTDIALECT_EXECUTION_PROGRAM_H
