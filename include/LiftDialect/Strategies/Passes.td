//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_STRATEGIES_PASSES_TD
#define LIFTDIALECT_STRATEGIES_PASSES_TD

include "mlir/Pass/PassBase.td"

def OptimizePass : Pass<"lift-optimize", "::mlir::func::FuncOp"> {
  let summary = "Choose how a function runs that makes no choices itself";
  let description = [{
    Writes a schedule for each pattern at the top level of a function, by the
    shape of its nest alone, and applies it: tiles, memory, vectors, and what
    runs in parallel. A function that says any of this itself stays as it is. So
    does a pattern that no strategy fits, with a remark that says why.

    Where a size is expected to be a multiple of a tile, the function requires it
    of its sizes; where it is not, operands are padded.
  }];
  let options = [
    Option<"target", "target", "std::string", /*default=*/"",
           "The device to choose for, as for lift-set-target; by default that of "
           "the module">,
    ListOption<"sizes", "sizes", "std::string",
               "Values that sizes are expected to have, as NAME=INTEGER,...">,
    Option<"assumed", "assumed", "::mlir::lift::Assumed",
           /*default=*/"::mlir::lift::Assumed::Nothing",
           "What is assumed, and then required, of other sizes",
           [{::llvm::cl::values(
             clEnumValN(::mlir::lift::Assumed::Nothing, "nothing",
                        "Any sizes (default)"),
             clEnumValN(::mlir::lift::Assumed::Large, "large", "Many tiles"),
             clEnumValN(::mlir::lift::Assumed::Few, "few",
                        "Few tiles and long sums, of whole vectors"),
             clEnumValN(::mlir::lift::Assumed::InnerAligned, "inner-aligned",
                        "Whole vectors and tiles where elements are neighbours"),
             clEnumValN(::mlir::lift::Assumed::Aligned, "aligned",
                        "Whole tiles"),
             clEnumValN(::mlir::lift::Assumed::LargeAligned, "large-aligned",
                        "Many whole tiles"))}]>,
    Option<"printSchedules", "print-schedules", "bool", /*default=*/"false",
           "Print the schedules, as scripts of the transform dialect">
  ];
  let statistics = [
    Statistic<"numOptimized", "num-optimized",
              "Number of patterns that a strategy has been found for">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::lift::LiftDialect",
    "::mlir::math::MathDialect", "::mlir::transform::TransformDialect",
    "::mlir::vector::VectorDialect"
  ];
}

#endif // LIFTDIALECT_STRATEGIES_PASSES_TD
