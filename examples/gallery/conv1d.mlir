// A convolution in one dimension with 5 taps.
//
//   lift-run conv1d.mlir --size=B=2,L=9,Ci=5,Co=3 --verify --rtol=1e-4

func.func @conv1d(%x: !lift.array<B x L x Ci x f32>, %k: !lift.array<Co x 5 x Ci x f32>) -> !lift.array<B x L x Co x f32> {
  %v0 = arith.constant 0.0 : f32
  %v1 = lift.pad %x low [2] high [2] dims [1] constant(%v0 : f32) : !lift.array<B x L x Ci x f32>
  %v2 = lift.slide %v1 size [5] step [1] dims [1] : !lift.array<B x (L + 4) x Ci x f32>
  %v3 = lift.map (%v4 = %v2 : !lift.array<B x L x 5 x Ci x f32>) {
    %v5 = lift.map (%v6 = %v4 : !lift.array<L x 5 x Ci x f32>) {
      %v7 = lift.map (%v8 = %k : !lift.array<Co x 5 x Ci x f32>) {
        %v9 = lift.reduce associative commutative (%v10 = %v6, %v11 = %v8 : !lift.array<5 x Ci x f32>, !lift.array<5 x Ci x f32>) init (%v12 = %v0 : f32) {
          %v13 = lift.reduce associative commutative (%v14 = %v10, %v15 = %v11 : !lift.array<Ci x f32>, !lift.array<Ci x f32>) init (%v16 = %v12 : f32) {
            %v17 = arith.mulf %v14, %v15 : f32
            %v18 = arith.addf %v16, %v17 : f32
            lift.yield %v18 : f32
          }
          lift.yield %v13 : f32
        }
        lift.yield %v9 : f32
      }
      lift.yield %v7 : !lift.array<Co x f32>
    }
    lift.yield %v5 : !lift.array<L x Co x f32>
  }
  return %v3 : !lift.array<B x L x Co x f32>
}
