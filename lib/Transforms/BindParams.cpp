//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Analysis/SizeFacts.h"
#include "LiftDialect/LiftOps.h"
#include "LiftDialect/Transforms/Passes.h"
#include "LiftDialect/Transforms/Sizes.h"
#include "mlir/IR/AttrTypeSubElements.h"

namespace mlir::lift {
#define GEN_PASS_DEF_BINDPARAMSPASS
#include "LiftDialect/Transforms/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;
using namespace mlir::lift;

LogicalResult
lift::substituteSizes(Operation *root,
                      const std::map<std::string, Expr> &replacements) {
  LogicalResult result = success();
  AttrTypeReplacer replacer;
  auto report = [&](const Twine &sentence, SizeAttr size) {
    if (succeeded(result))
      result = root->emitError(sentence) << " in " << size.getValue().str();
    return size;
  };
  auto replace = [&](SizeAttr size) {
    Expr value = size.getValue().substitute(replacements);
    if (value.isError())
      return report(value.getError(), size);
    return SizeAttr::get(size.getContext(), value);
  };
  replacer.addReplacement(
      [&](SizeAttr size) -> Attribute { return replace(size); });
  // No array of a size that it cannot have is ever made.
  using Replacement = std::optional<std::pair<Type, WalkResult>>;
  replacer.addReplacement([&](ArrayType type) -> Replacement {
    SmallVector<SizeAttr> sizes;
    for (SizeAttr size : type.getSizes()) {
      sizes.push_back(replace(size));
      std::optional<int64_t> constant = sizes.back().getValue().getConstant();
      if (constant && (*constant < 1 || *constant > kMaxSize))
        sizes.back() = report("size " + Twine(*constant) +
                                  " is not between 1 and " + Twine(kMaxSize),
                              size);
    }
    Type element = replacer.replace(type.getElementType());
    return std::make_pair(ArrayType::get(type.getContext(), sizes, element),
                          WalkResult::skip());
  });
  replacer.recursivelyReplaceElementsIn(root, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
  return result;
}

namespace {
struct BindParamsPass final : lift::impl::BindParamsPassBase<BindParamsPass> {
  using Base::Base;

  LogicalResult initialize(MLIRContext *context) override;
  void runOnOperation() override;

  std::map<std::string, int64_t> given;
};
} // namespace

LogicalResult BindParamsPass::initialize(MLIRContext *context) {
  for (const std::string &param : params) {
    auto [name, text] = StringRef(param).split('=');
    int64_t value;
    if (name.empty() || text.getAsInteger(10, value) || value < 1 ||
        value > kMaxSize)
      return emitError(UnknownLoc::get(context))
             << "invalid value '" << param
             << "' of lift-bind-params (expected NAME=INTEGER, from 1 to "
             << kMaxSize << ")";
    auto [it, isNew] = given.try_emplace(name.str(), value);
    if (!isNew && it->second != value)
      return emitError(UnknownLoc::get(context))
             << "lift-bind-params gives '" << name << "' the values "
             << it->second << " and " << value;
  }
  return success();
}

/// Reports a constraint that the new values break.
static LogicalResult
checkConstraint(Operation *op, SizeConstraint constraint,
                const std::map<std::string, Expr> &replacements) {
  constraint.lhs = constraint.lhs.substitute(replacements);
  constraint.rhs = constraint.rhs.substitute(replacements);
  if (constraint.lhs.isError() || constraint.rhs.isError() ||
      decide(constraint) != false)
    return success();
  InFlightDiagnostic diag = op->emitOpError(constraint.sentence);
  diag.attachNote() << "with these values it compares " << constraint.lhs.str()
                    << " and " << constraint.rhs.str();
  return diag;
}

/// Reports the operations whose sizes the new values break, each with its own
/// sentence, before types are replaced.
static LogicalResult
checkConstraints(FunctionOpInterface func,
                 const std::map<std::string, Expr> &replacements) {
  for (const SizeConstraint &requirement : getRequirements(func))
    if (failed(checkConstraint(func, requirement, replacements)))
      return failure();
  LogicalResult result = success();
  func->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<IterateOp>(op))
      return WalkResult::skip();
    auto interface = dyn_cast<SizeConstraintInterface>(op);
    if (!interface)
      return WalkResult::advance();
    SmallVector<SizeConstraint> constraints;
    interface.getSizeConstraints(constraints);
    for (const SizeConstraint &constraint : constraints) {
      result = checkConstraint(op, constraint, replacements);
      if (failed(result))
        return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return result;
}

/// Reports a name that no function has, which must be a mistake.
static LogicalResult checkNames(ModuleOp module,
                                const std::map<std::string, int64_t> &given) {
  std::set<std::string> known;
  walkSizes(module, [&](const Expr &size) { size.collectNames(known); });
  for (auto func : module.getOps<FunctionOpInterface>())
    for (const auto &[name, values] : getTuningParameters(func))
      known.insert(name);
  for (const auto &[name, value] : given)
    if (!known.count(name))
      return module.emitError("no function has a size or tuning name '")
             << name << "'";
  return success();
}

void BindParamsPass::runOnOperation() {
  if (failed(checkNames(getOperation(), given)))
    return signalPassFailure();
  for (auto func : getOperation().getOps<FunctionOpInterface>()) {
    std::map<std::string, Expr> replacements;
    for (const auto &[name, value] : given)
      replacements[name] = value;
    NamedAttrList left;
    NamedAttrList chosen(func->getAttrOfType<DictionaryAttr>(
        LiftDialect::ChosenAttrHelper::getNameStr()));
    Builder builder(&getContext());
    for (const auto &[name, values] : getTuningParameters(func)) {
      auto it = given.find(name);
      if (it == given.end() && !defaults) {
        left.set(name, builder.getI64ArrayAttr(values));
        continue;
      }
      int64_t value = it == given.end() ? values.front() : it->second;
      if (!llvm::is_contained(values, value)) {
        InFlightDiagnostic diag = func.emitError("tuning name '")
                                  << name << "' cannot be " << value;
        std::string allowed;
        llvm::raw_string_ostream os(allowed);
        llvm::interleaveComma(values, os);
        diag.attachNote() << "declared values: " << allowed;
        return signalPassFailure();
      }
      replacements[name] = value;
      chosen.set(name, builder.getI64IntegerAttr(value));
    }
    auto setAttr = [&](StringRef attr, const NamedAttrList &values) {
      if (values.empty())
        func->removeAttr(attr);
      else
        func->setAttr(attr, values.getDictionary(&getContext()));
    };
    setAttr(LiftDialect::ParamsAttrHelper::getNameStr(), left);
    setAttr(LiftDialect::ChosenAttrHelper::getNameStr(), chosen);
    if (replacements.empty())
      continue;
    if (failed(checkConstraints(func, replacements)) ||
        failed(substituteSizes(func, replacements)))
      return signalPassFailure();
  }
}
