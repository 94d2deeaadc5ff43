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
