// Figure 5 of "Lift: A Functional Data-Parallel IR for
// High-Performance GPU Code Generation" (Steuwer, Remmelg, Dubach; CGO 2017):
// the first memory access of the partial dot product. From the access to the
// memory, the component of a zip chooses x, and chunks of 2 in chunks of 128 become
//   x[2 * l_id + 128 * wg_id + i]
// of which here only i is added in the innermost loop.
// RUN: lift-opt %s --pass-pipeline='builtin.module(lift-to-gpu)' \
// RUN:   | lift-translate --lift-to-opencl | FileCheck %s
// CHECK-LABEL: kernel void products(
// CHECK: const int [[L:.*]] = lid0 * 2;
// CHECK: for (int i = wg0; i < (int)((uint)N / 128); i += 8) {
// CHECK-NEXT: const int [[WG:.*]] = [[L]] + i * 128;
// CHECK: for (int j = 0; j < 2; j++) {
// CHECK-NEXT: const int [[INDEX:.*]] = [[WG]] + j;
// CHECK-NEXT: acc = acc + arg2{{\[}}[[INDEX]]] * arg3{{\[}}[[INDEX]]];

// NUMPY @products(x: f32[N], y: f32[N]) -> (x * y).reshape(-1, 2).sum(1)
// RUN: %if pocl %{ %check_numpy %s --entry=products --size=N=1280 %}
func.func @products(%x: !lift.array<N x f32>, %y: !lift.array<N x f32>)
    -> !lift.array<(N / 2) x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.kernel @products local_size [64] global_size [512] {
    %xy = lift.zip %x, %y : !lift.array<N x f32>, !lift.array<N x f32>
    %chunks = lift.split %xy by 128 : !lift.array<N x tuple<f32, f32>>
    %groups = lift.map wrg(0) (%chunk = %chunks : !lift.array<(N / 128) x 128 x tuple<f32, f32>>) {
      %pairs = lift.split %chunk by 2 : !lift.array<128 x tuple<f32, f32>>
      %sums = lift.map lcl(0) (%pair = %pairs : !lift.array<64 x 2 x tuple<f32, f32>>) {
        %sum = lift.reduce (%e = %pair : !lift.array<2 x tuple<f32, f32>>) init (%acc = %zero : f32) {
          %a = lift.get %e[0] : tuple<f32, f32>
          %b = lift.get %e[1] : tuple<f32, f32>
          %ab = arith.mulf %a, %b : f32
          %next = arith.addf %acc, %ab : f32
          lift.yield %next : f32
        }
        lift.yield %sum : f32
      }
      lift.yield %sums : !lift.array<64 x f32>
    }
    %all = lift.join %groups : !lift.array<(N / 128) x 64 x f32>
    lift.yield %all : !lift.array<(N / 2) x f32>
  }
  return %r : !lift.array<(N / 2) x f32>
}
