//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Indices of global memory that count bytes. An index is written
// `arith.shrui %bytes, %log2 exact`, which back ends read as an address.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Analysis/DeviceProperties.h"
#include "LiftDialect/GPU/Passes.h"
#include "LiftDialect/LiftOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::lift {
#define GEN_PASS_DEF_COUNTBYTESPASS
#include "LiftDialect/GPU/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;
using namespace mlir::lift;

/// The bytes of an element.
static constexpr int64_t kBytes = 4;

namespace {
struct CountBytesPass final : lift::impl::CountBytesPassBase<CountBytesPass> {
  void runOnOperation() override;
};

/// The indices of one kernel.
class ByteOffsets {
public:
  explicit ByteOffsets(gpu::GPUFuncOp kernel) : kernel(kernel) {}

  void add(OpOperand &index) { accesses.push_back(&index); }
  void run();

private:
  void collect();
  bool isOffsetUse(OpOperand &use) const;
  bool areOffsetUses(Value value) const;
  Value multiply(OpOperand &operand);
  void multiplyOperand(OpOperand &operand);
  void rescale(Value value);

  gpu::GPUFuncOp kernel;
  SmallVector<OpOperand *> accesses;
  /// Values that nobody uses but such indices: they become bytes themselves.
  llvm::SetVector<Value> offsets;
  DenseMap<std::pair<Value, Block *>, Value> products;
};
} // namespace

//===----------------------------------------------------------------------===//
// Which values become bytes
//===----------------------------------------------------------------------===//

/// The index of an access of `op` to numbers of 32 bits in global memory.
/// Halves are floats on devices without them.
static OpOperand *getIndex(Operation *op) {
  auto get = [](MemRefType type, MutableOperandRange indices) {
    Type element = type.getElementType();
    const bool counts =
        type.getRank() == 1 && type.getLayout().isIdentity() &&
        type.getMemorySpace() ==
            gpu::AddressSpaceAttr::get(type.getContext(),
                                       gpu::AddressSpace::Global) &&
        element.isIntOrFloat() && element.getIntOrFloatBitWidth() == 32;
    return counts ? &indices[0] : nullptr;
  };
  return llvm::TypeSwitch<Operation *, OpOperand *>(op)
      .Case<memref::LoadOp, memref::StoreOp>([&](auto access) {
        return get(access.getMemRefType(), access.getIndicesMutable());
      })
      .Case<vector::LoadOp, vector::StoreOp>([&](auto access) -> OpOperand * {
        const uint64_t lanes = access.getVectorType().getNumElements();
        if (lanes == 3 || access.getAlignment().value_or(0) < lanes * kBytes)
          return nullptr;
        return get(access.getMemRefType(), access.getIndicesMutable());
      })
      .Default([](Operation *) { return nullptr; });
}

/// Whether a use is of bytes if the values are that are offsets.
bool ByteOffsets::isOffsetUse(OpOperand &use) const {
  Operation *user = use.getOwner();
  if (llvm::is_contained(accesses, &use))
    return true;
  if (isa<arith::AddIOp, arith::SubIOp>(user))
    return offsets.contains(user->getResult(0));
  if (auto loop = dyn_cast<scf::ForOp>(user)) {
    BlockArgument argument = loop.getTiedLoopRegionIterArg(&use);
    return argument && offsets.contains(argument);
  }
  if (isa<scf::YieldOp>(user))
    if (auto loop = dyn_cast<scf::ForOp>(user->getParentOp()))
      return offsets.contains(loop.getRegionIterArg(use.getOperandNumber()));
  return false;
}

bool ByteOffsets::areOffsetUses(Value value) const {
  auto isOffset = [&](OpOperand &use) { return isOffsetUse(use); };
  if (auto argument = dyn_cast<BlockArgument>(value))
    if (auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp()))
      if (!loop.getTiedLoopResult(argument).use_empty())
        return false;
  return llvm::all_of(value.getUses(), isOffset);
}

/// Finds the offsets: all candidates, less those with other uses.
void ByteOffsets::collect() {
  kernel.walk([&](Operation *op) {
    if (isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op) &&
        op->getResult(0).getType().isIndex())
      offsets.insert(op->getResult(0));
    if (auto loop = dyn_cast<scf::ForOp>(op))
      for (BlockArgument argument : loop.getRegionIterArgs())
        if (argument.getType().isIndex())
          offsets.insert(argument);
  });
  while (offsets.remove_if([&](Value value) { return !areOffsetUses(value); }))
    ;
}

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

