// Sums of rows that another adds up go on from what it has: one sum over all dimensions,
// as if the program said so.
// RUN: split-file %s %t
// DEFINE: %{fuse} = lift-opt --pass-pipeline='builtin.module(func.func(lift-normalize,lift-fuse-producers))'

// RUN: %{fuse} %t/total.mlir | FileCheck %s
// CHECK: lift.reduce {{.*}} init (%[[A:.*]] = %{{.*}} : f32)
// CHECK-NEXT: %[[B:.*]] = lift.reduce {{.*}} init (%{{.*}} = %[[A]] : f32)
// CHECK: lift.yield %[[B]] : f32

// So are products of windows and filters a contraction.
// RUN: lift-opt %t/windows.mlir --pass-pipeline='builtin.module(func.func(lift-normalize,lift-fuse-producers,lift-normalize,lift-optimize{target=nvidia-h200 sizes=N=1000,C=64,K=64 print-schedules}))' | FileCheck %s --check-prefix=WINDOWS
// WINDOWS: // contraction in local tiles

// Not with an array that is the same for all rows, nor beside a sum of the same array
// that multiplies the sums of its rows.
// RUN: %{fuse} %t/shared.mlir | FileCheck %s --check-prefix=APART
// RUN: %{fuse} %t/beside.mlir | FileCheck %s --check-prefix=APART
// APART: lift.map
// APART: lift.reduce
// APART: lift.yield
// APART: lift.reduce

// RUN: lift-run %t/total.mlir --verify --target=nvidia-h200 --size=M=70,N=130
// RUN: lift-run %t/total.mlir --verify --size=M=1,N=13
// RUN: lift-run %t/windows.mlir --verify --target=nvidia-h200 --size=N=17,C=3,K=5
// RUN: lift-run %t/windows.mlir --verify --size=N=3,C=1,K=1
// RUN: lift-run %t/beside.mlir --verify --target=nvidia-h200 --size=M=7,N=13

//--- total.mlir
func.func @total(%x: !lift.array<M x N x f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %r = lift.reduce associative commutative (%row = %x : !lift.array<M x N x f32>) init (%a = %zero : f32) {
    %s = lift.reduce associative commutative (%e = %row : !lift.array<N x f32>) init (%b = %zero : f32) {
      %n = arith.addf %b, %e : f32
      lift.yield %n : f32
    }
    %n = arith.addf %a, %s : f32
    lift.yield %n : f32
  }
  return %r : f32
}

//--- windows.mlir
func.func @windows(%x: !lift.array<N x C x f32>, %w: !lift.array<K x 3 x C x f32>) -> !lift.array<K x (N - 2) x f32> {
  %zero = arith.constant 0.0 : f32
  %windows = lift.slide %x size [3] step [1] : !lift.array<N x C x f32>
  %y = lift.map (%filter = %w : !lift.array<K x 3 x C x f32>) {
    %r = lift.map (%window = %windows : !lift.array<(N - 2) x 3 x C x f32>) {
      %s = lift.reduce associative commutative (%p = %window, %q = %filter : !lift.array<3 x C x f32>, !lift.array<3 x C x f32>) init (%a = %zero : f32) {
        %t = lift.reduce associative commutative (%c = %p, %d = %q : !lift.array<C x f32>, !lift.array<C x f32>) init (%b = %zero : f32) {
          %m = arith.mulf %c, %d : f32
          %n = arith.addf %b, %m : f32
          lift.yield %n : f32
        }
        %n = arith.addf %t, %a : f32
        lift.yield %n : f32
      }
      lift.yield %s : f32
    }
    lift.yield %r : !lift.array<(N - 2) x f32>
  }
  return %y : !lift.array<K x (N - 2) x f32>
}

//--- shared.mlir
func.func @shared(%x: !lift.array<M x N x f32>, %y: !lift.array<N x f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %r = lift.reduce associative commutative (%row = %x : !lift.array<M x N x f32>) init (%a = %zero : f32) {
    %s = lift.reduce associative commutative (%e = %row, %f = %y : !lift.array<N x f32>, !lift.array<N x f32>) init (%b = %zero : f32) {
      %p = arith.mulf %e, %f : f32
      %n = arith.addf %b, %p : f32
      lift.yield %n : f32
    }
    %n = arith.addf %a, %s : f32
    lift.yield %n : f32
  }
  return %r : f32
}

//--- beside.mlir
func.func @beside(%x: !lift.array<M x N x f32>, %y: !lift.array<M x f32>) -> (f32, f32) {
  %zero = arith.constant 0.0 : f32
  %r = lift.reduce associative commutative (%row = %x : !lift.array<M x N x f32>) init (%a = %zero : f32) {
    %s = lift.reduce associative commutative (%e = %row : !lift.array<N x f32>) init (%b = %zero : f32) {
      %n = arith.addf %b, %e : f32
      lift.yield %n : f32
    }
    %n = arith.addf %a, %s : f32
    lift.yield %n : f32
  }
  %q = lift.reduce associative commutative (%row = %x, %f = %y : !lift.array<M x N x f32>, !lift.array<M x f32>) init (%a = %zero : f32) {
    %s = lift.reduce associative commutative (%e = %row : !lift.array<N x f32>) init (%b = %zero : f32) {
      %n = arith.addf %b, %e : f32
      lift.yield %n : f32
    }
    %p = arith.mulf %s, %f : f32
    %n = arith.addf %a, %p : f32
    lift.yield %n : f32
  }
  return %r, %q : f32, f32
}
