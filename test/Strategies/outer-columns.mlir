// Sums whose neighbours in memory are elements of an outer dimension: the loop over that
// becomes the innermost one, and what is read again and again is copied so.
// RUN: split-file %s %t
// DEFINE: %{program} = %t/vectors.mlir
// DEFINE: %{sizes} = P=64,M=1024,K=1024
// DEFINE: %{target} = nvidia-h200
// DEFINE: %{plan} = lift-opt %{program} --lift-optimize='target=%{target} sizes=%{sizes} print-schedules' -o /dev/null | FileCheck %s
// RUN: %{plan} --check-prefix=VECTORS
// VECTORS: // reduction of outer columns
// VECTORS: // the loop over neighbours in memory as innermost one
// VECTORS: transform.lift.block {{.*}} order = {{\[\[}}1, 0], [0, 0], [2, 0]]
// VECTORS: // reduction of outer columns
// VECTORS: // a copy whose columns are neighbours in memory, too
// VECTORS: transform.lift.copy_argument {{.*}} {argument = 1, read_order = array<i64: 1, 0>}
// VECTORS-NOT: // reduction of outer columns
// VECTORS: // reduction of columns
// VECTORS: vector = array<i64: 1, 4>

// Not of a short batch, for threads, or where neighbours are steps of the sums in another
// operand that is as large; and nothing is copied for a few reads.
// REDEFINE: %{sizes} = P=7,M=1024,K=1024
// RUN: %{plan} --check-prefix=NOT
// REDEFINE: %{sizes} = P=64,M=1024,K=1024
// REDEFINE: %{target} = pocl
// RUN: %{plan} --check-prefix=NOT --allow-empty
// REDEFINE: %{target} = nvidia-h200
// REDEFINE: %{program} = %t/both.mlir
// RUN: %{plan} --check-prefix=NOT --allow-empty
// NOT-NOT: outer columns
// REDEFINE: %{program} = %t/vectors.mlir
// REDEFINE: %{sizes} = P=64,M=16,K=1024
// RUN: %{plan} --check-prefix=FEW
// FEW: // reduction of outer columns
// FEW-NOT: copy_argument

// DEFINE: %{verify} = lift-run %{program} --verify --rtol=1e-4 --atol=1e-4
// RUN: %{verify} --target=nvidia-h200 --size=P=64,M=40,K=64 | FileCheck %s --check-prefix=OK
// RUN: %{verify} --target=nvidia-h200 --size=P=9,M=35,K=13 | FileCheck %s --check-prefix=OK
// RUN: %{verify} --target=opencl --size=P=33,M=37,K=1 | FileCheck %s --check-prefix=OK
// RUN: %{verify} --target=nvidia-h200 --size=P=1,M=1,K=1 --assumed=nothing | FileCheck %s --check-prefix=OK
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{verify} --target=nvidia-h200 --size=P=9,M=35,K=13 %}
// OK: verify: {{.*}} OK

//--- vectors.mlir
func.func @vectors(%A: !lift.array<M x K x P x f32>, %X: !lift.array<P x K x f32>) -> !lift.array<P x M x f32> {
  %z = arith.constant 0.0 : f32
  %t = lift.transpose %A permutation [2, 0, 1] : !lift.array<M x K x P x f32>
  %o = lift.map (%a = %t, %x = %X : !lift.array<P x M x K x f32>, !lift.array<P x K x f32>) {
    %r = lift.map (%b = %a : !lift.array<M x K x f32>) {
      %d = lift.reduce associative commutative (%e = %b, %f = %x : !lift.array<K x f32>, !lift.array<K x f32>) init (%acc = %z : f32) {
        %m = arith.mulf %e, %f : f32
        %n = arith.addf %acc, %m : f32
        lift.yield %n : f32
      }
      lift.yield %d : f32
    }
    lift.yield %r : !lift.array<M x f32>
  }
  return %o : !lift.array<P x M x f32>
}

//--- both.mlir
func.func @both(%A: !lift.array<M x K x P x f32>, %B: !lift.array<P x M x K x f32>) -> !lift.array<P x M x f32> {
  %z = arith.constant 0.0 : f32
  %t = lift.transpose %A permutation [2, 0, 1] : !lift.array<M x K x P x f32>
  %o = lift.map (%a = %t, %c = %B : !lift.array<P x M x K x f32>, !lift.array<P x M x K x f32>) {
    %r = lift.map (%b = %a, %x = %c : !lift.array<M x K x f32>, !lift.array<M x K x f32>) {
      %d = lift.reduce associative commutative (%e = %b, %f = %x : !lift.array<K x f32>, !lift.array<K x f32>) init (%acc = %z : f32) {
        %m = arith.mulf %e, %f : f32
        %n = arith.addf %acc, %m : f32
        lift.yield %n : f32
      }
      lift.yield %d : f32
    }
    lift.yield %r : !lift.array<M x f32>
  }
  return %o : !lift.array<P x M x f32>
}
