// RUN: lift-opt %s --split-input-file --canonicalize --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func @there_and_back(
// CHECK-SAME: %[[T:.*]]: tensor<?x4xf32>)
func.func @there_and_back(%t: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %x = lift.from_tensor %t : tensor<?x4xf32> to !lift.array<N x 4 x f32>
  %r = lift.to_tensor %x : !lift.array<N x 4 x f32> to tensor<?x4xf32>
  // CHECK-NEXT: return %[[T]]
  return %r : tensor<?x4xf32>
}

// What is said of sizes differs.
// CHECK-LABEL: func @negative_other_types(
func.func @negative_other_types(%t: tensor<?xf32>) -> tensor<4xf32> {
  // CHECK: lift.from_tensor {{.*}} : tensor<?xf32> to !lift.array<N x f32>
  %x = lift.from_tensor %t : tensor<?xf32> to !lift.array<N x f32>
  // CHECK: lift.to_tensor {{.*}} : !lift.array<N x f32> to tensor<4xf32>
  %r = lift.to_tensor %x : !lift.array<N x f32> to tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @element(%t: tensor<4xi32>) {
  // expected-error @below {{has 'tensor<4xi32>' and '!lift.array<4 x f32>', which have other elements}}
  %x = lift.from_tensor %t : tensor<4xi32> to !lift.array<4 x f32>
  return
}

// -----

func.func @rank(%t: tensor<4xf32>) {
  // expected-error @below {{which have other elements}}
  %x = lift.from_tensor %t : tensor<4xf32> to !lift.array<2 x 2 x f32>
  return
}

// -----

func.func @size(%t: tensor<4xf32>) {
  // expected-error @below {{which have other elements}}
  %x = lift.from_tensor %t : tensor<4xf32> to !lift.array<5 x f32>
  return
}

// -----

func.func @encoding(%t: tensor<4xf32, "sparse">) {
  // expected-error @below {{has a tensor with an encoding}}
  %x = lift.from_tensor %t : tensor<4xf32, "sparse"> to !lift.array<4 x f32>
  return
}
