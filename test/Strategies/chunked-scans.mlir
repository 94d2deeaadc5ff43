// Scans in order, a few elements of each column or row at a time in registers.
// RUN: split-file %s %t
// DEFINE: %{sizes} =
// DEFINE: %{program} = columns
// DEFINE: %{target} = nvidia-h200
// DEFINE: %{schedules} = lift-opt %t/%{program}.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=%{target} sizes=%{sizes} print-schedules}))'
// DEFINE: %{verify} = lift-run --verify --target

// REDEFINE: %{sizes} = T=8192,C=4096
// RUN: %{schedules} | FileCheck %s
// CHECK: // scans in chunks
// CHECK: // chunks of 32, and 32 work-items for a group
// CHECK: transform.lift.chunk_map {{.*}} by "32" :
// CHECK: transform.lift.chunk_scan {{.*}} by 32 :
// CHECK: transform.lift.map_to {{.*}} ["wrg(0)"]
// CHECK: transform.lift.map_to {{.*}} ["lcl(0)"]
// REDEFINE: %{program} = rows
// RUN: %{schedules} | FileCheck %s --check-prefix=ROWS
// ROWS: // chunks of 32, and 32 work-items for a group
// ROWS: transform.lift.chunk_scan {{.*}} by 32 {vector = 4} :
// Two arrays of large numbers, and what their scans give, have fewer registers
// each.
// REDEFINE: %{program} = two
// RUN: %{schedules} | FileCheck %s --check-prefix=TWO
// TWO: transform.lift.chunk_scan {{.*}} by 16 {vector = 4} :
// REDEFINE: %{program} = rows
// REDEFINE: %{sizes} = T=8190,C=4097
// RUN: %{schedules} | FileCheck %s --check-prefix=ODD
// ODD: transform.lift.chunk_map {{.*}} by "32" {padded} :
// ODD: transform.lift.chunk_scan {{.*}} by 32 {padded} :

// Columns enough for vectors of them, few steps, and other devices.
// REDEFINE: %{program} = columns
// REDEFINE: %{sizes} = T=100,C=1048576
// RUN: %{schedules} | FileCheck %s --check-prefix=NONE
// REDEFINE: %{sizes} = T=31,C=4096
// RUN: %{schedules} | FileCheck %s --check-prefix=NONE
// REDEFINE: %{target} = mali-g610
// REDEFINE: %{sizes} = T=8192,C=4096
// RUN: %{schedules} | FileCheck %s --check-prefix=NONE
// NONE-NOT: // scans in chunks
// NONE: // scans of columns

// What stands beyond the end must not be divided by.
// REDEFINE: %{program} = division
// REDEFINE: %{target} = nvidia-h200
// REDEFINE: %{sizes} = T=8192,C=4096
// RUN: %{schedules} | FileCheck %s
// REDEFINE: %{sizes} = T=8191,C=4096
// RUN: %{schedules} | FileCheck %s --check-prefix=NONE

// The end of a chunk is in a register, and chunks are stored where they belong.
// RUN: lift-run %t/columns.mlir --target=nvidia-h200 --size=T=67,C=33 --print-kernel --verify | FileCheck %s --check-prefix=KERNEL
// KERNEL-NOT: global float *{{(restrict )?}}tmp
// KERNEL: float acc = 0.0f;
// KERNEL: OK

// RUN: %{verify}=nvidia-h200 %t/columns.mlir --size=T=64,C=64 | FileCheck %s --check-prefix=OK
// RUN: %{verify}=nvidia-h200 %t/columns.mlir --size=T=101,C=1 | FileCheck %s --check-prefix=OK
// RUN: %{verify}=nvidia-h200 %t/columns.mlir --size=T=1,C=1 | FileCheck %s --check-prefix=OK
// RUN: %{verify}=nvidia-h200 %t/rows.mlir --size=T=128,C=33 | FileCheck %s --check-prefix=OK
// RUN: %{verify}=nvidia-h200 %t/rows.mlir --size=T=100,C=7 | FileCheck %s --check-prefix=OK
// RUN: %{verify}=nvidia-h200 %t/rows.mlir --size=T=131,C=64 | FileCheck %s --check-prefix=OK
// RUN: %{verify}=nvidia-h200 %t/two.mlir --size=T=96,C=5 | FileCheck %s --check-prefix=OK
// RUN: %{verify}=nvidia-h200 %t/two.mlir --size=T=77,C=37 | FileCheck %s --check-prefix=OK
// RUN: %{verify}=nvidia-h200 %t/division.mlir --size=T=64,C=5 | FileCheck %s --check-prefix=OK
// RUN: %{verify}=nvidia-h200 %t/batch.mlir --size=B=3,T=77,C=35 | FileCheck %s --check-prefix=OK
// OK: verify: {{.*}} OK

