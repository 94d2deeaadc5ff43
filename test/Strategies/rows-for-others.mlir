// What a pattern of rows yields is stored by the items that compute it, also where
// another pattern reads it: it is not put together in local memory before, from where
// one item would copy it.
// RUN: lift-opt %s --pass-pipeline='builtin.module(lift-to-gpu{target=nvidia-h200})' | FileCheck %s
// CHECK: gpu.func @normalized_0
// CHECK-NOT: scf.for {{.*}} to %c384 step
// CHECK: gpu.func @normalized_1
// RUN: lift-run %s --target=nvidia-h200 --verify --rtol=1e-5
func.func @normalized(%x: !lift.array<197 x 384 x f32>, %w: !lift.array<197 x f32>)
    -> (!lift.array<197 x 384 x f32>, !lift.array<384 x f32>) {
  %zero = arith.constant 0.0 : f32
  %rows = lift.map (%row = %x : !lift.array<197 x 384 x f32>) {
    %sum = lift.reduce associative commutative (%e = %row : !lift.array<384 x f32>) init (%acc = %zero : f32) {
      %s = arith.addf %e, %acc : f32
      lift.yield %s : f32
    }
    %o = lift.map (%e = %row : !lift.array<384 x f32>) {
      %d = arith.divf %e, %sum : f32
      lift.yield %d : f32
    }
    lift.yield %o : !lift.array<384 x f32>
  }
  %t = lift.transpose %rows : !lift.array<197 x 384 x f32>
  %c = lift.map (%column = %t : !lift.array<384 x 197 x f32>) {
    %sum = lift.reduce associative commutative (%e = %column, %v = %w : !lift.array<197 x f32>, !lift.array<197 x f32>) init (%acc = %zero : f32) {
      %p = arith.mulf %e, %v : f32
      %s = arith.addf %p, %acc : f32
      lift.yield %s : f32
    }
    lift.yield %sum : f32
  }
  return %rows, %c : !lift.array<197 x 384 x f32>, !lift.array<384 x f32>
}
