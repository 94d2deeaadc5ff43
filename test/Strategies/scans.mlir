// RUN: split-file %s %t
// RUN: lift-opt %lift_src_root/examples/prefix-sum.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 sizes=N=65536 print-schedules}))' | FileCheck %s
// CHECK: // scan of an array
// CHECK: // parts of 1024
// CHECK: transform.lift.split_scan {{.*}} by "1024" {space = "global"}
// CHECK: transform.lift.split_scan {{.*}} by "4" {space = "local", vector = 4}
// CHECK: transform.lift.tree_scan {{.*}} in "local"
// CHECK: transform.lift.wrap_scan {{.*}} by "64"

// Vectors of any length, of which the last is cut off.
// RUN: lift-opt %lift_src_root/examples/prefix-sum.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 sizes=N=65537 print-schedules}))' | FileCheck %s --check-prefix=REST
// REST: transform.lift.split_scan {{.*}} by "1024" {padded, space = "global"}
// REST: transform.lift.split_scan {{.*}} by "4" {space = "local", vector = 4}
// REST: transform.lift.vectorize

// Sums that are too many for one group are scanned in parts, too.
// RUN: lift-opt %lift_src_root/examples/prefix-sum.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 sizes=N=67108864 print-schedules}))' | FileCheck %s --check-prefix=LONG
// LONG: transform.lift.split_scan %0 by "1024" {space = "global"}
// LONG: // what the parts reduce to
// LONG-NEXT: // parts of 1024
// LONG-NEXT: transform.lift.split_scan {{.*}} by "1024"
// LONG: transform.lift.wrap_scan {{.*}} by "64"
// RUN: lift-opt %lift_src_root/examples/prefix-sum.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 sizes=N=65536}))' --remarks-filter='lift.*' 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: remark: {{.*}}Remark="scan of an array"

// Where it does not fit: an order that must stay, rows, which one group shares if they
// are not made columns before, numbers without a neutral one, accumulators that need
// each other.
// RUN: lift-opt %t/ordered.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 print-schedules}))' | FileCheck %s --check-prefix=NONE
// RUN: lift-opt %t/rows.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200}))' --remarks-filter='lift.*' 2>&1 | FileCheck %s --check-prefix=SHARED
// SHARED: Remark="steps that a group shares"
// RUN: lift-opt %t/rows.mlir --pass-pipeline='builtin.module(func.func(lift-fuse-producers,lift-optimize{target=nvidia-h200}))' --remarks-filter='lift.*' 2>&1 | FileCheck %s --check-prefix=COLUMNS
// COLUMNS: Remark="scans of columns"
// RUN: lift-opt %t/mixed.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 print-schedules}))' | FileCheck %s --check-prefix=NONE
// NONE-NOT: transform.

// RUN: lift-run %lift_src_root/examples/prefix-sum.mlir --target=nvidia-h200 --size=N=8192 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %lift_src_root/examples/prefix-sum.mlir --target=nvidia-h200 --size=N=1 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %lift_src_root/examples/prefix-sum.mlir --target=nvidia-h200 --size=N=20011 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %lift_src_root/examples/prefix-sum.mlir --target=pocl --size=N=8192 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %lift_src_root/examples/prefix-sum.mlir --target=pocl --size=N=1 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %lift_src_root/examples/prefix-sum.mlir --target=pocl --size=N=20011 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %lift_src_root/examples/prefix-sum.mlir --target=mali-g610 --size=N=5003 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %lift_src_root/examples/prefix-sum.mlir --target=nvidia-h200 --size=N=17000003 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %lift_src_root/examples/prefix-sum.mlir --target=nvidia-h200 --size=N=3 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %lift_src_root/examples/prefix-sum.mlir --target=nvidia-h200 --size=N=20010 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/two.mlir --target=nvidia-h200 --size=N=8192 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/two.mlir --target=nvidia-h200 --size=N=4097 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/two.mlir --target=pocl --size=N=4097 --verify | FileCheck %s --check-prefix=OK
// OK: verify: {{.*}} OK

