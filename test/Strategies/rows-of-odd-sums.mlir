// Rows of 2 N + 1 numbers, of which whole vectors are never all: no variant of a
// package requires it. Where rows are assumed to fit into registers, N is at most
// half of that.
//
// RUN: lift-run %s --target=nvidia-h200 --cache= --emit-package=%t 2>&1 | FileCheck %s --check-prefix=QUIET --allow-empty
// RUN: FileCheck %s --check-prefix=MANIFEST < %t/manifest.json
// RUN: lift-run %s --target=pocl --cache= --emit-package=%t 2>&1 | FileCheck %s --check-prefix=QUIET --allow-empty
// QUIET-NOT: {{warning|error}}
// MANIFEST-NOT: divides

// DEFINE: %{sizes} = B=3,N=17
// DEFINE: %{assumed} = any-rows-4096
// DEFINE: %{run} = lift-run %s --verify --rtol=1e-4 --cache= --target=nvidia-h200 --assumed=%{assumed} --size=%{sizes} | FileCheck %s --check-prefix=OK
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{sizes} = B=1,N=1
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{assumed} = nothing
// RUN: %if pocl %{ %{run} %}
// OK: verify: {{.*}} OK

func.func @f(%x: !lift.array<B x N x f32>, %y: !lift.array<B x N x f32>)
    -> !lift.array<B x (2 * N + 1) x f32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %r = lift.map (%a = %x, %b = %y : !lift.array<B x N x f32>, !lift.array<B x N x f32>) {
    %one = lift.take %a size [1] : !lift.array<N x f32>
    %row = lift.concat %a, %b, %one : !lift.array<N x f32>, !lift.array<N x f32>, !lift.array<1 x f32>
    %most = lift.reduce associative commutative (%e = %row : !lift.array<(2 * N + 1) x f32>) init (%acc = %low : f32) {
      %next = arith.maximumf %acc, %e : f32
      lift.yield %next : f32
    }
    %less = lift.map (%e = %row : !lift.array<(2 * N + 1) x f32>) {
      %d = arith.subf %e, %most : f32
      %f = math.exp %d : f32
      lift.yield %f : f32
    }
    %sum = lift.reduce associative commutative (%e = %less : !lift.array<(2 * N + 1) x f32>) init (%acc = %zero : f32) {
      %next = arith.addf %acc, %e : f32
      lift.yield %next : f32
    }
    %out = lift.map (%e = %less : !lift.array<(2 * N + 1) x f32>) {
      %q = arith.divf %e, %sum : f32
      lift.yield %q : f32
    }
    lift.yield %out : !lift.array<(2 * N + 1) x f32>
  }
  return %r : !lift.array<B x (2 * N + 1) x f32>
}
