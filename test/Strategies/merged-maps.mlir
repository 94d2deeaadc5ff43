// Maps that read the same array are one kernel, if they are alike and their
// results leave the function.
// RUN: split-file %s %t
// DEFINE: %{fuse} = lift-opt --pass-pipeline='builtin.module(func.func(lift-fuse-producers))'
// DEFINE: %{run} = lift-run --verify --rtol=1e-5 --atol=1e-5 --cache=

// RUN: %{fuse} %t/products.mlir | FileCheck %s --check-prefix=PRODUCTS --implicit-check-not=lift.map
// PRODUCTS: lift.map
// PRODUCTS: %[[BOTH:.*]]:2 = lift.reduce associative commutative (%[[A:.*]] = %{{.*}}, %[[X:.*]] = %arg1, %[[Y:.*]] = %arg2 :
// RUN: %{fuse} --remarks-filter=lift-fuse-producers %t/products.mlir -o %t/out.mlir 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: products.mlir:4:8: remark: {{.*}}is computed by a loop that reads the same array
// RUN: %if pocl %{ %{run} --size=M=37,K=67 --target=nvidia-h200 %t/products.mlir | FileCheck %s --check-prefix=RIGHT --implicit-check-not=products_1 %}
// RUN: %if pocl %{ %{run} --size=M=1,K=1 %t/products.mlir | FileCheck %s --check-prefix=RIGHT %}
// RUN: %if pocl %{ %{run} --size=M=64,K=1000 --target=mali-g610 %t/products.mlir | FileCheck %s --check-prefix=RIGHT %}
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{run} --size=M=3,K=70 --target=nvidia-h200 %t/products.mlir %}
// RIGHT: verify: {{.*}} OK

// So are those of the columns of a matrix, and maps of numbers.
// RUN: sed 's/ %a : / %at : /; s/^  .zero/  %at = lift.transpose %a : !lift.array<M x K x f32>\n&/; s/%at : !lift.array<M x K x f32>) {/%at : !lift.array<K x M x f32>) {/; s/array<K x f32>/array<T x f32>/g; s/array<M x f32>/array<K x f32>/g; s/array<T x f32>/array<M x f32>/g' %t/products.mlir > %t/columns.mlir
// RUN: %{fuse} %t/columns.mlir | FileCheck %s --check-prefix=PRODUCTS --implicit-check-not=lift.map
// RUN: %if pocl %{ %{run} --size=M=130,K=67 --target=nvidia-h200 %t/columns.mlir | FileCheck %s --check-prefix=RIGHT %}
// RUN: %{fuse} %t/numbers.mlir | FileCheck %s --check-prefix=NUMBERS --implicit-check-not=lift.map
// NUMBERS: lift.map
// NUMBERS: lift.map
// NUMBERS: lift.yield %{{.*}}, %{{.*}} : f32, f32
// RUN: %if pocl %{ %{run} --size=M=7,N=13 %t/numbers.mlir | FileCheck %s --check-prefix=RIGHT %}

// What both read is computed there, if nothing else reads it.
// RUN: %{fuse} %t/read-twice.mlir | FileCheck %s --check-prefix=READ-TWICE --implicit-check-not=lift.map
// READ-TWICE: lift.map (%{{.*}} = %arg0
// READ-TWICE-NEXT: math.exp
// READ-TWICE-NEXT: math.sin
// READ-TWICE-NEXT: math.cos
// RUN: %if pocl %{ %{run} --size=N=13 %t/read-twice.mlir | FileCheck %s --check-prefix=RIGHT %}

// Of few rows, a group for each would be too few for the numbers beside a sum; and
// products of matrices have tiles of their own.
// RUN: %{fuse} %t/mixed.mlir | FileCheck %s --check-prefix=MIXED
// MIXED: lift.map
// MIXED: lift.reduce
// MIXED: lift.map (%{{.*}} = %arg0
// MIXED-NEXT: lift.map
// RUN: %{fuse} %t/matrices.mlir | FileCheck %s --check-prefix=MATRICES
// MATRICES-COUNT-2: lift.map (%{{.*}} = %arg0

// Nor what cannot be one reduction: one that has no neutral element, and one of rows
// that a view has reversed.
// RUN: sed -E '0,/%next = arith.addf %acc, %ef/s//%cc = arith.mulf %acc, %ef : f32 %dd = arith.addf %acc, %ef : f32 %next = arith.subf %dd, %cc/' %t/products.mlir > %t/no-neutral.mlir
// RUN: %{fuse} %t/no-neutral.mlir | FileCheck %s --check-prefix=APART
// RUN: sed -E '0,/(.sum = .*.e = .)row/s//%back = lift.reverse %row : !lift.array<K x f32> \1back/' %t/products.mlir > %t/reversed.mlir
// RUN: %{fuse} %t/reversed.mlir | FileCheck %s --check-prefix=APART
// APART-COUNT-2: lift.map

