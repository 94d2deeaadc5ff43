// What the best mapping of a kernel is whose ids the program counts: each id has
// work of its own before anything else is wished for.
// RUN: lift-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(lift-map-parallelism{target=pocl}))' | FileCheck %s
// RUN: lift-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(lift-map-parallelism{target=opencl}))' | FileCheck %s
// RUN: lift-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(lift-map-parallelism{target=nvidia-h200}))' | FileCheck %s

// An unrolled map is what a work-item does.
// CHECK-LABEL: @unrolled
// CHECK: lift.map wrg(0)
// CHECK: lift.map lcl(0)
// CHECK: lift.map seq unroll
func.func @unrolled(%x: !lift.array<N x 16 x 16 x f32>) -> !lift.array<N x 16 x 16 x f32> {
  %r = lift.kernel local_size [16] global_size [N * 16] {
    %a = lift.map (%p = %x : !lift.array<N x 16 x 16 x f32>) {
      %b = lift.map (%q = %p : !lift.array<16 x 16 x f32>) {
        %c = lift.map unroll (%e = %q : !lift.array<16 x f32>) {
          %d = arith.addf %e, %e : f32
          lift.yield %d : f32
        }
        lift.yield %c : !lift.array<16 x f32>
      }
      lift.yield %b : !lift.array<16 x 16 x f32>
    }
    lift.yield %a : !lift.array<N x 16 x 16 x f32>
  }
  return %r : !lift.array<N x 16 x 16 x f32>
}

// -----

// One element is not worth ids.
// CHECK-LABEL: @unit
// CHECK: lift.map wrg(0)
// CHECK: lift.map lcl(0)
// CHECK: lift.map seq
func.func @unit(%x: !lift.array<N x 16 x 1 x f32>) -> !lift.array<N x 16 x 1 x f32> {
  %r = lift.kernel local_size [16] global_size [N * 16] {
    %a = lift.map (%p = %x : !lift.array<N x 16 x 1 x f32>) {
      %b = lift.map (%q = %p : !lift.array<16 x 1 x f32>) {
        %c = lift.map (%e = %q : !lift.array<1 x f32>) {
          %d = arith.addf %e, %e : f32
          lift.yield %d : f32
        }
        lift.yield %c : !lift.array<1 x f32>
      }
      lift.yield %b : !lift.array<16 x 1 x f32>
    }
    lift.yield %a : !lift.array<N x 16 x 1 x f32>
  }
  return %r : !lift.array<N x 16 x 1 x f32>
}

// -----

// With the innermost map on the ids, 12 of 16 would be idle.
// CHECK-LABEL: @idle
// CHECK: lift.map wrg(0)
// CHECK: lift.map lcl(0)
// CHECK: lift.map seq
func.func @idle(%x: !lift.array<N x 16 x 4 x f32>) -> !lift.array<N x 16 x 4 x f32> {
  %r = lift.kernel local_size [16] global_size [N * 16] {
    %a = lift.map (%p = %x : !lift.array<N x 16 x 4 x f32>) {
      %b = lift.map (%q = %p : !lift.array<16 x 4 x f32>) {
        %c = lift.map (%e = %q : !lift.array<4 x f32>) {
          %d = arith.addf %e, %e : f32
          lift.yield %d : f32
        }
        lift.yield %c : !lift.array<4 x f32>
      }
      lift.yield %b : !lift.array<16 x 4 x f32>
    }
    lift.yield %a : !lift.array<N x 16 x 4 x f32>
  }
  return %r : !lift.array<N x 16 x 4 x f32>
}
