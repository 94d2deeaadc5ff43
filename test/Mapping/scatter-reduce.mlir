// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-normalize,lift-infer-spaces,lift-form-kernels,lift-map-parallelism))' | FileCheck %s

// A histogram has no mapping, and what is in a step is under a condition: the
// parts around it are shared.
// CHECK-LABEL: func.func @rows
// CHECK: lift.map glb(0)
// CHECK:   lift.scatter_reduce (
// CHECK:     lift.map seq
func.func @rows(%k: !lift.array<64 x 16 x i32>, %m: !lift.array<64 x 16 x 8 x f32>)
    -> !lift.array<64 x 4 x f32> {
  %zero = arith.constant 0.0 : f32
  %zeros = lift.broadcast %zero sizes [4] : f32
  %r = lift.map (%ks = %k, %ms = %m
      : !lift.array<64 x 16 x i32>, !lift.array<64 x 16 x 8 x f32>) {
    %h = lift.scatter_reduce (%i = %ks, %row = %ms
        : !lift.array<16 x i32>, !lift.array<16 x 8 x f32>)
        init (%bin = %zeros : !lift.array<4 x f32>) {
      %squares = lift.map (%e = %row : !lift.array<8 x f32>) {
        %q = arith.mulf %e, %e : f32
        lift.yield %q : f32
      }
      %p = lift.materialize %squares in private : !lift.array<8 x f32>
      %s = lift.reduce (%e = %p : !lift.array<8 x f32>) init (%acc = %bin : f32) {
        %t = arith.addf %acc, %e : f32
        lift.yield %t : f32
      }
      lift.yield %s : f32
    }
    lift.yield %h : !lift.array<4 x f32>
  }
  return %r : !lift.array<64 x 4 x f32>
}
