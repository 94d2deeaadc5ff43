//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Indices and reads of the walk: see AccessCollector.h.
//
//===----------------------------------------------------------------------===//

#include "AccessCollector.h"

#include "LiftDialect/Analysis/IndexArithmetic.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::lift;

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

Expr AccessCollector::bind(const std::string &name, const Expr &upper) {
  accesses.facts.setRange(name, 0, upper);
  return Expr::name(name);
}

Expr AccessCollector::bindFresh(const Expr &count) {
  return bind("%index" + std::to_string(numNames++), count - 1);
}

SmallVector<Expr> AccessCollector::bindLane(Type element) {
  auto vector = dyn_cast<VectorType>(element);
  if (!vector)
    return {};
  // One name: whoever reads or stores a vector does so with all its lanes.
  int64_t count = vector.getNumElements();
  return {bind("%lane" + std::to_string(count), count - 1)};
}

Expr AccessCollector::bindOpaque(ArrayRef<Expr> sources, const Expr &count) {
  Expr index = bindFresh(count);
  std::set<std::string> names;
  for (const Expr &source : sources)
    source.collectNames(names);
  std::set<std::string> &origin = origins[index.str()];
  for (const std::string &name : names) {
    origin.insert(name);
    if (auto it = origins.find(name); it != origins.end())
      origin.insert(it->second.begin(), it->second.end());
  }
  return index;
}

bool AccessCollector::isOpaque(const Expr &index, unsigned map) const {
  std::set<std::string> names;
  index.collectNames(names);
  return llvm::any_of(names, [&](const std::string &name) {
    auto it = origins.find(name);
    return it != origins.end() && it->second.count(getMapIndexName(map));
  });
}

void AccessCollector::addStep(Type type, const Path &path) {
  if (around.empty())
    return;
  unsigned map = around.back();
  std::optional<Expr> index;
  if (path)
    index = getLinearIndex(type, *path);
  if (index && isOpaque(*index, map))
    index = std::nullopt;
  accesses.steps[map].push_back(index);
}

Expr AccessCollector::clamp(const Expr &index, const Expr &lower,
                            const Expr &upper) {
  if (accesses.facts.isLessOrEqual(lower, index) &&
      accesses.facts.isLessOrEqual(index, upper))
    return index;
  return bindOpaque(index, upper - lower + 1) + lower;
}

Expr AccessCollector::wrap(const Expr &index, const Expr &length) {
  if (accesses.facts.isNonNegative(index) &&
      accesses.facts.isLess(index, length))
    return index;
  return bindOpaque(index, length);
}

Expr AccessCollector::mirror(const Expr &index, const Expr &length) {
  return wrap(index, length);
}

Expr AccessCollector::apply(Region &function, const Expr &argument,
                            const IndexRange &range) {
  enterReadBody(function);
  BlockArgument arg = function.getArgument(0);
  indexExprs[arg] = argument;
  bindings[arg] = Binding();
  Value yielded = function.front().getTerminator()->getOperand(0);
  if (std::optional<Expr> expr = getExpr(yielded))
    return *expr;
  visitStatements(function.front());
  readScalar(yielded);
  return bindOpaque(argument, range.length);
}

Expr AccessCollector::element(Value value, ArrayRef<Expr> path,
                              const IndexRange &range) {
  if (std::optional<Expr> expr = getExpr(value))
    return *expr;
  read(value, SmallVector<Expr>(path));
  return bindOpaque(path, range.length);
}

std::optional<Expr> AccessCollector::getExpr(Value index) {
  if (!index.getType().isIndex())
    return std::nullopt;
  if (auto it = indexExprs.find(index); it != indexExprs.end())
    return it->second;
  Operation *op = index.getDefiningOp();
  if (!op)
    return std::nullopt;
  if (auto size = dyn_cast<SizeOp>(op))
    return size.getValue().getValue();
  std::optional<Expr> expr = getIndexArithmetic(
      op, [&](Value operand) { return getExpr(operand); }, accesses.facts);
  if (expr)
    expr = accesses.facts.simplify(*expr);
  indexExprs[index] = expr;
  return expr;
}

//===----------------------------------------------------------------------===//
// Reads
//===----------------------------------------------------------------------===//

void AccessCollector::readScalar(Value value) {
  auto it = bindings.find(value);
  if (it != bindings.end()) {
    Binding binding = it->second;
    if (binding.array)
      read(binding.array, SmallVector<Expr>{*binding.index});
  } else if (auto view = value.getDefiningOp<ViewOpInterface>()) {
    readAccess(view.getReadAccess({}, *this));
  }
}

