// RUN: lift-opt %s --verify-diagnostics --pass-pipeline='builtin.module(func.func(lift-normalize,lift-map-parallelism{target=%S/Inputs/small.attr vectors=false}))'
// RUN: lift-opt %s --verify-diagnostics --pass-pipeline='builtin.module(func.func(lift-normalize,lift-map-parallelism{target=%S/Inputs/small.attr vectors=false solver=enumerate}))'

// Each kernel has a mapping, but not both with the same T: a group has 8 work-items
// at most, and local memory for 50 numbers.
// expected-error @below {{no mapping satisfies all constraints}}
func.func @both(%x: !lift.array<N x f32>) -> (!lift.array<N x f32>, !lift.array<N x f32>)
    attributes {lift.params = {T = [16, 64, 128]}} {
  // expected-note @below {{S8: local values (64 bytes, times the work-items of maps to lcl around them) must fit into 200 bytes}}
  %a = lift.kernel local_size [8] global_size [64] {
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
  // expected-note @below {{S7: a group of L0 x 2 x 1 work-items is not more than 8}}
  %b = lift.kernel local_size [128 / T, 2] global_size [1024, 2] {
    %m = lift.map (%e = %x : !lift.array<N x f32>) {
      %s = arith.addf %e, %e : f32
      lift.yield %s : f32
    }
    lift.yield %m : !lift.array<N x f32>
  }
  return %a, %b : !lift.array<N x f32>, !lift.array<N x f32>
}
