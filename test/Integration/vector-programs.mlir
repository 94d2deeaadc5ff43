// Programs of the literature with vectors in them.
// REQUIRES: pocl

// T35: alpha A B + beta C in tiles of 2 x 2; four products are added at once.
// NUMPY @gemm(A: f32[M, K], Bt: f32[N, K], C: f32[M, N], alpha: f32, beta: f32) -> alpha * (A @ Bt.T) + beta * C
// RUN: %check_numpy %s --entry=gemm --size=M=16 --size=N=16 --size=K=16
// RUN: %check_numpy %s --entry=gemm --size=M=2 --size=N=6 --size=K=4
// RUN: %check_numpy %s --entry=gemm --size=M=26 --size=N=14 --size=K=12
// RUN: %if oclgrind %{ %check_numpy %s --entry=gemm --size=M=6 --size=N=10 --size=K=8 --oclgrind %}
// RUN: lift-run %s --entry=gemm --size=M=16 --size=N=16 --size=K=16 --print-kernel | FileCheck %s --check-prefix=GEMM
// GEMM: *(global const float4 *)(A
// GEMM: *(global const float4 *)(Bt
func.func @gemm(%A: !lift.array<M x K x f32>, %Bt: !lift.array<N x K x f32>,
                %C: !lift.array<M x N x f32>, %alpha: f32, %beta: f32)
    -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.kernel @gemm local_size [2, 2] global_size [8, 8] {
    // [tile][chunk of K][row of the tile], in fours.
    %a0 = lift.split %A by 2 : !lift.array<M x K x f32>
    %a1 = lift.as_vector %a0 width 4 : !lift.array<(M / 2) x 2 x K x f32>
    %a = lift.transpose %a1 permutation [0, 2, 1]
        : !lift.array<(M / 2) x 2 x (K / 4) x vector<4xf32>>
    %b0 = lift.split %Bt by 2 : !lift.array<N x K x f32>
    %b1 = lift.as_vector %b0 width 4 : !lift.array<(N / 2) x 2 x K x f32>
    %b = lift.transpose %b1 permutation [0, 2, 1]
        : !lift.array<(N / 2) x 2 x (K / 4) x vector<4xf32>>
    %c0 = lift.split %C by 2 : !lift.array<M x N x f32>
    %c1 = lift.split %c0 by 2 dim 2 : !lift.array<(M / 2) x 2 x N x f32>
    %c = lift.transpose %c1 permutation [0, 2, 1, 3]
        : !lift.array<(M / 2) x 2 x (N / 2) x 2 x f32>
    %tiles = lift.map glb(0) (%at = %a, %ct = %c
        : !lift.array<(M / 2) x (K / 4) x 2 x vector<4xf32>>,
          !lift.array<(M / 2) x (N / 2) x 2 x 2 x f32>) {
      %row = lift.map glb(1) (%bt = %b, %cell = %ct
          : !lift.array<(N / 2) x (K / 4) x 2 x vector<4xf32>>,
            !lift.array<(N / 2) x 2 x 2 x f32>) {
        %zeros = lift.broadcast %zero sizes [2, 2] : f32
        %sum = lift.reduce (%ak = %at, %bk = %bt
            : !lift.array<(K / 4) x 2 x vector<4xf32>>,
              !lift.array<(K / 4) x 2 x vector<4xf32>>)
            init (%acc = %zeros : !lift.array<2 x 2 x f32>) {
          %next = lift.map seq unroll (%av = %ak, %accs = %acc
              : !lift.array<2 x vector<4xf32>>, !lift.array<2 x 2 x f32>) {
            %cells = lift.map seq unroll (%bv = %bk, %s = %accs
                : !lift.array<2 x vector<4xf32>>, !lift.array<2 x f32>) {
              %p = arith.mulf %av, %bv : vector<4xf32>
              %d = vector.reduction <add>, %p, %s : vector<4xf32> into f32
              lift.yield %d : f32
            }
            lift.yield %cells : !lift.array<2 x f32>
          }
          lift.yield %next : !lift.array<2 x 2 x f32>
        }
        %ab = lift.materialize %sum in private : !lift.array<2 x 2 x f32>
        %out = lift.map seq unroll (%s = %ab, %o = %cell
            : !lift.array<2 x 2 x f32>, !lift.array<2 x 2 x f32>) {
          %outs = lift.map seq unroll (%t = %s, %u = %o
              : !lift.array<2 x f32>, !lift.array<2 x f32>) {
            %p = arith.mulf %alpha, %t : f32
            %q = arith.mulf %beta, %u : f32
            %v = arith.addf %p, %q : f32
            lift.yield %v : f32
          }
          lift.yield %outs : !lift.array<2 x f32>
        }
        lift.yield %out : !lift.array<2 x 2 x f32>
      }
      lift.yield %row : !lift.array<(N / 2) x 2 x 2 x f32>
    }
    %t = lift.transpose %tiles permutation [0, 2, 1, 3]
        : !lift.array<(M / 2) x (N / 2) x 2 x 2 x f32>
    %j = lift.join %t dim 2 : !lift.array<(M / 2) x 2 x (N / 2) x 2 x f32>
    %i = lift.join %j : !lift.array<(M / 2) x 2 x N x f32>
    lift.yield %i : !lift.array<M x N x f32>
  }
  return %r : !lift.array<M x N x f32>
}

