// A batch that is the last dimension of the operands of a contraction is turned to be the
// first, where groups share tiles.
// RUN: split-file %s %t
// DEFINE: %{program} = %t/batch.mlir
// DEFINE: %{sizes} = B=64,M=256,N=256,K=256
// DEFINE: %{target} = nvidia-h200
// DEFINE: %{optimize} = lift-opt %{program} --lift-fuse-producers --lift-optimize='target=%{target} sizes=%{sizes} print-schedules' -o /dev/null | FileCheck %s
// RUN: %{optimize} --check-prefix=TURNED
// TURNED: // contraction of turned batches
// TURNED: // a batch, or what is around steps, as first dimension
// TURNED: transform.lift.copy_argument {{.*}} {argument = 0, read_order = array<i64: 0, 1, 2>}
// TURNED: // contraction of turned batches
// TURNED: transform.lift.copy_argument {{.*}} {argument = 1, read_order = array<i64: 0, 1, 2>}
// TURNED: // contraction in local tiles
// TURNED: // transposition
// TURNED: // transposition
// TURNED-NOT: // transposition

// Not of few rows, of a batch of which a sector of memory holds all, of one that is the
// first dimension, for lanes of small products, or for threads.
// REDEFINE: %{sizes} = B=64,M=16,N=256,K=256
// RUN: %{optimize} --check-prefix=NOT
// REDEFINE: %{sizes} = B=7,M=256,N=256,K=256
// RUN: %{optimize} --check-prefix=NOT
// REDEFINE: %{sizes} = B=64,M=64,N=64,K=64
// RUN: %{optimize} --check-prefix=NOT
// REDEFINE: %{sizes} = B=64,M=256,N=256,K=256
// REDEFINE: %{target} = pocl
// RUN: %{optimize} --check-prefix=NOT
// REDEFINE: %{target} = nvidia-h200
// REDEFINE: %{program} = %lift_src_root/examples/batched-matmul.mlir
// REDEFINE: %{sizes} = P=64,M=256,N=256,K=256
// RUN: %{optimize} --check-prefix=NOT
// NOT-NOT: turned batches

// So is a reduced dimension around the steps of the sum, unless it is short.
// REDEFINE: %{program} = %t/around.mlir
// REDEFINE: %{sizes} = B=64,M=256,N=256,K=64
// RUN: %{optimize} --check-prefix=AROUND
// AROUND: // contraction of turned batches
// AROUND: transform.lift.copy_argument {{.*}} {argument = 0, read_order = array<i64: 1, 0, 2>}
// AROUND-NOT: // contraction of turned batches
// AROUND: // contraction in local tiles
// REDEFINE: %{sizes} = B=4,M=256,N=256,K=64
// RUN: %{optimize} --check-prefix=NOT
// RUN: lift-run %t/around.mlir --target=nvidia-h200 --size=B=9,M=40,N=37,K=35 --verify --rtol=1e-4 --atol=1e-4 | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/around.mlir --target=nvidia-h200 --size=B=8,M=64,N=64,K=1 --verify --rtol=1e-4 --atol=1e-4 | FileCheck %s --check-prefix=OK

// DEFINE: %{verify} = lift-run %t/batch.mlir --verify --rtol=1e-4 --atol=1e-4
// RUN: %{verify} --target=nvidia-h200 --size=B=9,M=130,N=37,K=35 | FileCheck %s --check-prefix=OK
// RUN: %{verify} --target=opencl --size=B=16,M=33,N=140,K=5 | FileCheck %s --check-prefix=OK
// RUN: %{verify} --target=nvidia-h200 --size=B=8,M=32,N=32,K=1 | FileCheck %s --check-prefix=OK
// RUN: %{verify} --target=nvidia-h200 --size=B=1,M=1,N=1,K=1 | FileCheck %s --check-prefix=OK
// RUN: %{verify} --target=nvidia-h200 --size=B=8,M=33,N=35,K=9 --assumed=nothing | FileCheck %s --check-prefix=OK
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{verify} --target=nvidia-h200 --size=B=8,M=33,N=35,K=9 %}
// OK: verify: {{.*}} OK

//--- batch.mlir
func.func @batch_last(%A: !lift.array<M x K x B x f32>, %B: !lift.array<K x N x B x f32>)
    -> !lift.array<M x N x B x f32> {
  %zero = arith.constant 0.0 : f32
  %Ab = lift.transpose %A permutation [2, 0, 1] : !lift.array<M x K x B x f32>
  %Bb = lift.transpose %B permutation [2, 1, 0] : !lift.array<K x N x B x f32>
  %C = lift.map (%a = %Ab, %b = %Bb : !lift.array<B x M x K x f32>, !lift.array<B x N x K x f32>) {
    %rows = lift.map (%row = %a : !lift.array<M x K x f32>) {
      %cols = lift.map (%col = %b : !lift.array<N x K x f32>) {
        %dot = lift.reduce associative commutative (%x = %row, %y = %col : !lift.array<K x f32>, !lift.array<K x f32>) init (%acc = %zero : f32) {
          %p = arith.mulf %x, %y : f32
          %s = arith.addf %acc, %p : f32
          lift.yield %s : f32
        }
        lift.yield %dot : f32
      }
      lift.yield %cols : !lift.array<N x f32>
    }
    lift.yield %rows : !lift.array<M x N x f32>
  }
  %result = lift.transpose %C permutation [1, 2, 0] : !lift.array<B x M x N x f32>
  return %result : !lift.array<M x N x B x f32>
}

//--- around.mlir
// Sums over two dimensions, the outer of which has neighbours in one operand.
func.func @around(%x: !lift.array<M x B x K x f32>, %y: !lift.array<K x N x B x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %turned = lift.transpose %y permutation [1, 2, 0] : !lift.array<K x N x B x f32>
  %out = lift.map (%rows = %x : !lift.array<M x B x K x f32>) {
    %sums = lift.map (%columns = %turned : !lift.array<N x B x K x f32>) {
      %all = lift.reduce associative commutative (%row = %rows, %column = %columns : !lift.array<B x K x f32>, !lift.array<B x K x f32>) init (%outer = %zero : f32) {
        %sum = lift.reduce associative commutative (%a = %row, %b = %column : !lift.array<K x f32>, !lift.array<K x f32>) init (%acc = %outer : f32) {
          %product = arith.mulf %a, %b : f32
          %next = arith.addf %acc, %product : f32
          lift.yield %next : f32
        }
        lift.yield %sum : f32
      }
      lift.yield %all : f32
    }
    lift.yield %sums : !lift.array<N x f32>
  }
  return %out : !lift.array<M x N x f32>
}
