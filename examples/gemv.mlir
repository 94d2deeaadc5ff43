// The product of a matrix and a vector: y = A x.
//
//   lift-run gemv.mlir --size=M=256,K=320 --verify

func.func @gemv(%A: !lift.array<M x K x f32>, %x: !lift.array<K x f32>)
    -> !lift.array<M x f32> {
  %zero = arith.constant 0.0 : f32
  %y = lift.map (%row = %A : !lift.array<M x K x f32>) {
    %sum = lift.reduce associative commutative (%a = %row, %b = %x
        : !lift.array<K x f32>, !lift.array<K x f32>)
        init (%acc = %zero : f32) {
      %ab = arith.mulf %a, %b : f32
      %next = arith.addf %acc, %ab : f32
      lift.yield %next : f32
    }
    lift.yield %sum : f32
  }
  return %y : !lift.array<M x f32>
}
