// Operations that index arrays freely: printed and read again, in the short and
// the generic form and as bytecode.

// RUN: lift-opt %s | lift-opt | FileCheck %s
// RUN: lift-opt %s --mlir-print-op-generic | lift-opt | FileCheck %s
// RUN: lift-opt %s --emit-bytecode | lift-opt | FileCheck %s

// CHECK-LABEL: func @generate
func.func @generate() -> !lift.array<N x (2 * M) x f32> {
  %zero = arith.constant 0.0 : f32
  // CHECK: lift.generate (%[[I:.*]] < N, %[[J:.*]] < 2 * M) {
  // CHECK-NEXT: arith.addi %[[I]], %[[J]] : index
  // CHECK-NEXT: lift.yield %{{.*}} : f32
  // CHECK-NEXT: }
  %g = lift.generate (%i < N, %j < 2 * M) {
    %k = arith.addi %i, %j : index
    lift.yield %zero : f32
  }
  return %g : !lift.array<N x (2 * M) x f32>
}

// CHECK-LABEL: func @gather
func.func @gather(%x: !lift.array<N x M x f32>) -> !lift.array<N x K x f32> {
  // CHECK: lift.gather %{{.*}} dim 1 : !lift.array<N x M x f32> by (%[[I:.*]] < K) {
  // CHECK-NEXT: lift.yield %[[I]] : index
  %g = lift.gather %x dim 1 : !lift.array<N x M x f32> by (%i < K) {
    lift.yield %i : index
  }
  // CHECK: lift.gather in_bounds %{{.*}} : !lift.array<N x M x f32> by (%[[I:.*]] < K) {
  %h = lift.gather in_bounds %x : !lift.array<N x M x f32> by (%i < K) {
    lift.yield %i : index
  }
  return %g : !lift.array<N x K x f32>
}

// CHECK-LABEL: func @scatter
func.func @scatter(%x: !lift.array<N x M x f32>) -> !lift.array<N x M x f32> {
  // CHECK: lift.scatter permutation %{{.*}} : !lift.array<N x M x f32> by (%[[I:.*]] < N) {
  %s = lift.scatter permutation %x : !lift.array<N x M x f32> by (%i < N) {
    lift.yield %i : index
  }
  // CHECK: lift.scatter %{{.*}} dim 1 : !lift.array<N x M x f32> by (%[[I:.*]] < M) {
  %t = lift.scatter %s dim 1 : !lift.array<N x M x f32> by (%i < M) {
    lift.yield %i : index
  }
  return %t : !lift.array<N x M x f32>
}

// CHECK-LABEL: func @lookup
func.func @lookup(%x: !lift.array<N x M x f32>, %k: !lift.array<P x Q x i64>,
    %v: f32) -> !lift.array<N x P x Q x f32> {
  // CHECK: lift.lookup in_bounds %{{.*}} at %{{.*}} : !lift.array<N x M x f32>, !lift.array<P x Q x i64>
  %d = lift.lookup in_bounds %x at %k
      : !lift.array<N x M x f32>, !lift.array<P x Q x i64>
  // CHECK: lift.lookup %{{.*}} at %{{.*}} default(%{{.*}} : f32) : !lift.array<N x M x f32>, !lift.array<P x Q x i64>
  %f = lift.lookup %x at %k default(%v : f32)
      : !lift.array<N x M x f32>, !lift.array<P x Q x i64>
  // CHECK: lift.lookup %{{.*}} at %{{.*}} dim 1 : !lift.array<N x M x f32>, !lift.array<P x Q x i64>
  %e = lift.lookup %x at %k dim 1
      : !lift.array<N x M x f32>, !lift.array<P x Q x i64>
  return %e : !lift.array<N x P x Q x f32>
}

// CHECK-LABEL: func @at
func.func @at(%x: !lift.array<N x M x f32>, %i: index, %v: f32)
    -> (f32, !lift.array<M x f32>, !lift.array<N x f32>) {
  // CHECK: lift.at %{{.*}}[%{{.*}}, M - 1] : !lift.array<N x M x f32>
  %a = lift.at %x[%i, M - 1] : !lift.array<N x M x f32>
  // CHECK: lift.at %{{.*}}[%{{.*}}] default(%{{.*}} : f32) : !lift.array<N x M x f32>
  %b = lift.at %x[%i] default(%v : f32) : !lift.array<N x M x f32>
  // CHECK: lift.at in_bounds %{{.*}}[%{{.*}}, %{{.*}}] : !lift.array<N x M x f32>
  %d = lift.at in_bounds %x[%i, %i] : !lift.array<N x M x f32>
  // CHECK: lift.at %{{.*}}[0] dim 1 : !lift.array<N x M x f32>
  %c = lift.at %x[0] dim 1 : !lift.array<N x M x f32>
  return %a, %b, %c : f32, !lift.array<M x f32>, !lift.array<N x f32>
}