void AccessCollector::readAccess(const Access &access) {
  // A scatter, which lowering reports.
  if (!access.source)
    return;
  // Where a test tells elements of a vector apart, each is read alone.
  if (llvm::any_of(access.tests, [&](const IndexTest &test) {
        return !around.empty() &&
               (isOpaque(test.index, around.back()) ||
                test.index.mentions(getMapIndexName(around.back())));
      }))
    addStep(access.source.getType(), std::nullopt);
  llvm::SaveAndRestore<bool> scope(
      isConditional,
      isConditional || !llvm::all_of(access.tests, [&](const IndexTest &test) {
        return holds(test);
      }));
  read(access.source, SmallVector<Expr>(access.path));
  if (access.otherwise)
    readAccess(*access.otherwise);
}

bool AccessCollector::holds(const IndexTest &test) const {
  return accesses.facts.isLessOrEqual(test.lower, test.index) &&
         accesses.facts.isLess(test.index, test.upper);
}

void AccessCollector::read(Value value, Path path) {
  auto type = dyn_cast<ArrayType>(value.getType());
  if (!type)
    return readScalar(value);
  if (path && path->size() == type.getRank())
    llvm::append_range(*path, bindLane(type.getElementType()));
  auto it = bindings.find(value);
  if (it != bindings.end() && it->second.place) {
    Binding binding = it->second;
    addAccess(*binding.place, path, /*isWrite=*/false, binding.watch);
    return;
  }
  if (it != bindings.end() && it->second.array) {
    Binding binding = it->second;
    Path full;
    if (path) {
      full.emplace();
      if (binding.index)
        full->push_back(*binding.index);
      llvm::append_range(*full, *path);
    }
    return read(binding.array, full);
  }
  Operation *op = value.getDefiningOp();
  if (auto view = dyn_cast_or_null<ViewOpInterface>(op)) {
    if (!path) {
      for (Value source : view.getViewSources())
        read(source, std::nullopt);
      return;
    }
    SmallVector<Expr> simple =
        llvm::map_to_vector(*path, [&](const Expr &index) {
          return accesses.facts.simplify(index);
        });
    return readAccess(view.getReadAccess(simple, *this));
  }
  if (auto generate = dyn_cast_or_null<GenerateOp>(op))
    return readGenerate(generate, path);
  auto map = dyn_cast_or_null<MapOp>(op);
  if (!map || !root->isAncestor(map))
    return addStep(type, path);
  readMap(map, cast<OpResult>(value).getResultNumber(), path);
}

void AccessCollector::forget(Region &body) {
  body.walk([&](Operation *op) {
    for (Value result : op->getResults()) {
      bindings.erase(result);
      indexExprs.erase(result);
    }
  });
}

void AccessCollector::enterReadBody(Region &body) {
  body.walk([&](MapOp map) {
    if (auto number = numbers.find(map); number != numbers.end())
      accesses.unstored.insert(number->second);
  });
  forget(body);
}

/// What is behind the outermost `count` dimensions of a path.
static AccessCollector::Path dropFront(const AccessCollector::Path &path,
                                       size_t count) {
  if (!path)
    return std::nullopt;
  return SmallVector<Expr>(llvm::drop_begin(*path, count));
}

void AccessCollector::readMap(MapOp map, unsigned result, const Path &path) {
  if (auto number = numbers.find(map); number != numbers.end())
    accesses.unstored.insert(number->second);
  enterReadBody(map.getBody());
  Expr index = path ? path->front() : bindFresh(map.getTripCount());
  bindElements(map.getInputs(), map.getBody().getArguments(), index);
  visitStatements(map.getBody().front());
  read(map.getYield().getOperand(result), dropFront(path, 1));
}

void AccessCollector::readGenerate(GenerateOp generate, const Path &path) {
  Region &body = generate.getBody();
  enterReadBody(body);
  auto array = cast<ArrayType>(generate.getType());
  for (BlockArgument arg : body.getArguments()) {
    unsigned dim = arg.getArgNumber();
    indexExprs[arg] = path ? (*path)[dim] : bindFresh(array.getSize(dim));
    bindings[arg] = Binding();
  }
  visitStatements(body.front());
  read(generate.getYield().getOperand(0),
       dropFront(path, body.getNumArguments()));
}
