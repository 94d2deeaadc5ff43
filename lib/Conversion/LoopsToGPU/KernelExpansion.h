//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares KernelExpansion, which writes the body of one kernel: what
// a distributed loop form says, as operations of the scf, memref, arith and
// vector dialects. It decides nothing about who does what: it lays out buffers,
// turns index expressions into arithmetic, and finds out which lanes of vectors
// are neighbours in memory.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_CONVERSION_LOOPSTOGPU_KERNELEXPANSION_H
#define LIFT_LIB_CONVERSION_LOOPSTOGPU_KERNELEXPANSION_H

#include "IndexEmitter.h"
#include "KernelFrame.h"
#include "LiftDialect/Conversion/Passes.h"
#include "LiftDialect/Loop/LoopOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::lift {

class KernelExpansion {
public:
  KernelExpansion(loop::KernelOp kernel, OpBuilder &builder, Assumptions facts,
                  const ConvertLoopsToGPUPassOptions &options);

  /// Writes the body; results are stored in buffers that become arguments.
  LogicalResult expand();

  KernelFrame &getFrame() { return frame; }
  /// See IndexEmitter.
  const std::set<Expr> &getIndexBounds() const { return indices.getBounds(); }

private:
  /// A one-dimensional memref and the array that is laid out in it, row-major.
  struct LaidOutBuffer {
    Value memref;
    loop::BufferType type;
    /// The dimensions as stored, padding included.
    SmallVector<Expr> sizes;
  };

  /// The lanes of a vector, all at once: a name in an index that stands for
  /// each of them. It has no value.
  struct Lanes {
    Expr name;
    VectorType type;

    Expr select(const Expr &index, int64_t lane) const {
      return index.substitute({{*name.getName(), lane}});
    }
  };

  /// Where an access goes: the index into the memref, and the lanes if it is
  /// one of a vector.
  struct Address {
    LaidOutBuffer buffer;
    Expr linear;
    std::optional<Lanes> lanes;
  };

  //===--------------------------------------------------------------------===//
  // KernelExpansion.cpp: values, indices and buffers
  //===--------------------------------------------------------------------===//

  LogicalResult expandBlock(Block &block);
  LogicalResult expandOp(Operation *op);
  void cloneOp(Operation *op);
  /// The value that one of the loop form has become, at the insertion point.
  Value getValue(Value value);
  SmallVector<Value> getValues(ValueRange values);
  void setValues(ValueRange from, ValueRange to);
  /// What the emitter knows a value of type index as.
  Expr getIndex(Value value);
  /// An expression of an operation, over what the emitter knows.
  Expr getExpr(const Expr &expr, ValueRange operands);
  SmallVector<Expr> getExprs(loop::ExprsAttr exprs, ValueRange operands);
  /// Notes how far the computation of an index comes.
  void addBounds(ArrayRef<Expr> exprs);
  /// The same for indices of elements, which are below sizes that are tested:
  /// only parts of them may come further.
  void addPathBounds(ArrayRef<Expr> path);
  /// Binds the ids before all else: those of groups first, and then from the
  /// last dimension to the first, which is how loops over them are nested.
  void expandIds();
  Expr expandId(loop::IdOp id);
  Expr expandIndex(loop::IndexOp op);
  Expr expandData(loop::IndexOp op, const Expr &lower, const Expr &upper);
  LogicalResult expandAlloc(loop::AllocOp op);
  const LaidOutBuffer &getBuffer(Value value);

  //===--------------------------------------------------------------------===//
  // ControlFlow.cpp: loops and branches
  //===--------------------------------------------------------------------===//

