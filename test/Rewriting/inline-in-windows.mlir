// Numbers of which windows are read are computed again in each.
// RUN: split-file %s %t
// DEFINE: %{apply} = lift-opt --lift-apply-schedule=file=%t/schedule.mlir
// DEFINE: %{run} = lift-run --engine=evaluate --verify --input-kind=special --pipeline='transform-preload-library{transform-library-paths=%t/schedule.mlir},func.func(transform-interpreter)'

// RUN: %{apply} %t/windows.mlir | FileCheck %s
// CHECK:      %[[MADE:.*]] = lift.generate
// CHECK:        lift.at {{.*}}%arg0
// CHECK:        arith.mulf
// CHECK:      lift.slide %[[MADE]]
// RUN: %{run} %t/windows.mlir --size=N=7 | FileCheck %s --check-prefix=EQUAL
// RUN: %{run} %t/windows.mlir --size=N=3 | FileCheck %s --check-prefix=EQUAL
// EQUAL: max abs error 0, OK

// Three numbers are read for an element, and one operation computes each.
// RUN: sed 's/%map : !op/%map {max_ops = 3} : !op/' %t/schedule.mlir > %t/three.mlir
// RUN: lift-opt --lift-apply-schedule=file=%t/three.mlir %t/windows.mlir | FileCheck %s
// RUN: sed 's/%map : !op/%map {max_ops = 2} : !op/' %t/schedule.mlir > %t/two.mlir
// RUN: not lift-opt --lift-apply-schedule=file=%t/two.mlir %t/windows.mlir 2>&1 | FileCheck %s --check-prefix=MORE
// MORE: 'transform.lift.inline_in_windows' does not apply: is too much to be computed for each element of windows

// RUN: sed 's/lift.map (%a/lift.map glb(0) (%a/' %t/windows.mlir > %t/mapped.mlir
// RUN: not %{apply} %t/mapped.mlir 2>&1 | FileCheck %s --check-prefix=MAPPED
// MAPPED: does not apply: says how it runs
// RUN: not %{apply} %t/read.mlir 2>&1 | FileCheck %s --check-prefix=READ
// READ: does not apply: is read by no windows
// RUN: not %{apply} %t/rows.mlir 2>&1 | FileCheck %s --check-prefix=ROWS
// ROWS: does not apply: is no map of numbers

//--- windows.mlir
func.func @f(%x: !lift.array<N x f32>) -> !lift.array<(N - 2) x f32> {
  %zero = arith.constant 0.0 : f32
  %squares = lift.map (%a = %x : !lift.array<N x f32>) {
    %b = arith.mulf %a, %a : f32
    lift.yield %b : f32
  }
  %windows = lift.slide %squares size [3] step [1] : !lift.array<N x f32>
  %r = lift.map (%window = %windows : !lift.array<(N - 2) x 3 x f32>) {
    %s = lift.reduce (%e = %window : !lift.array<3 x f32>) init (%acc = %zero : f32) {
      %n = arith.addf %acc, %e : f32
      lift.yield %n : f32
    }
    lift.yield %s : f32
  }
  return %r : !lift.array<(N - 2) x f32>
}

//--- read.mlir
func.func @f(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %squares = lift.map (%a = %x : !lift.array<N x f32>) {
    %b = arith.mulf %a, %a : f32
    lift.yield %b : f32
  }
  %r = lift.map (%a = %squares : !lift.array<N x f32>) {
    %b = arith.negf %a : f32
    lift.yield %b : f32
  }
  return %r : !lift.array<N x f32>
}

//--- rows.mlir
func.func @f(%x: !lift.array<M x N x f32>) -> !lift.array<M x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %s = lift.reduce (%e = %row : !lift.array<N x f32>) init (%acc = %zero : f32) {
      %n = arith.addf %acc, %e : f32
      lift.yield %n : f32
    }
    lift.yield %s : f32
  }
  return %r : !lift.array<M x f32>
}

//--- schedule.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %map = transform.lift.match_pattern %func[0] : (!op) -> !op
    transform.lift.inline_in_windows %map : !op
    transform.yield
  }
}
