// The readers of numbers compute them.
// RUN: split-file %s %t
// DEFINE: %{apply} = lift-opt --lift-apply-schedule=file=%t/schedule.mlir
// RUN: %{apply} %t/sums.mlir | FileCheck %s
// CHECK-NOT:  lift.map
// CHECK:      lift.reduce (%[[X:.*]] = %arg0 :
// CHECK-NEXT:   %[[SQUARE:.*]] = arith.mulf %[[X]], %[[X]]
// CHECK-NEXT:   arith.addf %{{.*}}, %[[SQUARE]]
// RUN: lift-run %t/sums.mlir --engine=evaluate --verify --input-kind=special --size=N=7 --pipeline='transform-preload-library{transform-library-paths=%t/schedule.mlir},func.func(transform-interpreter)' | FileCheck %s --check-prefix=EQUAL
// EQUAL: max abs error 0, OK

// Not of vectors, nor for vectors.
// RUN: not %{apply} %t/of-vectors.mlir 2>&1 | FileCheck %s --check-prefix=VECTORS
// RUN: not %{apply} %t/for-vectors.mlir 2>&1 | FileCheck %s --check-prefix=VECTORS
// VECTORS: 'transform.lift.compute_in_readers' does not apply: is made of vectors, or read as such

//--- sums.mlir
func.func @f(%x: !lift.array<N x f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %y = lift.map (%a = %x : !lift.array<N x f32>) {
    %b = arith.mulf %a, %a : f32
    lift.yield %b : f32
  }
  %s = lift.reduce (%e = %y : !lift.array<N x f32>) init (%acc = %zero : f32) {
    %n = arith.addf %acc, %e : f32
    lift.yield %n : f32
  }
  return %s : f32
}

//--- of-vectors.mlir
func.func @f(%x: !lift.array<N x i32>) -> !lift.array<(N / 2) x i32> {
  %v = lift.as_vector %x width 2 : !lift.array<N x i32>
  %y = lift.map (%a = %v : !lift.array<(N / 2) x vector<2xi32>>) {
    %b = vector.reduction <add>, %a : vector<2xi32> into i32
    lift.yield %b : i32
  }
  %z = lift.map (%a = %y : !lift.array<(N / 2) x i32>) {
    %b = arith.addi %a, %a : i32
    lift.yield %b : i32
  }
  return %z : !lift.array<(N / 2) x i32>
}

//--- for-vectors.mlir
func.func @f(%x: !lift.array<N x f32>) -> !lift.array<(N / 2) x vector<2xf32>> {
  %y = lift.map (%a = %x : !lift.array<N x f32>) {
    %b = arith.addf %a, %a : f32
    lift.yield %b : f32
  }
  %v = lift.as_vector %y width 2 : !lift.array<N x f32>
  %z = lift.map (%a = %v : !lift.array<(N / 2) x vector<2xf32>>) {
    %b = arith.mulf %a, %a : vector<2xf32>
    lift.yield %b : vector<2xf32>
  }
  return %z : !lift.array<(N / 2) x vector<2xf32>>
}

//--- schedule.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %map = transform.lift.match_pattern %func[0] : (!op) -> !op
    transform.lift.compute_in_readers %map : !op
    transform.yield
  }
}
