//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the printing of loops, branches and barriers, and the
// choice of what prints an op.
//
//===----------------------------------------------------------------------===//

#include "KernelEmitter.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::opencl;

LogicalResult KernelEmitter::emitBlock(Block &block) {
  for (Operation &op : block)
    if (failed(emitOp(&op)))
      return failure();
  return success();
}

LogicalResult KernelEmitter::emitOp(Operation *op) {
  if (isa<gpu::ReturnOp, scf::YieldOp, scf::ConditionOp>(op))
    return success();
  llvm::SaveAndRestore guard(isDead, isDead || !facts.isLive(op));
  if (failed(checkTypes(op)))
    return failure();
  if (isa<arith::ArithDialect>(op->getDialect()))
    return emitArith(op);
  if (isa<math::MathDialect>(op->getDialect()))
    return emitMath(op);
  if (isa<vector::VectorDialect>(op->getDialect()))
    return emitVector(op);
  if (isa<memref::MemRefDialect>(op->getDialect()))
    return emitMemRef(op);
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](scf::ForOp loop) { return emitFor(loop); })
      .Case([&](scf::WhileOp loop) { return emitWhile(loop); })
      .Case([&](scf::IfOp branch) { return emitIf(branch); })
      .Case([&](CallOp call) { return emitCall(call); })
      .Case([&](lift::BarrierOp barrier) {
        return emitBarrier(op, barrier.getLocal(), barrier.getGlobal());
      })
      .Case([&](gpu::BarrierOp) { return emitBarrier(op, true, true); })
      .Case(
          [&](gpu::ThreadIdOp id) { return emitId(id, "get_local_id", "lid"); })
      .Case([&](gpu::BlockIdOp id) { return emitId(id, "get_group_id", "wg"); })
      .Case([&](gpu::GlobalIdOp id) {
        return emitId(id, "get_global_id", "gid");
      })
      .Case([&](gpu::BlockDimOp id) {
        return emitId(id, "get_local_size", "lsize");
      })
      .Case([&](gpu::GridDimOp id) {
        return emitId(id, "get_num_groups", "groups");
      })
      .Case([&](ub::PoisonOp) { return emitPoison(op); })
      .Default([&](Operation *) {
        return refuse(op, "this op has no OpenCL C form",
                      "lower it to gpu, scf.for, scf.while, scf.if, arith, "
                      "math, memref and vector first");
      });
}

template <typename OpTy>
LogicalResult KernelEmitter::emitId(OpTy op, StringRef function,
                                    StringRef hint) {
  std::string dimension =
      std::to_string(static_cast<unsigned>(op.getDimension()));
  // A size_t: only the initialisation makes an int of it.
  defineVariable(op, call(function, CExpr::atom(dimension)),
                 hint.str() + dimension);
  return success();
}

LogicalResult KernelEmitter::emitBarrier(Operation *op, bool local,
                                         bool global) {
  if (!local && !global)
    return refuse(op, "a barrier without a fence orders nothing",
                  "say local, global, or both");
  std::string fences = local ? "CLK_LOCAL_MEM_FENCE" : "";
  if (global)
    fences += local ? " | CLK_GLOBAL_MEM_FENCE" : "CLK_GLOBAL_MEM_FENCE";
  const std::string barrier = "barrier(" + fences + ")";
  line((isLastBarrier(op) ? "EXCEPT_POCL(" + barrier + ")" : barrier) + ";");
  return success();
}

//===----------------------------------------------------------------------===//
// Assignments
//===----------------------------------------------------------------------===//

KernelEmitter::Assignment KernelEmitter::assignment(const CExpr &variable,
                                                    Value value) {
  unsigned bits = variable.maskBits;
  return {variable, bits ? asMask(value, bits) : held(value), value.getType()};
}

