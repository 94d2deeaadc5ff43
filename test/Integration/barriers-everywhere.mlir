// A barrier wherever two accesses to a buffer could need one, without asking
// which elements they use: in a branch, where no barrier can stand, those that
// do not meet need none.
// RUN: lift-run %s -O0 --lower=barriers=false --size=N=7 --verify | FileCheck %s
// RUN: lift-run %s -O0 --lower=barriers=false --size=N=1 --verify | FileCheck %s
// RUN: lift-opt %s --lift-to-gpu="barriers=false optimize=false" | FileCheck %s --check-prefix=KERNEL

// CHECK: OK

// The bins are added to in a branch, which all work-items take alike.
// KERNEL-LABEL: gpu.func @bins
// KERNEL: scf.if
// KERNEL-NOT: lift.barrier
// KERNEL: }
// KERNEL-NEXT: lift.barrier global
// KERNEL: gpu.return
func.func @bins(%x: !lift.array<N x i32>, %init: !lift.array<5 x i32>) -> !lift.array<5 x i32> {
  %k = lift.generate (%i < N) {
    %n = arith.index_cast %i : index to i32
    lift.yield %n : i32
  }
  %r = lift.scatter_reduce (%i = %k, %e = %x : !lift.array<N x i32>, !lift.array<N x i32>)
      init (%bin = %init : !lift.array<5 x i32>) {
    %n = arith.addi %bin, %e : i32
    lift.yield %n : i32
  }
  return %r : !lift.array<5 x i32>
}
