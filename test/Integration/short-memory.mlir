// Where local memory is short, buffers share at the price of a barrier: the third
// stage takes the place of the first, so that the next trip must wait for those
// who still read it.
// REQUIRES: pocl
// RUN: lift-opt %s --lift-to-gpu=params=L=4 | FileCheck %s
// CHECK-LABEL: gpu.func @three_turns
// CHECK-SAME: workgroup(%{{[a-z0-9]+}} : memref<35xf32, #gpu.address_space<workgroup>> {lift.name = "tile"}, %{{[a-z0-9]+}} : memref<35xf32, #gpu.address_space<workgroup>> {lift.name = "tile"}) kernel
// CHECK-COUNT-4: lift.barrier local{{$}}
// CHECK-NOT: lift.barrier

// RUN: sed s/300/420/ %s | lift-opt --lift-to-gpu=params=L=4 | FileCheck %s --check-prefix=ROOM
// ROOM-LABEL: gpu.func @three_turns
// ROOM-COUNT-3: lift.barrier local{{$}}
// ROOM-NOT: lift.barrier

// RUN: sed s/300/279/ %s | not lift-opt --lift-to-gpu=params=L=4 2>&1 | FileCheck %s --check-prefix=LARGE
// LARGE: error: kernel 'three_turns' needs 280 bytes of local memory, of which the target has 279
// LARGE-NEXT: %a1 = lift.materialize
// LARGE: note: 140 bytes for this
// LARGE: note: 140 bytes for this
// LARGE-NEXT: %b1 = lift.materialize
// LARGE: note: make the tiles smaller

// RUN: %check_numpy %s --entry=three_turns --size=N=1 --param=L=4
// RUN: %check_numpy %s --entry=three_turns --size=N=11 --param=L=7
// RUN: %if oclgrind %{ %check_numpy %s --entry=three_turns --size=N=5 --param=L=4 --oclgrind %}
// RUN: %if oclgrind %{ %check_numpy %s --entry=three_turns --size=N=3 --param=L=16 --oclgrind %}

// NUMPY @three_turns(x: f32[N,5,7]) -> (x * 8)[:, ::-1, ::-1].transpose(0, 2, 1)

!tiles = !lift.array<N x 5 x 7 x f32>
!tile = !lift.array<5 x 7 x f32>
!row = !lift.array<7 x f32>

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "GPU" = #dlti.target_device_spec<"lift.local_memory_bytes" = 300 : i64>>} {
func.func @three_turns(%x: !tiles) -> !lift.array<N x 7 x 5 x f32>
    attributes {lift.params = {L = [4, 7, 16]}} {
  %r = lift.kernel @three_turns local_size [L, 2] global_size [2 * L, 2] {
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
      %o = lift.map lcl(1) (%row = %transposed : !lift.array<7 x 5 x f32>) {
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
}
