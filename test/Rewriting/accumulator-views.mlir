// Views at the end of a step move to the result, also those of the accumulator
// itself and of another one.
// RUN: split-file %s %t
// RUN: lift-opt %t/turned.mlir --lift-apply-schedule=file=%t/schedule.mlir | FileCheck %s
// CHECK: lift.transpose %{{.*}} : !lift.array<2 x 2 x f32>
// CHECK: lift.reduce {{.*}} init (%[[ACC:.*]] = %{{.*}} : !lift.array<2 x 2 x f32>) {
// CHECK-NEXT: %[[OLD:.*]] = lift.transpose %[[ACC]]
// CHECK: lift.yield %[[OLD]]
// DEFINE: %{program} = turned
// DEFINE: %{run} = lift-run %t/%{program}.mlir --engine=evaluate --verify --pipeline='transform-preload-library{transform-library-paths=%t/schedule.mlir},func.func(transform-interpreter)' | FileCheck %s --check-prefix=EQUAL
// RUN: %{run}
// REDEFINE: %{program} = exchanged
// RUN: %{run}
// EQUAL: max abs error 0, OK

//--- turned.mlir
func.func @f(%x: !lift.array<3 x f32>, %z: !lift.array<2 x 2 x f32>)
    -> !lift.array<2 x 2 x f32> {
  %r = lift.reduce (%e = %x : !lift.array<3 x f32>)
      init (%acc = %z : !lift.array<2 x 2 x f32>) {
    %t = lift.transpose %acc : !lift.array<2 x 2 x f32>
    lift.yield %t : !lift.array<2 x 2 x f32>
  }
  return %r : !lift.array<2 x 2 x f32>
}

//--- exchanged.mlir
func.func @f(%x: !lift.array<3 x f32>, %y: !lift.array<2 x 2 x f32>,
             %z: !lift.array<2 x 2 x f32>)
    -> (!lift.array<2 x 2 x f32>, !lift.array<2 x 2 x f32>) {
  %r:2 = lift.reduce (%e = %x : !lift.array<3 x f32>)
      init (%a = %y, %b = %z : !lift.array<2 x 2 x f32>, !lift.array<2 x 2 x f32>) {
    %t = lift.transpose %a : !lift.array<2 x 2 x f32>
    %u = lift.reverse %b dims [0] : !lift.array<2 x 2 x f32>
    lift.yield %u, %t : !lift.array<2 x 2 x f32>, !lift.array<2 x 2 x f32>
  }
  return %r#0, %r#1 : !lift.array<2 x 2 x f32>, !lift.array<2 x 2 x f32>
}

//--- schedule.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %reduce = transform.lift.match_pattern %func[0] : (!op) -> !op
    transform.lift.relayout_accumulators %reduce : !op
    transform.yield
  }
}
