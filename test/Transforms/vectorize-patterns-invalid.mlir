// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-vectorize-patterns))' --split-input-file --verify-diagnostics | FileCheck %s
// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-vectorize-patterns))' --split-input-file --remarks-filter=lift-vectorize-patterns 2>&1 | FileCheck %s --check-prefix=REMARK

// Patterns that stay scalar, without their widths.

// CHECK-NOT: {{as_vector|vector[(]}}
// REMARK: [Missed] vectorization | Category:lift-vectorize-patterns | Function=arrays | Remark="element of operand #0 is of type !lift.array<M x f32>"
func.func @arrays(%x: !lift.array<8 x M x f32>) -> !lift.array<8 x M x f32> {
  // expected-warning @below {{vector(4) has no effect: element of operand #0 is of type !lift.array<M x f32>}}
  // expected-note @below {{only numbers become vectors: give the width to the innermost pattern}}
  %r = lift.map vector(4) (%row = %x : !lift.array<8 x M x f32>) {
    %n = lift.map (%e = %row : !lift.array<M x f32>) {
      lift.yield %e : f32
    }
    lift.yield %n : !lift.array<M x f32>
  }
  return %r : !lift.array<8 x M x f32>
}

// -----

func.func @vectors(%x: !lift.array<8 x vector<4xf32>>) -> !lift.array<8 x vector<4xf32>> {
  // expected-warning @below {{element of operand #0 is of type vector<4xf32>}}
  // expected-note @below {{only numbers}}
  %r = lift.map vector(4) (%e = %x : !lift.array<8 x vector<4xf32>>) {
    lift.yield %e : vector<4xf32>
  }
  return %r : !lift.array<8 x vector<4xf32>>
}

// -----

func.func @rows(%x: !lift.array<8 x f32>) -> !lift.array<8 x 3 x f32> {
  // expected-warning @below {{element of result #0 is of type !lift.array<3 x f32>}}
  // expected-note @below {{only numbers}}
  %r = lift.map vector(4) (%e = %x : !lift.array<8 x f32>) {
    %b = lift.broadcast %e sizes [3] : f32
    lift.yield %b : !lift.array<3 x f32>
  }
  return %r : !lift.array<8 x 3 x f32>
}

// -----

func.func @unknown_length(%x: !lift.array<(2 * N) x f32>, %n: !lift.array<N x f32>) -> !lift.array<(2 * N) x f32> {
  // expected-warning @below {{vector(4) has no effect: 4 is not known to divide its length 2 * N}}
  // expected-note @below {{state it in lift.requires, or give the size a value with lift-bind-params}}
  %r = lift.map vector(4) (%e = %x : !lift.array<(2 * N) x f32>) {
    lift.yield %e : f32
  }
  return %r : !lift.array<(2 * N) x f32>
}

// -----

func.func @short(%x: !lift.array<3 x f32>) -> !lift.array<3 x f32> {
  // expected-warning @below {{vector(4) has no effect: it has 3 elements, fewer than 4}}
  // expected-note @below {{take a smaller width}}
  %r = lift.map vector(4) (%e = %x : !lift.array<3 x f32>) {
    lift.yield %e : f32
  }
  return %r : !lift.array<3 x f32>
}

// -----

// A region that depends on the element.
func.func @region(%x: !lift.array<8 x f32>, %w: !lift.array<M x f32>) -> !lift.array<8 x f32> {
  // expected-warning @below {{'lift.reduce' has no form on vectors}}
  // expected-note @below {{operations of arith and math on integers and floats, and calls of user functions, have one}}
  %r = lift.map vector(4) (%e = %x : !lift.array<8 x f32>) {
    %s = lift.reduce (%f = %w : !lift.array<M x f32>) init (%acc = %e : f32) {
      %a = arith.addf %acc, %f : f32
      lift.yield %a : f32
    }
    lift.yield %s : f32
  }
  return %r : !lift.array<8 x f32>
}

// -----

// There are no vectors of indices.
func.func @index(%x: !lift.array<8 x i32>, %w: !lift.array<M x f32>) -> !lift.array<8 x f32> {
  %zero = arith.constant 0.0 : f32
  // expected-warning @below {{'arith.index_cast' has no form on vectors}}
  // expected-note @below {{operations of arith and math}}
  %r = lift.map vector(4) (%e = %x : !lift.array<8 x i32>) {
    %i = arith.index_cast %e : i32 to index
    %s = lift.at %w[%i] default(%zero : f32) : !lift.array<M x f32>
    lift.yield %s : f32
  }
  return %r : !lift.array<8 x f32>
}

