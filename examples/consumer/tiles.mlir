// A matrix product in register tiles, of 64 x 64 numbers: how it is mapped, how
// large groups and tiles are, and how wide vectors, is left open.
func.func @sgemm(%A: !lift.array<64 x 64 x f32>, %B: !lift.array<64 x 64 x f32>)
    -> !lift.array<64 x 64 x f32>
    attributes {lift.params = {L0 = [1, 2, 4, 8, 16], L1 = [1, 2, 4, 8, 16], RM = [1, 2, 4, 8, 16], RN = [4, 8, 16, 32, 64]}} {
  %zero = arith.constant 0.0 : f32
  %C = lift.kernel @sgemm local_size [L0, L1] global_size [64 / RN, 64 / RM] {
    %rows = lift.split %A by RM : !lift.array<64 x 64 x f32>
    %B2 = lift.split %B by RN dim 1 : !lift.array<64 x 64 x f32>
    %columns = lift.transpose %B2 : !lift.array<64 x (64 / RN) x RN x f32>
    %tiles = lift.map (%row = %rows : !lift.array<(64 / RM) x RM x 64 x f32>) {
      %line = lift.map (%column = %columns : !lift.array<(64 / RN) x 64 x RN x f32>) {
        %zeros = lift.broadcast %zero sizes [RM, RN] : f32
        %init = lift.copy %zeros in private : !lift.array<RM x RN x f32>
        %steps = lift.transpose %row : !lift.array<RM x 64 x f32>
        %sum = lift.reduce (%a = %steps, %b = %column
            : !lift.array<64 x RM x f32>, !lift.array<64 x RN x f32>)
            init (%acc = %init : !lift.array<RM x RN x f32>) {
          %next = lift.map unroll (%ai = %a, %ci = %acc
              : !lift.array<RM x f32>, !lift.array<RM x RN x f32>) {
            %cells = lift.map unroll (%bj = %b, %cij = %ci
                : !lift.array<RN x f32>, !lift.array<RN x f32>) {
              %s = math.fma %ai, %bj, %cij : f32
              lift.yield %s : f32
            }
            lift.yield %cells : !lift.array<RN x f32>
          }
          lift.yield %next : !lift.array<RM x RN x f32>
        }
        %tile = lift.materialize %sum in private : !lift.array<RM x RN x f32>
        %out = lift.map unroll (%r = %tile : !lift.array<RM x RN x f32>) {
          %cells = lift.map unroll (%e = %r : !lift.array<RN x f32>) {
            lift.yield %e : f32
          }
          lift.yield %cells : !lift.array<RN x f32>
        }
        lift.yield %out : !lift.array<RM x RN x f32>
      }
      lift.yield %line : !lift.array<(64 / RN) x RM x RN x f32>
    }
    %t1 = lift.transpose %tiles permutation [0, 2, 1, 3] : !lift.array<(64 / RM) x (64 / RN) x RM x RN x f32>
    %t2 = lift.join %t1 : !lift.array<(64 / RM) x RM x (64 / RN) x RN x f32>
    %t3 = lift.join %t2 dim 1 : !lift.array<64 x (64 / RN) x RN x f32>
    lift.yield %t3 : !lift.array<64 x 64 x f32>
  }
  return %C : !lift.array<64 x 64 x f32>
}