void KernelEmitter::assignTogether(SmallVector<Assignment> assignments) {
  llvm::erase_if(assignments, [](const Assignment &it) {
    return it.variable.text == it.value.text;
  });
  while (!assignments.empty()) {
    // A variable that no other assignment reads can be overwritten.
    auto isReadByOthers = [&](const Assignment &it) {
      return llvm::any_of(assignments, [&](const Assignment &other) {
        return &other != &it &&
               other.value.reads(it.variable.variables.front());
      });
    };
    auto next = llvm::find_if_not(assignments, isReadByOthers);
    if (next == assignments.end()) {
      // They read each other in a circle: save one value to break it.
      next = assignments.begin();
      std::string name = names.fresh("next_" + next->variable.text);
      line("const " + variableTypeName(next->type, next->value) + " " + name +
           " = " + next->value.text + ";");
      next->value = CExpr::atom(name);
      continue;
    }
    line(next->variable.text + " = " + next->value.text + ";");
    assignments.erase(next);
  }
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

bool KernelEmitter::isLastBarrier(Operation *barrier) {
  auto loop = dyn_cast<scf::ForOp>(barrier->getParentOp());
  if (isDead || !program.hasLoopBarriers || !loop ||
      barrier->getNextNode() != loop.getBody()->getTerminator() ||
      isBarrier(&loop.getBody()->front()))
    return false;
  program.helpers["EXCEPT_POCL"] =
      R"(// The barriers of PoCL are where the next trips begin: of two beside each other
// it makes wrong code.
#ifdef POCL_DEVICE_ADDRESS_BITS
#define EXCEPT_POCL(statement)
#else
#define EXCEPT_POCL(statement) statement
#endif
)";
  return true;
}

void KernelEmitter::emitLoopBarrier(Operation *loop, Operation *next) {
  if (isDead || !program.hasLoopBarriers || isBarrier(next) ||
      isa<gpu::ReturnOp>(next) || !hasBarrier(loop))
    return;
  program.helpers["LOOP_BARRIER"] =
      R"(// PoCL does not see where a loop with barriers begins and ends if work-items
// take different ways there, and computes something else, or fails.
#ifdef POCL_DEVICE_ADDRESS_BITS
#define LOOP_BARRIER barrier(CLK_LOCAL_MEM_FENCE)
#else
#define LOOP_BARRIER
#endif
)";
  line("LOOP_BARRIER;");
}

LogicalResult KernelEmitter::emitLoopBody(Operation *loop, Block &body) {
  emitLoopBarrier(loop, &body.front());
  return emitBlock(body);
}

bool KernelEmitter::sharesVariable(scf::ForOp inner, unsigned number) {
  OpOperand &init = inner.getInitArgsMutable()[number];
  auto carried = dyn_cast<BlockArgument>(init.get());
  auto outer = dyn_cast<scf::ForOp>(inner->getParentOp());
  if (!carried || !outer || carried.getOwner() != outer.getBody() ||
      carried == outer.getInductionVar())
    return false;
  OpOperand *use = facts.getOnlyLiveUse(inner.getResult(number));
  return facts.getOnlyLiveUse(carried) == &init && use &&
         use->getOwner() == outer.getBody()->getTerminator() &&
         use->getOperandNumber() + 1 == carried.getArgNumber();
}

/// The name that `lift.carried` gives to a loop's variable: of the loop, or of
/// what computes its next value.
static StringRef carriedName(scf::ForOp op, unsigned number) {
  const StringRef attrName = LiftDialect::CarriedAttrHelper::getNameStr();
  if (Operation *next = op.getYieldedValues()[number].getDefiningOp())
    if (auto name = next->getAttrOfType<StringAttr>(attrName))
      return name.getValue();
  auto names = op->getAttrOfType<ArrayAttr>(attrName);
  if (!names || number >= names.size())
    return {};
  auto name = dyn_cast<StringAttr>(names[number]);
  return name ? name.getValue() : StringRef();
}

