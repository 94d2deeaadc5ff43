// Two sums that are added become one.
// RUN: split-file %s %t
// DEFINE: %{apply} = lift-opt --lift-apply-schedule=file=%t/schedule.mlir
// DEFINE: %{run} = lift-run --engine=evaluate --verify --input-kind=integer --pipeline='transform-preload-library{transform-library-paths=%t/schedule.mlir},func.func(transform-interpreter)'

// Whatever else is added; from the initial value that is not zero.
// RUN: %{apply} %t/sums.mlir | FileCheck %s
// CHECK:      %[[SUM:.*]] = lift.reduce associative commutative (%[[A:.*]] = %arg0, %[[B:.*]] = %arg1 : {{.*}}) init (%[[ACC:.*]] = %arg2 : f32) {
// CHECK:        %[[SQUARE:.*]] = arith.mulf %[[A]], %[[A]]
// CHECK:        %[[TERM:.*]] = arith.addf %[[SQUARE]], %[[B]]
// CHECK-NEXT:   arith.addf %[[ACC]], %[[TERM]]
// CHECK-NOT:  lift.reduce
// CHECK:      arith.addf %arg3, %[[SUM]]
// RUN: %{run} %t/sums.mlir --size=N=7 | FileCheck %s --check-prefix=EQUAL
// RUN: %{run} %t/sums.mlir --size=N=1 | FileCheck %s --check-prefix=EQUAL
// EQUAL: max abs error 0, OK

// RUN: not %{apply} %t/one.mlir 2>&1 | FileCheck %s --check-prefix=ONE
// ONE: 'transform.lift.merge_added_reductions' does not apply: is followed by no other sum
// RUN: sed 's/N x f32> {/N x f32> {/; s/%y : !lift.array<N/%y : !lift.array<M/; s/%y: !lift.array<N/%y: !lift.array<M/' %t/sums.mlir > %t/lengths.mlir
// RUN: not %{apply} %t/lengths.mlir 2>&1 | FileCheck %s --check-prefix=LENGTHS
// LENGTHS: does not apply: goes through another length
// RUN: sed 's/init (%acc = %zero/init (%acc = %u/' %t/sums.mlir > %t/inits.mlir
// RUN: not %{apply} %t/inits.mlir 2>&1 | FileCheck %s --check-prefix=INITS
// INITS: does not apply: starts with a number that is not zero
// RUN: sed 's/lift.reduce associative commutative/lift.reduce/' %t/sums.mlir > %t/ordered.mlir
// RUN: not %{apply} %t/ordered.mlir 2>&1 | FileCheck %s --check-prefix=ORDERED
// ORDERED: does not apply: is not declared associative and commutative
// RUN: sed 's/%all = arith.addf/%all = arith.mulf/' %t/sums.mlir > %t/product.mlir
// RUN: not %{apply} %t/product.mlir 2>&1 | FileCheck %s --check-prefix=PRODUCT
// PRODUCT: does not apply: is not only added to the other sum

//--- sums.mlir
func.func @f(%x: !lift.array<N x f32>, %y: !lift.array<N x f32>, %start: f32, %u: f32) -> f32 {
  %zero = arith.constant 0.0 : f32
  %s = lift.reduce associative commutative (%a = %x : !lift.array<N x f32>) init (%acc = %start : f32) {
    %p = arith.mulf %a, %a : f32
    %n = arith.addf %acc, %p : f32
    lift.yield %n : f32
  }
  %more = arith.addf %u, %s : f32
  %t = lift.reduce associative commutative (%a = %y : !lift.array<N x f32>) init (%acc = %zero : f32) {
    %n = arith.addf %acc, %a : f32
    lift.yield %n : f32
  }
  %all = arith.addf %more, %t : f32
  return %all : f32
}

//--- one.mlir
func.func @f(%x: !lift.array<N x f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %s = lift.reduce associative commutative (%a = %x : !lift.array<N x f32>) init (%acc = %zero : f32) {
    %n = arith.addf %acc, %a : f32
    lift.yield %n : f32
  }
  return %s : f32
}

//--- schedule.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %sum = transform.lift.match_pattern %func[0] : (!op) -> !op
    %both = transform.lift.merge_added_reductions %sum : (!op) -> !op
    transform.yield
  }
}
