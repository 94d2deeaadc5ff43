// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-place-barriers))' --split-input-file --verify-diagnostics

!local = !loop.buffer<256 x f32, local>

func.func @kernel(%sizes: !lift.array<N x f32>) {
  loop.kernel local_size [256] global_size [256] {
    %tile = loop.alloc : !local
    %lid = loop.id local(0)
    %f = arith.constant 1.0 : f32
    // expected-note @below {{the control flow is here}}
    loop.if 0 <= %lid < N {
      // expected-error @below {{needs a barrier in control flow that not all work-items of a group go through}}
      loop.store %f, %tile[%lid] : f32, !local
      // expected-note @below {{another work-item may use the same element here}}
      %v = loop.load %tile[0] : !local
    }
  }
  return
}

// -----

!local = !loop.buffer<256 x f32, local>

// A loop that starts at the local id has not the same trips for all.
func.func @kernel(%sizes: !lift.array<N x f32>) {
  loop.kernel local_size [256] global_size [256] {
    %tile = loop.alloc : !local
    %lid = loop.id local(0)
    %f = arith.constant 1.0 : f32
    // expected-note @below {{the control flow is here}}
    loop.for %i from %lid below N step 256 {
      // expected-error @below {{needs a barrier in control flow that not all work-items of a group go through}}
      loop.store %f, %tile[%lid] : f32, !local
      // expected-note @below {{another work-item may use the same element here}}
      %v = loop.load %tile[0] : !local
    }
  }
  return
}

// -----

!local = !loop.buffer<256 x f32, local>
!flags = !loop.buffer<65536 x i32, global>

// Data decides.
func.func @kernel() {
  loop.kernel local_size [256] global_size [256] {
    %flags = loop.alloc : !flags
    %tile = loop.alloc : !local
    %lid = loop.id local(0)
    %f = arith.constant 1.0 : f32
    %flag = loop.load %flags[0] : !flags
    %k = loop.index data(0, 9) %flag : i32
    // expected-note @below {{the control flow is here}}
    loop.if 0 <= %k < 5 {
      // expected-error @below {{needs a barrier in control flow that not all work-items of a group go through}}
      loop.store %f, %tile[%lid] : f32, !local
      // expected-note @below {{another work-item may use the same element here}}
      %v = loop.load %tile[0] : !local
    }
  }
  return
}

// -----

!local = !loop.buffer<256 x f32, local>

// The loop is inside: one work-item may be in a later step than another.
func.func @kernel() {
  loop.kernel local_size [8, 2] global_size [8, 2] {
    %tile = loop.alloc : !local
    %lid = loop.id local(0)
    %y = loop.id local(1)
    // expected-note @below {{the control flow is here}}
    loop.if 0 <= %y < 1 {
      loop.for %row from 1 below 32 {
        // expected-error @below {{needs a barrier in control flow that not all work-items of a group go through}}
        %v = loop.load %tile[8 * %row - 8 + 7 - %lid] : !local
        // expected-note @below {{another work-item may use the same element here}}
        loop.store %v, %tile[8 * %row + %lid] : f32, !local
      }
    }
  }
  return
}

// -----

!local = !loop.buffer<256 x f32, local>

// A branch that all work-items take alike.
func.func @kernel(%sizes: !lift.array<N x f32>) {
  loop.kernel local_size [256] global_size [256 * G] {
    %tile = loop.alloc : !local
    %lid = loop.id local(0)
    %group = loop.id group(0)
    %f = arith.constant 1.0 : f32
    // expected-note @below {{the branch is here}}
    loop.if 0 <= %group < N {
      loop.store %f, %tile[%lid] : f32, !local
      // expected-error @below {{needs a barrier in a branch, where none can stand}}
      %v = loop.load %tile[0] : !local
    }
  }
  return
}

// -----

// Whose barriers they are is not known before.
func.func @kernel() -> !lift.array<256 x f32> {
  %r = loop.kernel -> (%out : !lift.array<256 x f32>) local_size [256] global_size [256] {
    %f = arith.constant 1.0 : f32
    // expected-error @below {{'loop.for' op is not divided among work-items yet}}
    // expected-note @below {{run lift-distribute-loops first}}
    loop.for %i below 256 map(@m0, lcl(0)) {
      loop.store %f, %out[%i] : f32, !loop.buffer<256 x f32, global>
    }
  }
  return %r : !lift.array<256 x f32>
}

// -----

// Steps that go backwards and read, in columns, what others store in the same step.
func.func @kernel(%sizes: !lift.array<T x N x f32>) {
  loop.kernel local_size [16] global_size [16] {
    %tmp = loop.alloc : !loop.buffer<N x T x f32, global>
    %lid = loop.id local(0)
    loop.for %t from 1 below T {
      loop.for %n below N ceildiv 16 {
        // expected-note @below {{the control flow is here}}
        loop.if 0 <= %lid + 16 * %n < N {
          // expected-error @below {{needs a barrier in control flow that not all work-items of a group go through}}
          %v = loop.load %tmp[N - 1 - 16 * %n - %lid, T - %t - 1] : !loop.buffer<N x T x f32, global>
          // expected-note @below {{another work-item may use the same element here}}
          loop.store %v, %tmp[16 * %n + %lid, T - %t - 1] : f32, !loop.buffer<N x T x f32, global>
        }
      }
    }
  }
  return
}

// -----

// The vector of a step reaches what the next one reads.
func.func @kernel(%sizes: !lift.array<T x N x f32>) {
  loop.kernel local_size [16] global_size [16] {
    %tmp = loop.alloc : !loop.buffer<N x (2 * T) x f32, global>
    %lid = loop.id local(0)
    %v = arith.constant dense<1.0> : vector<4xf32>
    loop.for %t from 1 below T - 1 {
      // expected-note @below {{the control flow is here}}
      loop.if 0 <= %lid < N {
        // expected-error @below {{needs a barrier in control flow that not all work-items of a group go through}}
        %w = loop.load %tmp[N - 1 - %lid, 2 * %t + 2] : !loop.buffer<N x (2 * T) x f32, global>
        // expected-note @below {{another work-item may use the same element here}}
        loop.store %v, %tmp[%lid, 2 * %t + @lane] : vector<4xf32>, !loop.buffer<N x (2 * T) x f32, global>
      }
    }
  }
  return
}
