// RUN: mlir-opt %s %plugin_args --pass-pipeline='builtin.module(lift-to-gpu{params=TM=8})' \
// RUN:   | FileCheck %s
// RUN: mlir-opt %s %plugin_args --show-dialects \
// RUN:   | FileCheck %s --check-prefix=DIALECTS

// Each way of loading does without the other, in any order.
// RUN: mlir-opt %s --load-dialect-plugin=%lift_lib_dir/LiftPlugin.so \
// RUN:   --pass-pipeline='builtin.module(lift-to-gpu)' | FileCheck %s
// RUN: mlir-opt %s --load-pass-plugin=%lift_lib_dir/LiftPlugin.so \
// RUN:   --load-dialect-plugin=%lift_lib_dir/LiftPlugin.so \
// RUN:   --pass-pipeline='builtin.module(lift-to-gpu)' | FileCheck %s

// The same bytes as lift-opt, which has the passes built in.
// RUN: mlir-opt %s %plugin_args --pass-pipeline='builtin.module(lift-to-gpu)' -o %t.plugin
// RUN: lift-opt %s --pass-pipeline='builtin.module(lift-to-gpu)' -o %t.lift
// RUN: diff %t.plugin %t.lift

// Single passes, and upstream's between them.
// RUN: mlir-opt %s %plugin_args \
// RUN:   --pass-pipeline='builtin.module(lift-bind-params,func.func(lift-normalize,canonicalize,lift-default-mapping))' \
// RUN:   | FileCheck %s --check-prefix=PASSES

// A user's mistake is a diagnostic here, too.
// RUN: not mlir-opt %s %plugin_args --pass-pipeline='builtin.module(lift-to-gpu{params=TM=7})' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ERROR

// DIALECTS: lift

// CHECK: gpu.module @kernels
// CHECK: gpu.func @scale_0
// CHECK: func.func @scale
// CHECK: gpu.launch_func @kernels::@scale_0

// PASSES: lift.map glb(1)
// PASSES: lift.map glb(0)

// ERROR: error: {{.*}}TM

func.func @scale(%x: !lift.array<N x f32>, %a: f32) -> !lift.array<N x f32>
    attributes {lift.params = {TM = [8, 16]}} {
  %chunks = lift.split %x by TM : !lift.array<N x f32>
  %scaled = lift.map (%chunk = %chunks : !lift.array<(N / TM) x TM x f32>) {
    %row = lift.map (%e = %chunk : !lift.array<TM x f32>) {
      %s = arith.mulf %a, %e : f32
      lift.yield %s : f32
    }
    lift.yield %row : !lift.array<TM x f32>
  }
  %joined = lift.join %scaled : !lift.array<(N / TM) x TM x f32>
  return %joined : !lift.array<N x f32>
}
