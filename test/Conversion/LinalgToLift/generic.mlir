// linalg.generic becomes maps over the dimensions of its results, and reductions over
// the others, on views of its operands.
// RUN: lift-opt %s --split-input-file --pass-pipeline='builtin.module(convert-linalg-to-lift)' | FileCheck %s

// Operands run with the dimensions that they have, as they are or transposed; the
// initial values are accumulators.
// CHECK-LABEL: @matmul
// CHECK-SAME: (%[[A:.*]]: !lift.array<5 x 9 x f32>, %[[B:.*]]: !lift.array<9 x 7 x f32>, %[[C:.*]]: !lift.array<5 x 7 x f32>)
// CHECK: %[[COLUMNS:.*]] = lift.transpose %[[B]]
// CHECK: lift.map (%[[ROW:.*]] = %[[A]], %[[CROW:.*]] = %[[C]]
// CHECK: lift.map (%[[COLUMN:.*]] = %[[COLUMNS]], %[[INIT:.*]] = %[[CROW]]
// CHECK: lift.reduce (%[[X:.*]] = %[[ROW]], %[[Y:.*]] = %[[COLUMN]] {{.*}} init (%[[ACC:.*]] = %[[INIT]] : f32)
// CHECK: %[[P:.*]] = arith.mulf %[[X]], %[[Y]]
// CHECK: arith.addf %[[ACC]], %[[P]]
func.func @matmul(%a: tensor<5x9xf32>, %b: tensor<9x7xf32>, %c: tensor<5x7xf32>)
    -> tensor<5x7xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<5x9xf32>, tensor<9x7xf32>)
      outs(%c : tensor<5x7xf32>) -> tensor<5x7xf32>
  return %r : tensor<5x7xf32>
}

// -----

// A constant is an initial value as it is.
// CHECK-LABEL: @row_sums
// CHECK: %[[ZERO:.*]] = arith.constant 0.0
// CHECK: lift.map (%[[ROW:.*]] = %arg0
// CHECK-NOT: lift.map
// CHECK: lift.reduce (%{{.*}} = %[[ROW]] {{.*}} init (%{{.*}} = %[[ZERO]] : f32)
func.func @row_sums(%x: tensor<5x7xf32>) -> tensor<5xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<5xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<5xf32>) -> tensor<5xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x7xf32>) outs(%init : tensor<5xf32>) {
  ^bb0(%e: f32, %acc: f32):
    %s = arith.addf %e, %acc : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// -----

// What has fewer dimensions is used where it is. A dimension that no operand has is a
// repetition.
// CHECK-LABEL: @outer
// CHECK: lift.map (%[[E:.*]] = %arg0 : !lift.array<5 x f32>)
// CHECK-NEXT: lift.map (%[[F:.*]] = %arg1 : !lift.array<7 x f32>)
// CHECK-NEXT: arith.mulf %[[E]], %[[F]]
// CHECK: lift.broadcast %{{.*}} sizes [3] : f32
func.func @outer(%x: tensor<5xf32>, %y: tensor<7xf32>) -> (tensor<5x7xf32>, tensor<5x3xf32>) {
  %e = tensor.empty() : tensor<5x7xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>,
                       affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x, %y : tensor<5xf32>, tensor<7xf32>) outs(%e : tensor<5x7xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    linalg.yield %p : f32
  } -> tensor<5x7xf32>
  %f = tensor.empty() : tensor<5x3xf32>
  %s = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<5xf32>) outs(%f : tensor<5x3xf32>) {
  ^bb0(%a: f32, %o: f32):
    %n = arith.negf %a : f32
    linalg.yield %n : f32
  } -> tensor<5x3xf32>
  return %r, %s : tensor<5x7xf32>, tensor<5x3xf32>
}

// -----

// Windows of neighbouring dimensions are slid over together; dilated ones are every
// so many-th element of larger windows.
// CHECK-LABEL: @windows
// CHECK: %[[W:.*]] = lift.slide %arg0 size [3, 7] step [2, 1] dims [1, 2] : !lift.array<2 x 9 x 11 x 3 x f32>
// CHECK: %[[D:.*]] = lift.slide %[[W]] size [1] step [3] dims [4]
// CHECK: lift.join %[[D]] dim 4
func.func @windows(%x: tensor<2x9x11x3xf32>, %f: tensor<3x3x3x4xf32>, %c: tensor<2x4x5x4xf32>)
    -> tensor<2x4x5x4xf32> {
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<[1, 3]> : tensor<2xi64>,
                                 strides = dense<[2, 1]> : tensor<2xi64>}
      ins(%x, %f : tensor<2x9x11x3xf32>, tensor<3x3x3x4xf32>)
      outs(%c : tensor<2x4x5x4xf32>) -> tensor<2x4x5x4xf32>
  return %r : tensor<2x4x5x4xf32>
}

