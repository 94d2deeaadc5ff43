// Reductions over several dimensions become reductions over one, with any number of
// accumulators: of a whole array, or of rows. Where the dimensions are no list in memory,
// rows have a length that is a number.

// RUN: lift-opt %s --mlir-disable-threading -o /dev/null --lift-optimize='target=nvidia-h200 sizes=M=8192,N=8192,A=32,B=256,C=3136 print-schedules' --remarks-filter=lift-optimize 2> %t.remarks | FileCheck %s
// CHECK-LABEL: @norm
// CHECK: // reduction of several dimensions
// CHECK-NOT: fix_sizes
// CHECK: transform.lift.block {{.*}} collapse = array<i64: 0>
// CHECK: // reduction of a whole array
// CHECK-LABEL: @turned
// CHECK: transform.lift.block {{.*}} order = {{\[\[}}1, 0], [0, 0]]}
// CHECK-NOT: fix_sizes
// CHECK: transform.lift.block {{.*}} collapse = array<i64: 0>
// CHECK-LABEL: @channels
// CHECK: // reduction of several dimensions
// CHECK: transform.lift.fix_sizes {{.*}} {C = 3136}
// CHECK: transform.lift.block {{.*}} collapse = array<i64: 0>
// CHECK: // reduction of rows
// CHECK-LABEL: @twice
// CHECK: transform.lift.block {{.*}} collapse = array<i64: 0>
// CHECK: transform.lift.block {{.*}} collapse = array<i64: 0>
// CHECK: // reduction of rows

// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// REMARK: Missed{{.*}}is not declared associative and commutative ({{.*}}reduction of several dimensions
// REMARK: Missed{{.*}}has an operand that does not have all of its dimensions, beside each other (reduction of several dimensions)

// RUN: lift-run %s --entry=channels --target=nvidia-h200 --size=A=32,B=256,C=3136 --forms=opencl-c --cache= --emit-package=%t.package
// RUN: FileCheck %s --check-prefix=KERNEL < %t.package/kernels.cl
// KERNEL: *(global const float4 *)(x +

// DEFINE: %{entry} = norm
// DEFINE: %{target} = nvidia-h200
// DEFINE: %{run} = lift-run %s --entry=%{entry} --verify --target=%{target}
// RUN: %if pocl %{ %{run} --size=M=1,N=1 | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ %{run} --size=M=7,N=33 | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ %{run} --size=M=64,N=128 | FileCheck %s --check-prefix=OK %}
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{run} --size=M=5,N=67 %}
// REDEFINE: %{entry} = turned
// RUN: %if pocl %{ %{run} --size=M=31,N=17 | FileCheck %s --check-prefix=OK %}
// REDEFINE: %{entry} = channels
// RUN: %if pocl %{ %{run} --size=A=1,B=1,C=1 | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ %{run} --size=A=3,B=5,C=37 | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ %{run} --size=A=4,B=3,C=256 | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ lift-run %s --entry=channels --verify --target=pocl --size=A=4,B=3,C=100 | FileCheck %s --check-prefix=OK %}
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{run} --size=A=2,B=3,C=35 %}
// REDEFINE: %{entry} = twice
// RUN: %if pocl %{ %{run} --size=A=3,B=5,C=37 | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ %{run} --size=A=16,B=5,C=64 | FileCheck %s --check-prefix=OK %}
// REDEFINE: %{entry} = negative_weighted
// RUN: %if pocl %{ %{run} --size=M=7,N=33 | FileCheck %s --check-prefix=OK %}
// OK: OK

func.func @norm(%x: !lift.array<M x N x f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %s = lift.reduce associative commutative (%r = %x : !lift.array<M x N x f32>) init (%a = %zero : f32) {
    %i = lift.reduce associative commutative (%e = %r : !lift.array<N x f32>) init (%b = %a : f32) {
      %p = arith.mulf %e, %e : f32
      %n = arith.addf %b, %p : f32
      lift.yield %n : f32
    }
    lift.yield %i : f32
  }
  %y = math.sqrt %s : f32
  return %y : f32
}

