// A contraction along rows that are joined, as the heads of attention are, copies its
// tiles along these rows, as vectors where they are whole ones.
// RUN: lift-run %s --entry=heads --target=nvidia-h200 --size=M=197,N=384 --forms=opencl-c --cache= --emit-package=%t.package
// RUN: FileCheck %s < %t.package/kernels.cl
// CHECK: = *(global const float4 *)(a +
// CHECK-NOT: = a[

// DEFINE: %{run} = lift-run %s --verify --target=nvidia-h200
// RUN: %if pocl %{ %{run} --entry=heads --size=M=37,N=68 | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ %{run} --entry=heads --size=M=1,N=5 | FileCheck %s --check-prefix=OK %}
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{run} --entry=heads --size=M=5,N=7 %}
// OK: OK
func.func @heads(%a: !lift.array<6 x M x 64 x f32>, %b: !lift.array<384 x N x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %t = lift.transpose %a permutation [1, 0, 2] : !lift.array<6 x M x 64 x f32>
  %r = lift.join %t dim 1 : !lift.array<M x 6 x 64 x f32>
  %c = lift.transpose %b : !lift.array<384 x N x f32>
  %y = lift.map (%row = %r : !lift.array<M x 384 x f32>) {
    %z = lift.map (%col = %c : !lift.array<N x 384 x f32>) {
      %s = lift.reduce associative commutative (%x = %row, %w = %col : !lift.array<384 x f32>, !lift.array<384 x f32>) init (%acc = %zero : f32) {
        %p = arith.mulf %x, %w : f32
        %q = arith.addf %acc, %p : f32
        lift.yield %q : f32
      }
      lift.yield %s : f32
    }
    lift.yield %z : !lift.array<N x f32>
  }
  return %y : !lift.array<M x N x f32>
}

// Rows of 63 are neighbours in no step.
// RUN: lift-run %s --entry=negative_odd --target=nvidia-h200 --size=M=197,N=384 --forms=opencl-c --cache= --emit-package=%t.odd
// RUN: FileCheck %s --check-prefix=ODD < %t.odd/kernels.cl
// ODD: = a[
// RUN: %if pocl %{ %{run} --entry=negative_odd --size=M=37,N=68 | FileCheck %s --check-prefix=OK %}
func.func @negative_odd(%a: !lift.array<6 x M x 63 x f32>, %b: !lift.array<378 x N x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %t = lift.transpose %a permutation [1, 0, 2] : !lift.array<6 x M x 63 x f32>
  %r = lift.join %t dim 1 : !lift.array<M x 6 x 63 x f32>
  %c = lift.transpose %b : !lift.array<378 x N x f32>
  %y = lift.map (%row = %r : !lift.array<M x 378 x f32>) {
    %z = lift.map (%col = %c : !lift.array<N x 378 x f32>) {
      %s = lift.reduce associative commutative (%x = %row, %w = %col : !lift.array<378 x f32>, !lift.array<378 x f32>) init (%acc = %zero : f32) {
        %p = arith.mulf %x, %w : f32
        %q = arith.addf %acc, %p : f32
        lift.yield %q : f32
      }
      lift.yield %s : f32
    }
    lift.yield %z : !lift.array<N x f32>
  }
  return %y : !lift.array<M x N x f32>
}
