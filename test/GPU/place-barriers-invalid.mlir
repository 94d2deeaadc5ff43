// RUN: lift-opt %s --pass-pipeline='builtin.module(gpu.module(lift-place-barriers))' --split-input-file --verify-diagnostics

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
      // expected-error @below {{needs a barrier in control flow that not all work-items of a group go through}}
      memref.store %f, %tile[%lid] : !local
      // expected-note @below {{another work-item may use the same element here}}
      %v = memref.load %tile[%zero] : !local
    }
    gpu.return
  }
}

// -----

!local = memref<256xf32, #gpu.address_space<workgroup>>

// A loop that starts at the local id has not the same trips for all.
gpu.module @strided_loop {
  gpu.func @kernel(%n: index) workgroup(%tile: !local) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %lid = gpu.thread_id x
    %zero = arith.constant 0 : index
    %step = arith.constant 256 : index
    %f = arith.constant 1.0 : f32
    // expected-note @below {{the control flow is here}}
    scf.for %i = %lid to %n step %step {
      // expected-error @below {{needs a barrier in control flow that not all work-items of a group go through}}
      memref.store %f, %tile[%lid] : !local
      // expected-note @below {{another work-item may use the same element here}}
      %v = memref.load %tile[%zero] : !local
    }
    gpu.return
  }
}

// -----

!local = memref<256xf32, #gpu.address_space<workgroup>>
!global = memref<?xi1, #gpu.address_space<global>>

// Data decides.
gpu.module @depends_on_data {
  gpu.func @kernel(%flags: !global) workgroup(%tile: !local) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %lid = gpu.thread_id x
    %zero = arith.constant 0 : index
    %f = arith.constant 1.0 : f32
    %flag = memref.load %flags[%zero] : !global
    // expected-note @below {{the control flow is here}}
    scf.if %flag {
      // expected-error @below {{needs a barrier in control flow that not all work-items of a group go through}}
      memref.store %f, %tile[%lid] : !local
      // expected-note @below {{another work-item may use the same element here}}
      %v = memref.load %tile[%zero] : !local
    }
    gpu.return
  }
}

// -----

!local = memref<256xf32, #gpu.address_space<workgroup>>

// The loop is inside: one work-item may be in a later step than another.
gpu.module @steps_inside {
  gpu.func @kernel() workgroup(%tile: !local) kernel
      attributes {known_block_size = array<i32: 8, 2, 1>} {
    %lid = gpu.thread_id x
    %y = gpu.thread_id y
    %one = arith.constant 1 : index
    %seven = arith.constant 7 : index
    %eight = arith.constant 8 : index
    %rows = arith.constant 32 : index
    %first = arith.cmpi slt, %y, %one : index
    // expected-note @below {{the control flow is here}}
    scf.if %first {
      scf.for %row = %one to %rows step %one {
        %base = arith.muli %row, %eight : index
        %above = arith.subi %base, %eight : index
        %last = arith.addi %above, %seven : index
        %turned = arith.subi %last, %lid : index
        %i = arith.addi %base, %lid : index
        // expected-error @below {{needs a barrier in control flow that not all work-items of a group go through}}
        %v = memref.load %tile[%turned] : !local
        // expected-note @below {{another work-item may use the same element here}}
        memref.store %v, %tile[%i] : !local
      }
    }
    gpu.return
  }
}

// -----

!local = memref<256xf32, #gpu.address_space<workgroup>>

// A branch that all work-items take alike.
gpu.module @uniform_branch {
  gpu.func @kernel(%n: index) workgroup(%tile: !local) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %lid = gpu.thread_id x
    %zero = arith.constant 0 : index
    %f = arith.constant 1.0 : f32
    %inside = arith.cmpi slt, %zero, %n : index
    // expected-note @below {{the branch is here}}
    scf.if %inside {
      memref.store %f, %tile[%lid] : !local
      // expected-error @below {{needs a barrier in a branch, where none can stand}}
      %v = memref.load %tile[%zero] : !local
    }
    gpu.return
  }
}
