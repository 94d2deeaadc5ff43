// RUN: split-file %s %t
// RUN: lift-opt %lift_src_root/examples/transpose.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 sizes=M=8192,N=8192 print-schedules}))' | FileCheck %s
// CHECK: // transposition
// CHECK: // squares of 64 x 64
// CHECK: transform.lift.block {{.*}} {chunks = {{\[\[}}64, 4], [64]], order = {{\[\[}}0, 0], [1, 0], [0, 1], [0, 2], [1, 1]]}
// CHECK: transform.lift.stage {{.*}} space = "local", read_order = array<i64: 2, 0, 1>, chunks = array<i64: 256, 64>, pad = array<i64: 0, 0, 1>

// Where the rows of the result are no whole sectors of memory, those of a square
// begin at different columns.
// DEFINE: %{sizes} = M=8191,N=8191
// DEFINE: %{skewed} = lift-opt %lift_src_root/examples/transpose.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 sizes=%{sizes} print-schedules}))'
// RUN: %{skewed} | FileCheck %s --check-prefix=SKEWED
// SKEWED: transform.lift.skew_rows %0 {levels = {{\[\[}}8, -1]], rows = 64, columns = 64}
// SKEWED: transform.lift.block {{.*}} {chunks = {{\[\[}}8], [4], [64]], order = {{\[\[}}0, 0], [2, 0], [0, 1], [1, 0], [1, 1], [2, 1]]}
// SKEWED: transform.lift.stage {{.*}} read_order = array<i64: 3, 0, 1, 2>, chunks = array<i64: 256, 64>, pad = array<i64: 0, 0, 0, 1>
// SKEWED: ["seq unroll", "seq unroll", "lcl(1)", "lcl(0)"]
// REDEFINE: %{sizes} = M=8187,N=8191
// RUN: %{skewed} | FileCheck %s --check-prefix=TWICE
// TWICE: transform.lift.skew_rows %0 {levels = {{\[\[}}4, -2], [2, 3]], rows = 64, columns = 64}
// TWICE: order = {{\[\[}}0, 0], [3, 0], [0, 1], [2, 0], [1, 0], [3, 1]]}
// REDEFINE: %{sizes} = M=8188,N=8191
// RUN: %{skewed} | FileCheck %s --check-prefix=FOUR
// FOUR: transform.lift.skew_rows %0 {levels = {{\[\[}}4, 4]], rows = 64, columns = 64}

// Likewise if it is assumed what is left of rows whose length is not known; of planes in a
// row, each begins elsewhere.
// DEFINE: %{rest} = lift-opt --pass-pipeline='builtin.module(func.func(lift-optimize{assumed=rest-3 print-schedules}))'
// RUN: %{rest} %lift_src_root/examples/transpose.mlir | FileCheck %s --check-prefix=REST
// REST: transform.lift.skew_rows %0 {levels = {{\[\[}}4, -2], [2, 3]], rows = 64, columns = 64}
// REST: [#lift.constraint<M mod 8 == 3>, #lift.constraint<65536 * compute_units le M * N>]
// REST-NEXT: "lift.prefers"
// RUN: %{rest} %t/planes.mlir | FileCheck %s --check-prefix=PLANES
// PLANES: // squares of 32 x 32
// PLANES-NOT: skew_rows
// PLANES-NOT: lift.prefers
// RUN: lift-opt --lift-optimize='assumed=rest-3' %lift_src_root/examples/transpose.mlir -o %t/rest.mlir
// DEFINE: %{as-rest} = lift-run %t/rest.mlir --verify
// RUN: %{as-rest} --size=M=131,N=67 | FileCheck %s --check-prefix=OK
// RUN: %{as-rest} --size=M=1,N=130 | FileCheck %s --check-prefix=OK
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{as-rest} --size=M=67,N=65 %}
// RUN: lift-run %lift_src_root/examples/transpose.mlir --cache= --emit-package=%t/package
// RUN: ls %t/package | FileCheck %s --check-prefix=VARIANTS
// VARIANTS: kernels.7.cl
// VARIANTS-NOT: kernels.8.cl

// Not those of whole sectors, nor where squares are small, lengths are not known, or
// planes begin anywhere.
// REDEFINE: %{sizes} = M=8192,N=8191
// RUN: %{skewed} | FileCheck %s --check-prefix=STRAIGHT
// REDEFINE: %{sizes} = M=1001,N=1001
// RUN: %{skewed} | FileCheck %s --check-prefix=STRAIGHT
// REDEFINE: %{sizes} = N=8191
// RUN: %{skewed} | FileCheck %s --check-prefix=STRAIGHT
// RUN: lift-opt %t/planes.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 sizes=P=1001,M=37,N=1001 print-schedules}))' | FileCheck %s --check-prefix=STRAIGHT
// STRAIGHT: // squares of
// STRAIGHT-NOT: skew_rows

