//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LIFTDIALECT_TRANSFORMS_PASSES_TD
#define LIFTDIALECT_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def BindParamsPass : Pass<"lift-bind-params", "::mlir::ModuleOp"> {
  let summary = "Give tuning names and sizes their values";
  let description = [{
    Replaces names by numbers in all types and attributes. A tuning name of
    `lift.params` takes the value given here, which must be one of those it
    declares, or the first that it declares. Any size name may be given a value
    too, which makes a function for that size only. A value that an operation
    cannot have (a chunk size that does not divide) is an error at that
    operation. The values that tuning names had are left in `lift.chosen`.
  }];
  let options = [
    ListOption<"params", "params", "std::string",
               "Values, as NAME=INTEGER,...">,
    Option<"defaults", "defaults", "bool", /*default=*/"true",
           "Give the other tuning names the first value that they declare; "
           "else lift-map-parallelism may choose it">
  ];
}

def InlineCallsPass : Pass<"lift-inline-calls", "::mlir::ModuleOp"> {
  let summary = "Replace calls of functions on arrays by their bodies";
  let description = [{
    The first pass: others look at one function. In the body of a called
    function, its size names become the sizes that the call gives; what it
    requires of sizes, the caller then requires. A private function goes when
    nothing calls it any more. A function that calls itself is an error, as is a
    function without a body. Calls of `lift.user_fun` stay.
  }];
  let dependentDialects = ["::mlir::lift::LiftDialect"];
}

