// KERNEL: local-size=8 global-size=16
// SIZES: --size=G=3 --size=K=4
// A scan of which one accumulator becomes the next one as it is.
func.func @rotated(%x: !lift.array<G x K x 8 x f32>) -> !lift.array<G x K x 8 x f32> {
  %zero = arith.constant 0.0 : f32
  %o = lift.map (%t = %x : !lift.array<G x K x 8 x f32>) {
    %zeros = lift.broadcast %zero sizes [8] : f32
    %i1 = lift.copy %zeros in private : !lift.array<8 x f32>
    %i2 = lift.copy %zeros in private : !lift.array<8 x f32>
    %q:3 = lift.scan (%s = %t : !lift.array<K x 8 x f32>)
        init (%b2 = %i2, %b1 = %i1, %old = %zeros : !lift.array<8 x f32>, !lift.array<8 x f32>, !lift.array<8 x f32>) {
      %n:2 = lift.map (%e = %s, %p = %b1, %v = %b2 : !lift.array<8 x f32>, !lift.array<8 x f32>, !lift.array<8 x f32>) {
        %u = arith.addf %e, %p : f32
        %w = arith.addf %u, %v : f32
        lift.yield %e, %w : f32, f32
      }
      lift.yield %b1, %n#0, %n#1 : !lift.array<8 x f32>, !lift.array<8 x f32>, !lift.array<8 x f32>
    }
    lift.yield %q#2 : !lift.array<K x 8 x f32>
  }
  return %o : !lift.array<G x K x 8 x f32>
}
