// lift-run FILE --verify --input-kind=integer --seed=9200027 --size=N=8 --api=opencl-il
module {
  func.func @p9200027(%arg0: !lift.array<4 x N x 4 x f32>, %arg1: f32, %arg2: !lift.array<4 x (2 * N) x 4 x f32>) -> !lift.array<4 x f32> {
    %0 = lift.scan (%arg3 = %arg2 : !lift.array<4 x (2 * N) x 4 x f32>) init (%arg4 = %arg1 : f32) {
      %1 = lift.reduce (%arg5 = %arg3 : !lift.array<(2 * N) x 4 x f32>) init (%arg6 = %arg4 : f32) {
        %2 = lift.reduce (%arg7 = %arg5 : !lift.array<4 x f32>) init (%arg8 = %arg1 : f32) {
          %4 = arith.addf %arg8, %arg4 : f32
          lift.yield %4 : f32
        }
        %3 = arith.addf %arg6, %2 : f32
        lift.yield %3 : f32
      }
      lift.yield %1 : f32
    }
    return %0 : !lift.array<4 x f32>
  }
}

