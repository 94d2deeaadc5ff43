// The transpose of a matrix, in memory of its own.
//
//   lift-run transpose.mlir --size=M=256,N=192 --verify

func.func @transpose(%A: !lift.array<M x N x f32>) -> !lift.array<N x M x f32> {
  %columns = lift.transpose %A : !lift.array<M x N x f32>
  %B = lift.map (%column = %columns : !lift.array<N x M x f32>) {
    %row = lift.map (%a = %column : !lift.array<M x f32>) {
      lift.yield %a : f32
    }
    lift.yield %row : !lift.array<M x f32>
  }
  return %B : !lift.array<N x M x f32>
}