def NormalizePass : Pass<"lift-normalize", "::mlir::func::FuncOp"> {
  let summary = "Bring a program to the form that the other passes expect";
  let description = [{
    * tuples become several operands and results: zip, unzip, tuple and get go;
      a tuple array at the boundary of a function becomes one argument for each
      component;
    * `lift.copy` becomes an identity map that is materialized;
    * `lift.iterate` with a constant count is unrolled; with another, which only
      an iterate whose size stays can have, it becomes a reduction;
    * a map that only rearranges its elements becomes a view, unless it stores
      them one by one: that is a copy, whose loops can be mapped;
    * an array that is stored (a result of a function or a kernel, an element of a
      map that is stored) and is a view or in memory already is computed by an
      identity map, so that there is an operation that stores it, whose loops can
      be mapped. Where it is in global memory to be stored there again, it is
      stored there at once.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::lift::LiftDialect"];
}

def InferSpacesPass : Pass<"lift-infer-spaces", "::mlir::func::FuncOp"> {
  let summary = "Materialize the arrays that cannot be computed in place";
  let description = [{
    An array that is computed and then read more than once, or by an inner loop
    again and again, or that is the accumulator of a reduction, is stored: in
    global memory at the top level of a function, elsewhere in private memory if
    it is small and of constant size, and in global memory otherwise.

    A `lift.generate` or `lift.concat` at the top level is copied to global memory
    if it is read twice and reads another one: of n in a row, the first would be
    computed 2^n times. Remarks tell which (`--remarks-filter=lift-infer-spaces`).
  }];
  let options = [
    Option<"privateLimit", "private-limit", "int64_t", /*default=*/"kPrivateLimit",
           "Elements that a private array may have">
  ];
}

def VectorizePatternsPass
    : Pass<"lift-vectorize-patterns", "::mlir::func::FuncOp"> {
  let summary = "Compute several elements of a map or reduction at a time";
  let description = [{
    A `lift.map vector(w)` over numbers becomes one over vectors of w numbers:
    `as_scalar(map(as_vector))`. Operations of arith and math work on vectors as
    they are, what is the same for all elements is broadcast, and user functions
    are called for each lane. Where w does not divide a constant length, the last
    elements stay numbers.

    A `lift.reduce vector(w)` gets an accumulator for each lane, and combines
    them at the end. The elements are then combined in another order: integers
    may be, and minima and maxima that propagate NaN; sums and products of floats
    if the reduction is declared associative and commutative, or the operation
    has the flag `reassoc`.

    Where that cannot be done, the pattern stays as it is without the width, with
    a warning that says why. Both outcomes are remarks, too
    (`--remarks-filter=lift-vectorize-patterns`).

    Precondition: lift-infer-spaces, since only what is stored, or read by a
    pattern of the same width, is worth computing several at a time. Behind
    lift-fuse-maps, which takes widths along, and before lift-set-launch, where
    launches have as many work-items as a map has elements.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::lift::LiftDialect",
                           "::mlir::vector::VectorDialect"];
  let statistics = [
    Statistic<"numVectorized", "vectorized-patterns",
              "Number of patterns that compute vectors">
  ];
}

def FormKernelsPass : Pass<"lift-form-kernels", "::mlir::func::FuncOp"> {
  let summary = "Group what one launch computes into lift.kernel";
  let description = [{
    Each value that is stored at the top level of a function (a function
    result, an array materialized in global memory, a scalar that another
    kernel needs) gets a `lift.kernel` that computes it; results of one
    operation share a kernel. The kernels have the launch sizes that are given
    here, or none: see `lift-set-launch`. A function that has kernels is left as
    it is.

    Precondition: lift-infer-spaces. Maps may be mapped before or after.
  }];
  let options = [
    ListOption<"localSize", "local-size", "int64_t",
               "Work-items of a group in each dimension">,
    ListOption<"globalSize", "global-size", "int64_t",
               "Work-items of the launch in each dimension">
  ];
  let dependentDialects = ["::mlir::lift::LiftDialect"];
}

def CheckParallelismPass
    : Pass<"lift-check-parallelism", "::mlir::func::FuncOp"> {
  let summary = "Warn of loops that only one work-item runs";
  let description = [{
    A map whose elements are stored could run on several work-items. It is a
    warning, at the map, where one alone runs it:

    * nothing in the `lift.kernel` around it is parallel, though that is launched
      for more than one work-item, or nobody has written how it is launched; maps
      to seq inside other patterns are left out;
    * work-items of a group share the kernel's work, but not that of this map,
      which stores in memory that they share: nothing around or inside it is
      mapped to lcl or glb. There a map that is mapped to seq is left out, as
      somebody has chosen so.

    The steps of a `lift.reduce_while`, and maps of one element, are left out.

    Precondition: mapping is done, and `lift-set-launch` has not run.
  }];
}

def PipelineLoopsPass
    : Pass<"lift-pipeline-loops", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Prefetch the next tile while this one is used";
  let description = [{
    A loop that writes a local buffer and then reads it, in each trip, gets two
    of the buffer, used in turn, if the buffer asks for that (`lift.buffers = 2`,
    from `lift.materialize {buffers = 2}`). A step stores what the step before has
    loaded to registers, loads the next tile, and uses this one: the loads are on
    their way meanwhile, and one barrier for each step is enough.

    What is staged must be known ahead: computed from memory that the loop does
    not write and from the number of the trip alone, in loops of constant length,
    not more than 64 numbers of a tile for each work-item. Where that is not so,
    the buffer stays one, and a warning says why.

    Precondition: barriers are not placed yet; see `lift-place-barriers`.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"
  ];
  let statistics = [
    Statistic<"numPipelined", "pipelined-loops", "Number of loops pipelined">
  ];
}

def PlaceBarriersPass
    : Pass<"lift-place-barriers", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Place the barriers that dependences between work-items need";
  let description = [{
    Puts a `lift.barrier` between two accesses to local or global memory of
    which one writes, unless the index functions, and the conditions around the
    accesses, show that the same work-item makes both or that they never meet.
    A barrier orders the memories that need it, now or in a later statement.
    Where a barrier would be in control flow that not all work-items of a group
    go through, it is an error. Barriers that are there already count.

    An analysis remark for each memory that a barrier orders
    (`--remarks-filter=lift-place-barriers`) names two accesses that need it.

    Precondition: a store writes an element once before the value is read, as
    in code that convert-loops-to-gpu makes; the stores of one operation are not
    ordered among themselves.
  }];
  let options = [
    Option<"analyzeIndices", "analyze-indices", "bool", /*default=*/"true",
           "Ask which elements work-items use; otherwise any two accesses to a "
           "buffer, of which one writes, are ordered where they can be">,
    Option<"unsafeMapping", "unsafe-mapping", "bool", /*default=*/"false",
           "Warn, and go on, where a barrier is needed and none can be">
  ];
  let dependentDialects = ["::mlir::lift::LiftDialect"];
  let statistics = [
    Statistic<"numBarriers", "barriers", "Number of barriers placed">
  ];
}

def ShareBuffersPass
    : Pass<"lift-share-buffers", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Let local buffers share storage";
  let description = [{
    Local buffers of a kernel that have one element type, and of which one is
    last used before the other is first, become one, if that takes no further
    barrier. If a kernel still needs more local memory than the target has, such
    buffers share also at the price of barriers, which are placed, until it does
    not. The target is what the module says it is (see `lift-set-target`).

    Precondition: `lift-place-barriers` has run, and its precondition; what a
    kernel reads from a local buffer, it has written in the same trip of the
    loops that have all uses of the buffer. A buffer that is read first, or used
    otherwise than by loads and stores, is left as it is.
  }];
  let dependentDialects = ["::mlir::lift::LiftDialect"];
  let statistics = [
    Statistic<"numShared", "shared-buffers",
              "Number of buffers that are part of others">
  ];
}

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

def ReportAccessesPass
    : Pass<"lift-report-accesses", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Report how kernels access memory";
  let description = [{
    An analysis remark for each access of global or local memory
    (`--remarks-filter=lift-report-accesses`):

    * `Stride`: how many elements apart two neighbours along dimension 0 of a
      work-group access at the same time, away from the borders of a pad. GPUs
      access global memory fastest if that is the width, or 0.
    * `Width`: how many elements are accessed at once.
    * `Form`: an aligned vector, or why it is less.

    Names in expressions are those of sizes; `%lid0` is the local id in dimension
    0, `%wg0` the number of the work-group, `%loop0` that of a trip of a loop.
    Nothing is computed unless remarks are asked for.
  }];
}

