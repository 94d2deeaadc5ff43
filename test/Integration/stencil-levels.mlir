// T38f: a 3x3 stencil in tiles of three levels: a work-group stages 66 x 66
// elements in local memory, a work-item 6 x 6 of them in registers, and the
// windows are in those.
// REQUIRES: pocl

// NUMPY @tiled(x: f32[N, M], w: f32[3, 3]) -> np.einsum('nmij,ij->nm', np.lib.stride_tricks.sliding_window_view(np.pad(x, 1, 'edge'), (3, 3)), w)
// RUN: %check_numpy %s --entry=tiled --size=N=128 --size=M=192
// RUN: %check_numpy %s --entry=tiled --size=N=64 --size=M=64
// RUN: not lift-run %s --entry=tiled --size=N=64 --size=M=100 2>&1 | FileCheck %s
// RUN: %if oclgrind %{ %check_numpy %s --entry=tiled --size=N=64 --size=M=128 --oclgrind %}
// CHECK: windows of 66 every 64 elements do not cover an array of length M + 2

// The size that the program is for: compiled, and a sample of it verified.
// RUN: lift-run %s --entry=tiled --size=N=8192 --size=M=8192 --verify=sample:4096

// The three levels: a tile in local memory, a share of it in registers.
// RUN: lift-run %s --entry=tiled --size=N=64 --size=M=64 --print-kernel | FileCheck %s --check-prefix=CODE
// CODE: local float tile[4356]
// CODE: float priv[36]
// CODE-COUNT-1: barrier(
// CODE: acc = fma(priv[
// CODE-NOT: barrier(
func.func @tiled(%x: !lift.array<N x M x f32>, %w: !lift.array<3 x 3 x f32>)
    -> !lift.array<N x M x f32> {
  %zero = arith.constant 0.0 : f32
  %weights = lift.join %w : !lift.array<3 x 3 x f32>
  %r = lift.kernel @levels local_size [16, 16] global_size [M / 4, N / 4] {
    %p = lift.pad %x low [1, 1] high [1, 1] clamp : !lift.array<N x M x f32>
    %tiles = lift.slide %p size [66, 66] step [64, 64]
        : !lift.array<(N + 2) x (M + 2) x f32>
    %o = lift.map wrg(1) (%row = %tiles : !lift.array<(N / 64) x (M / 64) x 66 x 66 x f32>) {
      %oo = lift.map wrg(0) (%tile = %row : !lift.array<(M / 64) x 66 x 66 x f32>) {
        %l = lift.copy %tile [lcl(1), lcl(0)] in local : !lift.array<66 x 66 x f32>
        %shares = lift.slide %l size [6, 6] step [4, 4] : !lift.array<66 x 66 x f32>
        %out = lift.map lcl(1) (%srow = %shares : !lift.array<16 x 16 x 6 x 6 x f32>) {
          %outs = lift.map lcl(0) (%share = %srow : !lift.array<16 x 6 x 6 x f32>) {
            %regs = lift.copy %share [seq, seq] in private : !lift.array<6 x 6 x f32>
            %wins = lift.slide %regs size [3, 3] step [1, 1] : !lift.array<6 x 6 x f32>
            %four = lift.map seq unroll (%wrow = %wins : !lift.array<4 x 4 x 3 x 3 x f32>) {
              %cells = lift.map seq unroll (%win = %wrow : !lift.array<4 x 3 x 3 x f32>) {
                %flat = lift.join %win : !lift.array<3 x 3 x f32>
                %s = lift.reduce unroll (%a = %flat, %b = %weights
                    : !lift.array<9 x f32>, !lift.array<9 x f32>)
                    init (%acc = %zero : f32) {
                  %t = math.fma %a, %b, %acc : f32
                  lift.yield %t : f32
                }
                lift.yield %s : f32
              }
              lift.yield %cells : !lift.array<4 x f32>
            }
            lift.yield %four : !lift.array<4 x 4 x f32>
          }
          lift.yield %outs : !lift.array<16 x 4 x 4 x f32>
        }
        %o1 = lift.transpose %out permutation [0, 2, 1, 3]
            : !lift.array<16 x 16 x 4 x 4 x f32>
        %o2 = lift.join %o1 dim 2 : !lift.array<16 x 4 x 16 x 4 x f32>
        %o3 = lift.join %o2 : !lift.array<16 x 4 x 64 x f32>
        lift.yield %o3 : !lift.array<64 x 64 x f32>
      }
      lift.yield %oo : !lift.array<(M / 64) x 64 x 64 x f32>
    }
    %u = lift.transpose %o permutation [0, 2, 1, 3]
        : !lift.array<(N / 64) x (M / 64) x 64 x 64 x f32>
    %u1 = lift.join %u dim 2 : !lift.array<(N / 64) x 64 x (M / 64) x 64 x f32>
    %u2 = lift.join %u1 : !lift.array<(N / 64) x 64 x M x f32>
    lift.yield %u2 : !lift.array<N x M x f32>
  }
  return %r : !lift.array<N x M x f32>
}
