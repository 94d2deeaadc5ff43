// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-fuse-maps))' | FileCheck %s
// RUN: %if pocl %{ %if lift-run %{ lift-run %s --entry=three --size=N=3 --size=M=5 --size=K=7 --device=%pocl --verify %} %}

// Three maps become one, with the mapping of the outermost; the constant beside
// a map stands before it.
// CHECK-LABEL: func @three
// CHECK: %[[C:.*]] = arith.constant
// CHECK: lift.join %{{.*}} : !lift.array<N x M x K x f32>
// CHECK: lift.join %{{.*}} : !lift.array<(M * N) x K x f32>
// CHECK: lift.map glb(0) (%[[E:.*]] = %{{.*}} : !lift.array<({{.*}}) x f32>)
// CHECK-NEXT: arith.mulf %[[E]], %[[C]]
// CHECK-NOT: lift.map
// CHECK: lift.split
// CHECK: lift.split
// CHECK: return
func.func @three(%x: !lift.array<N x M x K x f32>) -> !lift.array<N x M x K x f32> {
  %r = lift.map glb(0) (%plane = %x : !lift.array<N x M x K x f32>) {
    %c = arith.constant 3.0 : f32
    %rows = lift.map fused (%row = %plane : !lift.array<M x K x f32>) {
      %cells = lift.map fused (%e = %row : !lift.array<K x f32>) {
        %s = arith.mulf %e, %c : f32
        lift.yield %s : f32
      }
      lift.yield %cells : !lift.array<K x f32>
    }
    lift.yield %rows : !lift.array<M x K x f32>
  }
  return %r : !lift.array<N x M x K x f32>
}

// Nothing to fuse.
// CHECK-LABEL: func @none
// CHECK: lift.map glb(0)
// CHECK: lift.map seq
// CHECK-NOT: lift.join
// CHECK: return
func.func @none(%x: !lift.array<N x M x f32>) -> !lift.array<N x M x f32> {
  %r = lift.map glb(0) (%row = %x : !lift.array<N x M x f32>) {
    %cells = lift.map seq (%e = %row : !lift.array<M x f32>) {
      %s = arith.mulf %e, %e : f32
      lift.yield %s : f32
    }
    lift.yield %cells : !lift.array<M x f32>
  }
  return %r : !lift.array<N x M x f32>
}
