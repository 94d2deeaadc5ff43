// User functions and calls in all their forms: printed and read again, in the
// short and the generic form and as bytecode.

// RUN: lift-opt %s | lift-opt | FileCheck %s
// RUN: lift-opt %s --mlir-print-op-generic | lift-opt | FileCheck %s
// RUN: lift-opt %s --emit-bytecode | lift-opt | FileCheck %s

// CHECK: lift.user_fun @twice(x : f32) -> f32 code ["return 2.0f * x;"] reference (%[[X:.*]]) {
// CHECK-NEXT: arith.addf %[[X]], %[[X]] : f32
lift.user_fun @twice(x : f32) -> f32 code ["return 2.0f * x;"] reference (%x) {
  %y = arith.addf %x, %x : f32
  lift.yield %y : f32
}

// Several results, vectors, no reference.
// CHECK: lift.user_fun private @both(x : vector<4xf32>, n : i32) -> (low : vector<4xf32>, high : i64) code ["*low = x;", "*high = n;"] attributes {note = "kept"}
lift.user_fun private @both(x : vector<4xf32>, n : i32)
    -> (low : vector<4xf32>, high : i64) code ["*low = x;", "*high = n;"]
    attributes {note = "kept"}

// No parameter, one named like nothing in MLIR could be.
// CHECK: lift.user_fun @seven() -> i1 code [] reference () {
lift.user_fun @seven() -> i1 code [] reference () {
  %true = arith.constant true
  lift.yield %true : i1
}

func.func private @first(%x: !lift.array<N x M x f32>) -> !lift.array<(N - 1) x M x f32>
    attributes {lift.params = {T = [1, 2]}} {
  %r = lift.take %x size [N - 1] : !lift.array<N x M x f32>
  return %r : !lift.array<(N - 1) x M x f32>
}

// CHECK-LABEL: func @calls
func.func @calls(%a: f32, %x: !lift.array<(2 * K) x 3 x f32>) {
  // CHECK: lift.call @twice(%{{.*}}) : (f32) -> f32
  %b = lift.call @twice(%a) : (f32) -> f32
  // CHECK: lift.call @seven() {note = "kept"} : () -> i1
  %s = lift.call @seven() {note = "kept"} : () -> i1
  // CHECK: lift.call @first[M = 3, N = 2 * K, T = 2](%{{.*}}) : (!lift.array<(2 * K) x 3 x f32>) -> !lift.array<(2 * K - 1) x 3 x f32>
  %r = lift.call @first[N = 2 * K, M = 3, T = 2](%x)
      : (!lift.array<(2 * K) x 3 x f32>) -> !lift.array<(2 * K - 1) x 3 x f32>
  return
}