// T38e: sums of three neighbours, four at a time: loads that are not aligned.
// NUMPY @three_sums(x: f32[N]) -> x[:-2] + x[1:-1] + x[2:]
// RUN: %check_numpy %s --entry=three_sums --size=N=18
// RUN: %check_numpy %s --entry=three_sums --size=N=6
// RUN: %check_numpy %s --entry=three_sums --size=N=402
// RUN: %if oclgrind %{ %check_numpy %s --entry=three_sums --size=N=18 --oclgrind %}
// RUN: lift-run %s --entry=three_sums --size=N=18 --print-kernel | FileCheck %s --check-prefix=SUMS
// SUMS: vload4(0, x + {{.*}})
// SUMS: *(global float4 *)(out + {{.*}}) =
func.func @three_sums(%x: !lift.array<N x f32>) -> !lift.array<(N - 2) x f32> {
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %tiles = lift.slide %x size [6] step [4] : !lift.array<N x f32>
  %windows = lift.slide %tiles size [4] step [1] dims [1]
      : !lift.array<((N - 2) / 4) x 6 x f32>
  %fours = lift.as_vector %windows width 4 : !lift.array<((N - 2) / 4) x 3 x 4 x f32>
  %flat = lift.join %fours dim 1 : !lift.array<((N - 2) / 4) x 3 x 1 x vector<4xf32>>
  %sums = lift.map (%w = %flat : !lift.array<((N - 2) / 4) x 3 x vector<4xf32>>) {
    %s = lift.reduce (%e = %w : !lift.array<3 x vector<4xf32>>)
        init (%acc = %zero : vector<4xf32>) {
      %t = arith.addf %acc, %e : vector<4xf32>
      lift.yield %t : vector<4xf32>
    }
    lift.yield %s : vector<4xf32>
  }
  %r = lift.as_scalar %sums : !lift.array<((N - 2) / 4) x vector<4xf32>>
  return %r : !lift.array<(N - 2) x f32>
}

// T40c: an image made brighter, in vectors of four.
// NUMPY @brighten(x: f32[N, M], limit: f32) -> np.minimum(x * np.float32(1.5), limit)
// RUN: %check_numpy %s --entry=brighten --size=N=128 --size=M=128
// RUN: %check_numpy %s --entry=brighten --size=N=1 --size=M=4
// RUN: %check_numpy %s --entry=brighten --size=N=31 --size=M=12
// RUN: %if oclgrind %{ %check_numpy %s --entry=brighten --size=N=3 --size=M=8 --oclgrind %}
func.func @brighten(%x: !lift.array<N x M x f32>, %limit: f32)
    -> !lift.array<N x M x f32> {
  %factor = arith.constant dense<1.5> : vector<4xf32>
  %r = lift.kernel @brighten local_size [8, 4] global_size [32, 16] {
    %v = lift.as_vector %x width 4 : !lift.array<N x M x f32>
    %rows = lift.map glb(1) (%row = %v : !lift.array<N x (M / 4) x vector<4xf32>>) {
      %fours = lift.map glb(0) (%e = %row : !lift.array<(M / 4) x vector<4xf32>>) {
        %limits = vector.broadcast %limit : f32 to vector<4xf32>
        %b = arith.mulf %e, %factor : vector<4xf32>
        %c = arith.minnumf %b, %limits : vector<4xf32>
        lift.yield %c : vector<4xf32>
      }
      lift.yield %fours : !lift.array<(M / 4) x vector<4xf32>>
    }
    %s = lift.as_scalar %rows : !lift.array<N x (M / 4) x vector<4xf32>>
    lift.yield %s : !lift.array<N x M x f32>
  }
  return %r : !lift.array<N x M x f32>
}

// T40f: vectors for what a multiple of four holds, and numbers for the rest.
// NUMPY @remainder(x: f32[N]) -> x * x + 1
// RUN: %check_numpy %s --entry=remainder --size=N=5
// RUN: %check_numpy %s --entry=remainder --size=N=403
// RUN: %check_numpy %s --entry=remainder --size=N=1022
// RUN: %if oclgrind %{ %check_numpy %s --entry=remainder --size=N=23 --oclgrind %}
// RUN: lift-run %s --entry=remainder --size=N=23 --print-kernel | FileCheck %s --check-prefix=REST
// REST: *(global const float4 *)(x +
func.func @remainder(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %ones = arith.constant dense<1.0> : vector<4xf32>
  %one = arith.constant 1.0 : f32
  %head = lift.take %x size [(N floordiv 4) * 4] : !lift.array<N x f32>
  %tail = lift.drop %x size [(N floordiv 4) * 4] : !lift.array<N x f32>
  %v = lift.as_vector %head width 4 : !lift.array<((N floordiv 4) * 4) x f32>
  %a = lift.map (%e = %v : !lift.array<(N floordiv 4) x vector<4xf32>>) {
    %s = arith.mulf %e, %e : vector<4xf32>
    %t = arith.addf %s, %ones : vector<4xf32>
    lift.yield %t : vector<4xf32>
  }
  %b = lift.map seq (%e = %tail : !lift.array<(N - (N floordiv 4) * 4) x f32>) {
    %s = arith.mulf %e, %e : f32
    %t = arith.addf %s, %one : f32
    lift.yield %t : f32
  }
  %n = lift.as_scalar %a : !lift.array<(N floordiv 4) x vector<4xf32>>
  %r = lift.concat %n, %b : !lift.array<((N floordiv 4) * 4) x f32>,
      !lift.array<(N - (N floordiv 4) * 4) x f32>
  return %r : !lift.array<N x f32>
}
