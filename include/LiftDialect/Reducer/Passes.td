//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LIFTDIALECT_REDUCER_PASSES_TD
#define LIFTDIALECT_REDUCER_PASSES_TD

include "mlir/Pass/PassBase.td"

def ReducePass : Pass<"lift-reduce-program", "::mlir::ModuleOp"> {
  let summary = "Make a program smaller that a script finds interesting";
  let description = [{
    Makes one change after the other: leaves out functions, their results and
    arguments, and inputs and results of maps and reductions; returns what was
    computed earlier; replaces the results of operations by earlier values or by
    arguments, in the bodies of maps and reductions too; puts these bodies, and
    those of kernels, in the place of the operation; takes choices away. A change
    is kept if the module is valid and the script still finds it interesting; the
    pass ends when none is.

    The script gets the name of a file as its last argument, and exits with 1 if
    the file is interesting (as for upstream's `reduction-tree`), 0 if not. It
    should be interested in the error that is looked for only: `lift-opt FILE`
    fails in many ways.
  }];
  let options = [
    Option<"testerName", "test", "std::string", /*default=*/"",
           "The script that finds a file interesting">,
    ListOption<"testerArgs", "test-arg", "std::string",
               "Arguments of the script before the file">
  ];
}

#endif // LIFTDIALECT_REDUCER_PASSES_TD
