// The states of a recurrence that no composition of its steps shortens.
func.func @states(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %zero = arith.constant 0.0 : f32
  %states = lift.scan (%e = %x : !lift.array<N x f32>) init (%state = %zero : f32) {
    %square = arith.mulf %state, %state : f32
    %next = arith.addf %square, %e : f32
    lift.yield %next : f32
  }
  return %states : !lift.array<N x f32>
}