LogicalResult KernelEmitter::emitFor(scf::ForOp op) {
  Type type = op.getInductionVar().getType();
  if (type.isInteger(1))
    return refuse(op, "a loop over i1 has no C form", "use index");
  std::string pragma;
  if (Attribute unroll =
          op->getAttr(LiftDialect::UnrollAttrHelper::getNameStr())) {
    auto factor = dyn_cast<IntegerAttr>(unroll);
    pragma = "#pragma unroll";
    if (factor)
      pragma += " " + std::to_string(integerIn(unroll));
  }

  // Each carried value is one variable: before, inside and after the loop.
  SmallVector<std::pair<unsigned, CExpr>> carried;
  for (unsigned i = 0, e = op.getNumResults(); i < e; ++i) {
    Value argument = op.getRegionIterArg(i), result = op.getResult(i);
    Value init = op.getInitArgs()[i];
    if (isa<MemRefType>(result.getType()))
      return refuse(op, "a loop cannot carry an array",
                    "carry an index into one array instead");
    CExpr variable;
    if (isDead || !facts.isLive(result)) {
      variable = CExpr::atom("dead");
      variable.maskBits = raw(init).maskBits;
    } else if (sharesVariable(op, i)) {
      variable = held(init);
      carried.emplace_back(i, variable);
    } else {
      StringRef hint = carriedName(op, i);
      if (hint.empty())
        hint = nameHint(argument);
      if (hint.empty())
        hint = nameHint(result);
      CExpr value = held(init);
      variable = mutableVariable(names.fresh(hint.empty() ? "acc" : hint));
      variable.maskBits = value.maskBits;
      variable.isPacked = value.isPacked;
      line(variableTypeName(result.getType(), value) + " " + variable.text +
           " = " + value.text + ";");
      carried.emplace_back(i, variable);
    }
    values[argument] = variable;
    values[result] = variable;
  }

  CExpr lower = raw(op.getLowerBound());
  CExpr upper = forLoopHeader(op.getUpperBound());
  CExpr step = forLoopHeader(op.getStep());
  bool isUnsigned =
      op.getUnsignedCmp() &&
      !(isNonNegative(op.getLowerBound()) && isNonNegative(op.getUpperBound()));

  NameTable::Scope scope(names);
  StringRef hint = nameHint(op.getInductionVar());
  if (auto name = op->getAttrOfType<StringAttr>(
          LiftDialect::NameAttrHelper::getNameStr()))
    hint = name.getValue();
  CExpr variable = CExpr::atom(isDead ? "dead" : names.freshInduction(hint));
  values[op.getInductionVar()] = variable;
  CExpr test = binary(variable, "<", upper);
  if (isUnsigned)
    test = binary(castTo(unsignedTypeName(type), variable), "<",
                  bitwidth(type) < 32 ? castTo(unsignedTypeName(type), upper)
                                      : upper);
  std::string advance = step.text == "1" ? variable.text + "++"
                                         : variable.text + " += " + step.text;
  if (!pragma.empty())
    line(pragma);
  line("for (" + typeName(type) + " " + variable.text + " = " + lower.text +
       "; " + test.text + "; " + advance + ") {");
  os.indent();
  if (failed(emitLoopBody(op, *op.getBody())))
    return failure();
  SmallVector<Assignment> assignments;
  for (auto &[number, target] : carried) {
    Value value = op.getBody()->getTerminator()->getOperand(number);
    assignments.push_back(assignment(target, value));
  }
  assignTogether(std::move(assignments));
  os.unindent();
  line("}");
  emitLoopBarrier(op, op->getNextNode());
  return success();
}

//===----------------------------------------------------------------------===//
// While loops
//===----------------------------------------------------------------------===//

/// What a loop tests last, if that is a second condition behind a first:
///
///   %go = scf.if %first -> i1 { ...; yield %second } else { yield %false }
///   scf.condition(%go)
///
/// is `first && second`.
static scf::IfOp getSecondTest(Value condition) {
  auto branch = condition.getDefiningOp<scf::IfOp>();
  if (!branch || !branch.elseBlock())
    return {};
  unsigned number = cast<OpResult>(condition).getResultNumber();
  Operation *next = branch->getNextNode();
  bool isLast = next && next->hasTrait<OpTrait::IsTerminator>() &&
                llvm::all_of(branch->getUsers(),
                             [&](Operation *user) { return user == next; });
  bool isFalse = matchPattern(branch.elseYield().getOperand(number), m_Zero());
  return isLast && isFalse ? branch : scf::IfOp();
}

void KernelEmitter::emitExit(WhileHeader &header, const CExpr &condition) {
  if (text.size() != header.end) {
    line("if (" + unary("!", condition).text + ") {");
    line("  break;");
    line("}");
    return;
  }
  header.condition = header.condition.text.empty()
                         ? condition
                         : binary(header.condition, "&&", condition);
  text.resize(header.start);
  os.unindent();
  line("while (" + header.condition.text + ") {");
  os.indent();
  header.end = text.size();
}

