//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares PatternLowering, which writes the loop form of one kernel.
//
// Building is destination-passing, in two mutually recursive directions:
//
//   store   "compute this value into that place": maps become loops, views are
//           crossed by their write paths, reductions of arrays run in the
//           place itself;
//   read    "the element of this value at that path": views are crossed by
//           their read accesses, maps that are not stored are computed on the
//           spot, stored values are loaded.
//
// A vector is read and stored as its lanes together: the last index of a path
// is then a symbol that stands for every lane. Where the lanes part, each goes
// on alone.
//
// The body of a pattern is built statement by statement: operations on scalars
// and reductions to scalars stand where they stood, materialized arrays are
// stored where they stood, everything else waits until it is read or stored.
//
// This is the only walk over the patterns of a kernel: what the kernel
// accesses, and in which loops, is what it writes.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_CONVERSION_LIFTTOLOOPS_PATTERNLOWERING_H
#define LIFT_LIB_CONVERSION_LIFTTOLOOPS_PATTERNLOWERING_H

#include "LiftDialect/Analysis/ValueUses.h"
#include "Place.h"

namespace mlir::lift::lower_patterns {

/// The identity of each map of a function.
using MapNames = DenseMap<Operation *, StringAttr>;

/// Where a result of a kernel stands.
struct ResultArray {
  /// The function's views from the result, each with the number of the source
  /// that it is, to an array that several kernels write parts of.
  SmallVector<std::pair<ViewOpInterface, unsigned>> views;
  /// What an earlier kernel has made of that array; null if there is none.
  Value written;
  /// The initial value of the result, which stands where it does; or null.
  Value bins;
};

class PatternLowering {
public:
  /// Builds before `kernel`. Without `simplifyIndices`, indices are what the
  /// views make of them.
  PatternLowering(KernelOp kernel, OpBuilder &builder, Assumptions facts,
                  const MapNames &mapNames, bool simplifyIndices = true);

  /// The results of the kernel stand in these arrays; without any, each in one
  /// of its own.
  FailureOr<loop::KernelOp> lower(ArrayRef<ResultArray> arrays = {});

private:
  /// A value and where it is to be stored.
  using Store = std::pair<Value, Place>;

  /// What a value of the program is at the current point.
  struct Binding {
    /// A scalar: its value.
    Value scalar;
    /// An array in memory.
    std::optional<Place> place;
    /// What stands at this path of another value: all of it if the path is
    /// empty.
    Value whole;
    SmallVector<Expr> path;

    static Binding toScalar(Value scalar) { return {scalar, {}, {}, {}}; }
    static Binding toPlace(Place place) {
      return {{}, std::move(place), {}, {}};
    }
    static Binding toElement(Value whole, const Expr &index) {
      return {{}, {}, whole, {index}};
    }
    static Binding toValue(Value whole) { return {{}, {}, whole, {}}; }
  };

  //===--------------------------------------------------------------------===//
  // PatternLowering.cpp: the kernel, statements and stores
  //===--------------------------------------------------------------------===//

  /// What the body of the kernel sees a value of the function as; an input that
  /// is added on first use.
  Value getInput(Value value);
  LogicalResult lowerStatements(Block &block);
  LogicalResult lowerScalarOp(Operation *op);
  /// Reads an element that the program names, where it stands.
  LogicalResult lowerElement(AtOp op);
  LogicalResult lowerMaterialize(MaterializeOp op);
  /// Stores several values; results of one operation are computed together.
  LogicalResult storeAll(Operation *at, SmallVector<Store> stores);
  LogicalResult storeMap(MapOp map, ArrayRef<Store> stores);
  /// Loops over all elements of an array that is not computed by an operation
  /// that could store it itself.
  LogicalResult storeCopy(Operation *at, Value value, const Place &place);
  LogicalResult storeScalar(Operation *at, Value value, const Place &place);
  LogicalResult store(Operation *at, Value value, const Place &place);
  LogicalResult createStore(Operation *at, Value value, const Place &place,
                            const WritePath &target,
                            const std::map<std::string, Expr> &symbols);
  /// A branch without content; with results, it has two.
  loop::IfOp createBranch(Location loc, ArrayRef<IndexTest> tests,
                          TypeRange results);
  /// Whether it is the same for all lanes, and a multiple of their number.
  bool isMultiple(const Expr &value, const Lanes &lanes) const;
  /// The first of neighbours that are the lanes of a vector, if it is a
  /// multiple of their number.
  std::optional<Expr> getFirstOfWhole(const Expr &index, const Lanes &lanes);
  /// The tests that are not known to hold. Those that hold for all lanes or for
  /// none, as whole vectors are in rows of whole vectors, are of the first
  /// lane.
  SmallVector<IndexTest> getTestsOfVectors(ArrayRef<IndexTest> tests,
                                           const Lanes &lanes);
  /// The tests that hold where `tests` do for all lanes, which are whole
  /// vectors of a list of numbers; nothing if they are not.
  std::optional<SmallVector<IndexTest>> getTestsOfAll(ArrayRef<IndexTest> tests,
                                                      const Lanes &lanes);
  /// Stores the lanes one by one.
  LogicalResult storeLanes(Operation *at, Value vector, const Place &place);
  /// Stores a vector where `tests` hold, and its lanes one by one elsewhere.
  LogicalResult storeWholeOrLanes(Operation *at, Value vector,
                                  const Place &place, const WritePath &target,
                                  ArrayRef<IndexTest> tests,
                                  const Lanes &lanes);
  /// Lets `path` be that of the vector, if the lanes are all of those of one
  /// element of the buffer.
  bool dropWholeLane(SmallVectorImpl<Expr> &path, const Place &place,
                     const Lanes &lanes);
  using LoopBody = function_ref<LogicalResult(const Expr &index)>;
  /// A loop that carries nothing; `map` is null for one that copies.
  LogicalResult createLoop(Location loc, const Expr &count, MapOp map,
                           LoopBody body);
  /// Binds the arguments of a pattern to the elements of its inputs at `index`.
  LogicalResult bindElements(Operation *at, ValueRange inputs,
                             Block::BlockArgListType args, const Expr &index);

