//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Statements, indices and buffers of kernels: see KernelExpansion.h.
//
//===----------------------------------------------------------------------===//

#include "KernelExpansion.h"

#include "LiftDialect/Analysis/DeviceProperties.h"
#include "LiftDialect/Analysis/ThreadDependence.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::lift;

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// Whether a kernel keeps values in memory of a work-group.
static bool usesLocalMemory(loop::KernelOp kernel) {
  return kernel
      .walk([](loop::AllocOp alloc) {
        return alloc.getType().getSpace() == AddressSpace::Local
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether the target's addresses take fewer instructions from bytes. Indices
/// of local memory are made of the same terms as those of global memory, and
/// would take registers twice if these were bytes.
static bool prefersBytes(loop::KernelOp kernel, unsigned indexBitwidth) {
  return indexBitwidth == 32 && countsBytes(kernel) && !usesLocalMemory(kernel);
}

KernelExpansion::KernelExpansion(loop::KernelOp kernel, OpBuilder &builder,
                                 Assumptions facts,
                                 const ConvertLoopsToGPUPassOptions &options)
    : kernel(kernel), builder(builder), frame(builder, kernel.getLoc()),
      indices(builder,
              [this](const std::string &name) {
                return frame.getSizeArgument(name);
              }),
      options(options),
      hasByteIndices(prefersBytes(kernel, options.indexBitwidth)) {
  indices.getFacts() = std::move(facts);
  indices.setSimplifies(options.simplifyIndices);
  indices.setEntry(frame.getBody());
  indices.setKeepsUnrolled(countsBytes(kernel));
  if (hasByteIndices)
    indices.setBytes(kIndexedBytes);
}

LogicalResult KernelExpansion::expand() {
  if (failed(checkIsDistributed(kernel)))
    return failure();
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(&frame.getBody());
  for (auto [i, arg, type] :
       llvm::enumerate(kernel.getResultArgs(), kernel.getResultTypes())) {
    auto bufferType = cast<loop::BufferType>(arg.getType());
    buffers[arg] = {frame.addResult(i, type), bufferType,
                    bufferType.getSizeExprs()};
  }
  expandIds();
  return expandBlock(kernel.getBody().front());
}

void KernelExpansion::expandIds() {
  SmallVector<loop::IdOp> ids;
  kernel.walk([&](loop::IdOp id) {
    if (!id.use_empty())
      ids.push_back(id);
  });
  auto getOrder = [](loop::IdOp id) {
    return std::pair(id.getLevel() == loop::IdLevel::Local,
                     -static_cast<int>(id.getDim()));
  };
  llvm::stable_sort(ids, [&](loop::IdOp lhs, loop::IdOp rhs) {
    return getOrder(lhs) < getOrder(rhs);
  });
  OpBuilder::InsertionGuard guard(builder);
  for (loop::IdOp id : ids) {
    builder.setInsertionPointToStart(&frame.getBody());
    exprs[id] = expandId(id);
  }
}

LogicalResult KernelExpansion::expandBlock(Block &block) {
  for (Operation &op : block) {
    if (op.hasTrait<OpTrait::IsTerminator>())
      break;
    indices.setLoc(op.getLoc());
    if (failed(expandOp(&op)))
      return failure();
  }
  return success();
}

LogicalResult KernelExpansion::expandOp(Operation *op) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](loop::ForOp loop) { return expandFor(loop); })
      .Case([&](loop::WhileOp loop) { return expandWhile(loop); })
      .Case([&](loop::IfOp branch) { return expandIf(branch); })
      .Case([&](loop::AllocOp alloc) { return expandAlloc(alloc); })
      .Case([&](loop::LoadOp load) {
        expandLoad(load);
        return success();
      })
      .Case([&](loop::StoreOp store) {
        expandStore(store);
        return success();
      })
      .Case([](loop::IdOp) { return success(); })
      .Case([&](loop::IndexOp index) {
        exprs[index] = expandIndex(index);
        return success();
      })
      .Default([&](Operation *other) {
        cloneOp(other);
        return success();
      });
}

