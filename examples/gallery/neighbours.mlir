// The mean of the features of each node's K neighbours in a graph; a number that is no
// node counts as zeros.
//
//   lift-run neighbours.mlir --size=N=37,F=66,K=5 --verify --rtol=1e-4

func.func @neighbours(%features: !lift.array<N x F x f32>, %lists: !lift.array<N x K x i32>)
    -> !lift.array<N x F x f32> {
  %zero = arith.constant 0.0 : f32
  %k = lift.size K : index
  %k_integer = arith.index_cast %k : index to i32
  %count = arith.sitofp %k_integer : i32 to f32
  %means = lift.map (%list = %lists : !lift.array<N x K x i32>) {
    %rows = lift.map (%node = %list : !lift.array<K x i32>) {
      %i = arith.index_cast %node : i32 to index
      %row = lift.at %features[%i] default(%zero : f32) : !lift.array<N x F x f32>
      lift.yield %row : !lift.array<F x f32>
    }
    %columns = lift.transpose %rows : !lift.array<K x F x f32>
    %mean = lift.map (%column = %columns : !lift.array<F x K x f32>) {
      %sum = lift.reduce associative commutative (%e = %column : !lift.array<K x f32>)
          init (%acc = %zero : f32) {
        %next = arith.addf %acc, %e : f32
        lift.yield %next : f32
      }
      %m = arith.divf %sum, %count : f32
      lift.yield %m : f32
    }
    lift.yield %mean : !lift.array<F x f32>
  }
  return %means : !lift.array<N x F x f32>
}
