// RUN: split-file %s %t
// DEFINE: %{schedule} =
// DEFINE: %{pass} = transform-preload-library{transform-library-paths=%t/%{schedule}.mlir},func.func(transform-interpreter)
// DEFINE: %{apply} = lift-opt --pass-pipeline='builtin.module(%{pass})'
// DEFINE: %{run} = lift-run --verify --input-kind=special

// What a step computes in a loop of its own is a map before the reduction.
// REDEFINE: %{schedule} = fission
// RUN: %{apply} %t/nearest.mlir | FileCheck %s --check-prefix=FISSION
// FISSION: %[[SUMS:[0-9]+]] = lift.map ({{.*}} = %arg1 : !lift.array<C x F x f32>)
// FISSION:   lift.reduce associative commutative
// FISSION-NOT: arith.select
// FISSION: lift.reduce ({{.*}}, {{.*}} = %[[SUMS]] :
// FISSION-NOT: lift.reduce
// FISSION: arith.select
// RUN: %{run} %t/nearest.mlir --size=P=6,F=3,C=4 --pipeline='%{pass},lift-to-gpu' | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/nearest.mlir --size=P=1,F=1,C=1 --engine=evaluate --pipeline='%{pass}' | FileCheck %s --check-prefix=OK

// Several values of a step are passed on in the order in which it computes them.
// RUN: %{apply} %t/extremes.mlir | FileCheck %s --check-prefix=SEVERAL
// SEVERAL: %[[VALUES:.*]]:3 = lift.map
// SEVERAL:   lift.yield %[[BOTH:.*]]#0, %[[BOTH]]#1, %{{.*}} : f32, f32, f32
// SEVERAL: lift.reduce ({{.*}} = %[[VALUES]]#0, {{.*}} = %[[VALUES]]#1, {{.*}} = %[[VALUES]]#2
// RUN: %{run} %t/extremes.mlir --size=P=3,C=4,F=5 --pipeline='%{pass},lift-to-gpu' | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/extremes.mlir --size=P=1,C=1,F=1 --engine=evaluate --pipeline='%{pass}' | FileCheck %s --check-prefix=OK

// The map may not depend on the accumulators.
// RUN: not %{apply} %t/chain.mlir 2>&1 | FileCheck %s --check-prefix=CHAIN
// CHAIN: error: 'transform.lift.fission' does not apply: has no pattern in its step that does not depend on the accumulators

// Vectors of elements, in the reductions of the body too; what is the same for all
// elements stays a number until it meets them.
// REDEFINE: %{schedule} = widen
// RUN: %{apply} %t/nearest.mlir | FileCheck %s --check-prefix=WIDE
// WIDE: lift.as_vector {{.*}} width 2
// WIDE: lift.map ({{.*}} : !lift.array<(P / 2) x F x vector<2xf32>>)
// WIDE:   lift.reduce (%[[CENTRE:.*]] = %{{.*}} : !lift.array<C x F x f32>) init ({{.*}} : vector<2xf32>, vector<2xi32>, vector<2xi32>)
// WIDE:     lift.reduce associative commutative ({{.*}} : !lift.array<F x vector<2xf32>>, !lift.array<F x f32>) init ({{.*}} : vector<2xf32>)
// WIDE:       vector.broadcast {{.*}} : f32 to vector<2xf32>
// WIDE: lift.as_scalar
// RUN: %{run} %t/nearest.mlir --size=P=6,F=3,C=4 --pipeline='%{pass},lift-to-gpu' | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/nearest.mlir --size=P=2,F=1,C=1 --engine=evaluate --pipeline='%{pass}' | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/windows.mlir --size=N=10,M=5 --pipeline='%{pass},lift-to-gpu' | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/windows.mlir --size=N=2,M=3 --engine=evaluate --pipeline='%{pass}' | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/numbers.mlir --size=N=6 --pipeline='%{pass},lift-to-gpu' | FileCheck %s --check-prefix=OK
// OK: OK

// Scans of vectors keep what is declared of them.
// RUN: %{apply} %t/scanned.mlir | FileCheck %s --check-prefix=SCANNED
// SCANNED: lift.scan associative ({{.*}} : !lift.array<3 x vector<2xf32>>) init ({{.*}} : vector<2xf32>)
// RUN: %{run} %t/scanned.mlir --pipeline='%{pass},lift-to-gpu' | FileCheck %s --check-prefix=OK

