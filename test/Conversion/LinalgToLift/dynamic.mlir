// Dynamic dimensions are names, which are the same where operations ask for it.
// RUN: lift-opt %s --pass-pipeline='builtin.module(convert-linalg-to-lift)' | FileCheck %s

// CHECK-LABEL: @matmul
// CHECK-SAME: !lift.array<[[M:N[0-9]+]] x [[K:N[0-9]+]] x f32>
// CHECK-SAME: !lift.array<[[K]] x [[N:N[0-9]+]] x f32>
// CHECK-SAME: -> !lift.array<[[M]] x [[N]] x f32>
func.func @matmul(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %n = tensor.dim %b, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>)
      outs(%z : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// A constant is as good as a name.
// CHECK-LABEL: @cast
// CHECK-SAME: (%{{.*}}: !lift.array<N0 x 8 x f32>) -> !lift.array<N0 x 8 x f32>
func.func @cast(%a: tensor<?x?xf32>) -> tensor<?x8xf32> {
  %r = tensor.cast %a : tensor<?x?xf32> to tensor<?x8xf32>
  return %r : tensor<?x8xf32>
}

// Arithmetic on sizes is a size.
// CHECK-LABEL: @half
// CHECK-SAME: (%{{.*}}: !lift.array<N0 x f32>) -> !lift.array<(N0 floordiv 2) x f32>
// CHECK: lift.take %{{.*}} size [N0 floordiv 2] dims [0]
func.func @half(%a: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %h = affine.apply affine_map<()[s0] -> (s0 floordiv 2)>()[%n]
  %r = tensor.extract_slice %a[0] [%h] [1] : tensor<?xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}

// Windows that reach farther than the argument are a requirement of the view.
// CHECK-LABEL: @windows
// CHECK-SAME: (%{{.*}}: !lift.array<N0 x f32>, %{{.*}}: !lift.array<N1 x f32>, %{{.*}}: !lift.array<N2 x f32>)
// CHECK: lift.take %{{.*}} size [N1 + N2 - 1] dims [0]
func.func @windows(%x: tensor<?xf32>, %f: tensor<?xf32>, %o: tensor<?xf32>) -> tensor<?xf32> {
  %r = linalg.conv_1d ins(%x, %f : tensor<?xf32>, tensor<?xf32>) outs(%o : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// What no name can stand for is required.
// CHECK-LABEL: @required
// CHECK-SAME: lift.requires = [#lift.constraint<N2 * N3 == N0 * N1>]
func.func @required(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?xf32> {
  %a = tensor.collapse_shape %x [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %b = tensor.collapse_shape %y [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %r = linalg.add ins(%a, %b : tensor<?xf32>, tensor<?xf32>) outs(%a : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// A size is a number where a body asks for it.
// CHECK-LABEL: @mean
// CHECK: %[[N:.*]] = lift.size N0 : index
// CHECK: arith.index_cast %[[N]] : index to i32
func.func @mean(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %k = arith.index_cast %n : index to i32
  %r = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
      ins(%x : tensor<?xf32>) outs(%x : tensor<?xf32>) {
  ^bb0(%e: f32, %o: f32):
    %f = arith.sitofp %k : i32 to f32
    %q = arith.divf %e, %f : f32
    linalg.yield %q : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// What is asserted of sizes is required.
// CHECK-LABEL: @asserted
// CHECK-SAME: (%{{.*}}: !lift.array<N0 x f32>) -> !lift.array<(N0 - 2) x f32>
// CHECK-SAME: lift.requires = [#lift.constraint<3 le N0>]
// CHECK-NOT: cf.assert
func.func @asserted(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %isEnough = arith.cmpi sgt, %n, %c2 : index
  cf.assert %isEnough, "too few"
  %isPositive = arith.cmpi sge, %n, %c0 : index
  cf.assert %isPositive, "always"
  %m = arith.subi %n, %c2 : index
  %r = tensor.extract_slice %x[2] [%m] [1] : tensor<?xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}

// A tensor of numbers that are sizes is a shape.
// CHECK-LABEL: @reshape
// CHECK: lift.join %arg0
// CHECK: lift.split %{{.*}} by N0 : !lift.array<(3 * N0) x f32>
func.func @reshape(%x: tensor<?x3xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %n = tensor.dim %x, %c0 : tensor<?x3xf32>
  %shape = tensor.from_elements %c3, %n : tensor<2xindex>
  %r = tensor.reshape %x(%shape) : (tensor<?x3xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// A number that may be negative rounds to zero, and is the same only as unsigned
// number: where it is no size, it is computed as it stands.
// CHECK-LABEL: @negative
// CHECK-NOT: lift.requires
// CHECK-DAG: arith.divsi %{{.*}}, %c3
// CHECK-DAG: arith.extui %{{.*}} : i32 to i64
// CHECK-DAG: arith.trunci %{{.*}} : i64 to i32
func.func @negative(%x: tensor<?xi64>) -> tensor<?xi64> {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c10 = arith.constant 10 : index
  %n = tensor.dim %x, %c0 : tensor<?xi64>
  %d = arith.subi %n, %c10 : index
  %q = arith.divsi %d, %c3 : index
  %i = arith.index_cast %q : index to i64
  %d64 = arith.index_cast %d : index to i64
  %d32 = arith.trunci %d64 : i64 to i32
  %u = arith.extui %d32 : i32 to i64
  %s = arith.addi %i, %u : i64
  %t = tensor.splat %s[%n] : tensor<?xi64>
  %r = linalg.add ins(%x, %t : tensor<?xi64>, tensor<?xi64>) outs(%x : tensor<?xi64>) -> tensor<?xi64>
  return %r : tensor<?xi64>
}

// Where it is a size, it must not be negative.
// CHECK-LABEL: @steps
// CHECK-SAME: -> !lift.array<(N0 ceildiv 2 - 1) x f32>
// CHECK-SAME: lift.requires = [#lift.constraint<0 le N0 - 3>]
func.func @steps(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %d = arith.subi %n, %c3 : index
  %q = arith.divsi %d, %c2 : index
  %m = arith.addi %q, %c1 : index
  %r = tensor.extract_slice %x[0] [%m] [1] : tensor<?xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}

// What a body reads at its indices is an operand: also where it reads at 0 if the size
// is 1, as what expands a tensor does.
// CHECK-LABEL: @expand
// CHECK-SAME: (%[[X:.*]]: !lift.array<N0 x 3 x f32>)
// CHECK-NEXT: %[[T:.*]] = lift.transpose %[[X]] permutation [1, 0]
// CHECK-NEXT: lift.map (%[[ROW:.*]] = %[[T]] :
// CHECK-NEXT: lift.map (%[[E:.*]] = %[[ROW]] :
// CHECK-NEXT: lift.yield %[[E]]
func.func @expand(%x: tensor<?x3xf32>) -> tensor<3x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x3xf32>
  %e = tensor.empty(%n) : tensor<3x?xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      outs(%e : tensor<3x?xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %one = arith.cmpi eq, %n, %c1 : index
    %k = arith.select %one, %c0, %j : index
    %v = tensor.extract %x[%k, %i] : tensor<?x3xf32>
    linalg.yield %v : f32
  } -> tensor<3x?xf32>
  return %r : tensor<3x?xf32>
}

// Not what is read elsewhere, of a tensor that may be longer, or is 1 by another size.
// CHECK-LABEL: @elsewhere
// CHECK-COUNT-3: lift.at in_bounds %arg
func.func @elsewhere(%x: tensor<?xf32>, %y: tensor<?xf32>, %z: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%z : tensor<?xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %one = arith.cmpi eq, %n, %c1 : index
    %k = arith.select %one, %c0, %i : index
    %j = arith.divui %i, %n : index
    %u = tensor.extract %x[%i] : tensor<?xf32>
    %v = tensor.extract %y[%k] : tensor<?xf32>
    %w = tensor.extract %z[%j] : tensor<?xf32>
    %s = arith.addf %u, %v : f32
    %t = arith.addf %s, %w : f32
    linalg.yield %t : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}
