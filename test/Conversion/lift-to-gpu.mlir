// RUN: lift-opt %s --pass-pipeline='builtin.module(convert-lift-to-gpu{reuse-loads=false reduce-strength=false})' --split-input-file | FileCheck %s

// seq: a loop from 0 to N, by one work-item.
// CHECK-LABEL: gpu.func @seq(
// CHECK-SAME: %[[OUT:[^:]*]]: memref<?xf32, #gpu.address_space<global>> {lift.name = "out", lift.restrict}
// CHECK-SAME: %[[N:[^:]*]]: index {lift.name = "N"}
// CHECK-SAME: %[[X:[^:]*]]: memref<?xf32, #gpu.address_space<global>> {lift.readonly, lift.restrict}
// CHECK-SAME: known_block_size = array<i32: 1, 1, 1>
// CHECK: scf.for %[[I:.*]] = %c0{{.*}} to %[[N]] step %c1{{.*}}
// CHECK-NEXT: %[[A:.*]] = memref.load %[[X]][%[[I]]]
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[A]], %[[A]]
// CHECK-NEXT: memref.store %[[S]], %[[OUT]][%[[I]]]
// CHECK-NOT: lift.map
func.func @seq(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %k = lift.kernel @seq local_size [] global_size [] {
    %m = lift.map seq (%a = %x : !lift.array<N x f32>) {
      %s = arith.addf %a, %a : f32
      lift.yield %s : f32
    }
    lift.yield %m : !lift.array<N x f32>
  }
  return %k : !lift.array<N x f32>
}

// -----

// glb, where the launch covers the array: no loop and no guard.
// CHECK-LABEL: gpu.func @glb_exact
// CHECK-SAME: known_block_size = array<i32: 128, 1, 1>
// CHECK-NEXT: %[[GID:.*]] = gpu.global_id x
// CHECK-NEXT: memref.load %{{.*}}[%[[GID]]]
// CHECK-NEXT: memref.store %{{.*}}[%[[GID]]]
// CHECK-NEXT: gpu.return
func.func @glb_exact(%x: !lift.array<1024 x f32>) -> !lift.array<1024 x f32> {
  %k = lift.kernel @glb_exact local_size [128] global_size [1024] {
    %m = lift.map glb(0) (%a = %x : !lift.array<1024 x f32>) { lift.yield %a : f32 }
    lift.yield %m : !lift.array<1024 x f32>
  }
  return %k : !lift.array<1024 x f32>
}

// -----

// glb, where the launch is rounded up: a guard.
// CHECK-LABEL: gpu.func @glb_guard
// CHECK: %[[GID:.*]] = gpu.global_id x
// CHECK: %[[INSIDE:.*]] = arith.cmpi slt, %[[GID]], %c1000
// CHECK-NEXT: scf.if %[[INSIDE]] {
// CHECK-NEXT: memref.load %{{.*}}[%[[GID]]]
// CHECK-NEXT: memref.store %{{.*}}[%[[GID]]]
func.func @glb_guard(%x: !lift.array<1000 x f32>) -> !lift.array<1000 x f32> {
  %k = lift.kernel @glb_guard local_size [128] global_size [1024] {
    %m = lift.map glb(0) (%a = %x : !lift.array<1000 x f32>) { lift.yield %a : f32 }
    lift.yield %m : !lift.array<1000 x f32>
  }
  return %k : !lift.array<1000 x f32>
}

// -----

// glb, where there are more elements than work-items: a strided loop.
// CHECK-LABEL: gpu.func @glb_loop
// CHECK: %[[GID:.*]] = gpu.global_id x
// CHECK: scf.for %[[I:.*]] = %[[GID]] to %{{.*}} step %c1024
// CHECK-NOT: scf.if
// CHECK: memref.store %{{.*}}[%[[I]]]
func.func @glb_loop(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %k = lift.kernel @glb_loop local_size [128] global_size [1024] {
    %m = lift.map glb(0) (%a = %x : !lift.array<N x f32>) { lift.yield %a : f32 }
    lift.yield %m : !lift.array<N x f32>
  }
  return %k : !lift.array<N x f32>
}

// -----

