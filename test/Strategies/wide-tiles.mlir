// Tiles in registers of a thread: half as many columns of numbers of 8 bytes, so
// that these take as many registers as others, and no kernel spills.

// DEFINE: %{program} = lift-opt %s --mlir-disable-threading --lift-optimize='target=pocl sizes=M=96,N=96,K=96 print-schedules' -o /dev/null
// RUN: %{program} 2>&1 | FileCheck %s
// RUN: lift-run %s --entry=doubles --target=pocl --size=M=96,N=96,K=96 --cache= --emit-package=%t 2>&1 | FileCheck %s --check-prefix=QUIET --allow-empty
// QUIET-NOT: warning

// DEFINE: %{sizes} = M=97,N=35,K=17
// DEFINE: %{run} = lift-run %s --entry=doubles --verify --cache= --target=pocl --size=%{sizes} | FileCheck %s --check-prefix=OK
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{sizes} = M=1,N=1,K=1
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{sizes} = M=64,N=96,K=64
// RUN: %if pocl %{ %{run} %}
// OK: verify: {{.*}} OK

// CHECK: // a tile of 8 x 32 for a work-item
func.func @numbers(%A: !lift.array<M x K x f32>, %B: !lift.array<K x N x f32>)
    -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %columns = lift.transpose %B : !lift.array<K x N x f32>
  %C = lift.map (%row = %A : !lift.array<M x K x f32>) {
    %out = lift.map (%column = %columns : !lift.array<N x K x f32>) {
      %sum = lift.reduce associative commutative (%a = %row, %b = %column
          : !lift.array<K x f32>, !lift.array<K x f32>)
          init (%acc = %zero : f32) {
        %ab = arith.mulf %a, %b : f32
        %next = arith.addf %acc, %ab : f32
        lift.yield %next : f32
      }
      lift.yield %sum : f32
    }
    lift.yield %out : !lift.array<N x f32>
  }
  return %C : !lift.array<M x N x f32>
}

// CHECK: // a tile of 8 x 16 for a work-item
func.func @doubles(%A: !lift.array<M x K x f64>, %B: !lift.array<K x N x f64>)
    -> !lift.array<M x N x f64> {
  %zero = arith.constant 0.0 : f64
  %columns = lift.transpose %B : !lift.array<K x N x f64>
  %C = lift.map (%row = %A : !lift.array<M x K x f64>) {
    %out = lift.map (%column = %columns : !lift.array<N x K x f64>) {
      %sum = lift.reduce associative commutative (%a = %row, %b = %column
          : !lift.array<K x f64>, !lift.array<K x f64>)
          init (%acc = %zero : f64) {
        %ab = arith.mulf %a, %b : f64
        %next = arith.addf %acc, %ab : f64
        lift.yield %next : f64
      }
      lift.yield %sum : f64
    }
    lift.yield %out : !lift.array<N x f64>
  }
  return %C : !lift.array<M x N x f64>
}
