//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constraint systems in upstream's smt dialect, whose export is SMT-LIB: for
// other solvers, and for bug reports.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Mapping/KernelMapping.h"

#include "mlir/Dialect/SMT/IR/SMTOps.h"

using namespace mlir;
using namespace mlir::lift;

namespace {
class SMTBuilder {
public:
  SMTBuilder(OpBuilder &builder, Location loc) : builder(builder), loc(loc) {}

  /// `values` has what the codes of the variable stand for, if not for
  /// themselves.
  void declare(StringRef name, CodeSet domain, ArrayRef<int64_t> values = {}) {
    Type type = smt::IntType::get(builder.getContext());
    variables.push_back({smt::DeclareFunOp::create(builder, loc, type,
                                                   builder.getStringAttr(name)),
                         values});
    assertThat(Formula::in(variables.size() - 1, domain));
  }

  void assertThat(const Formula &formula) {
    smt::AssertOp::create(builder, loc, build(formula));
  }

private:
  Value getInt(int64_t value) {
    return smt::IntConstantOp::create(
        builder, loc,
        builder.getIntegerAttr(builder.getIntegerType(64), value));
  }

  Value build(const Formula &formula);
  Value buildIn(unsigned variable, CodeSet codes);
  Value buildSum(const Formula &formula);

  template <typename OpTy>
  Value buildJunction(ArrayRef<Value> operands) {
    if (operands.size() == 1)
      return operands.front();
    return OpTy::create(builder, loc, operands);
  }

  OpBuilder &builder;
  Location loc;
  SmallVector<std::pair<Value, ArrayRef<int64_t>>> variables;
};
} // namespace

Value SMTBuilder::buildIn(unsigned variable, CodeSet codes) {
  SmallVector<Value> equal;
  auto [value, meanings] = variables[variable];
  for (unsigned code : getCodes(codes))
    equal.push_back(smt::EqOp::create(
        builder, loc, value,
        getInt(meanings.empty() ? int64_t(code) : meanings[code])));
  return equal.empty() ? build(Formula::constant(false))
                       : buildJunction<smt::OrOp>(equal);
}

Value SMTBuilder::buildSum(const Formula &formula) {
  SmallVector<Value> terms = {getInt(0)};
  for (auto [weight, operand] :
       llvm::zip_equal(formula.getWeights(), formula.getOperands()))
    terms.push_back(smt::IteOp::create(builder, loc, build(operand),
                                       getInt(weight), getInt(0)));
  Value sum = terms.size() == 1
                  ? terms.front()
                  : smt::IntAddOp::create(builder, loc, terms).getResult();
  return smt::IntCmpOp::create(builder, loc, smt::IntPredicate::le, sum,
                               getInt(formula.getBound()));
}

Value SMTBuilder::build(const Formula &formula) {
  SmallVector<Value> operands;
  if (formula.getKind() == Formula::Kind::Not ||
      formula.getKind() == Formula::Kind::And ||
      formula.getKind() == Formula::Kind::Or)
    for (const Formula &operand : formula.getOperands())
      operands.push_back(build(operand));
  switch (formula.getKind()) {
  case Formula::Kind::Constant:
    return smt::BoolConstantOp::create(builder, loc, formula.getValue());
  case Formula::Kind::In:
    return buildIn(formula.getVariable(), formula.getCodes());
  case Formula::Kind::Same:
    return smt::EqOp::create(builder, loc,
                             variables[formula.getVariable()].first,
                             variables[formula.getOther()].first);
  case Formula::Kind::Not:
    return smt::NotOp::create(builder, loc, operands.front());
  case Formula::Kind::And:
    return operands.empty() ? build(Formula::constant(true))
                            : buildJunction<smt::AndOp>(operands);
  case Formula::Kind::Or:
    return operands.empty() ? build(Formula::constant(false))
                            : buildJunction<smt::OrOp>(operands);
  case Formula::Kind::AtMost:
    return buildSum(formula);
  }
  llvm_unreachable("unknown formula");
}

void lift::buildSMT(OpBuilder &builder, Location loc,
                    const MappingProblem &problem,
                    const ConstraintSystem &system) {
  auto solver = smt::SolverOp::create(builder, loc, TypeRange(), ValueRange());
  OpBuilder::InsertionGuard guard(builder);
  builder.createBlock(&solver.getBodyRegion());
  SMTBuilder smt(builder, loc);
  ArrayRef<CodeSet> domains = system.domains;
  for (auto [map, domain] : llvm::zip(problem.maps, domains))
    smt.declare(map.name, domain);
  for (auto [parameter, domain] : llvm::zip_equal(
           problem.parameters, domains.drop_front(problem.maps.size())))
    smt.declare(parameter.name, domain, parameter.values);
  for (const MappingConstraint &constraint : system.constraints)
    smt.assertThat(constraint.formula);
  auto check = smt::CheckOp::create(builder, loc, TypeRange());
  for (Region &region : check->getRegions()) {
    OpBuilder::InsertionGuard regionGuard(builder);
    builder.createBlock(&region);
    smt::YieldOp::create(builder, loc, ValueRange());
  }
  smt::YieldOp::create(builder, loc, ValueRange());
}
