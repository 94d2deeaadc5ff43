//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the naming table.
//
//===----------------------------------------------------------------------===//

#include "NameTable.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::opencl;

bool NameTable::isFree(StringRef name) const {
  return llvm::none_of(scopes,
                       [&](const auto &scope) { return scope.contains(name); });
}

bool NameTable::take(StringRef name) {
  if (!isIdentifier(name) || isReservedName(name) || !isFree(name))
    return false;
  scopes.back().insert(name);
  return true;
}

std::string NameTable::fresh(StringRef hint) {
  std::string base;
  for (char c : hint)
    base += llvm::isAlnum(c) || c == '_' ? c : '_';
  if (base.empty())
    base = "v";
  if (llvm::isDigit(base.front()) || isReservedName(base))
    base = "v_" + base;
  if (take(base))
    return base;
  if (llvm::isDigit(base.back()))
    base += '_';
  for (unsigned i = 1;; ++i)
    if (std::string name = base + std::to_string(i); take(name))
      return name;
}

std::string NameTable::freshInduction(StringRef hint) {
  if (!hint.empty())
    return fresh(hint);
  for (const char *name : {"i", "j", "k", "l", "m", "n"})
    if (take(name))
      return name;
  return fresh("i");
}
