// What a map yields and others in its body read is copied where it is yielded.
// RUN: split-file %s %t
// RUN: lift-opt --lift-apply-schedule=file=%t/schedule.mlir %t/both.mlir | FileCheck %s
// CHECK:      lift.map (%[[ROW:.*]] = %arg0
// CHECK:        %[[SQUARES:.*]] = lift.map (%{{.*}} = %[[ROW]]
// CHECK:        %[[SUM:.*]] = lift.reduce {{.*}} = %[[SQUARES]]
// CHECK:        %[[COPY:.*]] = lift.map (%[[E:.*]] = %[[SQUARES]]
// CHECK-NEXT:     lift.yield %[[E]]
// CHECK:        lift.yield %[[COPY]], %[[SUM]]
// RUN: lift-run %t/both.mlir --size=M=5,N=7 --verify

// RUN: not lift-opt --lift-apply-schedule=file=%t/schedule.mlir %t/view.mlir 2>&1 | FileCheck %s --check-prefix=VIEW
// VIEW: error: 'transform.lift.copy_yields' does not apply: yields nothing that others in its body read

// With `for_all`, all that it computes.
// RUN: lift-opt --lift-apply-schedule=file=%t/for-all.mlir %t/rows.mlir | FileCheck %s --check-prefix=STORED
// STORED: %[[STORED:.*]] = lift.materialize {{.*}} in private
// STORED: %[[COPY:.*]] = lift.map (%{{.*}} = %[[STORED]]
// STORED: lift.yield %[[COPY]]
// RUN: not lift-opt --lift-apply-schedule=file=%t/for-all.mlir %t/view.mlir 2>&1 | FileCheck %s --check-prefix=FORALL
// FORALL: error: 'transform.lift.copy_yields' does not apply: yields no array that a pattern computes

//--- schedule.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %map = transform.lift.match_pattern %func[0] : (!op) -> !op
    transform.lift.copy_yields %map : !op
    transform.yield
  }
}

//--- for-all.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %map = transform.lift.match_pattern %func[0] : (!op) -> !op
    %row = transform.lift.match_pattern %map[0] : (!op) -> !op
    transform.lift.copy_yields %map {for_all} : !op
    transform.lift.store_results %row in "private" : !op
    transform.yield
  }
}

//--- rows.mlir
func.func @rows(%x: !lift.array<M x 4 x f32>) -> !lift.array<M x 4 x f32> {
  %r = lift.map (%row = %x : !lift.array<M x 4 x f32>) {
    %squares = lift.map (%e = %row : !lift.array<4 x f32>) {
      %p = arith.mulf %e, %e : f32
      lift.yield %p : f32
    }
    lift.yield %squares : !lift.array<4 x f32>
  }
  return %r : !lift.array<M x 4 x f32>
}

//--- both.mlir
func.func @both(%x: !lift.array<M x N x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %r:2 = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %squares = lift.map (%e = %row : !lift.array<N x f32>) {
      %p = arith.mulf %e, %e : f32
      lift.yield %p : f32
    }
    %sum = lift.reduce associative commutative (%e = %squares : !lift.array<N x f32>) init (%acc = %zero : f32) {
      %s = arith.addf %acc, %e : f32
      lift.yield %s : f32
    }
    lift.yield %squares, %sum : !lift.array<N x f32>, f32
  }
  %o = lift.map (%row = %r#0, %sum = %r#1 : !lift.array<M x N x f32>, !lift.array<M x f32>) {
    %q = lift.map (%e = %row : !lift.array<N x f32>) {
      %d = arith.divf %e, %sum : f32
      lift.yield %d : f32
    }
    lift.yield %q : !lift.array<N x f32>
  }
  return %o : !lift.array<M x N x f32>
}

//--- view.mlir
// An argument of the body that others read is not computed in it.
func.func @view(%x: !lift.array<M x N x f32>) -> (!lift.array<M x N x f32>, !lift.array<M x f32>) {
  %zero = arith.constant 0.0 : f32
  %r:2 = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %sum = lift.reduce associative commutative (%e = %row : !lift.array<N x f32>) init (%acc = %zero : f32) {
      %s = arith.addf %acc, %e : f32
      lift.yield %s : f32
    }
    lift.yield %row, %sum : !lift.array<N x f32>, f32
  }
  return %r#0, %r#1 : !lift.array<M x N x f32>, !lift.array<M x f32>
}
