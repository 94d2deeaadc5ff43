// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-form-kernels))' --split-input-file --verify-diagnostics

func.func @work_groups(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  // expected-error @below {{is mapped to work-groups or local ids, but nothing says how many there are}}
  // expected-note @below {{write a lift.kernel around it, or give lift-form-kernels local-size and global-size}}
  %m = lift.map wrg(0) (%a = %x : !lift.array<N x f32>) { lift.yield %a : f32 }
  return %m : !lift.array<N x f32>
}

// -----

func.func @local_ids(%x: !lift.array<N x M x f32>) -> !lift.array<N x M x f32> {
  %r = lift.map (%row = %x : !lift.array<N x M x f32>) {
    // expected-error @below {{is mapped to work-groups or local ids, but nothing says how many there are}}
    // expected-note @below {{write a lift.kernel around it}}
    %m = lift.map lcl(0) (%a = %row : !lift.array<M x f32>) { lift.yield %a : f32 }
    lift.yield %m : !lift.array<M x f32>
  }
  return %r : !lift.array<N x M x f32>
}

// -----

func.func @local_outside(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  // expected-error @below {{'lift.materialize' op is in local memory, but in no kernel}}
  // expected-note @below {{write a lift.kernel around it and what reads it, or materialize it in global memory}}
  %l = lift.materialize %x in local : !lift.array<N x f32>
  return %l : !lift.array<N x f32>
}
