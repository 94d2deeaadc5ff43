// The transpose of a matrix in tiles of T x T through local memory, whose rows
// are padded by one element so that reads along a column hit different banks.
func.func @transpose(%A: !lift.array<M x N x f32>) -> !lift.array<N x M x f32>
    attributes {lift.params = {T = [32, 64]},
                lift.requires = [#lift.constraint<T divides M>, #lift.constraint<T divides N>]} {
  %B = lift.kernel @transpose local_size [T, 8] global_size [N, (M / T) * 8] {
    %rows = lift.split %A by T : !lift.array<M x N x f32>
    %cells = lift.split %rows by T dim 2 : !lift.array<(M / T) x T x N x f32>
    %tiles = lift.transpose %cells permutation [0, 2, 1, 3] : !lift.array<(M / T) x T x (N / T) x T x f32>
    %groups = lift.map wrg(1) (%line = %tiles : !lift.array<(M / T) x (N / T) x T x T x f32>) {
      %turned = lift.map wrg(0) (%tile = %line : !lift.array<(N / T) x T x T x f32>) {
        %copy = lift.copy %tile [lcl(1), lcl(0)] in local {pad = array<i64: 0, 1>} : !lift.array<T x T x f32>
        %columns = lift.transpose %copy : !lift.array<T x T x f32>
        %out = lift.map lcl(1) (%column = %columns : !lift.array<T x T x f32>) {
          %elements = lift.map lcl(0) (%e = %column : !lift.array<T x f32>) {
            lift.yield %e : f32
          }
          lift.yield %elements : !lift.array<T x f32>
        }
        lift.yield %out : !lift.array<T x T x f32>
      }
      lift.yield %turned : !lift.array<(N / T) x T x T x f32>
    }
    // [row of tiles][column of tiles][column][row] to a matrix of columns.
    %t = lift.transpose %groups permutation [1, 2, 0, 3] : !lift.array<(M / T) x (N / T) x T x T x f32>
    %j = lift.join %t dim 2 : !lift.array<(N / T) x T x (M / T) x T x f32>
    %result = lift.join %j : !lift.array<(N / T) x T x M x f32>
    lift.yield %result : !lift.array<N x M x f32>
  }
  return %B : !lift.array<N x M x f32>
}
