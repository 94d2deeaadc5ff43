// Windows beside a border, in loops of which some are unrolled there: no loop that is
// gone gets versions.
// REQUIRES: lift-run
// DEFINE: %{run} = lift-run %s --target=mali-g610 --cache= --verify
// RUN: %if pocl %{ %{run} --size=H=2 --size=N=8 --size=C=3 | FileCheck %s %}
// RUN: %if pocl %{ %{run} --size=H=5 --size=N=1 --size=C=1 | FileCheck %s %}
// CHECK: verify: {{.*}} max abs error 0, OK

func.func @windows(%arg0: !lift.array<H x C x f32>, %arg1: !lift.array<N x 3 x C x f32>, %arg2: !lift.array<N x f32>) -> !lift.array<H x N x f32> {
  %cst = arith.constant -1.000000e+00 : f32
  %0 = lift.pad %arg0 low [1] high [1] dims [0] constant(%cst : f32) : !lift.array<H x C x f32>
  %1 = lift.slide %0 size [3] step [1] dims [0] : !lift.array<(H + 2) x C x f32>
  %2 = lift.map (%arg3 = %1 : !lift.array<H x 3 x C x f32>) {
    %3 = lift.map (%arg4 = %arg1, %arg5 = %arg2 : !lift.array<N x 3 x C x f32>, !lift.array<N x f32>) {
      %cst_0 = arith.constant 0.000000e+00 : f32
      %4 = lift.reduce associative (%arg6 = %arg3, %arg7 = %arg4 : !lift.array<3 x C x f32>, !lift.array<3 x C x f32>) init (%arg8 = %cst_0 : f32) {
        %7 = lift.reduce associative (%arg9 = %arg6, %arg10 = %arg7 : !lift.array<C x f32>, !lift.array<C x f32>) init (%arg11 = %arg8 : f32) {
          %8 = arith.mulf %arg9, %arg10 : f32
          %9 = arith.addf %arg11, %8 : f32
          lift.yield %9 : f32
        }
        lift.yield %7 : f32
      }
      %5 = arith.maximumf %4, %arg5 : f32
      %cst_1 = arith.constant 0.000000e+00 : f32
      %6 = arith.maximumf %5, %cst_1 : f32
      lift.yield %6 : f32
    }
    lift.yield %3 : !lift.array<N x f32>
  }
  return %2 : !lift.array<H x N x f32>
}
