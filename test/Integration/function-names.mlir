// Functions may be called what OpenCL C keeps for itself: their kernels have other names
// then.
// REQUIRES: pocl
// DEFINE: %{entry} = half_of
// DEFINE: %{run} = lift-run %s --entry=%{entry} --size=N=65 --verify | FileCheck %s
// RUN: %{run} --check-prefix=HALF
// HALF: kernel kernel_half_of_0:
// HALF: OK
func.func @half_of(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %half = arith.constant 0.5 : f32
  %r = lift.map (%e = %x : !lift.array<N x f32>) {
    %p = arith.mulf %e, %half : f32
    lift.yield %p : f32
  }
  return %r : !lift.array<N x f32>
}

// REDEFINE: %{entry} = module.forward-1
// RUN: %{run} --check-prefix=DOT
// DOT: kernel kernel_module_forward_1_0:
// DOT: OK
func.func @"module.forward-1"(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %r = lift.map (%e = %x : !lift.array<N x f32>) {
    %s = arith.addf %e, %e : f32
    lift.yield %s : f32
  }
  return %r : !lift.array<N x f32>
}

// REDEFINE: %{entry} = main
// RUN: %{run} --check-prefix=MAIN
// MAIN: kernel main_0:
// MAIN: OK
func.func @main(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %r = lift.map (%e = %x : !lift.array<N x f32>) {
    %s = arith.addf %e, %e : f32
    lift.yield %s : f32
  }
  return %r : !lift.array<N x f32>
}
