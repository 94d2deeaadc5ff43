// T08: a tile in local memory is read in another order than it was written.
// REQUIRES: pocl

// A group makes several tiles, so that two barriers are needed: before the tile
// is read, and before the next one is written.
// NUMPY @reverse(t: f32[3, 5, 32, 32]) -> t[..., ::-1]
// RUN: %check_numpy %s --entry=reverse
// RUN: %if oclgrind %{ %check_numpy %s --entry=reverse --oclgrind %}
// RUN: lift-opt %s --lift-to-gpu | FileCheck %s
// CHECK-LABEL: gpu.func @reverse
// CHECK-COUNT-2: lift.barrier local
// CHECK-NOT: lift.barrier
// CHECK: gpu.return
func.func @reverse(%t: !lift.array<3 x 5 x 32 x 32 x f32>)
    -> !lift.array<3 x 5 x 32 x 32 x f32> {
  %last = arith.constant 31 : index
  %r = lift.kernel @reverse local_size [16, 16] global_size [32, 32] {
    %o = lift.map wrg(0) (%row = %t : !lift.array<3 x 5 x 32 x 32 x f32>) {
      %p = lift.map wrg(1) (%tile = %row : !lift.array<5 x 32 x 32 x f32>) {
        %l = lift.copy %tile [lcl(0), lcl(1)] in local : !lift.array<32 x 32 x f32>
        %g = lift.gather %l dim 1 : !lift.array<32 x 32 x f32> by (%i < 32) {
          %j = arith.subi %last, %i : index
          lift.yield %j : index
        }
        %q = lift.map lcl(0) (%line = %g : !lift.array<32 x 32 x f32>) {
          %s = lift.map lcl(1) (%e = %line : !lift.array<32 x f32>) {
            lift.yield %e : f32
          }
          lift.yield %s : !lift.array<32 x f32>
        }
        lift.yield %q : !lift.array<32 x 32 x f32>
      }
      lift.yield %p : !lift.array<5 x 32 x 32 x f32>
    }
    lift.yield %o : !lift.array<3 x 5 x 32 x 32 x f32>
  }
  return %r : !lift.array<3 x 5 x 32 x 32 x f32>
}

// The barrier stands inside a map to lcl(0) that has 16 elements for 32
// work-items. All of them go through it, so that the program is right; a loop
// that half of them never entered would not be.
// NUMPY @idle_half(t: f32[16, 16]) -> t[:, ::-1]
// RUN: %check_numpy %s --entry=idle_half
// RUN: %if oclgrind %{ %check_numpy %s --entry=idle_half --oclgrind %}
func.func @idle_half(%t: !lift.array<16 x 16 x f32>) -> !lift.array<16 x 16 x f32> {
  %last = arith.constant 15 : index
  %r = lift.kernel local_size [32, 8] global_size [32, 8] {
    %o = lift.map lcl(0) (%row = %t : !lift.array<16 x 16 x f32>) {
      %l = lift.copy %row [lcl(1)] in local : !lift.array<16 x f32>
      %g = lift.gather %l : !lift.array<16 x f32> by (%i < 16) {
        %j = arith.subi %last, %i : index
        lift.yield %j : index
      }
      %q = lift.map lcl(1) (%e = %g : !lift.array<16 x f32>) {
        lift.yield %e : f32
      }
      lift.yield %q : !lift.array<16 x f32>
    }
    lift.yield %o : !lift.array<16 x 16 x f32>
  }
  return %r : !lift.array<16 x 16 x f32>
}

// Nobody can tell which work-item wrote what an exclusive or, or an index from
// memory, leads to: a barrier between the two, and one for the next tile.
// NUMPY @partners(x: f32[N, 20]) -> x[:, np.arange(20) ^ 3]
// RUN: %check_numpy %s --entry=partners --size=N=1
// RUN: %check_numpy %s --entry=partners --size=N=17
// RUN: %if oclgrind %{ %check_numpy %s --entry=partners --size=N=5 --oclgrind %}
// CHECK-LABEL: gpu.func @partners
// CHECK-COUNT-2: lift.barrier local
// CHECK-NOT: lift.barrier
// CHECK: gpu.return
func.func @partners(%x: !lift.array<N x 20 x f32>) -> !lift.array<N x 20 x f32> {
  %three = arith.constant 3 : index
  %r = lift.kernel @partners local_size [8] global_size [16] {
    %o = lift.map wrg(0) (%row = %x : !lift.array<N x 20 x f32>) {
      %l = lift.copy %row [lcl(0)] in local : !lift.array<20 x f32>
      %g = lift.gather in_bounds %l : !lift.array<20 x f32> by (%i < 20) {
        %j = arith.xori %i, %three : index
        lift.yield %j : index
      }
      %q = lift.map lcl(0) (%e = %g : !lift.array<20 x f32>) {
        lift.yield %e : f32
      }
      lift.yield %q : !lift.array<20 x f32>
    }
    lift.yield %o : !lift.array<N x 20 x f32>
  }
  return %r : !lift.array<N x 20 x f32>
}

