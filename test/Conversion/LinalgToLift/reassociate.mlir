// Which reductions are declared associative and commutative.
// RUN: lift-opt %s --pass-pipeline='builtin.module(convert-linalg-to-lift)' | FileCheck %s --check-prefixes=CHECK,ORDERED
// RUN: lift-opt %s --pass-pipeline='builtin.module(convert-linalg-to-lift{reassociate})' | FileCheck %s --check-prefixes=CHECK,ANY

// CHECK-LABEL: @float_sum
// ORDERED: lift.reduce (
// ANY: lift.reduce associative commutative (
func.func @float_sum(%x: tensor<9xf32>, %c: tensor<f32>) -> tensor<f32> {
  %r = linalg.reduce {arith.addf} ins(%x : tensor<9xf32>) outs(%c : tensor<f32>) dimensions = [0]
  return %r : tensor<f32>
}

// CHECK-LABEL: @float_max
// CHECK: lift.reduce associative commutative (
func.func @float_max(%x: tensor<9xf32>, %c: tensor<f32>) -> tensor<f32> {
  %r = linalg.reduce {arith.maximumf} ins(%x : tensor<9xf32>) outs(%c : tensor<f32>) dimensions = [0]
  return %r : tensor<f32>
}

// CHECK-LABEL: @integer_sum
// CHECK: lift.reduce associative commutative (
func.func @integer_sum(%x: tensor<9xi32>, %c: tensor<i32>) -> tensor<i32> {
  %r = linalg.reduce {arith.addi} ins(%x : tensor<9xi32>) outs(%c : tensor<i32>) dimensions = [0]
  return %r : tensor<i32>
}

// CHECK-LABEL: @difference
// CHECK: lift.reduce (
func.func @difference(%x: tensor<9xi32>, %c: tensor<i32>) -> tensor<i32> {
  %r = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
      iterator_types = ["reduction"]}
      ins(%x : tensor<9xi32>) outs(%c : tensor<i32>) {
  ^bb0(%e: i32, %acc: i32):
    %d = arith.subi %e, %acc : i32
    linalg.yield %d : i32
  } -> tensor<i32>
  return %r : tensor<i32>
}

// The maximum and where it is: what the second result becomes depends on the first.
// CHECK-LABEL: @argmax
// CHECK: lift.reduce (
func.func @argmax(%x: tensor<9xi32>, %m: tensor<i32>, %k: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %r:2 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> ()>],
      iterator_types = ["reduction"]}
      ins(%x : tensor<9xi32>) outs(%m, %k : tensor<i32>, tensor<i32>) {
  ^bb0(%e: i32, %max: i32, %at: i32):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i32
    %isMore = arith.cmpi sgt, %e, %max : i32
    %next = arith.select %isMore, %e, %max : i32
    %where = arith.select %isMore, %n, %at : i32
    linalg.yield %next, %where : i32, i32
  } -> (tensor<i32>, tensor<i32>)
  return %r#0, %r#1 : tensor<i32>, tensor<i32>
}
