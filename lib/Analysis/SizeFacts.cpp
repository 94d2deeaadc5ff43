//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Analysis/SizeFacts.h"

#include "LiftDialect/LiftOps.h"
#include "LiftDialect/Loop/LoopOps.h"

using namespace mlir;
using namespace mlir::lift;

SmallVector<std::pair<std::string, SmallVector<int64_t>>>
lift::getTuningParameters(FunctionOpInterface func) {
  SmallVector<std::pair<std::string, SmallVector<int64_t>>> parameters;
  auto params = func->getAttrOfType<DictionaryAttr>(
      LiftDialect::ParamsAttrHelper::getNameStr());
  if (!params)
    return parameters;
  for (NamedAttribute param : params) {
    auto &[name, values] = parameters.emplace_back();
    name = param.getName().str();
    for (auto value :
         cast<ArrayAttr>(param.getValue()).getAsRange<IntegerAttr>())
      values.push_back(value.getValue().getSExtValue());
  }
  return parameters;
}

SmallVector<SizeConstraint> lift::getRequirements(FunctionOpInterface func) {
  SmallVector<SizeConstraint> constraints;
  auto requirements = func->getAttrOfType<ArrayAttr>(
      LiftDialect::RequiresAttrHelper::getNameStr());
  if (!requirements)
    return constraints;
  for (auto attr : requirements.getAsRange<ConstraintAttr>()) {
    std::string sentence;
    llvm::raw_string_ostream os(sentence);
    os << "the function requires " << attr;
    constraints.push_back({attr.getKind(), attr.getLhs().getValue(),
                           attr.getRhs().getValue(), sentence});
  }
  return constraints;
}

static void walkSizesOf(Attribute attr,
                        function_ref<void(const Expr &)> visit) {
  attr.walk([&](SizeAttr size) { visit(size.getValue()); });
}

static void walkSizesOf(Type type, function_ref<void(const Expr &)> visit) {
  type.walk([&](SizeAttr size) { visit(size.getValue()); });
}

void lift::walkSizes(Operation *op, function_ref<void(const Expr &)> visit) {
  op->walk([&](Operation *nested) {
    walkSizesOf(nested->getAttrDictionary(), visit);
    for (Type type : nested->getResultTypes())
      walkSizesOf(type, visit);
    for (Region &region : nested->getRegions())
      for (Block &block : region)
        for (BlockArgument arg : block.getArguments())
          walkSizesOf(arg.getType(), visit);
  });
}

//===----------------------------------------------------------------------===//
// SizeFacts
//===----------------------------------------------------------------------===//

LogicalResult SizeFacts::collectNames(FunctionOpInterface func) {
  std::set<std::string> known;
  for (Type type : func.getArgumentTypes()) {
    auto array = dyn_cast<ArrayType>(type);
    if (!array)
      continue;
    type.walk([&](ArrayType nested) {
      for (const Expr &size : nested.getSizeExprs())
        if (std::optional<std::string> name = size.getName())
          if (known.insert(*name).second)
            names.push_back(*name);
    });
  }
  for (const auto &[name, values] : getTuningParameters(func))
    known.insert(name);

  LogicalResult result = success();
  std::set<std::string> reported;
  std::function<void(Operation *, std::set<std::string>)> check =
      [&](Operation *op, std::set<std::string> visible) {
        if (auto iterate = dyn_cast<IterateOp>(op))
          visible.insert(iterate.getSizeName().str());
        auto report = [&](const Expr &size) {
          std::set<std::string> used;
          size.collectNames(used);
          for (const std::string &name : used) {
            if (visible.count(name) || !reported.insert(name).second)
              continue;
            InFlightDiagnostic diag = op->emitError("unknown size name '")
                                      << name << "'";
            diag.attachNote(func.getLoc())
                << "a size name is the whole size of some dimension of an "
                   "argument, or a name in 'lift.params'";
            result = diag;
          }
        };
        // Index expressions have names for values, too, and what a function
        // prefers one for the device.
        for (NamedAttribute attr : op->getAttrs())
          if (!isa<loop::ExprsAttr>(attr.getValue()) &&
              attr.getName() != LiftDialect::PrefersAttrHelper::getNameStr())
            walkSizesOf(attr.getValue(), report);
        for (Type type : op->getResultTypes())
          walkSizesOf(type, report);
        for (Region &region : op->getRegions())
          for (Block &block : region)
            for (Operation &nested : block)
              check(&nested, visible);
      };
  check(func, known);
  return result;
}

FailureOr<std::map<std::string, Expr>>
lift::parseExpectedSizes(FunctionOpInterface func,
                         ArrayRef<std::string> sizes) {
  std::map<std::string, Expr> values;
  for (StringRef text : sizes) {
    auto [name, number] = text.split('=');
    int64_t value;
    if (name.empty() || number.getAsInteger(10, value) || value < 1)
      return func->emitError("sizes=")
             << text << ": expected NAME=INTEGER, at least 1";
    values[name.str()] = Expr(value);
  }
  return values;
}

/// Replaces a size by another size, or a number, that it is equal to; false if
/// `lhs` is not the name of a size, or `rhs` neither. Not by expressions: a
/// name is known to be positive, an expression may not be.
static bool assumeEqual(Assumptions &assumptions, const Expr &lhs,
                        const Expr &rhs) {
  const Expr size = assumptions.simplify(lhs),
             value = assumptions.simplify(rhs);
  std::optional<std::string> name = size.getName();
  if (!name || assumptions.getRange(*name).second || size == value ||
      !(value.getName() || value.getConstant()))
    return false;
  assumptions.setEqual(*name, value);
  return true;
}

