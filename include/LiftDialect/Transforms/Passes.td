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
      an iterate whose size stays can have, it becomes a reduction, as with more
      steps than `max-in-row` at the top level of a function that makes no
      choices;
    * a map that only rearranges its elements becomes a view, unless it stores
      them one by one: that is a copy, whose loops can be mapped;
    * of an operand of which a map reads no element only the size is left;
    * the first windows of an array, or the last, are windows of a part of it;
    * an array that is stored (a result of a function or a kernel, an element of a
      map that is stored) and is a view or in memory already is computed by an
      identity map, so that there is an operation that stores it, whose loops can
      be mapped. Where it is in global memory to be stored there again, it is
      stored there at once;
    * a function that has arrays in its body only is marked `lift.on_device`, so
      that it stays one when they are folded.
  }];
  let options = [
    Option<"maxInRow", "max-in-row", "int64_t", /*default=*/"4096",
           "The most steps of an iterate, one after another, where they could be "
           "a loop">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::lift::LiftDialect"];
}

def InferSpacesPass : Pass<"lift-infer-spaces", "::mlir::func::FuncOp"> {
  let summary = "Materialize the arrays that cannot be computed in place";
  let description = [{
    An array that is computed and then read more than once, or by an inner loop
    again and again, whose rows are computed from what is reduced for the row, or
    that is the accumulator of a reduction, is stored: in
    global memory at the top level of a function, elsewhere in private memory if
    it is small and of constant size, and in global memory otherwise. So is what
    several groups compute where a reduction or histogram at the top level starts
    from it: one group, or one work-item, takes all steps of that.

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
    operation share a kernel. Parts of a result (`lift.concat`) that different
    operations compute have kernels of their own, which store one array, if one
    of them says how it runs: they have launches of their own then, as if each
    were alone. Without choices, one kernel stores all. The kernels have the launch sizes that are given
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
    warning, at the map or the `lift.materialize`, where one alone runs it:

    * nothing in the `lift.kernel` around it is parallel, though that is launched
      for more than one work-item, or nobody has written how it is launched; maps
      to seq inside other patterns are left out;
    * work-items of a group share the kernel's work, but not that of this map,
      which stores in memory that they share: nothing around or inside it is
      mapped to lcl or glb. There a map that is mapped to seq is left out, as
      somebody has chosen so;
    * they do, and a step yields what it has stored by a `lift.materialize` in
      memory that they share, so that one of them copies it to the accumulator.

    The steps of a `lift.reduce_while`, and maps of one element, are left out. So
    is what one work-item of a kernel without parallel loops goes through in 1024
    steps or fewer, all loops inside each other counted, if that is known.

    Precondition: mapping is done, and `lift-set-launch` has not run.
  }];
  let options = [
    ListOption<"sizes", "sizes", "std::string",
               "Values that sizes are expected to have, as NAME=INTEGER,...">
  ];
}

def LimitMemoryPass : Pass<"lift-limit-memory", "::mlir::func::FuncOp"> {
  let summary = "Require that arrays fit into so much device memory";
  let description = [{
    For kernels in loop form, after `lift-distribute-loops`. Arguments and results
    of a function are in device memory all the time, what one kernel computes for
    others until the last of these has run. Each kernel then requires of the sizes
    that all of this together takes at most `max-memory` times the bytes of the
    arguments and results; it is tested before a launch. Where sizes are constant,
    or all that matter are among `sizes`, more is an error. Without `max-memory`,
    it does nothing.
  }];
  let options = [
    Option<"maxMemory", "max-memory", "double", /*default=*/"0",
           "The most bytes, as a multiple of those of arguments and results; 0 is "
           "any number">,
    ListOption<"sizes", "sizes", "std::string",
               "Values that sizes are expected to have, as NAME=INTEGER,...">
  ];
}

