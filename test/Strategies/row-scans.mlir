// RUN: split-file %s %t
// DEFINE: %{sizes} =
// DEFINE: %{program} =
// DEFINE: %{schedules} = lift-opt %t/%{program}.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 sizes=%{sizes} print-schedules}))'
// DEFINE: %{verify} = lift-run --target=nvidia-h200 --verify
// DEFINE: %{race} = %lift_src_root/utils/oclgrind-run.sh lift-run --verify --target=nvidia-h200

// A group has a row in its registers, and scans the sums of the vectors of each
// work-item.
// REDEFINE: %{program} = rows
// REDEFINE: %{sizes} = M=4096,N=4096
// RUN: %{schedules} | FileCheck %s
// CHECK: // scans of rows
// CHECK: transform.lift.fix_sizes {{.*}} {N = 4096}
// CHECK: // 4 vectors for a work-item, 256 of these for a row
// CHECK: transform.lift.split_scan {{.*}} by "4" {space = "local", vector = 4}
// CHECK: transform.lift.split_scan {{.*}} by "4" {space = "local", vector = 4}
// CHECK: transform.lift.tree_scan {{.*}} in "local"
// CHECK: transform.lift.store_results {{.*}} in "local"
// CHECK: transform.lift.chunk_map {{.*}} by "256"
// CHECK: transform.lift.map_to {{.*}} ["seq unroll", "lcl(0)"]

// Each number is loaded once and stored once, as a vector.
// RUN: lift-run %t/rows.mlir --target=nvidia-h200 --size=M=4096,N=4096 --emit-package=%t.package
// RUN: FileCheck %s --check-prefix=KERNEL --input-file=%t.package/kernels.cl
// KERNEL: float priv{{[0-9]*}}[16]
// KERNEL: *(float4 *)(priv{{.*}}) = *(global const float4 *)
// KERNEL-NOT: global const
// KERNEL: *(global float4 *)
// KERNEL-NOT: *(global
// KERNEL-NOT: kernel void

// Rows that are scanned from their end, as sums of all that follows, are rows, too.
// REDEFINE: %{program} = reversed
// RUN: %{schedules} | FileCheck %s
// RUN: %{verify} %t/reversed.mlir --size=M=3,N=1000
// RUN: %{verify} %t/reversed.mlir --size=M=33,N=100
// RUN: %{verify} %t/reversed.mlir --size=M=1,N=8
// RUN: %{verify} %t/reversed.mlir --size=M=2,N=20001
// RUN: %if oclgrind %{ %{race} %t/reversed.mlir --size=M=2,N=260 %}

// Several short rows share a group.
// REDEFINE: %{program} = rows
// REDEFINE: %{sizes} = M=999,N=100
// RUN: %{schedules} | FileCheck %s --check-prefix=SHORT
// SHORT: // 1 vectors for a work-item, 32 of these for a row
// SHORT: // 8 rows for a group
// SHORT: transform.lift.chunk_map {{.*}} by "8" {padded}
// SHORT: transform.lift.wrap_scan {{.*}} by "128"

// Rows that no group has room for are scanned in parts, by three kernels.
// REDEFINE: %{sizes} = M=3,N=40001
// RUN: %{schedules} | FileCheck %s --check-prefix=LONG
// LONG: // scans in parts
// LONG: // parts of 1024
// LONG: transform.lift.split_scan {{.*}} by "1024" {padded}
// LONG: transform.lift.fission_map
// LONG: transform.lift.fission_map
// LONG: // scans of rows
// LONG: // scans of rows
// LONG: // reduction of rows

// What must stay in order, has short rows, or steps in memory: none of these.
// REDEFINE: %{sizes} = M=64,N=4096
// REDEFINE: %{program} = ordered
// RUN: %{schedules} | FileCheck %s --check-prefix=CHUNKS
// CHUNKS: // scans in chunks
// REDEFINE: %{program} = more
// RUN: %{schedules} | FileCheck %s --check-prefix=NONE --allow-empty
// REDEFINE: %{program} = rows
// REDEFINE: %{sizes} = M=64,N=5
// RUN: %{schedules} | FileCheck %s --check-prefix=NONE --allow-empty
// NONE-NOT: transform.
// RUN: lift-opt %t/more.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 sizes=M=64,N=4096}))' --remarks-filter=lift-optimize -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: has results that are not what is scanned (scans in parts, scans of rows

