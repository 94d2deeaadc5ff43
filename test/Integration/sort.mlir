// T22: insertion sort, as a reduction whose accumulator is the sorted array.
// REQUIRES: pocl

// Chunks of 32. Whatever stands before an element, it is the larger of its left
// neighbour and the smaller of itself and the new element.
// NUMPY @chunks(v: i32[N]) -> np.sort(v.reshape(-1, 32), 1)
// RUN: %check_numpy %s --entry=chunks --size=N=1024
// RUN: %check_numpy %s --entry=chunks --size=N=32
// RUN: not lift-run %s --entry=chunks --size=N=31 2>&1 | FileCheck %s
// RUN: %if oclgrind %{ %check_numpy %s --entry=chunks --size=N=96 --oclgrind %}
// CHECK: chunk size 32 does not divide the array length N
func.func @chunks(%v: !lift.array<N x i32>) -> !lift.array<(N / 32) x 32 x i32> {
  %least = arith.constant -2147483648 : i32
  %greatest = arith.constant 2147483647 : i32
  %chunks = lift.split %v by 32 : !lift.array<N x i32>
  %sorted = lift.map (%chunk = %chunks : !lift.array<(N / 32) x 32 x i32>) {
    %none = lift.broadcast %greatest sizes [32] : i32
    %all = lift.reduce (%e = %chunk : !lift.array<32 x i32>)
        init (%acc = %none : !lift.array<32 x i32>) {
      %p = lift.pad %acc low [1] high [0] constant(%least : i32) : !lift.array<32 x i32>
      %left = lift.take %p size [32] : !lift.array<33 x i32>
      %next = lift.map (%l = %left, %a = %acc
          : !lift.array<32 x i32>, !lift.array<32 x i32>) {
        %m = arith.minsi %a, %e : i32
        %n = arith.maxsi %l, %m : i32
        lift.yield %n : i32
      }
      lift.yield %next : !lift.array<32 x i32>
    }
    %stored = lift.materialize %all in private : !lift.array<32 x i32>
    lift.yield %stored : !lift.array<32 x i32>
  }
  return %sorted : !lift.array<(N / 32) x 32 x i32>
}

// The same as by hand: a work-group for 32 chunks, a work-item for each.
// NUMPY @mapped(v: i32[N]) -> np.sort(v.reshape(-1, 32), 1)
// RUN: %check_numpy %s --entry=mapped --size=N=1024
// RUN: %check_numpy %s --entry=mapped --size=N=3072
// RUN: %if oclgrind %{ %check_numpy %s --entry=mapped --size=N=1024 --oclgrind %}
func.func @mapped(%v: !lift.array<N x i32>) -> !lift.array<(N / 32) x 32 x i32> {
  %least = arith.constant -2147483648 : i32
  %greatest = arith.constant 2147483647 : i32
  %r = lift.kernel @sort local_size [32] global_size [64] {
    %c = lift.split %v by 32 : !lift.array<N x i32>
    %groups = lift.split %c by 32 : !lift.array<(N / 32) x 32 x i32>
    %sorted = lift.map wrg(0) (%chunks = %groups : !lift.array<(N / 1024) x 32 x 32 x i32>) {
      %s = lift.map lcl(0) (%chunk = %chunks : !lift.array<32 x 32 x i32>) {
        %none = lift.broadcast %greatest sizes [32] : i32
        %all = lift.reduce (%e = %chunk : !lift.array<32 x i32>)
            init (%acc = %none : !lift.array<32 x i32>) {
          %p = lift.pad %acc low [1] high [0] constant(%least : i32) : !lift.array<32 x i32>
          %left = lift.take %p size [32] : !lift.array<33 x i32>
          %next = lift.map seq (%l = %left, %a = %acc
              : !lift.array<32 x i32>, !lift.array<32 x i32>) {
            %m = arith.minsi %a, %e : i32
            %n = arith.maxsi %l, %m : i32
            lift.yield %n : i32
          }
          lift.yield %next : !lift.array<32 x i32>
        }
        %stored = lift.materialize %all in private : !lift.array<32 x i32>
        %out = lift.map seq (%e = %stored : !lift.array<32 x i32>) { lift.yield %e : i32 }
        lift.yield %out : !lift.array<32 x i32>
      }
      lift.yield %s : !lift.array<32 x 32 x i32>
    }
    %j = lift.join %sorted : !lift.array<(N / 1024) x 32 x 32 x i32>
    lift.yield %j : !lift.array<(N / 32) x 32 x i32>
  }
  return %r : !lift.array<(N / 32) x 32 x i32>
}

