// RUN: lift-opt %s --pass-pipeline='builtin.module(gpu.module(lift-pipeline-loops),canonicalize)' | FileCheck %s
// RUN: lift-opt %s --pass-pipeline='builtin.module(gpu.module(lift-pipeline-loops,lift-place-barriers),canonicalize)' | FileCheck %s --check-prefix=BARRIER

!tile = memref<250xf32, #gpu.address_space<workgroup>>
!wide = memref<1024xf32, #gpu.address_space<workgroup>>
!global = memref<?xf32, #gpu.address_space<global>>

gpu.module @kernels {
  // A number for each work-item. The second tile starts at a multiple of the
  // longest vector. Without any trip, nothing is loaded.
  // CHECK-LABEL: gpu.func @numbers
  // CHECK-SAME: workgroup(%[[T:.*]] : memref<512xf32, #gpu.address_space<workgroup>> {lift.name = "tile"}) kernel
  // CHECK: %[[R:.*]] = memref.alloca() : memref<1xf32, #gpu.address_space<private>>
  // CHECK: arith.cmpi sgt, %{{.*}}, %c0
  // CHECK: scf.if
  // CHECK-NEXT: %[[F:.*]] = memref.load %{{.*}}[%[[LID:.*]]]
  // CHECK-NEXT: memref.store %[[F]], %[[R]][%c0]
  // CHECK: scf.for %[[K:.*]] = %c0
  // CHECK-NEXT: %[[SLOT:.*]] = arith.remui %[[K]], %c2
  // CHECK-NEXT: %[[OFFSET:.*]] = arith.muli %[[SLOT]], %c256
  // CHECK: %[[V:.*]] = memref.load %[[R]][%c0]
  // CHECK: memref.store %[[V]], %[[T]]
  // CHECK: %[[NEXT:.*]] = arith.addi %[[K]], %c1
  // CHECK: arith.cmpi slt, %[[NEXT]]
  // CHECK: arith.muli %[[NEXT]]
  // CHECK: scf.if
  // CHECK-NEXT: memref.load
  // CHECK-NEXT: memref.store %{{.*}}, %[[R]][%c0]
  // CHECK: memref.load %[[T]]
  // BARRIER-LABEL: gpu.func @numbers
  // BARRIER: scf.for
  // BARRIER: lift.barrier local
  // BARRIER-NOT: lift.barrier
  gpu.func @numbers(%n: index, %x: !global, %out: !global)
      workgroup(%t: !tile {lift.buffers = 2 : i64, lift.name = "tile"}) kernel
      attributes {known_block_size = array<i32: 250, 1, 1>} {
    %lid = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c249 = arith.constant 249 : index
    %c250 = arith.constant 250 : index
    %mirrored = arith.subi %c249, %lid : index
    scf.for %k = %c0 to %n step %c1 {
      %row = arith.muli %k, %c250 : index
      %i = arith.addi %row, %lid : index
      %v = memref.load %x[%i] : !global
      memref.store %v, %t[%lid] : !tile
      %w = memref.load %t[%mirrored] : !tile
      memref.store %w, %out[%i] : !global
    }
    gpu.return
  }

  // Vectors, in a loop of the work-item: four registers for each trip of it.
  // CHECK-LABEL: gpu.func @vectors
  // CHECK-SAME: workgroup(%[[T:.*]] : memref<2048xf32, #gpu.address_space<workgroup>>) kernel
  // CHECK: %[[R:.*]] = memref.alloca() : memref<16xf32, #gpu.address_space<private>>
  // CHECK: scf.for
  // CHECK: %[[P:.*]] = vector.load %{{.*}} : memref<?xf32, #gpu.address_space<global>>, vector<4xf32>
  // CHECK: vector.store %[[P]], %[[R]]{{.*}} {alignment = 16 : i64}
  // CHECK: } {lift.unroll}
  // CHECK: scf.for
  // CHECK: scf.for
  // CHECK: %[[V:.*]] = vector.load %[[R]]{{.*}} {alignment = 16 : i64}
  // CHECK: vector.store %[[V]], %[[T]]{{.*}} {alignment = 16 : i64}
  // CHECK: } {lift.unroll}
  // BARRIER-LABEL: gpu.func @vectors
  // BARRIER: lift.barrier local
  // BARRIER-NOT: lift.barrier
  gpu.func @vectors(%n: index, %x: !global, %out: !global)
      workgroup(%t: !wide {lift.buffers = 2 : i64}) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %lid = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c256 = arith.constant 256 : index
    %c1024 = arith.constant 1024 : index
    %c1020 = arith.constant 1020 : index
    %own = arith.muli %lid, %c4 : index
    %mirrored = arith.subi %c1020, %own : index
    scf.for %k = %c0 to %n step %c1 {
      %row = arith.muli %k, %c1024 : index
      scf.for %j = %c0 to %c4 step %c1 {
        %part = arith.muli %j, %c256 : index
        %at = arith.addi %part, %own : index
        %i = arith.addi %row, %at : index
        %v = vector.load %x[%i] {alignment = 16 : i64} : !global, vector<4xf32>
        vector.store %v, %t[%at] {alignment = 16 : i64} : !wide, vector<4xf32>
      }
      %w = vector.load %t[%mirrored] {alignment = 16 : i64} : !wide, vector<4xf32>
      vector.store %w, %out[%row] : !global, vector<4xf32>
    }
    gpu.return
  }

  // Nobody asked.
  // CHECK-LABEL: gpu.func @negative_one_buffer
  // CHECK-SAME: workgroup(%{{.*}} : memref<250xf32, #gpu.address_space<workgroup>>) kernel
  // BARRIER-LABEL: gpu.func @negative_one_buffer
  // BARRIER-COUNT-2: lift.barrier local
  gpu.func @negative_one_buffer(%n: index, %x: !global, %out: !global)
      workgroup(%t: !tile) kernel
      attributes {known_block_size = array<i32: 250, 1, 1>} {
    %lid = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c249 = arith.constant 249 : index
    %mirrored = arith.subi %c249, %lid : index
    scf.for %k = %c0 to %n step %c1 {
      %v = memref.load %x[%k] : !global
      memref.store %v, %t[%lid] : !tile
      %w = memref.load %t[%mirrored] : !tile
      memref.store %w, %out[%k] : !global
    }
    gpu.return
  }

  // A private array stays one, and is filled with what the step before has loaded.
  // CHECK-LABEL: gpu.func @registers
  // CHECK: %[[NEXT:.*]] = memref.alloca() : memref<2xf32, #gpu.address_space<private>>
  // CHECK: %[[ROW:.*]] = memref.alloca() : memref<2xf32, #gpu.address_space<private>>
  // CHECK: memref.load %[[X:.*]][
  // CHECK: memref.store %{{.*}}, %[[NEXT]]
  // CHECK: scf.for
  // CHECK: memref.load %[[NEXT]]
  // CHECK: memref.store %{{.*}}, %[[ROW]]
  // CHECK: scf.if
  // CHECK: memref.load %[[X]]
  // CHECK: memref.store %{{.*}}, %[[NEXT]]
  // CHECK: memref.load %[[ROW]]
  gpu.func @registers(%n: index, %x: !global, %out: !global) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %p = memref.alloca() {lift.buffers = 2 : i64} : memref<2xf32, #gpu.address_space<private>>
    %lid = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    scf.for %k = %c0 to %n step %c1 {
      %row = arith.muli %k, %c128 : index
      %first = arith.addi %row, %lid : index
      scf.for %j = %c0 to %c2 step %c1 {
        %column = arith.muli %j, %c64 : index
        %i = arith.addi %first, %column : index
        %v = memref.load %x[%i] : !global
        memref.store %v, %p[%j] : memref<2xf32, #gpu.address_space<private>>
      }
      scf.for %j = %c0 to %c2 step %c1 {
        %column = arith.muli %j, %c64 : index
        %i = arith.addi %first, %column : index
        %w = memref.load %p[%j] : memref<2xf32, #gpu.address_space<private>>
        %s = arith.addf %w, %w : f32
        memref.store %s, %out[%i] : !global
      }
    }
    gpu.return
  }
}
