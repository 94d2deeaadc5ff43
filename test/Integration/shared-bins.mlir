// A histogram whose steps and bins the work-items of a group share, by atomic
// operations.
// REQUIRES: pocl
// DEFINE: %{entry} =
// DEFINE: %{run} = lift-run %s --entry=%{entry} --verify
// DEFINE: %{race} = %lift_src_root/utils/oclgrind-run.sh %{run}

// Each of the operations, on bins that differ; on the device, and by the evaluator
// on the kernel in loop form.
// REDEFINE: %{entry} = each
// RUN: %{run} --size=G=1,N=1
// RUN: %{run} --size=G=3,N=100
// RUN: %{run} --size=G=2,N=1000
// RUN: %{run} --size=G=2,N=77 --target=opencl
// RUN: %{run} --size=G=2,N=77 --engine=evaluate --pipeline='func.func(lift-infer-spaces,lift-form-kernels,lift-set-launch,lift-lower-patterns)'
// RUN: %if oclgrind %{ %{race} --size=G=2,N=100 %}
// So it is with integers of 64 bits.
// RUN: sed 's/i32/i64/g' %s > %t.wide.mlir
// DEFINE: %{wide} = lift-run %t.wide.mlir --entry=each --verify
// RUN: %{wide} --size=G=3,N=100
// RUN: %{wide} --size=G=2,N=77 --engine=evaluate --pipeline='func.func(lift-infer-spaces,lift-form-kernels,lift-set-launch,lift-lower-patterns)'
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{wide} --size=G=2,N=100 %}
// RUN: %if lavapipe %{ %{wide} --size=G=2,N=100 --api=vulkan %}
func.func @each(%k: !lift.array<G x N x i32>, %x: !lift.array<G x N x i32>,
                %z: !lift.array<G x 5 x i32>)
    -> (!lift.array<G x 5 x i32>, !lift.array<G x 5 x i32>, !lift.array<G x 5 x i32>,
        !lift.array<G x 5 x i32>, !lift.array<G x 5 x i32>, !lift.array<G x 5 x i32>,
        !lift.array<G x 5 x i32>, !lift.array<G x 5 x i32>) {
  %r:8 = lift.map wrg(0) (%kg = %k, %xg = %x, %zg = %z
      : !lift.array<G x N x i32>, !lift.array<G x N x i32>, !lift.array<G x 5 x i32>) {
    %i:8 = lift.map lcl(0) (%e = %zg : !lift.array<5 x i32>) {
      lift.yield %e, %e, %e, %e, %e, %e, %e, %e : i32, i32, i32, i32, i32, i32, i32, i32
    }
    %b0 = lift.materialize %i#0 in local : !lift.array<5 x i32>
    %b1 = lift.materialize %i#1 in local : !lift.array<5 x i32>
    %b2 = lift.materialize %i#2 in local : !lift.array<5 x i32>
    %b3 = lift.materialize %i#3 in local : !lift.array<5 x i32>
    %b4 = lift.materialize %i#4 in local : !lift.array<5 x i32>
    %b5 = lift.materialize %i#5 in local : !lift.array<5 x i32>
    %b6 = lift.materialize %i#6 in local : !lift.array<5 x i32>
    %b7 = lift.materialize %i#7 in local : !lift.array<5 x i32>
    %h:8 = lift.scatter_reduce lcl(0) (%j = %kg, %e = %xg : !lift.array<N x i32>, !lift.array<N x i32>)
        init (%a0 = %b0, %a1 = %b1, %a2 = %b2, %a3 = %b3, %a4 = %b4, %a5 = %b5, %a6 = %b6, %a7 = %b7
              : !lift.array<5 x i32>, !lift.array<5 x i32>, !lift.array<5 x i32>, !lift.array<5 x i32>,
                !lift.array<5 x i32>, !lift.array<5 x i32>, !lift.array<5 x i32>, !lift.array<5 x i32>) {
      %n0 = arith.addi %a0, %e : i32
      %n1 = arith.maxsi %e, %a1 : i32
      %n2 = arith.minsi %a2, %e : i32
      %n3 = arith.maxui %a3, %e : i32
      %n4 = arith.minui %e, %a4 : i32
      %n5 = arith.andi %a5, %e : i32
      %n6 = arith.ori %a6, %e : i32
      %n7 = arith.xori %e, %a7 : i32
      lift.yield %n0, %n1, %n2, %n3, %n4, %n5, %n6, %n7 : i32, i32, i32, i32, i32, i32, i32, i32
    }
    %m0 = lift.materialize %h#0 in local : !lift.array<5 x i32>
    %m1 = lift.materialize %h#1 in local : !lift.array<5 x i32>
    %m2 = lift.materialize %h#2 in local : !lift.array<5 x i32>
    %m3 = lift.materialize %h#3 in local : !lift.array<5 x i32>
    %m4 = lift.materialize %h#4 in local : !lift.array<5 x i32>
    %m5 = lift.materialize %h#5 in local : !lift.array<5 x i32>
    %m6 = lift.materialize %h#6 in local : !lift.array<5 x i32>
    %m7 = lift.materialize %h#7 in local : !lift.array<5 x i32>
    %o:8 = lift.map lcl(0) (%e0 = %m0, %e1 = %m1, %e2 = %m2, %e3 = %m3, %e4 = %m4, %e5 = %m5, %e6 = %m6, %e7 = %m7
        : !lift.array<5 x i32>, !lift.array<5 x i32>, !lift.array<5 x i32>, !lift.array<5 x i32>,
          !lift.array<5 x i32>, !lift.array<5 x i32>, !lift.array<5 x i32>, !lift.array<5 x i32>) {
      lift.yield %e0, %e1, %e2, %e3, %e4, %e5, %e6, %e7 : i32, i32, i32, i32, i32, i32, i32, i32
    }
    lift.yield %o#0, %o#1, %o#2, %o#3, %o#4, %o#5, %o#6, %o#7
        : !lift.array<5 x i32>, !lift.array<5 x i32>, !lift.array<5 x i32>, !lift.array<5 x i32>,
          !lift.array<5 x i32>, !lift.array<5 x i32>, !lift.array<5 x i32>, !lift.array<5 x i32>
  }
  return %r#0, %r#1, %r#2, %r#3, %r#4, %r#5, %r#6, %r#7
      : !lift.array<G x 5 x i32>, !lift.array<G x 5 x i32>, !lift.array<G x 5 x i32>, !lift.array<G x 5 x i32>,
        !lift.array<G x 5 x i32>, !lift.array<G x 5 x i32>, !lift.array<G x 5 x i32>, !lift.array<G x 5 x i32>
}

