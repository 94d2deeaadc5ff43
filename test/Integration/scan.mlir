// Scans: of numbers in one work-item, in chunks, of rows with an array for an
// accumulator, and with several accumulators.
// REQUIRES: pocl

// T16a: one scan over all.
// NUMPY @sums(x: f32[N]) -> x.cumsum(dtype=np.float32)
// RUN: %check_numpy %s --entry=sums --size=N=1024
// RUN: %check_numpy %s --entry=sums --size=N=1
// RUN: %check_numpy %s --entry=sums --size=N=17
// RUN: %if oclgrind %{ %check_numpy %s --entry=sums --size=N=17 --oclgrind %}
func.func @sums(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %zero = arith.constant 0.0 : f32
  %sums = lift.scan associative (%e = %x : !lift.array<N x f32>)
      init (%acc = %zero : f32) {
    %s = arith.addf %acc, %e : f32
    lift.yield %s : f32
  }
  return %sums : !lift.array<N x f32>
}

// T16b: each work-item scans a chunk.
// NUMPY @chunks(x: f32[N]) -> x.reshape(-1, 32).cumsum(1, dtype=np.float32).ravel()
// RUN: %check_numpy %s --entry=chunks --size=N=1024
// RUN: %check_numpy %s --entry=chunks --size=N=32
// RUN: %check_numpy %s --entry=chunks --size=N=4192
// RUN: %if oclgrind %{ %check_numpy %s --entry=chunks --size=N=4192 --oclgrind %}
func.func @chunks(%x: !lift.array<N x f32>) -> !lift.array<N x f32>
    attributes {lift.requires = [#lift.constraint<32 divides N>]} {
  %zero = arith.constant 0.0 : f32
  %chunks = lift.split %x by 32 : !lift.array<N x f32>
  %sums = lift.map glb(0) (%chunk = %chunks : !lift.array<(N / 32) x 32 x f32>) {
    %r = lift.scan (%e = %chunk : !lift.array<32 x f32>)
        init (%acc = %zero : f32) {
      %s = arith.addf %acc, %e : f32
      lift.yield %s : f32
    }
    lift.yield %r : !lift.array<32 x f32>
  }
  %all = lift.join %sums : !lift.array<(N / 32) x 32 x f32>
  return %all : !lift.array<N x f32>
}

// T16c: the accumulator is a row.
// NUMPY @rows(m: f32[N, M]) -> m.cumsum(0, dtype=np.float32)
// RUN: %check_numpy %s --entry=rows --size=N=64 --size=M=16
// RUN: %check_numpy %s --entry=rows --size=N=1 --size=M=5
// RUN: %check_numpy %s --entry=rows --size=N=13 --size=M=1
// RUN: %check_numpy %s --entry=rows --size=N=7 --size=M=31
// RUN: %if oclgrind %{ %check_numpy %s --entry=rows --size=N=7 --size=M=31 --oclgrind %}
func.func @rows(%m: !lift.array<N x M x f32>) -> !lift.array<N x M x f32> {
  %zero = arith.constant 0.0 : f32
  %zeros = lift.broadcast %zero sizes [M] : f32
  %sums = lift.scan (%row = %m : !lift.array<N x M x f32>)
      init (%acc = %zeros : !lift.array<M x f32>) {
    %next = lift.map (%a = %acc, %b = %row
        : !lift.array<M x f32>, !lift.array<M x f32>) {
      %s = arith.addf %a, %b : f32
      lift.yield %s : f32
    }
    lift.yield %next : !lift.array<M x f32>
  }
  return %sums : !lift.array<N x M x f32>
}

// The work-items of a group scan the rows of a matrix together; each step turns
// the row before around, so that they need each other's elements.
// NUMPY @turned(t: f32[G, N, 32]) -> np.stack([t[:, : i + 1][:, ::-2].sum(1) + t[:, : i + 1][:, -2::-2].sum(1)[:, ::-1] for i in range(N)], 1)
// RUN: %check_numpy %s --entry=turned --size=G=3 --size=N=16
// RUN: %check_numpy %s --entry=turned --size=G=1 --size=N=1
// RUN: %check_numpy %s --entry=turned --size=G=5 --size=N=7
// RUN: %if oclgrind %{ %check_numpy %s --entry=turned --size=G=3 --size=N=5 --oclgrind %}
func.func @turned(%t: !lift.array<G x N x 32 x f32>)
    -> !lift.array<G x N x 32 x f32> {
  %zero = arith.constant 0.0 : f32
  %k = lift.kernel local_size [32] global_size [64] {
    %r = lift.map wrg(0) (%m = %t : !lift.array<G x N x 32 x f32>) {
      %zeros = lift.broadcast %zero sizes [32] : f32
      %sums = lift.scan (%row = %m : !lift.array<N x 32 x f32>)
          init (%acc = %zeros : !lift.array<32 x f32>) {
        %turned = lift.reverse %acc : !lift.array<32 x f32>
        %next = lift.map lcl(0) (%a = %turned, %b = %row
            : !lift.array<32 x f32>, !lift.array<32 x f32>) {
          %s = arith.addf %a, %b : f32
          lift.yield %s : f32
        }
        lift.yield %next : !lift.array<32 x f32>
      }
      lift.yield %sums : !lift.array<N x 32 x f32>
    }
    lift.yield %r : !lift.array<G x N x 32 x f32>
  }
  return %k : !lift.array<G x N x 32 x f32>
}

// A scalar and an array accumulator: the smallest element so far, and the number
// of elements so far that were 0, 1, ..., B - 1. The scan is read where it is
// not stored, and in another order.
// NUMPY @mixed(x: i32[N], b: i32[B]) -> (np.minimum.accumulate(x)[::-1], np.stack([(x[: i + 1, None] == b).sum(0) for i in range(N)]))
// RUN: %check_numpy %s --entry=mixed --size=N=19 --size=B=5
// RUN: %check_numpy %s --entry=mixed --size=N=1 --size=B=1
// RUN: %check_numpy %s --entry=mixed --size=N=64 --size=B=3
// RUN: %if oclgrind %{ %check_numpy %s --entry=mixed --size=N=19 --size=B=5 --oclgrind %}
func.func @mixed(%x: !lift.array<N x i32>, %b: !lift.array<B x i32>)
    -> (!lift.array<N x i32>, !lift.array<N x B x i32>) {
  %zero = arith.constant 0 : i32
  %large = arith.constant 100 : i32
  %zeros = lift.broadcast %zero sizes [B] : i32
  %least, %counts = lift.scan (%e = %x : !lift.array<N x i32>)
      init (%min = %large, %acc = %zeros : i32, !lift.array<B x i32>) {
    %m = arith.minsi %min, %e : i32
    %next = lift.map (%n = %acc, %v = %b
        : !lift.array<B x i32>, !lift.array<B x i32>) {
      %equal = arith.cmpi eq, %e, %v : i32
      %one = arith.extui %equal : i1 to i32
      %s = arith.addi %n, %one : i32
      lift.yield %s : i32
    }
    lift.yield %m, %next : i32, !lift.array<B x i32>
  }
  %turned = lift.reverse %least : !lift.array<N x i32>
  return %turned, %counts : !lift.array<N x i32>, !lift.array<N x B x i32>
}

// Tuples: the largest difference of a running sum of a from one of b.
// NUMPY @tuples(a: f32[N], b: f32[N]) -> (np.cumsum(a, dtype=np.float32) - np.cumsum(b, dtype=np.float32)).max()
// RUN: %check_numpy %s --entry=tuples --size=N=100
// RUN: %check_numpy %s --entry=tuples --size=N=1
func.func @tuples(%a: !lift.array<N x f32>, %b: !lift.array<N x f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant -1000.0 : f32
  %zeros = lift.tuple %zero, %zero : f32, f32
  %ab = lift.zip %a, %b : !lift.array<N x f32>, !lift.array<N x f32>
  %sums = lift.scan (%e = %ab : !lift.array<N x tuple<f32, f32>>)
      init (%acc = %zeros : tuple<f32, f32>) {
    %x = lift.get %e[0] : tuple<f32, f32>
    %y = lift.get %e[1] : tuple<f32, f32>
    %p = lift.get %acc[0] : tuple<f32, f32>
    %q = lift.get %acc[1] : tuple<f32, f32>
    %px = arith.addf %p, %x : f32
    %qy = arith.addf %q, %y : f32
    %next = lift.tuple %px, %qy : f32, f32
    lift.yield %next : tuple<f32, f32>
  }
  %max = lift.reduce (%s = %sums : !lift.array<N x tuple<f32, f32>>)
      init (%acc = %low : f32) {
    %p = lift.get %s[0] : tuple<f32, f32>
    %q = lift.get %s[1] : tuple<f32, f32>
    %d = arith.subf %p, %q : f32
    %m = arith.maximumf %acc, %d : f32
    lift.yield %m : f32
  }
  return %max : f32
}

// A step stores an array for itself, in the first step as in each other one:
// the sum with what was before, and with that backwards.
// NUMPY @stored(x: i32[N, 4]) -> np.array([sum(2 ** (k - j) * (x[j] + x[j][::-1]) for j in range(k + 1)) for k in range(N)])
// RUN: %check_numpy %s --entry=stored --size=N=7
// RUN: %check_numpy %s --entry=stored --size=N=1
// RUN: %if oclgrind %{ %check_numpy %s --entry=stored --size=N=7 --oclgrind %}
func.func @stored(%x: !lift.array<N x 4 x i32>) -> !lift.array<N x 4 x i32> {
  %zero = arith.constant 0 : i32
  %zeros = lift.broadcast %zero sizes [4] : i32
  %r = lift.scan (%row = %x : !lift.array<N x 4 x i32>)
      init (%acc = %zeros : !lift.array<4 x i32>) {
    %sum = lift.map (%e = %row, %a = %acc
        : !lift.array<4 x i32>, !lift.array<4 x i32>) {
      %s = arith.addi %e, %a : i32
      lift.yield %s : i32
    }
    %kept = lift.materialize %sum in private : !lift.array<4 x i32>
    %turned = lift.reverse %kept : !lift.array<4 x i32>
    %next = lift.map (%e = %kept, %a = %turned
        : !lift.array<4 x i32>, !lift.array<4 x i32>) {
      %s = arith.addi %e, %a : i32
      lift.yield %s : i32
    }
    lift.yield %next : !lift.array<4 x i32>
  }
  return %r : !lift.array<N x 4 x i32>
}