// Neighbours in reverse order are neighbours, too.
// RUN: lift-opt %t/reversed.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 sizes=M=8192,N=8192 print-schedules}))' | FileCheck %s --check-prefix=REVERSED
// REVERSED: // transposition
// DEFINE: %{reversed} = lift-run %t/reversed.mlir --verify
// RUN: %{reversed} --target=nvidia-h200 --size=M=131,N=67 | FileCheck %s --check-prefix=OK
// RUN: %{reversed} --target=nvidia-h200 --size=M=1,N=9 | FileCheck %s --check-prefix=OK
// RUN: %{reversed} --target=pocl --size=M=128,N=64 | FileCheck %s --check-prefix=OK
// RUN: %{reversed} --target=pocl --size=M=67,N=131 | FileCheck %s --check-prefix=OK
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{reversed} --target=nvidia-h200 --size=M=70,N=65 %}

// Dimensions that follow each other everywhere are one; few elements are cut into
// small squares.
// RUN: lift-opt %t/channels.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 sizes=B=2,H=5,W=7,C=64 print-schedules}))' | FileCheck %s --check-prefix=CHANNELS
// CHANNELS: // squares of 32 x 32
// CHANNELS: transform.lift.block {{.*}} collapse = array<i64: 2>, pad = array<i64: 2>

// RUN: lift-opt %t/channels.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200}))' --remarks-filter='lift.*' 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: remark: {{.*}}Remark=transposition

// A dimension that is too short for squares: a work-item has all along it; where it is
// written, only a very short one.
// REDEFINE: %{sizes} = M=100000,N=15
// RUN: %{skewed} | FileCheck %s --check-prefix=SHORT
// SHORT: // all along the short dimension for a work-item
// SHORT: transform.lift.fix_sizes {{.*}} {N = 15}
// SHORT: chunks = {{\[\[}}], [256]], order = {{\[\[}}1, 0], [1, 1], [0, 0]], pad = array<i64: 1>
// SHORT: ["lcl(0)", "seq unroll"]
// REDEFINE: %{sizes} = M=4,N=100000
// RUN: %{skewed} | FileCheck %s --check-prefix=WRITTEN
// WRITTEN: transform.lift.fix_sizes {{.*}} {M = 4}
// REDEFINE: %{sizes} = M=5,N=100000
// RUN: %{skewed} | FileCheck %s --check-prefix=LONGER
// LONGER-NOT: short dimension
// REDEFINE: %{sizes} = M=3,N=5
// RUN: %{skewed} | FileCheck %s --check-prefix=LONGER
// RUN: lift-run %lift_src_root/examples/transpose.mlir --target=nvidia-h200 --verify --size=M=1037,N=7
// RUN: lift-run %lift_src_root/examples/transpose.mlir --target=nvidia-h200 --verify --size=M=3,N=1024
// RUN: lift-run %lift_src_root/examples/transpose.mlir --target=nvidia-h200 --verify --size=M=1,N=77
// RUN: lift-run %t/channels.mlir --target=nvidia-h200 --verify --size=B=2,H=9,W=31,C=3

