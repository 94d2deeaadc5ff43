// A convolution with 3 x 3 weights, channels first.
//
//   lift-run conv-nchw.mlir --size=B=2,H=4,W=6,Ci=5,Co=3 --verify --rtol=1e-4

func.func @conv_nchw(%x: !lift.array<B x Ci x H x W x f32>, %k: !lift.array<Co x Ci x 3 x 3 x f32>) -> !lift.array<B x Co x H x W x f32> {
  %v0 = arith.constant 0.0 : f32
  %v1 = lift.pad %x low [1, 1] high [1, 1] dims [2, 3] constant(%v0 : f32) : !lift.array<B x Ci x H x W x f32>
  %v2 = lift.slide %v1 size [3, 3] step [1, 1] dims [2, 3] : !lift.array<B x Ci x (H + 2) x (W + 2) x f32>
  %v3 = lift.transpose %v2 permutation [0, 2, 3, 1, 4, 5] : !lift.array<B x Ci x H x W x 3 x 3 x f32>
  %v4 = lift.map (%v5 = %v3 : !lift.array<B x H x W x Ci x 3 x 3 x f32>) {
    %v6 = lift.map (%v7 = %k : !lift.array<Co x Ci x 3 x 3 x f32>) {
      %v8 = lift.map (%v9 = %v5 : !lift.array<H x W x Ci x 3 x 3 x f32>) {
        %v10 = lift.map (%v11 = %v9 : !lift.array<W x Ci x 3 x 3 x f32>) {
          %v12 = lift.reduce associative commutative (%v13 = %v11, %v14 = %v7 : !lift.array<Ci x 3 x 3 x f32>, !lift.array<Ci x 3 x 3 x f32>) init (%v15 = %v0 : f32) {
            %v16 = lift.reduce associative commutative (%v17 = %v13, %v18 = %v14 : !lift.array<3 x 3 x f32>, !lift.array<3 x 3 x f32>) init (%v19 = %v15 : f32) {
              %v20 = lift.reduce associative commutative (%v21 = %v17, %v22 = %v18 : !lift.array<3 x f32>, !lift.array<3 x f32>) init (%v23 = %v19 : f32) {
                %v24 = arith.mulf %v21, %v22 : f32
                %v25 = arith.addf %v23, %v24 : f32
                lift.yield %v25 : f32
              }
              lift.yield %v20 : f32
            }
            lift.yield %v16 : f32
          }
          lift.yield %v12 : f32
        }
        lift.yield %v10 : !lift.array<W x f32>
      }
      lift.yield %v8 : !lift.array<H x W x f32>
    }
    lift.yield %v6 : !lift.array<Co x H x W x f32>
  }
  return %v4 : !lift.array<B x Co x H x W x f32>
}
