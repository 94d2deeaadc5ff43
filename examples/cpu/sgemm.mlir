// C = A * B on a CPU whose vectors hold 16 numbers: a work-item makes a tile of
// 8 rows and 32 columns in registers, as `sgemm` of
// benchmarks/handwritten/cpu.cl does.
func.func @sgemm(%A: !lift.array<M x K x f32>, %B: !lift.array<K x N x f32>)
    -> !lift.array<M x N x f32>
    attributes {lift.requires = [#lift.constraint<8 divides M>,
                                 #lift.constraint<32 divides N>]} {
  %zero = arith.constant dense<0.0> : vector<16xf32>
  %C = lift.kernel @sgemm local_size [1, 1] global_size [M / 8, N / 32] {
    %rows = lift.split %A by 8 : !lift.array<M x K x f32>
    %B1 = lift.as_vector %B width 16 : !lift.array<K x N x f32>
    %B2 = lift.split %B1 by 2 dim 1 : !lift.array<K x (N / 16) x vector<16xf32>>
    %columns = lift.transpose %B2 : !lift.array<K x (N / 32) x 2 x vector<16xf32>>
    %tiles = lift.map glb(1) (%column = %columns : !lift.array<(N / 32) x K x 2 x vector<16xf32>>) {
      %line = lift.map glb(0) (%row = %rows : !lift.array<(M / 8) x 8 x K x f32>) {
        %zeros = lift.broadcast %zero sizes [8, 2] : vector<16xf32>
        %init = lift.copy %zeros [seq, seq] in private : !lift.array<8 x 2 x vector<16xf32>>
        %steps = lift.transpose %row : !lift.array<8 x K x f32>
        %sum = lift.reduce (%a = %steps, %b = %column
            : !lift.array<K x 8 x f32>, !lift.array<K x 2 x vector<16xf32>>)
            init (%acc = %init : !lift.array<8 x 2 x vector<16xf32>>) {
          %bs = lift.copy %b [seq] in private : !lift.array<2 x vector<16xf32>>
          %next = lift.map seq unroll (%ai = %a, %ci = %acc
              : !lift.array<8 x f32>, !lift.array<8 x 2 x vector<16xf32>>) {
            %av = vector.broadcast %ai : f32 to vector<16xf32>
            %cells = lift.map seq unroll (%bj = %bs, %cij = %ci
                : !lift.array<2 x vector<16xf32>>, !lift.array<2 x vector<16xf32>>) {
              %s = math.fma %av, %bj, %cij : vector<16xf32>
              lift.yield %s : vector<16xf32>
            }
            lift.yield %cells : !lift.array<2 x vector<16xf32>>
          }
          lift.yield %next : !lift.array<8 x 2 x vector<16xf32>>
        }
        %tile = lift.materialize %sum in private : !lift.array<8 x 2 x vector<16xf32>>
        %out = lift.map seq unroll (%r = %tile : !lift.array<8 x 2 x vector<16xf32>>) {
          %cells = lift.map seq unroll (%e = %r : !lift.array<2 x vector<16xf32>>) {
            lift.yield %e : vector<16xf32>
          }
          lift.yield %cells : !lift.array<2 x vector<16xf32>>
        }
        lift.yield %out : !lift.array<8 x 2 x vector<16xf32>>
      }
      lift.yield %line : !lift.array<(M / 8) x 8 x 2 x vector<16xf32>>
    }
    // [column of tiles][row of tiles][row][half] to rows.
    %t1 = lift.transpose %tiles permutation [1, 2, 0, 3]
        : !lift.array<(N / 32) x (M / 8) x 8 x 2 x vector<16xf32>>
    %t2 = lift.join %t1 : !lift.array<(M / 8) x 8 x (N / 32) x 2 x vector<16xf32>>
    %t3 = lift.join %t2 dim 1 : !lift.array<M x (N / 32) x 2 x vector<16xf32>>
    %t4 = lift.as_scalar %t3 : !lift.array<M x (N / 16) x vector<16xf32>>
    lift.yield %t4 : !lift.array<M x N x f32>
  }
  return %C : !lift.array<M x N x f32>
}
