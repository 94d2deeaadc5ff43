// Sums of three rows of 20 numbers for each of M elements.
func.func @rows_beside(%x: !lift.array<M x 3 x 20 x f32>) -> !lift.array<M x 3 x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%e = %x : !lift.array<M x 3 x 20 x f32>) {
    %s = lift.map (%row = %e : !lift.array<3 x 20 x f32>) {
      %sum = lift.reduce associative commutative (%a = %row : !lift.array<20 x f32>) init (%acc = %zero : f32) {
        %b = arith.addf %acc, %a : f32
        lift.yield %b : f32
      }
      lift.yield %sum : f32
    }
    lift.yield %s : !lift.array<3 x f32>
  }
  return %r : !lift.array<M x 3 x f32>
}
