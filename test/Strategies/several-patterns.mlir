// What a strategy does to one pattern it does not to the others: the sum of the
// squares is still cut into pieces after the product has its multiply-adds fused.

// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 sizes=M=512,N=512,K=512}))' --remarks-filter='lift.*' -o %t.mlir 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK-DAG: Remark="contraction in local tiles"
// REMARK-DAG: Remark="reduction of rows"
// RUN: FileCheck %s < %t.mlir
// CHECK-NOT: math.fma %{{.*}} : f32
// CHECK: math.fma %{{.*}} : vector<4xf32>
// RUN: lift-run %s --target=nvidia-h200 --size=M=64,N=64,K=64 --verify --rtol=1e-5

func.func @several(%a: !lift.array<M x K x f32>, %b: !lift.array<N x K x f32>)
    -> (!lift.array<M x f32>, !lift.array<M x N x f32>) {
  %zero = arith.constant 0.0 : f32
  %squares = lift.map (%row = %a : !lift.array<M x K x f32>) {
    %s = lift.reduce associative commutative (%x = %row : !lift.array<K x f32>) init (%acc = %zero : f32) {
      %p = arith.mulf %x, %x : f32
      %q = arith.addf %acc, %p : f32
      lift.yield %q : f32
    }
    lift.yield %s : f32
  }
  %c = lift.map (%row = %a : !lift.array<M x K x f32>) {
    %r = lift.map (%column = %b : !lift.array<N x K x f32>) {
      %s = lift.reduce associative (%x = %row, %y = %column : !lift.array<K x f32>, !lift.array<K x f32>) init (%acc = %zero : f32) {
        %p = arith.mulf %x, %y : f32
        %q = arith.addf %acc, %p : f32
        lift.yield %q : f32
      }
      lift.yield %s : f32
    }
    lift.yield %r : !lift.array<N x f32>
  }
  return %squares, %c : !lift.array<M x f32>, !lift.array<M x N x f32>
}
