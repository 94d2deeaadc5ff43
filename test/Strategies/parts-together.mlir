// Maps that go through the same elements, and whose results are all parts of a returned
// array, are one kernel; each element goes to a place of its own, also where there are
// tests for the ends of rows.
// RUN: split-file %s %t
// RUN: lift-run %t/haar.mlir --target=nvidia-h200 --size=M=2048,N=2048 --forms=opencl-c --emit-package=%t/package
// RUN: FileCheck %s --input-file=%t/package/kernels.cl
// CHECK: kernel void haar_0
// CHECK: const float [[A:.*]] = x[
// CHECK: const float [[B:.*]] = x[
// CHECK: out[{{.*}}] = ([[A]] + [[B]])
// CHECK: out[{{.*}}] = ([[A]] - [[B]])
// CHECK-NOT: kernel void

// Not so with another part beside them, or of rows that are reduced.
// RUN: lift-opt %t/others.mlir --lift-fuse-producers | FileCheck %s --check-prefix=APART
// APART-LABEL: @third
// APART-COUNT-3: = lift.map
// APART-LABEL: @rows
// APART: lift.map
// APART-NEXT: lift.reduce
// APART-NOT: lift.reduce
// APART: lift.map
// APART-NEXT: lift.reduce

// For all sizes, and for some.
// DEFINE: %{any} = lift-run --target=nvidia-h200 --emit-package=%t/any
// RUN: %{any} %t/haar.mlir
// RUN: lift-launch %t/any --size=M=5,N=34 | FileCheck %s --check-prefix=LAUNCHED
// RUN: %{any} %t/turned.mlir
// RUN: lift-launch %t/any --size=N=1031 | FileCheck %s --check-prefix=LAUNCHED
// LAUNCHED: kernel
// DEFINE: %{verify} = lift-run --verify
// RUN: %{verify} %t/haar.mlir --target=nvidia-h200 --size=M=7,N=10
// RUN: %{verify} %t/haar.mlir --target=nvidia-h200 --size=M=64,N=2048
// RUN: %{verify} %t/haar.mlir --target=mali-g72 --size=M=3,N=66
// RUN: %{verify} %t/haar.mlir --size=M=1,N=2
// RUN: %{verify} %t/turned.mlir --target=nvidia-h200 --size=N=1031
// RUN: %{verify} %t/turned.mlir --target=opencl --size=N=4096
// RUN: %{verify} %t/turned.mlir -O0 --size=N=7
// RUN: %{verify} %t/others.mlir --entry=third --target=nvidia-h200 --size=N=1031
// RUN: %{verify} %t/others.mlir --entry=rows --target=nvidia-h200 --size=M=33,N=70
// RUN: %{verify} %t/others.mlir --entry=rows --target=nvidia-h200 --size=M=1,N=1

//--- haar.mlir
func.func @haar(%x: !lift.array<M x N x f32>) -> !lift.array<M x ((N / 2) * 2) x f32> attributes {lift.requires = [#lift.constraint<2 divides N>]} {
  %half = arith.constant 0.5 : f32
  %r = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %pairs = lift.split %row by 2 : !lift.array<N x f32>
    %means = lift.map (%pair = %pairs : !lift.array<(N / 2) x 2 x f32>) {
      %a = lift.at %pair[0] : !lift.array<2 x f32>
      %b = lift.at %pair[1] : !lift.array<2 x f32>
      %s = arith.addf %a, %b : f32
      %m = arith.mulf %s, %half : f32
      lift.yield %m : f32
    }
    %details = lift.map (%pair = %pairs : !lift.array<(N / 2) x 2 x f32>) {
      %a = lift.at %pair[0] : !lift.array<2 x f32>
      %b = lift.at %pair[1] : !lift.array<2 x f32>
      %d = arith.subf %a, %b : f32
      %m = arith.mulf %d, %half : f32
      lift.yield %m : f32
    }
    %both = lift.concat %means, %details : !lift.array<(N / 2) x f32>, !lift.array<(N / 2) x f32>
    lift.yield %both : !lift.array<((N / 2) * 2) x f32>
  }
  return %r : !lift.array<M x ((N / 2) * 2) x f32>
}

//--- turned.mlir
// The second part backwards.
func.func @turned(%x: !lift.array<N x f32>) -> !lift.array<(N * 2) x f32> {
  %r:2 = lift.map (%e = %x : !lift.array<N x f32>) {
    %s = arith.addf %e, %e : f32
    %p = arith.mulf %e, %e : f32
    lift.yield %s, %p : f32, f32
  }
  %back = lift.reverse %r#1 : !lift.array<N x f32>
  %both = lift.concat %r#0, %back : !lift.array<N x f32>, !lift.array<N x f32>
  return %both : !lift.array<(N * 2) x f32>
}

//--- others.mlir
func.func @third(%x: !lift.array<N x f32>, %y: !lift.array<N x f32>) -> !lift.array<(N * 3) x f32> {
  %a = lift.map (%e = %x : !lift.array<N x f32>) {
    %s = arith.addf %e, %e : f32
    lift.yield %s : f32
  }
  %b = lift.map (%e = %x : !lift.array<N x f32>) {
    %s = arith.mulf %e, %e : f32
    lift.yield %s : f32
  }
  %c = lift.map (%e = %y : !lift.array<N x f32>) {
    %s = arith.negf %e : f32
    lift.yield %s : f32
  }
  %all = lift.concat %a, %b, %c : !lift.array<N x f32>, !lift.array<N x f32>, !lift.array<N x f32>
  return %all : !lift.array<(N * 3) x f32>
}

func.func @rows(%x: !lift.array<M x N x f32>) -> !lift.array<(M * 2) x f32> {
  %zero = arith.constant 0.0 : f32
  %sums = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %s = lift.reduce associative commutative (%e = %row : !lift.array<N x f32>) init (%acc = %zero : f32) {
      %n = arith.addf %acc, %e : f32
      lift.yield %n : f32
    }
    lift.yield %s : f32
  }
  %greatest = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %s = lift.reduce associative commutative (%e = %row : !lift.array<N x f32>) init (%acc = %zero : f32) {
      %n = arith.maximumf %acc, %e : f32
      lift.yield %n : f32
    }
    lift.yield %s : f32
  }
  %both = lift.concat %sums, %greatest : !lift.array<M x f32>, !lift.array<M x f32>
  return %both : !lift.array<(M * 2) x f32>
}