// The neighbours in memory are those of the outer loop.
func.func @turned(%x: !lift.array<M x N x f32>) -> (f32, f32) {
  %zero = arith.constant 0.0 : f32
  %t = lift.transpose %x : !lift.array<M x N x f32>
  %s:2 = lift.reduce associative commutative (%r = %t : !lift.array<N x M x f32>) init (%a = %zero, %h = %zero : f32, f32) {
    %i:2 = lift.reduce associative commutative (%e = %r : !lift.array<M x f32>) init (%b = %a, %g = %h : f32, f32) {
      %n = arith.addf %b, %e : f32
      %m = arith.maximumf %g, %e : f32
      lift.yield %n, %m : f32, f32
    }
    lift.yield %i#0, %i#1 : f32, f32
  }
  return %s#0, %s#1 : f32, f32
}

func.func @channels(%x: !lift.array<A x B x C x f32>) -> (!lift.array<B x f32>, !lift.array<B x f32>) {
  %zero = arith.constant 0.0 : f32
  %t = lift.transpose %x permutation [1, 0, 2] : !lift.array<A x B x C x f32>
  %y:2 = lift.map (%channel = %t : !lift.array<B x A x C x f32>) {
    %s:2 = lift.reduce associative commutative (%r = %channel : !lift.array<A x C x f32>) init (%a = %zero, %h = %zero : f32, f32) {
      %i:2 = lift.reduce associative commutative (%e = %r : !lift.array<C x f32>) init (%b = %a, %g = %h : f32, f32) {
        %n = arith.addf %b, %e : f32
        %p = arith.mulf %e, %e : f32
        %m = arith.addf %g, %p : f32
        lift.yield %n, %m : f32, f32
      }
      lift.yield %i#0, %i#1 : f32, f32
    }
    lift.yield %s#0, %s#1 : f32, f32
  }
  return %y#0, %y#1 : !lift.array<B x f32>, !lift.array<B x f32>
}

// Two reductions in one body.
func.func @twice(%x: !lift.array<B x A x C x f32>) -> !lift.array<B x f32> {
  %zero = arith.constant 0.0 : f32
  %y = lift.map (%part = %x : !lift.array<B x A x C x f32>) {
    %s = lift.reduce associative commutative (%r = %part : !lift.array<A x C x f32>) init (%a = %zero : f32) {
      %i = lift.reduce associative commutative (%e = %r : !lift.array<C x f32>) init (%b = %a : f32) {
        %n = arith.maximumf %b, %e : f32
        lift.yield %n : f32
      }
      lift.yield %i : f32
    }
    %t = lift.reduce associative commutative (%r = %part : !lift.array<A x C x f32>) init (%a = %zero : f32) {
      %i = lift.reduce associative commutative (%e = %r : !lift.array<C x f32>) init (%b = %a : f32) {
        %d = arith.subf %s, %e : f32
        %n = arith.addf %b, %d : f32
        lift.yield %n : f32
      }
      lift.yield %i : f32
    }
    lift.yield %t : f32
  }
  return %y : !lift.array<B x f32>
}

func.func @negative_ordered(%x: !lift.array<M x N x f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %s = lift.reduce associative commutative (%r = %x : !lift.array<M x N x f32>) init (%a = %zero : f32) {
    %i = lift.reduce (%e = %r : !lift.array<N x f32>) init (%b = %a : f32) {
      %n = arith.addf %b, %e : f32
      lift.yield %n : f32
    }
    lift.yield %i : f32
  }
  return %s : f32
}

// Weights of the rows.
func.func @negative_weighted(%x: !lift.array<M x N x f32>, %w: !lift.array<M x f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %s = lift.reduce associative commutative (%r = %x, %f = %w : !lift.array<M x N x f32>, !lift.array<M x f32>) init (%a = %zero : f32) {
    %i = lift.reduce associative commutative (%e = %r : !lift.array<N x f32>) init (%b = %a : f32) {
      %p = arith.mulf %e, %f : f32
      %n = arith.addf %b, %p : f32
      lift.yield %n : f32
    }
    lift.yield %i : f32
  }
  return %s : f32
}