LogicalResult
KernelEmitter::emitTests(Block &block, Value condition, scf::IfOp second,
                         ArrayRef<std::pair<CExpr, Value>> results,
                         WhileHeader &header) {
  for (Operation &op : block.without_terminator())
    if (&op != second && failed(emitOp(&op)))
      return failure();
  for (const auto &[variable, value] : results)
    line(variable.text + " = " + assignment(variable, value).value.text + ";");
  if (!second) {
    emitExit(header, raw(condition));
    return success();
  }
  emitExit(header, raw(second.getCondition()));
  Value next = second.thenYield().getOperand(
      cast<OpResult>(condition).getResultNumber());
  if (failed(emitTests(*second.thenBlock(), next, getSecondTest(next), {},
                       header)))
    return failure();
  for (auto [result, value] :
       llvm::zip_equal(second.getResults(), second.thenYield().getOperands()))
    values[result] = held(value);
  return success();
}

LogicalResult KernelEmitter::emitWhile(scf::WhileOp op) {
  Block *before = op.getBeforeBody(), *after = op.getAfterBody();
  for (Type type :
       llvm::concat<const Type>(op.getInits().getTypes(), op.getResultTypes()))
    if (isa<MemRefType>(type))
      return refuse(op, "a loop cannot carry an array",
                    "carry an index into one array instead");
  // What is tested stands in variables that the end of the body assigns to.
  for (auto [argument, init] :
       llvm::zip_equal(before->getArguments(), op.getInits())) {
    CExpr value = held(init);
    StringRef hint = nameHint(argument);
    std::string name = "dead";
    if (!isDead)
      name = argument.getType().isIndex()
                 ? names.freshInduction(hint)
                 : names.fresh(hint.empty() ? "acc" : hint);
    CExpr variable = mutableVariable(name);
    variable.maskBits = value.maskBits;
    variable.isPacked = value.isPacked;
    line(variableTypeName(argument.getType(), value) + " " + name + " = " +
         value.text + ";");
    values[argument] = variable;
  }
  // A result is what the last test passed on: such a variable, or one of its
  // own that is assigned to before the test.
  ValueRange passed = op.getConditionOp().getArgs();
  auto isCarried = [&](Value value) {
    return llvm::is_contained(before->getArguments(), value);
  };
  scf::IfOp second = getSecondTest(op.getConditionOp().getCondition());
  SmallVector<std::pair<CExpr, Value>> results;
  for (auto [result, value] : llvm::zip_equal(op.getResults(), passed)) {
    if (isCarried(value)) {
      values[result] = held(value);
      continue;
    }
    CExpr variable = mutableVariable(freshName(result, "r"));
    auto vector = dyn_cast<VectorType>(result.getType());
    if (vector && vector.getElementType().isInteger(1))
      variable.maskBits = 32;
    variable.isPacked = isPacked(result.getType());
    values[result] = variable;
    if (isDead || !facts.isLive(result))
      continue;
    line(variableTypeName(result.getType(), variable) + " " + variable.text +
         ";");
    results.emplace_back(variable, value);
    // Its value behind a first test must not be skipped.
    if (value.getDefiningOp() == second)
      second = {};
  }

  NameTable::Scope scope(names);
  WhileHeader header;
  header.start = text.size();
  line("while (true) {");
  os.indent();
  header.end = text.size();
  if (failed(emitTests(*before, op.getConditionOp().getCondition(), second,
                       results, header)))
    return failure();
  for (auto [argument, value] :
       llvm::zip_equal(after->getArguments(), passed)) {
    bool isUsed = !isDead && facts.isLive(argument);
    values[argument] = isCarried(value) || !isUsed ? held(value) : atom(value);
  }
  if (failed(emitLoopBody(op, *after)))
    return failure();
  SmallVector<Assignment> assignments;
  for (auto [argument, value] :
       llvm::zip_equal(before->getArguments(), op.getYieldOp().getOperands()))
    assignments.push_back(assignment(held(argument), value));
  assignTogether(std::move(assignments));
  os.unindent();
  line("}");
  emitLoopBarrier(op, op->getNextNode());
  return success();
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

/// The loop variable that one result of `op` is going to be assigned to, if the
/// branches may assign to it themselves:
///
///   %next = scf.if %c -> f32 { yield %new } else { yield %carried }
///   yield %next      // for %carried
///
/// becomes `if (c) { carried = new; }`. From the op on nobody may look at the
/// old value, neither itself nor in an expression that waits.
std::optional<CExpr> KernelEmitter::assignedVariable(scf::IfOp op,
                                                     unsigned number) {
  auto loop = dyn_cast<scf::ForOp>(op->getParentOp());
  OpOperand *use = facts.getOnlyLiveUse(op.getResult(number));
  if (!loop || !use || use->getOwner() != loop.getBody()->getTerminator())
    return std::nullopt;
  Value carried = loop.getRegionIterArg(use->getOperandNumber());
  CExpr variable = held(carried);
  if (variable.variables.empty() ||
      (op.thenYield().getOperand(number) != carried &&
       op.elseYield().getOperand(number) != carried))
    return std::nullopt;
  Block *block = loop.getBody();
  auto isUsedLater = [&](Value value) {
    return llvm::any_of(value.getUses(), [&](OpOperand &use) {
      Operation *user = block->findAncestorOpInBlock(*use.getOwner());
      return user != op && !user->isBeforeInBlock(op);
    });
  };
  if (isUsedLater(carried))
    return std::nullopt;
  for (Operation &before : *block) {
    if (&before == op)
      break;
    for (Value result : before.getResults())
      if (held(result).reads(variable.variables.front()) && isUsedLater(result))
        return std::nullopt;
  }
  return variable;
}

std::string KernelEmitter::getTest(const CExpr &condition) {
  if (isDead || !program.hasLoopBarriers || !facts.hasBranchesBesideBarriers())
    return condition.text;
  program.helpers["HIDDEN"] =
      R"(// In kernels with barriers, PoCL makes wrong loops over work-items where clang has
// moved branches, or knows which are taken together.
#ifdef POCL_DEVICE_ADDRESS_BITS
#define HIDDEN(test) ({ volatile bool HIDDEN = (test); HIDDEN; })
#else
#define HIDDEN(test) test
#endif
)";
  return "HIDDEN(" + condition.text + ")";
}

