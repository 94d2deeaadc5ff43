//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file finds the values of size names and tests what must hold of them.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Evaluator/Evaluator.h"
#include "LiftDialect/LiftOps.h"

using namespace mlir;
using namespace mlir::lift;

//===----------------------------------------------------------------------===//
// Values of expressions
//===----------------------------------------------------------------------===//

static EvalResult evaluateWith(const Expr &size, const SizeBindings &bindings) {
  return size.evaluate([&](const std::string &name) -> std::optional<int64_t> {
    auto it = bindings.find(name);
    if (it == bindings.end())
      return std::nullopt;
    return it->second;
  });
}

FailureOr<int64_t> lift::evaluateSize(Location loc, const Expr &size,
                                      const SizeBindings &bindings) {
  EvalResult result = evaluateWith(size, bindings);
  if (result.value)
    return *result.value;
  return emitError(loc) << "size " << size.str()
                        << " has no value: " << result.error;
}

FailureOr<SmallVector<int64_t>>
lift::evaluateShape(Location loc, ArrayRef<Expr> sizes,
                    const SizeBindings &bindings) {
  SmallVector<int64_t> shape;
  for (const Expr &size : sizes) {
    FailureOr<int64_t> value = evaluateSize(loc, size, bindings);
    if (failed(value))
      return failure();
    if (*value < 1 || *value > kMaxSize)
      return emitError(loc) << "size " << size.str() << " is " << *value
                            << ", which is not between 1 and " << kMaxSize;
    shape.push_back(*value);
  }
  return shape;
}

//===----------------------------------------------------------------------===//
// Constraints
//===----------------------------------------------------------------------===//

/// `N = 100, TM = 32` for the names in `exprs`.
static std::string describeNames(ArrayRef<Expr> exprs,
                                 const SizeBindings &bindings) {
  std::set<std::string> names;
  for (const Expr &expr : exprs)
    expr.collectNames(names);
  std::string text;
  for (const std::string &name : names) {
    auto it = bindings.find(name);
    if (it == bindings.end())
      continue;
    text +=
        (text.empty() ? "" : ", ") + name + " = " + std::to_string(it->second);
  }
  return text;
}

static bool holds(ConstraintKind kind, int64_t lhs, int64_t rhs) {
  switch (kind) {
  case ConstraintKind::Divides:
    return lhs != 0 && rhs % lhs == 0;
  case ConstraintKind::LessEqual:
    return lhs <= rhs;
  case ConstraintKind::Equal:
    return lhs == rhs;
  }
  llvm_unreachable("unknown constraint kind");
}

/// Calls `report` with what is wrong, if the relation does not hold.
static LogicalResult
checkConstraint(ConstraintKind kind, const Expr &lhs, const Expr &rhs,
                const SizeBindings &bindings, StringRef sentence,
                function_ref<InFlightDiagnostic()> report) {
  EvalResult left = evaluateWith(lhs, bindings);
  EvalResult right = evaluateWith(rhs, bindings);
  for (const EvalResult &side : {left, right})
    if (!side.value)
      return report() << sentence << ": " << side.error;
  if (holds(kind, *left.value, *right.value))
    return success();
  std::string names = describeNames({lhs, rhs}, bindings);
  InFlightDiagnostic diag = report() << sentence;
  if (!names.empty())
    diag << " (" << names << ")";
  return diag;
}

LogicalResult lift::checkSizeConstraints(Operation *op,
                                         const SizeBindings &bindings) {
  auto constrained = dyn_cast<SizeConstraintInterface>(op);
  if (!constrained)
    return success();
  SmallVector<SizeConstraint> constraints;
  constrained.getSizeConstraints(constraints);
  LogicalResult result = success();
  for (const SizeConstraint &constraint : constraints)
    if (failed(checkConstraint(constraint.kind, constraint.lhs, constraint.rhs,
                               bindings, constraint.sentence,
                               [&] { return op->emitOpError(); })))
      result = failure();
  return result;
}

