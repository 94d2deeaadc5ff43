// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-place-barriers))' | FileCheck %s

!local = !loop.buffer<256 x f32, local>
!global = !loop.buffer<65536 x f32, global>
!private = !loop.buffer<4 x f32, private>

// Read after write: what one work-item writes, its neighbour reads.
// CHECK-LABEL: func.func @read_after_write
func.func @read_after_write() {
  loop.kernel local_size [256] global_size [256] {
    %out = loop.alloc : !global
    %tile = loop.alloc : !local
    %lid = loop.id local(0)
    %one = arith.constant 1.0 : f32
    // CHECK: loop.store
    // CHECK-NEXT: lift.barrier local{{$}}
    // CHECK-NEXT: loop.load
    // CHECK-NOT: lift.barrier
    loop.store %one, %tile[%lid] : f32, !local
    %v = loop.load %tile[255 - %lid] : !local
    loop.store %v, %out[%lid] : f32, !global
  }
  return
}

// Write after read.
// CHECK-LABEL: func.func @write_after_read
func.func @write_after_read() {
  loop.kernel local_size [256] global_size [256] {
    %tile = loop.alloc : !local
    %lid = loop.id local(0)
    // CHECK: loop.load
    // CHECK-NEXT: lift.barrier local{{$}}
    // CHECK-NEXT: loop.store
    %v = loop.load %tile[255 - %lid] : !local
    loop.store %v, %tile[%lid] : f32, !local
  }
  return
}

// Each work-item uses its own element.
// CHECK-LABEL: func.func @negative_same_work_item
func.func @negative_same_work_item(%sizes: !lift.array<N x f32>) {
  loop.kernel local_size [16, 16] global_size [16, 16] {
    %tile = loop.alloc : !local
    %x = loop.id local(0)
    %y = loop.id local(1)
    %one = arith.constant 1.0 : f32
    // CHECK-NOT: lift.barrier
    loop.store %one, %tile[16 * %y + %x] : f32, !local
    %v = loop.load %tile[16 * %y + %x] : !local
    loop.store %v, %tile[16 * %y + %x] : f32, !local
  }
  return
}

// A size is at least 1, so that each work-item has its element; any other
// index may be 0, and then all have the same.
// CHECK-LABEL: func.func @negative_size
func.func @negative_size(%sizes: !lift.array<N x f32>) {
  loop.kernel local_size [4] global_size [4] {
    %tile = loop.alloc : !local
    %lid = loop.id local(0)
    %one = arith.constant 1.0 : f32
    // CHECK-NOT: lift.barrier
    loop.store %one, %tile[%lid * N] : f32, !local
    %v = loop.load %tile[%lid * N] : !local
  }
  return
}

// CHECK-LABEL: func.func @any_index
func.func @any_index(%n: index) {
  loop.kernel (%k = %n : index) local_size [4] global_size [4] {
    %tile = loop.alloc : !local
    %lid = loop.id local(0)
    %one = arith.constant 1.0 : f32
    // CHECK: loop.store
    // CHECK-NEXT: lift.barrier local{{$}}
    // CHECK-NEXT: loop.load
    loop.store %one, %tile[%lid * %k] : f32, !local
    %v = loop.load %tile[%lid * %k] : !local
  }
  return
}

// Nobody knows what an exclusive or is, or an index that was loaded.
// CHECK-LABEL: func.func @computed
func.func @computed() {
  loop.kernel local_size [256] global_size [256] {
    %k = loop.alloc : !loop.buffer<65536 x i32, global>
    %tile = loop.alloc : !local
    %lid = loop.id local(0)
    %four = arith.constant 4 : index
    %l = loop.index value(%lid)
    %x = arith.xori %l, %four : index
    %i = loop.index data(0, 255) %x : index
    %j = loop.load %k[%lid] : !loop.buffer<65536 x i32, global>
    %e = loop.index data(0, 255) %j : i32
    %one = arith.constant 1.0 : f32
    // CHECK: loop.store
    // CHECK-NEXT: lift.barrier local{{$}}
    // CHECK-NEXT: loop.load
    // CHECK-NEXT: lift.barrier local{{$}}
    // CHECK-NEXT: loop.store
    loop.store %one, %tile[%lid] : f32, !local
    %v = loop.load %tile[%i] : !local
    loop.store %v, %tile[%e] : f32, !local
  }
  return
}