// RUN: %{verify} %t/rows.mlir --size=M=64,N=4096 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %t/rows.mlir --size=M=13,N=4097 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %t/rows.mlir --size=M=9,N=4092 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %t/rows.mlir --size=M=999,N=101 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %t/rows.mlir --size=M=1,N=8 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %t/rows.mlir --size=M=1,N=1 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %t/rows.mlir --size=M=3,N=12007 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %t/rows.mlir --size=M=3,N=40001 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %t/rows.mlir --size=M=2,N=40004 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %t/two.mlir --size=M=17,N=4096 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %t/two.mlir --size=M=17,N=509 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %t/two.mlir --size=M=2,N=20011 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %t/half.mlir --size=M=31,N=1025 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %t/batch.mlir --size=B=3,M=5,N=1023 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %t/batch.mlir --size=B=2,M=3,N=33000 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %t/maps.mlir --size=M=33,N=515 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %t/maps.mlir --size=M=2,N=33001 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %t/more.mlir --size=M=5,N=100 | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/rows.mlir --target=pocl --verify --size=M=33,N=515 | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/rows.mlir --target=mali-g610 --verify --size=M=33,N=515 | FileCheck %s --check-prefix=OK
// OK: verify: {{.*}} OK
// RUN: %if oclgrind %{ %{race} %t/rows.mlir --size=M=3,N=4801 %}
// RUN: %if oclgrind %{ %{race} %t/rows.mlir --size=M=5,N=70 %}
// RUN: %if oclgrind %{ %{race} %t/two.mlir --size=M=2,N=4100 %}
// RUN: %if oclgrind %{ %{race} %t/rows.mlir --size=M=1,N=33001 %}

// All sizes, by a package.
// RUN: lift-run %t/rows.mlir --target=nvidia-h200 --emit-package=%t.all
// RUN: lift-launch %t.all --size=M=30 --size=N=5 | FileCheck %s --check-prefix=ANY
// RUN: lift-launch %t.all --size=M=30 --size=N=8193 | FileCheck %s --check-prefix=ANY
// ANY: kernel

//--- rows.mlir
func.func @rows(%x: !lift.array<M x N x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %s = lift.scan associative (%e = %row : !lift.array<N x f32>) init (%acc = %zero : f32) {
      %next = arith.addf %acc, %e : f32
      lift.yield %next : f32
    }
    lift.yield %s : !lift.array<N x f32>
  }
  return %r : !lift.array<M x N x f32>
}

//--- ordered.mlir
func.func @ordered(%x: !lift.array<M x N x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %s = lift.scan (%e = %row : !lift.array<N x f32>) init (%acc = %zero : f32) {
      %next = arith.addf %acc, %e : f32
      lift.yield %next : f32
    }
    lift.yield %s : !lift.array<N x f32>
  }
  return %r : !lift.array<M x N x f32>
}

//--- reversed.mlir
func.func @reversed(%x: !lift.array<M x N x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %back = lift.reverse %row : !lift.array<N x f32>
    %s = lift.scan associative (%e = %back : !lift.array<N x f32>) init (%acc = %zero : f32) {
      %next = arith.addf %acc, %e : f32
      lift.yield %next : f32
    }
    %o = lift.reverse %s : !lift.array<N x f32>
    lift.yield %o : !lift.array<N x f32>
  }
  return %r : !lift.array<M x N x f32>
}

//--- more.mlir
// The body has another result than what is scanned.
func.func @more(%x: !lift.array<M x N x f32>) -> (!lift.array<M x N x f32>, !lift.array<M x N x f32>) {
  %zero = arith.constant 0.0 : f32
  %r:2 = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %s = lift.scan associative (%e = %row : !lift.array<N x f32>) init (%acc = %zero : f32) {
      %next = arith.addf %acc, %e : f32
      lift.yield %next : f32
    }
    lift.yield %s, %row : !lift.array<N x f32>, !lift.array<N x f32>
  }
  return %r#0, %r#1 : !lift.array<M x N x f32>, !lift.array<M x N x f32>
}

