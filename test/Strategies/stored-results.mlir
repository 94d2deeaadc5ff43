// A result that other patterns read is stored once, and read from there: no kernel
// copies it, and it has the layout of the program.
// RUN: split-file %s %t
// DEFINE: %{verify} = lift-run --target=nvidia-h200 --verify --rtol=1e-4
// RUN: lift-run %t/smoothed.mlir --target=nvidia-h200 --size=H=512,W=512 --forms=opencl-c --emit-package=%t/package
// RUN: FileCheck %s --input-file=%t/package/kernels.cl
// CHECK-COUNT-2: kernel void
// CHECK-NOT: kernel void

// What others read more of than is returned is copied by as many work-items.
// RUN: lift-run %t/cut.mlir --target=nvidia-h200 --size=N=4096 --verify | FileCheck %s --check-prefix=CUT
// RUN: lift-run %t/cut.mlir -O0 --size=N=4096 --verify | FileCheck %s --check-prefix=CUT
// CUT-COUNT-2: 32 groups of 128

// RUN: %{verify} %t/smoothed.mlir --size=H=37,W=61
// RUN: %{verify} %t/smoothed.mlir --size=H=1,W=1
// RUN: %{verify} %t/smoothed.mlir --size=H=64,W=256
// RUN: lift-run -O0 --verify --rtol=1e-4 %t/smoothed.mlir --size=H=7,W=9
// RUN: %{verify} %t/twice.mlir --size=N=1025
// RUN: lift-run -O0 --verify %t/twice.mlir --size=N=1025
// RUN: lift-run -O0 --verify %t/twice.mlir --size=N=1
// RUN: %{verify} %t/turned.mlir --size=M=33,N=65
// RUN: lift-run -O0 --verify %t/turned.mlir --size=M=3,N=5

//--- smoothed.mlir
// Sums of each three numbers of a column, and differences of these.
func.func @smoothed(%x: !lift.array<H x W x f32>) -> (!lift.array<H x W x f32>, !lift.array<H x W x f32>) {
  %zero = arith.constant 0.0 : f32
  %p = lift.pad %x low [1, 0] high [1, 0] clamp : !lift.array<H x W x f32>
  %w = lift.slide %p size [3] step [1] dims [0] : !lift.array<(H + 2) x W x f32>
  %y = lift.map (%a = %w : !lift.array<H x 3 x W x f32>) {
    %t = lift.transpose %a : !lift.array<3 x W x f32>
    %r = lift.map (%b = %t : !lift.array<W x 3 x f32>) {
      %s = lift.reduce associative commutative (%e = %b : !lift.array<3 x f32>) init (%acc = %zero : f32) {
        %n = arith.addf %acc, %e : f32
        lift.yield %n : f32
      }
      lift.yield %s : f32
    }
    lift.yield %r : !lift.array<W x f32>
  }
  %q = lift.pad %y low [1, 1] high [1, 1] clamp : !lift.array<H x W x f32>
  %v = lift.slide %q size [3, 3] step [1, 1] : !lift.array<(H + 2) x (W + 2) x f32>
  %z = lift.map (%a = %v : !lift.array<H x W x 3 x 3 x f32>) {
    %r = lift.map (%b = %a : !lift.array<W x 3 x 3 x f32>) {
      %n = lift.at %b[0, 1] : !lift.array<3 x 3 x f32>
      %s = lift.at %b[2, 1] : !lift.array<3 x 3 x f32>
      %d = arith.subf %n, %s : f32
      lift.yield %d : f32
    }
    lift.yield %r : !lift.array<W x f32>
  }
  return %y, %z : !lift.array<H x W x f32>, !lift.array<H x W x f32>
}

//--- twice.mlir
// Returned twice, and read.
func.func @twice(%x: !lift.array<N x i32>) -> (!lift.array<N x i32>, !lift.array<N x i32>, i32) {
  %zero = arith.constant 0 : i32
  %y = lift.map (%e = %x : !lift.array<N x i32>) {
    %s = arith.muli %e, %e : i32
    lift.yield %s : i32
  }
  %sum = lift.reduce associative commutative (%e = %y : !lift.array<N x i32>) init (%acc = %zero : i32) {
    %s = arith.addi %acc, %e : i32
    lift.yield %s : i32
  }
  return %y, %y, %sum : !lift.array<N x i32>, !lift.array<N x i32>, i32
}

//--- turned.mlir
// Returned as it is and turned, and its rows are added.
func.func @turned(%x: !lift.array<M x N x i32>) -> (!lift.array<M x N x i32>, !lift.array<N x M x i32>, !lift.array<M x i32>) {
  %zero = arith.constant 0 : i32
  %y = lift.map (%row = %x : !lift.array<M x N x i32>) {
    %r = lift.map (%e = %row : !lift.array<N x i32>) {
      %s = arith.muli %e, %e : i32
      lift.yield %s : i32
    }
    lift.yield %r : !lift.array<N x i32>
  }
  %t = lift.transpose %y : !lift.array<M x N x i32>
  %sums = lift.map (%row = %y : !lift.array<M x N x i32>) {
    %sum = lift.reduce associative commutative (%e = %row : !lift.array<N x i32>) init (%acc = %zero : i32) {
      %s = arith.addi %acc, %e : i32
      lift.yield %s : i32
    }
    lift.yield %sum : i32
  }
  return %y, %t, %sums : !lift.array<M x N x i32>, !lift.array<N x M x i32>, !lift.array<M x i32>
}

//--- cut.mlir
// All numbers but the last are returned, and all are added.
func.func @cut(%x: !lift.array<N x i32>) -> (!lift.array<(N - 1) x i32>, i32) {
  %zero = arith.constant 0 : i32
  %y = lift.map (%e = %x : !lift.array<N x i32>) {
    %s = arith.muli %e, %e : i32
    lift.yield %s : i32
  }
  %most = lift.take %y size [N - 1] : !lift.array<N x i32>
  %sum = lift.reduce associative commutative (%e = %y : !lift.array<N x i32>) init (%acc = %zero : i32) {
    %s = arith.addi %acc, %e : i32
    lift.yield %s : i32
  }
  return %most, %sum : !lift.array<(N - 1) x i32>, i32
}
