//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares StagedGenerator, which makes programs that keep
// temporaries in any memory, at any depth, inside of any pattern, and map them
// anyhow.
//
// A program is a chain of stages, and so is what a map does with a row: maps
// that are stored, behind views or not; maps and folds and generates that are
// computed where they are read, and store temporaries themselves; reads at
// mirrored, wrapped and computed places. A kernel has a scheme, which says what
// the maps at each depth are mapped to; now and then a map has any other
// mapping. So many, but not all, of the mappings are right: the others are to
// be refused.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_TOOLS_LIFT_FUZZ_STAGEDGENERATOR_H
#define LIFT_TOOLS_LIFT_FUZZ_STAGEDGENERATOR_H

#include "KernelBuilder.h"

namespace mlir::lift::fuzz {

class StagedGenerator : private KernelBuilder {
public:
  using KernelBuilder::KernelBuilder;

  /// Returns the results of the function.
  SmallVector<Value> run();

private:
  //===--------------------------------------------------------------------===//
  // StagedGenerator.cpp: kernels and mappings
  //===--------------------------------------------------------------------===//

  void drawScheme();
  void drawLaunch(Value source);
  SmallVector<Value> createProgram(Value source);
  /// Cuts an array without rows of a constant size into such.
  Value makeRows(Value array);
  /// The mapping of a map at the insertion point.
  MappingAttr drawMapping();
  Mappings drawMappings(unsigned rank);
  bool isLegal(MappingAttr mapping) const;
  /// The memory for a value that a map with `mapping` computes here.
  AddressSpace drawSpace(Type type, MappingAttr mapping);
  /// Whether another group may hold what is computed here.
  bool isAcrossGroups() const;

  //===--------------------------------------------------------------------===//
  // Stages.cpp
  //===--------------------------------------------------------------------===//

  using Stage = Value (StagedGenerator::*)(Value);

  Value grow(Value array, unsigned numStages);
  /// The last stage: maps that compute all that is stored.
  Value finish(Value array);

  // Each returns null where it does not apply to `array`.
  Value storedMap(Value array);
  Value unstoredMap(Value array);
  Value generate(Value array);
  Value rearrange(Value array);
  Value readElsewhere(Value array);
  Value foldToArray(Value array);
  Value foldToTwoArrays(Value array);
  Value scan(Value array);

  Value map(ValueRange inputs, MappingAttr mapping,
            ProgramBuilder::MapBody body);
  Value nest(ValueRange inputs, ArrayRef<MappingAttr> mappings);
  /// What a map computes of one row.
  Value computeRow(Value row);
  Value computeParts(Value row);
  Value store(Value computed, MappingAttr mapping);
  Value copy(Value array, ArrayRef<MappingAttr> mappings, AddressSpace space);
  /// The same elements in an order that can be written.
  Value permute(Value array);
  Value add(Value lhs, Value rhs, ArrayRef<MappingAttr> mappings);
  /// An element that differs from the one at `index`, in most cases.
  Value otherIndex(Value index, const Expr &size);
  /// The accumulator as a step reads it.
  Value readAccumulator(Value accumulator);
  /// A sum or, now and then, the number at one place.
  Value toNumber(Value value);
  SmallVector<Value> pickPartners(Value array);

  /// The mappings of maps by their depth.
  Mappings scheme;
  /// Of the maps around the insertion point.
  Mappings around;
  /// Whether whoever reads an element computes what is around the insertion
  /// point: maps there are for one work-item, in most cases.
  bool isRead = false;
  /// Without kernels, the maps of a function are mapped by the compiler, or by
  /// hand in part.
  bool hasKernel = true;
  bool isPartlyMapped = false;
};

} // namespace mlir::lift::fuzz

#endif // LIFT_TOOLS_LIFT_FUZZ_STAGEDGENERATOR_H
