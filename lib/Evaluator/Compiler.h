//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the compiler from a function to the evaluator's program.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_EVALUATOR_COMPILER_H
#define LIFT_LIB_EVALUATOR_COMPILER_H

#include "LiftDialect/Evaluator/Evaluator.h"
#include "LiftDialect/LiftOps.h"
#include "Program.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::lift::evaluator {

using Places = std::vector<LeafStorage>;

/// What a family of operations answers that knows an operation: true, or a
/// failure if it cannot be compiled.
inline FailureOr<bool> known(LogicalResult result) {
  if (failed(result))
    return failure();
  return true;
}

/// Flattens one function for given sizes.
class Compiler {
public:
  Compiler(MachineProgram &program, const SizeBindings &bindings,
           int64_t maxBytes, bool isSampled)
      : program(program), bindings(bindings), maxBytes(maxBytes),
        isSampled(isSampled) {}

  LogicalResult compileFunction(func::FuncOp func);

private:
  /// Kernels in loop form.
  friend class LoopCompiler;

  // Places.
  /// A register for each lane, or a slot without memory if there is a shape.
  FailureOr<LeafStorage> makePlace(Operation *op, Type elementType,
                                   ArrayRef<int64_t> shape);
  FailureOr<Places> makePlaces(Operation *op, Type type);
  LeafStorage makeRegisters(NumberKind kind, int64_t lanes);
  /// An array like `like`, with another shape and memory of its own.
  FailureOr<LeafStorage> makeArray(Operation *op, const LeafStorage &like,
                                   ArrayRef<int64_t> shape, Code &code);
  /// An array of `trips` places like `part`.
  FailureOr<LeafStorage> makeResult(Operation *op, const LeafStorage &part,
                                    int64_t trips, Code &code);
  /// An array slot for `elements` elements like those of `like`.
  FailureOr<Slot> makeMemory(Operation *op, const LeafStorage &like,
                             ArrayRef<int64_t> shape);
  /// A place for one element of an array.
  LeafStorage makePart(const LeafStorage &whole);
  Element makeElement(const LeafStorage &whole, const LeafStorage &part);
  LeafStorage makeConstant(NumberKind kind, ArrayRef<Register> lanes);
  const Places &get(Value value) { return places.find(value)->second; }
  const LeafStorage &getScalar(Value value) { return get(value).front(); }
  /// Gives a result its places; their shapes must be those of its type.
  LogicalResult setResult(Operation *op, Value result, Places value);

  // Instructions.
  Instruction &add(Code &code, Instruction::Code kind, Operation *op);
  void addCompute(Code &code, Operation *op, ScalarFunction function,
                  const LeafStorage &result, ArrayRef<LeafStorage> operands);

  // Blocks and operations.
  LogicalResult compileBlock(Block &block, Code &code);
  LogicalResult compileOp(Operation &op, Code &code);
  FailureOr<bool> compileStructure(Operation &op, Code &code);
  void bindElements(ValueRange inputs, ValueRange arguments,
                    std::vector<Element> &elements);
  LogicalResult compileMap(MapOp op, Code &code);
  LogicalResult compileFold(FoldPattern op, Code &code);
  LogicalResult compileHistory(ScanOp op, Code &code, ReducePlan &plan);
  LogicalResult compilePredicate(ReduceWhileOp op, ReducePlan &plan);
  LogicalResult compileAccumulator(Operation *op, const LeafStorage &init,
                                   const LeafStorage &current, Code &code,
                                   ReducePlan &plan);
  LogicalResult compileAccumulators(Operation *op, ValueRange inits,
                                    ValueRange arguments, Code &code,
                                    ReducePlan &plan);
  void yieldAccumulators(ValueRange values, ReducePlan &plan);
  LogicalResult compileScatterReduce(ScatterReduceOp op, Code &code);
  LogicalResult compileIterate(IterateOp op, Code &code);
  FailureOr<Places> compileStep(IterateOp op, const Places &input, Code &code);
  FailureOr<Places> compileLoop(IterateOp op, const Places &input,
                                int64_t count, Code &code);
  LogicalResult compileKernel(KernelOp op, Code &code);
  LogicalResult compileCall(CallOp op, Code &code);
  LogicalResult compileBody(Operation *call, Block &body, Code &code);
  LogicalResult compileIf(scf::IfOp op, Code &code);
  Places getCaptures(Operation *op);

  // Drivers (CompileDriver.cpp).
  FailureOr<bool> compileDriver(Operation &op, Code &code);
  LogicalResult compileHostCall(func::CallOp op, Code &code);
  LogicalResult compileHostLoop(scf::ForOp op, Code &code);

