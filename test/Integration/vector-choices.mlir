// Maps and reductions that are to compute several elements at a time.
// REQUIRES: pocl

// The launch has a work-item for each vector.
// NUMPY @axpy(a: f32, x: f32[N], y: f32[N]) -> 2 * (a * x + y)
// RUN: %check_numpy %s --entry=axpy --size=N=4
// RUN: %check_numpy %s --entry=axpy --size=N=412
// RUN: %if oclgrind %{ %check_numpy %s --entry=axpy --size=N=20 --oclgrind %}
// RUN: lift-run %s --entry=axpy --size=N=412 --lower=vectorize-accesses=false --verify
// RUN: lift-run %s --entry=axpy --size=N=1024 --print-kernel | FileCheck %s --check-prefix=AXPY
// AXPY: if (gid0 < (int)((uint)N / 4))
// AXPY: const float4 [[S:.*]] = (float4)(a) * *(global const float4 *)(x + [[I:.*]]) + *(global const float4 *)(y + [[I]]);
// AXPY: *(global float4 *)(out + [[I]]) = [[S]] * (float4)(2.0f);
// AXPY: 2 groups of 128
func.func @axpy(%a: f32, %x: !lift.array<N x f32>, %y: !lift.array<N x f32>)
    -> !lift.array<N x f32>
    attributes {lift.requires = [#lift.constraint<4 divides N>]} {
  %r = lift.map glb(0) vector(4) (%e = %x, %f = %y
      : !lift.array<N x f32>, !lift.array<N x f32>) {
    %two = arith.constant 2.0 : f32
    %p = arith.mulf %a, %e : f32
    %s = arith.addf %p, %f : f32
    %t = arith.mulf %s, %two : f32
    lift.yield %t : f32
  }
  return %r : !lift.array<N x f32>
}

// The width need not divide a size that is a number.
// NUMPY @ragged(x: f32[N, T], k: i8[N, T]) -> (np.where(k < 0, x, k), k < 0, x + x)
// RUN: %check_numpy %s --entry=ragged --param=T=1 --size=N=3
// RUN: %check_numpy %s --entry=ragged --param=T=8 --size=N=1
// RUN: %check_numpy %s --entry=ragged --param=T=23 --size=N=1
// RUN: %check_numpy %s --entry=ragged --param=T=401 --size=N=7
// RUN: %if oclgrind %{ %check_numpy %s --entry=ragged --param=T=23 --size=N=3 --oclgrind %}
// RUN: lift-run %s --entry=ragged --param=T=23 --size=N=1 --print-kernel | FileCheck %s --check-prefix=RAGGED
// RUN: lift-run %s --entry=ragged --param=T=1 --size=N=1 2>&1 | FileCheck %s --check-prefix=SHORT
// RAGGED: < 7
// RAGGED: < 2
// RAGGED: vstore8(
// SHORT: warning: vector(8) has no effect: it has 1 elements, fewer than 8
func.func @ragged(%x: !lift.array<N x T x f32>, %k: !lift.array<N x T x i8>)
    -> (!lift.array<N x T x f32>, !lift.array<N x T x i1>, !lift.array<N x T x f32>)
    attributes {lift.params = {T = [1, 8, 23, 401]}} {
  %zero = arith.constant 0 : i8
  %r:3 = lift.map glb(1) (%xs = %x, %ks = %k
      : !lift.array<N x T x f32>, !lift.array<N x T x i8>) {
    %s:3 = lift.map glb(0) vector(8) (%e = %xs, %i = %ks
        : !lift.array<T x f32>, !lift.array<T x i8>) {
      %c = arith.cmpi slt, %i, %zero : i8
      %f = arith.sitofp %i : i8 to f32
      %s = arith.select %c, %e, %f : f32
      %t = arith.addf %e, %e : f32
      lift.yield %s, %c, %t : f32, i1, f32
    }
    lift.yield %s#0, %s#1, %s#2 : !lift.array<T x f32>, !lift.array<T x i1>, !lift.array<T x f32>
  }
  return %r#0, %r#1, %r#2
      : !lift.array<N x T x f32>, !lift.array<N x T x i1>, !lift.array<N x T x f32>
}

// Work-items share the tile; who writes what differs from who reads it.
// NUMPY @tile(x: f32[N, 67]) -> 2 * x - 2 * x[:, ::-1]
// RUN: %check_numpy %s --entry=tile --size=N=1
// RUN: %check_numpy %s --entry=tile --size=N=5
// RUN: %if oclgrind %{ %check_numpy %s --entry=tile --size=N=3 --oclgrind %}
// RUN: lift-run %s --entry=tile --size=N=1 --print-kernel | FileCheck %s --check-prefix=TILE
// TILE: *(local float4 *)(tile
// TILE: *(local const float2 *)(tile
func.func @tile(%x: !lift.array<N x 67 x f32>) -> !lift.array<N x 67 x f32> {
  %k = lift.kernel local_size [8] global_size [N * 8] {
    %rows = lift.map wrg(0) (%row = %x : !lift.array<N x 67 x f32>) {
      %doubled = lift.map lcl(0) vector(4) (%a = %row : !lift.array<67 x f32>) {
        %s = arith.addf %a, %a : f32
        lift.yield %s : f32
      }
      %tile = lift.materialize %doubled in local : !lift.array<67 x f32>
      %turned = lift.reverse %tile : !lift.array<67 x f32>
      %r = lift.map lcl(0) vector(2) (%a = %tile, %b = %turned
          : !lift.array<67 x f32>, !lift.array<67 x f32>) {
        %s = arith.subf %a, %b : f32
        lift.yield %s : f32
      }
      lift.yield %r : !lift.array<67 x f32>
    }
    lift.yield %rows : !lift.array<N x 67 x f32>
  }
  return %k : !lift.array<N x 67 x f32>
}

// Fused with the map around it.
// NUMPY @fused(x: f32[N, 8]) -> x * x
// RUN: %check_numpy %s --entry=fused --size=N=1
// RUN: %check_numpy %s --entry=fused --size=N=13
// RUN: lift-run %s --entry=fused --size=N=1 --print-kernel | FileCheck %s --check-prefix=FUSED
// FUSED: *(global float4 *)(out
func.func @fused(%x: !lift.array<N x 8 x f32>) -> !lift.array<N x 8 x f32> {
  %r = lift.map glb(0) (%row = %x : !lift.array<N x 8 x f32>) {
    %s = lift.map fused vector(4) (%e = %row : !lift.array<8 x f32>) {
      %p = arith.mulf %e, %e : f32
      lift.yield %p : f32
    }
    lift.yield %s : !lift.array<8 x f32>
  }
  return %r : !lift.array<N x 8 x f32>
}

// An accumulator is updated where it stands.
// NUMPY @column_sums(x: f32[N, 10]) -> x.sum(axis=0)
// RUN: %check_numpy %s --entry=column_sums --size=N=1
// RUN: %check_numpy %s --entry=column_sums --size=N=17
func.func @column_sums(%x: !lift.array<N x 10 x f32>) -> !lift.array<10 x f32> {
  %zero = arith.constant 0.0 : f32
  %zeros = lift.broadcast %zero sizes [10] : f32
  %r = lift.reduce (%row = %x : !lift.array<N x 10 x f32>)
      init (%acc = %zeros : !lift.array<10 x f32>) {
    %next = lift.map vector(4) (%a = %acc, %e = %row
        : !lift.array<10 x f32>, !lift.array<10 x f32>) {
      %s = arith.addf %a, %e : f32
      lift.yield %s : f32
    }
    lift.yield %next : !lift.array<10 x f32>
  }
  return %r : !lift.array<10 x f32>
}

lift.user_fun @inc(x : f32) -> f32 code ["return x + 1.0f;"] reference (%x) {
  %one = arith.constant 1.0 : f32
  %y = arith.addf %x, %one : f32
  lift.yield %y : f32
}

// A user function, and a reduction that is the same for all elements.
// NUMPY @calls(x: f32[13], w: f32[M]) -> (x + 1) * w.sum()
// RUN: %check_numpy %s --entry=calls --size=M=1
// RUN: %check_numpy %s --entry=calls --size=M=13
// RUN: lift-run %s --entry=calls --size=M=1 --print-kernel | FileCheck %s --check-prefix=CALLS
// CALLS: (float3)(inc({{.*}}.x), inc({{.*}}.y), inc({{.*}}.z))
func.func @calls(%x: !lift.array<13 x f32>, %w: !lift.array<M x f32>)
    -> !lift.array<13 x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map glb(0) vector(3) (%e = %x : !lift.array<13 x f32>) {
    %sum = lift.reduce (%f = %w : !lift.array<M x f32>) init (%acc = %zero : f32) {
      %a = arith.addf %acc, %f : f32
      lift.yield %a : f32
    }
    %c = lift.call @inc(%e) : (f32) -> f32
    %s = arith.mulf %c, %sum : f32
    lift.yield %s : f32
  }
  return %r : !lift.array<13 x f32>
}

