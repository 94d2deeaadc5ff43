// RUN: split-file %s %t
// DEFINE: %{with} = transform-preload-library{transform-library-paths=%t/sum.mlir},func.func(transform-interpreter)
// DEFINE: %{second} = transform-preload-library{transform-library-paths=%t/second.mlir},func.func(transform-interpreter)

// What needs no element of the map around it stands before that, with its views.
// RUN: lift-opt %t/invariant.mlir --pass-pipeline='builtin.module(%{with})' | FileCheck %s --check-prefix=INVARIANT
// INVARIANT: lift.map (%[[ROW:.*]] = %arg0 :
// INVARIANT-NEXT: %[[BACK:.*]] = lift.reverse %[[ROW]]
// INVARIANT-NEXT: %[[SUM:.*]] = lift.reduce (%{{.*}} = %[[BACK]] :
// INVARIANT: lift.map (%[[NUMBER:.*]] = %arg1 :
// INVARIANT-NEXT: arith.addf %[[NUMBER]], %[[SUM]]
// RUN: lift-run %t/invariant.mlir --engine=evaluate --verify --size=N=5,M=3,K=7 --pipeline='%{with}' | FileCheck %s --check-prefix=EQUAL
// EQUAL: max abs error 0, OK

// What needs elements of inner maps only is computed for these by maps of their
// own, with the numbers that are made of it alone, not of elements of others.
// RUN: lift-opt %t/inner.mlir --pass-pipeline='builtin.module(%{second})' | FileCheck %s --check-prefix=INNER
// INNER: %[[ROOTS:.*]] = lift.map (%[[PLANE:.*]] = %arg1 :
// INNER-NEXT: lift.map (%[[ROW:.*]] = %[[PLANE]] :
// INNER-NEXT: %[[SUM:.*]] = lift.reduce (%{{.*}} = %[[ROW]] :
// INNER: %[[ROOT:.*]] = math.sqrt %[[SUM]]
// INNER-NOT: mulf
// INNER: lift.yield %[[ROOT]]
// INNER: lift.map (%[[X:.*]] = %arg0 :
// INNER: lift.map (%{{.*}} = %[[ROOTS]] :
// INNER-NEXT: lift.map (%[[PASSED:.*]] = %
// INNER-NEXT: arith.mulf %[[PASSED]], %[[X]]
// RUN: lift-run %t/inner.mlir --engine=evaluate --verify --size=N=5,M=3,K=7,L=2 --pipeline='%{second}' | FileCheck %s --check-prefix=EQUAL

// RUN: not lift-opt %t/needed.mlir --pass-pipeline='builtin.module(%{with})' 2>&1 | FileCheck %s --check-prefix=NEEDED
// NEEDED: error: 'transform.lift.hoist_pattern' does not apply: needs an element of each map around it
// RUN: not lift-opt %t/mapped.mlir --pass-pipeline='builtin.module(%{with})' 2>&1 | FileCheck %s --check-prefix=MAPPED
// MAPPED: error: 'transform.lift.hoist_pattern' does not apply: says how it runs
// RUN: not lift-opt %t/stored.mlir --pass-pipeline='builtin.module(%{with})' 2>&1 | FileCheck %s --check-prefix=STORED
// STORED: error: 'transform.lift.hoist_pattern' does not apply: says where an array stands
// RUN: not lift-opt %t/unused.mlir --pass-pipeline='builtin.module(%{with})' 2>&1 | FileCheck %s --check-prefix=UNUSED
// UNUSED: error: 'transform.lift.hoist_pattern' does not apply: computes what nothing needs

//--- invariant.mlir
func.func @invariant(%x: !lift.array<N x K x f32>, %y: !lift.array<M x f32>) -> !lift.array<N x M x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%row = %x : !lift.array<N x K x f32>) {
    %s = lift.map (%number = %y : !lift.array<M x f32>) {
      %back = lift.reverse %row : !lift.array<K x f32>
      %sum = lift.reduce (%e = %back : !lift.array<K x f32>) init (%acc = %zero : f32) {
        %n = arith.addf %acc, %e : f32
        lift.yield %n : f32
      }
      %t = arith.addf %number, %sum : f32
      lift.yield %t : f32
    }
    lift.yield %s : !lift.array<M x f32>
  }
  return %r : !lift.array<N x M x f32>
}

