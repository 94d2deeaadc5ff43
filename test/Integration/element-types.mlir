// Numbers of every width, and vectors of them, as elements of arrays.
// REQUIRES: pocl

// A bool is a byte in memory.
// NUMPY @bools(x: i1[N], y: i1[N]) -> np.logical_and(x, ~y) ^ (x == y)
// RUN: %check_numpy %s --entry=bools --size=N=1
// RUN: %check_numpy %s --entry=bools --size=N=37
func.func @bools(%x: !lift.array<N x i1>, %y: !lift.array<N x i1>)
    -> !lift.array<N x i1> {
  %true = arith.constant true
  %r = lift.map (%a = %x, %b = %y : !lift.array<N x i1>, !lift.array<N x i1>) {
    %n = arith.xori %b, %true : i1
    %c = arith.andi %a, %n : i1
    %d = arith.cmpi eq, %a, %b : i1
    %e = arith.xori %c, %d : i1
    lift.yield %e : i1
  }
  return %r : !lift.array<N x i1>
}

// Small numbers wrap, and are compared and shifted with and without sign.
// NUMPY @bytes(x: i8[N], y: i8[N]) -> (np.where(x.view(np.uint8) < y.view(np.uint8), x * np.int8(77), y - np.int8(127)), (x.view(np.uint8) >> 3).view(np.int8), x >> 1, x.astype(np.int32) + y.view(np.uint8))
// RUN: %check_numpy %s --entry=bytes --size=N=1
// RUN: %check_numpy %s --entry=bytes --size=N=253
func.func @bytes(%x: !lift.array<N x i8>, %y: !lift.array<N x i8>)
    -> (!lift.array<N x i8>, !lift.array<N x i8>, !lift.array<N x i8>,
        !lift.array<N x i32>) {
  %one = arith.constant 1 : i8
  %three = arith.constant 3 : i8
  %factor = arith.constant 77 : i8
  %big = arith.constant 127 : i8
  %r:4 = lift.map (%a = %x, %b = %y : !lift.array<N x i8>, !lift.array<N x i8>) {
    %p = arith.muli %a, %factor : i8
    %m = arith.subi %b, %big : i8
    %c = arith.cmpi ult, %a, %b : i8
    %s = arith.select %c, %p, %m : i8
    %u = arith.shrui %a, %three : i8
    %v = arith.shrsi %a, %one : i8
    %e = arith.extsi %a : i8 to i32
    %f = arith.extui %b : i8 to i32
    %w = arith.addi %e, %f : i32
    lift.yield %s, %u, %v, %w : i8, i8, i8, i32
  }
  return %r#0, %r#1, %r#2, %r#3 : !lift.array<N x i8>, !lift.array<N x i8>,
      !lift.array<N x i8>, !lift.array<N x i32>
}

// NUMPY @shorts(x: i16[N], y: i16[N]) -> (x * np.int16(9999) + y, np.maximum(x.view(np.uint16), y.view(np.uint16)).view(np.int16))
// RUN: %check_numpy %s --entry=shorts --size=N=101
func.func @shorts(%x: !lift.array<N x i16>, %y: !lift.array<N x i16>)
    -> (!lift.array<N x i16>, !lift.array<N x i16>) {
  %factor = arith.constant 9999 : i16
  %r:2 = lift.map (%a = %x, %b = %y : !lift.array<N x i16>, !lift.array<N x i16>) {
    %p = arith.muli %a, %factor : i16
    %s = arith.addi %p, %b : i16
    %m = arith.maxui %a, %b : i16
    lift.yield %s, %m : i16, i16
  }
  return %r#0, %r#1 : !lift.array<N x i16>, !lift.array<N x i16>
}

