// RUN: lift-opt %s --pass-pipeline='builtin.module(gpu.module(lift-place-barriers))' | FileCheck %s

// Accesses that never meet, as one is behind the other.

!local = memref<256xf32, #gpu.address_space<workgroup>>
!global = memref<?xf32, #gpu.address_space<global>>

// CHECK: gpu.module @apart
gpu.module @apart {
  // The whole vectors of a row of eight, and the two elements behind them, where
  // no barrier can be.
  // CHECK-LABEL: gpu.func @vectors_and_rest
  gpu.func @vectors_and_rest(%v: vector<3xf32>) workgroup(%tile: !local) kernel
      attributes {known_block_size = array<i32: 3, 3, 1>} {
    %lid = gpu.thread_id x
    %row = gpu.thread_id y
    %two = arith.constant 2 : index
    %three = arith.constant 3 : index
    %six = arith.constant 6 : index
    %eight = arith.constant 8 : index
    %inside = arith.cmpi slt, %row, %two : index
    // CHECK-NOT: lift.barrier
    // CHECK: gpu.return
    scf.if %inside {
      %start = arith.muli %row, %eight : index
      %isOne = arith.cmpi slt, %lid, %two : index
      scf.if %isOne {
        %column = arith.muli %lid, %three : index
        %place = arith.addi %start, %column : index
        vector.store %v, %tile[%place] : !local, vector<3xf32>
        %last = arith.addi %lid, %six : index
        %rest = arith.addi %start, %last : index
        %f = vector.extract %v[0] : f32 from vector<3xf32>
        memref.store %f, %tile[%rest] : !local
      }
    }
    gpu.return
  }

  // The first of the two is the last of a vector.
  // CHECK-LABEL: gpu.func @vectors_overlap
  gpu.func @vectors_overlap(%v: vector<3xf32>) workgroup(%tile: !local) kernel
      attributes {known_block_size = array<i32: 2, 2, 1>} {
    %lid = gpu.thread_id x
    %row = gpu.thread_id y
    %three = arith.constant 3 : index
    %five = arith.constant 5 : index
    %eight = arith.constant 8 : index
    %start = arith.muli %row, %eight : index
    %column = arith.muli %lid, %three : index
    %place = arith.addi %start, %column : index
    // CHECK: vector.store
    vector.store %v, %tile[%place] : !local, vector<3xf32>
    %last = arith.addi %lid, %five : index
    %rest = arith.addi %start, %last : index
    // CHECK: lift.barrier local
    // CHECK-NEXT: memref.load
    %f = memref.load %tile[%rest] : !local
    gpu.return
  }

  // Read backwards: those at the start are behind the vectors.
  // CHECK-LABEL: gpu.func @backwards
  gpu.func @backwards(%v: vector<3xf32>) workgroup(%tile: !local) kernel
      attributes {known_block_size = array<i32: 2, 1, 1>} {
    %lid = gpu.thread_id x
    %one = arith.constant 1 : index
    %three = arith.constant 3 : index
    %five = arith.constant 5 : index
    %column = arith.muli %lid, %three : index
    %place = arith.subi %five, %column : index
    // CHECK: vector.store
    // CHECK-NOT: lift.barrier
    // CHECK: gpu.return
    vector.store %v, %tile[%place] : !local, vector<3xf32>
    %first = arith.subi %one, %lid : index
    %f = memref.load %tile[%first] : !local
    gpu.return
  }

  // Two halves, of which nobody knows how long they are.
  // CHECK-LABEL: gpu.func @halves
  gpu.func @halves(%tmp: !global, %n: index) kernel
      attributes {known_block_size = array<i32: 16, 1, 1>} {
    %lid = gpu.thread_id x
    %f = arith.constant 1.0 : f32
    // CHECK-NOT: lift.barrier
    // CHECK: gpu.return
    %inside = arith.cmpi slt, %lid, %n : index
    scf.if %inside {
      memref.store %f, %tmp[%lid] : !global
    }
    %place = arith.addi %lid, %n : index
    %v = memref.load %tmp[%place] : !global
    gpu.return
  }

  // CHECK-LABEL: gpu.func @more_than_half
  gpu.func @more_than_half(%tmp: !global, %n: index) kernel
      attributes {known_block_size = array<i32: 16, 1, 1>} {
    %lid = gpu.thread_id x
    %f = arith.constant 1.0 : f32
    memref.store %f, %tmp[%lid] : !global
    %place = arith.addi %lid, %n : index
    // CHECK: lift.barrier global
    // CHECK-NEXT: memref.load
    %v = memref.load %tmp[%place] : !global
    gpu.return
  }
}

