// Contractions that go through several matrices for each row, or each column, as
// complex numbers have two parts, and with several sums for each element.
// RUN: split-file %s %t
// DEFINE: %{optimize} = --lift-fuse-producers --lift-optimize='target=nvidia-h200 sizes=M=1024,N=1024,K=1024 print-schedules'

// Each has a tile in local memory, and fragments in registers.
// RUN: lift-opt %t/complex.mlir %{optimize} -o %t.mlir | FileCheck %s --check-prefix=COMPLEX
// COMPLEX: // contraction in local tiles
// COMPLEX: // tiles in local memory, fragments in registers
// COMPLEX-COUNT-4: transform.lift.stage {{.*}}"local"
// COMPLEX-COUNT-4: transform.lift.stage {{.*}}"private"

// Two sums for each element that go through the same row are one reduction.
// RUN: lift-opt %t/gated.mlir %{optimize} -o %t.mlir | FileCheck %s --check-prefix=GATED
// GATED: contraction in local tiles
// RUN: lift-opt %t/gated.mlir --lift-fuse-producers | FileCheck %s --check-prefix=MERGED
// MERGED:     lift.reduce associative commutative (%{{.*}}, %{{.*}}, %{{.*}} :
// MERGED-NOT: lift.reduce

// What is computed before the reduction, but not for it, is done after it.
// RUN: lift-opt %t/scaled.mlir %{optimize} -o %t.mlir | FileCheck %s --check-prefix=SCALED
// SCALED: contraction in local tiles

// What differs neither by row nor by column is read where it is multiplied.
// RUN: lift-opt %t/weighted.mlir %{optimize} -o %t.mlir --remarks-filter=lift-optimize 2>&1 | FileCheck %s --check-prefix=WEIGHTED
// WEIGHTED: Remark="contraction in local tiles"

// DEFINE: %{run} = lift-run --verify --rtol=1e-5
// RUN: %{run} %t/complex.mlir --target=nvidia-h200 --size=M=67,N=129,K=33 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/complex.mlir --target=nvidia-h200 --size=M=128,N=128,K=16 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/complex.mlir --target=mali-g72 --size=M=8,N=12,K=20 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/complex.mlir --target=pocl --size=M=17,N=33,K=5 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/gated.mlir --target=nvidia-h200 --size=M=65,N=31,K=17 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/gated.mlir --target=mali-g610 --size=M=7,N=5,K=3 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/gated.mlir --target=pocl --size=M=16,N=64,K=5 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/scaled.mlir --target=nvidia-h200 --size=M=65,N=31,K=17 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/scaled.mlir --target=nvidia-h200 --size=M=1,N=1,K=1 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/scaled.mlir --target=pocl --size=M=5,N=7,K=9 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/weighted.mlir --target=nvidia-h200 --size=M=5,N=7,K=9 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/weighted.mlir --target=nvidia-h200 --size=M=64,N=128,K=48 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/weighted.mlir --target=mali-g72 --size=M=8,N=12,K=20 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/weighted.mlir --target=pocl --size=M=17,N=33,K=5 | FileCheck %s --check-prefix=OK
// OK: OK
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh lift-run --verify --rtol=1e-5 --target=nvidia-h200 %t/gated.mlir --size=M=33,N=65,K=20 %}

//--- complex.mlir
func.func @complex(%ar: !lift.array<M x K x f32>, %ai: !lift.array<M x K x f32>, %br: !lift.array<K x N x f32>, %bi: !lift.array<K x N x f32>) -> (!lift.array<M x N x f32>, !lift.array<M x N x f32>) {
  %v0 = arith.constant 0.0 : f32
  %v1 = lift.transpose %br permutation [1, 0] : !lift.array<K x N x f32>
  %v2 = lift.transpose %bi permutation [1, 0] : !lift.array<K x N x f32>
  %v3:2 = lift.map (%v4 = %ar, %v5 = %ai : !lift.array<M x K x f32>, !lift.array<M x K x f32>) {
    %v6:2 = lift.map (%v7 = %v1, %v8 = %v2 : !lift.array<N x K x f32>, !lift.array<N x K x f32>) {
      %v9:2 = lift.reduce associative commutative (%v10 = %v4, %v11 = %v5, %v12 = %v7, %v13 = %v8 : !lift.array<K x f32>, !lift.array<K x f32>, !lift.array<K x f32>, !lift.array<K x f32>) init (%v14 = %v0, %v15 = %v0 : f32, f32) {
        %v16 = arith.mulf %v10, %v12 : f32
        %v17 = arith.mulf %v11, %v13 : f32
        %v18 = arith.subf %v16, %v17 : f32
        %v19 = arith.addf %v14, %v18 : f32
        %v20 = arith.mulf %v10, %v13 : f32
        %v21 = arith.mulf %v11, %v12 : f32
        %v22 = arith.addf %v20, %v21 : f32
        %v23 = arith.addf %v15, %v22 : f32
        lift.yield %v19, %v23 : f32, f32
      }
      lift.yield %v9#0, %v9#1 : f32, f32
    }
    lift.yield %v6#0, %v6#1 : !lift.array<N x f32>, !lift.array<N x f32>
  }
  return %v3#0, %v3#1 : !lift.array<M x N x f32>, !lift.array<M x N x f32>
}