// NUMPY @longs(x: i64[N], y: i64[N]) -> (x * np.int64(0x123456789abcdef) + (y << 40), (x.view(np.uint64) // np.uint64(3)).view(np.int64))
// RUN: %check_numpy %s --entry=longs --size=N=101
func.func @longs(%x: !lift.array<N x i64>, %y: !lift.array<N x i64>)
    -> (!lift.array<N x i64>, !lift.array<N x i64>) {
  %factor = arith.constant 0x123456789abcdef : i64
  %three = arith.constant 3 : i64
  %bits = arith.constant 40 : i64
  %r:2 = lift.map (%a = %x, %b = %y : !lift.array<N x i64>, !lift.array<N x i64>) {
    %p = arith.muli %a, %factor : i64
    %l = arith.shli %b, %bits : i64
    %s = arith.addi %p, %l : i64
    %q = arith.divui %a, %three : i64
    lift.yield %s, %q : i64, i64
  }
  return %r#0, %r#1 : !lift.array<N x i64>, !lift.array<N x i64>
}

// NUMPY @doubles(x: f64[N], y: f64[N]) -> np.sqrt(np.abs(x)) / (y + 5.0)
// RUN: %check_numpy %s --entry=doubles --size=N=101
func.func @doubles(%x: !lift.array<N x f64>, %y: !lift.array<N x f64>)
    -> !lift.array<N x f64> {
  %five = arith.constant 5.0 : f64
  %r = lift.map (%a = %x, %b = %y : !lift.array<N x f64>, !lift.array<N x f64>) {
    %p = math.absf %a : f64
    %q = math.sqrt %p : f64
    %d = arith.addf %b, %five : f64
    %s = arith.divf %q, %d : f64
    lift.yield %s : f64
  }
  return %r : !lift.array<N x f64>
}

// Each operation rounds to f16, on devices without half numbers too.
// NUMPY @halves(a: f16, x: f16[N], y: f16[N]) -> (x * y / np.float16(3) + a * x) * np.float16(0.1) - y
// RUN: %check_numpy %s --entry=halves --size=N=1
// RUN: %check_numpy %s --entry=halves --size=N=1001
// RUN: %if oclgrind %{ %check_numpy %s --entry=halves --size=N=17 --oclgrind %}
func.func @halves(%a: f16, %x: !lift.array<N x f16>, %y: !lift.array<N x f16>)
    -> !lift.array<N x f16> {
  %three = arith.constant 3.0 : f16
  %tenth = arith.constant 0.1 : f16
  %r = lift.map (%b = %x, %c = %y : !lift.array<N x f16>, !lift.array<N x f16>) {
    %p = arith.mulf %b, %c : f16
    %q = arith.divf %p, %three : f16
    %s = arith.mulf %a, %b : f16
    %t = arith.addf %q, %s : f16
    %u = arith.mulf %t, %tenth : f16
    %v = arith.subf %u, %c : f16
    lift.yield %v : f16
  }
  return %r : !lift.array<N x f16>
}

// From double and to float; what is too large becomes infinite.
// NUMPY @roundings(x: f64[N]) -> ((x / 7).astype(np.float16), (x / 7).astype(np.float16).astype(np.float32) * np.float32(3), (x * 50000).astype(np.float16))
// RUN: %check_numpy %s --entry=roundings --size=N=101
func.func @roundings(%x: !lift.array<N x f64>)
    -> (!lift.array<N x f16>, !lift.array<N x f32>, !lift.array<N x f16>) {
  %seven = arith.constant 7.0 : f64
  %three = arith.constant 3.0 : f32
  %big = arith.constant 50000.0 : f64
  %r:3 = lift.map (%a = %x : !lift.array<N x f64>) {
    %q = arith.divf %a, %seven : f64
    %h = arith.truncf %q : f64 to f16
    %f = arith.extf %h : f16 to f32
    %g = arith.mulf %f, %three : f32
    %o = arith.mulf %a, %big : f64
    %i = arith.truncf %o : f64 to f16
    lift.yield %h, %g, %i : f16, f32, f16
  }
  return %r#0, %r#1, %r#2 : !lift.array<N x f16>, !lift.array<N x f32>, !lift.array<N x f16>
}