//--- products.mlir
func.func @products(%a: !lift.array<M x K x f32>, %x: !lift.array<K x f32>, %y: !lift.array<K x f32>)
    -> (!lift.array<M x f32>, !lift.array<M x f32>) {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%row = %a : !lift.array<M x K x f32>) {
    %sum = lift.reduce associative commutative (%e = %row, %f = %x : !lift.array<K x f32>, !lift.array<K x f32>)
        init (%acc = %zero : f32) {
      %ef = arith.mulf %e, %f : f32
      %next = arith.addf %acc, %ef : f32
      lift.yield %next : f32
    }
    lift.yield %sum : f32
  }
  %s = lift.map (%row = %a : !lift.array<M x K x f32>) {
    %sum = lift.reduce associative commutative (%e = %row, %f = %y : !lift.array<K x f32>, !lift.array<K x f32>)
        init (%acc = %zero : f32) {
      %ef = arith.mulf %e, %f : f32
      %next = arith.addf %acc, %ef : f32
      lift.yield %next : f32
    }
    lift.yield %sum : f32
  }
  return %r, %s : !lift.array<M x f32>, !lift.array<M x f32>
}

//--- numbers.mlir
func.func @numbers(%a: !lift.array<M x N x f32>) -> (!lift.array<M x N x f32>, !lift.array<M x N x f32>) {
  %r = lift.map (%row = %a : !lift.array<M x N x f32>) {
    %squares = lift.map (%x = %row : !lift.array<N x f32>) {
      %y = arith.mulf %x, %x : f32
      lift.yield %y : f32
    }
    lift.yield %squares : !lift.array<N x f32>
  }
  %s = lift.map (%row = %a : !lift.array<M x N x f32>) {
    %sums = lift.map (%x = %row : !lift.array<N x f32>) {
      %y = arith.addf %x, %x : f32
      lift.yield %y : f32
    }
    lift.yield %sums : !lift.array<N x f32>
  }
  return %r, %s : !lift.array<M x N x f32>, !lift.array<M x N x f32>
}

//--- read-twice.mlir
func.func @read_twice(%a: !lift.array<N x f32>)
    -> (!lift.array<N x f32>, !lift.array<N x f32>, !lift.array<N x f32>) {
  %e = lift.map (%x = %a : !lift.array<N x f32>) {
    %r = math.exp %x : f32
    lift.yield %r : f32
  }
  %f = lift.map (%x = %e : !lift.array<N x f32>) {
    %r = math.sin %x : f32
    lift.yield %r : f32
  }
  %g = lift.map (%x = %e : !lift.array<N x f32>) {
    %r = math.cos %x : f32
    lift.yield %r : f32
  }
  return %f, %g, %f : !lift.array<N x f32>, !lift.array<N x f32>, !lift.array<N x f32>
}

//--- mixed.mlir
func.func @mixed(%a: !lift.array<M x N x f32>) -> (!lift.array<M x f32>, !lift.array<M x N x f32>) {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%row = %a : !lift.array<M x N x f32>) {
    %sum = lift.reduce associative commutative (%e = %row : !lift.array<N x f32>) init (%acc = %zero : f32) {
      %next = arith.addf %acc, %e : f32
      lift.yield %next : f32
    }
    lift.yield %sum : f32
  }
  %s = lift.map (%row = %a : !lift.array<M x N x f32>) {
    %sums = lift.map (%x = %row : !lift.array<N x f32>) {
      %y = arith.addf %x, %x : f32
      lift.yield %y : f32
    }
    lift.yield %sums : !lift.array<N x f32>
  }
  return %r, %s : !lift.array<M x f32>, !lift.array<M x N x f32>
}

//--- matrices.mlir
func.func @matrices(%a: !lift.array<M x K x f32>, %b: !lift.array<K x N x f32>)
    -> (!lift.array<M x N x f32>, !lift.array<M x N x f32>) {
  %zero = arith.constant 0.0 : f32
  %bt = lift.transpose %b : !lift.array<K x N x f32>
  %r = lift.map (%row = %a : !lift.array<M x K x f32>) {
    %products = lift.map (%column = %bt : !lift.array<N x K x f32>) {
      %sum = lift.reduce associative commutative (%e = %row, %f = %column : !lift.array<K x f32>, !lift.array<K x f32>)
          init (%acc = %zero : f32) {
        %ef = arith.mulf %e, %f : f32
        %next = arith.addf %acc, %ef : f32
        lift.yield %next : f32
      }
      lift.yield %sum : f32
    }
    lift.yield %products : !lift.array<N x f32>
  }
  %s = lift.map (%row = %a : !lift.array<M x K x f32>) {
    %products = lift.map (%column = %bt : !lift.array<N x K x f32>) {
      %sum = lift.reduce associative commutative (%e = %row, %f = %column : !lift.array<K x f32>, !lift.array<K x f32>)
          init (%acc = %zero : f32) {
        %ef = arith.subf %e, %f : f32
        %next = arith.addf %acc, %ef : f32
        lift.yield %next : f32
      }
      lift.yield %sum : f32
    }
    lift.yield %products : !lift.array<N x f32>
  }
  return %r, %s : !lift.array<M x N x f32>, !lift.array<M x N x f32>
}
