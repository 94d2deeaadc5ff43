// Two tables are read at one index that is computed: one map computes and stores it.
// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-normalize,lift-fuse-producers))' --split-input-file | FileCheck %s
// RUN: split-file %s %t
// RUN: lift-run %t/same.mlir --verify --target=nvidia-h200 --size=N=130,T=7
// RUN: lift-run %t/same.mlir --verify --size=N=1,T=1

//--- same.mlir
// CHECK-LABEL: @same
// CHECK-COUNT-1: arith.remui
// CHECK-NOT: arith.remui
func.func @same(%k: !lift.array<N x i32>, %keys: !lift.array<T x 4 x i32>, %values: !lift.array<T x 4 x i64>) -> !lift.array<N x i64> {
  %zero = arith.constant 0 : i64
  %size = lift.size T : index
  %n = arith.index_cast %size : index to i32
  %r = lift.map (%e = %k : !lift.array<N x i32>) {
    %h = arith.remui %e, %n : i32
    %i = arith.index_cast %h : i32 to index
    %bucket = lift.at in_bounds %keys[%i] : !lift.array<T x 4 x i32>
    %value = lift.at in_bounds %values[%i] : !lift.array<T x 4 x i64>
    %found = lift.reduce associative commutative (%a = %bucket, %b = %value : !lift.array<4 x i32>, !lift.array<4 x i64>) init (%acc = %zero : i64) {
      %is = arith.cmpi eq, %a, %e : i32
      %v = arith.select %is, %b, %zero : i64
      %s = arith.addi %acc, %v : i64
      lift.yield %s : i64
    }
    lift.yield %found : i64
  }
  return %r : !lift.array<N x i64>
}
// CHECK-LABEL: @other
// CHECK-COUNT-2: arith.remui

//--- other.mlir
// -----
func.func @other(%k: !lift.array<N x i32>, %x: !lift.array<T x 4 x i32>, %y: !lift.array<S x 4 x i32>) -> !lift.array<N x i32> {
  %zero = arith.constant 0 : i32
  %sizeX = lift.size T : index
  %sizeY = lift.size S : index
  %n = arith.index_cast %sizeX : index to i32
  %m = arith.index_cast %sizeY : index to i32
  %r = lift.map (%e = %k : !lift.array<N x i32>) {
    %h = arith.remui %e, %n : i32
    %g = arith.remui %e, %m : i32
    %i = arith.index_cast %h : i32 to index
    %j = arith.index_cast %g : i32 to index
    %p = lift.at in_bounds %x[%i] : !lift.array<T x 4 x i32>
    %q = lift.at in_bounds %y[%j] : !lift.array<S x 4 x i32>
    %s = lift.reduce associative commutative (%a = %p, %b = %q : !lift.array<4 x i32>, !lift.array<4 x i32>) init (%acc = %zero : i32) {
      %v = arith.muli %a, %b : i32
      %t = arith.addi %acc, %v : i32
      lift.yield %t : i32
    }
    lift.yield %s : i32
  }
  return %r : !lift.array<N x i32>
}
