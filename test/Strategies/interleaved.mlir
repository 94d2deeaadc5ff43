// Arrays that are interleaved: each lane of a vector is an element of one that
// is known.
// RUN: split-file %s %t
// DEFINE: %{sizes} = M=4096,N=8192
// DEFINE: %{plan} = lift-opt --pass-pipeline='builtin.module(func.func(lift-normalize, lift-fuse-producers, lift-normalize, lift-optimize{target=nvidia-h200 sizes=%{sizes} print-schedules}))'
// RUN: %{plan} %t/filter.mlir | FileCheck %s --check-prefix=FILTER
// FILTER: // stencil
// FILTER: // a group of 128 x 1 work-items, each with 1 x 4 numbers
// FILTER: vector = array<i64: 1, 4>
// RUN: %{plan} %t/both.mlir | FileCheck %s --check-prefix=BOTH
// BOTH: // elementwise maps
// BOTH: vector = array<i64: 0, 4>

// Three arrays are no part of a vector; and halves of rows are far apart.
// RUN: %{plan} %t/three.mlir | FileCheck %s --check-prefix=NO-VECTORS
// RUN: %{plan} %t/halves.mlir | FileCheck %s --check-prefix=HALVES
// NO-VECTORS: transform.lift.block
// NO-VECTORS-NOT: vector =
// NO-VECTORS: transform.lift.map_to
// HALVES: // any maps of numbers

// RUN: lift-run %t/filter.mlir --target=nvidia-h200 --size=M=37,N=2050 --print-kernel --verify | FileCheck %s --check-prefix=LANES
// LANES: (float4)(0.0f, {{[rv][0-9]*}}, 0.0f, {{[rv][0-9]*}})
// LANES: OK

// RUN: lift-run %t/filter.mlir --target=nvidia-h200 --size=M=67,N=2051 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/filter.mlir --target=nvidia-h200 --size=M=1,N=1 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/filter.mlir --target=mali-g610 --size=M=5,N=129 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/filter.mlir --target=pocl --size=M=5,N=640 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/both.mlir --target=nvidia-h200 --size=M=67,N=2051 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/both.mlir --target=pocl --size=M=3,N=7 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/three.mlir --target=nvidia-h200 --size=M=67,N=1367 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/halves.mlir --target=nvidia-h200 --size=M=67,N=2051 --verify | FileCheck %s --check-prefix=OK
// OK: verify: {{.*}} OK

//--- filter.mlir
func.func @filter(%x: !lift.array<M x N x f32>, %k: !lift.array<5 x f32>) -> !lift.array<M x (2 * N) x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %pairs = lift.map (%e = %row : !lift.array<N x f32>) {
      %one = lift.broadcast %e sizes [1] : f32
      %other = lift.broadcast %zero sizes [1] : f32
      %pair = lift.concat %one, %other : !lift.array<1 x f32>, !lift.array<1 x f32>
      lift.yield %pair : !lift.array<2 x f32>
    }
    %sparse = lift.join %pairs : !lift.array<N x 2 x f32>
    %padded = lift.pad %sparse low [2] high [2] constant(%zero : f32) : !lift.array<(2 * N) x f32>
    %windows = lift.slide %padded size [5] step [1] : !lift.array<(2 * N + 4) x f32>
    %sums = lift.map (%window = %windows : !lift.array<(2 * N) x 5 x f32>) {
      %sum = lift.reduce associative commutative (%a = %window, %b = %k : !lift.array<5 x f32>, !lift.array<5 x f32>) init (%acc = %zero : f32) {
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %acc, %p : f32
        lift.yield %s : f32
      }
      lift.yield %sum : f32
    }
    lift.yield %sums : !lift.array<(2 * N) x f32>
  }
  return %r : !lift.array<M x (2 * N) x f32>
}

//--- both.mlir
func.func @both(%x: !lift.array<M x N x f32>, %y: !lift.array<M x N x f32>) -> !lift.array<M x (2 * N) x f32> {
  %r = lift.map (%xs = %x, %ys = %y : !lift.array<M x N x f32>, !lift.array<M x N x f32>) {
    %pairs = lift.map (%a = %xs, %b = %ys : !lift.array<N x f32>, !lift.array<N x f32>) {
      %sum = arith.addf %a, %b : f32
      %one = lift.broadcast %sum sizes [1] : f32
      %other = lift.broadcast %b sizes [1] : f32
      %pair = lift.concat %one, %other : !lift.array<1 x f32>, !lift.array<1 x f32>
      lift.yield %pair : !lift.array<2 x f32>
    }
    %all = lift.join %pairs : !lift.array<N x 2 x f32>
    lift.yield %all : !lift.array<(2 * N) x f32>
  }
  return %r : !lift.array<M x (2 * N) x f32>
}

//--- three.mlir
func.func @three(%x: !lift.array<M x N x f32>) -> !lift.array<M x (3 * N) x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %triples = lift.map (%e = %row : !lift.array<N x f32>) {
      %one = lift.broadcast %e sizes [1] : f32
      %others = lift.broadcast %zero sizes [2] : f32
      %triple = lift.concat %one, %others : !lift.array<1 x f32>, !lift.array<2 x f32>
      lift.yield %triple : !lift.array<3 x f32>
    }
    %all = lift.join %triples : !lift.array<N x 3 x f32>
    lift.yield %all : !lift.array<(3 * N) x f32>
  }
  return %r : !lift.array<M x (3 * N) x f32>
}

//--- halves.mlir
func.func @halves(%x: !lift.array<M x N x f32>, %y: !lift.array<M x N x f32>) -> !lift.array<M x (N + N - 1) x f32> {
  %r = lift.map (%xs = %x, %ys = %y : !lift.array<M x N x f32>, !lift.array<M x N x f32>) {
    %both = lift.concat %xs, %ys : !lift.array<N x f32>, !lift.array<N x f32>
    %windows = lift.slide %both size [2] step [1] : !lift.array<(N + N) x f32>
    %d = lift.map (%window = %windows : !lift.array<(N + N - 1) x 2 x f32>) {
      %a = lift.at in_bounds %window[0] : !lift.array<2 x f32>
      %b = lift.at in_bounds %window[1] : !lift.array<2 x f32>
      %difference = arith.subf %b, %a : f32
      lift.yield %difference : f32
    }
    lift.yield %d : !lift.array<(N + N - 1) x f32>
  }
  return %r : !lift.array<M x (N + N - 1) x f32>
}
