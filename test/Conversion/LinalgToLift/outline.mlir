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
  // expected-remark @below {{'tensor.extract_slice' op stays on the host: 'tensor.extract_slice' op has a size 0 that depends on data}}
  %rows = tensor.extract_slice %e[0, 0] [%i, 4] [1, 1] : tensor<?x4xf32> to tensor<?x4xf32>
  %row = tensor.cast %rows : tensor<?x4xf32> to tensor<1x4xf32>
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

#id = affine_map<(i) -> (i)>

// What is in memory of the host is given, and what is computed is stored there: all
// before others use memory, and before it is read by another name.
// CHECK-LABEL: func private @memory_lift0(
// CHECK: math.exp
// CHECK: math.sin
// CHECK-LABEL: func private @memory_lift1(
// CHECK: math.cos
// CHECK-LABEL: func @memory(
// CHECK-SAME: %[[X:.*]]: memref<?xf32>, %[[Y:.*]]: memref<?xf32>)
// CHECK: %[[GIVEN:.*]] = bufferization.to_tensor %[[X]]
// CHECK: lift.from_tensor %[[GIVEN]]
// CHECK: %[[CALL:.*]] = call @memory_lift0
// CHECK: %[[R:.*]] = lift.to_tensor %[[CALL]]
// CHECK-NEXT: bufferization.materialize_in_destination %[[R]] in restrict writable %[[Y]]
// CHECK-NEXT: memref.load %[[Y]]
// CHECK: call @memory_lift1
// CHECK: bufferization.materialize_in_destination %{{.*}} in restrict writable %[[X]]
func.func @memory(%x: memref<?xf32>, %y: memref<?xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  linalg.exp ins(%x : memref<?xf32>) outs(%y : memref<?xf32>)
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%y : memref<?xf32>) outs(%y : memref<?xf32>) {
    ^bb0(%a: f32, %o: f32):
      %v = math.sin %a : f32
      linalg.yield %v : f32
    }
  %r = memref.load %y[%c0] : memref<?xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%y : memref<?xf32>) outs(%x : memref<?xf32>) {
    ^bb0(%a: f32, %o: f32):
      %v = math.cos %a : f32
      linalg.yield %v : f32
    }
  return %r : f32
}

// -----

#id = affine_map<(i) -> (i)>

// Another name for what is stored: it is stored before.
// CHECK-LABEL: func private @aliases_lift0(
// CHECK-LABEL: func private @aliases_lift1(
// CHECK-LABEL: func @aliases(
// CHECK: call @aliases_lift0
// CHECK: bufferization.materialize_in_destination
// CHECK: bufferization.to_tensor
// CHECK: call @aliases_lift1
func.func @aliases(%x: memref<8xf32>, %y: memref<8xf32>) {
  linalg.exp ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
  linalg.exp ins(%x : memref<8xf32>) outs(%x : memref<8xf32>)
  return
}

// -----

// What only fills or copies stays, and so does what has no pattern.
// CHECK-LABEL: func @negative_memory(
// CHECK-NOT: bufferization
// CHECK: linalg.fill
// CHECK-NEXT: linalg.add
// CHECK-NEXT: linalg.exp
func.func @negative_memory(%x: memref<4xf32>, %z: memref<4xcomplex<f32>>, %d: memref<4xf32, 1>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%x : memref<4xf32>)
  // expected-remark @below {{'linalg.add' op stays on the host: }}
  linalg.add ins(%z, %z : memref<4xcomplex<f32>>, memref<4xcomplex<f32>>) outs(%z : memref<4xcomplex<f32>>)
  // expected-remark @below {{'linalg.exp' op stays on the host: it works on memory that is not the host's}}
  linalg.exp ins(%d : memref<4xf32, 1>) outs(%d : memref<4xf32, 1>)
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

// -----

