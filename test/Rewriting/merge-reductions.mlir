// Reductions of the same array are one, if they may be cut into parts and neither
// needs the other.
// RUN: lift-opt %s --lift-apply-schedule=file=%S/Inputs/merge-reductions.mlir | FileCheck %s
// CHECK-LABEL: func.func @sums
// CHECK:      %[[SUM:.*]] = lift.reduce associative commutative (%{{.*}} = %arg0 :
// CHECK:      %[[SQUARE:.*]] = arith.mulf %[[SUM]], %[[SUM]]
// CHECK:      %[[BOTH:.*]]:2 = lift.reduce associative commutative (%{{.*}} = %arg1, %[[E:.*]] = %arg0 :
// CHECK:        arith.maximumf
// CHECK-NEXT:   arith.mulf %[[E]], %[[SQUARE]]
// CHECK-NEXT:   arith.addf
// CHECK-NEXT:   lift.yield
// CHECK:      %[[LESS:.*]] = lift.reduce associative commutative (%{{.*}} = %arg1 :
// CHECK:      %[[ORDERED:.*]] = lift.reduce (%{{.*}} = %arg0 :
// CHECK:      return %[[SQUARE]], %[[BOTH]]#0, %[[BOTH]]#1, %[[LESS]], %[[ORDERED]]

// RUN: lift-run %s --target=nvidia-h200 --size=N=1001 --verify --rtol=1e-4 | FileCheck %s --check-prefix=OK
// RUN: lift-run %s --size=N=1 --verify | FileCheck %s --check-prefix=OK
// OK: OK

func.func @sums(%x: !lift.array<N x f32>, %y: !lift.array<N x f32>) -> (f32, f32, f32, f32, f32) {
  %v0 = arith.constant 0.0 : f32
  %v1 = arith.constant 0xFF800000 : f32
  %v2 = lift.reduce associative commutative (%v3 = %x : !lift.array<N x f32>) init (%v4 = %v0 : f32) {
    %v5 = arith.addf %v4, %v3 : f32
    lift.yield %v5 : f32
  }
  %v6 = arith.mulf %v2, %v2 : f32
  %v7 = lift.reduce associative commutative (%v8 = %y, %v9 = %x : !lift.array<N x f32>, !lift.array<N x f32>) init (%v10 = %v1 : f32) {
    %v11 = arith.mulf %v9, %v8 : f32
    %v12 = arith.maximumf %v10, %v11 : f32
    lift.yield %v12 : f32
  }
  %v13 = lift.reduce associative commutative (%v14 = %x : !lift.array<N x f32>) init (%v15 = %v0 : f32) {
    %v16 = arith.mulf %v14, %v6 : f32
    %v17 = arith.addf %v15, %v16 : f32
    lift.yield %v17 : f32
  }
  %v18 = lift.reduce associative commutative (%v19 = %y : !lift.array<N x f32>) init (%v20 = %v0 : f32) {
    %v21 = arith.subf %v20, %v19 : f32
    lift.yield %v21 : f32
  }
  %v22 = lift.reduce (%v23 = %x : !lift.array<N x f32>) init (%v24 = %v0 : f32) {
    %v25 = arith.addf %v24, %v23 : f32
    lift.yield %v25 : f32
  }
  return %v6, %v7, %v13, %v18, %v22 : f32, f32, f32, f32, f32
}