// The same work-item in x, another one in y.
// CHECK-LABEL: func.func @transposed
func.func @transposed() {
  loop.kernel local_size [16, 16] global_size [16, 16] {
    %tile = loop.alloc : !local
    %x = loop.id local(0)
    %y = loop.id local(1)
    %one = arith.constant 1.0 : f32
    // CHECK: loop.store
    // CHECK-NEXT: lift.barrier local{{$}}
    loop.store %one, %tile[16 * %y + %x] : f32, !local
    %v = loop.load %tile[16 * %x + %y] : !local
    loop.store %v, %tile[16 * %y + %x] : f32, !local
  }
  return
}

// Two buffers do not meet; a private one is nobody else's.
// CHECK-LABEL: func.func @negative_other_buffers
func.func @negative_other_buffers() {
  loop.kernel local_size [256] global_size [256] {
    %in = loop.alloc : !global
    %out = loop.alloc : !global
    %a = loop.alloc : !local
    %b = loop.alloc : !local
    %p = loop.alloc : !private
    %lid = loop.id local(0)
    // CHECK-NOT: lift.barrier
    %v = loop.load %in[0] : !global
    loop.store %v, %a[%lid] : f32, !local
    loop.store %v, %p[0] : f32, !private
    %w = loop.load %p[0] : !private
    %u = loop.load %b[0] : !local
    loop.store %w, %out[%lid] : f32, !global
  }
  return
}

// Through global memory the barrier has a global fence.
// CHECK-LABEL: func.func @global_fence
func.func @global_fence() {
  loop.kernel local_size [256] global_size [256] {
    %tmp = loop.alloc : !global
    %lid = loop.id local(0)
    %one = arith.constant 1.0 : f32
    // CHECK: loop.store
    // CHECK-NEXT: lift.barrier global{{$}}
    // CHECK-NEXT: loop.load
    loop.store %one, %tmp[%lid] : f32, !global
    %v = loop.load %tmp[0] : !global
    loop.store %v, %tmp[%lid] : f32, !global
  }
  return
}

// One barrier orders both memories.
// CHECK-LABEL: func.func @both_fences
func.func @both_fences() {
  loop.kernel local_size [256] global_size [256] {
    %tmp = loop.alloc : !global
    %tile = loop.alloc : !local
    %lid = loop.id local(0)
    %f = arith.constant 1.0 : f32
    // CHECK: loop.for
    // CHECK: loop.store
    // CHECK-NEXT: loop.store
    // CHECK: lift.barrier local global{{$}}
    // CHECK: loop.for
    loop.for %i below 2 {
      loop.store %f, %tmp[%lid] : f32, !global
      loop.store %f, %tile[%lid] : f32, !local
    }
    loop.for %i below 2 {
      %v = loop.load %tmp[0] : !global
      %w = loop.load %tile[0] : !local
    }
  }
  return
}

// The next trip overwrites what others still read: two barriers.
// CHECK-LABEL: func.func @loop_carried
func.func @loop_carried(%sizes: !lift.array<N x f32>) {
  loop.kernel local_size [256] global_size [256] {
    %tile = loop.alloc : !local
    %lid = loop.id local(0)
    %f = arith.constant 1.0 : f32
    // CHECK: loop.for
    // CHECK-NEXT: loop.store
    // CHECK-NEXT: lift.barrier local
    // CHECK-NEXT: loop.load
    // CHECK-NEXT: lift.barrier local
    // CHECK-NEXT: }
    loop.for %i below N {
      loop.store %f, %tile[%lid] : f32, !local
      %v = loop.load %tile[0] : !local
    }
  }
  return
}

// A barrier at the end of the loop would be enough for the loop, but not for
// what comes after it: the last trip's write is ordered by its own barrier.
// CHECK-LABEL: func.func @after_loop
func.func @after_loop(%sizes: !lift.array<N x f32>) {
  loop.kernel local_size [256] global_size [256] {
    %tile = loop.alloc : !local
    %lid = loop.id local(0)
    %f = arith.constant 1.0 : f32
    // CHECK: loop.for
    // CHECK-NEXT: loop.store
    // CHECK-NEXT: }
    // CHECK-NEXT: lift.barrier local
    // CHECK-NEXT: loop.load
    loop.for %i below N {
      loop.store %f, %tile[%lid] : f32, !local
    }
    %v = loop.load %tile[0] : !local
  }
  return
}

