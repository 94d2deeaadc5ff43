// Rows at indices that a map computes are rows of a view outside of it, so that
// each is one of a nest.
// RUN: split-file %s %t
// DEFINE: %{strategy} = lift-opt --pass-pipeline='builtin.module(func.func(lift-normalize,lift-fuse-producers,lift-normalize,lift-optimize{target=nvidia-h200}))' -o /dev/null --remarks-filter='lift.*' --remark-policy=all
// DEFINE: %{verify} = lift-run --verify --rtol=1e-4 --atol=1e-5

// RUN: lift-opt --lift-fuse-producers %t/sums.mlir | FileCheck %s
// CHECK: %[[FIRST:.*]] = lift.lookup in_bounds %{{.*}} at %{{.*}} : !lift.array<H x W x f32>, !lift.array<V x i32>
// CHECK: %[[NEXT:.*]] = lift.map (%[[I:.*]] = %{{.*}} : !lift.array<V x i32>)
// CHECK-NEXT: arith.addi %[[I]]
// CHECK: %[[SECOND:.*]] = lift.lookup %{{.*}} at %[[NEXT]] default
// CHECK: lift.map {{.*}} = %[[FIRST]], {{.*}} = %[[SECOND]]
// CHECK-NOT: lift.at
// RUN: %{strategy} %t/sums.mlir 2>&1 | FileCheck %s --check-prefix=SUMS
// SUMS: elementwise maps
// RUN: lift-run %t/sums.mlir --target=nvidia-h200 --size=H=100,W=4096,V=4096 --emit-package=%t.package
// RUN: FileCheck %s --check-prefix=KERNEL --input-file=%t.package/kernels.cl
// KERNEL: *(global float4 *)(out

// RUN: %{strategy} %t/neighbours.mlir 2>&1 | FileCheck %s --check-prefix=NEIGHBOURS
// NEIGHBOURS: reduction of columns
// RUN: %{verify} %t/neighbours.mlir --target=nvidia-h200 --size=N=37,F=67,K=3
// RUN: %{verify} %t/neighbours.mlir --target=nvidia-h200 --size=N=1,F=1,K=1
// RUN: %{verify} %t/neighbours.mlir --size=N=16,F=64,K=4

// RUN: %{strategy} %t/tokens.mlir 2>&1 | FileCheck %s --check-prefix=TOKENS
// TOKENS: elementwise maps
// RUN: %{verify} %t/tokens.mlir --target=nvidia-h200 --size=V=13,D=31,B=3,T=5
// RUN: %{verify} %t/tokens.mlir --size=V=1,D=1,B=1,T=1
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh lift-run --verify --rtol=1e-4 --target=nvidia-h200 %t/tokens.mlir --size=V=13,D=128,B=2,T=3 %}

// RUN: %{strategy} %t/scores.mlir 2>&1 | FileCheck %s --check-prefix=SCORES
// SCORES: reduction of rows
// RUN: %{verify} %t/scores.mlir --target=nvidia-h200 --size=N=37,F=67,E=11
// RUN: %{verify} %t/scores.mlir --size=N=5,F=256,E=7

// What each element has an array of its own for stays, and so does what the
// same row is for all.
// RUN: lift-opt --lift-fuse-producers %t/stay.mlir | FileCheck %s --check-prefix=STAY
// STAY-NOT: lookup
// RUN: %{verify} %t/stay.mlir --target=nvidia-h200 --size=B=3,H=7,W=13

//--- sums.mlir
func.func @sums(%x: !lift.array<H x W x f32>, %rows: !lift.array<V x i32>) -> !lift.array<V x W x f32> {
  %one = arith.constant 1 : i32
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%row = %rows : !lift.array<V x i32>) {
    %i = arith.index_cast %row : i32 to index
    %first = lift.at in_bounds %x[%i] : !lift.array<H x W x f32>
    %next = arith.addi %row, %one : i32
    %j = arith.index_cast %next : i32 to index
    %second = lift.at %x[%j] default(%zero : f32) : !lift.array<H x W x f32>
    %sums = lift.map (%a = %first, %b = %second : !lift.array<W x f32>, !lift.array<W x f32>) {
      %sum = arith.addf %a, %b : f32
      lift.yield %sum : f32
    }
    lift.yield %sums : !lift.array<W x f32>
  }
  return %r : !lift.array<V x W x f32>
}

