// A symmetric update of a matrix: be c + al x x^T.
//
//   lift-run syrk.mlir --size=M=33,K=9 --verify --rtol=1e-4

func.func @syrk(%x: !lift.array<M x K x f32>, %c: !lift.array<M x M x f32>, %al: f32, %be: f32) -> !lift.array<M x M x f32> {
  %v0 = arith.constant 0.0 : f32
  %v1 = lift.map (%v2 = %x, %v3 = %c : !lift.array<M x K x f32>, !lift.array<M x M x f32>) {
    %v4 = lift.map (%v5 = %x, %v6 = %v3 : !lift.array<M x K x f32>, !lift.array<M x f32>) {
      %v7 = arith.mulf %be, %v6 : f32
      %v8 = lift.reduce associative commutative (%v9 = %v2, %v10 = %v5 : !lift.array<K x f32>, !lift.array<K x f32>) init (%v11 = %v0 : f32) {
        %v12 = arith.mulf %v9, %v10 : f32
        %v13 = arith.addf %v11, %v12 : f32
        lift.yield %v13 : f32
      }
      %v14 = arith.mulf %al, %v8 : f32
      %v15 = arith.addf %v7, %v14 : f32
      lift.yield %v15 : f32
    }
    lift.yield %v4 : !lift.array<M x f32>
  }
  return %v1 : !lift.array<M x M x f32>
}
