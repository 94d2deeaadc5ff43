// RUN: lift-opt %s --pass-pipeline='builtin.module(gpu.module(lift-unroll-loops{max-ops=100},canonicalize))' | FileCheck %s

#global = #gpu.address_space<global>

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  // CHECK-LABEL: gpu.func @loops
  gpu.func @loops(%x: memref<?xf32, #global>, %f: f32, %n: index)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c8 = arith.constant 8 : index
    %c1000 = arith.constant 1000 : index
    // All trips.
    // CHECK-COUNT-2: memref.store
    scf.for %i = %c0 to %c2 step %c1 {
      memref.store %f, %x[%i] : memref<?xf32, #global>
    } {lift.unroll}
    // Four at a time.
    // CHECK: scf.for
    // CHECK-COUNT-4: memref.store
    // CHECK: }
    scf.for %i = %c0 to %c8 step %c1 {
      memref.store %f, %x[%i] : memref<?xf32, #global>
    } {lift.unroll = 4}
    // Too many, unknown and unasked: they stay.
    // CHECK: scf.for
    // CHECK-COUNT-1: memref.store
    // CHECK: lift.unroll
    scf.for %i = %c0 to %c1000 step %c1 {
      memref.store %f, %x[%i] : memref<?xf32, #global>
    } {lift.unroll}
    // CHECK: scf.for
    // CHECK-COUNT-1: memref.store
    // CHECK: lift.unroll
    scf.for %i = %c0 to %n step %c1 {
      memref.store %f, %x[%i] : memref<?xf32, #global>
    } {lift.unroll}
    // CHECK: scf.for
    // CHECK-COUNT-1: memref.store
    // CHECK: }
    // CHECK-NEXT: gpu.return
    scf.for %i = %c0 to %c2 step %c1 {
      memref.store %f, %x[%i] : memref<?xf32, #global>
    }
    gpu.return
  }
}
