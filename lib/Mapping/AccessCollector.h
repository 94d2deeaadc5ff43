//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the walk that MemoryAccesses.h describes. It follows
// lib/Conversion/LiftToGPU/KernelLowering.h step by step: an access that the
// one makes, the other must list.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_MAPPING_ACCESSCOLLECTOR_H
#define LIFT_LIB_MAPPING_ACCESSCOLLECTOR_H

#include "MemoryAccesses.h"

namespace mlir::lift {

class AccessCollector final : public IndexBinder {
public:
  using Path = std::optional<SmallVector<Expr>>;

  AccessCollector(Operation *root,
                  const DenseMap<Operation *, unsigned> &numbers,
                  const Assumptions &facts)
      : root(root), numbers(numbers) {
    accesses.facts = facts;
  }

  MemoryAccesses run();

private:
  /// A part of a stored value.
  struct Place {
    unsigned value;
    std::function<SmallVector<Expr>(ArrayRef<Expr>)> toValue;
    SmallVector<std::pair<Operation *, unsigned>> sources;

    Place at(const Expr &index) const {
      auto outer = toValue;
      return {value,
              [outer, index](ArrayRef<Expr> path) {
                SmallVector<Expr> full = {index};
                llvm::append_range(full, path);
                return outer(full);
              },
              sources};
    }
    Place through(ViewOpInterface view, unsigned source,
                  IndexBinder &indices) const {
      auto outer = toValue;
      Place place = {
          value,
          [outer, view, source, &indices](ArrayRef<Expr> path) mutable {
            return outer(view.getWritePath(source, path, indices)->path);
          },
          sources};
      if (view.getViewSources().size() > 1)
        place.sources.emplace_back(view, source);
      return place;
    }
  };

  /// What a value is at the current point.
  struct Binding {
    std::optional<Place> place;
    /// Another array, or an element of it.
    Value array;
    std::optional<Expr> index;
    /// The watched accumulator that it is.
    std::optional<unsigned> watch;
  };

  using Store = std::pair<Value, Place>;

  // Indices that are no polynomials: known by their range only.
  Expr clamp(const Expr &index, const Expr &lower, const Expr &upper) override;
  Expr wrap(const Expr &index, const Expr &length) override;
  Expr mirror(const Expr &index, const Expr &length) override;
  Expr apply(Region &function, const Expr &argument,
             const IndexRange &range) override;
  Expr element(Value value, ArrayRef<Expr> path,
               const IndexRange &range) override;
  Expr bind(const std::string &name, const Expr &upper);
  Expr bindFresh(const Expr &count);
  /// The same for what follows from `sources`, but not as a polynomial.
  Expr bindOpaque(ArrayRef<Expr> sources, const Expr &count);
  /// What stands in a path behind the dimensions: for vectors, any lane.
  SmallVector<Expr> bindLane(Type element);
  /// Whether an opaque part of an index follows from that of a map.
  bool isOpaque(const Expr &index, unsigned map) const;
  /// Notes that a step of the innermost map around accesses an element.
  void addStep(Type type, const Path &path);

  /// Whether one condition is around all that `op` does to store these values
  /// in global memory: nothing in it is divided or stored for others.
  bool isOneStore(Operation *op, ArrayRef<Store> stores);
  void visitStatements(Block &block);
  void visitFold(FoldPattern fold);
  void visitMaterialize(MaterializeOp op);
  void bindElements(ValueRange inputs, Block::BlockArgListType args,
                    const Expr &index);

  void storeAll(SmallVector<Store> stores);
  void storeMap(MapOp map, ArrayRef<Store> stores);
  void storeFold(FoldPattern fold, ArrayRef<Store> stores);
  void storeScan(ScanOp scan, ArrayRef<Store> stores);
  void storeSteps(FoldPattern fold, ArrayRef<Place> places);
  /// The stores of a step that cannot overwrite what it reads.
  void storeThroughTemporaries(FoldPattern fold, ArrayRef<Store> stores);
  void visitPredicate(ReduceWhileOp op, const Expr &index);
  /// Adds a place for each array accumulator that is stored nowhere.
  void addAccumulatorPlaces(FoldPattern fold, SmallVectorImpl<Store> &stores);
  static Place getPlace(Value result, ArrayRef<Store> stores);
  void storeCopy(Value value, const Place &place);

  void readScalar(Value value);
  void read(Value value, Path path);
  void readAccess(const Access &access);
  void readMap(MapOp map, unsigned result, const Path &path);
  void readGenerate(GenerateOp generate, const Path &path);
  /// Begins to visit a body that is computed by whoever reads: no map inside is
  /// divided among others.
  void enterReadBody(Region &body);
  /// Forgets what a body computed for another element: it is visited again.
  void forget(Region &body);
  /// A value of type index as an expression; nothing if it is not one.
  std::optional<Expr> getExpr(Value index);
  bool holds(const IndexTest &test) const;

  Place allocate(Operation *op, Type type, AddressSpace space);
  void setLayout(StoredValue &stored, Value value);
  void addAccess(const Place &place, const Path &path, bool isWrite,
                 std::optional<unsigned> watch);

  Operation *root;
  const DenseMap<Operation *, unsigned> &numbers;
  MemoryAccesses accesses;
  DenseMap<Value, Binding> bindings;
  SmallVector<unsigned> around;
  /// For a part of an index that is no polynomial, the names it follows from.
  std::map<std::string, std::set<std::string>> origins;
  SmallVector<Operation *> folds, whiles;
  bool isInStore = false, isConditional = false;
  /// Arguments of index functions, and what is computed from them.
  DenseMap<Value, std::optional<Expr>> indexExprs;
  unsigned numNames = 0;

  /// Accumulators and how the current step uses them.
  struct Watch {
    unsigned value;
    SmallVector<Path> reads, writes;
    bool isOverwritten = false, isReadTooLate = false;
  };
  SmallVector<Watch> watches;
};

} // namespace mlir::lift

#endif // LIFT_LIB_MAPPING_ACCESSCOLLECTOR_H