// Without local memory of its own, a work-item turns squares in its registers; on a CPU,
// what is beside whole vectors has work-items of its own, if rows are long.
// RUN: lift-opt %lift_src_root/examples/transpose.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=mali-g610 assumed=inner-aligned print-schedules}))' | FileCheck %s --check-prefix=MALI
// MALI: // squares of 4 x 4 in registers
// MALI: transform.lift.map_to {{.*}} ["glb(0)"]
// MALI: transform.lift.transpose_vectors {{.*}} {argument = 0}
// RUN: lift-opt %t/several.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=pocl sizes=M=1008,N=2000 print-schedules}))' | FileCheck %s --check-prefix=THREADS
// THREADS: // squares of 8 x 8 in registers
// THREADS: chunks = {{\[\[}}64, 8], [64, 8]], {{.*}}, pad = array<i64: 0, 1>
// THREADS: transform.lift.transpose_vectors {{.*}} {argument = 1}
// THREADS: transform.lift.transpose_vectors {{.*}} {argument = 2}
// RUN: lift-opt %t/several.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=pocl sizes=M=1009,N=2003 print-schedules}))' | FileCheck %s --check-prefix=SPLIT
// SPLIT: transform.lift.peel {{.*}} dim {{[01]}} first "16 * ({{[MN]}} floordiv 16)"
// SPLIT: transform.lift.peel {{.*}} dim {{[01]}} first "16 * ({{[MN]}} floordiv 16)"
// SPLIT: // squares of 8 x 8 in registers
// RUN: lift-opt %t/several.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=pocl sizes=M=101,N=2000 print-schedules}))' | FileCheck %s --check-prefix=NOT-SPLIT --allow-empty
// RUN: lift-opt %t/several.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=mali-g610 sizes=M=1009,N=2003 print-schedules}))' | FileCheck %s --check-prefix=NOT-SPLIT --allow-empty
// NOT-SPLIT-NOT: in registers
// RUN: lift-run %t/several.mlir --target=pocl --size=M=137,N=259 --verify 2>&1 | FileCheck %s --check-prefix=OK --implicit-check-not=warning
// RUN: lift-run %lift_src_root/examples/transpose.mlir --target=pocl --size=M=137,N=259 --verify 2>&1 | FileCheck %s --check-prefix=OK --implicit-check-not=warning
// RUN: lift-run %t/several.mlir --target=pocl --size=M=48,N=80 --verify 2>&1 | FileCheck %s --check-prefix=OK --implicit-check-not=warning
// RUN: lift-run %t/channels.mlir --target=pocl --size=B=2,H=4,W=4,C=32 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/channels.mlir --target=mali-g72 --size=B=2,H=3,W=4,C=20 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/planes.mlir --target=mali-g72 --size=P=8,M=5,N=12 --verify | FileCheck %s --check-prefix=OK

// Neighbours that are those of the result, rows that are no vectors where there is
// no local memory, and no room for a square.
// RUN: lift-opt %t/straight.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 print-schedules}))' | FileCheck %s --check-prefix=NONE
// RUN: lift-opt %lift_src_root/examples/transpose.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=mali-g610 print-schedules}))' | FileCheck %s --check-prefix=NONE
// RUN: lift-opt %lift_src_root/examples/transpose.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 sizes=M=5 print-schedules}))' | FileCheck %s --check-prefix=NONE
// NONE-NOT: transposition

// RUN: lift-run %lift_src_root/examples/transpose.mlir --target=nvidia-h200 --size=M=64,N=96 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %lift_src_root/examples/transpose.mlir --target=nvidia-h200 --size=M=67,N=131 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %lift_src_root/examples/transpose.mlir --target=pocl --size=M=67,N=131 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %lift_src_root/examples/transpose.mlir --target=nvidia-h200 --size=M=1501,N=1471 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %lift_src_root/examples/transpose.mlir --target=nvidia-h200 --size=M=1499,N=1471 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %lift_src_root/examples/transpose.mlir --target=nvidia-h200 --size=M=99,N=23001 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/several.mlir --target=nvidia-h200 --size=M=1503,N=1471 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %lift_src_root/examples/transpose.mlir --target=nvidia-h200 --size=M=1,N=1 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/channels.mlir --target=nvidia-h200 --size=B=2,H=5,W=7,C=19 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/channels.mlir --target=nvidia-h200 --size=B=3,H=8,W=8,C=32 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/several.mlir --target=nvidia-h200 --size=M=33,N=50 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/planes.mlir --target=nvidia-h200 --size=P=37,M=5,N=41 --verify | FileCheck %s --check-prefix=OK
// OK: verify: {{.*}} OK

// DEFINE: %{race} = %lift_src_root/utils/oclgrind-run.sh lift-run --verify --target=nvidia-h200
// RUN: %if oclgrind %{ %{race} %lift_src_root/examples/transpose.mlir --size=M=64,N=32 %}
// RUN: %if oclgrind %{ %{race} %t/several.mlir --size=M=33,N=50 %}

//--- channels.mlir
// Channels last to channels first, two results.
func.func @channels(%A: !lift.array<B x H x W x C x f32>, %s: f32) -> (!lift.array<B x C x H x W x f32>, !lift.array<B x C x H x W x f32>) {
  %t = lift.transpose %A permutation [0, 3, 1, 2] : !lift.array<B x H x W x C x f32>
  %o1, %o2 = lift.map (%x = %t : !lift.array<B x C x H x W x f32>) {
    %p1, %p2 = lift.map (%y = %x : !lift.array<C x H x W x f32>) {
      %q1, %q2 = lift.map (%z = %y : !lift.array<H x W x f32>) {
        %r1, %r2 = lift.map (%a = %z : !lift.array<W x f32>) {
          %m = arith.mulf %a, %s : f32
          %n = arith.addf %a, %s : f32
          lift.yield %m, %n : f32, f32
        }
        lift.yield %r1, %r2 : !lift.array<W x f32>, !lift.array<W x f32>
      }
      lift.yield %q1, %q2 : !lift.array<H x W x f32>, !lift.array<H x W x f32>
    }
    lift.yield %p1, %p2 : !lift.array<C x H x W x f32>, !lift.array<C x H x W x f32>
  }
  return %o1, %o2 : !lift.array<B x C x H x W x f32>, !lift.array<B x C x H x W x f32>
}