// Each size is looked at once, however many ways lead to it.
// CHECK-LABEL: func @doubled(
// CHECK: call @doubled_lift0(
func.func @doubled(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n0 = tensor.dim %x, %c0 : tensor<?xf32>
  %d0 = arith.addi %n0, %n0 : index
  %n1 = arith.subi %d0, %n0 : index
  %d1 = arith.addi %n1, %n1 : index
  %n2 = arith.subi %d1, %n1 : index
  %d2 = arith.addi %n2, %n2 : index
  %n3 = arith.subi %d2, %n2 : index
  %d3 = arith.addi %n3, %n3 : index
  %n4 = arith.subi %d3, %n3 : index
  %d4 = arith.addi %n4, %n4 : index
  %n5 = arith.subi %d4, %n4 : index
  %d5 = arith.addi %n5, %n5 : index
  %n6 = arith.subi %d5, %n5 : index
  %d6 = arith.addi %n6, %n6 : index
  %n7 = arith.subi %d6, %n6 : index
  %d7 = arith.addi %n7, %n7 : index
  %n8 = arith.subi %d7, %n7 : index
  %d8 = arith.addi %n8, %n8 : index
  %n9 = arith.subi %d8, %n8 : index
  %d9 = arith.addi %n9, %n9 : index
  %n10 = arith.subi %d9, %n9 : index
  %d10 = arith.addi %n10, %n10 : index
  %n11 = arith.subi %d10, %n10 : index
  %d11 = arith.addi %n11, %n11 : index
  %n12 = arith.subi %d11, %n11 : index
  %d12 = arith.addi %n12, %n12 : index
  %n13 = arith.subi %d12, %n12 : index
  %d13 = arith.addi %n13, %n13 : index
  %n14 = arith.subi %d13, %n13 : index
  %d14 = arith.addi %n14, %n14 : index
  %n15 = arith.subi %d14, %n14 : index
  %d15 = arith.addi %n15, %n15 : index
  %n16 = arith.subi %d15, %n15 : index
  %d16 = arith.addi %n16, %n16 : index
  %n17 = arith.subi %d16, %n16 : index
  %d17 = arith.addi %n17, %n17 : index
  %n18 = arith.subi %d17, %n17 : index
  %d18 = arith.addi %n18, %n18 : index
  %n19 = arith.subi %d18, %n18 : index
  %d19 = arith.addi %n19, %n19 : index
  %n20 = arith.subi %d19, %n19 : index
  %d20 = arith.addi %n20, %n20 : index
  %n21 = arith.subi %d20, %n20 : index
  %d21 = arith.addi %n21, %n21 : index
  %n22 = arith.subi %d21, %n21 : index
  %d22 = arith.addi %n22, %n22 : index
  %n23 = arith.subi %d22, %n22 : index
  %d23 = arith.addi %n23, %n23 : index
  %n24 = arith.subi %d23, %n23 : index
  %d24 = arith.addi %n24, %n24 : index
  %n25 = arith.subi %d24, %n24 : index
  %d25 = arith.addi %n25, %n25 : index
  %n26 = arith.subi %d25, %n25 : index
  %d26 = arith.addi %n26, %n26 : index
  %n27 = arith.subi %d26, %n26 : index
  %d27 = arith.addi %n27, %n27 : index
  %n28 = arith.subi %d27, %n27 : index
  %d28 = arith.addi %n28, %n28 : index
  %n29 = arith.subi %d28, %n28 : index
  %d29 = arith.addi %n29, %n29 : index
  %n30 = arith.subi %d29, %n29 : index
  %d30 = arith.addi %n30, %n30 : index
  %n31 = arith.subi %d30, %n30 : index
  %d31 = arith.addi %n31, %n31 : index
  %n32 = arith.subi %d31, %n31 : index
  %d32 = arith.addi %n32, %n32 : index
  %n33 = arith.subi %d32, %n32 : index
  %d33 = arith.addi %n33, %n33 : index
  %n34 = arith.subi %d33, %n33 : index
  %d34 = arith.addi %n34, %n34 : index
  %n35 = arith.subi %d34, %n34 : index
  %d35 = arith.addi %n35, %n35 : index
  %n36 = arith.subi %d35, %n35 : index
  %d36 = arith.addi %n36, %n36 : index
  %n37 = arith.subi %d36, %n36 : index
  %d37 = arith.addi %n37, %n37 : index
  %n38 = arith.subi %d37, %n37 : index
  %d38 = arith.addi %n38, %n38 : index
  %n39 = arith.subi %d38, %n38 : index
  %d39 = arith.addi %n39, %n39 : index
  %n40 = arith.subi %d39, %n39 : index
  %none = tensor.empty(%n40) : tensor<?xf32>
  %e = linalg.exp ins(%x : tensor<?xf32>) outs(%none : tensor<?xf32>) -> tensor<?xf32>
  return %e : tensor<?xf32>
}
// -----

