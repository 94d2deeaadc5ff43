// T38c: a weighted 3x3 window over an image, clamped; and in tiles of 4x4 that
// overlap, through local memory.
// REQUIRES: pocl

// NUMPY @high(x: f32[N, M], w: f32[3, 3]) -> (lambda p: sum(w[i, j] * p[i:i + N, j:j + M] for i in range(3) for j in range(3)))(np.pad(x, 1, 'edge'))
// RUN: %check_numpy %s --entry=high --size=N=32 --size=M=32
// RUN: %check_numpy %s --entry=high --size=N=1 --size=M=1
// RUN: %check_numpy %s --entry=high --size=N=17 --size=M=17
// RUN: %check_numpy %s --entry=high --size=N=31 --size=M=13
// RUN: %check_numpy %s --entry=high --size=N=13 --size=M=64
// RUN: %if oclgrind %{ %check_numpy %s --entry=high --size=N=5 --size=M=13 --oclgrind %}
func.func @high(%x: !lift.array<N x M x f32>, %w: !lift.array<3 x 3 x f32>)
    -> !lift.array<N x M x f32> {
  %zero = arith.constant 0.0 : f32
  %weights = lift.join %w : !lift.array<3 x 3 x f32>
  %p = lift.pad %x low [1, 1] high [1, 1] clamp : !lift.array<N x M x f32>
  %wins = lift.slide %p size [3, 3] step [1, 1]
      : !lift.array<(N + 2) x (M + 2) x f32>
  %r = lift.map (%row = %wins : !lift.array<N x M x 3 x 3 x f32>) {
    %o = lift.map (%win = %row : !lift.array<M x 3 x 3 x f32>) {
      %flat = lift.join %win : !lift.array<3 x 3 x f32>
      %s = lift.reduce unroll (%a = %flat, %b = %weights
          : !lift.array<9 x f32>, !lift.array<9 x f32>)
          init (%acc = %zero : f32) {
        %ab = arith.mulf %a, %b : f32
        %t = arith.addf %acc, %ab : f32
        lift.yield %t : f32
      }
      lift.yield %s : f32
    }
    lift.yield %o : !lift.array<M x f32>
  }
  return %r : !lift.array<N x M x f32>
}

// NUMPY @tiled(x: f32[N, M], w: f32[3, 3]) -> (lambda p: sum(w[i, j] * p[i:i + N, j:j + M] for i in range(3) for j in range(3)))(np.pad(x, 1, 'edge'))
// RUN: %check_numpy %s --entry=tiled --size=N=32 --size=M=32
// RUN: %check_numpy %s --entry=tiled --size=N=2 --size=M=2
// RUN: %check_numpy %s --entry=tiled --size=N=30 --size=M=14
// RUN: not lift-run %s --entry=tiled --size=N=31 --size=M=13 2>&1 | FileCheck %s
// RUN: %if oclgrind %{ %check_numpy %s --entry=tiled --size=N=6 --size=M=10 --oclgrind %}
// CHECK: windows of 4 every 2 elements do not cover
func.func @tiled(%x: !lift.array<N x M x f32>, %w: !lift.array<3 x 3 x f32>)
    -> !lift.array<N x M x f32> {
  %zero = arith.constant 0.0 : f32
  %weights = lift.join %w : !lift.array<3 x 3 x f32>
  %r = lift.kernel local_size [2, 2] global_size [M, N] {
    %p = lift.pad %x low [1, 1] high [1, 1] clamp : !lift.array<N x M x f32>
    %tiles = lift.slide %p size [4, 4] step [2, 2]
        : !lift.array<(N + 2) x (M + 2) x f32>
    %o = lift.map wrg(1) (%row = %tiles : !lift.array<(N / 2) x (M / 2) x 4 x 4 x f32>) {
      %oo = lift.map wrg(0) (%tile = %row : !lift.array<(M / 2) x 4 x 4 x f32>) {
        %l = lift.copy %tile [lcl(1), lcl(0)] in local : !lift.array<4 x 4 x f32>
        %wins = lift.slide %l size [3, 3] step [1, 1] : !lift.array<4 x 4 x f32>
        %out = lift.map lcl(1) (%lrow = %wins : !lift.array<2 x 2 x 3 x 3 x f32>) {
          %outs = lift.map lcl(0) (%win = %lrow : !lift.array<2 x 3 x 3 x f32>) {
            %flat = lift.join %win : !lift.array<3 x 3 x f32>
            %s = lift.reduce unroll (%a = %flat, %b = %weights
                : !lift.array<9 x f32>, !lift.array<9 x f32>)
                init (%acc = %zero : f32) {
              %ab = arith.mulf %a, %b : f32
              %t = arith.addf %acc, %ab : f32
              lift.yield %t : f32
            }
            lift.yield %s : f32
          }
          lift.yield %outs : !lift.array<2 x f32>
        }
        lift.yield %out : !lift.array<2 x 2 x f32>
      }
      lift.yield %oo : !lift.array<(M / 2) x 2 x 2 x f32>
    }
    %u = lift.transpose %o permutation [0, 2, 1, 3]
        : !lift.array<(N / 2) x (M / 2) x 2 x 2 x f32>
    %u1 = lift.join %u dim 2 : !lift.array<(N / 2) x 2 x (M / 2) x 2 x f32>
    %u2 = lift.join %u1 : !lift.array<(N / 2) x 2 x M x f32>
    lift.yield %u2 : !lift.array<N x M x f32>
  }
  return %r : !lift.array<N x M x f32>
}
