// RUN: split-file %s %t
// RUN: lift-opt %t/axpy.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 sizes=N=1048576 print-schedules}))' | FileCheck %s
// CHECK: // elementwise maps
// CHECK: // a group of 256 lanes with 4 numbers, and 1 rows
// CHECK: transform.lift.block {{.*}} {chunks = {{\[\[}}256]], order = {{\[\[}}0, 0], [0, 1]], vector = array<i64: 0, 4>}

// Rows that are no whole vectors, and short: several numbers, several rows.
// RUN: lift-opt %t/rows.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 sizes=M=1000,N=1001 print-schedules}))' | FileCheck %s --check-prefix=PIECES
// PIECES: // a group of 256 lanes with 4 numbers, and 1 rows
// PIECES: transform.lift.block {{.*}} {chunks = {{\[\[}}], [1024, 256]], order = {{\[\[}}0, 0], [1, 0], [1, 1], [1, 2]], pad = array<i64: 1>}
// RUN: lift-opt %t/rows.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 sizes=M=70001,N=11 print-schedules}))' | FileCheck %s --check-prefix=SHORT
// SHORT: // a group of 16 lanes with 1 numbers, and 16 rows

// Rows of unknown length may be short; there are no more rows than the result has.
// RUN: lift-opt %t/rows.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 print-schedules}))' | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: // a group of 32 lanes with 4 numbers, and 8 rows
// RUN: lift-opt %t/rows.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 sizes=M=2 print-schedules}))' | FileCheck %s --check-prefix=FEW-ROWS
// FEW-ROWS: // a group of 128 lanes with 4 numbers, and 2 rows

// Vectors need places in memory that are multiples of them: not from element 1.
// RUN: lift-opt %t/differences.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 sizes=M=1024,P=1025 print-schedules}))' | FileCheck %s --check-prefix=SHIFTED
// SHIFTED: transform.lift.block
// SHIFTED-NOT: vector =
// SHIFTED: transform.lift.map_to

// Dimensions that follow each other everywhere are one; a thread takes 64 vectors.
// RUN: lift-opt %t/planes.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=pocl sizes=M=1024,N=1023 print-schedules}))' | FileCheck %s --check-prefix=PLANES
// PLANES: // 1 x 64 x 16 numbers for a work-item
// PLANES: transform.lift.block {{.*}} {chunks = {{\[\[}}64]], {{.*}}, collapse = array<i64: 0>, vector = array<i64: 0, 16>}

// A thread has no more vectors than a row, several rows if these are few, and equal
// parts of longer ones; of any length, too.
// DEFINE: %{sizes} =
// DEFINE: %{thread} = lift-opt %t/two.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=pocl %{sizes} print-schedules}))' -o /dev/null | FileCheck %s
// REDEFINE: %{sizes} = sizes=M=30000,N=64
// RUN: %{thread} --check-prefix=FEW-VECTORS
// FEW-VECTORS: // 16 x all x 16 numbers for a work-item
// FEW-VECTORS: transform.lift.block {{.*}} {chunks = {{\[\[}}16], []], order = {{\[\[}}0, 0], [0, 1], [1, 0]], vector = array<i64: 1, 16>}
// REDEFINE: %{sizes} = sizes=M=30011,N=48
// RUN: %{thread} --check-prefix=FEW-AND-PRIME
// FEW-AND-PRIME: // 21 x all x 16 numbers for a work-item
// FEW-AND-PRIME: pad = array<i64: 0>
// REDEFINE: %{sizes} = sizes=M=4096,N=1600
// RUN: %{thread} --check-prefix=EQUAL
// EQUAL: // 1 x 50 x 16 numbers for a work-item
// EQUAL-NOT: pad
// REDEFINE: %{sizes} = sizes=M=1024,N=4096
// RUN: %{thread} --check-prefix=LONG
// LONG: // 1 x 64 x 16 numbers for a work-item
// REDEFINE: %{sizes} = assumed=vectors
// RUN: %{thread} --check-prefix=ANY-LENGTH
// ANY-LENGTH: // 1 x N ceildiv (16 * (N ceildiv 1024)) x 16 numbers for a work-item

// What may lie outside of an array is no vector there: each lane would be tested.
// RUN: lift-opt %t/places.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=pocl sizes=M=1024,N=1024 print-schedules}))' -o /dev/null | FileCheck %s --check-prefix=PLACES
// PLACES: // any nest
// PLACES: // 1 x all x 1 numbers for a work-item
// PLACES-NOT: vector

// RUN: lift-opt %t/axpy.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200}))' --remarks-filter='lift.*' 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: remark: {{.*}}Remark="elementwise maps"

// Few elements, and other neighbours in memory than in the result.
// RUN: lift-opt %t/axpy.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 sizes=N=4096 print-schedules}))' | FileCheck %s --check-prefix=NONE
// RUN: lift-opt %lift_src_root/examples/transpose.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=mali-g610 print-schedules}))' | FileCheck %s --check-prefix=NONE
// NONE-NOT: elementwise

// What another pattern reads is computed there, without a kernel of its own.
// RUN: lift-run %t/chain.mlir --target=nvidia-h200 --size=M=1024,N=600 --verify | FileCheck %s --check-prefix=CHAIN
// CHAIN: kernel chain_0
// CHAIN-NOT: kernel chain_1
// CHAIN: OK

