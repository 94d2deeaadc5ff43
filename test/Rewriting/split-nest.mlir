// A nest's reduction in parts: any reduced dimension, whole parts and padded ones,
// an epilogue, two accumulators with initial values that differ.
//
// RUN: split-file %s %t
// DEFINE: %{program} = x
// DEFINE: %{schedule} = x
// DEFINE: %{sizes} = x
// DEFINE: %{options} = transform-preload-library{transform-library-paths=%t/%{schedule}.mlir},func.func(transform-interpreter)
// DEFINE: %{run} = lift-run %t/%{program}.mlir --size=%{sizes} --verify --pipeline='%{options},lift-to-gpu' | FileCheck %s --check-prefix=EQUAL
// DEFINE: %{refuse} = not lift-opt %t/%{program}.mlir --pass-pipeline='builtin.module(%{options})' 2>&1 | FileCheck %s --check-prefix=%{schedule}
// EQUAL: OK

// REDEFINE: %{program} = windows
// REDEFINE: %{schedule} = INNER
// REDEFINE: %{sizes} = H=7,W=5,C=12,F=3
// RUN: %{run}
// REDEFINE: %{schedule} = OUTER
// REDEFINE: %{sizes} = H=4,W=4,C=1,F=1
// RUN: %{run}
// REDEFINE: %{schedule} = PADDED
// REDEFINE: %{sizes} = H=5,W=6,C=7,F=2
// RUN: %{run}
// REDEFINE: %{schedule} = MASKED
// RUN: %{run}
// RUN: lift-opt %t/%{program}.mlir --pass-pipeline='builtin.module(%{options},func.func(canonicalize))' | FileCheck %s --check-prefix=MASK
// REDEFINE: %{schedule} = JOINED
// REDEFINE: %{sizes} = H=6,W=3,C=5,F=2
// RUN: %{run}
// RUN: lift-opt %t/windows.mlir --pass-pipeline='builtin.module(transform-preload-library{transform-library-paths=%t/INNER.mlir},func.func(transform-interpreter,canonicalize))' | FileCheck %s
// CHECK: arith.constant -0.000000e+00
// CHECK: lift.map {{.*}}<(C / 4) x
// CHECK: lift.materialize {{.*}} in global : !lift.array<(C / 4) x
// CHECK: lift.map
// CHECK: lift.reduce {{.*}}<(C / 4) x f32>
// CHECK: arith.maximumf

// REDEFINE: %{program} = extremes
// REDEFINE: %{schedule} = ROWS
// REDEFINE: %{sizes} = M=3,N=12
// RUN: %{run}
// REDEFINE: %{sizes} = M=1,N=4
// RUN: %{run}

// The largest element of a part is not changed by 0, the sum not by the least: what
// is beyond the end is masked.
// REDEFINE: %{schedule} = NEUTRAL
// REDEFINE: %{sizes} = M=3,N=13
// RUN: %{run}
// RUN: lift-opt %t/%{program}.mlir --pass-pipeline='builtin.module(%{options},func.func(canonicalize))' | FileCheck %s --check-prefix=MASK
// MASK: lift.pad {{.*}} constant(%false
// MASK: lift.reduce
// MASK: arith.select
// REDEFINE: %{schedule} = PARALLEL
// RUN: %{refuse}
// PARALLEL: error: 'transform.lift.split_nest' does not apply: dimension 0 is not a reduced one
// REDEFINE: %{schedule} = BEYOND
// RUN: %{refuse}
// BEYOND: error: 'transform.lift.split_nest' does not apply: dimension 9 is not a reduced one
// REDEFINE: %{schedule} = NONE
// RUN: %{refuse}
// NONE: error: 'transform.lift.split_nest' does not apply: a chunk has at least 1 element, not 0
// REDEFINE: %{program} = windows
// REDEFINE: %{schedule} = MIXED
// RUN: %{refuse}
// MIXED: error: 'transform.lift.split_nest' does not apply: the dimensions are not one after another
// REDEFINE: %{program} = ordered
// REDEFINE: %{schedule} = ROWS
// RUN: not lift-opt %t/ordered.mlir --pass-pipeline='builtin.module(%{options})' 2>&1 | FileCheck %s --check-prefix=ORDERED
// ORDERED: error: 'transform.lift.split_nest' does not apply: is not declared associative
// REDEFINE: %{program} = strings
// REDEFINE: %{schedule} = COMMUTATIVE
// RUN: %{refuse}
// COMMUTATIVE: error: 'transform.lift.split_nest' does not apply: is not declared commutative
// REDEFINE: %{program} = copies
// REDEFINE: %{schedule} = COPIES
// RUN: %{refuse}
// COPIES: error: 'transform.lift.split_nest' does not apply: no operand of the step has dimension 0
// REDEFINE: %{program} = least
// REDEFINE: %{schedule} = LEAST
// RUN: %{refuse}
// LEAST: error: 'transform.lift.split_nest' does not apply: has no neutral element
// REDEFINE: %{program} = map
// REDEFINE: %{schedule} = MAP
// RUN: %{refuse}
// MAP: error: 'transform.lift.split_nest' does not apply: reduces nothing

