// Sums that maps would compute again for each of their elements are computed once:
// of inner rows by kernels of their own, of outer rows beside the map inside.
// RUN: split-file %s %t
// DEFINE: %{fuse} = lift-opt --pass-pipeline='builtin.module(func.func(lift-fuse-producers))'
// RUN: %{fuse} %t/cosines.mlir | FileCheck %s
// CHECK: %[[NORMS:.*]] = lift.map (%{{.*}} = %arg1 :
// CHECK-NEXT: lift.reduce
// CHECK: lift.map (%{{.*}} = %arg0
// CHECK-NEXT: %[[NORM:.*]] = lift.reduce
// CHECK: lift.map (%{{.*}} = %arg1, %{{.*}} = %[[NORMS]] :
// CHECK-NEXT: lift.reduce
// CHECK-NOT: lift.reduce

// A kernel of tiles, and two of rows.
// RUN: lift-run %t/cosines.mlir --target=nvidia-h200 --size=M=1024,N=1024,D=256 --forms=opencl-c --emit-package=%t/package
// RUN: FileCheck %s --input-file=%t/package/kernels.cl --check-prefix=KERNELS
// KERNELS-COUNT-3: kernel void
// KERNELS-NOT: kernel void

// The greatest of a row is part of the row, whichever map it is written in.
// RUN: lift-run %t/shifted.mlir --target=nvidia-h200 --size=M=1024,N=1024 --forms=opencl-c --emit-package=%t/rows
// RUN: FileCheck %s --input-file=%t/rows/kernels.cl --check-prefix=ROWS
// ROWS-COUNT-1: kernel void
// ROWS-NOT: kernel void

// Short sums are computed again, as are those for few elements of the map around.
// RUN: %{fuse} %t/short.mlir | FileCheck %s --check-prefix=STAYS
// RUN: %{fuse} %t/few.mlir | FileCheck %s --check-prefix=STAYS
// STAYS: lift.map
// STAYS-NEXT: lift.map
// STAYS-NEXT: lift.reduce

// DEFINE: %{verify} = lift-run --verify --rtol=1e-4
// RUN: %{verify} %t/cosines.mlir --target=nvidia-h200 --size=M=67,N=33,D=41
// RUN: %{verify} %t/cosines.mlir --target=opencl --size=M=1,N=1,D=1
// RUN: %{verify} %t/cosines.mlir --size=M=64,N=128,D=32
// RUN: %{verify} %t/batched.mlir --target=nvidia-h200 --size=B=3,M=33,N=17,D=19
// RUN: %{verify} %t/batched.mlir --size=B=2,M=64,N=32,D=16
// RUN: %{verify} %t/shifted.mlir --target=nvidia-h200 --size=M=7,N=61
// RUN: %{verify} %t/shifted.mlir --size=M=16,N=64
// RUN: %{verify} %t/few.mlir --target=nvidia-h200 --size=N=33,D=65

//--- cosines.mlir
func.func @cosines(%x: !lift.array<M x D x f32>, %y: !lift.array<N x D x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %tiny = arith.constant 1.0e-12 : f32
  %r = lift.map (%a = %x : !lift.array<M x D x f32>) {
    %row = lift.map (%b = %y : !lift.array<N x D x f32>) {
      %ab = lift.reduce associative commutative (%e = %a, %f = %b : !lift.array<D x f32>, !lift.array<D x f32>) init (%acc = %zero : f32) {
        %p = arith.mulf %e, %f : f32
        %n = arith.addf %acc, %p : f32
        lift.yield %n : f32
      }
      %aa = lift.reduce associative commutative (%e = %a : !lift.array<D x f32>) init (%acc = %zero : f32) {
        %p = arith.mulf %e, %e : f32
        %n = arith.addf %acc, %p : f32
        lift.yield %n : f32
      }
      %bb = lift.reduce associative commutative (%e = %b : !lift.array<D x f32>) init (%acc = %zero : f32) {
        %p = arith.mulf %e, %e : f32
        %n = arith.addf %acc, %p : f32
        lift.yield %n : f32
      }
      %squares = arith.mulf %aa, %bb : f32
      %sum = arith.addf %squares, %tiny : f32
      %root = math.sqrt %sum : f32
      %q = arith.divf %ab, %root : f32
      lift.yield %q : f32
    }
    lift.yield %row : !lift.array<N x f32>
  }
  return %r : !lift.array<M x N x f32>
}

