// What a kernel computes for one that reads it turned is stored in the order in
// which it is computed: the tiles of the reader take any order, work-items that
// store would be far from each other.
// RUN: split-file %s %t
// DEFINE: %{schedules} = lift-opt --pass-pipeline='builtin.module(func.func(lift-fuse-producers,lift-optimize{target=nvidia-h200 print-schedules}))'
// RUN: %{schedules} %t/separable.mlir | FileCheck %s
// CHECK: // contraction
// CHECK-NOT: store_results
// CHECK: // stencil
// CHECK-NEXT: %[[MAPS:.*]] = transform.lift.match_pattern
// CHECK-NEXT: transform.lift.store_results %[[MAPS]] in "global"
// CHECK-NEXT: //
// CHECK: lift.materialize %{{.*}} in global : !lift.array<C x H x W x f32>

// So is the initial value of a reduction.
// RUN: %{schedules} %t/initial.mlir | FileCheck %s --check-prefix=INITIAL
// INITIAL: // reduction of rows
// INITIAL-NEXT: %[[MAPS:.*]] = transform.lift.match_pattern
// INITIAL-NEXT: transform.lift.store_results %[[MAPS]] in "global"

// A result that is returned, too, is stored as it is returned.
// RUN: %{schedules} %t/returned.mlir | FileCheck %s --check-prefix=RETURNED
// RETURNED-NOT: store_results

// DEFINE: %{verify} = lift-run --verify --rtol=1e-4
// RUN: %{verify} %t/separable.mlir --target=nvidia-h200 --size=C=33,O=17,H=9,W=13
// RUN: %{verify} %t/separable.mlir --target=nvidia-h200 --size=C=8,O=16,H=16,W=8
// RUN: %{verify} %t/separable.mlir --target=mali-g72 --size=C=8,O=16,H=16,W=8
// RUN: %{verify} %t/separable.mlir --size=C=1,O=1,H=1,W=1
// RUN: %{verify} %t/returned.mlir --target=nvidia-h200 --size=M=33,N=17
// RUN: %{verify} %t/returned.mlir --size=M=64,N=32
// RUN: %{verify} %t/initial.mlir --target=nvidia-h200 --size=M=33,N=17,L=70,K=5
// RUN: %{verify} %t/initial.mlir --size=M=3,N=4,L=5,K=1

//--- separable.mlir
// Windows of each channel, then sums over the channels of each pixel.
func.func @separable(%x: !lift.array<C x H x W x f32>, %d: !lift.array<C x 3 x 3 x f32>, %p: !lift.array<O x C x f32>) -> !lift.array<O x H x W x f32> {
  %zero = arith.constant 0.0 : f32
  %padded = lift.pad %x low [1, 1] high [1, 1] dims [1, 2] constant(%zero : f32) : !lift.array<C x H x W x f32>
  %windows = lift.slide %padded size [3, 3] step [1, 1] dims [1, 2] : !lift.array<C x (H + 2) x (W + 2) x f32>
  %channels = lift.map (%plane = %windows, %taps = %d : !lift.array<C x H x W x 3 x 3 x f32>, !lift.array<C x 3 x 3 x f32>) {
    %rows = lift.map (%row = %plane : !lift.array<H x W x 3 x 3 x f32>) {
      %pixels = lift.map (%window = %row : !lift.array<W x 3 x 3 x f32>) {
        %sum = lift.reduce associative commutative (%a = %window, %b = %taps : !lift.array<3 x 3 x f32>, !lift.array<3 x 3 x f32>) init (%outer = %zero : f32) {
          %s = lift.reduce associative commutative (%e = %a, %f = %b : !lift.array<3 x f32>, !lift.array<3 x f32>) init (%acc = %outer : f32) {
            %q = arith.mulf %e, %f : f32
            %n = arith.addf %acc, %q : f32
            lift.yield %n : f32
          }
          lift.yield %s : f32
        }
        lift.yield %sum : f32
      }
      lift.yield %pixels : !lift.array<W x f32>
    }
    lift.yield %rows : !lift.array<H x W x f32>
  }
  %turned = lift.transpose %channels permutation [1, 2, 0] : !lift.array<C x H x W x f32>
  %r = lift.map (%weights = %p : !lift.array<O x C x f32>) {
    %rows = lift.map (%row = %turned : !lift.array<H x W x C x f32>) {
      %pixels = lift.map (%pixel = %row : !lift.array<W x C x f32>) {
        %sum = lift.reduce associative commutative (%e = %pixel, %f = %weights : !lift.array<C x f32>, !lift.array<C x f32>) init (%acc = %zero : f32) {
          %q = arith.mulf %e, %f : f32
          %n = arith.addf %acc, %q : f32
          lift.yield %n : f32
        }
        lift.yield %sum : f32
      }
      lift.yield %pixels : !lift.array<W x f32>
    }
    lift.yield %rows : !lift.array<H x W x f32>
  }
  return %r : !lift.array<O x H x W x f32>
}

//--- returned.mlir
func.func @returned(%x: !lift.array<M x N x f32>) -> (!lift.array<N x M x f32>, !lift.array<N x f32>) {
  %zero = arith.constant 0.0 : f32
  %roots = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %r = lift.map (%e = %row : !lift.array<N x f32>) {
      %s = math.exp %e : f32
      lift.yield %s : f32
    }
    lift.yield %r : !lift.array<N x f32>
  }
  %turned = lift.transpose %roots : !lift.array<M x N x f32>
  %sums = lift.map (%column = %turned : !lift.array<N x M x f32>) {
    %sum = lift.reduce associative commutative (%e = %column : !lift.array<M x f32>) init (%acc = %zero : f32) {
      %n = arith.addf %acc, %e : f32
      lift.yield %n : f32
    }
    lift.yield %sum : f32
  }
  return %turned, %sums : !lift.array<N x M x f32>, !lift.array<N x f32>
}

//--- initial.mlir
func.func @initial(%x: !lift.array<M x N x L x f32>, %z: !lift.array<K x N x M x f32>) -> !lift.array<N x M x f32> {
  %zero = arith.constant 0.0 : f32
  %y = lift.map (%r = %x : !lift.array<M x N x L x f32>) {
    %s = lift.map (%e = %r : !lift.array<N x L x f32>) {
      %v = lift.reduce associative commutative (%i = %e : !lift.array<L x f32>) init (%j = %zero : f32) {
        %k = arith.addf %j, %i : f32
        lift.yield %k : f32
      }
      lift.yield %v : f32
    }
    lift.yield %s : !lift.array<N x f32>
  }
  %t = lift.transpose %y : !lift.array<M x N x f32>
  %o = lift.reduce (%p = %z : !lift.array<K x N x M x f32>) init (%acc = %t : !lift.array<N x M x f32>) {
    %back = lift.reverse %acc dims [0] : !lift.array<N x M x f32>
    %n = lift.map (%a = %back, %b = %p : !lift.array<N x M x f32>, !lift.array<N x M x f32>) {
      %q = lift.map (%c = %a, %d = %b : !lift.array<M x f32>, !lift.array<M x f32>) {
        %w = arith.addf %c, %d : f32
        lift.yield %w : f32
      }
      lift.yield %q : !lift.array<M x f32>
    }
    lift.yield %n : !lift.array<N x M x f32>
  }
  return %o : !lift.array<N x M x f32>
}
