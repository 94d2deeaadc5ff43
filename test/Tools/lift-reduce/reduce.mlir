// RUN: lift-reduce %s --lift-reduce-program='test=%S/Inputs/has-sin.sh test-arg=%lift_tools_dir/lift-opt' | FileCheck %s

// Only the map and the sine in it are left, without the choices.

// CHECK-NOT: lift.split
// CHECK-NOT: lift.reduce
// CHECK: lift.map (
// CHECK-NOT: lift.map
// CHECK-NOT: arith.mulf
// CHECK: math.sin
// CHECK-NOT: arith.addf
// CHECK-NOT: lift.join

func.func @f(%x: !lift.array<N x f32>, %y: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %zero = arith.constant 0.0 : f32
  %z = lift.map (%a = %x, %b = %y : !lift.array<N x f32>, !lift.array<N x f32>) {
    %m = arith.mulf %a, %b : f32
    %n = arith.addf %m, %b : f32
    lift.yield %n : f32
  }
  %chunks = lift.split %z by 4 : !lift.array<N x f32>
  %r = lift.map glb(0) (%chunk = %chunks : !lift.array<(N / 4) x 4 x f32>) {
    %sum = lift.reduce (%e = %chunk : !lift.array<4 x f32>) init (%acc = %zero : f32) {
      %s = arith.addf %acc, %e : f32
      lift.yield %s : f32
    }
    %row = lift.map (%e = %chunk : !lift.array<4 x f32>) {
      %p = arith.mulf %e, %sum : f32
      %s = math.sin %p : f32
      %t = arith.addf %s, %e : f32
      lift.yield %t : f32
    }
    lift.yield %row : !lift.array<4 x f32>
  }
  %out = lift.join %r : !lift.array<(N / 4) x 4 x f32>
  return %out : !lift.array<N x f32>
}