def ReduceStrengthPass
    : Pass<"lift-reduce-strength", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Compute the indices of loops step by step";
  let description = [{
    Moves what does not change out of loops, also from branches, and divisions,
    which `loop-invariant-code-motion` leaves where the divisor is no constant.
    Then, in a loop whose step is a constant:

    * an index `a + b * i`, where the loop does not change a and b and b is no
      constant, becomes a variable that each trip advances by b;
    * its quotient and remainder by a size, where a is known to be 0 or more and b
      to be positive, become two variables: the remainder advances, and where it
      reaches the size, it wraps and the quotient advances.

    ```mlir
    scf.for %i = %c0 to %n step %c1 {
      %0 = arith.muli %i, %stride : index
      %1 = arith.addi %start, %0 : index
      %x = memref.load %in[%1] : memref<?xf32, #gpu.address_space<global>>
    ```

    becomes

    ```mlir
    scf.for %i = %c0 to %n step %c1 iter_args(%offset = %start) -> (index) {
      %x = memref.load %in[%offset] : memref<?xf32, #gpu.address_space<global>>
    ```

    (Cocke, Kennedy, "An algorithm for reduction of operator strength", CACM 1977).
    What is computed for the trip after the last is not used; it may be more than
    the index type holds.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let statistics = [
    Statistic<"numHoisted", "hoisted-operations",
              "Number of operations moved out of loops">,
    Statistic<"numOffsets", "carried-offsets",
              "Number of indices that loops carry">,
    Statistic<"numDivisions", "carried-divisions",
              "Number of divisions that loops carry">
  ];
}

def ReuseLoadsPass : Pass<"lift-reuse-loads", "::mlir::func::FuncOp"> {
  let summary = "Keep in registers what is read again";
  let description = [{
    For kernels in loop form, after `lift-distribute-loops`. What a work-item has
    just stored it does not load again, and a buffer that nobody loads from is not
    written. Of arrays that a kernel only reads:

    * A loop that is to be unrolled, with few trips, is unrolled here if its trips,
      or those of the loop around, read the same.
    * Of equal reads in a block one stays. Numbers that fill a vector, whole in
      memory and behind one test, are loaded as one, and a number that is a lane of
      a vector that is loaded is taken from there.
    * In a loop of a known number of trips, which is to be unrolled, what the next
      trip reads again is carried over to it, and read before the loop for the
      first. Indices that are clamped, wrapped or mirrored, and elements beyond
      the border, are the same where what is known of the trips says so: the row
      behind this one is in the next trip the row itself.

    ```mlir
    loop.for %i below 4 unroll(0) {
      %a = loop.load %in[%i] : !loop.buffer<N x f32, global>
      %b = loop.load %in[%i + 1] : !loop.buffer<N x f32, global>
    ```

    becomes

    ```mlir
    %first = loop.load %in[0] : !loop.buffer<N x f32, global>
    %0 = loop.for %i below 4 carry(%a = %first : f32) unroll(0) {
      %b = loop.load %in[%i + 1] : !loop.buffer<N x f32, global>
      loop.yield %b : f32
    ```

    (Callahan, Carr, Kennedy, "Improving register allocation for subscripted
    variables", PLDI 1990).
  }];
  let dependentDialects = ["::mlir::lift::loop::LoopDialect",
                           "::mlir::vector::VectorDialect"];
  let statistics = [
    Statistic<"numForwarded", "forwarded-stores",
              "Number of reads of what was just stored">,
    Statistic<"numUnrolled", "unrolled-loops", "Number of loops unrolled">,
    Statistic<"numLanes", "merged-reads",
              "Number of reads that are others, or lanes of them">,
    Statistic<"numCarried", "carried-reads", "Number of reads that loops carry">
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

def FuseMapsPass : Pass<"lift-fuse-maps", "::mlir::func::FuncOp"> {
  let summary = "Make one map of a map and the one fused with it";
  let description = [{
    map(map(f)) becomes split(map(f)(join)) where the inner map is mapped to
    `fused`. It is an error if it is not all that the map around it does, applied
    to the element.
  }];
  let dependentDialects = ["::mlir::lift::LiftDialect"];
}

#endif // LIFTDIALECT_TRANSFORMS_PASSES_TD
