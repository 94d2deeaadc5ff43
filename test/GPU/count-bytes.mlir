// RUN: lift-opt %s --pass-pipeline='builtin.module(gpu.module(lift-count-bytes))' --split-input-file | FileCheck %s

!buffer = memref<?xf32, #gpu.address_space<global>>
!halves = memref<?xf16, #gpu.address_space<global>>

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "GPU" = #dlti.target_device_spec<"lift.byte_offsets" = true>>} {
  // What only such indices are made of counts bytes: also what loops carry. The
  // size is multiplied before the loop.
  // CHECK-LABEL: gpu.func @carried(
  // CHECK-SAME:    %[[IN:[a-z0-9]+]]: memref<?xf32, {{.*}}, %[[N:[a-z0-9]+]]: index
  // CHECK:         %[[ID:.*]] = gpu.global_id
  // CHECK-DAG:     %[[BYTES:.*]] = arith.muli %[[N]], %c4
  // CHECK-DAG:     %[[START:.*]] = arith.muli %[[ID]], %c4
  // CHECK:         scf.for {{.*}} iter_args({{.*}}, %[[OFFSET:.*]] = %[[START]]) -> (f32, index) {
  // CHECK:           %[[NUMBER:.*]] = arith.shrui %[[OFFSET]], %{{.*}} exact : index
  // CHECK:           memref.load %[[IN]][%[[NUMBER]]]
  // CHECK:           arith.addi %[[OFFSET]], %[[BYTES]] : index
  gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
    gpu.func @carried(%in: !buffer, %N: index, %out: !buffer) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %zero = arith.constant 0.0 : f32
      %id = gpu.global_id x
      %sum:2 = scf.for %i = %c0 to %N step %c1 iter_args(%acc = %zero, %offset = %id) -> (f32, index) {
        %x = memref.load %in[%offset] : !buffer
        %next = arith.addf %acc, %x : f32
        %further = arith.addi %offset, %N : index
        scf.yield %next, %further : f32, index
      }
      memref.store %sum#0, %out[%c1] : !buffer
      gpu.return
    }

    // An index that has other uses, or that of vectors that are not aligned, or of
    // numbers of 16 bits.
    // CHECK-LABEL: gpu.func @others(
    // CHECK:         %[[SUM:.*]] = arith.addi
    // CHECK:         %[[PRODUCT:.*]] = arith.muli %[[SUM]], %c4
    // CHECK:         arith.shrui %[[PRODUCT]], %{{.*}} exact
    // CHECK:         memref.load %{{.*}}[%[[SUM]]] : memref<?xf16
    // CHECK:         vector.load %{{.*}}[%[[SUM]]]
    gpu.func @others(%in: !buffer, %half: !halves, %N: index) kernel {
      %id = gpu.global_id x
      %sum = arith.addi %id, %N : index
      %x = memref.load %in[%sum] : !buffer
      %h = memref.load %half[%sum] : !halves
      %v = vector.load %in[%sum] : !buffer, vector<4xf32>
      memref.store %x, %in[%id] : !buffer
      memref.store %h, %half[%id] : !halves
      vector.store %v, %in[%id] : !buffer, vector<4xf32>
      gpu.return
    }
  }

  // Nor do kernels with local memory, whose indices are made of the same.
  // CHECK-LABEL: gpu.module @tiles
  // CHECK-NOT:     arith.shrui
  // CHECK:       gpu.module @wide
  gpu.module @tiles attributes {lift.index_bitwidth = 32 : i32} {
    gpu.func @copy(%in: !buffer, %out: !buffer)
        workgroup(%tile: memref<64xf32, #gpu.address_space<workgroup>>) kernel {
      %id = gpu.global_id x
      %x = memref.load %in[%id] : !buffer
      memref.store %x, %tile[%id] : memref<64xf32, #gpu.address_space<workgroup>>
      gpu.return
    }
  }

  // Indices of 64 bits need nothing.
  // CHECK:         gpu.func
  // CHECK-NOT:     arith.shrui
  gpu.module @wide attributes {lift.index_bitwidth = 64 : i32} {
    gpu.func @copy(%in: !buffer, %out: !buffer) kernel {
      %id = gpu.global_id x
      %x = memref.load %in[%id] : !buffer
      memref.store %x, %out[%id] : !buffer
      gpu.return
    }
  }
}

// -----

// Other targets.
// CHECK-LABEL: gpu.module @others
// CHECK-NOT:     arith.shrui
gpu.module @others attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @copy(%in: memref<?xf32, #gpu.address_space<global>>,
                 %out: memref<?xf32, #gpu.address_space<global>>) kernel {
    %id = gpu.global_id x
    %x = memref.load %in[%id] : memref<?xf32, #gpu.address_space<global>>
    memref.store %x, %out[%id] : memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
}
