//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "HostExpansion.h"

#include "KernelExpansion.h"
#include "LiftDialect/Analysis/DeviceProperties.h"
#include "LiftDialect/Analysis/OpenCLNames.h"
#include "LiftDialect/Analysis/ValueUses.h"
#include "LiftDialect/AssertedResults.h"
#include "LiftDialect/ConstantArguments.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::lift;

/// The most elements of an array: with indices that count bytes, those of 4
/// bytes each fit into an `int`.
static int64_t getMaxIndex(func::FuncOp func) {
  return countsBytes(func) ? kMaxSize / 4 : kMaxSize;
}

HostExpansion::HostExpansion(func::FuncOp func, const SizeFacts &facts,
                             const ConvertLoopsToGPUPassOptions &options,
                             OpBuilder &builder)
    : func(func), facts(facts), boundedFacts(facts.getAssumptions()),
      options(options), maxIndex(getMaxIndex(func)), builder(builder),
      indices(builder,
              [this](const std::string &name) { return sizes.lookup(name); }) {
  indices.setLoc(func.getLoc());
  // Not the facts of `func`: the tests that make them true come first.
  for (const std::string &name : facts.getNames())
    boundedFacts.setRange(name, 1, kMaxSize);
}

/// The host's type of an argument or result.
static Type getHostType(Type type, bool isResult) {
  if (auto array = dyn_cast<ArrayType>(type))
    return getBufferType(ShapedType::kDynamic, array.getElementType(),
                         AddressSpace::Global);
  return isResult ? getBufferType(1, type, AddressSpace::Global) : type;
}

func::FuncOp lift::createHostFunction(OpBuilder &builder, func::FuncOp func,
                                      const SizeFacts &facts) {
  SmallVector<Type> inputs, results;
  for (Type type : func.getArgumentTypes())
    inputs.push_back(getHostType(type, /*isResult=*/false));
  inputs.append(facts.getNames().size(), builder.getIndexType());
  for (Type type : func.getResultTypes())
    results.push_back(getHostType(type, /*isResult=*/true));
  builder.setInsertionPoint(func);
  auto host = func::FuncOp::create(builder, func.getLoc(), func.getName(),
                                   builder.getFunctionType(inputs, results));
  host.setVisibility(func.getVisibility());
  if (Attribute chosen =
          func->getAttr(LiftDialect::ChosenAttrHelper::getNameStr()))
    host->setAttr(LiftDialect::ChosenAttrHelper::getNameStr(), chosen);
  host->setAttr(LiftDialect::SignatureAttrHelper::getNameStr(),
                TypeAttr::get(func.getFunctionType()));
  SmallVector<StringRef> names;
  for (const std::string &name : facts.getNames())
    names.push_back(name);
  host->setAttr(LiftDialect::SizesAttrHelper::getNameStr(),
                builder.getStrArrayAttr(names));
  for (unsigned i = 0; i < func.getNumArguments(); ++i)
    for (StringRef kept :
         {LiftDialect::NameAttrHelper::getNameStr(), kConstantAttrName})
      if (Attribute attribute = func.getArgAttr(i, kept))
        host.setArgAttr(i, kept, attribute);
  for (unsigned i = 0; i < func.getNumResults(); ++i)
    if (Attribute asserted = func.getResultAttr(i, kAssertedAttrName))
      host.setResultAttr(i, kAssertedAttrName, asserted);
  builder.setInsertionPointToStart(host.addEntryBlock());
  return host;
}

void HostExpansion::createFunction() {
  host = createHostFunction(builder, func, facts);
  unsigned numArguments = func.getNumArguments();
  for (auto [i, argument] : llvm::enumerate(func.getArguments()))
    values[argument] = host.getArgument(i);
  for (auto [i, name] : llvm::enumerate(facts.getNames()))
    sizes[name] = host.getArgument(numArguments + i);
}

void HostExpansion::emitAssert(Location loc, Value condition,
                               const Twine &message) {
  cf::AssertOp::create(builder, loc, condition, builder.getStringAttr(message));
}

