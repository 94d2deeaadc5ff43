// A reduction whose steps reduce rows, which do not depend on its accumulators: the rows
// are reduced by a map, and a group has each of them, whatever order the steps have.
// DEFINE: %{optimize} = lift-opt %s --mlir-disable-threading -o /dev/null --pass-pipeline='builtin.module(func.func(lift-normalize,lift-fuse-producers,lift-normalize,lift-optimize{target=nvidia-h200 sizes=M=512,N=300}))'
// RUN: %{optimize} --remarks-filter='lift-(fuse|optimize).*' 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK-DAG: Function=form {{.*}}reduces its rows in a map of their own
// REMARK-DAG: Function=form {{.*}}reduction of rows
// REMARK-DAG: Function=form {{.*}}reduction of a whole array
// REMARK-DAG: Function=in_order {{.*}}reduces its rows in a map of their own
// REMARK-DAG: Function=in_order {{.*}}reduction of rows
// REMARK-NOT: Function=negative{{.*}}in a map of their own

// DEFINE: %{entry} = form
// DEFINE: %{run} = lift-run %s --entry=%{entry} --verify --rtol=1e-4 --cache=
// RUN: %if pocl %{ %{run} --target=nvidia-h200 --size=M=37,N=65 | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ %{run} --target=opencl --size=M=1,N=1 | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ %{run} --target=pocl --size=M=300,N=33 | FileCheck %s --check-prefix=OK %}
// REDEFINE: %{entry} = in_order
// RUN: %if pocl %{ %{run} --target=nvidia-h200 --size=M=37,N=65 | FileCheck %s --check-prefix=OK %}
// OK: OK
func.func @form(%x: !lift.array<M x f32>, %a: !lift.array<M x N x f32>,
                %y: !lift.array<N x f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %form = lift.reduce associative commutative (%e = %x, %row = %a
      : !lift.array<M x f32>, !lift.array<M x N x f32>) init (%acc = %zero : f32) {
    %dot = lift.reduce associative commutative (%b = %row, %c = %y
        : !lift.array<N x f32>, !lift.array<N x f32>) init (%sum = %zero : f32) {
      %p = arith.mulf %b, %c : f32
      %s = arith.addf %sum, %p : f32
      lift.yield %s : f32
    }
    %p = arith.mulf %e, %dot : f32
    %s = arith.addf %acc, %p : f32
    lift.yield %s : f32
  }
  return %form : f32
}

func.func @in_order(%a: !lift.array<M x N x f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %r = lift.reduce (%row = %a : !lift.array<M x N x f32>) init (%acc = %zero : f32) {
    %sum = lift.reduce associative commutative (%e = %row : !lift.array<N x f32>)
        init (%part = %zero : f32) {
      %s = arith.addf %part, %e : f32
      lift.yield %s : f32
    }
    %p = arith.mulf %acc, %half : f32
    %s = arith.addf %p, %sum : f32
    lift.yield %s : f32
  }
  return %r : f32
}

// The map is also taken out of a step whose accumulator is an array, of which each element
// is a sum of its own then.
// REMARK-DAG: Function=weighted {{.*}}reduction of columns
// REDEFINE: %{entry} = weighted
// RUN: %if pocl %{ %{run} --target=nvidia-h200 --size=M=37,N=65 | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ %{run} --target=pocl --size=M=300,N=33 | FileCheck %s --check-prefix=OK %}
func.func @weighted(%a: !lift.array<M x N x f32>, %y: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %zero = arith.constant 0.0 : f32
  %zeros = lift.broadcast %zero sizes [N] : f32
  %r = lift.reduce associative commutative (%row = %a : !lift.array<M x N x f32>)
      init (%acc = %zeros : !lift.array<N x f32>) {
    %dot = lift.reduce associative commutative (%b = %row, %c = %y
        : !lift.array<N x f32>, !lift.array<N x f32>) init (%sum = %zero : f32) {
      %p = arith.mulf %b, %c : f32
      %s = arith.addf %sum, %p : f32
      lift.yield %s : f32
    }
    %next = lift.map (%e = %acc, %b = %row : !lift.array<N x f32>, !lift.array<N x f32>) {
      %p = arith.mulf %b, %dot : f32
      %s = arith.addf %e, %p : f32
      lift.yield %s : f32
    }
    lift.yield %next : !lift.array<N x f32>
  }
  return %r : !lift.array<N x f32>
}

// Rows that are known to be short are reduced where they are read, in loops that are not
// unrolled.
// RUN: lift-run %s --entry=negative_short --target=nvidia-h200 --size=M=100000 --forms=opencl-c --cache= --emit-package=%t.package
// RUN: FileCheck %s --check-prefix=SHORT < %t.package/kernels.cl
// SHORT: kernel void negative_short_0(
// SHORT-NOT: #pragma unroll {{[0-9]}}
// SHORT: barrier
// REDEFINE: %{entry} = negative_short
// RUN: %if pocl %{ %{run} --target=nvidia-h200 --size=M=1000 | FileCheck %s --check-prefix=OK %}
func.func @negative_short(%a: !lift.array<M x 5 x f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %r = lift.reduce associative commutative (%row = %a : !lift.array<M x 5 x f32>)
      init (%acc = %zero : f32) {
    %sum = lift.reduce associative commutative (%e = %row : !lift.array<5 x f32>)
        init (%part = %zero : f32) {
      %s = arith.addf %part, %e : f32
      lift.yield %s : f32
    }
    %p = arith.mulf %sum, %sum : f32
    %s = arith.addf %acc, %p : f32
    lift.yield %s : f32
  }
  return %r : f32
}

// What a row is reduced to from an accumulator stays in the step.
func.func @negative_from_accumulator(%a: !lift.array<M x N x f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %r = lift.reduce associative commutative (%row = %a : !lift.array<M x N x f32>)
      init (%acc = %zero : f32) {
    %sum = lift.reduce associative commutative (%e = %row : !lift.array<N x f32>)
        init (%part = %acc : f32) {
      %s = arith.addf %part, %e : f32
      lift.yield %s : f32
    }
    lift.yield %sum : f32
  }
  return %r : f32
}
