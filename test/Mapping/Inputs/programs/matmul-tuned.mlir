// A matrix product of tiles that are copied to local memory, whose sizes are
// chosen along with the mappings, as are those of a work-group. Not every choice
// divides the matrices, or fits a group.
func.func @matmul(%A: !lift.array<12 x 10 x f32>, %Bt: !lift.array<8 x 10 x f32>)
    -> !lift.array<12 x 8 x f32>
    attributes {lift.params = {L0 = [4, 2, 3], L1 = [2, 1], TK = [5, 4, 2], TM = [4, 3, 5, 6], TN = [4, 2]}} {
  %zero = arith.constant 0.0 : f32
  %k = lift.kernel local_size [L0, L1] global_size [2 * L0, 3 * L1] {
    %As = lift.split %A by TK dim 1 : !lift.array<12 x 10 x f32>
    %As2 = lift.split %As by TM dim 0 : !lift.array<12 x (10 / TK) x TK x f32>
    %At = lift.transpose %As2 permutation [0, 2, 1, 3] : !lift.array<(12 / TM) x TM x (10 / TK) x TK x f32>
    %Bs = lift.split %Bt by TK dim 1 : !lift.array<8 x 10 x f32>
    %Bs2 = lift.split %Bs by TN dim 0 : !lift.array<8 x (10 / TK) x TK x f32>
    %Btt = lift.transpose %Bs2 permutation [0, 2, 1, 3] : !lift.array<(8 / TN) x TN x (10 / TK) x TK x f32>
    %o = lift.map (%aT = %At : !lift.array<(12 / TM) x (10 / TK) x TM x TK x f32>) {
      %oo = lift.map (%bT = %Btt : !lift.array<(8 / TN) x (10 / TK) x TN x TK x f32>) {
        %z = lift.broadcast %zero sizes [TM, TN] : f32
        %init = lift.copy %z in private : !lift.array<TM x TN x f32>
        %acc0 = lift.reduce (%ta = %aT, %tb = %bT : !lift.array<(10 / TK) x TM x TK x f32>, !lift.array<(10 / TK) x TN x TK x f32>)
            init (%acc = %init : !lift.array<TM x TN x f32>) {
          %la = lift.copy %ta in local : !lift.array<TM x TK x f32>
          %lb = lift.copy %tb in local : !lift.array<TN x TK x f32>
          %p = lift.map (%ra = %la, %rc = %acc : !lift.array<TM x TK x f32>, !lift.array<TM x TN x f32>) {
            %pp = lift.map (%cb = %lb, %c = %rc : !lift.array<TN x TK x f32>, !lift.array<TN x f32>) {
              %s = lift.reduce (%a = %ra, %b = %cb : !lift.array<TK x f32>, !lift.array<TK x f32>) init (%ac = %c : f32) {
                %m = arith.mulf %a, %b : f32
                %q = arith.addf %ac, %m : f32
                lift.yield %q : f32
              }
              lift.yield %s : f32
            }
            lift.yield %pp : !lift.array<TN x f32>
          }
          lift.yield %p : !lift.array<TM x TN x f32>
        }
        %tile = lift.materialize %acc0 in private : !lift.array<TM x TN x f32>
        %out = lift.map (%row = %tile : !lift.array<TM x TN x f32>) {
          %cells = lift.map (%e = %row : !lift.array<TN x f32>) {
            %d = arith.addf %e, %e : f32
            lift.yield %d : f32
          }
          lift.yield %cells : !lift.array<TN x f32>
        }
        lift.yield %out : !lift.array<TM x TN x f32>
      }
      lift.yield %oo : !lift.array<(8 / TN) x TM x TN x f32>
    }
    %t = lift.transpose %o permutation [0, 2, 1, 3] : !lift.array<(12 / TM) x (8 / TN) x TM x TN x f32>
    %t1 = lift.join %t dim 2 : !lift.array<(12 / TM) x TM x (8 / TN) x TN x f32>
    %t2 = lift.join %t1 : !lift.array<(12 / TM) x TM x 8 x f32>
    lift.yield %t2 : !lift.array<12 x 8 x f32>
  }
  return %k : !lift.array<12 x 8 x f32>
}
