// The sum of many numbers on a CPU whose vectors hold 16: a work-item adds 65536
// of them in eight vectors of sums; a second kernel adds what they give.
func.func @sum(%x: !lift.array<N x f32>) -> !lift.array<1 x f32>
    attributes {lift.requires = [#lift.constraint<65536 divides N>]} {
  %zero = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<16xf32>
  %partial = lift.kernel @chunks local_size [1] global_size [N / 65536] {
    %vectors = lift.as_vector %x width 16 : !lift.array<N x f32>
    %eights = lift.split %vectors by 8 : !lift.array<(N / 16) x vector<16xf32>>
    %chunks = lift.split %eights by 512 : !lift.array<(N / 128) x 8 x vector<16xf32>>
    %out = lift.map glb(0) (%chunk = %chunks : !lift.array<(N / 65536) x 512 x 8 x vector<16xf32>>) {
      %none = lift.broadcast %zeros sizes [8] : vector<16xf32>
      %init = lift.copy %none [seq] in private : !lift.array<8 x vector<16xf32>>
      %sums = lift.reduce (%eight = %chunk : !lift.array<512 x 8 x vector<16xf32>>)
          init (%acc = %init : !lift.array<8 x vector<16xf32>>) {
        %next = lift.map seq unroll (%e = %eight, %s = %acc
            : !lift.array<8 x vector<16xf32>>, !lift.array<8 x vector<16xf32>>) {
          %t = arith.addf %s, %e : vector<16xf32>
          lift.yield %t : vector<16xf32>
        }
        lift.yield %next : !lift.array<8 x vector<16xf32>>
      }
      %eight = lift.materialize %sums in private : !lift.array<8 x vector<16xf32>>
      %one = lift.reduce unroll (%s = %eight : !lift.array<8 x vector<16xf32>>) init (%acc = %zeros : vector<16xf32>) {
        %t = arith.addf %acc, %s : vector<16xf32>
        lift.yield %t : vector<16xf32>
      }
      %sum = vector.reduction <add>, %one : vector<16xf32> into f32
      lift.yield %sum : f32
    }
    lift.yield %out : !lift.array<(N / 65536) x f32>
  }
  %total = lift.kernel @partial local_size [1] global_size [1] {
    %all = lift.split %partial by (N / 65536) : !lift.array<(N / 65536) x f32>
    %out = lift.map glb(0) (%chunk = %all : !lift.array<1 x (N / 65536) x f32>) {
      %s = lift.reduce (%e = %chunk : !lift.array<(N / 65536) x f32>) init (%acc = %zero : f32) {
        %t = arith.addf %acc, %e : f32
        lift.yield %t : f32
      }
      lift.yield %s : f32
    }
    lift.yield %out : !lift.array<1 x f32>
  }
  return %total : !lift.array<1 x f32>
}