// Large constants that are made inside are given by the host.
// CHECK-LABEL: func private @constants_lift0(
// CHECK-SAME: !lift.array<1 x 6 x 6 x 2 x f32>,
// CHECK-SAME: !lift.array<6 x 6 x f32>, %{{.*}}: !lift.array<6 x 6 x f32>
// CHECK-NOT: lift.constant
// CHECK-LABEL: func @constants(
// CHECK: %[[C:.*]] = arith.constant dense<{{.*}}> : tensor<6x6xf32>
// CHECK: lift.from_tensor %[[C]]
// CHECK: call @constants_lift0(
func.func @constants(%a: tensor<1x6x6x2xf32>, %o: tensor<6x6x1x1x1x2xf32>) -> tensor<6x6x1x1x1x2xf32> {
  %r = linalg.winograd_input_transform fmr(F_4_3) ins(%a : tensor<1x6x6x2xf32>) outs(%o : tensor<6x6x1x1x1x2xf32>) -> tensor<6x6x1x1x1x2xf32>
  return %r : tensor<6x6x1x1x1x2xf32>
}

// -----

// A shape that is made of sizes comes with the reshape.
// CHECK-LABEL: func private @reshaped_lift0(
// CHECK-SAME: %{{.*}}: !lift.array<N0 x 6 x f32>) -> !lift.array<(2 * N0) x 3 x f32>
// CHECK-LABEL: func @reshaped(
// CHECK-NOT: tensor.reshape
func.func @reshaped(%a: tensor<?x6xf32>) -> tensor<?x3xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %e = linalg.exp ins(%a : tensor<?x6xf32>) outs(%a : tensor<?x6xf32>) -> tensor<?x6xf32>
  %n = tensor.dim %a, %c0 : tensor<?x6xf32>
  %m = arith.muli %n, %c2 : index
  %shape = tensor.from_elements %m, %c3 : tensor<2xindex>
  %r = tensor.reshape %e(%shape) : (tensor<?x6xf32>, tensor<2xindex>) -> tensor<?x3xf32>
  %s = linalg.exp ins(%r : tensor<?x3xf32>) outs(%r : tensor<?x3xf32>) -> tensor<?x3xf32>
  return %s : tensor<?x3xf32>
}

// -----

// But not one that is made of data.
// CHECK-LABEL: func @read_shape(
// CHECK: tensor.reshape
func.func @read_shape(%a: tensor<?x6xf32>, %shape: tensor<2xindex>) -> tensor<?x3xf32> {
  %e = linalg.exp ins(%a : tensor<?x6xf32>) outs(%a : tensor<?x6xf32>) -> tensor<?x6xf32>
  // expected-remark @below {{'tensor.reshape' op stays on the host: 'tensor.reshape' op has sizes that depend on data}}
  %r = tensor.reshape %e(%shape) : (tensor<?x6xf32>, tensor<2xindex>) -> tensor<?x3xf32>
  return %r : tensor<?x3xf32>
}

// -----

// A sum over no elements is something: the host can compute it.
// CHECK-LABEL: func private @sums_lift0(
// CHECK-SAME: !lift.array<N0 x N1 x f32>
// CHECK-LABEL: func private @sums_lift0_host(
// CHECK-SAME: tensor<?x?xf32>, %{{.*}}: tensor<?xf32>) -> tensor<?xf32>
// CHECK: linalg.generic
// CHECK-LABEL: func @sums(
// CHECK: call @sums_lift0(%{{.*}}) {lift.on_host = @sums_lift0_host}
func.func @sums(%a: tensor<?x?xf32>, %o: tensor<?xf32>) -> tensor<?xf32> {
  %r = linalg.reduce { arith.addf } ins(%a : tensor<?x?xf32>) outs(%o : tensor<?xf32>) dimensions = [1]
  return %r : tensor<?xf32>
}

// -----

// Where a size of 0 leaves no result, it cannot; nor where no size may be 0.
// CHECK-NOT: lift.on_host
func.func @each(%a: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.exp ins(%a : tensor<?x?xf32>) outs(%a : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @known(%a: tensor<4x8xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.reduce { arith.addf } ins(%a : tensor<4x8xf32>) outs(%o : tensor<4xf32>) dimensions = [1]
  return %r : tensor<4xf32>
}
