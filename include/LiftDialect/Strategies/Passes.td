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

def OutlineLoopsPass : Pass<"lift-outline-loops", "::mlir::ModuleOp"> {
  let summary = "Let the host go through loops whose steps are parallel";
  let description = [{
    A reduction or scan at the top level of a function whose accumulators are
    arrays, as an iterate with a symbolic count becomes one, and each step of which
    needs all of the one before, is a loop that the whole device goes through step
    by step: one kernel could run in one work-group only. The function becomes a
    driver, marked `lift.driver`: it calls a function for what stands before the
    loop, one for each step, in an `scf.for` or, where all states are kept, in a
    `lift.scan` over the numbers of the steps, and one for what stands behind the
    loop. These are optimized as all functions are. A function takes numbers that
    another one returns as arrays of one element.

    Left in one kernel are steps that are known to go through few elements; scans
    that keep numbers besides arrays; and reductions and scans of arrays element by
    element, which become maps of them. A function that makes choices itself stays
    as it is. So does one whose memory is limited, with a remark: a loop needs its
    state twice.
  }];
  let options = [
    Option<"target", "target", "std::string", /*default=*/"",
           "The device to choose for, as for lift-set-target; by default that of "
           "the module">,
    ListOption<"sizes", "sizes", "std::string",
               "Values that sizes are expected to have, as NAME=INTEGER,...">,
    Option<"maxMemory", "max-memory", "double", /*default=*/"0",
           "The most bytes of device memory, as for lift-optimize; 0 is any "
           "number">
  ];
  let dependentDialects = [
    "::mlir::func::FuncDialect", "::mlir::lift::LiftDialect",
    "::mlir::scf::SCFDialect"
  ];
}

def FuseProducersPass : Pass<"lift-fuse-producers", "::mlir::func::FuncOp"> {
  let summary = "Make one pattern of those that pass elements to each other";
  let description = [{
    Computes elements where the next pattern reads them, in place of memory and a
    kernel of their own: maps of numbers in any pattern that reads each of them
    once; what is done to each element of the result of a contraction or a
    reduction, in its kernel; all that is computed from the same rows, as softmax
    and layer normalisation, in one. Views between them that cut, join or exchange
    dimensions do so to the loops instead.

    First, reductions of arrays, element by element, become reductions of each
    element, so that what is parallel is the outer loop. Inside of a body, what
    one pattern reads is computed there. Conversions to wider numbers are
    repeated for each reader; so are a few sums and products of the numbers of a
    row, for what else reads it, and of an array, for windows of it that stencils
    read. A function that makes choices itself (kernels, memory, mappings,
    parameters) stays as it is. Remarks say what has been fused, and why the rest
    has not.
  }];
  let statistics = [
    Statistic<"numFused", "num-fused",
              "Number of patterns that are computed where they are read">
  ];
  let dependentDialects = ["::mlir::lift::LiftDialect"];
}

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
           "::mlir::lift::AssumedValues()">,
    Option<"maxMemory", "max-memory", "double", /*default=*/"0",
           "The most bytes of device memory, as a multiple of those of arguments "
           "and results; 0 is any number">,
    Option<"printSchedules", "print-schedules", "bool", /*default=*/"false",
           "Print the schedules, as scripts of the transform dialect, which "
           "lift-apply-schedule takes">
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

def ApplySchedulePass : Pass<"lift-apply-schedule", "::mlir::ModuleOp"> {
  let summary = "Apply the schedules of a file";
  let description = [{
    Applies schedules, scripts of the transform dialect, one after another. What
    `lift-optimize{print-schedules}` prints does the same to the program that it
    has been printed for. In a file they have a line `// -----` between them.

    A module with a name is a schedule for the function of that name, one without
    for each function of Lift. A step that does not apply is an error, at the step,
    with a note at the place in the program.
  }];
  let options = [
    Option<"file", "file", "std::string", /*default=*/"",
           "The file of the schedules">,
    Option<"text", "text", "std::string", /*default=*/"",
           "The schedules themselves, instead of a file">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::lift::LiftDialect",
    "::mlir::math::MathDialect", "::mlir::transform::TransformDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def ListRewritesPass : Pass<"lift-list-rewrites"> {
  let summary = "Print which rewrites apply to which pattern, and why not";
  let description = [{
    Prints for each pattern, with its location and with its number in the body of
    each pattern around it (as `transform.lift.match_pattern` counts): the nest
    that it is the root of; each rewrite for its kind of pattern that applies, or
    the reason why it does not; and, if it stands at the top level of a function,
    the strategy of lift-optimize for it. Changes nothing: each is tried on a copy
    of the function.

    Numbers of elements are as small as they can be, so that a rewrite that needs
    parts applies if there are any parts for which it does.

    In a module prints all functions; in a function, that function.
  }];
  let options = [
    Option<"format", "format", "::mlir::lift::ListFormat",
           /*default=*/"::mlir::lift::ListFormat::Text", "How it is printed",
           [{::llvm::cl::values(
             clEnumValN(::mlir::lift::ListFormat::Text, "text",
                        "A line for each rewrite (default)"),
             clEnumValN(::mlir::lift::ListFormat::Json, "json",
                        "One JSON object"))}]>,
    Option<"target", "target", "std::string", /*default=*/"",
           "The device that strategies choose for, as for lift-optimize">,
    ListOption<"sizes", "sizes", "std::string",
               "Values that they expect sizes to have, as NAME=INTEGER,...">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::lift::LiftDialect",
    "::mlir::math::MathDialect", "::mlir::transform::TransformDialect",
    "::mlir::vector::VectorDialect"
  ];
}

#endif // LIFTDIALECT_STRATEGIES_PASSES_TD