//--- windows.mlir
func.func @windows(%in: !lift.array<H x W x C x f32>,
                   %weights: !lift.array<F x 3 x C x f32>,
                   %bias: !lift.array<F x f32>) -> !lift.array<F x (H - 2) x W x f32> {
  %zero = arith.constant 0.0 : f32
  %windows = lift.slide %in size [3] step [1] : !lift.array<H x W x C x f32>
  %turned = lift.transpose %windows permutation [0, 2, 1, 3] : !lift.array<(H - 2) x 3 x W x C x f32>
  %out = lift.map (%filter = %weights, %b = %bias
      : !lift.array<F x 3 x C x f32>, !lift.array<F x f32>) {
    %lines = lift.map (%line = %turned : !lift.array<(H - 2) x W x 3 x C x f32>) {
      %pixels = lift.map (%window = %line : !lift.array<W x 3 x C x f32>) {
        %sum = lift.reduce associative commutative (%p = %window, %f = %filter
            : !lift.array<3 x C x f32>, !lift.array<3 x C x f32>) init (%a = %b : f32) {
          %s = lift.reduce associative commutative (%x = %p, %w = %f
              : !lift.array<C x f32>, !lift.array<C x f32>) init (%c = %a : f32) {
            %xw = arith.mulf %x, %w : f32
            %n = arith.addf %c, %xw : f32
            lift.yield %n : f32
          }
          lift.yield %s : f32
        }
        %positive = arith.maximumf %sum, %zero : f32
        %scaled = arith.mulf %positive, %b : f32
        lift.yield %scaled : f32
      }
      lift.yield %pixels : !lift.array<W x f32>
    }
    lift.yield %lines : !lift.array<(H - 2) x W x f32>
  }
  return %out : !lift.array<F x (H - 2) x W x f32>
}

//--- extremes.mlir
func.func @extremes(%x: !lift.array<M x N x i32>, %first: !lift.array<M x i32>)
    -> (!lift.array<M x i32>, !lift.array<M x i32>) {
  %zero = arith.constant 0 : i32
  %most, %sums = lift.map (%row = %x, %f = %first : !lift.array<M x N x i32>, !lift.array<M x i32>) {
    %m, %s = lift.reduce associative (%e = %row : !lift.array<N x i32>)
        init (%a = %f, %b = %zero : i32, i32) {
      %am = arith.maxsi %a, %e : i32
      %bs = arith.addi %e, %b : i32
      lift.yield %am, %bs : i32, i32
    }
    %d = arith.subi %m, %f : i32
    lift.yield %d, %s : i32, i32
  }
  return %most, %sums : !lift.array<M x i32>, !lift.array<M x i32>
}

//--- ordered.mlir
func.func @ordered(%x: !lift.array<M x N x i32>) -> !lift.array<M x i32> {
  %zero = arith.constant 0 : i32
  %y = lift.map (%row = %x : !lift.array<M x N x i32>) {
    %s = lift.reduce (%e = %row : !lift.array<N x i32>) init (%a = %zero : i32) {
      %n = arith.addi %a, %e : i32
      lift.yield %n : i32
    }
    lift.yield %s : i32
  }
  return %y : !lift.array<M x i32>
}

//--- strings.mlir
func.func @strings(%x: !lift.array<M x N x K x i32>) -> !lift.array<M x i32> {
  %zero = arith.constant 0 : i32
  %y = lift.map (%row = %x : !lift.array<M x N x K x i32>) {
    %s = lift.reduce associative (%e = %row : !lift.array<N x K x i32>) init (%a = %zero : i32) {
      %t = lift.reduce associative (%f = %e : !lift.array<K x i32>) init (%b = %a : i32) {
        %n = arith.addi %b, %f : i32
        lift.yield %n : i32
      }
      lift.yield %t : i32
    }
    lift.yield %s : i32
  }
  return %y : !lift.array<M x i32>
}

