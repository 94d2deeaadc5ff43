//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LIFTDIALECT_CONVERSION_PASSES_TD
#define LIFTDIALECT_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def LowerPatternsPass : Pass<"lift-lower-patterns", "::mlir::func::FuncOp"> {
  let summary = "Lower patterns and views to loops";
  let description = [{
    Each `lift.kernel` becomes a `loop.kernel`: maps, reductions and scans become
    loops, views become index expressions, and what is left is which elements of
    which buffers are written and read, and in which order. Mappings stay on the
    loops: nothing is divided among work-items yet. Names need no values.

    Precondition: `lift-normalize`, `lift-infer-spaces` and `lift-form-kernels`
    have run. Every value that is read more than once or by other work-items is
    materialized.

    Unsupported input is an error at the operation, with a note that says what
    to do.

    Reference: Atkey, Steuwer, Lindley, Dubach, "Strategy preserving compilation
    for parallel functional code", 2017 (destination passing).
  }];
  let options = [
    Option<"simplifyIndices", "simplify-indices", "bool", /*default=*/"true",
           "Simplify indices by what is known of sizes and loops">
  ];
  let dependentDialects = ["::mlir::lift::loop::LoopDialect",
                           "::mlir::vector::VectorDialect"];
}

def DistributeLoopsPass
    : Pass<"lift-distribute-loops", "::mlir::func::FuncOp"> {
  let summary = "Divide the loops of kernels among work-items";
  let description = [{
    After it, the text of a `loop.kernel` is what each work-item executes, at
    the same time as the others: loops go over ids, and none has a mapping, a
    state or a view.

    * Maps become loops over ids (`loop.id`), or plain statements where there is
      one trip. Where a local size does not divide a length, the elements beyond
      the end are left out: by a branch, or if work-items wait for each other
      inside, at each store.
    * What all would store the same, the first of them stores.
    * Local memory in loops over local ids has a slice for each id, a global
      temporary one for each trip of the parallel loops around. A private array
      that is stored by a map to local ids is spread: each work-item has its
      share.
    * The array accumulator of a reduction is its buffer; if a step reads what
      it has overwritten, it stores in a temporary first, which is then copied.

    Barriers are not placed yet. Local sizes are constants. A mapping that
    cannot be followed is an error at the loop.
  }];
  let options = [
    Option<"simplifyControlFlow", "simplify-control-flow", "bool",
           /*default=*/"true",
           "No loop where a work-item runs once, a branch where at most once">,
    Option<"simplifyIndices", "simplify-indices", "bool", /*default=*/"true",
           "Simplify indices by what is known of sizes and loops">,
    Option<"unsafeMapping", "unsafe-mapping", "bool", /*default=*/"false",
           "Warn, and go on, where work-items use what others have">
  ];
  let dependentDialects = ["::mlir::lift::loop::LoopDialect"];
}

def ConvertLoopsToGPUPass : Pass<"convert-loops-to-gpu", "::mlir::ModuleOp"> {
  let summary = "Expand kernels in loop form to GPU kernels and host functions";
  let description = [{
    Each function with Lift types becomes a host function on flat buffers with
    the same name: its array arguments become one-dimensional memrefs in global
    memory, after the other arguments stands one `index` argument for each size
    name (`lift.sizes` lists them), and its results are memrefs that it
    allocates. `lift.signature` keeps the original type. The host function
    tests the preconditions (`cf.assert`), allocates, and launches one
    `gpu.func` for each `loop.kernel`, which says the same in the scf, memref,
    arith and vector dialects.

    Precondition: `lift-distribute-loops` has run, and names that local sizes
    mention have values. Barriers are placed afterwards, by
    `lift-place-barriers`.
  }];
  let options = [
    Option<"indexBitwidth", "index-bitwidth", "unsigned", /*default=*/"32",
           "Width of index arithmetic in kernels, 32 or 64; with 32, arrays of "
           "2^31 elements and more fail a precondition">,
    Option<"simplifyIndices", "simplify-indices", "bool", /*default=*/"true",
           "Simplify indices by what is known of sizes and loops">,
    Option<"vectorizeAccesses", "vectorize-accesses", "bool",
           /*default=*/"true",
           "Load and store the lanes of a vector together where they are "
           "neighbours">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::func::FuncDialect", "::mlir::gpu::GPUDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def AttachOpenCLTargetPass
    : Pass<"lift-attach-opencl-target", "::mlir::ModuleOp"> {
  let summary = "Make OpenCL C the target of GPU modules";
  let description = [{
    Adds `#lift.opencl_target` to the targets of each `gpu.module` of the module,
    after those that it has. Upstream's `gpu-module-to-binary` then turns it into
    a `gpu.binary` with OpenCL C.
  }];
  let dependentDialects = ["::mlir::lift::LiftDialect",
                           "::mlir::gpu::GPUDialect"];
}

#endif // LIFTDIALECT_CONVERSION_PASSES_TD
