// A sum of what a function in C makes of each number.
lift.user_fun @twice(a : i32) -> i32 code ["return a * 2;"] reference (%a) {
  %b = arith.addi %a, %a : i32
  lift.yield %b : i32
}

func.func @sum(%x: !lift.array<N x i32>) -> i32 {
  %zero = arith.constant 0 : i32
  %r = lift.reduce associative commutative (%a = %x : !lift.array<N x i32>) init (%s = %zero : i32) {
    %c = lift.call @twice(%a) : (i32) -> i32
    %n = arith.addi %s, %c : i32
    lift.yield %n : i32
  }
  return %r : i32
}
