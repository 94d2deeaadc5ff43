// Where values are stored that are used in more than one way.
// REQUIRES: pocl

// A value that the program stores is read elsewhere too: from the same memory.
// RUN: lift-run %s --entry=stored_and_read --size=N=7 --verify
func.func @stored_and_read(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %y = lift.map (%a = %x : !lift.array<N x f32>) {
    %s = arith.addf %a, %a : f32
    lift.yield %s : f32
  }
  %m = lift.materialize %y in global : !lift.array<N x f32>
  %z = lift.map (%a = %m, %b = %y : !lift.array<N x f32>, !lift.array<N x f32>) {
    %s = arith.mulf %a, %b : f32
    lift.yield %s : f32
  }
  return %z : !lift.array<N x f32>
}

// RUN: lift-run %s --entry=stored_twice --size=N=7 --verify
func.func @stored_twice(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %y = lift.map (%a = %x : !lift.array<N x f32>) {
    %s = arith.addf %a, %a : f32
    lift.yield %s : f32
  }
  %m = lift.materialize %y in global : !lift.array<N x f32>
  %n = lift.materialize %m in global : !lift.array<N x f32>
  %z = lift.map (%a = %m, %b = %n : !lift.array<N x f32>, !lift.array<N x f32>) {
    %s = arith.mulf %a, %b : f32
    lift.yield %s : f32
  }
  return %z : !lift.array<N x f32>
}

// An accumulator has all its elements, also those that no result needs.
// RUN: lift-run %s --entry=cut_accumulator --size=M=4 --verify
func.func @cut_accumulator(%m: !lift.array<M x 6 x f32>) -> !lift.array<5 x f32> {
  %zero = arith.constant 0.0 : f32
  %zeros = lift.broadcast %zero sizes [6] : f32
  %sum = lift.reduce (%row = %m : !lift.array<M x 6 x f32>)
      init (%acc = %zeros : !lift.array<6 x f32>) {
    %next = lift.map (%a = %acc, %e = %row
        : !lift.array<6 x f32>, !lift.array<6 x f32>) {
      %s = arith.addf %a, %e : f32
      lift.yield %s : f32
    }
    lift.yield %next : !lift.array<6 x f32>
  }
  %first = lift.take %sum size [5] : !lift.array<6 x f32>
  return %first : !lift.array<5 x f32>
}

// A view of an array of tuples whose components have more dimensions.
// RUN: lift-run %s --entry=transposed_tuples --size=N=3 --size=M=4 --verify
func.func @transposed_tuples(%x: !lift.array<N x M x 5 x f32>,
                             %y: !lift.array<N x M x f32>)
    -> !lift.array<M x N x 5 x f32> {
  %r = lift.map (%row = %x, %yr = %y
      : !lift.array<N x M x 5 x f32>, !lift.array<N x M x f32>) {
    %t = lift.zip %row, %yr : !lift.array<M x 5 x f32>, !lift.array<M x f32>
    lift.yield %t : !lift.array<M x tuple<!lift.array<5 x f32>, f32>>
  }
  %u = lift.transpose %r
      : !lift.array<N x M x tuple<!lift.array<5 x f32>, f32>>
  %s = lift.map (%col = %u : !lift.array<M x N x tuple<!lift.array<5 x f32>, f32>>) {
    %c = lift.map (%t = %col : !lift.array<N x tuple<!lift.array<5 x f32>, f32>>) {
      %five = lift.get %t[0] : tuple<!lift.array<5 x f32>, f32>
      %b = lift.get %t[1] : tuple<!lift.array<5 x f32>, f32>
      %e = lift.map (%a = %five : !lift.array<5 x f32>) {
        %p = arith.mulf %a, %b : f32
        lift.yield %p : f32
      }
      lift.yield %e : !lift.array<5 x f32>
    }
    lift.yield %c : !lift.array<N x 5 x f32>
  }
  return %s : !lift.array<M x N x 5 x f32>
}

