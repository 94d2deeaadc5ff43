func.func @f(%A: !lift.array<M x K x f16>, %B: !lift.array<K x N x f16>) -> !lift.array<M x N x f16> {
  %zero = arith.constant 0.0 : f16
  %columns = lift.transpose %B : !lift.array<K x N x f16>
  %C = lift.map (%row = %A : !lift.array<M x K x f16>) {
    %out = lift.map (%column = %columns : !lift.array<N x K x f16>) {
      %sum = lift.reduce (%a = %row, %b = %column : !lift.array<K x f16>, !lift.array<K x f16>) init (%acc = %zero : f16) {
        %ab = arith.mulf %a, %b : f16
        %next = arith.addf %acc, %ab : f16
        lift.yield %next : f16
      }
      lift.yield %sum : f16
    }
    lift.yield %out : !lift.array<N x f16>
  }
  return %C : !lift.array<M x N x f16>
}
