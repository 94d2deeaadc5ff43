// RUN: lift-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(func.func(lift-fuse-maps))'

func.func @outermost(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  // expected-error @below {{'lift.map' op is to be fused, but is not all that a map around it does}}
  %r = lift.map fused (%e = %x : !lift.array<N x f32>) {
    %s = arith.mulf %e, %e : f32
    lift.yield %s : f32
  }
  return %r : !lift.array<N x f32>
}

// -----

func.func @view_between(%x: !lift.array<N x M x f32>) -> !lift.array<N x M x f32> {
  %r = lift.map glb(0) (%row = %x : !lift.array<N x M x f32>) {
    %turned = lift.reverse %row : !lift.array<M x f32>
    // expected-error @below {{'lift.map' op is to be fused, but is not all that a map around it does}}
    %cells = lift.map fused (%e = %turned : !lift.array<M x f32>) {
      %s = arith.mulf %e, %e : f32
      lift.yield %s : f32
    }
    lift.yield %cells : !lift.array<M x f32>
  }
  return %r : !lift.array<N x M x f32>
}

// -----

// What the map inside uses beside its elements is gone, too.
func.func @captured(%x: !lift.array<N x M x f32>) -> !lift.array<N x M x f32> {
  %c0 = arith.constant 0 : index
  %r = lift.map glb(0) (%row = %x, %other = %x : !lift.array<N x M x f32>, !lift.array<N x M x f32>) {
    // expected-error @below {{'lift.map' op is to be fused, but is not all that a map around it does}}
    %cells = lift.map fused (%e = %row : !lift.array<M x f32>) {
      %first = lift.at %other[%c0] : !lift.array<M x f32>
      %s = arith.mulf %e, %first : f32
      lift.yield %s : f32
    }
    lift.yield %cells : !lift.array<M x f32>
  }
  return %r : !lift.array<N x M x f32>
}

// -----

func.func @long(%x: !lift.array<60000 x 60000 x f32>) -> !lift.array<60000 x 60000 x f32> {
  %r = lift.map glb(0) (%row = %x : !lift.array<60000 x 60000 x f32>) {
    // expected-error @below {{'lift.map' op cannot be fused: the map would have 3600000000 elements, and arrays have at most 2147483647}}
    %cells = lift.map fused (%e = %row : !lift.array<60000 x f32>) {
      %s = arith.mulf %e, %e : f32
      lift.yield %s : f32
    }
    lift.yield %cells : !lift.array<60000 x f32>
  }
  return %r : !lift.array<60000 x 60000 x f32>
}
