//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LIFTDIALECT_CONVERSION_PASSES_TD
#define LIFTDIALECT_CONVERSION_PASSES_TD

include "LiftDialect/Conversion/SPIRVFlavor.td"
include "mlir/Pass/PassBase.td"

def ConvertLinalgToLiftPass
    : Pass<"convert-linalg-to-lift", "::mlir::ModuleOp"> {
  let summary = "Convert functions on tensors to functions on arrays";
  let description = [{
    A function on ranked tensors, whose operations are those of linalg, tensor and
    arith, becomes one on arrays: operations with loops become maps and
    reductions, the others views. Tensors without dimensions become scalars.

    Each dynamic dimension is a size name, or what the operations say that it must
    be; where they ask for equal sizes that are not written alike, the function
    requires it.

    A constant of more than 8 elements that are not all the same becomes another
    argument, behind the others, with its value in the attribute `lift.constant`.

    Reductions of floats keep the order of linalg's loops. With `reassociate`, their
    sums and products are declared associative and commutative, as frameworks mean
    them, and can run in parallel.

    Elements of type index become i64. Those of type bf16 become i16 with the same
    bits; they are computed as f32, and rounded by each operation.

    Named operations become linalg.generic first, by upstream's generalization;
    loops of a constant number of steps are unrolled, of at most 64 steps with
    `outline` and 1024 without. Without, loops of as many steps as a size says become
    `lift.iterate`, and of branches that give tensors both sides are computed, where
    that does no harm.
    Assertions on sizes are required of them; those on data are errors, or left out
    (`ignore-assertions`), or become further results of functions that nobody calls
    (`return-assertions`): each is an i32 that is 0 where the assertion does not hold,
    with its message and location in the attribute `lift.asserted`. Calls are inlined before, by `inline`. What is not
    supported is an error at the operation.

    With `outline`, functions keep their tensors: what can be converted moves to
    private functions on arrays, which they call between `lift.from_tensor` and
    `lift.to_tensor`, as many operations to one function as there are before one that
    stays and needs them. What stays, because it is not supported, has a remark that
    says why.
  }];
  let options = [
    Option<"reassociate", "reassociate", "bool", /*default=*/"false",
           "Allow sums and products of floats in any order">,
    Option<"ignoreAssertions", "ignore-assertions", "bool", /*default=*/"false",
           "Leave out assertions on data, which kernels cannot make; elements "
           "outside of tensors are then 0">,
    Option<"returnAssertions", "return-assertions", "bool", /*default=*/"false",
           "Make results of assertions on data, for whoever runs the function">,
    Option<"outline", "outline", "bool", /*default=*/"false",
           "Keep functions on tensors, and what is not supported in them; "
           "convert what can be to functions that they call">
  ];
  let statistics = [
    Statistic<"numOutlined", "num-outlined", "Number of outlined functions">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::lift::LiftDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

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

    Indices of kernels are computed step by step (`reduce-strength`). In a loop
    whose step is a constant, an index `a + b * i`, where the loop does not change a
    and b and b is no constant, becomes a variable that each trip advances by b; its
    quotient and remainder by a size, where a is known to be 0 or more and b to be
    positive, become two variables: the remainder advances, and where it reaches the
    size, it wraps and the quotient advances. What is computed for the trip after the
    last is not used; it may be more than the index type holds.

    On a target with `lift.byte_offsets`, and with indices of 32 bits, those of numbers
    of 32 bits in global memory count bytes: an access takes one as an exact shift,
    which a back end reads as a number of bytes. Left alone are kernels with local
    memory, whose indices are made of the same terms: they would take registers for
    both. On such a target constants and the counters of loops that are to be unrolled
    are not carried but added last, as parts of instructions, what does not change is
    added first, indices that differ by one term are made of each other, and a test
    against a quotient is one against what is divided.

    ```mlir
    loop.for %i below N {
      %v = loop.load %in[%i, %g] : !loop.buffer<N x M x f32, global>
    ```

    becomes

    ```mlir
    scf.for %i = %c0 to %N step %c1 iter_args(%offset = %g) -> (index) {
      %v = memref.load %in[%offset] : memref<?xf32, #gpu.address_space<global>>
      %next = arith.addi %offset, %M : index
    ```

    Where such a function is called with tensors of the host (`lift.from_tensor`),
    these are copied to the device before, and its results back afterwards; what
    goes from one function to the next stays on the device. Sizes are those of the
    tensors, and are tested. Nothing is launched if the results have no elements.

    Precondition: `lift-distribute-loops` and `lift-place-barriers` have run, and
    names that local sizes mention have values.
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
           "neighbours">,
    Option<"reduceStrength", "reduce-strength", "bool", /*default=*/"true",
           "Let loops carry indices instead of computing them from counters">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::bufferization::BufferizationDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::func::FuncDialect",
    "::mlir::gpu::GPUDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def EraseHostSpacesPass : Pass<"lift-erase-host-spaces", "::mlir::ModuleOp"> {
  let summary = "Erase the address spaces of the device in host functions";
  let description = [{
    Buffers in global memory become buffers without a memory space outside of
    `gpu.module`s: upstream's `gpu-to-llvm` has no address space of the host for
    `#gpu.address_space<global>`, and the runtime of the gpu dialect takes pointers.

    Precondition: kernels are binaries (`gpu-module-to-binary`), which have no
    types that a launch would contradict.
  }];
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

def AttachSPIRVTargetPass
    : Pass<"lift-attach-spirv-target", "::mlir::ModuleOp"> {
  let summary = "Make SPIR-V the target of GPU modules";
  let description = [{
    Adds `#lift.spirv_target` to the targets of each `gpu.module` of the module,
    after those that it has. Upstream's `gpu-module-to-binary` then turns it into
    a `gpu.binary` with a SPIR-V module.
  }];
  let options = [SPIRVFlavorOption];
  let dependentDialects = ["::mlir::lift::LiftDialect",
                           "::mlir::gpu::GPUDialect"];
}

def ConvertLiftGPUToSPIRVPass
    : Pass<"convert-lift-gpu-to-spirv", "::mlir::ModuleOp"> {
  let summary = "Convert kernels to SPIR-V for OpenCL or Vulkan";
  let description = [{
    Puts a `spirv.module` before each `gpu.module`, which stays for the launches
    of the host. Kernels are in the kernel form (docs/KernelForm.md), without
    operations that `lift-expand-ops`, `lift-inline-user-functions` and, for
    Vulkan, `lift-split-vectors` replace; `lift-to-spirv` runs all that belongs
    together. What has no form in SPIR-V is an error at the operation.

    In OpenCL, a kernel has the parameters that its OpenCL C has. In Vulkan, its
    buffers are storage buffers in set 0, with bindings 0, 1, ... in their order,
    and its numbers are push constants (docs/Packages.md).
  }];
  let options = [
    SPIRVFlavorOption
  ];
  let dependentDialects = ["::mlir::spirv::SPIRVDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def FinishSPIRVPass : Pass<"lift-finish-spirv", "::mlir::spirv::ModuleOp"> {
  let summary = "Say how the floats of SPIR-V modules are computed";
  let description = [{
    Products and sums are not fused, f16 is rounded to the nearest, and NaN and
    infinities are what they are; pointers of OpenCL have 64 bits. Runs after
    `spirv-lower-abi-attrs`, and before `spirv-update-vce`.
  }];
}

def AddSPIRVCapabilitiesPass
    : Pass<"lift-add-spirv-capabilities", "::mlir::spirv::ModuleOp"> {
  let summary = "Add capabilities that types of operations need";
  let description = [{
    Atomic operations on 64 bits need `Int64Atomics`. Runs after
    `spirv-update-vce`, which looks at operations alone.
  }];
}

#endif // LIFTDIALECT_CONVERSION_PASSES_TD
