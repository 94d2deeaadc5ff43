// Tiles whose size is chosen along with how many of their elements are copied to
// private or local memory at a time.
// KERNEL: local-size=4 global-size=8
// SIZES:
func.func @tuned(%x: !lift.array<96 x f32>) -> !lift.array<96 x f32>
    attributes {lift.params = {TM = [6, 8, 12]}} {
  %tiles = lift.split %x by TM : !lift.array<96 x f32>
  %a = lift.map (%tile = %tiles : !lift.array<(96 / TM) x TM x f32>) {
    %l = lift.copy %tile in local : !lift.array<TM x f32>
    %p = lift.copy %l in private : !lift.array<TM x f32>
    %b = lift.map (%e = %p : !lift.array<TM x f32>) {
      %d = arith.addf %e, %e : f32
      lift.yield %d : f32
    }
    lift.yield %b : !lift.array<TM x f32>
  }
  %all = lift.join %a : !lift.array<(96 / TM) x TM x f32>
  return %all : !lift.array<96 x f32>
}
