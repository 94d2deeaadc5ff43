// A histogram whose steps the work-items of all groups share, by atomic operations
// on bins that an earlier kernel has put where the result is.
// REQUIRES: pocl
// DEFINE: %{entry} =
// DEFINE: %{run} = lift-run %s --entry=%{entry} --verify
// DEFINE: %{race} = %lift_src_root/utils/oclgrind-run.sh %{run}

// REDEFINE: %{entry} = both
// RUN: %{run} --size=N=1,B=1 | FileCheck %s
// CHECK: kernel both_0
// CHECK: kernel both_1
// RUN: %{run} --size=N=1000,B=7
// RUN: %{run} --size=N=999,B=1000
// RUN: %{run} --size=N=77,B=3 --engine=evaluate --pipeline='func.func(lift-infer-spaces,lift-form-kernels,lift-set-launch,lift-lower-patterns)'
// RUN: %if oclgrind %{ %{race} --size=N=100,B=7 %}
// So it is with numbers of 64 bits.
// RUN: sed 's/i32/i64/g; s/f32/f64/g' %s > %t.wide.mlir
// DEFINE: %{wide} = lift-run %t.wide.mlir --entry=both --verify
// RUN: %{wide} --size=N=999,B=7
// RUN: %{wide} --size=N=77,B=3 --engine=evaluate --pipeline='func.func(lift-infer-spaces,lift-form-kernels,lift-set-launch,lift-lower-patterns)'
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{wide} --size=N=100,B=7 %}
func.func @both(%k: !lift.array<N x i32>, %x: !lift.array<N x f32>, %y: !lift.array<B x f32>, %z: !lift.array<B x i32>)
    -> (!lift.array<B x f32>, !lift.array<B x i32>) {
  %one = arith.constant 1 : i32
  %c:2 = lift.map glb(0) (%e = %y, %f = %z : !lift.array<B x f32>, !lift.array<B x i32>) {
    lift.yield %e, %f : f32, i32
  }
  %s = lift.materialize %c#0 in global : !lift.array<B x f32>
  %t = lift.materialize %c#1 in global : !lift.array<B x i32>
  %h:2 = lift.scatter_reduce glb(0) (%j = %k, %e = %x : !lift.array<N x i32>, !lift.array<N x f32>)
      init (%sum = %s, %count = %t : !lift.array<B x f32>, !lift.array<B x i32>) {
    %n = arith.addf %sum, %e : f32
    %m = arith.addi %count, %one : i32
    lift.yield %n, %m : f32, i32
  }
  return %h#0, %h#1 : !lift.array<B x f32>, !lift.array<B x i32>
}

// With kernels that are written.
// REDEFINE: %{entry} = written
// RUN: %{run} --size=N=1001,B=7 | FileCheck %s --check-prefix=WRITTEN
// WRITTEN: kernel fill
// WRITTEN: kernel count
func.func @written(%k: !lift.array<N x i32>, %z: !lift.array<B x i32>) -> !lift.array<B x i32> {
  %one = arith.constant 1 : i32
  %b = lift.kernel @fill {
    %c = lift.map glb(0) (%e = %z : !lift.array<B x i32>) {
      lift.yield %e : i32
    }
    lift.yield %c : !lift.array<B x i32>
  }
  %r = lift.kernel @count {
    %h = lift.scatter_reduce glb(0) (%j = %k : !lift.array<N x i32>) init (%count = %b : !lift.array<B x i32>) {
      %m = arith.addi %count, %one : i32
      lift.yield %m : i32
    }
    lift.yield %h : !lift.array<B x i32>
  }
  return %r : !lift.array<B x i32>
}

// What is returned of the bins are views: both kernels store where these say.
// REDEFINE: %{entry} = turned
// RUN: %{run} --size=N=1001,B=7,C=5 | FileCheck %s --check-prefix=TURNED
// RUN: %{run} --size=N=1,B=1,C=1 | FileCheck %s --check-prefix=TURNED
// RUN: %{run} --size=N=77,B=3,C=4 --engine=evaluate --pipeline='func.func(lift-infer-spaces,lift-form-kernels,lift-set-launch,lift-lower-patterns)'
// RUN: %if oclgrind %{ %{race} --size=N=100,B=7,C=3 %}
// TURNED:     kernel turned_0
// TURNED:     kernel turned_1
// TURNED-NOT: kernel turned_2
// TURNED:     OK
func.func @turned(%k: !lift.array<N x i32>, %y: !lift.array<B x C x f32>, %z: !lift.array<B x C x i32>)
    -> (!lift.array<C x B x f32>, !lift.array<(B * C) x i32>) {
  %one = arith.constant 1 : i32
  %half = arith.constant 0.5 : f32
  %u = lift.join %y dim 0 : !lift.array<B x C x f32>
  %v = lift.join %z dim 0 : !lift.array<B x C x i32>
  %c:2 = lift.map glb(0) (%e = %u, %f = %v : !lift.array<(B * C) x f32>, !lift.array<(B * C) x i32>) {
    lift.yield %e, %f : f32, i32
  }
  %s = lift.materialize %c#0 in global : !lift.array<(B * C) x f32>
  %t = lift.materialize %c#1 in global : !lift.array<(B * C) x i32>
  %h:2 = lift.scatter_reduce glb(0) (%j = %k : !lift.array<N x i32>)
      init (%sum = %s, %count = %t : !lift.array<(B * C) x f32>, !lift.array<(B * C) x i32>) {
    %n = arith.addf %sum, %half : f32
    %m = arith.addi %count, %one : i32
    lift.yield %n, %m : f32, i32
  }
  %split = lift.split %h#0 by C : !lift.array<(B * C) x f32>
  %transposed = lift.transpose %split : !lift.array<B x C x f32>
  %reversed = lift.reverse %h#1 : !lift.array<(B * C) x i32>
  return %transposed, %reversed : !lift.array<C x B x f32>, !lift.array<(B * C) x i32>
}
