// Functions on tensors, with operations of linalg, run like Lift programs.
// REQUIRES: pocl

// NUMPY @matmul(a: f32[5, 9], b: f32[9, 7], c: f32[5, 7]) -> a @ b + c
// RUN: %check_numpy %s --entry=matmul
func.func @matmul(%a: tensor<5x9xf32>, %b: tensor<9x7xf32>, %c: tensor<5x7xf32>) -> tensor<5x7xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<5x9xf32>, tensor<9x7xf32>)
      outs(%c : tensor<5x7xf32>) -> tensor<5x7xf32>
  return %r : tensor<5x7xf32>
}

// Integers of 8 bits, summed up in 32.
// NUMPY @batched(a: i8[2, 3, 5], b: i8[2, 5, 4]) -> np.einsum('bmk,bkn->bmn', a.astype(int), b.astype(int))
// RUN: %check_numpy %s --entry=batched
func.func @batched(%a: tensor<2x3x5xi8>, %b: tensor<2x5x4xi8>) -> tensor<2x3x4xi32> {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<2x3x4xi32>
  %z = linalg.fill ins(%zero : i32) outs(%e : tensor<2x3x4xi32>) -> tensor<2x3x4xi32>
  %r = linalg.batch_matmul ins(%a, %b : tensor<2x3x5xi8>, tensor<2x5x4xi8>)
      outs(%z : tensor<2x3x4xi32>) -> tensor<2x3x4xi32>
  return %r : tensor<2x3x4xi32>
}

// NUMPY @convolution(x: f32[1, 2, 9, 7], f: f32[3, 2, 3, 2], b: f32[3]) -> np.einsum('nchwyx,fcyx->nfhw', np.lib.stride_tricks.sliding_window_view(np.pad(x, ((0, 0), (0, 0), (1, 1), (0, 1))), (3, 2), (2, 3))[:, :, ::2, ::3], f) + b[:, None, None]
// RUN: %check_numpy %s --entry=convolution
func.func @convolution(%x: tensor<1x2x9x7xf32>, %f: tensor<3x2x3x2xf32>, %b: tensor<3xf32>) -> tensor<1x3x5x3xf32> {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 0, 1, 0] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x2x9x7xf32> to tensor<1x2x11x8xf32>
  %e = tensor.empty() : tensor<1x3x5x3xf32>
  %bias = linalg.broadcast ins(%b : tensor<3xf32>) outs(%e : tensor<1x3x5x3xf32>) dimensions = [0, 2, 3]
  %r = linalg.conv_2d_nchw_fchw {strides = dense<[2, 3]> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%p, %f : tensor<1x2x11x8xf32>, tensor<3x2x3x2xf32>)
      outs(%bias : tensor<1x3x5x3xf32>) -> tensor<1x3x5x3xf32>
  return %r : tensor<1x3x5x3xf32>
}

// Every other element of a window, and the largest of them.
// NUMPY @pooling(x: f32[1, 8, 9, 3]) -> np.lib.stride_tricks.sliding_window_view(x, (3, 5), (1, 2))[..., ::2, ::2].max((-1, -2))
// RUN: %check_numpy %s --entry=pooling
func.func @pooling(%x: tensor<1x8x9x3xf32>) -> tensor<1x6x5x3xf32> {
  %least = arith.constant 0xFF800000 : f32
  %window = tensor.empty() : tensor<2x3xf32>
  %e = tensor.empty() : tensor<1x6x5x3xf32>
  %z = linalg.fill ins(%least : f32) outs(%e : tensor<1x6x5x3xf32>) -> tensor<1x6x5x3xf32>
  %r = linalg.pooling_nhwc_max {strides = dense<1> : tensor<2xi64>, dilations = dense<2> : tensor<2xi64>}
      ins(%x, %window : tensor<1x8x9x3xf32>, tensor<2x3xf32>)
      outs(%z : tensor<1x6x5x3xf32>) -> tensor<1x6x5x3xf32>
  return %r : tensor<1x6x5x3xf32>
}

