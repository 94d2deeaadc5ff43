// A network from images to probabilities, as a front end gives it: two
// convolutions with pooling behind them, and a dense layer. Its weights are
// resources that stand behind it: see ../python/network.py.
func.func @network(%images: tensor<4x28x28x1xf32>) -> tensor<4x10xf32> {
  %first = "tosa.const"() <{values = dense_resource<first> : tensor<8x3x3x1xf32>}> : () -> tensor<8x3x3x1xf32>
  %second = "tosa.const"() <{values = dense_resource<second> : tensor<16x3x3x8xf32>}> : () -> tensor<16x3x3x8xf32>
  %dense = "tosa.const"() <{values = dense_resource<dense> : tensor<784x10xf32>}> : () -> tensor<784x10xf32>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %bias8 = "tosa.const"() <{values = dense<0.0> : tensor<8xf32>}> : () -> tensor<8xf32>
  %bias16 = "tosa.const"() <{values = dense<0.0> : tensor<16xf32>}> : () -> tensor<16xf32>

  %c1 = tosa.conv2d %images, %first, %bias8, %zero, %zero {acc_type = f32, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>}
      : (tensor<4x28x28x1xf32>, tensor<8x3x3x1xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4x28x28x8xf32>
  %r1 = tosa.clamp %c1 {min_val = 0.0 : f32, max_val = 3.4028234e+38 : f32} : (tensor<4x28x28x8xf32>) -> tensor<4x28x28x8xf32>
  %p1 = tosa.max_pool2d %r1 {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<4x28x28x8xf32>) -> tensor<4x14x14x8xf32>
  %c2 = tosa.conv2d %p1, %second, %bias16, %zero, %zero {acc_type = f32, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>}
      : (tensor<4x14x14x8xf32>, tensor<16x3x3x8xf32>, tensor<16xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4x14x14x16xf32>
  %r2 = tosa.clamp %c2 {min_val = 0.0 : f32, max_val = 3.4028234e+38 : f32} : (tensor<4x14x14x16xf32>) -> tensor<4x14x14x16xf32>
  %p2 = tosa.max_pool2d %r2 {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<4x14x14x16xf32>) -> tensor<4x7x7x16xf32>

  %rows = tensor.collapse_shape %p2 [[0], [1, 2, 3]] : tensor<4x7x7x16xf32> into tensor<4x784xf32>
  %none = tensor.empty() : tensor<4x10xf32>
  %f = arith.constant 0.0 : f32
  %sums = linalg.fill ins(%f : f32) outs(%none : tensor<4x10xf32>) -> tensor<4x10xf32>
  %scores = linalg.matmul ins(%rows, %dense : tensor<4x784xf32>, tensor<784x10xf32>) outs(%sums : tensor<4x10xf32>) -> tensor<4x10xf32>
  %probabilities = linalg.softmax dimension(1) ins(%scores : tensor<4x10xf32>) outs(%none : tensor<4x10xf32>) -> tensor<4x10xf32>
  return %probabilities : tensor<4x10xf32>
}
