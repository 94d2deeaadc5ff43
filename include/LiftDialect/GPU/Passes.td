//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes on kernels in the kernel form, docs/KernelForm.md: functions of gpu, scf,
// arith, math and vector over one-dimensional memrefs.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_GPU_PASSES_TD
#define LIFTDIALECT_GPU_PASSES_TD

include "LiftDialect/Conversion/SPIRVFlavor.td"
include "mlir/Pass/PassBase.td"

def CheckMemoryPass
    : Pass<"lift-check-memory", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Report the memory that kernels take";
  let description = [{
    An analysis remark for each kernel (`--remarks-filter=lift-check-memory`) has
    the bytes that its arrays take in local memory, for each work-group, and in
    private memory, for each work-item. A kernel that needs more local memory than
    the target has is an error. One that needs more private memory than a
    work-item has registers (`lift.private_memory_bytes`, or 16 KiB where the target
    has no such number) gets a warning. The target is what the module says it is
    (see `lift-set-target`); where it says nothing, no local memory is too much.
  }];
}

def InlineUserFunctionsPass
    : Pass<"lift-inline-user-functions", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Replace calls of C functions by what their references say";
  let description = [{
    For back ends that are not C. A function without a reference is an error at
    its call.
  }];
}

def ExpandOpsPass : Pass<"lift-expand-ops", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Replace operations that SPIR-V has no exact form of";
  let description = [{
    Reductions of vectors, which go lane after lane; `arith.maximumf` and
    `arith.minimumf`, whose NaN and signed zeros SPIR-V leaves open; quotients that
    are rounded; tests of floats; counts of bits; `math.trunc` and `math.fpowi`.
    All but the last give the same results, bit for bit.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::vector::VectorDialect"];
}

def ExpandFunctionsPass
    : Pass<"lift-expand-functions", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Replace functions that SPIR-V lacks by others";
  let description = [{
    Functions of f32: `math.cbrt`, `math.erfc`, `math.expm1` and `math.log1p`; for
    OpenCL `math.exp2`, for Vulkan `math.atan2` and `math.erf`. They have errors of
    a few units in the last place, as those of the device.
  }];
  let options = [SPIRVFlavorOption];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::vector::VectorDialect"];
}

def PromoteArraysPass : Pass<"lift-promote-arrays", "::mlir::gpu::GPUFuncOp"> {
  let summary = "Make values of the elements of private arrays";
  let description = [{
    Private arrays whose elements are all accessed at constant indices, in loops
    and branches: as upstream's `mem2reg`, and a loop carries what it stores, a
    branch yields it. Unroll loops before. Not all drivers find these registers by
    themselves.
  }];
  let options = [
    Option<"maxElements", "max-elements", "int64_t", /*default=*/"1024",
           "The most elements of a kernel's arrays that become values">
  ];
  let statistics = [
    Statistic<"numPromoted", "promoted-arrays", "Number of arrays that went">
  ];
  let dependentDialects = ["::mlir::ub::UBDialect",
                           "::mlir::vector::VectorDialect"];
}

def SplitVectorsPass : Pass<"lift-split-vectors", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Replace vectors of 8 and 16 numbers by several of 4";
  let description = [{
    For devices whose vectors have at most four numbers, as those of Vulkan. What
    loops and branches carry is split too, and so are private arrays of vectors.
    Loads and stores keep the alignment that each part has.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::vector::VectorDialect"];
}

def UnrollLoopsPass : Pass<"lift-unroll-loops", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Unroll the loops that ask for it";
  let description = [{
    Loops with `lift.unroll`: all trips, or so many at a time as it says. C tells
    the device's compiler instead. A loop that would become more than `max-ops`
    operations stays.
  }];
  let options = [
    Option<"maxOps", "max-ops", "uint64_t", /*default=*/"20000",
           "The most operations that an unrolled loop may become">
  ];
  let statistics = [
    Statistic<"numUnrolled", "unrolled-loops", "Number of loops unrolled">
  ];
}

def UnrollLanesPass : Pass<"lift-unroll-lanes", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Unroll the loops that select a lane of a vector";
  let description = [{
    Unrolls loops of at most 16 trips (the widest vector of OpenCL) from whose
    index the position of a `vector.extract` or `vector.insert` is computed, so
    that it becomes a constant. Compilers for some GPUs keep a vector in memory if
    its lanes are selected otherwise, even where they unroll the loop themselves.
    Loops with a barrier stay.
  }];
  let statistics = [
    Statistic<"numUnrolled", "unrolled-loops", "Number of loops unrolled">
  ];
}

def HoistInvariantsPass
    : Pass<"lift-hoist-invariants", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Compute before loops what they do not change";
  let description = [{
    Moves what does not change out of loops, also from branches, and divisions,
    which `loop-invariant-code-motion` leaves where the divisor is no constant.
    What only one of two versions of a loop needs stays with it.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let statistics = [
    Statistic<"numHoisted", "hoisted-operations",
              "Number of operations moved out of loops">
  ];
}

def MergeCarriedPass
    : Pass<"lift-merge-carried", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Carry through loops once what is carried several times";
  let description = [{
    Of values that a `scf.for` carries, those that start as the same value and
    become what is computed from the same values are the same in each trip: all uses
    become those of the first. The others are left without uses, which
    `canonicalize` removes and printers leave out.
  }];
  let statistics = [
    Statistic<"numMergedValues", "merged-values",
              "Number of carried values that were those of another">
  ];
}

def VerifyKernelsPass : Pass<"lift-verify-kernels", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Refuse kernels that back ends do not know";
  let description = [{
    Reports what is not of the kernel form, which docs/KernelForm.md describes:
    all that the passes between `convert-loops-to-gpu` and a back end leave, and
    all that a back end needs to know. Attributes are verified by the dialect,
    wherever they stand.

    A module without `lift.index_bitwidth` is left alone, unless `foreign`.
  }];
  let options = [
    Option<"foreign", "foreign", "bool", /*default=*/"false",
           "Modules of other compilers, too">
  ];
}

#endif // LIFTDIALECT_GPU_PASSES_TD
