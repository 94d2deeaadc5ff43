// A matrix product of tiles: these are copied to local memory, the sums of a
// tile are in local memory.
// KERNEL: local-size=4,2 global-size=8,4
// PARAMS: params=M=8,N=8,K=12
func.func @matmul(%A: !lift.array<M x K x f32>, %Bt: !lift.array<N x K x f32>)
    -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %As = lift.split %A by 4 dim 1 : !lift.array<M x K x f32>
  %As2 = lift.split %As by 4 dim 0 : !lift.array<M x (K / 4) x 4 x f32>
  %At = lift.transpose %As2 permutation [0, 2, 1, 3] : !lift.array<(M / 4) x 4 x (K / 4) x 4 x f32>
  %Bs = lift.split %Bt by 4 dim 1 : !lift.array<N x K x f32>
  %Bs2 = lift.split %Bs by 4 dim 0 : !lift.array<N x (K / 4) x 4 x f32>
  %Btt = lift.transpose %Bs2 permutation [0, 2, 1, 3] : !lift.array<(N / 4) x 4 x (K / 4) x 4 x f32>
  %o = lift.map (%aT = %At : !lift.array<(M / 4) x (K / 4) x 4 x 4 x f32>) {
    %oo = lift.map (%bT = %Btt : !lift.array<(N / 4) x (K / 4) x 4 x 4 x f32>) {
      %z = lift.broadcast %zero sizes [4, 4] : f32
      %init = lift.copy %z in local : !lift.array<4 x 4 x f32>
      %acc0 = lift.reduce (%ta = %aT, %tb = %bT : !lift.array<(K / 4) x 4 x 4 x f32>, !lift.array<(K / 4) x 4 x 4 x f32>)
          init (%acc = %init : !lift.array<4 x 4 x f32>) {
        %la = lift.copy %ta in local : !lift.array<4 x 4 x f32>
        %lb = lift.copy %tb in local : !lift.array<4 x 4 x f32>
        %p = lift.map (%ra = %la, %rc = %acc : !lift.array<4 x 4 x f32>, !lift.array<4 x 4 x f32>) {
          %pp = lift.map (%cb = %lb, %c = %rc : !lift.array<4 x 4 x f32>, !lift.array<4 x f32>) {
            %s = lift.reduce (%a = %ra, %b = %cb : !lift.array<4 x f32>, !lift.array<4 x f32>) init (%ac = %c : f32) {
              %m = arith.mulf %a, %b : f32
              %q = arith.addf %ac, %m : f32
              lift.yield %q : f32
            }
            lift.yield %s : f32
          }
          lift.yield %pp : !lift.array<4 x f32>
        }
        lift.yield %p : !lift.array<4 x 4 x f32>
      }
      %tile = lift.materialize %acc0 in local : !lift.array<4 x 4 x f32>
      %out = lift.map (%row = %tile : !lift.array<4 x 4 x f32>) {
        %cells = lift.map (%e = %row : !lift.array<4 x f32>) {
          %d = arith.addf %e, %e : f32
          lift.yield %d : f32
        }
        lift.yield %cells : !lift.array<4 x f32>
      }
      lift.yield %out : !lift.array<4 x 4 x f32>
    }
    lift.yield %oo : !lift.array<(N / 4) x 4 x 4 x f32>
  }
  %t = lift.transpose %o permutation [0, 2, 1, 3] : !lift.array<(M / 4) x (N / 4) x 4 x 4 x f32>
  %t1 = lift.join %t dim 2 : !lift.array<(M / 4) x 4 x (N / 4) x 4 x f32>
  %t2 = lift.join %t1 : !lift.array<(M / 4) x 4 x N x f32>
  return %t2 : !lift.array<M x N x f32>
}