// -----

// One number of each vector would be used.
func.func @on_the_fly(%x: !lift.array<8 x f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  // expected-warning @below {{its elements are computed one by one, where they are read}}
  // expected-note @below {{materialize them, or give the width to the pattern that reads them}}
  %m = lift.map vector(4) (%e = %x : !lift.array<8 x f32>) {
    %s = arith.mulf %e, %e : f32
    lift.yield %s : f32
  }
  %r = lift.reduce (%e = %m : !lift.array<8 x f32>) init (%acc = %zero : f32) {
    %s = arith.addf %acc, %e : f32
    lift.yield %s : f32
  }
  return %r : f32
}

// -----

func.func @distributed(%x: !lift.array<5 x 64 x f32>) -> !lift.array<5 x 64 x f32> {
  %k = lift.kernel local_size [64] global_size [64] {
    %r = lift.map seq (%row = %x : !lift.array<5 x 64 x f32>) {
      // expected-warning @below {{its elements are tied to the work-item that computes them}}
      // expected-note @below {{make the array one of vectors, by lift.as_vector where it is computed and used}}
      %m = lift.map lcl(0) vector(4) (%e = %row : !lift.array<64 x f32>) {
        %s = arith.mulf %e, %e : f32
        lift.yield %s : f32
      }
      lift.yield %m : !lift.array<64 x f32>
    }
    %p = lift.materialize %r in private : !lift.array<5 x 64 x f32>
    %out = lift.map seq (%row = %p : !lift.array<5 x 64 x f32>) {
      // expected-warning @below {{its elements are tied to the work-item that computes them}}
      // expected-note @below {{make the array one of vectors}}
      %m = lift.map lcl(0) vector(4) (%e = %row : !lift.array<64 x f32>) {
        lift.yield %e : f32
      }
      lift.yield %m : !lift.array<64 x f32>
    }
    lift.yield %out : !lift.array<5 x 64 x f32>
  }
  return %k : !lift.array<5 x 64 x f32>
}

// -----

// The same where what is read is computed on the way, out of private memory.
func.func @computed_where_read(%x: !lift.array<5 x 64 x f32>) -> !lift.array<5 x 64 x f32> {
  %k = lift.kernel local_size [32] global_size [32] {
    %r = lift.map seq (%row = %x : !lift.array<5 x 64 x f32>) {
      %m = lift.map lcl(0) (%e = %row : !lift.array<64 x f32>) {
        %s = arith.mulf %e, %e : f32
        lift.yield %s : f32
      }
      lift.yield %m : !lift.array<64 x f32>
    }
    %p = lift.materialize %r in private : !lift.array<5 x 64 x f32>
    %out = lift.map seq (%row = %p : !lift.array<5 x 64 x f32>) {
      %twice = lift.map seq (%e = %row : !lift.array<64 x f32>) {
        %s = arith.addf %e, %e : f32
        lift.yield %s : f32
      }
      // expected-warning @below {{its elements are tied to the work-item that computes them}}
      // expected-note @below {{make the array one of vectors}}
      %m = lift.map lcl(0) vector(4) (%e = %twice : !lift.array<64 x f32>) {
        lift.yield %e : f32
      }
      lift.yield %m : !lift.array<64 x f32>
    }
    lift.yield %out : !lift.array<5 x 64 x f32>
  }
  return %k : !lift.array<5 x 64 x f32>
}

// -----

