//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares which elements of stored values a kernel writes and reads,
// inside which maps, before it is decided how these maps run.
//
// A kernel is gone through as lowering goes through it, in two directions:
// "compute this value into that place", which crosses views by their write
// paths, and "read this value at that path", which crosses them by their read
// accesses. The path of an access is an expression over the index of each map
// around it, so that a choice of mappings can be put in later. What the walk
// does not understand is an access without a path: it may be anywhere.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_MAPPING_MEMORYACCESSES_H
#define LIFT_LIB_MAPPING_MEMORYACCESSES_H

#include "LiftDialect/Expr/Assumptions.h"
#include "LiftDialect/LiftOps.h"

#include <map>
#include <set>

namespace mlir::lift {

/// The name of a map's index in paths.
std::string getMapIndexName(unsigned map);

struct ElementAccess {
  bool isWrite = false;
  /// Where in the value; absent if it is not known.
  std::optional<SmallVector<Expr>> path;
  /// The maps around the access, from the outermost.
  SmallVector<unsigned> maps;
  /// Views of several sources that it goes through, and the number of the
  /// source: what goes through others never meets it.
  SmallVector<std::pair<Operation *, unsigned>> sources;
  /// The folds of arrays around the access. As long as nothing in one is
  /// parallel, or stored for others, a single work-item goes through all of it.
  SmallVector<Operation *> folds;
  /// The folds around it that stop early. No barrier can stand in one, as
  /// work-items may take different numbers of steps.
  SmallVector<Operation *> whiles;
  /// Whether it is made for a store in global memory, and by those alone who
  /// store there.
  bool isOfStore = false;
};

/// A value that is in memory.
struct StoredValue {
  /// The materialize that stores it, or the kernel whose result it is.
  Operation *op = nullptr;
  Type type;
  AddressSpace space = AddressSpace::Global;
  /// The maps around the place where it is stored.
  SmallVector<unsigned> outer;
  /// Whether it is stored under a condition, by those alone for whom it holds:
  /// where an element is computed that a view reads only if it is there.
  bool isConditional = false;
  std::vector<ElementAccess> accesses;
  /// For a private value: the maps whose elements are the elements of its
  /// dimensions, from the outermost.
  SmallVector<std::optional<unsigned>> layout;
  /// For a private value: maps that compute it, but through a view.
  SmallVector<unsigned> rearranged;
};

struct MemoryAccesses {
  std::vector<StoredValue> values;
  /// Maps that are computed where they are read, by whoever reads.
  std::set<unsigned> unstored;
  /// Reductions whose steps read elements of an accumulator that they have
  /// overwritten, or will not: they need a second buffer.
  SmallVector<Operation *> notInPlace;
  /// For each map, the linear indices of the elements that its steps read and
  /// store, those of maps inside left out; absent if it is not known how one
  /// follows from the index of the map.
  std::map<unsigned, std::vector<std::optional<Expr>>> steps;
  /// What is known of the names in paths.
  Assumptions facts;
};

/// The row-major index of a path into a value of that type.
Expr getLinearIndex(Type type, ArrayRef<Expr> path);

/// The accesses of a kernel, or of a function that is one as a whole.
/// `numbers` has the maps that are variables.
MemoryAccesses
collectMemoryAccesses(Operation *root,
                      const DenseMap<Operation *, unsigned> &numbers,
                      const Assumptions &facts);

} // namespace mlir::lift

#endif // LIFT_LIB_MAPPING_MEMORYACCESSES_H
