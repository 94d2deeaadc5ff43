// KERNEL: local-size=4,2 global-size=8,4
// SIZES: --size=N=6
// A step that reads what it overwrites, of accumulators in local memory.
func.func @accumulators(%x: !lift.array<N x 5 x 4 x f32>) -> !lift.array<N x 4 x f32> {
  %r = lift.map (%rows = %x : !lift.array<N x 5 x 4 x f32>) {
    %first = lift.at %rows[0] : !lift.array<5 x 4 x f32>
    %doubled = lift.map (%a = %first : !lift.array<4 x f32>) {
      %b = arith.addf %a, %a : f32
      lift.yield %b : f32
    }
    %init = lift.materialize %doubled in local : !lift.array<4 x f32>
    %s = lift.reduce (%row = %rows : !lift.array<5 x 4 x f32>) init (%acc = %init : !lift.array<4 x f32>) {
      %back = lift.reverse %acc : !lift.array<4 x f32>
      %n = lift.map (%a = %acc, %b = %back, %e = %row : !lift.array<4 x f32>, !lift.array<4 x f32>, !lift.array<4 x f32>) {
        %c = arith.subf %a, %b : f32
        %d = arith.addf %c, %e : f32
        lift.yield %d : f32
      }
      lift.yield %n : !lift.array<4 x f32>
    }
    %m = lift.materialize %s in local : !lift.array<4 x f32>
    %o = lift.map (%a = %m : !lift.array<4 x f32>) {
      %b = arith.mulf %a, %a : f32
      lift.yield %b : f32
    }
    lift.yield %o : !lift.array<4 x f32>
  }
  return %r : !lift.array<N x 4 x f32>
}
