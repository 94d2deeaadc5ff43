// A product whose sums are not declared associative is tiled like others, but each
// sum is rounded as the program says: the evaluator's numbers bit for bit, behind a
// border that makes products round.
// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 sizes=M=64,N=64,K=64}))' --remarks-filter='lift.*' -o %t.mlir 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: Remark="sums up floats in the order of the program, each product and sum rounded: faster where the reduction is declared associative"
// REMARK: Remark="contraction in local tiles"
// RUN: FileCheck %s < %t.mlir
// CHECK-NOT: math.fma
// CHECK: arith.mulf
// CHECK: arith.addf
// RUN: lift-run %s --target=nvidia-h200 --size=M=13,N=64,K=16 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %s --target=mali-g610 --size=M=65,N=17,K=3 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %s --target=pocl --size=M=65,N=64,K=33 --verify | FileCheck %s --check-prefix=OK
// OK: verify: {{.*}} OK

func.func @ordered(%a: !lift.array<M x K x f32>, %b: !lift.array<N x K x f32>)
    -> !lift.array<(M + 2) x N x f32> {
  %zero = arith.constant 0.0 : f32
  %third = arith.constant 0.3 : f32
  %around = lift.pad %a low [1] high [1] constant(%third : f32) : !lift.array<M x K x f32>
  %c = lift.map (%row = %around : !lift.array<(M + 2) x K x f32>) {
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
  return %c : !lift.array<(M + 2) x N x f32>
}
