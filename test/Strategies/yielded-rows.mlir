// A map may yield a whole row beside numbers: no element of it is at one place.
// RUN: lift-opt %s --lift-optimize='target=nvidia-h200' -o /dev/null
// RUN: %if pocl %{ lift-run %s --target=nvidia-h200 --verify | FileCheck %s %}
// CHECK: verify: {{.*}} OK
func.func @yielded_rows(%x: !lift.array<4 x f32>, %y: !lift.array<2 x f32>)
    -> (!lift.array<2 x 2 x f32>, !lift.array<2 x f32>) {
  %two = arith.constant 2.0 : f32
  %more = lift.map (%e = %x : !lift.array<4 x f32>) {
    %s = arith.addf %e, %e : f32
    lift.yield %s : f32
  }
  %rows = lift.split %more by 2 : !lift.array<4 x f32>
  %r:2 = lift.map (%row = %rows, %b = %y : !lift.array<2 x 2 x f32>, !lift.array<2 x f32>) {
    %s = arith.mulf %b, %two : f32
    lift.yield %row, %s : !lift.array<2 x f32>, f32
  }
  return %r#0, %r#1 : !lift.array<2 x 2 x f32>, !lift.array<2 x f32>
}
