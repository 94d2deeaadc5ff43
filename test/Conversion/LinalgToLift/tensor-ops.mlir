// Operations on tensors that compute nothing become views.
// RUN: lift-opt %s --pass-pipeline='builtin.module(convert-linalg-to-lift)' | FileCheck %s

// CHECK-LABEL: @pad
// CHECK: lift.pad %arg0 low [1, 2] high [3, 4] dims [0, 2] constant(%{{.*}} : f32) : !lift.array<5 x 6 x 7 x f32>
func.func @pad(%x: tensor<5x6x7xf32>) -> tensor<9x6x13xf32> {
  %c = arith.constant 1.0 : f32
  %r = tensor.pad %x low[1, 0, 2] high[3, 0, 4] {
  ^bb0(%i: index, %j: index, %k: index):
    tensor.yield %c : f32
  } : tensor<5x6x7xf32> to tensor<9x6x13xf32>
  return %r : tensor<9x6x13xf32>
}

// CHECK-LABEL: @slice
// CHECK: %[[D:.*]] = lift.at %arg0[2] dim 1
// CHECK-NOT: lift.take
// CHECK: lift.drop %{{.*}} size [1] dims [0]
// CHECK: lift.take %{{.*}} size [5] dims [0]
// CHECK: lift.slide %{{.*}} size [1] step [2] dims [0]
func.func @slice(%x: tensor<9x6xf32>) -> tensor<3xf32> {
  %r = tensor.extract_slice %x[1, 2] [3, 1] [2, 1] : tensor<9x6xf32> to tensor<3xf32>
  return %r : tensor<3xf32>
}

// CHECK-LABEL: @insert
// CHECK: %[[ROW:.*]] = lift.concat %{{.*}}, %arg1, %{{.*}} dim 1
// CHECK: lift.concat %{{.*}}, %[[ROW]], %{{.*}} : !lift.array<1 x 6 x f32>, !lift.array<2 x 6 x f32>, !lift.array<1 x 6 x f32>
func.func @insert(%x: tensor<4x6xf32>, %y: tensor<2x3xf32>) -> tensor<4x6xf32> {
  %r = tensor.insert_slice %y into %x[1, 2] [2, 3] [1, 1] : tensor<2x3xf32> into tensor<4x6xf32>
  return %r : tensor<4x6xf32>
}

// In a constant, it is a pad; strides are elements between.
// CHECK-LABEL: @spread
// CHECK: lift.split %arg0 by 1
// CHECK: lift.pad %{{.*}} low [0] high [2] dims [1]
// CHECK: lift.join
// CHECK: lift.take %{{.*}} size [10] dims [0]
// CHECK: lift.pad %{{.*}} low [1] high [2] dims [0]
func.func @spread(%y: tensor<4xf32>) -> tensor<13xf32> {
  %zeros = arith.constant dense<0.0> : tensor<13xf32>
  %r = tensor.insert_slice %y into %zeros[1] [4] [3] : tensor<4xf32> into tensor<13xf32>
  return %r : tensor<13xf32>
}

// CHECK-LABEL: @reshape
// CHECK: lift.join %arg0 dim 1 : !lift.array<2 x 3 x 4 x f32>
// CHECK: lift.split %{{.*}} by 6 dim 1 : !lift.array<2 x 12 x f32>
func.func @reshape(%x: tensor<2x3x4xf32>) -> tensor<2x2x6xf32> {
  %c = tensor.collapse_shape %x [[0], [1, 2]] : tensor<2x3x4xf32> into tensor<2x12xf32>
  %r = tensor.expand_shape %c [[0], [1, 2]] output_shape [2, 2, 6] : tensor<2x12xf32> into tensor<2x2x6xf32>
  return %r : tensor<2x2x6xf32>
}

// Dimensions of one element that nobody runs over go away where they are made.
// CHECK-LABEL: @channels
// CHECK: lift.split %arg1 by 8 : !lift.array<8 x f32>
// CHECK-NOT: lift.split
// CHECK-NOT: lift.at
func.func @channels(%x: tensor<1x4x5x8xf32>, %s: tensor<8xf32>) -> tensor<1x4x5x8xf32> {
  %e = tensor.expand_shape %s [[0, 1, 2, 3]] output_shape [1, 1, 1, 8] : tensor<8xf32> into tensor<1x1x1x8xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(n, h, w, c) -> (n, h, w, c)>, affine_map<(n, h, w, c) -> (n, 0, 0, c)>, affine_map<(n, h, w, c) -> (n, h, w, c)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %e : tensor<1x4x5x8xf32>, tensor<1x1x1x8xf32>) outs(%x : tensor<1x4x5x8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.mulf %a, %b : f32
    linalg.yield %m : f32
  } -> tensor<1x4x5x8xf32>
  return %r : tensor<1x4x5x8xf32>
}

