// Figure 6 of "Lift: A Functional Data-Parallel IR for
// High-Performance GPU Code Generation" (Steuwer, Remmelg, Dubach; CGO 2017):
// a transposition written as a join, a gather with a stride, and a split. The
// index of the read begins as
//   ((wg_id * N + l_id) / N + ((wg_id * N + l_id) mod N) * M) / M * M + ...
// and must end as a person writes it, l_id * M + wg_id, without a division. The
// figure calls N what is M here, the length of the rows of x.
// RUN: lift-opt %s --pass-pipeline='builtin.module(lift-to-gpu{reduce-strength=false})' \
// RUN:   | lift-translate --lift-to-opencl | FileCheck %s
// CHECK-LABEL: kernel void transpose(
// CHECK: for (int i = wg0; i < M; i += 8) {
// CHECK: const int [[L:.*]] = lid0 + j * 64;
// CHECK-NOT: {{[/%]}}
// CHECK: out[i * N + [[L]]] = arg3[i + [[L]] * M];
// Nor with a product in a loop.
// RUN: lift-opt %s --pass-pipeline='builtin.module(lift-to-gpu)' \
// RUN:   | lift-translate --lift-to-opencl | FileCheck %s --check-prefix=STEPS
// STEPS: for (int i = wg0; i < M; i += 8) {
// STEPS: for (int j = 0;
// STEPS-NOT: {{[/%]|i [*]|[*] M|[*] N}}
// STEPS: out[offset + {{v[0-9]+}}] = arg3[offset1];

// NUMPY @transpose(x: f32[N, M]) -> x.T
// RUN: %if pocl %{ %check_numpy %s --entry=transpose --size=N=131 --size=M=17 %}
// RUN: %if pocl %{ %check_numpy %s --entry=transpose --size=N=1 --size=M=64 %}
// RUN: %if pocl %{ %check_numpy %s --entry=transpose --size=N=64 --size=M=1 %}
func.func @transpose(%x: !lift.array<N x M x f32>) -> !lift.array<M x N x f32> {
  %m = lift.size M : index
  %n = lift.size N : index
  %r = lift.kernel @transpose local_size [64] global_size [512] {
    %flat = lift.join %x : !lift.array<N x M x f32>
    %turned = lift.gather %flat : !lift.array<(N * M) x f32> by (%i < N * M) {
      %row = arith.remui %i, %n : index
      %column = arith.divui %i, %n : index
      %start = arith.muli %row, %m : index
      %j = arith.addi %start, %column : index
      lift.yield %j : index
    }
    %rows = lift.split %turned by N : !lift.array<(N * M) x f32>
    %groups = lift.map wrg(0) (%row = %rows : !lift.array<M x N x f32>) {
      %cells = lift.map lcl(0) (%e = %row : !lift.array<N x f32>) { lift.yield %e : f32 }
      lift.yield %cells : !lift.array<N x f32>
    }
    lift.yield %groups : !lift.array<M x N x f32>
  }
  return %r : !lift.array<M x N x f32>
}
