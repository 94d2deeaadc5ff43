// T23: queries on tables, whose rows are tuples.
// REQUIRES: pocl

// Rows of the left table that no row of the right one has the key of.
// NUMPY @anti_join(lk: i32[N], la: i32[N], rk: i32[M], rb: i32[M]) -> (~np.isin(lk, rk), lk, la)
// RUN: %check_numpy %s --entry=anti_join --size=N=128 --size=M=4
// RUN: %check_numpy %s --entry=anti_join --size=N=4 --size=M=1
// RUN: %check_numpy %s --entry=anti_join --size=N=20 --size=M=7
// RUN: %if oclgrind %{ %check_numpy %s --entry=anti_join --size=N=20 --size=M=7 --oclgrind %}
func.func @anti_join(%l: !lift.array<N x tuple<i32, i32>>,
                     %r: !lift.array<M x tuple<i32, i32>>)
    -> !lift.array<N x tuple<i32, i32, i32>> {
  %no = arith.constant false
  %yes = arith.constant true
  // A work-item has four rows.
  %fours = lift.split %l by 4 : !lift.array<N x tuple<i32, i32>>
  %o = lift.map glb(0) (%rows = %fours : !lift.array<(N / 4) x 4 x tuple<i32, i32>>) {
    %marked = lift.map seq (%row = %rows : !lift.array<4 x tuple<i32, i32>>) {
      %k = lift.get %row[0] : tuple<i32, i32>
      %a = lift.get %row[1] : tuple<i32, i32>
      %found = lift.reduce (%other = %r : !lift.array<M x tuple<i32, i32>>)
          init (%any = %no : i1) {
        %rk = lift.get %other[0] : tuple<i32, i32>
        %same = arith.cmpi eq, %k, %rk : i32
        %next = arith.ori %any, %same : i1
        lift.yield %next : i1
      }
      %unmatched = arith.xori %found, %yes : i1
      %flag = arith.extui %unmatched : i1 to i32
      %t = lift.tuple %flag, %k, %a : i32, i32, i32
      lift.yield %t : tuple<i32, i32, i32>
    }
    lift.yield %marked : !lift.array<4 x tuple<i32, i32, i32>>
  }
  %all = lift.join %o : !lift.array<(N / 4) x 4 x tuple<i32, i32, i32>>
  return %all : !lift.array<N x tuple<i32, i32, i32>>
}

// Sums by key of rows that are sorted by it; the last row of a key is marked.
// NUMPY @group_by(key: i32[N], y: i32[N]) -> (key != np.roll(key, -1), key, ((key[:, None] == key) * y).sum(1))
// RUN: %check_numpy %s --entry=group_by --size=N=128
// RUN: %check_numpy %s --entry=group_by --size=N=1
// RUN: %check_numpy %s --entry=group_by --size=N=31
// RUN: %if oclgrind %{ %check_numpy %s --entry=group_by --size=N=17 --oclgrind %}
func.func @group_by(%t: !lift.array<N x tuple<i32, i32>>)
    -> !lift.array<N x tuple<i32, i32, i32>> {
  %zero = arith.constant 0 : i32
  %sums = lift.map glb(0) (%row = %t : !lift.array<N x tuple<i32, i32>>) {
    %k = lift.get %row[0] : tuple<i32, i32>
    %sum = lift.reduce (%other = %t : !lift.array<N x tuple<i32, i32>>)
        init (%acc = %zero : i32) {
      %ok = lift.get %other[0] : tuple<i32, i32>
      %oy = lift.get %other[1] : tuple<i32, i32>
      %same = arith.cmpi eq, %k, %ok : i32
      %y = arith.select %same, %oy, %zero : i32
      %next = arith.addi %acc, %y : i32
      lift.yield %next : i32
    }
    %pair = lift.tuple %k, %sum : i32, i32
    lift.yield %pair : tuple<i32, i32>
  }
  // The next row, and after the last one the first.
  %p = lift.pad %sums low [0] high [1] wrap : !lift.array<N x tuple<i32, i32>>
  %following = lift.drop %p size [1] : !lift.array<(N + 1) x tuple<i32, i32>>
  %o = lift.map glb(0) (%row = %sums, %nextRow = %following
      : !lift.array<N x tuple<i32, i32>>, !lift.array<N x tuple<i32, i32>>) {
    %k = lift.get %row[0] : tuple<i32, i32>
    %sum = lift.get %row[1] : tuple<i32, i32>
    %nk = lift.get %nextRow[0] : tuple<i32, i32>
    %differs = arith.cmpi ne, %k, %nk : i32
    %flag = arith.extui %differs : i1 to i32
    %out = lift.tuple %flag, %k, %sum : i32, i32, i32
    lift.yield %out : tuple<i32, i32, i32>
  }
  return %o : !lift.array<N x tuple<i32, i32, i32>>
}

