// T18: filters. How many elements pass is known only when the program runs, and
// sizes are known before that: the result has the size of the input, with what
// passed in front, and comes with their number.
// REQUIRES: pocl

// Pairs of equal numbers in chunks of 32. From behind, so that what is put in
// front last was first.
// NUMPY @pairs(l: i32[N], r: i32[N]) -> (lambda m: (m.sum(1), *(np.take_along_axis(np.where(m, a, 0), np.argsort(~m, 1, kind='stable'), 1) for a in (l.reshape(-1, 32), r.reshape(-1, 32)))))((l == r).reshape(-1, 32))
// RUN: %check_numpy %s --entry=pairs --size=N=1024
// RUN: %check_numpy %s --entry=pairs --size=N=32
// RUN: not lift-run %s --entry=pairs --size=N=33 2>&1 | FileCheck %s
// RUN: %if oclgrind %{ %check_numpy %s --entry=pairs --size=N=96 --oclgrind %}
// CHECK: chunk size 32 does not divide the array length N
func.func @pairs(%l: !lift.array<N x i32>, %r: !lift.array<N x i32>)
    -> (!lift.array<(N / 32) x i32>, !lift.array<(N / 32) x 32 x tuple<i32, i32>>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %lr = lift.zip %l, %r : !lift.array<N x i32>, !lift.array<N x i32>
  %chunks = lift.split %lr by 32 : !lift.array<N x tuple<i32, i32>>
  %none = lift.tuple %zero, %zero : i32, i32
  %o:2 = lift.map glb(0) (%chunk = %chunks : !lift.array<(N / 32) x 32 x tuple<i32, i32>>) {
    %empty = lift.broadcast %none sizes [32] : tuple<i32, i32>
    %last = lift.reverse %chunk : !lift.array<32 x tuple<i32, i32>>
    %found:2 = lift.reduce (%pair = %last : !lift.array<32 x tuple<i32, i32>>)
        init (%count = %zero, %list = %empty : i32, !lift.array<32 x tuple<i32, i32>>) {
      %x = lift.get %pair[0] : tuple<i32, i32>
      %y = lift.get %pair[1] : tuple<i32, i32>
      %passes = arith.cmpi eq, %x, %y : i32
      %more = arith.addi %count, %one : i32
      %next = arith.select %passes, %more, %count : i32
      %first = lift.broadcast %pair sizes [1] : tuple<i32, i32>
      %longer = lift.concat %first, %list
          : !lift.array<1 x tuple<i32, i32>>, !lift.array<32 x tuple<i32, i32>>
      %moved = lift.take %longer size [32] : !lift.array<33 x tuple<i32, i32>>
      %nextList = lift.map (%a = %moved, %b = %list
          : !lift.array<32 x tuple<i32, i32>>, !lift.array<32 x tuple<i32, i32>>) {
        %a0 = lift.get %a[0] : tuple<i32, i32>
        %a1 = lift.get %a[1] : tuple<i32, i32>
        %b0 = lift.get %b[0] : tuple<i32, i32>
        %b1 = lift.get %b[1] : tuple<i32, i32>
        %c0 = arith.select %passes, %a0, %b0 : i32
        %c1 = arith.select %passes, %a1, %b1 : i32
        %c = lift.tuple %c0, %c1 : i32, i32
        lift.yield %c : tuple<i32, i32>
      }
      lift.yield %next, %nextList : i32, !lift.array<32 x tuple<i32, i32>>
    }
    %stored = lift.materialize %found#1 in private : !lift.array<32 x tuple<i32, i32>>
    lift.yield %found#0, %stored : i32, !lift.array<32 x tuple<i32, i32>>
  }
  return %o#0, %o#1 : !lift.array<(N / 32) x i32>, !lift.array<(N / 32) x 32 x tuple<i32, i32>>
}

// Rows of 32 whose sum is below a limit.
// NUMPY @rows(v: i32[N], t: i32) -> (lambda r: (lambda m: (m.sum(), np.where(m[:, None], r, 0)[np.argsort(~m, kind='stable')]))(r.sum(1) < t))(v.reshape(-1, 32))
// RUN: %check_numpy %s --entry=rows --size=N=1024
// RUN: %check_numpy %s --entry=rows --size=N=32
// RUN: %check_numpy %s --entry=rows --size=N=992
// RUN: %if oclgrind %{ %check_numpy %s --entry=rows --size=N=160 --oclgrind %}
func.func @rows(%v: !lift.array<N x i32>, %t: i32) -> (i32, !lift.array<(N / 32) x 32 x i32>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %rows = lift.split %v by 32 : !lift.array<N x i32>
  %last = lift.reverse %rows : !lift.array<(N / 32) x 32 x i32>
  %empty = lift.broadcast %zero sizes [N / 32, 32] : i32
  %found:2 = lift.reduce (%row = %last : !lift.array<(N / 32) x 32 x i32>)
      init (%count = %zero, %list = %empty : i32, !lift.array<(N / 32) x 32 x i32>) {
    %sum = lift.reduce (%e = %row : !lift.array<32 x i32>) init (%acc = %zero : i32) {
      %s = arith.addi %acc, %e : i32
      lift.yield %s : i32
    }
    %passes = arith.cmpi slt, %sum, %t : i32
    %more = arith.addi %count, %one : i32
    %next = arith.select %passes, %more, %count : i32
    %first = lift.broadcast %row sizes [1] : !lift.array<32 x i32>
    %longer = lift.concat %first, %list
        : !lift.array<1 x 32 x i32>, !lift.array<(N / 32) x 32 x i32>
    %moved = lift.take %longer size [N / 32] : !lift.array<(N / 32 + 1) x 32 x i32>
    %nextList = lift.map (%a = %moved, %b = %list
        : !lift.array<(N / 32) x 32 x i32>, !lift.array<(N / 32) x 32 x i32>) {
      %c = lift.map (%ae = %a, %be = %b : !lift.array<32 x i32>, !lift.array<32 x i32>) {
        %e = arith.select %passes, %ae, %be : i32
        lift.yield %e : i32
      }
      lift.yield %c : !lift.array<32 x i32>
    }
    lift.yield %next, %nextList : i32, !lift.array<(N / 32) x 32 x i32>
  }
  return %found#0, %found#1 : i32, !lift.array<(N / 32) x 32 x i32>
}
