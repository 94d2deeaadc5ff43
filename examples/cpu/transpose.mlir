// The transpose of a matrix on a CPU whose vectors hold 16 numbers: a work-item
// takes a tile of T x T, 16 x 16 of it at a time in registers.
func.func @transpose(%A: !lift.array<M x N x f32>) -> !lift.array<N x M x f32>
    attributes {lift.params = {T = [64, 16, 32, 256]},
                lift.requires = [#lift.constraint<T divides M>, #lift.constraint<T divides N>]} {
  %B = lift.kernel @transpose local_size [1, 1] global_size [M / T, N / T] {
    %A1 = lift.as_vector %A width 16 : !lift.array<M x N x f32>
    %A2 = lift.split %A1 by T : !lift.array<M x (N / 16) x vector<16xf32>>
    %A3 = lift.split %A2 by (T / 16) dim 2 : !lift.array<(M / T) x T x (N / 16) x vector<16xf32>>
    %tiles = lift.transpose %A3 permutation [2, 0, 3, 1]
        : !lift.array<(M / T) x T x (N / T) x (T / 16) x vector<16xf32>>
    %out = lift.map glb(1) (%line = %tiles : !lift.array<(N / T) x (M / T) x (T / 16) x T x vector<16xf32>>) {
      %turned = lift.map glb(0) (%tile = %line : !lift.array<(M / T) x (T / 16) x T x vector<16xf32>>) {
        %columns = lift.map seq (%column = %tile : !lift.array<(T / 16) x T x vector<16xf32>>) {
          %blocks = lift.split %column by 16 : !lift.array<T x vector<16xf32>>
          %pieces = lift.map seq (%block = %blocks : !lift.array<(T / 16) x 16 x vector<16xf32>>) {
            %rows = lift.copy %block [seq] in private : !lift.array<16 x vector<16xf32>>
            // Four rounds of interleaving row i with row i + 8 transpose 16 rows.
            %t = lift.iterate 4 size L (%r = %rows : !lift.array<16 x vector<16xf32>>) {
              %first = lift.take %r size [L / 2] : !lift.array<L x vector<16xf32>>
              %second = lift.drop %r size [L / 2] : !lift.array<L x vector<16xf32>>
              %low, %high = lift.map seq unroll (%a = %first, %b = %second
                  : !lift.array<(L / 2) x vector<16xf32>>, !lift.array<(L / 2) x vector<16xf32>>) {
                %l = vector.shuffle %a, %b [0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23]
                    : vector<16xf32>, vector<16xf32>
                %h = vector.shuffle %a, %b [8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31]
                    : vector<16xf32>, vector<16xf32>
                lift.yield %l, %h : vector<16xf32>, vector<16xf32>
              }
              %both = lift.concat %low, %high : !lift.array<(L / 2) x vector<16xf32>>, !lift.array<(L / 2) x vector<16xf32>>
              %halves = lift.split %both by (L / 2) : !lift.array<L x vector<16xf32>>
              %pairs = lift.transpose %halves : !lift.array<2 x (L / 2) x vector<16xf32>>
              %next = lift.join %pairs : !lift.array<(L / 2) x 2 x vector<16xf32>>
              %stored = lift.materialize %next in private : !lift.array<L x vector<16xf32>>
              lift.yield %stored : !lift.array<L x vector<16xf32>>
            }
            %o = lift.map seq unroll (%e = %t : !lift.array<16 x vector<16xf32>>) {
              lift.yield %e : vector<16xf32>
            }
            lift.yield %o : !lift.array<16 x vector<16xf32>>
          }
          %p = lift.transpose %pieces : !lift.array<(T / 16) x 16 x vector<16xf32>>
          lift.yield %p : !lift.array<16 x (T / 16) x vector<16xf32>>
        }
        %joined = lift.join %columns : !lift.array<(T / 16) x 16 x (T / 16) x vector<16xf32>>
        lift.yield %joined : !lift.array<T x (T / 16) x vector<16xf32>>
      }
      lift.yield %turned : !lift.array<(M / T) x T x (T / 16) x vector<16xf32>>
    }
    %t1 = lift.transpose %out permutation [0, 2, 1, 3] : !lift.array<(N / T) x (M / T) x T x (T / 16) x vector<16xf32>>
    %t2 = lift.join %t1 dim 2 : !lift.array<(N / T) x T x (M / T) x (T / 16) x vector<16xf32>>
    %t3 = lift.join %t2 : !lift.array<(N / T) x T x (M / 16) x vector<16xf32>>
    %result = lift.as_scalar %t3 : !lift.array<N x (M / 16) x vector<16xf32>>
    lift.yield %result : !lift.array<N x M x f32>
  }
  return %B : !lift.array<N x M x f32>
}
