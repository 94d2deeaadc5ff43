// Operations of tosa, by upstream's way to linalg.
// REQUIRES: pocl

// NUMPY @network(x: f32[1, 6, 7, 3], w: f32[4, 3, 3, 3], b: f32[4]) -> np.maximum(np.einsum('nhwcyx,fyxc->nhwf', np.lib.stride_tricks.sliding_window_view(np.pad(x, ((0, 0), (1, 1), (1, 1), (0, 0))), (3, 3), (1, 2)), w) + b, 0).max(1)
// RUN: %check_numpy %s --entry=network
func.func @network(%x: tensor<1x6x7x3xf32>, %w: tensor<4x3x3x3xf32>, %b: tensor<4xf32>) -> tensor<1x7x4xf32> {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %c = tosa.conv2d %x, %w, %b, %zp, %zp {acc_type = f32, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>}
      : (tensor<1x6x7x3xf32>, tensor<4x3x3x3xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x6x7x4xf32>
  %r = tosa.clamp %c {min_val = 0.0 : f32, max_val = 3.4028234e+38 : f32} : (tensor<1x6x7x4xf32>) -> tensor<1x6x7x4xf32>
  %m = tosa.reduce_max %r {axis = 1 : i32} : (tensor<1x6x7x4xf32>) -> tensor<1x1x7x4xf32>
  %s = tosa.const_shape {values = dense<[1, 7, 4]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %q = tosa.reshape %m, %s : (tensor<1x1x7x4xf32>, !tosa.shape<3>) -> tensor<1x7x4xf32>
  return %q : tensor<1x7x4xf32>
}

// A sum of 32 bits to one of 8: times 0.3, rounded.
// NUMPY @rescale(x: i32[5, 3]) -> np.clip(((x.astype(object) * 1288490189 + 2**31) >> 32) - 4, -128, 127).astype('i1')
// INPUT @rescale x = random.integers(-900, 900, (5, 3))
// RUN: %check_numpy %s --entry=rescale
func.func @rescale(%x: tensor<5x3xi32>) -> tensor<5x3xi8> {
  %m = "tosa.const"() <{values = dense<1288490189> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<32> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zi = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %zo = "tosa.const"() <{values = dense<-4> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r = tosa.rescale %x, %m, %s, %zi, %zo {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false}
      : (tensor<5x3xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<5x3xi8>
  return %r : tensor<5x3xi8>
}
