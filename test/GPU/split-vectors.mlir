// RUN: lift-opt %s --pass-pipeline='builtin.module(gpu.module(lift-split-vectors))' | FileCheck %s

#global = #gpu.address_space<global>
#private = #gpu.address_space<private>

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  // CHECK-LABEL: gpu.func @wide
  // CHECK-NOT: vector<8xf32>
  gpu.func @wide(%x: memref<?xf32, #global>, %n: index, %f: f32)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %i = gpu.thread_id x
    // CHECK: memref.alloca() : memref<4xvector<4xf32>, #gpu.address_space<private>>
    %array = memref.alloca() : memref<2xvector<8xf32>, #private>
    // CHECK: vector.load %{{.*}} {alignment = 16 : i64} : {{.*}}, vector<4xf32>
    // CHECK: vector.load %{{.*}} {alignment = 16 : i64} : {{.*}}, vector<4xf32>
    %v = vector.load %x[%i] {alignment = 32 : i64} : memref<?xf32, #global>, vector<8xf32>
    // CHECK: %[[FACTOR:.*]] = vector.broadcast %{{.*}} : f32 to vector<4xf32>
    %factor = vector.broadcast %f : f32 to vector<8xf32>
    // CHECK: scf.for {{.*}} -> (vector<4xf32>, vector<4xf32>)
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%s = %v) -> vector<8xf32> {
      // CHECK-COUNT-2: arith.mulf %{{.*}}, %[[FACTOR]] : vector<4xf32>
      %p = arith.mulf %s, %factor : vector<8xf32>
      scf.yield %p : vector<8xf32>
    }
    // CHECK-COUNT-2: memref.store %{{.*}} : memref<4xvector<4xf32>, #gpu.address_space<private>>
    memref.store %sum, %array[%c1] : memref<2xvector<8xf32>, #private>
    // The sixth lane is the second of the second part.
    // CHECK: vector.extract %{{.*}}[1] : f32 from vector<4xf32>
    %lane = vector.extract %sum[5] : f32 from vector<8xf32>
    memref.store %lane, %x[%c0] : memref<?xf32, #global>
    // One without an alignment has none.
    // CHECK: vector.store %{{.*}}, %{{[a-z0-9]+}}[%{{.*}}] : {{.*}}, vector<4xf32>
    // CHECK: vector.store %{{.*}}, %{{[a-z0-9]+}}[%{{.*}}] : {{.*}}, vector<4xf32>
    vector.store %sum, %x[%c1] : memref<?xf32, #global>, vector<8xf32>
    gpu.return
  }

  // Vectors of four stay.
  // CHECK-LABEL: gpu.func @narrow
  gpu.func @narrow(%x: memref<?xf32, #global>)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : index
    // CHECK: vector.load {{.*}} vector<4xf32>
    %v = vector.load %x[%c0] : memref<?xf32, #global>, vector<4xf32>
    vector.store %v, %x[%c0] : memref<?xf32, #global>, vector<4xf32>
    gpu.return
  }
}
