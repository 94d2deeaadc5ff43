// Elements at indices that the program computes.
// REQUIRES: pocl

// NUMPY @lookup(x: i32[N, M], k: i32[5, K]) -> x[(k + 4) // 2]
// RUN: %check_numpy %s --entry=lookup --size=N=5 --size=M=1 --size=K=1
// RUN: %check_numpy %s --entry=lookup --size=N=17 --size=M=13 --size=K=31
// RUN: %if oclgrind %{ %check_numpy %s --entry=lookup --size=N=7 --size=M=3 --size=K=2 --oclgrind %}
func.func @lookup(%x: !lift.array<N x M x i32>, %k: !lift.array<5 x K x i32>)
    -> !lift.array<5 x K x M x i32> {
  %four = arith.constant 4 : i32
  %one = arith.constant 1 : i32
  %j = lift.map (%r = %k : !lift.array<5 x K x i32>) {
    %s = lift.map (%e = %r : !lift.array<K x i32>) {
      %p = arith.addi %e, %four : i32
      %h = arith.shrsi %p, %one : i32
      lift.yield %h : i32
    }
    lift.yield %s : !lift.array<K x i32>
  }
  %e = lift.lookup in_bounds %x at %j
      : !lift.array<N x M x i32>, !lift.array<5 x K x i32>
  return %e : !lift.array<5 x K x M x i32>
}

// T20, with rows of the same length: a sparse matrix times a vector. An index
// outside of the vector contributes nothing.
// NUMPY @spmv(idx: i32[R, K], val: f32[R, K], v: f32[N]) -> (val * np.where((idx >= 0) & (idx < N), v[np.clip(idx, 0, N - 1)], 0)).sum(1)
// RUN: %check_numpy %s --entry=spmv --size=R=128 --size=K=63 --size=N=64
// RUN: %check_numpy %s --entry=spmv --size=R=1 --size=K=1 --size=N=1
// RUN: %check_numpy %s --entry=spmv --size=R=17 --size=K=13 --size=N=3
// RUN: %if oclgrind %{ %check_numpy %s --entry=spmv --size=R=5 --size=K=7 --size=N=3 --oclgrind %}
func.func @spmv(%idx: !lift.array<R x K x i32>, %val: !lift.array<R x K x f32>,
    %v: !lift.array<N x f32>) -> !lift.array<R x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%i = %idx, %w = %val
      : !lift.array<R x K x i32>, !lift.array<R x K x f32>) {
    %s = lift.reduce (%k = %i, %a = %w : !lift.array<K x i32>, !lift.array<K x f32>)
        init (%acc = %zero : f32) {
      %j = arith.index_cast %k : i32 to index
      %e = lift.at %v[%j] default(%zero : f32) : !lift.array<N x f32>
      %p = arith.mulf %a, %e : f32
      %t = arith.addf %acc, %p : f32
      lift.yield %t : f32
    }
    lift.yield %s : f32
  }
  return %r : !lift.array<R x f32>
}

// Inner arrays and elements at sizes, at dimensions further in, and at an index
// of a generated array.
// NUMPY @parts(x: i32[N, M, 3]) -> x[N - 1] + x[:, :, 1][0][:, None] * x[0, M - 1, 2] + x[np.arange(M) % N, np.arange(M)]
// RUN: %check_numpy %s --entry=parts --size=N=1 --size=M=1
// RUN: %check_numpy %s --entry=parts --size=N=5 --size=M=13
// RUN: %if oclgrind %{ %check_numpy %s --entry=parts --size=N=3 --size=M=7 --oclgrind %}
func.func @parts(%x: !lift.array<N x M x 3 x i32>) -> !lift.array<M x 3 x i32> {
  %n = lift.size N : index
  %last = lift.at %x[N - 1] : !lift.array<N x M x 3 x i32>
  %middle = lift.at %x[1] dim 2 : !lift.array<N x M x 3 x i32>
  %first = lift.at %middle[0] : !lift.array<N x M x i32>
  %e = lift.at %x[0, M - 1, 2] : !lift.array<N x M x 3 x i32>
  %diagonal = lift.generate (%i < M, %k < 3) {
    %j = arith.remui %i, %n : index
    %v = lift.at %x[%j, %i, %k] : !lift.array<N x M x 3 x i32>
    lift.yield %v : i32
  }
  %r = lift.map (%a = %last, %f = %first, %d = %diagonal
      : !lift.array<M x 3 x i32>, !lift.array<M x i32>, !lift.array<M x 3 x i32>) {
    %fe = arith.muli %f, %e : i32
    %s = lift.map (%b = %a, %c = %d : !lift.array<3 x i32>, !lift.array<3 x i32>) {
      %g = arith.addi %b, %fe : i32
      %h = arith.addi %g, %c : i32
      lift.yield %h : i32
    }
    lift.yield %s : !lift.array<3 x i32>
  }
  return %r : !lift.array<M x 3 x i32>
}

