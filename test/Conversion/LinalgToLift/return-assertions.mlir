// Assertions on data become results that say whether they hold everywhere.
// RUN: lift-opt %s --pass-pipeline='builtin.module(convert-linalg-to-lift{return-assertions})' --split-input-file | FileCheck %s
// RUN: lift-opt %s --pass-pipeline='builtin.module(convert-linalg-to-lift{return-assertions ignore-assertions})' --split-input-file | FileCheck %s --check-prefix=IGNORE
// IGNORE-NOT: lift.asserted

// The second loop has nothing to do with the condition. What is read where it does not
// hold is tested, as with ignore-assertions.
// CHECK-LABEL: @asserted
// CHECK-SAME: -> (!lift.array<N0 x 5 x f32>, i32 {lift.asserted = ["out of range", #loc]})
// CHECK: %[[ALL:.*]] = lift.reduce associative commutative (%{{.*}} = %arg1 : !lift.array<N0 x i64>) init (
// CHECK: %[[HOLDS:.*]] = arith.cmpi ult
// CHECK: %[[ONE:.*]] = arith.extui %[[HOLDS]] : i1 to i32
// CHECK: arith.andi %{{.*}}, %[[ONE]] : i32
// CHECK: lift.map
// CHECK: lift.at %arg0[%{{.*}}] default(
// CHECK: return %{{.*}}, %[[ALL]]
func.func @asserted(%x: tensor<4x5xf32>, %k: tensor<?xi64>) -> tensor<?x5xf32> {
  %c0 = arith.constant 0 : index
  %limit = arith.constant 4 : i64
  %n = tensor.dim %k, %c0 : tensor<?xi64>
  %e = tensor.empty(%n) : tensor<?x5xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%k : tensor<?xi64>) outs(%e : tensor<?x5xf32>) {
  ^bb0(%n0: i64, %o: f32):
    %isBelow = arith.cmpi ult, %n0, %limit : i64
    cf.assert %isBelow, "out of range"
    %i = arith.index_cast %n0 : i64 to index
    %j = linalg.index 1 : index
    %v = tensor.extract %x[%i, %j] : tensor<4x5xf32>
    linalg.yield %v : f32
  } -> tensor<?x5xf32>
  return %r : tensor<?x5xf32>
}

// -----

// Outside of bodies; what is asserted of sizes is required of them.
// CHECK-LABEL: @outside
// CHECK-SAME: -> (!lift.array<N0 x f32>, i32 {lift.asserted = ["first", #loc]})
// CHECK-SAME: lift.requires = [#lift.constraint<N0 le 8>]
func.func @outside(%x: tensor<?xf32>, %s: f32) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %fits = arith.cmpi sle, %n, %c8 : index
  cf.assert %fits, "at most 8"
  %first = tensor.extract %x[%c0] : tensor<?xf32>
  %ok = arith.cmpf olt, %first, %s : f32
  cf.assert %ok, "first"
  return %x : tensor<?xf32>
}
