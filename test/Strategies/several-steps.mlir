// Bodies that no strategy fits, and that compute long rows beside other things, are
// divided: each of these has work-items of its own.
//
// RUN: split-file %s %t
// DEFINE: %{plan} = lift-opt -o /dev/null --remarks-filter='lift.*' --remark-policy=all
// RUN: %{plan} %t/equalise.mlir --lift-normalize --lift-optimize='target=nvidia-h200 sizes=B=512,N=4096 print-schedules' 2>&1 | FileCheck %s
// CHECK-DAG: Remark="histograms and what is made of them"
// CHECK-DAG: Remark="several steps of long rows"
// CHECK-DAG: Remark="scans of rows"
// CHECK-DAG: Remark="elementwise maps"
// CHECK: // several steps of long rows
// CHECK: // each thing that is done to rows
// CHECK: transform.lift.divide_map {{.*}} {for_all}
// RUN: %{plan} %t/differences.mlir --lift-normalize --lift-optimize='target=nvidia-h200 sizes=B=64,N=4096' 2>&1 | FileCheck %s --check-prefix=LONG
// LONG: Remark="several steps of long rows"
// LONG-NOT: no strategy

// Not short rows, nor on a CPU.
// RUN: %{plan} %t/differences.mlir --lift-normalize --lift-optimize='target=nvidia-h200 sizes=B=64,N=100' 2>&1 | FileCheck %s --check-prefix=SHORT
// SHORT: no strategy fits: {{.*}}computes no rows that are known to be long (several steps of long rows)
// RUN: %{plan} %t/differences.mlir --lift-normalize --lift-optimize='target=pocl sizes=B=64,N=4096' 2>&1 | FileCheck %s --check-prefix=CPU
// CPU-NOT: several steps of long rows"

// DEFINE: %{run} = lift-run --verify
// RUN: %if pocl %{ %{run} %t/equalise.mlir --target=nvidia-h200 --size=B=3,N=1000 | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ %{run} %t/equalise.mlir --target=nvidia-h200 --size=B=1,N=128 | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ %{run} %t/differences.mlir --target=nvidia-h200 --size=B=3,N=331 | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ %{run} %t/differences.mlir --target=opencl --size=B=5,N=1024 | FileCheck %s --check-prefix=OK %}
// OK: OK

//--- equalise.mlir
// The rank of each byte of an image, in the histogram of the image.
func.func @equalise(%x: !lift.array<B x N x i8>) -> !lift.array<B x N x i32> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %zeros = lift.broadcast %zero sizes [256] : i32
  %r = lift.map (%bytes = %x : !lift.array<B x N x i8>) {
    %k = lift.map (%b = %bytes : !lift.array<N x i8>) {
      %i = arith.extui %b : i8 to i32
      lift.yield %i : i32
    }
    %counts = lift.scatter_reduce (%i = %k : !lift.array<N x i32>) init (%bin = %zeros : !lift.array<256 x i32>) {
      %n = arith.addi %bin, %one : i32
      lift.yield %n : i32
    }
    %sums = lift.scan associative (%c = %counts : !lift.array<256 x i32>) init (%acc = %zero : i32) {
      %s = arith.addi %acc, %c : i32
      lift.yield %s : i32
    }
    %ranks = lift.map (%i = %k : !lift.array<N x i32>) {
      %j = arith.index_cast %i : i32 to index
      %e = lift.at in_bounds %sums[%j] : !lift.array<256 x i32>
      lift.yield %e : i32
    }
    lift.yield %ranks : !lift.array<N x i32>
  }
  return %r : !lift.array<B x N x i32>
}

//--- differences.mlir
// Differences of a row, and of these, each of which the last numbers are looked up in.
func.func @differences(%x: !lift.array<B x N x i32>, %k: !lift.array<B x N x i32>) -> !lift.array<B x N x i32> {
  %zero = arith.constant 0 : i32
  %r = lift.map (%row = %x, %places = %k : !lift.array<B x N x i32>, !lift.array<B x N x i32>) {
    %p = lift.pad %row low [1] high [0] constant(%zero : i32) : !lift.array<N x i32>
    %before = lift.take %p size [N] : !lift.array<(N + 1) x i32>
    %d = lift.map (%a = %row, %b = %before : !lift.array<N x i32>, !lift.array<N x i32>) {
      %s = arith.subi %a, %b : i32
      lift.yield %s : i32
    }
    %e = lift.map (%i = %places, %a = %d : !lift.array<N x i32>, !lift.array<N x i32>) {
      %j = arith.index_cast %i : i32 to index
      %b = lift.at %d[%j] default(%zero : i32) : !lift.array<N x i32>
      %s = arith.subi %a, %b : i32
      lift.yield %s : i32
    }
    lift.yield %e : !lift.array<N x i32>
  }
  return %r : !lift.array<B x N x i32>
}
