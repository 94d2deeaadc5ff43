// Iterates with a count that is known only when the program runs.
// REQUIRES: pocl

// NUMPY @smooth(x: f32[N], t: i32[T]) -> np.linalg.matrix_power((lambda p: p[:-2] + p[2:] - p[1:-1])(np.pad(np.eye(N, dtype=np.float32), ((1, 1), (0, 0)), 'edge')), T) @ x
// RUN: %check_numpy %s --entry=smooth --size=N=31 --size=T=5
// RUN: %check_numpy %s --entry=smooth --size=N=1 --size=T=1
// RUN: %check_numpy %s --entry=smooth --size=N=13 --size=T=4
// RUN: %if oclgrind %{ %check_numpy %s --entry=smooth --size=N=13 --size=T=3 --oclgrind %}
func.func @smooth(%x: !lift.array<N x f32>, %t: !lift.array<T x i32>)
    -> !lift.array<N x f32> {
  %r = lift.iterate T size L (%v = %x : !lift.array<N x f32>) {
    %p = lift.pad %v low [1] high [1] clamp : !lift.array<L x f32>
    %left = lift.take %p size [L] : !lift.array<(L + 2) x f32>
    %right = lift.drop %p size [2] : !lift.array<(L + 2) x f32>
    %m = lift.map (%a = %left, %b = %right, %c = %v
        : !lift.array<L x f32>, !lift.array<L x f32>, !lift.array<L x f32>) {
      %ab = arith.addf %a, %b : f32
      %s = arith.subf %ab, %c : f32
      lift.yield %s : f32
    }
    lift.yield %m : !lift.array<L x f32>
  }
  return %r : !lift.array<N x f32>
}

// Tiles of 32, each smoothed by itself, in local memory: two buffers, one of
// which a step reads while it writes the other.
// NUMPY @tiles(x: f32[N], t: i32[T]) -> x.reshape(-1, 32) @ np.linalg.matrix_power((lambda p: p[:-2] + p[2:] - p[1:-1])(np.pad(np.eye(32, dtype=np.float32), ((1, 1), (0, 0)), 'edge')), T).T
// RUN: %check_numpy %s --entry=tiles --size=N=128 --size=T=5
// RUN: %check_numpy %s --entry=tiles --size=N=32 --size=T=1
// RUN: %if oclgrind %{ %check_numpy %s --entry=tiles --size=N=96 --size=T=3 --oclgrind %}
func.func @tiles(%x: !lift.array<N x f32>, %t: !lift.array<T x i32>)
    -> !lift.array<(N / 32) x 32 x f32> {
  %r = lift.kernel @smooth local_size [32] global_size [64] {
    %tiles = lift.split %x by 32 : !lift.array<N x f32>
    %o = lift.map wrg(0) (%tile = %tiles : !lift.array<(N / 32) x 32 x f32>) {
      %l = lift.copy %tile [lcl(0)] in local : !lift.array<32 x f32>
      %done = lift.iterate T size L (%v = %l : !lift.array<32 x f32>) {
        %p = lift.pad %v low [1] high [1] clamp : !lift.array<L x f32>
        %left = lift.take %p size [L] : !lift.array<(L + 2) x f32>
        %right = lift.drop %p size [2] : !lift.array<(L + 2) x f32>
        %m = lift.map lcl(0) (%a = %left, %b = %right, %c = %v
            : !lift.array<L x f32>, !lift.array<L x f32>, !lift.array<L x f32>) {
          %ab = arith.addf %a, %b : f32
          %s = arith.subf %ab, %c : f32
          lift.yield %s : f32
        }
        %next = lift.materialize %m in local : !lift.array<L x f32>
        %back = lift.map lcl(0) (%e = %next : !lift.array<L x f32>) { lift.yield %e : f32 }
        lift.yield %back : !lift.array<L x f32>
      }
      %stored = lift.materialize %done in local : !lift.array<32 x f32>
      %out = lift.map lcl(0) (%e = %stored : !lift.array<32 x f32>) { lift.yield %e : f32 }
      lift.yield %out : !lift.array<32 x f32>
    }
    lift.yield %o : !lift.array<(N / 32) x 32 x f32>
  }
  return %r : !lift.array<(N / 32) x 32 x f32>
}

// A step that multiplies with a matrix from outside: the size of what it yields
// is that of the first operand, as is its own.
// NUMPY @search(G: i32[N, N], f: i32[N], t: i32[T]) -> (lambda r: r)(__import__('functools').reduce(lambda v, _: np.bitwise_or(v, np.bitwise_or.reduce(v[None, :] & G, 1)), range(T), f))
// RUN: %check_numpy %s --entry=search --size=N=8 --size=T=3
// RUN: %check_numpy %s --entry=search --size=N=1 --size=T=1
// RUN: %check_numpy %s --entry=search --size=N=37 --size=T=2
// RUN: %if oclgrind %{ %check_numpy %s --entry=search --size=N=13 --size=T=3 --oclgrind %}
func.func @search(%G: !lift.array<N x N x i32>, %f: !lift.array<N x i32>,
    %t: !lift.array<T x i32>) -> !lift.array<N x i32> {
  %zero = arith.constant 0 : i32
  %r = lift.iterate T size L (%v = %f : !lift.array<N x i32>) {
    %o = lift.map (%row = %G, %old = %v : !lift.array<N x N x i32>, !lift.array<L x i32>) {
      %s = lift.reduce (%a = %v, %b = %row : !lift.array<L x i32>, !lift.array<N x i32>)
          init (%acc = %old : i32) {
        %c = arith.andi %a, %b : i32
        %d = arith.ori %acc, %c : i32
        lift.yield %d : i32
      }
      lift.yield %s : i32
    }
    lift.yield %o : !lift.array<N x i32>
  }
  return %r : !lift.array<N x i32>
}

// Perfect shuffles of a deck: what an index subtracts while it is computed is not
// taken for large.
// NUMPY @shuffles(x: i32[N]) -> (lambda f: f(f(f(f(f(x))))))(lambda v: v.reshape(2, -1).T.ravel())
// RUN: %check_numpy %s --entry=shuffles --size=N=138
// RUN: %check_numpy %s --entry=shuffles --size=N=2
func.func @shuffles(%x: !lift.array<N x i32>) -> !lift.array<N x i32> {
  %r = lift.iterate 5 size L (%v = %x : !lift.array<N x i32>) {
    %halves = lift.split %v by (L / 2) : !lift.array<L x i32>
    %pairs = lift.transpose %halves
        : !lift.array<(L / (L / 2)) x (L / 2) x i32>
    %next = lift.join %pairs : !lift.array<(L / 2) x (L / (L / 2)) x i32>
    lift.yield %next : !lift.array<((L / 2) * (L / (L / 2))) x i32>
  }
  return %r : !lift.array<N x i32>
}
