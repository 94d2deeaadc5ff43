// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-form-kernels))' --split-input-file --verify-diagnostics

func.func @local_outside(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  // expected-error @below {{'lift.materialize' op is in local memory, but in no kernel}}
  // expected-note @below {{write a lift.kernel around it and what reads it, or materialize it in global memory}}
  %l = lift.materialize %x in local : !lift.array<N x f32>
  return %l : !lift.array<N x f32>
}