// A join of two tables, a condition on both, and a sum over all that is left.
// NUMPY @query(a: i32[N], b: i32[N], c: i32[N], x: i32[M], y: i32[M], t: i32) -> (c[:, None] * ((a[:, None] == x) & (b[:, None] + y > t))).sum(keepdims=True)[0]
// RUN: %check_numpy %s --entry=query --size=N=64 --size=M=31
// RUN: %check_numpy %s --entry=query --size=N=1 --size=M=1
func.func @query(%t1: !lift.array<N x tuple<i32, i32, i32>>,
                 %t2: !lift.array<M x tuple<i32, i32>>, %t: i32) -> !lift.array<1 x i32> {
  %zero = arith.constant 0 : i32
  %one = lift.split %t1 by N : !lift.array<N x tuple<i32, i32, i32>>
  %r = lift.map (%rows = %one : !lift.array<1 x N x tuple<i32, i32, i32>>) {
    %total = lift.reduce (%row = %rows : !lift.array<N x tuple<i32, i32, i32>>)
        init (%acc = %zero : i32) {
      %a = lift.get %row[0] : tuple<i32, i32, i32>
      %b = lift.get %row[1] : tuple<i32, i32, i32>
      %c = lift.get %row[2] : tuple<i32, i32, i32>
      %sum = lift.reduce (%other = %t2 : !lift.array<M x tuple<i32, i32>>)
          init (%s = %acc : i32) {
        %x = lift.get %other[0] : tuple<i32, i32>
        %y = lift.get %other[1] : tuple<i32, i32>
        %same = arith.cmpi eq, %a, %x : i32
        %by = arith.addi %b, %y : i32
        %above = arith.cmpi sgt, %by, %t : i32
        %both = arith.andi %same, %above : i1
        %v = arith.select %both, %c, %zero : i32
        %next = arith.addi %s, %v : i32
        lift.yield %next : i32
      }
      lift.yield %sum : i32
    }
    lift.yield %total : i32
  }
  return %r : !lift.array<1 x i32>
}

// As by hand: a group has two rows; each work-item joins one of them with all of
// the right table, into local memory; the sums of rows and of the group follow.
// The sum over all groups is a second kernel: groups cannot wait for each other.
// NUMPY @mapped(a: i32[N], b: i32[N], c: i32[N], x: i32[512], y: i32[512], t: i32) -> (c[:, None] * ((a[:, None] == x) & (b[:, None] + y > t))).sum(keepdims=True)[0]
// RUN: %check_numpy %s --entry=mapped --size=N=2048
// RUN: %check_numpy %s --entry=mapped --size=N=2
// RUN: %check_numpy %s --entry=mapped --size=N=62
// RUN: %if oclgrind %{ %check_numpy %s --entry=mapped --size=N=6 --oclgrind %}
func.func @mapped(%t1: !lift.array<N x tuple<i32, i32, i32>>,
                  %t2: !lift.array<512 x tuple<i32, i32>>, %t: i32) -> !lift.array<1 x i32> {
  %zero = arith.constant 0 : i32
  %partial = lift.kernel @join local_size [2] global_size [64] {
    %pairs = lift.split %t1 by 2 : !lift.array<N x tuple<i32, i32, i32>>
    %sums = lift.map wrg(0) (%two = %pairs : !lift.array<(N / 2) x 2 x tuple<i32, i32, i32>>) {
      %values = lift.map lcl(0) (%row = %two : !lift.array<2 x tuple<i32, i32, i32>>) {
        %a = lift.get %row[0] : tuple<i32, i32, i32>
        %b = lift.get %row[1] : tuple<i32, i32, i32>
        %c = lift.get %row[2] : tuple<i32, i32, i32>
        %joined = lift.map seq (%other = %t2 : !lift.array<512 x tuple<i32, i32>>) {
          %x = lift.get %other[0] : tuple<i32, i32>
          %y = lift.get %other[1] : tuple<i32, i32>
          %j = lift.tuple %a, %b, %x, %y : i32, i32, i32, i32
          lift.yield %j : tuple<i32, i32, i32, i32>
        }
        %where = lift.map seq (%j = %joined : !lift.array<512 x tuple<i32, i32, i32, i32>>) {
          %ja = lift.get %j[0] : tuple<i32, i32, i32, i32>
          %jb = lift.get %j[1] : tuple<i32, i32, i32, i32>
          %jx = lift.get %j[2] : tuple<i32, i32, i32, i32>
          %jy = lift.get %j[3] : tuple<i32, i32, i32, i32>
          %same = arith.cmpi eq, %ja, %jx : i32
          %by = arith.addi %jb, %jy : i32
          %above = arith.cmpi sgt, %by, %t : i32
          %both = arith.andi %same, %above : i1
          %v = arith.select %both, %c, %zero : i32
          lift.yield %v : i32
        }
        lift.yield %where : !lift.array<512 x i32>
      }
      %l = lift.materialize %values in local : !lift.array<2 x 512 x i32>
      %rowSums = lift.map lcl(0) (%row = %l : !lift.array<2 x 512 x i32>) {
        %s = lift.reduce (%e = %row : !lift.array<512 x i32>) init (%acc = %zero : i32) {
          %n = arith.addi %acc, %e : i32
          lift.yield %n : i32
        }
        lift.yield %s : i32
      }
      %two2 = lift.materialize %rowSums in local : !lift.array<2 x i32>
      %s = lift.reduce (%e = %two2 : !lift.array<2 x i32>) init (%acc = %zero : i32) {
        %n = arith.addi %acc, %e : i32
        lift.yield %n : i32
      }
      lift.yield %s : i32
    }
    lift.yield %sums : !lift.array<(N / 2) x i32>
  }
  %total = lift.kernel @sum local_size [1] global_size [1] {
    %one = lift.split %partial by (N / 2) : !lift.array<(N / 2) x i32>
    %r = lift.map seq (%all = %one : !lift.array<1 x (N / 2) x i32>) {
      %s = lift.reduce (%e = %all : !lift.array<(N / 2) x i32>) init (%acc = %zero : i32) {
        %n = arith.addi %acc, %e : i32
        lift.yield %n : i32
      }
      lift.yield %s : i32
    }
    lift.yield %r : !lift.array<1 x i32>
  }
  return %total : !lift.array<1 x i32>
}
