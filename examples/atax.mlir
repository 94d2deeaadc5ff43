// ATAX: y = A^T (A x).
//
//   lift-run atax.mlir --size=M=64,N=96 --verify

func.func @atax(%A: !lift.array<M x N x f32>, %x: !lift.array<N x f32>)
    -> !lift.array<N x f32> {
  %zero = arith.constant 0.0 : f32
  %Ax = lift.map (%row = %A : !lift.array<M x N x f32>) {
    %sum = lift.reduce associative commutative (%a = %row, %b = %x
        : !lift.array<N x f32>, !lift.array<N x f32>)
        init (%acc = %zero : f32) {
      %ab = arith.mulf %a, %b : f32
      %next = arith.addf %acc, %ab : f32
      lift.yield %next : f32
    }
    lift.yield %sum : f32
  }
  %columns = lift.transpose %A : !lift.array<M x N x f32>
  %y = lift.map (%column = %columns : !lift.array<N x M x f32>) {
    %sum = lift.reduce associative commutative (%a = %column, %b = %Ax
        : !lift.array<M x f32>, !lift.array<M x f32>)
        init (%acc = %zero : f32) {
      %ab = arith.mulf %a, %b : f32
      %next = arith.addf %acc, %ab : f32
      lift.yield %next : f32
    }
    lift.yield %sum : f32
  }
  return %y : !lift.array<N x f32>
}
