// Sums over two dimensions of tensors.
func.func @two_dimensions(%x: !lift.array<M x B x K x f32>, %y: !lift.array<N x B x K x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %out = lift.map (%rows = %x : !lift.array<M x B x K x f32>) {
    %sums = lift.map (%columns = %y : !lift.array<N x B x K x f32>) {
      %all = lift.reduce associative commutative (%row = %rows, %column = %columns : !lift.array<B x K x f32>, !lift.array<B x K x f32>) init (%outer = %zero : f32) {
        %sum = lift.reduce associative commutative (%a = %row, %b = %column : !lift.array<K x f32>, !lift.array<K x f32>) init (%acc = %outer : f32) {
          %product = arith.mulf %a, %b : f32
          %next = arith.addf %acc, %product : f32
          lift.yield %next : f32
        }
        lift.yield %sum : f32
      }
      lift.yield %all : f32
    }
    lift.yield %sums : !lift.array<N x f32>
  }
  return %out : !lift.array<M x N x f32>
}
