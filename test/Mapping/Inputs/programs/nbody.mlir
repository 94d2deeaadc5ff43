// For each body the sum of inverse squared distances to all, which are copied to
// local memory in tiles.
// KERNEL: local-size=4 global-size=8
// PARAMS: params=N=12
func.func @nbody(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %groups = lift.split %x by 4 : !lift.array<N x f32>
  %r = lift.map (%group = %groups : !lift.array<(N / 4) x 4 x f32>) {
    %z = lift.broadcast %zero sizes [4] : f32
    %init = lift.copy %z in private : !lift.array<4 x f32>
    %sums = lift.reduce (%tile = %groups : !lift.array<(N / 4) x 4 x f32>) init (%acc = %init : !lift.array<4 x f32>) {
      %stored = lift.copy %tile in local : !lift.array<4 x f32>
      %next = lift.map (%a = %group, %c = %acc : !lift.array<4 x f32>, !lift.array<4 x f32>) {
        %s = lift.reduce (%b = %stored : !lift.array<4 x f32>) init (%ac = %c : f32) {
          %d = arith.subf %a, %b : f32
          %dd = arith.mulf %d, %d : f32
          %e = arith.addf %dd, %one : f32
          %i = arith.divf %one, %e : f32
          %t = arith.addf %ac, %i : f32
          lift.yield %t : f32
        }
        lift.yield %s : f32
      }
      lift.yield %next : !lift.array<4 x f32>
    }
    %stored = lift.materialize %sums in private : !lift.array<4 x f32>
    %out = lift.map (%e = %stored : !lift.array<4 x f32>) {
      lift.yield %e : f32
    }
    lift.yield %out : !lift.array<4 x f32>
  }
  %joined = lift.join %r : !lift.array<(N / 4) x 4 x f32>
  return %joined : !lift.array<N x f32>
}
