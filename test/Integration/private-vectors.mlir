// Private arrays hold vectors; of three elements, as numbers.
// REQUIRES: pocl
// RUN: lift-run %s --entry=three --verify | FileCheck %s
// RUN: lift-run %s --entry=four --verify | FileCheck %s
// RUN: lift-opt %s --lift-to-gpu | lift-translate --lift-to-opencl | FileCheck %s --check-prefix=TEXT
// CHECK: OK

// TEXT: void three_0(
// TEXT: int priv[9];
func.func @three(%x: !lift.array<2 x 3 x vector<3xi32>>)
    -> !lift.array<2 x 3 x vector<3xi32>> {
  %r = lift.map glb(0) (%row = %x : !lift.array<2 x 3 x vector<3xi32>>) {
    %c = lift.copy %row in private : !lift.array<3 x vector<3xi32>>
    %back = lift.reverse %c : !lift.array<3 x vector<3xi32>>
    lift.yield %back : !lift.array<3 x vector<3xi32>>
  }
  return %r : !lift.array<2 x 3 x vector<3xi32>>
}

// TEXT: void four_0(
// TEXT: int4 priv[3];
func.func @four(%x: !lift.array<2 x 3 x vector<4xi32>>)
    -> !lift.array<2 x 3 x vector<4xi32>> {
  %r = lift.map glb(0) (%row = %x : !lift.array<2 x 3 x vector<4xi32>>) {
    %c = lift.copy %row in private : !lift.array<3 x vector<4xi32>>
    %back = lift.reverse %c : !lift.array<3 x vector<4xi32>>
    lift.yield %back : !lift.array<3 x vector<4xi32>>
  }
  return %r : !lift.array<2 x 3 x vector<4xi32>>
}
