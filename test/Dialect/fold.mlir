// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(canonicalize))' | FileCheck %s

// CHECK-LABEL: func @join_of_split(
// CHECK-SAME: %[[X:.*]]: !lift.array<N x M x f32>)
func.func @join_of_split(%x: !lift.array<N x M x f32>)
    -> (!lift.array<N x M x f32>, !lift.array<N x M x f32>) {
  %s = lift.split %x by 4 : !lift.array<N x M x f32>
  %j = lift.join %s : !lift.array<(N / 4) x 4 x M x f32>
  %t = lift.split %x by 2 dim 1 : !lift.array<N x M x f32>
  %k = lift.join %t dim 1 : !lift.array<N x (M / 2) x 2 x f32>
  // CHECK: return %[[X]], %[[X]]
  return %j, %k : !lift.array<N x M x f32>, !lift.array<N x M x f32>
}

// The dimensions that are joined are not those that were split.
// CHECK-LABEL: func @negative_join_of_split_dim
func.func @negative_join_of_split_dim(%x: !lift.array<N x M x f32>)
    -> !lift.array<(N / 4) x (4 * M) x f32> {
  // CHECK: lift.split
  %s = lift.split %x by 4 : !lift.array<N x M x f32>
  // CHECK: lift.join
  %j = lift.join %s dim 1 : !lift.array<(N / 4) x 4 x M x f32>
  return %j : !lift.array<(N / 4) x (4 * M) x f32>
}

// CHECK-LABEL: func @split_of_join(
// CHECK-SAME: %[[X:.*]]: !lift.array<N x 4 x f32>)
func.func @split_of_join(%x: !lift.array<N x 4 x f32>) -> !lift.array<N x 4 x f32> {
  %j = lift.join %x : !lift.array<N x 4 x f32>
  %s = lift.split %j by 4 : !lift.array<(4 * N) x f32>
  // CHECK: return %[[X]]
  return %s : !lift.array<N x 4 x f32>
}

// Chunks of another size.
// CHECK-LABEL: func @negative_split_of_join_chunk
func.func @negative_split_of_join_chunk(%x: !lift.array<N x 4 x f32>)
    -> !lift.array<(2 * N) x 2 x f32> {
  // CHECK: lift.join
  %j = lift.join %x : !lift.array<N x 4 x f32>
  // CHECK: lift.split
  %s = lift.split %j by 2 : !lift.array<(4 * N) x f32>
  return %s : !lift.array<(2 * N) x 2 x f32>
}

// CHECK-LABEL: func @transpose_twice(
// CHECK-SAME: %[[X:.*]]: !lift.array<N x M x f32>)
func.func @transpose_twice(%x: !lift.array<N x M x f32>) -> !lift.array<N x M x f32> {
  %a = lift.transpose %x : !lift.array<N x M x f32>
  %b = lift.transpose %a : !lift.array<M x N x f32>
  // CHECK: return %[[X]]
  return %b : !lift.array<N x M x f32>
}

// N x M x K becomes M x K x N, then K x N x M: two turns of a cycle of three.
// CHECK-LABEL: func @transpose_combines(
// CHECK-SAME: %[[X:.*]]: !lift.array<N x M x K x f32>)
func.func @transpose_combines(%x: !lift.array<N x M x K x f32>)
    -> !lift.array<K x N x M x f32> {
  // CHECK-NEXT: %[[T:.*]] = lift.transpose %[[X]] permutation [2, 0, 1] : !lift.array<N x M x K x f32>
  // CHECK-NEXT: return %[[T]]
  %a = lift.transpose %x permutation [1, 2, 0] : !lift.array<N x M x K x f32>
  %b = lift.transpose %a permutation [1, 2, 0] : !lift.array<M x K x N x f32>
  return %b : !lift.array<K x N x M x f32>
}