// RUN: lift-run %t/axpy.mlir --target=nvidia-h200 --size=N=270336 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/axpy.mlir --target=nvidia-h200 --size=N=270341 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/axpy.mlir --target=pocl --size=N=524288 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/axpy.mlir --target=mali-g610 --size=N=8196 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/rows.mlir --target=nvidia-h200 --size=M=997,N=600 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/rows.mlir --target=nvidia-h200 --size=M=30001,N=11 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/rows.mlir --target=pocl --size=M=521,N=1040 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/two.mlir --target=pocl --size=M=11003,N=48 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/two.mlir --target=pocl --size=M=331,N=1616 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/two.mlir --target=pocl --size=M=1,N=528384 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/places.mlir --target=pocl --size=M=523,N=1021 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/places.mlir --target=pocl --size=M=1,N=1 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/rows.mlir --target=mali-g610 --size=M=101,N=100 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/differences.mlir --target=nvidia-h200 --size=M=600,P=602 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/planes.mlir --target=nvidia-h200 --size=M=1001,N=301 --verify | FileCheck %s --check-prefix=OK
// OK: verify: {{.*}} OK

//--- axpy.mlir
func.func @axpy(%alpha: f32, %x: !lift.array<N x f32>, %y: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %z = lift.map (%a = %x, %b = %y : !lift.array<N x f32>, !lift.array<N x f32>) {
    %p = arith.mulf %alpha, %a : f32
    %s = arith.addf %p, %b : f32
    lift.yield %s : f32
  }
  return %z : !lift.array<N x f32>
}

//--- chain.mlir
func.func @chain(%A: !lift.array<M x N x f32>) -> !lift.array<M x N x f32> {
  %B = lift.map (%x = %A : !lift.array<M x N x f32>) {
    %r = lift.map (%a = %x : !lift.array<N x f32>) {
      %s = arith.mulf %a, %a : f32
      lift.yield %s : f32
    }
    lift.yield %r : !lift.array<N x f32>
  }
  %C = lift.map (%x = %B : !lift.array<M x N x f32>) {
    %r = lift.map (%a = %x : !lift.array<N x f32>) {
      %s = arith.addf %a, %a : f32
      lift.yield %s : f32
    }
    lift.yield %r : !lift.array<N x f32>
  }
  return %C : !lift.array<M x N x f32>
}

//--- rows.mlir
// A number for each column, and one for each row; two results.
func.func @rows(%A: !lift.array<M x N x f32>, %b: !lift.array<N x f32>, %s: !lift.array<M x f32>) -> (!lift.array<M x N x f32>, !lift.array<M x N x f32>) {
  %zero = arith.constant 0.0 : f32
  %p, %q = lift.map (%row = %A, %f = %s : !lift.array<M x N x f32>, !lift.array<M x f32>) {
    %r, %t = lift.map (%a = %row, %c = %b : !lift.array<N x f32>, !lift.array<N x f32>) {
      %n = arith.addf %a, %c : f32
      %m = arith.maximumf %n, %zero : f32
      %u = arith.mulf %a, %f : f32
      lift.yield %m, %u : f32, f32
    }
    lift.yield %r, %t : !lift.array<N x f32>, !lift.array<N x f32>
  }
  return %p, %q : !lift.array<M x N x f32>, !lift.array<M x N x f32>
}

//--- differences.mlir
// Differences of neighbours in rows, integers.
func.func @differences(%x: !lift.array<M x P x i32>) -> !lift.array<M x (P - 1) x i32> {
  %a = lift.drop %x size [1] dims [1] : !lift.array<M x P x i32>
  %b = lift.take %x size [P - 1] dims [1] : !lift.array<M x P x i32>
  %z = lift.map (%r = %a, %s = %b : !lift.array<M x (P - 1) x i32>, !lift.array<M x (P - 1) x i32>) {
    %q = lift.map (%u = %r, %v = %s : !lift.array<(P - 1) x i32>, !lift.array<(P - 1) x i32>) {
      %d = arith.subi %u, %v : i32
      lift.yield %d : i32
    }
    lift.yield %q : !lift.array<(P - 1) x i32>
  }
  return %z : !lift.array<M x (P - 1) x i32>
}

//--- planes.mlir
func.func @planes(%A: !lift.array<M x N x f32>, %B: !lift.array<M x N x f32>) -> !lift.array<M x N x f32> {
  %C = lift.map (%x = %A, %y = %B : !lift.array<M x N x f32>, !lift.array<M x N x f32>) {
    %r = lift.map (%a = %x, %b = %y : !lift.array<N x f32>, !lift.array<N x f32>) {
      %s = arith.mulf %a, %b : f32
      lift.yield %s : f32
    }
    lift.yield %r : !lift.array<N x f32>
  }
  return %C : !lift.array<M x N x f32>
}

//--- two.mlir
// Rows with what all of them share.
func.func @two(%A: !lift.array<M x N x f32>, %x: !lift.array<N x f32>) -> !lift.array<M x N x f32> {
  %B = lift.map (%r = %A : !lift.array<M x N x f32>) {
    %s = lift.map (%a = %r, %b = %x : !lift.array<N x f32>, !lift.array<N x f32>) {
      %p = arith.mulf %a, %b : f32
      lift.yield %p : f32
    }
    lift.yield %s : !lift.array<N x f32>
  }
  return %B : !lift.array<M x N x f32>
}

//--- places.mlir
func.func @places(%A: !lift.array<M x N x i32>, %x: !lift.array<100 x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %B = lift.map (%r = %A : !lift.array<M x N x i32>) {
    %s = lift.map (%a = %r : !lift.array<N x i32>) {
      %i = arith.index_cast %a : i32 to index
      %e = lift.at %x[%i] default(%zero : f32) : !lift.array<100 x f32>
      lift.yield %e : f32
    }
    lift.yield %s : !lift.array<N x f32>
  }
  return %B : !lift.array<M x N x f32>
}