// -----

// What is beyond the last index is cut off, what is before the first dropped;
// negative factors count from the end.
// CHECK-LABEL: @places
// CHECK: lift.drop %arg0 size [1] dims [0]
// CHECK: lift.take %{{.*}} size [9] dims [0]
// CHECK: lift.slide %{{.*}} size [1] step [2] dims [0]
// CHECK: lift.reverse %arg1 dims [0]
// CHECK: lift.join %arg2 : !lift.array<5 x 5 x f32>
// CHECK: lift.slide %{{.*}} size [1] step [6] dims [0] : !lift.array<25 x f32>
// CHECK: lift.broadcast %arg3 sizes [2] dim 1 : !lift.array<3 x f32>
// CHECK: lift.take %{{.*}} size [5] dims [0] : !lift.array<6 x f32>
// CHECK: lift.at %arg4[2] dim 1
func.func @places(%a: tensor<12xf32>, %b: tensor<5xf32>, %c: tensor<5x5xf32>,
                  %d: tensor<3xf32>, %e: tensor<5x3xf32>) -> tensor<5xf32> {
  %o = tensor.empty() : tensor<5xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i) -> (2 * i + 1)>, affine_map<(i) -> (4 - i)>,
                       affine_map<(i) -> (i, i)>, affine_map<(i) -> (i floordiv 2)>,
                       affine_map<(i) -> (i, 2)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
      ins(%a, %b, %c, %d, %e : tensor<12xf32>, tensor<5xf32>, tensor<5x5xf32>,
          tensor<3xf32>, tensor<5x3xf32>) outs(%o : tensor<5xf32>) {
  ^bb0(%u: f32, %v: f32, %w: f32, %x: f32, %y: f32, %z: f32):
    %1 = arith.addf %u, %v : f32
    %2 = arith.addf %1, %w : f32
    %3 = arith.addf %2, %x : f32
    %4 = arith.addf %3, %y : f32
    linalg.yield %4 : f32
  } -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// -----

// Other maps are read at indices, which are numbers that the nest runs over.
// CHECK-LABEL: @indexed
// CHECK: %[[I:.*]] = lift.generate (%{{.*}} < 6)
// CHECK: lift.map (%[[K:.*]] = %[[I]]
// CHECK: %[[INDEX:.*]] = arith.index_cast %[[K]] : i32 to index
// CHECK: lift.at in_bounds %arg0[%{{.*}}]
func.func @indexed(%x: tensor<3x4xf32>) -> tensor<6x4xf32> {
  %o = tensor.empty() : tensor<6x4xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> ((i + j) floordiv 3, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<3x4xf32>) outs(%o : tensor<6x4xf32>) {
  ^bb0(%u: f32, %v: f32):
    linalg.yield %u : f32
  } -> tensor<6x4xf32>
  return %r : tensor<6x4xf32>
}

// -----

// Results stand in the order of their maps; a dimension of size 1 is a view.
// CHECK-LABEL: @results
// CHECK: %[[R:.*]]:2 = lift.map
// CHECK: %[[T:.*]] = lift.transpose %[[R]]#1 permutation [1, 0]
// CHECK: %[[S:.*]] = lift.map
// CHECK: %[[K:.*]] = lift.split %[[S]] by 1 : !lift.array<4 x i32>
// CHECK: return %[[R]]#0, %[[T]], %[[K]]
func.func @results(%x: tensor<4x6xi32>) -> (tensor<4x6xi32>, tensor<6x4xi32>, tensor<4x1xi32>) {
  %a = tensor.empty() : tensor<4x6xi32>
  %b = tensor.empty() : tensor<6x4xi32>
  %r:2 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>,
                       affine_map<(i, j) -> (j, i)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x6xi32>) outs(%a, %b : tensor<4x6xi32>, tensor<6x4xi32>) {
  ^bb0(%u: i32, %v: i32, %w: i32):
    %p = arith.muli %u, %u : i32
    linalg.yield %p, %u : i32, i32
  } -> (tensor<4x6xi32>, tensor<6x4xi32>)
  %zero = arith.constant dense<0> : tensor<4x1xi32>
  %s = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, 0)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x6xi32>) outs(%zero : tensor<4x1xi32>) {
  ^bb0(%u: i32, %acc: i32):
    %t = arith.addi %u, %acc : i32
    linalg.yield %t : i32
  } -> tensor<4x1xi32>
  return %r#0, %r#1, %s : tensor<4x6xi32>, tensor<6x4xi32>, tensor<4x1xi32>
}

