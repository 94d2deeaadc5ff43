// A small residual network from images to scores, as a front end for PyTorch gives
// it: two convolutions with batch norm, the second added to what the first gave,
// then pooling, the mean of each channel and a dense layer. Each convolution is one
// kernel with what comes behind it:
//
//     lift-run examples/linalg/residual.mlir --reassociate

#id = affine_map<(n, c, h, w) -> (n, c, h, w)>
#channel = affine_map<(n, c, h, w) -> (c)>
#row = affine_map<(n, c) -> (n, c)>

// (x - mean) / sqrt(variance + epsilon) * scale + shift, for each channel.
func.func private @batch_norm(%x: tensor<2x8x16x16xf32>, %mean: tensor<8xf32>, %variance: tensor<8xf32>, %scale: tensor<8xf32>, %shift: tensor<8xf32>) -> tensor<2x8x16x16xf32> {
  %epsilon = arith.constant 1.0e-5 : f32
  %e = tensor.empty() : tensor<2x8x16x16xf32>
  %r = linalg.generic {
      indexing_maps = [#id, #channel, #channel, #channel, #channel, #id],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %mean, %variance, %scale, %shift : tensor<2x8x16x16xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
      outs(%e : tensor<2x8x16x16xf32>) {
  ^bb0(%a: f32, %m: f32, %v: f32, %s: f32, %t: f32, %o: f32):
    %d = arith.subf %a, %m : f32
    %p = arith.addf %v, %epsilon : f32
    %q = math.rsqrt %p : f32
    %n = arith.mulf %d, %q : f32
    %k = arith.mulf %n, %s : f32
    %y = arith.addf %k, %t : f32
    linalg.yield %y : f32
  } -> tensor<2x8x16x16xf32>
  return %r : tensor<2x8x16x16xf32>
}

func.func private @relu(%x: tensor<2x8x16x16xf32>) -> tensor<2x8x16x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x8x16x16xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x8x16x16xf32>) -> tensor<2x8x16x16xf32>
  %r = linalg.max ins(%x, %z : tensor<2x8x16x16xf32>, tensor<2x8x16x16xf32>) outs(%e : tensor<2x8x16x16xf32>) -> tensor<2x8x16x16xf32>
  return %r : tensor<2x8x16x16xf32>
}

func.func @residual(%images: tensor<2x3x16x16xf32>,
    %w1: tensor<8x3x3x3xf32>, %mean1: tensor<8xf32>, %variance1: tensor<8xf32>, %scale1: tensor<8xf32>, %shift1: tensor<8xf32>,
    %w2: tensor<8x8x3x3xf32>, %mean2: tensor<8xf32>, %variance2: tensor<8xf32>, %scale2: tensor<8xf32>, %shift2: tensor<8xf32>,
    %dense: tensor<8x10xf32>, %bias: tensor<10xf32>) -> tensor<2x10xf32> {
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<2x8x16x16xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%e : tensor<2x8x16x16xf32>) -> tensor<2x8x16x16xf32>

  %padded1 = tensor.pad %images low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%n: index, %c: index, %h: index, %w: index):
    tensor.yield %zero : f32
  } : tensor<2x3x16x16xf32> to tensor<2x3x18x18xf32>
  %c1 = linalg.conv_2d_nchw_fchw {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%padded1, %w1 : tensor<2x3x18x18xf32>, tensor<8x3x3x3xf32>) outs(%zeros : tensor<2x8x16x16xf32>) -> tensor<2x8x16x16xf32>
  %n1 = call @batch_norm(%c1, %mean1, %variance1, %scale1, %shift1) : (tensor<2x8x16x16xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<2x8x16x16xf32>
  %r1 = call @relu(%n1) : (tensor<2x8x16x16xf32>) -> tensor<2x8x16x16xf32>

  %padded2 = tensor.pad %r1 low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%n: index, %c: index, %h: index, %w: index):
    tensor.yield %zero : f32
  } : tensor<2x8x16x16xf32> to tensor<2x8x18x18xf32>
  %c2 = linalg.conv_2d_nchw_fchw {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%padded2, %w2 : tensor<2x8x18x18xf32>, tensor<8x8x3x3xf32>) outs(%zeros : tensor<2x8x16x16xf32>) -> tensor<2x8x16x16xf32>
  %n2 = call @batch_norm(%c2, %mean2, %variance2, %scale2, %shift2) : (tensor<2x8x16x16xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<2x8x16x16xf32>
  %sum = linalg.add ins(%n2, %r1 : tensor<2x8x16x16xf32>, tensor<2x8x16x16xf32>) outs(%e : tensor<2x8x16x16xf32>) -> tensor<2x8x16x16xf32>
  %r2 = call @relu(%sum) : (tensor<2x8x16x16xf32>) -> tensor<2x8x16x16xf32>

  %window = tensor.empty() : tensor<2x2xf32>
  %ep = tensor.empty() : tensor<2x8x8x8xf32>
  %none = linalg.fill ins(%lowest : f32) outs(%ep : tensor<2x8x8x8xf32>) -> tensor<2x8x8x8xf32>
  %pooled = linalg.pooling_nchw_max {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%r2, %window : tensor<2x8x16x16xf32>, tensor<2x2xf32>) outs(%none : tensor<2x8x8x8xf32>) -> tensor<2x8x8x8xf32>

  %em = tensor.empty() : tensor<2x8xf32>
  %sums0 = linalg.fill ins(%zero : f32) outs(%em : tensor<2x8xf32>) -> tensor<2x8xf32>
  %sums = linalg.reduce {arith.addf} ins(%pooled : tensor<2x8x8x8xf32>) outs(%sums0 : tensor<2x8xf32>) dimensions = [2, 3]
  %means = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel", "parallel"]}
      ins(%sums : tensor<2x8xf32>) outs(%em : tensor<2x8xf32>) {
  ^bb0(%s: f32, %o: f32):
    %part = arith.constant 0.015625 : f32
    %m = arith.mulf %s, %part : f32
    linalg.yield %m : f32
  } -> tensor<2x8xf32>

  %es = tensor.empty() : tensor<2x10xf32>
  %scores0 = linalg.broadcast ins(%bias : tensor<10xf32>) outs(%es : tensor<2x10xf32>) dimensions = [0]
  %scores = linalg.matmul ins(%means, %dense : tensor<2x8xf32>, tensor<8x10xf32>) outs(%scores0 : tensor<2x10xf32>) -> tensor<2x10xf32>
  return %scores : tensor<2x10xf32>
}
