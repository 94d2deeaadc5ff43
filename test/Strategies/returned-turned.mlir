// Loops take the order in which their results are returned.
// RUN: split-file %s %t
// DEFINE: %{program} = relu
// DEFINE: %{schedules} = lift-opt %t/%{program}.mlir --pass-pipeline='builtin.module(func.func(lift-fuse-producers,lift-optimize{target=nvidia-h200 sizes=B=32,C=64,S=12544,M=8192,N=8192,H=512,W=512 print-schedules}))'
// RUN: %{schedules} | FileCheck %s --check-prefix=RELU
// RELU: // results that are returned turned
// RELU: transform.lift.block {{.*}} order = {{\[\[}}1, 0], [0, 0]]
// RELU: // transposition
// RELU: // squares of

// What is read turned as well is read as it is then.
// REDEFINE: %{program} = channels
// RUN: %{schedules} | FileCheck %s --check-prefix=CHANNELS
// CHANNELS: // results that are returned turned
// CHANNELS: transform.lift.block {{.*}} order = {{\[\[}}1, 0], [2, 0], [0, 0]]
// CHANNELS: // elementwise maps
// CHANNELS: vector = array<i64: 1, 4>

// So are windows of pixels whose channels are beside each other.
// REDEFINE: %{program} = pooling
// RUN: %{schedules} | FileCheck %s --check-prefix=POOLING
// POOLING: // results that are returned turned
// POOLING: order = {{\[\[}}1, 0], [2, 0], [0, 0], [3, 0], [4, 0]]

// Not where the last dimension stays, a result is returned in two orders, another
// pattern reads it, or what is reduced are neighbours in the order of the maps.
// REDEFINE: %{program} = rows
// RUN: %{schedules} | FileCheck %s --check-prefix=NONE
// REDEFINE: %{program} = twice
// RUN: %{schedules} | FileCheck %s --check-prefix=NONE
// REDEFINE: %{program} = read
// RUN: %{schedules} | FileCheck %s --check-prefix=NONE
// REDEFINE: %{program} = sums
// RUN: %{schedules} | FileCheck %s --check-prefix=NONE
// NONE-NOT: results that are returned turned

// DEFINE: %{verify} = lift-run --verify
// RUN: %{verify} %t/relu.mlir --target=nvidia-h200 --size=M=67,N=131
// RUN: %{verify} %t/relu.mlir --target=pocl --size=M=64,N=128
// RUN: %{verify} %t/relu.mlir --target=mali-g72 --size=M=1,N=9
// RUN: %{verify} %t/channels.mlir --target=nvidia-h200 --size=B=3,C=5,S=77
// RUN: %{verify} %t/channels.mlir --target=nvidia-h200 --size=B=2,C=64,S=96
// RUN: %{verify} %t/channels.mlir --target=pocl --size=B=1,C=32,S=13
// RUN: %{verify} %t/pooling.mlir --target=nvidia-h200 --size=C=64,H=11,W=14
// RUN: %{verify} %t/pooling.mlir --target=nvidia-h200 --size=C=7,H=3,W=3
// RUN: %{verify} %t/pooling.mlir --target=mali-g610 --size=C=8,H=6,W=9
// RUN: %{verify} %t/twice.mlir --target=nvidia-h200 --size=M=67,N=33
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{verify} %t/relu.mlir --target=nvidia-h200 --size=M=33,N=70 %}

//--- relu.mlir
func.func @relu(%x: !lift.array<M x N x f32>) -> !lift.array<N x M x f32> {
  %zero = arith.constant 0.0 : f32
  %y = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %r = lift.map (%e = %row : !lift.array<N x f32>) {
      %m = arith.maximumf %e, %zero : f32
      lift.yield %m : f32
    }
    lift.yield %r : !lift.array<N x f32>
  }
  %turned = lift.transpose %y : !lift.array<M x N x f32>
  return %turned : !lift.array<N x M x f32>
}

//--- channels.mlir
// Each channel with its own factor.
func.func @channels(%x: !lift.array<B x S x C x f32>, %g: !lift.array<C x f32>) -> !lift.array<B x S x C x f32> {
  %channels = lift.transpose %x permutation [2, 0, 1] : !lift.array<B x S x C x f32>
  %y = lift.map (%channel = %channels, %factor = %g : !lift.array<C x B x S x f32>, !lift.array<C x f32>) {
    %images = lift.map (%image = %channel : !lift.array<B x S x f32>) {
      %pixels = lift.map (%e = %image : !lift.array<S x f32>) {
        %p = arith.mulf %e, %factor : f32
        lift.yield %p : f32
      }
      lift.yield %pixels : !lift.array<S x f32>
    }
    lift.yield %images : !lift.array<B x S x f32>
  }
  %turned = lift.transpose %y permutation [1, 2, 0] : !lift.array<C x B x S x f32>
  return %turned : !lift.array<B x S x C x f32>
}

