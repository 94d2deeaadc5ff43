// RUN: split-file %s %t
// DEFINE: %{sizes} =
// DEFINE: %{program} = columns
// DEFINE: %{target} = nvidia-h200
// DEFINE: %{schedules} = lift-opt %t/%{program}.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=%{target} sizes=%{sizes} print-schedules}))'
// DEFINE: %{verify} = lift-run --verify --target
// DEFINE: %{race} = %lift_src_root/utils/oclgrind-run.sh lift-run --verify --target=nvidia-h200

// Columns enough for a device: a work-item scans a vector of these, in order,
// whether or not it has to.
// REDEFINE: %{sizes} = M=100,N=1048576
// RUN: %{schedules} | FileCheck %s
// REDEFINE: %{program} = ordered
// RUN: %{schedules} | FileCheck %s
// CHECK: // scans of columns
// CHECK: // 4 columns for a work-item
// CHECK: transform.lift.widen {{.*}} by 4
// CHECK: transform.lift.unroll {{.*}} by 8
// CHECK: transform.lift.map_to {{.*}} ["glb(0)"]

// Too few of them are scanned in parts, if they may be.
// REDEFINE: %{sizes} = M=4096,N=4096
// RUN: %{schedules} | FileCheck %s --check-prefix=ORDERED
// ORDERED: // scans in chunks
// ORDERED: // chunks of 32
// REDEFINE: %{program} = columns
// RUN: %{schedules} | FileCheck %s --check-prefix=PARTS
// PARTS: // scans in parts
// PARTS: // parts of 64
// PARTS: transform.lift.split_scan {{.*}} by "64"
// PARTS: transform.lift.fission_map
// PARTS: transform.lift.block {{.*}} order = {{\[}}[1, 0], [0, 0], [2, 0]]
// PARTS: // scans of columns
// PARTS: // 4 columns for a work-item
// PARTS: // scans in chunks
// PARTS: // chunks of 32
// PARTS: // reduction of columns

// Short columns are not.
// REDEFINE: %{sizes} = M=63,N=100
// RUN: %{schedules} | FileCheck %s --check-prefix=SHORT
// SHORT-NOT: // scans in parts
// SHORT: // scans in chunks

// On a CPU, a vector of columns for each work-item; those that are no whole vector
// are apart, and few columns are left as they are.
// REDEFINE: %{target} = pocl
// REDEFINE: %{sizes} = M=4096,N=4096
// RUN: %{schedules} | FileCheck %s --check-prefix=CPU
// CPU: // 16 columns for a work-item
// REDEFINE: %{sizes} = M=4096,N=4095
// RUN: %{schedules} | FileCheck %s --check-prefix=APART
// APART: transform.lift.peel {{.*}} dim 0 first "16 * (N floordiv 16)"
// APART: // 16 columns for a work-item
// REDEFINE: %{sizes} = M=4096,N=31
// RUN: %{schedules} | FileCheck %s --check-prefix=NONE --allow-empty
// NONE-NOT: transform.

// RUN: %{verify}=nvidia-h200 %t/columns.mlir --size=M=1024,N=256 | FileCheck %s --check-prefix=OK
// RUN: %{verify}=nvidia-h200 %t/columns.mlir --size=M=257,N=509 | FileCheck %s --check-prefix=OK
// RUN: %{verify}=nvidia-h200 %t/columns.mlir --size=M=3,N=140000 | FileCheck %s --check-prefix=OK
// RUN: %{verify}=nvidia-h200 %t/columns.mlir --size=M=70,N=1 | FileCheck %s --check-prefix=OK
// RUN: %{verify}=nvidia-h200 %t/columns.mlir --size=M=1,N=1 | FileCheck %s --check-prefix=OK
// RUN: %{verify}=nvidia-h200 %t/ordered.mlir --size=M=100,N=33 | FileCheck %s --check-prefix=OK
// RUN: %{verify}=nvidia-h200 %t/batch.mlir --size=B=3,M=200,N=64 | FileCheck %s --check-prefix=OK
// RUN: %{verify}=nvidia-h200 %t/batch.mlir --size=B=3,M=65,N=7 | FileCheck %s --check-prefix=OK
// RUN: %{verify}=nvidia-h200 %t/integral.mlir --size=M=128,N=256 | FileCheck %s --check-prefix=OK
// RUN: %{verify}=nvidia-h200 %t/integral.mlir --size=M=131,N=67 | FileCheck %s --check-prefix=OK
// RUN: %{verify}=pocl %t/columns.mlir --size=M=100,N=64 | FileCheck %s --check-prefix=OK
// RUN: %{verify}=pocl %t/columns.mlir --size=M=100,N=63 | FileCheck %s --check-prefix=OK
// RUN: %{verify}=pocl %t/batch.mlir --size=B=3,M=20,N=64 | FileCheck %s --check-prefix=OK
// RUN: %{verify}=mali-g610 %t/columns.mlir --size=M=100,N=64 | FileCheck %s --check-prefix=OK
// OK: verify: {{.*}} OK
// RUN: %if oclgrind %{ %{race} %t/columns.mlir --size=M=200,N=36 %}
// RUN: %if oclgrind %{ %{race} %t/batch.mlir --size=B=2,M=101,N=9 %}

