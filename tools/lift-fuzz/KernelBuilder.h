//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares KernelBuilder: kernels with launch sizes, whatever is in
// them.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_TOOLS_LIFT_FUZZ_KERNELBUILDER_H
#define LIFT_TOOLS_LIFT_FUZZ_KERNELBUILDER_H

#include "ChainGenerator.h"

namespace mlir::lift::fuzz {

class KernelBuilder {
public:
  KernelBuilder(ProgramBuilder &b, StringRef name)
      : b(b), random(b.random), chains(b), name(name) {}

protected:
  using KernelBody = function_ref<Value()>;
  /// A kernel that yields what `body` returns, now and then twice. No results
  /// if that is null.
  SmallVector<Value> createKernel(KernelBody body);
  /// A kernel's result in another shape: what is computed is stored through
  /// these views.
  Value rearrangeResult(Value array);
  /// An array of numbers to read.
  Value pickSource();

  void drawLocalSizes();
  /// Some number of groups in a dimension for so many tiles.
  Expr drawGroups(const Expr &count);
  void setGroups(unsigned dim, const Expr &groups);

  ProgramBuilder &b;
  Random &random;
  ChainGenerator chains;
  std::string name;

  /// Of the current kernel.
  SmallVector<Expr> localSize, globalSize;
  unsigned numLocalDims = 1;
  unsigned numKernels = 0;
};

} // namespace mlir::lift::fuzz

#endif // LIFT_TOOLS_LIFT_FUZZ_KERNELBUILDER_H