void HostExpansion::emitPreconditions() {
  for (const auto &[constraint, op] : facts.getObligations()) {
    auto kernel = dyn_cast<loop::KernelOp>(op);
    Location loc = kernel ? kernel.getLocOf(constraint) : op->getLoc();
    Value lhs = indices.emit(constraint.lhs),
          rhs = indices.emit(constraint.rhs);
    auto predicate = arith::CmpIPredicate::eq;
    if (constraint.kind == ConstraintKind::Divides) {
      lhs = arith::RemUIOp::create(builder, loc, rhs, lhs);
      rhs = indices.emit(0);
    } else if (constraint.kind == ConstraintKind::LessEqual) {
      predicate = arith::CmpIPredicate::sle;
    }
    emitAssert(loc, arith::CmpIOp::create(builder, loc, predicate, lhs, rhs),
               constraint.sentence);
  }
  for (Type type : func.getArgumentTypes())
    if (auto array = dyn_cast<ArrayType>(type))
      emitIndexWidthTest(getNumNumbers(array), "an array of ", " elements");
  emitViewSizeTests();
}

void HostExpansion::emitViewSizeTests() {
  // Kernels of one function know the same of its sizes.
  std::set<Expr> seen;
  for (auto kernel : func.getOps<loop::KernelOp>())
    for (auto fact : kernel.getFacts().getAsRange<ConstraintAttr>())
      if (fact.getKind() == ConstraintKind::LessEqual &&
          fact.getLhs().getValue().isConstant(1) &&
          seen.insert(fact.getRhs().getValue()).second &&
          !boundedFacts.isLessOrEqual(fact.getRhs().getValue(), maxIndex))
        emitIndexWidthTest(fact.getRhs().getValue(), "an array of ",
                           " elements");
}

void HostExpansion::emitIndexWidthTest(const Expr &number, StringRef before,
                                       StringRef after) {
  Expr simple = indices.simplify(number);
  auto isTested = [&](const Expr &larger) {
    return indices.getFacts().isLessOrEqual(simple, larger);
  };
  if (options.indexBitwidth == 64 || isTested(maxIndex) ||
      llvm::any_of(tested, isTested))
    return;
  tested.insert(simple);
  Value fits =
      arith::CmpIOp::create(builder, func.getLoc(), arith::CmpIPredicate::sle,
                            indices.emit(simple), indices.emit(maxIndex));
  emitAssert(func.getLoc(), fits,
             Twine(before) + simple.str() + after +
                 " needs 64-bit indices (index-bitwidth=64)");
}

/// What an expression is where one size is large, for each of the sizes.
static SmallVector<int64_t> sample(const Expr &expr,
                                   ArrayRef<std::string> names) {
  constexpr int64_t small = 64, large = 1 << 16;
  return llvm::map_to_vector(names, [&](const std::string &name) {
    return expr
        .evaluate([&](const std::string &other) {
          return other == name ? large : small;
        })
        .value.value_or(0);
  });
}

void HostExpansion::emitIndexBoundTests(const std::set<Expr> &bounds) {
  struct Bound {
    Expr value;
    SmallVector<int64_t> samples;
  };
  // Most comparisons are false, which takes the longest to find out by proofs.
  auto isLess = [&](const Bound &lhs, const Bound &rhs) {
    return llvm::all_of_zip(lhs.samples, rhs.samples, std::less_equal<>()) &&
           boundedFacts.isLessOrEqual(lhs.value, rhs.value);
  };
  SmallVector<Bound> largest;
  for (const Expr &value : bounds) {
    Bound bound{value, sample(value, facts.getNames())};
    auto isMore = [&](const Bound &other) { return isLess(bound, other); };
    if (llvm::any_of(largest, isMore))
      continue;
    std::optional<Expr> most = boundedFacts.getUpperBound(value);
    if (most && boundedFacts.isLessOrEqual(*most, maxIndex))
      continue;
    llvm::erase_if(largest,
                   [&](const Bound &other) { return isLess(other, bound); });
    largest.push_back(bound);
  }
  for (const Bound &bound : largest)
    emitIndexWidthTest(bound.value, "an index of up to ", "");
}

