// Rows that cannot be reduced in lanes are not asked to be: of what is looked up, and
// where a step subtracts from its accumulator.
//
// RUN: split-file %s %t
// DEFINE: %{run} = lift-run --verify --rtol=1e-3 --input-kind=positive
// RUN: %{run} %t/looked-up.mlir --target=nvidia-h200 --size=M=128,K=64,N=64 2>&1 | FileCheck %s
// RUN: %{run} %t/looked-up.mlir --target=pocl --size=M=128,K=64,N=64 2>&1 | FileCheck %s
// RUN: %{run} %t/subtracted.mlir --target=nvidia-h200 --size=M=64,N=256 2>&1 | FileCheck %s
// RUN: %{run} %t/subtracted.mlir --target=pocl --size=M=64,N=256 2>&1 | FileCheck %s
// RUN: %{run} %t/rows.mlir --target=nvidia-h200 --size=M=64,K=256,N=9 2>&1 | FileCheck %s
// CHECK-NOT: warning
// CHECK: verify: {{.*}} OK

//--- looked-up.mlir
func.func @looked_up(%val: !lift.array<M x K x f32>, %col: !lift.array<M x K x i32>, %x: !lift.array<N x f32>) -> !lift.array<M x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%v = %val, %c = %col : !lift.array<M x K x f32>, !lift.array<M x K x i32>) {
    %sum = lift.reduce associative commutative (%e = %v, %i = %c : !lift.array<K x f32>, !lift.array<K x i32>) init (%acc = %zero : f32) {
      %j = arith.index_cast %i : i32 to index
      %a = lift.at %x[%j] default(%zero : f32) : !lift.array<N x f32>
      %p = arith.mulf %e, %a : f32
      %s = arith.addf %acc, %p : f32
      lift.yield %s : f32
    }
    lift.yield %sum : f32
  }
  return %r : !lift.array<M x f32>
}

//--- subtracted.mlir
func.func @subtracted(%x: !lift.array<M x N x f32>) -> !lift.array<M x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %sum = lift.reduce associative commutative (%e = %row : !lift.array<N x f32>) init (%acc = %zero : f32) {
      %l = math.log %e : f32
      %p = arith.mulf %e, %l : f32
      %s = arith.subf %acc, %p : f32
      lift.yield %s : f32
    }
    lift.yield %sum : f32
  }
  return %r : !lift.array<M x f32>
}

//--- rows.mlir
func.func @rows(%x: !lift.array<M x K x i32>, %table: !lift.array<N x f32>) -> !lift.array<M x K x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%row = %x : !lift.array<M x K x i32>) {
    %sum = lift.reduce associative commutative (%e = %row : !lift.array<K x i32>) init (%acc = %zero : f32) {
      %f = arith.sitofp %e : i32 to f32
      %s = arith.addf %acc, %f : f32
      lift.yield %s : f32
    }
    %m = lift.map (%e = %row : !lift.array<K x i32>) {
      %j = arith.index_cast %e : i32 to index
      %a = lift.at %table[%j] default(%zero : f32) : !lift.array<N x f32>
      %s = arith.divf %a, %sum : f32
      lift.yield %s : f32
    }
    lift.yield %m : !lift.array<K x f32>
  }
  return %r : !lift.array<M x K x f32>
}
