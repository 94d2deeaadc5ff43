// lift-run FILE --verify --input-kind=integer --seed=720050 --target=nvidia-h200 --assumed=nothing --api=vulkan
module {
  func.func @p720050(%arg0: !lift.array<2 x 2 x i8>, %arg1: !lift.array<36 x f32>) -> !lift.array<5 x f32> {
    %0 = lift.iterate 3 size L0 (%arg2 = %arg1 : !lift.array<36 x f32>) {
      %cst = arith.constant 0.000000e+00 : f32
      %1 = lift.pad %arg2 low [0] high [2 * (L0 ceildiv 2) - L0] dims [0] constant(%cst : f32) : !lift.array<L0 x f32>
      %2 = lift.split %1 by 2 : !lift.array<(2 * (L0 ceildiv 2)) x f32>
      %3 = lift.map (%arg3 = %2 : !lift.array<(L0 ceildiv 2) x 2 x f32>) {
        %cst_0 = arith.constant -1.000000e+00 : f32
        %4 = lift.reduce (%arg4 = %arg3, %arg5 = %arg3 : !lift.array<2 x f32>, !lift.array<2 x f32>) init (%arg6 = %cst_0 : f32) {
          %5 = math.fma %arg5, %arg4, %arg4 : f32
          %6 = arith.addf %arg6, %5 : f32
          lift.yield %6 : f32
        }
        lift.yield %4 : f32
      }
      lift.yield %3 : !lift.array<(L0 ceildiv 2) x f32>
    }
    return %0 : !lift.array<5 x f32>
  }
}