// wrg and lcl.
// CHECK-LABEL: gpu.func @wrg_lcl
// CHECK-DAG: %[[LID:.*]] = gpu.thread_id x
// CHECK-DAG: %[[WG:.*]] = gpu.block_id x
// Four trips of 64 work-items; wg * 256 + lid + trip * 64.
// CHECK: scf.for %[[TRIP:.*]] = %c0{{.*}} to %c4{{.*}} step %c1{{.*}}
// CHECK: %[[ROW:.*]] = arith.muli %[[WG]], %c256
// CHECK: %[[COLUMN:.*]] = arith.addi %[[ROW]], %[[LID]]
// CHECK: %[[OFFSET:.*]] = arith.muli %[[TRIP]], %c64
// CHECK: %[[I:.*]] = arith.addi %[[COLUMN]], %[[OFFSET]]
// CHECK: memref.load %{{.*}}[%[[I]]]
// CHECK-NOT: scf.if
func.func @wrg_lcl(%x: !lift.array<N x 256 x f32>) -> !lift.array<N x 256 x f32> {
  %k = lift.kernel @wrg_lcl local_size [64] global_size [64 * N] {
    %m = lift.map wrg(0) (%row = %x : !lift.array<N x 256 x f32>) {
      %n = lift.map lcl(0) (%a = %row : !lift.array<256 x f32>) { lift.yield %a : f32 }
      lift.yield %n : !lift.array<256 x f32>
    }
    lift.yield %m : !lift.array<N x 256 x f32>
  }
  return %k : !lift.array<N x 256 x f32>
}

// -----

// lcl over a length that the group does not divide: as many trips for all
// work-items, with the guard at the store.
// CHECK-LABEL: gpu.func @lcl_guard
// CHECK: scf.for %{{.*}} = %c0{{.*}} to %c2 step %c1{{.*}}
// CHECK: %[[INSIDE:.*]] = arith.cmpi slt, %{{.*}}, %c100
// CHECK-NEXT: scf.if %[[INSIDE]] {
// CHECK: memref.load
// CHECK-NEXT: memref.store
func.func @lcl_guard(%x: !lift.array<100 x f32>) -> !lift.array<100 x f32> {
  %k = lift.kernel @lcl_guard local_size [64] global_size [64] {
    %n = lift.map lcl(0) (%a = %x : !lift.array<100 x f32>) { lift.yield %a : f32 }
    lift.yield %n : !lift.array<100 x f32>
  }
  return %k : !lift.array<100 x f32>
}

// -----

// A tile in local memory, padded; written and read by lcl maps.
// CHECK-LABEL: gpu.func @local
// Rows of 8 + 1 elements.
// CHECK-SAME: workgroup(%[[TILE:[^:]*]] : memref<144xf32, #gpu.address_space<workgroup>>
// CHECK-SAME: known_block_size = array<i32: 16, 8, 1>
// CHECK: %[[X:.*]] = gpu.thread_id x
// CHECK: %[[Y:.*]] = gpu.thread_id y
// CHECK: %[[ROW:.*]] = arith.muli %[[X]], %c9{{.*}}
// CHECK: %[[WRITTEN:.*]] = arith.addi %[[Y]], %[[ROW]]
// CHECK: memref.store %{{.*}}, %[[TILE]][%[[WRITTEN]]]
// CHECK: %[[ROW:.*]] = arith.muli %[[X]], %c9{{.*}}
// CHECK: %[[READ:.*]] = arith.addi %[[Y]], %[[ROW]]
// CHECK: memref.load %[[TILE]][%[[READ]]]
func.func @local(%x: !lift.array<N x 16 x 8 x f32>) -> !lift.array<N x 8 x 16 x f32> {
  %k = lift.kernel @local local_size [16, 8] global_size [16 * N, 8] {
    %m = lift.map wrg(0) (%tile = %x : !lift.array<N x 16 x 8 x f32>) {
      %c = lift.map lcl(0) (%row = %tile : !lift.array<16 x 8 x f32>) {
        %d = lift.map lcl(1) (%a = %row : !lift.array<8 x f32>) { lift.yield %a : f32 }
        lift.yield %d : !lift.array<8 x f32>
      }
      %l = lift.materialize %c in local {pad = array<i64: 0, 1>} : !lift.array<16 x 8 x f32>
      %t = lift.transpose %l : !lift.array<16 x 8 x f32>
      %n = lift.map lcl(1) (%row = %t : !lift.array<8 x 16 x f32>) {
        %o = lift.map lcl(0) (%a = %row : !lift.array<16 x f32>) { lift.yield %a : f32 }
        lift.yield %o : !lift.array<16 x f32>
      }
      lift.yield %n : !lift.array<8 x 16 x f32>
    }
    lift.yield %m : !lift.array<N x 8 x 16 x f32>
  }
  return %k : !lift.array<N x 8 x 16 x f32>
}

// -----

