// m[i, r] = sum over j and k of x[i, j, k] b[j, r] c[k, r], as decompositions of
// tensors need it.
//
//   lift-run mttkrp.mlir --size=I=7,J=5,K=11,R=3 --verify --rtol=1e-3 --atol=1e-4

func.func @mttkrp(%x: !lift.array<I x J x K x f32>, %b: !lift.array<J x R x f32>, %c: !lift.array<K x R x f32>) -> !lift.array<I x R x f32> {
  %c0 = arith.constant 0.0 : f32
  %v0 = lift.map (%v1 = %x : !lift.array<I x J x K x f32>) {
    %v2 = lift.transpose %b permutation [1, 0] : !lift.array<J x R x f32>
    %v3 = lift.transpose %c permutation [1, 0] : !lift.array<K x R x f32>
    %v4 = lift.map (%v5 = %v2, %v6 = %v3 : !lift.array<R x J x f32>, !lift.array<R x K x f32>) {
      %v7 = lift.reduce associative commutative (%v8 = %v1, %v9 = %v5 : !lift.array<J x K x f32>, !lift.array<J x f32>) init (%v10 = %c0 : f32) {
        %v11 = lift.reduce associative commutative (%v12 = %v8, %v13 = %v6 : !lift.array<K x f32>, !lift.array<K x f32>) init (%v14 = %c0 : f32) {
          %v15 = arith.mulf %v12, %v13 : f32
          %v16 = arith.addf %v14, %v15 : f32
          lift.yield %v16 : f32
        }
        %v17 = arith.mulf %v9, %v11 : f32
        %v18 = arith.addf %v10, %v17 : f32
        lift.yield %v18 : f32
      }
      lift.yield %v7 : f32
    }
    lift.yield %v4 : !lift.array<R x f32>
  }
  return %v0 : !lift.array<I x R x f32>
}