//--- batched.mlir
// The rows of a batch are normalised in the maps over pairs of them.
func.func @batched(%x: !lift.array<B x M x D x f32>, %y: !lift.array<B x N x D x f32>) -> !lift.array<B x M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %r = lift.map (%xs = %x, %ys = %y : !lift.array<B x M x D x f32>, !lift.array<B x N x D x f32>) {
    %matrix = lift.map (%a = %xs : !lift.array<M x D x f32>) {
      %row = lift.map (%b = %ys : !lift.array<N x D x f32>) {
        %ab = lift.reduce associative commutative (%e = %a, %f = %b : !lift.array<D x f32>, !lift.array<D x f32>) init (%acc = %zero : f32) {
          %p = arith.mulf %e, %f : f32
          %n = arith.addf %acc, %p : f32
          lift.yield %n : f32
        }
        %back = lift.reverse %b : !lift.array<D x f32>
        %greatest = lift.reduce (%e = %back : !lift.array<D x f32>) init (%acc = %one : f32) {
          %n = arith.maximumf %acc, %e : f32
          lift.yield %n : f32
        }
        %q = arith.divf %ab, %greatest : f32
        lift.yield %q : f32
      }
      lift.yield %row : !lift.array<N x f32>
    }
    lift.yield %matrix : !lift.array<M x N x f32>
  }
  return %r : !lift.array<B x M x N x f32>
}

//--- shifted.mlir
func.func @shifted(%x: !lift.array<M x N x f32>) -> !lift.array<M x N x f32> {
  %least = arith.constant 0xFF800000 : f32
  %r = lift.map (%a = %x : !lift.array<M x N x f32>) {
    %row = lift.map (%v = %a : !lift.array<N x f32>) {
      %greatest = lift.reduce associative commutative (%e = %a : !lift.array<N x f32>) init (%acc = %least : f32) {
        %n = arith.maximumf %acc, %e : f32
        lift.yield %n : f32
      }
      %d = arith.subf %v, %greatest : f32
      lift.yield %d : f32
    }
    lift.yield %row : !lift.array<N x f32>
  }
  return %r : !lift.array<M x N x f32>
}

//--- short.mlir
func.func @short(%x: !lift.array<M x f32>, %y: !lift.array<N x 3 x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%a = %x : !lift.array<M x f32>) {
    %row = lift.map (%b = %y : !lift.array<N x 3 x f32>) {
      %sum = lift.reduce associative commutative (%e = %b : !lift.array<3 x f32>) init (%acc = %zero : f32) {
        %n = arith.addf %acc, %e : f32
        lift.yield %n : f32
      }
      %p = arith.mulf %a, %sum : f32
      lift.yield %p : f32
    }
    lift.yield %row : !lift.array<N x f32>
  }
  return %r : !lift.array<M x N x f32>
}

//--- few.mlir
func.func @few(%x: !lift.array<2 x f32>, %y: !lift.array<N x D x f32>) -> !lift.array<2 x N x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%a = %x : !lift.array<2 x f32>) {
    %row = lift.map (%b = %y : !lift.array<N x D x f32>) {
      %sum = lift.reduce associative commutative (%e = %b : !lift.array<D x f32>) init (%acc = %zero : f32) {
        %n = arith.addf %acc, %e : f32
        lift.yield %n : f32
      }
      %p = arith.mulf %a, %sum : f32
      lift.yield %p : f32
    }
    lift.yield %row : !lift.array<N x f32>
  }
  return %r : !lift.array<2 x N x f32>
}
