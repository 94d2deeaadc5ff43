// What goes through all elements in order keeps the first of the best ones, and
// compares no indices, which only parts need.

// RUN: split-file %s %t
// RUN: lift-opt %t/fires.mlir --mlir-disable-threading --pass-pipeline='builtin.module(func.func(lift-fuse-producers))' | FileCheck %t/fires.mlir --check-prefix=INDEX
// RUN: lift-opt %t/fires.mlir --mlir-disable-threading --pass-pipeline='builtin.module(func.func(lift-fuse-producers,lift-optimize{target=nvidia-h200}))' | FileCheck %t/fires.mlir --check-prefix=ORDER
// RUN: lift-opt %t/fires.mlir --mlir-disable-threading --pass-pipeline='builtin.module(func.func(lift-fuse-producers,lift-optimize{target=nvidia-h200 print-schedules}))' -o /dev/null | FileCheck %t/fires.mlir --check-prefix=PLAN
// RUN: lift-opt %t/stays.mlir --mlir-disable-threading --lift-apply-schedule=file=%t/choose.mlir | FileCheck %t/stays.mlir

// DEFINE: %{entry} = least
// DEFINE: %{sizes} = H=13,W=77
// DEFINE: %{target} = nvidia-h200
// DEFINE: %{kind} = special
// DEFINE: %{run} = lift-run %t/fires.mlir --entry=%{entry} --verify --cache= --target=%{target} --input-kind=%{kind} --size=%{sizes} | FileCheck %s --check-prefix=OK
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{kind} = integer
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{target} = pocl
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{sizes} = H=3,W=64
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{entry} = last_of_greatest
// REDEFINE: %{sizes} = N=1031
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{target} = nvidia-h200
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{kind} = special
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{entry} = columns
// REDEFINE: %{sizes} = M=71,N=203
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{target} = pocl
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{kind} = integer
// RUN: %if pocl %{ %{run} %}
// RUN: lift-opt %t/fires.mlir --mlir-disable-threading --pass-pipeline='builtin.module(func.func(lift-fuse-producers,lift-optimize{target=pocl sizes=M=1024,N=4096}))' | FileCheck %t/fires.mlir --check-prefix=COLUMNS
// OK: verify: {{.*}} OK

//--- choose.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    transform.apply_patterns to %func {
      transform.apply_patterns.lift.choose_in_order
    } : !op
    transform.yield
  }
}

//--- fires.mlir
// A few candidates for each pixel.
// INDEX-LABEL: func.func @least
// INDEX: lift.reduce associative commutative
// INDEX: arith.cmpi slt
// ORDER-LABEL: func.func @least
// ORDER-NOT: arith.cmpi
// ORDER: lift.reduce associative {{(unroll )?}}(
// ORDER-SAME: init ({{.*}} = %c7_i32
// ORDER-NOT: arith.cmpi
// ORDER: arith.cmpf olt
// ORDER-NOT: arith.cmpi
// ORDER: return
// PLAN: // what goes through all elements in order keeps the first
// PLAN: apply_patterns.lift.choose_in_order
func.func @least(%l: !lift.array<H x W x f32>, %r: !lift.array<H x (W + 15) x f32>) -> (!lift.array<H x W x f32>, !lift.array<H x W x i32>) {
  %far = arith.constant 2.5 : f32
  %none = arith.constant 7 : i32
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %s = lift.slide %r size [16] step [1] dims [1] : !lift.array<H x (W + 15) x f32>
  %o:2 = lift.map (%a = %l, %b = %s : !lift.array<H x W x f32>, !lift.array<H x W x 16 x f32>) {
    %q:2 = lift.map (%x = %a, %c = %b : !lift.array<W x f32>, !lift.array<W x 16 x f32>) {
      %m:3 = lift.reduce (%y = %c : !lift.array<16 x f32>) init (%best = %far, %at = %none, %i = %zero : f32, i32, i32) {
        %d = arith.subf %x, %y : f32
        %e = math.absf %d : f32
        %lt = arith.cmpf olt, %e, %best : f32
        %nb = arith.select %lt, %e, %best : f32
        %ni = arith.select %lt, %i, %at : i32
        %n = arith.addi %i, %one : i32
        lift.yield %nb, %ni, %n : f32, i32, i32
      }
      lift.yield %m#0, %m#1 : f32, i32
    }
    lift.yield %q#0, %q#1 : !lift.array<W x f32>, !lift.array<W x i32>
  }
  return %o#0, %o#1 : !lift.array<H x W x f32>, !lift.array<H x W x i32>
}

// What is kept if the condition holds, of integers.
// ORDER-LABEL: func.func @last_of_greatest
// ORDER: lift.reduce associative unroll(16) (
// ORDER: arith.cmpi sge
// ORDER-NOT: arith.cmpi
// ORDER: return
func.func @last_of_greatest(%x: !lift.array<N x i32>, %y: !lift.array<11 x i32>) -> !lift.array<N x i32> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = lift.map (%a = %x : !lift.array<N x i32>) {
    %m:3 = lift.reduce (%b = %y : !lift.array<11 x i32>) init (%best = %zero, %at = %zero, %i = %zero : i32, i32, i32) {
      %e = arith.xori %a, %b : i32
      %stays = arith.cmpi sge, %best, %e : i32
      %nb = arith.select %stays, %best, %e : i32
      %ni = arith.select %stays, %at, %i : i32
      %n = arith.addi %i, %one : i32
      lift.yield %nb, %ni, %n : i32, i32, i32
    }
    lift.yield %m#1 : i32
  }
  return %r : !lift.array<N x i32>
}

