// T38a: weights over windows of three, clamped; and in tiles.
// REQUIRES: pocl

// NUMPY @high(x: f32[N], w: f32[3]) -> (lambda p: w[0] * p[:-2] + w[1] * p[1:-1] + w[2] * p[2:])(np.pad(x, 1, 'edge'))
// RUN: %check_numpy %s --entry=high --size=N=1024
// RUN: %check_numpy %s --entry=high --size=N=1
// RUN: %check_numpy %s --entry=high --size=N=17
// RUN: %check_numpy %s --entry=high --size=N=403
// RUN: %check_numpy %s --entry=high --size=N=100
// RUN: %if oclgrind %{ %check_numpy %s --entry=high --size=N=17 --oclgrind %}
func.func @high(%x: !lift.array<N x f32>, %w: !lift.array<3 x f32>)
    -> !lift.array<N x f32> {
  %zero = arith.constant 0.0 : f32
  %p = lift.pad %x low [1] high [1] clamp : !lift.array<N x f32>
  %wins = lift.slide %p size [3] step [1] : !lift.array<(N + 2) x f32>
  %r = lift.map (%win = %wins : !lift.array<N x 3 x f32>) {
    %s = lift.reduce unroll (%a = %win, %b = %w
        : !lift.array<3 x f32>, !lift.array<3 x f32>)
        init (%acc = %zero : f32) {
      %ab = arith.mulf %a, %b : f32
      %t = arith.addf %acc, %ab : f32
      lift.yield %t : f32
    }
    lift.yield %s : f32
  }
  return %r : !lift.array<N x f32>
}

// NUMPY @tiled(x: f32[N], w: f32[3]) -> (lambda p: w[0] * p[:-2] + w[1] * p[1:-1] + w[2] * p[2:])(np.pad(x, 1, 'edge'))
// RUN: %check_numpy %s --entry=tiled --size=N=1024
// RUN: %check_numpy %s --entry=tiled --size=N=16
// RUN: %check_numpy %s --entry=tiled --size=N=400
// RUN: not lift-run %s --entry=tiled --size=N=17 2>&1 | FileCheck %s
// RUN: %if oclgrind %{ %check_numpy %s --entry=tiled --size=N=48 --oclgrind %}
// CHECK: windows of 18 every 16 elements do not cover an array of length N + 2
func.func @tiled(%x: !lift.array<N x f32>, %w: !lift.array<3 x f32>)
    -> !lift.array<N x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.kernel local_size [16] global_size [64] {
    %p = lift.pad %x low [1] high [1] clamp : !lift.array<N x f32>
    %tiles = lift.slide %p size [18] step [16] : !lift.array<(N + 2) x f32>
    %o = lift.map wrg(0) (%tile = %tiles : !lift.array<(N / 16) x 18 x f32>) {
      %l = lift.copy %tile [lcl(0)] in local : !lift.array<18 x f32>
      %wins = lift.slide %l size [3] step [1] : !lift.array<18 x f32>
      %out = lift.map lcl(0) (%win = %wins : !lift.array<16 x 3 x f32>) {
        %s = lift.reduce unroll (%a = %win, %b = %w
            : !lift.array<3 x f32>, !lift.array<3 x f32>)
            init (%acc = %zero : f32) {
          %ab = arith.mulf %a, %b : f32
          %t = arith.addf %acc, %ab : f32
          lift.yield %t : f32
        }
        lift.yield %s : f32
      }
      lift.yield %out : !lift.array<16 x f32>
    }
    %all = lift.join %o : !lift.array<(N / 16) x 16 x f32>
    lift.yield %all : !lift.array<N x f32>
  }
  return %r : !lift.array<N x f32>
}
