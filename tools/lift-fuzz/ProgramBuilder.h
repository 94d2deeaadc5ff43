//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares ProgramBuilder: creates operations, and keeps what a
// random choice must know: the values of sizes, the values in scope, and how
// often the current point runs.
//
// Sizes may be symbolic; each name has a value that is fixed before the
// program is made, and only operations are created whose constraints hold for
// these values.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_TOOLS_LIFT_FUZZ_PROGRAMBUILDER_H
#define LIFT_TOOLS_LIFT_FUZZ_PROGRAMBUILDER_H

#include "LiftDialect/Evaluator/Evaluator.h"
#include "LiftDialect/LiftOps.h"
#include "Random.h"
#include "mlir/IR/Builders.h"

#include <set>
#include <variant>

namespace mlir::lift::fuzz {

using Mappings = SmallVector<MappingAttr>;

class ProgramBuilder {
public:
  ProgramBuilder(MLIRContext *context, Random &random)
      : builder(context), random(random), loc(UnknownLoc::get(context)) {}

  OpBuilder builder;
  Random &random;
  /// The program, for what is made beside its function.
  ModuleOp module;
  /// The values of size names and tuning names.
  SizeBindings sizes;
  /// The tuning names among them.
  std::set<std::string> params;

  //===--------------------------------------------------------------------===//
  // Sizes
  //===--------------------------------------------------------------------===//

  int64_t valueOf(const Expr &size) const;
  /// Whether the size is a number once tuning names have values.
  bool isConstant(const Expr &size) const;
  bool isConstant(Type type) const;
  SmallVector<int64_t> shapeOf(Value array) const;
  /// 1 for a scalar.
  int64_t countElements(Type type) const;
  /// A divisor of the value of `size`: a number, or now and then a name that
  /// has one as its value.
  Expr pickDivisor(const Expr &size);
  /// The lanes of vectors that the innermost numbers of `array` can be put
  /// into, if there are any.
  std::optional<int64_t> pickWidth(Value array);
  /// A name for the step of an iterate that has not been used.
  std::string makeStepName();

  //===--------------------------------------------------------------------===//
  // Scope
  //===--------------------------------------------------------------------===//

  /// All values that an operation at the insertion point may use.
  SmallVector<Value> visible;
  /// Values in scope of which `accept` holds.
  SmallVector<Value> collect(function_ref<bool(Value)> accept) const;
  /// Arrays in scope whose outermost size is `size`.
  SmallVector<Value> collectArrays(const Expr &size) const;

  /// How many patterns are around the insertion point, and how often it runs.
  unsigned depth = 0;
  int64_t trips = 1;
  /// Whether so many elements may be computed here.
  bool isAffordable(int64_t numElements) const;

  //===--------------------------------------------------------------------===//
  // Operations
  //===--------------------------------------------------------------------===//

  Value floatConstant(float value);
  /// A number of a scalar type.
  Value constant(Type type, int64_t value);
  Value size(const Expr &size);

  /// Chooses, of two lists of numbers, the one that comes first in a random
  /// order of such lists, by one condition.
  SmallVector<Value> chooseFirst(ValueRange known, ValueRange others);

  Value split(Value array, const Expr &chunk, unsigned dim);
  Value join(Value array, unsigned dim);
  Value transpose(Value array, ArrayRef<int64_t> permutation);
  Value slide(Value array, ArrayRef<Expr> size, ArrayRef<Expr> step,
              unsigned firstDim);
  /// Adds elements to dimension `dim`; `value` is for PadMode::Constant.
  Value pad(Value array, const Expr &low, const Expr &high, unsigned dim,
            PadMode mode, Value value = {});
  Value take(Value array, const Expr &size, unsigned dim);
  Value drop(Value array, const Expr &size, unsigned dim);
  Value reverse(Value array, ArrayRef<int64_t> dims);
  Value concat(ValueRange arrays, unsigned dim);
  Value broadcast(Value value, ArrayRef<Expr> sizes, unsigned dim);
  using IndexBody = function_ref<Value(Value index)>;
  /// An index function that `body` makes; it stays in bounds.
  Value gather(Value array, const Expr &bound, unsigned dim, IndexBody body);
  /// The same, but a permutation.
  Value scatter(Value array, unsigned dim, IndexBody body);
  using GenerateBody = function_ref<Value(ValueRange indices)>;
  Value generate(ArrayRef<Expr> bounds, GenerateBody body);
  Value lookup(Value array, Value indices, unsigned dim, Value outside);
  /// `outside` is for a position that may be out of bounds.
  Value at(Value array, std::variant<Value, Expr> position, unsigned dim,
           Value outside = {});
  Value asVector(Value array, int64_t width);
  Value asScalar(Value array);
  Value materialize(Value array, AddressSpace space);
  Value copy(Value array, ArrayRef<MappingAttr> mappings, AddressSpace space);
  Value zip(ValueRange arrays);
  SmallVector<Value> unzip(Value array);
  Value tuple(ValueRange values);
  Value get(Value tuple, unsigned index);