// Each step has both accumulators as the step before left them.
// RUN: lift-run %s --entry=swapped_accumulators --size=K=3 --size=N=1 --verify
// RUN: lift-run %s --entry=swapped_accumulators --size=K=3 --size=N=5 --verify
func.func @swapped_accumulators(%x: !lift.array<K x f32>, %y: !lift.array<N x f32>,
                                %z: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %r:2 = lift.reduce (%e = %x : !lift.array<K x f32>)
      init (%a = %y, %b = %z : !lift.array<N x f32>, !lift.array<N x f32>) {
    lift.yield %b, %a : !lift.array<N x f32>, !lift.array<N x f32>
  }
  return %r#0 : !lift.array<N x f32>
}

// RUN: lift-run %s --entry=swapped_numbers --size=K=3 --verify
func.func @swapped_numbers(%x: !lift.array<K x f32>, %y: !lift.array<1 x f32>,
                           %z: !lift.array<1 x f32>) -> !lift.array<1 x f32> {
  %r:2 = lift.reduce (%e = %x : !lift.array<K x f32>)
      init (%a = %y, %b = %z : !lift.array<1 x f32>, !lift.array<1 x f32>) {
    lift.yield %b, %a : !lift.array<1 x f32>, !lift.array<1 x f32>
  }
  return %r#0 : !lift.array<1 x f32>
}

// The inner steps go on from the outer accumulator, and read it, too.
// RUN: lift-run %s --entry=outer_accumulator --size=N=4 --verify --input-kind=integer
func.func @outer_accumulator(%x: !lift.array<2 x 3 x N x f32>, %z: !lift.array<N x f32>)
    -> !lift.array<N x f32> {
  %r = lift.reduce (%m = %x : !lift.array<2 x 3 x N x f32>) init (%acc = %z : !lift.array<N x f32>) {
    %inner = lift.reduce (%row = %m : !lift.array<3 x N x f32>) init (%in = %acc : !lift.array<N x f32>) {
      %n = lift.map (%a = %in, %b = %acc, %c = %row
          : !lift.array<N x f32>, !lift.array<N x f32>, !lift.array<N x f32>) {
        %s = arith.addf %a, %b : f32
        %t = arith.addf %s, %c : f32
        lift.yield %t : f32
      }
      lift.yield %n : !lift.array<N x f32>
    }
    lift.yield %inner : !lift.array<N x f32>
  }
  return %r : !lift.array<N x f32>
}

// A kernel that writes what it reads makes no promise that no one else does.
// RUN: lift-run %s --entry=shifted_accumulator --size=K=1 --size=N=8 --verify
func.func @shifted_accumulator(%x: !lift.array<K x f32>, %z: !lift.array<N x f32>)
    -> !lift.array<N x f32> {
  %r = lift.reduce (%e = %x : !lift.array<K x f32>) init (%acc = %z : !lift.array<N x f32>) {
    %p = lift.pad %acc low [1] high [0] clamp : !lift.array<N x f32>
    %t = lift.take %p size [N] : !lift.array<(N + 1) x f32>
    lift.yield %t : !lift.array<N x f32>
  }
  return %r : !lift.array<N x f32>
}

