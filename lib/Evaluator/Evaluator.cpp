//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Evaluator/Evaluator.h"

#include "Compiler.h"
#include "Machine.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::evaluator;

/// Whether the function is one that can be evaluated at all.
static LogicalResult checkFunction(func::FuncOp func) {
  if (func.isExternal())
    return func.emitOpError("has no body to evaluate");
  if (!func.getBody().hasOneBlock() ||
      !isa<func::ReturnOp>(func.getBody().front().getTerminator()))
    return func.emitOpError("has control flow between blocks, which the "
                            "evaluator does not support");
  return success();
}

/// Compares the element types of the data with those of the arguments.
static LogicalResult checkArguments(func::FuncOp func,
                                    ArrayRef<HostArray> args) {
  SmallVector<Leaf> leaves = getLeaves(func.getArgumentTypes());
  if (args.size() != leaves.size())
    return func.emitOpError("takes ")
           << leaves.size() << " arrays, but got " << args.size();
  for (auto [i, leaf, arg] : llvm::enumerate(leaves, args)) {
    if (leaf.elementType != arg.elementType)
      return func.emitOpError("array #")
             << i << " has elements of type " << arg.elementType
             << ", but its type says " << leaf.elementType;
    if (!isHostElementType(leaf.elementType))
      return func.emitOpError("values of type ")
             << leaf.elementType << " are not supported by the evaluator";
  }
  return success();
}

/// Compares the lengths of the buffers with their shapes, which are known to be
/// those of the types.
static LogicalResult checkBuffers(func::FuncOp func, ArrayRef<HostArray> args) {
  for (auto [i, arg] : llvm::enumerate(args)) {
    int64_t bytes = getHostElementBytes(arg.elementType);
    bool overflow = false;
    for (int64_t size : arg.shape)
      overflow |= llvm::MulOverflow(bytes, size, bytes);
    if (overflow || static_cast<uint64_t>(bytes) != arg.data.size())
      return func.emitOpError("array #")
             << i << " has a buffer of " << arg.data.size()
             << " bytes, which does not fit its shape";
  }
  return success();
}

static FailureOr<SizeBindings> bindArguments(func::FuncOp func,
                                             ArrayRef<HostArray> args,
                                             const SizeBindings &given) {
  if (failed(checkFunction(func)) || failed(checkArguments(func, args)))
    return failure();
  FailureOr<SizeBindings> bindings = bindSizes(
      func,
      llvm::map_to_vector(args, [](const HostArray &arg) { return arg.shape; }),
      given);
  if (failed(bindings) || failed(checkBuffers(func, args)))
    return failure();
  return bindings;
}

static LogicalResult checkSamples(func::FuncOp func,
                                  const MachineProgram &program,
                                  ArrayRef<std::vector<int64_t>> samples) {
  if (samples.empty())
    return success();
  if (samples.size() != program.results.size())
    return func.emitOpError("has ")
           << program.results.size() << " result arrays, but got samples for "
           << samples.size();
  for (auto [i, positions, place] : llvm::enumerate(samples, program.results))
    for (int64_t position : positions)
      if (position < 0 || position >= place.getNumElements())
        return func.emitOpError("sample ")
               << position << " is outside of result array #" << i
               << ", which has " << place.getNumElements() << " elements";
  return success();
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// Reports that an element of a result is poison, and where poison comes from.
static LogicalResult reportPoison(func::FuncOp func, Operation *returnOp,
                                  unsigned index, const LeafStorage &place,
                                  int64_t position) {
  InFlightDiagnostic diag = returnOp->emitOpError("result array #") << index;
  if (place.isArray) {
    SmallVector<int64_t> path;
    for (int64_t size : llvm::reverse(place.shape)) {
      path.push_back(position % size);
      position /= size;
    }
    diag << " at [";
    llvm::interleaveComma(llvm::reverse(path), diag);
    diag << "]";
  }
  diag << " is poison: it depends on something unspecified";
  func.walk([&](PadOp pad) {
    if (pad.getMode() == PadMode::Empty)
      diag.attachNote(pad.getLoc()) << "elements of this pad are unspecified";
  });
  return diag;
}

/// The elements at `positions` of a result, or all of them.
static FailureOr<HostArray>
readResult(func::FuncOp func, const MachineProgram &program,
           const Machine &machine, unsigned index, Type elementType,
           std::optional<ArrayRef<int64_t>> positions) {
  const LeafStorage &place = program.results[index];
  SmallVector<int64_t> shape = place.shape;
  if (positions)
    shape = {static_cast<int64_t>(positions->size())};
  HostArray array = HostArray::get(elementType, shape);
  int64_t bytes = place.getElementBytes();
  for (int64_t i = 0, e = array.getNumElements(); i < e; ++i) {
    int64_t position = positions ? (*positions)[i] : i;
    if (!machine.readResult(index, position, array.data.data() + i * bytes))
      return reportPoison(func, program.returnOp, index, place, position);
  }
  return array;
}

FailureOr<SmallVector<HostArray>>
lift::evaluate(func::FuncOp func, ArrayRef<HostArray> args,
               const EvaluationOptions &options) {
  FailureOr<SizeBindings> bindings = bindArguments(func, args, options.sizes);
  if (failed(bindings))
    return failure();
  bool isSampled = !options.samples.empty();
  MachineProgram program;
  Compiler compiler(program, *bindings, options.maxBytes, isSampled);
  if (failed(compiler.compileFunction(func)) ||
      failed(checkSamples(func, program, options.samples)))
    return failure();
  Machine machine(program, isSampled);
  if (failed(machine.allocate()))
    return failure();
  machine.setArguments(args);
  for (auto [i, positions] : llvm::enumerate(options.samples))
    for (int64_t position : positions)
      machine.demandResult(i, position);
  if (failed(machine.run()))
    return failure();
  if (options.numOperations)
    *options.numOperations = machine.getNumComputed();
  SmallVector<HostArray> results;
  for (auto [i, leaf] : llvm::enumerate(getLeaves(func.getResultTypes()))) {
    std::optional<ArrayRef<int64_t>> positions;
    if (isSampled)
      positions = options.samples[i];
    FailureOr<HostArray> result =
        readResult(func, program, machine, i, leaf.elementType, positions);
    if (failed(result))
      return failure();
    results.push_back(std::move(*result));
  }
  return results;
}
