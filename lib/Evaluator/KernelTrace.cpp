//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Evaluator/KernelTrace.h"

#include "LoopCompiler.h"
#include "Machine.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::evaluator;

/// Indices that need more data than this are not known.
static constexpr int64_t kMaxBytes = int64_t(1) << 30;

struct KernelTrace::Impl {
  Impl(loop::KernelOp kernel, Filter isTraced) : traced(kernel, isTraced) {}

  MachineProgram program;
  TracedKernel traced;
  std::optional<Machine> machine;
  /// Of each dimension.
  std::array<int64_t, 3> groupSize = {1, 1, 1};
};

KernelTrace::KernelTrace(std::unique_ptr<Impl> impl) : impl(std::move(impl)) {}
KernelTrace::KernelTrace(KernelTrace &&) = default;
KernelTrace &KernelTrace::operator=(KernelTrace &&) = default;
KernelTrace::~KernelTrace() = default;

ArrayRef<KernelTrace::TracedBuffer> KernelTrace::getBuffers() const {
  return impl->traced.buffers;
}

/// A place for the data of an input: memory that is elsewhere, or registers.
static std::optional<LeafStorage>
makePlace(MachineProgram &program, const HostArray *input, bool isArray) {
  std::optional<NumberKind> kind;
  if (input)
    kind = getNumberKind(input->elementType);
  if (!kind)
    return std::nullopt;
  LeafStorage place{*kind, isArray, getNumLanes(input->elementType), 0,
                    input->shape};
  if (isArray) {
    place.slot = program.arrays.size();
    program.arrays.emplace_back();
  } else {
    place.slot = program.registers.size();
    program.registers.resize(program.registers.size() + place.lanes);
  }
  return place;
}

FailureOr<KernelTrace> KernelTrace::get(loop::KernelOp kernel,
                                        const SizeBindings &sizes,
                                        ArrayRef<const HostArray *> inputs,
                                        Filter isTraced) {
  auto impl = std::make_unique<Impl>(kernel, isTraced);
  MachineProgram &program = impl->program;
  program.returnOp = kernel;
  FailureOr<SmallVector<int32_t>> groupSize = kernel.getConstantLocalSize();
  if (failed(groupSize))
    return failure();
  llvm::copy(ArrayRef(*groupSize).take_front(3), impl->groupSize.begin());
  SmallVector<std::optional<LeafStorage>> places;
  for (auto [input, arg] : llvm::zip_equal(inputs, kernel.getInputArgs()))
    places.push_back(
        makePlace(program, input, isa<loop::BufferType>(arg.getType())));
  Compiler compiler(program, sizes, kMaxBytes, /*isSampled=*/false);
  if (failed(LoopCompiler(compiler, &impl->traced)
                 .compileTraced(kernel, places, program.body)))
    return failure();
  impl->machine.emplace(program, /*isSampled=*/false);
  if (failed(impl->machine->allocate()))
    return failure();
  for (auto [place, input] : llvm::zip_equal(places, inputs))
    if (place)
      impl->machine->setArgument(*place, *input);
  return KernelTrace(std::move(impl));
}

FailureOr<KernelTrace::Outcome>
KernelTrace::run(const WorkItem &item, int64_t &budget, Visitor visitor) {
  for (auto [id, slot] : impl->traced.ids) {
    unsigned dim = id.getDim();
    int64_t group = item.group[dim], local = item.local[dim];
    switch (id.getLevel()) {
    case loop::IdLevel::Local:
      impl->machine->setIndex(slot, local);
      break;
    case loop::IdLevel::Group:
      impl->machine->setIndex(slot, group);
      break;
    case loop::IdLevel::Global:
      impl->machine->setIndex(slot, group * impl->groupSize[dim] + local);
      break;
    }
  }
  Tracer tracer{std::move(visitor), budget};
  impl->machine->setTracer(&tracer);
  LogicalResult result = impl->machine->run();
  impl->machine->setTracer(nullptr);
  budget = tracer.budget;
  if (failed(result) && budget > 0)
    return failure();
  return Outcome{succeeded(result), !tracer.isUnknown};
}