// One element for many global ids: one work-item runs the whole reduction, whose
// accumulators are in global memory.
// RUN: %if pocl %{ %check_numpy %s --entry=one_sum --size=N=7 %}
// RUN: %if pocl %{ %check_numpy %s --entry=one_sum --size=N=1 %}
// RUN: %if oclgrind %{ %check_numpy %s --entry=one_sum --size=N=3 --oclgrind %}
// NUMPY @one_sum(x: f32[1,N,5]) -> x.sum(1)
func.func @one_sum(%x: !lift.array<1 x N x 5 x f32>) -> !lift.array<1 x 5 x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.kernel local_size [4] global_size [8] {
    %rows = lift.map glb(0) (%m = %x : !lift.array<1 x N x 5 x f32>) {
      %zeros = lift.broadcast %zero sizes [5] : f32
      %init = lift.copy %zeros in global : !lift.array<5 x f32>
      %sum = lift.reduce (%row = %m : !lift.array<N x 5 x f32>)
          init (%acc = %init : !lift.array<5 x f32>) {
        %next = lift.map (%a = %acc, %b = %row : !lift.array<5 x f32>, !lift.array<5 x f32>) {
          %s = arith.addf %a, %b : f32
          lift.yield %s : f32
        }
        lift.yield %next : !lift.array<5 x f32>
      }
      %stored = lift.materialize %sum in global : !lift.array<5 x f32>
      %out = lift.map (%a = %stored : !lift.array<5 x f32>) { lift.yield %a : f32 }
      lift.yield %out : !lift.array<5 x f32>
    }
    lift.yield %rows : !lift.array<1 x 5 x f32>
  }
  return %r : !lift.array<1 x 5 x f32>
}

// One map stores for others and for the work-item itself: of what is private
// each has a copy, and computes it.
// NUMPY @both(x: i32[8, 4]) -> (2 * x * x, 4 * x)
// RUN: %check_numpy %s --entry=both
// RUN: %if oclgrind %{ %check_numpy %s --entry=both --oclgrind %}
func.func @both(%x: !lift.array<8 x 4 x i32>)
    -> (!lift.array<8 x 4 x i32>, !lift.array<8 x 4 x i32>) {
  %k:2 = lift.kernel local_size [4] global_size [8] {
    %r:2 = lift.map wrg(0) (%row = %x : !lift.array<8 x 4 x i32>) {
      %sum, %product = lift.map seq (%e = %row : !lift.array<4 x i32>) {
        %s = arith.addi %e, %e : i32
        %t = arith.muli %e, %e : i32
        lift.yield %s, %t : i32, i32
      }
      %shared = lift.materialize %sum in global : !lift.array<4 x i32>
      %own = lift.materialize %product in private : !lift.array<4 x i32>
      %u = lift.map lcl(0) (%e = %own : !lift.array<4 x i32>) {
        %s = arith.addi %e, %e : i32
        lift.yield %s : i32
      }
      %v = lift.map lcl(0) (%e = %shared : !lift.array<4 x i32>) {
        %s = arith.addi %e, %e : i32
        lift.yield %s : i32
      }
      lift.yield %u, %v : !lift.array<4 x i32>, !lift.array<4 x i32>
    }
    lift.yield %r#0, %r#1 : !lift.array<8 x 4 x i32>, !lift.array<8 x 4 x i32>
  }
  return %k#0, %k#1 : !lift.array<8 x 4 x i32>, !lift.array<8 x 4 x i32>
}

// A reduction starts from what work-items compute, each its own part, and a
// single one goes on: it does not compute their parts.
// NUMPY @start(x: i32[N, 7], y: i32[7]) -> 2 * y + x.sum(0)
// RUN: %check_numpy %s --entry=start --size=N=3
// RUN: %if oclgrind %{ %check_numpy %s --entry=start --size=N=3 --oclgrind %}
func.func @start(%x: !lift.array<N x 7 x i32>, %y: !lift.array<7 x i32>)
    -> !lift.array<7 x i32> {
  %k = lift.kernel local_size [4] global_size [4] {
    %twice = lift.map lcl(0) (%e = %y : !lift.array<7 x i32>) {
      %s = arith.addi %e, %e : i32
      lift.yield %s : i32
    }
    %sum = lift.reduce (%row = %x : !lift.array<N x 7 x i32>)
        init (%acc = %twice : !lift.array<7 x i32>) {
      %next = lift.map seq (%a = %acc, %b = %row : !lift.array<7 x i32>, !lift.array<7 x i32>) {
        %s = arith.addi %a, %b : i32
        lift.yield %s : i32
      }
      lift.yield %next : !lift.array<7 x i32>
    }
    lift.yield %sum : !lift.array<7 x i32>
  }
  return %k : !lift.array<7 x i32>
}