// All ways to read an operand: with a step, from the end, along a diagonal, twice,
// at an index, and at what no view can say.
// NUMPY @places(a: f32[12], b: f32[5], c: f32[5, 5], d: f32[3], e: f32[5, 3], f: f32[3, 5]) -> a[1:10:2] + b[::-1] + np.diagonal(c) + d.repeat(2)[:5] + e[:, 2] + f[np.arange(5) * 2 % 3, np.arange(5)]
// RUN: %check_numpy %s --entry=places
func.func @places(%a: tensor<12xf32>, %b: tensor<5xf32>, %c: tensor<5x5xf32>, %d: tensor<3xf32>,
                  %e: tensor<5x3xf32>, %f: tensor<3x5xf32>) -> tensor<5xf32> {
  %o = tensor.empty() : tensor<5xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i) -> (2 * i + 1)>, affine_map<(i) -> (4 - i)>,
                       affine_map<(i) -> (i, i)>, affine_map<(i) -> (i floordiv 2)>,
                       affine_map<(i) -> (i, 2)>, affine_map<(i) -> ((2 * i) mod 3, i)>,
                       affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
      ins(%a, %b, %c, %d, %e, %f : tensor<12xf32>, tensor<5xf32>, tensor<5x5xf32>,
          tensor<3xf32>, tensor<5x3xf32>, tensor<3x5xf32>) outs(%o : tensor<5xf32>) {
  ^bb0(%u: f32, %v: f32, %w: f32, %x: f32, %y: f32, %z: f32, %old: f32):
    %1 = arith.addf %u, %v : f32
    %2 = arith.addf %1, %w : f32
    %3 = arith.addf %2, %x : f32
    %4 = arith.addf %3, %y : f32
    %5 = arith.addf %4, %z : f32
    linalg.yield %5 : f32
  } -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// The largest of each row and where it is: results of two types, with their indices.
// NUMPY @argmax(x: f32[6, 7]) -> (x.max(1), x.argmax(1))
// INPUT @argmax x = random.permutation(42).reshape(6, 7)
// RUN: %check_numpy %s --entry=argmax
func.func @argmax(%x: tensor<6x7xf32>) -> (tensor<6xf32>, tensor<6xi64>) {
  %least = arith.constant dense<0xFF800000> : tensor<6xf32>
  %none = arith.constant dense<0> : tensor<6xi64>
  %r:2 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<6x7xf32>) outs(%least, %none : tensor<6xf32>, tensor<6xi64>) {
  ^bb0(%e: f32, %max: f32, %at: i64):
    %j = linalg.index 1 : index
    %k = arith.index_cast %j : index to i64
    %isMore = arith.cmpf ogt, %e, %max : f32
    %next = arith.select %isMore, %e, %max : f32
    %where = arith.select %isMore, %k, %at : i64
    linalg.yield %next, %where : f32, i64
  } -> (tensor<6xf32>, tensor<6xi64>)
  return %r#0, %r#1 : tensor<6xf32>, tensor<6xi64>
}

// Rows that data names.
// NUMPY @embedding(table: f32[11, 3], k: i64[2, 5]) -> table[k]
// INPUT @embedding k = random.integers(0, 11, (2, 5))
// RUN: %check_numpy %s --entry=embedding
func.func @embedding(%table: tensor<11x3xf32>, %k: tensor<2x5xi64>) -> tensor<2x5x3xf32> {
  %e = tensor.empty() : tensor<2x5x3xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j, c) -> (i, j)>, affine_map<(i, j, c) -> (i, j, c)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%k : tensor<2x5xi64>) outs(%e : tensor<2x5x3xf32>) {
  ^bb0(%n: i64, %o: f32):
    %row = arith.index_cast %n : i64 to index
    %c = linalg.index 2 : index
    %v = tensor.extract %table[%row, %c] : tensor<11x3xf32>
    linalg.yield %v : f32
  } -> tensor<2x5x3xf32>
  return %r : tensor<2x5x3xf32>
}

