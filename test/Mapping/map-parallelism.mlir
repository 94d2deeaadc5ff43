// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-map-parallelism{rules=cc22 fix=1=lcl(0)}))' | FileCheck %s
// Z3 and the enumerator find mappings; the same seed finds the same one.
// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-map-parallelism{rules=cc22 seed=2 choice=1 distance=2}))' > %t
// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-map-parallelism{rules=cc22 seed=2 choice=1 distance=2}))' | diff %t -
// RUN: lift-opt %t --pass-pipeline='builtin.module(func.func(lift-map-parallelism{rules=cc22 solver=enumerate}))' | diff %t -
// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-map-parallelism{rules=cc22 solver=enumerate fix=1=lcl(0)}))' | FileCheck %s

// With one choice made, R4 leaves one mapping (up to fusion).
// CHECK-LABEL: func @rows
func.func @rows(%x: !lift.array<N x M x f32>) -> !lift.array<N x M x f32> {
  // CHECK: lift.map wrg(0)
  %r = lift.map (%row = %x : !lift.array<N x M x f32>) {
    // CHECK: lift.map lcl(0)
    %cells = lift.map (%e = %row : !lift.array<M x f32>) {
      %s = arith.addf %e, %e : f32
      lift.yield %s : f32
    }
    lift.yield %cells : !lift.array<M x f32>
  }
  return %r : !lift.array<N x M x f32>
}

// One problem for each kernel; a map that only rearranges gets no mapping.
// CHECK-LABEL: func @kernels
func.func @kernels(%x: !lift.array<N x M x f32>) -> !lift.array<N x M x f32> {
  // CHECK: lift.kernel
  // CHECK: lift.map wrg(0)
  // CHECK: lift.map lcl(0)
  %a = lift.kernel local_size [8] global_size [64] {
    %r = lift.map (%row = %x : !lift.array<N x M x f32>) {
      %cells = lift.map (%e = %row : !lift.array<M x f32>) {
        %s = arith.addf %e, %e : f32
        lift.yield %s : f32
      }
      lift.yield %cells : !lift.array<M x f32>
    }
    lift.yield %r : !lift.array<N x M x f32>
  }
  // CHECK: lift.kernel
  // CHECK: lift.map (
  // CHECK: lift.map wrg(0)
  // CHECK: lift.map lcl(0)
  %b = lift.kernel local_size [8] global_size [64] {
    %turned = lift.map (%row = %a : !lift.array<N x M x f32>) {
      %t = lift.reverse %row : !lift.array<M x f32>
      lift.yield %t : !lift.array<M x f32>
    }
    %r = lift.map (%row = %turned : !lift.array<N x M x f32>) {
      %cells = lift.map (%e = %row : !lift.array<M x f32>) {
        %s = arith.mulf %e, %e : f32
        lift.yield %s : f32
      }
      lift.yield %cells : !lift.array<M x f32>
    }
    lift.yield %r : !lift.array<N x M x f32>
  }
  return %b : !lift.array<N x M x f32>
}

// A declaration, and a function without maps, are left alone.
func.func private @elsewhere()
// CHECK-LABEL: func @empty
func.func @empty() {
  return
}
