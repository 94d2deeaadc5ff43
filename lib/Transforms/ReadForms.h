//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares ReadForms: what a kernel in loop form reads, as text that
// is the same for the same element, in this trip of a loop or in the next one.
//
// Memory that a kernel only reads is what this is about: when something is read
// from it makes no difference.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_TRANSFORMS_READFORMS_H
#define LIFT_LIB_TRANSFORMS_READFORMS_H

#include "LiftDialect/Loop/IndexSymbols.h"

namespace mlir::lift {

/// Whether a kernel only reads from a buffer.
bool isOnlyRead(Value buffer);

/// Whether a buffer is one of local memory that the kernel has of its own.
bool isOwnLocal(Value buffer);

/// Whether an operation reads one value, perhaps behind a test of indices, and
/// does nothing else.
bool isRead(Operation &op);

/// Whether two reads of a block might be of the same: asked before anything is
/// proved.
bool hasSeveralReads(Block &block);

class ReadForms {
public:
  /// Of which trip and of which part a form is.
  struct Part {
    /// The loop whose next trip it is, or null.
    loop::ForOp next = nullptr;
    /// The lane of a vector.
    std::optional<int64_t> lane = std::nullopt;
  };

  /// `facts` is what is known of sizes.
  explicit ReadForms(Assumptions facts) : symbols(std::move(facts)) {}

  /// Knows reads of local memory, too, which are the same only until something
  /// may be stored there.
  void includeLocal() { readsLocal = true; }

  /// Whether what a buffer has is known.
  bool isKnown(Value buffer) const {
    return isOnlyRead(buffer) || (readsLocal && isOwnLocal(buffer));
  }

  /// Lets forms be those in trips of `loop`, which has two at least, that are
  /// not the last.
  void assumeNext(loop::ForOp loop);

  /// The buffer that is loaded from, and since when it has what it has; nothing
  /// if that is not known.
  std::optional<std::string> getSource(loop::LoadOp load) {
    return getSource(load, Part());
  }

  /// What an operation reads; nothing if that is not known.
  std::optional<std::string> get(Operation *op, const Part &part) {
    return get(op->getResult(0), part);
  }
  std::optional<std::string> get(Operation *op) { return get(op, Part()); }
  std::optional<std::string> get(Value value) { return get(value, Part()); }

  /// Expressions of an operation, simplified.
  std::optional<SmallVector<Expr>> getExprs(loop::ExprsAttr exprs,
                                            ValueRange operands);
  const Assumptions &getFacts() const { return symbols.getFacts(); }

private:
  std::optional<std::string> get(Value value, const Part &part);
  std::optional<std::string> getSource(loop::LoadOp load, const Part &part);
  /// Writes what a value is.
  LogicalResult print(raw_ostream &os, Value value, const Part &part);
  LogicalResult printRead(raw_ostream &os, loop::LoadOp load, const Part &part);
  LogicalResult printBranch(raw_ostream &os, loop::IfOp branch,
                            const Part &part);
  LogicalResult printPure(raw_ostream &os, Operation *op, const Part &part);
  /// A value that is nothing but itself.
  LogicalResult printLeaf(raw_ostream &os, Value value, const Part &part);

  /// An expression of an operation, over its operands.
  std::optional<Expr> getExpr(const Expr &expr, ValueRange operands,
                              const Part &part);
  std::optional<Expr> getIndex(Value index, const Part &part);
  std::optional<Expr> getDefined(loop::IndexOp index, const Part &part);
  /// A symbol for what is no polynomial, the same for the same text.
  Expr intern(const std::string &text, const Expr &lower, const Expr &upper);
  unsigned getNumber(Value value);

  loop::IndexSymbols symbols;
  std::map<std::string, Expr> interned;
  DenseMap<Value, unsigned> numbers;
  /// Of the operations behind which local memory is as it is.
  DenseMap<Operation *, unsigned> changes;
  bool readsLocal = false;
};

} // namespace mlir::lift

#endif // LIFT_LIB_TRANSFORMS_READFORMS_H