// NUMPY @looked_up(x: f32[N, 7], k: i32[N, 13]) -> np.stack([np.where(c >= 0, r[c], 0) for r, c in zip(x, k)])
// RUN: %check_numpy %s --entry=looked_up --size=N=1
// RUN: %check_numpy %s --entry=looked_up --size=N=17
// RUN: %if oclgrind %{ %check_numpy %s --entry=looked_up --size=N=5 --oclgrind %}
// CHECK-LABEL: gpu.func @looked_up
// CHECK-COUNT-2: lift.barrier local
// CHECK-NOT: lift.barrier
// CHECK: gpu.return
func.func @looked_up(%x: !lift.array<N x 7 x f32>, %k: !lift.array<N x 13 x i32>)
    -> !lift.array<N x 13 x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.kernel @looked_up local_size [8] global_size [16] {
    %o = lift.map wrg(0) (%row = %x, %indices = %k
        : !lift.array<N x 7 x f32>, !lift.array<N x 13 x i32>) {
      %l = lift.copy %row [lcl(0)] in local : !lift.array<7 x f32>
      %g = lift.lookup %l at %indices default(%zero : f32)
          : !lift.array<7 x f32>, !lift.array<13 x i32>
      %q = lift.map lcl(0) (%e = %g : !lift.array<13 x f32>) {
        lift.yield %e : f32
      }
      lift.yield %q : !lift.array<13 x f32>
    }
    lift.yield %o : !lift.array<N x 13 x f32>
  }
  return %r : !lift.array<N x 13 x f32>
}

// Scattered into local memory, and read where it is.
// NUMPY @scattered(x: f32[N, 20]) -> x[:, np.arange(20) ^ 3]
// RUN: %check_numpy %s --entry=scattered --size=N=17
// RUN: %if oclgrind %{ %check_numpy %s --entry=scattered --size=N=5 --oclgrind %}
// CHECK-LABEL: gpu.func @scattered
// CHECK-COUNT-2: lift.barrier local
// CHECK-NOT: lift.barrier
// CHECK: gpu.return
func.func @scattered(%x: !lift.array<N x 20 x f32>) -> !lift.array<N x 20 x f32> {
  %three = arith.constant 3 : index
  %r = lift.kernel @scattered local_size [8] global_size [16] {
    %o = lift.map wrg(0) (%row = %x : !lift.array<N x 20 x f32>) {
      %m = lift.map lcl(0) (%e = %row : !lift.array<20 x f32>) {
        lift.yield %e : f32
      }
      %s = lift.scatter permutation %m : !lift.array<20 x f32> by (%i < 20) {
        %j = arith.xori %i, %three : index
        lift.yield %j : index
      }
      %l = lift.materialize %s in local : !lift.array<20 x f32>
      %q = lift.map lcl(0) (%e = %l : !lift.array<20 x f32>) {
        lift.yield %e : f32
      }
      lift.yield %q : !lift.array<20 x f32>
    }
    lift.yield %o : !lift.array<N x 20 x f32>
  }
  return %r : !lift.array<N x 20 x f32>
}

// Only the output is written in another order: each work-item reads from the tile
// what it wrote, and no barrier is needed.
// NUMPY @own(x: f32[N, 16]) -> x[:, ::-1]
// RUN: %check_numpy %s --entry=own --size=N=17
// RUN: %if oclgrind %{ %check_numpy %s --entry=own --size=N=5 --oclgrind %}
// CHECK-LABEL: gpu.func @own
// CHECK-NOT: lift.barrier
// CHECK: gpu.return
func.func @own(%x: !lift.array<N x 16 x f32>) -> !lift.array<N x 16 x f32> {
  %last = arith.constant 15 : index
  %r = lift.kernel @own local_size [8] global_size [16] {
    %o = lift.map wrg(0) (%row = %x : !lift.array<N x 16 x f32>) {
      %l = lift.copy %row [lcl(0)] in local : !lift.array<16 x f32>
      %q = lift.map lcl(0) (%e = %l : !lift.array<16 x f32>) {
        lift.yield %e : f32
      }
      %s = lift.scatter permutation %q : !lift.array<16 x f32> by (%i < 16) {
        %j = arith.subi %last, %i : index
        lift.yield %j : index
      }
      lift.yield %s : !lift.array<16 x f32>
    }
    lift.yield %o : !lift.array<N x 16 x f32>
  }
  return %r : !lift.array<N x 16 x f32>
}

// Rows that are stored backwards, each in two parts by its work-item: no barrier
// stands, or is needed, where only some of the work-items come.
// NUMPY @backwards(x: f32[4, 5]) -> x[::-1]
// RUN: %check_numpy %s --entry=backwards
// RUN: %if oclgrind %{ %check_numpy %s --entry=backwards --oclgrind %}
func.func @backwards(%x: !lift.array<4 x 5 x f32>) -> !lift.array<4 x 5 x f32> {
  %k = lift.kernel local_size [5] global_size [5] {
    %m = lift.map lcl(0) (%r = %x : !lift.array<4 x 5 x f32>) {
      %v = lift.map seq vector(3) (%e = %r : !lift.array<5 x f32>) {
        lift.yield %e : f32
      }
      lift.yield %v : !lift.array<5 x f32>
    }
    %b = lift.reverse %m dims [0] : !lift.array<4 x 5 x f32>
    %t = lift.materialize %b in local : !lift.array<4 x 5 x f32>
    %n = lift.map lcl(0) (%r = %t : !lift.array<4 x 5 x f32>) {
      %v = lift.map seq (%e = %r : !lift.array<5 x f32>) {
        lift.yield %e : f32
      }
      lift.yield %v : !lift.array<5 x f32>
    }
    lift.yield %n : !lift.array<4 x 5 x f32>
  }
  return %k : !lift.array<4 x 5 x f32>
}
