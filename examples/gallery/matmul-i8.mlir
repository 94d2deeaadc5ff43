// A product of matrices of 8-bit integers, summed up in 32 bits.
//
//   lift-run matmul-i8.mlir --size=M=13,N=17,K=9 --verify --rtol=1e-4

func.func @matmul_i8(%x: !lift.array<M x K x i8>, %y: !lift.array<K x N x i8>) -> !lift.array<M x N x i32> {
  %v0 = arith.constant 0 : i32
  %v1 = lift.transpose %y permutation [1, 0] : !lift.array<K x N x i8>
  %v2 = lift.map (%v3 = %x : !lift.array<M x K x i8>) {
    %v4 = lift.map (%v5 = %v1 : !lift.array<N x K x i8>) {
      %v6 = lift.reduce associative commutative (%v7 = %v3, %v8 = %v5 : !lift.array<K x i8>, !lift.array<K x i8>) init (%v9 = %v0 : i32) {
        %v10 = arith.extsi %v7 : i8 to i32
        %v11 = arith.extsi %v8 : i8 to i32
        %v12 = arith.muli %v10, %v11 : i32
        %v13 = arith.addi %v9, %v12 : i32
        lift.yield %v13 : i32
      }
      lift.yield %v6 : i32
    }
    lift.yield %v4 : !lift.array<N x i32>
  }
  return %v2 : !lift.array<M x N x i32>
}
