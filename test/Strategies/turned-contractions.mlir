// Contractions that are returned turned: rows and columns change places, or, where
// neighbours are elements of a batch, another kernel turns the result.
// RUN: split-file %s %t
// DEFINE: %{program} = %t/turned.mlir
// DEFINE: %{sizes} = P=64,M=256,N=256,K=256
// DEFINE: %{target} = nvidia-h200
// DEFINE: %{memory} = 4
// DEFINE: %{plan} = lift-opt %{program} --lift-optimize='target=%{target} sizes=%{sizes} max-memory=%{memory} print-schedules' -o /dev/null | FileCheck %s
// RUN: %{plan} --check-prefix=TURNED
// TURNED: // contraction of turned results
// TURNED: // the rows as columns, as these are neighbours in the result
// TURNED: transform.lift.block {{.*}} order = {{\[\[}}0, 0], [2, 0], [1, 0], [3, 0]]
// TURNED-NOT: // contraction of turned results
// TURNED: // contraction in local tiles
// REDEFINE: %{program} = %t/last.mlir
// RUN: %{plan} --check-prefix=LAST
// LAST: // contraction of turned results
// LAST: // the batch as first dimension; another kernel turns it
// LAST: transform.lift.copy_results
// LAST: // transposition
// LAST: // contraction in local tiles
// LAST: transform.lift.store_results {{.*}} in "global"

// Of loops over the batch inside of the others, too.
// REDEFINE: %{program} = %t/inside.mlir
// RUN: %{plan} --check-prefix=INSIDE
// INSIDE: // contraction of turned results
// INSIDE: transform.lift.block {{.*}} order = {{\[\[}}2, 0], [0, 0], [1, 0], [3, 0]]
// INSIDE: transform.lift.copy_results

// Not with few rows, a short batch, no memory for it, or for threads.
// REDEFINE: %{program} = %t/turned.mlir
// REDEFINE: %{sizes} = P=64,M=16,N=256,K=256
// RUN: %{plan} --check-prefix=NOT
// REDEFINE: %{sizes} = P=64,M=256,N=256,K=256
// REDEFINE: %{target} = pocl
// RUN: %{plan} --check-prefix=NOT
// REDEFINE: %{target} = nvidia-h200
// REDEFINE: %{program} = %t/last.mlir
// REDEFINE: %{memory} = 1.05
// RUN: %{plan} --check-prefix=NOT
// REDEFINE: %{memory} = 4
// REDEFINE: %{sizes} = P=4,M=256,N=256,K=256
// RUN: %{plan} --check-prefix=NOT
// NOT-NOT: turned results

// DEFINE: %{verify} = lift-run %{program} --verify --rtol=1e-4 --atol=1e-4
// REDEFINE: %{program} = %t/turned.mlir
// RUN: %{verify} --target=nvidia-h200 --size=P=3,M=130,N=37,K=35 | FileCheck %s --check-prefix=OK
// RUN: %{verify} --target=opencl --size=P=1,M=33,N=64,K=5 | FileCheck %s --check-prefix=OK
// RUN: %{verify} --target=nvidia-h200 --size=P=1,M=1,N=1,K=1 --assumed=nothing | FileCheck %s --check-prefix=OK
// REDEFINE: %{program} = %t/last.mlir
// RUN: %{verify} --target=nvidia-h200 --size=P=9,M=40,N=37,K=35 | FileCheck %s --check-prefix=OK
// RUN: %{verify} --target=opencl --size=P=8,M=32,N=65,K=1 | FileCheck %s --check-prefix=OK
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{verify} --target=nvidia-h200 --size=P=9,M=33,N=35,K=9 %}
// REDEFINE: %{program} = %t/inside.mlir
// RUN: %{verify} --target=nvidia-h200 --size=P=11,M=33,N=37,K=9 | FileCheck %s --check-prefix=OK
// OK: verify: {{.*}} OK

