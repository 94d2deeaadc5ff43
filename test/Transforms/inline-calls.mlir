// RUN: lift-opt %s --pass-pipeline='builtin.module(lift-inline-calls)' | FileCheck %s

// A private function goes when all its calls have gone; a user function stays.
// CHECK-NOT: @sum
// CHECK: lift.user_fun @twice
lift.user_fun @twice(x : f32) -> f32 code ["return 2.0f * x;"]

func.func private @sum(%x: !lift.array<N x f32>) -> f32
    attributes {lift.requires = [#lift.constraint<4 divides N>]} {
  %zero = arith.constant 0.0 : f32
  %chunks = lift.split %x by 4 : !lift.array<N x f32>
  %all = lift.join %chunks : !lift.array<(N / 4) x 4 x f32>
  %s = lift.reduce (%e = %all : !lift.array<N x f32>) init (%acc = %zero : f32) {
    %a = arith.addf %acc, %e : f32
    lift.yield %a : f32
  }
  return %s : f32
}

// A public one is inlined, too, and stays.
// CHECK-LABEL: func @row_sums(
// CHECK-SAME: lift.requires = [#lift.constraint<4 divides 2 * K>]
// CHECK: lift.map (%[[ROW:.*]] = %{{.*}} : !lift.array<M x (2 * K) x f32>) {
// CHECK: %[[CHUNKS:.*]] = lift.split %[[ROW]] by 4 : !lift.array<(2 * K) x f32>
// CHECK: lift.join %[[CHUNKS]] : !lift.array<(K / 2) x 4 x f32>
// CHECK: %[[SUM:.*]] = lift.reduce ({{.*}} : !lift.array<(2 * K) x f32>)
// CHECK: lift.call @twice(%[[SUM]])
func.func @row_sums(%m: !lift.array<M x (2 * K) x f32>) -> !lift.array<M x f32> {
  %r = lift.map (%row = %m : !lift.array<M x (2 * K) x f32>) {
    %s = lift.call @sum[N = 2 * K](%row) : (!lift.array<(2 * K) x f32>) -> f32
    %t = lift.call @twice(%s) : (f32) -> f32
    lift.yield %t : f32
  }
  return %r : !lift.array<M x f32>
}

// What is required twice is required once, beside the function's own.
// CHECK-LABEL: func @square(
// CHECK-SAME: lift.requires = [#lift.constraint<8 divides M>, #lift.constraint<4 divides M>]
func.func @square(%m: !lift.array<M x M x f32>, %x: !lift.array<M x f32>) -> f32
    attributes {lift.requires = [#lift.constraint<8 divides M>]} {
  %s = lift.call @sum[N = M](%x) : (!lift.array<M x f32>) -> f32
  %t = lift.call @sum[N = M](%x) : (!lift.array<M x f32>) -> f32
  %r = arith.addf %s, %t : f32
  return %r : f32
}
