// Histograms: what one work-item, or each of several, counts into bins of its
// own. Indices outside of the bins are left out.
// REQUIRES: pocl

// One kernel with one work-item.
// NUMPY @count(k: i32[N], b: i32[B]) -> b + np.bincount(k[(k >= 0) & (k < B)], minlength=B)
// INPUT @count k = np.arange(N) * 7 % 23 - 5
// RUN: %check_numpy %s --entry=count --size=N=129 --size=B=11
// RUN: %check_numpy %s --entry=count --size=N=1 --size=B=1
// RUN: %check_numpy %s --entry=count --size=N=64 --size=B=40
// RUN: %if oclgrind %{ %check_numpy %s --entry=count --size=N=129 --size=B=11 --oclgrind %}
func.func @count(%k: !lift.array<N x i32>, %b: !lift.array<B x i32>)
    -> !lift.array<B x i32> {
  %one = arith.constant 1 : i32
  %r = lift.scatter_reduce (%i = %k : !lift.array<N x i32>)
      init (%bin = %b : !lift.array<B x i32>) {
    %n = arith.addi %bin, %one : i32
    lift.yield %n : i32
  }
  return %r : !lift.array<B x i32>
}

// No index is far outside without a fault, of 64 bits neither.
// NUMPY @far(k: i64[N], x: f32[N], y: f32[N], b: f32[B]) -> b + np.array([((x * y)[k == i]).sum() for i in range(B)], dtype=np.float32)
// INPUT @far k = np.where(np.arange(N) % 3 == 0, np.arange(N) % 7, (np.arange(N) - 9) * 2**40)
// RUN: %check_numpy %s --entry=far --size=N=67 --size=B=5
// RUN: %check_numpy %s --entry=far --size=N=67 --size=B=9
// RUN: %if oclgrind %{ %check_numpy %s --entry=far --size=N=67 --size=B=5 --oclgrind %}
func.func @far(%k: !lift.array<N x i64>, %x: !lift.array<N x f32>,
               %y: !lift.array<N x f32>, %b: !lift.array<B x f32>)
    -> !lift.array<B x f32> {
  %r = lift.scatter_reduce (%i = %k, %e = %x, %f = %y
      : !lift.array<N x i64>, !lift.array<N x f32>, !lift.array<N x f32>)
      init (%bin = %b : !lift.array<B x f32>) {
    %p = arith.mulf %e, %f : f32
    %s = arith.addf %bin, %p : f32
    lift.yield %s : f32
  }
  return %r : !lift.array<B x f32>
}

