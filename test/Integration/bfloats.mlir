// Elements of type bf16 are stored as they are, as i16, and computed as f32.
// REQUIRES: pocl

// INPUT @product x = (np.arange(5 * 7, dtype='f4').reshape(5, 7) - 9).view('u4').__rshift__(16).astype('u2').view('i2')
// INPUT @product y = (np.arange(7 * 3, dtype='f4').reshape(7, 3) / 4).view('u4').__rshift__(16).astype('u2').view('i2')
// NUMPY @product(x: i16[5, 7], y: i16[7, 3], b: f32[5, 3]) -> (np.arange(35, dtype='f4').reshape(5, 7) - 9) @ (np.arange(21, dtype='f4').reshape(7, 3) / 4) + b
// RUN: %check_numpy %s --entry=product
func.func @product(%x: tensor<5x7xbf16>, %y: tensor<7x3xbf16>, %b: tensor<5x3xf32>) -> tensor<5x3xf32> {
  %r = linalg.matmul ins(%x, %y : tensor<5x7xbf16>, tensor<7x3xbf16>) outs(%b : tensor<5x3xf32>) -> tensor<5x3xf32>
  return %r : tensor<5x3xf32>
}

// Ties go to even numbers; infinities and what is not a number stay.
// INPUT @rounded x = np.array([0x3f808000, 0x3f818000, 0x3f808001, 0x3f807fff, 0x7f7fffff, 0x7f800000, 0x80000001, 0xbf818000, 0x00018000, 0xff800000], 'u4').view('f4')
// NUMPY @rounded(x: f32[10]) -> np.array([0x3f80, 0x3f82, 0x3f81, 0x3f80, 0x7f80, 0x7f80, 0x8000, 0xbf82, 0x0002, 0xff80], 'u2').view('i2')
// RUN: %check_numpy %s --entry=rounded
func.func @rounded(%x: tensor<10xf32>) -> tensor<10xbf16> {
  %e = tensor.empty() : tensor<10xbf16>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<10xf32>) outs(%e : tensor<10xbf16>) {
  ^bb0(%a: f32, %b: bf16):
    %v = arith.truncf %a : f32 to bf16
    linalg.yield %v : bf16
  } -> tensor<10xbf16>
  return %r : tensor<10xbf16>
}

// INPUT @not_a_number x = np.array([0x7fc00000, 0x7f800001, 0xffffffff], 'u4').view('f4')
// NUMPY @not_a_number(x: f32[3]) -> np.ones(3, 'i4')
// RUN: %check_numpy %s --entry=not_a_number
func.func @not_a_number(%x: tensor<3xf32>) -> tensor<3xi32> {
  %e = tensor.empty() : tensor<3xi32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<3xf32>) outs(%e : tensor<3xi32>) {
  ^bb0(%a: f32, %b: i32):
    %v = arith.truncf %a : f32 to bf16
    %n = arith.cmpf uno, %v, %v : bf16
    %w = arith.extui %n : i1 to i32
    linalg.yield %w : i32
  } -> tensor<3xi32>
  return %r : tensor<3xi32>
}

// Each operation rounds; sums do after each step. 256 + 1 is 256, 1.5 has all its bits.
// INPUT @sums x = np.array([0x3f80] * 8 + [0x4000], 'u2').view('i2')
// NUMPY @sums(x: i16[9], k: i16) -> (np.array([0x3fc0] * 8 + [0x4040], 'u2').view('i2'), np.array([0x4381], 'u2').view('i2')[0], np.array([0xbfc0, 0x3f00], 'u2').view('i2'), np.array([0x3f80, 0x4000, 0x4040, 0x4080, 0x40a0, 0x40c0, 0x40e0, 0x4100, 0x4110], 'u2').view('i2'), k)
// RUN: %check_numpy %s --entry=sums
func.func @sums(%x: tensor<9xbf16>, %k: bf16) -> (tensor<9xbf16>, tensor<bf16>, tensor<2xbf16>, tensor<9xbf16>, bf16) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %half = arith.constant 1.5 : bf16
  %start = arith.constant dense<256.0> : tensor<bf16>
  %scaled = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%x : tensor<9xbf16>) {
  ^bb0(%a: bf16):
    %p = arith.mulf %a, %half : bf16
    linalg.yield %p : bf16
  } -> tensor<9xbf16>
  %sum = linalg.reduce {arith.addf} ins(%x : tensor<9xbf16>) outs(%start : tensor<bf16>) dimensions = [0]
  %first = tensor.extract %x[%c0] : tensor<9xbf16>
  %last = tensor.extract %x[%c8] : tensor<9xbf16>
  %product = arith.mulf %first, %half : bf16
  %negative = arith.negf %product : bf16
  %quotient = arith.divf %first, %last : bf16
  %both = tensor.from_elements %negative, %quotient : tensor<2xbf16>
  %numbers = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]> : tensor<9xbf16>
  return %scaled, %sum, %both, %numbers, %k : tensor<9xbf16>, tensor<bf16>, tensor<2xbf16>, tensor<9xbf16>, bf16
}