// RUN: not %{apply} %t/odd.mlir 2>&1 | FileCheck %s --check-prefix=ODD
// ODD: error: 'transform.lift.widen' does not apply: {{.*}}2
// RUN: not %{apply} %t/same.mlir 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: error: 'transform.lift.widen' does not apply: yields an array that is the same in all lanes
// RUN: not %{apply} %t/joined.mlir 2>&1 | FileCheck %s --check-prefix=JOINED
// JOINED: error: 'transform.lift.widen' does not apply: has no form on vectors
// RUN: not %{apply} %t/vectors.mlir 2>&1 | FileCheck %s --check-prefix=VECTORS
// VECTORS: error: 'transform.lift.widen' does not apply: has elements that are neither numbers nor arrays of numbers

//--- nearest.mlir
func.func @nearest(%features: !lift.array<F x P x f32>, %centres: !lift.array<C x F x f32>)
    -> !lift.array<P x i32> {
  %zero = arith.constant 0.0 : f32
  %infinity = arith.constant 0x7F800000 : f32
  %none = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %points = lift.transpose %features : !lift.array<F x P x f32>
  %numbers = lift.map (%point = %points : !lift.array<P x F x f32>) {
    %best:3 = lift.reduce (%centre = %centres : !lift.array<C x F x f32>)
        init (%least = %infinity, %number = %none, %next = %none : f32, i32, i32) {
      %distance = lift.reduce associative commutative (%p = %point, %c = %centre
          : !lift.array<F x f32>, !lift.array<F x f32>) init (%acc = %zero : f32) {
        %d = arith.subf %p, %c : f32
        %square = arith.mulf %d, %d : f32
        %sum = arith.addf %acc, %square : f32
        lift.yield %sum : f32
      }
      %nearer = arith.cmpf olt, %distance, %least : f32
      %l = arith.select %nearer, %distance, %least : f32
      %n = arith.select %nearer, %next, %number : i32
      %i = arith.addi %next, %one : i32
      lift.yield %l, %n, %i : f32, i32, i32
    }
    lift.yield %best#1 : i32
  }
  return %numbers : !lift.array<P x i32>
}

//--- chain.mlir
func.func @chain(%a: !lift.array<P x C x F x f32>) -> !lift.array<P x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%rows = %a : !lift.array<P x C x F x f32>) {
    %s = lift.reduce (%row = %rows : !lift.array<C x F x f32>) init (%acc = %zero : f32) {
      %t = lift.reduce (%e = %row : !lift.array<F x f32>) init (%inner = %acc : f32) {
        %n = arith.addf %inner, %e : f32
        lift.yield %n : f32
      }
      lift.yield %t : f32
    }
    lift.yield %s : f32
  }
  return %r : !lift.array<P x f32>
}

//--- extremes.mlir
func.func @extremes(%a: !lift.array<P x C x F x f32>) -> !lift.array<P x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%rows = %a : !lift.array<P x C x F x f32>) {
    %s = lift.reduce (%row = %rows : !lift.array<C x F x f32>) init (%acc = %zero : f32) {
      %both:2 = lift.reduce (%e = %row : !lift.array<F x f32>)
          init (%least = %zero, %most = %zero : f32, f32) {
        %l = arith.minimumf %least, %e : f32
        %m = arith.maximumf %most, %e : f32
        lift.yield %l, %m : f32, f32
      }
      %range = arith.subf %both#1, %both#0 : f32
      %x = arith.mulf %acc, %both#0 : f32
      %y = arith.addf %x, %both#1 : f32
      %n = arith.addf %y, %range : f32
      lift.yield %n : f32
    }
    lift.yield %s : f32
  }
  return %r : !lift.array<P x f32>
}