  LogicalResult expandFor(loop::ForOp op);
  LogicalResult expandBranch(loop::ForOp op);
  LogicalResult expandWhile(loop::WhileOp op);
  /// Whether there is another trip of a loop, and what its test passes on.
  LogicalResult expandTest(loop::WhileOp op, ValueRange carried);
  LogicalResult expandIf(loop::IfOp op);
  /// Emits one of the branches of `op`, where its tests hold or do not.
  LogicalResult expandBranch(loop::IfOp op, ArrayRef<IndexTest> tests,
                             bool holds, Block *block);
  /// The only value of an index where a test of it holds, or does not; nothing
  /// if there may be several.
  std::optional<Expr> getOnlyValue(const IndexTest &test, bool holds);
  /// Emits a branch, and what it yields.
  LogicalResult expandBranch(Region &region, Block *block);
  /// What a loop over ids grows by. A size of the launch that is a quotient is
  /// written as a multiple of that of a group, as which analyses do not know it
  /// otherwise.
  Value emitStep(loop::ForOp op);
  /// Lets a private array be indexed by constants: unrolls the loops whose
  /// variables `index` mentions.
  void unrollLoopsOf(const Expr &index);

  //===--------------------------------------------------------------------===//
  // Memory.cpp: loads and stores
  //===--------------------------------------------------------------------===//

  void expandLoad(loop::LoadOp op);
  void expandStore(loop::StoreOp op);
  /// The address of an access of a value of that type.
  Address getAddress(Value buffer, loop::ExprsAttr path, ValueRange operands,
                     Type accessed);
  /// Loads a number or neighbours, of the type `stored`, as they are in memory.
  Value loadNumbers(Location loc, const LaidOutBuffer &buffer,
                    const Expr &linear, Type stored);
  void storeNumbers(Location loc, const LaidOutBuffer &buffer,
                    const Expr &linear, Value bits);
  Value extendToStorage(Location loc, Value value);
  /// Emits an index into a memref, or if options say so, what it was before it
  /// was simplified.
  Value emitPosition(const Expr &index);
  /// The same for an access of the type `stored`, which may count bytes: then
  /// it is `arith.shrui %bytes, %log2 exact`, which back ends read as an
  /// address.
  Value emitAccessed(const LaidOutBuffer &buffer, const Expr &index,
                     Type stored);
  /// Whether neighbours in the buffer are loaded and stored together.
  bool isVectorized(const LaidOutBuffer &buffer) const;
  Value emitLane(Value position, int64_t lane);
  /// Lanes that can be accessed at once: they are neighbours, and a vector of
  /// the buffer where it holds vectors.
  struct Neighbours {
    /// The least index of a lane.
    Expr lowest;
    /// Whether that is the last lane, and the first has the greatest.
    bool areReversed;
  };
  std::optional<Neighbours> getNeighbours(const Address &address);
  /// Lanes that are the same component of records that follow each other.
  struct Components {
    /// The index of the first record, and how many numbers a record has.
    Expr first;
    int64_t size;
    int64_t component;
  };
  std::optional<Components> getComponents(const Address &address);
  /// All numbers of the records, as vectors, of which the lanes are chosen.
  Value loadComponents(Location loc, const LaidOutBuffer &buffer,
                       const Components &components, VectorType stored);
  /// Where the number at `index` stands in a buffer of vectors of `width`.
  Value emitElementOf(const Expr &index, int64_t width);
  OpFoldResult emitLaneOf(const Expr &index, int64_t width);
  /// Of an access to numbers that start at `index`; nothing if only that of one
  /// number is known.
  std::optional<int64_t> getAlignment(const Expr &index, VectorType type);

  loop::KernelOp kernel;
  OpBuilder &builder;
  KernelFrame frame;
  IndexEmitter indices;
  const ConvertLoopsToGPUPassOptions &options;
  /// Whether indices of numbers of so many bytes in global memory count bytes.
  static constexpr int64_t kIndexedBytes = 4;
  const bool hasByteIndices;
  DenseMap<Value, Value> values;
  DenseMap<Value, Expr> exprs;
  DenseMap<Value, LaidOutBuffer> buffers;
  /// The loops around the current point, by the name of their variable.
  llvm::StringMap<scf::ForOp> loops;
};

} // namespace mlir::lift

#endif // LIFT_LIB_CONVERSION_LOOPSTOGPU_KERNELEXPANSION_H