// One accumulator for each lane, combined at the end.
// NUMPY @dot(x: i32[67], y: i32[67]) -> (x * y).sum() + 5
// RUN: %check_numpy %s --entry=dot
// RUN: lift-run %s --entry=dot --print-kernel | FileCheck %s --check-prefix=DOT
// DOT: int4 [[ACC:.*]] = (int4)(0);
// DOT: [[ACC]] = [[ACC]] + *(global const int4 *)(x + [[I:.*]]) * *(global const int4 *)(y + [[I]]);
func.func @dot(%x: !lift.array<67 x i32>, %y: !lift.array<67 x i32>) -> i32 {
  %five = arith.constant 5 : i32
  %p = lift.map vector(4) (%e = %x, %f = %y : !lift.array<67 x i32>, !lift.array<67 x i32>) {
    %m = arith.muli %e, %f : i32
    lift.yield %m : i32
  }
  %r = lift.reduce vector(4) (%e = %p : !lift.array<67 x i32>) init (%acc = %five : i32) {
    %s = arith.addi %acc, %e : i32
    lift.yield %s : i32
  }
  return %r : i32
}

// NUMPY @extremes(x: f32[N, 26], y: i8[N, 26]) -> (x.max(axis=1), y.min(axis=1), np.bitwise_or.reduce(y, axis=1), (x * x).sum(axis=1))
// RUN: %check_numpy %s --entry=extremes --size=N=1
// RUN: %check_numpy %s --entry=extremes --size=N=19
// RUN: %if oclgrind %{ %check_numpy %s --entry=extremes --size=N=3 --oclgrind %}
func.func @extremes(%x: !lift.array<N x 26 x f32>, %y: !lift.array<N x 26 x i8>)
    -> (!lift.array<N x f32>, !lift.array<N x i8>, !lift.array<N x i8>, !lift.array<N x f32>) {
  %low = arith.constant -1.0e+30 : f32
  %high = arith.constant 127 : i8
  %none = arith.constant 0 : i8
  %zero = arith.constant 0.0 : f32
  %r:4 = lift.map glb(0) (%xs = %x, %ys = %y
      : !lift.array<N x 26 x f32>, !lift.array<N x 26 x i8>) {
    %s:4 = lift.reduce associative commutative vector(8) (%e = %xs, %f = %ys
        : !lift.array<26 x f32>, !lift.array<26 x i8>)
        init (%max = %low, %min = %high, %bits = %none, %sum = %zero : f32, i8, i8, f32) {
      %a = arith.maximumf %max, %e : f32
      %b = arith.minsi %min, %f : i8
      %c = arith.ori %bits, %f : i8
      %q = arith.mulf %e, %e : f32
      %d = arith.addf %sum, %q : f32
      lift.yield %a, %b, %c, %d : f32, i8, i8, f32
    }
    lift.yield %s#0, %s#1, %s#2, %s#3 : f32, i8, i8, f32
  }
  return %r#0, %r#1, %r#2, %r#3 : !lift.array<N x f32>, !lift.array<N x i8>,
         !lift.array<N x i8>, !lift.array<N x f32>
}