// A thread of a CPU adds up a part as vectors of which only the last part has some that
// are not whole, unless its steps keep their order; what nobody reads is not stored.
// RUN: lift-run %lift_src_root/examples/prefix-sum.mlir --target=pocl --size=N=20011 --forms=opencl-c --emit-package=%t.threads
// RUN: FileCheck %s --check-prefix=THREADS --input-file=%t.threads/kernels.cl
// THREADS: if (v < N - 3455)
// THREADS: priv[j] = priv[j] + *(global const float16 *)(
// RUN: lift-run %lift_src_root/examples/gallery/segmented-scan.mlir --target=pocl --size=N=20480 --forms=opencl-c --emit-package=%t.segments
// RUN: FileCheck %s --check-prefix=SEGMENTS --input-file=%t.segments/kernels.cl
// SEGMENTS-NOT: tmp
// SEGMENTS-NOT: float16
// RUN: lift-run %lift_src_root/examples/gallery/segmented-scan.mlir --target=pocl --size=N=20011 --verify --rtol=1e-4 | FileCheck %s --check-prefix=OK
// RUN: lift-run %lift_src_root/examples/gallery/segmented-scan.mlir --target=nvidia-h200 --size=N=20011 --verify --rtol=1e-4 | FileCheck %s --check-prefix=OK

// All sizes, by a package.
// RUN: lift-run %lift_src_root/examples/prefix-sum.mlir --target=nvidia-h200 --emit-package=%t.package
// RUN: lift-launch %t.package --size=N=12288 | FileCheck %s --check-prefix=WHOLE
// WHOLE: 12 groups of 256
// RUN: lift-launch %t.package --size=N=12289 | FileCheck %s --check-prefix=OTHER
// OTHER: 13 groups of 256

// DEFINE: %{race} = %lift_src_root/utils/oclgrind-run.sh lift-run --verify --target=nvidia-h200
// RUN: %if oclgrind %{ %{race} %lift_src_root/examples/prefix-sum.mlir --size=N=8192 %}
// RUN: %if oclgrind %{ %{race} %t/two.mlir --size=N=4801 %}

// Cheap maps before a scan are computed where it reads them, and one behind it
// where its last step stores: no kernels of their own.
// RUN: lift-opt %t/maps.mlir --pass-pipeline='builtin.module(func.func(lift-fuse-producers,lift-optimize{target=nvidia-h200 sizes=N=65536 print-schedules}))' --remarks-filter='.*' 2>&1 | FileCheck %s --check-prefix=MAPS
// MAPS: Remark="is computed where it is read"
// MAPS: // scan of an array and a map of it
// MAPS: transform.lift.split_scan {{.*}} by "1024" epilogue
// MAPS: transform.lift.split_scan {{.*}} by "4" epilogue {{.*}} {space = "local", vector = 4}
// RUN: lift-run %t/maps.mlir --target=nvidia-h200 --size=N=67108865 --emit-package=%t.maps
// RUN: grep -c '^kernel' %t.maps/kernels.cl | FileCheck %s --check-prefix=FIVE
// FIVE: 5
// RUN: lift-run %t/maps.mlir --target=nvidia-h200 --size=N=8192 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/maps.mlir --target=nvidia-h200 --size=N=4097 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/maps.mlir --target=nvidia-h200 --size=N=1 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/maps.mlir --target=pocl --size=N=4097 --verify | FileCheck %s --check-prefix=OK
// RUN: %if oclgrind %{ %{race} %t/maps.mlir --size=N=4801 %}

// What has to be scanned in order is done by one work-item: maps before it are
// not. A map behind a scan that others read stays.
// RUN: lift-opt %t/ordered-map.mlir --pass-pipeline='builtin.module(func.func(lift-fuse-producers))' --remarks-filter='.*' 2>&1 | FileCheck %s --check-prefix=ORDERED
// ORDERED: Remark="is not declared associative"
// RUN: lift-opt %t/others.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 print-schedules}))' | FileCheck %s --check-prefix=OTHERS
// OTHERS: // scan of an array{{$}}
// OTHERS-NOT: epilogue
// RUN: lift-run %t/others.mlir --target=nvidia-h200 --size=N=4097 --verify | FileCheck %s --check-prefix=OK

