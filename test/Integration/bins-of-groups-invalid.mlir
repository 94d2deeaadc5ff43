// Histograms that all groups share: bins that no kernel has computed, or that others
// read, too; and one of which something else is a result.
// RUN: lift-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(func.func(lift-infer-spaces,lift-form-kernels,lift-set-launch,lift-lower-patterns))'

func.func @argument(%k: !lift.array<N x i32>, %z: !lift.array<B x i32>) -> !lift.array<B x i32> {
  %one = arith.constant 1 : i32
  // expected-error @below {{is mapped to glb, but its initial bins are not what an earlier kernel computes for it alone}}
  // expected-note @below {{copy them by a map in a kernel of its own}}
  %h = lift.scatter_reduce glb(0) (%j = %k : !lift.array<N x i32>) init (%count = %z : !lift.array<B x i32>) {
    %m = arith.addi %count, %one : i32
    lift.yield %m : i32
  }
  return %h : !lift.array<B x i32>
}

// -----

func.func @others(%k: !lift.array<N x i32>, %z: !lift.array<B x i32>) -> (!lift.array<B x i32>, !lift.array<B x i32>) {
  %one = arith.constant 1 : i32
  %c = lift.map glb(0) (%e = %z : !lift.array<B x i32>) {
    lift.yield %e : i32
  }
  %b = lift.materialize %c in global : !lift.array<B x i32>
  // expected-error @below {{is mapped to glb, but its initial bins are not what an earlier kernel computes for it alone}}
  // expected-note @below {{copy them by a map in a kernel of its own}}
  %h = lift.scatter_reduce glb(0) (%j = %k : !lift.array<N x i32>) init (%count = %b : !lift.array<B x i32>) {
    %m = arith.addi %count, %one : i32
    lift.yield %m : i32
  }
  return %h, %b : !lift.array<B x i32>, !lift.array<B x i32>
}

// -----

func.func @twice(%k: !lift.array<N x i32>, %z: !lift.array<B x i32>) -> (!lift.array<B x i32>, !lift.array<B x i32>) {
  %one = arith.constant 1 : i32
  %c = lift.map glb(0) (%e = %z : !lift.array<B x i32>) {
    lift.yield %e : i32
  }
  %b = lift.materialize %c in global : !lift.array<B x i32>
  // expected-error @below {{is mapped to glb, but is not just a result of its kernel}}
  // expected-note @below {{use and return a copy of it, by a map in a kernel of its own}}
  %h = lift.scatter_reduce glb(0) (%j = %k : !lift.array<N x i32>) init (%count = %b : !lift.array<B x i32>) {
    %m = arith.addi %count, %one : i32
    lift.yield %m : i32
  }
  %r = lift.reverse %h : !lift.array<B x i32>
  return %h, %r : !lift.array<B x i32>, !lift.array<B x i32>
}
