// RUN: split-file %s %t
// RUN: lift-opt %lift_src_root/examples/jacobi2d.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 sizes=H=8192,W=8192 print-schedules}))' | FileCheck %s
// CHECK: // stencil
// CHECK: // a group of 128 x 1 work-items, each with 4 x 4 numbers
// CHECK: transform.lift.block {{.*}} {chunks = {{\[\[}}4], [128]], order = {{\[\[}}0, 0], [1, 0], [1, 1], [0, 1]], vector = array<i64: 1, 4>}
// CHECK: transform.lift.map_to {{.*}} ["lcl(0)", "seq unroll"]

// In three dimensions the rows of a work-item are planes.
// RUN: lift-opt %lift_src_root/examples/stencil3d.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 sizes=D=512,H=512,W=512 print-schedules}))' | FileCheck %s --check-prefix=PLANES
// PLANES: // a group of 32 x 8 work-items, each with 8 x 4 numbers
// PLANES: transform.lift.block {{.*}} {chunks = {{\[\[}}8], [8], [32]], order = {{\[\[}}0, 0], [1, 0], [2, 0], [1, 1], [2, 1], [0, 1]], vector = array<i64: 2, 4>}

// Windows that are reduced: along columns, in rows that share them, and along rows.
// RUN: lift-opt %lift_src_root/examples/separable.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 sizes=H=1024,W=1024 print-schedules}))' | FileCheck %s --check-prefix=WINDOWS
// WINDOWS: // stencil{{$}}
// WINDOWS: // a group of 128 x 1 work-items, each with 1 x 4 numbers
// WINDOWS: // stencil{{$}}
// WINDOWS: // a group of 128 x 1 work-items, each with 1 x 4 numbers

// Rows that are no vectors, and not many times 4: a rest of rows.
// RUN: lift-opt %lift_src_root/examples/jacobi2d.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 sizes=H=8194,W=8191 print-schedules}))' | FileCheck %s --check-prefix=ODD
// ODD: // a group of 128 x 1 work-items, each with 4 x 1 numbers
// ODD: pad = array<i64: 1, 0>

// Rows of an even length: vectors of two. A tile that ends beyond a row repeats its last
// vector, so that what is inside of a window's borders is loaded as vectors everywhere.
// RUN: lift-run %lift_src_root/examples/jacobi2d.mlir --target=nvidia-h200 --size=H=2050,W=2046 --print-kernel --verify | FileCheck %s --check-prefix=EVEN
// EVEN: *(global const float2 *)(in +
// EVEN: *(global const float2 *)(in +
// EVEN: for (
// EVEN-COUNT-2: in[
// EVEN-NOT: in[
// EVEN: *(global float2 *)(out +
// EVEN: OK
// RUN: lift-run %lift_src_root/examples/stencil3d.mlir --target=nvidia-h200 --size=D=19,H=97,W=516 --print-kernel --verify | FileCheck %s --check-prefix=PARTIAL
// PARTIAL: *(global const float4 *)(in +
// PARTIAL-COUNT-2: in[
// PARTIAL-NOT: in[
// PARTIAL: *(global float4 *)(out +
// PARTIAL: OK

// Short rows: other rows beside them in a group.
// RUN: lift-opt %lift_src_root/examples/jacobi2d.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 sizes=H=1048576,W=64 print-schedules}))' | FileCheck %s --check-prefix=SHORT
// SHORT: // a group of 32 x 4 work-items, each with 4 x 4 numbers

// Vectors that follow each other for a thread, as many as rows are whole multiples
// of; with guards where rows are no whole vectors, but windows are reduced.
// DEFINE: %{width} = 1024
// DEFINE: %{threads} = lift-opt --pass-pipeline='builtin.module(func.func(lift-optimize{target=pocl sizes=H=1024,W=%{width} print-schedules}))'
// RUN: %{threads} %lift_src_root/examples/jacobi2d.mlir | FileCheck %s --check-prefix=THREADS
// THREADS: // stencil{{$}}
// THREADS: // 256 numbers for a work-item
// THREADS: vector = array<i64: 0, 16>
// REDEFINE: %{width} = 1008
// RUN: %{threads} %lift_src_root/examples/jacobi2d.mlir | FileCheck %s --check-prefix=NINE
// NINE: // 144 numbers for a work-item
// REDEFINE: %{width} = 1001
// RUN: %{threads} %lift_src_root/examples/separable.mlir | FileCheck %s --check-prefix=GUARDED
// GUARDED: // stencil{{$}}
// GUARDED: // 256 numbers for a work-item
// GUARDED: pad = array<i64: 1>
// RUN: %{threads} %lift_src_root/examples/jacobi2d.mlir | FileCheck %s --check-prefix=PEELED
// REDEFINE: %{width} = 1002
// RUN: %{threads} %lift_src_root/examples/jacobi2d.mlir | FileCheck %s --check-prefix=PEELED
// PEELED: transform.lift.peel {{.*}} dim 1
// RUN: lift-run %lift_src_root/examples/jacobi2d.mlir --target=pocl --size=H=67,W=1008 --verify | FileCheck %s --check-prefix=OK

