//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What back ends rely on: docs/KernelForm.md. The dialects verify their
// operations and attributes; here is what a kernel must be beyond that.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Analysis/BufferAccess.h"
#include "LiftDialect/AtomicUpdates.h"
#include "LiftDialect/GPU/Passes.h"
#include "LiftDialect/LiftOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::lift {
#define GEN_PASS_DEF_VERIFYKERNELSPASS
#include "LiftDialect/GPU/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;
using namespace mlir::lift;

namespace {
struct VerifyKernelsPass final
    : lift::impl::VerifyKernelsPassBase<VerifyKernelsPass> {
  using Base::Base;
  void runOnOperation() override;
};
} // namespace

/// An error at `op`, without its body.
static InFlightDiagnostic report(Operation *op) {
  return emitError(op->getLoc()) << "'" << op->getName() << "' op ";
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static bool isNumber(Type type) {
  return type.isIndex() || type.isSignlessInteger(8) ||
         type.isSignlessInteger(16) || type.isSignlessInteger(32) ||
         type.isSignlessInteger(64) || type.isF16() || type.isF32() ||
         type.isF64();
}

/// A number, a truth value, or a vector of these.
static bool isScalar(Type type) {
  if (auto vector = dyn_cast<VectorType>(type)) {
    if (vector.getRank() > 1 || vector.isScalable())
      return false;
    type = vector.getElementType();
  }
  return isNumber(type) || type.isSignlessInteger(1);
}

static StringRef getSpaceName(gpu::AddressSpace space) {
  return gpu::stringifyAddressSpace(space);
}

/// Reports a memref that is not numbers one after the other in `space`.
static LogicalResult verifyBuffer(Operation *op, const Twine &what, Type type,
                                  gpu::AddressSpace space) {
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref)
    return report(op) << what << " is not a memref";
  if (memref.getRank() != 1 || !memref.getLayout().isIdentity())
    return report(op) << what
                      << " is not one-dimensional and contiguous: " << type;
  auto actual =
      dyn_cast_or_null<gpu::AddressSpaceAttr>(memref.getMemorySpace());
  if (!actual || actual.getValue() != space)
    return report(op) << what << " is not in #gpu.address_space<"
                      << getSpaceName(space) << ">: " << type;
  // Memory that is shared holds numbers: vectors are a way to access them.
  Type element = memref.getElementType();
  auto vector = dyn_cast<VectorType>(element);
  bool isElement = vector ? space == gpu::AddressSpace::Private &&
                                isScalar(vector) &&
                                isNumber(vector.getElementType())
                          : isNumber(element);
  if (!isElement)
    return report(op) << what
                      << " has elements of a type that is not stored: " << type;
  if (space != gpu::AddressSpace::Global && !memref.hasStaticShape())
    return report(op) << what << " has no constant size: " << type;
  if (memref.hasStaticShape() && memref.getNumElements() == 0)
    return report(op) << what << " has no elements: " << type;
  return success();
}

//===----------------------------------------------------------------------===//
// Signatures
//===----------------------------------------------------------------------===//

static LogicalResult verifyArguments(gpu::GPUFuncOp func) {
  for (auto [number, type] : llvm::enumerate(func.getArgumentTypes())) {
    std::string what = "argument #" + std::to_string(number);
    if (isa<BaseMemRefType>(type)) {
      if (failed(verifyBuffer(func, what, type, gpu::AddressSpace::Global)))
        return failure();
    } else if (!isScalar(type)) {
      return report(func) << what
                          << " is neither a memref nor a scalar: " << type;
    }
  }
  return success();
}

static LogicalResult verifyAttributions(gpu::GPUFuncOp func) {
  for (auto [number, local] :
       llvm::enumerate(func.getWorkgroupAttributions())) {
    std::string what = "workgroup attribution #" + std::to_string(number);
    if (failed(verifyBuffer(func, what, local.getType(),
                            gpu::AddressSpace::Workgroup)))
      return failure();
  }
  if (func.getNumPrivateAttributions() != 0)
    return report(func) << "has private attributions: private arrays are "
                           "memref.alloca";
  return success();
}