// Bins in global memory, which a group updates where the result stands. The other
// dimension's work-items do not count again. Where no map says how large a group
// is, the histogram does.
// REDEFINE: %{entry} = global
// RUN: %{run} --size=N=100,B=7
// RUN: %{run} --size=N=1,B=1
// RUN: %if oclgrind %{ %{race} --size=N=100,B=7 %}
func.func @global(%k: !lift.array<3 x N x i32>, %z: !lift.array<3 x B x i32>)
    -> !lift.array<3 x B x i32> {
  %one = arith.constant 1 : i32
  %r = lift.kernel local_size [16, 4] global_size [48, 4] {
    %s = lift.map wrg(0) (%kg = %k, %zg = %z : !lift.array<3 x N x i32>, !lift.array<3 x B x i32>) {
      %h = lift.scatter_reduce lcl(0) (%j = %kg : !lift.array<N x i32>)
          init (%a = %zg : !lift.array<B x i32>) {
        %n = arith.addi %a, %one : i32
        lift.yield %n : i32
      }
      lift.yield %h : !lift.array<B x i32>
    }
    lift.yield %s : !lift.array<3 x B x i32>
  }
  return %r : !lift.array<3 x B x i32>
}

// Two after each other on the same bins: the second waits for the first.
// REDEFINE: %{entry} = twice
// RUN: %{run} --size=N=100
// RUN: %if oclgrind %{ %{race} --size=N=100 %}
func.func @twice(%k: !lift.array<2 x N x i32>, %l: !lift.array<2 x N x i32>)
    -> !lift.array<2 x 9 x i32> {
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %zeros = lift.broadcast %zero sizes [9] : i32
  %r = lift.map wrg(0) (%kg = %k, %lg = %l : !lift.array<2 x N x i32>, !lift.array<2 x N x i32>) {
    %i = lift.map lcl(0) (%e = %zeros : !lift.array<9 x i32>) {
      lift.yield %e : i32
    }
    %b = lift.materialize %i in local : !lift.array<9 x i32>
    %h = lift.scatter_reduce lcl(0) (%j = %kg : !lift.array<N x i32>)
        init (%a = %b : !lift.array<9 x i32>) {
      %n = arith.addi %a, %one : i32
      lift.yield %n : i32
    }
    %m = lift.materialize %h in local : !lift.array<9 x i32>
    %g = lift.scatter_reduce lcl(0) (%j = %lg : !lift.array<N x i32>)
        init (%a = %m : !lift.array<9 x i32>) {
      %n = arith.maxsi %a, %j : i32
      lift.yield %n : i32
    }
    %w = lift.materialize %g in local : !lift.array<9 x i32>
    %o = lift.map lcl(0) (%e = %w : !lift.array<9 x i32>) {
      lift.yield %e : i32
    }
    lift.yield %o : !lift.array<9 x i32>
  }
  return %r : !lift.array<2 x 9 x i32>
}

// REDEFINE: %{entry} = alone
// RUN: %{run} --size=N=300,B=7 | FileCheck %s
// CHECK: 1 groups of 128
// RUN: %{run} --size=N=1,B=1
func.func @alone(%k: !lift.array<N x i32>, %z: !lift.array<B x i32>) -> !lift.array<B x i32> {
  %one = arith.constant 1 : i32
  %h = lift.scatter_reduce lcl(0) (%j = %k : !lift.array<N x i32>)
      init (%a = %z : !lift.array<B x i32>) {
    %n = arith.addi %a, %one : i32
    lift.yield %n : i32
  }
  return %h : !lift.array<B x i32>
}

// Steps that leave the bins as they are.
// REDEFINE: %{entry} = left
// RUN: %{run} --size=N=300,B=7
// RUN: %if oclgrind %{ %{race} --size=N=30,B=7 %}
func.func @left(%k: !lift.array<N x i32>, %z: !lift.array<B x i32>) -> !lift.array<B x i32> {
  %h = lift.scatter_reduce lcl(0) (%j = %k : !lift.array<N x i32>)
      init (%a = %z : !lift.array<B x i32>) {
    lift.yield %a : i32
  }
  return %h : !lift.array<B x i32>
}