LogicalResult KernelEmitter::emitIf(scf::IfOp op) {
  CExpr condition = raw(op.getCondition());
  for (auto [number, result] : llvm::enumerate(op.getResults())) {
    if (isa<MemRefType>(result.getType()))
      return refuse(op, "a branch cannot yield an array",
                    "yield an element or an index instead");
    bool isPrinted = !isDead && facts.isLive(result);
    if (isPrinted) {
      if (std::optional<CExpr> variable = assignedVariable(op, number)) {
        values[result] = *variable;
        continue;
      }
    }
    CExpr variable = mutableVariable(freshName(result, "r"));
    auto vector = dyn_cast<VectorType>(result.getType());
    if (vector && vector.getElementType().isInteger(1))
      variable.maskBits = 32;
    variable.isPacked = isPacked(result.getType());
    if (isPrinted)
      line(variableTypeName(result.getType(), variable) + " " + variable.text +
           ";");
    values[result] = variable;
  }

  auto side = [&](Block *block) -> LogicalResult {
    NameTable::Scope scope(names);
    os.indent();
    if (failed(emitBlock(*block)))
      return failure();
    SmallVector<Assignment> assignments;
    for (auto [result, value] : llvm::zip_equal(
             op.getResults(), block->getTerminator()->getOperands()))
      if (facts.isLive(result))
        assignments.push_back(assignment(held(result), value));
    assignTogether(std::move(assignments));
    os.unindent();
    return success();
  };
  // Whether nothing would be printed for a branch.
  auto isEmpty = [&](Block *block) {
    if (!block)
      return true;
    for (Operation &inner : block->without_terminator())
      if (facts.isLive(&inner) && !inner.hasTrait<OpTrait::ConstantLike>())
        return false;
    for (auto [result, value] : llvm::zip_equal(
             op.getResults(), block->getTerminator()->getOperands()))
      if (facts.isLive(result) && (value.getParentBlock() == block ||
                                   held(result).text != held(value).text))
        return false;
    return true;
  };
  Block *first = op.thenBlock(), *second = op.elseBlock();
  if (isEmpty(first) && !isEmpty(second)) {
    condition = unary("!", condition);
    std::swap(first, second);
  }
  line("if (" + getTest(condition) + ") {");
  if (failed(side(first)))
    return failure();
  bool hasElse = !isEmpty(second);
  if (hasElse)
    line("} else {");
  if (second && failed(side(second)))
    return failure();
  line("}");
  return success();
}
