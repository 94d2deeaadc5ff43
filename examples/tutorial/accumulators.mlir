// The sums of the columns of each matrix: a work-item has one accumulator for each
// column, in private memory.

func.func @columns(%x: !lift.array<N x K x 4 x f32>) -> !lift.array<N x 4 x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map glb(0) (%rows = %x : !lift.array<N x K x 4 x f32>) {
    %zeros = lift.broadcast %zero sizes [4] : f32
    %init = lift.copy %zeros in private : !lift.array<4 x f32>
    %sums = lift.reduce (%row = %rows : !lift.array<K x 4 x f32>)
        init (%acc = %init : !lift.array<4 x f32>) {
      %next = lift.map unroll (%e = %row, %a = %acc
          : !lift.array<4 x f32>, !lift.array<4 x f32>) {
        %s = arith.addf %a, %e : f32
        lift.yield %s : f32
      }
      lift.yield %next : !lift.array<4 x f32>
    }
    %out = lift.map unroll (%s = %sums : !lift.array<4 x f32>) {
      lift.yield %s : f32
    }
    lift.yield %out : !lift.array<4 x f32>
  }
  return %r : !lift.array<N x 4 x f32>
}
