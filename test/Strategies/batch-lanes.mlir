// Products of many small matrices whose batch is the last dimension in memory: each
// lane has a product of its own.
// RUN: split-file %s %t
// DEFINE: %{program} = turned
// DEFINE: %{sizes} = M=64,N=64,K=64,B=8192
// DEFINE: %{schedules} = lift-opt %t/%{program}.mlir -o /dev/null --pass-pipeline='builtin.module(func.func(lift-fuse-producers,lift-optimize{target=nvidia-h200 sizes=%{sizes} print-schedules}))'
// RUN: %{schedules} | FileCheck %s
// CHECK: // contractions beside each other
// CHECK: // a product for each of 32 lanes, a tile of 8 x 8 of it for a work-item
// CHECK: transform.lift.block {{.*}} {chunks = {{\[\[}}32], [8], [8], []], order = {{\[\[}}1, 0], [0, 0], [2, 0], [0, 1], [3, 0], [1, 1], [2, 1]]}
// REDEFINE: %{program} = straight
// RUN: %{schedules} | FileCheck %s --check-prefix=STRAIGHT
// STRAIGHT: // contractions beside each other
// STRAIGHT: transform.lift.block {{.*}} {chunks = {{\[\[}}8], [8], [32], []], order = {{\[\[}}0, 0], [2, 0], [1, 0], [2, 1], [3, 0], [0, 1], [1, 1]]}

// Not of large matrices, few products, or a batch that is first in memory.
// REDEFINE: %{sizes} = M=256,N=64,K=64,B=8192
// RUN: %{schedules} | FileCheck %s --check-prefix=NONE
// REDEFINE: %{sizes} = M=64,N=64,K=64,B=16
// RUN: %{schedules} | FileCheck %s --check-prefix=NONE
// RUN: lift-opt %lift_src_root/examples/batched-matmul.mlir -o /dev/null --lift-optimize='target=nvidia-h200 sizes=P=8192,M=64,N=64,K=64 print-schedules' | FileCheck %s --check-prefix=NONE
// NONE-NOT: contractions beside each other

// DEFINE: %{verify} = lift-run --verify --target=nvidia-h200
// RUN: %{verify} %t/turned.mlir --size=M=64,N=64,K=64,B=64
// RUN: %{verify} %t/turned.mlir --size=M=9,N=13,K=5,B=33
// RUN: %{verify} %t/turned.mlir --size=M=128,N=8,K=1,B=131
// RUN: %{verify} %t/straight.mlir --size=M=17,N=100,K=3,B=67
// RUN: %{verify} %t/straight.mlir --size=M=8,N=8,K=31,B=32
// RUN: lift-run --verify %t/straight.mlir --target=mali-g72 --size=M=17,N=20,K=3,B=67
// RUN: lift-run --verify %t/straight.mlir --target=pocl --size=M=17,N=20,K=3,B=67
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{verify} %t/turned.mlir --size=M=9,N=17,K=3,B=40 %}

//--- turned.mlir
func.func @turned(%a: !lift.array<M x K x B x f32>, %b: !lift.array<K x N x B x f32>) -> !lift.array<M x N x B x f32> {
  %zero = arith.constant 0.0 : f32
  %left = lift.transpose %a permutation [2, 0, 1] : !lift.array<M x K x B x f32>
  %right = lift.transpose %b permutation [2, 1, 0] : !lift.array<K x N x B x f32>
  %products = lift.map (%x = %left, %y = %right : !lift.array<B x M x K x f32>, !lift.array<B x N x K x f32>) {
    %rows = lift.map (%row = %x : !lift.array<M x K x f32>) {
      %numbers = lift.map (%column = %y : !lift.array<N x K x f32>) {
        %sum = lift.reduce associative commutative (%e = %row, %f = %column : !lift.array<K x f32>, !lift.array<K x f32>) init (%acc = %zero : f32) {
          %p = arith.mulf %e, %f : f32
          %s = arith.addf %acc, %p : f32
          lift.yield %s : f32
        }
        lift.yield %sum : f32
      }
      lift.yield %numbers : !lift.array<N x f32>
    }
    lift.yield %rows : !lift.array<M x N x f32>
  }
  %out = lift.transpose %products permutation [1, 2, 0] : !lift.array<B x M x N x f32>
  return %out : !lift.array<M x N x B x f32>
}

//--- straight.mlir
func.func @straight(%a: !lift.array<M x K x B x f32>, %b: !lift.array<K x N x B x f32>) -> !lift.array<M x N x B x f32> {
  %zero = arith.constant 0.0 : f32
  %columns = lift.transpose %b permutation [1, 0, 2] : !lift.array<K x N x B x f32>
  %rows = lift.map (%x = %a : !lift.array<M x K x B x f32>) {
    %left = lift.transpose %x : !lift.array<K x B x f32>
    %numbers = lift.map (%y = %columns : !lift.array<N x K x B x f32>) {
      %right = lift.transpose %y : !lift.array<K x B x f32>
      %batch = lift.map (%row = %left, %column = %right : !lift.array<B x K x f32>, !lift.array<B x K x f32>) {
        %sum = lift.reduce associative commutative (%e = %row, %f = %column : !lift.array<K x f32>, !lift.array<K x f32>) init (%acc = %zero : f32) {
          %p = arith.mulf %e, %f : f32
          %s = arith.addf %acc, %p : f32
          lift.yield %s : f32
        }
        lift.yield %sum : f32
      }
      lift.yield %batch : !lift.array<B x f32>
    }
    lift.yield %numbers : !lift.array<N x B x f32>
  }
  return %rows : !lift.array<M x N x B x f32>
}
