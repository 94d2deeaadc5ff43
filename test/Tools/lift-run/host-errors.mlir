// REQUIRES: pocl
// RUN: split-file %s %t
// RUN: cat %t/prefix.mlir %t/overflow.mlir | not lift-run --size=N=2147483647 --device=%pocl 2>&1 | FileCheck %s --check-prefix=OVERFLOW
// OVERFLOW: error: '4 * N * N * N': 
// OVERFLOW-NEXT: %out = memref.alloc

// RUN: cat %t/prefix.mlir %t/zero.mlir | not lift-run --size=N=4 --device=%pocl 2>&1 | FileCheck %s --check-prefix=ZERO
// ZERO: error: 'arith.ceildivui' op size expression divides by zero

// RUN: cat %t/prefix.mlir %t/unsupported.mlir | not lift-run --size=N=4 --device=%pocl 2>&1 | FileCheck %s --check-prefix=LOAD
// LOAD: error: 'memref.load' op cannot be run on the host (expected arithmetic on sizes, scf.for,

// RUN: cat %t/prefix.mlir %t/float.mlir | not lift-run --size=N=4 --device=%pocl 2>&1 | FileCheck %s --check-prefix=FLOAT
// FLOAT: error: 'arith.addf' op cannot be run on the host

// RUN: cat %t/prefix.mlir %t/freed.mlir | not lift-run --size=N=4 --device=%pocl 2>&1 | FileCheck %s --check-prefix=FREED
// FREED: error: argument 0 of kernel 'touch': buffer 'buffer0' has been freed

// RUN: cat %t/prefix.mlir %t/freed-result.mlir | not lift-run --size=N=4 --device=%pocl 2>&1 | FileCheck %s --check-prefix=RESULT
// RESULT: error: result 0 has been freed

// RUN: cat %t/prefix.mlir %t/twice.mlir | not lift-run --size=N=4 --device=%pocl 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: error: buffer 'buffer0' has been freed

// RUN: cat %t/prefix.mlir %t/short.mlir | not lift-run --size=N=4 --device=%pocl 2>&1 | FileCheck %s --check-prefix=SHORT
// SHORT: error: 'f' returns 4 bytes for !lift.array<N x f32>, expected 16

// RUN: cat %t/prefix.mlir %t/step.mlir | not lift-run --size=N=4 --device=%pocl 2>&1 | FileCheck %s --check-prefix=STEP
// STEP: error: the loop has step -4, expected a positive one

// RUN: cat %t/prefix.mlir %t/negative.mlir | not lift-run --size=N=4 --device=%pocl 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: error: kernel 'touch' is launched with -4 work-groups of 1 work-items in dimension 0

// RUN: cat %t/prefix.mlir %t/wide.mlir | not lift-run --size=N=2147483647 --arg=unused=1 --input-kind=integer --device=%pocl 2>&1 | FileCheck %s --check-prefix=WIDE
// WIDE: error: argument 1 of kernel 'touch': 2147483648 does not fit the 32 bits that the kernel has for it

// RUN: cat %t/prefix.mlir %t/group.mlir | %python %S/Inputs/status.py 3 lift-run --size=N=4 --device=%pocl 2>&1 | FileCheck %s --check-prefix=GROUP
// GROUP: error: launching kernel 'touch' with groups 1 x 1 x 1 of 2 x 1 x 1 failed: CL_INVALID_WORK_GROUP_SIZE (-54)

// RUN: cat %t/prefix.mlir %t/signature.mlir | not lift-run --size=N=4 --device=%pocl 2>&1 | FileCheck %s --check-prefix=SIGNATURE
// SIGNATURE: error: '@f' has 2 arguments and 1 results, but 'lift.signature' and 'lift.sizes' ask for 3 and 1

// RUN: cat %t/prefix.mlir %t/sizes.mlir | not lift-run --size=N=4 --device=%pocl 2>&1 | FileCheck %s --check-prefix=SIZES
// SIZES: error: '@f' is lowered, but has no 'lift.sizes', an array of strings

