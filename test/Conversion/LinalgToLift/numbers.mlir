// Numbers that arrays and kernels do not have: bf16 as elements, and indices that may be
// more than places in arrays, which are computed in 64 bits.
// RUN: lift-opt %s --split-input-file --pass-pipeline='builtin.module(convert-linalg-to-lift)' | FileCheck %s

// A comparison of places stays one of indices.
// CHECK-LABEL: func.func @triangle
// CHECK-NOT: i64
// CHECK: arith.cmpi sle, %{{.*}}, %{{.*}} : index
// CHECK-NOT: i64
func.func @triangle(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %zero = arith.constant 0.0 : f32
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      outs(%x : tensor<?x8xf32>) {
  ^bb0(%a: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %c = arith.cmpi sle, %j, %i : index
    %v = arith.select %c, %a, %zero : f32
    linalg.yield %v : f32
  } -> tensor<?x8xf32>
  return %r : tensor<?x8xf32>
}

// -----

// So does what a place is computed through, although N * 100000 may be more.
// CHECK-LABEL: func.func @place
// CHECK: arith.muli %{{.*}}, %{{.*}} : index
// CHECK-NOT: i64
func.func @place(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c = arith.constant 100000 : index
  %r = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%x : tensor<?xf32>) {
  ^bb0(%a: f32):
    %i = linalg.index 0 : index
    %p = arith.muli %i, %c : index
    %v = tensor.extract %y[%p] : tensor<?xf32>
    linalg.yield %v : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// Products of small numbers are small.
// CHECK-LABEL: func.func @small
// CHECK: %[[P:.*]] = arith.muli %{{.*}}, %{{.*}} : index
// CHECK: arith.index_cast %[[P]] : index to i64
func.func @small(%x: tensor<46340xi64>) -> tensor<46340xi64> {
  %r = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%x : tensor<46340xi64>) {
  ^bb0(%a: i64):
    %i = linalg.index 0 : index
    %p = arith.muli %i, %i : index
    %v = arith.index_cast %p : index to i64
    linalg.yield %v : i64
  } -> tensor<46340xi64>
  return %r : tensor<46340xi64>
}

// -----

// CHECK-LABEL: func.func @large
// CHECK: arith.muli %{{.*}}, %{{.*}} : i64
func.func @large(%x: tensor<?xi64>) -> tensor<?xi64> {
  %r = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%x : tensor<?xi64>) {
  ^bb0(%a: i64):
    %i = linalg.index 0 : index
    %p = arith.muli %i, %i : index
    %v = arith.index_cast %p : index to i64
    linalg.yield %v : i64
  } -> tensor<?xi64>
  return %r : tensor<?xi64>
}

// -----

// Elements of type index are i64, and so are numbers.
// CHECK-LABEL: func.func @elements
// CHECK-SAME: %{{.*}}: !lift.array<5 x i64>, %{{.*}}: i64) -> (!lift.array<5 x i64>, i64)
// CHECK: arith.addi %{{.*}}, %{{.*}} : i64
func.func @elements(%x: tensor<5xindex>, %k: index) -> (tensor<5xindex>, index) {
  %r = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%x : tensor<5xindex>) {
  ^bb0(%a: index):
    %s = arith.addi %a, %k : index
    linalg.yield %s : index
  } -> tensor<5xindex>
  return %r, %k : tensor<5xindex>, index
}

// -----

// Elements of type bf16 are i16. Where sums are f32, nothing is rounded.
// CHECK-LABEL: func.func @bfloats
// CHECK-SAME: %{{.*}}: !lift.array<N0 x i16>, %{{.*}}: f32) -> f32
// CHECK: arith.bitcast %{{.*}} : i32 to f32
// CHECK-NOT: arith.cmpf
// CHECK: arith.addf %{{.*}}, %{{.*}} : f32
// CHECK-NOT: arith.cmpf
// CHECK: return
func.func @bfloats(%x: tensor<?xbf16>, %s: tensor<f32>) -> tensor<f32> {
  %r = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%x : tensor<?xbf16>) outs(%s : tensor<f32>) {
  ^bb0(%a: bf16, %b: f32):
    %e = arith.extf %a : bf16 to f32
    %t = arith.addf %b, %e : f32
    linalg.yield %t : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}

// -----

// A constant of a type that not every device has is rounded here, data where it is read.
// CHECK-LABEL: @rounded
// CHECK: arith.constant 9.99999974E-6 : f32
// CHECK-NOT: f64 to f32
// CHECK: arith.truncf %{{.*}} : f32 to f16
func.func @rounded(%x: tensor<?xf32>) -> tensor<?xf16> {
  %c0 = arith.constant 0 : index
  %small = arith.constant 1.0e-05 : f64
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf16>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
      ins(%x : tensor<?xf32>) outs(%e : tensor<?xf16>) {
  ^bb0(%a: f32, %o: f16):
    %b = arith.truncf %small : f64 to f32
    %s = arith.addf %a, %b : f32
    %t = arith.truncf %s : f32 to f16
    linalg.yield %t : f16
  } -> tensor<?xf16>
  return %r : tensor<?xf16>
}