// CHECK-LABEL: func @transpose_identity(
// CHECK-SAME: %[[X:.*]]: !lift.array<N x M x f32>)
func.func @transpose_identity(%x: !lift.array<N x M x f32>) -> !lift.array<N x M x f32> {
  %a = lift.transpose %x permutation [0, 1] : !lift.array<N x M x f32>
  // CHECK: return %[[X]]
  return %a : !lift.array<N x M x f32>
}

// The same type is not the same array.
// CHECK-LABEL: func @negative_transpose_square
func.func @negative_transpose_square(%x: !lift.array<4 x 4 x f32>) -> !lift.array<4 x 4 x f32> {
  // CHECK: lift.transpose
  %a = lift.transpose %x : !lift.array<4 x 4 x f32>
  return %a : !lift.array<4 x 4 x f32>
}

// CHECK-LABEL: func @nothing_added_or_cut(
// CHECK-SAME: %[[X:.*]]: !lift.array<N x M x f32>,
func.func @nothing_added_or_cut(%x: !lift.array<N x M x f32>, %v: f32)
    -> (!lift.array<N x M x f32>, !lift.array<N x M x f32>) {
  %p = lift.pad %x low [0, 0] high [0, 0] constant(%v : f32) : !lift.array<N x M x f32>
  %t = lift.take %x size [M] dims [1] : !lift.array<N x M x f32>
  // CHECK: return %[[X]], %[[X]]
  return %p, %t : !lift.array<N x M x f32>, !lift.array<N x M x f32>
}

// CHECK-LABEL: func @negative_something_added_or_cut
func.func @negative_something_added_or_cut(%x: !lift.array<N x f32>)
    -> (!lift.array<(N + 1) x f32>, !lift.array<(N - 1) x f32>) {
  // CHECK: lift.pad
  %p = lift.pad %x low [1] high [0] clamp : !lift.array<N x f32>
  // CHECK: lift.take
  %t = lift.take %x size [N - 1] : !lift.array<N x f32>
  return %p, %t : !lift.array<(N + 1) x f32>, !lift.array<(N - 1) x f32>
}

// CHECK-LABEL: func @size
func.func @size(%x: !lift.array<N x f32>) -> (index, index) {
  // CHECK-DAG: %[[EIGHT:.*]] = arith.constant 8 : index
  // CHECK-DAG: %[[N:.*]] = lift.size N : index
  // CHECK: return %[[EIGHT]], %[[N]]
  %eight = lift.size (2 * 4) : index
  %n = lift.size N : index
  return %eight, %n : index, index
}

// Patterns and views that nobody uses go.
// CHECK-LABEL: func @unused
func.func @unused(%x: !lift.array<N x f32>) {
  // CHECK-NEXT: return
  %m = lift.map (%a = %x : !lift.array<N x f32>) { lift.yield %a : f32 }
  %s = lift.split %m by 4 : !lift.array<N x f32>
  %l = lift.materialize %s in local : !lift.array<(N / 4) x 4 x f32>
  return
}

// A barrier stays, and two with different fences stay two.
// CHECK-LABEL: func @barriers
func.func @barriers() {
  // CHECK-NEXT: lift.barrier local
  // CHECK-NEXT: lift.barrier global
  lift.barrier local
  lift.barrier global
  return
}

// CHECK-LABEL: func @vectors_and_back(
// CHECK-SAME: %[[X:.*]]: !lift.array<N x f32>, %[[Y:.*]]: !lift.array<N x vector<4xf32>>)
func.func @vectors_and_back(%x: !lift.array<N x f32>, %y: !lift.array<N x vector<4xf32>>)
    -> (!lift.array<N x f32>, !lift.array<N x vector<4xf32>>) {
  %v = lift.as_vector %x width 4 : !lift.array<N x f32>
  %s = lift.as_scalar %v : !lift.array<(N / 4) x vector<4xf32>>
  %t = lift.as_scalar %y : !lift.array<N x vector<4xf32>>
  %w = lift.as_vector %t width 4 : !lift.array<(4 * N) x f32>
  // CHECK: return %[[X]], %[[Y]]
  return %s, %w : !lift.array<N x f32>, !lift.array<N x vector<4xf32>>
}