// Rows of eight, by their sums: the sums and the rows are two accumulators. Rows
// with the same sum stay in order.
// NUMPY @rows(v: i32[N]) -> (lambda r: r[np.argsort(r.sum(1), kind='stable')])(v.reshape(-1, 8))
// RUN: %check_numpy %s --entry=rows --size=N=256
// RUN: %check_numpy %s --entry=rows --size=N=8
// RUN: %check_numpy %s --entry=rows --size=N=104
// RUN: %if oclgrind %{ %check_numpy %s --entry=rows --size=N=40 --oclgrind %}
func.func @rows(%v: !lift.array<N x i32>) -> !lift.array<(N / 8) x 8 x i32> {
  %zero = arith.constant 0 : i32
  %least = arith.constant -2147483648 : i32
  %greatest = arith.constant 2147483647 : i32
  %rows = lift.split %v by 8 : !lift.array<N x i32>
  %noKeys = lift.broadcast %greatest sizes [N / 8] : i32
  %noRows = lift.broadcast %zero sizes [N / 8, 8] : i32
  %sorted:2 = lift.reduce (%row = %rows : !lift.array<(N / 8) x 8 x i32>)
      init (%keys = %noKeys, %done = %noRows
          : !lift.array<(N / 8) x i32>, !lift.array<(N / 8) x 8 x i32>) {
    %key = lift.reduce (%e = %row : !lift.array<8 x i32>) init (%acc = %zero : i32) {
      %s = arith.addi %acc, %e : i32
      lift.yield %s : i32
    }
    %p = lift.pad %keys low [1] high [0] constant(%least : i32) : !lift.array<(N / 8) x i32>
    %leftKeys = lift.take %p size [N / 8] : !lift.array<(N / 8 + 1) x i32>
    %q = lift.pad %done low [1] high [0] clamp : !lift.array<(N / 8) x 8 x i32>
    %leftRows = lift.take %q size [N / 8] : !lift.array<(N / 8 + 1) x 8 x i32>
    %next:2 = lift.map (%lk = %leftKeys, %k = %keys, %lr = %leftRows, %r = %done
        : !lift.array<(N / 8) x i32>, !lift.array<(N / 8) x i32>,
          !lift.array<(N / 8) x 8 x i32>, !lift.array<(N / 8) x 8 x i32>) {
      %stays = arith.cmpi sle, %k, %key : i32
      %moves = arith.cmpi sgt, %lk, %key : i32
      %new = arith.select %moves, %lk, %key : i32
      %nk = arith.select %stays, %k, %new : i32
      %nr = lift.map (%a = %lr, %b = %r, %c = %row
          : !lift.array<8 x i32>, !lift.array<8 x i32>, !lift.array<8 x i32>) {
        %other = arith.select %moves, %a, %c : i32
        %e = arith.select %stays, %b, %other : i32
        lift.yield %e : i32
      }
      lift.yield %nk, %nr : i32, !lift.array<8 x i32>
    }
    lift.yield %next#0, %next#1 : !lift.array<(N / 8) x i32>, !lift.array<(N / 8) x 8 x i32>
  }
  return %sorted#1 : !lift.array<(N / 8) x 8 x i32>
}
