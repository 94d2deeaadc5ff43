// Kernels of a function share tuning names: what suits the first must suit the
// others.
// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-normalize,lift-map-parallelism{target=%S/Inputs/small.attr vectors=false}))' | FileCheck %s
// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-normalize,lift-map-parallelism{target=%S/Inputs/small.attr vectors=false solver=enumerate}))' | FileCheck %s
// RUN: not lift-opt %s --pass-pipeline='builtin.module(func.func(lift-normalize,lift-map-parallelism{target=%S/Inputs/small.attr vectors=false fix=T=128}))' 2>&1 | FileCheck %s --check-prefix=LARGE

// The first kernel could do with any T, and takes the first; only tiles of 16 fit
// into the local memory that the second needs.
// CHECK-LABEL: func @local
// CHECK-SAME: lift.params = {T = [16]}
// CHECK: lift.map glb(0)
// CHECK: lift.map wrg(0)
// CHECK: lift.map lcl(0)
// CHECK: lift.map lcl(0)
// LARGE: several-kernels.mlir:[[@LINE+12]]:8: error: no mapping satisfies all constraints
// LARGE: note: choice: T is 128
// LARGE: note: S8:
func.func @local(%x: !lift.array<N x f32>) -> (!lift.array<N x f32>, !lift.array<N x f32>)
    attributes {lift.params = {T = [128, 16, 64]}} {
  %a = lift.kernel local_size [8] global_size [64] {
    %m = lift.map (%e = %x : !lift.array<N x f32>) {
      %s = arith.addf %e, %e : f32
      lift.yield %s : f32
    }
    lift.yield %m : !lift.array<N x f32>
  }
  %b = lift.kernel local_size [8] global_size [64] {
    %tiles = lift.split %x by T : !lift.array<N x f32>
    %m = lift.map (%tile = %tiles : !lift.array<(N / T) x T x f32>) {
      %l = lift.copy %tile in local : !lift.array<T x f32>
      %turned = lift.reverse %l : !lift.array<T x f32>
      %c = lift.map (%e = %turned : !lift.array<T x f32>) {
        %s = arith.mulf %e, %e : f32
        lift.yield %s : f32
      }
      lift.yield %c : !lift.array<T x f32>
    }
    %j = lift.join %m : !lift.array<(N / T) x T x f32>
    lift.yield %j : !lift.array<N x f32>
  }
  return %a, %b : !lift.array<N x f32>, !lift.array<N x f32>
}
