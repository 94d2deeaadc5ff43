//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares ChainGenerator, which makes chains of operations: each
// takes what the one before made, and now and then other values in scope.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_TOOLS_LIFT_FUZZ_CHAINGENERATOR_H
#define LIFT_TOOLS_LIFT_FUZZ_CHAINGENERATOR_H

#include "ProgramBuilder.h"

namespace mlir::lift::fuzz {

/// Arrays of more dimensions are not made, nor patterns nested deeper.
inline constexpr unsigned kMaxRank = 5;
inline constexpr unsigned kMaxDepth = 7;

class ChainGenerator {
public:
  explicit ChainGenerator(ProgramBuilder &b);

  /// Applies `steps` random operations to `value`, one after the other.
  Value grow(Value value, unsigned steps);
  /// Applies random views to `array`; the result is an array.
  Value rearrange(Value array, unsigned steps);
  /// What a body makes of its arguments: a scalar or array.
  Value combine(ValueRange arguments);
  /// The same, but always a number.
  Value combineToScalar(ValueRange arguments);
  /// Arithmetic on `leaves` (numbers) and others in scope; the result has type
  /// `type`.
  Value scalar(Type type, ArrayRef<Value> leaves, unsigned size);
  /// Reduces whatever `value` is to a number.
  Value toScalar(Value value);
  /// A value of the same type as `value`, computed element by element with
  /// loops of its own.
  Value elementwise(Value value);
  /// Some number in scope or a constant.
  Value anyScalar(Type type);
  /// Reads the elements of `array` at other indices, as a function or an array
  /// of numbers says. Null where that does not apply.
  Value gather(Value array);
  Value lookup(Value array);
  /// Numbers read from arguments, through tuples, and reductions of arrays.
  SmallVector<Value> toScalars(ValueRange arguments);

private:
  using Step = Value (ChainGenerator::*)(Value);
  struct Choice {
    Step step;
    unsigned weight;
  };
  static const Choice kChoices[];
  Step drawStep();
  Value randomStep(Value value);

  // Each returns null where it does not apply to `value`.
  Value split(Value array);
  Value join(Value array);
  Value transpose(Value array);
  Value slide(Value array);
  Value slideTwo(Value array);
  Value pad(Value array);
  Value padAndTake(Value array);
  Value take(Value array);
  Value drop(Value array);
  Value reverse(Value array);
  Value concat(Value array);
  Value broadcast(Value value);
  Value asVector(Value array);
  Value asScalar(Value array);
  Value map(Value array);
  Value mapTwoResults(Value array);
  Value generate(Value array);
  Value scatter(Value array);
  Value at(Value array);
  Value reduceToScalar(Value array);
  Value reduceTwo(Value array);
  Value reduceWhile(Value array);
  Value scatterReduce(Value array);
  Value scan(Value array);
  /// Whether the rows of an array can be added up by a fold.
  bool canAddRows(lift::ArrayType type);
  Value scanArrays(Value array);
  Value reduceToArray(Value array);
  Value reduceToTwoArrays(Value array);
  Value zipAndMap(Value array);
  Value mapAndUnzip(Value array);
  Value iterate(Value array);
  Value store(Value array);
  Value copy(Value array);
  Value mapElements(Value array);

  /// Other arrays that can be mapped beside `array`.
  SmallVector<Value> pickPartners(Value array, unsigned max);
  /// A random order of the dimensions that changes something.
  SmallVector<int64_t> pickPermutation(unsigned rank);
  /// An index that takes each value below `length` once, as `index` does.
  Value permuteIndex(Value index, const Expr &length);
  /// Any number in scope as an index.
  Value scalarIndex();
  /// An array of `length` numbers that depend on their indices.
  Value indexNumbers(const Expr &length);
  /// The memory that a value may be stored in at the insertion point.
  std::optional<AddressSpace> pickSpace(Type type) const;
  /// A vector of the same type as `vector`.
  Value onLanes(Value vector);
  /// A comparison of numbers.
  Value condition(ArrayRef<Value> leaves);
  /// The body of a reduction with one accumulator that is a number.
  Value accumulate(ValueRange elements, Value accumulator);
  /// Whether a step of an iterate fits, and which.
  Value iterateHalving(Value array);
  Value iterateGrowing(Value array);
  Value iterateRepeating(Value array);
  Value iterateCeiling(Value array);
  /// Adds the elements of pairs: ... x 2 x T to ... x T.
  Value addPairs(Value pairs);
  /// Two arrays of numbers, element by element.
  Value add(Value lhs, Value rhs);

  Value floatScalar(ArrayRef<Value> leaves, unsigned size);
  Value intScalar(Type type, ArrayRef<Value> leaves, unsigned size);
  Value leaf(Type type, ArrayRef<Value> leaves);
  Value select(Type type, ArrayRef<Value> leaves, unsigned size);

  ProgramBuilder &b;
  Random &random;
  /// What this program has more of than others: rare operations meet each other
  /// in some programs.
  SmallVector<Step> favourites;
};

} // namespace mlir::lift::fuzz

#endif // LIFT_TOOLS_LIFT_FUZZ_CHAINGENERATOR_H
