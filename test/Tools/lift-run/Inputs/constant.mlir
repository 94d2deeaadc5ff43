func.func @scaled(%x: tensor<9xf32>) -> tensor<9xf32> {
  %c = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]> : tensor<9xf32>
  %none = tensor.empty() : tensor<9xf32>
  %r = linalg.mul ins(%c, %x : tensor<9xf32>, tensor<9xf32>) outs(%none : tensor<9xf32>) -> tensor<9xf32>
  return %r : tensor<9xf32>
}