Value HostExpansion::allocate(const Expr &numElements, Type elementType) {
  Expr numNumbers = numElements * getStorage(elementType).lanes;
  emitIndexWidthTest(numNumbers, "an array of ", " elements");
  Value count = indices.emit(numNumbers);
  auto type =
      getBufferType(ShapedType::kDynamic, elementType, AddressSpace::Global);
  return allocate(type, count);
}

Value HostExpansion::allocate(MemRefType type, ValueRange sizes) {
  return gpu::AllocOp::create(builder, func.getLoc(), type,
                              /*asyncToken=*/Type(),
                              /*asyncDependencies=*/ValueRange(), sizes,
                              /*symbolOperands=*/ValueRange())
      .getMemref();
}

void HostExpansion::free(Value buffer) {
  gpu::DeallocOp::create(builder, func.getLoc(), /*asyncToken=*/Type(),
                         /*asyncDependencies=*/ValueRange(), buffer);
}

Value HostExpansion::emitArgument(const KernelArgument &argument,
                                  SmallVectorImpl<Value> &results,
                                  SmallVectorImpl<Value> &temporaries) {
  switch (argument.kind) {
  case KernelArgument::Kind::Value:
    return values.lookup(argument.value);
  case KernelArgument::Kind::Result:
    return results[argument.index];
  case KernelArgument::Kind::Temporary:
    temporaries.push_back(allocate(argument.numElements, argument.elementType));
    return temporaries.back();
  case KernelArgument::Kind::Size:
    return sizes.lookup(argument.name);
  }
  llvm_unreachable("unknown kind of argument");
}

/// Says in a kernel what its host function tests: passes that see nothing but
/// the kernel need it to understand indices.
static void setRequirements(gpu::GPUFuncOp kernel, const SizeFacts &facts) {
  MLIRContext *context = kernel.getContext();
  SmallVector<Attribute> requirements;
  for (const auto &[constraint, op] : facts.getObligations())
    requirements.push_back(ConstraintAttr::get(
        context, constraint.kind, SizeAttr::get(context, constraint.lhs),
        SizeAttr::get(context, constraint.rhs)));
  if (!requirements.empty())
    kernel->setAttr(LiftDialect::RequiresAttrHelper::getNameStr(),
                    ArrayAttr::get(context, requirements));
}

LogicalResult HostExpansion::lowerKernel(loop::KernelOp kernel,
                                         gpu::GPUModuleOp module) {
  if (!kernel.getLocalSizeAttr() || !kernel.getGlobalSizeAttr()) {
    InFlightDiagnostic diag = kernel.emitOpError("has no launch sizes");
    diag.attachNote() << "run lift-set-launch first";
    return diag;
  }
  OpBuilder kernelBuilder(kernel.getContext());
  KernelExpansion lowering(kernel, kernelBuilder, facts.getAssumptions(),
                           options);
  if (failed(lowering.expand()))
    return failure();
  // Who names a kernel looks for that name; others follow from the function's.
  std::string name = kernel.getFunctionName();
  auto isTaken = [&](StringRef name) {
    return module.lookupSymbol(name) != nullptr;
  };
  if (!kernel.getKernelName()) {
    name = opencl::getKernelName(name);
    unsigned counter = 0;
    if (isTaken(name))
      name = SymbolTable::generateSymbolName<64>(name, isTaken, counter).str();
  }
  if (isTaken(name))
    return kernel.emitOpError("is the second kernel named '") << name << "'";
  FailureOr<SmallVector<int32_t>> localSize = kernel.getConstantLocalSize();
  if (failed(localSize))
    return failure();
  gpu::GPUFuncOp kernelFunc =
      lowering.getFrame().finish(module, name, *localSize);
  setRequirements(kernelFunc, facts);

  Location loc = kernel.getLoc();
  SmallVector<Value> results, temporaries, arguments;
  for (OpResult result : kernel.getResults()) {
    Type type = result.getType();
    auto array = dyn_cast<ArrayType>(type);
    Value buffer;
    if (Value written = kernel.getDestination(result.getResultNumber()))
      buffer = values.lookup(written);
    else if (array)
      buffer = allocate(array.getNumElements(), array.getElementType());
    else
      buffer = allocate(getBufferType(1, type, AddressSpace::Global), {});
    results.push_back(buffer);
    values[result] = buffer;
  }
  emitIndexBoundTests(lowering.getIndexBounds());
  for (const KernelArgument &argument : lowering.getFrame().getArguments())
    arguments.push_back(emitArgument(argument, results, temporaries));
  auto emitSizes = [&](function_ref<Expr(unsigned)> size) {
    return gpu::KernelDim3{indices.emit(size(0)), indices.emit(size(1)),
                           indices.emit(size(2))};
  };
  gpu::KernelDim3 groups = emitSizes([&](unsigned dim) {
    return Expr::exactDiv(kernel.getGlobalSizeIn(dim),
                          kernel.getLocalSizeIn(dim));
  });
  gpu::KernelDim3 items =
      emitSizes([&](unsigned dim) { return kernel.getLocalSizeIn(dim); });
  gpu::LaunchFuncOp::create(builder, loc, kernelFunc, groups, items,
                            /*dynamicSharedMemorySize=*/Value(), arguments);
  for (Value temporary : temporaries)
    free(temporary);
  freeAfter(kernel);
  return success();
}

