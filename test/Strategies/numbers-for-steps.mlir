// What a map computes of numbers for the reduction in it is computed in its steps, so
// that strategies know the nest.
// RUN: split-file %s %t
// DEFINE: %{sizes} =
// DEFINE: %{plan} = lift-opt -o /dev/null --lift-optimize='target=nvidia-h200 sizes=%{sizes} print-schedules'

// The width of an interval, which all others are compared with, and which is returned,
// too.
// REDEFINE: %{sizes} = N=8192
// RUN: %{plan} %t/intervals.mlir | FileCheck %s --check-prefix=PAIRS
// PAIRS: // sums over pairs in parts
// PAIRS: // sums over pairs{{$}}

// The zero point of a column of weights.
// REDEFINE: %{sizes} = M=512,N=512,K=512
// RUN: %{plan} %t/weights.mlir | FileCheck %s --check-prefix=TILES
// TILES: // contraction in local tiles

// No function and no division is computed again for each element that is reduced.
// REDEFINE: %{sizes} = M=512,N=512,K=512
// RUN: %{plan} %t/slow.mlir | FileCheck %s --check-prefix=SLOW
// SLOW-NOT: // contraction
// SLOW: // reduction of rows

// The work-items have single results where each reads beside its neighbours, at places
// that are computed.
// REDEFINE: %{sizes} = N=1024,K=9,C=64,P=65536
// RUN: %{plan} %t/places.mlir | FileCheck %s --check-prefix=PLACES
// PLACES: // elementwise maps
// PLACES-NOT: vector =

// DEFINE: %{target} =
// DEFINE: %{run} = lift-run --verify --rtol=1e-4 --atol=1e-4 --target=%{target}
// REDEFINE: %{target} = nvidia-h200
// RUN: %{run} %t/intervals.mlir --size=N=1 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/intervals.mlir --size=N=1031 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/weights.mlir --size=M=1,N=1,K=1 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/weights.mlir --size=M=67,N=131,K=37 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/slow.mlir --size=M=7,N=5,K=33 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/places.mlir --size=N=5,K=9,C=64,P=33 | FileCheck %s --check-prefix=OK
// REDEFINE: %{target} = mali-g72
// RUN: %{run} %t/intervals.mlir --size=N=37 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/weights.mlir --size=M=67,N=131,K=37 | FileCheck %s --check-prefix=OK
// REDEFINE: %{target} = pocl
// RUN: %{run} %t/intervals.mlir --size=N=137 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/weights.mlir --size=M=67,N=131,K=37 | FileCheck %s --check-prefix=OK
// OK: OK
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh lift-run --verify --target=nvidia-h200 %t/weights.mlir --size=M=19,N=33,K=7 --rtol=1e-4 %}

//--- intervals.mlir
// How much of each interval others cover, and its width.
func.func @intervals(%begin: !lift.array<N x f32>, %end: !lift.array<N x f32>) -> (!lift.array<N x f32>, !lift.array<N x f32>) {
  %zero = arith.constant 0.0 : f32
  %r:2 = lift.map (%b = %begin, %e = %end : !lift.array<N x f32>, !lift.array<N x f32>) {
    %signed = arith.subf %e, %b : f32
    %width = math.absf %signed : f32
    %sum = lift.reduce associative commutative (%c = %begin, %f = %end : !lift.array<N x f32>, !lift.array<N x f32>) init (%acc = %zero : f32) {
      %last = arith.minimumf %e, %f : f32
      %first = arith.maximumf %b, %c : f32
      %both = arith.subf %last, %first : f32
      %most = arith.minimumf %both, %width : f32
      %next = arith.addf %acc, %most : f32
      lift.yield %next : f32
    }
    lift.yield %sum, %width : f32, f32
  }
  return %r#0, %r#1 : !lift.array<N x f32>, !lift.array<N x f32>
}

//--- weights.mlir
func.func @weights(%x: !lift.array<M x K x f32>, %w: !lift.array<N x K x i8>, %zeros: !lift.array<N x i8>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%row = %x : !lift.array<M x K x f32>) {
    %o = lift.map (%weights = %w, %z = %zeros : !lift.array<N x K x i8>, !lift.array<N x i8>) {
      %zf = arith.sitofp %z : i8 to f32
      %sum = lift.reduce associative commutative (%a = %row, %b = %weights : !lift.array<K x f32>, !lift.array<K x i8>) init (%acc = %zero : f32) {
        %bf = arith.sitofp %b : i8 to f32
        %d = arith.subf %bf, %zf : f32
        %p = arith.mulf %a, %d : f32
        %next = arith.addf %acc, %p : f32
        lift.yield %next : f32
      }
      lift.yield %sum : f32
    }
    lift.yield %o : !lift.array<N x f32>
  }
  return %r : !lift.array<M x N x f32>
}

//--- slow.mlir
// The exponential is of both an element of the row and one of the column.
func.func @slow(%x: !lift.array<M x K x f32>, %s: !lift.array<M x f32>, %w: !lift.array<N x K x f32>, %t: !lift.array<N x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%row = %x, %sm = %s : !lift.array<M x K x f32>, !lift.array<M x f32>) {
    %o = lift.map (%weights = %w, %tn = %t : !lift.array<N x K x f32>, !lift.array<N x f32>) {
      %st = arith.mulf %sm, %tn : f32
      %e = math.exp %st : f32
      %sum = lift.reduce associative commutative (%a = %row, %b = %weights : !lift.array<K x f32>, !lift.array<K x f32>) init (%acc = %zero : f32) {
        %d = arith.subf %a, %e : f32
        %p = arith.mulf %d, %b : f32
        %next = arith.addf %acc, %p : f32
        lift.yield %next : f32
      }
      lift.yield %sum : f32
    }
    lift.yield %o : !lift.array<N x f32>
  }
  return %r : !lift.array<M x N x f32>
}

//--- places.mlir
// Sums of what stands behind some places.
func.func @places(%x: !lift.array<P x f32>, %index: !lift.array<N x K x i32>, %like: !lift.array<C x f32>) -> !lift.array<N x C x f32> {
  %zero = arith.constant 0.0 : f32
  %shift = lift.generate (%i < C) {
    %number = arith.index_cast %i : index to i32
    lift.yield %number : i32
  }
  %r = lift.map (%row = %index : !lift.array<N x K x i32>) {
    %o = lift.map (%s = %shift : !lift.array<C x i32>) {
      %sum = lift.reduce associative commutative (%i = %row : !lift.array<K x i32>) init (%acc = %zero : f32) {
        %p = arith.addi %i, %s : i32
        %place = arith.index_cast %p : i32 to index
        %v = lift.at %x[%place] default(%zero : f32) : !lift.array<P x f32>
        %next = arith.addf %acc, %v : f32
        lift.yield %next : f32
      }
      lift.yield %sum : f32
    }
    lift.yield %o : !lift.array<C x f32>
  }
  return %r : !lift.array<N x C x f32>
}
