// RUN: lift-opt %s --pass-pipeline='builtin.module(gpu.module(lift-pipeline-loops))' --split-input-file --verify-diagnostics

// Where two buffers are asked for and cannot be used in turn, one is kept.

!tile = memref<64xf32, #gpu.address_space<workgroup>>
!global = memref<?xf32, #gpu.address_space<global>>

gpu.module @three {
  gpu.func @kernel(%n: index, %x: !global, %out: !global) workgroup(
      // expected-warning @below {{two buffers would not help: only two are used in turn}}
      %t: !tile {lift.buffers = 3 : i64}) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %lid = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %f = arith.constant 1.0 : f32
    scf.for %k = %c0 to %n step %c1 {
      %v = memref.load %x[%k] : !global
      memref.store %v, %t[%lid] : !tile
      %w = memref.load %t[%c0] : !tile
    }
    gpu.return
  }
}

// -----

!tile = memref<64xf32, #gpu.address_space<workgroup>>
!global = memref<?xf32, #gpu.address_space<global>>

gpu.module @no_loop {
  gpu.func @kernel(%n: index, %x: !global, %out: !global) workgroup(
      // expected-warning @below {{two buffers would not help: no loop has its stores and loads in each trip}}
      %t: !tile {lift.buffers = 2 : i64}) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %lid = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %f = arith.constant 1.0 : f32
    memref.store %f, %t[%lid] : !tile
    scf.for %k = %c0 to %n step %c1 {
      %w = memref.load %t[%c0] : !tile
    }
    gpu.return
  }
}

// -----

!tile = memref<64xf32, #gpu.address_space<workgroup>>
!global = memref<?xf32, #gpu.address_space<global>>

gpu.module @two_at_a_time {
  gpu.func @kernel(%n: index, %x: !global, %out: !global) workgroup(
      // expected-warning @below {{two buffers would not help: no loop has its stores and loads in each trip}}
      %t: !tile {lift.buffers = 2 : i64}) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %lid = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %f = arith.constant 1.0 : f32
    scf.for %k = %c0 to %n step %c2 {
      %v = memref.load %x[%k] : !global
      memref.store %v, %t[%lid] : !tile
      %w = memref.load %t[%c0] : !tile
    }
    gpu.return
  }
}

// -----

!tile = memref<64xf32, #gpu.address_space<workgroup>>
!global = memref<?xf32, #gpu.address_space<global>>

gpu.module @not_read {
  gpu.func @kernel(%n: index, %x: !global, %out: !global) workgroup(
      // expected-warning @below {{two buffers would not help: it is not both written and read}}
      %t: !tile {lift.buffers = 2 : i64}) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %lid = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %f = arith.constant 1.0 : f32
    scf.for %k = %c0 to %n step %c1 {
      memref.store %f, %t[%lid] : !tile
    }
    gpu.return
  }
}

// -----

!tile = memref<64xf32, #gpu.address_space<workgroup>>
!global = memref<?xf32, #gpu.address_space<global>>

gpu.module @read_first {
  gpu.func @kernel(%n: index, %x: !global, %out: !global) workgroup(
      // expected-warning @below {{two buffers would not help: a step does not write it as a whole before it is read}}
      %t: !tile {lift.buffers = 2 : i64}) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %lid = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %f = arith.constant 1.0 : f32
    scf.for %k = %c0 to %n step %c1 {
      %w = memref.load %t[%c0] : !tile
      memref.store %f, %t[%lid] : !tile
    }
    gpu.return
  }
}

// -----

!tile = memref<64xf32, #gpu.address_space<workgroup>>
!global = memref<?xf32, #gpu.address_space<global>>

gpu.module @unknown_use {
  gpu.func @kernel(%n: index, %x: !global, %out: !global) workgroup(
      // expected-warning @below {{two buffers would not help: it is not only loaded and stored}}
      %t: !tile {lift.buffers = 2 : i64}) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %lid = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %f = arith.constant 1.0 : f32
    scf.for %k = %c0 to %n step %c1 {
      %v = memref.cast %t : !tile to memref<?xf32, #gpu.address_space<workgroup>>
      memref.store %f, %t[%lid] : !tile
    }
    gpu.return
  }
}