// Arrays as results, views in the body, several patterns, and inputs that only some
// of them go through.
//--- windows.mlir
func.func @windows(%a: !lift.array<N x M x f32>, %w: !lift.array<3 x f32>,
                   %b: !lift.array<N x f32>) -> (!lift.array<N x (M - 2) x f32>, !lift.array<N x f32>) {
  %zero = arith.constant 0.0 : f32
  %r:2 = lift.map (%row = %a, %s = %b : !lift.array<N x M x f32>, !lift.array<N x f32>) {
    %slid = lift.slide %row size [3] step [1] : !lift.array<M x f32>
    %sums = lift.map (%window = %slid : !lift.array<(M - 2) x 3 x f32>) {
      %t = lift.reduce (%e = %window, %k = %w : !lift.array<3 x f32>, !lift.array<3 x f32>)
          init (%acc = %s : f32) {
        %p = arith.mulf %e, %k : f32
        %n = arith.addf %acc, %p : f32
        lift.yield %n : f32
      }
      lift.yield %t : f32
    }
    %total = lift.reduce (%k = %w : !lift.array<3 x f32>) init (%acc = %zero : f32) {
      %p = arith.mulf %s, %k : f32
      %n = arith.addf %acc, %p : f32
      lift.yield %n : f32
    }
    lift.yield %sums, %total : !lift.array<(M - 2) x f32>, f32
  }
  return %r#0, %r#1 : !lift.array<N x (M - 2) x f32>, !lift.array<N x f32>
}

//--- numbers.mlir
func.func @numbers(%a: !lift.array<N x f32>) -> (!lift.array<N x f32>, !lift.array<N x i32>) {
  %one = arith.constant 1 : i32
  %r:2 = lift.map (%e = %a : !lift.array<N x f32>) {
    %n = arith.negf %e : f32
    lift.yield %n, %one : f32, i32
  }
  return %r#0, %r#1 : !lift.array<N x f32>, !lift.array<N x i32>
}

//--- odd.mlir
func.func @odd(%a: !lift.array<5 x f32>) -> !lift.array<5 x f32> {
  %r = lift.map (%e = %a : !lift.array<5 x f32>) {
    %n = arith.negf %e : f32
    lift.yield %n : f32
  }
  return %r : !lift.array<5 x f32>
}

//--- same.mlir
func.func @same(%a: !lift.array<4 x f32>, %b: !lift.array<3 x f32>) -> !lift.array<4 x 3 x f32> {
  %r = lift.map (%e = %a : !lift.array<4 x f32>) {
    %m = lift.map (%f = %b : !lift.array<3 x f32>) {
      %n = arith.negf %f : f32
      lift.yield %n : f32
    }
    lift.yield %m : !lift.array<3 x f32>
  }
  return %r : !lift.array<4 x 3 x f32>
}

//--- joined.mlir
func.func @joined(%a: !lift.array<4 x 3 x f32>) -> !lift.array<4 x 6 x f32> {
  %r = lift.map (%row = %a : !lift.array<4 x 3 x f32>) {
    %c = lift.concat %row, %row : !lift.array<3 x f32>, !lift.array<3 x f32>
    lift.yield %c : !lift.array<6 x f32>
  }
  return %r : !lift.array<4 x 6 x f32>
}

//--- scanned.mlir
func.func @scanned(%a: !lift.array<4 x 3 x f32>) -> !lift.array<4 x 3 x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%row = %a : !lift.array<4 x 3 x f32>) {
    %before = lift.pad %row low [1] high [0] constant(%zero : f32) : !lift.array<3 x f32>
    %first = lift.take %before size [3] : !lift.array<4 x f32>
    %s = lift.scan associative (%e = %first : !lift.array<3 x f32>) init (%acc = %zero : f32) {
      %n = arith.addf %acc, %e : f32
      lift.yield %n : f32
    }
    lift.yield %s : !lift.array<3 x f32>
  }
  return %r : !lift.array<4 x 3 x f32>
}

//--- vectors.mlir
func.func @vectors(%a: !lift.array<4 x vector<2xf32>>) -> !lift.array<4 x vector<2xf32>> {
  %r = lift.map (%e = %a : !lift.array<4 x vector<2xf32>>) {
    %n = arith.negf %e : vector<2xf32>
    lift.yield %n : vector<2xf32>
  }
  return %r : !lift.array<4 x vector<2xf32>>
}

//--- fission.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %m = transform.lift.match_pattern %func[0] : (!op) -> !op
    %r = transform.lift.match_pattern %m[0] : (!op) -> !op
    %p:2 = transform.lift.fission %r : (!op) -> (!op, !op)
    transform.yield
  }
}

//--- widen.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %m = transform.lift.match_pattern %func[0] : (!op) -> !op
    %w = transform.lift.widen %m by 2 : (!op) -> !op
    transform.yield
  }
}