// Rows of a length that is not known, but for that vectors divide it: one for each
// work-item. Those of one dimension, or of a known length, are cut.
// DEFINE: %{aligned} = lift-opt --pass-pipeline='builtin.module(func.func(lift-optimize{target=pocl assumed=inner-aligned print-schedules}))' -o /dev/null
// RUN: %{aligned} %lift_src_root/examples/jacobi2d.mlir | FileCheck %s --check-prefix=WHOLE
// RUN: %{aligned} %lift_src_root/examples/stencil3d.mlir | FileCheck %s --check-prefix=WHOLE
// WHOLE: // a row for a work-item
// WHOLE: vector = array<i64: 0, 16>
// WHOLE: [#lift.constraint<16 divides W>
// RUN: lift-opt %lift_src_root/examples/jacobi2d.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=pocl assumed=inner-aligned sizes=W=2000 print-schedules}))' -o /dev/null | FileCheck %s --check-prefix=PART
// PART-NOT: // a row for a work-item
// PART: // 80 numbers for a work-item
// RUN: lift-run %lift_src_root/examples/jacobi2d.mlir --target=pocl --assumed=inner-aligned --size=H=67,W=48 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %lift_src_root/examples/separable.mlir --target=pocl --assumed=inner-aligned --size=H=1,W=16 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %lift_src_root/examples/stencil3d.mlir --target=pocl --size=D=16,H=37,W=112 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %lift_src_root/examples/separable.mlir --target=pocl --size=H=67,W=1001 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %lift_src_root/examples/separable.mlir --target=pocl --size=H=1024,W=16 --verify | FileCheck %s --check-prefix=OK

// Not for few elements, no neighbours, long windows, and other neighbours in memory.
// RUN: lift-opt %lift_src_root/examples/jacobi2d.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 sizes=H=64,W=64 print-schedules}))' | FileCheck %s --check-prefix=NONE
// RUN: lift-opt %lift_src_root/examples/transpose.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 print-schedules}))' | FileCheck %s --check-prefix=NONE
// RUN: lift-opt %t/long.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 sizes=W=1048576 print-schedules}))' | FileCheck %s --check-prefix=NONE
// RUN: lift-opt %t/pointwise.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 sizes=H=1024,W=1024 print-schedules}))' | FileCheck %s --check-prefix=NONE
// NONE-NOT: stencil

// The kernel of a person: two vectors are carried, one vector and two numbers read.
// RUN: lift-run %lift_src_root/examples/jacobi2d.mlir --target=nvidia-h200 --size=H=8192,W=8192 --emit-package=%t/package
// RUN: FileCheck %s --check-prefix=TEXT < %t/package/kernels.cl
// TEXT: float4 [[ROW:.*]] = *(global const float4 *)(in + {{.*}});
// TEXT-NEXT: float4 [[ABOVE:.*]] = *(global const float4 *)(in + {{.*}}max({{.*}}));
// TEXT: for (
// TEXT-COUNT-1: *(global const float4 *)(in
// TEXT-NOT: *(global const float4 *)
// TEXT: [[ABOVE]] = [[ROW]];

// A package for all sizes has a rest of rows.
// RUN: lift-run %lift_src_root/examples/jacobi2d.mlir --target=nvidia-h200 --emit-package=%t/any
// RUN: lift-launch %t/any --size=H=64,W=1024 | FileCheck %s --check-prefix=ANY
// RUN: lift-launch %t/any --size=H=63,W=1024 | FileCheck %s --check-prefix=ANY
// ANY: 2 x 16 groups of 128
// RUN: lift-run %lift_src_root/examples/jacobi2d.mlir --target=nvidia-h200 --assumed=inner-aligned --size=H=63,W=1024 --verify | FileCheck %s --check-prefix=VERIFIED
// VERIFIED: verify: {{.*}} OK

