// RUN: lift-opt %s --pass-pipeline='builtin.module(gpu.module(lift-place-barriers{unsafe-mapping}))' --verify-diagnostics

// Errors in place-barriers-invalid.mlir, but for those who ask.

!local = memref<256xf32, #gpu.address_space<workgroup>>

gpu.module @depends_on_local_id {
  gpu.func @kernel(%n: index) workgroup(%tile: !local) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %lid = gpu.thread_id x
    %zero = arith.constant 0 : index
    %f = arith.constant 1.0 : f32
    %inside = arith.cmpi slt, %lid, %n : index
    // expected-note @below {{the control flow is here}}
    scf.if %inside {
      // expected-warning @below {{unsafe mapping: needs a barrier in control flow that not all work-items of a group go through}}
      memref.store %f, %tile[%lid] : !local
      // expected-note @below {{another work-item may use the same element here}}
      %v = memref.load %tile[%zero] : !local
    }
    gpu.return
  }

  gpu.func @uniform_branch(%n: index) workgroup(%tile: !local) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %lid = gpu.thread_id x
    %zero = arith.constant 0 : index
    %f = arith.constant 1.0 : f32
    %inside = arith.cmpi slt, %zero, %n : index
    // expected-note @below {{the branch is here}}
    scf.if %inside {
      memref.store %f, %tile[%lid] : !local
      // expected-warning @below {{unsafe mapping: needs a barrier in a branch, where none can stand}}
      %v = memref.load %tile[%zero] : !local
    }
    gpu.return
  }
}