// Whole vectors and the rest of a row, with work-items in both dimensions that
// have none: no barrier between the two, which could not stand there.
// NUMPY @rows(x: i64[2, 8]) -> (2 * x).T
// RUN: %check_numpy %s --entry=rows
// RUN: %if oclgrind %{ %check_numpy %s --entry=rows --oclgrind %}
// RUN: lift-run %s --entry=rows --print-kernel | FileCheck %s --check-prefix=ROWS
// ROWS: kernel void rows_0
// ROWS: vstore3
// ROWS: barrier
// ROWS-NOT: barrier
// ROWS: kernel rows_0
func.func @rows(%x: !lift.array<2 x 8 x i64>) -> !lift.array<8 x 2 x i64> {
  %k = lift.kernel local_size [3, 3] global_size [3, 3] {
    %doubled = lift.map lcl(1) (%row = %x : !lift.array<2 x 8 x i64>) {
      %r = lift.map lcl(0) vector(3) (%a = %row : !lift.array<8 x i64>) {
        %s = arith.addi %a, %a : i64
        lift.yield %s : i64
      }
      lift.yield %r : !lift.array<8 x i64>
    }
    %tile = lift.materialize %doubled in local : !lift.array<2 x 8 x i64>
    %turned = lift.transpose %tile : !lift.array<2 x 8 x i64>
    %m = lift.map lcl(0) (%column = %turned : !lift.array<8 x 2 x i64>) {
      %c = lift.map lcl(1) (%a = %column : !lift.array<2 x i64>) {
        lift.yield %a : i64
      }
      lift.yield %c : !lift.array<2 x i64>
    }
    lift.yield %m : !lift.array<8 x 2 x i64>
  }
  return %k : !lift.array<8 x 2 x i64>
}