// Vectors of another width.
// CHECK-LABEL: func @negative_as_vector_width
func.func @negative_as_vector_width(%x: !lift.array<N x vector<4xf32>>)
    -> !lift.array<(2 * N) x vector<2xf32>> {
  // CHECK: lift.as_scalar
  %s = lift.as_scalar %x : !lift.array<N x vector<4xf32>>
  // CHECK: lift.as_vector
  %v = lift.as_vector %s width 2 : !lift.array<(4 * N) x f32>
  return %v : !lift.array<(2 * N) x vector<2xf32>>
}

// What stands alone in its chunk.
// CHECK-LABEL: func @at_of_split(
// CHECK-SAME: %[[X:.*]]: !lift.array<N x M x f32>)
func.func @at_of_split(%x: !lift.array<N x M x f32>) -> !lift.array<N x M x f32> {
  %s = lift.split %x by 1 dim 1 : !lift.array<N x M x f32>
  %r = lift.at %s [0] dim 2 : !lift.array<N x M x 1 x f32>
  // CHECK: return %[[X]]
  return %r : !lift.array<N x M x f32>
}

// The first of the chunks is not all of them.
// CHECK-LABEL: func @negative_at_of_split_dim
func.func @negative_at_of_split_dim(%x: !lift.array<N x f32>) -> !lift.array<1 x f32> {
  %s = lift.split %x by 1 : !lift.array<N x f32>
  // CHECK: lift.at
  %r = lift.at %s [0] : !lift.array<N x 1 x f32>
  return %r : !lift.array<1 x f32>
}

// Parts of what is concatenated.
// CHECK-LABEL: func @parts_of_concat(
// CHECK-SAME: %[[X:.*]]: !lift.array<N x f32>, %[[Y:.*]]: !lift.array<M x f32>)
func.func @parts_of_concat(%x: !lift.array<N x f32>, %y: !lift.array<M x f32>)
    -> (!lift.array<N x f32>, !lift.array<M x f32>) {
  %c = lift.concat %x, %y : !lift.array<N x f32>, !lift.array<M x f32>
  %a = lift.take %c size [N] : !lift.array<(M + N) x f32>
  %b = lift.drop %c size [N] : !lift.array<(M + N) x f32>
  // CHECK: return %[[X]], %[[Y]]
  return %a, %b : !lift.array<N x f32>, !lift.array<M x f32>
}

// More or less than a part; parts along another dimension; several parts.
// CHECK-LABEL: func @negative_parts_of_concat
func.func @negative_parts_of_concat(%x: !lift.array<4 x 4 x f32>)
    -> (!lift.array<5 x 4 x f32>, !lift.array<5 x 4 x f32>, !lift.array<4 x 8 x f32>, !lift.array<8 x 4 x f32>) {
  %c = lift.concat %x, %x : !lift.array<4 x 4 x f32>, !lift.array<4 x 4 x f32>
  // CHECK: lift.take %{{.*}} size [5]
  %a = lift.take %c size [5] : !lift.array<8 x 4 x f32>
  // CHECK: lift.drop %{{.*}} size [3]
  %b = lift.drop %c size [3] : !lift.array<8 x 4 x f32>
  %d = lift.concat %c, %c dim 1 : !lift.array<8 x 4 x f32>, !lift.array<8 x 4 x f32>
  // CHECK: lift.take %{{.*}} size [4]
  %e = lift.take %d size [4] : !lift.array<8 x 8 x f32>
  %f = lift.concat %x, %x, %x : !lift.array<4 x 4 x f32>, !lift.array<4 x 4 x f32>, !lift.array<4 x 4 x f32>
  // CHECK: lift.drop %{{.*}} size [4]
  %g = lift.drop %f size [4] : !lift.array<12 x 4 x f32>
  return %a, %b, %e, %g : !lift.array<5 x 4 x f32>, !lift.array<5 x 4 x f32>, !lift.array<4 x 8 x f32>, !lift.array<8 x 4 x f32>
}
