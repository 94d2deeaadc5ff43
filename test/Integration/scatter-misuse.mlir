// Scatters that are no permutations, or are read.
// REQUIRES: lift-run

// RUN: not lift-run %s --entry=not_a_permutation --size=N=3 --engine=evaluate 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TWICE
// TWICE: 'lift.scatter' op writes element 0 twice
func.func @not_a_permutation(%x: !lift.array<N x i32>) -> !lift.array<N x i32> {
  %zero = arith.constant 0 : index
  %s = lift.scatter permutation %x : !lift.array<N x i32> by (%i < N) {
    lift.yield %zero : index
  }
  return %s : !lift.array<N x i32>
}

// RUN: not lift-run %s --entry=partial --size=N=3 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PARTIAL
// PARTIAL: 'lift.scatter' op can be written, but not read
// PARTIAL: state 'permutation' if it writes every element once
func.func @partial(%x: !lift.array<N x i32>) -> !lift.array<N x i32> {
  %last = lift.size (N - 1) : index
  %s = lift.scatter %x : !lift.array<N x i32> by (%i < N) {
    %j = arith.subi %last, %i : index
    lift.yield %j : index
  }
  return %s : !lift.array<N x i32>
}
