// C = A * B for a GPU without local memory of its own (Mali), where A stands in
// panels of four rows and B in panels of four columns (P * 4 rows, Q * 4 columns), so
// that four steps of the sum take one vector of 16 of each; U of them stand in a row.
// A work-item makes a tile of 4 x 4.
func.func @sgemm_packed(%A: !lift.array<P x K x 4 x f32>, %B: !lift.array<Q x K x 4 x f32>)
    -> !lift.array<(P * 4) x (Q * 4) x f32>
    attributes {lift.params = {U = [8, 4, 2, 1]},
                lift.requires = [#lift.constraint<8 divides P>, #lift.constraint<8 divides Q>,
                                 #lift.constraint<4 * U divides K>]} {
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %C = lift.kernel @sgemm_packed local_size [8, 8] global_size [Q, P] {
    // What four steps take stands together: a vector of 16.
    %A1 = lift.join %A dim 1 : !lift.array<P x K x 4 x f32>
    %A2 = lift.as_vector %A1 width 16 : !lift.array<P x (K * 4) x f32>
    %rows = lift.split %A2 by U dim 1 : !lift.array<P x (K / 4) x vector<16xf32>>
    %B1 = lift.join %B dim 1 : !lift.array<Q x K x 4 x f32>
    %B2 = lift.as_vector %B1 width 16 : !lift.array<Q x (K * 4) x f32>
    %columns = lift.split %B2 by U dim 1 : !lift.array<Q x (K / 4) x vector<16xf32>>
    %tiles = lift.map glb(1) (%row = %rows : !lift.array<P x (K / (4 * U)) x U x vector<16xf32>>) {
      %line = lift.map glb(0) (%column = %columns : !lift.array<Q x (K / (4 * U)) x U x vector<16xf32>>) {
        %zeros = lift.broadcast %zero sizes [4] : vector<4xf32>
        %init = lift.copy %zeros [seq] in private : !lift.array<4 x vector<4xf32>>
        %sum = lift.reduce (%manyA = %row, %manyB = %column
            : !lift.array<(K / (4 * U)) x U x vector<16xf32>>, !lift.array<(K / (4 * U)) x U x vector<16xf32>>)
            init (%acc0 = %init : !lift.array<4 x vector<4xf32>>) {
          %fours = lift.reduce unroll (%a = %manyA, %b = %manyB
              : !lift.array<U x vector<16xf32>>, !lift.array<U x vector<16xf32>>)
              init (%acc = %acc0 : !lift.array<4 x vector<4xf32>>) {
            %a1 = lift.broadcast %a sizes [1] : vector<16xf32>
            %a2 = lift.as_scalar %a1 : !lift.array<1 x vector<16xf32>>
            %as = lift.split %a2 by 4 : !lift.array<16 x f32>
            %b1 = lift.broadcast %b sizes [1] : vector<16xf32>
            %b2 = lift.as_scalar %b1 : !lift.array<1 x vector<16xf32>>
            %bs = lift.as_vector %b2 width 4 : !lift.array<16 x f32>
            %next = lift.reduce unroll (%ar = %as, %br = %bs
                : !lift.array<4 x 4 x f32>, !lift.array<4 x vector<4xf32>>)
                init (%part = %acc : !lift.array<4 x vector<4xf32>>) {
              %r = lift.map seq unroll (%ae = %ar, %c = %part : !lift.array<4 x f32>, !lift.array<4 x vector<4xf32>>) {
                %w = vector.broadcast %ae : f32 to vector<4xf32>
                %t = math.fma %w, %br, %c : vector<4xf32>
                lift.yield %t : vector<4xf32>
              }
              lift.yield %r : !lift.array<4 x vector<4xf32>>
            }
            lift.yield %next : !lift.array<4 x vector<4xf32>>
          }
          lift.yield %fours : !lift.array<4 x vector<4xf32>>
        }
        %tile = lift.materialize %sum in private : !lift.array<4 x vector<4xf32>>
        %out = lift.map seq unroll (%e = %tile : !lift.array<4 x vector<4xf32>>) {
          lift.yield %e : vector<4xf32>
        }
        lift.yield %out : !lift.array<4 x vector<4xf32>>
      }
      lift.yield %line : !lift.array<Q x 4 x vector<4xf32>>
    }
    %t1 = lift.transpose %tiles permutation [0, 2, 1] : !lift.array<P x Q x 4 x vector<4xf32>>
    %t2 = lift.as_scalar %t1 : !lift.array<P x 4 x Q x vector<4xf32>>
    %t3 = lift.join %t2 : !lift.array<P x 4 x (Q * 4) x f32>
    lift.yield %t3 : !lift.array<(P * 4) x (Q * 4) x f32>
  }
  return %C : !lift.array<(P * 4) x (Q * 4) x f32>
}
