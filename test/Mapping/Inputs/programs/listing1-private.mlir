// KERNEL: local-size=4,2 global-size=8,6
// PARAMS: params=I=3,J=4,K=5
func.func @listing1(%in: !lift.array<I x J x K x f32>) -> !lift.array<I x K x J x f32> {
  // A
  %out = lift.map (%plane = %in : !lift.array<I x J x K x f32>) {
    // B
    %rows = lift.map (%row = %plane : !lift.array<J x K x f32>) {
      // C
      %cells = lift.map (%e = %row : !lift.array<K x f32>) {
        %f = arith.addf %e, %e : f32
        lift.yield %f : f32
      }
      lift.yield %cells : !lift.array<K x f32>
    }
    %buffer = lift.materialize %rows in private : !lift.array<J x K x f32>
    %columns = lift.transpose %buffer : !lift.array<J x K x f32>
    // D
    %turned = lift.map (%column = %columns : !lift.array<K x J x f32>) {
      // E
      %cells = lift.map (%e = %column : !lift.array<J x f32>) {
        %g = arith.mulf %e, %e : f32
        lift.yield %g : f32
      }
      lift.yield %cells : !lift.array<J x f32>
    }
    lift.yield %turned : !lift.array<K x J x f32>
  }
  return %out : !lift.array<I x K x J x f32>
}