//--- reversed.mlir
// Transposes that are read from the end: along both dimensions, along the second, and
// along both by a view on each side of the transpose.
func.func @reversed(%A: !lift.array<M x N x f32>, %B: !lift.array<M x N x f32>) -> (!lift.array<N x M x f32>, !lift.array<N x M x f32>) {
  %a = lift.reverse %A dims [0, 1] : !lift.array<M x N x f32>
  %b = lift.reverse %B dims [1] : !lift.array<M x N x f32>
  %at = lift.transpose %a : !lift.array<M x N x f32>
  %bt = lift.transpose %b : !lift.array<M x N x f32>
  %back = lift.reverse %bt dims [1] : !lift.array<N x M x f32>
  %r:2 = lift.map (%x = %at, %y = %bt, %z = %back : !lift.array<N x M x f32>, !lift.array<N x M x f32>, !lift.array<N x M x f32>) {
    %q:2 = lift.map (%d = %x, %e = %y, %f = %z : !lift.array<M x f32>, !lift.array<M x f32>, !lift.array<M x f32>) {
      %s = arith.addf %d, %e : f32
      %p = arith.subf %s, %f : f32
      lift.yield %s, %p : f32, f32
    }
    lift.yield %q#0, %q#1 : !lift.array<M x f32>, !lift.array<M x f32>
  }
  return %r#0, %r#1 : !lift.array<N x M x f32>, !lift.array<N x M x f32>
}

//--- several.mlir
// Two turned operands, one of them part of an array, and one that is not turned.
func.func @several(%A: !lift.array<M x N x f32>, %B: !lift.array<N x M x f32>, %D: !lift.array<(N + 1) x M x f32>) -> !lift.array<M x N x f32> {
  %r = lift.reverse %B : !lift.array<N x M x f32>
  %t = lift.transpose %r : !lift.array<N x M x f32>
  %d = lift.drop %D size [1] : !lift.array<(N + 1) x M x f32>
  %dt = lift.transpose %d : !lift.array<N x M x f32>
  %three = arith.constant 3.0 : f32
  %o = lift.map (%x = %A, %y = %t, %z = %dt : !lift.array<M x N x f32>, !lift.array<M x N x f32>, !lift.array<M x N x f32>) {
    %p = lift.map (%a = %x, %b = %y, %c = %z : !lift.array<N x f32>, !lift.array<N x f32>, !lift.array<N x f32>) {
      %m = arith.mulf %c, %three : f32
      %n = arith.addf %m, %a : f32
      %q = arith.addf %n, %b : f32
      lift.yield %q : f32
    }
    lift.yield %p : !lift.array<N x f32>
  }
  return %o : !lift.array<M x N x f32>
}

//--- planes.mlir
// All dimensions in the other order, a factor for each row, integers.
func.func @planes(%A: !lift.array<P x M x N x i32>, %B: !lift.array<N x M x P x i32>, %w: !lift.array<M x i32>) -> !lift.array<N x M x P x i32> {
  %t = lift.transpose %A permutation [2, 1, 0] : !lift.array<P x M x N x i32>
  %o = lift.map (%x = %t, %y = %B : !lift.array<N x M x P x i32>, !lift.array<N x M x P x i32>) {
    %p = lift.map (%xx = %x, %yy = %y, %s = %w : !lift.array<M x P x i32>, !lift.array<M x P x i32>, !lift.array<M x i32>) {
      %q = lift.map (%a = %xx, %b = %yy : !lift.array<P x i32>, !lift.array<P x i32>) {
        %m = arith.muli %a, %s : i32
        %n = arith.addi %m, %b : i32
        lift.yield %n : i32
      }
      lift.yield %q : !lift.array<P x i32>
    }
    lift.yield %p : !lift.array<M x P x i32>
  }
  return %o : !lift.array<N x M x P x i32>
}

//--- straight.mlir
func.func @straight(%A: !lift.array<M x N x f32>) -> !lift.array<M x N x f32> {
  %B = lift.map (%row = %A : !lift.array<M x N x f32>) {
    %r = lift.map (%a = %row : !lift.array<N x f32>) {
      %s = arith.addf %a, %a : f32
      lift.yield %s : f32
    }
    lift.yield %r : !lift.array<N x f32>
  }
  return %B : !lift.array<M x N x f32>
}
