//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Rewriting/Strides.h"

#include "LiftDialect/Expr/Assumptions.h"
#include "LiftDialect/Expr/Steps.h"

using namespace mlir;
using namespace mlir::lift;

std::optional<int64_t> lift::getNumInterleaved(Operation *view) {
  constexpr int64_t kMost = 4;
  auto concat = dyn_cast<ConcatOp>(view);
  if (!concat)
    return std::nullopt;
  ArrayType type = concat.getType();
  const unsigned last = type.getRank() - 1;
  std::optional<int64_t> count = type.getSize(last).getConstant();
  if (last == 0 || concat.getDim() != last || !count || *count > kMost ||
      !llvm::isPowerOf2_64(*count))
    return std::nullopt;
  return count;
}

/// Stands for what is not known of an index.
static constexpr StringLiteral kUnknown = "?";

namespace {
/// Indices in the interior, where nothing is clamped; those that the program
/// computes have names of their own.
class InteriorIndex final : public IndexBinder {
public:
  Expr clamp(const Expr &index, const Expr &, const Expr &) override {
    return index;
  }
  Expr wrap(const Expr &index, const Expr &) override { return index; }
  Expr mirror(const Expr &index, const Expr &) override { return index; }
  Expr apply(Region &, const Expr &argument, const IndexRange &) override {
    return unknown(argument);
  }
  Expr element(Value, ArrayRef<Expr>, const IndexRange &) override {
    return unknown(0);
  }

private:
  /// Not linear in anything that `argument` mentions.
  static Expr unknown(const Expr &argument) {
    return Expr::mod(argument * argument, Expr::name(kUnknown.str()));
  }
};
} // namespace

static std::string getName(unsigned dim) {
  return "%dim" + std::to_string(dim);
}

/// The path in the source of a view, whose result is read at `path`.
static std::optional<Access> readThrough(ViewOpInterface view, unsigned depth,
                                         ArrayRef<Expr> path) {
  InteriorIndex indices;
  Access access = view.getReadAccess(path.drop_front(depth), indices);
  if (!access.source || access.path.empty())
    return std::nullopt;
  access.path.insert(access.path.begin(), path.begin(), path.begin() + depth);
  return access;
}

namespace {
/// An element of an array in memory: the sizes of its dimensions, those that
/// one index goes through together as one, and the indices.
struct ElementPath {
  ElementPath(ArrayType type, ArrayRef<Expr> path)
      : sizes(type.getSizeExprs()), path(path) {}

  void joinLast(ArrayRef<unsigned> dims);

  SmallVector<Expr> sizes, path;
};
} // namespace

/// Whether each of the dimensions moves an index by the same, wherever it is.
static bool isLinear(const Expr &index, ArrayRef<unsigned> dims) {
  return llvm::all_of(dims, [&](unsigned dim) {
    const Expr step = getStep(index, getName(dim));
    return llvm::none_of(
        dims, [&](unsigned other) { return step.mentions(getName(other)); });
  });
}

/// Makes one of the last dimensions while their indices are a quotient and the
/// rest of one division, of what is linear, by the size of the last.
void ElementPath::joinLast(ArrayRef<unsigned> dims) {
  while (path.size() > 1) {
    const Expr &size = sizes.back();
    const Expr &outer = path[path.size() - 2], &inner = path.back();
    Expr joined = outer * size + inner;
    if (!(Expr::floorDiv(joined, size) == outer) ||
        !(Expr::mod(joined, size) == inner) || !isLinear(joined, dims))
      return;
    path.pop_back();
    path.back() = joined;
    const Expr joinedSize = sizes[sizes.size() - 2] * size;
    sizes.pop_back();
    sizes.back() = joinedSize;
  }
}

/// Whether a value is a number, or an array of numbers: those of vectors and
/// tuples have one more index, which no dimension of a nest is.
static bool hasNumbers(Value elements) {
  Type type = elements.getType();
  if (auto array = dyn_cast<ArrayType>(type))
    type = array.getElementType();
  return type.isIntOrIndexOrFloat();
}