// T21: a step of a bitonic sort whose stride and block are arguments. A partner
// that does not exist is the element itself.
// NUMPY @step(x: f32[8 * N], stride: i32, block: i32, n: i32[N]) -> (lambda i: (lambda p: (lambda b: np.where(((i & block) != 0) == ((b > x) == (p > i)), b, x))(np.where((p >= 0) & (p < 8 * N), x[np.clip(p, 0, 8 * N - 1)], x)))(i ^ stride))(np.arange(8 * N))
// RUN: %check_numpy %s --entry=step --size=N=1
// RUN: %check_numpy %s --entry=step --size=N=5
// RUN: %check_numpy %s --entry=step --size=N=31
// RUN: %if oclgrind %{ %check_numpy %s --entry=step --size=N=3 --oclgrind %}
func.func @step(%x: !lift.array<(8 * N) x f32>, %stride: i32, %block: i32,
    %n: !lift.array<N x i32>) -> !lift.array<(8 * N) x f32> {
  %zero = arith.constant 0 : index
  %s = arith.index_cast %stride : i32 to index
  %b = arith.index_cast %block : i32 to index
  %numbers = lift.generate (%i < 8 * N) {
    %k = arith.index_cast %i : index to i32
    lift.yield %k : i32
  }
  %r = lift.kernel local_size [8] global_size [16] {
    %chunks = lift.split %x by 8 : !lift.array<(8 * N) x f32>
    %positions = lift.split %numbers by 8 : !lift.array<(8 * N) x i32>
    %o = lift.map wrg(0) (%c = %chunks, %q = %positions
        : !lift.array<N x 8 x f32>, !lift.array<N x 8 x i32>) {
      %m = lift.map lcl(0) (%e = %c, %k = %q : !lift.array<8 x f32>, !lift.array<8 x i32>) {
        %i = arith.index_cast %k : i32 to index
        %p = arith.xori %i, %s : index
        %f = lift.at %x[%p] default(%e : f32) : !lift.array<(8 * N) x f32>
        %upper = arith.cmpi sgt, %p, %i : index
        %bit = arith.andi %i, %b : index
        %down = arith.cmpi ne, %bit, %zero : index
        %greater = arith.cmpf ogt, %f, %e : f32
        %ordered = arith.cmpi eq, %greater, %upper : i1
        %swap = arith.cmpi eq, %down, %ordered : i1
        %v = arith.select %swap, %f, %e : f32
        lift.yield %v : f32
      }
      lift.yield %m : !lift.array<8 x f32>
    }
    %j = lift.join %o : !lift.array<N x 8 x f32>
    lift.yield %j : !lift.array<(8 * N) x f32>
  }
  return %r : !lift.array<(8 * N) x f32>
}

// Outside of the array in 64 bits, not in 32: 2^32 is not 0.
// NUMPY @far(x: i32[N], k: i64[M]) -> np.where((k == 1) & (N > 1), x[1 % N], -7)
// RUN: %check_numpy %s --entry=far --size=N=1 --size=M=31
// RUN: %check_numpy %s --entry=far --size=N=17 --size=M=31
func.func @far(%x: !lift.array<N x i32>, %k: !lift.array<M x i64>)
    -> !lift.array<M x i32> {
  %outside = arith.constant -7 : i32
  %scale = arith.constant 4294967295 : i64
  %one = arith.constant 1 : i64
  %indices = lift.map (%e = %k : !lift.array<M x i64>) {
    %d = arith.subi %e, %one : i64
    %f = arith.muli %d, %scale : i64
    %g = arith.addi %f, %e : i64
    lift.yield %g : i64
  }
  %r = lift.lookup %x at %indices default(%outside : i32)
      : !lift.array<N x i32>, !lift.array<M x i64>
  return %r : !lift.array<M x i32>
}