// Who reads it stays scalar, so it does, too.
func.func @read_by_scalars(%x: !lift.array<5 x 64 x f32>) -> !lift.array<5 x 64 x f32> {
  %k = lift.kernel local_size [32] global_size [32] {
    %r = lift.map seq (%row = %x : !lift.array<5 x 64 x f32>) {
      %m = lift.map lcl(0) (%e = %row : !lift.array<64 x f32>) {
        %s = arith.mulf %e, %e : f32
        lift.yield %s : f32
      }
      lift.yield %m : !lift.array<64 x f32>
    }
    %p = lift.materialize %r in private : !lift.array<5 x 64 x f32>
    %out = lift.map seq (%row = %p : !lift.array<5 x 64 x f32>) {
      // expected-warning @below {{its elements are computed one by one, where they are read}}
      // expected-note @below {{materialize them}}
      %twice = lift.map seq vector(4) (%e = %row : !lift.array<64 x f32>) {
        %s = arith.addf %e, %e : f32
        lift.yield %s : f32
      }
      // expected-warning @below {{its elements are tied to the work-item that computes them}}
      // expected-note @below {{make the array one of vectors}}
      %m = lift.map lcl(0) vector(4) (%e = %twice : !lift.array<64 x f32>) {
        lift.yield %e : f32
      }
      lift.yield %m : !lift.array<64 x f32>
    }
    lift.yield %out : !lift.array<5 x 64 x f32>
  }
  return %k : !lift.array<5 x 64 x f32>
}

// -----

// The rest, by itself, and the vectors would be stored by loops of which nobody
// sees that they are apart.
func.func @cut(%x: !lift.array<N x 5 x f32>) -> !lift.array<N x 4 x f32> {
  %k = lift.kernel local_size [2] global_size [2 * N] {
    %m = lift.map wrg(0) (%row = %x : !lift.array<N x 5 x f32>) {
      // expected-warning @below {{vector(2) has no effect: some of its 5 elements are stored nowhere, and they are no whole vectors}}
      // expected-note @below {{take a width that divides their number}}
      %c = lift.map lcl(0) vector(2) (%e = %row : !lift.array<5 x f32>) {
        %s = arith.addf %e, %e : f32
        lift.yield %s : f32
      }
      lift.yield %c : !lift.array<5 x f32>
    }
    %d = lift.drop %m size [1] dims [1] : !lift.array<N x 5 x f32>
    lift.yield %d : !lift.array<N x 4 x f32>
  }
  return %k : !lift.array<N x 4 x f32>
}

// -----

// Each group has its own tile, and nothing orders groups.
func.func @groups(%x: !lift.array<64 x f32>) -> !lift.array<64 x f32> {
  %k = lift.kernel local_size [4] global_size [64] {
    // expected-warning @below {{its elements are tied to the work-item that computes them}}
    // expected-note @below {{make the array one of vectors}}
    %c = lift.map wrg(0) vector(4) (%e = %x : !lift.array<64 x f32>) {
      %s = arith.addf %e, %e : f32
      lift.yield %s : f32
    }
    %tile = lift.materialize %c in local : !lift.array<64 x f32>
    %turned = lift.split %tile by 64 : !lift.array<64 x f32>
    %back = lift.join %turned : !lift.array<1 x 64 x f32>
    // expected-warning @below {{its elements are tied to the work-item that computes them}}
    // expected-note @below {{make the array one of vectors}}
    %m = lift.map wrg(0) vector(4) (%e = %back : !lift.array<64 x f32>) {
      lift.yield %e : f32
    }
    lift.yield %m : !lift.array<64 x f32>
  }
  return %k : !lift.array<64 x f32>
}

// -----

// The accumulator is in global memory from one step to the next.
func.func @steps(%x: !lift.array<7 x 64 x f32>, %init: !lift.array<64 x f32>)
    -> !lift.array<64 x f32> {
  %r = lift.reduce (%row = %x : !lift.array<7 x 64 x f32>)
      init (%acc = %init : !lift.array<64 x f32>) {
    // expected-warning @below {{its elements are tied to the work-item that computes them}}
    // expected-note @below {{make the array one of vectors}}
    %n = lift.map glb(0) vector(4) (%a = %acc, %e = %row
        : !lift.array<64 x f32>, !lift.array<64 x f32>) {
      %s = arith.addf %a, %e : f32
      lift.yield %s : f32
    }
    lift.yield %n : !lift.array<64 x f32>
  }
  return %r : !lift.array<64 x f32>
}

// -----

// CHECK-LABEL: func @order
// CHECK-NOT: {{as_vector|vector[(]}}
func.func @order(%x: !lift.array<8 x f32>, %zero: f32) -> f32 {
  // expected-warning @below {{vector(4) has no effect: lanes combine the elements in another order, which changes the result of 'arith.addf'}}
  // expected-note @below {{declare the reduction associative and commutative if it may differ}}
  %r = lift.reduce associative vector(4) (%e = %x : !lift.array<8 x f32>) init (%acc = %zero : f32) {
    %s = arith.addf %acc, %e : f32
    lift.yield %s : f32
  }
  return %r : f32
}

