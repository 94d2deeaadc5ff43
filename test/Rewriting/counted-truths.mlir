// Sums and disjunctions of products of truth values are sums of products of
// integers, in tiles of which these stand.

// RUN: split-file %s %t
// RUN: lift-opt %t/fires.mlir --mlir-disable-threading --lift-fuse-producers | FileCheck %t/fires.mlir
// RUN: lift-opt %t/stays.mlir --mlir-disable-threading --lift-fuse-producers | FileCheck %t/stays.mlir
// RUN: lift-run %t/fires.mlir --entry=paths --target=nvidia-h200 --size=M=1024,N=1024,K=1024 --forms=opencl-c --cache= --emit-package=%t.package
// RUN: FileCheck %s --check-prefix=KERNEL < %t.package/kernels.cl
// KERNEL: local int tile
// KERNEL: int4 priv
// KERNEL: priv{{[0-9]*}}[{{.*}}] = priv{{[0-9]*}}[{{.*}}] + {{.*}} * priv

// DEFINE: %{entry} = paths
// DEFINE: %{sizes} = M=64,N=128,K=96
// DEFINE: %{target} = nvidia-h200
// DEFINE: %{run} = lift-run %t/fires.mlir --entry=%{entry} --verify --cache= --target=%{target} --size=%{sizes} | FileCheck %s --check-prefix=OK
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{sizes} = M=37,N=41,K=13
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{target} = pocl
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{sizes} = M=1,N=1,K=1
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{entry} = counts
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{sizes} = M=37,N=41,K=13
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{target} = nvidia-h200
// RUN: %if pocl %{ %{run} %}
// OK: verify: {{.*}} OK

//--- fires.mlir
// CHECK-LABEL: func.func @paths
// CHECK-SAME: %[[START:[a-z0-9]*]]: i1
// CHECK: %[[N:.*]] = lift.reduce associative commutative
// CHECK: arith.extui
// CHECK: arith.extui
// CHECK: arith.muli
// CHECK: arith.addi
// CHECK: %[[ANY:.*]] = arith.cmpi ne, %[[N]]
// CHECK: arith.ori %[[START]], %[[ANY]]
func.func @paths(%start: i1, %a: !lift.array<M x K x i1>, %b: !lift.array<K x N x i1>) -> !lift.array<M x N x i1> {
  %columns = lift.transpose %b : !lift.array<K x N x i1>
  %r = lift.map (%row = %a : !lift.array<M x K x i1>) {
    %c = lift.map (%column = %columns : !lift.array<N x K x i1>) {
      %s = lift.reduce (%x = %row, %y = %column : !lift.array<K x i1>, !lift.array<K x i1>) init (%acc = %start : i1) {
        %p = arith.andi %x, %y : i1
        %n = arith.ori %p, %acc : i1
        lift.yield %n : i1
      }
      lift.yield %s : i1
    }
    lift.yield %c : !lift.array<N x i1>
  }
  return %r : !lift.array<M x N x i1>
}

// CHECK-LABEL: func.func @counts
// CHECK: lift.reduce associative commutative
// CHECK: arith.muli
func.func @counts(%a: !lift.array<M x K x i1>, %b: !lift.array<N x K x i1>) -> !lift.array<M x N x i64> {
  %zero = arith.constant 0 : i64
  %r = lift.map (%row = %a : !lift.array<M x K x i1>) {
    %c = lift.map (%column = %b : !lift.array<N x K x i1>) {
      %s = lift.reduce associative commutative (%x = %row, %y = %column : !lift.array<K x i1>, !lift.array<K x i1>) init (%acc = %zero : i64) {
        %p = arith.andi %x, %y : i1
        %w = arith.extui %p : i1 to i64
        %n = arith.addi %acc, %w : i64
        lift.yield %n : i64
      }
      lift.yield %s : i64
    }
    lift.yield %c : !lift.array<N x i64>
  }
  return %r : !lift.array<M x N x i64>
}

//--- stays.mlir
// No products: bytes are truth values as they are.
// CHECK-LABEL: func.func @any
// CHECK: lift.reduce {{.*}} : i1)
// CHECK-NEXT: arith.ori
func.func @any(%a: !lift.array<N x i1>) -> i1 {
  %no = arith.constant false
  %r = lift.reduce (%x = %a : !lift.array<N x i1>) init (%acc = %no : i1) {
    %n = arith.ori %x, %acc : i1
    lift.yield %n : i1
  }
  return %r : i1
}

// Bits of integers, which are not counted.
// CHECK-LABEL: func.func @bits
// CHECK: arith.andi
// CHECK-NEXT: arith.ori
func.func @bits(%a: !lift.array<N x i32>, %b: !lift.array<N x i32>) -> i32 {
  %no = arith.constant 0 : i32
  %r = lift.reduce (%x = %a, %y = %b : !lift.array<N x i32>, !lift.array<N x i32>) init (%acc = %no : i32) {
    %p = arith.andi %x, %y : i32
    %n = arith.ori %p, %acc : i32
    lift.yield %n : i32
  }
  return %r : i32
}

// One sum over two dimensions.
// CHECK-LABEL: func.func @planes
// CHECK-NOT: arith.muli
// CHECK: return
func.func @planes(%a: !lift.array<M x N x i1>, %b: !lift.array<M x N x i1>) -> i1 {
  %no = arith.constant false
  %r = lift.reduce associative commutative (%x = %a, %y = %b : !lift.array<M x N x i1>, !lift.array<M x N x i1>) init (%acc = %no : i1) {
    %s = lift.reduce associative commutative (%v = %x, %w = %y : !lift.array<N x i1>, !lift.array<N x i1>) init (%inner = %acc : i1) {
      %p = arith.andi %v, %w : i1
      %n = arith.ori %inner, %p : i1
      lift.yield %n : i1
    }
    lift.yield %s : i1
  }
  return %r : i1
}