// -----

// Without dimensions, a tensor is a number.
// CHECK-LABEL: @dot
// CHECK-SAME: (%{{.*}}: !lift.array<9 x f32>, %{{.*}}: !lift.array<9 x f32>, %[[INIT:.*]]: f32) -> f32
// CHECK: %[[S:.*]] = lift.reduce {{.*}} init (%{{.*}} = %[[INIT]] : f32)
// CHECK: return %[[S]] : f32
func.func @dot(%x: tensor<9xf32>, %y: tensor<9xf32>, %c: tensor<f32>) -> tensor<f32> {
  %r = linalg.dot ins(%x, %y : tensor<9xf32>, tensor<9xf32>) outs(%c : tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}

// -----

// A result that nobody uses, such as the index beside a maximum, is not computed.
// CHECK-LABEL: func @largest(
// CHECK: lift.reduce associative commutative ({{.*}}) init (%{{.*}} = %{{.*}} : f32) {
// CHECK-NOT: arith.select
// CHECK: return
func.func @largest(%x: tensor<9xf32>, %low: tensor<f32>, %none: tensor<i32>) -> tensor<f32> {
  %m, %at = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> ()>],
      iterator_types = ["reduction"]}
      ins(%x : tensor<9xf32>) outs(%low, %none : tensor<f32>, tensor<i32>) {
    ^bb0(%e: f32, %most: f32, %index: i32):
      %i = linalg.index 0 : index
      %here = arith.index_cast %i : index to i32
      %is = arith.cmpf ogt, %e, %most : f32
      %next = arith.maximumf %e, %most : f32
      %chosen = arith.select %is, %here, %index : i32
      linalg.yield %next, %chosen : f32, i32
    } -> (tensor<f32>, tensor<i32>)
  return %m : tensor<f32>
}

// What devices have no operation for is written with others.
// CHECK-LABEL: @unsigned
// CHECK: %[[S:.*]] = arith.addi %[[X:.*]], %[[Y:.*]] : i8
// CHECK: arith.cmpi ult, %[[S]], %[[X]]
// CHECK: arith.mulsi_extended
// CHECK: arith.cmpi slt, %[[X]]
// CHECK: arith.cmpi slt, %[[Y]]
// CHECK-NOT: arith.mului_extended
// CHECK-LABEL: @truth
// CHECK: %[[W:.*]] = arith.fptosi %{{.*}} : f32 to i32
// CHECK: %[[T:.*]] = arith.trunci %[[W]] : i32 to i1
// CHECK: arith.andi %[[T]], %[[T]] : i1
// CHECK-NOT: extended
func.func @unsigned(%x: tensor<6xi8>, %y: tensor<6xi8>) -> tensor<6xi8> {
  %r = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]} ins(%x, %y : tensor<6xi8>, tensor<6xi8>) outs(%x : tensor<6xi8>) {
  ^bb0(%a: i8, %b: i8, %o: i8):
    %sum, %carry = arith.addui_extended %a, %b : i8, i1
    %low, %high = arith.mului_extended %a, %b : i8
    %c = arith.extui %carry : i1 to i8
    %d = arith.addi %c, %high : i8
    linalg.yield %d : i8
  } -> tensor<6xi8>
  return %r : tensor<6xi8>
}
func.func @truth(%x: tensor<6xf32>, %o: tensor<6xi1>) -> tensor<6xi1> {
  %r = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]} ins(%x : tensor<6xf32>) outs(%o : tensor<6xi1>) {
  ^bb0(%a: f32, %old: i1):
    %t = arith.fptosi %a : f32 to i1
    %low, %high = arith.mulsi_extended %t, %t : i1
    linalg.yield %low : i1
  } -> tensor<6xi1>
  return %r : tensor<6xi1>
}
