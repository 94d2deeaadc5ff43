//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Checks.h"

#include "LiftDialect/ElementTypes.h"
#include "LiftDialect/LiftOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlir::lift;

namespace {
class Checker {
public:
  explicit Checker(SPIRVFlavor flavor) : flavor(flavor) {}

  LogicalResult check(gpu::GPUFuncOp kernel);

private:
  LogicalResult checkType(Operation *op, Type type);
  LogicalResult checkFunction(Operation *op);
  LogicalResult checkTruthValues(Operation *op);
  LogicalResult checkRounding(arith::TruncFOp op);
  LogicalResult checkOp(Operation *op);
  LogicalResult refuse(Operation *op, const Twine &why, const Twine &note);
  bool isVulkan() const { return flavor == SPIRVFlavor::Vulkan; }

  SPIRVFlavor flavor;
};
} // namespace

LogicalResult Checker::refuse(Operation *op, const Twine &why,
                              const Twine &note) {
  InFlightDiagnostic diag = emitError(op->getLoc())
                            << "'" << op->getName()
                            << "' op has no form in SPIR-V for "
                            << stringifySPIRVFlavor(flavor) << ": " << why;
  diag.attachNote() << note;
  return diag;
}

LogicalResult Checker::checkType(Operation *op, Type type) {
  auto vector = dyn_cast<VectorType>(type);
  if (!vector)
    return success();
  const int64_t lanes = vector.getNumElements();
  if (isVulkan() && lanes > 4)
    return refuse(
        op, "a vector of " + Twine(lanes) + " numbers",
        "vectors have 2 to 4 numbers there; lift-split-vectors splits those "
        "of 8 and 16");
  if (lanes == 1 || vector.getRank() != 1 || !isVectorWidth(lanes))
    return refuse(op, "a vector of " + Twine(lanes) + " numbers",
                  "vectors have 2, 3, 4, 8 or 16 numbers");
  return success();
}

/// Functions that both flavors have for all floats, and upstream converts.
static bool isSimpleFunction(Operation *op) {
  return isa<math::AbsFOp, math::AbsIOp, math::CeilOp, math::CopySignOp,
             math::FloorOp, math::FmaOp, math::RoundOp, math::RoundEvenOp,
             math::RsqrtOp, math::SqrtOp>(op);
}

/// Functions that Vulkan has for f32 only.
static bool isTranscendental(Operation *op) {
  return isa<math::AcosOp, math::AcoshOp, math::AsinOp, math::AsinhOp,
             math::AtanOp, math::AtanhOp, math::CosOp, math::CoshOp,
             math::ExpOp, math::LogOp, math::Log10Op, math::Log2Op,
             math::PowFOp, math::SinOp, math::SinhOp, math::TanOp,
             math::TanhOp>(op);
}

LogicalResult Checker::checkFunction(Operation *op) {
  if (!isa_and_present<math::MathDialect>(op->getDialect()) ||
      isSimpleFunction(op))
    return success();
  const bool isDouble =
      getElementTypeOrSelf(op->getResult(0).getType()).isF64();
  if (isTranscendental(op) ||
      (isVulkan() ? isa<math::Exp2Op>(op)
                  : isa<math::Atan2Op, math::ErfOp>(op))) {
    if (isVulkan() && isDouble)
      return refuse(op, "a function of f64", "compute it with f32");
    return success();
  }
  return refuse(op, "no such function",
                "write it with others, or give the program to OpenCL C");
}

static bool isTruthValue(Type type) {
  return getElementTypeOrSelf(type).isInteger(1);
}

/// Truth values are no numbers there.
LogicalResult Checker::checkTruthValues(Operation *op) {
  if (!isa_and_present<arith::ArithDialect, math::MathDialect>(
          op->getDialect()) ||
      isa<arith::AndIOp, arith::OrIOp, arith::XOrIOp, arith::SelectOp,
          arith::CmpIOp, arith::CmpFOp, arith::ConstantOp, arith::ExtUIOp,
          arith::ExtSIOp, arith::UIToFPOp, arith::TruncIOp, arith::MaxUIOp,
          arith::MaxSIOp, arith::MinUIOp, arith::MinSIOp,
          arith::AddUIExtendedOp>(op) ||
      (llvm::none_of(op->getOperandTypes(), isTruthValue) &&
       llvm::none_of(op->getResultTypes(), isTruthValue)))
    return success();
  return refuse(op, "truth values are no numbers there",
                "combine them with arith.andi, arith.ori and arith.xori, or "
                "extend them to i32 before");
}

/// To the nearest, where the module says so; Vulkan has others for stores only.
LogicalResult Checker::checkRounding(arith::TruncFOp op) {
  std::optional<arith::RoundingMode> mode = op.getRoundingmode();
  if (!mode || (!isVulkan() && *mode != arith::RoundingMode::to_nearest_away))
    return success();
  return refuse(op, "the rounding mode " + arith::stringifyRoundingMode(*mode),
                "leave it out: floats are rounded to the nearest");
}

LogicalResult Checker::checkOp(Operation *op) {
  if (isa<CallOp>(op))
    return refuse(op, "a function in C",
                  "run lift-inline-user-functions before");
  if (isVulkan() && isa<arith::RemFOp>(op))
    return refuse(op, "remainders of floats are not exact there",
                  "write x - y * trunc(x / y) where that is exact enough");
  if (auto truncation = dyn_cast<arith::TruncFOp>(op))
    if (failed(checkRounding(truncation)))
      return failure();
  for (Type type : op->getResultTypes())
    if (failed(checkType(op, type)))
      return failure();
  return failure(failed(checkTruthValues(op)) || failed(checkFunction(op)));
}

LogicalResult Checker::check(gpu::GPUFuncOp kernel) {
  if (!kernel.getKnownBlockSize())
    return refuse(kernel, "groups of unknown size", "set known_block_size");
  for (Type type : kernel.getBody().front().getArgumentTypes())
    if (failed(checkType(kernel, type)))
      return failure();
  WalkResult walk = kernel.getBody().walk(
      [&](Operation *op) { return WalkResult(checkOp(op)); });
  return failure(walk.wasInterrupted());
}

LogicalResult lift::checkForSPIRV(gpu::GPUModuleOp module, SPIRVFlavor flavor) {
  for (Operation &op : *module.getBody()) {
    auto kernel = dyn_cast<gpu::GPUFuncOp>(op);
    if (!kernel || !kernel.isKernel())
      return emitError(op.getLoc()) << "'" << op.getName()
                                    << "' op is no kernel, and a SPIR-V module "
                                       "is made of kernels only";
    if (failed(Checker(flavor).check(kernel)))
      return failure();
  }
  return success();
}
