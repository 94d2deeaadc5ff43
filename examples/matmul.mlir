// The product of two matrices: C = A B.
//
//   lift-run matmul.mlir --size=M=256,N=192,K=320 --verify
//
// Nothing says how it runs: the default mapping makes one work-item of each
// element of C.

func.func @matmul(%A: !lift.array<M x K x f32>, %B: !lift.array<K x N x f32>)
    -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  // The columns of B as an array of N arrays. A view: no data moves.
  %columns = lift.transpose %B : !lift.array<K x N x f32>
  %C = lift.map (%row = %A : !lift.array<M x K x f32>) {
    %out = lift.map (%column = %columns : !lift.array<N x K x f32>) {
      %sum = lift.reduce associative commutative (%a = %row, %b = %column
          : !lift.array<K x f32>, !lift.array<K x f32>)
          init (%acc = %zero : f32) {
        %ab = arith.mulf %a, %b : f32
        %next = arith.addf %acc, %ab : f32
        lift.yield %next : f32
      }
      lift.yield %sum : f32
    }
    lift.yield %out : !lift.array<N x f32>
  }
  return %C : !lift.array<M x N x f32>
}
