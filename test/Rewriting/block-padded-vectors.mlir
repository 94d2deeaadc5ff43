// The elements beyond the end of a reduced dimension are vectors where operands are.
//
// RUN: split-file %s %t
// RUN: lift-run %t/program.mlir --engine=evaluate --size=K=5 --verify --input-kind=special \
// RUN:   --pipeline='transform-preload-library{transform-library-paths=%t/schedule.mlir},func.func(transform-interpreter)' | FileCheck %s
// CHECK: OK

//--- program.mlir
func.func @sums(%A: !lift.array<K x 8 x i32>, %B: !lift.array<K x 8 x f32>)
    -> (!lift.array<8 x i32>, !lift.array<8 x f32>) {
  %At = lift.transpose %A : !lift.array<K x 8 x i32>
  %Bt = lift.transpose %B : !lift.array<K x 8 x f32>
  %zero = arith.constant 0 : i32
  %low = arith.constant 0xFF800000 : f32
  %s:2 = lift.map (%a = %At, %b = %Bt : !lift.array<8 x K x i32>, !lift.array<8 x K x f32>) {
    %r:2 = lift.reduce (%i = %a, %f = %b : !lift.array<K x i32>, !lift.array<K x f32>)
        init (%sum = %zero, %most = %low : i32, f32) {
      %n = arith.addi %sum, %i : i32
      %m = arith.maximumf %most, %f : f32
      lift.yield %n, %m : i32, f32
    }
    lift.yield %r#0, %r#1 : i32, f32
  }
  return %s#0, %s#1 : !lift.array<8 x i32>, !lift.array<8 x f32>
}

//--- schedule.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %nest = transform.lift.match_pattern %func[0] : (!op) -> !op
    %l:3 = transform.lift.block %nest {chunks = [[], [3]], pad = array<i64: 1>,
        order = [[1, 0], [0, 0], [1, 1]], vector = array<i64: 0, 4>}
      : (!op) -> (!op, !op, !op)
    transform.yield
  }
}
