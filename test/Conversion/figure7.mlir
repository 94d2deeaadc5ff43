// Figure 7 of "Lift: A Functional Data-Parallel IR for
// High-Performance GPU Code Generation" (Steuwer, Remmelg, Dubach; CGO 2017):
// the partial dot product, with a tree of sums in local memory.
//
// The figure has three local buffers of 64, 64 and 32 elements, the last two used
// in turn. An iterate is unrolled here, and each step asks for a buffer of its
// size; those whose lives are apart share storage, so that two buffers of 64 and
// 32 elements are used in turn.
//
// The figure goes through 14 barriers for each chunk, two for each step, one
// before and one behind the steps. Here are 6, each between a step and what reads
// it. None is missing:
// * the last step is made and read by work-item 0 alone, in the element that it
//   alone writes in the next chunk;
// * a step writes what the step before the last has read, and the barrier between
//   the two steps before it stands behind those reads;
// * the same holds of the first two steps of the next chunk.
// RUN: lift-opt %s --pass-pipeline='builtin.module(lift-to-gpu)' \
// RUN:   | lift-translate --lift-to-opencl | FileCheck %s
// CHECK-LABEL: kernel void partial_dot(
// CHECK: local float tile[64]
// CHECK-NEXT: local float tile1[32]
// CHECK-NEXT: const int lid0
// CHECK: for (int i = wg0; i < (int)((uint)N / 128); i += 8) {
// CHECK-NOT: barrier
// CHECK: tile[lid0] = acc;
// CHECK-NEXT: barrier(CLK_LOCAL_MEM_FENCE);
// CHECK-NOT: barrier
// CHECK: acc1 + tile[v + j];
// CHECK: tile1[lid0] = acc1;
// CHECK-NEXT: }
// CHECK-NEXT: barrier(CLK_LOCAL_MEM_FENCE);
// CHECK-NOT: barrier
// CHECK: acc1 + tile1[v + j];
// CHECK: tile[lid0] = acc1;
// CHECK-NEXT: }
// CHECK-NEXT: barrier(CLK_LOCAL_MEM_FENCE);
// CHECK-NOT: barrier
// CHECK: tile1[lid0] = acc1;
// CHECK-NEXT: }
// CHECK-NEXT: barrier(CLK_LOCAL_MEM_FENCE);
// CHECK-NOT: barrier
// CHECK: tile[lid0] = acc1;
// CHECK-NEXT: }
// CHECK-NEXT: barrier(CLK_LOCAL_MEM_FENCE);
// CHECK-NOT: barrier
// CHECK: tile1[lid0] = acc1;
// CHECK-NEXT: }
// CHECK-NEXT: barrier(CLK_LOCAL_MEM_FENCE);
// CHECK-NOT: barrier
// CHECK: tile[0] = acc1;
// CHECK-NEXT: out[i] = tile[0];
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }

// NUMPY @partial_dot(x: f32[N], y: f32[N]) -> (x * y).reshape(-1, 128).sum(1)
// RUN: %if pocl %{ %check_numpy %s --entry=partial_dot --size=N=2432 %}
// RUN: %if pocl %{ %check_numpy %s --entry=partial_dot --size=N=128 %}
// RUN: %if oclgrind %{ %check_numpy %s --entry=partial_dot --size=N=1280 --oclgrind %}
func.func @partial_dot(%x: !lift.array<N x f32>, %y: !lift.array<N x f32>)
    -> !lift.array<(N / 128) x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.kernel @partial_dot local_size [64] global_size [512] {
    %xy = lift.zip %x, %y : !lift.array<N x f32>, !lift.array<N x f32>
    %chunks = lift.split %xy by 128 : !lift.array<N x tuple<f32, f32>>
    %groups = lift.map wrg(0) (%chunk = %chunks : !lift.array<(N / 128) x 128 x tuple<f32, f32>>) {
      %twos = lift.split %chunk by 2 : !lift.array<128 x tuple<f32, f32>>
      %products = lift.map lcl(0) (%two = %twos : !lift.array<64 x 2 x tuple<f32, f32>>) {
        %sum = lift.reduce (%e = %two : !lift.array<2 x tuple<f32, f32>>) init (%acc = %zero : f32) {
          %a = lift.get %e[0] : tuple<f32, f32>
          %b = lift.get %e[1] : tuple<f32, f32>
          %ab = arith.mulf %a, %b : f32
          %next = arith.addf %acc, %ab : f32
          lift.yield %next : f32
        }
        lift.yield %sum : f32
      }
      %tmp1 = lift.materialize %products in local : !lift.array<64 x f32>
      %one = lift.iterate 6 size L (%v = %tmp1 : !lift.array<64 x f32>) {
        %pairs = lift.split %v by 2 : !lift.array<L x f32>
        %added = lift.map lcl(0) (%pair = %pairs : !lift.array<(L / 2) x 2 x f32>) {
          %sum = lift.reduce (%e = %pair : !lift.array<2 x f32>) init (%acc = %zero : f32) {
            %next = arith.addf %acc, %e : f32
            lift.yield %next : f32
          }
          lift.yield %sum : f32
        }
        %stored = lift.materialize %added in local : !lift.array<(L / 2) x f32>
        lift.yield %stored : !lift.array<(L / 2) x f32>
      }
      %out = lift.map lcl(0) (%e = %one : !lift.array<1 x f32>) { lift.yield %e : f32 }
      lift.yield %out : !lift.array<1 x f32>
    }
    %all = lift.join %groups : !lift.array<(N / 128) x 1 x f32>
    lift.yield %all : !lift.array<(N / 128) x f32>
  }
  return %r : !lift.array<(N / 128) x f32>
}
