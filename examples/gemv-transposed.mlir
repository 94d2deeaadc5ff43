// The product of the transpose of a matrix and a vector: y = A^T x.
//
//   lift-run gemv-transposed.mlir --size=M=256,K=320 --verify

func.func @gemv_transposed(%A: !lift.array<K x M x f32>, %x: !lift.array<K x f32>)
    -> !lift.array<M x f32> {
  %zero = arith.constant 0.0 : f32
  %columns = lift.transpose %A : !lift.array<K x M x f32>
  %y = lift.map (%column = %columns : !lift.array<M x K x f32>) {
    %sum = lift.reduce associative commutative (%a = %column, %b = %x
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
