// Arrays that are read, written and made by index functions.
// REQUIRES: pocl

// T04: a transpose by an index function on the flat array. It simplifies to the
// index expressions of a transpose.
// NUMPY @transpose(m: i32[N, M]) -> m.T
// RUN: %check_numpy %s --entry=transpose --size=N=12 --size=M=8
// RUN: %check_numpy %s --entry=transpose --size=N=1 --size=M=1
// RUN: %check_numpy %s --entry=transpose --size=N=31 --size=M=13
// RUN: %if oclgrind %{ %check_numpy %s --entry=transpose --size=N=5 --size=M=7 --oclgrind %}
// RUN: lift-opt %s --lift-to-gpu | FileCheck %s
// CHECK-LABEL: gpu.func @transpose_0
// CHECK-NOT: divui
// CHECK-NOT: remui
// CHECK: gpu.return
func.func @transpose(%m: !lift.array<N x M x i32>) -> !lift.array<M x N x i32> {
  %n = lift.size N : index
  %k = lift.size M : index
  %flat = lift.join %m : !lift.array<N x M x i32>
  %g = lift.gather %flat : !lift.array<(N * M) x i32> by (%i < N * M) {
    %row = arith.remui %i, %n : index
    %column = arith.divui %i, %n : index
    %start = arith.muli %row, %k : index
    %j = arith.addi %start, %column : index
    lift.yield %j : index
  }
  %t = lift.split %g by N : !lift.array<(N * M) x i32>
  return %t : !lift.array<M x N x i32>
}

// T21: exclusive or is no index expression; nor is a value of the program.
// NUMPY @butterfly(x: i32[N, M]) -> np.stack([x[:, np.arange(8) ^ 4] for _ in range(1)])[0] + x[:, :8]
// RUN: %check_numpy %s --entry=butterfly --size=N=1 --size=M=8
// RUN: %check_numpy %s --entry=butterfly --size=N=13 --size=M=17
// RUN: %if oclgrind %{ %check_numpy %s --entry=butterfly --size=N=5 --size=M=9 --oclgrind %}
func.func @butterfly(%x: !lift.array<N x M x i32>) -> !lift.array<N x 8 x i32> {
  %four = arith.constant 4 : index
  %r = lift.map (%row = %x : !lift.array<N x M x i32>) {
    %p = lift.gather in_bounds %row : !lift.array<M x i32> by (%i < 8) {
      %j = arith.xori %i, %four : index
      lift.yield %j : index
    }
    %t = lift.take %row size [8] : !lift.array<M x i32>
    %s = lift.map (%a = %p, %b = %t : !lift.array<8 x i32>, !lift.array<8 x i32>) {
      %c = arith.addi %a, %b : i32
      lift.yield %c : i32
    }
    lift.yield %s : !lift.array<8 x i32>
  }
  return %r : !lift.array<N x 8 x i32>
}

// A map of a gather is a gather of dimension 1.
// NUMPY @columns(x: i32[N, 6]) -> x[:, [5, 3, 1]]
// RUN: %check_numpy %s --entry=columns --size=N=1
// RUN: %check_numpy %s --entry=columns --size=N=17
func.func @columns(%x: !lift.array<N x 6 x i32>) -> !lift.array<N x 3 x i32> {
  %five = arith.constant 5 : index
  %two = arith.constant 2 : index
  %r = lift.map (%row = %x : !lift.array<N x 6 x i32>) {
    %g = lift.gather %row : !lift.array<6 x i32> by (%i < 3) {
      %k = arith.muli %i, %two : index
      %j = arith.subi %five, %k : index
      lift.yield %j : index
    }
    lift.yield %g : !lift.array<3 x i32>
  }
  return %r : !lift.array<N x 3 x i32>
}

// Written through an index function: the map stores where its elements end up.
// NUMPY @scatter(x: i32[N, M]) -> np.stack([2 * x[:N // 2], 2 * x[N // 2:]], axis=1).reshape(N, M)
// RUN: %check_numpy %s --entry=scatter --size=N=2 --size=M=1
// RUN: %check_numpy %s --entry=scatter --size=N=34 --size=M=13
// RUN: %if oclgrind %{ %check_numpy %s --entry=scatter --size=N=10 --size=M=3 --oclgrind %}
func.func @scatter(%x: !lift.array<N x M x i32>) -> !lift.array<N x M x i32> {
  %half = lift.size (N / 2) : index
  %two = arith.constant 2 : index
  %d = lift.map (%row = %x : !lift.array<N x M x i32>) {
    %e = lift.map (%a = %row : !lift.array<M x i32>) {
      %b = arith.addi %a, %a : i32
      lift.yield %b : i32
    }
    lift.yield %e : !lift.array<M x i32>
  }
  %s = lift.scatter permutation %d : !lift.array<N x M x i32>
      by (%i < N) {
    %part = arith.divui %i, %half : index
    %k = arith.remui %i, %half : index
    %even = arith.muli %k, %two : index
    %j = arith.addi %even, %part : index
    lift.yield %j : index
  }
  return %s : !lift.array<N x M x i32>
}

