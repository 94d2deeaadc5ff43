// Patterns that schedules apply wherever they match.
// RUN: split-file %s %t
// RUN: lift-opt %t/program.mlir --pass-pipeline='builtin.module(lift-apply-schedule{file=%t/view.mlir})' | FileCheck %s
// RUN: lift-opt %t/program.mlir --pass-pipeline='builtin.module(lift-apply-schedule{file=%t/contract.mlir})' | FileCheck %s --check-prefix=CONTRACT

// A rearrangement of equal elements is such an array.
// CHECK-LABEL: @equal
// CHECK-NEXT: %[[A:.*]] = lift.broadcast %{{.*}} sizes [8, 4] : f32
// CHECK-NEXT: return %[[A]]
// A view with elements of its own stays, and so does one of another array.
// CHECK-LABEL: @others
// CHECK: lift.pad
// CHECK: lift.transpose %arg1

// A product that is used here alone goes into the sum, if that says that it may be
// rounded otherwise; one that is used twice, and a sum without a product, stay.
// CONTRACT-LABEL: @sums
// CONTRACT: math.fma %arg0, %arg1, %arg2
// CONTRACT: %[[TWICE:.*]] = arith.mulf
// CONTRACT: arith.addf %[[TWICE]], %arg2
// CONTRACT: arith.addf %{{.*}}, %[[TWICE]]
// So may an associative reduction be, and no other one.
// CONTRACT-LABEL: @products
// CONTRACT: lift.reduce associative
// CONTRACT-NEXT: math.fma
// CONTRACT: lift.reduce (
// CONTRACT-NEXT: arith.mulf
// CONTRACT-NEXT: arith.addf
// Differences, too, and two products that are added to a sum that may be reordered.
// CONTRACT-LABEL: @differences
// CONTRACT: lift.reduce associative commutative (%[[A:.*]] = %arg0, %[[B:.*]] = %arg1 : {{.*}} init (%[[S:.*]] =
// CONTRACT-NEXT: %[[N:.*]] = arith.negf %[[B]]
// CONTRACT-NEXT: %[[AA:.*]] = math.fma %[[A]], %[[A]], %[[S]]
// CONTRACT-NEXT: math.fma %[[N]], %[[B]], %[[AA]]
// CONTRACT: lift.reduce (
// CONTRACT: arith.subf
// CONTRACT: arith.addf

// The inverse, and sums of one term, in reductions that may be reordered; what
// depends on the accumulator once more is no such sum.
// RUN: lift-opt %t/program.mlir --pass-pipeline='builtin.module(lift-apply-schedule{file=%t/expand.mlir})' | FileCheck %s --check-prefix=EXPAND
// EXPAND-LABEL: @terms
// EXPAND: lift.reduce associative commutative (%[[A:.*]] = %arg0, %[[B:.*]] = %arg1 : {{.*}} init (%[[S:.*]] =
// EXPAND-NEXT: %[[AA:.*]] = arith.mulf %[[A]], %[[A]]
// EXPAND-NEXT: %[[AB:.*]] = arith.mulf %[[A]], %[[B]]
// EXPAND-NEXT: %[[TWO:.*]] = arith.addf %[[AA]], %[[AB]]
// EXPAND-NEXT: %[[THREE:.*]] = arith.addf %[[TWO]], %[[B]]
// EXPAND-NEXT: %[[NEXT:.*]] = arith.addf %[[S]], %[[THREE]]
// EXPAND-NEXT: lift.yield %[[NEXT]]
// EXPAND: lift.reduce associative commutative (%[[A:.*]] = %arg0 : {{.*}} init (%[[S:.*]] =
// EXPAND-NEXT: %[[N:.*]] = arith.addf %[[S]], %[[A]]
// EXPAND-NEXT: arith.addf %[[N]], %[[S]]
// EXPAND: lift.reduce (%[[A:.*]] = %arg0, %[[B:.*]] = %arg1 : {{.*}} init (%[[S:.*]] =
// EXPAND-NEXT: %[[N:.*]] = arith.addf %[[S]], %[[A]]
// EXPAND-NEXT: arith.addf %[[N]], %[[B]]

// The same vectors of one array are one input of a loop; the lanes of others are in
// another order.
// RUN: lift-opt %t/vectors.mlir --pass-pipeline='builtin.module(lift-apply-schedule{file=%t/same.mlir})' | FileCheck %s --check-prefix=VECTORS
// VECTORS: lift.map (%[[V:.*]] = %{{.*}} : !lift.array<4 x vector<2xf32>>) {
// VECTORS-NEXT: arith.addf %[[V]], %[[V]]
// VECTORS: lift.map (%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}} : !lift.array<4 x vector<2xf32>>, !lift.array<4 x vector<2xf32>>) {

//--- vectors.mlir
func.func @vectors(%x: !lift.array<8 x f32>)
    -> (!lift.array<4 x vector<2xf32>>, !lift.array<4 x vector<2xf32>>) {
  %r = lift.reverse %x dims [0] : !lift.array<8 x f32>
  %a = lift.as_vector %x width 2 : !lift.array<8 x f32>
  %b = lift.as_vector %x width 2 : !lift.array<8 x f32>
  %c = lift.as_vector %r width 2 : !lift.array<8 x f32>
  %d = lift.reverse %c dims [0] : !lift.array<4 x vector<2xf32>>
  %same = lift.map (%u = %a, %v = %b
      : !lift.array<4 x vector<2xf32>>, !lift.array<4 x vector<2xf32>>) {
    %s = arith.addf %u, %v : vector<2xf32>
    lift.yield %s : vector<2xf32>
  }
  %other = lift.map (%u = %a, %v = %d
      : !lift.array<4 x vector<2xf32>>, !lift.array<4 x vector<2xf32>>) {
    %s = arith.addf %u, %v : vector<2xf32>
    lift.yield %s : vector<2xf32>
  }
  return %same, %other : !lift.array<4 x vector<2xf32>>, !lift.array<4 x vector<2xf32>>
}