  // Other names and shapes of what there is (CompileLayout.cpp).
  FailureOr<bool> compileRenaming(Operation &op, Code &code);
  LogicalResult compileZip(ZipOp op);
  LogicalResult compileUnzip(UnzipOp op);
  LogicalResult compileGet(GetOp op);
  LogicalResult compileSplit(SplitOp op);
  LogicalResult compileJoin(JoinOp op);
  LogicalResult compileRegrouping(Operation &op, int64_t fromLanes,
                                  int64_t toLanes);

  // Layout (CompileLayout.cpp).
  using Dims = SmallVector<LayoutPlan::Dim>;
  FailureOr<bool> compileLayout(Operation &op, Code &code);
  LogicalResult compileChange(Operation *op, Code &code,
                              function_ref<void(Dims &)> change);
  LogicalResult compileTranspose(TransposeOp op, Code &code);
  LogicalResult compileSlide(SlideOp op, Code &code);
  LogicalResult compilePad(PadOp op, Code &code);
  LogicalResult compileTake(TakeOp op, Code &code);
  LogicalResult compileDrop(DropOp op, Code &code);
  LogicalResult compileReverse(ReverseOp op, Code &code);
  LogicalResult compileConcat(ConcatOp op, Code &code);
  LogicalResult compileBroadcast(BroadcastOp op, Code &code);
  /// Adds the rearrangement of one leaf, or the repetition of a scalar; `dims`
  /// are those of the result.
  FailureOr<LeafStorage> addLayout(Operation *op, const LeafStorage &source,
                                   Dims dims, std::optional<LeafStorage> fill,
                                   Code &code);
  FailureOr<SmallVector<int64_t>> evaluateSizes(Operation *op, ArrayAttr sizes);

  // Computed indices (CompileIndex.cpp).
  FailureOr<bool> compileIndexing(Operation &op, Code &code);
  Counter makeCounter(Value argument, int64_t weight, int64_t size, Code &body);
  LogicalResult compileGenerate(GenerateOp op, Code &code);
  LogicalResult compileLookup(LookupOp op, Code &code);
  LogicalResult compileAt(AtOp op, Code &code);
  /// Gather and scatter.
  LogicalResult compileIndexFunction(Operation *op, Region &body, int64_t dim,
                                     ArrayAttr bounds, bool isScatter,
                                     Code &code);
  MovePlan &makeMove(const LeafStorage &source, int64_t dim,
                     ArrayRef<LeafStorage> positions);
  FailureOr<LeafStorage> addMove(Operation *op, MovePlan &plan,
                                 ArrayRef<int64_t> shape, Code &code);

  // Scalars (CompileScalar.cpp).
  FailureOr<bool> compileScalar(Operation &op, Code &code);
  LogicalResult compileConstant(arith::ConstantOp op);
  LogicalResult compileSize(SizeOp op);
  LogicalResult compileComparison(Operation *op, ScalarFunction function,
                                  int64_t accepted, Code &code);
  LogicalResult compileSelect(arith::SelectOp op, Code &code);
  LogicalResult compileTable(Operation &op, const ScalarOperation &entry,
                             Code &code);

  // Vectors (CompileScalar.cpp).
  FailureOr<bool> compileVector(Operation &op, Code &code);
  FailureOr<bool> compileLanes(Operation *op, ArrayRef<LeafStorage> lanes,
                               Code &code);
  FailureOr<bool> compileExtract(vector::ExtractOp op, Code &code);
  FailureOr<bool> compileInsert(vector::InsertOp op, Code &code);
  FailureOr<bool> compileShuffle(vector::ShuffleOp op, Code &code);
  /// Whether a number is another, as an i1.
  LeafStorage addEquality(Operation *op, const LeafStorage &number,
                          int64_t other, Code &code);
  LeafStorage addChoice(Operation *op, const LeafStorage &condition,
                        const LeafStorage &ifTrue, const LeafStorage &ifFalse,
                        Code &code);
  FailureOr<bool> compileVectorReduction(vector::ReductionOp op, Code &code);

  MachineProgram &program;
  SizeBindings bindings;
  int64_t maxBytes;
  bool isSampled;
  int64_t bytes = 0;
  int64_t numOperations = 0;
  DenseMap<Value, Places> places;
  /// The functions around the current point, each called by the one before.
  llvm::SetVector<Operation *> callees;
};

} // namespace mlir::lift::evaluator

#endif // LIFT_LIB_EVALUATOR_COMPILER_H
