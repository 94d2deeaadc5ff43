// Blocks of D numbers that are scanned together, as by a filter that goes back to
// what it gave D numbers ago: columns, of which a thread has whole vectors, and a
// kernel the rest, whatever views of them a row is.
//
// RUN: lift-opt %s --mlir-disable-threading --lift-normalize --lift-fuse-producers --lift-optimize='target=pocl sizes=C=64,N=48000,D=1000 print-schedules' -o /dev/null | FileCheck %s
// CHECK: // scans of columns
// CHECK: transform.lift.peel

// DEFINE: %{sizes} = C=3,N=5000,D=1000
// DEFINE: %{run} = lift-run %s --verify --cache= --target=pocl --size=%{sizes} | FileCheck %s --check-prefix=OK
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{sizes} = C=2,N=119,D=17
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{sizes} = C=1,N=1,D=1
// RUN: %if pocl %{ %{run} %}
// OK: verify: {{.*}} OK

func.func @comb(%x: !lift.array<C x N x f32>, %d: !lift.array<D x i8>) -> !lift.array<C x N x f32> {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %r = lift.map (%row = %x : !lift.array<C x N x f32>) {
    %blocks = lift.split %row by D : !lift.array<N x f32>
    %zeros = lift.broadcast %zero sizes [D] : f32
    %scanned = lift.scan (%block = %blocks : !lift.array<(N / D) x D x f32>) init (%state = %zeros : !lift.array<D x f32>) {
      %next = lift.map (%e = %block, %s = %state : !lift.array<D x f32>, !lift.array<D x f32>) {
        %back = arith.mulf %s, %half : f32
        %sum = arith.addf %e, %back : f32
        lift.yield %sum : f32
      }
      lift.yield %next : !lift.array<D x f32>
    }
    %joined = lift.join %scanned : !lift.array<(N / D) x D x f32>
    lift.yield %joined : !lift.array<N x f32>
  }
  return %r : !lift.array<C x N x f32>
}
