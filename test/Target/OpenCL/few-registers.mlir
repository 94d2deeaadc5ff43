// On a target where registers are few, a test of two variables is written wherever it is
// used; elsewhere it is a variable.
// RUN: lift-translate --lift-to-opencl %s | FileCheck %s
// RUN: sed 's/byte_offsets" = true/byte_offsets" = false/' %s | lift-translate --lift-to-opencl | FileCheck %s --check-prefix=KEPT

!buffer = memref<?xf32, #gpu.address_space<global>>

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "GPU" = #dlti.target_device_spec<"lift.byte_offsets" = true>>} {
  gpu.module @kernels {
    // CHECK-LABEL: kernel void tests(
    // CHECK-NOT:     const bool cond = lid0 < n
    // CHECK:         if (HIDDEN(lid0 < n)) {
    // CHECK:         const bool [[SUM:cond[0-9]*]] = lid0 + n < 8;
    // CHECK:         if (HIDDEN(lid0 < n)) {
    // CHECK:         if (HIDDEN([[SUM]])) {
    // CHECK:         if (HIDDEN([[SUM]])) {
    // KEPT-LABEL:  kernel void tests(
    // KEPT:          const bool [[COND:cond[0-9]*]] = lid0 < n;
    // KEPT:          if (HIDDEN([[COND]])) {
    // KEPT:          if (HIDDEN([[COND]])) {
    gpu.func @tests(%out: !buffer {lift.name = "out"}, %n: index {lift.name = "n", lift.value})
        kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c3 = arith.constant 3 : index
      %c8 = arith.constant 8 : index
      %one = arith.constant 1.0 : f32
      %id = gpu.thread_id x
      %plain = arith.cmpi slt, %id, %n : index
      scf.if %plain {
        memref.store %one, %out[%c0] : !buffer
      }
      %end = arith.addi %id, %n : index
      %sum = arith.cmpi slt, %end, %c8 : index
      scf.if %plain {
        memref.store %one, %out[%c1] : !buffer
      }
      scf.if %sum {
        memref.store %one, %out[%c2] : !buffer
      }
      gpu.barrier
      scf.if %sum {
        memref.store %one, %out[%c3] : !buffer
      }
      gpu.return
    }
  }
}
