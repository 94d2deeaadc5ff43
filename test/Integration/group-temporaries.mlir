// Values in global memory that a kernel of several groups has for its own use,
// outside of maps to groups: each group uses what it has stored itself.
// REQUIRES: pocl

// Each group has the same elements of both maps.
// NUMPY @same_elements(x: f32[N]) -> (x + x) * (x + x)
// RUN: %check_numpy %s --entry=same_elements --size=N=1
// RUN: %check_numpy %s --entry=same_elements --size=N=13
// RUN: %check_numpy %s --entry=same_elements --size=N=64
// RUN: %if oclgrind %{ %check_numpy %s --entry=same_elements --size=N=13 --oclgrind %}
func.func @same_elements(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %k = lift.kernel local_size [4] global_size [16] {
    %m = lift.map glb(0) (%a = %x : !lift.array<N x f32>) {
      %b = arith.addf %a, %a : f32
      lift.yield %b : f32
    }
    %g = lift.materialize %m in global : !lift.array<N x f32>
    %n = lift.map glb(0) (%a = %g : !lift.array<N x f32>) {
      %b = arith.mulf %a, %a : f32
      lift.yield %b : f32
    }
    lift.yield %n : !lift.array<N x f32>
  }
  return %k : !lift.array<N x f32>
}

// Of four groups the first alone stores, and reads what it has stored.
// NUMPY @first_group(x: f32[N, 9]) -> 2 * x[:, ::-1]
// RUN: %check_numpy %s --entry=first_group --size=N=1
// RUN: %check_numpy %s --entry=first_group --size=N=5
// RUN: %if oclgrind %{ %check_numpy %s --entry=first_group --size=N=3 --oclgrind %}
func.func @first_group(%x: !lift.array<N x 9 x f32>) -> !lift.array<N x 9 x f32> {
  %k = lift.kernel local_size [4] global_size [16] {
    %rows = lift.map seq (%row = %x : !lift.array<N x 9 x f32>) {
      %g = lift.copy %row [lcl(0)] in global : !lift.array<9 x f32>
      %turned = lift.reverse %g : !lift.array<9 x f32>
      %doubled = lift.map lcl(0) (%a = %turned : !lift.array<9 x f32>) {
        %b = arith.addf %a, %a : f32
        lift.yield %b : f32
      }
      lift.yield %doubled : !lift.array<9 x f32>
    }
    lift.yield %rows : !lift.array<N x 9 x f32>
  }
  return %k : !lift.array<N x 9 x f32>
}

// Groups share rows; what a group reads, it has stored, in another order.
// NUMPY @own_rows(x: f32[N, 9]) -> 2 * x[:, ::-1]
// RUN: %check_numpy %s --entry=own_rows --size=N=1
// RUN: %check_numpy %s --entry=own_rows --size=N=7
// RUN: %if oclgrind %{ %check_numpy %s --entry=own_rows --size=N=7 --oclgrind %}
func.func @own_rows(%x: !lift.array<N x 9 x f32>) -> !lift.array<N x 9 x f32> {
  %k = lift.kernel local_size [4] global_size [16] {
    %m = lift.map wrg(0) (%row = %x : !lift.array<N x 9 x f32>) {
      %doubled = lift.map lcl(0) (%a = %row : !lift.array<9 x f32>) {
        %b = arith.addf %a, %a : f32
        lift.yield %b : f32
      }
      lift.yield %doubled : !lift.array<9 x f32>
    }
    %g = lift.materialize %m in global : !lift.array<N x 9 x f32>
    %rows = lift.map wrg(0) (%row = %g : !lift.array<N x 9 x f32>) {
      %turned = lift.reverse %row : !lift.array<9 x f32>
      %same = lift.map lcl(0) (%a = %turned : !lift.array<9 x f32>) {
        lift.yield %a : f32
      }
      lift.yield %same : !lift.array<9 x f32>
    }
    lift.yield %rows : !lift.array<N x 9 x f32>
  }
  return %k : !lift.array<N x 9 x f32>
}

