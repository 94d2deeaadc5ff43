// The smallest kernel: what a clock adds to the time of a launch (networks.py).
func.func @small(%x: !lift.array<32 x f32>) -> !lift.array<32 x f32> {
  %sums = lift.map (%a = %x : !lift.array<32 x f32>) {
    %sum = arith.addf %a, %a : f32
    lift.yield %sum : f32
  }
  return %sums : !lift.array<32 x f32>
}
