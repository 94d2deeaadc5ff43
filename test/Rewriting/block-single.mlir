// A dimension of one element that becomes one with another goes away: an operand that
// has only that is the same along the other, and one that has only the other stays as
// it is.

// RUN: split-file %s %t
// RUN: lift-opt %t/product.mlir --lift-apply-schedule=file=%t/row.mlir -o %t/row-joined.mlir
// RUN: FileCheck %s --check-prefix=ROW < %t/row-joined.mlir
// ROW: %[[ROW:.*]] = lift.take %arg0 size [1] dims [0] : !lift.array<M x K x f32>
// ROW: %[[X:.*]] = lift.at %[[ROW]][0] : !lift.array<1 x K x f32>
// ROW: %[[B:.*]] = lift.at %{{.*}}[0] : !lift.array<1 x f32>
// ROW-NOT: lift.broadcast
// ROW: lift.map (%[[COLUMN:.*]] = %arg1 : !lift.array<N x K x f32>) {
// ROW:   lift.reduce associative commutative (%{{.*}} = %[[X]], %{{.*}} = %[[COLUMN]] :
// ROW:   arith.addf %{{.*}}, %[[B]] : f32
// RUN: lift-run %t/row-joined.mlir --size=M=1,N=17,K=5 --verify
// RUN: lift-run %t/row-joined.mlir --size=M=1,N=1,K=1 --verify

// RUN: lift-opt %t/product.mlir --lift-apply-schedule=file=%t/both.mlir -o %t/both-joined.mlir
// RUN: FileCheck %s --check-prefix=BOTH < %t/both-joined.mlir
// BOTH: lift.map ({{.*}} : !lift.array<1 x {{.*}}) {
// BOTH-NEXT: lift.reduce
// RUN: lift-run %t/both-joined.mlir --size=M=1,N=1,K=9 --verify

//--- product.mlir
func.func @product(%a: !lift.array<M x K x f32>, %b: !lift.array<N x K x f32>, %bias: !lift.array<M x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %c = lift.map (%row = %a, %e = %bias : !lift.array<M x K x f32>, !lift.array<M x f32>) {
    %r = lift.map (%column = %b : !lift.array<N x K x f32>) {
      %s = lift.reduce associative commutative (%x = %row, %y = %column : !lift.array<K x f32>, !lift.array<K x f32>) init (%acc = %zero : f32) {
        %p = arith.mulf %x, %y : f32
        %q = arith.addf %acc, %p : f32
        lift.yield %q : f32
      }
      %t = arith.addf %s, %e : f32
      lift.yield %t : f32
    }
    lift.yield %r : !lift.array<N x f32>
  }
  return %c : !lift.array<M x N x f32>
}

//--- row.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %nest = transform.lift.match_pattern %func[0] : (!op) -> !op
    %row = transform.lift.fix_sizes %nest {M = 1} : (!op) -> !op
    %loops:2 = transform.lift.block %row {chunks = [[], []], order = [[0, 0], [1, 0]], collapse = array<i64: 0>} : (!op) -> (!op, !op)
    transform.yield
  }
}

//--- both.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %nest = transform.lift.match_pattern %func[0] : (!op) -> !op
    %one = transform.lift.fix_sizes %nest {M = 1, N = 1} : (!op) -> !op
    %loops:2 = transform.lift.block %one {chunks = [[], []], order = [[0, 0], [1, 0]], collapse = array<i64: 0>} : (!op) -> (!op, !op)
    transform.yield
  }
}
