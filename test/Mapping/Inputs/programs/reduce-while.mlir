// The columns of a matrix in their sum so far as long as that is small, in an
// accumulator, and how far each row goes.
// KERNEL: local-size=4,2 global-size=8,4
// SIZES: --size=N=5 --size=M=7
func.func @bounded(%x: !lift.array<N x M x 6 x f32>)
    -> (!lift.array<N x 6 x f32>, !lift.array<N x M x f32>) {
  %zero = arith.constant 0.0 : f32
  %limit = arith.constant 2.0 : f32
  %sums, %ends = lift.map (%page = %x : !lift.array<N x M x 6 x f32>) {
    %zeros = lift.broadcast %zero sizes [6] : f32
    %sum = lift.reduce_while (%row = %page : !lift.array<M x 6 x f32>)
        init (%acc = %zeros : !lift.array<6 x f32>) while {
      %first = lift.at %acc[0] : !lift.array<6 x f32>
      %below = arith.cmpf olt, %first, %limit : f32
      lift.yield %below : i1
    } do {
      %next = lift.map (%e = %row, %a = %acc
          : !lift.array<6 x f32>, !lift.array<6 x f32>) {
        %s = arith.addf %e, %a : f32
        lift.yield %s : f32
      }
      lift.yield %next : !lift.array<6 x f32>
    }
    %rows = lift.map (%row = %page : !lift.array<M x 6 x f32>) {
      %end = lift.reduce_while (%e = %row : !lift.array<6 x f32>)
          init (%acc = %zero : f32) while {
        %below = arith.cmpf olt, %acc, %limit : f32
        lift.yield %below : i1
      } do {
        %s = arith.addf %e, %acc : f32
        lift.yield %s : f32
      }
      lift.yield %end : f32
    }
    lift.yield %sum, %rows : !lift.array<6 x f32>, !lift.array<M x f32>
  }
  return %sums, %ends : !lift.array<N x 6 x f32>, !lift.array<N x M x f32>
}
