// The product of square matrices: all sizes have one name.
func.func @square(%a: !lift.array<N x N x f32>, %b: !lift.array<N x N x f32>) -> !lift.array<N x N x f32> {
  %zero = arith.constant 0.0 : f32
  %columns = lift.transpose %b : !lift.array<N x N x f32>
  %r = lift.map (%row = %a : !lift.array<N x N x f32>) {
    %o = lift.map (%column = %columns : !lift.array<N x N x f32>) {
      %s = lift.reduce associative commutative
          (%x = %row, %y = %column : !lift.array<N x f32>, !lift.array<N x f32>)
          init (%acc = %zero : f32) {
        %m = arith.mulf %x, %y : f32
        %t = arith.addf %acc, %m : f32
        lift.yield %t : f32
      }
      lift.yield %s : f32
    }
    lift.yield %o : !lift.array<N x f32>
  }
  return %r : !lift.array<N x N x f32>
}
