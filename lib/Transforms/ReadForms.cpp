//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ReadForms.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::lift;

bool lift::isOnlyRead(Value buffer) {
  auto arg = dyn_cast<BlockArgument>(buffer);
  auto kernel =
      arg ? dyn_cast<loop::KernelOp>(arg.getOwner()->getParentOp()) : nullptr;
  return kernel && llvm::is_contained(kernel.getInputArgs(), arg) &&
         llvm::all_of(buffer.getUsers(), llvm::IsaPred<loop::LoadOp>);
}

static bool isLocal(Value buffer) {
  return cast<loop::BufferType>(buffer.getType()).getSpace() ==
         AddressSpace::Local;
}

bool lift::isOwnLocal(Value buffer) {
  return buffer.getDefiningOp<loop::AllocOp>() && isLocal(buffer);
}

bool lift::isRead(Operation &op) {
  if (op.getNumResults() != 1 || !isa<loop::LoadOp, loop::IfOp>(op))
    return false;
  return !op.walk([](Operation *nested) {
              bool isPlain =
                  isa<loop::LoadOp, loop::IfOp, loop::YieldOp>(nested);
              return isPlain || isPure(nested) ? WalkResult::advance()
                                               : WalkResult::interrupt();
            }).wasInterrupted();
}

bool lift::hasSeveralReads(Block &block) {
  // By the buffers that they read in the end.
  DenseSet<Value> buffers;
  for (Operation &op : block) {
    if (!isRead(op))
      continue;
    bool isKnown = false;
    op.walk([&](loop::LoadOp load) {
      isKnown |= !buffers.insert(load.getBuffer()).second;
    });
    if (isKnown)
      return true;
  }
  return false;
}

void ReadForms::assumeNext(loop::ForOp loop) {
  Expr lower = symbols.get(loop.getLower(), loop.getIndices());
  Expr upper = symbols.get(loop.getUpper(), loop.getIndices());
  symbols.bind(loop.getInductionVar(), lower, upper - 2);
}

std::optional<std::string> ReadForms::get(Value value, const Part &part) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (failed(print(os, value, part)))
    return std::nullopt;
  return text;
}

//===----------------------------------------------------------------------===//
// Local memory
//===----------------------------------------------------------------------===//

/// Whether what local memory has may be different behind an operation. A loop
/// may have any of its buffers as a state.
static bool mayChangeLocal(Operation *op) {
  return op
      ->walk([](Operation *nested) {
        if (auto store = dyn_cast<loop::StoreOp>(nested))
          return isLocal(store.getBuffer()) ? WalkResult::interrupt()
                                            : WalkResult::advance();
        bool changesNothing =
            isa<loop::LoadOp, loop::IfOp, loop::ForOp, loop::YieldOp>(nested);
        return changesNothing || isPure(nested) ? WalkResult::advance()
                                                : WalkResult::interrupt();
      })
      .wasInterrupted();
}

/// The operation behind which, or in which, local memory is what `read` finds:
/// the last before it that may change it, or what is around them. Null if that
/// is far away.
static Operation *findLastChange(Operation *read) {
  constexpr int64_t kFar = 1024;
  int64_t distance = 0;
  while (true) {
    for (Operation *op = read->getPrevNode(); op; op = op->getPrevNode()) {
      if (mayChangeLocal(op))
        return op;
      if (++distance == kFar)
        return nullptr;
    }
    read = read->getParentOp();
    if (!isa<loop::IfOp>(read))
      return read;
  }
}

