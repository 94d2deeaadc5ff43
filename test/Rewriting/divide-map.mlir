// RUN: split-file %s %t
// DEFINE: %{apply} = lift-opt --lift-apply-schedule=file=%t/schedule.mlir

// A product of a matrix and the row has a map of its own, and so has what needs it;
// constants and views are repeated.
// RUN: %{apply} %t/classify.mlir | FileCheck %s
// CHECK:      %[[SUMS:.*]] = lift.map (%[[ROW:.*]] = %{{.*}} : !lift.array<M x K x f32>) {
// CHECK-NEXT:   %[[ALL:.*]] = lift.map
// CHECK-NEXT:     lift.reduce
// CHECK:        lift.yield %[[ALL]] : !lift.array<N x f32>
// CHECK:      %[[REST:.*]]:2 = lift.map (%[[S:.*]] = %[[SUMS]] : !lift.array<M x N x f32>) {
// CHECK-NEXT:   %[[MOST:.*]] = lift.reduce {{.*}}%[[S]]
// CHECK:        lift.yield %[[MOST]],
// CHECK:      return %[[REST]]#0, %[[REST]]#1, %[[SUMS]]

// RUN: not %{apply} %t/rows.mlir 2>&1 | FileCheck %s --check-prefix=ROWS
// ROWS: error: 'transform.lift.divide_map' does not apply: has no pattern with others inside beside something else

//--- schedule.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %map = transform.lift.match_pattern %func[0] : (!op) -> !op
    %maps = transform.lift.divide_map %map : (!op) -> !op
    transform.yield
  }
}

//--- classify.mlir
func.func @classify(%x: !lift.array<M x K x f32>, %w: !lift.array<N x K x f32>) -> (!lift.array<M x f32>, !lift.array<M x N x f32>, !lift.array<M x N x f32>) {
  %v0 = arith.constant 0.0 : f32
  %v1 = arith.constant 0xFF800000 : f32
  %v2:3 = lift.map (%v3 = %x : !lift.array<M x K x f32>) {
    %v4 = lift.map (%v5 = %w : !lift.array<N x K x f32>) {
      %v6 = lift.reduce associative commutative (%v7 = %v3, %v8 = %v5 : !lift.array<K x f32>, !lift.array<K x f32>) init (%v9 = %v0 : f32) {
        %v10 = arith.mulf %v7, %v8 : f32
        %v11 = arith.addf %v9, %v10 : f32
        lift.yield %v11 : f32
      }
      lift.yield %v6 : f32
    }
    %v12 = lift.reduce associative commutative (%v13 = %v4 : !lift.array<N x f32>) init (%v14 = %v1 : f32) {
      %v15 = arith.maximumf %v14, %v13 : f32
      lift.yield %v15 : f32
    }
    %v16 = lift.map (%v17 = %v4 : !lift.array<N x f32>) {
      %v18 = arith.subf %v17, %v12 : f32
      lift.yield %v18 : f32
    }
    lift.yield %v12, %v16, %v4 : f32, !lift.array<N x f32>, !lift.array<N x f32>
  }
  return %v2#0, %v2#1, %v2#2 : !lift.array<M x f32>, !lift.array<M x N x f32>, !lift.array<M x N x f32>
}

//--- rows.mlir
func.func @rows(%x: !lift.array<M x N x f32>) -> !lift.array<M x N x f32> {
  %v0 = arith.constant 0.0 : f32
  %v1 = lift.map (%v2 = %x : !lift.array<M x N x f32>) {
    %v3 = lift.reduce associative commutative (%v4 = %v2 : !lift.array<N x f32>) init (%v5 = %v0 : f32) {
      %v6 = arith.addf %v5, %v4 : f32
      lift.yield %v6 : f32
    }
    %v7 = lift.map (%v8 = %v2 : !lift.array<N x f32>) {
      %v9 = arith.subf %v8, %v3 : f32
      lift.yield %v9 : f32
    }
    lift.yield %v7 : !lift.array<N x f32>
  }
  return %v1 : !lift.array<M x N x f32>
}