//--- pooling.mlir
// The largest of 3 x 3 numbers of each channel.
func.func @pooling(%x: !lift.array<H x W x C x f32>) -> !lift.array<(H - 2) x (W - 2) x C x f32> {
  %low = arith.constant 0xFF800000 : f32
  %channels = lift.transpose %x permutation [2, 0, 1] : !lift.array<H x W x C x f32>
  %windows = lift.slide %channels size [3, 3] step [1, 1] dims [1, 2] : !lift.array<C x H x W x f32>
  %y = lift.map (%channel = %windows : !lift.array<C x (H - 2) x (W - 2) x 3 x 3 x f32>) {
    %rows = lift.map (%row = %channel : !lift.array<(H - 2) x (W - 2) x 3 x 3 x f32>) {
      %pixels = lift.map (%window = %row : !lift.array<(W - 2) x 3 x 3 x f32>) {
        %largest = lift.reduce associative commutative (%part = %window : !lift.array<3 x 3 x f32>) init (%outer = %low : f32) {
          %l = lift.reduce associative commutative (%e = %part : !lift.array<3 x f32>) init (%acc = %outer : f32) {
            %m = arith.maximumf %acc, %e : f32
            lift.yield %m : f32
          }
          lift.yield %l : f32
        }
        lift.yield %largest : f32
      }
      lift.yield %pixels : !lift.array<(W - 2) x f32>
    }
    lift.yield %rows : !lift.array<(H - 2) x (W - 2) x f32>
  }
  %turned = lift.transpose %y permutation [1, 2, 0] : !lift.array<C x (H - 2) x (W - 2) x f32>
  return %turned : !lift.array<(H - 2) x (W - 2) x C x f32>
}

//--- rows.mlir
func.func @rows(%x: !lift.array<B x S x C x f32>) -> !lift.array<S x B x C x f32> {
  %y = lift.map (%image = %x : !lift.array<B x S x C x f32>) {
    %pixels = lift.map (%pixel = %image : !lift.array<S x C x f32>) {
      %r = lift.map (%e = %pixel : !lift.array<C x f32>) {
        %s = arith.addf %e, %e : f32
        lift.yield %s : f32
      }
      lift.yield %r : !lift.array<C x f32>
    }
    lift.yield %pixels : !lift.array<S x C x f32>
  }
  %turned = lift.transpose %y permutation [1, 0, 2] : !lift.array<B x S x C x f32>
  return %turned : !lift.array<S x B x C x f32>
}

//--- twice.mlir
func.func @twice(%x: !lift.array<M x N x f32>) -> (!lift.array<N x M x f32>, !lift.array<M x N x f32>) {
  %y:2 = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %r:2 = lift.map (%e = %row : !lift.array<N x f32>) {
      %s = arith.addf %e, %e : f32
      %p = arith.mulf %e, %e : f32
      lift.yield %s, %p : f32, f32
    }
    lift.yield %r#0, %r#1 : !lift.array<N x f32>, !lift.array<N x f32>
  }
  %turned = lift.transpose %y#0 : !lift.array<M x N x f32>
  return %turned, %y#1 : !lift.array<N x M x f32>, !lift.array<M x N x f32>
}

//--- read.mlir
func.func @read(%x: !lift.array<M x N x f32>) -> (!lift.array<N x M x f32>, !lift.array<M x f32>) {
  %zero = arith.constant 0.0 : f32
  %y = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %r = lift.map (%e = %row : !lift.array<N x f32>) {
      %p = math.exp %e : f32
      lift.yield %p : f32
    }
    lift.yield %r : !lift.array<N x f32>
  }
  %sums = lift.map (%row = %y : !lift.array<M x N x f32>) {
    %s = lift.reduce associative commutative (%e = %row : !lift.array<N x f32>) init (%acc = %zero : f32) {
      %n = arith.addf %acc, %e : f32
      lift.yield %n : f32
    }
    lift.yield %s : f32
  }
  %turned = lift.transpose %y : !lift.array<M x N x f32>
  return %turned, %sums : !lift.array<N x M x f32>, !lift.array<M x f32>
}

//--- sums.mlir
// Windows of rows, in a result whose columns are these.
func.func @sums(%x: !lift.array<H x W x f32>) -> !lift.array<(W - 2) x H x f32> {
  %zero = arith.constant 0.0 : f32
  %windows = lift.slide %x size [3] step [1] dims [1] : !lift.array<H x W x f32>
  %y = lift.map (%row = %windows : !lift.array<H x (W - 2) x 3 x f32>) {
    %pixels = lift.map (%window = %row : !lift.array<(W - 2) x 3 x f32>) {
      %s = lift.reduce associative commutative (%e = %window : !lift.array<3 x f32>) init (%acc = %zero : f32) {
        %n = arith.addf %acc, %e : f32
        lift.yield %n : f32
      }
      lift.yield %s : f32
    }
    lift.yield %pixels : !lift.array<(W - 2) x f32>
  }
  %turned = lift.transpose %y : !lift.array<H x (W - 2) x f32>
  return %turned : !lift.array<(W - 2) x H x f32>
}
