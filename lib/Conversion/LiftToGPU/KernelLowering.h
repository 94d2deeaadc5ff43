//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares KernelLowering, which writes the body of one kernel.
//
// Lowering is destination-passing, in two mutually recursive directions:
//
//   store   "compute this value into that place": maps become loops, views are
//           crossed by their write paths, reductions of arrays run in the
//           place itself;
//   read    "the element of this value at that path": views are crossed by
//           their read accesses, maps that are not stored are computed on the
//           spot, stored values are loaded.
//
// A vector is read and stored as its lanes together: the last index of a path
// is then a name that stands for every lane. Where the lanes turn out to be
// neighbours in memory, this is one access; where they part, each lane goes on
// alone.
//
// The body of a pattern is lowered statement by statement: operations on
// scalars and reductions to scalars are emitted where they stand, materialized
// arrays are stored where they stand, everything else waits until it is read
// or stored.
//
// All work-items of a group go through the same loops (see LoopLowering.cpp),
// so that a barrier can stand between any two statements.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_CONVERSION_LIFTTOGPU_KERNELLOWERING_H
#define LIFT_LIB_CONVERSION_LIFTTOGPU_KERNELLOWERING_H

#include "../LoopsToGPU/IndexEmitter.h"
#include "../LoopsToGPU/KernelFrame.h"
#include "LiftDialect/Analysis/ValueUses.h"
#include "LiftDialect/Conversion/Passes.h"
#include "Place.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::lift {

class KernelLowering {
public:
  KernelLowering(KernelOp kernel, OpBuilder &builder, Assumptions facts,
                 const ConvertLiftToGPUPassOptions &options);

  /// Writes the body; results are stored in buffers that become arguments.
  LogicalResult lower();

  KernelFrame &getFrame() { return frame; }
  ArrayRef<int32_t> getLocalSize() const { return localSize; }
  /// See IndexEmitter.
  const std::set<Expr> &getIndexBounds() const { return indices.getBounds(); }

private:
  /// A value and where it is to be stored.
  using Store = std::pair<Value, Place>;

  //===--------------------------------------------------------------------===//
  // KernelLowering.cpp: statements and stores
  //===--------------------------------------------------------------------===//

  LogicalResult setLocalSize();
  LogicalResult lowerStatements(Block &block);
  LogicalResult lowerScalarOp(Operation *op);
  /// Reads an element that the program names, where it stands.
  LogicalResult lowerElement(AtOp op);
  LogicalResult lowerMaterialize(MaterializeOp op);
  /// Stores several values; results of one operation are computed together.
  LogicalResult storeAll(Operation *at, SmallVector<Store> stores);
  LogicalResult storeMap(MapOp map, ArrayRef<Store> stores);
  /// The memory of those places of which there are the most copies: whoever has
  /// one has to compute it.
  static AddressSpace getSmallestSpace(ArrayRef<Store> stores);
  LogicalResult storeScalar(Operation *at, Value value, const Place &place);
  /// Loops over all elements of an array that is not computed by an operation
  /// that could store it itself.
  LogicalResult storeCopy(Operation *at, Value value, const Place &place);
  /// Binds the arguments of a pattern to the elements of its inputs at `index`.
  LogicalResult bindElements(Operation *at, ValueRange inputs,
                             Block::BlockArgListType args, const Expr &index);

  //===--------------------------------------------------------------------===//
  // FoldLowering.cpp: reductions and scans
  //===--------------------------------------------------------------------===//

  /// A fold as a statement: computes it if its results are scalars.
  LogicalResult lowerFold(FoldPattern fold);
  void bindScalarResults(FoldPattern fold, ValueRange scalars);
  LogicalResult storeFold(FoldPattern fold, ArrayRef<Store> stores);
  LogicalResult emitScan(ScanOp scan, ArrayRef<Store> stores,
                         ArrayRef<Place> places);
  /// Runs a reduction whose array accumulators are in `places`; `scalars` are
  /// set to the others.
  LogicalResult emitReduce(FoldPattern fold, ArrayRef<Place> places,
                           SmallVectorImpl<Value> &scalars);
  /// Emits a step: `scalars` are the accumulators that are scalars, and then
  /// the next ones.
  LogicalResult emitStep(FoldPattern fold, SmallVectorImpl<Value> &scalars,
                         function_ref<LogicalResult()> storeArrays);
  /// Stores what one step of a reduction yields for its array accumulators,
  /// through a temporary if a step reads what it has already overwritten.
  LogicalResult storeStep(FoldPattern fold, ArrayRef<Place> places);