//--- neighbours.mlir
func.func @neighbours(%x: !lift.array<N x F x f32>, %lists: !lift.array<N x K x i32>) -> !lift.array<N x F x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%list = %lists : !lift.array<N x K x i32>) {
    %rows = lift.map (%k = %list : !lift.array<K x i32>) {
      %i = arith.index_cast %k : i32 to index
      %row = lift.at %x[%i] default(%zero : f32) : !lift.array<N x F x f32>
      lift.yield %row : !lift.array<F x f32>
    }
    %columns = lift.transpose %rows : !lift.array<K x F x f32>
    %sums = lift.map (%column = %columns : !lift.array<F x K x f32>) {
      %sum = lift.reduce associative commutative (%e = %column : !lift.array<K x f32>) init (%acc = %zero : f32) {
        %s = arith.addf %acc, %e : f32
        lift.yield %s : f32
      }
      lift.yield %sum : f32
    }
    lift.yield %sums : !lift.array<F x f32>
  }
  return %r : !lift.array<N x F x f32>
}

//--- tokens.mlir
func.func @tokens(%table: !lift.array<V x D x f32>, %places: !lift.array<T x D x f32>, %tokens: !lift.array<B x T x i32>) -> !lift.array<B x T x D x f32> {
  %half = arith.constant 0.5 : f32
  %r = lift.map (%sequence = %tokens : !lift.array<B x T x i32>) {
    %s = lift.map (%token = %sequence, %place = %places : !lift.array<T x i32>, !lift.array<T x D x f32>) {
      %i = arith.index_cast %token : i32 to index
      %row = lift.at %table[%i] default(%half : f32) : !lift.array<V x D x f32>
      %o = lift.map (%a = %row, %b = %place : !lift.array<D x f32>, !lift.array<D x f32>) {
        %c = arith.addf %a, %b : f32
        lift.yield %c : f32
      }
      lift.yield %o : !lift.array<D x f32>
    }
    lift.yield %s : !lift.array<T x D x f32>
  }
  return %r : !lift.array<B x T x D x f32>
}

//--- scores.mlir
func.func @scores(%x: !lift.array<N x F x f32>, %from: !lift.array<E x i32>, %to: !lift.array<E x i32>) -> !lift.array<E x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%a = %from, %b = %to : !lift.array<E x i32>, !lift.array<E x i32>) {
    %i = arith.index_cast %a : i32 to index
    %j = arith.index_cast %b : i32 to index
    %p = lift.at %x[%i] default(%zero : f32) : !lift.array<N x F x f32>
    %q = lift.at %x[%j] default(%zero : f32) : !lift.array<N x F x f32>
    %sum = lift.reduce associative commutative (%c = %p, %d = %q : !lift.array<F x f32>, !lift.array<F x f32>) init (%acc = %zero : f32) {
      %e = arith.mulf %c, %d : f32
      %f = arith.addf %acc, %e : f32
      lift.yield %f : f32
    }
    lift.yield %sum : f32
  }
  return %r : !lift.array<E x f32>
}

//--- stay.mlir
func.func @stay(%x: !lift.array<B x H x W x f32>, %rows: !lift.array<B x i32>) -> !lift.array<B x W x f32> {
  %zero = arith.constant 0.0 : f32
  %first = arith.constant 0 : index
  %r = lift.map (%plane = %x, %k = %rows : !lift.array<B x H x W x f32>, !lift.array<B x i32>) {
    %i = arith.index_cast %k : i32 to index
    %own = lift.at %plane[%i] default(%zero : f32) : !lift.array<H x W x f32>
    %common = lift.at %x[%first] default(%zero : f32) : !lift.array<B x H x W x f32>
    %same = lift.at %common[%first] default(%zero : f32) : !lift.array<H x W x f32>
    %s = lift.map (%a = %own, %b = %same : !lift.array<W x f32>, !lift.array<W x f32>) {
      %c = arith.addf %a, %b : f32
      lift.yield %c : f32
    }
    lift.yield %s : !lift.array<W x f32>
  }
  return %r : !lift.array<B x W x f32>
}