  //===--------------------------------------------------------------------===//
  // Folds.cpp: reductions and scans
  //===--------------------------------------------------------------------===//

  /// An array accumulator of a reduction: where it is stored, and the buffer
  /// there in the shape of the accumulator.
  struct State {
    Type type;
    Place place;
    Value buffer;
  };
  /// A fold as a statement: computes it if its results are scalars.
  LogicalResult lowerFold(FoldPattern fold);
  LogicalResult storeFold(FoldPattern fold, ArrayRef<Store> stores);
  /// Where a fold has an accumulator that nobody uses afterwards.
  Place allocateUnused(Value array);
  /// The place of an accumulator that does not stand where its result is
  /// stored: that of its initial value, if nobody else needs that.
  Place placeAccumulator(FoldPattern fold, OpResult result);
  LogicalResult lowerScan(ScanOp scan, ArrayRef<Store> stores);
  /// Runs a reduction whose array accumulators are in `places`, and binds its
  /// results that are scalars.
  LogicalResult lowerReduce(FoldPattern fold, ArrayRef<Place> places);
  FailureOr<SmallVector<State>> createStates(FoldPattern fold,
                                             ArrayRef<Place> places);
  /// Builds a step, with elements and accumulators bound; the scalars that it
  /// yields.
  FailureOr<SmallVector<Value>> lowerStep(FoldPattern fold,
                                          ArrayRef<Store> stores);
  using StepBody =
      function_ref<FailureOr<SmallVector<Value>>(loop::ForOp, const Expr &)>;
  /// A loop over the steps from number `first` on.
  FailureOr<loop::ForOp> createStepLoop(FoldPattern fold, int64_t first,
                                        ValueRange scalars,
                                        ArrayRef<State> states, StepBody body);
  /// The same; `body` is called with the elements and scalars of a step bound.
  FailureOr<loop::ForOp> createFoldLoop(FoldPattern fold, int64_t first,
                                        ValueRange scalars,
                                        ArrayRef<State> states, StepBody body);
  FailureOr<loop::WhileOp> createWhileLoop(ReduceWhileOp fold,
                                           ValueRange scalars,
                                           ArrayRef<State> states);
  LogicalResult lowerTest(ReduceWhileOp fold, loop::WhileOp loop,
                          ArrayRef<State> states, ArrayRef<unsigned> shared);
  LogicalResult lowerWhileStep(ReduceWhileOp fold, loop::WhileOp loop,
                               ArrayRef<State> states,
                               ArrayRef<unsigned> shared);
  /// Runs steps each of which works on one element of the states.
  LogicalResult lowerScatterReduce(ScatterReduceOp op, ArrayRef<State> states);
  /// Builds a step for the bin at this index.
  LogicalResult lowerBin(ScatterReduceOp op, loop::ForOp loop, const Expr &trip,
                         const Expr &bin);
  /// The same for bins that work-items share.
  LogicalResult lowerSharedBin(ScatterReduceOp op, ArrayRef<State> states,
                               const Expr &trip, const Expr &bin);
  /// Binds accumulators to the arguments of a loop's body; where the step's
  /// results that are arrays go.
  SmallVector<Store> bindStates(FoldPattern fold, ValueRange buffers);
  /// Reads those of `values` that are scalars.
  FailureOr<SmallVector<Value>> readScalars(Operation *at, ValueRange values);
  /// Binds those of `values` that are scalars to `scalars`.
  void bindScalars(ValueRange values, ValueRange scalars);

