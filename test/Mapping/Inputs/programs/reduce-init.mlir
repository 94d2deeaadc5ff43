// Two sums of the rows of each page: one starts from what a map computes, and
// that backwards.
// KERNEL: local-size=4,2 global-size=8,4
// SIZES: --size=N=3 --size=M=5
func.func @sums(%x: !lift.array<N x M x 7 x f32>, %y: !lift.array<N x 7 x f32>)
    -> (!lift.array<N x 7 x f32>, !lift.array<N x 7 x f32>) {
  %r:2 = lift.map (%page = %x, %i = %y : !lift.array<N x M x 7 x f32>, !lift.array<N x 7 x f32>) {
    %start = lift.map (%e = %i : !lift.array<7 x f32>) {
        %s = arith.addf %e, %e : f32
        lift.yield %s : f32
    }
    %zero = arith.constant 0.0 : f32
    %zeros = lift.broadcast %zero sizes [7] : f32
    %turned = lift.reverse %start : !lift.array<7 x f32>
    %below:2 = lift.reduce (%row = %page : !lift.array<M x 7 x f32>)
        init (%acc = %turned, %other = %zeros : !lift.array<7 x f32>, !lift.array<7 x f32>) {
      %next = lift.map (%e = %row, %a = %acc
          : !lift.array<7 x f32>, !lift.array<7 x f32>) {
        %s = arith.addf %e, %a : f32
        lift.yield %s : f32
      }
      %next2 = lift.map (%e = %row, %a = %other
          : !lift.array<7 x f32>, !lift.array<7 x f32>) {
        %s = arith.addf %e, %a : f32
        lift.yield %s : f32
      }
      lift.yield %next, %next2 : !lift.array<7 x f32>, !lift.array<7 x f32>
    }
    lift.yield %below#0, %below#1 : !lift.array<7 x f32>, !lift.array<7 x f32>
  }
  return %r#0, %r#1 : !lift.array<N x 7 x f32>, !lift.array<N x 7 x f32>
}
