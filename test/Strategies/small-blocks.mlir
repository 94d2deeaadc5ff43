// Small arrays that several steps make of each element: a work-item has all of one, whose
// arrays are in registers, and loads, computes and stores vectors.
// RUN: split-file %s %t
// DEFINE: %{target} = mali-g72
// DEFINE: %{plan} = lift-opt -o /dev/null --pass-pipeline='builtin.module(func.func(lift-normalize,lift-fuse-producers,lift-optimize{target=%{target} print-schedules}))'
// RUN: %{plan} %t/cosines.mlir | FileCheck %s
// CHECK: // several steps of small arrays
// CHECK: transform.lift.block {{.*}} order = {{\[\[}}0, 0], [1, 0], [2, 0]], vector = array<i64: 1, 8>
// CHECK: transform.lift.map_to %{{.*}} ["glb(0)"]
// RUN: lift-run %t/cosines.mlir --target=mali-g72 --size=H=8,W=8 --print-kernel | FileCheck %s --check-prefix=KERNEL
// KERNEL: float8 {{.*}}[8];
// KERNEL: *(global short8 *)(out

// Not what rows of three numbers are yielded of, large arrays, nor on CPUs.
// RUN: %{plan} %t/three.mlir | FileCheck %s --check-prefix=NOT --allow-empty
// RUN: %{plan} %t/large.mlir | FileCheck %s --check-prefix=NOT --allow-empty
// REDEFINE: %{target} = pocl
// RUN: %{plan} %t/cosines.mlir | FileCheck %s --check-prefix=NOT --allow-empty
// NOT-NOT: several steps of small arrays

// DEFINE: %{run} = lift-run --verify --rtol=1e-5 --atol=1e-5
// RUN: %{run} %t/cosines.mlir --target=nvidia-h200 --size=H=8,W=8 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/cosines.mlir --target=nvidia-h200 --size=H=24,W=136 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/cosines.mlir --target=mali-g72 --size=H=24,W=40 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/three.mlir --target=nvidia-h200 --size=N=37 | FileCheck %s --check-prefix=OK
// OK: OK
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh lift-run --verify --target=nvidia-h200 %t/cosines.mlir --size=H=16,W=24 --rtol=1e-4 --atol=1 %}

//--- cosines.mlir
// C X C^T of blocks of an image, in whole numbers.
func.func @cosines(%x: !lift.array<H x W x i8>, %c: !lift.array<8 x 8 x f32>) -> !lift.array<(H / 8) x (W / 8) x 8 x 8 x i16> {
  %zero = arith.constant 0.0 : f32
  %rows = lift.split %x by 8 dim 1 : !lift.array<H x W x i8>
  %both = lift.split %rows by 8 : !lift.array<H x (W / 8) x 8 x i8>
  %blocks = lift.transpose %both permutation [0, 2, 1, 3] : !lift.array<(H / 8) x 8 x (W / 8) x 8 x i8>
  %r = lift.map (%list = %blocks : !lift.array<(H / 8) x (W / 8) x 8 x 8 x i8>) {
    %o = lift.map (%block = %list : !lift.array<(W / 8) x 8 x 8 x i8>) {
      %columns = lift.transpose %block : !lift.array<8 x 8 x i8>
      %half = lift.map (%row = %c : !lift.array<8 x 8 x f32>) {
        %sums = lift.map (%column = %columns : !lift.array<8 x 8 x i8>) {
          %sum = lift.reduce associative commutative (%a = %row, %b = %column : !lift.array<8 x f32>, !lift.array<8 x i8>) init (%acc = %zero : f32) {
            %f = arith.uitofp %b : i8 to f32
            %p = arith.mulf %a, %f : f32
            %n = arith.addf %acc, %p : f32
            lift.yield %n : f32
          }
          lift.yield %sum : f32
        }
        lift.yield %sums : !lift.array<8 x f32>
      }
      %whole = lift.map (%row = %half : !lift.array<8 x 8 x f32>) {
        %sums = lift.map (%column = %c : !lift.array<8 x 8 x f32>) {
          %sum = lift.reduce associative commutative (%a = %row, %b = %column : !lift.array<8 x f32>, !lift.array<8 x f32>) init (%acc = %zero : f32) {
            %p = arith.mulf %a, %b : f32
            %n = arith.addf %acc, %p : f32
            lift.yield %n : f32
          }
          %i = arith.fptosi %sum : f32 to i32
          %s = arith.trunci %i : i32 to i16
          lift.yield %s : i16
        }
        lift.yield %sums : !lift.array<8 x i16>
      }
      lift.yield %whole : !lift.array<8 x 8 x i16>
    }
    lift.yield %o : !lift.array<(W / 8) x 8 x 8 x i16>
  }
  return %r : !lift.array<(H / 8) x (W / 8) x 8 x 8 x i16>
}