// Hand-written barriers count.
// CHECK-LABEL: func.func @negative_has_barrier
func.func @negative_has_barrier() {
  loop.kernel local_size [256] global_size [256] {
    %tile = loop.alloc : !local
    %lid = loop.id local(0)
    %f = arith.constant 1.0 : f32
    // CHECK: lift.barrier local
    // CHECK-NOT: lift.barrier
    loop.store %f, %tile[%lid] : f32, !local
    lift.barrier local
    %v = loop.load %tile[0] : !local
  }
  return
}

// But not if they order another memory.
// CHECK-LABEL: func.func @other_fence
func.func @other_fence() {
  loop.kernel local_size [256] global_size [256] {
    %tile = loop.alloc : !local
    %lid = loop.id local(0)
    %f = arith.constant 1.0 : f32
    // CHECK: lift.barrier global
    // CHECK-NEXT: lift.barrier local
    loop.store %f, %tile[%lid] : f32, !local
    lift.barrier global
    %v = loop.load %tile[0] : !local
  }
  return
}

// Only work-item 0 touches the element.
// CHECK-LABEL: func.func @negative_one_work_item
func.func @negative_one_work_item() {
  loop.kernel local_size [256] global_size [256] {
    %tile = loop.alloc : !local
    %lid = loop.id local(0)
    %f = arith.constant 1.0 : f32
    // CHECK-NOT: lift.barrier
    loop.if 0 <= %lid < 1 {
      loop.store %f, %tile[0] : f32, !local
      %v = loop.load %tile[0] : !local
    }
  }
  return
}

// A group of one work-item needs no barriers.
// CHECK-LABEL: func.func @negative_group_of_one
func.func @negative_group_of_one() {
  loop.kernel local_size [1] global_size [1] {
    %tile = loop.alloc : !local
    %f = arith.constant 1.0 : f32
    // CHECK-NOT: lift.barrier
    loop.store %f, %tile[0] : f32, !local
    %v = loop.load %tile[0] : !local
  }
  return
}

// Data goes through the barrier between guarded statements: the barrier is
// outside of the guards.
// CHECK-LABEL: func.func @guarded
func.func @guarded(%sizes: !lift.array<N x f32>) {
  loop.kernel local_size [256] global_size [256] {
    %tile = loop.alloc : !local
    %lid = loop.id local(0)
    %f = arith.constant 1.0 : f32
    // CHECK: loop.if
    // CHECK-NEXT: loop.store
    // CHECK-NEXT: }
    // CHECK-NEXT: lift.barrier local
    // CHECK-NEXT: loop.if
    loop.if 0 <= %lid < N {
      loop.store %f, %tile[%lid] : f32, !local
    }
    loop.if 0 <= %lid < N {
      %v = loop.load %tile[0] : !local
    }
  }
  return
}

// All work-items go through a loop over groups or sizes together.
// CHECK-LABEL: func.func @uniform_loop
func.func @uniform_loop(%sizes: !lift.array<N x G x f32>) {
  loop.kernel local_size [256] global_size [256 * G] {
    %tile = loop.alloc : !local
    %lid = loop.id local(0)
    %group = loop.id group(0)
    %f = arith.constant 1.0 : f32
    // CHECK: loop.for
    // CHECK: lift.barrier local
    loop.for %i from %group below N step G {
      loop.store %f, %tile[%lid] : f32, !local
      %v = loop.load %tile[0] : !local
    }
  }
  return
}

// Each group has its own part of the buffer: wg * n + lid, both times.
// CHECK-LABEL: func.func @negative_part_of_group
func.func @negative_part_of_group(%sizes: !lift.array<N x G x f32>) {
  loop.kernel local_size [256] global_size [256 * G] {
    %tmp = loop.alloc : !global
    %lid = loop.id local(0)
    %group = loop.id group(0)
    %f = arith.constant 1.0 : f32
    // CHECK-NOT: lift.barrier
    loop.store %f, %tmp[%group * N + %lid] : f32, !global
    %v = loop.load %tmp[%group * N + %lid] : !global
  }
  return
}

