// T38d: weighted windows of 17 x 17 in tiles; and the pass over columns of the
// separable form, whose tile stands transposed in local memory.
// REQUIRES: pocl

// NUMPY @high(x: f32[N, M], w: f32[17, 17]) -> np.einsum('nmij,ij->nm', np.lib.stride_tricks.sliding_window_view(np.pad(x, 8, 'edge'), (17, 17)), w)
// RUN: %check_numpy %s --entry=high --size=N=17 --size=M=31
// RUN: %check_numpy %s --entry=high --size=N=1 --size=M=1
// RUN: %if oclgrind %{ %check_numpy %s --entry=high --size=N=3 --size=M=5 --oclgrind %}
func.func @high(%x: !lift.array<N x M x f32>, %w: !lift.array<17 x 17 x f32>)
    -> !lift.array<N x M x f32> {
  %zero = arith.constant 0.0 : f32
  %weights = lift.join %w : !lift.array<17 x 17 x f32>
  %p = lift.pad %x low [8, 8] high [8, 8] clamp : !lift.array<N x M x f32>
  %wins = lift.slide %p size [17, 17] step [1, 1]
      : !lift.array<(N + 16) x (M + 16) x f32>
  %r = lift.map (%row = %wins : !lift.array<N x M x 17 x 17 x f32>) {
    %o = lift.map (%win = %row : !lift.array<M x 17 x 17 x f32>) {
      %flat = lift.join %win : !lift.array<17 x 17 x f32>
      %s = lift.reduce (%a = %flat, %b = %weights
          : !lift.array<289 x f32>, !lift.array<289 x f32>)
          init (%acc = %zero : f32) {
        %t = math.fma %a, %b, %acc : f32
        lift.yield %t : f32
      }
      lift.yield %s : f32
    }
    lift.yield %o : !lift.array<M x f32>
  }
  return %r : !lift.array<N x M x f32>
}

// NUMPY @tiled(x: f32[N, M], w: f32[17, 17]) -> np.einsum('nmij,ij->nm', np.lib.stride_tricks.sliding_window_view(np.pad(x, 8, 'edge'), (17, 17)), w)
// RUN: %check_numpy %s --entry=tiled --size=N=128 --size=M=128
// RUN: %check_numpy %s --entry=tiled --size=N=16 --size=M=48
// RUN: not lift-run %s --entry=tiled --size=N=17 --size=M=32 2>&1 | FileCheck %s
// RUN: %if oclgrind %{ %check_numpy %s --entry=tiled --size=N=16 --size=M=32 --oclgrind %}
// CHECK: windows of 32 every 16 elements do not cover an array of length N + 16
func.func @tiled(%x: !lift.array<N x M x f32>, %w: !lift.array<17 x 17 x f32>)
    -> !lift.array<N x M x f32> {
  %zero = arith.constant 0.0 : f32
  %weights = lift.join %w : !lift.array<17 x 17 x f32>
  %r = lift.kernel @box local_size [16, 16] global_size [M, N] {
    %p = lift.pad %x low [8, 8] high [8, 8] clamp : !lift.array<N x M x f32>
    %tiles = lift.slide %p size [32, 32] step [16, 16]
        : !lift.array<(N + 16) x (M + 16) x f32>
    %o = lift.map wrg(1) (%row = %tiles : !lift.array<(N / 16) x (M / 16) x 32 x 32 x f32>) {
      %oo = lift.map wrg(0) (%tile = %row : !lift.array<(M / 16) x 32 x 32 x f32>) {
        %l = lift.copy %tile [lcl(1), lcl(0)] in local : !lift.array<32 x 32 x f32>
        %wins = lift.slide %l size [17, 17] step [1, 1] : !lift.array<32 x 32 x f32>
        %out = lift.map lcl(1) (%lrow = %wins : !lift.array<16 x 16 x 17 x 17 x f32>) {
          %outs = lift.map lcl(0) (%win = %lrow : !lift.array<16 x 17 x 17 x f32>) {
            %flat = lift.join %win : !lift.array<17 x 17 x f32>
            %s = lift.reduce (%a = %flat, %b = %weights
                : !lift.array<289 x f32>, !lift.array<289 x f32>)
                init (%acc = %zero : f32) {
              %t = math.fma %a, %b, %acc : f32
              lift.yield %t : f32
            }
            lift.yield %s : f32
          }
          lift.yield %outs : !lift.array<16 x f32>
        }
        lift.yield %out : !lift.array<16 x 16 x f32>
      }
      lift.yield %oo : !lift.array<(M / 16) x 16 x 16 x f32>
    }
    %u = lift.transpose %o permutation [0, 2, 1, 3]
        : !lift.array<(N / 16) x (M / 16) x 16 x 16 x f32>
    %u1 = lift.join %u dim 2 : !lift.array<(N / 16) x 16 x (M / 16) x 16 x f32>
    %u2 = lift.join %u1 : !lift.array<(N / 16) x 16 x M x f32>
    lift.yield %u2 : !lift.array<N x M x f32>
  }
  return %r : !lift.array<N x M x f32>
}

