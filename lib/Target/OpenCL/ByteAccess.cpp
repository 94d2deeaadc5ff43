//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the printing of accesses to global memory whose indices
// count bytes, as convert-loops-to-gpu writes them.
//
//===----------------------------------------------------------------------===//

#include "KernelEmitter.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::opencl;

namespace {
struct MemoryAccess {
  Value memref;
  ValueRange indices;
  /// What is read or written at a time.
  Type type;
  bool isStore;
  std::optional<uint64_t> alignment;
};
} // namespace

static std::optional<MemoryAccess> getAccess(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::optional<MemoryAccess>>(op)
      .Case<memref::LoadOp, memref::StoreOp>([](auto access) {
        return MemoryAccess{access.getMemRef(), access.getIndices(),
                            access.getMemRefType().getElementType(),
                            isa<memref::StoreOp>(access), std::nullopt};
      })
      .Case<vector::LoadOp, vector::StoreOp>([](auto access) {
        return MemoryAccess{
            access.getBase(), access.getIndices(), access.getVectorType(),
            isa<vector::StoreOp>(access), access.getAlignment()};
      })
      .Default([](Operation *) { return std::nullopt; });
}

/// The index of an access if it counts bytes, and what it reads or writes is
/// behind a pointer.
static arith::ShRUIOp getByteIndex(const MemoryAccess &access) {
  auto type = cast<MemRefType>(access.memref.getType());
  Type element = type.getElementType();
  if (access.indices.size() != 1 || !element.isIntOrFloat() ||
      element.getIntOrFloatBitWidth() < 32 || !type.getLayout().isIdentity() ||
      !isInSpace(type, gpu::AddressSpace::Global))
    return {};
  const int64_t bytes = element.getIntOrFloatBitWidth() / 8;
  if (auto vector = dyn_cast<VectorType>(access.type)) {
    const uint64_t lanes = vector.getNumElements();
    if (vector.getElementType() != element || lanes == 3 ||
        access.alignment.value_or(0) < lanes * bytes)
      return {};
  }
  auto index = access.indices.front().getDefiningOp<arith::ShRUIOp>();
  APInt shift;
  const bool counts = index && index.getIsExact() &&
                      matchPattern(index.getRhs(), m_ConstantInt(&shift)) &&
                      shift.getZExtValue() == llvm::Log2_64(bytes);
  return counts ? index : arith::ShRUIOp();
}

bool KernelEmitter::isByteIndex(arith::ShRUIOp op) {
  return indexBits == 32 && llvm::all_of(op->getUsers(), [&](Operation *user) {
           std::optional<MemoryAccess> access = getAccess(user);
           return access && getByteIndex(*access) == op;
         });
}

std::optional<CExpr> KernelEmitter::quotient(Value value, int64_t divisor) {
  auto divide = [&](const APInt &number) -> std::optional<CExpr> {
    if (number.getSExtValue() % divisor != 0)
      return std::nullopt;
    return integerLiteral(APInt(indexBits, number.getSExtValue() / divisor,
                                /*isSigned=*/true),
                          IndexType::get(value.getContext()));
  };
  APInt number;
  if (matchPattern(value, m_ConstantInt(&number)))
    return divide(number);
  if (auto sum = value.getDefiningOp<arith::AddIOp>()) {
    std::optional<CExpr> lhs = quotient(sum.getLhs(), divisor);
    std::optional<CExpr> rhs = quotient(sum.getRhs(), divisor);
    if (!lhs || !rhs)
      return std::nullopt;
    return binary(*lhs, "+", *rhs);
  }
  auto product = value.getDefiningOp<arith::MulIOp>();
  if (!product || !matchPattern(product.getRhs(), m_ConstantInt(&number)))
    return std::nullopt;
  std::optional<CExpr> factor = divide(number);
  if (!factor)
    return std::nullopt;
  CExpr other = use(product.getLhs());
  return factor->text == "1" ? other : binary(other, "*", *factor);
}

std::optional<CExpr> KernelEmitter::takeUnrolled(Operation *op,
                                                 arith::ShRUIOp index,
                                                 int64_t bytes) {
  auto isPositive = [&](Value value) {
    return lift::isNonNegative(value, indexBits, /*usesSizes=*/true);
  };
  auto sum = index.getLhs().getDefiningOp<arith::AddIOp>();
  if (!sum || !sum->hasOneUse() || !index->hasOneUse() ||
      sum->getBlock() != op->getBlock() || !isKnownUnrolled(sum.getRhs()) ||
      !isPositive(sum.getLhs()) || !isPositive(sum.getRhs()))
    return std::nullopt;
  return quotient(sum.getRhs(), bytes);
}

std::optional<CExpr> KernelEmitter::byteAccess(Operation *op) {
  MemoryAccess access = *getAccess(op);
  arith::ShRUIOp index = getByteIndex(access);
  if (!index || !isByteIndex(index))
    return std::nullopt;
  const std::string space = access.isStore ? "global " : "global const ";
  auto pointer = [&](const CExpr &offset) {
    CExpr start = castTo(space + "char *", raw(access.memref));
    return castTo(space + typeName(access.type) + " *",
                  binary(start, "+", castTo("uint", offset)));
  };
  auto vector = dyn_cast<VectorType>(access.type);
  const int64_t lanes = vector ? vector.getNumElements() : 1;
  // What is known by the time that code is made is part of an instruction, if
  // it is added to the address and not to the offset.
  if (std::optional<CExpr> unrolled =
          takeUnrolled(op, index, lanes * bitwidth(access.type) / 8)) {
    Value rest = index.getLhs().getDefiningOp<arith::AddIOp>().getLhs();
    return subscript(pointer(use(rest)), *unrolled);
  }
  return unary("*", pointer(use(index)));
}
