// Local buffers that share storage: each stage reads what other work-items have
// written, in a buffer of its own; the first and the third are never needed
// together, nor are the second and the fourth. Nor is a barrier for the next trip:
// the first two stages of a trip write what the last two of the trip before have
// read behind one. Group sizes that do not divide the rows, equal them and exceed them.
// REQUIRES: pocl
// RUN: lift-opt %s --lift-to-gpu=params=L=4 | FileCheck %s
// CHECK-LABEL: gpu.func @turns
// CHECK-SAME: workgroup(%{{[a-z0-9]+}} : memref<35xf32, #gpu.address_space<workgroup>> {lift.name = "tile"}, %{{[a-z0-9]+}} : memref<35xf32, #gpu.address_space<workgroup>> {lift.name = "tile"}) kernel
// CHECK-COUNT-4: lift.barrier local{{$}}
// CHECK-NOT: lift.barrier

// RUN: %check_numpy %s --entry=turns --size=N=1 --param=L=4
// RUN: %check_numpy %s --entry=turns --size=N=11 --param=L=7
// RUN: %check_numpy %s --entry=turns --size=N=4 --param=L=16
// RUN: %if oclgrind %{ %check_numpy %s --entry=turns --size=N=5 --param=L=4 --oclgrind %}
// RUN: %if oclgrind %{ %check_numpy %s --entry=turns --size=N=3 --param=L=16 --oclgrind %}

// NUMPY @turns(x: f32[N,5,7]) -> (x * 16)[:, ::-1].transpose(0, 2, 1)

!tiles = !lift.array<N x 5 x 7 x f32>
!tile = !lift.array<5 x 7 x f32>
!row = !lift.array<7 x f32>

func.func @turns(%x: !tiles) -> !lift.array<N x 7 x 5 x f32>
    attributes {lift.params = {L = [4, 7, 16]}} {
  %r = lift.kernel @turns local_size [L, 2] global_size [2 * L, 2] {
    %groups = lift.map wrg(0) (%t = %x : !tiles) {
      %a = lift.map lcl(1) (%row = %t : !tile) {
        %cells = lift.map lcl(0) (%e = %row : !row) {
          %d = arith.addf %e, %e : f32
          lift.yield %d : f32
        }
        lift.yield %cells : !row
      }
      %a1 = lift.materialize %a in local : !tile
      %turned = lift.reverse %a1 : !tile
      %b = lift.map lcl(1) (%row = %turned : !tile) {
        %cells = lift.map lcl(0) (%e = %row : !row) {
          %d = arith.addf %e, %e : f32
          lift.yield %d : f32
        }
        lift.yield %cells : !row
      }
      %b1 = lift.materialize %b in local : !tile
      %mirrored = lift.map (%row = %b1 : !tile) {
        %back = lift.reverse %row : !row
        lift.yield %back : !row
      }
      %c = lift.map lcl(1) (%row = %mirrored : !tile) {
        %cells = lift.map lcl(0) (%e = %row : !row) {
          %d = arith.addf %e, %e : f32
          lift.yield %d : f32
        }
        lift.yield %cells : !row
      }
      %c1 = lift.materialize %c in local : !tile
      %transposed = lift.transpose %c1 : !tile
      %d = lift.map lcl(1) (%row = %transposed : !lift.array<7 x 5 x f32>) {
        %cells = lift.map lcl(0) (%e = %row : !lift.array<5 x f32>) {
          %d = arith.addf %e, %e : f32
          lift.yield %d : f32
        }
        lift.yield %cells : !lift.array<5 x f32>
      }
      %d1 = lift.materialize %d in local : !lift.array<7 x 5 x f32>
      %last = lift.reverse %d1 : !lift.array<7 x 5 x f32>
      %o = lift.map lcl(1) (%row = %last : !lift.array<7 x 5 x f32>) {
        %cells = lift.map lcl(0) (%e = %row : !lift.array<5 x f32>) {
          lift.yield %e : f32
        }
        lift.yield %cells : !lift.array<5 x f32>
      }
      lift.yield %o : !lift.array<7 x 5 x f32>
    }
    lift.yield %groups : !lift.array<N x 7 x 5 x f32>
  }
  return %r : !lift.array<N x 7 x 5 x f32>
}
