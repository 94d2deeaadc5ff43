// What is computed twice of the same numbers in a body is computed once, before laws
// of steps are looked for: a condition may be written for each accumulator.

// RUN: lift-opt %s --mlir-disable-threading --lift-fuse-producers | FileCheck %s
// RUN: lift-opt %s --mlir-disable-threading --pass-pipeline='builtin.module(func.func(lift-fuse-producers,lift-optimize{target=nvidia-h200 sizes=M=1024,N=8192 print-schedules}))' -o /dev/null | FileCheck %s --check-prefix=PLAN

// DEFINE: %{entry} = best
// DEFINE: %{sizes} = M=1,N=1
// DEFINE: %{run} = lift-run %s --entry=%{entry} --verify --cache= --size=%{sizes}
// DEFINE: %{verify} = %{run} --target=nvidia-h200 2>&1 | FileCheck %s --check-prefix=OK && %{run} --target=pocl 2>&1 | FileCheck %s --check-prefix=OK && %{run} --target=mali-g72 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %if pocl %{ %{verify} %}
// REDEFINE: %{sizes} = M=7,N=131
// RUN: %if pocl %{ %{verify} %}
// REDEFINE: %{sizes} = M=64,N=4096
// RUN: %if pocl %{ %{verify} %}
// REDEFINE: %{entry} = others
// RUN: %if pocl %{ %{verify} %}
// REDEFINE: %{sizes} = M=7,N=131
// RUN: %if pocl %{ %{verify} %}
// OK: verify: {{.*}} OK

// CHECK-LABEL: func.func @best
// CHECK: arith.cmpf ogt
// CHECK-NEXT: arith.cmpf oeq
// CHECK-NEXT: arith.cmpi slt
// CHECK-NEXT: arith.andi
// CHECK-NEXT: %[[C:.*]] = arith.ori
// CHECK-NEXT: arith.select %[[C]]
// CHECK-NEXT: arith.select %[[C]]
// CHECK-NEXT: lift.yield
// PLAN-LABEL: module @best attributes
// PLAN: // reduction of rows
// PLAN: transform.lift.tree_reduction
func.func @best(%x: !lift.array<M x N x f32>, %idx: !lift.array<N x i32>) -> !lift.array<M x i32> {
  %least = arith.constant 0xFF800000 : f32
  %last = arith.constant 2147483647 : i32
  %r = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %m:2 = lift.reduce associative commutative (%e = %row, %i = %idx : !lift.array<N x f32>, !lift.array<N x i32>) init (%a = %least, %b = %last : f32, i32) {
      %g = arith.cmpf ogt, %e, %a : f32
      %q = arith.cmpf oeq, %e, %a : f32
      %l = arith.cmpi slt, %i, %b : i32
      %ql = arith.andi %q, %l : i1
      %c = arith.ori %g, %ql : i1
      %n = arith.select %c, %e, %a : f32
      %g1 = arith.cmpf ogt, %e, %a : f32
      %q1 = arith.cmpf oeq, %e, %a : f32
      %l1 = arith.cmpi slt, %i, %b : i32
      %ql1 = arith.andi %l1, %q1 : i1
      %c1 = arith.ori %g1, %ql1 : i1
      %k = arith.select %c1, %i, %b : i32
      lift.yield %n, %k : f32, i32
    }
    lift.yield %m#1 : i32
  }
  return %r : !lift.array<M x i32>
}

// Other promises, other operands, and other bodies are not the same.
// CHECK-LABEL: func.func @others
// CHECK: %[[OUTER:.*]] = arith.addi %{{.*}}, %{{.*}} : i32
// CHECK: arith.addi %{{.*}} overflow<nsw> : i32
// CHECK-NEXT: arith.subi
// CHECK-NEXT: arith.subi
// CHECK: lift.yield
func.func @others(%x: !lift.array<M x i32>, %y: !lift.array<N x i32>) -> !lift.array<M x N x i32> {
  %r = lift.map (%a = %x : !lift.array<M x i32>) {
    %twice = arith.addi %a, %a : i32
    %row = lift.map (%b = %y : !lift.array<N x i32>) {
      %s = arith.addi %a, %a overflow<nsw> : i32
      %d = arith.subi %a, %b : i32
      %o = arith.subi %b, %a : i32
      %p = arith.muli %d, %s : i32
      %q = arith.addi %p, %o : i32
      %t = arith.muli %q, %twice : i32
      lift.yield %t : i32
    }
    lift.yield %row : !lift.array<N x i32>
  }
  return %r : !lift.array<M x N x i32>
}
