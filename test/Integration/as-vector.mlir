// Numbers seen as vectors, and back, in every place they can be.
// REQUIRES: pocl

// Neighbours are one access; aligned, since 4 divides every index.
// NUMPY @twice(x: f32[N]) -> x + x
// RUN: %check_numpy %s --entry=twice --size=N=4
// RUN: %check_numpy %s --entry=twice --size=N=412
// RUN: %if oclgrind %{ %check_numpy %s --entry=twice --size=N=20 --oclgrind %}
// RUN: not lift-run %s --entry=twice --size=N=7 2>&1 | FileCheck %s --check-prefix=WIDTH
// WIDTH: error: precondition does not hold: width 4 does not divide the array length N
// RUN: lift-run %s --entry=twice --size=N=16 --print-kernel | FileCheck %s --check-prefix=TWICE
// TWICE: const float4 [[E:.*]] = *(global const float4 *)(x + [[I:.*]]);
// TWICE: *(global float4 *)(out + {{.*}}) = [[E]] + [[E]];
func.func @twice(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %v = lift.as_vector %x width 4 : !lift.array<N x f32>
  %d = lift.map (%e = %v : !lift.array<(N / 4) x vector<4xf32>>) {
    %s = arith.addf %e, %e : vector<4xf32>
    lift.yield %s : vector<4xf32>
  }
  %r = lift.as_scalar %d : !lift.array<(N / 4) x vector<4xf32>>
  return %r : !lift.array<N x f32>
}

// From the second number on, neighbours are not aligned.
// NUMPY @shifted(x: f32[N]) -> -x[1:]
// RUN: %check_numpy %s --entry=shifted --size=N=5
// RUN: %check_numpy %s --entry=shifted --size=N=413
// RUN: lift-run %s --entry=shifted --size=N=17 --print-kernel | FileCheck %s --check-prefix=SHIFTED
// SHIFTED: *(global float4 *)(out + {{.*}}) = -vload4(0, x + ({{.*}} + 1));
func.func @shifted(%x: !lift.array<N x f32>) -> !lift.array<(N - 1) x f32> {
  %t = lift.drop %x size [1] : !lift.array<N x f32>
  %v = lift.as_vector %t width 4 : !lift.array<(N - 1) x f32>
  %d = lift.map (%e = %v : !lift.array<((N - 1) / 4) x vector<4xf32>>) {
    %s = arith.negf %e : vector<4xf32>
    lift.yield %s : vector<4xf32>
  }
  %r = lift.as_scalar %d : !lift.array<((N - 1) / 4) x vector<4xf32>>
  return %r : !lift.array<(N - 1) x f32>
}

// Every width and a small type; rows are aligned if the width divides them.
// NUMPY @widths(x: i8[N, M], y: f16[N, M], z: i1[N, M]) -> (x + x, y + y, ~z)
// RUN: %check_numpy %s --entry=widths --size=N=1 --size=M=48
// RUN: %check_numpy %s --entry=widths --size=N=13 --size=M=144
// RUN: %if oclgrind %{ %check_numpy %s --entry=widths --size=N=3 --size=M=48 --oclgrind %}
func.func @widths(%x: !lift.array<N x M x i8>, %y: !lift.array<N x M x f16>,
                  %z: !lift.array<N x M x i1>)
    -> (!lift.array<N x M x i8>, !lift.array<N x M x f16>, !lift.array<N x M x i1>) {
  %true = arith.constant dense<true> : vector<8xi1>
  %a = lift.as_vector %x width 16 : !lift.array<N x M x i8>
  %b = lift.as_vector %y width 3 : !lift.array<N x M x f16>
  %c = lift.as_vector %z width 8 : !lift.array<N x M x i1>
  %aa = lift.map (%r = %a : !lift.array<N x (M / 16) x vector<16xi8>>) {
    %s = lift.map (%e = %r : !lift.array<(M / 16) x vector<16xi8>>) {
      %d = arith.addi %e, %e : vector<16xi8>
      lift.yield %d : vector<16xi8>
    }
    lift.yield %s : !lift.array<(M / 16) x vector<16xi8>>
  }
  %bb = lift.map (%r = %b : !lift.array<N x (M / 3) x vector<3xf16>>) {
    %s = lift.map (%e = %r : !lift.array<(M / 3) x vector<3xf16>>) {
      %d = arith.addf %e, %e : vector<3xf16>
      lift.yield %d : vector<3xf16>
    }
    lift.yield %s : !lift.array<(M / 3) x vector<3xf16>>
  }
  %cc = lift.map (%r = %c : !lift.array<N x (M / 8) x vector<8xi1>>) {
    %s = lift.map (%e = %r : !lift.array<(M / 8) x vector<8xi1>>) {
      %d = arith.xori %e, %true : vector<8xi1>
      lift.yield %d : vector<8xi1>
    }
    lift.yield %s : !lift.array<(M / 8) x vector<8xi1>>
  }
  %p = lift.as_scalar %aa : !lift.array<N x (M / 16) x vector<16xi8>>
  %q = lift.as_scalar %bb : !lift.array<N x (M / 3) x vector<3xf16>>
  %o = lift.as_scalar %cc : !lift.array<N x (M / 8) x vector<8xi1>>
  return %p, %q, %o : !lift.array<N x M x i8>, !lift.array<N x M x f16>, !lift.array<N x M x i1>
}