// Each work-item has a chunk and bins of its own, in private memory; then all
// are added up. Two arrays of bins.
// NUMPY @chunks(k: i32[N], x: f32[N]) -> (np.bincount(k[(k >= 0) & (k < 6)], minlength=6).astype(np.int32), np.array([x[k == i].sum() for i in range(6)], dtype=np.float32))
// INPUT @chunks k = np.arange(N) * 5 % 11 - 2
// RUN: %check_numpy %s --entry=chunks --size=N=165
// RUN: %check_numpy %s --entry=chunks --size=N=15
// RUN: %if oclgrind %{ %check_numpy %s --entry=chunks --size=N=165 --oclgrind %}
func.func @chunks(%k: !lift.array<N x i32>, %x: !lift.array<N x f32>)
    -> (!lift.array<6 x i32>, !lift.array<6 x f32>)
    attributes {lift.requires = [#lift.constraint<15 divides N>]} {
  %zero = arith.constant 0 : i32
  %fzero = arith.constant 0.0 : f32
  %one = arith.constant 1 : i32
  %zeros = lift.broadcast %zero sizes [6] : i32
  %fzeros = lift.broadcast %fzero sizes [6] : f32
  %ks = lift.split %k by 15 : !lift.array<N x i32>
  %xs = lift.split %x by 15 : !lift.array<N x f32>
  %n, %s = lift.map glb(0) (%kc = %ks, %xc = %xs
      : !lift.array<(N / 15) x 15 x i32>, !lift.array<(N / 15) x 15 x f32>) {
    %p, %q = lift.scatter_reduce (%i = %kc, %e = %xc
        : !lift.array<15 x i32>, !lift.array<15 x f32>)
        init (%u = %zeros, %v = %fzeros
        : !lift.array<6 x i32>, !lift.array<6 x f32>) {
      %c = arith.addi %u, %one : i32
      %t = arith.addf %v, %e : f32
      lift.yield %c, %t : i32, f32
    }
    %pp = lift.materialize %p in private : !lift.array<6 x i32>
    %qp = lift.materialize %q in private : !lift.array<6 x f32>
    %po = lift.map (%e = %pp : !lift.array<6 x i32>) { lift.yield %e : i32 }
    %qo = lift.map (%e = %qp : !lift.array<6 x f32>) { lift.yield %e : f32 }
    lift.yield %po, %qo : !lift.array<6 x i32>, !lift.array<6 x f32>
  }
  %nt = lift.transpose %n : !lift.array<(N / 15) x 6 x i32>
  %st = lift.transpose %s : !lift.array<(N / 15) x 6 x f32>
  %counts = lift.map glb(0) (%row = %nt : !lift.array<6 x (N / 15) x i32>) {
    %r = lift.reduce (%e = %row : !lift.array<(N / 15) x i32>) init (%acc = %zero : i32) {
      %t = arith.addi %acc, %e : i32
      lift.yield %t : i32
    }
    lift.yield %r : i32
  }
  %sums = lift.map glb(0) (%row = %st : !lift.array<6 x (N / 15) x f32>) {
    %r = lift.reduce (%e = %row : !lift.array<(N / 15) x f32>) init (%acc = %fzero : f32) {
      %t = arith.addf %acc, %e : f32
      lift.yield %t : f32
    }
    lift.yield %r : f32
  }
  return %counts, %sums : !lift.array<6 x i32>, !lift.array<6 x f32>
}

// The first work-item of each group counts into bins in local memory, which all
// clear before and read afterwards; the group's result is global.
// NUMPY @groups(k: i32[N]) -> np.array([np.bincount(r[(r >= 0) & (r < 10)], minlength=10) * 3 for r in k.reshape(-1, 13)], dtype=np.int32)
// INPUT @groups k = np.arange(N) * 3 % 17 - 4
// RUN: %check_numpy %s --entry=groups --size=N=91
// RUN: %check_numpy %s --entry=groups --size=N=13
// RUN: %if oclgrind %{ %check_numpy %s --entry=groups --size=N=91 --oclgrind %}
func.func @groups(%k: !lift.array<N x i32>) -> !lift.array<(N / 13) x 10 x i32>
    attributes {lift.requires = [#lift.constraint<13 divides N>]} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %three = arith.constant 3 : i32
  %rows = lift.split %k by 13 : !lift.array<N x i32>
  %r = lift.kernel local_size [4] global_size [N / 13 * 4] {
    %counts = lift.map wrg(0) (%row = %rows : !lift.array<(N / 13) x 13 x i32>) {
      %numbers = lift.broadcast %zero sizes [10] : i32
      %cleared = lift.map lcl(0) (%e = %numbers : !lift.array<10 x i32>) {
        lift.yield %e : i32
      }
      %bins = lift.materialize %cleared in local : !lift.array<10 x i32>
      %h = lift.scatter_reduce (%i = %row : !lift.array<13 x i32>)
          init (%bin = %bins : !lift.array<10 x i32>) {
        %n = arith.addi %bin, %one : i32
        lift.yield %n : i32
      }
      %hl = lift.materialize %h in local : !lift.array<10 x i32>
      %o = lift.map lcl(0) (%e = %hl : !lift.array<10 x i32>) {
        %t = arith.muli %e, %three : i32
        lift.yield %t : i32
      }
      lift.yield %o : !lift.array<10 x i32>
    }
    lift.yield %counts : !lift.array<(N / 13) x 10 x i32>
  }
  return %r : !lift.array<(N / 13) x 10 x i32>
}

// Bins in the result, a row for each work-item; what an element adds is a row
// of numbers.
// NUMPY @rows(k: i32[N, M], m: f32[N, M, 3]) -> np.array([[m[i][k[i] == j].sum() for j in range(4)] for i in range(N)], dtype=np.float32)
// INPUT @rows k = np.arange(N * M).reshape(N, M) * 5 % 7 - 1
// RUN: %check_numpy %s --entry=rows --size=N=9 --size=M=11
// RUN: %if oclgrind %{ %check_numpy %s --entry=rows --size=N=9 --size=M=11 --oclgrind %}
func.func @rows(%k: !lift.array<N x M x i32>, %m: !lift.array<N x M x 3 x f32>)
    -> !lift.array<N x 4 x f32> {
  %zero = arith.constant 0.0 : f32
  %zeros = lift.broadcast %zero sizes [4] : f32
  %r = lift.map glb(0) (%ks = %k, %ms = %m
      : !lift.array<N x M x i32>, !lift.array<N x M x 3 x f32>) {
    %h = lift.scatter_reduce (%i = %ks, %row = %ms
        : !lift.array<M x i32>, !lift.array<M x 3 x f32>)
        init (%bin = %zeros : !lift.array<4 x f32>) {
      %s = lift.reduce (%e = %row : !lift.array<3 x f32>) init (%acc = %bin : f32) {
        %t = arith.addf %acc, %e : f32
        lift.yield %t : f32
      }
      lift.yield %s : f32
    }
    lift.yield %h : !lift.array<4 x f32>
  }
  return %r : !lift.array<N x 4 x f32>
}

// Bins of pairs: a sum and a number; tuples are taken apart before.
// NUMPY @means(k: i32[N], x: f32[N]) -> np.array([x[k == i].sum() + 1000 * (k == i).sum() for i in range(5)], dtype=np.float32)
// INPUT @means k = np.arange(N) % 9 - 2
// RUN: %check_numpy %s --entry=means --size=N=77
func.func @means(%k: !lift.array<N x i32>, %x: !lift.array<N x f32>)
    -> !lift.array<5 x f32> {
  %zero = arith.constant 0 : i32
  %fzero = arith.constant 0.0 : f32
  %one = arith.constant 1 : i32
  %thousand = arith.constant 1000.0 : f32
  %zeros = lift.broadcast %zero sizes [5] : i32
  %fzeros = lift.broadcast %fzero sizes [5] : f32
  %pairs = lift.zip %fzeros, %zeros : !lift.array<5 x f32>, !lift.array<5 x i32>
  %r = lift.scatter_reduce (%i = %k, %e = %x
      : !lift.array<N x i32>, !lift.array<N x f32>)
      init (%bin = %pairs : !lift.array<5 x tuple<f32, i32>>) {
    %a = lift.get %bin[0] : tuple<f32, i32>
    %n = lift.get %bin[1] : tuple<f32, i32>
    %s = arith.addf %a, %e : f32
    %c = arith.addi %n, %one : i32
    %t = lift.tuple %s, %c : f32, i32
    lift.yield %t : tuple<f32, i32>
  }
  %o = lift.map (%p = %r : !lift.array<5 x tuple<f32, i32>>) {
    %a = lift.get %p[0] : tuple<f32, i32>
    %n = lift.get %p[1] : tuple<f32, i32>
    %f = arith.sitofp %n : i32 to f32
    %w = arith.mulf %f, %thousand : f32
    %s = arith.addf %a, %w : f32
    lift.yield %s : f32
  }
  return %o : !lift.array<5 x f32>
}

// Bins that are reversed on the way out, and a histogram for each step of a
// reduction that starts from the one before.
// NUMPY @rounds(k: i32[N, M], b: i32[B]) -> (b + np.bincount(k[(k >= 0) & (k < B)], minlength=B))[::-1]
// INPUT @rounds k = np.arange(N * M).reshape(N, M) * 3 % 13 - 3
// RUN: %check_numpy %s --entry=rounds --size=N=5 --size=M=7 --size=B=8
// RUN: %if oclgrind %{ %check_numpy %s --entry=rounds --size=N=5 --size=M=7 --size=B=8 --oclgrind %}
func.func @rounds(%k: !lift.array<N x M x i32>, %b: !lift.array<B x i32>)
    -> !lift.array<B x i32> {
  %one = arith.constant 1 : i32
  %r = lift.reduce (%row = %k : !lift.array<N x M x i32>)
      init (%acc = %b : !lift.array<B x i32>) {
    %h = lift.scatter_reduce (%i = %row : !lift.array<M x i32>)
        init (%bin = %acc : !lift.array<B x i32>) {
      %n = arith.addi %bin, %one : i32
      lift.yield %n : i32
    }
    lift.yield %h : !lift.array<B x i32>
  }
  %back = lift.reverse %r : !lift.array<B x i32>
  return %back : !lift.array<B x i32>
}

// Bins that are stored from the last on, in a column of the result: each work-item
// has its own.
// NUMPY @columns(k: i32[G, N], b: i32[G, 7]) -> (b + np.array([np.bincount(r[(r >= 0) & (r < 7)], minlength=7) for r in k]))[:, ::-1].T
// INPUT @columns k = (np.arange(G * N) * 5 % 11 - 2).reshape(G, N)
// RUN: %check_numpy %s --entry=columns --size=G=3 --size=N=100
// RUN: %check_numpy %s --entry=columns --size=G=1 --size=N=1
// RUN: %if oclgrind %{ %check_numpy %s --entry=columns --size=G=3 --size=N=17 --oclgrind %}
func.func @columns(%k: !lift.array<G x N x i32>, %b: !lift.array<G x 7 x i32>)
    -> !lift.array<7 x G x i32> {
  %one = arith.constant 1 : i32
  %r = lift.map (%row = %k, %bins = %b
      : !lift.array<G x N x i32>, !lift.array<G x 7 x i32>) {
    %h = lift.scatter_reduce (%i = %row : !lift.array<N x i32>)
        init (%bin = %bins : !lift.array<7 x i32>) {
      %n = arith.addi %bin, %one : i32
      lift.yield %n : i32
    }
    %backwards = lift.reverse %h : !lift.array<7 x i32>
    lift.yield %backwards : !lift.array<7 x i32>
  }
  %t = lift.transpose %r : !lift.array<G x 7 x i32>
  return %t : !lift.array<7 x G x i32>
}
