// The first elements of a dimension are computed by one nest, and the others by
// another; together they are one array again.

// RUN: split-file %s %t
// RUN: lift-opt %t/nest.mlir --lift-apply-schedule=file=%t/both.mlir -o %t/peeled.mlir
// RUN: FileCheck %s < %t/peeled.mlir
// CHECK: %[[ROWS:.*]] = lift.take %arg0 size [5] : !lift.array<M x K x f32>
// CHECK: %[[CORNER:.*]]:2 = lift.map (%{{.*}} = %[[ROWS]] :
// CHECK:   lift.take %arg1 size [8] : !lift.array<N x K x f32>
// CHECK: %[[OTHERS:.*]] = lift.drop %arg0 size [5] : !lift.array<M x K x f32>
// CHECK: %[[LEFT:.*]]:2 = lift.map (%{{.*}} = %[[OTHERS]] :
// CHECK: %[[FIRST:.*]] = lift.concat %[[CORNER]]#0, %[[LEFT]]#0 : !lift.array<5 x 8 x f32>, !lift.array<(M - 5) x 8 x f32>
// CHECK: %[[REST:.*]]:2 = lift.map (%{{.*}} = %arg0 :
// CHECK:   lift.drop %arg1 size [8] : !lift.array<N x K x f32>
// CHECK: lift.concat %[[FIRST]], %[[REST]]#0 dim 1 : !lift.array<M x 8 x f32>, !lift.array<M x (N - 8) x f32>
// RUN: lift-run %t/peeled.mlir --size=M=7,N=13,K=3 --verify
// RUN: lift-run %t/peeled.mlir --size=M=6,N=9,K=1 --verify
// RUN: lift-run %t/peeled.mlir --size=M=17,N=24,K=30 --verify

// A size that is all elements is one that cannot be run: the others would be none.
// RUN: not lift-run %t/peeled.mlir --size=M=5,N=9,K=1 --verify 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: drops 5 elements of an array of length M, which leaves none

// RUN: not lift-opt %t/nest.mlir --lift-apply-schedule=file=%t/reduced.mlir 2>&1 | FileCheck %s --check-prefix=REDUCED
// REDUCED: error: 'transform.lift.peel' does not apply: computes something else than one map inside
// RUN: not lift-opt %t/numbers.mlir --lift-apply-schedule=file=%t/all.mlir 2>&1 | FileCheck %s --check-prefix=ALL
// ALL: error: 'transform.lift.peel' does not apply: has 4 elements, of which the first 4 are all, or none
// RUN: not lift-opt %t/numbers.mlir --lift-apply-schedule=file=%t/none.mlir 2>&1 | FileCheck %s --check-prefix=NOTHING
// NOTHING: error: 'transform.lift.peel' does not apply: has 4 elements, of which the first 0 are all, or none
// Views of what is peeled become views of all results.
// RUN: lift-opt %t/numbers.mlir --lift-apply-schedule=file=%t/views.mlir -o %t/views-peeled.mlir
// RUN: FileCheck %s --check-prefix=VIEWS < %t/views-peeled.mlir
// VIEWS-NOT: lift.reverse
// VIEWS: %[[WHOLE:.*]] = lift.concat {{.*}} dim 1 :
// VIEWS: lift.reverse %[[WHOLE]] dims [1]
// RUN: lift-run %t/views-peeled.mlir --size=N=7 --verify --reference=%t/numbers.mlir

//--- nest.mlir
func.func @sums(%a: !lift.array<M x K x f32>, %b: !lift.array<N x K x f32>)
    -> (!lift.array<M x N x f32>, !lift.array<M x N x f32>) {
  %zero = arith.constant 0.0 : f32
  %c:2 = lift.map (%row = %a : !lift.array<M x K x f32>) {
    %r:2 = lift.map (%column = %b : !lift.array<N x K x f32>) {
      %s = lift.reduce (%x = %row, %y = %column : !lift.array<K x f32>, !lift.array<K x f32>) init (%acc = %zero : f32) {
        %p = arith.mulf %x, %y : f32
        %q = arith.addf %acc, %p : f32
        lift.yield %q : f32
      }
      %n = arith.negf %s : f32
      lift.yield %s, %n : f32, f32
    }
    lift.yield %r#0, %r#1 : !lift.array<N x f32>, !lift.array<N x f32>
  }
  return %c#0, %c#1 : !lift.array<M x N x f32>, !lift.array<M x N x f32>
}

//--- numbers.mlir
func.func @turned(%a: !lift.array<4 x N x f32>) -> !lift.array<4 x N x f32> {
  %c = lift.map (%row = %a : !lift.array<4 x N x f32>) {
    %r = lift.map (%x = %row : !lift.array<N x f32>) {
      %n = arith.negf %x : f32
      lift.yield %n : f32
    }
    %v = lift.reverse %r : !lift.array<N x f32>
    lift.yield %v : !lift.array<N x f32>
  }
  return %c : !lift.array<4 x N x f32>
}

//--- both.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %nest = transform.lift.match_pattern %func[0] : (!op) -> !op
    %first, %rest = transform.lift.peel %nest dim 1 first "8" : (!op) -> (!op, !op)
    %corner, %left = transform.lift.peel %first dim 0 first "5" : (!op) -> (!op, !op)
    transform.yield
  }
}

//--- reduced.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %nest = transform.lift.match_pattern %func[0] : (!op) -> !op
    %first, %rest = transform.lift.peel %nest dim 2 first "8" : (!op) -> (!op, !op)
    transform.yield
  }
}

//--- all.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %nest = transform.lift.match_pattern %func[0] : (!op) -> !op
    %first, %rest = transform.lift.peel %nest dim 0 first "4" : (!op) -> (!op, !op)
    transform.yield
  }
}

//--- none.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %nest = transform.lift.match_pattern %func[0] : (!op) -> !op
    %first, %rest = transform.lift.peel %nest dim 0 first "0" : (!op) -> (!op, !op)
    transform.yield
  }
}

//--- views.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %nest = transform.lift.match_pattern %func[0] : (!op) -> !op
    %first, %rest = transform.lift.peel %nest dim 1 first "2" : (!op) -> (!op, !op)
    transform.yield
  }
}
