// Two products with one operand in common, as of a gated layer: their tiles are those of
// one product whose columns are twice as many, so that a work-item has no more accumulators.
// DEFINE: %{size} = M=2048,N=2048,K=2048
// DEFINE: %{schedule} = lift-opt %s --lift-fuse-producers --lift-optimize='target=nvidia-h200 sizes=%{size} print-schedules' -o /dev/null
// RUN: %{schedule} | FileCheck %s --check-prefix=COLUMNS
// COLUMNS: a tile of 128 x 64 for a group, 16 steps of the sum at a time

// RUN: %if pocl %{ lift-run %s --target=nvidia-h200 --size=M=130,N=67,K=35 --verify --rtol=1e-4 | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ lift-run %s --target=nvidia-h200 --size=M=1,N=1,K=1 --verify --rtol=1e-4 | FileCheck %s --check-prefix=OK %}
// OK: OK

func.func @gated(%A: !lift.array<M x K x f32>, %B: !lift.array<K x N x f32>,
                 %G: !lift.array<K x N x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %columns = lift.transpose %B : !lift.array<K x N x f32>
  %gates = lift.transpose %G : !lift.array<K x N x f32>
  %C = lift.map (%row = %A : !lift.array<M x K x f32>) {
    %out = lift.map (%column = %columns, %gate = %gates : !lift.array<N x K x f32>, !lift.array<N x K x f32>) {
      %x = lift.reduce associative commutative (%a = %row, %b = %column : !lift.array<K x f32>, !lift.array<K x f32>) init (%acc = %zero : f32) {
        %ab = arith.mulf %a, %b : f32
        %next = arith.addf %acc, %ab : f32
        lift.yield %next : f32
      }
      %y = lift.reduce associative commutative (%a = %row, %g = %gate : !lift.array<K x f32>, !lift.array<K x f32>) init (%acc = %zero : f32) {
        %ag = arith.mulf %a, %g : f32
        %next = arith.addf %acc, %ag : f32
        lift.yield %next : f32
      }
      %negative = arith.negf %y : f32
      %power = math.exp %negative : f32
      %divisor = arith.addf %one, %power : f32
      %gated = arith.divf %y, %divisor : f32
      %result = arith.mulf %x, %gated : f32
      lift.yield %result : f32
    }
    lift.yield %out : !lift.array<N x f32>
  }
  return %C : !lift.array<M x N x f32>
}
