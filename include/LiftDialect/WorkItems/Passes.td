//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes on kernels in loop form as each work-item runs them: after
// lift-distribute-loops and before convert-loops-to-gpu, where indices are still
// expressions over ids, numbers of trips and sizes.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_WORKITEMS_PASSES_TD
#define LIFTDIALECT_WORKITEMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def PipelineLoopsPass
    : Pass<"lift-pipeline-loops", "::mlir::func::FuncOp"> {
  let summary = "Prefetch the next tile while this one is used";
  let description = [{
    A loop that writes a local buffer and then reads it, in each trip, gets two
    of the buffer, used in turn, if the buffer asks for that (`in_turn = 2`, from
    `lift.materialize {buffers = 2}`). A step loads the next tile to registers,
    uses this one, and stores the next one: the loads are on their way meanwhile,
    and one barrier for each step is enough. Two steps are one trip of the loop,
    and one for an odd number of them stands behind it.

    What is staged must be known ahead: computed from memory that the loop does
    not write and from the number of the trip alone, in loops of constant length,
    not more than 64 numbers of a tile for each work-item. Where that is not so,
    the buffer stays one, and a warning says why.

    Precondition: barriers are not placed yet; see `lift-place-barriers`.
  }];
  let dependentDialects = ["::mlir::lift::loop::LoopDialect"];
  let statistics = [
    Statistic<"numPipelined", "pipelined-loops", "Number of loops pipelined">
  ];
}

def PlaceBarriersPass
    : Pass<"lift-place-barriers", "::mlir::func::FuncOp"> {
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
    in code that `lift-distribute-loops` makes; the stores of one operation are not
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
    : Pass<"lift-share-buffers", "::mlir::func::FuncOp"> {
  let summary = "Let buffers of a kernel share storage";
  let description = [{
    Local buffers of a kernel that have one element type, and of which one is
    last used before the other is first, become one, if that takes no further
    barrier. If a kernel still needs more local memory than the target has, such
    buffers share also at the price of barriers, which are placed, until it does
    not. The target is what the module says it is (see `lift-set-target`). Private
    buffers do the same if they have so many elements that they are in memory, not
    in registers.

    Precondition: `lift-place-barriers` has run, and its precondition; what a
    kernel reads from such a buffer, it has written in the same trip of the
    loops that have all uses of the buffer. A buffer that is read first is left as
    it is.
  }];
  let dependentDialects = ["::mlir::lift::LiftDialect",
                           "::mlir::lift::loop::LoopDialect"];
  let statistics = [
    Statistic<"numShared", "shared-buffers",
              "Number of buffers that are part of others">
  ];
}

def ReportAccessesPass
    : Pass<"lift-report-accesses", "::mlir::func::FuncOp"> {
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
  let options = [
    Option<"vectorizeAccesses", "vectorize-accesses", "bool", /*default=*/"true",
           "Whether the lanes of a vector are accessed together where they can "
           "be, as for convert-loops-to-gpu">
  ];
}

#endif // LIFTDIALECT_WORKITEMS_PASSES_TD
