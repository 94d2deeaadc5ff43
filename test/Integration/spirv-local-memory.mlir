// Kernels of one function that fit into local memory each, but not together: drivers
// may give each kernel what all kernels of a module ask for, so that each is made
// from a module of its own.
//
// REQUIRES: lavapipe
// RUN: lift-run %s --size=N=24576 --api=vulkan --verify --validate | FileCheck %s
// CHECK: kernel first
// CHECK: kernel second
// CHECK: verify: 24576 elements, max abs error 0, OK

func.func @twice(%x: !lift.array<N x f32>) -> !lift.array<N x f32>
    attributes {lift.requires = [#lift.constraint<6144 divides N>]} {
  %a = lift.kernel @first local_size [64] global_size [(N / 6144) * 64] {
    %chunks = lift.split %x by 6144 : !lift.array<N x f32>
    %turned = lift.map wrg(0) (%chunk = %chunks : !lift.array<(N / 6144) x 6144 x f32>) {
      %copy = lift.copy %chunk [lcl(0)] in local : !lift.array<6144 x f32>
      %reversed = lift.reverse %copy : !lift.array<6144 x f32>
      %out = lift.map lcl(0) (%e = %reversed : !lift.array<6144 x f32>) {
        lift.yield %e : f32
      }
      lift.yield %out : !lift.array<6144 x f32>
    }
    %all = lift.join %turned : !lift.array<(N / 6144) x 6144 x f32>
    lift.yield %all : !lift.array<N x f32>
  }
  %b = lift.kernel @second local_size [64] global_size [(N / 3072) * 64] {
    %chunks = lift.split %a by 3072 : !lift.array<N x f32>
    %turned = lift.map wrg(0) (%chunk = %chunks : !lift.array<(N / 3072) x 3072 x f32>) {
      %copy = lift.copy %chunk [lcl(0)] in local : !lift.array<3072 x f32>
      %reversed = lift.reverse %copy : !lift.array<3072 x f32>
      %out = lift.map lcl(0) (%e = %reversed : !lift.array<3072 x f32>) {
        %sum = arith.addf %e, %e : f32
        lift.yield %sum : f32
      }
      lift.yield %out : !lift.array<3072 x f32>
    }
    %all = lift.join %turned : !lift.array<(N / 3072) x 3072 x f32>
    lift.yield %all : !lift.array<N x f32>
  }
  return %b : !lift.array<N x f32>
}