//--- columns.mlir
func.func @columns(%x: !lift.array<T x C x f32>, %a: !lift.array<C x f32>) -> !lift.array<T x C x f32> {
  %zero = arith.constant 0.0 : f32
  %columns = lift.transpose %x : !lift.array<T x C x f32>
  %r = lift.map (%column = %columns, %factor = %a : !lift.array<C x T x f32>, !lift.array<C x f32>) {
    %s = lift.scan (%e = %column : !lift.array<T x f32>) init (%acc = %zero : f32) {
      %scaled = arith.mulf %acc, %factor : f32
      %next = arith.addf %scaled, %e : f32
      lift.yield %next : f32
    }
    lift.yield %s : !lift.array<T x f32>
  }
  %t = lift.transpose %r : !lift.array<C x T x f32>
  return %t : !lift.array<T x C x f32>
}

//--- rows.mlir
func.func @rows(%x: !lift.array<C x T x f32>, %a: f32) -> !lift.array<C x T x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%row = %x : !lift.array<C x T x f32>) {
    %s = lift.scan (%e = %row : !lift.array<T x f32>) init (%acc = %zero : f32) {
      %d = arith.subf %e, %acc : f32
      %p = arith.mulf %a, %d : f32
      %next = arith.addf %acc, %p : f32
      lift.yield %next : f32
    }
    lift.yield %s : !lift.array<T x f32>
  }
  return %r : !lift.array<C x T x f32>
}

//--- two.mlir
func.func @two(%x: !lift.array<C x T x f64>, %y: !lift.array<C x T x f64>) -> (!lift.array<C x T x f64>, !lift.array<C x T x f64>) {
  %zero = arith.constant 0.0 : f64
  %r:2 = lift.map (%row = %x, %other = %y : !lift.array<C x T x f64>, !lift.array<C x T x f64>) {
    %s:2 = lift.scan (%e = %row, %f = %other : !lift.array<T x f64>, !lift.array<T x f64>) init (%a = %zero, %b = %zero : f64, f64) {
      %p = arith.mulf %a, %e : f64
      %next = arith.addf %p, %f : f64
      %q = arith.maximumf %b, %next : f64
      lift.yield %next, %q : f64, f64
    }
    lift.yield %s#0, %s#1 : !lift.array<T x f64>, !lift.array<T x f64>
  }
  return %r#0, %r#1 : !lift.array<C x T x f64>, !lift.array<C x T x f64>
}

//--- division.mlir
func.func @division(%x: !lift.array<T x C x i32>) -> !lift.array<T x C x i32> {
  %start = arith.constant 1000 : i32
  %one = arith.constant 1 : i32
  %columns = lift.transpose %x : !lift.array<T x C x i32>
  %r = lift.map (%column = %columns : !lift.array<C x T x i32>) {
    %s = lift.scan (%e = %column : !lift.array<T x i32>) init (%acc = %start : i32) {
      %square = arith.muli %e, %e : i32
      %divisor = arith.maxsi %square, %one : i32
      %quotient = arith.divsi %acc, %divisor : i32
      %next = arith.addi %quotient, %e : i32
      lift.yield %next : i32
    }
    lift.yield %s : !lift.array<T x i32>
  }
  %t = lift.transpose %r : !lift.array<C x T x i32>
  return %t : !lift.array<T x C x i32>
}

//--- batch.mlir
func.func @batch(%x: !lift.array<B x T x C x f32>) -> !lift.array<B x T x C x f32> {
  %zero = arith.constant 0.0 : f32
  %columns = lift.transpose %x permutation [0, 2, 1] : !lift.array<B x T x C x f32>
  %r = lift.map (%p = %columns : !lift.array<B x C x T x f32>) {
    %q = lift.map (%column = %p : !lift.array<C x T x f32>) {
      %s = lift.scan (%e = %column : !lift.array<T x f32>) init (%acc = %zero : f32) {
        %d = arith.subf %e, %acc : f32
        %next = arith.mulf %d, %d : f32
        lift.yield %next : f32
      }
      lift.yield %s : !lift.array<T x f32>
    }
    lift.yield %q : !lift.array<C x T x f32>
  }
  %t = lift.transpose %r permutation [0, 2, 1] : !lift.array<B x C x T x f32>
  return %t : !lift.array<B x T x C x f32>
}