// CHECK: gpu.module @launched
gpu.module @launched {
  // The launch has N work-items along y: each has its own plane of N rows, and
  // what it reads in it is in a row below N.
  // CHECK-LABEL: gpu.func @own_plane
  gpu.func @own_plane(%tmp: !global, %n: index {lift.name = "N"}) kernel
      attributes {known_block_size = array<i32: 1, 4, 1>,
                  lift.requires = [#lift.constraint<4 divides N>]} {
    %gid = gpu.global_id y {lift.below = #lift.size<N>}
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %f = arith.constant 1.0 : f32
    %plane = arith.muli %gid, %n : index
    // CHECK-NOT: lift.barrier
    // CHECK: gpu.return
    scf.for %i = %zero to %n step %one {
      %place = arith.addi %plane, %i : index
      memref.store %f, %tmp[%place] : !global
    }
    %diagonal = arith.addi %plane, %gid : index
    %v = memref.load %tmp[%diagonal] : !global
    gpu.return
  }

  // There may be more work-items than elements in a plane.
  // CHECK-LABEL: gpu.func @other_plane
  gpu.func @other_plane(%tmp: !global, %n: index {lift.name = "N"}) kernel
      attributes {known_block_size = array<i32: 1, 4, 1>} {
    %gid = gpu.global_id y {lift.below = #lift.size<4 * (N ceildiv 4)>}
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %f = arith.constant 1.0 : f32
    %plane = arith.muli %gid, %n : index
    scf.for %i = %zero to %n step %one {
      %place = arith.addi %plane, %i : index
      memref.store %f, %tmp[%place] : !global
    }
    %diagonal = arith.addi %plane, %gid : index
    // CHECK: lift.barrier global
    // CHECK-NEXT: memref.load
    %v = memref.load %tmp[%diagonal] : !global
    gpu.return
  }

  // CHECK-LABEL: gpu.func @groups
  gpu.func @groups(%tmp: !global, %n: index {lift.name = "N"}) kernel
      attributes {known_block_size = array<i32: 1, 4, 1>} {
    %lid = gpu.thread_id y
    %group = gpu.block_id x {lift.below = #lift.size<N>}
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %f = arith.constant 1.0 : f32
    %plane = arith.muli %lid, %n : index
    // CHECK-NOT: lift.barrier
    // CHECK: gpu.return
    scf.for %i = %zero to %n step %one {
      %place = arith.addi %plane, %i : index
      memref.store %f, %tmp[%place] : !global
    }
    %own = arith.addi %plane, %group : index
    %v = memref.load %tmp[%own] : !global
    gpu.return
  }

  // CHECK-LABEL: gpu.func @any_number_of_groups
  gpu.func @any_number_of_groups(%tmp: !global, %n: index {lift.name = "N"}) kernel
      attributes {known_block_size = array<i32: 1, 4, 1>} {
    %lid = gpu.thread_id y
    %group = gpu.block_id x
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %f = arith.constant 1.0 : f32
    %plane = arith.muli %lid, %n : index
    scf.for %i = %zero to %n step %one {
      %place = arith.addi %plane, %i : index
      memref.store %f, %tmp[%place] : !global
    }
    %own = arith.addi %plane, %group : index
    // CHECK: lift.barrier global
    // CHECK-NEXT: memref.load
    %v = memref.load %tmp[%own] : !global
    gpu.return
  }
}
