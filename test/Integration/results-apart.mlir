// Of a map with two results, one is stored in memory inside of another map, and the
// other where that stores its elements: the body is built twice, each time with
// memory of its own.
// RUN: lift-run %s --device='Portable Computing Language' --size=N=5 --verify | FileCheck %s
// CHECK: verify: 60 elements, max abs error 0, OK

func.func @apart(%x: !lift.array<3 x N x 4 x f32>) -> !lift.array<3 x N x 4 x f32> {
  %k = lift.kernel local_size [4] global_size [4 * N] {
    %all:2 = lift.map seq (%plane = %x : !lift.array<3 x N x 4 x f32>) {
      %r:2 = lift.map wrg(0) (%row = %plane : !lift.array<N x 4 x f32>) {
        %copy = lift.map lcl(0) (%e = %row : !lift.array<4 x f32>) {
          lift.yield %e : f32
        }
        %tile = lift.materialize %copy in local : !lift.array<4 x f32>
        %mirrored = lift.reverse %tile dims [0] : !lift.array<4 x f32>
        %both:2 = lift.map lcl(0) (%e = %mirrored : !lift.array<4 x f32>) {
          %s = arith.addf %e, %e : f32
          lift.yield %e, %s : f32, f32
        }
        lift.yield %both#0, %both#1 : !lift.array<4 x f32>, !lift.array<4 x f32>
      }
      %stored = lift.materialize %r#1 in global : !lift.array<N x 4 x f32>
      lift.yield %r#0, %stored : !lift.array<N x 4 x f32>, !lift.array<N x 4 x f32>
    }
    lift.yield %all#0 : !lift.array<3 x N x 4 x f32>
  }
  return %k : !lift.array<3 x N x 4 x f32>
}
