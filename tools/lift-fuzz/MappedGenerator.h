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
// A kernel over work-groups cuts an array into tiles, maps the groups over the
// tiles, and in a group goes through phases: each takes the current value (in
// global, local or private memory) and makes the next, by maps to local ids.
// The last phase computes the group's part of the result.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_TOOLS_LIFT_FUZZ_MAPPEDGENERATOR_H
#define LIFT_TOOLS_LIFT_FUZZ_MAPPEDGENERATOR_H

#include "KernelBuilder.h"
#include "Tiling.h"

namespace mlir::lift::fuzz {

class MappedGenerator : private KernelBuilder {
public:
  using KernelBuilder::KernelBuilder;

  /// Creates one to three kernels; returns the results of the function.
  SmallVector<Value> run();

private:
  /// The value that a phase of a work-group works on.
  struct State {
    Value value;
    AddressSpace space = AddressSpace::Global;
    /// For a private value: the mappings it is spread by.
    Mappings mappings;
  };

  //===--------------------------------------------------------------------===//
  // MappedGenerator.cpp: kernels
  //===--------------------------------------------------------------------===//

  SmallVector<Value> createGlobalKernel(Value source);
  /// Nothing if the source cannot be tiled.
  SmallVector<Value> createGroupKernel(Value source);
  /// Maps work-groups over the outermost dimensions of the tiles.
  Value mapGroups(const Tiling &tiling);

  //===--------------------------------------------------------------------===//
  // Phases.cpp: inside of a work-group
  //===--------------------------------------------------------------------===//

  Value createGroupBody(Value tile, bool hasSteps, bool keepsShape);
  State phase(State state, bool keepsShape);
  State stage(State state);
  State compute(State state);
  State rearrange(State state);
  State reduceToArray(State state);
  State iterate(State state);
  State reduceToScalar(State state);
  State computeAlone(State state);
  /// Adds up the tiles of the outermost dimension, each staged before.
  State accumulateSteps(Value tiles);
  /// The value that the work-group yields.
  Value finish(State state);

  /// Local ids for some of `rank` dimensions, seq for the others.
  Mappings drawMappings(unsigned rank);
  /// The mappings to read `state` with.
  Mappings getMappings(const State &state);
  /// Local values of the same type that are mapped beside one.
  SmallVector<Value> getInputs(const State &state);
  SmallVector<Value> leaf(ValueRange elements);
  /// Adds two arrays by a nest of maps.
  Value add(Value lhs, Value rhs, ArrayRef<MappingAttr> mappings);
  State store(Value value, AddressSpace space, ArrayRef<MappingAttr> mappings);
  /// Copies into memory of the work-group, now and then in vectors.
  Value copyShared(Value array, ArrayRef<MappingAttr> mappings,
                   AddressSpace space);
};

} // namespace mlir::lift::fuzz

#endif // LIFT_TOOLS_LIFT_FUZZ_MAPPEDGENERATOR_H