// Vectors; three lanes take the room of three.
// NUMPY @vectors(x: f32[N, 3], y: f32[N, 3], s: f32<3>) -> (x * y + s, x.max(axis=1), x[:, ::-1])
// RUN: %check_numpy %s --entry=vectors --size=N=1
// RUN: %check_numpy %s --entry=vectors --size=N=103
// RUN: %if oclgrind %{ %check_numpy %s --entry=vectors --size=N=17 --oclgrind %}
func.func @vectors(%x: !lift.array<N x vector<3xf32>>,
                   %y: !lift.array<N x vector<3xf32>>, %s: vector<3xf32>)
    -> (!lift.array<N x vector<3xf32>>, !lift.array<N x f32>,
        !lift.array<N x vector<3xf32>>) {
  %r:3 = lift.map (%a = %x, %b = %y
      : !lift.array<N x vector<3xf32>>, !lift.array<N x vector<3xf32>>) {
    %f = vector.fma %a, %b, %s : vector<3xf32>
    %m = vector.reduction <maxnumf>, %a : vector<3xf32> into f32
    %t = vector.shuffle %a, %a [2, 1, 0] : vector<3xf32>, vector<3xf32>
    lift.yield %f, %m, %t : vector<3xf32>, f32, vector<3xf32>
  }
  return %r#0, %r#1, %r#2 : !lift.array<N x vector<3xf32>>, !lift.array<N x f32>,
      !lift.array<N x vector<3xf32>>
}

// NUMPY @masks(x: i1[N, 4], y: i16[N, 4]) -> (~x, np.where(x, y, -y), (y < 0).any(axis=1))
// RUN: %check_numpy %s --entry=masks --size=N=1
// RUN: %check_numpy %s --entry=masks --size=N=103
func.func @masks(%x: !lift.array<N x vector<4xi1>>,
                 %y: !lift.array<N x vector<4xi16>>)
    -> (!lift.array<N x vector<4xi1>>, !lift.array<N x vector<4xi16>>,
        !lift.array<N x i1>) {
  %true = arith.constant dense<true> : vector<4xi1>
  %zero = arith.constant dense<0> : vector<4xi16>
  %r:3 = lift.map (%a = %x, %b = %y
      : !lift.array<N x vector<4xi1>>, !lift.array<N x vector<4xi16>>) {
    %n = arith.xori %a, %true : vector<4xi1>
    %m = arith.subi %zero, %b : vector<4xi16>
    %s = arith.select %a, %b, %m : vector<4xi1>, vector<4xi16>
    %c = arith.cmpi slt, %b, %zero : vector<4xi16>
    %d = vector.reduction <or>, %c : vector<4xi1> into i1
    lift.yield %n, %s, %d : vector<4xi1>, vector<4xi16>, i1
  }
  return %r#0, %r#1, %r#2 : !lift.array<N x vector<4xi1>>,
      !lift.array<N x vector<4xi16>>, !lift.array<N x i1>
}

// A lane whose number is computed, and a sum in the order of the lanes.
// NUMPY @lanes(x: f16[N, 8], k: i32[N]) -> (np.take_along_axis(x, k[:, None] & 7, axis=1)[:, 0], x.astype(np.float32).sum(axis=1))
// RUN: %check_numpy %s --entry=lanes --size=N=103
func.func @lanes(%x: !lift.array<N x vector<8xf16>>, %k: !lift.array<N x i32>)
    -> (!lift.array<N x f16>, !lift.array<N x f16>) {
  %seven = arith.constant 7 : i32
  %r:2 = lift.map (%a = %x, %l = %k
      : !lift.array<N x vector<8xf16>>, !lift.array<N x i32>) {
    %m = arith.andi %l, %seven : i32
    %i = arith.index_cast %m : i32 to index
    %e = vector.extract %a[%i] : f16 from vector<8xf16>
    %s = vector.reduction <add>, %a : vector<8xf16> into f16
    lift.yield %e, %s : f16, f16
  }
  return %r#0, %r#1 : !lift.array<N x f16>, !lift.array<N x f16>
}

