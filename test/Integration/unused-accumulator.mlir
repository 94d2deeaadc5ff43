// Of the two accumulators of a contraction in tiles, only one is used after what is
// computed of the other has been folded away: it stands where it started.
// RUN: lift-run %s --device='Portable Computing Language' --target=nvidia-h200 --input-kind=integer --size=S0=31 --size=S1=3 --size=S2=32 --verify | FileCheck %s
// CHECK: verify: 186 elements, max abs error 0, OK

func.func @unused(%x: !lift.array<S0 x S2 x i32>, %y: !lift.array<S2 x S1 x i32>, %z: !lift.array<S1 x i32>)
    -> (!lift.array<S0 x S1 x i32>, !lift.array<S0 x S1 x i32>) {
  %zero = arith.constant 0 : i32
  %columns = lift.transpose %y permutation [1, 0] : !lift.array<S2 x S1 x i32>
  %r:2 = lift.map (%row = %x : !lift.array<S0 x S2 x i32>) {
    %s:2 = lift.map (%column = %columns, %bias = %z : !lift.array<S1 x S2 x i32>, !lift.array<S1 x i32>) {
      %sum:2 = lift.reduce associative commutative (%a = %row, %b = %column : !lift.array<S2 x i32>, !lift.array<S2 x i32>)
          init (%acc = %zero, %least = %zero : i32, i32) {
        %p = arith.muli %a, %b : i32
        %m = arith.minsi %a, %b : i32
        %next = arith.addi %acc, %p : i32
        %less = arith.minsi %least, %m : i32
        lift.yield %next, %less : i32, i32
      }
      %biased = arith.addi %sum#0, %bias : i32
      %nothing = arith.muli %sum#1, %zero : i32
      %other = arith.maxsi %nothing, %bias : i32
      lift.yield %biased, %other : i32, i32
    }
    lift.yield %s#0, %s#1 : !lift.array<S1 x i32>, !lift.array<S1 x i32>
  }
  return %r#0, %r#1 : !lift.array<S0 x S1 x i32>, !lift.array<S0 x S1 x i32>
}