//--- three.mlir
// M M x of small matrices.
func.func @three(%m: !lift.array<N x 3 x 3 x f32>, %x: !lift.array<N x 3 x f32>) -> !lift.array<N x 3 x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%matrix = %m, %vector = %x : !lift.array<N x 3 x 3 x f32>, !lift.array<N x 3 x f32>) {
    %once = lift.map (%row = %matrix : !lift.array<3 x 3 x f32>) {
      %sum = lift.reduce associative commutative (%a = %row, %b = %vector : !lift.array<3 x f32>, !lift.array<3 x f32>) init (%acc = %zero : f32) {
        %p = arith.mulf %a, %b : f32
        %n = arith.addf %acc, %p : f32
        lift.yield %n : f32
      }
      lift.yield %sum : f32
    }
    %twice = lift.map (%row = %matrix : !lift.array<3 x 3 x f32>) {
      %sum = lift.reduce associative commutative (%a = %row, %b = %once : !lift.array<3 x f32>, !lift.array<3 x f32>) init (%acc = %zero : f32) {
        %p = arith.mulf %a, %b : f32
        %n = arith.addf %acc, %p : f32
        lift.yield %n : f32
      }
      lift.yield %sum : f32
    }
    lift.yield %twice : !lift.array<3 x f32>
  }
  return %r : !lift.array<N x 3 x f32>
}

//--- large.mlir
func.func @large(%m: !lift.array<16 x 16 x f32>, %x: !lift.array<N x 16 x 16 x f32>) -> !lift.array<N x 16 x 16 x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%block = %x : !lift.array<N x 16 x 16 x f32>) {
    %columns = lift.transpose %block : !lift.array<16 x 16 x f32>
    %once = lift.map (%row = %m : !lift.array<16 x 16 x f32>) {
      %sums = lift.map (%column = %columns : !lift.array<16 x 16 x f32>) {
        %sum = lift.reduce associative commutative (%a = %row, %b = %column : !lift.array<16 x f32>, !lift.array<16 x f32>) init (%acc = %zero : f32) {
          %p = arith.mulf %a, %b : f32
          %n = arith.addf %acc, %p : f32
          lift.yield %n : f32
        }
        lift.yield %sum : f32
      }
      lift.yield %sums : !lift.array<16 x f32>
    }
    %twice = lift.map (%row = %once : !lift.array<16 x 16 x f32>) {
      %sums = lift.map (%column = %m : !lift.array<16 x 16 x f32>) {
        %sum = lift.reduce associative commutative (%a = %row, %b = %column : !lift.array<16 x f32>, !lift.array<16 x f32>) init (%acc = %zero : f32) {
          %p = arith.mulf %a, %b : f32
          %n = arith.addf %acc, %p : f32
          lift.yield %n : f32
        }
        lift.yield %sum : f32
      }
      lift.yield %sums : !lift.array<16 x f32>
    }
    lift.yield %twice : !lift.array<16 x 16 x f32>
  }
  return %r : !lift.array<N x 16 x 16 x f32>
}
