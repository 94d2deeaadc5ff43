// A matrix product.
// KERNEL: local-size=4,2 global-size=8,4
// SIZES: --size=M=7 --size=N=5 --size=K=3
func.func @matmul(%A: !lift.array<M x K x f32>, %Bt: !lift.array<N x K x f32>)
    -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %C = lift.map (%row = %A : !lift.array<M x K x f32>) {
    %r = lift.map (%col = %Bt : !lift.array<N x K x f32>) {
      %s = lift.reduce (%a = %row, %b = %col : !lift.array<K x f32>, !lift.array<K x f32>) init (%acc = %zero : f32) {
        %p = arith.mulf %a, %b : f32
        %q = arith.addf %acc, %p : f32
        lift.yield %q : f32
      }
      lift.yield %s : f32
    }
    lift.yield %r : !lift.array<N x f32>
  }
  return %C : !lift.array<M x N x f32>
}
