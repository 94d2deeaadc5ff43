// Which buffers are coherent in Vulkan: those that work-items of a group exchange
// values in, behind a barrier that orders global memory.

// RUN: lift-opt %s --pass-pipeline='builtin.module(convert-gpu-kernels-to-spirv{flavor=vulkan})' --split-input-file | FileCheck %s

!buffer = memref<?xf32, #gpu.address_space<global>>

// CHECK-DAG: @k_buffer0 bind(0, 0) {coherent, restrict}
// CHECK-DAG: @k_buffer1 bind(0, 1) {restrict}
// CHECK-DAG: @k_buffer2 bind(0, 2) {restrict}
// CHECK-DAG: @k_buffer3 bind(0, 3) {restrict}
// CHECK-DAG: @k_buffer4 bind(0, 4) {coherent, restrict}
// CHECK-DAG: @k_buffer5 bind(0, 5) {non_writable, restrict}
gpu.module @one_by_one attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%exchanged: !buffer {lift.restrict}, %stored_after: !buffer {lift.restrict},
              %stored_before: !buffer {lift.restrict}, %own: !buffer {lift.restrict},
              %stored_twice: !buffer {lift.restrict},
              %read: !buffer {lift.readonly, lift.restrict})
      kernel attributes {known_block_size = array<i32: 16, 1, 1>} {
    %l = gpu.thread_id x
    %c15 = arith.constant 15 : index
    %other = arith.subi %c15, %l : index
    %a = memref.load %read[%l] : !buffer
    %o = memref.load %own[%l] : !buffer
    %s = arith.addf %a, %o : f32
    memref.store %s, %exchanged[%l] : !buffer
    memref.store %s, %stored_before[%l] : !buffer
    memref.store %s, %stored_twice[%l] : !buffer
    lift.barrier global
    %b = memref.load %exchanged[%other] : !buffer
    %c = memref.load %read[%other] : !buffer
    %t = arith.addf %b, %c : f32
    memref.store %t, %stored_after[%l] : !buffer
    memref.store %t, %stored_twice[%other] : !buffer
    memref.store %t, %own[%l] : !buffer
    gpu.return
  }
}

// -----

// A barrier of local memory orders no buffer.
// CHECK: spirv.module @__spv__local_barrier
// CHECK-NOT: coherent
// CHECK: spirv.func @k
gpu.module @local_barrier attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>)
      workgroup(%t: memref<16xf32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 16, 1, 1>} {
    %l = gpu.thread_id x
    %a = memref.load %x[%l] : memref<?xf32, #gpu.address_space<global>>
    memref.store %a, %t[%l] : memref<16xf32, #gpu.address_space<workgroup>>
    memref.store %a, %x[%l] : memref<?xf32, #gpu.address_space<global>>
    lift.barrier local
    %b = memref.load %x[%l] : memref<?xf32, #gpu.address_space<global>>
    memref.store %b, %x[%l] : memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

// Of a loop's trips one stores, the next one loads; the barrier is gpu's own.
// CHECK: spirv.module @__spv__trips
// CHECK-DAG: @k_buffer0 bind(0, 0) {coherent, restrict}
// CHECK-DAG: @k_buffer1 bind(0, 1) {restrict}
gpu.module @trips attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>> {lift.restrict},
              %y: memref<?xf32, #gpu.address_space<global>> {lift.restrict}, %n: index)
      kernel attributes {known_block_size = array<i32: 16, 1, 1>} {
    %l = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      %a = memref.load %x[%i] : memref<?xf32, #gpu.address_space<global>>
      gpu.barrier
      memref.store %a, %x[%l] : memref<?xf32, #gpu.address_space<global>>
    }
    %f = arith.constant 0.0 : f32
    memref.store %f, %y[%l] : memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

// Buffers that may be one are as one, also those that are read only.
// CHECK: spirv.module @__spv__one
// CHECK-DAG: @k_buffer0 bind(0, 0) {coherent}
// CHECK-DAG: @k_buffer1 bind(0, 1) {coherent, non_writable}
// CHECK-DAG: @k_buffer2 bind(0, 2) {restrict}
gpu.module @one attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>,
              %y: memref<?xf32, #gpu.address_space<global>> {lift.readonly},
              %z: memref<?xf32, #gpu.address_space<global>> {lift.restrict})
      kernel attributes {known_block_size = array<i32: 16, 1, 1>} {
    %l = gpu.thread_id x
    %a = memref.load %z[%l] : memref<?xf32, #gpu.address_space<global>>
    memref.store %a, %x[%l] : memref<?xf32, #gpu.address_space<global>>
    lift.barrier local global
    %b = memref.load %y[%l] : memref<?xf32, #gpu.address_space<global>>
    memref.store %b, %z[%l] : memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
}
