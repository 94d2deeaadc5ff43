// Where a body asserts that an index is in range, the option tests it instead: what is
// outside is 0.
// RUN: lift-opt %s --pass-pipeline='builtin.module(convert-linalg-to-lift{ignore-assertions})' | FileCheck %s

// CHECK-LABEL: @asserted
// CHECK: %[[ZERO:.*]] = arith.constant 0.0
// CHECK: lift.at %arg0[%{{.*}}] default(%[[ZERO]] : f32)
func.func @asserted(%x: tensor<4xf32>, %k: tensor<3xi64>) -> tensor<3xf32> {
  %limit = arith.constant 4 : i64
  %e = tensor.empty() : tensor<3xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
      ins(%k : tensor<3xi64>) outs(%e : tensor<3xf32>) {
  ^bb0(%n: i64, %o: f32):
    %isBelow = arith.cmpi ult, %n, %limit : i64
    cf.assert %isBelow, "out of range"
    %i = arith.index_cast %n : i64 to index
    %v = tensor.extract %x[%i] : tensor<4xf32>
    linalg.yield %v : f32
  } -> tensor<3xf32>
  return %r : tensor<3xf32>
}
