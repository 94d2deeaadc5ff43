// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-pipeline-loops))' --split-input-file --verify-diagnostics

// Where two buffers are asked for and cannot be used in turn, one is kept.

!tile = !loop.buffer<64 x f32, local>

func.func @kernel(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %r = loop.kernel (%in = %x : !lift.array<N x f32>) -> (%out : !lift.array<N x f32>) local_size [64] global_size [64] {
    %lid = loop.id local(0)
    %f = arith.constant 1.0 : f32
    // expected-warning @below {{two buffers would not help: only two are used in turn}}
    %t = loop.alloc {in_turn = 3} : !tile
    loop.for %k below N {
      %v = loop.load %in[%k] : !loop.buffer<N x f32, global>
      loop.store %v, %t[%lid] : f32, !tile
      %w = loop.load %t[0] : !tile
    }
  }
  return %r : !lift.array<N x f32>
}

// -----

!tile = !loop.buffer<64 x f32, local>

func.func @kernel(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %r = loop.kernel (%in = %x : !lift.array<N x f32>) -> (%out : !lift.array<N x f32>) local_size [64] global_size [64] {
    %lid = loop.id local(0)
    %f = arith.constant 1.0 : f32
    // expected-warning @below {{two buffers would not help: no loop has its stores and loads in each trip}}
    %t = loop.alloc {in_turn = 2} : !tile
    loop.store %f, %t[%lid] : f32, !tile
    loop.for %k below N {
      %w = loop.load %t[0] : !tile
    }
  }
  return %r : !lift.array<N x f32>
}

// -----

!tile = !loop.buffer<64 x f32, local>

// Two trips at a time.
func.func @kernel(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %r = loop.kernel (%in = %x : !lift.array<N x f32>) -> (%out : !lift.array<N x f32>) local_size [64] global_size [64] {
    %lid = loop.id local(0)
    %f = arith.constant 1.0 : f32
    // expected-warning @below {{two buffers would not help: no loop has its stores and loads in each trip}}
    %t = loop.alloc {in_turn = 2} : !tile
    loop.for %k below N step 2 {
      loop.store %f, %t[%lid] : f32, !tile
      %w = loop.load %t[0] : !tile
    }
  }
  return %r : !lift.array<N x f32>
}

// -----

!tile = !loop.buffer<64 x f32, local>

func.func @kernel(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %r = loop.kernel (%in = %x : !lift.array<N x f32>) -> (%out : !lift.array<N x f32>) local_size [64] global_size [64] {
    %lid = loop.id local(0)
    %f = arith.constant 1.0 : f32
    // expected-warning @below {{two buffers would not help: it is not both written and read}}
    %t = loop.alloc {in_turn = 2} : !tile
    loop.for %k below N {
      loop.store %f, %t[%lid] : f32, !tile
    }
  }
  return %r : !lift.array<N x f32>
}

// -----

!tile = !loop.buffer<64 x f32, local>

func.func @kernel(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %r = loop.kernel (%in = %x : !lift.array<N x f32>) -> (%out : !lift.array<N x f32>) local_size [64] global_size [64] {
    %lid = loop.id local(0)
    %f = arith.constant 1.0 : f32
    // expected-warning @below {{two buffers would not help: a step does not write it as a whole before it is read}}
    %t = loop.alloc {in_turn = 2} : !tile
    loop.for %k below N {
      %w = loop.load %t[0] : !tile
      loop.store %f, %t[%lid] : f32, !tile
    }
  }
  return %r : !lift.array<N x f32>
}

// -----

!tile = !loop.buffer<64 x f32, local>

func.func @kernel(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %r = loop.kernel (%in = %x : !lift.array<N x f32>) -> (%out : !lift.array<N x f32>) local_size [64] global_size [64] {
    %lid = loop.id local(0)
    %f = arith.constant 1.0 : f32
    // expected-warning @below {{two buffers would not help: its size is not a constant}}
    %t = loop.alloc {in_turn = 2} : !loop.buffer<N x f32, local>
    loop.for %k below N {
      loop.store %f, %t[%lid] : f32, !loop.buffer<N x f32, local>
      %w = loop.load %t[0] : !loop.buffer<N x f32, local>
    }
  }
  return %r : !lift.array<N x f32>
}

// -----

!tile = !loop.buffer<64 x f32, local>