std::optional<std::string> ReadForms::getSource(loop::LoadOp load,
                                                const Part &part) {
  Value buffer = load.getBuffer();
  std::string text = "%" + std::to_string(getNumber(buffer));
  if (isOnlyRead(buffer))
    return text;
  Operation *change = isKnown(buffer) ? findLastChange(load) : nullptr;
  if (!change || (part.next && mayChangeLocal(part.next)))
    return std::nullopt;
  unsigned number = changes.try_emplace(change, changes.size()).first->second;
  return text + "@" + std::to_string(number);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

unsigned ReadForms::getNumber(Value value) {
  return numbers.try_emplace(value, numbers.size()).first->second;
}

LogicalResult ReadForms::print(raw_ostream &os, Value value, const Part &part) {
  Operation *op = value.getDefiningOp();
  if (auto load = dyn_cast_if_present<loop::LoadOp>(op);
      load && isKnown(load.getBuffer()))
    return printRead(os, load, part);
  if (auto branch = dyn_cast_if_present<loop::IfOp>(op);
      branch && isRead(*branch))
    return printBranch(os, branch, part);
  if (op && isPure(op) && op->getNumRegions() == 0 &&
      op->getNumResults() == 1 && !isa<loop::IndexOp>(op))
    return printPure(os, op, part);
  return printLeaf(os, value, part);
}

LogicalResult ReadForms::printLeaf(raw_ostream &os, Value value,
                                   const Part &part) {
  // It may be another one in the next trip.
  if (part.next && part.next->isAncestor(value.getParentBlock()->getParentOp()))
    return failure();
  os << "%" << getNumber(value);
  if (part.lane)
    os << "." << *part.lane;
  return success();
}

LogicalResult ReadForms::printRead(raw_ostream &os, loop::LoadOp load,
                                   const Part &part) {
  std::optional<std::string> source = getSource(load, part);
  if (!source)
    return failure();
  os << *source << "[";
  std::string lane = *loop::getLaneSymbol().getName();
  for (const Expr &expr : load.getPath().getExprs()) {
    std::optional<Expr> index = getExpr(expr, load.getIndices(), part);
    if (!index)
      return failure();
    if (part.lane)
      index = index->substitute({{lane, *part.lane}});
    os << index->str() << ",";
  }
  Type type = load.getType();
  if (part.lane) {
    // A vector that stands in memory as one has its lanes behind its place.
    if (!loop::hasLanes(load.getPath()))
      os << *part.lane << ",";
    type = cast<VectorType>(type).getElementType();
  }
  os << "]:" << type;
  return success();
}

LogicalResult ReadForms::printBranch(raw_ostream &os, loop::IfOp branch,
                                     const Part &part) {
  const Assumptions &facts = symbols.getFacts();
  bool isOpen = false;
  for (const IndexTest &test : branch.getIndexTests()) {
    auto get = [&](const Expr &expr) {
      return getExpr(expr, branch.getIndices(), part);
    };
    std::optional<Expr> lower = get(test.lower), index = get(test.index),
                        upper = get(test.upper);
    if (!lower || !index || !upper)
      return failure();
    if (facts.isLessOrEqual(*lower, *index) && facts.isLess(*index, *upper))
      continue;
    os << (isOpen ? "&" : "if ") << lower->str() << "<=" << index->str() << "<"
       << upper->str();
    isOpen = true;
  }
  auto printYielded = [&](Region &region) {
    return print(os, region.front().getTerminator()->getOperand(0), part);
  };
  if (!isOpen)
    return printYielded(branch.getThenRegion());
  os << "?";
  if (failed(printYielded(branch.getThenRegion())))
    return failure();
  os << ":";
  return printYielded(branch.getElseRegion());
}

LogicalResult ReadForms::printPure(raw_ostream &os, Operation *op,
                                   const Part &part) {
  Attribute constant;
  if (matchPattern(op, m_Constant(&constant))) {
    auto splat = dyn_cast<SplatElementsAttr>(constant);
    os << (part.lane && splat ? splat.getSplatValue<Attribute>() : constant);
    return success(!part.lane || splat);
  }
  if (part.lane) {
    auto broadcast = dyn_cast<vector::BroadcastOp>(op);
    if (!broadcast || isa<VectorType>(broadcast.getSourceType()))
      return failure();
    return print(os, broadcast.getSource(), {part.next, std::nullopt});
  }
  os << op->getName() << op->getAttrDictionary() << op->getResult(0).getType()
     << "(";
  for (Value operand : op->getOperands()) {
    if (failed(print(os, operand, part)))
      return failure();
    os << ",";
  }
  os << ")";
  return success();
}

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

std::optional<Expr> ReadForms::getExpr(const Expr &expr, ValueRange operands,
                                       const Part &part) {
  bool isKnown = true;
  Expr result = loop::substituteOperands(expr, operands, [&](Value operand) {
                  std::optional<Expr> index = getIndex(operand, part);
                  isKnown &= index.has_value();
                  return index.value_or(0);
                }).front();
  return isKnown ? std::optional<Expr>(symbols.simplify(result)) : std::nullopt;
}

std::optional<SmallVector<Expr>> ReadForms::getExprs(loop::ExprsAttr exprs,
                                                     ValueRange operands) {
  SmallVector<Expr> result;
  for (const Expr &expr : exprs.getExprs()) {
    std::optional<Expr> known = getExpr(expr, operands, Part());
    if (!known)
      return std::nullopt;
    result.push_back(*known);
  }
  return result;
}

std::optional<Expr> ReadForms::getIndex(Value index, const Part &part) {
  if (part.next && index == loop::ForOp(part.next).getInductionVar())
    return symbols.get(index) + 1;
  if (auto definition = index.getDefiningOp<loop::IndexOp>())
    return getDefined(definition, part);
  return symbols.get(index);
}

std::optional<Expr> ReadForms::getDefined(loop::IndexOp index,
                                          const Part &part) {
  if (index.getData()) {
    if (part.next && part.next->isAncestor(index))
      return std::nullopt;
    return symbols.get(index);
  }
  SmallVector<Expr> exprs;
  for (const Expr &expr : index.getExprs().getExprs()) {
    std::optional<Expr> known = getExpr(expr, index.getIndices(), part);
    if (!known)
      return std::nullopt;
    exprs.push_back(*known);
  }
  const Assumptions &facts = symbols.getFacts();
  switch (index.getKind()) {
  case loop::IndexKind::Value:
  case loop::IndexKind::Within:
    return exprs[0];
  case loop::IndexKind::Clamp:
    if (facts.isLessOrEqual(exprs[1], exprs[0]) &&
        facts.isLessOrEqual(exprs[0], exprs[2]))
      return exprs[0];
    break;
  case loop::IndexKind::Wrap:
  case loop::IndexKind::Mirror:
    if (facts.isNonNegative(exprs[0]) && facts.isLess(exprs[0], exprs[1]))
      return exprs[0];
    break;
  default:
    return std::nullopt;
  }
  const bool hasBounds = exprs.size() == 3;
  std::string text = loop::stringifyIndexKind(index.getKind()).str();
  for (const Expr &expr : exprs)
    text += "," + expr.str();
  return intern(text, hasBounds ? exprs[1] : Expr(0),
                hasBounds ? exprs[2] : exprs[1] - 1);
}

Expr ReadForms::intern(const std::string &text, const Expr &lower,
                       const Expr &upper) {
  auto it = interned.find(text);
  if (it == interned.end())
    it = interned.emplace(text, symbols.bind(Value(), lower, upper)).first;
  return it->second;
}