void HostExpansion::freeAfter(loop::KernelOp kernel) {
  for (auto earlier : func.getOps<loop::KernelOp>()) {
    if (kernel->isBeforeInBlock(earlier))
      return;
    for (Value result : earlier.getResults()) {
      if (loop::getWrittenResult(result))
        continue;
      // The last operation at function level that uses the result.
      Operation *last = earlier;
      for (Operation *user : result.getUsers()) {
        Operation *top = func.getBody().findAncestorOpInRegion(*user);
        if (last->isBeforeInBlock(top))
          last = top;
      }
      if (last == kernel)
        free(values[result]);
    }
  }
}

LogicalResult HostExpansion::lowerReturn(func::ReturnOp op) {
  SmallVector<Value> results;
  for (Value value : op.getOperands()) {
    if (!value.getDefiningOp<loop::KernelOp>())
      return op.emitOpError("returns a value that no kernel computes");
    if (value.getType().isIndex()) {
      InFlightDiagnostic diag = op.emitOpError(
          "returns an index, which is not as wide on every device");
      diag.attachNote() << "cast it to i32 or i64 with arith.index_cast";
      return diag;
    }
    results.push_back(values.lookup(value));
  }
  func::ReturnOp::create(builder, op.getLoc(), results);
  return success();
}

/// Fails for arrays whose elements nobody can count in 64 bits.
static LogicalResult checkElementCounts(Operation *op, TypeRange types) {
  for (Type type : types)
    if (auto array = dyn_cast<ArrayType>(type);
        array && getNumNumbers(array).isError())
      return op->emitOpError() << "has too many elements in " << array;
  return success();
}

LogicalResult HostExpansion::lower(gpu::GPUModuleOp module) {
  if (failed(checkElementCounts(func, func.getArgumentTypes())))
    return failure();
  for (auto kernel : func.getOps<loop::KernelOp>())
    if (failed(checkElementCounts(kernel, kernel.getResultTypes())))
      return failure();
  createFunction();
  emitPreconditions();
  for (Operation &op : func.getBody().front())
    if (failed(lowerOp(&op, module)))
      return failure();
  func.erase();
  return success();
}

LogicalResult HostExpansion::lowerOp(Operation *op, gpu::GPUModuleOp module) {
  if (auto kernel = dyn_cast<loop::KernelOp>(op))
    return lowerKernel(kernel, module);
  if (auto ret = dyn_cast<func::ReturnOp>(op))
    return lowerReturn(ret);
  // Scalars at function level that kernels take.
  if (isScalarOp(op)) {
    IRMapping mapping;
    for (Value operand : op->getOperands())
      if (Value value = values.lookup(operand))
        mapping.map(operand, value);
    Operation *clone = builder.clone(*op, mapping);
    for (auto [result, value] :
         llvm::zip_equal(op->getResults(), clone->getResults()))
      values[result] = value;
    return success();
  }
  InFlightDiagnostic diag = op->emitOpError("is not in a kernel in loop form");
  diag.attachNote() << "run lift-lower-patterns first";
  return diag;
}
