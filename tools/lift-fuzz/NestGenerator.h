//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares NestGenerator, which makes what rewrites are about: nests
// of maps and reductions of numbers, and reductions of arrays.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_TOOLS_LIFT_FUZZ_NESTGENERATOR_H
#define LIFT_TOOLS_LIFT_FUZZ_NESTGENERATOR_H

#include "ProgramBuilder.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::lift::fuzz {

/// What a nest must be good for.
struct NestWishes {
  /// The fewest maps, and the fewest reductions.
  unsigned minParallel = 1, minReduced = 0;
  /// The most reductions.
  unsigned maxReduced = 3;
  /// Reassociating it must lead to results that are near each other: the steps
  /// combine, and no numbers are subtracted.
  bool isStable = false;
  /// Constants may be such that sums of them are rounded.
  bool mayRound = false;
  /// There is one reduction, of so many elements as a power of two, whose step
  /// combines the elements as they are.
  bool isPlain = false;
  /// Reductions may be declared associative and commutative that combine their
  /// accumulators with each other. No law holds for them.
  bool hasFalseLaws = false;
};

/// A nest, as far as schedules must know it.
struct NestShape {
  /// The maps, then the reductions.
  SmallVector<Expr> sizes;
  unsigned numParallel = 0;
  bool isAssociative = false, isCommutative = false;
  /// Whether its results stay near what they were if it is reassociated.
  bool isStable = false;
};

/// Gives `func`, whose body is `b`'s insertion point, arguments, a nest and
/// results.
class NestGenerator {
public:
  NestGenerator(ProgramBuilder &b, func::FuncOp func, const NestWishes &wishes)
      : b(b), random(b.random), func(func), wishes(wishes) {}

  /// Maps, in them reductions of numbers, and what is computed from them.
  SmallVector<Value> createNest();
  /// A reduction of arrays that end their steps with views.
  SmallVector<Value> createArrayReduction();
  const NestShape &getShape() const { return shape; }
  /// An argument of the function, or up to so many views of one.
  Value makeArray(ArrayRef<Expr> sizes, Type element, unsigned steps);

private:
  enum class Use { Step, Init, Epilogue };
  /// An array on its way through the loops, and the dimensions that it still
  /// has, outermost first.
  struct Operand {
    Value value;
    SmallVector<unsigned> dims;
    Use use;
  };
  using Operands = SmallVector<Operand>;

  // Arrays from outside.
  Value addArgument(Type type);
  Value viewArray(ArrayRef<Expr> sizes, Type element, unsigned steps);
  Operand makeOperand(Use use, Type element, SmallVector<unsigned> dims);
  void makeOperands(Operands &operands);
  Type drawElement();
  void drawDims();

  // Loops.
  /// The numbers that operands of that use have become.
  static SmallVector<Value> getValues(const Operands &operands, Use use);
  bool isReduced(unsigned dim) const { return dim >= shape.numParallel; }
  void bringToFront(Operand &operand, unsigned dim);
  SmallVector<Value> enter(Operands &operands, unsigned dim);
  Operands leave(Operands operands, unsigned dim, ValueRange elements) const;
  SmallVector<Value> emitMaps(unsigned dim, Operands operands);
  SmallVector<Value> emitReductions(unsigned dim, Operands operands,
                                    ValueRange accumulators);
  /// A number, or now and then an array that is the same for all.
  Value emitResult(ArrayRef<Value> leaves);
  SmallVector<Value> emitResults(ArrayRef<Value> leaves);
  SmallVector<Value> getInits(const Operands &operands);

  // Numbers.
  Value constant(Type type);
  Value scalar(Type type, ArrayRef<Value> leaves);
  Value emit(Type type, unsigned choice, Value lhs, Value rhs);
  void drawCombiners();
  SmallVector<Value> emitStep(ArrayRef<Value> leaves, ValueRange accumulators);

  ProgramBuilder &b;
  Random &random;
  func::FuncOp func;
  NestWishes wishes;
  NestShape shape;
  /// The types of the accumulators, and how each is combined.
  SmallVector<Type> types;
  SmallVector<unsigned> combiners;
  bool combines = true, isEntangled = false, selects = false;
};

} // namespace mlir::lift::fuzz

#endif // LIFT_TOOLS_LIFT_FUZZ_NESTGENERATOR_H
