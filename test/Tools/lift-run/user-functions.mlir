// REQUIRES: pocl
// RUN: lift-run %s --entry=equal --size=N=16 --verify 2>&1 | FileCheck %s --check-prefix=EQUAL
// RUN: %python %S/Inputs/status.py 2 \
// RUN:   lift-run %s --entry=differs --size=N=16 --verify --input-kind=integer 2>&1 | FileCheck %s --check-prefix=DIFFERS
// RUN: not lift-run %s --entry=unknown --size=N=16 --verify 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: lift-run %s --entry=unknown --size=N=16 2>&1 | FileCheck %s --check-prefix=PLAIN

// What the code of a user function computes is compared with what its reference
// says: by the program's results, and for each function by itself, so that it is
// seen which of them it is. Functions that the program does not call are not
// tried.

// EQUAL-NOT: warning
// EQUAL: verify: 16 elements, max abs error 0, OK

// DIFFERS: user-functions.mlir:[[# @LINE + 15]]:{{.*}} warning: the code of 'odd' differs from its reference for {{[0-9]+}} of 1024 random values
// DIFFERS: note: odd(x = {{.*}}, y = {{.*}}) is {{.*}} by its code, and {{.*}} by its reference
// DIFFERS: verify: 16 elements{{.*}} FAILED

// UNKNOWN: error: 'lift.call' op calls 'opaque', which has no reference to be evaluated
// UNKNOWN: note: write one here

// PLAIN: @unknown with N = 16

lift.user_fun @sum(x : i32, y : i32) -> i32 code ["return x + y;"]
    reference (%x, %y) {
  %s = arith.addi %x, %y : i32
  lift.yield %s : i32
}

lift.user_fun @odd(x : i32, y : i32) -> i32
    code ["return x > 0 ? x + y + 1 : x + y;"] reference (%x, %y) {
  %s = arith.addi %x, %y : i32
  lift.yield %s : i32
}

lift.user_fun @opaque(x : i32) -> i32 code ["return x;"]

func.func @equal(%x: !lift.array<N x i32>) -> !lift.array<N x i32> {
  %r = lift.map (%a = %x : !lift.array<N x i32>) {
    %s = lift.call @sum(%a, %a) : (i32, i32) -> i32
    lift.yield %s : i32
  }
  return %r : !lift.array<N x i32>
}

func.func @differs(%x: !lift.array<N x i32>) -> !lift.array<N x i32> {
  %r = lift.map (%a = %x : !lift.array<N x i32>) {
    %s = lift.call @odd(%a, %a) : (i32, i32) -> i32
    lift.yield %s : i32
  }
  return %r : !lift.array<N x i32>
}

func.func @unknown(%x: !lift.array<N x i32>) -> !lift.array<N x i32> {
  %r = lift.map (%a = %x : !lift.array<N x i32>) {
    %s = lift.call @opaque(%a) : (i32) -> i32
    lift.yield %s : i32
  }
  return %r : !lift.array<N x i32>
}
