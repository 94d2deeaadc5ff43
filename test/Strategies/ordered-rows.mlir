// RUN: split-file %s %t
// DEFINE: %{sizes} =
// DEFINE: %{program} = two
// DEFINE: %{target} = nvidia-h200
// DEFINE: %{schedules} = lift-opt %t/%{program}.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=%{target} sizes=%{sizes} print-schedules}))'
// DEFINE: %{verify} = lift-run --verify --target

// Each work-item loads a line of its row as vectors, and then reduces it.
// REDEFINE: %{sizes} = M=65536,N=2048
// RUN: %{schedules} | FileCheck %s
// CHECK: // rows in order
// CHECK: // lines of 32, and 32 work-items for a group
// CHECK: transform.lift.chunk_map {{.*}} by "32" :
// CHECK: %[[LINES:.*]], %[[LINE:.*]] = transform.lift.chunk_reduction {{.*}} by "32" :
// CHECK: transform.lift.stage %[[LINES]] {argument = 0, space = "private", vector = 4}
// CHECK: transform.lift.unroll %[[LINE]] :
// CHECK: transform.lift.map_to {{.*}} ["wrg(0)"]
// CHECK: transform.lift.map_to {{.*}} ["lcl(0)"]

// What is no whole lines is reduced before them. What all rows are reduced with is
// a row, too.
// REDEFINE: %{program} = product
// REDEFINE: %{sizes} = M=1000000,N=2047
// RUN: %{schedules} | FileCheck %s --check-prefix=ODD
// ODD: // lines of 32, and 128 work-items for a group
// ODD: transform.lift.chunk_map {{.*}} by "128" {padded} :
// ODD: transform.lift.peel_reduction {{.*}} "N mod 32"
// ODD: transform.lift.stage {{.*}} {argument = 0, space = "private"}
// ODD: transform.lift.stage {{.*}} {argument = 1, space = "private"}

// Short rows, columns, other devices, and what may be reordered.
// REDEFINE: %{sizes} = M=65536,N=63
// RUN: %{schedules} | FileCheck %s --check-prefix=NONE --allow-empty
// REDEFINE: %{sizes} = M=65536
// RUN: %{schedules} | FileCheck %s --check-prefix=NONE --allow-empty
// REDEFINE: %{sizes} = M=65536,N=2048
// REDEFINE: %{target} = mali-g610
// RUN: %{schedules} | FileCheck %s --check-prefix=NONE --allow-empty
// REDEFINE: %{target} = nvidia-h200
// REDEFINE: %{program} = columns
// RUN: %{schedules} | FileCheck %s --check-prefix=NONE --allow-empty
// RUN: sed 's/lift.reduce/lift.reduce associative commutative/' %t/product.mlir > %t/associative.mlir
// REDEFINE: %{program} = associative
// RUN: %{schedules} | FileCheck %s --check-prefix=NONE
// NONE-NOT: // rows in order

// RUN: %{verify}=nvidia-h200 %t/two.mlir --size=M=64,N=128
// RUN: %{verify}=nvidia-h200 %t/two.mlir --size=M=33,N=100
// RUN: %{verify}=nvidia-h200 %t/two.mlir --size=M=1,N=77
// RUN: %{verify}=opencl %t/product.mlir --size=M=65,N=97 --rtol=1e-5
// RUN: %{verify}=nvidia-h200 %t/product.mlir --size=M=5,N=68 --rtol=1e-5
// RUN: %{verify}=nvidia-h200 %t/product.mlir --size=M=3,N=1 --rtol=1e-5
// RUN: %{verify}=nvidia-h200 %t/batches.mlir --size=B=3,M=7,N=130
// RUN: %{verify}=nvidia-h200 %t/batches.mlir --size=B=1,M=1,N=64

//--- two.mlir
// The largest number of each row, and the next one.
func.func @two(%x: !lift.array<M x N x f32>) -> (!lift.array<M x f32>, !lift.array<M x f32>) {
  %least = arith.constant 0xFF800000 : f32
  %r:2 = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %s:2 = lift.reduce (%e = %row : !lift.array<N x f32>) init (%a = %least, %b = %least : f32, f32) {
      %most = arith.maximumf %a, %e : f32
      %less = arith.minimumf %a, %e : f32
      %next = arith.maximumf %b, %less : f32
      lift.yield %most, %next : f32, f32
    }
    lift.yield %s#0, %s#1 : f32, f32
  }
  return %r#0, %r#1 : !lift.array<M x f32>, !lift.array<M x f32>
}

//--- product.mlir
func.func @product(%A: !lift.array<M x N x f32>, %x: !lift.array<N x f32>, %y: !lift.array<M x f32>) -> !lift.array<M x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%row = %A, %yi = %y : !lift.array<M x N x f32>, !lift.array<M x f32>) {
    %s = lift.reduce (%a = %row, %b = %x : !lift.array<N x f32>, !lift.array<N x f32>) init (%acc = %zero : f32) {
      %p = arith.mulf %a, %b : f32
      %q = arith.addf %acc, %p : f32
      lift.yield %q : f32
    }
    %t = arith.addf %s, %yi : f32
    lift.yield %t : f32
  }
  return %r : !lift.array<M x f32>
}

//--- columns.mlir
func.func @columns(%A: !lift.array<N x M x f32>) -> !lift.array<M x f32> {
  %zero = arith.constant 0.0 : f32
  %columns = lift.transpose %A : !lift.array<N x M x f32>
  %r = lift.map (%column = %columns : !lift.array<M x N x f32>) {
    %s = lift.reduce (%a = %column : !lift.array<N x f32>) init (%acc = %zero : f32) {
      %q = arith.addf %acc, %a : f32
      lift.yield %q : f32
    }
    lift.yield %s : f32
  }
  return %r : !lift.array<M x f32>
}

//--- batches.mlir
// Rows that are read from their middle, of bytes.
func.func @batches(%x: !lift.array<B x M x (N + 3) x i8>, %v: !lift.array<N x i8>) -> !lift.array<B x M x i32> {
  %one = arith.constant 1 : i32
  %three = arith.constant 3 : i32
  %r = lift.map (%rows = %x : !lift.array<B x M x (N + 3) x i8>) {
    %s = lift.map (%row = %rows : !lift.array<M x (N + 3) x i8>) {
      %part = lift.drop %row size [3] : !lift.array<(N + 3) x i8>
      %t = lift.reduce (%e = %part, %f = %v : !lift.array<N x i8>, !lift.array<N x i8>) init (%acc = %one : i32) {
        %m = arith.muli %acc, %three : i32
        %g = arith.xori %e, %f : i8
        %w = arith.extsi %g : i8 to i32
        %n = arith.addi %m, %w : i32
        lift.yield %n : i32
      }
      lift.yield %t : i32
    }
    lift.yield %s : !lift.array<M x i32>
  }
  return %r : !lift.array<B x M x i32>
}
