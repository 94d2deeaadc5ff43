// lift-run FILE --verify --input-kind=integer --seed=13 --size=S2=1 --target=nvidia-h200
module {
  func.func @p13(%arg0: !lift.array<6 x S2 x f32>, %arg1: !lift.array<22 x S2 x f32>) -> !lift.array<6 x 22 x f32> {
    %0 = lift.map (%arg2 = %arg0 : !lift.array<6 x S2 x f32>) {
      %1 = lift.map (%arg3 = %arg1 : !lift.array<22 x S2 x f32>) {
        %cst = arith.constant 0.000000e+00 : f32
        %2 = lift.reduce associative commutative (%arg4 = %arg2 : !lift.array<S2 x f32>) init (%arg5 = %cst : f32) {
          %3 = arith.addf %arg5, %arg4 : f32
          lift.yield %3 : f32
        }
        lift.yield %2 : f32
      }
      lift.yield %1 : !lift.array<22 x f32>
    }
    return %0 : !lift.array<6 x 22 x f32>
  }
}

