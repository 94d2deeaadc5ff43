// Products of matrices that are written row by row, with what else is done to each
// row, are patterns of their own.
// RUN: split-file %s %t

// RUN: lift-opt %t/attention.mlir --lift-fuse-producers --remarks-filter=lift-fuse-producers 2>&1 | FileCheck %s
// CHECK: remark: {{.*}}Remark="is divided, as a product in its body is one of matrices"
// CHECK-LABEL: func.func @attention
// CHECK:      %[[SCORES:[0-9]+]] = lift.map
// CHECK-NEXT:   lift.map
// CHECK-NEXT:     lift.map
// CHECK-NEXT:       lift.reduce
// CHECK:      %[[WEIGHTS:[0-9]+]] = lift.map ({{.*}} = %[[SCORES]] :
// CHECK:        math.exp
// CHECK:      lift.map ({{.*}} = %[[WEIGHTS]] :
// CHECK-NEXT:   lift.map
// CHECK-NEXT:     lift.map
// CHECK-NEXT:       lift.reduce

// A second time changes nothing.
// RUN: lift-opt %t/attention.mlir --lift-fuse-producers -o %t/once.mlir
// RUN: lift-opt %t/once.mlir --lift-fuse-producers | diff - %t/once.mlir

// Rows that are only reduced stay together.
// RUN: lift-opt %t/rows.mlir --lift-fuse-producers | FileCheck %s --check-prefix=ROWS
// ROWS:     lift.map
// ROWS:       lift.reduce
// ROWS:       lift.map
// ROWS-NOT: lift.map

// Short sums are computed where they are reduced: nobody stores the distance of each
// pair.
// RUN: lift-opt %t/nearest.mlir --lift-fuse-producers | FileCheck %s --check-prefix=SHORT
// SHORT:     lift.map
// SHORT-NEXT:  lift.reduce
// SHORT-NEXT:    lift.reduce
// SHORT-NOT: lift.map

// DEFINE: %{run} = lift-run --verify --rtol=1e-4 --atol=1e-6
// RUN: %{run} %t/attention.mlir --target=nvidia-h200 --size=B=2,S=33,D=8 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/attention.mlir --target=nvidia-h200 --size=B=1,S=1,D=1 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/attention.mlir --target=mali-g72 --size=B=2,S=8,D=4 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/attention.mlir --size=B=3,S=7,D=5 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/classify.mlir --target=nvidia-h200 --size=M=17,N=5,K=33 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/classify.mlir --size=M=4,N=9,K=3 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/nearest.mlir --target=nvidia-h200 --size=M=37,N=1001 | FileCheck %s --check-prefix=OK
// OK: OK

//--- attention.mlir
func.func @attention(%q: !lift.array<B x S x D x f32>, %k: !lift.array<B x S x D x f32>, %v: !lift.array<B x S x D x f32>, %scale: f32) -> !lift.array<B x S x D x f32> {
  %v0 = arith.constant 0.0 : f32
  %v1 = arith.constant 0xFF800000 : f32
  %v2 = lift.transpose %v permutation [0, 2, 1] : !lift.array<B x S x D x f32>
  %v3 = lift.map (%v4 = %q, %v5 = %k, %v6 = %v2 : !lift.array<B x S x D x f32>, !lift.array<B x S x D x f32>, !lift.array<B x D x S x f32>) {
    %v7 = lift.map (%v8 = %v4 : !lift.array<S x D x f32>) {
      %v9 = lift.map (%v10 = %v5 : !lift.array<S x D x f32>) {
        %v11 = lift.reduce associative commutative (%v12 = %v8, %v13 = %v10 : !lift.array<D x f32>, !lift.array<D x f32>) init (%v14 = %v0 : f32) {
          %v15 = arith.mulf %v12, %v13 : f32
          %v16 = arith.addf %v14, %v15 : f32
          lift.yield %v16 : f32
        }
        %v17 = arith.mulf %scale, %v11 : f32
        lift.yield %v17 : f32
      }
      %v18 = lift.reduce associative commutative (%v19 = %v9 : !lift.array<S x f32>) init (%v20 = %v1 : f32) {
        %v21 = arith.maximumf %v20, %v19 : f32
        lift.yield %v21 : f32
      }
      %v22 = lift.map (%v23 = %v9 : !lift.array<S x f32>) {
        %v24 = arith.subf %v23, %v18 : f32
        %v25 = math.exp %v24 : f32
        lift.yield %v25 : f32
      }
      %v26 = lift.reduce associative commutative (%v27 = %v22 : !lift.array<S x f32>) init (%v28 = %v0 : f32) {
        %v29 = arith.addf %v28, %v27 : f32
        lift.yield %v29 : f32
      }
      %v30 = lift.map (%v31 = %v22 : !lift.array<S x f32>) {
        %v32 = arith.divf %v31, %v26 : f32
        lift.yield %v32 : f32
      }
      %v33 = lift.map (%v34 = %v6 : !lift.array<D x S x f32>) {
        %v35 = lift.reduce associative commutative (%v36 = %v30, %v37 = %v34 : !lift.array<S x f32>, !lift.array<S x f32>) init (%v38 = %v0 : f32) {
          %v39 = arith.mulf %v36, %v37 : f32
          %v40 = arith.addf %v38, %v39 : f32
          lift.yield %v40 : f32
        }
        lift.yield %v35 : f32
      }
      lift.yield %v33 : !lift.array<D x f32>
    }
    lift.yield %v7 : !lift.array<S x D x f32>
  }
  return %v3 : !lift.array<B x S x D x f32>
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

//--- nearest.mlir
func.func @nearest(%x: !lift.array<M x 3 x f32>, %y: !lift.array<N x 3 x f32>) -> !lift.array<M x f32> {
  %zero = arith.constant 0.0 : f32
  %far = arith.constant 0x7F800000 : f32
  %r = lift.map (%p = %x : !lift.array<M x 3 x f32>) {
    %squares = lift.map (%q = %y : !lift.array<N x 3 x f32>) {
      %square = lift.reduce associative commutative (%a = %p, %b = %q : !lift.array<3 x f32>, !lift.array<3 x f32>) init (%acc = %zero : f32) {
        %d = arith.subf %a, %b : f32
        %m = arith.mulf %d, %d : f32
        %s = arith.addf %acc, %m : f32
        lift.yield %s : f32
      }
      lift.yield %square : f32
    }
    %least = lift.reduce associative commutative (%e = %squares : !lift.array<N x f32>) init (%acc = %far : f32) {
      %s = arith.minimumf %acc, %e : f32
      lift.yield %s : f32
    }
    lift.yield %least : f32
  }
  return %r : !lift.array<M x f32>
}
