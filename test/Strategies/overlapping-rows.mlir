// Short rows that overlap along two dimensions: a group has some of both, so that it
// reads most of its rows once.
// RUN: split-file %s %t
// DEFINE: %{target} = nvidia-h200
// DEFINE: %{sizes} = A=32,S=4096,E=64,W=256
// DEFINE: %{plan} = lift-opt %t/scores.mlir --lift-optimize='target=%{target} sizes=%{sizes} print-schedules'
// RUN: %{plan} -o %t/whole.mlir | FileCheck %s
// CHECK: // reduction of rows
// CHECK: // a group of 8 lanes and 16 rows
// CHECK: transform.lift.block {{.*}} {chunks = {{\[\[}}], [4], [16], []], order = {{\[\[}}0, 0], [1, 0], [2, 0], [1, 1], [2, 1], [3, 0]]
// CHECK: transform.lift.map_to %{{.*}} ["lcl(2)", "lcl(1)"]
// REDEFINE: %{sizes} = A=32,S=4095,E=61,W=255
// RUN: %{plan} -o %t/odd.mlir | FileCheck %s --check-prefix=ODD
// ODD: pad = array<i64: 1, 2>

// Not where rows do not overlap, nor where groups have no room.
// RUN: lift-opt %t/apart.mlir --lift-optimize='target=nvidia-h200 sizes=A=4096,W=256,E=64 print-schedules' -o %t/none.mlir | FileCheck %s --check-prefix=NOT
// NOT: // reduction of rows
// NOT-NOT: lcl(2)

// DEFINE: %{run} = lift-run --target=nvidia-h200 --verify --rtol=1e-4 --atol=1e-4
// RUN: %{run} %t/whole.mlir --size=A=1,S=8,E=64,W=32 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/odd.mlir --size=A=2,S=37,E=61,W=19 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/odd.mlir --size=A=1,S=1,E=1,W=1 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/apart.mlir --size=A=3,W=5,E=33 | FileCheck %s --check-prefix=OK
// OK: OK
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh lift-run --verify --target=nvidia-h200 %t/odd.mlir --size=A=1,S=5,E=19,W=17 --rtol=1e-4 %}

//--- scores.mlir
// Scores of each query and the keys of a window around it.
func.func @scores(%q: !lift.array<A x S x E x f32>, %k: !lift.array<A x (S + W) x E x f32>, %bias: !lift.array<W x f32>) -> !lift.array<A x S x W x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%qa = %q, %ka = %k : !lift.array<A x S x E x f32>, !lift.array<A x (S + W) x E x f32>) {
    %all = lift.slide %ka size [W] step [1] dims [0] : !lift.array<(S + W) x E x f32>
    %windows = lift.take %all size [S] : !lift.array<(S + 1) x W x E x f32>
    %rows = lift.map (%query = %qa, %window = %windows : !lift.array<S x E x f32>, !lift.array<S x W x E x f32>) {
      %row = lift.map (%key = %window, %b = %bias : !lift.array<W x E x f32>, !lift.array<W x f32>) {
        %sum = lift.reduce associative commutative (%x = %query, %y = %key : !lift.array<E x f32>, !lift.array<E x f32>) init (%acc = %zero : f32) {
          %xy = arith.mulf %x, %y : f32
          %next = arith.addf %acc, %xy : f32
          lift.yield %next : f32
        }
        %biased = arith.addf %sum, %b : f32
        lift.yield %biased : f32
      }
      lift.yield %row : !lift.array<W x f32>
    }
    lift.yield %rows : !lift.array<S x W x f32>
  }
  return %r : !lift.array<A x S x W x f32>
}

//--- apart.mlir
// Scores of each query and keys of its own.
func.func @apart(%q: !lift.array<A x E x f32>, %k: !lift.array<A x W x E x f32>) -> !lift.array<A x W x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%query = %q, %keys = %k : !lift.array<A x E x f32>, !lift.array<A x W x E x f32>) {
    %row = lift.map (%key = %keys : !lift.array<W x E x f32>) {
      %sum = lift.reduce associative commutative (%x = %query, %y = %key : !lift.array<E x f32>, !lift.array<E x f32>) init (%acc = %zero : f32) {
        %xy = arith.mulf %x, %y : f32
        %next = arith.addf %acc, %xy : f32
        lift.yield %next : f32
      }
      lift.yield %sum : f32
    }
    lift.yield %row : !lift.array<W x f32>
  }
  return %r : !lift.array<A x W x f32>
}
