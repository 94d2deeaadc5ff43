//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What conversions one operation at a time do not say: how floats are computed,
// and how modules address memory.
//
//===----------------------------------------------------------------------===//

#include "BufferTypes.h"
#include "LiftDialect/Conversion/Passes.h"

#include "mlir/Interfaces/ControlFlowInterfaces.h"

namespace mlir::lift {
#define GEN_PASS_DEF_FINISHSPIRVPASS
#include "LiftDialect/Conversion/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;
using namespace mlir::lift;

namespace {
struct FinishSPIRVPass final
    : lift::impl::FinishSPIRVPassBase<FinishSPIRVPass> {
  void runOnOperation() override;
};
} // namespace

/// Whether `module` computes numbers of type `type`.
static bool computes(spirv::ModuleOp module, Type type) {
  return module
      .walk([&](Operation *op) {
        bool isComputed =
            !isa<spirv::LoadOp, spirv::ConstantOp, spirv::BitcastOp>(op) &&
            llvm::any_of(op->getResultTypes(), [&](Type result) {
              return getElementTypeOrSelf(result) == type;
            });
        return isComputed ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

static void addExecutionMode(spirv::EntryPointOp entry,
                             spirv::ExecutionMode mode,
                             ArrayRef<int32_t> values) {
  OpBuilder builder(entry);
  builder.setInsertionPointAfter(entry);
  spirv::ExecutionModeOp::create(
      builder, entry.getLoc(), entry.getFnAttr(),
      spirv::ExecutionModeAttr::get(entry.getContext(), mode),
      builder.getI32ArrayAttr(values));
}

/// An operation that gives `value` back.
static Value copyValue(OpBuilder &builder, Location loc, Value value) {
  Type flags = builder.getI1Type();
  TypedAttr isTrue = builder.getBoolAttr(true);
  if (auto vector = dyn_cast<VectorType>(value.getType())) {
    flags = vector.clone(flags);
    isTrue = DenseElementsAttr::get(cast<ShapedType>(flags), true);
  }
  Value condition = spirv::ConstantOp::create(builder, loc, flags, isTrue);
  return spirv::SelectOp::create(builder, loc, condition, value, value);
}

/// Upstream's serialization gives a block argument no number if it comes from
/// further down and is the result of a loop or a branch: an operation in
/// between has one.
static void copyResultsForBlocks(Operation *op) {
  OpBuilder builder(op);
  builder.setInsertionPointAfter(op);
  for (Value result : op->getResults()) {
    auto isPassedOn = [](OpOperand &use) {
      return isa<BranchOpInterface>(use.getOwner());
    };
    if (llvm::any_of(result.getUses(), isPassedOn))
      result.replaceUsesWithIf(copyValue(builder, op->getLoc(), result),
                               isPassedOn);
  }
}

void FinishSPIRVPass::runOnOperation() {
  spirv::ModuleOp module = getOperation();
  module.walk([](Operation *op) {
    if (isa<spirv::LoopOp, spirv::SelectionOp>(op))
      copyResultsForBlocks(op);
  });
  MLIRContext *context = &getContext();
  SmallVector<spirv::EntryPointOp> entries(
      module.getOps<spirv::EntryPointOp>());
  const bool forVulkan =
      isVulkan(spirv::TargetEnv(spirv::lookupTargetEnvOrDefault(module)));
  if (!forVulkan) {
    // Pointers have 64 bits, whatever an index has.
    module.setAddressingModel(spirv::AddressingModel::Physical64);
    for (spirv::EntryPointOp entry : entries)
      addExecutionMode(entry, spirv::ExecutionMode::ContractionOff, {});
    return;
  }
  module.walk([&](Operation *op) {
    if (isa<spirv::FAddOp, spirv::FSubOp, spirv::FMulOp>(op))
      op->setAttr("no_contraction", UnitAttr::get(context));
  });
  const bool computesHalf = computes(module, Float16Type::get(context));
  const bool computesSingle = computes(module, Float32Type::get(context));
  for (spirv::EntryPointOp entry : entries) {
    if (computesHalf)
      addExecutionMode(entry, spirv::ExecutionMode::RoundingModeRTE, {16});
    if (computesSingle)
      addExecutionMode(entry, spirv::ExecutionMode::SignedZeroInfNanPreserve,
                       {32});
  }
}
