// REQUIRES: pocl
// RUN: split-file %s %t
// RUN: lift-run %t/half.mlir --reference=%t/whole.mlir --size=N=4 --verify | FileCheck %s --check-prefix=OK
// RUN: %python %S/Inputs/status.py 2 \
// RUN:   lift-run %t/half.mlir --reference=%t/whole.mlir --size=N=6 --verify | FileCheck %s --check-prefix=FAILED
// RUN: not lift-run %t/half.mlir --reference=%t/whole.mlir --size=N=6 --verify=sample:6 | FileCheck %s --check-prefix=FAILED
// RUN: not lift-run %t/half.mlir --size=N=6 --verify 2>&1 | FileCheck %s --check-prefix=LOWERED
// RUN: not lift-run %t/half.mlir --reference=%t/other.mlir --size=N=6 --verify 2>&1 | FileCheck %s --check-prefix=TYPE

// The kernel writes four elements only. The memory is filled before, so that
// the others are not equal by chance.

// OK: verify: 4 elements, max abs error 0, OK
// FAILED: verify: 6 elements, max abs error 0, FAILED
// FAILED: result0: 2 of 6 elements differ
// FAILED-NEXT: [4]: expected {{.*}}, got {{.*}}nan
// FAILED-NEXT: [5]: expected {{.*}}, got {{.*}}nan
// FAILED: needs --rtol or --atol
// LOWERED: half.mlir:{{.*}} error: '@copy' is lowered already; the evaluator runs functions before lowering
// TYPE: other.mlir:{{.*}} error: '@copy' has type {{.*}}f64{{.*}} in the reference, expected {{.*}}f32

//--- whole.mlir
func.func @copy(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  return %x : !lift.array<N x f32>
}

//--- other.mlir
func.func @copy(%x: !lift.array<N x f64>) -> !lift.array<N x f64> {
  return %x : !lift.array<N x f64>
}

//--- half.mlir
#global = #gpu.address_space<global>
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @copy_0(%x: memref<?xf32, #global> {lift.readonly}, %out: memref<?xf32, #global>) kernel
        attributes {known_block_size = array<i32: 4, 1, 1>} {
      %i = gpu.global_id x
      %a = memref.load %x[%i] : memref<?xf32, #global>
      memref.store %a, %out[%i] : memref<?xf32, #global>
      gpu.return
    }
  }
  func.func @copy(%x: memref<?xf32, #global>, %N: index) -> memref<?xf32, #global>
      attributes {lift.signature = (!lift.array<N x f32>) -> !lift.array<N x f32>, lift.sizes = ["N"]} {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %out = memref.alloc(%N) : memref<?xf32, #global>
    gpu.launch_func @kernels::@copy_0 blocks in (%c1, %c1, %c1) threads in (%c4, %c1, %c1)
        args(%x : memref<?xf32, #global>, %out : memref<?xf32, #global>)
    return %out : memref<?xf32, #global>
  }
}