// In local memory, where neighbours trade places.
// NUMPY @local(x: i8[N, 8, 3], y: f16[N, 8]) -> (x[:, ::-1], y[:, ::-1] + np.float16(1))
// RUN: %check_numpy %s --entry=local --size=N=1
// RUN: %check_numpy %s --entry=local --size=N=5
// RUN: %if oclgrind %{ %check_numpy %s --entry=local --size=N=3 --oclgrind %}
func.func @local(%x: !lift.array<N x 8 x vector<3xi8>>, %y: !lift.array<N x 8 x f16>)
    -> (!lift.array<N x 8 x vector<3xi8>>, !lift.array<N x 8 x f16>) {
  %one = arith.constant 1.0 : f16
  %r:2 = lift.kernel local_size [4] global_size [8] {
    %o:2 = lift.map wrg(0) (%v = %x, %h = %y
        : !lift.array<N x 8 x vector<3xi8>>, !lift.array<N x 8 x f16>) {
      %a:2 = lift.map lcl(0) (%e = %v, %f = %h
          : !lift.array<8 x vector<3xi8>>, !lift.array<8 x f16>) {
        %g = arith.addf %f, %one : f16
        lift.yield %e, %g : vector<3xi8>, f16
      }
      %l = lift.materialize %a#0 in local : !lift.array<8 x vector<3xi8>>
      %m = lift.materialize %a#1 in local : !lift.array<8 x f16>
      %s = lift.reverse %l : !lift.array<8 x vector<3xi8>>
      %t = lift.reverse %m : !lift.array<8 x f16>
      %b:2 = lift.map lcl(0) (%e = %s, %f = %t
          : !lift.array<8 x vector<3xi8>>, !lift.array<8 x f16>) {
        lift.yield %e, %f : vector<3xi8>, f16
      }
      lift.yield %b#0, %b#1 : !lift.array<8 x vector<3xi8>>, !lift.array<8 x f16>
    }
    lift.yield %o#0, %o#1 : !lift.array<N x 8 x vector<3xi8>>, !lift.array<N x 8 x f16>
  }
  return %r#0, %r#1 : !lift.array<N x 8 x vector<3xi8>>, !lift.array<N x 8 x f16>
}

// Accumulators: a vector, and an array of vectors in private memory.
// NUMPY @sums(x: f64[N, 5, 2]) -> (x.sum(axis=1), x.sum(axis=0))
// RUN: %check_numpy %s --entry=sums --size=N=1
// RUN: %check_numpy %s --entry=sums --size=N=13
func.func @sums(%x: !lift.array<N x 5 x vector<2xf64>>)
    -> (!lift.array<N x vector<2xf64>>, !lift.array<5 x vector<2xf64>>) {
  %zero = arith.constant dense<0.0> : vector<2xf64>
  %zeros = lift.broadcast %zero sizes [5] : vector<2xf64>
  %rows = lift.map (%row = %x : !lift.array<N x 5 x vector<2xf64>>) {
    %s = lift.reduce (%e = %row : !lift.array<5 x vector<2xf64>>)
        init (%acc = %zero : vector<2xf64>) {
      %t = arith.addf %acc, %e : vector<2xf64>
      lift.yield %t : vector<2xf64>
    }
    lift.yield %s : vector<2xf64>
  }
  %columns = lift.reduce (%row = %x : !lift.array<N x 5 x vector<2xf64>>)
      init (%acc = %zeros : !lift.array<5 x vector<2xf64>>) {
    %t = lift.map seq (%a = %acc, %e = %row
        : !lift.array<5 x vector<2xf64>>, !lift.array<5 x vector<2xf64>>) {
      %u = arith.addf %a, %e : vector<2xf64>
      lift.yield %u : vector<2xf64>
    }
    lift.yield %t : !lift.array<5 x vector<2xf64>>
  }
  return %rows, %columns : !lift.array<N x vector<2xf64>>, !lift.array<5 x vector<2xf64>>
}