// A private value that lcl maps write and read: each work-item keeps its share.
// CHECK-LABEL: gpu.func @distributed
// A quarter of 256 for each of 64 work-items, indexed by the trip.
// CHECK: %[[SHARE:.*]] = memref.alloca() : memref<4xf32, #gpu.address_space<private>>
// CHECK: scf.for %[[TRIP:.*]] = %c0{{.*}} to %c4{{.*}} step %c1{{.*}}
// CHECK: memref.store %{{.*}}, %[[SHARE]][%[[TRIP]]]
// CHECK-NEXT: } {lift.unroll}
// CHECK: scf.for %[[TRIP:.*]] =
// CHECK: memref.load %[[SHARE]][%[[TRIP]]]
func.func @distributed(%x: !lift.array<256 x f32>) -> !lift.array<256 x f32> {
  %k = lift.kernel @distributed local_size [64] global_size [64] {
    %c = lift.map lcl(0) (%a = %x : !lift.array<256 x f32>) {
      %s = arith.mulf %a, %a : f32
      lift.yield %s : f32
    }
    %p = lift.materialize %c in private : !lift.array<256 x f32>
    %n = lift.map lcl(0) (%a = %p, %b = %p : !lift.array<256 x f32>, !lift.array<256 x f32>) {
      %s = arith.addf %a, %b : f32
      lift.yield %s : f32
    }
    lift.yield %n : !lift.array<256 x f32>
  }
  return %k : !lift.array<256 x f32>
}

// -----

// A global temporary has a copy for every trip of the parallel maps around it.
// CHECK-LABEL: gpu.func @global_temporary(
// CHECK-SAME: %[[OUT:[^:]*]]: memref<?xf32, #gpu.address_space<global>> {lift.name = "out"
// CHECK-SAME: %[[TMP:[^:]*]]: memref<?xf32, #gpu.address_space<global>> {lift.name = "tmp"
// CHECK-SAME: %[[M:[^:]*]]: index {lift.name = "M"}
// CHECK: %[[WG:.*]] = gpu.block_id x
// CHECK: arith.mulf
// CHECK: %[[COPY:.*]] = arith.muli %[[WG]], %[[M]]
// CHECK-NEXT: %[[I:.*]] = arith.addi %[[COPY]], %{{.*}}
// CHECK-NEXT: memref.store %{{.*}}, %[[TMP]][%[[I]]]
// CHECK: memref.load %[[TMP]]
// CHECK: memref.store %{{.*}}, %[[OUT]]
func.func @global_temporary(%x: !lift.array<N x M x f32>) -> !lift.array<N x M x f32> {
  %k = lift.kernel @global_temporary local_size [32] global_size [32 * N] {
    %m = lift.map wrg(0) (%row = %x : !lift.array<N x M x f32>) {
      %c = lift.map lcl(0) (%a = %row : !lift.array<M x f32>) {
        %s = arith.mulf %a, %a : f32
        lift.yield %s : f32
      }
      %g = lift.materialize %c in global : !lift.array<M x f32>
      %n = lift.map lcl(0) (%a = %g, %b = %g : !lift.array<M x f32>, !lift.array<M x f32>) {
        %s = arith.addf %a, %b : f32
        lift.yield %s : f32
      }
      lift.yield %n : !lift.array<M x f32>
    }
    lift.yield %m : !lift.array<N x M x f32>
  }
  return %k : !lift.array<N x M x f32>
}

// -----

// Sequential code between parallel code: one work-item does it.
// CHECK-LABEL: gpu.func @one_work_item
// CHECK: %[[LID:.*]] = gpu.thread_id x
// CHECK: %[[WG:.*]] = gpu.block_id x
// CHECK: %[[FIRST:.*]] = arith.cmpi slt, %[[LID]], %c1{{.*}}
// CHECK-NEXT: scf.if %[[FIRST]] {
// CHECK: %[[SUM:.*]] = scf.for
// CHECK: memref.store %[[SUM]], %{{.*}}[%[[WG]]]
func.func @one_work_item(%x: !lift.array<N x 8 x f32>, %zero: f32) -> !lift.array<N x f32> {
  %k = lift.kernel @one_work_item local_size [32] global_size [32 * N] {
    %m = lift.map wrg(0) (%row = %x : !lift.array<N x 8 x f32>) {
      %s = lift.reduce (%e = %row : !lift.array<8 x f32>) init (%acc = %zero : f32) {
        %t = arith.addf %acc, %e : f32
        lift.yield %t : f32
      }
      lift.yield %s : f32
    }
    lift.yield %m : !lift.array<N x f32>
  }
  return %k : !lift.array<N x f32>
}

// -----

