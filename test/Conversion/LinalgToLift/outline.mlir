// What is supported moves to functions on arrays, as much at once as there is
// before what stays and needs it.
// RUN: lift-opt %s --split-input-file --pass-pipeline='builtin.module(convert-linalg-to-lift{outline})' --verify-diagnostics | FileCheck %s

#id = affine_map<(i) -> (i)>

// The row that is taken depends on data: the product comes before it, the sum of
// rows behind it. Where only sizes are taken of a result, it is none.
// CHECK-LABEL: func private @mixed_lift0(
// CHECK-SAME: !lift.array<N0 x 8 x f32>, %{{.*}}: !lift.array<8 x 4 x f32>) -> !lift.array<N0 x 4 x f32>
// CHECK: lift.reduce
// CHECK: math.exp
// CHECK-LABEL: func private @mixed_lift1(
// CHECK-SAME: !lift.array<1 x 4 x f32>) -> !lift.array<1 x f32>
// CHECK-LABEL: func @mixed(
// CHECK-SAME: %[[A:.*]]: tensor<?x8xf32>, %[[B:.*]]: tensor<8x4xf32>, %[[I:.*]]: tensor<?xindex>)
// CHECK-SAME: -> tensor<1xf32>
// CHECK: %[[X:.*]] = lift.from_tensor %[[A]] : tensor<?x8xf32> to !lift.array<N0 x 8 x f32>
// CHECK: %[[Y:.*]] = lift.from_tensor %[[B]]
// CHECK: %[[CALL:.*]] = call @mixed_lift0(%[[X]], %[[Y]])
// CHECK: %[[P:.*]] = lift.to_tensor %[[CALL]] : !lift.array<N0 x 4 x f32> to tensor<?x4xf32>
// CHECK: tensor.extract_slice %[[P]]
// CHECK: call @mixed_lift1
func.func @mixed(%a: tensor<?x8xf32>, %b: tensor<8x4xf32>, %indices: tensor<?xindex>)
    -> tensor<1xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %a, %c0 : tensor<?x8xf32>
  %none = tensor.empty(%n) : tensor<?x4xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%none : tensor<?x4xf32>) -> tensor<?x4xf32>
  %p = linalg.matmul ins(%a, %b : tensor<?x8xf32>, tensor<8x4xf32>)
      outs(%zeros : tensor<?x4xf32>) -> tensor<?x4xf32>
  %m = tensor.dim %p, %c0 : tensor<?x4xf32>
  %none2 = tensor.empty(%m) : tensor<?x4xf32>
  %e = linalg.exp ins(%p : tensor<?x4xf32>) outs(%none2 : tensor<?x4xf32>) -> tensor<?x4xf32>
  %i = tensor.extract %indices[%c0] : tensor<?xindex>
  // expected-remark @below {{'tensor.extract_slice' op stays on the host: it depends on an index that the host computes from data}}
  %row = tensor.extract_slice %e[%i, 0] [1, 4] [1, 1] : tensor<?x4xf32> to tensor<1x4xf32>
  %one = tensor.empty() : tensor<1xf32>
  %init = linalg.fill ins(%zero : f32) outs(%one : tensor<1xf32>) -> tensor<1xf32>
  %sum = linalg.reduce { arith.addf } ins(%row : tensor<1x4xf32>) outs(%init : tensor<1xf32>) dimensions = [1]
  return %sum : tensor<1xf32>
}

// -----

// Loops that stay have functions for what is in them; numbers and tensors without
// dimensions are numbers there.
// CHECK-LABEL: func private @loop_lift0(
// CHECK-SAME: %{{.*}}: !lift.array<8 x f32>, %{{.*}}: f32) -> f32
// CHECK-LABEL: func @loop(
// CHECK: scf.while
// CHECK: %[[S:.*]] = tensor.extract %{{.*}}[] : tensor<f32>
// CHECK: %[[R:.*]] = func.call @loop_lift0(%{{.*}}, %[[S]])
// CHECK: %[[T:.*]] = tensor.from_elements %[[R]] : tensor<f32>
// CHECK: scf.condition({{.*}}) %[[T]]
func.func @loop(%x: tensor<8xf32>, %start: tensor<f32>, %limit: f32) -> tensor<f32> {
  // expected-remark @below {{'scf.while' op stays on the host}}
  %r = scf.while (%s = %start) : (tensor<f32>) -> tensor<f32> {
    %sum = linalg.reduce { arith.addf } ins(%x : tensor<8xf32>) outs(%s : tensor<f32>) dimensions = [0]
    %number = tensor.extract %sum[] : tensor<f32>
    %goes = arith.cmpf olt, %number, %limit : f32
    scf.condition(%goes) %sum : tensor<f32>
  } do {
  ^bb0(%s: tensor<f32>):
    scf.yield %s : tensor<f32>
  }
  return %r : tensor<f32>
}

// -----

