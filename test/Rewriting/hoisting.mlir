// What stands in the body of a map goes out of it, or is dropped from it.
// RUN: split-file %s %t
// DEFINE: %{step} = rows
// DEFINE: %{apply} = lift-opt --lift-apply-schedule=file=%t/%{step}-schedule.mlir
// DEFINE: %{run} = lift-run --engine=evaluate --verify --input-kind=special --pipeline='transform-preload-library{transform-library-paths=%t/%{step}-schedule.mlir},func.func(transform-interpreter)'

// Rows at computed indices become an argument; that of an inner map, too.
// RUN: %{apply} %t/rows.mlir | FileCheck %s --check-prefix=ROWS
// ROWS:      %[[ROWS:.*]] = lift.lookup %arg0 at %arg1 default
// ROWS:      lift.map (%{{.*}} = %arg1, %[[ROW:.*]] = %[[ROWS]] :
// ROWS-NOT:  lift.at
// ROWS:      lift.map (%{{.*}} = %[[ROW]] :
// RUN: %{run} %t/rows.mlir --size=H=3,W=5,V=4 | FileCheck %s --check-prefix=EQUAL
// EQUAL: max abs error 0, OK
// RUN: not %{apply} %t/own-rows.mlir 2>&1 | FileCheck %s --check-prefix=OWN-ROWS
// OWN-ROWS: 'transform.lift.hoist_indexed_rows' does not apply: reads no array from outside at an index that it computes and that is in bounds
// RUN: not %{apply} %t/mapped.mlir 2>&1 | FileCheck %s --check-prefix=MAPPED
// MAPPED: does not apply: says how it runs

// Indices of fewer bits than those of a lookup get more.
// RUN: %{apply} %t/short-indices.mlir | FileCheck %s --check-prefix=SHORT
// SHORT:      %[[INDICES:.*]] = lift.map (%{{.*}} = %arg1 : !lift.array<V x i8>)
// SHORT:        lift.yield %{{.*}} : i64
// SHORT:      lift.lookup %arg0 at %[[INDICES]] default
// RUN: %{run} %t/short-indices.mlir --size=H=3,W=5,V=4 | FileCheck %s --check-prefix=EQUAL

// A concat of computed elements is one of arrays, along the next dimension.
// REDEFINE: %{step} = concats
// RUN: %{apply} %t/concats.mlir | FileCheck %s --check-prefix=CONCATS
// CONCATS:      %[[NEGATED:.*]] = lift.map
// CONCATS:        lift.yield %{{.*}} : !lift.array<N x f32>
// CONCATS-NEXT: }
// CONCATS-NEXT: lift.concat %[[NEGATED]], %arg0 dim 1
// RUN: %{run} %t/concats.mlir --size=M=3,N=5 | FileCheck %s --check-prefix=EQUAL
// RUN: %{apply} %t/pairs.mlir | FileCheck %s --check-prefix=PAIRS
// PAIRS:      %[[PAIRS:.*]] = lift.concat %{{.*}}, %{{.*}} dim 2
// PAIRS-NEXT: lift.map (%{{.*}} = %arg0, %[[ROW:.*]] = %[[PAIRS]] :
// PAIRS:        lift.join %[[ROW]]
// RUN: %{run} %t/pairs.mlir --size=M=3,N=5 | FileCheck %s --check-prefix=EQUAL
// RUN: not %{apply} %t/halves.mlir 2>&1 | FileCheck %s --check-prefix=NUMBERS
// RUN: not %{apply} %t/numbers.mlir 2>&1 | FileCheck %s --check-prefix=NUMBERS
// NUMBERS: 'transform.lift.hoist_concats' does not apply: yields no concat of what it computes
// RUN: not %{apply} %t/mapped.mlir 2>&1 | FileCheck %s --check-prefix=MAPPED

// One value many times is the value, if the loop goes through something else.
// REDEFINE: %{step} = broadcasts
// RUN: %{apply} %t/broadcasts.mlir | FileCheck %s --check-prefix=BROADCASTS
// BROADCASTS-NOT: lift.broadcast
// BROADCASTS:     lift.map (%[[X:.*]] = %arg0 :
// BROADCASTS:       lift.map (%[[A:.*]] = %[[X]] :
// BROADCASTS-NEXT:    arith.addf %[[A]], %arg1
// RUN: %{run} %t/broadcasts.mlir --size=M=3,N=5 | FileCheck %s --check-prefix=EQUAL
// RUN: not %{apply} %t/only.mlir 2>&1 | FileCheck %s --check-prefix=ONLY
// ONLY: 'transform.lift.drop_broadcasts' does not apply: has no loop that goes through one value many times, and through something else

//--- rows.mlir
func.func @f(%x: !lift.array<H x W x f32>, %is: !lift.array<V x i32>)
    -> !lift.array<V x W x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%i = %is : !lift.array<V x i32>) {
    %j = arith.index_cast %i : i32 to index
    %row = lift.at %x[%j] default(%zero : f32) : !lift.array<H x W x f32>
    %y = lift.map (%a = %row : !lift.array<W x f32>) {
      %b = arith.negf %a : f32
      lift.yield %b : f32
    }
    lift.yield %y : !lift.array<W x f32>
  }
  return %r : !lift.array<V x W x f32>
}