  //===--------------------------------------------------------------------===//
  // Reads.cpp: reads
  //===--------------------------------------------------------------------===//

  FailureOr<Value> readScalar(Operation *at, Value value);
  FailureOr<Value> read(Operation *at, Value value, ArrayRef<Expr> path);
  /// Reads one number, or with `lanes` those that their symbol stands for.
  FailureOr<Value> read(Operation *at, Value value, ArrayRef<Expr> path,
                        const Lanes *lanes);
  /// Reads a value that is no array; a path is one lane of it.
  FailureOr<Value> readLane(Operation *at, Value value, ArrayRef<Expr> path,
                            const Lanes *lanes);
  FailureOr<Value> readView(Operation *at, ViewOpInterface view,
                            ArrayRef<Expr> path, const Lanes *lanes);
  FailureOr<Value> readAccess(Operation *at, const Access &access,
                              const Lanes *lanes);
  /// Reads a vector of neighbours, elements at the end of which may not be in
  /// the array: any whole vector where they may be any, or else one in a branch
  /// for whole vectors. Nothing if the lanes are no such vector.
  std::optional<FailureOr<Value>>
  readPadded(Operation *at, PadOp pad, ArrayRef<Expr> path, const Lanes &lanes);
  FailureOr<Value> readMap(Operation *at, MapOp map, unsigned result,
                           ArrayRef<Expr> path, const Lanes *lanes);
  FailureOr<Value> readGenerate(Operation *at, GenerateOp generate,
                                ArrayRef<Expr> path, const Lanes *lanes);
  FailureOr<Value> load(Operation *at, const Place &place, ArrayRef<Expr> path,
                        const Lanes *lanes);
  /// Reads the lanes one by one.
  FailureOr<Value> gatherLanes(Operation *at, Value value, ArrayRef<Expr> path,
                               const Lanes &lanes);
  /// Forgets what a body computed for another element: it is built again.
  void forget(Region &body);
  /// Lowers the body of `op`, which is computed where an element of it is read,
  /// by whoever reads: maps inside are not divided among others.
  LogicalResult lowerReadBody(Operation *at, Operation *op, Region &body);
  /// Reports maps that are to be divided, but are stored nowhere.
  LogicalResult checkStored();

  //===--------------------------------------------------------------------===//
  // Indices.cpp: indices that the program computes
  //===--------------------------------------------------------------------===//

  /// Index expressions of the kernel, which may depend on its values.
  class KernelIndices final : public IndexScope {
  public:
    KernelIndices(PatternLowering &lowering, OpBuilder &builder,
                  Assumptions facts, bool simplifies)
        : IndexScope(builder, std::move(facts), simplifies),
          lowering(lowering) {}
    Expr apply(Region &function, const Expr &argument,
               const IndexRange &range) override;
    Expr element(Value value, ArrayRef<Expr> path,
                 const IndexRange &range) override;
    /// A computed integer, which may be anything until a test.
    Expr defineTested(Value number);

    /// The view whose indices are computed, for what is to be reported.
    ViewOpInterface view;

  private:
    /// Reports an index that nobody says is in range.
    Expr reportUnproved(const IndexRange &range);

    PatternLowering &lowering;
  };
  /// `path` where the tests hold: computed indices are in range.
  SmallVector<Expr> narrowTested(ArrayRef<Expr> path,
                                 ArrayRef<IndexTest> tests);
  /// Binds the arguments of an index function.
  void bindIndices(Region &function, ArrayRef<Expr> arguments);
  /// A value of type index as an expression; nothing if it is not one.
  std::optional<Expr> getExpr(Value index);

  KernelOp kernel;
  OpBuilder &builder;
  loop::KernelOp result;
  const MapNames &mapNames;
  KernelIndices indices;
  DenseMap<Value, Binding> bindings;
  DenseMap<Value, Value> inputs;
  /// Arguments of index functions, and what is computed from them.
  DenseMap<Value, std::optional<Expr>> indexExprs;
  /// Computed indices that may be anything until a test.
  std::set<Expr> testedIndices;
  /// The maps whose loops have been built, and where others were read.
  struct MapUses {
    struct Read {
      /// The map itself, or what is around it, which is computed there.
      Operation *computed;
      Location loc;
    };
    DenseSet<Operation *> stored;
    DenseMap<Operation *, Read> reads;
    bool isInReadBody = false;
  };
  MapUses mapUses;
};

} // namespace mlir::lift::lower_patterns

#endif // LIFT_LIB_CONVERSION_LIFTTOLOOPS_PATTERNLOWERING_H