//--- copies.mlir
func.func @copies(%x: !lift.array<M x f32>, %y: !lift.array<N x f32>) -> !lift.array<M x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%f = %x : !lift.array<M x f32>) {
    %s = lift.reduce associative (%e = %y : !lift.array<N x f32>) init (%a = %zero : f32) {
      %n = arith.addf %a, %e : f32
      lift.yield %n : f32
    }
    %z = arith.mulf %s, %f : f32
    lift.yield %z : f32
  }
  return %r : !lift.array<M x f32>
}

//--- least.mlir
func.func @least(%x: !lift.array<M x N x f32>) -> !lift.array<M x f32> {
  %zero = arith.constant 0.0 : f32
  %y = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %s = lift.reduce associative commutative (%e = %row : !lift.array<N x f32>) init (%a = %zero : f32) {
      %n = arith.divf %a, %e : f32
      lift.yield %n : f32
    }
    lift.yield %s : f32
  }
  return %y : !lift.array<M x f32>
}

//--- map.mlir
func.func @map(%x: !lift.array<M x f32>) -> !lift.array<M x f32> {
  %y = lift.map (%e = %x : !lift.array<M x f32>) {
    %d = arith.addf %e, %e : f32
    lift.yield %d : f32
  }
  return %y : !lift.array<M x f32>
}

//--- INNER.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %nest = transform.lift.match_pattern %func[0] : (!op) -> !op
    %s:2 = transform.lift.split_nest %nest [4] by "4" : (!op) -> (!op, !op)
    transform.yield
  }
}

//--- OUTER.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %nest = transform.lift.match_pattern %func[0] : (!op) -> !op
    %s:2 = transform.lift.split_nest %nest [3] by "1" : (!op) -> (!op, !op)
    transform.yield
  }
}

//--- MASKED.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %nest = transform.lift.match_pattern %func[0] : (!op) -> !op
    %s:2 = transform.lift.split_nest %nest [4] by "3" {padded, masked} : (!op) -> (!op, !op)
    transform.yield
  }
}

//--- PADDED.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %nest = transform.lift.match_pattern %func[0] : (!op) -> !op
    %s:2 = transform.lift.split_nest %nest [4] by "3" {padded} : (!op) -> (!op, !op)
    transform.yield
  }
}

//--- ROWS.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %nest = transform.lift.match_pattern %func[0] : (!op) -> !op
    %s:2 = transform.lift.split_nest %nest [1] by "4" : (!op) -> (!op, !op)
    transform.yield
  }
}

//--- NEUTRAL.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %nest = transform.lift.match_pattern %func[0] : (!op) -> !op
    %s:2 = transform.lift.split_nest %nest [1] by "4" {padded} : (!op) -> (!op, !op)
    transform.yield
  }
}

//--- JOINED.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %nest = transform.lift.match_pattern %func[0] : (!op) -> !op
    %s:2 = transform.lift.split_nest %nest [3, 4] by "4" {padded} : (!op) -> (!op, !op)
    transform.yield
  }
}

//--- MIXED.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %nest = transform.lift.match_pattern %func[0] : (!op) -> !op
    %s:2 = transform.lift.split_nest %nest [4, 3] by "4" {padded} : (!op) -> (!op, !op)
    transform.yield
  }
}

//--- PARALLEL.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %nest = transform.lift.match_pattern %func[0] : (!op) -> !op
    %s:2 = transform.lift.split_nest %nest [0] by "1" : (!op) -> (!op, !op)
    transform.yield
  }
}

//--- BEYOND.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %nest = transform.lift.match_pattern %func[0] : (!op) -> !op
    %s:2 = transform.lift.split_nest %nest [9] by "1" : (!op) -> (!op, !op)
    transform.yield
  }
}

//--- NONE.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %nest = transform.lift.match_pattern %func[0] : (!op) -> !op
    %s:2 = transform.lift.split_nest %nest [1] by "0" : (!op) -> (!op, !op)
    transform.yield
  }
}

//--- COMMUTATIVE.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %nest = transform.lift.match_pattern %func[0] : (!op) -> !op
    %s:2 = transform.lift.split_nest %nest [2] by "1" : (!op) -> (!op, !op)
    transform.yield
  }
}

//--- COPIES.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %nest = transform.lift.match_pattern %func[0] : (!op) -> !op
    %s:2 = transform.lift.split_nest %nest [1] by "1" : (!op) -> (!op, !op)
    transform.yield
  }
}

//--- LEAST.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %nest = transform.lift.match_pattern %func[0] : (!op) -> !op
    %s:2 = transform.lift.split_nest %nest [1] by "1" : (!op) -> (!op, !op)
    transform.yield
  }
}

//--- MAP.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %nest = transform.lift.match_pattern %func[0] : (!op) -> !op
    %s:2 = transform.lift.split_nest %nest [0] by "1" : (!op) -> (!op, !op)
    transform.yield
  }
}