  using FoldStep = function_ref<LogicalResult(const Expr &index,
                                              SmallVectorImpl<Value> &scalars)>;
  /// Takes the steps from number `first` on, with the elements bound, and
  /// carries scalars from one to the next.
  LogicalResult emitFoldLoop(FoldPattern fold, int64_t first,
                             SmallVectorImpl<Value> &scalars, FoldStep step);
  /// The same as long as the predicate holds.
  LogicalResult emitWhileLoop(ReduceWhileOp op, SmallVectorImpl<Value> &scalars,
                              FoldStep step);
  /// Appends the predicate's value, and then the elements number `shared`.
  LogicalResult emitPredicate(ReduceWhileOp op, Value index, ValueRange scalars,
                              ArrayRef<unsigned> shared,
                              SmallVectorImpl<Value> &results);
  /// Reads those of `values` that are scalars.
  FailureOr<SmallVector<Value>> readScalars(Operation *at, ValueRange values);
  /// Binds those of `args` that are scalars to `scalars`.
  void bindScalars(Block::BlockArgListType args, ValueRange scalars);

  //===--------------------------------------------------------------------===//
  // ReadLowering.cpp: reads
  //===--------------------------------------------------------------------===//

  FailureOr<Value> readScalar(Operation *at, Value value);
  FailureOr<Value> read(Operation *at, Value value, ArrayRef<Expr> path);
  /// Reads one number, or with `lanes` those that its name stands for.
  FailureOr<Value> read(Operation *at, Value value, ArrayRef<Expr> path,
                        const Lanes *lanes);
  /// Reads a value that is no array; a path is one lane of it.
  FailureOr<Value> readLane(Operation *at, Value value, ArrayRef<Expr> path,
                            const Lanes *lanes);
  FailureOr<Value> readView(Operation *at, ViewOpInterface view,
                            ArrayRef<Expr> path, const Lanes *lanes);
  FailureOr<Value> readAccess(Operation *at, const Access &access,
                              const Lanes *lanes);
  FailureOr<Value> readMap(Operation *at, MapOp map, unsigned result,
                           ArrayRef<Expr> path, const Lanes *lanes);
  /// Forgets what a body computed for another element: it is lowered again.
  void forget(Region &body);
  /// Begins to lower the body of `op`, which is computed where an element of it
  /// is read, by whoever reads: maps inside cannot be divided among others.
  LogicalResult enterReadBody(Operation *at, Operation *op, Region &body);
  /// Reads the lanes one by one.
  FailureOr<Value> gatherLanes(Operation *at, Value value, ArrayRef<Expr> path,
                               const Lanes &lanes);

  //===--------------------------------------------------------------------===//
  // MemoryLowering.cpp: loads and stores
  //===--------------------------------------------------------------------===//

  FailureOr<Value> load(Operation *at, const Place &place, ArrayRef<Expr> path,
                        const Lanes *lanes,
                        std::optional<unsigned> accumulator);
  /// Loads a number or neighbours, of the type `stored`, as they are in memory.
  /// `linear` is the index before it was simplified.
  Value loadNumbers(Location loc, const Buffer &buffer, const Expr &index,
                    const Expr &linear, Type stored);
  LogicalResult store(Operation *at, Value value, const Place &place);
  LogicalResult storeNumbers(Operation *at, Value value, const Buffer &buffer,
                             const Expr &linear, ArrayRef<IndexTest> guards);
  /// The index into the memref of a path in the buffer, not simplified.
  FailureOr<Expr> getLinearIndex(Operation *at, const Buffer &buffer,
                                 ArrayRef<Expr> path);
  /// Emits an index into a memref, or if options say so, what it was before it
  /// was simplified.
  Value emitPosition(const Expr &simple, const Expr &index);
  /// Whether neighbours in the buffer are loaded and stored together.
  bool isVectorized(const Buffer &buffer) const;
  Value emitLane(Value position, int64_t lane);
  /// The lanes of a vector of this type.
  Lanes bindLanes(VectorType type);
  /// The index of the first lane, if the lanes can be accessed at once: they
  /// are neighbours, and a vector of the buffer where it holds vectors.
  std::optional<Expr> getFirstOfNeighbours(const Buffer &buffer,
                                           const Expr &index,
                                           const Lanes &lanes);
  /// Where the number at `index` stands in a buffer of vectors of `width`.
  Value emitElementOf(const Expr &index, int64_t width);
  OpFoldResult emitLaneOf(const Expr &index, int64_t width);
  /// Of an access to numbers that start at `index`; nothing if only that of one
  /// number is known.
  std::optional<int64_t> getAlignment(const Expr &index, VectorType type);

  //===--------------------------------------------------------------------===//
  // IndexLowering.cpp: indices that the program computes
  //===--------------------------------------------------------------------===//

  /// Index expressions of the kernel, which may depend on its values.
  class KernelIndices final : public IndexEmitter {
  public:
    KernelIndices(KernelLowering &lowering, OpBuilder &builder);
    Expr apply(Region &function, const Expr &argument,
               const IndexRange &range) override;
    Expr element(Value value, ArrayRef<Expr> path,
                 const IndexRange &range) override;

    /// The view whose indices are computed, for what is to be reported.
    ViewOpInterface view;

  private:
    /// Reports an index that nobody says is in range.
    Expr reportUnproved(const IndexRange &range);