//--- turned.mlir
func.func @turned(%A: !lift.array<P x M x K x f32>, %B: !lift.array<P x K x N x f32>) -> !lift.array<P x N x M x f32> {
  %zero = arith.constant 0.0 : f32
  %Bt = lift.transpose %B permutation [0, 2, 1] : !lift.array<P x K x N x f32>
  %o = lift.map (%a = %A, %b = %Bt : !lift.array<P x M x K x f32>, !lift.array<P x N x K x f32>) {
    %r = lift.map (%x = %a : !lift.array<M x K x f32>) {
      %c = lift.map (%y = %b : !lift.array<N x K x f32>) {
        %d = lift.reduce associative commutative (%e = %x, %f = %y : !lift.array<K x f32>, !lift.array<K x f32>) init (%acc = %zero : f32) {
          %m = arith.mulf %e, %f : f32
          %n = arith.addf %acc, %m : f32
          lift.yield %n : f32
        }
        lift.yield %d : f32
      }
      lift.yield %c : !lift.array<N x f32>
    }
    lift.yield %r : !lift.array<M x N x f32>
  }
  %ot = lift.transpose %o permutation [0, 2, 1] : !lift.array<P x M x N x f32>
  return %ot : !lift.array<P x N x M x f32>
}

//--- last.mlir
func.func @last(%A: !lift.array<P x M x K x f32>, %B: !lift.array<P x K x N x f32>) -> !lift.array<M x N x P x f32> {
  %zero = arith.constant 0.0 : f32
  %Bt = lift.transpose %B permutation [0, 2, 1] : !lift.array<P x K x N x f32>
  %o = lift.map (%a = %A, %b = %Bt : !lift.array<P x M x K x f32>, !lift.array<P x N x K x f32>) {
    %r = lift.map (%x = %a : !lift.array<M x K x f32>) {
      %c = lift.map (%y = %b : !lift.array<N x K x f32>) {
        %d = lift.reduce associative commutative (%e = %x, %f = %y : !lift.array<K x f32>, !lift.array<K x f32>) init (%acc = %zero : f32) {
          %m = arith.mulf %e, %f : f32
          %n = arith.addf %acc, %m : f32
          lift.yield %n : f32
        }
        lift.yield %d : f32
      }
      lift.yield %c : !lift.array<N x f32>
    }
    lift.yield %r : !lift.array<M x N x f32>
  }
  %ot = lift.transpose %o permutation [1, 2, 0] : !lift.array<P x M x N x f32>
  return %ot : !lift.array<M x N x P x f32>
}

//--- inside.mlir
// A result with a bias, whose rectified values are returned, too.
func.func @inside(%A: !lift.array<P x M x K x f32>, %B: !lift.array<P x N x K x f32>, %b: !lift.array<P x f32>)
    -> (!lift.array<M x N x P x f32>, !lift.array<M x N x P x f32>) {
  %zero = arith.constant 0.0 : f32
  %x = lift.transpose %A permutation [1, 0, 2] : !lift.array<P x M x K x f32>
  %y = lift.transpose %B permutation [1, 0, 2] : !lift.array<P x N x K x f32>
  %o:2 = lift.map (%a = %x : !lift.array<M x P x K x f32>) {
    %r:2 = lift.map (%c = %y : !lift.array<N x P x K x f32>) {
      %s:2 = lift.map (%d = %a, %e = %c, %bias = %b : !lift.array<P x K x f32>, !lift.array<P x K x f32>, !lift.array<P x f32>) {
        %f = lift.reduce associative commutative (%g = %d, %h = %e : !lift.array<K x f32>, !lift.array<K x f32>) init (%acc = %bias : f32) {
          %m = arith.mulf %g, %h : f32
          %n = arith.addf %acc, %m : f32
          lift.yield %n : f32
        }
        %i = arith.maximumf %f, %zero : f32
        lift.yield %f, %i : f32, f32
      }
      lift.yield %s#0, %s#1 : !lift.array<P x f32>, !lift.array<P x f32>
    }
    lift.yield %r#0, %r#1 : !lift.array<N x P x f32>, !lift.array<N x P x f32>
  }
  return %o#0, %o#1 : !lift.array<M x N x P x f32>, !lift.array<M x N x P x f32>
}
