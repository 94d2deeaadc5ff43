// An index that one kernel computes and another one uses is no number of 32 bits, also
// where indices of such count bytes.
// REQUIRES: pocl
// RUN: lift-run %s --size=N=5 --size=M=7 --verify --target=mali-g72 --print-kernel | FileCheck %s
// RUN: lift-run %s --size=N=1 --size=M=1 --verify --target=mali-g72 | FileCheck %s --check-prefix=RIGHT
// CHECK: kernel void pick_1(
// CHECK: arg1[0]
// CHECK: OK
// RIGHT: OK
func.func @pick(%x: !lift.array<N x f32>, %numbers: !lift.array<M x i32>) -> !lift.array<2 x f32> {
  %zero = arith.constant 0 : i32
  %outside = arith.constant -1.0 : f32
  %sum = lift.reduce (%number = %numbers : !lift.array<M x i32>) init (%acc = %zero : i32) {
    %next = arith.addi %acc, %number : i32
    lift.yield %next : i32
  }
  %i = arith.index_cast %sum : i32 to index
  %v = lift.at %x[%i] default(%outside : f32) : !lift.array<N x f32>
  %r = lift.broadcast %v sizes [2] : f32
  return %r : !lift.array<2 x f32>
}