//--- inner.mlir
func.func @inner(%x: !lift.array<N x f32>, %y: !lift.array<L x M x K x f32>) -> !lift.array<N x L x M x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%number = %x : !lift.array<N x f32>) {
    %planes = lift.map (%plane = %y : !lift.array<L x M x K x f32>) {
      %s = lift.map (%row = %plane : !lift.array<M x K x f32>) {
        %sum = lift.reduce (%e = %row : !lift.array<K x f32>) init (%acc = %zero : f32) {
          %n = arith.addf %acc, %e : f32
          lift.yield %n : f32
        }
        %root = math.sqrt %sum : f32
        %t = arith.mulf %root, %number : f32
        lift.yield %t : f32
      }
      lift.yield %s : !lift.array<M x f32>
    }
    lift.yield %planes : !lift.array<L x M x f32>
  }
  return %r : !lift.array<N x L x M x f32>
}

//--- needed.mlir
func.func @needed(%x: !lift.array<N x f32>, %y: !lift.array<M x K x f32>) -> !lift.array<N x M x f32> {
  %r = lift.map (%number = %x : !lift.array<N x f32>) {
    %s = lift.map (%row = %y : !lift.array<M x K x f32>) {
      %sum = lift.reduce (%e = %row : !lift.array<K x f32>) init (%acc = %number : f32) {
        %n = arith.addf %acc, %e : f32
        lift.yield %n : f32
      }
      lift.yield %sum : f32
    }
    lift.yield %s : !lift.array<M x f32>
  }
  return %r : !lift.array<N x M x f32>
}

//--- mapped.mlir
func.func @mapped(%x: !lift.array<N x K x f32>, %y: !lift.array<M x f32>) -> !lift.array<N x M x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map glb(0) (%row = %x : !lift.array<N x K x f32>) {
    %s = lift.map seq (%number = %y : !lift.array<M x f32>) {
      %sum = lift.reduce (%e = %row : !lift.array<K x f32>) init (%acc = %zero : f32) {
        %n = arith.addf %acc, %e : f32
        lift.yield %n : f32
      }
      %t = arith.addf %number, %sum : f32
      lift.yield %t : f32
    }
    lift.yield %s : !lift.array<M x f32>
  }
  return %r : !lift.array<N x M x f32>
}

//--- stored.mlir
func.func @stored(%x: !lift.array<N x K x f32>, %y: !lift.array<M x f32>) -> !lift.array<N x M x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%row = %x : !lift.array<N x K x f32>) {
    %s = lift.map (%number = %y : !lift.array<M x f32>) {
      %copy = lift.copy %row in local : !lift.array<K x f32>
      %sum = lift.reduce (%e = %copy : !lift.array<K x f32>) init (%acc = %zero : f32) {
        %n = arith.addf %acc, %e : f32
        lift.yield %n : f32
      }
      %t = arith.addf %number, %sum : f32
      lift.yield %t : f32
    }
    lift.yield %s : !lift.array<M x f32>
  }
  return %r : !lift.array<N x M x f32>
}

//--- unused.mlir
func.func @unused(%x: !lift.array<N x K x f32>, %y: !lift.array<M x f32>) -> !lift.array<N x M x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%row = %x : !lift.array<N x K x f32>) {
    %s = lift.map (%number = %y : !lift.array<M x f32>) {
      %sum = lift.reduce (%e = %row : !lift.array<K x f32>) init (%acc = %zero : f32) {
        %n = arith.addf %acc, %e : f32
        lift.yield %n : f32
      }
      lift.yield %number : f32
    }
    lift.yield %s : !lift.array<M x f32>
  }
  return %r : !lift.array<N x M x f32>
}

//--- sum.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %0 = transform.lift.match_pattern %func[0] : (!op) -> !op
    %1 = transform.lift.match_pattern %0[0] : (!op) -> !op
    %2 = transform.lift.match_pattern %1[0] : (!op) -> !op
    %3 = transform.lift.hoist_pattern %2 : (!op) -> !op
    transform.yield
  }
}

//--- second.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %0 = transform.lift.match_pattern %func[0] : (!op) -> !op
    %1 = transform.lift.match_pattern %0[0] : (!op) -> !op
    %2 = transform.lift.match_pattern %1[0] : (!op) -> !op
    %3 = transform.lift.match_pattern %2[0] : (!op) -> !op
    %4 = transform.lift.hoist_pattern %3 : (!op) -> !op
    transform.yield
  }
}
