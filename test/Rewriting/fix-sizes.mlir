// Patterns for sizes that are numbers; a producer in the step of a reduction, and
// arrays that a loop goes through once.
//
// RUN: split-file %s %t
// DEFINE: %{schedule} = x
// DEFINE: %{options} = transform-preload-library{transform-library-paths=%t/%{schedule}.mlir},func.func(transform-interpreter)
// DEFINE: %{run} = lift-run %t/program.mlir --verify --input-kind=rounding --pipeline='%{options},lift-to-gpu'
// DEFINE: %{refuse} = not lift-opt %t/program.mlir --pass-pipeline='builtin.module(%{options})' 2>&1 | FileCheck %s --check-prefix=%{schedule}

// REDEFINE: %{schedule} = FIX
// RUN: lift-opt %t/program.mlir --pass-pipeline='builtin.module(%{options})' | FileCheck %s --check-prefix=FIX
// FIX: [[A:%.*]] = lift.take %{{.*}} size [6, 4] dims [0, 1] : !lift.array<M x N x i32>
// FIX: lift.map (%{{.*}} = [[A]] : !lift.array<6 x 4 x i32>)
// FIX: lift.reduce {{.*}} !lift.array<4 x i32>
// FIX: lift.take %{{.*}} size [M] dims [0] : !lift.array<6 x i32>
// RUN: %{run} --size=M=6,N=4 | FileCheck %s --check-prefix=OK
// RUN: not %{run} --size=M=5,N=4 2>&1 | FileCheck %s --check-prefix=SIZES
// SIZES: precondition does not hold

// Windows of so many elements, not these of windows: other views are seen through.
// RUN: lift-opt %t/windows.mlir --lift-apply-schedule=file=%t/WINDOWS.mlir | FileCheck %s --check-prefix=WINDOWS
// WINDOWS: [[W:%.*]] = lift.slide %{{.*}} size [5] step [1] : !lift.array<N x i32>
// WINDOWS: lift.map (%{{.*}} = [[W]] : !lift.array<(N - 4) x 5 x i32>)
// WINDOWS: lift.take %{{.*}} size [{{.*}}K

// REDEFINE: %{schedule} = FUSE
// RUN: lift-opt %t/program.mlir --pass-pipeline='builtin.module(%{options})' | FileCheck %s --check-prefix=FUSE
// FUSE: lift.reduce (%[[ROW:.*]] = %{{.*}} : !lift.array<M x N x i32>)
// FUSE: lift.reduce {{.*}}(%{{.*}} = %[[ROW]]
// FUSE: lift.reduce {{.*}}(%{{.*}} = %[[ROW]]
// RUN: %{run} --size=M=5,N=7 | FileCheck %s --check-prefix=OK
// RUN: %{run} --size=M=1,N=1 | FileCheck %s --check-prefix=OK
// OK: verify: {{.*}} OK

// REDEFINE: %{schedule} = HALF
// RUN: %{refuse}
// HALF: error: 'transform.lift.fix_sizes' does not apply: 'M' is no number from 1 to
// REDEFINE: %{schedule} = FUNCTION
// RUN: %{refuse}
// FUNCTION: error: 'transform.lift.fix_sizes' does not apply: is no pattern
// REDEFINE: %{schedule} = BEYOND
// RUN: %{refuse}
// BEYOND: error: 'transform.lift.fuse_producer' does not apply: has no argument number 2 that a map computes
// REDEFINE: %{schedule} = INPUT
// RUN: %{refuse}
// INPUT: error: 'transform.lift.fuse_producer' does not apply: has no argument number 0 that a map computes

// RUN: not lift-opt %t/tuples.mlir --lift-apply-schedule=file=%t/TUPLES.mlir 2>&1 | FileCheck %s --check-prefix=TUPLES
// TUPLES: does not apply: has arrays with these sizes in tuples

// RUN: not lift-opt %t/parts.mlir --lift-apply-schedule=file=%t/PARTS.mlir 2>&1 | FileCheck %s --check-prefix=PARTS
// PARTS: does not apply: has a size N / 5 that would be none

//--- program.mlir
func.func @f(%A: !lift.array<M x N x i32>) -> i32 {
  %z = arith.constant 1 : i32
  %p = lift.map (%r = %A : !lift.array<M x N x i32>) {
    %s = lift.reduce associative commutative (%a = %r : !lift.array<N x i32>) init (%acc = %z : i32) {
      %n = arith.addi %acc, %a : i32
      lift.yield %n : i32
    }
    lift.yield %s : i32
  }
  %t = lift.transpose %A : !lift.array<M x N x i32>
  %B = lift.transpose %t : !lift.array<N x M x i32>
  %y = lift.reduce (%r = %B, %e = %p : !lift.array<M x N x i32>, !lift.array<M x i32>) init (%acc = %z : i32) {
    %s = lift.reduce associative commutative (%a = %r : !lift.array<N x i32>) init (%inner = %acc : i32) {
      %ae = arith.muli %a, %e : i32
      %n = arith.addi %inner, %ae : i32
      lift.yield %n : i32
    }
    lift.yield %s : i32
  }
  return %y : i32
}