// A map after it is computed in its kernel.
// RUN: lift-opt %t/after.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{sizes=H=256,W=256 print-schedules}))' | FileCheck %s --check-prefix=AFTER
// RUN: lift-run %t/after.mlir --size=H=256,W=256 --verify | FileCheck %s --check-prefix=ONE
// AFTER: // stencil
// AFTER: // a group of 64 x 2 work-items, each with 4 x 4 numbers
// ONE: kernel after_0
// ONE-NOT: kernel after_1
// ONE: OK

// Devices of one unit, for which few elements are many.
// RUN: lift-run %t/fields.mlir --size=H=96,W=256 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/fields.mlir --size=H=97,W=254 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/fields.mlir --size=H=1,W=4096 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/fields.mlir --size=H=4096,W=1 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/nine.mlir --size=H=144,W=132 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/nine.mlir --size=H=131,W=127 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/mirror.mlir --size=N=66000 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/mirror.mlir --size=N=65537 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/turned.mlir --size=D=10,H=34,W=48 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/turned.mlir --size=D=7,H=39,W=44 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/windows.mlir --size=H=144,W=128 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/windows.mlir --size=H=2,W=1028 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/windows.mlir --size=H=101,W=61 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %lift_src_root/examples/stencil3d.mlir --target=nvidia-h200 --size=D=16,H=97,W=516 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %lift_src_root/examples/separable.mlir --target=nvidia-h200 --size=H=592,W=1028 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %lift_src_root/examples/separable.mlir --target=nvidia-h200 --size=H=5,W=65536 --verify | FileCheck %s --check-prefix=OK
// OK: verify: {{.*}} OK

//--- fields.mlir
// Two fields that are advanced together, at borders that belong together: two
// results, of doubles.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"GPU" = #dlti.target_device_spec<"lift.compute_units" = 1 : i64>>} {
  func.func @fields(%u: !lift.array<H x W x f64>, %v: !lift.array<H x W x f64>) -> (!lift.array<H x W x f64>, !lift.array<H x W x f64>) {
    %half = arith.constant 0.5 : f64
    %p = lift.pad %u low [1, 1] high [1, 1] wrap : !lift.array<H x W x f64>
    %us = lift.slide %p size [3, 3] step [1, 1] : !lift.array<(H + 2) x (W + 2) x f64>
    %q = lift.pad %v low [1] high [1] wrap : !lift.array<H x W x f64>
    %vs = lift.slide %q size [3] step [1] : !lift.array<(H + 2) x W x f64>
    %vt = lift.transpose %vs permutation [0, 2, 1] : !lift.array<H x 3 x W x f64>
    %r, %s = lift.map (%a = %us, %b = %vt : !lift.array<H x W x 3 x 3 x f64>, !lift.array<H x W x 3 x f64>) {
      %x, %y = lift.map (%c = %a, %d = %b : !lift.array<W x 3 x 3 x f64>, !lift.array<W x 3 x f64>) {
        %n = lift.at %c[0, 1] : !lift.array<3 x 3 x f64>
        %m = lift.at %c[1, 1] : !lift.array<3 x 3 x f64>
        %e = lift.at %c[1, 2] : !lift.array<3 x 3 x f64>
        %o = lift.at %c[2, 1] : !lift.array<3 x 3 x f64>
        %above = lift.at %d[0] : !lift.array<3 x f64>
        %here = lift.at %d[1] : !lift.array<3 x f64>
        %0 = arith.addf %n, %o : f64
        %1 = arith.subf %0, %e : f64
        %2 = arith.mulf %half, %here : f64
        %3 = arith.addf %1, %2 : f64
        %4 = arith.subf %above, %m : f64
        lift.yield %3, %4 : f64, f64
      }
      lift.yield %x, %y : !lift.array<W x f64>, !lift.array<W x f64>
    }
    return %r, %s : !lift.array<H x W x f64>, !lift.array<H x W x f64>
  }
}