// The mean of all elements is a number, and so is what is computed from it.
// NUMPY @mean(x: f32[4, 8], y: f32) -> np.asarray(x.sum() / 32 + y)
// RUN: %check_numpy %s --entry=mean
func.func @mean(%x: tensor<4x8xf32>, %y: tensor<f32>) -> tensor<f32> {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %n = arith.constant 32.0 : f32
  %sum = linalg.reduce {arith.addf} ins(%x : tensor<4x8xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %r = linalg.generic {
      indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>],
      iterator_types = []} ins(%sum, %y : tensor<f32>, tensor<f32>) outs(%y : tensor<f32>) {
  ^bb0(%s: f32, %a: f32, %o: f32):
    %q = arith.divf %s, %n : f32
    %t = arith.addf %q, %a : f32
    linalg.yield %t : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}

// NUMPY @softmax(x: f32[3, 5]) -> np.exp(x - x.max(1, keepdims=True)) / np.exp(x - x.max(1, keepdims=True)).sum(1, keepdims=True)
// RUN: %check_numpy %s --entry=softmax --tolerance=1e-5
func.func @softmax(%x: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %e = tensor.empty() : tensor<3x5xf32>
  %r = linalg.softmax dimension(1) ins(%x : tensor<3x5xf32>) outs(%e : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %r : tensor<3x5xf32>
}

// Operations on tensors, element by element; powers with exponents of 64 bits; and a
// choice between what both may be computed.
// NUMPY @elements(x: f32[7], y: f32[7]) -> np.where(x > 0, (x + y) ** 3, x + y)
// RUN: %check_numpy %s --entry=elements
func.func @elements(%x: tensor<7xf32>, %y: tensor<7xf32>) -> tensor<7xf32> {
  %zero = arith.constant 0.0 : f32
  %three = arith.constant 3 : i64
  %s = arith.addf %x, %y : tensor<7xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
      ins(%x, %s : tensor<7xf32>, tensor<7xf32>) outs(%x : tensor<7xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %c = arith.cmpf ogt, %a, %zero : f32
    %v = scf.if %c -> f32 {
      %p = math.fpowi %b, %three : f32, i64
      scf.yield %p : f32
    } else {
      scf.yield %b : f32
    }
    linalg.yield %v : f32
  } -> tensor<7xf32>
  return %r : tensor<7xf32>
}

// What devices have no operation for: the high half of a product of unsigned numbers,
// and the carry of a sum.
// NUMPY @unsigned(x: i32[6], y: i32[6]) -> (lambda a, b: ((a * b >> 32).astype(np.uint32).view(np.int32), (a + b >> 32).astype(np.int32)))(x.view(np.uint32).astype(np.uint64), y.view(np.uint32).astype(np.uint64))
// INPUT @unsigned x = np.array([1, -1, 2**31 - 1, -2**31, 12345678, -5])
// INPUT @unsigned y = np.array([-1, -1, 3, -2**31, -87654321, 7])
// RUN: %check_numpy %s --entry=unsigned
func.func @unsigned(%x: tensor<6xi32>, %y: tensor<6xi32>) -> (tensor<6xi32>, tensor<6xi32>) {
  %e = tensor.empty() : tensor<6xi32>
  %r:2 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]} ins(%x, %y : tensor<6xi32>, tensor<6xi32>) outs(%e, %e : tensor<6xi32>, tensor<6xi32>) {
  ^bb0(%a: i32, %b: i32, %o: i32, %p: i32):
    %low, %high = arith.mului_extended %a, %b : i32
    %sum, %carry = arith.addui_extended %a, %b : i32, i1
    %c = arith.extui %carry : i1 to i32
    linalg.yield %high, %c : i32, i32
  } -> (tensor<6xi32>, tensor<6xi32>)
  return %r#0, %r#1 : tensor<6xi32>, tensor<6xi32>
}