//--- FIX.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.readonly}) {
    %0 = transform.lift.match_pattern %func[0] : (!op) -> !op
    %1 = transform.lift.fix_sizes %0 {M = 6, N = 4} : (!op) -> !op
    transform.yield
  }
}

//--- windows.mlir
func.func @windows(%x: !lift.array<N x i32>, %k: !lift.array<K x i32>) -> !lift.array<(N - K + 1) x i32> {
  %z = arith.constant 1 : i32
  %w = lift.slide %x size [K] step [1] : !lift.array<N x i32>
  %y = lift.map (%r = %w : !lift.array<(N - K + 1) x K x i32>) {
    %s = lift.reduce (%a = %r, %b = %k : !lift.array<K x i32>, !lift.array<K x i32>) init (%acc = %z : i32) {
      %p = arith.muli %a, %b : i32
      %n = arith.addi %acc, %p : i32
      lift.yield %n : i32
    }
    lift.yield %s : i32
  }
  return %y : !lift.array<(N - K + 1) x i32>
}

//--- WINDOWS.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.readonly}) {
    %0 = transform.lift.match_pattern %func[0] : (!op) -> !op
    %1 = transform.lift.fix_sizes %0 {K = 5} : (!op) -> !op
    transform.yield
  }
}

//--- FUSE.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.readonly}) {
    %0 = transform.lift.match_pattern %func[1] : (!op) -> !op
    %1 = transform.lift.fuse_producer %0 {argument = 1} : (!op) -> !op
    transform.apply_patterns to %func {
      transform.apply_patterns.canonicalization
      transform.apply_patterns.lift.merge_inputs
    } : !op
    transform.yield
  }
}

//--- HALF.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.readonly}) {
    %0 = transform.lift.match_pattern %func[0] : (!op) -> !op
    %1 = transform.lift.fix_sizes %0 {M = 0} : (!op) -> !op
    transform.yield
  }
}

//--- FUNCTION.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.consumed}) {
    %1 = transform.lift.fix_sizes %func {M = 2} : (!op) -> !op
    transform.yield
  }
}

//--- BEYOND.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.readonly}) {
    %0 = transform.lift.match_pattern %func[1] : (!op) -> !op
    %1 = transform.lift.fuse_producer %0 {argument = 2} : (!op) -> !op
    transform.yield
  }
}

//--- INPUT.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.readonly}) {
    %0 = transform.lift.match_pattern %func[1] : (!op) -> !op
    %1 = transform.lift.fuse_producer %0 {argument = 0} : (!op) -> !op
    transform.yield
  }
}

//--- tuples.mlir
func.func @f(%x: !lift.array<N x N x f32>) -> !lift.array<N x f32> {
  %z = lift.zip %x, %x : !lift.array<N x N x f32>, !lift.array<N x N x f32>
  %r = lift.map (%t = %z : !lift.array<N x tuple<!lift.array<N x f32>, !lift.array<N x f32>>>) {
    %row = lift.get %t[0] : tuple<!lift.array<N x f32>, !lift.array<N x f32>>
    %a = lift.at %row[0] : !lift.array<N x f32>
    lift.yield %a : f32
  }
  return %r : !lift.array<N x f32>
}

//--- TUPLES.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !transform.any_op) {
    %map = transform.lift.match_pattern %func[0] : (!transform.any_op) -> !transform.any_op
    %fixed = transform.lift.fix_sizes %map {N = 4} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

//--- parts.mlir
func.func @f(%x: !lift.array<N x f32>, %z: f32) -> f32 {
  %parts = lift.split %x by 5 : !lift.array<N x f32>
  %first = lift.at %parts[0] dim 1 : !lift.array<(N / 5) x 5 x f32>
  %s = lift.reduce (%e = %first : !lift.array<(N / 5) x f32>) init (%acc = %z : f32) {
    %n = arith.addf %acc, %e : f32
    lift.yield %n : f32
  }
  return %s : f32
}

//--- PARTS.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !transform.any_op) {
    %sum = transform.lift.match_pattern %func[0] : (!transform.any_op) -> !transform.any_op
    %fixed = transform.lift.fix_sizes %sum {N = 7} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