    KernelLowering &lowering;
  };
  /// `path` where the tests hold: computed indices are in range.
  SmallVector<Expr> narrowTested(ArrayRef<Expr> path,
                                 ArrayRef<IndexTest> tests);
  /// Binds the arguments of an index function.
  void bindIndices(Region &function, ArrayRef<Expr> arguments);
  /// A value of type index as an expression, which adds to the index bounds;
  /// nothing if it is not one.
  std::optional<Expr> getExpr(Value index);
  FailureOr<Value> readGenerate(Operation *at, GenerateOp generate,
                                ArrayRef<Expr> path, const Lanes *lanes);

  //===--------------------------------------------------------------------===//
  // LoopLowering.cpp: loops and guards
  //===--------------------------------------------------------------------===//

  using LoopBody = function_ref<LogicalResult(const Expr &index)>;
  LogicalResult emitMapLoop(MapOp map, LoopBody body);
  LogicalResult emitSequentialLoop(Expr count, std::optional<int64_t> unroll,
                                   LoopBody body);
  LogicalResult emitStridedLoop(MapOp map, LoopBody body);
  /// From one element of a work-item, or a group, to the next. A size of the
  /// launch that is a quotient is written as a multiple of that of a group, as
  /// which analyses do not know it otherwise.
  Value emitStep(MappingAttr mapping, const Expr &step);
  /// The same over the work-items of a group. `isForAll` says that all go
  /// through the body, those behind the end of the rest of elements, too.
  LogicalResult emitLocalLoop(MappingAttr mapping, Expr count,
                              std::optional<int64_t> unroll, bool isForAll,
                              LoopBody body);
  /// Runs `body` for an index that may not be below `count`.
  LogicalResult emitGuarded(const Expr &index, const Expr &count, bool isForAll,
                            LoopBody body);
  /// Emits `body` under the condition, if there is one.
  LogicalResult emitIf(Value condition, function_ref<LogicalResult()> body);
  /// Emits `body` for one work-item of those that would all do the same.
  LogicalResult emitForOneWorkItem(AddressSpace space,
                                   function_ref<LogicalResult()> body);
  static void setUnroll(scf::ForOp loop, std::optional<int64_t> factor);
  /// Lets a private array be indexed by constants: unrolls the loops whose
  /// variables `index` mentions.
  void unrollLoopsOf(const Expr &index);
  Value getId(MappingKind kind, unsigned dim);
  Expr getIdExpr(MappingKind kind, unsigned dim);

  //===--------------------------------------------------------------------===//
  // BufferLowering.cpp: buffers
  //===--------------------------------------------------------------------===//

  FailureOr<std::shared_ptr<Buffer>> allocate(MaterializeOp op);
  /// Lays out a buffer for `value`, which is computed straight into it.
  void setLayout(Value value, Buffer &buffer);
  /// A place for what the program stores nowhere.
  FailureOr<Place> allocateFor(Operation *at, Value value, AddressSpace space);
  LogicalResult allocateMemory(Operation *at, Buffer &buffer);
  FailureOr<Place> getPlaceOfArgument(Value array);

  //===--------------------------------------------------------------------===//
  // State
  //===--------------------------------------------------------------------===//

  KernelOp kernel;
  OpBuilder &builder;
  KernelFrame frame;
  KernelIndices indices;
  const ConvertLiftToGPUPassOptions &options;
  SmallVector<int32_t> localSize;
  DenseMap<Value, Binding> bindings;
  /// Arguments of index functions, and what is computed from them.
  DenseMap<Value, std::optional<Expr>> indexExprs;
  /// Computed indices that may be anything until a test.
  std::set<Expr> testedIndices;
  /// Where ids, sizes and constants of the function are emitted.
  DenseMap<std::pair<unsigned, unsigned>, Expr> ids;
  /// Tests that every store is under: an element beyond the end of a loop that
  /// all work-items go through.
  SmallVector<IndexTest> guards;
  /// The loops around the current point, by the name of their variable.
  llvm::StringMap<scf::ForOp> loops;
  /// What `%i` of a guarded local loop is in terms of the work-item id.
  std::map<std::string, Expr> definitions;
  /// The parallel loops around the current point.
  struct ParallelLoop {
    MappingAttr mapping;
    Expr index;
    Expr count;
  };
  SmallVector<ParallelLoop> parallelLoops;
  /// Reads of watched accumulators and the stores of the current step.
  struct Watch {
    /// Where an access starts, and how many numbers it is.
    using Range = std::pair<Expr, int64_t>;
    SmallVector<Range> reads;
    SmallVector<Range> writes;
    /// Whether the step has begun to overwrite it, and reads it afterwards.
    bool isOverwritten = false, isReadTooLate = false;
    const Buffer *buffer = nullptr;
  };
  SmallVector<Watch> watches;
  /// Marks the stores of the lanes of the current vector.
  Attribute lanesAttr;
  int64_t numLaneStores = 0;
};

/// A map that runs where `op` stores its results, itself included, and spreads
/// work over work-items; none that is around another one.
MapOp findParallelMap(Operation *op);

} // namespace mlir::lift

#endif // LIFT_LIB_CONVERSION_LIFTTOGPU_KERNELLOWERING_H