// Of an argument, and read again: copied, stored, then read.
// NUMPY @scatter_argument(x: i32[N]) -> (lambda y: y + y[::-1])(x[::-1])
// RUN: %check_numpy %s --entry=scatter_argument --size=N=1
// RUN: %check_numpy %s --entry=scatter_argument --size=N=31
func.func @scatter_argument(%x: !lift.array<N x i32>) -> !lift.array<N x i32> {
  %last = lift.size (N - 1) : index
  %s = lift.scatter permutation %x : !lift.array<N x i32> by (%i < N) {
    %j = arith.subi %last, %i : index
    lift.yield %j : index
  }
  %t = lift.reverse %s : !lift.array<N x i32>
  %r = lift.map (%a = %s, %b = %t : !lift.array<N x i32>, !lift.array<N x i32>) {
    %c = arith.addi %a, %b : i32
    lift.yield %c : i32
  }
  return %r : !lift.array<N x i32>
}

// Generated, and computed again where windows overlap.
// NUMPY @table(x: i32[N, M]) -> x * (np.arange(N)[:, None] * 3 - np.arange(M)) + np.arange(N)[:, None]
// RUN: %check_numpy %s --entry=table --size=N=1 --size=M=1
// RUN: %check_numpy %s --entry=table --size=N=17 --size=M=13
// RUN: %if oclgrind %{ %check_numpy %s --entry=table --size=N=5 --size=M=3 --oclgrind %}
func.func @table(%x: !lift.array<N x M x i32>) -> !lift.array<N x M x i32> {
  %three = arith.constant 3 : i32
  %weights = lift.generate (%i < N, %j < M) {
    %a = arith.index_cast %i : index to i32
    %b = arith.index_cast %j : index to i32
    %c = arith.muli %a, %three : i32
    %d = arith.subi %c, %b : i32
    lift.yield %d : i32
  }
  %rows = lift.generate (%i < N) {
    %a = arith.index_cast %i : index to i32
    lift.yield %a : i32
  }
  %r = lift.map (%p = %x, %q = %weights, %row = %rows
      : !lift.array<N x M x i32>, !lift.array<N x M x i32>, !lift.array<N x i32>) {
    %s = lift.map (%a = %p, %b = %q : !lift.array<M x i32>, !lift.array<M x i32>) {
      %c = arith.muli %a, %b : i32
      %d = arith.addi %c, %row : i32
      lift.yield %d : i32
    }
    lift.yield %s : !lift.array<M x i32>
  }
  return %r : !lift.array<N x M x i32>
}

// NUMPY @only_generated() -> np.arange(7)[:, None] * np.ones(5)
// RUN: %check_numpy %s --entry=only_generated
func.func @only_generated() -> !lift.array<7 x 5 x i32> {
  %g = lift.generate (%i < 7, %j < 5) {
    %v = arith.index_cast %i : index to i32
    lift.yield %v : i32
  }
  return %g : !lift.array<7 x 5 x i32>
}

// The body has an array of its own in memory, for each index another one.
// NUMPY @body_with_memory(x: i32[N, 4]) -> (lambda g: 10 * g + g[::-1])((x * x).sum(1) + (x * x * (x * x)[:, ::-1]).sum(1))
// RUN: %check_numpy %s --entry=body_with_memory --size=N=1
// RUN: %check_numpy %s --entry=body_with_memory --size=N=17
// RUN: %if oclgrind %{ %check_numpy %s --entry=body_with_memory --size=N=5 --oclgrind %}
func.func @body_with_memory(%x: !lift.array<N x 4 x i32>) -> !lift.array<N x i32> {
  %zero = arith.constant 0 : i32
  %ten = arith.constant 10 : i32
  %g = lift.generate (%i < N) {
    %row = lift.at %x[%i] : !lift.array<N x 4 x i32>
    %p = lift.map (%e = %row : !lift.array<4 x i32>) {
      %q = arith.muli %e, %e : i32
      lift.yield %q : i32
    }
    %t = lift.reverse %p : !lift.array<4 x i32>
    %s = lift.reduce (%a = %p, %b = %t : !lift.array<4 x i32>, !lift.array<4 x i32>)
        init (%acc = %zero : i32) {
      %ab = arith.muli %a, %b : i32
      %u = arith.addi %a, %ab : i32
      %v = arith.addi %acc, %u : i32
      lift.yield %v : i32
    }
    lift.yield %s : i32
  }
  %h = lift.reverse %g : !lift.array<N x i32>
  %r = lift.map (%a = %g, %b = %h : !lift.array<N x i32>, !lift.array<N x i32>) {
    %c = arith.muli %a, %ten : i32
    %d = arith.addi %c, %b : i32
    lift.yield %d : i32
  }
  return %r : !lift.array<N x i32>
}
