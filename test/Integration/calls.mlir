// Functions that call others: of other sizes, in patterns, with tuning names.
// REQUIRES: pocl

func.func private @sum(%x: !lift.array<N x f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %s = lift.reduce (%e = %x : !lift.array<N x f32>) init (%acc = %zero : f32) {
    %a = arith.addf %acc, %e : f32
    lift.yield %a : f32
  }
  return %s : f32
}

// Calls @sum for chunks, and again for what they give.
func.func private @sum_in_chunks(%x: !lift.array<N x f32>) -> f32
    attributes {lift.params = {C = [4, 8]},
                lift.requires = [#lift.constraint<C divides N>]} {
  %chunks = lift.split %x by C : !lift.array<N x f32>
  %parts = lift.map (%chunk = %chunks : !lift.array<(N / C) x C x f32>) {
    %s = lift.call @sum[N = C](%chunk) : (!lift.array<C x f32>) -> f32
    lift.yield %s : f32
  }
  %s = lift.call @sum[N = N / C](%parts) : (!lift.array<(N / C) x f32>) -> f32
  return %s : f32
}

lift.user_fun @halves(x : vector<4xf32>, n : i32) -> (low : vector<4xf32>, isodd : i1)
    code ["*low = x * 0.5f;", "*isodd = n & 1;"]
    reference (%x, %n) {
  %half = arith.constant dense<0.5> : vector<4xf32>
  %low = arith.mulf %x, %half : vector<4xf32>
  %odd = arith.trunci %n : i32 to i1
  lift.yield %low, %odd : vector<4xf32>, i1
}

// NUMPY @row_sums(m: f32[M, 2, K]) -> m.sum((1, 2))
// RUN: %check_numpy %s --entry=row_sums --size=M=13 --size=K=12
// RUN: %check_numpy %s --entry=row_sums --size=M=1 --size=K=4
// RUN: %check_numpy %s --entry=row_sums --size=M=5 --size=K=4 --param=T=8
// RUN: %if oclgrind %{ %check_numpy %s --entry=row_sums --size=M=13 --size=K=12 --oclgrind %}
func.func @row_sums(%m: !lift.array<M x 2 x K x f32>) -> !lift.array<M x f32>
    attributes {lift.params = {T = [4, 8]}} {
  %rows = lift.join %m dim 1 : !lift.array<M x 2 x K x f32>
  %r = lift.map (%row = %rows : !lift.array<M x (2 * K) x f32>) {
    %s = lift.call @sum_in_chunks[C = T, N = 2 * K](%row)
        : (!lift.array<(2 * K) x f32>) -> f32
    lift.yield %s : f32
  }
  return %r : !lift.array<M x f32>
}

// Vectors, i1, and a result that is not used.
// NUMPY @vectors(x: f32[N], n: i32[N]) -> np.where(n % 2 == 1, x * .5 + n, 7)
// RUN: %check_numpy %s --entry=vectors --size=N=37
// RUN: %check_numpy %s --entry=vectors --size=N=1
func.func @vectors(%x: !lift.array<N x f32>, %n: !lift.array<N x i32>)
    -> !lift.array<N x f32> {
  %seven = arith.constant 7.0 : f32
  %r = lift.map (%a = %x, %i = %n : !lift.array<N x f32>, !lift.array<N x i32>) {
    %v = vector.from_elements %seven, %a, %seven, %a : vector<4xf32>
    %h:2 = lift.call @halves(%v, %i) : (vector<4xf32>, i32) -> (vector<4xf32>, i1)
    %low = vector.extract %h#0[3] : f32 from vector<4xf32>
    %f = arith.sitofp %i : i32 to f32
    %sum = arith.addf %low, %f : f32
    %s = arith.select %h#1, %sum, %seven : f32
    %unused:2 = lift.call @halves(%v, %i) : (vector<4xf32>, i32) -> (vector<4xf32>, i1)
    lift.yield %s : f32
  }
  return %r : !lift.array<N x f32>
}
