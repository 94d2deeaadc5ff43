// RUN: lift-opt %s --lift-to-gpu --remarks-filter='lift-report-accesses|lift-place-barriers' -o /dev/null 2>&1 | FileCheck %s
// RUN: lift-opt %s --lift-to-gpu -o /dev/null 2>&1 | count 0
// REQUIRES: lift-opt

// The columns of a tile in local memory.
// CHECK-DAG: barrier | Category:lift-place-barriers | Function=turned | Fence=local, First="write at {{.*}}report-accesses.mlir:[[#@LINE+8]]:{{[0-9]+}}", Second="read at {{.*}}report-accesses.mlir:[[#@LINE+11]]:{{[0-9]+}}"
// CHECK-DAG: Function=turned | Access=read, Form="a number", Space=global, Stride=1, Width=1
// CHECK-DAG: Function=turned | Access=write, Form="a number", Space=local, Stride=1, Width=1
// CHECK-DAG: Function=turned | Access=read, Form="a number", Space=local, Stride=8, Width=1
// CHECK-DAG: Function=turned | Access=write, Form="a number", Space=global, Stride=1, Width=1
func.func @turned(%x: !lift.array<N x 8 x 8 x f32>) -> !lift.array<N x 8 x 8 x f32> {
  %k = lift.kernel @turned local_size [8] global_size [N * 8] {
    %r = lift.map wrg(0) (%tile = %x : !lift.array<N x 8 x 8 x f32>) {
      %copy = lift.copy %tile [seq, lcl(0)] in local : !lift.array<8 x 8 x f32>
      %columns = lift.transpose %copy : !lift.array<8 x 8 x f32>
      %out = lift.map seq (%column = %columns : !lift.array<8 x 8 x f32>) {
        %elements = lift.map lcl(0) (%e = %column : !lift.array<8 x f32>) {
          lift.yield %e : f32
        }
        lift.yield %elements : !lift.array<8 x f32>
      }
      lift.yield %out : !lift.array<8 x 8 x f32>
    }
    lift.yield %r : !lift.array<N x 8 x 8 x f32>
  }
  return %k : !lift.array<N x 8 x 8 x f32>
}

// Vectors: of rows whose length four may not divide; of columns, whose elements
// are no neighbours; and of the result.
// CHECK-DAG: Function=vectors | Access=read, Form="vector, but 4 is not known to divide the index {{.*}}N{{.*}}", Space=global, Stride=N, Width=4
// CHECK-DAG: Function=vectors | Access=read, Form="lane by lane, as neighbours are M apart", Space=global, Stride=1, Width=1
// CHECK-DAG: Function=vectors | Access=write, Form="aligned vector", Space=global, Stride=4, Width=4
func.func @vectors(%x: !lift.array<M x N x f32>, %y: !lift.array<N x M x f32>) -> !lift.array<M x 4 x f32>
    attributes {lift.requires = [#lift.constraint<4 le N>]} {
  %k = lift.kernel @vectors local_size [64] global_size [M] {
    %columns = lift.transpose %y : !lift.array<N x M x f32>
    %r = lift.map glb(0) (%a = %x, %b = %columns : !lift.array<M x N x f32>, !lift.array<M x N x f32>) {
      %a4 = lift.take %a size [4] : !lift.array<N x f32>
      %b4 = lift.take %b size [4] : !lift.array<N x f32>
      %av = lift.as_vector %a4 width 4 : !lift.array<4 x f32>
      %bv = lift.as_vector %b4 width 4 : !lift.array<4 x f32>
      %s = lift.map seq (%p = %av, %q = %bv : !lift.array<1 x vector<4xf32>>, !lift.array<1 x vector<4xf32>>) {
        %t = arith.addf %p, %q : vector<4xf32>
        lift.yield %t : vector<4xf32>
      }
      %out = lift.as_scalar %s : !lift.array<1 x vector<4xf32>>
      lift.yield %out : !lift.array<4 x f32>
    }
    lift.yield %r : !lift.array<M x 4 x f32>
  }
  return %k : !lift.array<M x 4 x f32>
}

// A pad keeps indices in a range; inside, neighbours read neighbours. An index
// that is read from memory says nothing.
// CHECK-DAG: Function=padded | Access=read, Form="a number", Space=global, Stride=1, Width=1
// CHECK-DAG: Function=padded | Access=read, Form="a number", Space=global, Stride=varies, Width=1
func.func @padded(%x: !lift.array<N x f32>, %at: !lift.array<N x i32>) -> !lift.array<N x f32> {
  %k = lift.kernel @padded local_size [64] global_size [N] {
    %p = lift.pad %x low [1] high [1] clamp : !lift.array<N x f32>
    %windows = lift.slide %p size [3] step [1] : !lift.array<(N + 2) x f32>
    %chosen = lift.gather in_bounds %x : !lift.array<N x f32> by (%i < N) {
      %a = lift.at %at[%i] : !lift.array<N x i32>
      %j = arith.index_cast %a : i32 to index
      lift.yield %j : index
    }
    %r = lift.map glb(0) (%w = %windows, %c = %chosen : !lift.array<N x 3 x f32>, !lift.array<N x f32>) {
      %sum = lift.reduce (%e = %w : !lift.array<3 x f32>) init (%acc = %c : f32) {
        %s = arith.addf %acc, %e : f32
        lift.yield %s : f32
      }
      lift.yield %sum : f32
    }
    lift.yield %r : !lift.array<N x f32>
  }
  return %k : !lift.array<N x f32>
}
