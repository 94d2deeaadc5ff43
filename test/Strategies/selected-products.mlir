// The least of many sums, and its index, for each row of one matrix and column
// of another: tiles, in which a work-item goes through all sums in order, so that
// it compares no indices, and no parts, which would.

// RUN: lift-opt %s --mlir-disable-threading -o /dev/null --lift-fuse-producers --lift-optimize='target=nvidia-h200 sizes=M=1024,N=1024,K=1024 print-schedules' | FileCheck %s
// CHECK-NOT: contraction in parts
// CHECK: contraction in local tiles
// CHECK-NEXT: transform.lift.match_pattern
// CHECK-NEXT: the first of the best, in order
// RUN: lift-run %s --entry=least --target=nvidia-h200 --size=M=1024,N=1024,K=1024 --forms=opencl-c --cache= --emit-package=%t.package
// RUN: FileCheck %s --check-prefix=KERNEL < %t.package/kernels.cl
// KERNEL-COUNT-1: kernel void
// KERNEL-NOT: kernel void
// KERNEL-NOT: ==

// DEFINE: %{sizes} = M=64,N=128,K=96
// DEFINE: %{kind} = special
// DEFINE: %{target} = nvidia-h200
// DEFINE: %{run} = lift-run %s --entry=least --verify --cache= --target=%{target} --input-kind=%{kind} --size=%{sizes} | FileCheck %s --check-prefix=OK
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{sizes} = M=67,N=70,K=101
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{kind} = integer
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{target} = pocl
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{sizes} = M=1,N=1,K=1
// RUN: %if pocl %{ %{run} %}
// OK: verify: {{.*}} OK

func.func @least(%a: !lift.array<M x K x f32>, %b: !lift.array<K x N x f32>) -> (!lift.array<M x N x f32>, !lift.array<M x N x i32>) {
  %far = arith.constant 0x7F800000 : f32
  %none = arith.constant -1 : i32
  %columns = lift.transpose %b : !lift.array<K x N x f32>
  %places = lift.generate (%k < K) {
    %n = arith.index_cast %k : index to i32
    lift.yield %n : i32
  }
  %r:2 = lift.map (%row = %a : !lift.array<M x K x f32>) {
    %c:2 = lift.map (%column = %columns : !lift.array<N x K x f32>) {
      %s:2 = lift.reduce (%x = %row, %y = %column, %k = %places : !lift.array<K x f32>, !lift.array<K x f32>, !lift.array<K x i32>) init (%least = %far, %place = %none : f32, i32) {
        %d = arith.addf %x, %y : f32
        %isLess = arith.cmpf olt, %d, %least : f32
        %l = arith.select %isLess, %d, %least : f32
        %p = arith.select %isLess, %k, %place : i32
        lift.yield %l, %p : f32, i32
      }
      lift.yield %s#0, %s#1 : f32, i32
    }
    lift.yield %c#0, %c#1 : !lift.array<N x f32>, !lift.array<N x i32>
  }
  return %r#0, %r#1 : !lift.array<M x N x f32>, !lift.array<M x N x i32>
}