// But a part that changes from trip to trip may be another one's before.
// CHECK-LABEL: func.func @part_of_trip
func.func @part_of_trip(%sizes: !lift.array<N x M x f32>) {
  loop.kernel local_size [256] global_size [256] {
    %tmp = loop.alloc : !global
    %lid = loop.id local(0)
    %f = arith.constant 1.0 : f32
    // CHECK: loop.for
    // CHECK: lift.barrier global
    loop.for %trip below N {
      loop.store %f, %tmp[%trip * M + %lid] : f32, !global
      %v = loop.load %tmp[%trip * M + %lid] : !global
    }
  }
  return
}

// Two accesses by vectors that touch a neighbour's elements.
// CHECK-LABEL: func.func @vectors
func.func @vectors() {
  loop.kernel local_size [64] global_size [64] {
    %tile = loop.alloc : !local
    %lid = loop.id local(0)
    %v = arith.constant dense<1.0> : vector<4xf32>
    // Its own four elements: none.
    // CHECK: loop.store
    // CHECK-NEXT: loop.load
    loop.store %v, %tile[4 * %lid + @lane] : vector<4xf32>, !local
    %own = loop.load %tile[4 * %lid + @lane] : !local to vector<4xf32>
    // Four that start at each work-item: shared.
    // CHECK-NEXT: lift.barrier local
    // CHECK-NEXT: loop.load
    %shared = loop.load %tile[%lid + @lane] : !local to vector<4xf32>
  }
  return
}

// A row of 14 is made by 10 work-items in two trips. The condition says that
// the column is inside its row, and so the column is the same for both accesses.
// CHECK-LABEL: func.func @negative_column_in_row
func.func @negative_column_in_row() {
  loop.kernel local_size [10] global_size [10] {
    %tile = loop.alloc : !local
    %lid = loop.id local(0)
    %f = arith.constant 1.0 : f32
    // CHECK-NOT: lift.barrier
    loop.for %row below 12 {
      loop.for %trip below 2 {
        loop.if 0 <= 10 * %trip + %lid < 14 {
          loop.store %f, %tile[14 * %row + 10 * %trip + %lid] : f32, !local
          %v = loop.load %tile[14 * %row + 10 * %trip + %lid] : !local
        }
      }
    }
  }
  return
}

// The same where the column may be in the next row.
// CHECK-LABEL: func.func @column_in_next_row
func.func @column_in_next_row() {
  loop.kernel local_size [10] global_size [10] {
    %tile = loop.alloc : !local
    %lid = loop.id local(0)
    %f = arith.constant 1.0 : f32
    // CHECK: loop.store
    // CHECK-NEXT: lift.barrier local
    // CHECK-NEXT: loop.load
    loop.for %row below 12 {
      loop.for %trip below 2 {
        loop.store %f, %tile[14 * %row + 10 * %trip + %lid] : f32, !local
        %v = loop.load %tile[14 * %row + 10 * %trip + %lid] : !local
      }
    }
  }
  return
}

// Rows after the first one: the column is the same there.
// CHECK-LABEL: func.func @negative_column_in_later_row
func.func @negative_column_in_later_row(%sizes: !lift.array<N x f32>) {
  loop.kernel local_size [4] global_size [4] {
    %tmp = loop.alloc : !global
    %lid = loop.id local(0)
    %f = arith.constant 1.0 : f32
    // CHECK-NOT: lift.barrier
    loop.for %trip below 2 {
      loop.if 0 <= 4 * %trip + %lid < 7 {
        loop.store %f, %tmp[4 * %trip + %lid] : f32, !global
      }
    }
    loop.for %row from 1 below N {
      loop.for %trip below 2 {
        loop.if 0 <= 4 * %trip + %lid < 7 {
          %v = loop.load %tmp[7 * %row + 4 * %trip + %lid - 7] : !global
          loop.store %v, %tmp[7 * %row + 4 * %trip + %lid] : f32, !global
        }
      }
    }
  }
  return
}

