//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels in loop form as a work-item runs them, without what addresses do not
// depend on: see TracedKernel in LoopCompiler.h.
//
//===----------------------------------------------------------------------===//

#include "LoopCompiler.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::evaluator;

bool LoopCompiler::isNeeded(Operation &op) const {
  return !traced || isa<loop::LoopDialect>(op.getDialect()) ||
         llvm::any_of(op.getResults(),
                      [&](Value result) { return isNeeded(result); });
}

/// Lets a scalar be poison, whatever comes.
static void makePoison(MachineProgram &program, const LeafStorage &place) {
  for (int64_t lane = 0; lane < place.lanes; ++lane)
    program.registers[place.slot + lane].valid = false;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// The buffer that `value` is; it has content if it is needed, and known: in
/// an input, or in memory in which nobody else writes.
FailureOr<LoopCompiler::ArrayPart>
LoopCompiler::makeTracedBuffer(Operation *op, Value value,
                               std::optional<LeafStorage> input) {
  auto type = cast<loop::BufferType>(value.getType());
  bool isOwn = type.getSpace() == AddressSpace::Private;
  ArrayPart buffer;
  buffer.hasContent = traced->slice.needsContent(value) && (isOwn || input);
  if (buffer.hasContent && input) {
    buffer.array = *input;
  } else if (buffer.hasContent) {
    FailureOr<LeafStorage> memory = makeBuffer(op, type);
    if (failed(memory))
      return failure();
    buffer.array = *memory;
  } else {
    FailureOr<SmallVector<int64_t>> shape =
        evaluateShape(op->getLoc(), type.getSizeExprs(), compiler.bindings);
    if (failed(shape))
      return failure();
    buffer.array = LeafStorage{
        NumberKind::F32, /*isArray=*/true, getNumLanes(type.getElementType()),
        static_cast<Slot>(compiler.program.arrays.size()), *shape};
    compiler.program.arrays.emplace_back();
  }
  for (unsigned dim = 0; dim < type.getRank(); ++dim)
    buffer.path.push_back(loop::getDimSymbol(dim));
  if (isOwn)
    return buffer;
  buffer.number = traced->buffers.size();
  SmallVector<int64_t> shape = buffer.array.shape;
  if (type.getVectorType())
    shape.push_back(buffer.array.lanes);
  traced->buffers.push_back({value, shape});
  return buffer;
}

LogicalResult LoopCompiler::traceAlloc(loop::AllocOp op, Code &code) {
  FailureOr<ArrayPart> buffer = makeTracedBuffer(op, op, std::nullopt);
  if (failed(buffer))
    return failure();
  if (buffer->hasContent)
    compiler.add(code, Instruction::Code::Alloc, op).result =
        buffer->array.slot;
  buffers[op] = std::move(*buffer);
  return success();
}

LogicalResult LoopCompiler::traceAccess(Operation *op, Value value,
                                        OperandRange operands,
                                        loop::ExprsAttr path, Value scalar,
                                        bool isStore, Code &code) {
  const ArrayPart &buffer = buffers.find(value)->second;
  bool isReported = buffer.number && traced->isTraced(value, isStore);
  bool isLoaded = !isStore && traced->slice.needsValue(scalar);
  bool isStored = isStore && buffer.hasContent;
  Slot slot = 0;
  int64_t lanes = getNumLanes(scalar.getType());
  if (isLoaded) {
    FailureOr<LeafStorage> place = makeScalar(op, scalar);
    if (failed(place))
      return failure();
    slot = place->slot;
    if (!buffer.hasContent)
      makePoison(compiler.program, *place);
  } else if (isStored) {
    slot = compiler.getScalar(scalar).slot;
  }
  std::optional<Slot> lane;
  if (loop::hasLanes(path))
    lane = compiler.makeRegisters(NumberKind::I64, /*lanes=*/1).slot;
  SmallVector<Expr> indices = getExprs(path, operands, lane);
  size_t rank = cast<loop::BufferType>(value.getType()).getRank();
  AccessPlan plan =
      makeAccess(buffer, ArrayRef(indices).take_front(rank), slot, isStore);
  if (indices.size() > rank)
    plan.lane = compileExpr(indices.back());
  if (lane) {
    plan.laneRegister = *lane;
    plan.numLanes = lanes;
  }
  if (isReported) {
    AccessPlan reported = plan;
    reported.traced = *buffer.number;
    addAccess(op, std::move(reported), code);
    code.instructions.back().code = Instruction::Code::Trace;
  }
  if ((isLoaded && buffer.hasContent) || isStored)
    addAccess(op, std::move(plan), code);
  return success();
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

LogicalResult LoopCompiler::traceId(loop::IdOp op) {
  FailureOr<LeafStorage> place = makeScalar(op, op.getResult());
  if (failed(place))
    return failure();
  if (traced)
    traced->ids.emplace_back(op, place->slot);
  else
    return op.emitOpError("is not supported by the evaluator");
  return success();
}

LogicalResult
LoopCompiler::compileTraced(loop::KernelOp op,
                            ArrayRef<std::optional<LeafStorage>> inputs,
                            Code &code) {
  auto bindBuffer = [&](Value arg, std::optional<LeafStorage> input) {
    FailureOr<ArrayPart> buffer = makeTracedBuffer(op, arg, std::move(input));
    if (succeeded(buffer))
      buffers[arg] = std::move(*buffer);
    return buffer;
  };
  for (auto [arg, input] : llvm::zip_equal(op.getInputArgs(), inputs)) {
    if (isa<loop::BufferType>(arg.getType())) {
      if (failed(bindBuffer(arg, input)))
        return failure();
    } else if (input) {
      compiler.places[arg] = {*input};
    } else if (isNeeded(arg)) {
      FailureOr<LeafStorage> place = makeScalar(op, arg);
      if (failed(place))
        return failure();
      makePoison(compiler.program, *place);
    }
  }
  for (BlockArgument arg : op.getResultArgs())
    if (failed(bindBuffer(arg, std::nullopt)))
      return failure();
  return compileBlock(op.getBody().front(), code);
}
