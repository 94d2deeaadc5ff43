// lift-run FILE --verify --input-kind=integer --seed=300000191 --target=nvidia-h200
module {
  func.func @p300000191(%arg0: !lift.array<16 x 9 x f32>) -> !lift.array<8 x 9 x f32> {
    %0 = lift.iterate 1 size L0 (%arg1 = %arg0 : !lift.array<16 x 9 x f32>) {
      %1 = lift.split %arg1 by 2 : !lift.array<L0 x 9 x f32>
      %2 = lift.map (%arg2 = %1 : !lift.array<(L0 / 2) x 2 x 9 x f32>) {
        %cst = arith.constant -4.000000e+00 : f32
        %3 = lift.broadcast %cst sizes [9] : f32
        %4 = lift.reduce (%arg3 = %arg2 : !lift.array<2 x 9 x f32>) init (%arg4 = %3 : !lift.array<9 x f32>) {
          %5 = lift.map (%arg5 = %arg4 : !lift.array<9 x f32>) {
            lift.yield %arg5 : f32
          }
          lift.yield %5 : !lift.array<9 x f32>
        }
        lift.yield %4 : !lift.array<9 x f32>
      }
      lift.yield %2 : !lift.array<(L0 / 2) x 9 x f32>
    }
    return %0 : !lift.array<8 x 9 x f32>
  }
}