// A step reads the row above backwards and writes its own: in one step nobody
// meets, and the barrier stands between the steps.
// CHECK-LABEL: func.func @between_steps
func.func @between_steps() {
  loop.kernel local_size [8] global_size [8] {
    %tile = loop.alloc : !local
    %lid = loop.id local(0)
    %y = loop.id local(1)
    // CHECK: loop.for
    // CHECK-NEXT: loop.if
    // CHECK-NOT: lift.barrier
    // CHECK: loop.store
    // CHECK-NEXT: }
    // CHECK-NEXT: lift.barrier local
    loop.for %row from 1 below 32 {
      loop.if 0 <= %y < 1 {
        %v = loop.load %tile[8 * %row - 8 + 7 - %lid] : !local
        loop.store %v, %tile[8 * %row + %lid] : f32, !local
      }
    }
  }
  return
}

// The same backwards, from the last element of each row.
// CHECK-LABEL: func.func @between_steps_backwards
func.func @between_steps_backwards() {
  loop.kernel local_size [8] global_size [8] {
    %tile = loop.alloc : !local
    %lid = loop.id local(0)
    %y = loop.id local(1)
    // CHECK: loop.for
    // CHECK-NEXT: loop.if
    // CHECK-NOT: lift.barrier
    // CHECK: loop.store
    // CHECK-NEXT: }
    // CHECK-NEXT: lift.barrier local
    loop.for %row from 1 below 31 {
      loop.if 0 <= %y < 1 {
        %v = loop.load %tile[8 * %row - 8 + %lid] : !local
        loop.store %v, %tile[8 * %row + 15 - %lid] : f32, !local
      }
    }
  }
  return
}

// A bound that only the other access has: what is read may be another row's.
// CHECK-LABEL: func.func @condition_of_one
func.func @condition_of_one() {
  loop.kernel local_size [10, 2] global_size [10, 2] {
    %tile = loop.alloc : !local
    %x = loop.id local(0)
    %y = loop.id local(1)
    %f = arith.constant 1.0 : f32
    // CHECK: loop.store
    // CHECK: lift.barrier local
    // CHECK: loop.load
    loop.if 0 <= %x < 8 {
      loop.store %f, %tile[8 * %y + %x] : f32, !local
    }
    %v = loop.load %tile[8 * %y + %x] : !local
  }
  return
}

// Every trip has a slice of its own: a barrier in the trip, none for the next.
// CHECK-LABEL: func.func @slice_of_trip
func.func @slice_of_trip(%sizes: !lift.array<N x G x f32>) {
  loop.kernel local_size [256] global_size [256 * G] {
    %tmp = loop.alloc : !global
    %lid = loop.id local(0)
    %group = loop.id group(0)
    %f = arith.constant 1.0 : f32
    // CHECK: loop.store
    // CHECK-NEXT: lift.barrier global{{$}}
    // CHECK-NEXT: loop.load
    // CHECK-NOT: lift.barrier
    loop.for %slice from %group below N step 8 {
      loop.store %f, %tmp[256 * %slice + %lid] : f32, !global
      %v = loop.load %tmp[256 * %slice + 255 - %lid] : !global
    }
  }
  return
}

// Slices that overlap by one element.
// CHECK-LABEL: func.func @overlapping_slices
func.func @overlapping_slices(%sizes: !lift.array<N x f32>) {
  loop.kernel local_size [256] global_size [256] {
    %tmp = loop.alloc : !global
    %lid = loop.id local(0)
    %f = arith.constant 1.0 : f32
    // CHECK: loop.store
    // CHECK-NEXT: lift.barrier global{{$}}
    // CHECK-NEXT: loop.load
    // CHECK-NEXT: lift.barrier global{{$}}
    loop.for %slice below N {
      loop.store %f, %tmp[255 * %slice + %lid] : f32, !global
      %v = loop.load %tmp[255 * %slice + 255 - %lid] : !global
    }
  }
  return
}

