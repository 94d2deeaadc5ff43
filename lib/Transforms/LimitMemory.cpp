//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file makes functions require that their arrays fit into so much device
// memory. An array that a kernel computes is there from that kernel to the last
// operation that uses it; arguments and results of the function are there all
// the time.
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Analysis/DeviceMemory.h"
#include "LiftDialect/Analysis/SizeFacts.h"
#include "LiftDialect/Loop/LoopOps.h"
#include "LiftDialect/Transforms/Passes.h"
#include "llvm/Support/FormatVariadic.h"

namespace mlir::lift {
#define GEN_PASS_DEF_LIMITMEMORYPASS
#include "LiftDialect/Transforms/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;
using namespace mlir::lift;

namespace {
struct LimitMemoryPass final
    : lift::impl::LimitMemoryPassBase<LimitMemoryPass> {
  using Base::Base;
  LogicalResult initialize(MLIRContext *context) override;
  void runOnOperation() override;

private:
  /// Makes `kernel` require that `temporaries` fit beside what the function
  /// takes and gives, all in bytes.
  LogicalResult limit(loop::KernelOp kernel, const Expr &temporaries,
                      const Expr &boundary);

  /// Sizes that are expected.
  std::map<std::string, Expr> values;
};

/// The arrays of a function that are neither its arguments nor its results.
class Temporaries {
public:
  explicit Temporaries(func::FuncOp func);

  /// The bytes of those that are there while `kernel` runs.
  Expr getBytes(loop::KernelOp kernel) const;

private:
  struct Lifetime {
    Operation *first, *last;
    Expr bytes;
  };
  SmallVector<Lifetime> lifetimes;
};
} // namespace

/// The last kernel that uses a value, or a view of it; nothing if the function
/// returns it.
static Operation *findLastUse(Value value, Operation *last) {
  for (Operation *user : value.getUsers()) {
    if (isa<func::ReturnOp>(user))
      return nullptr;
    if (last->isBeforeInBlock(user))
      last = user;
    if (isa<loop::KernelOp>(user)) {
      if (Value written = loop::getWrittenResult(value))
        return findLastUse(written, user);
      continue;
    }
    for (Value view : user->getResults())
      if (last = findLastUse(view, last); !last)
        return nullptr;
  }
  return last;
}

Temporaries::Temporaries(func::FuncOp func) {
  for (auto kernel : func.getOps<loop::KernelOp>()) {
    for (OpResult result : kernel.getResults()) {
      if (kernel.getDestination(result.getResultNumber()))
        continue;
      if (Operation *last = findLastUse(result, kernel))
        lifetimes.push_back({kernel, last, countBytes(result.getType())});
    }
    kernel.walk([&](loop::AllocOp alloc) {
      if (alloc.getType().getSpace() == AddressSpace::Global)
        lifetimes.push_back(
            {kernel, kernel, countBytes(alloc.getType().getValueType())});
    });
  }
}

Expr Temporaries::getBytes(loop::KernelOp kernel) const {
  Expr bytes = 0;
  for (const Lifetime &lifetime : lifetimes)
    if (!kernel->isBeforeInBlock(lifetime.first) &&
        !lifetime.last->isBeforeInBlock(kernel))
      bytes = bytes + lifetime.bytes;
  return bytes;
}

LogicalResult LimitMemoryPass::initialize(MLIRContext *context) {
  constexpr double kMost = 1e6;
  if (maxMemory == 0 || (maxMemory >= 1 && maxMemory <= kMost))
    return success();
  return emitError(UnknownLoc::get(context))
         << llvm::formatv("max-memory={0:f3}: must be at least 1, as arguments "
                          "and results are counted, and at most 1000000",
                          double(maxMemory));
}

/// Adds what a launch is tested for.
static void require(loop::KernelOp kernel, const SizeConstraint &constraint) {
  Builder builder(kernel.getContext());
  auto add = [&](ArrayAttr list, Attribute attribute) {
    SmallVector<Attribute> attributes = llvm::to_vector(list);
    attributes.push_back(attribute);
    return builder.getArrayAttr(attributes);
  };
  auto getSize = [&](const Expr &size) {
    return SizeAttr::get(kernel.getContext(), size);
  };
  kernel.setFactsAttr(add(
      kernel.getFacts(),
      ConstraintAttr::get(kernel.getContext(), constraint.kind,
                          getSize(constraint.lhs), getSize(constraint.rhs))));
  kernel.setSentencesAttr(
      add(kernel.getSentences(), builder.getStringAttr(constraint.sentence)));
  if (std::optional<ArrayAttr> locations = kernel.getFactLocations())
    kernel.setFactLocationsAttr(add(*locations, LocationAttr(kernel.getLoc())));
}

LogicalResult LimitMemoryPass::limit(loop::KernelOp kernel,
                                     const Expr &temporaries,
                                     const Expr &boundary) {
  SizeConstraint general =
      getMemoryConstraint(temporaries, boundary, maxMemory);
  const Expr knownTemporaries = temporaries.substitute(values),
             knownBoundary = boundary.substitute(values);
  SizeConstraint known =
      getMemoryConstraint(knownTemporaries, knownBoundary, maxMemory);
  if (decide(known) == false) {
    InFlightDiagnostic diag = kernel.emitError(known.sentence);
    const double factor = 1 + double(*knownTemporaries.getConstant()) /
                                  double(*knownBoundary.getConstant());
    diag.attachNote() << llvm::formatv("max-memory={0:f3} would do",
                                       std::ceil(factor * 1000) / 1000);
    return diag;
  }
  if (!decide(general))
    require(kernel, general);
  return success();
}

void LimitMemoryPass::runOnOperation() {
  func::FuncOp func = getOperation();
  if (maxMemory == 0 || !isLiftFunction(func))
    return;
  FailureOr<std::map<std::string, Expr>> expected =
      parseExpectedSizes(func, sizes);
  if (failed(expected))
    return signalPassFailure();
  values = std::move(*expected);
  const Temporaries temporaries(func);
  const Expr boundary = countBoundaryBytes(func);
  for (auto kernel : func.getOps<loop::KernelOp>()) {
    Expr bytes = temporaries.getBytes(kernel);
    if (!bytes.isConstant(0) && failed(limit(kernel, bytes, boundary)))
      return signalPassFailure();
  }
}