// An empty tensor of a size that only the host knows tells it.
// CHECK-LABEL: func private @sized_lift0(
// CHECK-SAME: !lift.array<N0 x f32>, %{{.*}}: !lift.array<N0 x f32>)
// CHECK-LABEL: func @sized(
// CHECK-SAME: %{{.*}}: tensor<?xf32>, %[[N:.*]]: index)
// CHECK: %[[NONE:.*]] = tensor.empty(%[[N]])
// CHECK: lift.from_tensor %[[NONE]] : tensor<?xf32> to !lift.array<N0 x f32>
func.func @sized(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %none = tensor.empty(%n) : tensor<?xf32>
  %e = linalg.exp ins(%x : tensor<?xf32>) outs(%none : tensor<?xf32>) -> tensor<?xf32>
  return %e : tensor<?xf32>
}

// -----

// Large constants are arguments, small ones are written down.
// CHECK-LABEL: func private @constants_lift0(
// CHECK-SAME: %{{.*}}: !lift.array<9 x f32>) -> !lift.array<9 x f32>
// CHECK: func @constants(
// CHECK: %[[C:.*]] = arith.constant dense<[0.{{.*}}, 8.{{.*}}]> : tensor<9xf32>
// CHECK: lift.from_tensor %[[C]]
func.func @constants() -> tensor<9xf32> {
  %c = arith.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : tensor<9xf32>
  %two = arith.constant dense<2.0> : tensor<9xf32>
  %none = tensor.empty() : tensor<9xf32>
  %r = linalg.mul ins(%c, %two : tensor<9xf32>, tensor<9xf32>) outs(%none : tensor<9xf32>) -> tensor<9xf32>
  return %r : tensor<9xf32>
}

// -----

// What only moves elements stays: there is nothing to compute.
// CHECK-LABEL: func @negative_views(
// CHECK-NEXT: tensor.extract_slice
func.func @negative_views(%x: tensor<8x4xf32>) -> tensor<4x2xf32> {
  %s = tensor.extract_slice %x[0, 0] [4, 2] [1, 1] : tensor<8x4xf32> to tensor<4x2xf32>
  return %s : tensor<4x2xf32>
}

// -----

// What has no pattern stays, and what does not need it is one group nevertheless.
// CHECK-LABEL: func private @complex_lift0(
// CHECK: math.exp
// CHECK: math.sin
// CHECK-NOT: @complex_lift1
// CHECK-LABEL: func @complex(
// CHECK: linalg.add
func.func @complex(%x: tensor<4xf32>, %z: tensor<4xcomplex<f32>>) -> (tensor<4xf32>, tensor<4xcomplex<f32>>) {
  %none = tensor.empty() : tensor<4xf32>
  %e = linalg.exp ins(%x : tensor<4xf32>) outs(%none : tensor<4xf32>) -> tensor<4xf32>
  %cnone = tensor.empty() : tensor<4xcomplex<f32>>
  // expected-remark @below {{'linalg.add' op stays on the host: }}
  %c = linalg.add ins(%z, %z : tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) outs(%cnone : tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  %s = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%e : tensor<4xf32>) outs(%none : tensor<4xf32>) {
    ^bb0(%a: f32, %o: f32):
      %v = math.sin %a : f32
      linalg.yield %v : f32
    } -> tensor<4xf32>
  return %s, %c : tensor<4xf32>, tensor<4xcomplex<f32>>
}

// -----

// CHECK-LABEL: func @negative_memory(
// CHECK: linalg.exp
func.func @negative_memory(%x: memref<4xf32>) {
  linalg.exp ins(%x : memref<4xf32>) outs(%x : memref<4xf32>)
  return
}

// -----

// Names of the host stay its own.
// CHECK: func @clash_lift0()
// CHECK: func private @[[NAME:clash_lift0_[0-9]+]](
// CHECK: call @[[NAME]](
func.func @clash_lift0() {
  return
}
func.func @clash(%x: tensor<4xf32>) -> tensor<4xf32> {
  %none = tensor.empty() : tensor<4xf32>
  %e = linalg.exp ins(%x : tensor<4xf32>) outs(%none : tensor<4xf32>) -> tensor<4xf32>
  return %e : tensor<4xf32>
}

// -----

// An assertion on data is made by the host.
// CHECK-LABEL: func @asserted(
// CHECK: %[[R:.*]] = call @asserted_lift0(
// CHECK: tensor.from_elements %[[R]]
// CHECK: cf.assert %{{.*}}, "the sum is negative"
func.func @asserted(%x: tensor<4xf32>) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %none = tensor.empty() : tensor<f32>
  %init = linalg.fill ins(%zero : f32) outs(%none : tensor<f32>) -> tensor<f32>
  %sum = linalg.reduce { arith.addf } ins(%x : tensor<4xf32>) outs(%init : tensor<f32>) dimensions = [0]
  %number = tensor.extract %sum[] : tensor<f32>
  %holds = arith.cmpf oge, %number, %zero : f32
  cf.assert %holds, "the sum is negative"
  return %sum : tensor<f32>
}