// Columns are not neighbours: lane by lane, read and written.
// NUMPY @columns(x: i32[N, M]) -> 3 * x
// RUN: %check_numpy %s --entry=columns --size=N=4 --size=M=1
// RUN: %check_numpy %s --entry=columns --size=N=20 --size=M=13
// RUN: %if oclgrind %{ %check_numpy %s --entry=columns --size=N=8 --size=M=3 --oclgrind %}
func.func @columns(%x: !lift.array<N x M x i32>) -> !lift.array<N x M x i32> {
  %three = arith.constant dense<3> : vector<4xi32>
  %t = lift.transpose %x : !lift.array<N x M x i32>
  %v = lift.as_vector %t width 4 : !lift.array<M x N x i32>
  %d = lift.map (%r = %v : !lift.array<M x (N / 4) x vector<4xi32>>) {
    %s = lift.map (%e = %r : !lift.array<(N / 4) x vector<4xi32>>) {
      %m = arith.muli %e, %three : vector<4xi32>
      lift.yield %m : vector<4xi32>
    }
    lift.yield %s : !lift.array<(N / 4) x vector<4xi32>>
  }
  %u = lift.as_scalar %d : !lift.array<M x (N / 4) x vector<4xi32>>
  %r = lift.transpose %u : !lift.array<M x N x i32>
  return %r : !lift.array<N x M x i32>
}

// The lanes of vectors in memory as numbers, and numbers stored as lanes.
// NUMPY @lanes(x: i32[N, 4], y: i32[8 * N]) -> (x.reshape(-1) + 1, (y * 2).reshape(-1, 8))
// RUN: %check_numpy %s --entry=lanes --size=N=1
// RUN: %check_numpy %s --entry=lanes --size=N=37
// RUN: %if oclgrind %{ %check_numpy %s --entry=lanes --size=N=5 --oclgrind %}
func.func @lanes(%x: !lift.array<N x vector<4xi32>>, %y: !lift.array<(8 * N) x i32>)
    -> (!lift.array<(4 * N) x i32>, !lift.array<N x vector<8xi32>>) {
  %one = arith.constant 1 : i32
  %s = lift.as_scalar %x : !lift.array<N x vector<4xi32>>
  %a = lift.map (%e = %s : !lift.array<(4 * N) x i32>) {
    %t = arith.addi %e, %one : i32
    lift.yield %t : i32
  }
  %b = lift.map (%e = %y : !lift.array<(8 * N) x i32>) {
    %t = arith.addi %e, %e : i32
    lift.yield %t : i32
  }
  %v = lift.as_vector %b width 8 : !lift.array<(8 * N) x i32>
  return %a, %v : !lift.array<(4 * N) x i32>, !lift.array<N x vector<8xi32>>
}

// Vectors of another width.
// NUMPY @regroup(x: i32[N, 8]) -> -x.reshape(-1, 2)
// RUN: %check_numpy %s --entry=regroup --size=N=1
// RUN: %check_numpy %s --entry=regroup --size=N=13
func.func @regroup(%x: !lift.array<N x vector<8xi32>>)
    -> !lift.array<(4 * N) x vector<2xi32>> {
  %zero = arith.constant dense<0> : vector<2xi32>
  %s = lift.as_scalar %x : !lift.array<N x vector<8xi32>>
  %v = lift.as_vector %s width 2 : !lift.array<(8 * N) x i32>
  %d = lift.map (%e = %v : !lift.array<(4 * N) x vector<2xi32>>) {
    %n = arith.subi %zero, %e : vector<2xi32>
    lift.yield %n : vector<2xi32>
  }
  return %d : !lift.array<(4 * N) x vector<2xi32>>
}

