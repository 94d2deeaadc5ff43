//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares ShapeGenerator, which makes what strategies look for:
// contractions, reductions of rows, of columns and of whole arrays.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_TOOLS_LIFT_FUZZ_SHAPEGENERATOR_H
#define LIFT_TOOLS_LIFT_FUZZ_SHAPEGENERATOR_H

#include "NestGenerator.h"

namespace mlir::lift::fuzz {

/// Gives `func`, whose body is `b`'s insertion point, arguments, patterns
/// without choices, and results. All sums are exact for small integers.
class ShapeGenerator {
public:
  /// With `isAligned` most sizes are whole tiles.
  ShapeGenerator(ProgramBuilder &b, func::FuncOp func, bool isAligned)
      : b(b), random(b.random), func(func), arrays(b, func, {}),
        isAligned(isAligned) {}

  SmallVector<Value> run();
  /// The best element of an array, or of rows, and its index.
  SmallVector<Value> runBest();

private:
  /// An array that a nest goes through, and which of the nest's loops do.
  struct Factor {
    Value value;
    SmallVector<unsigned> loops;
  };
  using Body = function_ref<SmallVector<Value>(ValueRange elements)>;

  Expr drawSize(std::initializer_list<int64_t> values);
  Type drawType();
  bool drawLaw() { return random.chance(75); }
  /// An array with these of the dimensions, read in their order.
  Factor makeFactor(Type type, SmallVector<unsigned> dims);
  /// Maps over loops `first` to `last`; `body` gets what the factors have
  /// become.
  SmallVector<Value> maps(unsigned first, unsigned last,
                          SmallVector<Factor> factors, Body body);
  /// A chain of reductions over the loops from `first`; `body` makes the terms.
  SmallVector<Value> reductions(unsigned first, SmallVector<Factor> factors,
                                ValueRange accumulators, Body body);
  Value combine(unsigned kind, Value lhs, Value rhs);
  Value getNothing(unsigned kind, Type type);
  Value multiply(Value lhs, Value rhs);
  Value isGreater(Value lhs, Value rhs);
  Value constant(Type type, int64_t value) { return b.constant(type, value); }
  /// What a nest makes of a sum, and of a number beside it.
  Value finish(Value sum, ArrayRef<Value> others);
  /// What a map computes of each number of an array, perhaps with one of
  /// another.
  Value mapNumbers(Value array);

  SmallVector<Value> contraction();
  SmallVector<Value> addedProducts();
  SmallVector<Value> rows();
  SmallVector<Value> normalizedRows();
  SmallVector<Value> whole();
  SmallVector<Value> rowsAndColumns();
  SmallVector<Value> pairs();
  SmallVector<Value> fewSums();
  SmallVector<Value> scans();
  /// How the accumulators of a step depend on each other.
  enum class Recurrence { Signed, Restarted, SecondOrder, GreatestSum, Best };
  static unsigned countAccumulators(Recurrence kind);
  SmallVector<Value> emitStep(Recurrence kind, Value element, ValueRange known);
  SmallVector<Value> recurrences(bool isBest = false);
  SmallVector<unsigned> drawLoops();
  Value mapToFew(unsigned loop, Value indices);
  Value readBins(Value bins, Value indices);
  SmallVector<Value> histograms();
  /// What bodies do that do several things, to what the loops of the nest from
  /// `first` on go through.
  Value clampSmall(Value number);
  Value mapElements(unsigned first, ValueRange arrays, Value number);
  Value sumElements(unsigned first, ValueRange arrays);
  Value sumWindows(unsigned first, Value array);
  Value scanRow(unsigned first, Value array);
  Value multiplyMatrix(unsigned first, Value matrix, Value array);
  SmallVector<Value> bodies();
  /// What a step of a loop makes of the arrays that it knows, and of a number.
  Value nextState(ArrayRef<Value> known, Value number, Value matrix);
  /// A reduction of `inputs`, or a scan, whose state is arrays and maybe a
  /// number.
  SmallVector<Value> loop(bool isScan, Value inputs, ValueRange inits,
                          Value weights, Value matrix);
  SmallVector<Value> loops();
  SmallVector<Value> elements();
  SmallVector<Value> draw();
  /// An array whose parts are a result and sums of rows.
  Value addPart(Value result);
  Value viewResult(Value array);
  Value readResult(Value array);
  Value mapElementsOf(Value array);
  void useResults(SmallVectorImpl<Value> &results);
  SmallVector<Value> planes();
  Value windows(Value plane, unsigned dim);
  SmallVector<Value> windowsOfMap();
  Value slideAll(Value array, ArrayRef<int64_t> window);
  SmallVector<Value> neighbours();
  SmallVector<Value> convolution();
  SmallVector<Value> rowsOfWindows();

  ProgramBuilder &b;
  Random &random;
  func::FuncOp func;
  NestGenerator arrays;
  bool isAligned;
  /// How often the step of a nest may run.
  int64_t mostTrips = 70000;
  /// The loops of the nest, and how its accumulators are combined.
  SmallVector<Expr> sizes;
  SmallVector<unsigned> kinds;
  bool isAssociative = false, isCommutative = false;
  /// Whether the sums of a chain start from nothing, and are added to those
  /// around them, or go on from these.
  bool startsFromNothing = false;
  /// Whether a condition chooses between all accumulators and terms instead.
  bool selects = false;
};

} // namespace mlir::lift::fuzz

#endif // LIFT_TOOLS_LIFT_FUZZ_SHAPEGENERATOR_H
