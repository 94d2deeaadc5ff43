// Threads of a CPU go through several parts at the same time, where steps have an order:
// of a scan, and of what the parts reduce to if these may not be reordered.
// RUN: split-file %s %t
// DEFINE: %{file} = scan
// DEFINE: %{target} = pocl
// DEFINE: %{sizes} = N=4194304
// DEFINE: %{schedules} = lift-opt %t/%{file}.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=%{target} sizes=%{sizes} print-schedules}))' -o /dev/null
// RUN: %{schedules} | FileCheck %s --check-prefix=SCAN
// SCAN: // 3 parts of 4224 at the same time
// SCAN: transform.lift.split_scan {{.*}} by "4224" {padded, multiple = 3, space = "global"}
// SCAN: transform.lift.chunk_map {{.*}} by "3"
// SCAN: transform.lift.exchange_scan {{.*}} {apart}
// SCAN: transform.lift.block {{.*}} {chunks = {{\[\[}}3], []]
// SCAN: transform.lift.place_accumulators
// REDEFINE: %{file} = reduction
// RUN: %{schedules} | FileCheck %s --check-prefix=REDUCTION
// REDUCTION: transform.lift.split_reduction {{.*}} by "4224" {{.*}}multiple = 12672
// REDUCTION: transform.lift.block {{.*}} {chunks = {{\[\[}}3], []]

// Parts are equal ones, and do not begin at the same lines of a cache.
// REDEFINE: %{file} = scan
// REDEFINE: %{sizes} = N=30720
// RUN: %{schedules} | FileCheck %s --check-prefix=LINES
// LINES: // 3 parts of 3456 at the same time

// One thread does what is short; other devices have groups.
// REDEFINE: %{sizes} = N=16384
// RUN: %{schedules} | FileCheck %s --check-prefix=SHORT
// REDEFINE: %{file} = reduction
// RUN: %{schedules} | FileCheck %s --check-prefix=SHORT
// SHORT: // all by one thread
// SHORT-NOT: transform.lift.split
// REDEFINE: %{target} = mali-g72
// REDEFINE: %{sizes} = N=4194304
// RUN: %{schedules} | FileCheck %s --check-prefix=OTHERS
// REDEFINE: %{file} = scan
// RUN: %{schedules} | FileCheck %s --check-prefix=OTHERS
// OTHERS-NOT: at the same time

// The states are registers, and nothing is stored twice.
// RUN: lift-run %t/scan.mlir --target=pocl --size=N=100000 --forms=opencl-c --emit-package=%t.package
// RUN: FileCheck %s --check-prefix=KERNEL --input-file=%t.package/kernels.cl
// KERNEL-LABEL: kernel void scan_2(
// KERNEL-NOT: tmp
// KERNEL: if (v{{.*}} < N - {{[0-9]+}}) {
// KERNEL-NEXT: for (int i = 1;
// KERNEL-NOT: min
// KERNEL: const float [[NEXT:.*]] = priv[j] * 0.5f + x[
// KERNEL-NEXT: out[{{.*}}] = [[NEXT]];
// KERNEL-NEXT: priv[j] = [[NEXT]];

// Rows are such parts, too, if there are some.
// REDEFINE: %{file} = rows
// REDEFINE: %{target} = pocl
// REDEFINE: %{sizes} = M=100,N=33
// RUN: %{schedules} | FileCheck %s --check-prefix=ROWS
// ROWS: // scans of rows, some at a time
// ROWS: transform.lift.chunk_map {{.*}} by "3" {padded}
// ROWS: transform.lift.exchange_scan {{.*}} {apart}
// REDEFINE: %{sizes} = M=2,N=33
// RUN: %{schedules} | FileCheck %s --check-prefix=FEW --allow-empty
// REDEFINE: %{sizes} = M=100,N=33
// REDEFINE: %{target} = mali-g72
// RUN: %{schedules} | FileCheck %s --check-prefix=FEW --allow-empty
// FEW-NOT: some at a time

// DEFINE: %{verify} = lift-run %t/%{file}.mlir --target=pocl --cache= --size=%{sizes} --verify --rtol=1e-4 --atol=1e-4 | FileCheck %s --check-prefix=OK
// OK: verify: {{.*}} OK
// REDEFINE: %{file} = scan
// REDEFINE: %{sizes} = N=1
// RUN: %if pocl %{ %{verify} %}
// REDEFINE: %{sizes} = N=16385
// RUN: %if pocl %{ %{verify} %}
// REDEFINE: %{sizes} = N=30720
// RUN: %if pocl %{ %{verify} %}
// REDEFINE: %{sizes} = N=40009
// RUN: %if pocl %{ %{verify} %}
// REDEFINE: %{file} = reduction
// RUN: %if pocl %{ %{verify} %}
// REDEFINE: %{sizes} = N=16385
// RUN: %if pocl %{ %{verify} %}
// REDEFINE: %{file} = sums
// RUN: %if pocl %{ %{verify} %}

// REDEFINE: %{file} = rows
// REDEFINE: %{sizes} = M=1,N=1
// RUN: %if pocl %{ %{verify} %}
// REDEFINE: %{sizes} = M=7,N=101
// RUN: %if pocl %{ %{verify} %}
// REDEFINE: %{sizes} = M=12,N=64
// RUN: %if pocl %{ %{verify} %}

// All sizes, by a package.
// RUN: lift-run %t/scan.mlir --target=pocl --forms=opencl-c --emit-package=%t.all
// RUN: %if pocl %{ lift-launch %t.all --size=N=7 %}
// RUN: %if pocl %{ lift-launch %t.all --size=N=50021 %}

//--- scan.mlir
func.func @scan(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %r = lift.scan associative (%e = %x : !lift.array<N x f32>) init (%acc = %zero : f32) {
    %p = arith.mulf %acc, %half : f32
    %n = arith.addf %p, %e : f32
    lift.yield %n : f32
  }
  return %r : !lift.array<N x f32>
}

//--- rows.mlir
// An order that must stay is no obstacle.
func.func @rows(%x: !lift.array<M x N x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %r = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %s = lift.scan (%e = %row : !lift.array<N x f32>) init (%acc = %zero : f32) {
      %q = arith.mulf %acc, %acc : f32
      %p = arith.mulf %q, %half : f32
      %n = arith.subf %e, %p : f32
      lift.yield %n : f32
    }
    lift.yield %s : !lift.array<N x f32>
  }
  return %r : !lift.array<M x N x f32>
}

//--- reduction.mlir
func.func @reduction(%x: !lift.array<N x f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %r = lift.reduce associative (%e = %x : !lift.array<N x f32>) init (%acc = %zero : f32) {
    %p = arith.mulf %acc, %half : f32
    %n = arith.addf %p, %e : f32
    lift.yield %n : f32
  }
  return %r : f32
}

//--- sums.mlir
// Sums that may be added up in any order, of integers and of f64.
func.func @sums(%x: !lift.array<N x i32>, %y: !lift.array<N x f64>) -> (!lift.array<N x i32>, !lift.array<N x f64>) {
  %zero = arith.constant 0 : i32
  %start = arith.constant 0.0 : f64
  %r:2 = lift.scan associative (%e = %x, %f = %y : !lift.array<N x i32>, !lift.array<N x f64>) init (%acc = %zero, %sum = %start : i32, f64) {
    %n = arith.addi %acc, %e : i32
    %m = arith.addf %sum, %f : f64
    lift.yield %n, %m : i32, f64
  }
  return %r#0, %r#1 : !lift.array<N x i32>, !lift.array<N x f64>
}
