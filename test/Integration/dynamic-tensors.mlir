// The sizes of tensors come from the inputs, and must fit each other.
// REQUIRES: pocl

// NUMPY @layer(x: f32[5, 7], w: f32[7, 3], b: f32[3]) -> np.maximum(x @ w + b, 0)
// RUN: %check_numpy %s --entry=layer
func.func @layer(%x: tensor<?x?xf32>, %w: tensor<?x?xf32>, %b: tensor<?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %w, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %bias = linalg.broadcast ins(%b : tensor<?xf32>) outs(%e : tensor<?x?xf32>) dimensions = [0]
  %y = linalg.matmul ins(%x, %w : tensor<?x?xf32>, tensor<?x?xf32>) outs(%bias : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%y : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %p = arith.maximumf %a, %zero : f32
    linalg.yield %p : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// NUMPY @windows(x: f32[11], f: f32[3]) -> np.convolve(x[:-1], f[::-1], 'valid')
// RUN: %check_numpy %s --entry=windows
func.func @windows(%x: tensor<?xf32>, %f: tensor<3xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %m = affine.apply affine_map<()[s0] -> (s0 - 3)>()[%n]
  %e = tensor.empty(%m) : tensor<?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %r = linalg.conv_1d ins(%x, %f : tensor<?xf32>, tensor<3xf32>) outs(%z : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// Numbers that may be negative are data as they stand.
// NUMPY @offsets(x: i64[5]) -> x + int((len(x) - 10) / 3) + (len(x) - 10) % 2**32
// RUN: %check_numpy %s --entry=offsets
func.func @offsets(%x: tensor<?xi64>) -> tensor<?xi64> {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c10 = arith.constant 10 : index
  %n = tensor.dim %x, %c0 : tensor<?xi64>
  %d = arith.subi %n, %c10 : index
  %q = arith.divsi %d, %c3 : index
  %i = arith.index_cast %q : index to i64
  %d32 = arith.index_cast %d : index to i32
  %u = arith.extui %d32 : i32 to i64
  %s = arith.addi %i, %u : i64
  %t = tensor.splat %s[%n] : tensor<?xi64>
  %r = linalg.add ins(%x, %t : tensor<?xi64>, tensor<?xi64>) outs(%x : tensor<?xi64>) -> tensor<?xi64>
  return %r : tensor<?xi64>
}

// What a body reads at its indices.
// NUMPY @expand(x: f32[5, 3], y: f32[3]) -> x.T * y[1] + y[:, None]
// RUN: %check_numpy %s --entry=expand
func.func @expand(%x: tensor<?x3xf32>, %y: tensor<3xf32>) -> tensor<3x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x3xf32>
  %e = tensor.empty(%n) : tensor<3x?xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%y : tensor<3xf32>) outs(%e : tensor<3x?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %one = arith.cmpi eq, %n, %c1 : index
    %k = arith.select %one, %c0, %j : index
    %v = tensor.extract %x[%k, %i] : tensor<?x3xf32>
    %w = tensor.extract %y[%c1] : tensor<3xf32>
    %m = arith.mulf %v, %w : f32
    %s = arith.addf %m, %a : f32
    linalg.yield %s : f32
  } -> tensor<3x?xf32>
  return %r : tensor<3x?xf32>
}

// RUN: /usr/bin/python3 -c 'import numpy; numpy.save("%t.npy", numpy.ones((2, 3), "f4")); numpy.save("%t2.npy", numpy.ones((4, 5), "f4"))'
// RUN: not lift-run %s --entry=layer --input=x=%t.npy --input=w=%t2.npy 2>&1 | FileCheck %s --check-prefix=SIZES
// SIZES: size N1 is 3 in '{{.*}}', but 4 in '{{.*}}'