static LogicalResult verifyFunction(gpu::GPUFuncOp func) {
  if (!func.isKernel())
    return report(func) << "is no kernel: inline it";
  if (!func.getBody().hasOneBlock())
    return report(func) << "has several blocks: control flow is structured";
  std::optional<ArrayRef<int32_t>> size = func.getKnownBlockSize();
  if (!size || llvm::any_of(*size, [](int32_t extent) { return extent < 1; }))
    return report(func) << "does not say how large its work-groups are "
                           "(known_block_size)";
  return failure(failed(verifyArguments(func)) ||
                 failed(verifyAttributions(func)));
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

/// Whether an operation is of those that kernels consist of.
static bool isKernelOp(Operation *op) {
  Dialect *dialect = op->getDialect();
  return isa_and_present<arith::ArithDialect, math::MathDialect,
                         vector::VectorDialect>(dialect) ||
         isa<scf::ForOp, scf::IfOp, scf::WhileOp, scf::YieldOp,
             scf::ConditionOp, memref::LoadOp, memref::StoreOp,
             memref::AtomicRMWOp, memref::AllocaOp, gpu::ThreadIdOp,
             gpu::BlockIdOp, gpu::GlobalIdOp, gpu::BlockDimOp, gpu::GridDimOp,
             gpu::ReturnOp, lift::BarrierOp, gpu::BarrierOp, CallOp>(op);
}

static LogicalResult verifyAlloca(memref::AllocaOp op) {
  if (failed(verifyBuffer(op, "the array", op.getType(),
                          gpu::AddressSpace::Private)))
    return failure();
  if (!isa<gpu::GPUFuncOp>(op->getParentOp()))
    return report(op) << "is not at the start of the kernel";
  return success();
}

static LogicalResult verifyAccess(Operation *op, gpu::GPUFuncOp func) {
  std::optional<BufferAccess> access = BufferAccess::get(op);
  Value memory = access ? access->buffer : Value();
  for (Value operand : op->getOperands())
    if (isa<BaseMemRefType>(operand.getType()) && operand != memory)
      return report(op) << "uses a buffer other than to load and store";
  if (!memory)
    return success();
  bool isBuffer = isa<BlockArgument>(memory)
                      ? memory.getParentBlock() == &func.getBody().front()
                      : memory.getDefiningOp<memref::AllocaOp>() != nullptr;
  if (!isBuffer)
    return report(op) << "accesses what is no buffer of the kernel";
  auto arg = dyn_cast<BlockArgument>(memory);
  if (access->stored && arg && arg.getArgNumber() < func.getNumArguments() &&
      func.getArgAttr(arg.getArgNumber(),
                      LiftDialect::ReadonlyAttrHelper::getNameStr()))
    return report(op) << "stores in argument #" << arg.getArgNumber()
                      << ", which is read only";
  return success();
}

static LogicalResult verifyUpdate(memref::AtomicRMWOp op) {
  const auto privateSpace =
      gpu::AddressSpaceAttr::get(op.getContext(), gpu::AddressSpace::Private);
  if (!isAtomicUpdate(op.getKind(), op.getType()) || !op->use_empty() ||
      op.getMemRefType().getMemorySpace() == privateSpace)
    return report(op) << "is no atomic update of a number in memory that "
                         "work-items share, without a result that is used";
  return success();
}

/// Around a barrier are loops of which all work-items of a group take the same
/// number of trips; a branch is none, even if all take it.
static LogicalResult verifyBarrier(Operation *op) {
  for (Operation *around = op->getParentOp(); !isa<gpu::GPUFuncOp>(around);
       around = around->getParentOp()) {
    if (isa<scf::ForOp>(around))
      continue;
    InFlightDiagnostic diag = report(op)
                              << "stands in a branch, or in a loop that may "
                                 "end early";
    diag.attachNote(around->getLoc()) << "in this one";
    return diag;
  }
  return success();
}

static LogicalResult verifyLoop(scf::ForOp loop) {
  if (!loop.getInductionVar().getType().isIndex())
    return report(loop) << "does not count in indices";
  std::optional<APInt> step = loop.getConstantStep();
  if (step && !step->isStrictlyPositive())
    return report(loop) << "has a step that is not positive";
  return success();
}

static LogicalResult verifyNames(Operation *op) {
  auto names = op->getAttrOfType<ArrayAttr>(
      LiftDialect::CarriedAttrHelper::getNameStr());
  size_t numCarried = isa<scf::ForOp>(op)
                          ? cast<scf::ForOp>(op).getInitArgs().size()
                          : op->getNumOperands();
  if (names && names.size() != numCarried)
    return report(op) << "names " << names.size() << " of " << numCarried
                      << " carried values (lift.carried)";
  return success();
}

static LogicalResult verifyOp(Operation *op, gpu::GPUFuncOp func) {
  if (!isKernelOp(op))
    return report(op) << "is none that a kernel consists of";
  for (Type type : op->getResultTypes())
    if (!isScalar(type) && !isa<memref::AllocaOp>(op))
      return report(op) << "has a result that is no scalar: " << type;
  if (failed(verifyAccess(op, func)))
    return failure();
  if (auto alloca = dyn_cast<memref::AllocaOp>(op))
    return verifyAlloca(alloca);
  if (auto update = dyn_cast<memref::AtomicRMWOp>(op))
    return verifyUpdate(update);
  if (isa<lift::BarrierOp, gpu::BarrierOp>(op))
    return verifyBarrier(op);
  if (auto loop = dyn_cast<scf::ForOp>(op))
    if (failed(verifyLoop(loop)))
      return failure();
  return isa<LoopLikeOpInterface>(op) ? verifyNames(op) : success();
}

static LogicalResult verifyModule(gpu::GPUModuleOp module) {
  for (Operation &op : *module.getBody()) {
    if (isa<UserFunOp>(op))
      continue;
    auto func = dyn_cast<gpu::GPUFuncOp>(op);
    if (!func)
      return report(&op) << "stands in a module of kernels, which holds "
                            "gpu.func and lift.user_fun only";
    if (failed(verifyFunction(func)))
      return failure();
    WalkResult walk = func.getBody().walk<WalkOrder::PreOrder>(
        [&](Operation *nested) { return WalkResult(verifyOp(nested, func)); });
    if (walk.wasInterrupted())
      return failure();
  }
  return success();
}

void VerifyKernelsPass::runOnOperation() {
  // Without it, it is another compiler's.
  if (!foreign && !getOperation()->hasAttr(
                      LiftDialect::IndexBitwidthAttrHelper::getNameStr()))
    return;
  if (failed(verifyModule(getOperation())))
    return signalPassFailure();
  markAllAnalysesPreserved();
}
