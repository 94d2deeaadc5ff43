// Sums of what is in the same place of all rows so far, for each page, and the
// sums of a row so far.
// KERNEL: local-size=4,2 global-size=8,4
// SIZES: --size=N=3 --size=M=5
func.func @sums(%x: !lift.array<N x M x 7 x f32>)
    -> (!lift.array<N x M x 7 x f32>, !lift.array<N x M x 7 x f32>) {
  %zero = arith.constant 0.0 : f32
  %down, %right = lift.map (%page = %x : !lift.array<N x M x 7 x f32>) {
    %zeros = lift.broadcast %zero sizes [7] : f32
    %below = lift.scan (%row = %page : !lift.array<M x 7 x f32>)
        init (%acc = %zeros : !lift.array<7 x f32>) {
      %next = lift.map (%e = %row, %a = %acc
          : !lift.array<7 x f32>, !lift.array<7 x f32>) {
        %s = arith.addf %e, %a : f32
        lift.yield %s : f32
      }
      lift.yield %next : !lift.array<7 x f32>
    }
    %rows = lift.map (%row = %page : !lift.array<M x 7 x f32>) {
      %sums = lift.scan (%e = %row : !lift.array<7 x f32>)
          init (%acc = %zero : f32) {
        %s = arith.addf %e, %acc : f32
        lift.yield %s : f32
      }
      lift.yield %sums : !lift.array<7 x f32>
    }
    lift.yield %below, %rows : !lift.array<M x 7 x f32>, !lift.array<M x 7 x f32>
  }
  return %down, %right : !lift.array<N x M x 7 x f32>, !lift.array<N x M x 7 x f32>
}