//--- gated.mlir
func.func @gated(%x: !lift.array<M x K x f32>, %w: !lift.array<N x K x f32>, %v: !lift.array<N x K x f32>) -> !lift.array<M x N x f32> {
  %v0 = arith.constant 0.0 : f32
  %v1 = lift.map (%v2 = %x : !lift.array<M x K x f32>) {
    %v3 = lift.map (%v4 = %w, %v5 = %v : !lift.array<N x K x f32>, !lift.array<N x K x f32>) {
      %v6 = lift.reduce associative commutative (%v7 = %v2, %v8 = %v4 : !lift.array<K x f32>, !lift.array<K x f32>) init (%v9 = %v0 : f32) {
        %v10 = arith.mulf %v7, %v8 : f32
        %v11 = arith.addf %v9, %v10 : f32
        lift.yield %v11 : f32
      }
      %v12 = lift.reduce associative commutative (%v13 = %v2, %v14 = %v5 : !lift.array<K x f32>, !lift.array<K x f32>) init (%v15 = %v0 : f32) {
        %v16 = arith.mulf %v13, %v14 : f32
        %v17 = arith.addf %v15, %v16 : f32
        lift.yield %v17 : f32
      }
      %v18 = arith.maximumf %v12, %v0 : f32
      %v19 = arith.mulf %v6, %v18 : f32
      lift.yield %v19 : f32
    }
    lift.yield %v3 : !lift.array<N x f32>
  }
  return %v1 : !lift.array<M x N x f32>
}

//--- scaled.mlir
func.func @scaled(%A: !lift.array<M x K x f32>, %B: !lift.array<N x K x f32>, %C: !lift.array<M x N x f32>, %alpha: f32, %beta: f32) -> !lift.array<M x N x f32> {
  %v0 = arith.constant 0.0 : f32
  %v1 = lift.map (%v2 = %A, %v3 = %C : !lift.array<M x K x f32>, !lift.array<M x N x f32>) {
    %v4 = lift.map (%v5 = %B, %v6 = %v3 : !lift.array<N x K x f32>, !lift.array<N x f32>) {
      %v7 = arith.mulf %beta, %v6 : f32
      %v8 = lift.reduce associative commutative (%v9 = %v2, %v10 = %v5 : !lift.array<K x f32>, !lift.array<K x f32>) init (%v11 = %v0 : f32) {
        %v12 = arith.mulf %v9, %v10 : f32
        %v13 = arith.addf %v11, %v12 : f32
        lift.yield %v13 : f32
      }
      %v14 = arith.mulf %alpha, %v8 : f32
      %v15 = arith.addf %v7, %v14 : f32
      lift.yield %v15 : f32
    }
    lift.yield %v4 : !lift.array<N x f32>
  }
  return %v1 : !lift.array<M x N x f32>
}

//--- weighted.mlir
func.func @weighted(%x: !lift.array<M x K x f32>, %w: !lift.array<K x f32>, %y: !lift.array<N x K x f32>) -> !lift.array<M x N x f32> {
  %v0 = arith.constant 0.0 : f32
  %v1 = lift.map (%v2 = %x : !lift.array<M x K x f32>) {
    %v3 = lift.map (%v4 = %y : !lift.array<N x K x f32>) {
      %v5 = lift.reduce associative commutative (%v6 = %v2, %v7 = %v4, %v8 = %w : !lift.array<K x f32>, !lift.array<K x f32>, !lift.array<K x f32>) init (%v9 = %v0 : f32) {
        %v10 = arith.mulf %v6, %v7 : f32
        %v11 = arith.mulf %v10, %v8 : f32
        %v12 = arith.addf %v9, %v11 : f32
        lift.yield %v12 : f32
      }
      lift.yield %v5 : f32
    }
    lift.yield %v3 : !lift.array<N x f32>
  }
  return %v1 : !lift.array<M x N x f32>
}
