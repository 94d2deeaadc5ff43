// Rows that are passed on to another kernel and read in their own: loops of their own
// store them, and the work-items have them in registers meanwhile.
// RUN: split-file %s %t
// DEFINE: %{plan} = lift-opt --pass-pipeline='builtin.module(func.func(lift-normalize,lift-fuse-producers,lift-normalize,lift-optimize{target=nvidia-h200 sizes=M=4096,N=1024,D=128 print-schedules}))'
// DEFINE: %{verify} = lift-run --target=nvidia-h200 --verify --rtol=1e-5

// RUN: %{plan} %t/softmax.mlir | FileCheck %s
// CHECK: // rows that are copied
// CHECK: transform.lift.copy_yields
// CHECK: // rows in registers
// CHECK: transform.lift.store_results {{.*}} in "private"
// CHECK-NOT: store_results

// RUN: lift-run %t/softmax.mlir --target=nvidia-h200 --size=M=4096,N=1024,D=128 --emit-package=%t.package
// RUN: FileCheck %s --check-prefix=KERNEL --input-file=%t.package/kernels.cl
// KERNEL: kernel void softmax_0
// KERNEL: #pragma unroll
// KERNEL: *(global float4 *)(out
// KERNEL: kernel void softmax_1

// A row that only the result is made of stays where it is.
// RUN: %{plan} %t/alone.mlir | FileCheck %s --check-prefix=ALONE
// ALONE-NOT: copy_yields
// ALONE: // rows in registers

// So do loops of their own store what an index function computes for others.
// RUN: lift-opt %t/planes.mlir --pass-pipeline='builtin.module(func.func(lift-normalize,lift-fuse-producers,lift-normalize,lift-optimize{target=nvidia-h200 sizes=C=64,N=10000,K=64 print-schedules}))' | FileCheck %s --check-prefix=PLANES
// PLANES: // rows that are copied
// PLANES: // any maps of numbers
// RUN: %{verify} %t/planes.mlir --size=C=4,N=8,K=5
// RUN: %{verify} %t/planes.mlir --size=C=3,N=13,K=2
// RUN: lift-run %t/planes.mlir --verify --size=C=1,N=1,K=1

// RUN: %{verify} %t/softmax.mlir --size=M=7,N=333,D=5
// RUN: %{verify} %t/softmax.mlir --size=M=1,N=1,D=1
// RUN: lift-run %t/softmax.mlir --verify --rtol=1e-5 --size=M=3,N=64,D=4
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh lift-run --verify --rtol=1e-5 --target=nvidia-h200 %t/softmax.mlir --size=M=3,N=256,D=8 %}

//--- softmax.mlir
func.func @softmax(%x: !lift.array<M x N x f32>, %v: !lift.array<D x N x f32>) -> !lift.array<M x D x f32> {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %r = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %most = lift.reduce associative commutative (%e = %row : !lift.array<N x f32>) init (%acc = %least : f32) {
      %m = arith.maximumf %acc, %e : f32
      lift.yield %m : f32
    }
    %powers = lift.map (%e = %row : !lift.array<N x f32>) {
      %d = arith.subf %e, %most : f32
      %p = math.exp %d : f32
      lift.yield %p : f32
    }
    %sum = lift.reduce associative commutative (%e = %powers : !lift.array<N x f32>) init (%acc = %zero : f32) {
      %s = arith.addf %acc, %e : f32
      lift.yield %s : f32
    }
    %products = lift.map (%column = %v : !lift.array<D x N x f32>) {
      %all = lift.reduce associative commutative (%e = %powers, %f = %column : !lift.array<N x f32>, !lift.array<N x f32>) init (%acc = %zero : f32) {
        %p = arith.mulf %e, %f : f32
        %s = arith.addf %acc, %p : f32
        lift.yield %s : f32
      }
      %q = arith.divf %all, %sum : f32
      lift.yield %q : f32
    }
    lift.yield %products : !lift.array<D x f32>
  }
  return %r : !lift.array<M x D x f32>
}

//--- alone.mlir
func.func @alone(%x: !lift.array<M x N x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %sum = lift.reduce associative commutative (%e = %row : !lift.array<N x f32>) init (%acc = %zero : f32) {
      %s = arith.addf %acc, %e : f32
      lift.yield %s : f32
    }
    %o = lift.map (%e = %row : !lift.array<N x f32>) {
      %d = arith.divf %e, %sum : f32
      lift.yield %d : f32
    }
    lift.yield %o : !lift.array<N x f32>
  }
  return %r : !lift.array<M x N x f32>
}

//--- planes.mlir
func.func @planes(%x: !lift.array<C x N x f32>, %w: !lift.array<K x C x 3 x f32>) -> !lift.array<K x (2 * N - 1) x f32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1 : index
  %up = lift.map (%row = %x : !lift.array<C x N x f32>) {
    %g = lift.generate (%i < 2 * N + 1) {
      %half = arith.shrui %i, %one : index
      %odd = arith.andi %i, %one : index
      %isOdd = arith.cmpi eq, %odd, %one : index
      %e = lift.at %row[%half] default(%zero : f32) : !lift.array<N x f32>
      %r = arith.select %isOdd, %e, %zero : f32
      lift.yield %r : f32
    }
    lift.yield %g : !lift.array<(2 * N + 1) x f32>
  }
  %windows = lift.slide %up size [3] step [1] dims [1] : !lift.array<C x (2 * N + 1) x f32>
  %places = lift.transpose %windows : !lift.array<C x (2 * N - 1) x 3 x f32>
  %y = lift.map (%filter = %w : !lift.array<K x C x 3 x f32>) {
    %r = lift.map (%place = %places : !lift.array<(2 * N - 1) x C x 3 x f32>) {
      %s = lift.reduce associative commutative (%a = %place, %b = %filter : !lift.array<C x 3 x f32>, !lift.array<C x 3 x f32>) init (%acc = %zero : f32) {
        %t = lift.reduce associative commutative (%c = %a, %d = %b : !lift.array<3 x f32>, !lift.array<3 x f32>) init (%sum = %acc : f32) {
          %p = arith.mulf %c, %d : f32
          %n = arith.addf %sum, %p : f32
          lift.yield %n : f32
        }
        lift.yield %t : f32
      }
      lift.yield %s : f32
    }
    lift.yield %r : !lift.array<(2 * N - 1) x f32>
  }
  return %y : !lift.array<K x (2 * N - 1) x f32>
}