// The slices of an inner loop are used again in the next trip of the outer one.
// CHECK-LABEL: func.func @slice_of_inner_trip
func.func @slice_of_inner_trip(%sizes: !lift.array<N x f32>) {
  loop.kernel local_size [256] global_size [256] {
    %tmp = loop.alloc : !global
    %lid = loop.id local(0)
    %f = arith.constant 1.0 : f32
    // CHECK: loop.store
    // CHECK-NEXT: lift.barrier global{{$}}
    // CHECK-NEXT: loop.load
    // CHECK-NEXT: }
    // CHECK-NEXT: lift.barrier global{{$}}
    // CHECK-NEXT: }
    loop.for %again below N {
      loop.for %slice below N {
        loop.store %f, %tmp[256 * %slice + %lid] : f32, !global
        %v = loop.load %tmp[256 * %slice + 255 - %lid] : !global
      }
    }
  }
  return
}

// The barrier for the tile orders what is read only after it, too.
// CHECK-LABEL: func.func @fences_together
func.func @fences_together() {
  loop.kernel local_size [256] global_size [256] {
    %tmp = loop.alloc : !global
    %tile = loop.alloc : !local
    %lid = loop.id local(0)
    %f = arith.constant 1.0 : f32
    // CHECK: lift.barrier local global{{$}}
    // CHECK-NEXT: loop.load
    // CHECK-NEXT: loop.load
    // CHECK-NOT: lift.barrier
    loop.store %f, %tile[%lid] : f32, !local
    loop.store %f, %tmp[%lid] : f32, !global
    %v = loop.load %tile[0] : !local
    %w = loop.load %tmp[0] : !global
  }
  return
}

// But not the memory that only another barrier has to order.
// CHECK-LABEL: func.func @fences_apart
func.func @fences_apart() {
  loop.kernel local_size [256] global_size [256] {
    %tmp = loop.alloc : !global
    %tile = loop.alloc : !local
    %lid = loop.id local(0)
    %f = arith.constant 1.0 : f32
    // CHECK: lift.barrier local{{$}}
    // CHECK: lift.barrier global{{$}}
    loop.store %f, %tile[%lid] : f32, !local
    %v = loop.load %tile[0] : !local
    loop.store %v, %tmp[%lid] : f32, !global
    %w = loop.load %tmp[0] : !global
  }
  return
}

// Two buffers, each of which is used in between two barriers of its own: the
// next trip needs none, because its first barrier stands before the second tile
// is written again.
// CHECK-LABEL: func.func @barrier_of_next_trip
func.func @barrier_of_next_trip(%sizes: !lift.array<N x f32>) {
  loop.kernel local_size [256] global_size [256] {
    %a = loop.alloc : !local
    %b = loop.alloc : !local
    %lid = loop.id local(0)
    %f = arith.constant 1.0 : f32
    // CHECK: loop.store
    // CHECK-NEXT: lift.barrier local
    // CHECK-NEXT: loop.load
    // CHECK-NEXT: loop.store
    // CHECK-NEXT: lift.barrier local
    // CHECK-NEXT: loop.load
    // CHECK-NEXT: }
    loop.for %i below N {
      loop.store %f, %a[%lid] : f32, !local
      %v = loop.load %a[0] : !local
      loop.store %v, %b[%lid] : f32, !local
      %w = loop.load %b[0] : !local
    }
  }
  return
}

// The work-item that reads one element is the one that wrote it, whatever the
// others write.
// CHECK-LABEL: func.func @negative_first_element
func.func @negative_first_element() {
  loop.kernel local_size [256] global_size [256] {
    %tile = loop.alloc : !local
    %lid = loop.id local(0)
    %f = arith.constant 1.0 : f32
    // CHECK-NOT: lift.barrier
    loop.store %f, %tile[%lid] : f32, !local
    loop.if 0 <= %lid < 1 {
      %v = loop.load %tile[0] : !local
    }
  }
  return
}

// CHECK-LABEL: func.func @second_element
func.func @second_element() {
  loop.kernel local_size [256] global_size [256] {
    %tile = loop.alloc : !local
    %lid = loop.id local(0)
    %f = arith.constant 1.0 : f32
    // CHECK: loop.store
    // CHECK: lift.barrier local{{$}}
    // CHECK: loop.if
    loop.store %f, %tile[%lid] : f32, !local
    loop.if 0 <= %lid < 1 {
      %v = loop.load %tile[1] : !local
    }
  }
  return
}

