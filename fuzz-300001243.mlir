// lift-run FILE --verify --input-kind=integer --seed=300001243 --target=mali-g610
module {
  func.func @p300001243(%arg0: !lift.array<8 x 2 x 2 x i32>) -> !lift.array<4 x 2 x 2 x i32> {
    %0 = lift.iterate 1 size L0 (%arg1 = %arg0 : !lift.array<8 x 2 x 2 x i32>) {
      %1 = lift.split %arg1 by 2 : !lift.array<L0 x 2 x 2 x i32>
      %2 = lift.map (%arg2 = %1 : !lift.array<(L0 / 2) x 2 x 2 x 2 x i32>) {
        %3 = lift.size L0 : index
        %4 = arith.index_cast %3 : index to i32
        %5 = lift.broadcast %4 sizes [2, 2] : i32
        %6 = lift.reduce (%arg3 = %arg2 : !lift.array<2 x 2 x 2 x i32>) init (%arg4 = %5 : !lift.array<2 x 2 x i32>) {
          %7 = lift.map (%arg5 = %arg4 : !lift.array<2 x 2 x i32>) {
            %8 = lift.map (%arg6 = %arg5 : !lift.array<2 x i32>) {
              lift.yield %arg6 : i32
            }
            lift.yield %8 : !lift.array<2 x i32>
          }
          lift.yield %7 : !lift.array<2 x 2 x i32>
        }
        lift.yield %6 : !lift.array<2 x 2 x i32>
      }
      lift.yield %2 : !lift.array<(L0 / 2) x 2 x 2 x i32>
    }
    return %0 : !lift.array<4 x 2 x 2 x i32>
  }
}