  using MapBody = function_ref<SmallVector<Value>(ValueRange elements)>;
  using ReduceBody = function_ref<SmallVector<Value>(ValueRange elements,
                                                     ValueRange accumulators)>;
  SmallVector<Value> map(ValueRange inputs, MappingAttr mapping, MapBody body);
  /// One map inside the other, one for each mapping (null: unmapped).
  SmallVector<Value> nest(ValueRange inputs, ArrayRef<MappingAttr> mappings,
                          MapBody body);
  SmallVector<Value> reduce(ValueRange inputs, ValueRange inits,
                            ReduceBody body);
  SmallVector<Value> scan(ValueRange inputs, ValueRange inits, ReduceBody body);
  using Predicate =
      function_ref<Value(ValueRange elements, ValueRange accumulators)>;
  SmallVector<Value> reduceWhile(ValueRange inputs, ValueRange inits,
                                 Predicate predicate, ReduceBody body);
  SmallVector<Value> scatterReduce(ValueRange inputs, ValueRange inits,
                                   ReduceBody body);
  /// Calls a function of two i32 that is given as C code; adds it to the
  /// program if need be.
  Value callUserFunction(Value lhs, Value rhs);
  using StepBody = function_ref<Value(Value array)>;
  /// Null if the sizes make no legal iterate.
  Value iterate(Value array, int64_t count, StepBody body);

  MappingAttr mapping(MappingKind kind, unsigned dim = 0);
  ArrayAttr sizeList(ArrayRef<Expr> values);
  Location getLoc() const { return loc; }

private:
  /// Adds the region of an index function to an operation that is created.
  void addIndexFunction(OperationState &state, ArrayRef<Expr> bounds,
                        GenerateBody body);
  /// Adds a region to a fold that is created; its arguments are elements of the
  /// inputs and the accumulators.
  void addFoldRegion(OperationState &state, ValueRange inputs,
                     TypeRange accumulators, ReduceBody body);
  /// Row padding for a tile in local memory, now and then.
  DenseI64ArrayAttr drawRowPadding(Type type, AddressSpace space);
  /// How many buffers such a tile has, now and then.
  IntegerAttr drawBuffers(AddressSpace space);
  /// How many elements a pattern computes at a time, now and then.
  IntegerAttr drawVectorWidth(ValueRange inputs);
  /// Runs `body` as the inside of a pattern of `count` trips, where `arguments`
  /// are in scope.
  void inside(int64_t count, ValueRange arguments, function_ref<void()> body);
  SizeAttr sizeAttr(const Expr &value);

  Location loc;
  unsigned numSteps = 0;
};

inline ArrayType getArrayType(Value value) {
  return dyn_cast<ArrayType>(value.getType());
}
inline bool isArray(Value value) { return isa<ArrayType>(value.getType()); }
/// The scalar, vector or tuple at the bottom of an array; other types as they
/// are.
Type getElementType(Type type);
inline bool isVector(Type type) { return isa<VectorType>(type); }
/// A type that programs compute with.
inline bool isNumber(Type type) {
  return type.isF32() || type.isInteger(8) || type.isInteger(16) ||
         type.isInteger(32) || type.isInteger(64);
}

} // namespace mlir::lift::fuzz

#endif // LIFT_TOOLS_LIFT_FUZZ_PROGRAMBUILDER_H