// Reading through views.
// CHECK-LABEL: gpu.func @clamp
// CHECK: scf.for %[[I:.*]] =
// CHECK: %[[BEFORE:.*]] = arith.subi %[[I]], %c1{{.*}}
// The upper end is not reached: no minimum.
// CHECK-NOT: arith.minsi
// CHECK: %[[INDEX:.*]] = arith.maxsi %[[BEFORE]], %c0{{.*}}
// CHECK: memref.load %{{.*}}[%[[INDEX]]]
func.func @clamp(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %k = lift.kernel @clamp local_size [] global_size [] {
    %p = lift.pad %x low [1] high [0] clamp : !lift.array<N x f32>
    %t = lift.take %p size [N] : !lift.array<(N + 1) x f32>
    %m = lift.map (%a = %t : !lift.array<N x f32>) { lift.yield %a : f32 }
    lift.yield %m : !lift.array<N x f32>
  }
  return %k : !lift.array<N x f32>
}

// -----

// A constant pad tests its index; the value that it adds is not loaded.
// CHECK-LABEL: gpu.func @constant(
// CHECK-SAME: %[[V:[^:]*]]: f32)
// CHECK: scf.for %[[I:.*]] =
// CHECK: %[[BEFORE:.*]] = arith.subi %[[I]], %c1{{.*}}
// CHECK: %[[INSIDE:.*]] = arith.cmpi sge, %[[BEFORE]], %c0{{.*}}
// CHECK-NEXT: %[[E:.*]] = scf.if %[[INSIDE]] -> (f32) {
// CHECK: memref.load
// CHECK: } else {
// CHECK-NEXT: scf.yield %[[V]]
// CHECK: memref.store %[[E]], %{{.*}}[%[[I]]]
func.func @constant(%x: !lift.array<N x f32>, %v: f32) -> !lift.array<(N + 1) x f32> {
  %k = lift.kernel @constant local_size [] global_size [] {
    %p = lift.pad %x low [1] high [0] constant(%v : f32) : !lift.array<N x f32>
    %m = lift.map (%a = %p : !lift.array<(N + 1) x f32>) { lift.yield %a : f32 }
    lift.yield %m : !lift.array<(N + 1) x f32>
  }
  return %k : !lift.array<(N + 1) x f32>
}

// -----

// Writing through views: the result of the map goes straight to its place.
// CHECK-LABEL: gpu.func @written_views(
// CHECK-SAME: %[[OUT:[^:]*]]: memref
// CHECK-SAME: %[[N:[^:]*]]: index {lift.name = "N"}
// CHECK: scf.for %[[I:.*]] = %c0{{.*}} to %[[N]]
// CHECK: scf.for %[[J:.*]] =
// CHECK: %[[ROW:.*]] = arith.muli %[[J]], %[[N]]
// CHECK: %[[PLACE:.*]] = arith.addi %[[I]], %[[ROW]]
// CHECK: memref.store %{{.*}}, %[[OUT]][%[[PLACE]]]
// CHECK-NOT: memref.store
func.func @written_views(%x: !lift.array<N x M x f32>) -> !lift.array<M x N x f32> {
  %k = lift.kernel @written_views local_size [] global_size [] {
    %m = lift.map (%row = %x : !lift.array<N x M x f32>) {
      %n = lift.map (%a = %row : !lift.array<M x f32>) {
        %s = arith.addf %a, %a : f32
        lift.yield %s : f32
      }
      lift.yield %n : !lift.array<M x f32>
    }
    %t = lift.transpose %m : !lift.array<N x M x f32>
    lift.yield %t : !lift.array<M x N x f32>
  }
  return %k : !lift.array<M x N x f32>
}

// -----

// A take that is written drops what is cut off.
// CHECK-LABEL: gpu.func @written_take
// CHECK: scf.for %[[I:.*]] =
// CHECK: %[[TAKEN:.*]] = arith.subi %{{.*}}, %c1{{.*}}
// CHECK: %[[INSIDE:.*]] = arith.cmpi slt, %[[I]], %[[TAKEN]]
// CHECK-NEXT: scf.if %[[INSIDE]] {
// CHECK-NEXT: memref.store %{{.*}}[%[[I]]]
func.func @written_take(%x: !lift.array<N x f32>) -> !lift.array<(N - 1) x f32> {
  %k = lift.kernel @written_take local_size [] global_size [] {
    %m = lift.map (%a = %x : !lift.array<N x f32>) {
      %s = arith.addf %a, %a : f32
      lift.yield %s : f32
    }
    %t = lift.take %m size [N - 1] : !lift.array<N x f32>
    lift.yield %t : !lift.array<(N - 1) x f32>
  }
  return %k : !lift.array<(N - 1) x f32>
}