// Parts need memory for their sums; where there is none, columns stay whole.
// RUN: lift-run %t/columns.mlir --target=nvidia-h200 --size=M=1024,N=256 --lower=max-memory=1 --verify | FileCheck %s --check-prefix=WHOLE
// WHOLE: kernel columns_0
// WHOLE-NOT: kernel columns_1
// WHOLE: verify: {{.*}} OK

//--- columns.mlir
func.func @columns(%x: !lift.array<M x N x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %columns = lift.transpose %x : !lift.array<M x N x f32>
  %r = lift.map (%column = %columns : !lift.array<N x M x f32>) {
    %s = lift.scan associative (%e = %column : !lift.array<M x f32>) init (%acc = %zero : f32) {
      %next = arith.addf %acc, %e : f32
      lift.yield %next : f32
    }
    lift.yield %s : !lift.array<M x f32>
  }
  %t = lift.transpose %r : !lift.array<N x M x f32>
  return %t : !lift.array<M x N x f32>
}

//--- ordered.mlir
func.func @ordered(%x: !lift.array<M x N x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %columns = lift.transpose %x : !lift.array<M x N x f32>
  %r = lift.map (%column = %columns : !lift.array<N x M x f32>) {
    %s = lift.scan (%e = %column : !lift.array<M x f32>) init (%acc = %zero : f32) {
      %half = arith.addf %acc, %e : f32
      %next = arith.mulf %half, %e : f32
      lift.yield %next : f32
    }
    lift.yield %s : !lift.array<M x f32>
  }
  %t = lift.transpose %r : !lift.array<N x M x f32>
  return %t : !lift.array<M x N x f32>
}

//--- batch.mlir
// The maps go through columns first, and then through what has these.
func.func @batch(%x: !lift.array<M x B x N x i32>) -> !lift.array<B x M x N x i32> {
  %two = arith.constant 2 : i32
  %low = arith.constant -7 : i32
  %columns = lift.transpose %x permutation [2, 1, 0] : !lift.array<M x B x N x i32>
  %r:2 = lift.map (%p = %columns : !lift.array<N x B x M x i32>) {
    %q:2 = lift.map (%column = %p : !lift.array<B x M x i32>) {
      %s:2 = lift.scan associative (%e = %column : !lift.array<M x i32>) init (%acc = %two, %m = %low : i32, i32) {
        %next = arith.addi %e, %acc : i32
        %larger = arith.maxsi %e, %m : i32
        lift.yield %next, %larger : i32, i32
      }
      lift.yield %s#0, %s#1 : !lift.array<M x i32>, !lift.array<M x i32>
    }
    lift.yield %q#0, %q#1 : !lift.array<B x M x i32>, !lift.array<B x M x i32>
  }
  %t = lift.transpose %r#0 permutation [1, 2, 0] : !lift.array<N x B x M x i32>
  %u = lift.transpose %r#1 permutation [1, 2, 0] : !lift.array<N x B x M x i32>
  %both = lift.map (%a = %t, %b = %u : !lift.array<B x M x N x i32>, !lift.array<B x M x N x i32>) {
    %q = lift.map (%c = %a, %d = %b : !lift.array<M x N x i32>, !lift.array<M x N x i32>) {
      %i = lift.map (%e = %c, %f = %d : !lift.array<N x i32>, !lift.array<N x i32>) {
        %p = arith.muli %e, %f : i32
        lift.yield %p : i32
      }
      lift.yield %i : !lift.array<N x i32>
    }
    lift.yield %q : !lift.array<M x N x i32>
  }
  return %both : !lift.array<B x M x N x i32>
}

//--- integral.mlir
func.func @integral(%x: !lift.array<M x N x i32>) -> !lift.array<M x N x i32> {
  %zero = arith.constant 0 : i32
  %a = lift.map (%row = %x : !lift.array<M x N x i32>) {
    %s = lift.scan associative (%e = %row : !lift.array<N x i32>) init (%acc = %zero : i32) {
      %next = arith.addi %acc, %e : i32
      lift.yield %next : i32
    }
    lift.yield %s : !lift.array<N x i32>
  }
  %columns = lift.transpose %a : !lift.array<M x N x i32>
  %b = lift.map (%column = %columns : !lift.array<N x M x i32>) {
    %s = lift.scan associative (%e = %column : !lift.array<M x i32>) init (%acc = %zero : i32) {
      %next = arith.addi %acc, %e : i32
      lift.yield %next : i32
    }
    lift.yield %s : !lift.array<M x i32>
  }
  %t = lift.transpose %b : !lift.array<N x M x i32>
  return %t : !lift.array<M x N x i32>
}
