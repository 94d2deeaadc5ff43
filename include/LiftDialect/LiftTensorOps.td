//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_LIFTTENSOROPS_TD
#define LIFTDIALECT_LIFTTENSOROPS_TD

include "LiftDialect/LiftOpBase.td"

class Lift_TensorOp<string mnemonic> : Lift_Op<mnemonic, [Pure]> {
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Lift_FromTensorOp : Lift_TensorOp<"from_tensor"> {
  let summary = "gives a tensor of the host to a function on arrays";
  let description = [{
    The array that a `func.call` of a function on arrays takes has the elements of
    the tensor. Its sizes are written as the function writes them: a name stands
    for the dimension of the tensor there, and for no other function's.
    `convert-loops-to-gpu` puts copies to the device in its place, and tests the
    sizes.

    ```mlir
    func.func private @kernel(%x: !lift.array<N x 4 x f32>) -> !lift.array<N x 4 x f32> {
      return %x : !lift.array<N x 4 x f32>
    }
    func.func @host(%t: tensor<?x4xf32>) -> tensor<?x4xf32> {
      %x = lift.from_tensor %t : tensor<?x4xf32> to !lift.array<N x 4 x f32>
      %y = call @kernel(%x) : (!lift.array<N x 4 x f32>) -> !lift.array<N x 4 x f32>
      %r = lift.to_tensor %y : !lift.array<N x 4 x f32> to tensor<?x4xf32>
      return %r : tensor<?x4xf32>
    }
    ```
  }];
  let arguments = (ins AnyRankedTensor:$tensor);
  let results = (outs Lift_ArrayType:$array);
  let assemblyFormat = [{
    $tensor attr-dict `:` type($tensor) `to` qualified(type($array))
  }];
}

def Lift_ToTensorOp : Lift_TensorOp<"to_tensor"> {
  let summary = "gives an array that a function has computed to the host";
  let description = [{
    The tensor has the elements of the array, which is the result of a `func.call`.
    What only other functions on arrays take, `lift.from_tensor` of it, stays on the
    device.

    ```mlir
    func.func private @twice(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
      %r = lift.map (%e = %x : !lift.array<N x f32>) {
        %s = arith.addf %e, %e : f32
        lift.yield %s : f32
      }
      return %r : !lift.array<N x f32>
    }
    func.func @four_times(%t: tensor<?xf32>) -> tensor<?xf32> {
      %x = lift.from_tensor %t : tensor<?xf32> to !lift.array<N x f32>
      %y = call @twice(%x) : (!lift.array<N x f32>) -> !lift.array<N x f32>
      %z = call @twice(%y) : (!lift.array<N x f32>) -> !lift.array<N x f32>
      %r = lift.to_tensor %z : !lift.array<N x f32> to tensor<?xf32>
      return %r : tensor<?xf32>
    }
    ```
  }];
  let arguments = (ins Lift_ArrayType:$array);
  let results = (outs AnyRankedTensor:$tensor);
  let assemblyFormat = [{
    $array attr-dict `:` qualified(type($array)) `to` type($tensor)
  }];
}

#endif // LIFTDIALECT_LIFTTENSOROPS_TD
