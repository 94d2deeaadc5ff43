// lift-run FILE --verify --input-kind=integer --seed=3130
module {
  func.func @p3130(%arg0: !lift.array<4 x i32>) -> !lift.array<4 x i32> {
    %0 = lift.map vector(2) (%arg1 = %arg0 : !lift.array<4 x i32>) {
      %c0_i32 = arith.constant 0 : i32
      lift.yield %c0_i32 : i32
    }
    %1 = lift.scatter permutation %0 : !lift.array<4 x i32> by (%arg1 < 4) {
      lift.yield %arg1 : index
    }
    return %1 : !lift.array<4 x i32>
  }
}