void lift::assume(Assumptions &assumptions, const SizeConstraint &constraint) {
  const Expr &lhs = constraint.lhs, &rhs = constraint.rhs;
  switch (constraint.kind) {
  case ConstraintKind::Divides:
    return assumptions.addDivides(lhs, rhs);
  case ConstraintKind::LessEqual:
    return assumptions.addNonNegative(rhs - lhs);
  case ConstraintKind::Equal:
    // Two facts, one from each side, would lead proofs in circles.
    if (assumptions.isEqual(lhs, rhs) || assumeEqual(assumptions, lhs, rhs) ||
        assumeEqual(assumptions, rhs, lhs))
      return;
    assumptions.addNonNegative(rhs - lhs);
    return assumptions.addNonNegative(lhs - rhs);
  }
}

static bool isImplied(const Assumptions &assumptions,
                      const SizeConstraint &constraint) {
  const Expr &lhs = constraint.lhs, &rhs = constraint.rhs;
  switch (constraint.kind) {
  case ConstraintKind::Divides:
    return assumptions.isDivisible(rhs, lhs);
  case ConstraintKind::LessEqual:
    return assumptions.isLessOrEqual(lhs, rhs);
  case ConstraintKind::Equal:
    return assumptions.isEqual(lhs, rhs);
  }
  llvm_unreachable("unknown constraint kind");
}

void SizeFacts::collectRequirements(FunctionOpInterface func) {
  for (const SizeConstraint &constraint : getRequirements(func)) {
    obligations.push_back({constraint, func});
    assume(assumptions, constraint);
  }
}

/// What a launch needs of its sizes. The launch is no part of the semantics, so
/// these are not size constraints of the operation.
static SmallVector<SizeConstraint> getLaunchConstraints(KernelOp kernel) {
  SmallVector<SizeConstraint> constraints;
  if (!kernel.hasLaunch())
    return constraints;
  for (unsigned dim = 0; dim < kMaxLaunchDims; ++dim) {
    Expr local = kernel.getLocalSizeIn(dim),
         global = kernel.getGlobalSizeIn(dim);
    for (const Expr &size : {local, global})
      constraints.push_back({ConstraintKind::LessEqual, 1, size,
                             "launch size " + size.str() + " is not positive"});
    constraints.push_back({ConstraintKind::Divides, local, global,
                           "local size " + local.str() +
                               " does not divide global size " + global.str() +
                               " in dimension " + std::to_string(dim)});
  }
  return constraints;
}

/// What any size must be.
static SizeConstraint getSizeConstraint(const Expr &size) {
  return {ConstraintKind::LessEqual, 1, size,
          "size " + size.str() + " is not positive"};
}

void SizeFacts::collectConstraints(FunctionOpInterface func) {
  // Implied by what is required, not by each other: all the others are tested.
  const Assumptions required = assumptions;
  std::set<std::tuple<ConstraintKind, Expr, Expr>> seen;
  auto collect = [&](Operation *op, ArrayRef<SizeConstraint> constraints,
                     const Assumptions &known) {
    for (const SizeConstraint &constraint : constraints) {
      if (decide(constraint) || isImplied(known, constraint) ||
          !seen.insert({constraint.kind, constraint.lhs, constraint.rhs})
               .second)
        continue;
      obligations.push_back({constraint, op});
      assume(assumptions, constraint);
    }
  };
  func->walk<WalkOrder::PreOrder>([&](Operation *op) {
    // The sizes inside an iterate are those of a step; they are checked when
    // its steps are taken one by one.
    if (isa<IterateOp>(op))
      return WalkResult::skip();
    SmallVector<SizeConstraint> constraints;
    if (auto interface = dyn_cast<SizeConstraintInterface>(op))
      interface.getSizeConstraints(constraints);
    collect(op, constraints, required);
    return WalkResult::advance();
  });
  // Last: what the operations in a kernel require says more to the user, and
  // often implies what its launch requires.
  func->walk([&](KernelOp kernel) {
    collect(kernel, getLaunchConstraints(kernel), Assumptions(assumptions));
  });
  // What a kernel in loop form knows, and nobody needs to test.
  func->walk([&](loop::KernelOp kernel) {
    for (auto [fact, sentence] :
         llvm::zip(kernel.getFacts().getAsRange<ConstraintAttr>(),
                   kernel.getSentences().getAsRange<StringAttr>()))
      if (sentence.empty())
        assume(assumptions, {fact.getKind(), fact.getLhs().getValue(),
                             fact.getRhs().getValue(), ""});
  });
  auto collectSizes = [&](Operation *op, TypeRange types) {
    for (Type type : types)
      if (auto array = dyn_cast<ArrayType>(type))
        for (const Expr &size : array.getSizeExprs())
          collect(op, getSizeConstraint(size), assumptions);
  };
  collectSizes(func, func.getArgumentTypes());
  func->walk<WalkOrder::PreOrder>([&](Operation *op) {
    collectSizes(op, op->getResultTypes());
    return isa<IterateOp>(op) ? WalkResult::skip() : WalkResult::advance();
  });
}

Assumptions lift::getSizeFacts(loop::KernelOp kernel) {
  Assumptions facts;
  for (auto fact : kernel.getFacts().getAsRange<ConstraintAttr>()) {
    const SizeConstraint constraint = {fact.getKind(), fact.getLhs().getValue(),
                                       fact.getRhs().getValue(),
                                       /*sentence=*/""};
    // What follows from others, as that sizes are positive does most of the
    // time, would only make proofs longer.
    if (!isImplied(facts, constraint))
      assume(facts, constraint);
  }
  return facts;
}

FailureOr<SizeFacts> SizeFacts::get(FunctionOpInterface func) {
  SizeFacts facts;
  if (failed(facts.collectNames(func)))
    return failure();
  facts.collectRequirements(func);
  facts.collectConstraints(func);
  return facts;
}
