// Dimensions become one though each operand has one of them only: it is repeated
// along the other.

// RUN: split-file %s %t
// RUN: lift-opt %t/product.mlir --lift-apply-schedule=file=%t/schedule.mlir -o %t/joined.mlir
// RUN: FileCheck %s < %t/joined.mlir
// CHECK: %[[A:.*]] = lift.broadcast %arg0 sizes [N] dim 1 : !lift.array<M x K x f32>
// CHECK: lift.join %[[A]] : !lift.array<M x N x K x f32>
// CHECK: %[[B:.*]] = lift.broadcast %arg1 sizes [M] : !lift.array<N x K x f32>
// CHECK: lift.join %[[B]] : !lift.array<M x N x K x f32>
// CHECK: lift.map
// CHECK-NEXT: lift.map
// CHECK-NEXT: lift.reduce
// RUN: lift-run %t/joined.mlir --size=M=7,N=5,K=3 --verify
// RUN: lift-run %t/joined.mlir --size=M=1,N=1,K=1 --verify
// RUN: lift-run %t/joined.mlir --size=M=16,N=1,K=9 --verify

//--- product.mlir
func.func @product(%a: !lift.array<M x K x f32>, %b: !lift.array<N x K x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %c = lift.map (%row = %a : !lift.array<M x K x f32>) {
    %r = lift.map (%column = %b : !lift.array<N x K x f32>) {
      %s = lift.reduce (%x = %row, %y = %column : !lift.array<K x f32>, !lift.array<K x f32>) init (%acc = %zero : f32) {
        %p = arith.mulf %x, %y : f32
        %q = arith.addf %acc, %p : f32
        lift.yield %q : f32
      }
      lift.yield %s : f32
    }
    lift.yield %r : !lift.array<N x f32>
  }
  return %c : !lift.array<M x N x f32>
}

//--- schedule.mlir
!op = !transform.any_op
module @product attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %nest = transform.lift.match_pattern %func[0] : (!op) -> !op
    %loops:4 = transform.lift.block %nest {chunks = [[4], []], order = [[0, 0], [0, 1], [1, 0]], collapse = array<i64: 0>, pad = array<i64: 0>} : (!op) -> (!op, !op, !op, !op)
    transform.yield
  }
}
