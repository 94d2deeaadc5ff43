// RUN: lift-opt %s --pass-pipeline='builtin.module(gpu.module(lift-place-barriers,lift-share-buffers))' | FileCheck %s
// RUN: sed s/524288/1536/ %s > %t.short.mlir
// RUN: lift-opt %t.short.mlir --pass-pipeline='builtin.module(gpu.module(lift-place-barriers,lift-share-buffers))' | FileCheck %s --check-prefix=SHORT

!local = memref<256xf32, #gpu.address_space<workgroup>>
!small = memref<64xf32, #gpu.address_space<workgroup>>
!words = memref<256xi32, #gpu.address_space<workgroup>>
!global = memref<?xf32, #gpu.address_space<global>>

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "GPU" = #dlti.target_device_spec<"lift.local_memory_bytes" = 524288 : i64>>} {
gpu.module @kernels {
  // The barrier between the second buffer's writes and reads stands behind the
  // reads of the first: the third, which is smaller, shares with it, and is gone.
  // CHECK-LABEL: gpu.func @in_turn
  // CHECK-SAME: workgroup(%[[A:.*]] : memref<256xf32, #gpu.address_space<workgroup>>, %[[B:.*]] : memref<256xf32, #gpu.address_space<workgroup>> {lift.name = "b"}) kernel
  gpu.func @in_turn(%out: !global)
      workgroup(%a: !local, %b: !local {lift.name = "b"}, %c: !small {lift.name = "c"}) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %lid = gpu.thread_id x
    %last = arith.constant 255 : index
    %bound = arith.constant 64 : index
    %zero = arith.constant 0 : index
    %mirrored = arith.subi %last, %lid : index
    %one = arith.constant 1.0 : f32
    // CHECK: memref.store %{{.*}}, %[[A]]
    // CHECK-NEXT: lift.barrier local{{$}}
    // CHECK-NEXT: memref.load %[[A]]
    // CHECK-NEXT: memref.store %{{.*}}, %[[B]]
    // CHECK-NEXT: lift.barrier local{{$}}
    // CHECK-NEXT: memref.load %[[B]]
    // CHECK: memref.store %{{.*}}, %[[A]]
    // CHECK: lift.barrier local{{$}}
    // CHECK-NEXT: memref.load %[[A]]
    // CHECK-NOT: lift.barrier
    memref.store %one, %a[%lid] : !local
    %v = memref.load %a[%mirrored] : !local
    memref.store %v, %b[%lid] : !local
    %w = memref.load %b[%mirrored] : !local
    %inside = arith.cmpi slt, %lid, %bound : index
    scf.if %inside {
      memref.store %w, %c[%lid] : !small
    }
    %x = memref.load %c[%zero] : !small
    memref.store %x, %out[%lid] : !global
    gpu.return
  }

  // Without a barrier between them: the writer of the second buffer may be
  // faster than a reader of the first. It waits where memory is short.
  // CHECK-LABEL: gpu.func @negative_barrier
  // CHECK-SAME: workgroup(%{{.*}} : memref<256xf32, #gpu.address_space<workgroup>>, %{{.*}} : memref<256xf32, #gpu.address_space<workgroup>>) kernel
  // CHECK-COUNT-2: lift.barrier
  // CHECK-NOT: lift.barrier
  // SHORT-LABEL: gpu.func @negative_barrier
  // SHORT-SAME: workgroup(%{{.*}} : memref<256xf32, #gpu.address_space<workgroup>>) kernel
  // SHORT-COUNT-3: lift.barrier
  // SHORT-NOT: lift.barrier
  gpu.func @negative_barrier(%out: !global) workgroup(%a: !local, %b: !local) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %lid = gpu.thread_id x
    %last = arith.constant 255 : index
    %mirrored = arith.subi %last, %lid : index
    %one = arith.constant 1.0 : f32
    memref.store %one, %a[%lid] : !local
    %v = memref.load %a[%mirrored] : !local
    memref.store %v, %out[%lid] : !global
    memref.store %one, %b[%lid] : !local
    %w = memref.load %b[%mirrored] : !local
    memref.store %w, %out[%lid] : !global
    gpu.return
  }

  // Each work-item uses its own elements of both: no barrier is needed.
  // CHECK-LABEL: gpu.func @own
  // CHECK-SAME: workgroup(%{{.*}} : memref<256xf32, #gpu.address_space<workgroup>>) kernel
  // CHECK-NOT: lift.barrier
  gpu.func @own(%out: !global) workgroup(%a: !local, %b: !local) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %lid = gpu.thread_id x
    %one = arith.constant 1.0 : f32
    memref.store %one, %a[%lid] : !local
    %v = memref.load %a[%lid] : !local
    memref.store %v, %out[%lid] : !global
    memref.store %one, %b[%lid] : !local
    %w = memref.load %b[%lid] : !local
    memref.store %w, %out[%lid] : !global
    gpu.return
  }

  // Both are still used when the second is written.
  // CHECK-LABEL: gpu.func @negative_overlap
  // CHECK-SAME: workgroup(%{{.*}} : memref<256xf32, #gpu.address_space<workgroup>>, %{{.*}} : memref<256xf32, #gpu.address_space<workgroup>>) kernel
  // SHORT-LABEL: gpu.func @negative_overlap
  // SHORT-SAME: workgroup(%{{.*}} : memref<256xf32, #gpu.address_space<workgroup>>, %{{.*}} : memref<256xf32, #gpu.address_space<workgroup>>) kernel
  gpu.func @negative_overlap(%out: !global) workgroup(%a: !local, %b: !local) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %lid = gpu.thread_id x
    %one = arith.constant 1.0 : f32
    memref.store %one, %a[%lid] : !local
    memref.store %one, %b[%lid] : !local
    %v = memref.load %a[%lid] : !local
    %w = memref.load %b[%lid] : !local
    %s = arith.addf %v, %w : f32
    memref.store %s, %out[%lid] : !global
    gpu.return
  }

  // The first holds its value through all trips of the loop that has the second.
  // CHECK-LABEL: gpu.func @negative_loop
  // CHECK-SAME: workgroup(%{{.*}} : memref<256xf32, #gpu.address_space<workgroup>>, %{{.*}} : memref<256xf32, #gpu.address_space<workgroup>>) kernel
  gpu.func @negative_loop(%n: index, %out: !global) workgroup(%a: !local, %b: !local) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %lid = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %one = arith.constant 1.0 : f32
    memref.store %one, %a[%lid] : !local
    scf.for %i = %c0 to %n step %c1 {
      %v = memref.load %a[%lid] : !local
      memref.store %v, %b[%lid] : !local
      %w = memref.load %b[%lid] : !local
      memref.store %w, %out[%i] : !global
    }
    gpu.return
  }

  // In a trip of one loop.
  // CHECK-LABEL: gpu.func @loop
  // CHECK-SAME: workgroup(%{{.*}} : memref<256xf32, #gpu.address_space<workgroup>>) kernel
  gpu.func @loop(%n: index, %out: !global) workgroup(%a: !local, %b: !local) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %lid = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %one = arith.constant 1.0 : f32
    scf.for %i = %c0 to %n step %c1 {
      memref.store %one, %a[%lid] : !local
      %v = memref.load %a[%lid] : !local
      memref.store %v, %out[%i] : !global
      memref.store %one, %b[%lid] : !local
      %w = memref.load %b[%lid] : !local
      memref.store %w, %out[%i] : !global
    }
    gpu.return
  }

  // What is read before it is written comes from the trip before.
  // CHECK-LABEL: gpu.func @negative_carried
  // CHECK-SAME: workgroup(%{{.*}} : memref<256xf32, #gpu.address_space<workgroup>>, %{{.*}} : memref<256xf32, #gpu.address_space<workgroup>>) kernel
  gpu.func @negative_carried(%n: index, %out: !global) workgroup(%a: !local, %b: !local) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %lid = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %one = arith.constant 1.0 : f32
    scf.for %i = %c0 to %n step %c1 {
      %v = memref.load %a[%lid] : !local
      memref.store %one, %a[%lid] : !local
      memref.store %v, %b[%lid] : !local
      %w = memref.load %b[%lid] : !local
      memref.store %w, %out[%i] : !global
    }
    gpu.return
  }

  // Other elements.
  // CHECK-LABEL: gpu.func @negative_type
  // CHECK-SAME: workgroup(%{{.*}} : memref<256xf32, #gpu.address_space<workgroup>>, %{{.*}} : memref<256xi32, #gpu.address_space<workgroup>>) kernel
  gpu.func @negative_type(%out: !global) workgroup(%a: !local, %b: !words) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %lid = gpu.thread_id x
    %one = arith.constant 1.0 : f32
    %two = arith.constant 2 : i32
    memref.store %one, %a[%lid] : !local
    %v = memref.load %a[%lid] : !local
    memref.store %v, %out[%lid] : !global
    memref.store %two, %b[%lid] : !words
    gpu.return
  }

  // A use that nobody knows.
  // CHECK-LABEL: gpu.func @negative_use
  // CHECK-SAME: workgroup(%{{.*}} : memref<256xf32, #gpu.address_space<workgroup>>, %{{.*}} : memref<256xf32, #gpu.address_space<workgroup>>) kernel
  gpu.func @negative_use(%out: !global) workgroup(%a: !local, %b: !local) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %lid = gpu.thread_id x
    %one = arith.constant 1.0 : f32
    memref.store %one, %a[%lid] : !local
    %v = memref.load %a[%lid] : !local
    memref.store %v, %out[%lid] : !global
    %view = memref.cast %b : !local to memref<?xf32, #gpu.address_space<workgroup>>
    memref.store %one, %view[%lid] : memref<?xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
}
