// A scan in local memory, each step of which takes the neighbours of what the
// step before has left, and what comes of it backwards.
// KERNEL: local-size=4,2 global-size=8,4
// PARAMS: params=M=5
// SIZES: --size=N=3
func.func @neighbours(%x: !lift.array<N x M x 8 x f32>)
    -> !lift.array<N x M x 8 x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%page = %x : !lift.array<N x M x 8 x f32>) {
    %zeros = lift.broadcast %zero sizes [8] : f32
    %below = lift.scan (%row = %page : !lift.array<M x 8 x f32>)
        init (%acc = %zeros : !lift.array<8 x f32>) {
      %turned = lift.reverse %acc : !lift.array<8 x f32>
      %next = lift.map (%e = %row, %a = %turned
          : !lift.array<8 x f32>, !lift.array<8 x f32>) {
        %s = arith.addf %e, %a : f32
        lift.yield %s : f32
      }
      lift.yield %next : !lift.array<8 x f32>
    }
    %flat = lift.join %below : !lift.array<M x 8 x f32>
    %l = lift.split %flat by 8 : !lift.array<(8 * M) x f32>
    %kept = lift.materialize %l in local : !lift.array<M x 8 x f32>
    %out = lift.reverse %kept : !lift.array<M x 8 x f32>
    %copy = lift.map (%row = %out : !lift.array<M x 8 x f32>) {
      %cells = lift.map (%e = %row : !lift.array<8 x f32>) {
        %d = arith.addf %e, %e : f32
        lift.yield %d : f32
      }
      lift.yield %cells : !lift.array<8 x f32>
    }
    lift.yield %copy : !lift.array<M x 8 x f32>
  }
  return %r : !lift.array<N x M x 8 x f32>
}
