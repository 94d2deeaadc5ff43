// Of two mappings, the one is best with which a work-item reads what it has
// written itself. The maps after the transposition could take dimension 1 in
// either order, and the smaller codes come with the inner one.
// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-map-parallelism))' -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-map-parallelism{solver=enumerate}))' | FileCheck %s
// CHECK:      lift.map wrg(0)
// CHECK-NEXT:   lift.map seq
// CHECK-NEXT:     lift.map lcl(1)
// CHECK-NEXT:       lift.map lcl(0)
// CHECK:        lift.transpose
// CHECK-NEXT:   lift.map lcl(1)
// CHECK-NEXT:     lift.map seq
// CHECK-NEXT:       lift.map lcl(0)

// So that no barrier is needed.
// RUN: lift-opt %t.mlir --pass-pipeline='builtin.module(convert-lift-to-gpu)' | FileCheck %s --check-prefix=KERNEL
// KERNEL: gpu.func
// KERNEL-NOT: lift.barrier
func.func @turn(%x: !lift.array<P x 6 x 4 x 8 x f32>) -> !lift.array<P x 4 x 6 x 8 x f32> {
  %r = lift.kernel local_size [4, 4] global_size [16, 4] {
    %pages = lift.map (%page = %x : !lift.array<P x 6 x 4 x 8 x f32>) {
      %twice = lift.map (%rows = %page : !lift.array<6 x 4 x 8 x f32>) {
        %a = lift.map (%row = %rows : !lift.array<4 x 8 x f32>) {
          %b = lift.map (%e = %row : !lift.array<8 x f32>) {
            %d = arith.addf %e, %e : f32
            lift.yield %d : f32
          }
          lift.yield %b : !lift.array<8 x f32>
        }
        lift.yield %a : !lift.array<4 x 8 x f32>
      }
      %kept = lift.materialize %twice in local : !lift.array<6 x 4 x 8 x f32>
      %turned = lift.transpose %kept : !lift.array<6 x 4 x 8 x f32>
      %square = lift.map (%rows = %turned : !lift.array<4 x 6 x 8 x f32>) {
        %a = lift.map (%row = %rows : !lift.array<6 x 8 x f32>) {
          %b = lift.map (%e = %row : !lift.array<8 x f32>) {
            %d = arith.mulf %e, %e : f32
            lift.yield %d : f32
          }
          lift.yield %b : !lift.array<8 x f32>
        }
        lift.yield %a : !lift.array<6 x 8 x f32>
      }
      lift.yield %square : !lift.array<4 x 6 x 8 x f32>
    }
    lift.yield %pages : !lift.array<P x 4 x 6 x 8 x f32>
  }
  return %r : !lift.array<P x 4 x 6 x 8 x f32>
}