// CHECK-LABEL: @number
// CHECK: lift.at %arg0[0]
// CHECK: lift.broadcast %{{.*}} sizes [1, 1] : f32
func.func @number(%x: tensor<1xf32>) -> tensor<1x1xf32> {
  %c = tensor.collapse_shape %x [] : tensor<1xf32> into tensor<f32>
  %r = tensor.expand_shape %c [] output_shape [1, 1] : tensor<f32> into tensor<1x1xf32>
  return %r : tensor<1x1xf32>
}

// CHECK-LABEL: @concat
// CHECK: lift.concat %arg0, %arg1 dim 1
func.func @concat(%x: tensor<2x3xf32>, %y: tensor<2x5xf32>) -> tensor<2x8xf32> {
  %r = tensor.concat dim(1) %x, %y : (tensor<2x3xf32>, tensor<2x5xf32>) -> tensor<2x8xf32>
  return %r : tensor<2x8xf32>
}

// CHECK-LABEL: @generate
// CHECK: lift.generate (%[[I:.*]] < 3, %[[J:.*]] < 5) {
// CHECK: arith.addi %[[I]], %[[J]] : index
func.func @generate() -> tensor<3x5xi32> {
  %r = tensor.generate {
  ^bb0(%i: index, %j: index):
    %s = arith.addi %i, %j : index
    %n = arith.index_cast %s : index to i32
    tensor.yield %n : i32
  } : tensor<3x5xi32>
  return %r : tensor<3x5xi32>
}

// CHECK-LABEL: @repeated
// CHECK: lift.broadcast %arg0 sizes [3, 5] : f32
// CHECK: lift.broadcast %arg0 sizes [2] : f32
// CHECK: lift.broadcast %{{.*}} sizes [4] : f32
func.func @repeated(%x: f32) -> (tensor<3x5xf32>, tensor<2xf32>, tensor<4xf32>) {
  %s = tensor.splat %x : tensor<3x5xf32>
  %e = tensor.empty() : tensor<2xf32>
  %f = linalg.fill ins(%x : f32) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %c = arith.constant dense<2.0> : tensor<4xf32>
  return %s, %f, %c : tensor<3x5xf32>, tensor<2xf32>, tensor<4xf32>
}

// CHECK-LABEL: @constant
// CHECK-COUNT-6: lift.broadcast %{{.*}} sizes [1] : i32
// CHECK: lift.concat
// CHECK: lift.split %{{.*}} by 3 : !lift.array<6 x i32>
func.func @constant() -> tensor<2x3xi32> {
  %c = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  return %c : tensor<2x3xi32>
}

// CHECK-LABEL: @permute
// CHECK: lift.transpose %arg0 permutation [2, 0, 1]
// CHECK: lift.broadcast %{{.*}} sizes [7] dim 1
func.func @permute(%x: tensor<2x3x4xf32>) -> tensor<4x7x2x3xf32> {
  %a = tensor.empty() : tensor<4x2x3xf32>
  %t = linalg.transpose ins(%x : tensor<2x3x4xf32>) outs(%a : tensor<4x2x3xf32>) permutation = [2, 0, 1]
  %b = tensor.empty() : tensor<4x7x2x3xf32>
  %r = linalg.broadcast ins(%t : tensor<4x2x3xf32>) outs(%b : tensor<4x7x2x3xf32>) dimensions = [1]
  return %r : tensor<4x7x2x3xf32>
}

// Elements of the destination stay between those of the source.
// CHECK-LABEL: @between
// CHECK: %[[IS:.*]] = lift.pad {{.*}} : !lift.array<10 x i1>
// CHECK: lift.map (%[[I:.*]] = %[[IS]], %[[S:.*]] = %{{.*}}, %[[D:.*]] = %arg1
// CHECK: arith.select %[[I]], %[[S]], %[[D]]
func.func @between(%y: tensor<4xf32>, %x: tensor<13xf32>) -> tensor<13xf32> {
  %r = tensor.insert_slice %y into %x[1] [4] [3] : tensor<4xf32> into tensor<13xf32>
  return %r : tensor<13xf32>
}

// What has many elements is another argument.
// CHECK-LABEL: @many
// CHECK-SAME: (%{{.*}}: !lift.array<9 x i32>, %[[C:.*]]: !lift.array<9 x i32> {lift.constant = dense<[1, 2, 3, 4, 5, 6, 7, 8, 9]> : tensor<9xi32>})
// CHECK: lift.map (%{{.*}} = %arg0, %{{.*}} = %[[C]]
func.func @many(%x: tensor<9xi32>) -> tensor<9xi32> {
  %c = arith.constant dense<[1, 2, 3, 4, 5, 6, 7, 8, 9]> : tensor<9xi32>
  %r = linalg.add ins(%x, %c : tensor<9xi32>, tensor<9xi32>) outs(%x : tensor<9xi32>) -> tensor<9xi32>
  return %r : tensor<9xi32>
}

// The steps of short loops are written one by one.
// CHECK-LABEL: @steps
// CHECK-COUNT-3: math.tanh
// CHECK-NOT: math.tanh
func.func @steps(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%y = %x) -> tensor<4xf32> {
    %z = linalg.tanh ins(%y : tensor<4xf32>) outs(%y : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %z : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