func.func @kernel(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %r = loop.kernel (%in = %x : !lift.array<N x f32>) -> (%out : !lift.array<N x f32>) local_size [64] global_size [64] {
    %lid = loop.id local(0)
    %f = arith.constant 1.0 : f32
    // expected-warning @below {{two buffers would not help: a work-item stages a number of elements that is not constant}}
    %t = loop.alloc {in_turn = 2} : !tile
    loop.for %k below N {
      loop.for %j below N {
        %v = loop.load %in[%j] : !loop.buffer<N x f32, global>
        loop.store %v, %t[%j] : f32, !tile
      }
      %w = loop.load %t[0] : !tile
    }
  }
  return %r : !lift.array<N x f32>
}

// -----

!tile = !loop.buffer<64 x f32, local>

func.func @kernel(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %r = loop.kernel (%in = %x : !lift.array<N x f32>) -> (%out : !lift.array<N x f32>) local_size [64] global_size [64] {
    %lid = loop.id local(0)
    %f = arith.constant 1.0 : f32
    // expected-warning @below {{two buffers would not help: a work-item stages more elements than it has registers for}}
    %t = loop.alloc {in_turn = 2} : !tile
    loop.for %k below N {
      loop.for %j below 65 {
        %v = loop.load %in[%j] : !loop.buffer<N x f32, global>
        loop.store %v, %t[%j] : f32, !tile
      }
      %w = loop.load %t[0] : !tile
    }
  }
  return %r : !lift.array<N x f32>
}

// -----

!tile = !loop.buffer<64 x f32, local>

// Of vectors.
func.func @kernel(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %r = loop.kernel (%in = %x : !lift.array<N x f32>) -> (%out : !lift.array<N x f32>) local_size [64] global_size [64] {
    %lid = loop.id local(0)
    %f = arith.constant 1.0 : f32
    // expected-warning @below {{two buffers would not help: a work-item stages more elements than it has registers for}}
    %t = loop.alloc {in_turn = 2} : !tile
    loop.for %k below N {
      loop.for %j below 17 {
        %v = loop.load %in[4 * %j + @lane] : !loop.buffer<N x f32, global> to vector<4xf32>
        loop.store %v, %t[4 * %j + @lane] : vector<4xf32>, !tile
      }
      %w = loop.load %t[0] : !tile
    }
  }
  return %r : !lift.array<N x f32>
}

// -----

!tile = !loop.buffer<64 x f32, local>

func.func @kernel(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %r = loop.kernel (%in = %x : !lift.array<N x f32>) -> (%out : !lift.array<N x f32>) local_size [64] global_size [64] {
    %lid = loop.id local(0)
    %f = arith.constant 1.0 : f32
    // expected-warning @below {{two buffers would not help: what it is computed from changes in the loop}}
    %t = loop.alloc {in_turn = 2} : !tile
    loop.for %k below N {
      %v = loop.load %out[%k] : !loop.buffer<N x f32, global>
      loop.store %v, %t[%lid] : f32, !tile
      %w = loop.load %t[0] : !tile
      loop.store %w, %out[%lid] : f32, !loop.buffer<N x f32, global>
    }
  }
  return %r : !lift.array<N x f32>
}

// -----

!tile = !loop.buffer<64 x f32, local>

func.func @kernel(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %r = loop.kernel (%in = %x : !lift.array<N x f32>) -> (%out : !lift.array<N x f32>) local_size [64] global_size [64] {
    %lid = loop.id local(0)
    %f = arith.constant 1.0 : f32
    // expected-warning @below {{two buffers would not help: it depends on what the step before computes}}
    %t = loop.alloc {in_turn = 2} : !tile
    %s = loop.for %k below N carry(%acc = %f : f32) {
      loop.store %acc, %t[%lid] : f32, !tile
      %w = loop.load %t[0] : !tile
      loop.yield %w : f32
    }
  }
  return %r : !lift.array<N x f32>
}

// -----

func.func @kernel(%x: !lift.array<N x f32>) {
  loop.kernel (%in = %x : !lift.array<N x f32>) local_size [64] global_size [64] {
    %t = loop.alloc : !loop.buffer<64 x f32, local>
    // expected-error @below {{'loop.view' op is still there}}
    // expected-note @below {{run lift-distribute-loops first}}
    %v = loop.view %t[@d0 + 1] : !loop.buffer<64 x f32, local> to !loop.buffer<63 x f32, local>
  }
  return
}
