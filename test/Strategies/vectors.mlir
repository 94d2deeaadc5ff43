// Strategies ask where the elements of operands are in memory: that is known of
// numbers, not of vectors and tuples.
//
// RUN: lift-run %s --entry=vectors --target=nvidia-h200 --size=N=16 --verify | FileCheck %s
// RUN: lift-run %s --entry=tuples --target=pocl --size=N=16 --verify | FileCheck %s
// CHECK: OK

func.func @vectors(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %v = lift.as_vector %x width 4 : !lift.array<N x f32>
  %y = lift.map (%e = %v : !lift.array<(N / 4) x vector<4xf32>>) {
    %d = arith.addf %e, %e : vector<4xf32>
    lift.yield %d : vector<4xf32>
  }
  %s = lift.as_scalar %y : !lift.array<(N / 4) x vector<4xf32>>
  return %s : !lift.array<N x f32>
}

func.func @tuples(%x: !lift.array<N x f32>, %y: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %p = lift.zip %x, %y : !lift.array<N x f32>, !lift.array<N x f32>
  %r = lift.map (%e = %p : !lift.array<N x tuple<f32, f32>>) {
    %a = lift.get %e[0] : tuple<f32, f32>
    %b = lift.get %e[1] : tuple<f32, f32>
    %d = arith.addf %a, %b : f32
    lift.yield %d : f32
  }
  return %r : !lift.array<N x f32>
}
