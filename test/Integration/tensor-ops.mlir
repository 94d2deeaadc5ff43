// Operations on tensors that compute nothing.
// REQUIRES: pocl

// NUMPY @slices(x: i32[9, 6], y: i32[2, 3]) -> (np.vstack([x[:4], np.hstack([x[4:6, :1], y, x[4:6, 4:]]), x[6:]]), x[1:8:3, 2], np.hstack([y, y]))
// RUN: %check_numpy %s --entry=slices
func.func @slices(%x: tensor<9x6xi32>, %y: tensor<2x3xi32>) -> (tensor<9x6xi32>, tensor<3xi32>, tensor<2x6xi32>) {
  %a = tensor.insert_slice %y into %x[4, 1] [2, 3] [1, 1] : tensor<2x3xi32> into tensor<9x6xi32>
  %b = tensor.extract_slice %x[1, 2] [3, 1] [3, 1] : tensor<9x6xi32> to tensor<3xi32>
  %c = tensor.concat dim(1) %y, %y : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x6xi32>
  return %a, %b, %c : tensor<9x6xi32>, tensor<3xi32>, tensor<2x6xi32>
}

// NUMPY @spread(x: i32[4], y: i32[13]) -> (np.pad(np.kron(x, [1, 0, 0])[:10], (1, 2), constant_values=0), np.put(y, np.arange(4) * 3 + 1, x) or y)
// RUN: %check_numpy %s --entry=spread
func.func @spread(%x: tensor<4xi32>, %y: tensor<13xi32>) -> (tensor<13xi32>, tensor<13xi32>) {
  %zeros = arith.constant dense<0> : tensor<13xi32>
  %r = tensor.insert_slice %x into %zeros[1] [4] [3] : tensor<4xi32> into tensor<13xi32>
  %s = tensor.insert_slice %x into %y[1] [4] [3] : tensor<4xi32> into tensor<13xi32>
  return %r, %s : tensor<13xi32>, tensor<13xi32>
}

// NUMPY @shapes(x: i32[2, 3, 4]) -> (x.reshape(2, 2, 6), np.broadcast_to(x.transpose(2, 0, 1)[:, None], (4, 7, 2, 3)))
// RUN: %check_numpy %s --entry=shapes
func.func @shapes(%x: tensor<2x3x4xi32>) -> (tensor<2x2x6xi32>, tensor<4x7x2x3xi32>) {
  %c = tensor.collapse_shape %x [[0], [1, 2]] : tensor<2x3x4xi32> into tensor<2x12xi32>
  %r = tensor.expand_shape %c [[0], [1, 2]] output_shape [2, 2, 6] : tensor<2x12xi32> into tensor<2x2x6xi32>
  %a = tensor.empty() : tensor<4x2x3xi32>
  %t = linalg.transpose ins(%x : tensor<2x3x4xi32>) outs(%a : tensor<4x2x3xi32>) permutation = [2, 0, 1]
  %b = tensor.empty() : tensor<4x7x2x3xi32>
  %s = linalg.broadcast ins(%t : tensor<4x2x3xi32>) outs(%b : tensor<4x7x2x3xi32>) dimensions = [1]
  return %r, %s : tensor<2x2x6xi32>, tensor<4x7x2x3xi32>
}

// Small constants are in the kernel, others are arguments that nobody gives.
// NUMPY @constants(x: f32[12]) -> x + np.r_[0.5, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] + np.tile([1, 2, 3], 4)
// RUN: %check_numpy %s --entry=constants
func.func @constants(%x: tensor<12xf32>) -> tensor<12xf32> {
  %c = arith.constant dense<[0.5, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0]> : tensor<12xf32>
  %s = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i mod 3)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
      ins(%x, %c, %s : tensor<12xf32>, tensor<12xf32>, tensor<3xf32>) outs(%x : tensor<12xf32>) {
  ^bb0(%a: f32, %b: f32, %d: f32, %o: f32):
    %p = arith.addf %a, %b : f32
    %q = arith.addf %p, %d : f32
    linalg.yield %q : f32
  } -> tensor<12xf32>
  return %r : tensor<12xf32>
}