// More ids than elements: what is in a row is known by its column.
// NUMPY @grid(x: f32[5, 2]) -> (x + x) * (x + x)
// RUN: %check_numpy %s --entry=grid
// RUN: %if oclgrind %{ %check_numpy %s --entry=grid --oclgrind %}
func.func @grid(%x: !lift.array<5 x 2 x f32>) -> !lift.array<5 x 2 x f32> {
  %k = lift.kernel local_size [3, 4] global_size [6, 8] {
    %m = lift.map glb(0) (%row = %x : !lift.array<5 x 2 x f32>) {
      %n = lift.map glb(1) (%a = %row : !lift.array<2 x f32>) {
        %b = arith.addf %a, %a : f32
        lift.yield %b : f32
      }
      lift.yield %n : !lift.array<2 x f32>
    }
    %g = lift.materialize %m in global : !lift.array<5 x 2 x f32>
    %o = lift.map glb(0) (%row = %g : !lift.array<5 x 2 x f32>) {
      %n = lift.map glb(1) (%a = %row : !lift.array<2 x f32>) {
        %b = arith.mulf %a, %a : f32
        lift.yield %b : f32
      }
      lift.yield %n : !lift.array<2 x f32>
    }
    lift.yield %o : !lift.array<5 x 2 x f32>
  }
  return %k : !lift.array<5 x 2 x f32>
}

// A number of work-items that is a quotient is a multiple of the size of a group
// all the same: a work-item has the same elements in each loop.
// NUMPY @quotient(x: f32[M, 5, 2]) -> x.sum(axis=0)
// RUN: %check_numpy %s --entry=quotient --size=M=2
// RUN: %check_numpy %s --entry=quotient --size=M=6
// RUN: %if oclgrind %{ %check_numpy %s --entry=quotient --size=M=4 --oclgrind %}
// RUN: lift-opt %s --lift-to-gpu | FileCheck %s
// CHECK-LABEL: gpu.func @quotient
// CHECK-NOT:   barrier
// CHECK:       gpu.grid_dim
// CHECK-NOT:   barrier
// CHECK:       gpu.return
func.func @quotient(%x: !lift.array<M x 5 x 2 x f32>) -> !lift.array<5 x 2 x f32>
    attributes {lift.requires = [#lift.constraint<2 divides M>]} {
  %zero = arith.constant 0.0 : f32
  %k = lift.kernel @quotient local_size [3] global_size [(3 * M) / 2] {
    %zeros = lift.broadcast %zero sizes [5, 2] : f32
    %start = lift.map glb(0) (%row = %zeros : !lift.array<5 x 2 x f32>) {
      %doubled = lift.map seq (%z = %row : !lift.array<2 x f32>) {
        %d = arith.addf %z, %z : f32
        lift.yield %d : f32
      }
      lift.yield %doubled : !lift.array<2 x f32>
    }
    %sums = lift.reduce (%rows = %x : !lift.array<M x 5 x 2 x f32>) init (%acc = %start : !lift.array<5 x 2 x f32>) {
      %next = lift.map glb(0) (%row = %rows, %t = %acc : !lift.array<5 x 2 x f32>, !lift.array<5 x 2 x f32>) {
        %sum = lift.map seq (%a = %row, %b = %t : !lift.array<2 x f32>, !lift.array<2 x f32>) {
          %s = arith.addf %a, %b : f32
          lift.yield %s : f32
        }
        lift.yield %sum : !lift.array<2 x f32>
      }
      lift.yield %next : !lift.array<5 x 2 x f32>
    }
    lift.yield %sums : !lift.array<5 x 2 x f32>
  }
  return %k : !lift.array<5 x 2 x f32>
}

// Each work-item has a plane of its own. That it reads a row of it is known
// only because the launch has no work-items behind the last row.
// NUMPY @planes(x: f32[M, N, N]) -> x
// RUN: %check_numpy %s --entry=planes --size=M=1 --size=N=4
// RUN: %check_numpy %s --entry=planes --size=M=3 --size=N=12
// RUN: %if oclgrind %{ %check_numpy %s --entry=planes --size=M=3 --size=N=4 --oclgrind %}
func.func @planes(%x: !lift.array<M x N x N x f32>) -> !lift.array<M x N x N x f32>
    attributes {lift.requires = [#lift.constraint<4 divides N>]} {
  %k = lift.kernel local_size [16, 4, 2]
      global_size [16 * (N ceildiv 16), N, 2 * (M ceildiv 2)] {
    %planes = lift.map (%p = %x : !lift.array<M x N x N x f32>) {
      %own = lift.copy %p in global : !lift.array<N x N x f32>
      lift.yield %own : !lift.array<N x N x f32>
    }
    %m = lift.map glb(2) (%p = %planes : !lift.array<M x N x N x f32>) {
      %rows = lift.map glb(1) (%row = %p : !lift.array<N x N x f32>) {
        %es = lift.map glb(0) (%e = %row : !lift.array<N x f32>) {
          lift.yield %e : f32
        }
        lift.yield %es : !lift.array<N x f32>
      }
      lift.yield %rows : !lift.array<N x N x f32>
    }
    lift.yield %m : !lift.array<M x N x N x f32>
  }
  return %k : !lift.array<M x N x N x f32>
}
