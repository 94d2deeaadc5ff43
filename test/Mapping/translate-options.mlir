// What the translations say to options that make no sense, and when a solver
// gives up.

// RUN: not lift-translate --lift-list-mappings --rules=none %s 2>&1 | FileCheck %s --check-prefix=RULES
// RULES: error: unknown rules 'none' (expected {{.*}}cc22
// RUN: not lift-translate --lift-list-mappings --rules=cc22 --solver=none %s 2>&1 | FileCheck %s --check-prefix=SOLVER
// SOLVER: error: unknown solver 'none' (expected z3 or enumerate)
// RUN: not lift-translate --lift-list-mappings --rules=cc22 --dims=4 %s 2>&1 | FileCheck %s --check-prefix=DIMS
// DIMS: error: a launch has 1 to 3 dimensions, not 4
// RUN: not lift-translate --lift-list-mappings --rules=cc22 --fix='1=lcl(0),1=seq' %s 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: error: map 1 is lcl(0) already, and cannot be seq
// RUN: not lift-translate --lift-list-mappings --rules=cc22 --solver-budget=1 %s 2>&1 | FileCheck %s --check-prefix=BUDGET
// RUN: not lift-translate --lift-list-mappings --rules=cc22 --solver-budget=1 --solver=enumerate %s 2>&1 | FileCheck %s --check-prefix=BUDGET
// BUDGET: error: the search for a mapping was given up after 0 mappings
// BUDGET: note: this says nothing of whether there are more; raise solver-budget

// The same seed gives the same list, of as many as asked for, which differ.
// RUN: lift-translate --lift-list-mappings --rules=cc22 --limit=5 --seed=3 --distance=2 %s > %t.1
// RUN: lift-translate --lift-list-mappings --rules=cc22 --limit=5 --seed=3 --distance=2 %s | diff %t.1 -
// RUN: sort -u %t.1 | count 5
// A list may be shorter than that.
// RUN: lift-translate --lift-list-mappings --rules=cc22 --limit=9 --dims=1 %s | count 5

// RUN: lift-translate --lift-mapping-problem %s | FileCheck %s --check-prefix=PROBLEM
// PROBLEM: "format": "lift-mapping-problem"
// PROBLEM: "name": "add"
// PROBLEM: "name": "map0"
// PROBLEM-NEXT: },
// PROBLEM: "name": "map1",
// PROBLEM-NEXT: "parent": 0,
// PROBLEM-NEXT: "perfect": true,
// PROBLEM-NEXT: "trips": 5
func.func @add(%x: !lift.array<N x 5 x f32>) -> !lift.array<N x 5 x f32> {
  %r = lift.map (%row = %x : !lift.array<N x 5 x f32>) {
    %cells = lift.map (%e = %row : !lift.array<5 x f32>) {
      %s = arith.addf %e, %e : f32
      lift.yield %s : f32
    }
    lift.yield %cells : !lift.array<5 x f32>
  }
  return %r : !lift.array<N x 5 x f32>
}
