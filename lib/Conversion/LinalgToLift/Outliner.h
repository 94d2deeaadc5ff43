//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the way of what can be converted out of functions that
// stay on tensors. Whether an operation can be converted, its conversion says:
// no list of operations is kept here.
//
//===----------------------------------------------------------------------===//
#ifndef LIFT_LIB_CONVERSION_LINALGTOLIFT_OUTLINER_H
#define LIFT_LIB_CONVERSION_LINALGTOLIFT_OUTLINER_H

#include "MemoryOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::lift {

/// Changes a function, or reports why it cannot.
using ChangeFunction = function_ref<LogicalResult(func::FuncOp)>;

class Outliner {
public:
  /// `generalize` makes operations of a function such that `convert` takes them
  /// and makes a function on arrays of it.
  Outliner(func::FuncOp host, ChangeFunction generalize, ChangeFunction convert)
      : host(host), symbols(host->getParentOfType<ModuleOp>()),
        generalize(generalize), convert(convert), aliases(host) {}

  /// Gives the number of functions that `host` calls now.
  unsigned run();

private:
  /// Operations of a block that follow each other, but for others that need
  /// none of them.
  struct Group {
    explicit Group(AliasAnalysis &aliases) : memory(aliases) {}

    llvm::SetVector<Operation *> ops;
    /// The same, and what comes of their results: sizes.
    SmallVector<Operation *> all;
    /// The results of all.
    DenseSet<Value> values;
    /// What stands for operations on memory.
    MemoryOps memory;

    void add(Operation *op) {
      all.push_back(op);
      values.insert_range(op->getResults());
    }
  };
  /// A function that does what a group does, in a module of its own.
  struct Outlined {
    OwningOpRef<ModuleOp> module;
    SmallVector<Value> inputs, outputs;
    /// The same on tensors, if there may be something to compute where a size
    /// is 0.
    OwningOpRef<func::FuncOp> onHost;

    func::FuncOp getFunc() { return *module->getOps<func::FuncOp>().begin(); }
  };

  void visit(Block &block);
  /// Whether an operation can be converted on its own; a remark if not.
  bool isSupported(Operation *op);
  /// Adds an operation on memory, unless it stays.
  bool addOnMemory(Operation *op, Group &group);
  /// Makes the function one on arrays; reports why it cannot be one.
  LogicalResult change(Outlined &outlined, const Group &group);
  /// The group's function on arrays. Fails with a remark at its first
  /// operation.
  FailureOr<Outlined> outline(const Group &group);
  /// Ends the group, whose function is then called instead.
  void close(Group &group);
  void call(Outlined &outlined, Operation *last);

  func::FuncOp host;
  SymbolTable symbols;
  ChangeFunction generalize, convert;
  AliasAnalysis aliases;
  unsigned numFunctions = 0;
};

} // namespace mlir::lift

#endif // LIFT_LIB_CONVERSION_LINALGTOLIFT_OUTLINER_H
