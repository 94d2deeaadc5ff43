// T06: tiles through local memory, and back.
// REQUIRES: pocl

// NUMPY @high(m: f32[N, M]) -> m
// RUN: %check_numpy %s --entry=high --size=N=8 --size=M=12
// RUN: not lift-run %s --entry=high --size=N=17 --size=M=17 2>&1 | FileCheck %s
// CHECK: chunk size 4 does not divide the array length
func.func @high(%m: !lift.array<N x M x f32>) -> !lift.array<N x M x f32> {
  %s = lift.split %m by 4 dim 1 : !lift.array<N x M x f32>
  %s2 = lift.split %s by 4 : !lift.array<N x (M / 4) x 4 x f32>
  %tiles = lift.transpose %s2 permutation [0, 2, 1, 3]
      : !lift.array<(N / 4) x 4 x (M / 4) x 4 x f32>
  %u = lift.transpose %tiles permutation [0, 2, 1, 3]
      : !lift.array<(N / 4) x (M / 4) x 4 x 4 x f32>
  %u1 = lift.join %u dim 2 : !lift.array<(N / 4) x 4 x (M / 4) x 4 x f32>
  %u2 = lift.join %u1 : !lift.array<(N / 4) x 4 x M x f32>
  return %u2 : !lift.array<N x M x f32>
}

// NUMPY @tile(m: f32[N, M]) -> m
// RUN: %check_numpy %s --entry=tile --size=N=8 --size=M=12
// RUN: %check_numpy %s --entry=tile --size=N=4 --size=M=4
// RUN: %check_numpy %s --entry=tile --size=N=20 --size=M=28
// RUN: not lift-run %s --entry=tile --size=N=31 --size=M=13 2>&1 | FileCheck %s
// RUN: %if oclgrind %{ %check_numpy %s --entry=tile --size=N=8 --size=M=12 --oclgrind %}
func.func @tile(%m: !lift.array<N x M x f32>) -> !lift.array<N x M x f32> {
  %r = lift.kernel @tile local_size [4, 4] global_size [8, 12] {
    %s = lift.split %m by 4 dim 1 : !lift.array<N x M x f32>
    %s2 = lift.split %s by 4 dim 0 : !lift.array<N x (M / 4) x 4 x f32>
    %t = lift.transpose %s2 permutation [0, 2, 1, 3] : !lift.array<(N / 4) x 4 x (M / 4) x 4 x f32>
    %o = lift.map wrg(0) (%row = %t : !lift.array<(N / 4) x (M / 4) x 4 x 4 x f32>) {
      %oo = lift.map wrg(1) (%tile = %row : !lift.array<(M / 4) x 4 x 4 x f32>) {
        %l = lift.copy %tile [lcl(0), lcl(1)] in local : !lift.array<4 x 4 x f32>
        %g = lift.map lcl(0) (%a = %l : !lift.array<4 x 4 x f32>) {
          %gg = lift.map lcl(1) (%b = %a : !lift.array<4 x f32>) {
            lift.yield %b : f32
          }
          lift.yield %gg : !lift.array<4 x f32>
        }
        lift.yield %g : !lift.array<4 x 4 x f32>
      }
      lift.yield %oo : !lift.array<(M / 4) x 4 x 4 x f32>
    }
    %u = lift.transpose %o permutation [0, 2, 1, 3] : !lift.array<(N / 4) x (M / 4) x 4 x 4 x f32>
    %u1 = lift.join %u dim 2 : !lift.array<(N / 4) x 4 x (M / 4) x 4 x f32>
    %u2 = lift.join %u1 dim 0 : !lift.array<(N / 4) x 4 x M x f32>
    lift.yield %u2 : !lift.array<N x M x f32>
  }
  return %r : !lift.array<N x M x f32>
}