// -----

// A scalar accumulator goes round the loop, an array accumulator stays where it
// is stored: both in one loop.
// CHECK-LABEL: gpu.func @mixed_accumulators
// CHECK: %[[PRIVATE:.*]] = memref.alloca() : memref<4xf32
// CHECK: %[[SUM:.*]] = scf.for {{.*}} iter_args(%[[ACC:.*]] = %{{.*}}) -> (f32)
// CHECK: %[[NEXT:.*]] = arith.addf %[[ACC]]
// CHECK: memref.store %{{.*}}, %[[PRIVATE]]
// CHECK: scf.yield %[[NEXT]] : f32
// CHECK-NOT: scf.for {{.*}} iter_args
// CHECK: arith.mulf %{{.*}}, %[[SUM]]
func.func @mixed_accumulators(%x: !lift.array<N x f32>, %y: !lift.array<4 x f32>, %z: f32)
    -> !lift.array<4 x f32> {
  %k = lift.kernel @mixed_accumulators local_size [] global_size [] {
    %r:2 = lift.reduce (%e = %x : !lift.array<N x f32>)
        init (%sum = %z, %acc = %y : f32, !lift.array<4 x f32>) {
      %s = arith.addf %sum, %e : f32
      %n = lift.map (%a = %acc : !lift.array<4 x f32>) {
        %m = arith.maximumf %a, %s : f32
        lift.yield %m : f32
      }
      lift.yield %s, %n : f32, !lift.array<4 x f32>
    }
    %stored = lift.materialize %r#1 in private : !lift.array<4 x f32>
    %o = lift.map (%a = %stored : !lift.array<4 x f32>) {
      %m = arith.mulf %a, %r#0 : f32
      lift.yield %m : f32
    }
    lift.yield %o : !lift.array<4 x f32>
  }
  return %k : !lift.array<4 x f32>
}

// -----

// A step that reads its neighbours, stores what it computes, and copies that to
// the accumulator: in place, since all is read before anything is written.
// CHECK-LABEL: gpu.func @stencil_steps
// CHECK-SAME: workgroup(%[[ACC:[^:]*]] : memref<64xf32, #gpu.address_space<workgroup>> {{.*}}, %[[NEXT:[^:]*]] : memref<64xf32, #gpu.address_space<workgroup>> {{[^,]*}})
// CHECK: arith.maxsi
// CHECK: scf.for
// CHECK: memref.load %[[ACC]]
// CHECK: memref.store %{{.*}}, %[[NEXT]]
// CHECK: %[[V:.*]] = memref.load %[[NEXT]]
// CHECK-NEXT: lift.barrier local
// CHECK-NEXT: memref.store %[[V]], %[[ACC]]
func.func @stencil_steps(%x: !lift.array<N x f32>, %y: !lift.array<64 x f32>)
    -> !lift.array<64 x f32> {
  %k = lift.kernel @stencil_steps local_size [64] global_size [64] {
    %c = lift.map lcl(0) (%a = %y : !lift.array<64 x f32>) { lift.yield %a : f32 }
    %start = lift.materialize %c in local : !lift.array<64 x f32>
    %r = lift.reduce (%e = %x : !lift.array<N x f32>)
        init (%acc = %start : !lift.array<64 x f32>) {
      %p = lift.pad %acc low [1] high [0] clamp : !lift.array<64 x f32>
      %t = lift.take %p size [64] : !lift.array<65 x f32>
      %m = lift.map lcl(0) (%a = %t : !lift.array<64 x f32>) {
        %s = arith.addf %a, %e : f32
        lift.yield %s : f32
      }
      %next = lift.materialize %m in local : !lift.array<64 x f32>
      %d = lift.map lcl(0) (%a = %next : !lift.array<64 x f32>) { lift.yield %a : f32 }
      lift.yield %d : !lift.array<64 x f32>
    }
    %last = lift.materialize %r in local : !lift.array<64 x f32>
    %o = lift.map lcl(0) (%a = %last : !lift.array<64 x f32>) { lift.yield %a : f32 }
    lift.yield %o : !lift.array<64 x f32>
  }
  return %k : !lift.array<64 x f32>
}

// -----

// Names of functions that become the same in OpenCL C are told apart.
// CHECK: gpu.func @kernel_a_b_0(
// CHECK: gpu.func @kernel_a_b_0_0(
func.func @"a.b"() {
  lift.kernel local_size [] global_size [] { lift.yield }
  return
}
func.func @"a-b"() {
  lift.kernel local_size [] global_size [] { lift.yield }
  return
}