def ReuseLoadsPass : Pass<"lift-reuse-loads", "::mlir::func::FuncOp"> {
  let summary = "Keep in registers what is read again";
  let description = [{
    For kernels in loop form, after `lift-distribute-loops`. What a work-item has
    just stored it does not load again, and a buffer that nobody loads from is not
    written. Of arrays that a kernel only reads:

    * What a work-item has copied to a private buffer, in loops of constant
      numbers of trips, is loaded from there, in loops with the same trips.
    * A loop that is to be unrolled, with few trips, is unrolled here if its trips,
      or those of the loop around, read the same.
    * Of equal reads in a block one stays. Numbers that fill a vector, whole in
      memory and behind one test, are loaded as one. So are those that fill a half
      or a quarter of a vector, if it has four numbers or more. Numbers at
      clamped indices that are all within the bounds or all beyond the same one are
      a vector there, and else one number for all lanes. A number that is a
      lane of a vector that is loaded is taken from there. What is computed from
      numbers behind tests is computed behind tests of its own, so that they are
      such numbers.
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

def VersionLoopsPass : Pass<"lift-version-loops", "::mlir::func::FuncOp"> {
  let summary = "Keep tests for the border out of loops in the interior";
  let description = [{
    For kernels in loop form, after `lift-distribute-loops`. An innermost loop of a
    work-item, in which all branches test indices that it does not change, or that
    change with the trips of loops of constant length in it alone, becomes two: where all
    tests hold in all trips, which is asked before the loop, one without the branches,
    and otherwise one that reads, of each branch, an element that there is, and selects.
    A loop that stores to memory that others see, or that also tests what it has read,
    becomes two only if work-items have groups of their own, as on a CPU.

    ```mlir
    loop.for %k below K {
      loop.for %m below 6 unroll(0) {
        %v = loop.if 0 <= 4 * %x + %m - 1 < W -> f32 {
          %e = loop.load %in[4 * %x + %m - 1, %k] : !loop.buffer<W x K x f32, global>
          loop.yield %e : f32
        } else {
          loop.yield %zero : f32
        }
    ```

    becomes

    ```mlir
    loop.if 0 <= 4 * %x - 1 < W - 5 {
      loop.for %k below K {
        loop.for %m below 6 unroll(0) {
          %v = loop.load %in[4 * %x + %m - 1, %k] : !loop.buffer<W x K x f32, global>
      ...
    } else {
      loop.for %k below K {
        loop.for %m below 6 unroll(0) {
          %c = loop.index clamp(4 * %x + %m - 1, 0, W - 1)
          %e = loop.load %in[%c, %k] : !loop.buffer<W x K x f32, global>
          %v = loop.if 0 <= 4 * %x + %m - 1 < W -> f32 {
            loop.yield %e : f32
          } else {
            loop.yield %zero : f32
          }
    ```

    Before that, on a target with `lift.byte_offsets`, whose addresses take several
    instructions, in a loop that is to be unrolled, reads whose indices are clamped,
    wrapped, mirrored or tested in vain in all trips but the last get two forms, of
    which unrolling leaves one: often the last row of a work-item is the only one with
    the border behind it.

    ```mlir
    loop.for %i below 4 unroll(0) {
      %v = loop.if 0 <= %i < 3 -> f32 {
        %e = loop.load %in[4 * %g + %i + 1] : !loop.buffer<H x f32, global>
        loop.yield %e : f32
      } else {
        %c = loop.index clamp(4 * %g + %i + 1, 0, H - 1)
        %e = loop.load %in[%c] : !loop.buffer<H x f32, global>
        loop.yield %e : f32
      }
    ```

    Loops stay one that are to be unrolled; that store to memory which others see or
    read what a kernel writes, as barriers may be needed in them; with more than
    1024 operations in a trip; or with more than 4 conditions. Only the innermost of
    loops inside each other that could be two becomes two.
  }];
  let dependentDialects = ["::mlir::lift::loop::LoopDialect"];
  let statistics = [
    Statistic<"numSplit", "split-reads",
              "Number of reads that the last trip alone clamps or tests">,
    Statistic<"numVersions", "versioned-loops",
              "Number of loops that have two versions">
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