//--- same.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    transform.apply_patterns to %func {
      transform.apply_patterns.lift.merge_inputs
    } : !op
    transform.yield
  }
}

//--- view.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    transform.apply_patterns to %func {
      transform.apply_patterns.lift.views
    } : !op
    transform.yield
  }
}

//--- contract.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    transform.apply_patterns to %func {
      transform.apply_patterns.lift.contract
    } : !op
    transform.yield
  }
}

//--- expand.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    transform.apply_patterns to %func {
      transform.apply_patterns.lift.expand_sums
    } : !op
    transform.yield
  }
}

//--- program.mlir
func.func @equal(%v: f32) -> !lift.array<8 x 4 x f32> {
  %b = lift.broadcast %v sizes [4, 8] : f32
  %t = lift.transpose %b : !lift.array<4 x 8 x f32>
  return %t : !lift.array<8 x 4 x f32>
}

func.func @others(%v: f32, %x: !lift.array<4 x 8 x f32>)
    -> (!lift.array<6 x f32>, !lift.array<8 x 4 x f32>) {
  %zero = arith.constant 0.0 : f32
  %b = lift.broadcast %v sizes [4] : f32
  %p = lift.pad %b low [1] high [1] constant(%zero : f32) : !lift.array<4 x f32>
  %t = lift.transpose %x : !lift.array<4 x 8 x f32>
  return %p, %t : !lift.array<6 x f32>, !lift.array<8 x 4 x f32>
}

func.func @sums(%a: f32, %b: f32, %c: f32, %x: !lift.array<N x f32>)
    -> (!lift.array<N x f32>, f32, f32) {
  %once = arith.mulf %a, %b : f32
  %s = arith.addf %once, %c fastmath<contract> : f32
  %r = lift.map (%e = %x : !lift.array<N x f32>) {
    %q = arith.addf %e, %s : f32
    lift.yield %q : f32
  }
  %twice = arith.mulf %a, %c : f32
  %t = arith.addf %twice, %c fastmath<contract> : f32
  %u = arith.addf %s, %twice fastmath<contract> : f32
  return %r, %t, %u : !lift.array<N x f32>, f32, f32
}

func.func @products(%x: !lift.array<N x f32>, %y: !lift.array<N x f32>) -> (f32, f32) {
  %zero = arith.constant 0.0 : f32
  %s = lift.reduce associative (%e = %x, %f = %y : !lift.array<N x f32>, !lift.array<N x f32>) init (%acc = %zero : f32) {
    %p = arith.mulf %e, %f : f32
    %next = arith.addf %acc, %p : f32
    lift.yield %next : f32
  }
  %o = lift.reduce (%e = %x, %f = %y : !lift.array<N x f32>, !lift.array<N x f32>) init (%acc = %zero : f32) {
    %p = arith.mulf %e, %f : f32
    %next = arith.addf %acc, %p : f32
    lift.yield %next : f32
  }
  return %s, %o : f32, f32
}

func.func @differences(%x: !lift.array<N x f32>, %y: !lift.array<N x f32>)
    -> (f32, f32) {
  %zero = arith.constant 0.0 : f32
  %free = lift.reduce associative commutative (%a = %x, %b = %y
      : !lift.array<N x f32>, !lift.array<N x f32>) init (%acc = %zero : f32) {
    %aa = arith.mulf %a, %a : f32
    %bb = arith.mulf %b, %b : f32
    %d = arith.subf %aa, %bb : f32
    %next = arith.addf %acc, %d : f32
    lift.yield %next : f32
  }
  %ordered = lift.reduce (%a = %x, %b = %y
      : !lift.array<N x f32>, !lift.array<N x f32>) init (%acc = %zero : f32) {
    %aa = arith.mulf %a, %a : f32
    %bb = arith.mulf %b, %b : f32
    %d = arith.subf %aa, %bb : f32
    %next = arith.addf %acc, %d : f32
    lift.yield %next : f32
  }
  return %free, %ordered : f32, f32
}

func.func @terms(%x: !lift.array<N x f32>, %y: !lift.array<N x f32>)
    -> (f32, f32, f32) {
  %zero = arith.constant 0.0 : f32
  %three = lift.reduce associative commutative (%a = %x, %b = %y
      : !lift.array<N x f32>, !lift.array<N x f32>) init (%acc = %zero : f32) {
    %aa = math.fma %a, %a, %acc : f32
    %ab = arith.mulf %a, %b : f32
    %s = arith.addf %aa, %ab : f32
    %next = arith.addf %s, %b : f32
    lift.yield %next : f32
  }
  %doubled = lift.reduce associative commutative (%a = %x : !lift.array<N x f32>)
      init (%acc = %zero : f32) {
    %s = arith.addf %acc, %a : f32
    %next = arith.addf %s, %acc : f32
    lift.yield %next : f32
  }
  %ordered = lift.reduce (%a = %x, %b = %y : !lift.array<N x f32>, !lift.array<N x f32>)
      init (%acc = %zero : f32) {
    %s = arith.addf %acc, %a : f32
    %next = arith.addf %s, %b : f32
    lift.yield %next : f32
  }
  return %three, %doubled, %ordered : f32, f32, f32
}
