// On PoCL, loops with barriers begin with a barrier, and have one behind them,
// unless it is there anyway; one where their bodies end is not needed then.
// Of several branches in a kernel with barriers, the tests are hidden from clang.
// Targets may say that they need none of this.
// RUN: lift-translate --lift-to-opencl %s | FileCheck %s
// RUN: sed 's/"lift.loop_barriers" = true/"lift.loop_barriers" = false/' %s | lift-translate --lift-to-opencl | FileCheck %s --check-prefix=NONE

// NONE-NOT: {{LOOP_BARRIER|EXCEPT_POCL|HIDDEN}}

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "GPU" = #dlti.target_device_spec<"lift.loop_barriers" = true>>} {
  gpu.module @kernels {
    // CHECK: {{^}}#ifdef POCL_DEVICE_ADDRESS_BITS
    // CHECK-NEXT: #define EXCEPT_POCL(statement)
    // CHECK-NEXT: #else
    // CHECK-NEXT: #define EXCEPT_POCL(statement) statement
    // CHECK-NEXT: #endif
    // CHECK: {{^}}#ifdef POCL_DEVICE_ADDRESS_BITS
    // CHECK-NEXT: #define HIDDEN(test) ({ volatile bool HIDDEN = (test); HIDDEN; })
    // CHECK-NEXT: #else
    // CHECK-NEXT: #define HIDDEN(test) test
    // CHECK-NEXT: #endif
    // CHECK: {{^}}#ifdef POCL_DEVICE_ADDRESS_BITS
    // CHECK-NEXT: #define LOOP_BARRIER barrier(CLK_LOCAL_MEM_FENCE)
    // CHECK-NEXT: #else
    // CHECK-NEXT: #define LOOP_BARRIER
    // CHECK-NEXT: #endif

    // CHECK-LABEL: kernel void loops(
    gpu.func @loops(%out: memref<?xf32, #gpu.address_space<global>>, %n: index)
        workgroup(%tile: memref<64xf32, #gpu.address_space<workgroup>>) kernel {
      %id = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      // CHECK: for (
      // CHECK-NEXT: LOOP_BARRIER;
      scf.for %i = %c0 to %n step %c1 {
        // CHECK-NEXT: const float
        %a = memref.load %tile[%i] : memref<64xf32, #gpu.address_space<workgroup>>
        // CHECK: for (
        // CHECK-NEXT: {{^ *}}barrier(
        scf.for %j = %c0 to %n step %c1 {
          lift.barrier local
          memref.store %a, %tile[%j] : memref<64xf32, #gpu.address_space<workgroup>>
        }
        // CHECK-NEXT: tile[
        // CHECK-NEXT: }
        // CHECK-NEXT: LOOP_BARRIER;
        // CHECK-NEXT: for (
        // CHECK-NEXT: tile[
        scf.for %j = %c0 to %n step %c1 {
          memref.store %a, %tile[%j] : memref<64xf32, #gpu.address_space<workgroup>>
        }
        // CHECK-NEXT: }
        // CHECK-NEXT: {{^ *}}EXCEPT_POCL(barrier(CLK_LOCAL_MEM_FENCE));
        // CHECK-NEXT: }
        lift.barrier local
      }
      // CHECK: while (
      // CHECK-NEXT: LOOP_BARRIER;
      %r = scf.while (%i = %c0) : (index) -> index {
        %more = arith.cmpi slt, %i, %n : index
        scf.condition(%more) %i : index
      } do {
      ^bb0(%i: index):
        %a = memref.load %tile[%i] : memref<64xf32, #gpu.address_space<workgroup>>
        lift.barrier local
        memref.store %a, %out[%i] : memref<?xf32, #gpu.address_space<global>>
        %next = arith.addi %i, %c1 : index
        scf.yield %next : index
      }
      // CHECK: {{^}}    i = i + 1;
      // CHECK-NEXT: {{^}}  }
      // CHECK-NEXT: {{^}}}
      gpu.return
    }

    // The test of the next trip may load what this one has stored: the barrier
    // before it stays.
    // CHECK-LABEL: kernel void tested(
    gpu.func @tested(%out: memref<?xf32, #gpu.address_space<global>>)
        workgroup(%tile: memref<64xi32, #gpu.address_space<workgroup>>) kernel {
      %id = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %zero = arith.constant 0 : i32
      // CHECK: while (
      scf.while : () -> () {
        %t = memref.load %tile[%c0] : memref<64xi32, #gpu.address_space<workgroup>>
        %more = arith.cmpi sgt, %t, %zero : i32
        scf.condition(%more)
      } do {
        // CHECK: LOOP_BARRIER;
        // CHECK: tile[lid0] = 0;
        // CHECK-NEXT: {{^ *}}barrier(CLK_LOCAL_MEM_FENCE);
        memref.store %zero, %tile[%id] : memref<64xi32, #gpu.address_space<workgroup>>
        lift.barrier local
        scf.yield
      }
      gpu.return
    }

    // CHECK-LABEL: kernel void branches(
    gpu.func @branches(%out: memref<?xf32, #gpu.address_space<global>>, %x: f32)
        workgroup(%tile: memref<64xf32, #gpu.address_space<workgroup>>) kernel {
      %id = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c8 = arith.constant 8 : index
      // CHECK: if (HIDDEN(lid0 < 8)) {
      %few = arith.cmpi slt, %id, %c8 : index
      scf.if %few {
        memref.store %x, %tile[%id] : memref<64xf32, #gpu.address_space<workgroup>>
      }
      lift.barrier local
      // CHECK: if (HIDDEN(lid0 == 0)) {
      %one = arith.cmpi eq, %id, %c0 : index
      scf.if %one {
        memref.store %x, %out[%c0] : memref<?xf32, #gpu.address_space<global>>
      }
      gpu.return
    }

    // One branch, or no barrier: the test itself.
    // CHECK-LABEL: kernel void branch(
    // CHECK-NOT: HIDDEN
    gpu.func @branch(%out: memref<?xf32, #gpu.address_space<global>>, %x: f32)
        workgroup(%tile: memref<64xf32, #gpu.address_space<workgroup>>) kernel {
      %id = gpu.thread_id x
      %c8 = arith.constant 8 : index
      memref.store %x, %tile[%id] : memref<64xf32, #gpu.address_space<workgroup>>
      lift.barrier local
      %few = arith.cmpi slt, %id, %c8 : index
      scf.if %few {
        %t = memref.load %tile[%c8] : memref<64xf32, #gpu.address_space<workgroup>>
        memref.store %t, %out[%id] : memref<?xf32, #gpu.address_space<global>>
      }
      gpu.return
    }
    gpu.func @quiet(%out: memref<?xf32, #gpu.address_space<global>>, %x: f32) kernel {
      %id = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c8 = arith.constant 8 : index
      %few = arith.cmpi slt, %id, %c8 : index
      scf.if %few {
        memref.store %x, %out[%id] : memref<?xf32, #gpu.address_space<global>>
      }
      %one = arith.cmpi eq, %id, %c0 : index
      scf.if %one {
        memref.store %x, %out[%c8] : memref<?xf32, #gpu.address_space<global>>
      }
      gpu.return
    }
  }
}
