// Functions, and inputs, accumulators and results of patterns are left out.

// DEFINE: %{args} =
// DEFINE: %{reduce} = lift-reduce %s --lift-reduce-program='test=%S/Inputs/contains.sh %{args}'

// REDEFINE: %{args} = test-arg=arith.maxnumf test-arg=lift.reduce
// RUN: %{reduce} | FileCheck %s
// REDEFINE: %{args} = test-arg=math.exp test-arg=lift.map
// RUN: %{reduce} | FileCheck %s --check-prefix=MAP
// REDEFINE: %{args} = test-arg=arith.maxnumf
// RUN: %{reduce} | FileCheck %s --check-prefix=BODY
// REDEFINE: %{args} = test-arg=arith.divf
// RUN: %{reduce} | FileCheck %s --check-prefix=OTHER

// The reduction has one of three inputs, and one of three accumulators.
// CHECK-NOT: func.func @other
// CHECK: func.func @f(
// CHECK-NEXT: arith.constant
// CHECK-NEXT: lift.reduce (%{{[a-z0-9]+}} = %{{[a-z0-9]+}} : !lift.array<N x f32>) init (%{{[a-z0-9]+}} = %{{[a-z0-9]+}} : f32) {
// CHECK-NEXT: arith.maxnumf
// CHECK-NEXT: lift.yield
// CHECK-NEXT: }
// CHECK-NEXT: return

// The map has one of two inputs, and one of two results.
// MAP: func.func @f(
// MAP-NEXT: lift.map (%{{[a-z0-9]+}} = %{{[a-z0-9]+}} : !lift.array<N x f32>) {
// MAP-NEXT: math.exp
// MAP-NEXT: lift.yield %{{[a-z0-9]+}} : f32
// MAP-NEXT: }
// MAP-NEXT: return

// Of a body, only what computes the maximum.
// BODY: func.func @f(
// BODY-NEXT: arith.maxnumf
// BODY-NEXT: return

// OTHER-NOT: @f(
// OTHER: func.func @other(
// OTHER-NEXT: arith.divf
// OTHER-NEXT: return
// OTHER-NOT: @f(

func.func @f(%x: !lift.array<N x f32>, %y: !lift.array<N x f32>,
             %z: !lift.array<N x f32>)
    -> (f32, f32, f32, !lift.array<N x f32>, !lift.array<N x f32>) {
  %zero = arith.constant 0.0 : f32
  %r:3 = lift.reduce (%a = %x, %b = %y, %c = %z
      : !lift.array<N x f32>, !lift.array<N x f32>, !lift.array<N x f32>)
      init (%p = %zero, %q = %zero, %s = %zero : f32, f32, f32) {
    %t = arith.addf %p, %a : f32
    %u = arith.maxnumf %q, %b : f32
    %v = arith.addf %s, %p : f32
    lift.yield %t, %u, %v : f32, f32, f32
  }
  %m:2 = lift.map seq unroll(2) vector(4) (%a = %x, %b = %y : !lift.array<N x f32>, !lift.array<N x f32>) {
    %t = arith.addf %a, %b : f32
    %u = math.exp %b : f32
    lift.yield %t, %u : f32, f32
  }
  return %r#0, %r#1, %r#2, %m#0, %m#1
    : f32, f32, f32, !lift.array<N x f32>, !lift.array<N x f32>
}

func.func @other(%a: f32, %b: f32) -> f32 {
  %s = arith.addf %a, %b : f32
  %t = arith.divf %s, %b : f32
  return %t : f32
}

func.func private @declared(f32) -> f32
