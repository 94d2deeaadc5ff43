//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "AssemblyFormat.h"

#include "KernelAttributes.h"
#include "LiftDialect/LiftDialect.h"
#include "LiftDialect/LiftOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/CompilationInterfaces.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::lift;

#include "LiftDialect/LiftDialect.cpp.inc"

void LiftDialect::initialize() {
  registerAttributes();
  registerTypes();
  addOperations<
#define GET_OP_LIST
#include "LiftDialect/LiftOps.cpp.inc"
      >();
  // lib/Target/OpenCL implements it: the dialect does not print programs.
  declarePromisedInterface<gpu::TargetAttrInterface, OpenCLTargetAttr>();
}

Operation *LiftDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                            Type type, Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

namespace {
/// What the test of a loop passes on twice, the body and others read once.
///
/// MLIR 22.1 moves a branch that computes what is passed on into the body
/// (WhileMoveIfDown), and reads, for the second time that it is passed on, what
/// the other side of the branch yields: wrong numbers. So this comes before it.
struct ReadPassedOnce : OpRewritePattern<scf::WhileOp> {
  explicit ReadPassedOnce(MLIRContext *context)
      : OpRewritePattern(context, /*benefit=*/10) {}

  LogicalResult matchAndRewrite(scf::WhileOp loop,
                                PatternRewriter &rewriter) const override {
    llvm::SmallDenseMap<Value, unsigned> first;
    bool changed = false;
    for (auto [number, passed] :
         llvm::enumerate(loop.getConditionOp().getArgs())) {
      auto [it, isNew] = first.try_emplace(passed, number);
      if (isNew)
        continue;
      BlockArgument argument = loop.getAfterArguments()[number];
      Value result = loop.getResult(number);
      changed |= !argument.use_empty() || !result.use_empty();
      rewriter.replaceAllUsesWith(argument,
                                  loop.getAfterArguments()[it->second]);
      rewriter.replaceAllUsesWith(result, loop.getResult(it->second));
    }
    return success(changed);
  }
};
} // namespace

void LiftDialect::getCanonicalizationPatterns(
    RewritePatternSet &patterns) const {
  patterns.add<ReadPassedOnce>(getContext());
}

/// `lift.params` is a dictionary of names to non-empty arrays of sizes.
static LogicalResult verifyParams(Operation *op, Attribute attr) {
  auto params = dyn_cast<DictionaryAttr>(attr);
  if (!params)
    return op->emitOpError("'lift.params' must be a dictionary of names to "
                           "arrays of integers");
  for (NamedAttribute param : params) {
    if (failed(verifySizeName(op, "tuning name", param.getName())))
      return failure();
    auto values = dyn_cast<ArrayAttr>(param.getValue());
    auto isSize = [](Attribute value) {
      auto integer = dyn_cast<IntegerAttr>(value);
      return integer && integer.getValue().isStrictlyPositive() &&
             integer.getValue().ule(kMaxSize);
    };
    if (!values || values.empty() || !llvm::all_of(values, isSize))
      return op->emitOpError("values of tuning name '")
             << param.getName().strref()
             << "' must be a non-empty array of integers from 1 to "
             << kMaxSize;
  }
  return success();
}

static LogicalResult verifyConstraints(Operation *op, NamedAttribute named) {
  auto constraints = dyn_cast<ArrayAttr>(named.getValue());
  if (!constraints || !llvm::all_of(constraints, [](Attribute constraint) {
        return isa<ConstraintAttr>(constraint);
      }))
    return op->emitOpError("'") << named.getName().strref()
                                << "' must be an array of #lift.constraint";
  return success();
}

LogicalResult LiftDialect::verifyOperationAttribute(Operation *op,
                                                    NamedAttribute attribute) {
  StringRef name = attribute.getName();
  bool isParams = name == ParamsAttrHelper::getNameStr();
  if (!isParams && name != RequiresAttrHelper::getNameStr() &&
      name != PrefersAttrHelper::getNameStr())
    return verifyKernelAttribute(op, attribute);
  if (!isa<FunctionOpInterface>(op))
    return op->emitOpError("attribute '") << name << "' is for functions only";
  return isParams ? verifyParams(op, attribute.getValue())
                  : verifyConstraints(op, attribute);
}

LogicalResult LiftDialect::verifyRegionArgAttribute(Operation *op,
                                                    unsigned region,
                                                    unsigned arg,
                                                    NamedAttribute attribute) {
  // A function without a body has arguments, too.
  auto func = dyn_cast<FunctionOpInterface>(op);
  Type type = func ? func.getArgumentTypes()[arg]
                   : op->getRegion(region).getArgument(arg).getType();
  return verifyKernelArgAttribute(op, type, attribute);
}
