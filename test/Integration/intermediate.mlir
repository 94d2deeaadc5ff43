// Arrays that are computed and read more than once: stored in private memory if
// small, in global memory otherwise, in kernels of their own at function level.
// REQUIRES: pocl

// Two blurs of each row, of any length: a global temporary for each row.
// NUMPY @rows(x: f32[N, M]) -> (lambda f: f(f(x)))(lambda a: (lambda p: p[:, :-2] + p[:, 1:-1] + p[:, 2:])(np.pad(a, ((0, 0), (1, 1)), 'edge')))
// RUN: %check_numpy %s --entry=rows --size=N=13 --size=M=31
// RUN: %check_numpy %s --entry=rows --size=N=1 --size=M=1
// RUN: %check_numpy %s --entry=rows --size=N=200 --size=M=7
// RUN: %if oclgrind %{ %check_numpy %s --entry=rows --size=N=13 --size=M=5 --oclgrind %}
func.func @rows(%x: !lift.array<N x M x f32>) -> !lift.array<N x M x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%row = %x : !lift.array<N x M x f32>) {
    %p = lift.pad %row low [1] high [1] clamp : !lift.array<M x f32>
    %w = lift.slide %p size [3] step [1] : !lift.array<(M + 2) x f32>
    %once = lift.map (%win = %w : !lift.array<M x 3 x f32>) {
      %s = lift.reduce (%e = %win : !lift.array<3 x f32>) init (%a = %zero : f32) {
        %t = arith.addf %a, %e : f32
        lift.yield %t : f32
      }
      lift.yield %s : f32
    }
    %p2 = lift.pad %once low [1] high [1] clamp : !lift.array<M x f32>
    %w2 = lift.slide %p2 size [3] step [1] : !lift.array<(M + 2) x f32>
    %twice = lift.map (%win = %w2 : !lift.array<M x 3 x f32>) {
      %s = lift.reduce (%e = %win : !lift.array<3 x f32>) init (%a = %zero : f32) {
        %t = arith.addf %a, %e : f32
        lift.yield %t : f32
      }
      lift.yield %s : f32
    }
    lift.yield %twice : !lift.array<M x f32>
  }
  return %r : !lift.array<N x M x f32>
}

// A small square for each element, read twice.
// NUMPY @small(x: f32[N, 3]) -> (lambda s: s + s.sum(1, keepdims=True))(x * x)
// RUN: %check_numpy %s --entry=small --size=N=17
// RUN: %if oclgrind %{ %check_numpy %s --entry=small --size=N=17 --oclgrind %}
func.func @small(%x: !lift.array<N x 3 x f32>) -> !lift.array<N x 3 x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%row = %x : !lift.array<N x 3 x f32>) {
    %sq = lift.map (%e = %row : !lift.array<3 x f32>) {
      %s = arith.mulf %e, %e : f32
      lift.yield %s : f32
    }
    %sum = lift.reduce (%e = %sq : !lift.array<3 x f32>) init (%a = %zero : f32) {
      %t = arith.addf %a, %e : f32
      lift.yield %t : f32
    }
    %o = lift.map (%e = %sq : !lift.array<3 x f32>) {
      %t = arith.addf %e, %sum : f32
      lift.yield %t : f32
    }
    lift.yield %o : !lift.array<3 x f32>
  }
  return %r : !lift.array<N x 3 x f32>
}

// A whole array that a second kernel reads, and a scalar that a third needs.
// NUMPY @kernels(x: f32[N]) -> ((x * x) + (x * x).sum(), (x * x).sum())
// RUN: %check_numpy %s --entry=kernels --size=N=17
// RUN: %check_numpy %s --entry=kernels --size=N=1
func.func @kernels(%x: !lift.array<N x f32>) -> (!lift.array<N x f32>, f32) {
  %zero = arith.constant 0.0 : f32
  %sq = lift.map (%e = %x : !lift.array<N x f32>) {
    %s = arith.mulf %e, %e : f32
    lift.yield %s : f32
  }
  %sum = lift.reduce (%e = %sq : !lift.array<N x f32>) init (%a = %zero : f32) {
    %t = arith.addf %a, %e : f32
    lift.yield %t : f32
  }
  %o = lift.map (%e = %sq : !lift.array<N x f32>) {
    %t = arith.addf %e, %sum : f32
    lift.yield %t : f32
  }
  return %o, %sum : !lift.array<N x f32>, f32
}

// Sizes that do not divide: padded to whole chunks, and cut again.
// NUMPY @chunks(x: f32[N]) -> x * 2
// RUN: %check_numpy %s --entry=chunks --size=N=17
// RUN: %check_numpy %s --entry=chunks --size=N=1
// RUN: %check_numpy %s --entry=chunks --size=N=96
// RUN: %if oclgrind %{ %check_numpy %s --entry=chunks --size=N=17 --oclgrind %}
func.func @chunks(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %two = arith.constant 2.0 : f32
  %k = lift.kernel local_size [8] global_size [32] {
    %p = lift.pad %x low [0] high [(N ceildiv 32) * 32 - N] empty : !lift.array<N x f32>
    %c = lift.split %p by 32 : !lift.array<((N ceildiv 32) * 32) x f32>
    %o = lift.map wrg(0) (%chunk = %c : !lift.array<(N ceildiv 32) x 32 x f32>) {
      %l = lift.copy %chunk [lcl(0)] in local : !lift.array<32 x f32>
      %d = lift.map lcl(0) (%e = %l : !lift.array<32 x f32>) {
        %t = arith.mulf %e, %two : f32
        lift.yield %t : f32
      }
      lift.yield %d : !lift.array<32 x f32>
    }
    %j = lift.join %o : !lift.array<(N ceildiv 32) x 32 x f32>
    %t = lift.take %j size [N] : !lift.array<((N ceildiv 32) * 32) x f32>
    lift.yield %t : !lift.array<N x f32>
  }
  return %k : !lift.array<N x f32>
}
