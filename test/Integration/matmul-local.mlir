// T33: matrix product tiled in local memory, with an accumulator of two
// dimensions in local memory.
// REQUIRES: pocl

// NUMPY @high(A: f32[M, K], Bt: f32[N, K]) -> A @ Bt.T
// RUN: %check_numpy %s --entry=high --size=M=16 --size=N=16 --size=K=16
// RUN: %check_numpy %s --entry=high --size=M=1 --size=N=1 --size=K=1
// RUN: %check_numpy %s --entry=high --size=M=17 --size=N=17 --size=K=17
// RUN: %check_numpy %s --entry=high --size=M=31 --size=N=13 --size=K=7
// RUN: %check_numpy %s --entry=high --size=M=13 --size=N=31 --size=K=64
// RUN: %if oclgrind %{ %check_numpy %s --entry=high --size=M=13 --size=N=31 --size=K=7 --oclgrind %}
func.func @high(%A: !lift.array<M x K x f32>, %Bt: !lift.array<N x K x f32>)
    -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %C = lift.map (%row = %A : !lift.array<M x K x f32>) {
    %r = lift.map (%col = %Bt : !lift.array<N x K x f32>) {
      %s = lift.reduce (%a = %row, %b = %col
          : !lift.array<K x f32>, !lift.array<K x f32>)
          init (%acc = %zero : f32) {
        %p = arith.mulf %a, %b : f32
        %q = arith.addf %acc, %p : f32
        lift.yield %q : f32
      }
      lift.yield %s : f32
    }
    lift.yield %r : !lift.array<N x f32>
  }
  return %C : !lift.array<M x N x f32>
}

// NUMPY @mm(A: f32[M, K], Bt: f32[N, K]) -> A @ Bt.T
// RUN: %check_numpy %s --entry=mm --size=M=16 --size=N=16 --size=K=16
// RUN: %check_numpy %s --entry=mm --size=M=4 --size=N=4 --size=K=4
// RUN: %check_numpy %s --entry=mm --size=M=12 --size=N=28 --size=K=20
// RUN: not lift-run %s --entry=mm --size=M=31 --size=N=13 --size=K=17 2>&1 | FileCheck %s
// RUN: %if oclgrind %{ %check_numpy %s --entry=mm --size=M=16 --size=N=8 --size=K=12 --oclgrind %}
// CHECK: does not divide
func.func @mm(%A: !lift.array<M x K x f32>, %Bt: !lift.array<N x K x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.kernel @mm local_size [4, 4] global_size [N, M] {
    %As = lift.split %A by 4 dim 1 : !lift.array<M x K x f32>
    %As2 = lift.split %As by 4 dim 0 : !lift.array<M x (K / 4) x 4 x f32>
    %At = lift.transpose %As2 permutation [0, 2, 1, 3] : !lift.array<(M / 4) x 4 x (K / 4) x 4 x f32>
    %Bs = lift.split %Bt by 4 dim 1 : !lift.array<N x K x f32>
    %Bs2 = lift.split %Bs by 4 dim 0 : !lift.array<N x (K / 4) x 4 x f32>
    %Btt = lift.transpose %Bs2 permutation [0, 2, 1, 3] : !lift.array<(N / 4) x 4 x (K / 4) x 4 x f32>
    %o = lift.map wrg(1) (%aT = %At : !lift.array<(M / 4) x (K / 4) x 4 x 4 x f32>) {
      %oo = lift.map wrg(0) (%bT = %Btt : !lift.array<(N / 4) x (K / 4) x 4 x 4 x f32>) {
        %z = lift.broadcast %zero sizes [4, 4] : f32
        %init = lift.copy %z [lcl(1), lcl(0)] in local : !lift.array<4 x 4 x f32>
        %acc0 = lift.reduce (%ta = %aT, %tb = %bT : !lift.array<(K / 4) x 4 x 4 x f32>, !lift.array<(K / 4) x 4 x 4 x f32>)
            init (%acc = %init : !lift.array<4 x 4 x f32>) {
          %la = lift.copy %ta [lcl(1), lcl(0)] in local : !lift.array<4 x 4 x f32>
          %lb = lift.copy %tb [lcl(1), lcl(0)] in local : !lift.array<4 x 4 x f32>
          %p = lift.map lcl(1) (%ra = %la : !lift.array<4 x 4 x f32>) {
            %pp = lift.map lcl(0) (%cb = %lb : !lift.array<4 x 4 x f32>) {
              %s = lift.reduce (%a = %ra, %b = %cb : !lift.array<4 x f32>, !lift.array<4 x f32>) init (%ac = %zero : f32) {
                %m = arith.mulf %a, %b : f32
                %q = arith.addf %ac, %m : f32
                lift.yield %q : f32
              }
              lift.yield %s : f32
            }
            lift.yield %pp : !lift.array<4 x f32>
          }
          %pl = lift.materialize %p in local : !lift.array<4 x 4 x f32>
          %n = lift.map lcl(1) (%x = %acc, %y = %pl : !lift.array<4 x 4 x f32>, !lift.array<4 x 4 x f32>) {
            %nn = lift.map lcl(0) (%xx = %x, %yy = %y : !lift.array<4 x f32>, !lift.array<4 x f32>) {
              %s = arith.addf %xx, %yy : f32
              lift.yield %s : f32
            }
            lift.yield %nn : !lift.array<4 x f32>
          }
          lift.yield %n : !lift.array<4 x 4 x f32>
        }
        %accl = lift.materialize %acc0 in local : !lift.array<4 x 4 x f32>
        %g = lift.map lcl(1) (%a = %accl : !lift.array<4 x 4 x f32>) {
          %gg = lift.map lcl(0) (%b = %a : !lift.array<4 x f32>) {
            lift.yield %b : f32
          }
          lift.yield %gg : !lift.array<4 x f32>
        }
        lift.yield %g : !lift.array<4 x 4 x f32>
      }
      lift.yield %oo : !lift.array<(N / 4) x 4 x 4 x f32>
    }
    %u = lift.transpose %o permutation [0, 2, 1, 3] : !lift.array<(M / 4) x (N / 4) x 4 x 4 x f32>
    %u1 = lift.join %u dim 2 : !lift.array<(M / 4) x 4 x (N / 4) x 4 x f32>
    %u2 = lift.join %u1 dim 0 : !lift.array<(M / 4) x 4 x N x f32>
    lift.yield %u2 : !lift.array<M x N x f32>
  }
  return %r : !lift.array<M x N x f32>
}
