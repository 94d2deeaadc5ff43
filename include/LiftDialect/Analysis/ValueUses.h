//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares questions that several passes ask about how a value is
// used: whether it is computed, stored, read once.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_ANALYSIS_VALUEUSES_H
#define LIFTDIALECT_ANALYSIS_VALUEUSES_H

#include "LiftDialect/LiftOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::lift {

/// Whether an operation only says where elements come from or how they are
/// computed, which happens where they are read: a view, a generate.
bool isVirtual(Operation *op);

/// Whether a fold gives scalars and arrays, from accumulators of both kinds.
bool mixesAccumulators(FoldPattern fold);

/// Whether an operation is, or has in it, a map that runs in parallel.
bool hasParallelMap(Operation *op);

/// Whether a function has a body that uses Lift: its types or its operations. A
/// driver only calls such functions.
bool isLiftFunction(func::FuncOp func);

/// Whether each element of each source of a view goes to one place in its
/// result, and all of the result is written so: whoever computes the sources
/// can store straight into the place of the result.
bool isWritable(ViewOpInterface view);

/// The map or fold that computes a value, seen through views that can be
/// written; null if the value is an argument, stored, or another view.
Operation *getStoredComputation(Value value);

/// The views through which an array is stored where it is returned, if that is
/// its only use, each with the number of the source that it is; nothing if it
/// is used otherwise.
std::optional<SmallVector<std::pair<ViewOpInterface, unsigned>>>
findViewsToReturn(Value array);

/// Whether nothing but the end of its block uses a value.
bool isOnlyYielded(Value value);

/// Whether the results of some patterns are returned through views alone, and
/// these have other parts than such results nowhere.
bool computeAllParts(ArrayRef<Operation *> patterns);

/// The parts that a returned array is put together of, seen through views that
/// can be stored through, if there are several, each computed by another map or
/// fold and used nowhere else: kernels of their own can store them.
SmallVector<OpOperand *> getSeparateParts(OpOperand &returned);

/// Visits what runs where the results of `op` are stored, until `visit`
/// interrupts: what computes initial values of reductions, which are stored as
/// their accumulators, and then `op` with all in it.
WalkResult walkStored(Operation *op,
                      llvm::function_ref<WalkResult(Operation *)> visit);

/// The materializes from `op` on in its block that store results of one
/// computation: the same loops compute them.
SmallVector<MaterializeOp> getStoredTogether(MaterializeOp op);

/// The stored initial value of the reduction that `op` stores, if nothing else
/// uses it and it can hold the accumulator; null otherwise.
Value getOwnedInit(MaterializeOp op);

/// A value in `op`, or in what is computed where `op` reads it, that is stored
/// in this memory, if there is one.
MaterializeOp findMaterialize(Operation *op, AddressSpace space);

/// How many elements an array may have that goes to private memory where nobody
/// says to which.
constexpr int64_t kPrivateLimit = 256;

/// The memory of such an array in a kernel.
AddressSpace getDefaultSpace(ArrayType type, int64_t privateLimit);

/// Whether each element of an array is read at most once, where it would be
/// computed: it has one use, in its own block, and that use passes each element
/// on at most once. Such an array needs no memory.
bool isReadOnce(Value array);

/// Whether what a view takes is all: by the requirements of the function, a size
/// is a number.
bool takesAll(TakeOp take);

/// Whether the value goes, through views that can be written, to a place that
/// stores it: a materialize, the result of a kernel or function, the element of
/// a map that is itself stored, the next accumulator of a fold; or to several
/// at the end of its block. `whole` asks for places that have all elements,
/// also those that a take cuts away.
bool isStored(Value array, bool whole = false);

/// Whether a computed array will be in memory: it is stored, or read more often
/// than it should be computed.
bool isInMemory(Value array);

/// The memory in which such a place is; nothing for an accumulator, and for
/// what is not stored.
std::optional<AddressSpace> getStoredSpace(Value array);

/// Whether elements of a map that is mapped so are tied to the work-item or
/// group that computes them: the map computes or uses values in memory that no
/// barrier makes visible to the others.
bool isBoundToIds(MapOp map, MappingKind kind);
/// The same of a map as it is mapped.
bool isBoundToIds(MapOp map);

/// Whether an operation, or one inside, uses a value that `contains` says to be
/// one of those asked for.
bool usesAny(Operation &op, llvm::function_ref<bool(Value)> contains);

/// Whether an operation works on scalars only and may be computed again
/// anywhere.
bool isScalarOp(Operation *op);

/// Whether an operation of Lift has a mapping, is to be unrolled, or has a vector
/// width.
bool saysHowItRuns(Operation *op);

/// The first operation in `root`, or itself, that says how it runs or where an
/// array stands; null if there is none.
Operation *findChoice(Operation *root);

/// Whether a function says how it runs: nothing is then optimized.
bool makesChoices(func::FuncOp func);

} // namespace mlir::lift

#endif // LIFTDIALECT_ANALYSIS_VALUEUSES_H