// A group makes 64 rows of 16 columns from 80 rows. Columns are rows of the
// local tile, with an element of padding against bank conflicts.
// NUMPY @columns(x: f32[N, M], w: f32[17]) -> np.einsum('nmi,i->nm', np.lib.stride_tricks.sliding_window_view(np.pad(x, ((8, 8), (0, 0)), 'edge'), 17, axis=0), w)
// RUN: %check_numpy %s --entry=columns --size=N=128 --size=M=128
// RUN: %check_numpy %s --entry=columns --size=N=64 --size=M=16
// RUN: %check_numpy %s --entry=columns --size=N=192 --size=M=48
// RUN: not lift-run %s --entry=columns --size=N=64 --size=M=17 2>&1 | FileCheck %s --check-prefix=WIDTH
// RUN: %if oclgrind %{ %check_numpy %s --entry=columns --size=N=64 --size=M=32 --oclgrind %}
// WIDTH: windows of 16 every 16 elements do not cover an array of length M
func.func @columns(%x: !lift.array<N x M x f32>, %w: !lift.array<17 x f32>)
    -> !lift.array<N x M x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.kernel @columns local_size [16, 8] global_size [M, N / 8] {
    %p = lift.pad %x low [8] high [8] clamp : !lift.array<N x M x f32>
    %tiles = lift.slide %p size [80, 16] step [64, 16]
        : !lift.array<(N + 16) x M x f32>
    %o = lift.map wrg(1) (%row = %tiles : !lift.array<(N / 64) x (M / 16) x 80 x 16 x f32>) {
      %oo = lift.map wrg(0) (%tile = %row : !lift.array<(M / 16) x 80 x 16 x f32>) {
        %read = lift.map lcl(1) (%line = %tile : !lift.array<80 x 16 x f32>) {
          %e = lift.map lcl(0) (%a = %line : !lift.array<16 x f32>) {
            lift.yield %a : f32
          }
          lift.yield %e : !lift.array<16 x f32>
        }
        %turned = lift.transpose %read : !lift.array<80 x 16 x f32>
        %l = lift.materialize %turned in local {pad = array<i64: 0, 1>}
            : !lift.array<16 x 80 x f32>
        %wins = lift.slide %l size [17] step [1] dims [1] : !lift.array<16 x 80 x f32>
        %rows = lift.transpose %wins : !lift.array<16 x 64 x 17 x f32>
        %out = lift.map lcl(1) (%lrow = %rows : !lift.array<64 x 16 x 17 x f32>) {
          %outs = lift.map lcl(0) (%win = %lrow : !lift.array<16 x 17 x f32>) {
            %s = lift.reduce unroll (%a = %win, %b = %w
                : !lift.array<17 x f32>, !lift.array<17 x f32>)
                init (%acc = %zero : f32) {
              %t = math.fma %a, %b, %acc : f32
              lift.yield %t : f32
            }
            lift.yield %s : f32
          }
          lift.yield %outs : !lift.array<16 x f32>
        }
        lift.yield %out : !lift.array<64 x 16 x f32>
      }
      lift.yield %oo : !lift.array<(M / 16) x 64 x 16 x f32>
    }
    %u = lift.transpose %o permutation [0, 2, 1, 3]
        : !lift.array<(N / 64) x (M / 16) x 64 x 16 x f32>
    %u1 = lift.join %u dim 2 : !lift.array<(N / 64) x 64 x (M / 16) x 16 x f32>
    %u2 = lift.join %u1 : !lift.array<(N / 64) x 64 x M x f32>
    lift.yield %u2 : !lift.array<N x M x f32>
  }
  return %r : !lift.array<N x M x f32>
}
