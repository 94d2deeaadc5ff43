// The distance of each two of two sets of points.
//
//   lift-run distances.mlir --size=M=13,N=17,D=9 --verify --rtol=1e-4

func.func @distances(%x: !lift.array<M x D x f32>, %y: !lift.array<N x D x f32>) -> !lift.array<M x N x f32> {
  %v0 = arith.constant 0.0 : f32
  %v1 = lift.map (%v2 = %x : !lift.array<M x D x f32>) {
    %v3 = lift.map (%v4 = %y : !lift.array<N x D x f32>) {
      %v5 = lift.reduce associative commutative (%v6 = %v2, %v7 = %v4 : !lift.array<D x f32>, !lift.array<D x f32>) init (%v8 = %v0 : f32) {
        %v9 = arith.subf %v6, %v7 : f32
        %v10 = arith.mulf %v9, %v9 : f32
        %v11 = arith.addf %v8, %v10 : f32
        lift.yield %v11 : f32
      }
      %v12 = math.sqrt %v5 : f32
      lift.yield %v12 : f32
    }
    lift.yield %v3 : !lift.array<N x f32>
  }
  return %v1 : !lift.array<M x N x f32>
}
