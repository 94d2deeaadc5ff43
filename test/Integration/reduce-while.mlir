// Reductions that stop at the first element that fails a test.
// REQUIRES: pocl

// T17: sums of what stands in a row before the first element that is not below
// a limit.
// NUMPY @bounded(v: i32[N]) -> (lambda r: (r * np.cumprod(r < 8192, 1)).sum(1))(v.reshape(-1, 32))
// INPUT @bounded v = np.arange(N).reshape(-1, 32).T.ravel()
// RUN: %check_numpy %s --entry=bounded --size=N=16384
// RUN: %check_numpy %s --entry=bounded --size=N=1024
// RUN: %if oclgrind %{ %check_numpy %s --entry=bounded --size=N=16384 --oclgrind %}
func.func @bounded(%v: !lift.array<N x i32>) -> !lift.array<(N / 32) x i32>
    attributes {lift.requires = [#lift.constraint<256 divides N>]} {
  %zero = arith.constant 0 : i32
  %limit = arith.constant 8192 : i32
  %k = lift.kernel local_size [8] global_size [N / 32] {
    %rows = lift.split %v by 32 : !lift.array<N x i32>
    %groups = lift.split %rows by 8 : !lift.array<(N / 32) x 32 x i32>
    %sums = lift.map wrg(0) (%group = %groups
        : !lift.array<(N / 256) x 8 x 32 x i32>) {
      %r = lift.map lcl(0) (%row = %group : !lift.array<8 x 32 x i32>) {
        %sum = lift.reduce_while (%e = %row : !lift.array<32 x i32>)
            init (%acc = %zero : i32) while {
          %below = arith.cmpi slt, %e, %limit : i32
          lift.yield %below : i1
        } do {
          %s = arith.addi %acc, %e : i32
          lift.yield %s : i32
        }
        lift.yield %sum : i32
      }
      lift.yield %r : !lift.array<8 x i32>
    }
    %all = lift.join %sums : !lift.array<(N / 256) x 8 x i32>
    lift.yield %all : !lift.array<(N / 32) x i32>
  }
  return %k : !lift.array<(N / 32) x i32>
}

// The predicate looks at the accumulator; elements are computed where they are
// read. Rows end early, at the end, and at once.
// NUMPY @budget(m: f32[N, M], b: f32[N]) -> np.array([next((s for s in c if s >= t), c[-1]) if t > 0 else 0 for c, t in zip((m * m).cumsum(1), b)])
// RUN: %check_numpy %s --entry=budget --size=N=37 --size=M=13
// RUN: %check_numpy %s --entry=budget --size=N=1 --size=M=1
// RUN: %check_numpy %s --entry=budget --size=N=130 --size=M=2
// RUN: %if oclgrind %{ %check_numpy %s --entry=budget --size=N=37 --size=M=13 --oclgrind %}
func.func @budget(%m: !lift.array<N x M x f32>, %b: !lift.array<N x f32>)
    -> !lift.array<N x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%row = %m, %limit = %b
      : !lift.array<N x M x f32>, !lift.array<N x f32>) {
    %squares = lift.map (%e = %row : !lift.array<M x f32>) {
      %s = arith.mulf %e, %e : f32
      lift.yield %s : f32
    }
    %sum = lift.reduce_while (%e = %squares : !lift.array<M x f32>)
        init (%acc = %zero : f32) while {
      %go = arith.cmpf olt, %acc, %limit : f32
      lift.yield %go : i1
    } do {
      %s = arith.addf %acc, %e : f32
      lift.yield %s : f32
    }
    lift.yield %sum : f32
  }
  return %r : !lift.array<N x f32>
}

// An array accumulator, and a predicate that reduces a row: rows are added, and
// counted, up to the first whose sum is negative. The step turns the accumulator
// around, so that it needs a second buffer.
// NUMPY @until(m: f32[N, M]) -> (lambda r: (sum((r[len(r) - 1 - i] if i % 2 == 0 else r[len(r) - 1 - i][::-1] for i in range(len(r))), np.zeros(M)), len(r)))(m[: int(np.cumprod(m.sum(1) >= 0).sum())])
// RUN: %check_numpy %s --entry=until --size=N=10 --size=M=3
// RUN: %check_numpy %s --entry=until --size=N=40 --size=M=7
// RUN: %check_numpy %s --entry=until --size=N=1 --size=M=1
// RUN: %check_numpy %s --entry=until --size=N=5 --size=M=64
// RUN: %if oclgrind %{ %check_numpy %s --entry=until --size=N=40 --size=M=7 --oclgrind %}
func.func @until(%m: !lift.array<N x M x f32>) -> (!lift.array<M x f32>, i32) {
  %none = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %zero = arith.constant 0.0 : f32
  %zeros = lift.broadcast %zero sizes [M] : f32
  %r, %count = lift.reduce_while (%row = %m : !lift.array<N x M x f32>)
      init (%acc = %zeros, %n = %none : !lift.array<M x f32>, i32) while {
    %sum = lift.reduce (%e = %row : !lift.array<M x f32>) init (%s = %zero : f32) {
      %t = arith.addf %s, %e : f32
      lift.yield %t : f32
    }
    %go = arith.cmpf oge, %sum, %zero : f32
    lift.yield %go : i1
  } do {
    %turned = lift.reverse %acc : !lift.array<M x f32>
    %next = lift.map (%a = %turned, %b = %row
        : !lift.array<M x f32>, !lift.array<M x f32>) {
      %s = arith.addf %a, %b : f32
      lift.yield %s : f32
    }
    %more = arith.addi %n, %one : i32
    lift.yield %next, %more : !lift.array<M x f32>, i32
  }
  return %r, %count : !lift.array<M x f32>, i32
}

// The place of the first negative element of each row, or M: two accumulators
// of which one is only counted.
// NUMPY @first(m: i32[N, M]) -> np.cumprod(m >= 0, 1).sum(1)
// RUN: %check_numpy %s --entry=first --size=N=33 --size=M=9
// RUN: %check_numpy %s --entry=first --size=N=1 --size=M=1
func.func @first(%m: !lift.array<N x M x i32>) -> !lift.array<N x i32> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = lift.map (%row = %m : !lift.array<N x M x i32>) {
    %place = lift.reduce_while (%e = %row : !lift.array<M x i32>)
        init (%n = %zero : i32) while {
      %go = arith.cmpi sge, %e, %zero : i32
      lift.yield %go : i1
    } do {
      %next = arith.addi %n, %one : i32
      lift.yield %next : i32
    }
    lift.yield %place : i32
  }
  return %r : !lift.array<N x i32>
}
