// RUN: lift-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(func.func(lift-map-parallelism{rules=cc22}))'
// RUN: lift-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(func.func(lift-map-parallelism{rules=cc22 solver=enumerate}))'

// Mappings written by hand: every violated constraint is named, at its map.

// expected-error @below {{the mapping violates constraints}}
// expected-note @below {{R0: a kernel uses either global ids, or work-groups and local ids}}
func.func @r0_r3_r7(%x: !lift.array<N x M x f32>, %y: !lift.array<N x M x f32>)
    -> (!lift.array<N x M x f32>, !lift.array<N x M x f32>) {
  // expected-note @below {{R3: a map and a map inside it do not run on the same ids}}
  %a = lift.map glb(0) (%row = %x : !lift.array<N x M x f32>) {
    // expected-note @below {{R7: it and the maps around it use all ids that are used anywhere}}
    %c = lift.map glb(0) (%e = %row : !lift.array<M x f32>) {
      lift.yield %e : f32
    }
    lift.yield %c : !lift.array<M x f32>
  }
  %b = lift.map wrg(0) (%row = %y : !lift.array<N x M x f32>) {
    // expected-note @below {{R7: it and the maps around it use all ids that are used anywhere}}
    %c = lift.map lcl(0) (%e = %row : !lift.array<M x f32>) {
      lift.yield %e : f32
    }
    lift.yield %c : !lift.array<M x f32>
  }
  return %a, %b : !lift.array<N x M x f32>, !lift.array<N x M x f32>
}

// -----

// expected-error @below {{the mapping violates constraints}}
func.func @r4_r6(%x: !lift.array<N x M x f32>) -> !lift.array<N x M x f32> {
  // expected-note @below {{R6: a map to local ids has no map to work-groups of the same dimension inside it}}
  %a = lift.map lcl(0) (%row = %x : !lift.array<N x M x f32>) {
    %c = lift.map wrg(0) (%e = %row : !lift.array<M x f32>) {
      lift.yield %e : f32
    }
    lift.yield %c : !lift.array<M x f32>
  }
  return %a : !lift.array<N x M x f32>
}

// -----

// expected-error @below {{the mapping violates constraints}}
func.func @r4(%x: !lift.array<N x M x f32>) -> !lift.array<N x M x f32> {
  %a = lift.map lcl(0) (%row = %x : !lift.array<N x M x f32>) {
    // expected-note @below {{R4: it and the maps around it use wrg(d) where they use lcl(d)}}
    %c = lift.map seq (%e = %row : !lift.array<M x f32>) {
      lift.yield %e : f32
    }
    lift.yield %c : !lift.array<M x f32>
  }
  return %a : !lift.array<N x M x f32>
}

// -----

// expected-error @below {{the mapping violates constraints}}
func.func @r5(%x: !lift.array<N x M x f32>) -> !lift.array<N x M x f32> {
  %a = lift.map wrg(1) (%row = %x : !lift.array<N x M x f32>) {
    // expected-note @below {{R5: it and the maps around it use lcl(d) where they use wrg(d)}}
    %c = lift.map seq (%e = %row : !lift.array<M x f32>) {
      lift.yield %e : f32
    }
    lift.yield %c : !lift.array<M x f32>
  }
  return %a : !lift.array<N x M x f32>
}

// -----

// Choices that leave nothing: a minimal set of constraints that contradict each
// other. Each of the two glb(0) is one too many.

// expected-error @below {{no mapping satisfies all constraints}}
func.func @core(%x: !lift.array<N x M x K x f32>) -> !lift.array<N x M x K x f32> {
  // expected-note @below {{choice: is mapped to glb(0)}}
  // expected-note @below {{R3: a map and a map inside it do not run on the same ids}}
  %a = lift.map glb(0) (%plane = %x : !lift.array<N x M x K x f32>) {
    %b = lift.map (%row = %plane : !lift.array<M x K x f32>) {
      // expected-note @below {{choice: is mapped to glb(0)}}
      %c = lift.map glb(0) (%e = %row : !lift.array<K x f32>) {
        lift.yield %e : f32
      }
      lift.yield %c : !lift.array<K x f32>
    }
    lift.yield %b : !lift.array<M x K x f32>
  }
  return %a : !lift.array<N x M x K x f32>
}

// -----

// expected-error @below {{no mapping satisfies all constraints}}
func.func @not_nested(%x: !lift.array<N x M x f32>) -> !lift.array<N x M x f32> {
  // expected-note @below {{choice: is mapped to fused, but it is not perfectly nested in another map}}
  %a = lift.map fused (%row = %x : !lift.array<N x M x f32>) {
    %c = lift.map (%e = %row : !lift.array<M x f32>) {
      lift.yield %e : f32
    }
    lift.yield %c : !lift.array<M x f32>
  }
  return %a : !lift.array<N x M x f32>
}
