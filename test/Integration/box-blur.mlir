// T40b: sums over 3 x 3 windows as sums of rows, then of columns, fused: both
// in one work-group, with the sums of rows in local memory.
// REQUIRES: pocl

// NUMPY @high(x: f32[N, M]) -> np.lib.stride_tricks.sliding_window_view(x, (3, 3)).sum((2, 3))
// RUN: %check_numpy %s --entry=high --size=N=32 --size=M=32
// RUN: %check_numpy %s --entry=high --size=N=3 --size=M=3
// RUN: %check_numpy %s --entry=high --size=N=17 --size=M=31
// RUN: %if oclgrind %{ %check_numpy %s --entry=high --size=N=5 --size=M=7 --oclgrind %}
func.func @high(%x: !lift.array<N x M x f32>) -> !lift.array<(N - 2) x (M - 2) x f32> {
  %zero = arith.constant 0.0 : f32
  %wins = lift.slide %x size [3, 3] step [1, 1] : !lift.array<N x M x f32>
  %r = lift.map (%row = %wins : !lift.array<(N - 2) x (M - 2) x 3 x 3 x f32>) {
    %o = lift.map (%win = %row : !lift.array<(M - 2) x 3 x 3 x f32>) {
      %flat = lift.join %win : !lift.array<3 x 3 x f32>
      %s = lift.reduce (%e = %flat : !lift.array<9 x f32>) init (%acc = %zero : f32) {
        %t = arith.addf %acc, %e : f32
        lift.yield %t : f32
      }
      lift.yield %s : f32
    }
    lift.yield %o : !lift.array<(M - 2) x f32>
  }
  return %r : !lift.array<(N - 2) x (M - 2) x f32>
}

// Tiles of 10 x 10 results: 12 rows of sums of three, then their sums. The
// barrier between the two is all that there is, apart from one per tile where a
// group makes several.
// NUMPY @fused(x: f32[N, M]) -> np.lib.stride_tricks.sliding_window_view(x, (3, 3)).sum((2, 3))
// RUN: %check_numpy %s --entry=fused --size=N=32 --size=M=32
// RUN: %check_numpy %s --entry=fused --size=N=12 --size=M=12
// RUN: %check_numpy %s --entry=fused --size=N=42 --size=M=72
// RUN: not lift-run %s --entry=fused --size=N=32 --size=M=31 2>&1 | FileCheck %s
// RUN: %if oclgrind %{ %check_numpy %s --entry=fused --size=N=32 --size=M=32 --oclgrind %}
// RUN: %if oclgrind %{ %check_numpy %s --entry=fused --size=N=42 --size=M=12 --oclgrind %}
// CHECK: windows of 12 every 10 elements do not cover an array of length M
// RUN: lift-run %s --entry=fused --size=N=32 --size=M=32 --print-kernel | FileCheck %s --check-prefix=CODE
// CODE: kernel void blur(
// CODE-COUNT-2: barrier(CLK_LOCAL_MEM_FENCE)
// CODE-NOT: barrier(
func.func @fused(%x: !lift.array<N x M x f32>) -> !lift.array<(N - 2) x (M - 2) x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.kernel @blur local_size [8, 4] global_size [16, 8] {
    %tiles = lift.slide %x size [12, 12] step [10, 10] : !lift.array<N x M x f32>
    %o = lift.map wrg(1) (%row = %tiles
        : !lift.array<((N - 2) / 10) x ((M - 2) / 10) x 12 x 12 x f32>) {
      %oo = lift.map wrg(0) (%tile = %row : !lift.array<((M - 2) / 10) x 12 x 12 x f32>) {
        %threes = lift.slide %tile size [3] step [1] dims [1] : !lift.array<12 x 12 x f32>
        %rowSums = lift.map lcl(1) (%line = %threes : !lift.array<12 x 10 x 3 x f32>) {
          %sums = lift.map lcl(0) (%three = %line : !lift.array<10 x 3 x f32>) {
            %s = lift.reduce unroll (%e = %three : !lift.array<3 x f32>)
                init (%acc = %zero : f32) {
              %t = arith.addf %acc, %e : f32
              lift.yield %t : f32
            }
            lift.yield %s : f32
          }
          lift.yield %sums : !lift.array<10 x f32>
        }
        %l = lift.materialize %rowSums in local : !lift.array<12 x 10 x f32>
        %columns = lift.slide %l size [3] step [1] : !lift.array<12 x 10 x f32>
        %turned = lift.transpose %columns permutation [0, 2, 1] : !lift.array<10 x 3 x 10 x f32>
        %out = lift.map lcl(1) (%line = %turned : !lift.array<10 x 10 x 3 x f32>) {
          %sums = lift.map lcl(0) (%three = %line : !lift.array<10 x 3 x f32>) {
            %s = lift.reduce unroll (%e = %three : !lift.array<3 x f32>)
                init (%acc = %zero : f32) {
              %t = arith.addf %acc, %e : f32
              lift.yield %t : f32
            }
            lift.yield %s : f32
          }
          lift.yield %sums : !lift.array<10 x f32>
        }
        lift.yield %out : !lift.array<10 x 10 x f32>
      }
      lift.yield %oo : !lift.array<((M - 2) / 10) x 10 x 10 x f32>
    }
    %u = lift.transpose %o permutation [0, 2, 1, 3]
        : !lift.array<((N - 2) / 10) x ((M - 2) / 10) x 10 x 10 x f32>
    %u1 = lift.join %u dim 2 : !lift.array<((N - 2) / 10) x 10 x ((M - 2) / 10) x 10 x f32>
    %u2 = lift.join %u1 : !lift.array<((N - 2) / 10) x 10 x (M - 2) x f32>
    lift.yield %u2 : !lift.array<(N - 2) x (M - 2) x f32>
  }
  return %r : !lift.array<(N - 2) x (M - 2) x f32>
}