/// Where the element of an operand is, by the names of the dimensions.
static std::optional<ElementPath> findPath(const NestOperand &operand) {
  Value elements = operand.source;
  unsigned depth = 0;
  if (!operand.views.empty()) {
    elements = operand.views.back().first->getResult(0);
    depth = operand.views.back().second;
  }
  if (!hasNumbers(elements))
    return std::nullopt;
  // An operand may be whole rows.
  auto whole = dyn_cast<ArrayType>(elements.getType());
  if (whole && depth + whole.getRank() > operand.dims.size())
    return std::nullopt;
  SmallVector<Expr> path;
  for (unsigned dim : operand.dims)
    path.push_back(Expr::name(getName(dim)));
  for (auto [view, depth] : llvm::reverse(operand.views)) {
    std::optional<Access> access = readThrough(view, depth, path);
    if (!access)
      return std::nullopt;
    path = access->path;
  }
  Value array = operand.source;
  for (auto view = array.getDefiningOp<ViewOpInterface>();
       view && !getNumInterleaved(view);
       view = array.getDefiningOp<ViewOpInterface>()) {
    std::optional<Access> access = readThrough(view, 0, path);
    if (!access)
      return std::nullopt;
    path = access->path;
    array = access->source;
  }
  auto type = dyn_cast<ArrayType>(array.getType());
  if (!type || path.empty() || path.size() != type.getRank())
    return std::nullopt;
  ElementPath element(type, path);
  element.joinLast(operand.dims);
  return element;
}

std::optional<MemoryOffset> lift::getMemoryOffset(const NestOperand &operand) {
  std::optional<ElementPath> element = findPath(operand);
  if (!element)
    return std::nullopt;
  Expr offset = 0;
  for (auto [dim, index] : llvm::enumerate(element->path))
    offset = offset * element->sizes[dim] + index;
  MemoryOffset result{offset, {}};
  std::map<std::string, Expr> origin;
  for (unsigned dim : operand.dims)
    origin[getName(dim)] = Expr(0);
  for (unsigned dim : operand.dims) {
    result.steps[dim] = getStep(offset, getName(dim));
    bool isSame = result.steps[dim].substitute(origin) == result.steps[dim] &&
                  !result.steps[dim].mentions(kUnknown.str());
    if (!isSame)
      return std::nullopt;
  }
  result.first = offset.substitute(origin);
  if (result.first.mentions(kUnknown.str()))
    return std::nullopt;
  return result;
}

std::optional<UnitStride> lift::getUnitStride(const NestOperand &operand,
                                              bool mayBeReversed) {
  std::optional<ElementPath> element = findPath(operand);
  if (!element)
    return std::nullopt;
  const SmallVector<Expr> &path = element->path;
  std::optional<unsigned> unit;
  bool isReversed = false;
  SmallVector<Expr> otherSteps = {element->sizes.back()};
  for (unsigned dim : operand.dims) {
    Expr step = getStep(path.back(), getName(dim));
    if (step.isConstant(0))
      continue;
    if (llvm::any_of(operand.dims, [&](unsigned other) {
          return step.mentions(getName(other));
        }))
      return std::nullopt;
    if (!step.isConstant(1) && !(mayBeReversed && step.isConstant(-1))) {
      otherSteps.push_back(step);
      continue;
    }
    isReversed = step.isConstant(-1);
    bool isRow = llvm::none_of(ArrayRef(path).drop_back(), [&](const Expr &e) {
      return e.mentions(getName(dim));
    });
    if (unit || !isRow)
      return std::nullopt;
    unit = dim;
  }
  if (!unit)
    return std::nullopt;
  return UnitStride{*unit, otherSteps, isReversed};
}

std::optional<unsigned> lift::getRowDim(const NestOperand &operand) {
  std::optional<ElementPath> element = findPath(operand);
  if (!element || element->path.back().mentions(kUnknown.str()))
    return std::nullopt;
  SmallVector<unsigned> dims =
      llvm::filter_to_vector(operand.dims, [&](unsigned dim) {
        return element->path.back().mentions(getName(dim));
      });
  return dims.size() == 1 ? std::optional(dims.front()) : std::nullopt;
}

std::optional<UnitStride> lift::getUnitStrideOfRuns(const NestOperand &operand,
                                                    unsigned dim, int64_t run) {
  std::optional<ElementPath> element = findPath(operand);
  if (!element)
    return std::nullopt;
  const Expr inRun = Expr::name("%inRun");
  Assumptions facts;
  facts.setRange(*inRun.getName(), 0, run - 1);
  SmallVector<Expr> path =
      llvm::map_to_vector(element->path, [&](const Expr &e) {
        return facts.simplify(e.substitute(
            {{getName(dim), Expr::name(getName(dim)) * run + inRun}}));
      });
  Expr first = path.back() - inRun;
  if (first.mentions(*inRun.getName()) || first.mentions(kUnknown.str()) ||
      llvm::any_of(ArrayRef(path).drop_back(),
                   [&](const Expr &e) { return e.mentions(*inRun.getName()); }))
    return std::nullopt;
  UnitStride unit{dim, {element->sizes.back()}};
  if (!first.isConstant(0))
    unit.otherSteps.push_back(facts.getConstantDivisor(first));
  return unit;
}
