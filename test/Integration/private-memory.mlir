// Private arrays that are too large for registers, and share memory where their
// lives are apart: the first and the third.
// REQUIRES: pocl

// RUN: lift-run %s --verify --size=N=1
// RUN: lift-run %s --verify --size=N=5
// RUN: lift-opt %s --pass-pipeline='builtin.module(lift-to-gpu)' -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir

// CHECK:     memref.alloca() : memref<2048xf32, #gpu.address_space<private>>
// CHECK:     memref.alloca() : memref<2048xf32, #gpu.address_space<private>>
// CHECK-NOT: memref.alloca
// CHECK:     gpu.return
func.func @in_turn(%x: !lift.array<N x 2048 x f32>) -> !lift.array<N x 2048 x f32> {
  %k = lift.kernel {
    %rows = lift.map glb(0) (%row = %x : !lift.array<N x 2048 x f32>) {
      %twice = lift.map seq (%a = %row : !lift.array<2048 x f32>) {
        %s = arith.addf %a, %a : f32
        lift.yield %s : f32
      }
      %first = lift.materialize %twice in private : !lift.array<2048 x f32>
      %back = lift.reverse %first : !lift.array<2048 x f32>
      %squares = lift.map seq (%a = %back : !lift.array<2048 x f32>) {
        %s = arith.mulf %a, %a : f32
        lift.yield %s : f32
      }
      %second = lift.materialize %squares in private : !lift.array<2048 x f32>
      %again = lift.reverse %second : !lift.array<2048 x f32>
      %sums = lift.map seq (%a = %again, %b = %second
          : !lift.array<2048 x f32>, !lift.array<2048 x f32>) {
        %s = arith.addf %a, %b : f32
        lift.yield %s : f32
      }
      %third = lift.materialize %sums in private : !lift.array<2048 x f32>
      %last = lift.reverse %third : !lift.array<2048 x f32>
      %o = lift.map seq (%a = %last, %b = %third
          : !lift.array<2048 x f32>, !lift.array<2048 x f32>) {
        %s = arith.subf %a, %b : f32
        lift.yield %s : f32
      }
      lift.yield %o : !lift.array<2048 x f32>
    }
    lift.yield %rows : !lift.array<N x 2048 x f32>
  }
  return %k : !lift.array<N x 2048 x f32>
}