// Vectors of columns, each in order.
// COLUMNS-LABEL: func.func @columns
// COLUMNS: lift.reduce associative (
// COLUMNS-NOT: arith.cmpi
// COLUMNS: arith.cmpf olt
// COLUMNS-NOT: arith.cmpi
// COLUMNS: return
func.func @columns(%x: !lift.array<M x N x f32>) -> !lift.array<N x i32> {
  %inf = arith.constant 0x7F800000 : f32
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %t = lift.transpose %x permutation [1, 0] : !lift.array<M x N x f32>
  %r = lift.map (%c = %t : !lift.array<N x M x f32>) {
    %m:3 = lift.reduce (%y = %c : !lift.array<M x f32>) init (%best = %inf, %at = %z, %i = %z : f32, i32, i32) {
      %lt = arith.cmpf olt, %y, %best : f32
      %nb = arith.select %lt, %y, %best : f32
      %ni = arith.select %lt, %i, %at : i32
      %n = arith.addi %i, %one : i32
      lift.yield %nb, %ni, %n : f32, i32, i32
    }
    lift.yield %m#1 : i32
  }
  return %r : !lift.array<N x i32>
}

//--- stays.mlir
// The index alone is no choice of the first: it is read before all are compared
// with where the program starts.
// CHECK-LABEL: func.func @read
// CHECK: lift.reduce associative commutative
// CHECK: arith.cmpi slt
func.func @read(%x: !lift.array<N x f32>) -> (f32, i32) {
  %worst = arith.constant 0x7F800000 : f32
  %last = arith.constant 2147483647 : i32
  %indices = lift.generate (%i < N) {
    %n = arith.index_cast %i : index to i32
    lift.yield %n : i32
  }
  %m:2 = lift.reduce associative commutative (%e = %x, %i = %indices : !lift.array<N x f32>, !lift.array<N x i32>) init (%best = %worst, %at = %last : f32, i32) {
    %lt = arith.cmpf olt, %e, %best : f32
    %eq = arith.cmpf oeq, %e, %best : f32
    %before = arith.cmpi slt, %i, %at : i32
    %sooner = arith.andi %eq, %before : i1
    %better = arith.ori %lt, %sooner : i1
    %nb = arith.select %better, %e, %best : f32
    %ni = arith.select %better, %i, %at : i32
    lift.yield %nb, %ni : f32, i32
  }
  return %m#0, %m#1 : f32, i32
}

// Numbers that are any: the smallest is not the first.
// CHECK-LABEL: func.func @numbers
// CHECK: lift.reduce associative commutative
// CHECK: arith.cmpi slt
func.func @numbers(%x: !lift.array<N x f32>, %numbers: !lift.array<N x i32>, %start: !lift.array<2 x f32>) -> (f32, i32) {
  %worst = arith.constant 0x7F800000 : f32
  %last = arith.constant 2147483647 : i32
  %zero = arith.constant 0 : i32
  %far = arith.constant 100.0 : f32
  %m:2 = lift.reduce associative commutative (%e = %x, %i = %numbers : !lift.array<N x f32>, !lift.array<N x i32>) init (%best = %worst, %at = %last : f32, i32) {
    %lt = arith.cmpf olt, %e, %best : f32
    %eq = arith.cmpf oeq, %e, %best : f32
    %before = arith.cmpi slt, %i, %at : i32
    %sooner = arith.andi %eq, %before : i1
    %better = arith.ori %lt, %sooner : i1
    %nb = arith.select %better, %e, %best : f32
    %ni = arith.select %better, %i, %at : i32
    lift.yield %nb, %ni : f32, i32
  }
  %is = arith.cmpf olt, %m#0, %far : f32
  %b = arith.select %is, %m#0, %far : f32
  %i = arith.select %is, %m#1, %zero : i32
  return %b, %i : f32, i32
}

// A start that elements with a greater index are as good as.
// CHECK-LABEL: func.func @start
// CHECK: lift.reduce associative commutative
// CHECK: arith.cmpi slt
func.func @start(%x: !lift.array<N x f32>) -> (f32, i32) {
  %worst = arith.constant 0x7F800000 : f32
  %zero = arith.constant 0 : i32
  %last = arith.constant 3 : i32
  %far = arith.constant 100.0 : f32
  %indices = lift.generate (%i < N) {
    %n = arith.index_cast %i : index to i32
    lift.yield %n : i32
  }
  %m:2 = lift.reduce associative commutative (%e = %x, %i = %indices : !lift.array<N x f32>, !lift.array<N x i32>) init (%best = %far, %at = %last : f32, i32) {
    %lt = arith.cmpf olt, %e, %best : f32
    %eq = arith.cmpf oeq, %e, %best : f32
    %before = arith.cmpi slt, %i, %at : i32
    %sooner = arith.andi %eq, %before : i1
    %better = arith.ori %lt, %sooner : i1
    %nb = arith.select %better, %e, %best : f32
    %ni = arith.select %better, %i, %at : i32
    lift.yield %nb, %ni : f32, i32
  }
  %is = arith.cmpf olt, %m#0, %far : f32
  %b = arith.select %is, %m#0, %far : f32
  %i = arith.select %is, %m#1, %zero : i32
  return %b, %i : f32, i32
}
