// A function that takes and returns numbers alone is found by what it does.
// REQUIRES: pocl
// RUN: lift-run %s --device=%pocl --verify | FileCheck %s
// CHECK: @sum
// CHECK: verify: 1 elements, max abs error 0, OK
func.func @sum(%x: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %same = lift.broadcast %x sizes [5] : i32
  %sum = lift.reduce (%e = %same : !lift.array<5 x i32>) init (%acc = %zero : i32) {
    %next = arith.addi %acc, %e : i32
    lift.yield %next : i32
  }
  return %sum : i32
}

// Nothing to run: not asked which of the two is meant.
func.func @twice(%x: i32) -> i32 {
  %y = arith.addi %x, %x : i32
  return %y : i32
}
