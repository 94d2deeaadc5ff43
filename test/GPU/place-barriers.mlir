// RUN: lift-opt %s --pass-pipeline='builtin.module(gpu.module(lift-place-barriers))' | FileCheck %s

!local = memref<256xf32, #gpu.address_space<workgroup>>
!global = memref<?xf32, #gpu.address_space<global>>
!private = memref<4xf32, #gpu.address_space<private>>

gpu.module @kernels {
  // Read after write: what one work-item writes, its neighbour reads.
  // CHECK-LABEL: gpu.func @read_after_write
  gpu.func @read_after_write(%out: !global) workgroup(%tile: !local) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %lid = gpu.thread_id x
    %last = arith.constant 255 : index
    %mirrored = arith.subi %last, %lid : index
    %one = arith.constant 1.0 : f32
    // CHECK: memref.store
    // CHECK-NEXT: lift.barrier local{{$}}
    // CHECK-NEXT: memref.load
    // CHECK-NOT: lift.barrier
    memref.store %one, %tile[%lid] : !local
    %v = memref.load %tile[%mirrored] : !local
    memref.store %v, %out[%lid] : !global
    gpu.return
  }

  // Write after read.
  // CHECK-LABEL: gpu.func @write_after_read
  gpu.func @write_after_read() workgroup(%tile: !local) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %lid = gpu.thread_id x
    %last = arith.constant 255 : index
    %mirrored = arith.subi %last, %lid : index
    // CHECK: memref.load
    // CHECK-NEXT: lift.barrier local{{$}}
    // CHECK-NEXT: memref.store
    %v = memref.load %tile[%mirrored] : !local
    memref.store %v, %tile[%lid] : !local
    gpu.return
  }

  // Each work-item uses its own element.
  // CHECK-LABEL: gpu.func @negative_same_work_item
  gpu.func @negative_same_work_item(%n: index) workgroup(%tile: !local) kernel
      attributes {known_block_size = array<i32: 16, 16, 1>} {
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    %w = arith.constant 16 : index
    %row = arith.muli %y, %w : index
    %i = arith.addi %row, %x : index
    %one = arith.constant 1.0 : f32
    // CHECK-NOT: lift.barrier
    memref.store %one, %tile[%i] : !local
    %v = memref.load %tile[%i] : !local
    memref.store %v, %tile[%i] : !local
    gpu.return
  }

  // A size is at least 1, so that each work-item has its element; any other
  // index may be 0, and then all have the same.
  // CHECK-LABEL: gpu.func @negative_size
  gpu.func @negative_size(%n: index) workgroup(%tile: !local) kernel
      attributes {known_block_size = array<i32: 4, 1, 1>} {
    %lid = gpu.thread_id x
    %i = arith.muli %lid, %n : index
    %one = arith.constant 1.0 : f32
    // CHECK-NOT: lift.barrier
    memref.store %one, %tile[%i] : !local
    %v = memref.load %tile[%i] : !local
    gpu.return
  }

  // CHECK-LABEL: gpu.func @any_index
  gpu.func @any_index(%n: index {lift.value}) workgroup(%tile: !local) kernel
      attributes {known_block_size = array<i32: 4, 1, 1>} {
    %lid = gpu.thread_id x
    %i = arith.muli %lid, %n : index
    %one = arith.constant 1.0 : f32
    // CHECK: memref.store
    // CHECK-NEXT: lift.barrier local{{$}}
    // CHECK-NEXT: memref.load
    memref.store %one, %tile[%i] : !local
    %v = memref.load %tile[%i] : !local
    gpu.return
  }

  // Nobody knows what an exclusive or is, or an index that was loaded.
  // CHECK-LABEL: gpu.func @computed
  gpu.func @computed(%k: memref<?xi32, #gpu.address_space<global>>)
      workgroup(%tile: !local) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %lid = gpu.thread_id x
    %four = arith.constant 4 : index
    %i = arith.xori %lid, %four : index
    %j = memref.load %k[%lid] : memref<?xi32, #gpu.address_space<global>>
    %e = arith.index_cast %j : i32 to index
    %one = arith.constant 1.0 : f32
    // CHECK: memref.store
    // CHECK-NEXT: lift.barrier local{{$}}
    // CHECK-NEXT: memref.load
    // CHECK-NEXT: lift.barrier local{{$}}
    // CHECK-NEXT: memref.store
    memref.store %one, %tile[%lid] : !local
    %v = memref.load %tile[%i] : !local
    memref.store %v, %tile[%e] : !local
    gpu.return
  }

  // The same work-item in x, another one in y.
  // CHECK-LABEL: gpu.func @transposed
  gpu.func @transposed() workgroup(%tile: !local) kernel
      attributes {known_block_size = array<i32: 16, 16, 1>} {
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    %w = arith.constant 16 : index
    %yw = arith.muli %y, %w : index
    %i = arith.addi %yw, %x : index
    %xw = arith.muli %x, %w : index
    %j = arith.addi %xw, %y : index
    %one = arith.constant 1.0 : f32
    // CHECK: memref.store
    // CHECK-NEXT: lift.barrier local{{$}}
    memref.store %one, %tile[%i] : !local
    %v = memref.load %tile[%j] : !local
    memref.store %v, %tile[%i] : !local
    gpu.return
  }

  // Two buffers do not meet; a private one is nobody else's.
  // CHECK-LABEL: gpu.func @negative_other_buffers
  gpu.func @negative_other_buffers(%in: !global, %out: !global)
      workgroup(%a: !local, %b: !local) private(%p: !private) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %lid = gpu.thread_id x
    %zero = arith.constant 0 : index
    // CHECK-NOT: lift.barrier
    %v = memref.load %in[%zero] : !global
    memref.store %v, %a[%lid] : !local
    memref.store %v, %p[%zero] : !private
    %w = memref.load %p[%zero] : !private
    %u = memref.load %b[%zero] : !local
    memref.store %w, %out[%lid] : !global
    gpu.return
  }

  // Through global memory the barrier has a global fence.
  // CHECK-LABEL: gpu.func @global_fence
  gpu.func @global_fence(%tmp: !global) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %lid = gpu.thread_id x
    %zero = arith.constant 0 : index
    %one = arith.constant 1.0 : f32
    // CHECK: memref.store
    // CHECK-NEXT: lift.barrier global{{$}}
    // CHECK-NEXT: memref.load
    memref.store %one, %tmp[%lid] : !global
    %v = memref.load %tmp[%zero] : !global
    memref.store %v, %tmp[%lid] : !global
    gpu.return
  }

  // One barrier orders both memories.
  // CHECK-LABEL: gpu.func @both_fences
  gpu.func @both_fences(%tmp: !global) workgroup(%tile: !local) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %lid = gpu.thread_id x
    %zero = arith.constant 0 : index
    %two = arith.constant 2 : index
    %one = arith.constant 1 : index
    %f = arith.constant 1.0 : f32
    // CHECK: scf.for
    // CHECK: memref.store
    // CHECK-NEXT: memref.store
    // CHECK: lift.barrier local global{{$}}
    // CHECK: scf.for
    scf.for %i = %zero to %two step %one {
      memref.store %f, %tmp[%lid] : !global
      memref.store %f, %tile[%lid] : !local
    }
    scf.for %i = %zero to %two step %one {
      %v = memref.load %tmp[%zero] : !global
      %w = memref.load %tile[%zero] : !local
    }
    gpu.return
  }

  // The next trip overwrites what others still read: two barriers.
  // CHECK-LABEL: gpu.func @loop_carried
  gpu.func @loop_carried(%n: index) workgroup(%tile: !local) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %lid = gpu.thread_id x
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %f = arith.constant 1.0 : f32
    // CHECK: scf.for
    // CHECK-NEXT: memref.store
    // CHECK-NEXT: lift.barrier local
    // CHECK-NEXT: memref.load
    // CHECK-NEXT: lift.barrier local
    // CHECK-NEXT: }
    scf.for %i = %zero to %n step %one {
      memref.store %f, %tile[%lid] : !local
      %v = memref.load %tile[%zero] : !local
    }
    gpu.return
  }

  // A barrier at the end of the loop would be enough for the loop, but not for
  // what comes after it: the last trip's write is ordered by its own barrier.
  // CHECK-LABEL: gpu.func @after_loop
  gpu.func @after_loop(%n: index) workgroup(%tile: !local) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %lid = gpu.thread_id x
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %f = arith.constant 1.0 : f32
    // CHECK: scf.for
    // CHECK-NEXT: memref.store
    // CHECK-NEXT: }
    // CHECK-NEXT: lift.barrier local
    // CHECK-NEXT: memref.load
    scf.for %i = %zero to %n step %one {
      memref.store %f, %tile[%lid] : !local
    }
    %v = memref.load %tile[%zero] : !local
    gpu.return
  }

  // Hand-written barriers count.
  // CHECK-LABEL: gpu.func @negative_has_barrier
  gpu.func @negative_has_barrier() workgroup(%tile: !local) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %lid = gpu.thread_id x
    %zero = arith.constant 0 : index
    %f = arith.constant 1.0 : f32
    // CHECK: lift.barrier local
    // CHECK-NOT: lift.barrier
    memref.store %f, %tile[%lid] : !local
    lift.barrier local
    %v = memref.load %tile[%zero] : !local
    gpu.return
  }

  // But not if they order another memory.
  // CHECK-LABEL: gpu.func @other_fence
  gpu.func @other_fence() workgroup(%tile: !local) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %lid = gpu.thread_id x
    %zero = arith.constant 0 : index
    %f = arith.constant 1.0 : f32
    // CHECK: lift.barrier global
    // CHECK-NEXT: lift.barrier local
    memref.store %f, %tile[%lid] : !local
    lift.barrier global
    %v = memref.load %tile[%zero] : !local
    gpu.return
  }

  // Only work-item 0 touches the element.
  // CHECK-LABEL: gpu.func @negative_one_work_item
  gpu.func @negative_one_work_item() workgroup(%tile: !local) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %lid = gpu.thread_id x
    %zero = arith.constant 0 : index
    %f = arith.constant 1.0 : f32
    %first = arith.cmpi eq, %lid, %zero : index
    // CHECK-NOT: lift.barrier
    scf.if %first {
      memref.store %f, %tile[%zero] : !local
      %v = memref.load %tile[%zero] : !local
    }
    gpu.return
  }

  // A group of one work-item needs no barriers.
  // CHECK-LABEL: gpu.func @negative_group_of_one
  gpu.func @negative_group_of_one() workgroup(%tile: !local) kernel
      attributes {known_block_size = array<i32: 1, 1, 1>} {
    %zero = arith.constant 0 : index
    %f = arith.constant 1.0 : f32
    // CHECK-NOT: lift.barrier
    memref.store %f, %tile[%zero] : !local
    %v = memref.load %tile[%zero] : !local
    gpu.return
  }

  // Data goes through the barrier between guarded statements: the barrier is
  // outside of the guards.
  // CHECK-LABEL: gpu.func @guarded
  gpu.func @guarded(%n: index) workgroup(%tile: !local) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %lid = gpu.thread_id x
    %zero = arith.constant 0 : index
    %f = arith.constant 1.0 : f32
    %inside = arith.cmpi slt, %lid, %n : index
    // CHECK: scf.if
    // CHECK-NEXT: memref.store
    // CHECK-NEXT: }
    // CHECK-NEXT: lift.barrier local
    // CHECK-NEXT: scf.if
    scf.if %inside {
      memref.store %f, %tile[%lid] : !local
    }
    scf.if %inside {
      %v = memref.load %tile[%zero] : !local
    }
    gpu.return
  }

  // All work-items go through a loop over groups or sizes together.
  // CHECK-LABEL: gpu.func @uniform_loop
  gpu.func @uniform_loop(%n: index) workgroup(%tile: !local) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %lid = gpu.thread_id x
    %group = gpu.block_id x
    %groups = gpu.grid_dim x
    %zero = arith.constant 0 : index
    %f = arith.constant 1.0 : f32
    // CHECK: scf.for
    // CHECK: lift.barrier local
    scf.for %i = %group to %n step %groups {
      memref.store %f, %tile[%lid] : !local
      %v = memref.load %tile[%zero] : !local
    }
    gpu.return
  }

  // Each group has its own part of the buffer: wg * n + lid, both times.
  // CHECK-LABEL: gpu.func @negative_part_of_group
  gpu.func @negative_part_of_group(%tmp: !global, %n: index) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %lid = gpu.thread_id x
    %group = gpu.block_id x
    %base = arith.muli %group, %n : index
    %i = arith.addi %base, %lid : index
    %f = arith.constant 1.0 : f32
    // CHECK-NOT: lift.barrier
    memref.store %f, %tmp[%i] : !global
    %v = memref.load %tmp[%i] : !global
    gpu.return
  }

  // But a part that changes from trip to trip may be another one's before.
  // CHECK-LABEL: gpu.func @part_of_trip
  gpu.func @part_of_trip(%tmp: !global, %n: index, %m: index) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %lid = gpu.thread_id x
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %f = arith.constant 1.0 : f32
    // CHECK: scf.for
    // CHECK: lift.barrier global
    scf.for %trip = %zero to %n step %one {
      %base = arith.muli %trip, %m : index
      %i = arith.addi %base, %lid : index
      memref.store %f, %tmp[%i] : !global
      %v = memref.load %tmp[%i] : !global
    }
    gpu.return
  }

  // Two accesses by vectors that touch a neighbour's elements.
  // CHECK-LABEL: gpu.func @vectors
  gpu.func @vectors() workgroup(%tile: !local) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %lid = gpu.thread_id x
    %four = arith.constant 4 : index
    %i = arith.muli %lid, %four : index
    %v = arith.constant dense<1.0> : vector<4xf32>
    // Its own four elements: none.
    // CHECK: vector.store
    // CHECK-NEXT: vector.load
    vector.store %v, %tile[%i] : !local, vector<4xf32>
    %own = vector.load %tile[%i] : !local, vector<4xf32>
    // Four that start at each work-item: shared.
    // CHECK-NEXT: lift.barrier local
    // CHECK-NEXT: vector.load
    %shared = vector.load %tile[%lid] : !local, vector<4xf32>
    gpu.return
  }

  // A row of 14 is made by 10 work-items in two trips. The condition says that
  // the column is inside its row, and so the column is the same for both accesses.
  // CHECK-LABEL: gpu.func @negative_column_in_row
  gpu.func @negative_column_in_row() workgroup(%tile: !local) kernel
      attributes {known_block_size = array<i32: 10, 1, 1>} {
    %lid = gpu.thread_id x
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %two = arith.constant 2 : index
    %rows = arith.constant 12 : index
    %ids = arith.constant 10 : index
    %columns = arith.constant 14 : index
    %f = arith.constant 1.0 : f32
    // CHECK-NOT: lift.barrier
    scf.for %row = %zero to %rows step %one {
      %base = arith.muli %row, %columns : index
      scf.for %trip = %zero to %two step %one {
        %first = arith.muli %trip, %ids : index
        %column = arith.addi %first, %lid : index
        %inside = arith.cmpi slt, %column, %columns : index
        scf.if %inside {
          %i = arith.addi %base, %column : index
          memref.store %f, %tile[%i] : !local
          %v = memref.load %tile[%i] : !local
        }
      }
    }
    gpu.return
  }

  // The same where the column may be in the next row.
  // CHECK-LABEL: gpu.func @column_in_next_row
  gpu.func @column_in_next_row() workgroup(%tile: !local) kernel
      attributes {known_block_size = array<i32: 10, 1, 1>} {
    %lid = gpu.thread_id x
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %two = arith.constant 2 : index
    %rows = arith.constant 12 : index
    %ids = arith.constant 10 : index
    %columns = arith.constant 14 : index
    %f = arith.constant 1.0 : f32
    // CHECK: memref.store
    // CHECK-NEXT: lift.barrier local
    // CHECK-NEXT: memref.load
    scf.for %row = %zero to %rows step %one {
      %base = arith.muli %row, %columns : index
      scf.for %trip = %zero to %two step %one {
        %first = arith.muli %trip, %ids : index
        %column = arith.addi %first, %lid : index
        %i = arith.addi %base, %column : index
        memref.store %f, %tile[%i] : !local
        %v = memref.load %tile[%i] : !local
      }
    }
    gpu.return
  }

  // Rows after the first one: the column is the same there.
  // CHECK-LABEL: gpu.func @negative_column_in_later_row
  gpu.func @negative_column_in_later_row(%n: index, %tmp: !global) kernel
      attributes {known_block_size = array<i32: 4, 1, 1>} {
    %lid = gpu.thread_id x
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %two = arith.constant 2 : index
    %ids = arith.constant 4 : index
    %columns = arith.constant 7 : index
    %f = arith.constant 1.0 : f32
    // CHECK-NOT: lift.barrier
    scf.for %trip = %zero to %two step %one {
      %first = arith.muli %trip, %ids : index
      %column = arith.addi %first, %lid : index
      %inside = arith.cmpi slt, %column, %columns : index
      scf.if %inside {
        memref.store %f, %tmp[%column] : !global
      }
    }
    scf.for %row = %one to %n step %one {
      scf.for %trip = %zero to %two step %one {
        %first = arith.muli %trip, %ids : index
        %column = arith.addi %first, %lid : index
        %inside = arith.cmpi slt, %column, %columns : index
        scf.if %inside {
          %base = arith.muli %row, %columns : index
          %i = arith.addi %base, %column : index
          %above = arith.subi %i, %columns : index
          %v = memref.load %tmp[%above] : !global
          memref.store %v, %tmp[%i] : !global
        }
      }
    }
    gpu.return
  }

  // A step reads the row above backwards and writes its own: in one step nobody
  // meets, and the barrier stands between the steps.
  // CHECK-LABEL: gpu.func @between_steps
  gpu.func @between_steps() workgroup(%tile: !local) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>} {
    %lid = gpu.thread_id x
    %y = gpu.thread_id y
    %one = arith.constant 1 : index
    %seven = arith.constant 7 : index
    %eight = arith.constant 8 : index
    %rows = arith.constant 32 : index
    %first = arith.cmpi slt, %y, %one : index
    // CHECK: scf.for
    // CHECK-NEXT: scf.if
    // CHECK-NOT: lift.barrier
    // CHECK: memref.store
    // CHECK-NEXT: }
    // CHECK-NEXT: lift.barrier local
    scf.for %row = %one to %rows step %one {
      scf.if %first {
        %base = arith.muli %row, %eight : index
        %above = arith.subi %base, %eight : index
        %last = arith.addi %above, %seven : index
        %turned = arith.subi %last, %lid : index
        %i = arith.addi %base, %lid : index
        %v = memref.load %tile[%turned] : !local
        memref.store %v, %tile[%i] : !local
      }
    }
    gpu.return
  }

  // The same backwards, from the last element of each row.
  // CHECK-LABEL: gpu.func @between_steps_backwards
  gpu.func @between_steps_backwards() workgroup(%tile: !local) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>} {
    %lid = gpu.thread_id x
    %y = gpu.thread_id y
    %one = arith.constant 1 : index
    %eight = arith.constant 8 : index
    %fifteen = arith.constant 15 : index
    %rows = arith.constant 31 : index
    %first = arith.cmpi slt, %y, %one : index
    // CHECK: scf.for
    // CHECK-NEXT: scf.if
    // CHECK-NOT: lift.barrier
    // CHECK: memref.store
    // CHECK-NEXT: }
    // CHECK-NEXT: lift.barrier local
    scf.for %row = %one to %rows step %one {
      scf.if %first {
        %base = arith.muli %row, %eight : index
        %above = arith.subi %base, %eight : index
        %i = arith.addi %above, %lid : index
        %end = arith.addi %base, %fifteen : index
        %turned = arith.subi %end, %lid : index
        %v = memref.load %tile[%i] : !local
        memref.store %v, %tile[%turned] : !local
      }
    }
    gpu.return
  }

  // A bound that only the other access has: what is read may be another row's.
  // CHECK-LABEL: gpu.func @condition_of_one
  gpu.func @condition_of_one() workgroup(%tile: !local) kernel
      attributes {known_block_size = array<i32: 10, 2, 1>} {
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    %eight = arith.constant 8 : index
    %base = arith.muli %y, %eight : index
    %i = arith.addi %base, %x : index
    %f = arith.constant 1.0 : f32
    %inside = arith.cmpi slt, %x, %eight : index
    // CHECK: memref.store
    // CHECK: lift.barrier local
    // CHECK: memref.load
    scf.if %inside {
      memref.store %f, %tile[%i] : !local
    }
    %v = memref.load %tile[%i] : !local
    gpu.return
  }

  // Every trip has a slice of its own: a barrier in the trip, none for the next.
  // CHECK-LABEL: gpu.func @slice_of_trip
  gpu.func @slice_of_trip(%tmp: !global, %n: index) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %lid = gpu.thread_id x
    %group = gpu.block_id x
    %groups = arith.constant 8 : index
    %size = arith.constant 256 : index
    %last = arith.constant 255 : index
    %mirrored = arith.subi %last, %lid : index
    %f = arith.constant 1.0 : f32
    // CHECK: memref.store
    // CHECK-NEXT: lift.barrier global{{$}}
    // CHECK-NEXT: memref.load
    // CHECK-NOT: lift.barrier
    scf.for %slice = %group to %n step %groups {
      %base = arith.muli %slice, %size : index
      %i = arith.addi %base, %lid : index
      %j = arith.addi %base, %mirrored : index
      memref.store %f, %tmp[%i] : !global
      %v = memref.load %tmp[%j] : !global
    }
    gpu.return
  }

  // Slices that overlap by one element.
  // CHECK-LABEL: gpu.func @overlapping_slices
  gpu.func @overlapping_slices(%tmp: !global, %n: index) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %lid = gpu.thread_id x
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %size = arith.constant 255 : index
    %mirrored = arith.subi %size, %lid : index
    %f = arith.constant 1.0 : f32
    // CHECK: memref.store
    // CHECK-NEXT: lift.barrier global{{$}}
    // CHECK-NEXT: memref.load
    // CHECK-NEXT: lift.barrier global{{$}}
    scf.for %slice = %zero to %n step %one {
      %base = arith.muli %slice, %size : index
      %i = arith.addi %base, %lid : index
      %j = arith.addi %base, %mirrored : index
      memref.store %f, %tmp[%i] : !global
      %v = memref.load %tmp[%j] : !global
    }
    gpu.return
  }

  // The slices of an inner loop are used again in the next trip of the outer one.
  // CHECK-LABEL: gpu.func @slice_of_inner_trip
  gpu.func @slice_of_inner_trip(%tmp: !global, %n: index) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %lid = gpu.thread_id x
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %size = arith.constant 256 : index
    %last = arith.constant 255 : index
    %mirrored = arith.subi %last, %lid : index
    %f = arith.constant 1.0 : f32
    // CHECK: memref.store
    // CHECK-NEXT: lift.barrier global{{$}}
    // CHECK-NEXT: memref.load
    // CHECK-NEXT: }
    // CHECK-NEXT: lift.barrier global{{$}}
    // CHECK-NEXT: }
    scf.for %again = %zero to %n step %one {
      scf.for %slice = %zero to %n step %one {
        %base = arith.muli %slice, %size : index
        %i = arith.addi %base, %lid : index
        %j = arith.addi %base, %mirrored : index
        memref.store %f, %tmp[%i] : !global
        %v = memref.load %tmp[%j] : !global
      }
    }
    gpu.return
  }

  // The barrier for the tile orders what is read only after it, too.
  // CHECK-LABEL: gpu.func @fences_together
  gpu.func @fences_together(%tmp: !global) workgroup(%tile: !local) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %lid = gpu.thread_id x
    %zero = arith.constant 0 : index
    %f = arith.constant 1.0 : f32
    // CHECK: lift.barrier local global{{$}}
    // CHECK-NEXT: memref.load
    // CHECK-NEXT: memref.load
    // CHECK-NOT: lift.barrier
    memref.store %f, %tile[%lid] : !local
    memref.store %f, %tmp[%lid] : !global
    %v = memref.load %tile[%zero] : !local
    %w = memref.load %tmp[%zero] : !global
    gpu.return
  }

  // But not the memory that only another barrier has to order.
  // CHECK-LABEL: gpu.func @fences_apart
  gpu.func @fences_apart(%tmp: !global) workgroup(%tile: !local) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %lid = gpu.thread_id x
    %zero = arith.constant 0 : index
    %f = arith.constant 1.0 : f32
    // CHECK: lift.barrier local{{$}}
    // CHECK: lift.barrier global{{$}}
    memref.store %f, %tile[%lid] : !local
    %v = memref.load %tile[%zero] : !local
    memref.store %v, %tmp[%lid] : !global
    %w = memref.load %tmp[%zero] : !global
    gpu.return
  }

  // Two buffers, each of which is used in between two barriers of its own: the
  // next trip needs none, because its first barrier stands before the second tile
  // is written again.
  // CHECK-LABEL: gpu.func @barrier_of_next_trip
  gpu.func @barrier_of_next_trip(%n: index) workgroup(%a: !local, %b: !local) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %lid = gpu.thread_id x
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %f = arith.constant 1.0 : f32
    // CHECK: memref.store
    // CHECK-NEXT: lift.barrier local
    // CHECK-NEXT: memref.load
    // CHECK-NEXT: memref.store
    // CHECK-NEXT: lift.barrier local
    // CHECK-NEXT: memref.load
    // CHECK-NEXT: }
    scf.for %i = %zero to %n step %one {
      memref.store %f, %a[%lid] : !local
      %v = memref.load %a[%zero] : !local
      memref.store %v, %b[%lid] : !local
      %w = memref.load %b[%zero] : !local
    }
    gpu.return
  }

  // The work-item that reads one element is the one that wrote it, whatever the
  // others write.
  // CHECK-LABEL: gpu.func @negative_first_element
  gpu.func @negative_first_element() workgroup(%tile: !local) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %lid = gpu.thread_id x
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %f = arith.constant 1.0 : f32
    // CHECK-NOT: lift.barrier
    memref.store %f, %tile[%lid] : !local
    %first = arith.cmpi slt, %lid, %one : index
    scf.if %first {
      %v = memref.load %tile[%zero] : !local
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @second_element
  gpu.func @second_element() workgroup(%tile: !local) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %lid = gpu.thread_id x
    %one = arith.constant 1 : index
    %f = arith.constant 1.0 : f32
    // CHECK: memref.store
    // CHECK: lift.barrier local{{$}}
    // CHECK: scf.if
    memref.store %f, %tile[%lid] : !local
    %first = arith.cmpi slt, %lid, %one : index
    scf.if %first {
      %v = memref.load %tile[%one] : !local
    }
    gpu.return
  }

  // A loop that one work-item of all enters, by a test and by its bounds.
  // CHECK-LABEL: gpu.func @negative_one_global_id
  gpu.func @negative_one_global_id(%tmp: !global) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %gid = gpu.global_id x
    %one = arith.constant 1 : index
    %two = arith.constant 2 : index
    %f = arith.constant 1.0 : f32
    // CHECK-NOT: lift.barrier
    scf.for %i = %gid to %one step %two {
      memref.store %f, %tmp[%one] : !global
      %v = memref.load %tmp[%one] : !global
    }
    %first = arith.cmpi slt, %gid, %one : index
    scf.if %first {
      %v = memref.load %tmp[%one] : !global
      memref.store %f, %tmp[%one] : !global
    }
    gpu.return
  }

  // A loop from below 0 has as many trips as another: rows of 12 with four steps
  // of 4 run into the next one.
  // CHECK-LABEL: gpu.func @negative_start
  gpu.func @negative_start() workgroup(%tile: !local) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>} {
    %lid = gpu.thread_id x
    %first = arith.constant -8 : index
    %four = arith.constant 4 : index
    %eight = arith.constant 8 : index
    %twelve = arith.constant 12 : index
    %f = arith.constant 1.0 : f32
    %row = arith.muli %lid, %twelve : index
    // CHECK: scf.for
    // CHECK: memref.store
    // CHECK-NEXT: }
    // CHECK-NEXT: lift.barrier local
    // CHECK-NEXT: scf.for
    scf.for %i = %first to %eight step %four {
      %j = arith.addi %i, %eight : index
      %k = arith.addi %row, %j : index
      memref.store %f, %tile[%k] : !local
    }
    scf.for %i = %first to %eight step %four {
      %j = arith.addi %i, %eight : index
      %k = arith.addi %row, %j : index
      %v = memref.load %tile[%k] : !local
    }
    gpu.return
  }

  // With three steps, to 4, each work-item has a row of its own.
  // CHECK-LABEL: gpu.func @negative_start_in_row
  gpu.func @negative_start_in_row() workgroup(%tile: !local) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>} {
    %lid = gpu.thread_id x
    %first = arith.constant -8 : index
    %four = arith.constant 4 : index
    %eight = arith.constant 8 : index
    %twelve = arith.constant 12 : index
    %f = arith.constant 1.0 : f32
    %row = arith.muli %lid, %twelve : index
    // CHECK-NOT: lift.barrier
    scf.for %i = %first to %four step %four {
      %j = arith.addi %i, %eight : index
      %k = arith.addi %row, %j : index
      memref.store %f, %tile[%k] : !local
    }
    scf.for %i = %first to %four step %four {
      %j = arith.addi %i, %eight : index
      %k = arith.addi %row, %j : index
      %v = memref.load %tile[%k] : !local
    }
    gpu.return
  }

  // Each work-item has a row for its elements of two dimensions: the columns
  // are below the length of a row, whatever the number of work-items is.
  // CHECK-LABEL: gpu.func @strided_columns
  gpu.func @strided_columns(%tmp: !global, %n: index, %m: index) kernel
      attributes {known_block_size = array<i32: 16, 8, 1>} {
    %x = gpu.global_id x
    %y = gpu.global_id y
    %groups = gpu.grid_dim x
    %groupsY = gpu.grid_dim y
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %width = arith.constant 16 : index
    %height = arith.constant 8 : index
    %stepX = arith.muli %groups, %width : index
    %stepY = arith.muli %groupsY, %height : index
    %f = arith.constant 1.0 : f32
    // CHECK-NOT: lift.barrier
    scf.for %i = %y to %n step %stepY {
      scf.for %j = %x to %m step %stepX {
        %row = arith.muli %i, %m : index
        %place = arith.addi %row, %j : index
        memref.store %f, %tmp[%place] : !global
        %v = memref.load %tmp[%place] : !global
      }
    }
    gpu.return
  }

  // An element of the work-item's own eight, at an index that lowering knows to
  // be in range.
  // CHECK-LABEL: gpu.func @known_range
  gpu.func @known_range(%tmp: !global, %indices: memref<?xi32, #gpu.address_space<global>>) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %gid = gpu.global_id x
    %eight = arith.constant 8 : index
    %zero = arith.constant 0 : index
    %f = arith.constant 1.0 : f32
    %j = memref.load %indices[%gid] : memref<?xi32, #gpu.address_space<global>>
    %k = arith.index_cast %j {lift.below = #lift.size<8>} : i32 to index
    %row = arith.muli %gid, %eight : index
    %place = arith.addi %row, %k : index
    // CHECK: memref.store
    // CHECK-NOT: lift.barrier
    // CHECK: memref.load
    memref.store %f, %tmp[%row] : !global
    %v = memref.load %tmp[%place] : !global
    gpu.return
  }

  // CHECK-LABEL: gpu.func @unknown_range
  gpu.func @unknown_range(%tmp: !global, %indices: memref<?xi32, #gpu.address_space<global>>) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %gid = gpu.global_id x
    %eight = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    %j = memref.load %indices[%gid] : memref<?xi32, #gpu.address_space<global>>
    %k = arith.index_cast %j {lift.below = #lift.size<9>} : i32 to index
    %row = arith.muli %gid, %eight : index
    %place = arith.addi %row, %k : index
    // CHECK: memref.store
    // CHECK-NEXT: lift.barrier global
    // CHECK-NEXT: memref.load
    memref.store %f, %tmp[%row] : !global
    %v = memref.load %tmp[%place] : !global
    gpu.return
  }

  // Rows of which nobody but the host knows how many there are: the number of
  // trips is a quotient of what may be negative, and so is the length of a row.
  // CHECK-LABEL: gpu.func @unknown_quotient
  gpu.func @unknown_quotient(%tmp: !global, %n: index) kernel
      attributes {known_block_size = array<i32: 4, 1, 1>} {
    %lid = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %f = arith.constant 1.0 : f32
    %rest = arith.subi %n, %c3 : index
    %length = arith.divui %rest, %c3 : index
    scf.for %i = %c0 to %length step %c1 {
      %row = arith.muli %lid, %length : index
      %place = arith.addi %row, %i : index
      // CHECK: memref.store
      // CHECK-NOT: lift.barrier
      // CHECK: memref.load
      memref.store %f, %tmp[%place] : !global
      %v = memref.load %tmp[%place] : !global
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @other_quotient
  gpu.func @other_quotient(%tmp: !global, %n: index) kernel
      attributes {known_block_size = array<i32: 4, 1, 1>} {
    %lid = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %f = arith.constant 1.0 : f32
    %rest = arith.subi %n, %c3 : index
    %length = arith.divui %rest, %c3 : index
    %other = arith.divui %rest, %c2 : index
    scf.for %i = %c0 to %other step %c1 {
      %row = arith.muli %lid, %length : index
      %place = arith.addi %row, %i : index
      // CHECK: memref.store
      // CHECK-NEXT: lift.barrier global
      // CHECK-NEXT: memref.load
      memref.store %f, %tmp[%place] : !global
      %v = memref.load %tmp[%place] : !global
    }
    gpu.return
  }

  // What the kernel requires says that rows of (N - 3) / 5 have 3 * ((N - 3) / 15)
  // places, and are so long.
  // CHECK-LABEL: gpu.func @required
  gpu.func @required(%tmp: !global, %n: index {lift.name = "N"}) kernel
      attributes {known_block_size = array<i32: 4, 1, 1>,
                  lift.requires = [#lift.constraint<4 le N>, #lift.constraint<5 divides N - 3>,
                                   #lift.constraint<3 divides (N - 3) / 5>]} {
    %lid = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c5 = arith.constant 5 : index
    %c15 = arith.constant 15 : index
    %f = arith.constant 1.0 : f32
    %rest = arith.subi %n, %c3 : index
    %length = arith.divui %rest, %c5 : index
    %trips = arith.divui %rest, %c15 : index
    scf.for %i = %c0 to %trips step %c1 {
      %row = arith.muli %lid, %length : index
      %three = arith.muli %i, %c3 : index
      %place = arith.addi %row, %three : index
      // CHECK: memref.store
      // CHECK-NOT: lift.barrier
      // CHECK: memref.load
      memref.store %f, %tmp[%place] : !global
      %v = memref.load %tmp[%place] : !global
    }
    gpu.return
  }

  // Rows that are written and read from their ends are each with one work-item.
  // CHECK-LABEL: gpu.func @mirrored
  gpu.func @mirrored(%tmp: !global) kernel
      attributes {known_block_size = array<i32: 4, 1, 1>} {
    %lid = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c5 = arith.constant 5 : index
    %c6 = arith.constant 6 : index
    %f = arith.constant 1.0 : f32
    %row = arith.muli %lid, %c6 : index
    %last = arith.addi %row, %c5 : index
    scf.for %i = %c0 to %c6 step %c1 {
      %place = arith.subi %last, %i : index
      // CHECK: memref.store
      // CHECK-NOT: lift.barrier
      // CHECK: memref.load
      memref.store %f, %tmp[%place] : !global
    }
    scf.for %i = %c0 to %c6 step %c1 {
      %place = arith.subi %last, %i : index
      %v = memref.load %tmp[%place] : !global
    }
    gpu.return
  }

  // Not so if rows are longer than they are apart.
  // CHECK-LABEL: gpu.func @mirrored_overlap
  gpu.func @mirrored_overlap(%tmp: !global) kernel
      attributes {known_block_size = array<i32: 4, 1, 1>} {
    %lid = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c6 = arith.constant 6 : index
    %c7 = arith.constant 7 : index
    %f = arith.constant 1.0 : f32
    %row = arith.muli %lid, %c6 : index
    %last = arith.addi %row, %c6 : index
    scf.for %i = %c0 to %c7 step %c1 {
      %place = arith.subi %last, %i : index
      memref.store %f, %tmp[%place] : !global
    }
    // CHECK: memref.store
    // CHECK: lift.barrier global
    // CHECK: memref.load
    scf.for %i = %c0 to %c7 step %c1 {
      %place = arith.subi %last, %i : index
      %v = memref.load %tmp[%place] : !global
    }
    gpu.return
  }
}
