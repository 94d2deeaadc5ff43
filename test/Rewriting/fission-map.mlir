// RUN: split-file %s %t
// DEFINE: %{by} = transform-preload-library{transform-library-paths=%t/by.mlir},func.func(transform-interpreter)
// DEFINE: %{other} = transform-preload-library{transform-library-paths=%t/other.mlir},func.func(transform-interpreter)
// DEFINE: %{chunks} = transform-preload-library{transform-library-paths=%t/chunks.mlir},func.func(transform-interpreter)

// What the first pattern computes is the input of the second map, which goes
// through nothing that it does not need.
// RUN: lift-opt %t/rows.mlir --pass-pipeline='builtin.module(%{by})' | FileCheck %s
// CHECK: %[[FIRST:.*]] = lift.map (%{{.*}} = %arg0, %{{.*}} = %arg1 :
// CHECK:   %[[SUMS:.*]] = lift.map
// CHECK:   lift.yield %[[SUMS]]
// CHECK: lift.map (%[[ROW:.*]] = %arg1, %[[ELEMENT:.*]] = %[[FIRST]] :
// CHECK-NEXT: %[[BACK:.*]] = lift.reverse %[[ROW]]
// CHECK-NEXT: lift.map (%{{.*}} = %[[ELEMENT]], %{{.*}} = %[[BACK]] :
// CHECK-NOT: lift.map
// RUN: lift-run %t/rows.mlir --engine=evaluate --verify --size=N=5 --pipeline='%{by}' | FileCheck %s --check-prefix=EQUAL
// EQUAL: max abs error 0, OK

// RUN: not lift-opt %t/rows.mlir --pass-pipeline='builtin.module(%{other})' 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: error: 'transform.lift.fission_map' does not apply: is not in the body of the map
// RUN: not lift-opt %t/mapped.mlir --pass-pipeline='builtin.module(%{by})' 2>&1 | FileCheck %s --check-prefix=MAPPED
// MAPPED: error: 'transform.lift.fission_map' does not apply: says how it runs

// Chunks of a map are stored as they are, where nothing but the store reads them.
// RUN: lift-opt %t/stored.mlir --pass-pipeline='builtin.module(%{chunks})' | FileCheck %s --check-prefix=CHUNKS
// CHUNKS: %[[CHUNKS:.*]] = lift.map
// CHUNKS: lift.materialize %[[CHUNKS]] in private : !lift.array<2 x 4 x f32>
// CHUNKS: lift.materialize %{{.*}} in local : !lift.array<8 x f32>
// RUN: lift-run %t/stored.mlir --engine=evaluate --verify --pipeline='%{chunks}' | FileCheck %s --check-prefix=EQUAL

//--- rows.mlir
func.func @rows(%a: !lift.array<N x 4 x f32>, %b: !lift.array<N x 4 x f32>) -> !lift.array<N x 4 x f32> {
  %r = lift.map (%x = %a, %y = %b : !lift.array<N x 4 x f32>, !lift.array<N x 4 x f32>) {
    %sums = lift.map (%e = %x, %f = %y : !lift.array<4 x f32>, !lift.array<4 x f32>) {
      %s = arith.addf %e, %f : f32
      lift.yield %s : f32
    }
    %back = lift.reverse %y : !lift.array<4 x f32>
    %products = lift.map (%e = %sums, %f = %back : !lift.array<4 x f32>, !lift.array<4 x f32>) {
      %p = arith.mulf %e, %f : f32
      lift.yield %p : f32
    }
    lift.yield %products : !lift.array<4 x f32>
  }
  return %r : !lift.array<N x 4 x f32>
}

//--- mapped.mlir
func.func @rows(%a: !lift.array<N x 4 x f32>) -> !lift.array<N x 4 x f32> {
  %r = lift.map glb(0) (%x = %a : !lift.array<N x 4 x f32>) {
    %sums = lift.map (%e = %x : !lift.array<4 x f32>) {
      %s = arith.addf %e, %e : f32
      lift.yield %s : f32
    }
    lift.yield %sums : !lift.array<4 x f32>
  }
  return %r : !lift.array<N x 4 x f32>
}

//--- stored.mlir
func.func @stored(%a: !lift.array<8 x f32>) -> !lift.array<8 x f32> {
  %x = lift.map (%e = %a : !lift.array<8 x f32>) {
    %s = arith.addf %e, %e : f32
    lift.yield %s : f32
  }
  %own = lift.materialize %x in private : !lift.array<8 x f32>
  %y = lift.map (%e = %own : !lift.array<8 x f32>) {
    %s = arith.mulf %e, %e : f32
    lift.yield %s : f32
  }
  %all = lift.materialize %y in local : !lift.array<8 x f32>
  %r = lift.map (%e = %all : !lift.array<8 x f32>) {
    %s = arith.negf %e : f32
    lift.yield %s : f32
  }
  return %r : !lift.array<8 x f32>
}

//--- by.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.readonly}) {
    %0 = transform.lift.match_pattern %func[0] : (!op) -> !op
    %1 = transform.lift.match_pattern %0[0] : (!op) -> !op
    %first, %rest = transform.lift.fission_map %0 at %1 : (!op, !op) -> (!op, !op)
    transform.yield
  }
}

//--- other.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.readonly}) {
    %0 = transform.lift.match_pattern %func[0] : (!op) -> !op
    %1 = transform.lift.match_pattern %0[0] : (!op) -> !op
    %first, %rest = transform.lift.fission_map %1 at %0 : (!op, !op) -> (!op, !op)
    transform.yield
  }
}

//--- chunks.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.readonly}) {
    %0 = transform.lift.match_pattern %func[0] : (!op) -> !op
    %1 = transform.lift.match_pattern %func[1] : (!op) -> !op
    %a:2 = transform.lift.chunk_map %0 by "4" : (!op) -> (!op, !op)
    %b:2 = transform.lift.chunk_map %1 by "4" : (!op) -> (!op, !op)
    transform.yield
  }
}
