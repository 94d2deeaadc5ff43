//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file defines the table that every name in the output comes from.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_LIB_TARGET_OPENCL_NAMETABLE_H
#define LIFTDIALECT_LIB_TARGET_OPENCL_NAMETABLE_H

#include "LiftDialect/Analysis/OpenCLNames.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"

#include <string>

namespace mlir::lift::opencl {

/// The names of one program. Names are unique among all that are visible at a
/// point, so nothing is ever shadowed; blocks that follow each other may use
/// the same names again.
class NameTable {
public:
  NameTable() { scopes.emplace_back(); }

  /// A new name like `hint`, valid to the end of the innermost scope.
  std::string fresh(StringRef hint);

  /// The first of i, j, k, .. that is free, or a name like `hint` if not empty.
  std::string freshInduction(StringRef hint);

  /// Takes `name` as it is; false if that is impossible.
  bool take(StringRef name);

  /// Opens a scope for as long as it lives.
  class Scope {
  public:
    explicit Scope(NameTable &table) : table(table) {
      table.scopes.emplace_back();
    }
    ~Scope() { table.scopes.pop_back(); }
    Scope(const Scope &) = delete;
    Scope &operator=(const Scope &) = delete;

  private:
    NameTable &table;
  };

private:
  bool isFree(StringRef name) const;

  SmallVector<llvm::StringSet<>> scopes;
};

} // namespace mlir::lift::opencl

#endif // LIFTDIALECT_LIB_TARGET_OPENCL_NAMETABLE_H
