// Sizes for which a kernel would not compute what the program says.
// REQUIRES: pocl

// RUN: lift-run %s --entry=launch --size=N=16 --device=%pocl --verify
// RUN: not lift-run %s --entry=launch --size=N=1 --device=%pocl --verify 2>&1 | FileCheck %s --check-prefix=LAUNCH
// LAUNCH: preconditions.mlir:[[#@LINE+2]]:{{[0-9]+}}: error: precondition does not hold: local size 16 does not divide global size N in dimension 0 (with N = 1)
func.func @launch(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %k = lift.kernel local_size [16] global_size [N] {
    %m = lift.map glb(0) (%a = %x : !lift.array<N x f32>) {
      lift.yield %a : f32
    }
    lift.yield %m : !lift.array<N x f32>
  }
  return %k : !lift.array<N x f32>
}

// A loop over N * N elements, which 32 bits cannot count.
// RUN: lift-run %s --entry=count --size=N=100 --device=%pocl --verify
// RUN: not lift-run %s --entry=count --size=N=65536 --device=%pocl 2>&1 | FileCheck %s --check-prefix=COUNT
// COUNT: error: precondition does not hold: an array of N * N elements needs 64-bit indices
// No package is written for them.
// RUN: rm -rf %t.package
// RUN: not lift-run %s --entry=count --size=N=65536 --emit-package=%t.package --cache= 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not ls %t.package
// RUN: lift-run %s --entry=count --size=N=100 --emit-package=%t.package --cache=
func.func @count(%x: !lift.array<N x f32>) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %ones = lift.broadcast %one sizes [N * N] : i32
  %s = lift.reduce (%e = %ones : !lift.array<(N * N) x i32>) init (%acc = %zero : i32) {
    %t = arith.addi %acc, %e : i32
    lift.yield %t : i32
  }
  return %s : i32
}
