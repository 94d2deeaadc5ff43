// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-place-barriers{unsafe-mapping}))' --verify-diagnostics

// Errors in place-barriers-invalid.mlir, but for those who ask.

!local = !loop.buffer<256 x f32, local>

func.func @kernel(%sizes: !lift.array<N x f32>) {
  loop.kernel local_size [256] global_size [256] {
    %tile = loop.alloc : !local
    %lid = loop.id local(0)
    %f = arith.constant 1.0 : f32
    // expected-note @below {{the control flow is here}}
    loop.if 0 <= %lid < N {
      // expected-warning @below {{unsafe mapping: needs a barrier in control flow that not all work-items of a group go through}}
      loop.store %f, %tile[%lid] : f32, !local
      // expected-note @below {{another work-item may use the same element here}}
      %v = loop.load %tile[0] : !local
    }
  }
  return
}

func.func @uniform_branch(%sizes: !lift.array<N x f32>) {
  loop.kernel local_size [256] global_size [256 * G] {
    %tile = loop.alloc : !local
    %lid = loop.id local(0)
    %group = loop.id group(0)
    %f = arith.constant 1.0 : f32
    // expected-note @below {{the branch is here}}
    loop.if 0 <= %group < N {
      loop.store %f, %tile[%lid] : f32, !local
      // expected-warning @below {{unsafe mapping: needs a barrier in a branch, where none can stand}}
      %v = loop.load %tile[0] : !local
    }
  }
  return
}