//--- short-indices.mlir
func.func @f(%x: !lift.array<H x W x f32>, %is: !lift.array<V x i8>)
    -> !lift.array<V x W x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%i = %is : !lift.array<V x i8>) {
    %j = arith.index_cast %i : i8 to index
    %row = lift.at %x[%j] default(%zero : f32) : !lift.array<H x W x f32>
    lift.yield %row : !lift.array<W x f32>
  }
  return %r : !lift.array<V x W x f32>
}

//--- own-rows.mlir
func.func @f(%x: !lift.array<M x H x W x f32>, %is: !lift.array<M x i32>)
    -> !lift.array<M x W x f32> {
  %r = lift.map (%rows = %x, %i = %is : !lift.array<M x H x W x f32>, !lift.array<M x i32>) {
    %j = arith.index_cast %i : i32 to index
    %row = lift.at in_bounds %rows[%j] : !lift.array<H x W x f32>
    lift.yield %row : !lift.array<W x f32>
  }
  return %r : !lift.array<M x W x f32>
}

//--- mapped.mlir
func.func @f(%x: !lift.array<M x f32>) -> !lift.array<M x f32> {
  %r = lift.map glb(0) (%a = %x : !lift.array<M x f32>) {
    %b = arith.negf %a : f32
    lift.yield %b : f32
  }
  return %r : !lift.array<M x f32>
}

//--- rows-schedule.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %map = transform.lift.match_pattern %func[0] : (!op) -> !op
    %hoisted = transform.lift.hoist_indexed_rows %map : (!op) -> !op
    transform.yield
  }
}

//--- concats.mlir
func.func @f(%x: !lift.array<M x N x f32>) -> !lift.array<M x (N + N) x f32> {
  %r = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %y = lift.map (%a = %row : !lift.array<N x f32>) {
      %b = arith.negf %a : f32
      lift.yield %b : f32
    }
    %both = lift.concat %y, %row : !lift.array<N x f32>, !lift.array<N x f32>
    lift.yield %both : !lift.array<(N + N) x f32>
  }
  return %r : !lift.array<M x (N + N) x f32>
}

//--- pairs.mlir
func.func @f(%x: !lift.array<M x N x f32>, %c: f32) -> !lift.array<M x (2 * N) x f32> {
  %cs = lift.broadcast %c sizes [N, 1] : f32
  %r = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %split = lift.broadcast %row sizes [1] dim 1 : !lift.array<N x f32>
    %pairs = lift.concat %split, %cs dim 1 : !lift.array<N x 1 x f32>, !lift.array<N x 1 x f32>
    %all = lift.join %pairs : !lift.array<N x 2 x f32>
    %y = lift.map (%a = %all : !lift.array<(2 * N) x f32>) {
      %b = arith.negf %a : f32
      lift.yield %b : f32
    }
    lift.yield %y : !lift.array<(2 * N) x f32>
  }
  return %r : !lift.array<M x (2 * N) x f32>
}

//--- halves.mlir
func.func @f(%x: !lift.array<M x N x f32>) -> !lift.array<M x (N + N) x f32> {
  %r = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %both = lift.concat %row, %row : !lift.array<N x f32>, !lift.array<N x f32>
    %y = lift.map (%a = %both : !lift.array<(N + N) x f32>) {
      %b = arith.negf %a : f32
      lift.yield %b : f32
    }
    lift.yield %y : !lift.array<(N + N) x f32>
  }
  return %r : !lift.array<M x (N + N) x f32>
}

//--- numbers.mlir
func.func @f(%x: !lift.array<M x f32>) -> !lift.array<M x f32> {
  %r = lift.map (%a = %x : !lift.array<M x f32>) {
    %b = arith.negf %a : f32
    lift.yield %b : f32
  }
  return %r : !lift.array<M x f32>
}

//--- concats-schedule.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %map = transform.lift.match_pattern %func[0] : (!op) -> !op
    %hoisted = transform.lift.hoist_concats %map : (!op) -> !op
    transform.yield
  }
}

//--- broadcasts.mlir
func.func @f(%x: !lift.array<M x N x f32>, %y: f32) -> !lift.array<M x N x f32> {
  %ys = lift.broadcast %y sizes [M, N] : f32
  %r = lift.map (%row = %x, %other = %ys : !lift.array<M x N x f32>, !lift.array<M x N x f32>) {
    %sums = lift.map (%a = %row, %b = %other : !lift.array<N x f32>, !lift.array<N x f32>) {
      %sum = arith.addf %a, %b : f32
      lift.yield %sum : f32
    }
    lift.yield %sums : !lift.array<N x f32>
  }
  return %r : !lift.array<M x N x f32>
}

//--- only.mlir
func.func @f(%x: !lift.array<M x f32>, %y: f32) -> !lift.array<M x f32> {
  %ys = lift.broadcast %y sizes [M] : f32
  %r = lift.map (%b = %ys : !lift.array<M x f32>) {
    %c = arith.negf %b : f32
    lift.yield %c : f32
  }
  return %r : !lift.array<M x f32>
}

//--- broadcasts-schedule.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    transform.lift.drop_broadcasts %func : !op
    transform.yield
  }
}
