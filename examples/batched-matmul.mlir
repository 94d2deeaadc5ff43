// The products of pairs of matrices: C[i] = A[i] B[i].
//
//   lift-run batched-matmul.mlir --size=P=3,M=64,N=48,K=80 --verify

func.func @batched_matmul(%A: !lift.array<P x M x K x f32>,
                          %B: !lift.array<P x K x N x f32>)
    -> !lift.array<P x M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %columns = lift.transpose %B permutation [0, 2, 1] : !lift.array<P x K x N x f32>
  %C = lift.map (%Ai = %A, %Bi = %columns
      : !lift.array<P x M x K x f32>, !lift.array<P x N x K x f32>) {
    %Ci = lift.map (%row = %Ai : !lift.array<M x K x f32>) {
      %out = lift.map (%column = %Bi : !lift.array<N x K x f32>) {
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
    lift.yield %Ci : !lift.array<M x N x f32>
  }
  return %C : !lift.array<P x M x N x f32>
}