//--- prefix.mlir
#g = #gpu.address_space<global>
!m = memref<?xf32, #gpu.address_space<global>>
module attributes {gpu.container_module} {
gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @touch(%x: memref<?xf32, #g>, %n: index) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    gpu.return
  }
}
//--- overflow.mlir
func.func @f(%a: i32, %N: index) -> !m
    attributes {lift.signature = (i32) -> !lift.array<N x f32>, lift.sizes = ["N"]} {
  %square = arith.muli %N, %N : index
  %cube = arith.muli %square, %N : index
  %out = memref.alloc(%cube) : !m
  return %out : !m
}
}
//--- zero.mlir
func.func @f(%x: !m, %N: index) -> !m
    attributes {lift.signature = (!lift.array<N x f32>) -> !lift.array<N x f32>, lift.sizes = ["N"]} {
  %none = arith.subi %N, %N : index
  %n = arith.ceildivui %N, %none : index
  return %x : !m
}
}
//--- unsupported.mlir
func.func @f(%x: !m, %N: index) -> !m
    attributes {lift.signature = (!lift.array<N x f32>) -> !lift.array<N x f32>, lift.sizes = ["N"]} {
  %n = memref.load %x[%N] : !m
  return %x : !m
}
}
//--- float.mlir
func.func @f(%x: !m, %N: index) -> !m
    attributes {lift.signature = (!lift.array<N x f32>) -> !lift.array<N x f32>, lift.sizes = ["N"]} {
  %one = arith.constant 1.0 : f32
  %two = arith.addf %one, %one : f32
  return %x : !m
}
}
//--- freed.mlir
func.func @f(%x: !m, %N: index) -> !m
    attributes {lift.signature = (!lift.array<N x f32>) -> !lift.array<N x f32>, lift.sizes = ["N"]} {
  %c1 = arith.constant 1 : index
  %t = memref.alloc(%N) : !m
  memref.dealloc %t : !m
  gpu.launch_func @kernels::@touch blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%t : !m, %N : index)
  return %x : !m
}
}
//--- freed-result.mlir
func.func @f(%x: !m, %N: index) -> !m
    attributes {lift.signature = (!lift.array<N x f32>) -> !lift.array<N x f32>, lift.sizes = ["N"]} {
  %t = memref.alloc(%N) : !m
  memref.dealloc %t : !m
  return %t : !m
}
}
//--- twice.mlir
func.func @f(%x: !m, %N: index) -> !m
    attributes {lift.signature = (!lift.array<N x f32>) -> !lift.array<N x f32>, lift.sizes = ["N"]} {
  %t = memref.alloc(%N) : !m
  memref.dealloc %t : !m
  memref.dealloc %t : !m
  return %x : !m
}
}
//--- short.mlir
func.func @f(%x: !m, %N: index) -> !m
    attributes {lift.signature = (!lift.array<N x f32>) -> !lift.array<N x f32>, lift.sizes = ["N"]} {
  %c1 = arith.constant 1 : index
  %t = memref.alloc(%c1) : !m
  return %t : !m
}
}
//--- step.mlir
func.func @f(%x: !m, %N: index) -> !m
    attributes {lift.signature = (!lift.array<N x f32>) -> !lift.array<N x f32>, lift.sizes = ["N"]} {
  %none = arith.subi %N, %N : index
  %step = arith.subi %none, %N : index
  scf.for %i = %none to %N step %step {
  }
  return %x : !m
}
}
//--- negative.mlir
func.func @f(%x: !m, %N: index) -> !m
    attributes {lift.signature = (!lift.array<N x f32>) -> !lift.array<N x f32>, lift.sizes = ["N"]} {
  %c1 = arith.constant 1 : index
  %none = arith.subi %N, %N : index
  %groups = arith.subi %none, %N : index
  gpu.launch_func @kernels::@touch blocks in (%groups, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : !m, %N : index)
  return %x : !m
}
}
//--- wide.mlir
func.func @f(%unused: i32, %N: index) -> !m
    attributes {lift.signature = (i32) -> !lift.array<N x f32>, lift.sizes = ["N"]} {
  %c1 = arith.constant 1 : index
  %n = arith.addi %N, %c1 : index
  %t = memref.alloc(%c1) : !m
  gpu.launch_func @kernels::@touch blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%t : !m, %n : index)
  return %t : !m
}
}
//--- group.mlir
func.func @f(%x: !m, %N: index) -> !m
    attributes {lift.signature = (!lift.array<N x f32>) -> !lift.array<N x f32>, lift.sizes = ["N"]} {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  gpu.launch_func @kernels::@touch blocks in (%c1, %c1, %c1) threads in (%c2, %c1, %c1) args(%x : !m, %N : index)
  return %x : !m
}
}
//--- signature.mlir
func.func @f(%x: !m, %N: index) -> !m
    attributes {lift.signature = (!lift.array<N x f32>, f32) -> !lift.array<N x f32>, lift.sizes = ["N"]} {
  return %x : !m
}
}
//--- sizes.mlir
func.func @f(%x: !m, %N: index) -> !m
    attributes {lift.signature = (!lift.array<N x f32>) -> !lift.array<N x f32>} {
  return %x : !m
}
}
