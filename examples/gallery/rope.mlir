// Rotary position embedding: halves of each head are turned by an angle of the position.
//
//   lift-run rope.mlir --size=B=2,S=3,Hd=5,D=8 --verify --rtol=1e-3 --atol=1e-4

func.func @rope(%x: !lift.array<B x S x Hd x D x f32>, %cs: !lift.array<S x (D / 2) x f32>, %sn: !lift.array<S x (D / 2) x f32>) -> !lift.array<B x S x Hd x ((D / 2) + (D / 2)) x f32> attributes {lift.requires = [#lift.constraint<2 divides D>]} {
  %v1 = lift.map (%v2 = %x : !lift.array<B x S x Hd x D x f32>) {
    %v3 = lift.map (%v4 = %v2, %v5 = %cs, %v6 = %sn : !lift.array<S x Hd x D x f32>, !lift.array<S x (D / 2) x f32>, !lift.array<S x (D / 2) x f32>) {
      %v7 = lift.map (%v8 = %v4 : !lift.array<Hd x D x f32>) {
        %v9 = lift.take %v8 size [D / 2] : !lift.array<D x f32>
        %v10 = lift.drop %v8 size [D / 2] : !lift.array<D x f32>
        %v11 = lift.map (%v12 = %v9, %v13 = %v10, %v14 = %v5, %v15 = %v6 : !lift.array<(D / 2) x f32>, !lift.array<(D - (D / 2)) x f32>, !lift.array<(D / 2) x f32>, !lift.array<(D / 2) x f32>) {
          %v16 = arith.mulf %v12, %v14 : f32
          %v17 = arith.mulf %v13, %v15 : f32
          %v18 = arith.subf %v16, %v17 : f32
          lift.yield %v18 : f32
        }
        %v19 = lift.map (%v20 = %v9, %v21 = %v10, %v22 = %v5, %v23 = %v6 : !lift.array<(D / 2) x f32>, !lift.array<(D - (D / 2)) x f32>, !lift.array<(D / 2) x f32>, !lift.array<(D / 2) x f32>) {
          %v24 = arith.mulf %v21, %v22 : f32
          %v25 = arith.mulf %v20, %v23 : f32
          %v26 = arith.addf %v24, %v25 : f32
          lift.yield %v26 : f32
        }
        %v27 = lift.concat %v11, %v19 : !lift.array<(D / 2) x f32>, !lift.array<(D / 2) x f32>
        lift.yield %v27 : !lift.array<((D / 2) + (D / 2)) x f32>
      }
      lift.yield %v7 : !lift.array<Hd x ((D / 2) + (D / 2)) x f32>
    }
    lift.yield %v3 : !lift.array<S x Hd x ((D / 2) + (D / 2)) x f32>
  }
  return %v1 : !lift.array<B x S x Hd x ((D / 2) + (D / 2)) x f32>
}
