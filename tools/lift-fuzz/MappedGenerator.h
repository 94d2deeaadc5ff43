//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares MappedGenerator, which makes programs as people write them
// by hand: kernels with launch sizes, mapped patterns, staged tiles.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_TOOLS_LIFT_FUZZ_MAPPEDGENERATOR_H
#define LIFT_TOOLS_LIFT_FUZZ_MAPPEDGENERATOR_H

#include "ChainGenerator.h"

namespace mlir::lift::fuzz {

class MappedGenerator {
public:
  MappedGenerator(ProgramBuilder &b, StringRef name)
      : b(b), random(b.random), chains(b), name(name) {}

  /// Creates one to three kernels; returns the results of the function.
  SmallVector<Value> run();

private:
  ProgramBuilder &b;
  Random &random;
  ChainGenerator chains;
  std::string name;
};

} // namespace mlir::lift::fuzz

#endif // LIFT_TOOLS_LIFT_FUZZ_MAPPEDGENERATOR_H