//--- nine.mlir
// Nine neighbours of integers that a map computes before, 7 outside.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"GPU" = #dlti.target_device_spec<"lift.compute_units" = 1 : i64>>} {
  func.func @nine(%in: !lift.array<H x W x i32>) -> !lift.array<H x W x i32> {
    %seven = arith.constant 7 : i32
    %one = lift.map (%row = %in : !lift.array<H x W x i32>) {
      %r = lift.map (%a = %row : !lift.array<W x i32>) {
        %s = arith.addi %a, %seven : i32
        lift.yield %s : i32
      }
      lift.yield %r : !lift.array<W x i32>
    }
    %p = lift.pad %one low [1, 1] high [1, 1] constant(%seven : i32) : !lift.array<H x W x i32>
    %windows = lift.slide %p size [3, 3] step [1, 1] : !lift.array<(H + 2) x (W + 2) x i32>
    %two = lift.map (%line = %windows : !lift.array<H x W x 3 x 3 x i32>) {
      %r = lift.map (%w = %line : !lift.array<W x 3 x 3 x i32>) {
        %a = lift.at %w[0, 0] : !lift.array<3 x 3 x i32>
        %b = lift.at %w[0, 1] : !lift.array<3 x 3 x i32>
        %c = lift.at %w[0, 2] : !lift.array<3 x 3 x i32>
        %d = lift.at %w[1, 0] : !lift.array<3 x 3 x i32>
        %e = lift.at %w[1, 2] : !lift.array<3 x 3 x i32>
        %f = lift.at %w[2, 0] : !lift.array<3 x 3 x i32>
        %g = lift.at %w[2, 2] : !lift.array<3 x 3 x i32>
        %0 = arith.addi %a, %b : i32
        %1 = arith.addi %0, %c : i32
        %2 = arith.muli %1, %d : i32
        %3 = arith.addi %2, %e : i32
        %4 = arith.muli %3, %f : i32
        %5 = arith.subi %4, %g : i32
        lift.yield %5 : i32
      }
      lift.yield %r : !lift.array<W x i32>
    }
    return %two : !lift.array<H x W x i32>
  }
}

//--- after.mlir
// A map after the stencil, which is computed in it.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"GPU" = #dlti.target_device_spec<"lift.compute_units" = 1 : i64>>} {
  func.func @after(%in: !lift.array<H x W x f32>) -> !lift.array<H x W x f32> {
    %zero = arith.constant 0.0 : f32
    %p = lift.pad %in low [1, 1] high [1, 1] clamp : !lift.array<H x W x f32>
    %windows = lift.slide %p size [3, 3] step [1, 1] : !lift.array<(H + 2) x (W + 2) x f32>
    %two = lift.map (%line = %windows : !lift.array<H x W x 3 x 3 x f32>) {
      %r = lift.map (%w = %line : !lift.array<W x 3 x 3 x f32>) {
        %a = lift.at %w[0, 1] : !lift.array<3 x 3 x f32>
        %b = lift.at %w[1, 0] : !lift.array<3 x 3 x f32>
        %c = lift.at %w[1, 1] : !lift.array<3 x 3 x f32>
        %d = lift.at %w[2, 1] : !lift.array<3 x 3 x f32>
        %0 = arith.addf %a, %b : f32
        %1 = arith.subf %0, %c : f32
        %2 = arith.subf %1, %d : f32
        lift.yield %2 : f32
      }
      lift.yield %r : !lift.array<W x f32>
    }
    %three = lift.map (%row = %two : !lift.array<H x W x f32>) {
      %r = lift.map (%a = %row : !lift.array<W x f32>) {
        %s = arith.maximumf %a, %zero : f32
        lift.yield %s : f32
      }
      lift.yield %r : !lift.array<W x f32>
    }
    return %three : !lift.array<H x W x f32>
  }
}

//--- mirror.mlir
// One dimension.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"GPU" = #dlti.target_device_spec<"lift.compute_units" = 1 : i64>>} {
  func.func @mirror(%in: !lift.array<N x f32>) -> !lift.array<N x f32> {
    %p = lift.pad %in low [1] high [1] mirror : !lift.array<N x f32>
    %windows = lift.slide %p size [3] step [1] : !lift.array<(N + 2) x f32>
    %r = lift.map (%w = %windows : !lift.array<N x 3 x f32>) {
      %a = lift.at %w[0] : !lift.array<3 x f32>
      %b = lift.at %w[2] : !lift.array<3 x f32>
      %s = arith.subf %a, %b : f32
      lift.yield %s : f32
    }
    return %r : !lift.array<N x f32>
  }
}