// -----

func.func @promised(%x: !lift.array<8 x i32>, %zero: i32) -> i32 {
  // expected-warning @below {{which changes the result of 'arith.addi'}}
  // expected-note @below {{declare}}
  %r = lift.reduce vector(4) (%e = %x : !lift.array<8 x i32>) init (%acc = %zero : i32) {
    %s = arith.addi %acc, %e overflow<nsw> : i32
    lift.yield %s : i32
  }
  return %r : i32
}

// -----

func.func @alternating(%x: !lift.array<8 x i32>, %zero: i32) -> i32 {
  // expected-warning @below {{a step does not combine accumulator #0 with one value by an operation that has a neutral element}}
  // expected-note @below {{lanes are combined by sums, products, minima, maxima, and, or, and xor}}
  %r = lift.reduce vector(4) (%e = %x : !lift.array<8 x i32>) init (%acc = %zero : i32) {
    %s = arith.subi %e, %acc : i32
    lift.yield %s : i32
  }
  return %r : i32
}

// -----

// What is added depends on the accumulator.
func.func @horner(%x: !lift.array<8 x i32>, %zero: i32) -> i32 {
  // expected-warning @below {{a step does not combine accumulator #0}}
  // expected-note @below {{lanes are combined by}}
  %r = lift.reduce vector(4) (%e = %x : !lift.array<8 x i32>) init (%acc = %zero : i32) {
    %m = arith.muli %acc, %zero : i32
    %s = arith.addi %m, %e : i32
    lift.yield %s : i32
  }
  return %r : i32
}

// -----

// One accumulator depends on the other.
func.func @crossed(%x: !lift.array<8 x i32>, %zero: i32) -> i32 {
  // expected-warning @below {{a step does not combine accumulator #0}}
  // expected-note @below {{lanes are combined by}}
  %r:2 = lift.reduce vector(4) (%e = %x : !lift.array<8 x i32>) init (%a = %zero, %b = %zero : i32, i32) {
    %s = arith.addi %a, %b : i32
    %t = arith.addi %b, %e : i32
    lift.yield %s, %t : i32, i32
  }
  return %r#0 : i32
}

// -----

func.func @array_accumulator(%x: !lift.array<8 x f32>, %init: !lift.array<4 x f32>)
    -> !lift.array<4 x f32> {
  // expected-warning @below {{accumulator #0 is of type !lift.array<4 x f32>}}
  // expected-note @below {{only numbers}}
  %r = lift.reduce vector(4) (%e = %x : !lift.array<8 x f32>)
      init (%acc = %init : !lift.array<4 x f32>) {
    %n = lift.map (%a = %acc : !lift.array<4 x f32>) {
      %s = arith.addf %a, %e : f32
      lift.yield %s : f32
    }
    lift.yield %n : !lift.array<4 x f32>
  }
  return %r : !lift.array<4 x f32>
}

// -----

// The accumulators change places in each step, and one of them is nobody's
// result: in memory of the work-items, that another map has spread over them
// element by element.
func.func @accumulators_in_turn(%x: !lift.array<11 x 4 x i32>, %a: !lift.array<4 x i32>)
    -> !lift.array<4 x i32> {
  %k = lift.kernel local_size [3] global_size [3] {
    %r:2 = lift.reduce (%row = %x : !lift.array<11 x 4 x i32>)
        init (%p = %a, %q = %a : !lift.array<4 x i32>, !lift.array<4 x i32>) {
      %copied = lift.map lcl(0) (%e = %row : !lift.array<4 x i32>) {
        lift.yield %e : i32
      }
      // expected-warning @below {{its elements are tied to the work-item that computes them}}
      // expected-note @below {{make the array one of vectors}}
      %added = lift.map lcl(0) vector(3) (%e = %q, %f = %row
          : !lift.array<4 x i32>, !lift.array<4 x i32>) {
        %s = arith.addi %e, %f : i32
        lift.yield %s : i32
      }
      lift.yield %added, %copied : !lift.array<4 x i32>, !lift.array<4 x i32>
    }
    lift.yield %r#0 : !lift.array<4 x i32>
  }
  return %k : !lift.array<4 x i32>
}
