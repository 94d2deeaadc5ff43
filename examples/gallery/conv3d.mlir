// A convolution in three dimensions with 3 x 3 x 3 weights.
//
//   lift-run conv3d.mlir --size=D=3,H=4,W=6,Ci=5,Co=3 --verify --rtol=1e-4

func.func @conv3d(%x: !lift.array<D x H x W x Ci x f32>, %k: !lift.array<Co x 3 x 3 x 3 x Ci x f32>) -> !lift.array<D x H x W x Co x f32> {
  %v0 = arith.constant 0.0 : f32
  %v1 = lift.pad %x low [1, 1, 1] high [1, 1, 1] constant(%v0 : f32) : !lift.array<D x H x W x Ci x f32>
  %v2 = lift.slide %v1 size [3, 3, 3] step [1, 1, 1] : !lift.array<(D + 2) x (H + 2) x (W + 2) x Ci x f32>
  %v3 = lift.map (%v4 = %v2 : !lift.array<D x H x W x 3 x 3 x 3 x Ci x f32>) {
    %v5 = lift.map (%v6 = %v4 : !lift.array<H x W x 3 x 3 x 3 x Ci x f32>) {
      %v7 = lift.map (%v8 = %v6 : !lift.array<W x 3 x 3 x 3 x Ci x f32>) {
        %v9 = lift.map (%v10 = %k : !lift.array<Co x 3 x 3 x 3 x Ci x f32>) {
          %v11 = lift.reduce associative commutative (%v12 = %v8, %v13 = %v10 : !lift.array<3 x 3 x 3 x Ci x f32>, !lift.array<3 x 3 x 3 x Ci x f32>) init (%v14 = %v0 : f32) {
            %v15 = lift.reduce associative commutative (%v16 = %v12, %v17 = %v13 : !lift.array<3 x 3 x Ci x f32>, !lift.array<3 x 3 x Ci x f32>) init (%v18 = %v14 : f32) {
              %v19 = lift.reduce associative commutative (%v20 = %v16, %v21 = %v17 : !lift.array<3 x Ci x f32>, !lift.array<3 x Ci x f32>) init (%v22 = %v18 : f32) {
                %v23 = lift.reduce associative commutative (%v24 = %v20, %v25 = %v21 : !lift.array<Ci x f32>, !lift.array<Ci x f32>) init (%v26 = %v22 : f32) {
                  %v27 = arith.mulf %v24, %v25 : f32
                  %v28 = arith.addf %v26, %v27 : f32
                  lift.yield %v28 : f32
                }
                lift.yield %v23 : f32
              }
              lift.yield %v19 : f32
            }
            lift.yield %v15 : f32
          }
          lift.yield %v11 : f32
        }
        lift.yield %v9 : !lift.array<Co x f32>
      }
      lift.yield %v7 : !lift.array<W x Co x f32>
    }
    lift.yield %v5 : !lift.array<H x W x Co x f32>
  }
  return %v3 : !lift.array<D x H x W x Co x f32>
}