// RUN: not lift-run %s --entry=outside --size=N=3 --engine=evaluate 2>&1 \
// RUN:   | FileCheck %s
// CHECK: 'lift.at' op uses element 3 of an array of length 3
func.func @outside(%x: !lift.array<N x i32>) -> !lift.array<N x i32> {
  %one = arith.constant 1 : index
  %g = lift.generate (%i < N) {
    %j = arith.addi %i, %one : index
    %e = lift.at %x[%j] : !lift.array<N x i32>
    lift.yield %e : i32
  }
  return %g : !lift.array<N x i32>
}

// RUN: not lift-run %s --entry=looked_up --size=N=3 --size=M=31 --engine=evaluate 2>&1 \
// RUN:   | FileCheck %s --check-prefix=LOOKUP
// LOOKUP: 'lift.lookup' op uses element {{-?[0-9]+}} of an array of length 3
func.func @looked_up(%x: !lift.array<N x i32>, %k: !lift.array<M x i32>)
    -> !lift.array<M x i32> {
  %e = lift.lookup in_bounds %x at %k : !lift.array<N x i32>, !lift.array<M x i32>
  return %e : !lift.array<M x i32>
}

// Indices that are seen to be in range: clamped, wrapped, masked, selected, or
// of few bits.
// NUMPY @clamped(x: i32[N], lut: i8[M], bits: i8[256]) -> lut[np.clip(x, 0, M - 1)] + lut[np.mod(np.abs(x), M)] + bits[x & 255] + bits[np.where(x > 3, x & 127, 7)]
// RUN: %check_numpy %s --entry=clamped --size=N=1 --size=M=1
// RUN: %check_numpy %s --entry=clamped --size=N=67 --size=M=5
// RUN: %if oclgrind %{ %check_numpy %s --entry=clamped --size=N=67 --size=M=5 --oclgrind %}
func.func @clamped(%x: !lift.array<N x i32>, %lut: !lift.array<M x i8>,
    %bits: !lift.array<256 x i8>) -> !lift.array<N x i8> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %three = arith.constant 3 : i32
  %seven = arith.constant 7 : index
  %mask = arith.constant 127 : i32
  %m = lift.size M : index
  %last = arith.subi %m, %c1 : index
  %o = lift.map (%e = %x : !lift.array<N x i32>) {
    %i = arith.index_cast %e : i32 to index
    %a = arith.maxsi %i, %c0 : index
    %b = arith.minsi %a, %last : index
    %p = lift.at %lut[%b] : !lift.array<M x i8>
    %absolute = math.absi %e : i32
    %n = arith.index_cast %absolute : i32 to index
    %positive = arith.maxsi %n, %c0 : index
    %r = arith.remsi %positive, %m : index
    %q = lift.at %lut[%r] : !lift.array<M x i8>
    %byte = arith.trunci %e : i32 to i8
    %number = arith.index_castui %byte : i8 to index
    %s = lift.at %bits[%number] : !lift.array<256 x i8>
    %isLarge = arith.cmpi sgt, %e, %three : i32
    %masked = arith.andi %e, %mask : i32
    %j = arith.index_cast %masked : i32 to index
    %either = arith.select %isLarge, %j, %seven : index
    %t = lift.at %bits[%either] : !lift.array<256 x i8>
    %pq = arith.addi %p, %q : i8
    %st = arith.addi %s, %t : i8
    %v = arith.addi %pq, %st : i8
    lift.yield %v : i8
  }
  return %o : !lift.array<N x i8>
}

// A clamp in the type of the element, as an image has it.
// NUMPY @curve(x: i16[N], lut: i8[1024]) -> lut[np.clip(x, 0, 1023)]
// RUN: %check_numpy %s --entry=curve --size=N=101
func.func @curve(%x: !lift.array<N x i16>, %lut: !lift.array<1024 x i8>) -> !lift.array<N x i8> {
  %lo = arith.constant 0 : i16
  %hi = arith.constant 1023 : i16
  %o = lift.map (%e = %x : !lift.array<N x i16>) {
    %a = arith.maxsi %e, %lo : i16
    %b = arith.minsi %a, %hi : i16
    %i = arith.index_cast %b : i16 to index
    %v = lift.at %lut[%i] : !lift.array<1024 x i8>
    lift.yield %v : i8
  }
  return %o : !lift.array<N x i8>
}
