// A reduction that stages tiles in two local buffers used in turn, prefetches the
// next tile, and has one barrier for each step. One step, two, an odd and an even
// number of them, with groups that do not divide the tile, equal and exceed
// it, and groups that start again at the first buffer.
// REQUIRES: pocl
// RUN: lift-opt %s --lift-to-gpu=params=L=4 | lift-translate --lift-to-opencl \
// RUN:   | FileCheck %s
// CHECK-LABEL: kernel void turned(
// CHECK: local float tile[32]
// CHECK: for (int i = wg0;
// CHECK-NOT: barrier
// CHECK: tile[{{v[0-9]+}}] = arg2
// CHECK: barrier(CLK_LOCAL_MEM_FENCE);
// CHECK-NEXT: for (int j = 0;
// CHECK-NEXT: LOOP_BARRIER;
// CHECK: const int [[NEXT:v[0-9]+]] = {{v[0-9]+}} + 1;
// CHECK-NEXT: const bool [[COND:cond[0-9]*]] = [[NEXT]] < [[N:v[0-9]+]];
// CHECK-NEXT: if (HIDDEN([[COND]])) {
// CHECK: priv[k] = arg2
// CHECK-NOT: barrier
// CHECK: tile[9 - {{v[0-9]+}}]
// CHECK: if (HIDDEN([[COND]])) {
// CHECK: tile[{{v[0-9]+}} + 16] = priv[k];
// CHECK: priv[k] = arg2
// CHECK: barrier(CLK_LOCAL_MEM_FENCE);
// CHECK-NOT: barrier
// CHECK: tile[25 - {{v[0-9]+}}]
// CHECK: tile[{{v[0-9]+}}] = priv[k];
// CHECK: EXCEPT_POCL(barrier(CLK_LOCAL_MEM_FENCE));
// CHECK-NEXT: }
// The last of an odd number of steps.
// CHECK-NEXT: LOOP_BARRIER;
// CHECK-NEXT: if (
// CHECK-NOT: barrier
// CHECK: tile[9 - {{v[0-9]+}}]
// For the next group.
// CHECK: barrier(CLK_LOCAL_MEM_FENCE);
// CHECK-NOT: barrier
// CHECK-LABEL: kernel void two_tiles(
// CHECK: local float tile[96]
// CHECK-NEXT: local int tile1[32]
// CHECK-COUNT-3: barrier(CLK_LOCAL_MEM_FENCE)
// CHECK-NOT: barrier

// RUN: %check_numpy %s --entry=turned --size=N=3 --size=K=2 --param=L=4
// RUN: %check_numpy %s --entry=turned --size=N=3 --size=K=3 --param=L=10
// RUN: %check_numpy %s --entry=turned --size=N=5 --size=K=4 --param=L=4
// RUN: %check_numpy %s --entry=turned --size=N=5 --size=K=8 --param=L=16
// RUN: %check_numpy %s --entry=turned --size=N=1 --size=K=9 --param=L=1
// RUN: %if oclgrind %{ %check_numpy %s --entry=turned --size=N=5 --size=K=2 --param=L=4 --oclgrind %}
// RUN: %if oclgrind %{ %check_numpy %s --entry=turned --size=N=5 --size=K=5 --param=L=4 --oclgrind %}
// RUN: %if oclgrind %{ %check_numpy %s --entry=turned --size=N=3 --size=K=6 --param=L=16 --oclgrind %}

// NUMPY @turned(x: f32[N,K,10]) -> x[:, 1:].sum(1)[:, ::-1]

!tile = !lift.array<10 x f32>