// Pads: of rows, all lanes are in the pad or none; of columns, lanes part.
// NUMPY @pads(x: i32[N, M], z: i32) -> (np.pad(x, ((1, 1), (0, 0)), constant_values=z), np.pad(x, ((1, 2), (3, 1)), mode="edge"))
// RUN: %check_numpy %s --entry=pads --size=N=1 --size=M=4
// RUN: %check_numpy %s --entry=pads --size=N=13 --size=M=20
// RUN: %if oclgrind %{ %check_numpy %s --entry=pads --size=N=3 --size=M=4 --oclgrind %}
func.func @pads(%x: !lift.array<N x M x i32>, %z: i32)
    -> (!lift.array<(N + 2) x M x i32>, !lift.array<(N + 3) x (M + 4) x i32>) {
  %p = lift.pad %x low [1] high [1] constant(%z : i32) : !lift.array<N x M x i32>
  %q = lift.pad %x low [1, 3] high [2, 1] clamp : !lift.array<N x M x i32>
  %v = lift.as_vector %p width 4 : !lift.array<(N + 2) x M x i32>
  %w = lift.as_vector %q width 4 : !lift.array<(N + 3) x (M + 4) x i32>
  %a = lift.map (%r = %v : !lift.array<(N + 2) x (M / 4) x vector<4xi32>>) {
    %s = lift.map (%e = %r : !lift.array<(M / 4) x vector<4xi32>>) {
      lift.yield %e : vector<4xi32>
    }
    lift.yield %s : !lift.array<(M / 4) x vector<4xi32>>
  }
  %b = lift.map (%r = %w : !lift.array<(N + 3) x ((M + 4) / 4) x vector<4xi32>>) {
    %s = lift.map (%e = %r : !lift.array<((M + 4) / 4) x vector<4xi32>>) {
      lift.yield %e : vector<4xi32>
    }
    lift.yield %s : !lift.array<((M + 4) / 4) x vector<4xi32>>
  }
  %c = lift.as_scalar %a : !lift.array<(N + 2) x (M / 4) x vector<4xi32>>
  %d = lift.as_scalar %b : !lift.array<(N + 3) x ((M + 4) / 4) x vector<4xi32>>
  return %c, %d : !lift.array<(N + 2) x M x i32>, !lift.array<(N + 3) x (M + 4) x i32>
}

// The seam of a concatenation goes through a vector, read and written.
// NUMPY @seam(x: i32[N], y: i32[M]) -> np.concatenate([x, y]) * 5
// RUN: %check_numpy %s --entry=seam --size=N=1 --size=M=3
// RUN: %check_numpy %s --entry=seam --size=N=29 --size=M=31
func.func @seam(%x: !lift.array<N x i32>, %y: !lift.array<M x i32>)
    -> !lift.array<(N + M) x i32> {
  %five = arith.constant dense<5> : vector<4xi32>
  %c = lift.concat %x, %y : !lift.array<N x i32>, !lift.array<M x i32>
  %v = lift.as_vector %c width 4 : !lift.array<(N + M) x i32>
  %d = lift.map (%e = %v : !lift.array<((N + M) / 4) x vector<4xi32>>) {
    %m = arith.muli %e, %five : vector<4xi32>
    lift.yield %m : vector<4xi32>
  }
  %r = lift.as_scalar %d : !lift.array<((N + M) / 4) x vector<4xi32>>
  return %r : !lift.array<(N + M) x i32>
}

// What is cut off from computed vectors is not stored: some lanes are.
// NUMPY @cut(x: i32[N]) -> (x + x)[:N - 3]
// RUN: %check_numpy %s --entry=cut --size=N=4
// RUN: %check_numpy %s --entry=cut --size=N=60
// RUN: %if oclgrind %{ %check_numpy %s --entry=cut --size=N=12 --oclgrind %}
func.func @cut(%x: !lift.array<N x i32>) -> !lift.array<(N - 3) x i32> {
  %v = lift.as_vector %x width 4 : !lift.array<N x i32>
  %d = lift.map (%e = %v : !lift.array<(N / 4) x vector<4xi32>>) {
    %m = arith.addi %e, %e : vector<4xi32>
    lift.yield %m : vector<4xi32>
  }
  %s = lift.as_scalar %d : !lift.array<(N / 4) x vector<4xi32>>
  %r = lift.take %s size [N - 3] : !lift.array<N x i32>
  return %r : !lift.array<(N - 3) x i32>
}

