// RUN: lift-run %s --verify | FileCheck %s
// RUN: lift-run %s -O0 --verify | FileCheck %s

// Of a function between scalars whose patterns nobody uses a kernel is left that
// stores its result.

// CHECK: kernel unused_patterns_0
// CHECK: verify: 1 elements, max abs error 0, OK
func.func @unused_patterns(%x: f32) -> i32 {
  %b = lift.broadcast %x sizes [3, 2] : f32
  %m = lift.iterate 2 size L (%a = %b : !lift.array<3 x 2 x f32>) {
    %r = lift.reverse %a dims [0] : !lift.array<L x 2 x f32>
    lift.yield %r : !lift.array<L x 2 x f32>
  }
  %c = arith.constant 7 : i32
  %d = arith.muli %c, %c : i32
  return %d : i32
}
