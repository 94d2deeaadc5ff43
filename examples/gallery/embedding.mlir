// The rows of a table for the words of some sentences, and a row for each place added.
//
//   lift-run embedding.mlir --size=V=17,D=34,B=3,T=5 --verify

func.func @embedding(%table: !lift.array<V x D x f32>, %places: !lift.array<T x D x f32>,
                     %words: !lift.array<B x T x i32>) -> !lift.array<B x T x D x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%sentence = %words : !lift.array<B x T x i32>) {
    %rows = lift.map (%word = %sentence, %place = %places
        : !lift.array<T x i32>, !lift.array<T x D x f32>) {
      %i = arith.index_cast %word : i32 to index
      %row = lift.at %table[%i] default(%zero : f32) : !lift.array<V x D x f32>
      %sums = lift.map (%a = %row, %b = %place : !lift.array<D x f32>, !lift.array<D x f32>) {
        %sum = arith.addf %a, %b : f32
        lift.yield %sum : f32
      }
      lift.yield %sums : !lift.array<D x f32>
    }
    lift.yield %rows : !lift.array<T x D x f32>
  }
  return %r : !lift.array<B x T x D x f32>
}