// A tile is stored as numbers and read as vectors, and the other way round.
// NUMPY @local(x: f32[N, 16]) -> (x.reshape(N, 4, 4)[:, ::-1].reshape(N, 16) + 1)[:, ::-1]
// RUN: %check_numpy %s --entry=local --size=N=1
// RUN: %check_numpy %s --entry=local --size=N=5
// RUN: %if oclgrind %{ %check_numpy %s --entry=local --size=N=3 --oclgrind %}
func.func @local(%x: !lift.array<N x 16 x f32>) -> !lift.array<N x 16 x f32> {
  %one = arith.constant dense<1.0> : vector<4xf32>
  %r = lift.kernel local_size [4] global_size [8] {
    %o = lift.map wrg(0) (%row = %x : !lift.array<N x 16 x f32>) {
      %a = lift.map lcl(0) (%e = %row : !lift.array<16 x f32>) {
        lift.yield %e : f32
      }
      %t = lift.materialize %a in local : !lift.array<16 x f32>
      %v = lift.as_vector %t width 4 : !lift.array<16 x f32>
      %w = lift.reverse %v : !lift.array<4 x vector<4xf32>>
      %b = lift.map lcl(0) (%e = %w : !lift.array<4 x vector<4xf32>>) {
        %f = arith.addf %e, %one : vector<4xf32>
        lift.yield %f : vector<4xf32>
      }
      %u = lift.materialize %b in local : !lift.array<4 x vector<4xf32>>
      %s = lift.as_scalar %u : !lift.array<4 x vector<4xf32>>
      %q = lift.reverse %s : !lift.array<16 x f32>
      %c = lift.map lcl(0) (%e = %q : !lift.array<16 x f32>) {
        lift.yield %e : f32
      }
      lift.yield %c : !lift.array<16 x f32>
    }
    lift.yield %o : !lift.array<N x 16 x f32>
  }
  return %r : !lift.array<N x 16 x f32>
}

// An array accumulator that a step reads as vectors, in place; and one whose
// step reads numbers that the vector it writes is not made of.
// NUMPY @accumulators(x: i32[N, 8]) -> (x.sum(axis=0), __import__("functools").reduce(lambda a, r: a[::-1] + r, x, np.zeros(8, np.int32)))
// RUN: %check_numpy %s --entry=accumulators --size=N=1
// RUN: %check_numpy %s --entry=accumulators --size=N=6
func.func @accumulators(%x: !lift.array<N x 8 x i32>)
    -> (!lift.array<8 x i32>, !lift.array<8 x i32>) {
  %zero = arith.constant 0 : i32
  %zeros = lift.broadcast %zero sizes [8] : i32
  %s = lift.reduce (%row = %x : !lift.array<N x 8 x i32>)
      init (%acc = %zeros : !lift.array<8 x i32>) {
    %a = lift.as_vector %acc width 4 : !lift.array<8 x i32>
    %b = lift.as_vector %row width 4 : !lift.array<8 x i32>
    %c = lift.map seq (%d = %a, %e = %b
        : !lift.array<2 x vector<4xi32>>, !lift.array<2 x vector<4xi32>>) {
      %f = arith.addi %d, %e : vector<4xi32>
      lift.yield %f : vector<4xi32>
    }
    %g = lift.as_scalar %c : !lift.array<2 x vector<4xi32>>
    lift.yield %g : !lift.array<8 x i32>
  }
  %t = lift.reduce (%row = %x : !lift.array<N x 8 x i32>)
      init (%acc = %zeros : !lift.array<8 x i32>) {
    %r = lift.reverse %acc : !lift.array<8 x i32>
    %a = lift.as_vector %r width 4 : !lift.array<8 x i32>
    %b = lift.as_vector %row width 4 : !lift.array<8 x i32>
    %c = lift.map seq (%d = %a, %e = %b
        : !lift.array<2 x vector<4xi32>>, !lift.array<2 x vector<4xi32>>) {
      %f = arith.addi %d, %e : vector<4xi32>
      lift.yield %f : vector<4xi32>
    }
    %g = lift.as_scalar %c : !lift.array<2 x vector<4xi32>>
    lift.yield %g : !lift.array<8 x i32>
  }
  return %s, %t : !lift.array<8 x i32>, !lift.array<8 x i32>
}

// Vectors of what a map computes; all lanes of a number that is repeated.
// NUMPY @computed(x: i32[N], a: i32) -> (x * x).reshape(-1, 4).sum(axis=1) + a
// RUN: %check_numpy %s --entry=computed --size=N=4
// RUN: %check_numpy %s --entry=computed --size=N=52
func.func @computed(%x: !lift.array<N x i32>, %a: i32) -> !lift.array<(N / 4) x i32> {
  %m = lift.map (%e = %x : !lift.array<N x i32>) {
    %p = arith.muli %e, %e : i32
    lift.yield %p : i32
  }
  %v = lift.as_vector %m width 4 : !lift.array<N x i32>
  %all = lift.broadcast %a sizes [N] : i32
  %w = lift.as_vector %all width 4 : !lift.array<N x i32>
  %r = lift.map (%e = %v, %f = %w
      : !lift.array<(N / 4) x vector<4xi32>>, !lift.array<(N / 4) x vector<4xi32>>) {
    %s = vector.reduction <add>, %e : vector<4xi32> into i32
    %l = vector.extract %f[3] : i32 from vector<4xi32>
    %t = arith.addi %s, %l : i32
    lift.yield %t : i32
  }
  return %r : !lift.array<(N / 4) x i32>
}
