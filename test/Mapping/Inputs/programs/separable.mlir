// A filter over the rows of tiles, and then over their columns: what the first
// computes, the second reads from local memory.
// KERNEL: local-size=4,2 global-size=8,4
// SIZES: --size=T=5
func.func @separable(%tiles: !lift.array<T x 6 x 6 x f32>) -> !lift.array<T x 4 x 4 x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%tile = %tiles : !lift.array<T x 6 x 6 x f32>) {
    %rw = lift.slide %tile size [3] step [1] dims [1] : !lift.array<6 x 6 x f32>
    %rows = lift.map (%line = %rw : !lift.array<6 x 4 x 3 x f32>) {
      %cells = lift.map (%w = %line : !lift.array<4 x 3 x f32>) {
        %s = lift.reduce (%e = %w : !lift.array<3 x f32>) init (%acc = %zero : f32) {
          %t = arith.addf %acc, %e : f32
          lift.yield %t : f32
        }
        lift.yield %s : f32
      }
      lift.yield %cells : !lift.array<4 x f32>
    }
    %stored = lift.materialize %rows in local : !lift.array<6 x 4 x f32>
    %turned = lift.transpose %stored : !lift.array<6 x 4 x f32>
    %cw = lift.slide %turned size [3] step [1] dims [1] : !lift.array<4 x 6 x f32>
    %columns = lift.map (%line = %cw : !lift.array<4 x 4 x 3 x f32>) {
      %cells = lift.map (%w = %line : !lift.array<4 x 3 x f32>) {
        %s = lift.reduce (%e = %w : !lift.array<3 x f32>) init (%acc = %zero : f32) {
          %t = arith.addf %acc, %e : f32
          lift.yield %t : f32
        }
        lift.yield %s : f32
      }
      lift.yield %cells : !lift.array<4 x f32>
    }
    lift.yield %columns : !lift.array<4 x 4 x f32>
  }
  return %r : !lift.array<T x 4 x 4 x f32>
}
