// The sums of the columns of a matrix, in an array that is the accumulator, and of
// its rows.
// SIZES: --size=N=5 --size=M=7
func.func @sums(%x: !lift.array<N x M x f32>) -> (!lift.array<M x f32>, !lift.array<N x f32>) {
  %zero = arith.constant 0.0 : f32
  %r:2 = lift.kernel local_size [4, 2] global_size [8, 4] {
    %zeros = lift.broadcast %zero sizes [M] : f32
    %s = lift.reduce (%row = %x : !lift.array<N x M x f32>) init (%acc = %zeros : !lift.array<M x f32>) {
      %next = lift.map (%e = %row, %a = %acc : !lift.array<M x f32>, !lift.array<M x f32>) {
        %t = arith.addf %e, %a : f32
        lift.yield %t : f32
      }
      lift.yield %next : !lift.array<M x f32>
    }
    %m = lift.map (%row = %x : !lift.array<N x M x f32>) {
      %t = lift.reduce (%e = %row : !lift.array<M x f32>) init (%acc = %zero : f32) {
        %u = arith.addf %acc, %e : f32
        lift.yield %u : f32
      }
      lift.yield %t : f32
    }
    lift.yield %s, %m : !lift.array<M x f32>, !lift.array<N x f32>
  }
  return %r#0, %r#1 : !lift.array<M x f32>, !lift.array<N x f32>
}