// A loop that one work-item of all enters, by a test and by its bounds.
// CHECK-LABEL: func.func @negative_one_global_id
func.func @negative_one_global_id(%sizes: !lift.array<G x f32>) {
  loop.kernel local_size [256] global_size [256 * G] {
    %tmp = loop.alloc : !global
    %gid = loop.id global(0)
    %f = arith.constant 1.0 : f32
    // CHECK-NOT: lift.barrier
    loop.for %i from %gid below 1 step 2 {
      loop.store %f, %tmp[1] : f32, !global
      %v = loop.load %tmp[1] : !global
    }
    loop.if 0 <= %gid < 1 {
      %v = loop.load %tmp[1] : !global
      loop.store %f, %tmp[1] : f32, !global
    }
  }
  return
}

// A loop from below 0 has as many trips as another: rows of 12 with four steps
// of 4 run into the next one.
// CHECK-LABEL: func.func @negative_start
func.func @negative_start() {
  loop.kernel local_size [8] global_size [8] {
    %tile = loop.alloc : !local
    %lid = loop.id local(0)
    %f = arith.constant 1.0 : f32
    // CHECK: loop.for
    // CHECK: loop.store
    // CHECK-NEXT: }
    // CHECK-NEXT: lift.barrier local
    // CHECK-NEXT: loop.for
    loop.for %i from -8 below 8 step 4 {
      loop.store %f, %tile[12 * %lid + %i + 8] : f32, !local
    }
    loop.for %i from -8 below 8 step 4 {
      %v = loop.load %tile[12 * %lid + %i + 8] : !local
    }
  }
  return
}

// With three steps, to 4, each work-item has a row of its own.
// CHECK-LABEL: func.func @negative_start_in_row
func.func @negative_start_in_row() {
  loop.kernel local_size [8] global_size [8] {
    %tile = loop.alloc : !local
    %lid = loop.id local(0)
    %f = arith.constant 1.0 : f32
    // CHECK-NOT: lift.barrier
    loop.for %i from -8 below 4 step 4 {
      loop.store %f, %tile[12 * %lid + %i + 8] : f32, !local
    }
    loop.for %i from -8 below 4 step 4 {
      %v = loop.load %tile[12 * %lid + %i + 8] : !local
    }
  }
  return
}

// Each work-item has a row for its elements of two dimensions: the columns
// are below the length of a row, whatever the number of work-items is.
// CHECK-LABEL: func.func @strided_columns
func.func @strided_columns(%sizes: !lift.array<N x M x G x H x f32>) {
  loop.kernel local_size [16, 8] global_size [16 * G, 8 * H] {
    %tmp = loop.alloc : !global
    %x = loop.id global(0)
    %y = loop.id global(1)
    %f = arith.constant 1.0 : f32
    // CHECK-NOT: lift.barrier
    loop.for %i from %y below N step 8 * H {
      loop.for %j from %x below M step 16 * G {
        loop.store %f, %tmp[%i * M + %j] : f32, !global
        %v = loop.load %tmp[%i * M + %j] : !global
      }
    }
  }
  return
}

// An element of the work-item's own eight, at an index that lowering knows to
// be in range.
// CHECK-LABEL: func.func @known_range
func.func @known_range(%sizes: !lift.array<G x f32>) {
  loop.kernel local_size [256] global_size [256 * G] {
    %tmp = loop.alloc : !global
    %indices = loop.alloc : !loop.buffer<65536 x i32, global>
    %gid = loop.id global(0)
    %f = arith.constant 1.0 : f32
    %j = loop.load %indices[%gid] : !loop.buffer<65536 x i32, global>
    %k = loop.index data(0, 7) %j : i32
    // CHECK: loop.store
    // CHECK-NOT: lift.barrier
    // CHECK: loop.load
    loop.store %f, %tmp[8 * %gid] : f32, !global
    %v = loop.load %tmp[8 * %gid + %k] : !global
  }
  return
}

// CHECK-LABEL: func.func @unknown_range
func.func @unknown_range(%sizes: !lift.array<G x f32>) {
  loop.kernel local_size [256] global_size [256 * G] {
    %tmp = loop.alloc : !global
    %indices = loop.alloc : !loop.buffer<65536 x i32, global>
    %gid = loop.id global(0)
    %f = arith.constant 1.0 : f32
    %j = loop.load %indices[%gid] : !loop.buffer<65536 x i32, global>
    %k = loop.index data(0, 8) %j : i32
    // CHECK: loop.store
    // CHECK-NEXT: lift.barrier global
    // CHECK-NEXT: loop.load
    loop.store %f, %tmp[8 * %gid] : f32, !global
    %v = loop.load %tmp[8 * %gid + %k] : !global
  }
  return
}