func.func @turned(%x: !lift.array<N x K x 10 x f32>) -> !lift.array<N x 10 x f32>
    attributes {lift.params = {L = [4, 1, 10, 16]}} {
  %zero = arith.constant 0.0 : f32
  %r = lift.kernel @turned local_size [L] global_size [2 * L] {
    %rows = lift.map wrg(0) (%all = %x : !lift.array<N x K x 10 x f32>) {
      %tiles = lift.drop %all size [1] : !lift.array<K x 10 x f32>
      %zeros = lift.broadcast %zero sizes [10] : f32
      %init = lift.copy %zeros [lcl(0)] in private : !tile
      %sum = lift.reduce (%t = %tiles : !lift.array<(K - 1) x 10 x f32>)
          init (%acc = %init : !tile) {
        %staged = lift.copy %t [lcl(0)] in local {buffers = 2} : !tile
        %back = lift.reverse %staged : !tile
        %next = lift.map lcl(0) (%a = %acc, %b = %back : !tile, !tile) {
          %s = arith.addf %a, %b : f32
          lift.yield %s : f32
        }
        lift.yield %next : !tile
      }
      %sums = lift.materialize %sum in private : !tile
      %out = lift.map lcl(0) (%s = %sums : !tile) { lift.yield %s : f32 }
      lift.yield %out : !tile
    }
    lift.yield %rows : !lift.array<N x 10 x f32>
  }
  return %r : !lift.array<N x 10 x f32>
}

// Two tiles of other sizes and element types, each read by other work-items than
// those that write it; the first is computed before it is staged.
// RUN: %check_numpy %s --entry=two_tiles --size=K=1
// RUN: %check_numpy %s --entry=two_tiles --size=K=2
// RUN: %check_numpy %s --entry=two_tiles --size=K=7
// RUN: %if oclgrind %{ %check_numpy %s --entry=two_tiles --size=K=3 --oclgrind %}

// NUMPY @two_tiles(x: f32[K,6,5], y: i32[K,7]) -> ((2 * x).transpose(0, 2, 1)[:, :, ::-1] * y.sum(1)[:, None, None]).sum(0)

!wide = !lift.array<6 x 5 x f32>
!turned = !lift.array<5 x 6 x f32>

func.func @two_tiles(%x: !lift.array<K x 6 x 5 x f32>, %y: !lift.array<K x 7 x i32>)
    -> !turned {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0 : i32
  %r = lift.kernel @two_tiles local_size [4, 2] global_size [4, 2] {
    %zeros = lift.broadcast %zero sizes [5, 6] : f32
    %init = lift.copy %zeros [lcl(1), lcl(0)] in private : !turned
    %sum = lift.reduce (%t = %x, %u = %y : !lift.array<K x 6 x 5 x f32>, !lift.array<K x 7 x i32>)
        init (%acc = %init : !turned) {
      %doubled = lift.map lcl(1) (%row = %t : !wide) {
        %cells = lift.map lcl(0) (%e = %row : !lift.array<5 x f32>) {
          %d = arith.addf %e, %e : f32
          lift.yield %d : f32
        }
        lift.yield %cells : !lift.array<5 x f32>
      }
      %a = lift.materialize %doubled in local {buffers = 2, pad = array<i64: 0, 1>} : !wide
      %b = lift.copy %u [lcl(0)] in local {buffers = 2} : !lift.array<7 x i32>
      %back = lift.reverse %a : !wide
      %at = lift.transpose %back : !wide
      %next = lift.map lcl(1) (%ai = %at, %ci = %acc : !turned, !turned) {
        %line = lift.map lcl(0) (%e = %ai, %c = %ci : !lift.array<6 x f32>, !lift.array<6 x f32>) {
          %total = lift.reduce (%n = %b : !lift.array<7 x i32>) init (%sofar = %none : i32) {
            %m = arith.addi %sofar, %n : i32
            lift.yield %m : i32
          }
          %f = arith.sitofp %total : i32 to f32
          %p = arith.mulf %e, %f : f32
          %s = arith.addf %c, %p : f32
          lift.yield %s : f32
        }
        lift.yield %line : !lift.array<6 x f32>
      }
      lift.yield %next : !turned
    }
    %sums = lift.materialize %sum in private : !turned
    %out = lift.map lcl(1) (%row = %sums : !turned) {
      %cells = lift.map lcl(0) (%s = %row : !lift.array<6 x f32>) { lift.yield %s : f32 }
      lift.yield %cells : !lift.array<6 x f32>
    }
    lift.yield %out : !turned
  }
  return %r : !turned
}
