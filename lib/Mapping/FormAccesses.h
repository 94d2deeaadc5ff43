//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares FormAccesses: which elements of which buffers a kernel in
// loop form writes and reads, inside the loops of which maps.
//
// The path of an access is an expression over the index of each map around it,
// so that a choice of mappings can be put in later.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_MAPPING_FORMACCESSES_H
#define LIFT_LIB_MAPPING_FORMACCESSES_H

#include "LiftDialect/Conversion/LoopForm.h"
#include "LiftDialect/Loop/IndexSymbols.h"

#include <map>
#include <set>

namespace mlir::lift {

/// Numbers of maps, from the outermost if they stand around each other.
using MapNumbers = std::vector<unsigned>;

struct FormAccess {
  /// A load or store; the end of a trip that stores a state anew.
  Operation *op = nullptr;
  bool isWrite = false;
  SmallVector<Expr> path;
  /// The row-major index of the path.
  Expr linear;
  /// The maps around the access.
  MapNumbers maps;
  /// What holds where it is made: the tests of the branches around.
  SmallVector<IndexTest> tests;
};

/// A value that is in memory.
struct FormBuffer {
  loop::BufferType type;
  /// What allocates it: a loop.alloc, or a loop that has a state in two
  /// buffers; null for a result of the kernel.
  Operation *op = nullptr;
  Value value;
  /// The maps around the place where it is allocated.
  MapNumbers outer;
  std::vector<FormAccess> accesses;

  /// The maps around an access inside the place where it is allocated.
  MapNumbers getInnerMaps(const FormAccess &access) const {
    return MapNumbers(access.maps.begin() + outer.size(), access.maps.end());
  }
};

/// What of a kernel belongs to a map.
struct MapLoops {
  /// The symbol of its index in paths, the same in all of its loops; null if it
  /// has none.
  std::string index;
  /// How often a loop goes.
  Expr count;
  SmallVector<loop::ForOp> loops;
  /// The linear indices of the elements that a trip reads and stores, those of
  /// maps inside left out; nothing if it is not known how one follows from the
  /// index of the map.
  std::vector<std::optional<Expr>> steps;
};

class FormAccesses {
public:
  /// `numbers` has the maps that are variables.
  FormAccesses(const LoopForm &form,
               const DenseMap<Operation *, unsigned> &numbers,
               const Assumptions &facts);

  ArrayRef<FormBuffer> getBuffers() const { return buffers; }
  const MapLoops &getLoops(unsigned map) const { return maps[map]; }
  /// What is known of the symbols in paths.
  const Assumptions &getFacts() const { return symbols.getFacts(); }
  /// Whether something depends on sizes only, and not on what the kernel counts
  /// or computes.
  bool isFixed(const Expr &expr) const;
  /// The maps whose loops are `op` or inside it.
  MapNumbers getMapsIn(Operation *op) const;
  /// The map of a loop, if it has one.
  std::optional<unsigned> getMap(Operation *op) const;
  /// Whether an index is the number of a trip of a map's loop, or of one that
  /// does nothing but copy, from the first to the last.
  bool isWholeLoop(const Expr &index) const;
  /// Where all that `op` stores goes: nothing if it stores nothing, or in
  /// memory of several kinds, or allocates memory that work-items share. Values
  /// that are private to `op` do not count.
  std::optional<AddressSpace> getStoreSpace(Operation *op) const;
  /// The buffer that a load or store goes to, if it is none of the inputs.
  const FormBuffer *getBuffer(Value value) const;

private:
  /// A part of a buffer.
  struct BufferPart {
    /// The number of a buffer; nothing for an input of the kernel.
    std::optional<unsigned> buffer;
    SmallVector<Expr> path;
    loop::BufferType type;
    bool isState = false;
  };

  void nameLoops(const DenseMap<Operation *, unsigned> &numbers);
  void collectBuffers();
  unsigned addBuffer(loop::BufferType type, Operation *op, Value value);
  MapNumbers getMapsAround(Operation *op) const;
  /// Where an access goes, whose path has one index for each dimension, and one
  /// for a lane of vectors.
  BufferPart resolve(Value buffer, SmallVector<Expr> path) const;
  /// The path as it is where all loops of a map have the same symbol.
  SmallVector<Expr> rename(ArrayRef<Expr> path) const;
  /// The tests of the branches around an access that hold there.
  SmallVector<IndexTest> getTestsAround(Operation *access);
  Expr getLane(int64_t count);
  void addAccess(Operation *op, Value buffer, loop::ExprsAttr exprs,
                 ValueRange indices, Type accessed);
  /// The copy of a state at the end of a trip, from its second buffer.
  void addCopy(unsigned number);
  void addStep(const FormAccess &access);
  /// Whether the index of a map has a part in `expr` that is no polynomial.
  bool isOpaque(const Expr &expr, unsigned map);
  /// The maps whose indices a value follows from.
  const std::set<unsigned> &getOrigins(Value value);
  /// Whether tests between an access and its innermost map tell elements apart.
  bool isTested(const FormAccess &access);

  const LoopForm &form;
  mutable loop::IndexSymbols symbols;
  std::vector<MapLoops> maps;
  DenseMap<Operation *, unsigned> mapsOfLoops;
  /// The symbols of other loops of a map, as the symbol of the first.
  std::map<std::string, Expr> renames;
  std::map<int64_t, Expr> lanes;
  std::vector<FormBuffer> buffers;
  DenseMap<Value, unsigned> buffersOfValues;
  DenseMap<Value, std::set<unsigned>> origins;
  mutable DenseMap<Operation *, std::optional<AddressSpace>> storeSpaces;
};

} // namespace mlir::lift

#endif // LIFT_LIB_MAPPING_FORMACCESSES_H
