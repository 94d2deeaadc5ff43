// RUN: lift-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(lift-promote-arrays)))' | FileCheck %s

#global = #gpu.address_space<global>
#private = #gpu.address_space<private>

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  // A loop carries what it stores, also as a vector, and a branch yields it.
  // CHECK-LABEL: gpu.func @sums
  gpu.func @sums(%x: memref<?xf32, #global>, %n: index)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant dense<0.0> : vector<2xf32>
    // CHECK-NOT: memref.alloca
    %sums = memref.alloca() : memref<2xf32, #private>
    vector.store %zero, %sums[%c0] : memref<2xf32, #private>, vector<2xf32>
    // CHECK: %[[LOOP:.*]]:2 = scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}}) -> (f32, f32)
    scf.for %i = %c0 to %n step %c1 {
      %e = memref.load %x[%i] : memref<?xf32, #global>
      // CHECK: %[[SUM:.*]] = arith.addf %[[A]], %{{.*}}
      %a = memref.load %sums[%c0] : memref<2xf32, #private>
      %s = arith.addf %a, %e : f32
      memref.store %s, %sums[%c0] : memref<2xf32, #private>
      %isOdd = arith.cmpf olt, %e, %s : f32
      // CHECK: %[[IF:.*]] = scf.if %{{.*}} -> (f32) {
      // CHECK:   %[[PRODUCT:.*]] = arith.mulf %[[B]], %{{.*}}
      // CHECK:   scf.yield %[[PRODUCT]]
      // CHECK: } else {
      // CHECK:   scf.yield %[[B]]
      // CHECK: }
      scf.if %isOdd {
        %b = memref.load %sums[%c1] : memref<2xf32, #private>
        %p = arith.mulf %b, %e : f32
        memref.store %p, %sums[%c1] : memref<2xf32, #private>
      }
      // CHECK: scf.yield %[[SUM]], %[[IF]]
    }
    // CHECK: vector.from_elements %[[LOOP]]#0, %[[LOOP]]#1
    %both = vector.load %sums[%c0] : memref<2xf32, #private>, vector<2xf32>
    vector.store %both, %x[%c0] : memref<?xf32, #global>, vector<2xf32>
    gpu.return
  }

  // What nobody stored is anything.
  // CHECK-LABEL: gpu.func @unset
  gpu.func @unset(%x: memref<?xf32, #global>)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : index
    %array = memref.alloca() : memref<1xf32, #private>
    // CHECK: %[[ANY:.*]] = ub.poison : f32
    // CHECK: memref.store %[[ANY]]
    %a = memref.load %array[%c0] : memref<1xf32, #private>
    memref.store %a, %x[%c0] : memref<?xf32, #global>
    gpu.return
  }

  // An index that is not a constant, and one beyond the end: both stay.
  // CHECK-LABEL: gpu.func @stays
  gpu.func @stays(%x: memref<?xf32, #global>)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %i = gpu.thread_id x
    // CHECK: memref.alloca
    // CHECK: memref.alloca
    %array = memref.alloca() : memref<4xf32, #private>
    %small = memref.alloca() : memref<4xf32, #private>
    %e = memref.load %x[%i] : memref<?xf32, #global>
    memref.store %e, %array[%i] : memref<4xf32, #private>
    memref.store %e, %small[%c4] : memref<4xf32, #private>
    %a = memref.load %array[%c0] : memref<4xf32, #private>
    memref.store %a, %x[%c0] : memref<?xf32, #global>
    gpu.return
  }
}
