// REQUIRES: pocl
// RUN: lift-run %s --size=N=100,M=37 --device=%pocl --verify --print-kernel | FileCheck %s
// RUN: lift-run %s --size=N=100,M=37 --device=%pocl --verify=sample:50 --json | FileCheck %s --check-prefix=JSON

// Names in the file are names in the kernel.
// CHECK: kernel void scale_0(
// CHECK: matrix
// CHECK-SAME: float factor) {
// CHECK: @scale with N = 100, M = 37
// CHECK: device: {{.*}} (Portable Computing Language)
// CHECK: kernel scale_0: {{.*}} groups of
// CHECK: verify: 3700 elements, max abs error 0, OK

// JSON: "device": {
// JSON: "verify": {
// JSON-NEXT: "ok": true
// JSON: "elements": 50
// JSON-NEXT: "mismatches": 0

func.func @scale(%matrix: !lift.array<N x M x f32>, %factor: f32) -> !lift.array<N x M x f32> {
  %r = lift.map (%row = %matrix : !lift.array<N x M x f32>) {
    %s = lift.map (%e = %row : !lift.array<M x f32>) {
      %p = arith.mulf %e, %factor : f32
      lift.yield %p : f32
    }
    lift.yield %s : !lift.array<M x f32>
  }
  return %r : !lift.array<N x M x f32>
}