// -----

!tile = memref<64xf32, #gpu.address_space<workgroup>>
!global = memref<?xf32, #gpu.address_space<global>>

gpu.module @two_dimensions {
  gpu.func @kernel(%n: index, %x: !global, %out: !global) workgroup(
      // expected-warning @below {{two buffers would not help: it is not a row of elements}}
      %t: memref<8x8xf32, #gpu.address_space<workgroup>> {lift.buffers = 2 : i64}) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %lid = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %f = arith.constant 1.0 : f32
    scf.for %k = %c0 to %n step %c1 {
      memref.store %f, %t[%lid, %c0] : memref<8x8xf32, #gpu.address_space<workgroup>>
      %w = memref.load %t[%c0, %c0] : memref<8x8xf32, #gpu.address_space<workgroup>>
    }
    gpu.return
  }
}

// -----

!tile = memref<64xf32, #gpu.address_space<workgroup>>
!global = memref<?xf32, #gpu.address_space<global>>

gpu.module @unknown_length {
  gpu.func @kernel(%n: index, %x: !global, %out: !global) workgroup(
      // expected-warning @below {{two buffers would not help: a work-item stages a number of elements that is not constant}}
      %t: !tile {lift.buffers = 2 : i64}) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %lid = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %f = arith.constant 1.0 : f32
    scf.for %k = %c0 to %n step %c1 {
      scf.for %j = %c0 to %n step %c1 {
        %v = memref.load %x[%j] : !global
        memref.store %v, %t[%j] : !tile
      }
      %w = memref.load %t[%c0] : !tile
    }
    gpu.return
  }
}

// -----

!tile = memref<64xf32, #gpu.address_space<workgroup>>
!global = memref<?xf32, #gpu.address_space<global>>

gpu.module @too_many {
  gpu.func @kernel(%n: index, %x: !global, %out: !global) workgroup(
      // expected-warning @below {{two buffers would not help: a work-item stages more elements than it has registers for}}
      %t: !tile {lift.buffers = 2 : i64}) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %lid = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %f = arith.constant 1.0 : f32
    %c65 = arith.constant 65 : index
    scf.for %k = %c0 to %n step %c1 {
      scf.for %j = %c0 to %c65 step %c1 {
        %v = memref.load %x[%j] : !global
        memref.store %v, %t[%j] : !tile
      }
      %w = memref.load %t[%c0] : !tile
    }
    gpu.return
  }
}

// -----

!tile = memref<64xf32, #gpu.address_space<workgroup>>
!global = memref<?xf32, #gpu.address_space<global>>

gpu.module @written_in_loop {
  gpu.func @kernel(%n: index, %x: !global, %out: !global) workgroup(
      // expected-warning @below {{two buffers would not help: what it is computed from changes in the loop}}
      %t: !tile {lift.buffers = 2 : i64}) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %lid = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %f = arith.constant 1.0 : f32
    scf.for %k = %c0 to %n step %c1 {
      %v = memref.load %out[%k] : !global
      memref.store %v, %t[%lid] : !tile
      %w = memref.load %t[%c0] : !tile
      memref.store %w, %out[%lid] : !global
    }
    gpu.return
  }
}

// -----

!tile = memref<64xf32, #gpu.address_space<workgroup>>
!global = memref<?xf32, #gpu.address_space<global>>

gpu.module @carried {
  gpu.func @kernel(%n: index, %x: !global, %out: !global) workgroup(
      // expected-warning @below {{two buffers would not help: it depends on what the step before computes}}
      %t: !tile {lift.buffers = 2 : i64}) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %lid = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %f = arith.constant 1.0 : f32
    %s = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %f) -> (f32) {
      memref.store %acc, %t[%lid] : !tile
      %w = memref.load %t[%c0] : !tile
      scf.yield %w : f32
    }
    gpu.return
  }
}