//--- maps.mlir
func.func @maps(%x: !lift.array<N x i32>, %w: !lift.array<N x i32>, %z: i32) -> !lift.array<N x i32> {
  %y = lift.map (%e = %x, %v = %w : !lift.array<N x i32>, !lift.array<N x i32>) {
    %s = arith.addi %e, %v : i32
    lift.yield %s : i32
  }
  %sums = lift.scan associative (%e = %y : !lift.array<N x i32>)
      init (%acc = %z : i32) {
    %next = arith.addi %acc, %e : i32
    lift.yield %next : i32
  }
  %scaled = lift.map (%s = %sums, %v = %w : !lift.array<N x i32>, !lift.array<N x i32>) {
    %p = arith.muli %s, %v : i32
    lift.yield %p : i32
  }
  return %scaled : !lift.array<N x i32>
}

//--- ordered-map.mlir
func.func @ordered(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %zero = arith.constant 0.0 : f32
  %y = lift.map (%e = %x : !lift.array<N x f32>) {
    %s = arith.mulf %e, %e : f32
    lift.yield %s : f32
  }
  %sums = lift.scan (%e = %y : !lift.array<N x f32>)
      init (%acc = %zero : f32) {
    %next = arith.addf %acc, %e : f32
    lift.yield %next : f32
  }
  return %sums : !lift.array<N x f32>
}

//--- others.mlir
func.func @others(%x: !lift.array<N x i32>, %z: i32)
    -> (!lift.array<N x i32>, !lift.array<N x i32>) {
  %sums = lift.scan associative (%e = %x : !lift.array<N x i32>)
      init (%acc = %z : i32) {
    %next = arith.addi %acc, %e : i32
    lift.yield %next : i32
  }
  %back = lift.reverse %sums : !lift.array<N x i32>
  %y = lift.map (%s = %sums, %b = %back : !lift.array<N x i32>, !lift.array<N x i32>) {
    %p = arith.muli %s, %b : i32
    lift.yield %p : i32
  }
  return %y, %sums : !lift.array<N x i32>, !lift.array<N x i32>
}

//--- two.mlir
// Sums of squares of integers, and the largest so far.
func.func @two(%x: !lift.array<N x i32>, %z: i32)
    -> (!lift.array<N x i32>, !lift.array<N x i32>) {
  %low = arith.constant -3 : i32
  %sums, %max = lift.scan associative (%e = %x : !lift.array<N x i32>)
      init (%acc = %z, %m = %low : i32, i32) {
    %square = arith.muli %e, %e : i32
    %next = arith.addi %acc, %square : i32
    %larger = arith.maxsi %m, %e : i32
    lift.yield %next, %larger : i32, i32
  }
  return %sums, %max : !lift.array<N x i32>, !lift.array<N x i32>
}

//--- ordered.mlir
func.func @sums(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %zero = arith.constant 0.0 : f32
  %sums = lift.scan (%e = %x : !lift.array<N x f32>)
      init (%acc = %zero : f32) {
    %next = arith.addf %acc, %e : f32
    lift.yield %next : f32
  }
  return %sums : !lift.array<N x f32>
}

//--- rows.mlir
func.func @sums(%m: !lift.array<N x M x f32>) -> !lift.array<N x M x f32> {
  %zero = arith.constant 0.0 : f32
  %zeros = lift.broadcast %zero sizes [M] : f32
  %sums = lift.scan associative (%row = %m : !lift.array<N x M x f32>)
      init (%acc = %zeros : !lift.array<M x f32>) {
    %next = lift.map (%a = %acc, %b = %row
        : !lift.array<M x f32>, !lift.array<M x f32>) {
      %s = arith.addf %a, %b : f32
      lift.yield %s : f32
    }
    lift.yield %next : !lift.array<M x f32>
  }
  return %sums : !lift.array<N x M x f32>
}

//--- mixed.mlir
func.func @mixed(%x: !lift.array<N x i32>) -> !lift.array<N x i32> {
  %zero = arith.constant 0 : i32
  %a, %b = lift.scan associative (%e = %x : !lift.array<N x i32>)
      init (%p = %zero, %q = %zero : i32, i32) {
    %next = arith.muli %p, %q : i32
    lift.yield %q, %next : i32, i32
  }
  return %a : !lift.array<N x i32>
}
