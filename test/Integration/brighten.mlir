// T40c: an image made brighter, up to a limit, under the schedules of Halide's
// fifth lesson: all compute the same.
// REQUIRES: pocl

// Row by row, one work-item.
// NUMPY @rows(x: f32[N, M], limit: f32) -> np.minimum(x * np.float32(1.5), limit)
// RUN: %check_numpy %s --entry=rows --size=N=128 --size=M=128
// RUN: %check_numpy %s --entry=rows --size=N=1 --size=M=1
// RUN: %check_numpy %s --entry=rows --size=N=31 --size=M=13
func.func @rows(%x: !lift.array<N x M x f32>, %limit: f32)
    -> !lift.array<N x M x f32> {
  %factor = arith.constant 1.5 : f32
  %r = lift.kernel @rows local_size [1] global_size [1] {
    %o = lift.map seq (%row = %x : !lift.array<N x M x f32>) {
      %oo = lift.map seq (%e = %row : !lift.array<M x f32>) {
        %b = arith.mulf %e, %factor : f32
        %c = arith.minnumf %b, %limit : f32
        lift.yield %c : f32
      }
      lift.yield %oo : !lift.array<M x f32>
    }
    lift.yield %o : !lift.array<N x M x f32>
  }
  return %r : !lift.array<N x M x f32>
}

// Column by column.
// NUMPY @columns(x: f32[N, M], limit: f32) -> np.minimum(x * np.float32(1.5), limit)
// RUN: %check_numpy %s --entry=columns --size=N=128 --size=M=128
// RUN: %check_numpy %s --entry=columns --size=N=31 --size=M=13
func.func @columns(%x: !lift.array<N x M x f32>, %limit: f32)
    -> !lift.array<N x M x f32> {
  %factor = arith.constant 1.5 : f32
  %r = lift.kernel @columns local_size [1] global_size [1] {
    %t = lift.transpose %x : !lift.array<N x M x f32>
    %o = lift.map seq (%column = %t : !lift.array<M x N x f32>) {
      %oo = lift.map seq (%e = %column : !lift.array<N x f32>) {
        %b = arith.mulf %e, %factor : f32
        %c = arith.minnumf %b, %limit : f32
        lift.yield %c : f32
      }
      lift.yield %oo : !lift.array<N x f32>
    }
    %u = lift.transpose %o : !lift.array<M x N x f32>
    lift.yield %u : !lift.array<N x M x f32>
  }
  return %r : !lift.array<N x M x f32>
}

// Rows and columns fused into one loop, whose elements go to work-items.
// NUMPY @fused(x: f32[N, M], limit: f32) -> np.minimum(x * np.float32(1.5), limit)
// RUN: %check_numpy %s --entry=fused --size=N=128 --size=M=128
// RUN: %check_numpy %s --entry=fused --size=N=1 --size=M=1
// RUN: %check_numpy %s --entry=fused --size=N=31 --size=M=13
// RUN: lift-run %s --entry=fused --size=N=31 --size=M=13 --print-kernel | FileCheck %s
// No index is taken apart and put together again.
// CHECK: kernel void fused
// CHECK: out[i] = fmin(x[i] * 1.5f, limit);
func.func @fused(%x: !lift.array<N x M x f32>, %limit: f32)
    -> !lift.array<N x M x f32> {
  %factor = arith.constant 1.5 : f32
  %r = lift.kernel @fused local_size [64] global_size [256] {
    %flat = lift.join %x : !lift.array<N x M x f32>
    %o = lift.map glb(0) (%e = %flat : !lift.array<(N * M) x f32>) {
      %b = arith.mulf %e, %factor : f32
      %c = arith.minnumf %b, %limit : f32
      lift.yield %c : f32
    }
    %u = lift.split %o by M : !lift.array<(N * M) x f32>
    lift.yield %u : !lift.array<N x M x f32>
  }
  return %r : !lift.array<N x M x f32>
}

// Tiles of 4 x 4, in order.
// NUMPY @tiled(x: f32[N, M], limit: f32) -> np.minimum(x * np.float32(1.5), limit)
// RUN: %check_numpy %s --entry=tiled --size=N=128 --size=M=128
// RUN: %check_numpy %s --entry=tiled --size=N=4 --size=M=12
func.func @tiled(%x: !lift.array<N x M x f32>, %limit: f32)
    -> !lift.array<N x M x f32> {
  %factor = arith.constant 1.5 : f32
  %r = lift.kernel @tiled local_size [1] global_size [1] {
    %s1 = lift.split %x by 4 dim 1 : !lift.array<N x M x f32>
    %s2 = lift.split %s1 by 4 : !lift.array<N x (M / 4) x 4 x f32>
    %tiles = lift.transpose %s2 permutation [0, 2, 1, 3]
        : !lift.array<(N / 4) x 4 x (M / 4) x 4 x f32>
    %o = lift.map seq (%ty = %tiles : !lift.array<(N / 4) x (M / 4) x 4 x 4 x f32>) {
      %o1 = lift.map seq (%tile = %ty : !lift.array<(M / 4) x 4 x 4 x f32>) {
        %o2 = lift.map seq (%row = %tile : !lift.array<4 x 4 x f32>) {
          %o3 = lift.map seq (%e = %row : !lift.array<4 x f32>) {
            %b = arith.mulf %e, %factor : f32
            %c = arith.minnumf %b, %limit : f32
            lift.yield %c : f32
          }
          lift.yield %o3 : !lift.array<4 x f32>
        }
        lift.yield %o2 : !lift.array<4 x 4 x f32>
      }
      lift.yield %o1 : !lift.array<(M / 4) x 4 x 4 x f32>
    }
    %u = lift.transpose %o permutation [0, 2, 1, 3]
        : !lift.array<(N / 4) x (M / 4) x 4 x 4 x f32>
    %u1 = lift.join %u dim 2 : !lift.array<(N / 4) x 4 x (M / 4) x 4 x f32>
    %u2 = lift.join %u1 : !lift.array<(N / 4) x 4 x M x f32>
    lift.yield %u2 : !lift.array<N x M x f32>
  }
  return %r : !lift.array<N x M x f32>
}

