// y = A * x on a CPU whose vectors hold 16 numbers: a work-item adds a row in
// four vectors of sums.
func.func @gemv(%A: !lift.array<M x K x f32>, %x: !lift.array<K x f32>) -> !lift.array<M x f32>
    attributes {lift.requires = [#lift.constraint<64 divides K>]} {
  %zero = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<16xf32>
  %y = lift.kernel @gemv local_size [1] global_size [M] {
    %A1 = lift.as_vector %A width 16 : !lift.array<M x K x f32>
    %rows = lift.split %A1 by 4 dim 1 : !lift.array<M x (K / 16) x vector<16xf32>>
    %x1 = lift.as_vector %x width 16 : !lift.array<K x f32>
    %xs = lift.split %x1 by 4 : !lift.array<(K / 16) x vector<16xf32>>
    %out = lift.map glb(0) (%row = %rows : !lift.array<M x (K / 64) x 4 x vector<16xf32>>) {
      %none = lift.broadcast %zeros sizes [4] : vector<16xf32>
      %init = lift.copy %none [seq] in private : !lift.array<4 x vector<16xf32>>
      %sums = lift.reduce (%a = %row, %b = %xs
          : !lift.array<(K / 64) x 4 x vector<16xf32>>, !lift.array<(K / 64) x 4 x vector<16xf32>>)
          init (%acc = %init : !lift.array<4 x vector<16xf32>>) {
        %next = lift.map seq unroll (%ai = %a, %bi = %b, %ci = %acc
            : !lift.array<4 x vector<16xf32>>, !lift.array<4 x vector<16xf32>>, !lift.array<4 x vector<16xf32>>) {
          %s = math.fma %ai, %bi, %ci : vector<16xf32>
          lift.yield %s : vector<16xf32>
        }
        lift.yield %next : !lift.array<4 x vector<16xf32>>
      }
      %four = lift.materialize %sums in private : !lift.array<4 x vector<16xf32>>
      %one = lift.reduce unroll (%s = %four : !lift.array<4 x vector<16xf32>>) init (%acc = %zeros : vector<16xf32>) {
        %t = arith.addf %acc, %s : vector<16xf32>
        lift.yield %t : vector<16xf32>
      }
      %sum = vector.reduction <add>, %one : vector<16xf32> into f32
      lift.yield %sum : f32
    }
    lift.yield %out : !lift.array<M x f32>
  }
  return %y : !lift.array<M x f32>
}
