// C = A * B for a GPU without local memory of its own (Mali): a work-item makes a
// tile of 4 x 4 in registers; four steps of the sum take four vectors of four of A
// and of B from global memory.
func.func @sgemm(%A: !lift.array<M x K x f32>, %B: !lift.array<K x N x f32>)
    -> !lift.array<M x N x f32>
    attributes {lift.requires = [#lift.constraint<32 divides M>, #lift.constraint<32 divides N>,
                                 #lift.constraint<4 divides K>]} {
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %C = lift.kernel @sgemm local_size [8, 8] global_size [N / 4, M / 4] {
    %A1 = lift.as_vector %A width 4 : !lift.array<M x K x f32>
    %A2 = lift.split %A1 by 4 : !lift.array<M x (K / 4) x vector<4xf32>>
    %rows = lift.transpose %A2 permutation [0, 2, 1] : !lift.array<(M / 4) x 4 x (K / 4) x vector<4xf32>>
    %B1 = lift.as_vector %B width 4 : !lift.array<K x N x f32>
    %B2 = lift.split %B1 by 4 : !lift.array<K x (N / 4) x vector<4xf32>>
    %columns = lift.transpose %B2 permutation [2, 0, 1] : !lift.array<(K / 4) x 4 x (N / 4) x vector<4xf32>>
    %tiles = lift.map glb(1) (%row = %rows : !lift.array<(M / 4) x (K / 4) x 4 x vector<4xf32>>) {
      %line = lift.map glb(0) (%column = %columns : !lift.array<(N / 4) x (K / 4) x 4 x vector<4xf32>>) {
        %zeros = lift.broadcast %zero sizes [4] : vector<4xf32>
        %init = lift.copy %zeros [seq] in private : !lift.array<4 x vector<4xf32>>
        %sum = lift.reduce (%a = %row, %b = %column
            : !lift.array<(K / 4) x 4 x vector<4xf32>>, !lift.array<(K / 4) x 4 x vector<4xf32>>)
            init (%acc = %init : !lift.array<4 x vector<4xf32>>) {
          %ra = lift.copy %a [seq] in private : !lift.array<4 x vector<4xf32>>
          %rb = lift.copy %b [seq] in private : !lift.array<4 x vector<4xf32>>
          %next = lift.map seq unroll (%ar = %ra, %c = %acc
              : !lift.array<4 x vector<4xf32>>, !lift.array<4 x vector<4xf32>>) {
            %av = lift.broadcast %ar sizes [1] : vector<4xf32>
            %as = lift.as_scalar %av : !lift.array<1 x vector<4xf32>>
            %s = lift.reduce unroll (%ae = %as, %be = %rb : !lift.array<4 x f32>, !lift.array<4 x vector<4xf32>>)
                init (%part = %c : vector<4xf32>) {
              %w = vector.broadcast %ae : f32 to vector<4xf32>
              %t = math.fma %w, %be, %part : vector<4xf32>
              lift.yield %t : vector<4xf32>
            }
            lift.yield %s : vector<4xf32>
          }
          lift.yield %next : !lift.array<4 x vector<4xf32>>
        }
        %tile = lift.materialize %sum in private : !lift.array<4 x vector<4xf32>>
        %out = lift.map seq unroll (%e = %tile : !lift.array<4 x vector<4xf32>>) {
          lift.yield %e : vector<4xf32>
        }
        lift.yield %out : !lift.array<4 x vector<4xf32>>
      }
      lift.yield %line : !lift.array<(N / 4) x 4 x vector<4xf32>>
    }
    %t1 = lift.transpose %tiles permutation [0, 2, 1] : !lift.array<(M / 4) x (N / 4) x 4 x vector<4xf32>>
    %t2 = lift.as_scalar %t1 : !lift.array<(M / 4) x 4 x (N / 4) x vector<4xf32>>
    %t3 = lift.join %t2 : !lift.array<(M / 4) x 4 x N x f32>
    lift.yield %t3 : !lift.array<M x N x f32>
  }
  return %C : !lift.array<M x N x f32>
}
