// y = A * x. A group takes 8 rows, 32 work-items each; a work-item adds
// every 32nd vector of four of its row, then halves are added in local memory.
func.func @gemv(%A: !lift.array<M x K x f32>, %x: !lift.array<K x f32>) -> !lift.array<M x f32>
    attributes {lift.requires = [#lift.constraint<8 divides M>,
                                 #lift.constraint<512 divides K>]} {
  %zero = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<4xf32>
  %y = lift.kernel @gemv local_size [32, 8] global_size [32, M] {
    %fours = lift.as_vector %A width 4 : !lift.array<M x K x f32>
    %groups = lift.split %fours by 8 : !lift.array<M x (K / 4) x vector<4xf32>>
    %xs = lift.as_vector %x width 4 : !lift.array<K x f32>
    %xrows = lift.split %xs by 32 : !lift.array<(K / 4) x vector<4xf32>>
    %xstrided = lift.transpose %xrows : !lift.array<(K / 128) x 32 x vector<4xf32>>
    %sums = lift.map wrg(1) (%rows = %groups : !lift.array<(M / 8) x 8 x (K / 4) x vector<4xf32>>) {
      %shares = lift.map lcl(1) (%row = %rows : !lift.array<8 x (K / 4) x vector<4xf32>>) {
        %cut = lift.split %row by 32 : !lift.array<(K / 4) x vector<4xf32>>
        %strided = lift.transpose %cut : !lift.array<(K / 128) x 32 x vector<4xf32>>
        %parts = lift.map lcl(0) (%share = %strided, %xshare = %xstrided
            : !lift.array<32 x (K / 128) x vector<4xf32>>, !lift.array<32 x (K / 128) x vector<4xf32>>) {
          %a4 = lift.split %share by 4 : !lift.array<(K / 128) x vector<4xf32>>
          %x4 = lift.split %xshare by 4 : !lift.array<(K / 128) x vector<4xf32>>
          %four = lift.reduce (%af = %a4, %xf = %x4
              : !lift.array<(K / 512) x 4 x vector<4xf32>>, !lift.array<(K / 512) x 4 x vector<4xf32>>)
              init (%acc = %zeros : vector<4xf32>) {
            %s = lift.reduce unroll (%a = %af, %b = %xf : !lift.array<4 x vector<4xf32>>, !lift.array<4 x vector<4xf32>>)
                init (%part = %acc : vector<4xf32>) {
              %p = math.fma %a, %b, %part : vector<4xf32>
              lift.yield %p : vector<4xf32>
            }
            lift.yield %s : vector<4xf32>
          }
          %s = vector.reduction <add>, %four : vector<4xf32> into f32
          lift.yield %s : f32
        }
        lift.yield %parts : !lift.array<32 x f32>
      }
      %tile = lift.materialize %shares in local : !lift.array<8 x 32 x f32>
      %columns = lift.transpose %tile : !lift.array<8 x 32 x f32>
      %one = lift.iterate 5 size S (%v = %columns : !lift.array<32 x 8 x f32>) {
        %halves = lift.split %v by (S / 2) : !lift.array<S x 8 x f32>
        %pairs = lift.transpose %halves permutation [2, 1, 0] : !lift.array<2 x (S / 2) x 8 x f32>
        %added = lift.map lcl(1) (%line = %pairs : !lift.array<8 x (S / 2) x 2 x f32>) {
          %part = lift.map lcl(0) (%pair = %line : !lift.array<(S / 2) x 2 x f32>) {
            %s = lift.reduce unroll (%e = %pair : !lift.array<2 x f32>) init (%acc = %zero : f32) {
              %a = arith.addf %acc, %e : f32
              lift.yield %a : f32
            }
            lift.yield %s : f32
          }
          lift.yield %part : !lift.array<(S / 2) x f32>
        }
        %stored = lift.materialize %added in local : !lift.array<8 x (S / 2) x f32>
        %turned = lift.transpose %stored : !lift.array<8 x (S / 2) x f32>
        lift.yield %turned : !lift.array<(S / 2) x 8 x f32>
      }
      %last = lift.join %one : !lift.array<1 x 8 x f32>
      %out = lift.map lcl(1) (%e = %last : !lift.array<8 x f32>) {
        lift.yield %e : f32
      }
      lift.yield %out : !lift.array<8 x f32>
    }
    %joined = lift.join %sums : !lift.array<(M / 8) x 8 x f32>
    lift.yield %joined : !lift.array<M x f32>
  }
  return %y : !lift.array<M x f32>
}
