// RUN: lift-opt %s --pass-pipeline='builtin.module(convert-linalg-to-lift{return-assertions})' --split-input-file --verify-diagnostics

// Callers would not know of the result.
func.func @callee(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %first = tensor.extract %x[%c0] : tensor<4xf32>
  %ok = arith.cmpf olt, %first, %zero : f32
  // expected-error@below {{asserts what is no relation of sizes, and kernels cannot}}
  // expected-note@below {{the option 'ignore-assertions' leaves it out; elements outside of tensors are then 0}}
  cf.assert %ok, "negative"
  return %x : tensor<4xf32>
}
func.func private @caller(%s: f32) -> f32 {
  %x = tensor.splat %s : tensor<4xf32>
  %y = call @callee(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %c0 = arith.constant 0 : index
  %first = tensor.extract %y[%c0] : tensor<4xf32>
  return %first : f32
}

// -----

func.func @in_branch(%x: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f32
  %r = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
      ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %b = scf.if %c -> f32 {
      %ok = arith.cmpf olt, %a, %zero : f32
      // expected-error@below {{asserts what is no relation of sizes, and kernels cannot}}
      // expected-note@below {{the option 'ignore-assertions' leaves it out; elements outside of tensors are then 0}}
      cf.assert %ok, "negative"
      scf.yield %a : f32
    } else {
      scf.yield %zero : f32
    }
    linalg.yield %b : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}
