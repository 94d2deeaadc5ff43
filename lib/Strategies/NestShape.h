//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What strategies ask of the operands of a nest.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_STRATEGIES_NESTSHAPE_H
#define LIB_STRATEGIES_NESTSHAPE_H

#include "LiftDialect/Rewriting/Block.h"
#include "LiftDialect/Rewriting/Nest.h"
#include "LiftDialect/Rewriting/Strides.h"
#include "LiftDialect/Strategies/Problem.h"
#include "LiftDialect/Strategies/Schedule.h"

namespace mlir::lift {

/// One or more dimensions of the nest that are treated as one.
struct Axis {
  unsigned firstDim;
  unsigned lastDim;
  Expr size;
};

bool hasDim(const NestOperand &operand, unsigned dim);

/// The position of an operand of the step among those that have a dimension:
/// its argument number in the loop over that of a blocked nest.
unsigned getArgument(const Nest &nest, Value operand, unsigned dim);

/// Whether a step along one dimension goes as far in memory as one along
/// another, as in windows that slide.
bool goesAlike(const MemoryOffset &offset, unsigned dim, unsigned other);

/// Whether all operands have a dimension and the next one beside each other, or
/// neither.
bool canCollapse(const Nest &nest, unsigned dim);

/// Whether a step along a dimension goes as far as one through all elements of
/// another, in all operands.
bool isContiguous(const Nest &nest, unsigned outer, unsigned inner);

/// The dimensions of a nest, those as one whose elements follow each other in
/// all operands; `collapse` becomes all but the last of each.
SmallVector<Axis> collapseDims(const Nest &nest,
                               SmallVectorImpl<unsigned> &collapse);

/// Whether the operands and results are numbers that there are vectors of, in
/// memory too.
bool canBeVectors(const Nest &nest);

/// How many elements each result has.
Expr countResults(const Nest &nest);
/// How many elements are reduced to each of the result.
Expr countReduced(const Nest &nest);
/// The bytes of the results.
Expr countResultBytes(const Nest &nest);

/// The array that the views of one source of an operand are of.
Value getArray(const NestOperand &operand);

/// Whether `test` holds for a view of an operand, or of what it is of.
bool hasView(const NestOperand &operand,
             llvm::function_ref<bool(Operation *)> test);

/// Whole loops of a nest, one for each dimension, in that order.
BlockOptions getLoopsInOrder(ArrayRef<unsigned> order);

/// Loops in order, of which the innermost becomes one over vectors.
BlockOptions getInnerVectors(unsigned numLoops, int64_t width);

/// How many elements some maps inside each other have.
Expr countElements(ArrayRef<MapOp> maps);

/// A value in the body of some maps inside each other, as elements of one from
/// outside by the dimensions of the maps; none where these do not choose it.
/// With `mayLookUp`, also one of rows at indices that are computed in the maps:
/// where rows are is not known then, but how their elements follow each other.
std::optional<NestOperand> traceOperand(Value value, ArrayRef<MapOp> maps,
                                        bool mayLookUp = false);

/// The array that the innermost of some maps has rows of, by their dimensions
/// and those of a row.
NestOperand getRowOperand(ArrayRef<MapOp> maps, unsigned input);

/// Whether another pattern reads each element once, as it would be computed.
bool isComputedWhereRead(Value result);
/// Whether it is computed so by a pattern that takes vectors of it, the numbers
/// of which would be computed one by one, each by a copy of the map's body.
bool isReadAsVectors(Value result);
/// Whether all that a pattern computes is so, as it should be: not where it
/// goes through many elements for each of its own, and a reduction or scan,
/// which has several of these for a work-item, would do so; nor where it goes
/// through some, and loops of the reader would repeat that.
bool isLeftToReaders(const Problem &problem, Operation *pattern);

/// How many maps and reductions in the same block read an array as it is; none
/// if anything else reads it.
size_t countReadingPatterns(Value array);

/// How often loops run, the outermost first; empty if that is not known of all.
using LoopCounts = ArrayRef<int64_t>;

/// How often the loops around chunks run, if `options` block dimensions of
/// these sizes.
SmallVector<int64_t> countTrips(const Problem &problem, ArrayRef<Expr> sizes,
                                const BlockOptions &options);

/// How many of `count` elements each of some equal parts has, at most `most`: a
/// number that leaves no rest, if one is not much smaller than others.
int64_t getEqualPart(int64_t count, int64_t most);

/// Has a reduction whose steps each work-item takes in the order of the program
/// keep the first of the best elements.
void chooseInOrder(Schedule &schedule, const Nest &nest, const Handle &root);

/// What the loops around a tile run on: at most three dimensions of groups, the
/// innermost neighbours in dimension 0. Of more loops, the shortest ones run in
/// sequence if `counts` says which these are, or else the outermost.
void mapToGroups(Schedule &schedule, ArrayRef<Handle> loops,
                 LoopCounts counts = {});
/// The same for loops each trip of which is for one work-item: a group of its
/// own if that is a thread.
void mapToItems(Schedule &schedule, ArrayRef<Handle> loops,
                const DeviceModel &device, LoopCounts counts = {});

/// The fewest elements of which threads have vectors: work-items of one number
/// are no worse for fewer.
constexpr int64_t kLeastForThreads = 4096;

/// The maps of the whole vectors of rows, and the numbers of these in a row.
struct WholeVectors {
  Handle maps;
  Expr length;
};

/// Splits long rows of `length` numbers into whole vectors and a rest, which
/// has work-items of its own, for threads, whose vectors may begin anywhere in
/// memory. Dimension `dim` of the `numMaps` maps of `root`, which `pattern` has
/// become, goes through the rows. Nothing is done if the length is not known to
/// be that of several vectors and a rest, or if the function reads what is
/// computed: only what it returns can be stored in two parts without a copy.
std::optional<WholeVectors>
peelWholeVectors(Problem &problem, Schedule &schedule, const Handle &root,
                 Operation *pattern, unsigned numMaps, unsigned dim,
                 const Expr &length);

/// The dimensions of an operand by their places, those of an axis last, or
/// first.
SmallVector<int64_t> moveAxis(const NestOperand &operand, const Axis &axis,
                              bool toEnd);

/// Has a kernel of its own copy an operand, with its dimensions, which are
/// sorted by the loops of the nest, in an order.
void planCopy(const Nest &nest, Value operand, ArrayRef<int64_t> order,
              const Handle &root, Schedule &schedule);

/// The dimensions of the results of a pattern in the order of those of the
/// returned arrays that they are, turned alone; none if they are anything else,
/// or differ.
std::optional<SmallVector<unsigned>> getReturnedOrder(Operation *pattern);

/// The work-items of a group where each has a whole row or column, of `count`:
/// so few that all compute units have some; more where each of these has
/// several such groups.
int64_t chooseOwners(const Problem &problem, const Expr &count);

/// Cuts the last of some maps, of `length` elements, for groups of so many
/// work-items: `maps` are then those over the groups. Returns the map over the
/// elements of one.
Handle cutForItems(Problem &problem, Schedule &schedule,
                   MutableArrayRef<Handle> maps, int64_t items,
                   const Expr &length);

} // namespace mlir::lift

#endif // LIB_STRATEGIES_NESTSHAPE_H
