//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares KernelTrace: which elements a work-item of a kernel reads
// and writes. The kernel is in loop form, after lift-distribute-loops.
//
// Only what addresses depend on is computed: ids, loops, and the data that
// indices are made of, which mostly are none. Such data is known where it
// stands in an argument of the function, or in memory that is the work-item's
// own; an access whose address depends on other data is left out, and that is
// said.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_EVALUATOR_KERNELTRACE_H
#define LIFTDIALECT_EVALUATOR_KERNELTRACE_H

#include "LiftDialect/Evaluator/Evaluator.h"
#include "LiftDialect/Loop/LoopOps.h"

#include <array>
#include <functional>
#include <memory>

namespace mlir::lift {

/// One work-item of a launch.
struct WorkItem {
  std::array<int64_t, 3> group = {0, 0, 0};
  std::array<int64_t, 3> local = {0, 0, 0};
};

class KernelTrace {
public:
  /// Memory that work-items share.
  struct TracedBuffer {
    /// An argument of the kernel, or an allocation in it.
    Value value;
    /// If elements are vectors, their lanes are the last dimension.
    SmallVector<int64_t> shape;
  };
  struct Outcome {
    /// Whether the budget was enough.
    bool isComplete = true;
    /// Whether there was no access whose address is not known.
    bool isKnown = true;
  };
  /// Is told the number of a buffer, and which number of it is accessed, in
  /// row-major order.
  using Visitor =
      std::function<void(unsigned buffer, int64_t position, bool isStore)>;
  /// Whether accesses of a buffer are asked for.
  using Filter = function_ref<bool(Value buffer, bool isStore)>;

  /// `inputs` has the data of each input of the kernel, or null where it is not
  /// known; it stays where it is. Reports what has no value for these sizes.
  static FailureOr<KernelTrace> get(loop::KernelOp kernel,
                                    const SizeBindings &sizes,
                                    ArrayRef<const HostArray *> inputs,
                                    Filter isTraced);
  KernelTrace(KernelTrace &&);
  KernelTrace &operator=(KernelTrace &&);
  ~KernelTrace();

  ArrayRef<TracedBuffer> getBuffers() const;

  /// Runs one work-item. Each access and each trip of a loop takes one of
  /// `budget`, until nothing is left. Reports what is wrong with an index.
  FailureOr<Outcome> run(const WorkItem &item, int64_t &budget,
                         Visitor visitor);

private:
  struct Impl;
  explicit KernelTrace(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl;
};

} // namespace mlir::lift

#endif // LIFTDIALECT_EVALUATOR_KERNELTRACE_H
