// A thread of a CPU scans a row and does what else is done to it, while it is in its
// cache; other devices have groups, and so has what is done along columns.
// DEFINE: %{file} = %s
// DEFINE: %{target} = pocl
// DEFINE: %{kernels} = lift-run %{file} --target=%{target} --size=M=300,N=203 --forms=opencl-c --emit-package=%t.package && FileCheck %s --input-file=%t.package/kernels.cl
// RUN: split-file %s %t
// REDEFINE: %{file} = %t/rows.mlir
// RUN: %{kernels} --check-prefix=ONE
// ONE: kernel void places_0(
// ONE-NOT: kernel void
// ONE: tmp[
// ONE: vstore16(
// ONE-NOT: kernel void
// REDEFINE: %{file} = %t/columns.mlir
// RUN: %{kernels} --check-prefix=SEVERAL
// REDEFINE: %{file} = %t/rows.mlir
// REDEFINE: %{target} = nvidia-h200
// RUN: %{kernels} --check-prefix=SEVERAL
// SEVERAL: kernel void places_1(

// DEFINE: %{sizes} =
// DEFINE: %{verify} = lift-run %t/rows.mlir --target=pocl --cache= --size=%{sizes} --verify | FileCheck %s --check-prefix=OK && lift-run %t/columns.mlir --target=pocl --cache= --size=%{sizes} --verify | FileCheck %s --check-prefix=OK
// OK: verify: {{.*}} OK
// REDEFINE: %{sizes} = M=1,N=1
// RUN: %if pocl %{ %{verify} %}
// REDEFINE: %{sizes} = M=13,N=133
// RUN: %if pocl %{ %{verify} %}
// REDEFINE: %{sizes} = M=64,N=64
// RUN: %if pocl %{ %{verify} %}

//--- rows.mlir
// The places of what is above a threshold.
func.func @places(%x: !lift.array<M x N x f32>, %t: !lift.array<M x f32>) -> !lift.array<M x N x i32> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %none = arith.constant -1 : i32
  %r = lift.map (%row = %x, %least = %t : !lift.array<M x N x f32>, !lift.array<M x f32>) {
    %flags = lift.map (%e = %row : !lift.array<N x f32>) {
      %is = arith.cmpf ogt, %e, %least : f32
      %flag = arith.select %is, %one, %zero : i32
      lift.yield %flag : i32
    }
    %sums = lift.scan associative (%flag = %flags : !lift.array<N x i32>) init (%acc = %zero : i32) {
      %next = arith.addi %acc, %flag : i32
      lift.yield %next : i32
    }
    %places = lift.map (%e = %row, %s = %sums : !lift.array<N x f32>, !lift.array<N x i32>) {
      %is = arith.cmpf ogt, %e, %least : f32
      %before = arith.subi %s, %one : i32
      %place = arith.select %is, %before, %none : i32
      lift.yield %place : i32
    }
    lift.yield %places : !lift.array<N x i32>
  }
  return %r : !lift.array<M x N x i32>
}

//--- columns.mlir
func.func @places(%x: !lift.array<M x N x f32>, %t: !lift.array<N x f32>) -> !lift.array<N x M x i32> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %none = arith.constant -1 : i32
  %columns = lift.transpose %x : !lift.array<M x N x f32>
  %r = lift.map (%column = %columns, %least = %t : !lift.array<N x M x f32>, !lift.array<N x f32>) {
    %flags = lift.map (%e = %column : !lift.array<M x f32>) {
      %is = arith.cmpf ogt, %e, %least : f32
      %flag = arith.select %is, %one, %zero : i32
      lift.yield %flag : i32
    }
    %sums = lift.scan associative (%flag = %flags : !lift.array<M x i32>) init (%acc = %zero : i32) {
      %next = arith.addi %acc, %flag : i32
      lift.yield %next : i32
    }
    %places = lift.map (%e = %column, %s = %sums : !lift.array<M x f32>, !lift.array<M x i32>) {
      %is = arith.cmpf ogt, %e, %least : f32
      %before = arith.subi %s, %one : i32
      %place = arith.select %is, %before, %none : i32
      lift.yield %place : i32
    }
    lift.yield %places : !lift.array<M x i32>
  }
  return %r : !lift.array<N x M x i32>
}
