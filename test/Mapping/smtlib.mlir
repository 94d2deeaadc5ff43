// The constraints as SMT-LIB: another solver agrees on what is possible.

// RUN: lift-translate --lift-mapping-to-smtlib --rules=cc22 --dims=1 --split-input-file %s | FileCheck %s
// RUN: %if z3 %{ lift-translate --lift-mapping-to-smtlib --rules=cc22 --dims=1 --split-input-file %s | z3 -in | FileCheck %s --check-prefix=Z3 %}

// CHECK: (declare-const map0 Int)
// CHECK: (assert (or (= map0 0) (= map0 10) (= map0 20) (= map0 30)))
// CHECK: (declare-const map1 Int)
// CHECK: (assert (or (= map1 0) (= map1 1) (= map1 10) (= map1 20) (= map1 30)))
// CHECK: (check-sat)
// Z3: {{^}}sat
func.func @copy(%x: !lift.array<N x 5 x f32>) -> !lift.array<N x 5 x f32> {
  %r = lift.map (%row = %x : !lift.array<N x 5 x f32>) {
    %cells = lift.map (%e = %row : !lift.array<5 x f32>) {
      lift.yield %e : f32
    }
    lift.yield %cells : !lift.array<5 x f32>
  }
  return %r : !lift.array<N x 5 x f32>
}

// -----

// CHECK: (check-sat)
// Z3: {{^}}unsat
func.func @twice(%x: !lift.array<N x 5 x f32>) -> !lift.array<N x 5 x f32> {
  %r = lift.map glb(0) (%row = %x : !lift.array<N x 5 x f32>) {
    %cells = lift.map glb(0) (%e = %row : !lift.array<5 x f32>) {
      lift.yield %e : f32
    }
    lift.yield %cells : !lift.array<5 x f32>
  }
  return %r : !lift.array<N x 5 x f32>
}