//--- turned.mlir
// Neighbours along the dimension in the middle of an array whose outermost is the
// second of the result; less at the border.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"GPU" = #dlti.target_device_spec<"lift.compute_units" = 1 : i64>>} {
  func.func @turned(%in: !lift.array<D x H x W x f32>) -> !lift.array<(H - 2) x D x W x f32> {
    %s = lift.slide %in size [3] step [1] dims [1] : !lift.array<D x H x W x f32>
    %t = lift.transpose %s permutation [1, 0, 3, 2] : !lift.array<D x (H - 2) x 3 x W x f32>
    %r = lift.map (%a = %t : !lift.array<(H - 2) x D x W x 3 x f32>) {
      %x = lift.map (%b = %a : !lift.array<D x W x 3 x f32>) {
        %y = lift.map (%w = %b : !lift.array<W x 3 x f32>) {
          %m = lift.at %w[0] : !lift.array<3 x f32>
          %n = lift.at %w[2] : !lift.array<3 x f32>
          %d = arith.subf %n, %m : f32
          lift.yield %d : f32
        }
        lift.yield %y : !lift.array<W x f32>
      }
      lift.yield %x : !lift.array<D x W x f32>
    }
    return %r : !lift.array<(H - 2) x D x W x f32>
  }
}

//--- windows.mlir
// Windows of 3 x 5 that are reduced, the nearest number outside.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"GPU" = #dlti.target_device_spec<"lift.compute_units" = 1 : i64>>} {
  func.func @windows(%in: !lift.array<H x W x f32>, %weights: !lift.array<3 x 5 x f32>) -> !lift.array<H x W x f32> {
    %zero = arith.constant 0.0 : f32
    %p = lift.pad %in low [1, 2] high [1, 2] clamp : !lift.array<H x W x f32>
    %windows = lift.slide %p size [3, 5] step [1, 1] : !lift.array<(H + 2) x (W + 4) x f32>
    %r = lift.map (%line = %windows : !lift.array<H x W x 3 x 5 x f32>) {
      %x = lift.map (%w = %line : !lift.array<W x 3 x 5 x f32>) {
        %s = lift.reduce (%wr = %w, %kr = %weights : !lift.array<3 x 5 x f32>, !lift.array<3 x 5 x f32>) init (%acc = %zero : f32) {
          %t = lift.reduce (%e = %wr, %k = %kr : !lift.array<5 x f32>, !lift.array<5 x f32>) init (%acc2 = %acc : f32) {
            %ke = arith.mulf %k, %e : f32
            %n = arith.addf %acc2, %ke : f32
            lift.yield %n : f32
          }
          lift.yield %t : f32
        }
        lift.yield %s : f32
      }
      lift.yield %x : !lift.array<W x f32>
    }
    return %r : !lift.array<H x W x f32>
  }
}

//--- long.mlir
func.func @long(%in: !lift.array<(W + 89) x f32>) -> !lift.array<W x f32> {
  %zero = arith.constant 0.0 : f32
  %windows = lift.slide %in size [90] step [1] : !lift.array<(W + 89) x f32>
  %r = lift.map (%w = %windows : !lift.array<W x 90 x f32>) {
    %s = lift.reduce (%e = %w : !lift.array<90 x f32>) init (%acc = %zero : f32) {
      %n = arith.addf %acc, %e : f32
      lift.yield %n : f32
    }
    lift.yield %s : f32
  }
  return %r : !lift.array<W x f32>
}

//--- pointwise.mlir
func.func @pointwise(%A: !lift.array<H x W x f32>, %B: !lift.array<H x W x f32>) -> !lift.array<H x W x f32> {
  %C = lift.map (%x = %A, %y = %B : !lift.array<H x W x f32>, !lift.array<H x W x f32>) {
    %r = lift.map (%a = %x, %b = %y : !lift.array<W x f32>, !lift.array<W x f32>) {
      %s = arith.addf %a, %b : f32
      lift.yield %s : f32
    }
    lift.yield %r : !lift.array<W x f32>
  }
  return %C : !lift.array<H x W x f32>
}