//--- two.mlir
// Weighted sums, and the largest so far of what else is there.
func.func @two(%x: !lift.array<M x N x i32>, %y: !lift.array<M x N x f64>, %w: !lift.array<N x i32>)
    -> (!lift.array<M x N x i32>, !lift.array<M x N x f64>) {
  %seven = arith.constant 7 : i32
  %low = arith.constant -0.5 : f64
  %r:2 = lift.map (%a = %x, %b = %y : !lift.array<M x N x i32>, !lift.array<M x N x f64>) {
    %s:2 = lift.scan associative (%e = %a, %f = %b, %v = %w
        : !lift.array<N x i32>, !lift.array<N x f64>, !lift.array<N x i32>)
        init (%acc = %seven, %m = %low : i32, f64) {
      %p = arith.muli %e, %v : i32
      %next = arith.addi %acc, %p : i32
      %larger = arith.maximumf %m, %f : f64
      lift.yield %next, %larger : i32, f64
    }
    lift.yield %s#0, %s#1 : !lift.array<N x i32>, !lift.array<N x f64>
  }
  return %r#0, %r#1 : !lift.array<M x N x i32>, !lift.array<M x N x f64>
}

//--- half.mlir
func.func @largest(%x: !lift.array<M x N x f16>) -> !lift.array<M x N x f16> {
  %low = arith.constant -0.5 : f16
  %r = lift.map (%row = %x : !lift.array<M x N x f16>) {
    %s = lift.scan associative (%e = %row : !lift.array<N x f16>) init (%acc = %low : f16) {
      %next = arith.maximumf %acc, %e : f16
      lift.yield %next : f16
    }
    lift.yield %s : !lift.array<N x f16>
  }
  return %r : !lift.array<M x N x f16>
}

//--- batch.mlir
// Each row starts with a number of its own, and is stored as a column.
func.func @batch(%x: !lift.array<B x M x N x i32>, %z: !lift.array<M x i32>) -> !lift.array<B x N x M x i32> {
  %r = lift.map (%p = %x : !lift.array<B x M x N x i32>) {
    %q = lift.map (%row = %p, %first = %z : !lift.array<M x N x i32>, !lift.array<M x i32>) {
      %s = lift.scan associative (%e = %row : !lift.array<N x i32>) init (%acc = %first : i32) {
        %next = arith.addi %e, %acc : i32
        lift.yield %next : i32
      }
      lift.yield %s : !lift.array<N x i32>
    }
    lift.yield %q : !lift.array<M x N x i32>
  }
  %t = lift.transpose %r permutation [0, 2, 1] : !lift.array<B x M x N x i32>
  return %t : !lift.array<B x N x M x i32>
}

//--- maps.mlir
// A map before the scans, and one behind them.
func.func @maps(%x: !lift.array<M x N x i32>, %w: !lift.array<M x N x i32>) -> !lift.array<M x N x i32> {
  %zero = arith.constant 0 : i32
  %y = lift.map (%a = %x, %b = %w : !lift.array<M x N x i32>, !lift.array<M x N x i32>) {
    %i = lift.map (%e = %a, %v = %b : !lift.array<N x i32>, !lift.array<N x i32>) {
      %p = arith.muli %e, %v : i32
      lift.yield %p : i32
    }
    lift.yield %i : !lift.array<N x i32>
  }
  %r = lift.map (%row = %y : !lift.array<M x N x i32>) {
    %s = lift.scan associative (%e = %row : !lift.array<N x i32>) init (%acc = %zero : i32) {
      %next = arith.addi %acc, %e : i32
      lift.yield %next : i32
    }
    lift.yield %s : !lift.array<N x i32>
  }
  %d = lift.map (%a = %r, %b = %w : !lift.array<M x N x i32>, !lift.array<M x N x i32>) {
    %i = lift.map (%e = %a, %v = %b : !lift.array<N x i32>, !lift.array<N x i32>) {
      %p = arith.subi %e, %v : i32
      lift.yield %p : i32
    }
    lift.yield %i : !lift.array<N x i32>
  }
  return %d : !lift.array<M x N x i32>
}