static LogicalResult checkRequirements(func::FuncOp func,
                                       const SizeBindings &bindings) {
  auto requirements = func->getAttrOfType<ArrayAttr>(
      LiftDialect::RequiresAttrHelper::getNameStr());
  if (!requirements)
    return success();
  for (auto constraint : requirements.getAsRange<ConstraintAttr>()) {
    std::string text;
    llvm::raw_string_ostream(text) << constraint;
    if (failed(checkConstraint(constraint.getKind(),
                               constraint.getLhs().getValue(),
                               constraint.getRhs().getValue(), bindings,
                               "required relation " + text + " does not hold",
                               [&] { return func.emitOpError(); })))
      return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Binding
//===----------------------------------------------------------------------===//

namespace {
/// Collects the values of the names of one function.
class SizeBinder {
public:
  SizeBinder(func::FuncOp func, ArrayRef<SmallVector<int64_t>> shapes,
             const SizeBindings &given)
      : func(func), shapes(shapes), bindings(given) {
    for (const auto &entry : given)
      origins[entry.first] = "as given";
    for (auto [i, type] : llvm::enumerate(func.getArgumentTypes())) {
      SmallVector<Leaf> parts = getLeaves(type);
      for (auto [k, part] : llvm::enumerate(parts)) {
        std::string name = "argument #" + std::to_string(i);
        if (parts.size() > 1)
          name += " component #" + std::to_string(k);
        leaves.push_back({part, name});
      }
    }
  }

  FailureOr<SizeBindings> bind() {
    if (failed(bindParams()) || failed(checkRanks()) || failed(bindNames()) ||
        failed(checkSizes()) || failed(checkRequirements(func, bindings)))
      return failure();
    return bindings;
  }

private:
  LogicalResult bindParams();
  LogicalResult checkRanks();
  LogicalResult bindNames();
  LogicalResult bindName(const std::string &name, int64_t value,
                         const std::string &origin);
  LogicalResult checkSizes();

  struct NamedLeaf {
    Leaf leaf;
    std::string name;
  };
  func::FuncOp func;
  ArrayRef<SmallVector<int64_t>> shapes;
  SizeBindings bindings;
  SmallVector<NamedLeaf> leaves;
  /// Where the value of a name was seen.
  std::map<std::string, std::string> origins;
};
} // namespace

/// Gives each tuning name the value asked for, or the first that is listed.
LogicalResult SizeBinder::bindParams() {
  auto params = func->getAttrOfType<DictionaryAttr>(
      LiftDialect::ParamsAttrHelper::getNameStr());
  if (!params)
    return success();
  for (NamedAttribute param : params) {
    auto values = llvm::map_to_vector(
        cast<ArrayAttr>(param.getValue()), [](Attribute value) {
          return cast<IntegerAttr>(value).getValue().getSExtValue();
        });
    std::string name = param.getName().str();
    auto [it, isNew] = bindings.try_emplace(name, values.front());
    origins.try_emplace(name, "as tuning name");
    if (llvm::is_contained(values, it->second))
      continue;
    InFlightDiagnostic diag = func.emitOpError("tuning name ")
                              << name << " is given as " << it->second
                              << ", which is not one of ";
    llvm::interleaveComma(values, diag);
    return diag;
  }
  return success();
}

LogicalResult SizeBinder::checkRanks() {
  if (shapes.empty())
    return success();
  if (shapes.size() != leaves.size())
    return func.emitOpError("takes ")
           << leaves.size() << " arrays, but got " << shapes.size();
  for (auto [shape, named] : llvm::zip_equal(shapes, leaves))
    if (shape.size() != named.leaf.sizes.size())
      return func.emitOpError()
             << named.name << " has " << shape.size()
             << " dimensions, but its type has " << named.leaf.sizes.size();
  return success();
}

LogicalResult SizeBinder::bindName(const std::string &name, int64_t value,
                                   const std::string &origin) {
  auto [it, isNew] = bindings.try_emplace(name, value);
  if (isNew)
    origins[name] = "in " + origin;
  if (it->second == value)
    return success();
  return func.emitOpError("size ")
         << name << " is " << it->second << " " << origins[name] << ", but "
         << value << " in " << origin;
}

LogicalResult SizeBinder::bindNames() {
  for (auto [shape, named] : llvm::zip(shapes, leaves))
    for (auto [dim, value, size] : llvm::enumerate(shape, named.leaf.sizes)) {
      std::optional<std::string> name = size.getName();
      std::string origin =
          "dimension " + std::to_string(dim) + " of " + named.name;
      if (name && failed(bindName(*name, value, origin)))
        return failure();
    }
  return success();
}

/// Evaluates every size of the arguments and compares it with the data.
LogicalResult SizeBinder::checkSizes() {
  for (auto [i, named] : llvm::enumerate(leaves)) {
    FailureOr<SmallVector<int64_t>> expected =
        evaluateShape(func.getLoc(), named.leaf.sizes, bindings);
    if (failed(expected))
      return failure();
    if (shapes.empty())
      continue;
    for (auto [dim, wanted, actual] : llvm::enumerate(*expected, shapes[i])) {
      if (wanted == actual)
        continue;
      const Expr &size = named.leaf.sizes[dim];
      InFlightDiagnostic diag = func.emitOpError("dimension ")
                                << dim << " of " << named.name << " has "
                                << actual << " elements, but its type says "
                                << size.str();
      if (!size.getConstant())
        diag << " = " << wanted;
      return diag;
    }
  }
  return success();
}

FailureOr<SizeBindings> lift::bindSizes(func::FuncOp func,
                                        ArrayRef<SmallVector<int64_t>> shapes,
                                        const SizeBindings &given) {
  return SizeBinder(func, shapes, given).bind();
}