void KernelExpansion::cloneOp(Operation *op) {
  IRMapping mapping;
  mapping.map(op->getOperands(), getValues(op->getOperands()));
  setValues(op->getResults(), builder.clone(*op, mapping)->getResults());
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Value KernelExpansion::getValue(Value value) {
  if (auto it = values.find(value); it != values.end())
    return it->second;
  if (auto it = exprs.find(value); it != exprs.end())
    return indices.emit(it->second);
  // A scalar that the kernel takes.
  unsigned number = cast<BlockArgument>(value).getArgNumber();
  return frame.getValueArgument(kernel.getInputs()[number]);
}

SmallVector<Value> KernelExpansion::getValues(ValueRange range) {
  return llvm::map_to_vector(range,
                             [&](Value value) { return getValue(value); });
}

void KernelExpansion::setValues(ValueRange from, ValueRange to) {
  for (auto [old, value] : llvm::zip_equal(from, to))
    values[old] = value;
}

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

Expr KernelExpansion::getIndex(Value value) {
  if (auto it = exprs.find(value); it != exprs.end())
    return it->second;
  // An index that the program computes.
  Expr index = indices.bind("index", getValue(value), -kMaxSize - 1, kMaxSize);
  exprs[value] = index;
  return index;
}

Expr KernelExpansion::getExpr(const Expr &expr, ValueRange operands) {
  return loop::substituteOperands(
             expr, operands, [&](Value operand) { return getIndex(operand); })
      .front();
}

SmallVector<Expr> KernelExpansion::getExprs(loop::ExprsAttr attr,
                                            ValueRange operands) {
  return loop::substituteOperands(
      attr.getExprs(), operands,
      [&](Value operand) { return getIndex(operand); });
}

/// Whether no part of an expression is larger than the whole: it is a sum of
/// products of what is not negative.
static bool onlyGrows(const Expr &expr, const Assumptions &facts) {
  auto isNonNegative = [&](const auto &factor) {
    const Atom &atom = factor.first;
    return atom.getKind() == Atom::Kind::Name &&
           facts.getRange(atom.getName()).first.getConstant().value_or(-1) >= 0;
  };
  return expr.getDenominator().isConstant(1) &&
         llvm::all_of(expr.getNumerator(), [&](const Monomial &term) {
           return term.coefficient >= 0 &&
                  llvm::all_of(term.factors, isNonNegative);
         });
}

void KernelExpansion::addPathBounds(ArrayRef<Expr> path) {
  for (const Expr &index : path)
    if (!onlyGrows(index, indices.getFacts()))
      addBounds(index);
}

void KernelExpansion::addBounds(ArrayRef<Expr> all) {
  for (const Expr &expr : all) {
    if (expr.getName() || expr.getConstant())
      continue;
    indices.addBound(expr);
    indices.addBound(-expr);
    // What is divided may be larger than the quotient, or the rest.
    for (const Monomial &term : expr.getNumerator())
      for (const auto &[atom, exponent] : term.factors)
        if (atom.getKind() != Atom::Kind::Name)
          addBounds({atom.getLhs(), atom.getRhs()});
  }
}

Expr KernelExpansion::expandId(loop::IdOp op) {
  unsigned dim = op.getDim();
  Expr global = kernel.getGlobalSizeIn(dim), local = kernel.getLocalSizeIn(dim);
  Expr count = global;
  StringRef hint = "gid";
  if (op.getLevel() == loop::IdLevel::Local) {
    count = local;
    hint = "lid";
  } else if (op.getLevel() == loop::IdLevel::Group) {
    count = Expr::exactDiv(global, local);
    hint = "wg";
  }
  if (indices.simplify(count).isConstant(1))
    return 0;
  auto dimension = static_cast<gpu::Dimension>(dim);
  Location loc = op.getLoc();
  Value id;
  if (op.getLevel() == loop::IdLevel::Local)
    id = gpu::ThreadIdOp::create(builder, loc, dimension);
  else if (op.getLevel() == loop::IdLevel::Group)
    id = gpu::BlockIdOp::create(builder, loc, dimension);
  else
    id = gpu::GlobalIdOp::create(builder, loc, dimension);
  indices.addBound(count - 1);
  std::string name = (hint + Twine(dim)).str();
  return indices.bind(name, id, 0, indices.simplify(count) - 1);
}

Expr KernelExpansion::expandIndex(loop::IndexOp op) {
  SmallVector<Expr> parts = getExprs(op.getExprs(), op.getIndices());
  addBounds(parts);
  switch (op.getKind()) {
  case loop::IndexKind::Value:
    return indices.simplify(parts[0]);
  case loop::IndexKind::Clamp:
    return indices.clamp(parts[0], parts[1], parts[2]);
  case loop::IndexKind::Wrap:
    return indices.wrap(parts[0], parts[1]);
  case loop::IndexKind::Mirror:
    return indices.mirror(parts[0], parts[1]);
  case loop::IndexKind::Within: {
    Expr lower = indices.simplify(parts[1]), upper = indices.simplify(parts[2]);
    if (lower == upper)
      return lower;
    // As in the first trip of a loop: what follows from a number is known.
    const Expr simple = indices.simplify(parts[0]);
    return simple.getConstant() ? simple
                                : indices.bindWithin(parts[0], lower, upper);
  }
  case loop::IndexKind::Data:
    return expandData(op, parts[0], parts[1]);
  }
  llvm_unreachable("unknown index kind");
}

Expr KernelExpansion::expandData(loop::IndexOp op, const Expr &lower,
                                 const Expr &upper) {
  Location loc = op.getLoc();
  Value number = getValue(op.getData());
  bool isAny = lower.isConstant(-kMaxSize - 1);
  // The cast may lose bits; what is outside must stay outside.
  if (isAny && number.getType().isInteger(64)) {
    auto limit = [&](int64_t value) {
      return arith::ConstantOp::create(builder, loc,
                                       builder.getI64IntegerAttr(value));
    };
    number = arith::MaxSIOp::create(builder, loc, number, limit(-1));
    number = arith::MinSIOp::create(builder, loc, number, limit(kMaxSize));
  }
  if (!number.getType().isIndex())
    number = arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                        number);
  return indices.bind("at", number, lower, upper);
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

LogicalResult KernelExpansion::expandAlloc(loop::AllocOp op) {
  auto type = cast<loop::BufferType>(op.getType());
  AddressSpace space = type.getSpace();
  LaidOutBuffer buffer{Value(), type, type.getSizeExprs()};
  if (std::optional<ArrayRef<int64_t>> pad = op.getPad())
    for (auto [size, extra] : llvm::zip_equal(buffer.sizes, *pad))
      size = size + extra;
  Expr total = 1;
  for (Expr &size : buffer.sizes) {
    size = indices.simplify(size);
    total = total * size;
  }
  if (total.isError())
    return op.emitOpError("needs too many elements of memory: ")
           << total.getError();
  total = indices.simplify(total);
  if (space == AddressSpace::Global) {
    buffer.memref = frame.addTemporary(total, type.getElementType());
    buffers[op] = buffer;
    return success();
  }
  std::optional<int64_t> constant = total.getConstant();
  if (!constant || *constant > kMaxSize) {
    InFlightDiagnostic diag = op.emitOpError("needs ")
                              << total.str() << " elements of "
                              << stringifyAddressSpace(space)
                              << " memory, which must be a constant below 2^31";
    diag.attachNote() << "give its names a value with lift-bind-params, or "
                         "materialize in global memory";
    return diag;
  }
  buffer.memref =
      space == AddressSpace::Local
          ? frame.addLocal(op.getLoc(), *constant, type.getElementType())
          : frame.addPrivate(*constant, type.getElementType());
  buffers[op] = buffer;
  return success();
}

const KernelExpansion::LaidOutBuffer &KernelExpansion::getBuffer(Value value) {
  auto [it, isNew] = buffers.try_emplace(value);
  if (isNew) {
    // An array that the kernel takes.
    unsigned number = cast<BlockArgument>(value).getArgNumber();
    auto type = cast<loop::BufferType>(value.getType());
    it->second = {frame.getValueArgument(kernel.getInputs()[number]), type,
                  type.getSizeExprs()};
  }
  return it->second;
}