// Columns by twos, unrolled.
// NUMPY @unrolled(x: f32[N, M], limit: f32) -> np.minimum(x * np.float32(1.5), limit)
// RUN: %check_numpy %s --entry=unrolled --size=N=128 --size=M=128
// RUN: %check_numpy %s --entry=unrolled --size=N=31 --size=M=14
// RUN: not lift-run %s --entry=unrolled --size=N=31 --size=M=13 2>&1 | FileCheck %s --check-prefix=ODD
// ODD: chunk size 2 does not divide the array length M
func.func @unrolled(%x: !lift.array<N x M x f32>, %limit: f32)
    -> !lift.array<N x M x f32> {
  %factor = arith.constant 1.5 : f32
  %r = lift.kernel @unrolled local_size [1] global_size [1] {
    %twos = lift.split %x by 2 dim 1 : !lift.array<N x M x f32>
    %o = lift.map seq (%row = %twos : !lift.array<N x (M / 2) x 2 x f32>) {
      %oo = lift.map seq (%two = %row : !lift.array<(M / 2) x 2 x f32>) {
        %ooo = lift.map seq unroll (%e = %two : !lift.array<2 x f32>) {
          %b = arith.mulf %e, %factor : f32
          %c = arith.minnumf %b, %limit : f32
          lift.yield %c : f32
        }
        lift.yield %ooo : !lift.array<2 x f32>
      }
      lift.yield %oo : !lift.array<(M / 2) x 2 x f32>
    }
    %u = lift.join %o dim 1 : !lift.array<N x (M / 2) x 2 x f32>
    lift.yield %u : !lift.array<N x M x f32>
  }
  return %r : !lift.array<N x M x f32>
}

// Tiles of 64 x 64 in one loop over all of them, in parallel; in a tile, pieces
// of 2 rows of 4 columns, unrolled.
// NUMPY @fast(x: f32[N, M], limit: f32) -> np.minimum(x * np.float32(1.5), limit)
// RUN: %check_numpy %s --entry=fast --size=N=128 --size=M=128
// RUN: %check_numpy %s --entry=fast --size=N=64 --size=M=192
// RUN: %if oclgrind %{ %check_numpy %s --entry=fast --size=N=64 --size=M=128 --oclgrind %}
func.func @fast(%x: !lift.array<N x M x f32>, %limit: f32)
    -> !lift.array<N x M x f32> {
  %factor = arith.constant 1.5 : f32
  %r = lift.kernel @fast local_size [1] global_size [4] {
    %s1 = lift.split %x by 64 dim 1 : !lift.array<N x M x f32>
    %s2 = lift.split %s1 by 64 : !lift.array<N x (M / 64) x 64 x f32>
    %t1 = lift.transpose %s2 permutation [0, 2, 1, 3]
        : !lift.array<(N / 64) x 64 x (M / 64) x 64 x f32>
    %tiles = lift.join %t1 : !lift.array<(N / 64) x (M / 64) x 64 x 64 x f32>
    %o = lift.map glb(0) (%tile = %tiles
        : !lift.array<(N * M / 4096) x 64 x 64 x f32>) {
      %p1 = lift.split %tile by 4 dim 1 : !lift.array<64 x 64 x f32>
      %p2 = lift.split %p1 by 2 : !lift.array<64 x 16 x 4 x f32>
      %pieces = lift.transpose %p2 permutation [0, 2, 1, 3]
          : !lift.array<32 x 2 x 16 x 4 x f32>
      %o1 = lift.map seq (%line = %pieces : !lift.array<32 x 16 x 2 x 4 x f32>) {
        %o2 = lift.map seq (%piece = %line : !lift.array<16 x 2 x 4 x f32>) {
          %o3 = lift.map seq unroll (%four = %piece : !lift.array<2 x 4 x f32>) {
            %o4 = lift.map seq unroll (%e = %four : !lift.array<4 x f32>) {
              %b = arith.mulf %e, %factor : f32
              %c = arith.minnumf %b, %limit : f32
              lift.yield %c : f32
            }
            lift.yield %o4 : !lift.array<4 x f32>
          }
          lift.yield %o3 : !lift.array<2 x 4 x f32>
        }
        lift.yield %o2 : !lift.array<16 x 2 x 4 x f32>
      }
      %q = lift.transpose %o1 permutation [0, 2, 1, 3]
          : !lift.array<32 x 16 x 2 x 4 x f32>
      %q1 = lift.join %q dim 2 : !lift.array<32 x 2 x 16 x 4 x f32>
      %q2 = lift.join %q1 : !lift.array<32 x 2 x 64 x f32>
      lift.yield %q2 : !lift.array<64 x 64 x f32>
    }
    %u0 = lift.split %o by (M / 64) : !lift.array<(N * M / 4096) x 64 x 64 x f32>
    %u = lift.transpose %u0 permutation [0, 2, 1, 3]
        : !lift.array<(N / 64) x (M / 64) x 64 x 64 x f32>
    %u1 = lift.join %u dim 2 : !lift.array<(N / 64) x 64 x (M / 64) x 64 x f32>
    %u2 = lift.join %u1 : !lift.array<(N / 64) x 64 x M x f32>
    lift.yield %u2 : !lift.array<N x M x f32>
  }
  return %r : !lift.array<N x M x f32>
}
