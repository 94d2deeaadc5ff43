// The sum of many numbers in two kernels. A group adds GROUP of them: each of
// its 256 work-items every 256th vector of four, eight loads at a time; then
// halves are added to each other in local memory. One group adds the partial sums.
func.func private @tree(%values: !lift.array<256 x f32>) -> !lift.array<1 x f32> {
  %zero = arith.constant 0.0 : f32
  %tile = lift.materialize %values in local : !lift.array<256 x f32>
  %one = lift.iterate 8 size L (%v = %tile : !lift.array<256 x f32>) {
    %halves = lift.split %v by (L / 2) : !lift.array<L x f32>
    %pairs = lift.transpose %halves : !lift.array<2 x (L / 2) x f32>
    %added = lift.map lcl(0) (%pair = %pairs : !lift.array<(L / 2) x 2 x f32>) {
      %s = lift.reduce unroll (%e = %pair : !lift.array<2 x f32>) init (%acc = %zero : f32) {
        %a = arith.addf %acc, %e : f32
        lift.yield %a : f32
      }
      lift.yield %s : f32
    }
    %stored = lift.materialize %added in local : !lift.array<(L / 2) x f32>
    lift.yield %stored : !lift.array<(L / 2) x f32>
  }
  %out = lift.map lcl(0) (%e = %one : !lift.array<1 x f32>) {
    lift.yield %e : f32
  }
  return %out : !lift.array<1 x f32>
}

func.func @sum(%x: !lift.array<N x f32>) -> !lift.array<1 x f32>
    attributes {lift.params = {GROUP = [65536, 262144, 16384]},
                lift.requires = [#lift.constraint<256 * GROUP divides N>]} {
  %zero = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<4xf32>
  %partial = lift.kernel @groups local_size [256] global_size [(N / GROUP) * 256] {
    %fours = lift.as_vector %x width 4 : !lift.array<N x f32>
    %chunks = lift.split %fours by (GROUP / 4) : !lift.array<(N / 4) x vector<4xf32>>
    %sums = lift.map wrg(0) (%chunk = %chunks : !lift.array<(N / GROUP) x (GROUP / 4) x vector<4xf32>>) {
      %rows = lift.split %chunk by 256 : !lift.array<(GROUP / 4) x vector<4xf32>>
      %strided = lift.transpose %rows : !lift.array<(GROUP / 1024) x 256 x vector<4xf32>>
      %shares = lift.map lcl(0) (%share = %strided : !lift.array<256 x (GROUP / 1024) x vector<4xf32>>) {
        %eights = lift.split %share by 8 : !lift.array<(GROUP / 1024) x vector<4xf32>>
        %four = lift.reduce (%eight = %eights : !lift.array<(GROUP / 8192) x 8 x vector<4xf32>>)
            init (%acc = %zeros : vector<4xf32>) {
          %s = lift.reduce unroll (%e = %eight : !lift.array<8 x vector<4xf32>>)
              init (%part = %acc : vector<4xf32>) {
            %a = arith.addf %part, %e : vector<4xf32>
            lift.yield %a : vector<4xf32>
          }
          lift.yield %s : vector<4xf32>
        }
        %s = vector.reduction <add>, %four : vector<4xf32> into f32
        lift.yield %s : f32
      }
      %one = lift.call @tree(%shares) : (!lift.array<256 x f32>) -> !lift.array<1 x f32>
      lift.yield %one : !lift.array<1 x f32>
    }
    %joined = lift.join %sums : !lift.array<(N / GROUP) x 1 x f32>
    lift.yield %joined : !lift.array<(N / GROUP) x f32>
  }
  %total = lift.kernel @last local_size [256] global_size [256] {
    %chunks = lift.split %partial by (N / GROUP) : !lift.array<(N / GROUP) x f32>
    %sums = lift.map wrg(0) (%chunk = %chunks : !lift.array<1 x (N / GROUP) x f32>) {
      %rows = lift.split %chunk by 256 : !lift.array<(N / GROUP) x f32>
      %strided = lift.transpose %rows : !lift.array<(N / (256 * GROUP)) x 256 x f32>
      %shares = lift.map lcl(0) (%share = %strided : !lift.array<256 x (N / (256 * GROUP)) x f32>) {
        %s = lift.reduce (%e = %share : !lift.array<(N / (256 * GROUP)) x f32>)
            init (%acc = %zero : f32) {
          %a = arith.addf %acc, %e : f32
          lift.yield %a : f32
        }
        lift.yield %s : f32
      }
      %one = lift.call @tree(%shares) : (!lift.array<256 x f32>) -> !lift.array<1 x f32>
      lift.yield %one : !lift.array<1 x f32>
    }
    %joined = lift.join %sums : !lift.array<1 x 1 x f32>
    lift.yield %joined : !lift.array<1 x f32>
  }
  return %total : !lift.array<1 x f32>
}