// Rows of which nobody but the host knows how many there are: the number of
// trips is a quotient of what may be negative, and so is the length of a row.
// CHECK-LABEL: func.func @unknown_quotient
func.func @unknown_quotient(%sizes: !lift.array<N x f32>) {
  loop.kernel local_size [4] global_size [4] {
    %tmp = loop.alloc : !global
    %lid = loop.id local(0)
    %f = arith.constant 1.0 : f32
    loop.for %i below (N - 3) floordiv 3 {
      // CHECK: loop.store
      // CHECK-NOT: lift.barrier
      // CHECK: loop.load
      loop.store %f, %tmp[%lid * ((N - 3) floordiv 3) + %i] : f32, !global
      %v = loop.load %tmp[%lid * ((N - 3) floordiv 3) + %i] : !global
    }
  }
  return
}

// CHECK-LABEL: func.func @other_quotient
func.func @other_quotient(%sizes: !lift.array<N x f32>) {
  loop.kernel local_size [4] global_size [4] {
    %tmp = loop.alloc : !global
    %lid = loop.id local(0)
    %f = arith.constant 1.0 : f32
    loop.for %i below (N - 3) floordiv 2 {
      // CHECK: loop.store
      // CHECK-NEXT: lift.barrier global
      // CHECK-NEXT: loop.load
      loop.store %f, %tmp[%lid * ((N - 3) floordiv 3) + %i] : f32, !global
      %v = loop.load %tmp[%lid * ((N - 3) floordiv 3) + %i] : !global
    }
  }
  return
}

// What the kernel requires says that rows of (N - 3) / 5 have 3 * ((N - 3) / 15)
// places, and are so long.
// CHECK-LABEL: func.func @required
func.func @required(%sizes: !lift.array<N x f32>) {
  loop.kernel local_size [4] global_size [4] attributes {facts = [#lift.constraint<4 le N>, #lift.constraint<5 divides N - 3>, #lift.constraint<3 divides (N - 3) / 5>], sentences = ["", "", ""]} {
    %tmp = loop.alloc : !global
    %lid = loop.id local(0)
    %f = arith.constant 1.0 : f32
    loop.for %i below (N - 3) floordiv 15 {
      // CHECK: loop.store
      // CHECK-NOT: lift.barrier
      // CHECK: loop.load
      loop.store %f, %tmp[%lid * ((N - 3) floordiv 5) + 3 * %i] : f32, !global
      %v = loop.load %tmp[%lid * ((N - 3) floordiv 5) + 3 * %i] : !global
    }
  }
  return
}

// Rows that are written and read from their ends are each with one work-item.
// CHECK-LABEL: func.func @mirrored
func.func @mirrored() {
  loop.kernel local_size [4] global_size [4] {
    %tmp = loop.alloc : !global
    %lid = loop.id local(0)
    %f = arith.constant 1.0 : f32
    loop.for %i below 6 {
      // CHECK: loop.store
      // CHECK-NOT: lift.barrier
      // CHECK: loop.load
      loop.store %f, %tmp[6 * %lid + 5 - %i] : f32, !global
    }
    loop.for %i below 6 {
      %v = loop.load %tmp[6 * %lid + 5 - %i] : !global
    }
  }
  return
}

// Not so if rows are longer than they are apart.
// CHECK-LABEL: func.func @mirrored_overlap
func.func @mirrored_overlap() {
  loop.kernel local_size [4] global_size [4] {
    %tmp = loop.alloc : !global
    %lid = loop.id local(0)
    %f = arith.constant 1.0 : f32
    loop.for %i below 7 {
      loop.store %f, %tmp[6 * %lid + 6 - %i] : f32, !global
    }
    // CHECK: loop.store
    // CHECK: lift.barrier global
    // CHECK: loop.load
    loop.for %i below 7 {
      %v = loop.load %tmp[6 * %lid + 6 - %i] : !global
    }
  }
  return
}
