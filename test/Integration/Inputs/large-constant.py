"""A module that multiplies a constant of 1.2 GB, of ones, by a vector."""

print("""\
func.func @rows(%x: tensor<1000xf32>) -> tensor<300000xf32> {
  %c = arith.constant dense_resource<ones> : tensor<300000x1000xf32>
  %zero = arith.constant 0.0 : f32
  %none = tensor.empty() : tensor<300000xf32>
  %sums = linalg.fill ins(%zero : f32) outs(%none : tensor<300000xf32>) -> tensor<300000xf32>
  %r = linalg.matvec ins(%c, %x : tensor<300000x1000xf32>, tensor<1000xf32>)
      outs(%sums : tensor<300000xf32>) -> tensor<300000xf32>
  return %r : tensor<300000xf32>
}
{-# dialect_resources: {builtin: {ones: "0x04000000""", end="")
for _ in range(300):
    print("0000803F" * 1000000, end="")
print('"}} #-}')
