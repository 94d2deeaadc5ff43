// A fully connected layer on tensors, as other compilers give it:
// max(x * weights + bias, 0).
//
//   lift-run layer.mlir --size=N0=64,N1=320,N3=192 --verify

func.func @layer(%x: tensor<?x?xf32>, %weights: tensor<?x?xf32>, %bias: tensor<?xf32>)
    -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %weights, %c1 : tensor<?x?xf32>
  %empty = tensor.empty(%m, %n) : tensor<?x?xf32>
  %biases = linalg.broadcast ins(%bias : tensor<?xf32>) outs(%empty : tensor<?x?xf32>) dimensions = [0]
  %sums = linalg.matmul ins(%x, %weights : tensor<?x?xf32>, tensor<?x?xf32>)
      outs(%biases : tensor<?x?xf32>) -> tensor<?x?xf32>
  %y = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%sums : tensor<?x?xf32>) outs(%empty : tensor<?x?xf32>) {
  ^bb0(%s: f32, %o: f32):
    %r = arith.maximumf %s, %zero : f32
    linalg.yield %r : f32
  } -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}