/// Before which operation an operand is multiplied: before its owner, or before
/// loops around that do not change it.
static Operation *getPlace(OpOperand &operand) {
  Operation *place = operand.getOwner();
  while (auto loop = place->getParentOfType<LoopLikeOpInterface>()) {
    if (!loop.isDefinedOutsideOfLoop(operand.get()))
      break;
    place = loop;
  }
  return place;
}

/// An operand times the bytes of an element: one product in a block.
Value ByteOffsets::multiply(OpOperand &operand) {
  Operation *place = getPlace(operand);
  Value value = operand.get();
  OpBuilder builder(place);
  Location loc = value.getLoc();
  APInt number;
  if (matchPattern(value, m_ConstantInt(&number)))
    return arith::ConstantIndexOp::create(builder, loc,
                                          number.getSExtValue() * kBytes);
  Value &product = products[{value, place->getBlock()}];
  if (!product) {
    Value factor = arith::ConstantIndexOp::create(builder, loc, kBytes);
    product = arith::MulIOp::create(builder, loc, value, factor);
  } else if (place->isBeforeInBlock(product.getDefiningOp())) {
    product.getDefiningOp()->getOperand(1).getDefiningOp()->moveBefore(place);
    product.getDefiningOp()->moveBefore(place);
  }
  return product;
}

void ByteOffsets::multiplyOperand(OpOperand &operand) {
  if (!offsets.contains(operand.get()))
    operand.set(multiply(operand));
}

/// Makes bytes of an offset, by what it is made of.
void ByteOffsets::rescale(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto loop = cast<scf::ForOp>(argument.getOwner()->getParentOp());
    multiplyOperand(*loop.getTiedLoopInit(argument));
    multiplyOperand(*loop.getTiedLoopYieldedValue(argument));
    return;
  }
  Operation *op = value.getDefiningOp();
  if (!isa<arith::MulIOp>(op)) {
    for (OpOperand &operand : op->getOpOperands())
      multiplyOperand(operand);
    return;
  }
  // A constant factor, or else what has been there longer.
  const bool isLeft = matchPattern(op->getOperand(0), m_Constant()) ||
                      (!matchPattern(op->getOperand(1), m_Constant()) &&
                       isa<BlockArgument>(op->getOperand(0)) &&
                       !isa<BlockArgument>(op->getOperand(1)));
  OpOperand &factor = op->getOpOperand(isLeft ? 0 : 1);
  factor.set(multiply(factor));
}

void ByteOffsets::run() {
  collect();
  for (Value offset : offsets)
    rescale(offset);
  for (OpOperand *index : accesses) {
    if (matchPattern(index->get(), m_Constant()))
      continue;
    multiplyOperand(*index);
    Operation *op = index->getOwner();
    OpBuilder builder(op);
    Value shift = arith::ConstantIndexOp::create(builder, op->getLoc(),
                                                 llvm::Log2_64(kBytes));
    index->set(arith::ShRUIOp::create(builder, op->getLoc(), index->get(),
                                      shift, /*isExact=*/true));
  }
}

/// Whether the target's addresses take fewer instructions from bytes.
static bool prefersBytes(gpu::GPUModuleOp module) {
  auto width = module->getAttrOfType<IntegerAttr>(
      LiftDialect::IndexBitwidthAttrHelper::getNameStr());
  return width && width.getInt() == 32 && countsBytes(module);
}

static bool usesLocalMemory(gpu::GPUFuncOp kernel) {
  auto isLocal = [](Type type) {
    auto memref = dyn_cast<MemRefType>(type);
    return memref && gpu::GPUDialect::hasWorkgroupMemoryAddressSpace(memref);
  };
  return llvm::any_of(kernel.getArgumentTypes(), isLocal) ||
         kernel.getNumWorkgroupAttributions() > 0 ||
         kernel
             .walk([&](memref::AllocaOp op) {
               return isLocal(op.getType()) ? WalkResult::interrupt()
                                            : WalkResult::advance();
             })
             .wasInterrupted();
}

void CountBytesPass::runOnOperation() {
  if (!prefersBytes(getOperation()))
    return;
  getOperation().walk([&](gpu::GPUFuncOp kernel) {
    // Indices of local memory are made of the same terms, which take registers
    // twice if they are also bytes.
    if (usesLocalMemory(kernel))
      return;
    ByteOffsets offsets(kernel);
    kernel.walk([&](Operation *op) {
      if (OpOperand *index = getIndex(op)) {
        offsets.add(*index);
        ++numAccesses;
      }
    });
    offsets.run();
  });
}
