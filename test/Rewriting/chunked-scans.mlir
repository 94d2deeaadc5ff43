// Scans of chunks, one after the other, in private memory.
// RUN: split-file %s %t
// DEFINE: %{step} = chunks
// DEFINE: %{apply} = lift-opt --lift-apply-schedule=file=%t/%{step}-schedule.mlir
// DEFINE: %{run} = lift-run --engine=evaluate --verify --pipeline='transform-preload-library{transform-library-paths=%t/%{step}-schedule.mlir},func.func(transform-interpreter)'
// RUN: %{apply} %t/sums.mlir | FileCheck %s
// CHECK: %[[BOTH:.*]]:2 = lift.scan (%{{.*}} = %{{.*}} : !lift.array<(N / 4) x 4 x i32>) init (%[[START:.*]] = %{{.*}}, %{{.*}} = %{{.*}} : i32, !lift.array<4 x i32>)
// CHECK:   lift.materialize {{.*}} in private
// CHECK:   lift.scan unroll ({{.*}}) init (%{{.*}} = %[[START]] : i32)
// CHECK:   lift.materialize {{.*}} in private
// CHECK: lift.join %[[BOTH]]#1
// RUN: %{run} %t/sums.mlir --size=N=24 | FileCheck %s --check-prefix=EQUAL
// REDEFINE: %{step} = padded
// RUN: %{run} %t/sums.mlir --size=N=1 | FileCheck %s --check-prefix=EQUAL
// RUN: %{run} %t/sums.mlir --size=N=23 | FileCheck %s --check-prefix=EQUAL
// EQUAL: max abs error 0, OK
// RUN: not %{apply} %t/quotients.mlir 2>&1 | FileCheck %s --check-prefix=FAILS
// FAILS: 'transform.lift.chunk_scan' does not apply: has a step that may fail beyond the end

//--- sums.mlir
func.func @f(%x: !lift.array<N x i32>) -> !lift.array<N x i32> {
  %three = arith.constant 3 : i32
  %r = lift.scan (%e = %x : !lift.array<N x i32>) init (%acc = %three : i32) {
    %p = arith.muli %acc, %three : i32
    %s = arith.addi %p, %e : i32
    lift.yield %s : i32
  }
  return %r : !lift.array<N x i32>
}

//--- quotients.mlir
func.func @f(%x: !lift.array<N x i32>) -> !lift.array<N x i32> {
  %three = arith.constant 3 : i32
  %r = lift.scan (%e = %x : !lift.array<N x i32>) init (%acc = %three : i32) {
    %s = arith.divsi %acc, %e : i32
    lift.yield %s : i32
  }
  return %r : !lift.array<N x i32>
}

//--- chunks-schedule.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %scan = transform.lift.match_pattern %func[0] : (!op) -> !op
    %outer, %inner = transform.lift.chunk_scan %scan by 4 : (!op) -> (!op, !op)
    %required = transform.param.constant [#lift.constraint<4 divides N>] -> !transform.any_param
    transform.annotate %func "lift.requires" = %required : !op, !transform.any_param
    transform.yield
  }
}

//--- padded-schedule.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %scan = transform.lift.match_pattern %func[0] : (!op) -> !op
    %outer, %inner = transform.lift.chunk_scan %scan by 4 {padded} : (!op) -> (!op, !op)
    transform.yield
  }
}
