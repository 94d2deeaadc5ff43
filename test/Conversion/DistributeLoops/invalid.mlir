// RUN: lift-opt --pass-pipeline='builtin.module(func.func(lift-distribute-loops))' --split-input-file --verify-diagnostics %s

func.func @symbolic(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  // expected-error @below {{local size N is not a constant}}
  // expected-note @below {{give its names a value with lift-bind-params}}
  %r = loop.kernel (%in = %x : !lift.array<N x f32>) -> (%out : !lift.array<N x f32>) local_size [N] global_size [N] {
  }
  return %r : !lift.array<N x f32>
}

// -----

func.func @nested(%x: !lift.array<4 x 4 x f32>) -> !lift.array<4 x 4 x f32> {
  %r = loop.kernel (%in = %x : !lift.array<4 x 4 x f32>) -> (%out : !lift.array<4 x 4 x f32>) local_size [4] global_size [4] {
    loop.for %i below 4 map(@m0, lcl(0)) {
      // expected-error @below {{cannot be mapped to wrg(0) inside a map to lcl(0)}}
      loop.for %j below 4 map(@m1, wrg(0)) {
        %v = loop.load %in[%i, %j] : !loop.buffer<4 x 4 x f32, global>
        loop.store %v, %out[%i, %j] : f32, !loop.buffer<4 x 4 x f32, global>
      }
    }
  }
  return %r : !lift.array<4 x 4 x f32>
}

// -----

func.func @mixed() {
  loop.kernel local_size [4] global_size [4] {
    loop.for %i below 4 map(@m0, glb(0)) {
      // expected-error @below {{cannot be mapped to lcl(1) inside a map to glb(0)}}
      loop.for %j below 4 map(@m1, lcl(1)) {
      }
    }
  }
  return
}

// -----

func.func @same() {
  loop.kernel local_size [4] global_size [4] {
    loop.for %i below 4 map(@m0, lcl(0)) {
      // expected-error @below {{cannot be mapped to lcl(0) inside a map to lcl(0)}}
      loop.for %j below 4 map(@m1, lcl(0)) {
      }
    }
  }
  return
}

// -----

func.func @fused() {
  loop.kernel local_size [4] global_size [4] {
    // expected-error @below {{is still to be fused}}
    // expected-note @below {{run the fusion rewrite, or map it to seq}}
    loop.for %i below 4 map(@m0, fused) {
    }
  }
  return
}

// -----

func.func @local_in_global() {
  loop.kernel local_size [4] global_size [4] {
    // expected-error @below {{is mapped to global ids, but its body stores values in local memory}}
    // expected-note @below {{work-items of a group take different numbers of steps; map it to wrg and lcl, or store in private or global memory}}
    loop.for %i below 4 map(@m0, glb(0)) {
      // expected-note @below {{stored here}}
      %t = loop.alloc : !loop.buffer<4 x f32, local>
    }
  }
  return
}

// -----

func.func @scan(%x: !lift.array<N x 4 x f32>) -> !lift.array<N x 4 x f32> {
  %r = loop.kernel (%in = %x : !lift.array<N x 4 x f32>) -> (%out : !lift.array<N x 4 x f32>) local_size [1] global_size [4] {
    // expected-error @below {{spreads a step over work-groups, which do not wait for each other}}
    // expected-note @below {{map it to lcl or seq, or map what is around}}
    loop.for %k from 1 below N {
      // expected-note @below {{mapped here}}
      loop.for %i below 4 map(@m0, wrg(0)) {
        %v = loop.load %out[%k - 1, %i] : !loop.buffer<N x 4 x f32, global>
        loop.store %v, %out[%k, %i] : f32, !loop.buffer<N x 4 x f32, global>
      }
    }
  }
  return %r : !lift.array<N x 4 x f32>
}

// -----

func.func @stops_early() -> !lift.array<4 x f32> {
  %r = loop.kernel -> (%out : !lift.array<4 x f32>) local_size [4] global_size [4] {
    %zero = arith.constant 0.0 : f32
    // expected-error @below {{spreads a step over work-items, which may take different numbers of steps}}
    // expected-note @below {{map it to seq, or map what is around}}
    loop.while %k below 4 state(%c, %n = %out : !loop.buffer<4 x f32, global>) in_place test {
      %v = loop.load %c[0] : !loop.buffer<4 x f32, global>
      %t = arith.cmpf olt, %v, %zero : f32
      loop.condition %t
    } do {
      // expected-note @below {{mapped here}}
      loop.for %i below 4 map(@m0, lcl(0)) {
        loop.store %zero, %n[%i] : f32, !loop.buffer<4 x f32, global>
      }
    }
  }
  return %r : !lift.array<4 x f32>
}

// -----

func.func @condition(%x: !lift.array<8 x i32>) -> !lift.array<4 x f32> {
  %r = loop.kernel (%in = %x : !lift.array<8 x i32>) -> (%out : !lift.array<4 x f32>) local_size [4] global_size [4] {
    %zero = arith.constant 0.0 : f32
    %v = loop.load %in[0] : !loop.buffer<8 x i32, global>
    %k = loop.index data(-8, 8) %v : i32
    // expected-error @below {{spreads over work-items what stands under a condition, where not all of them may come}}
    // expected-note @below {{map it to seq, or map what is around}}
    loop.if 0 <= %k < 4 {
      // expected-note @below {{mapped here}}
      loop.for %i below 4 map(@m0, lcl(0)) {
        loop.store %zero, %out[%i] : f32, !loop.buffer<4 x f32, global>
      }
    }
  }
  return %r : !lift.array<4 x f32>
}

// -----

func.func @others(%x: !lift.array<8 x f32>) -> !lift.array<8 x f32> {
  %r = loop.kernel (%in = %x : !lift.array<8 x f32>) -> (%out : !lift.array<8 x f32>) local_size [4] global_size [4] {
    %p = loop.alloc : !loop.buffer<8 x f32, private>
    loop.for %i below 8 map(@m0, lcl(0)) {
      %v = loop.load %in[%i] : !loop.buffer<8 x f32, global>
      loop.store %v, %p[%i] : f32, !loop.buffer<8 x f32, private>
    }
    loop.for %i below 8 map(@m1, lcl(0)) {
      // expected-error @below {{uses an element of a private array that another work-item holds}}
      // expected-note @below {{dimension 0 of the array is spread over lcl(0); use it in a map with the same mapping, or materialize it in local memory}}
      %v = loop.load %p[7 - %i] : !loop.buffer<8 x f32, private>
      loop.store %v, %out[%i] : f32, !loop.buffer<8 x f32, global>
    }
  }
  return %r : !lift.array<8 x f32>
}

// -----

func.func @ignored(%x: !lift.array<8 x f32>) -> !lift.array<8 x f32> {
  %r = loop.kernel (%in = %x : !lift.array<8 x f32>) -> (%out : !lift.array<8 x f32>) local_size [4] global_size [4] {
    // expected-warning @below {{buffers = 2 has no effect yet in kernels}}
    %p = loop.alloc {in_turn = 2} : !loop.buffer<8 x f32, global>
    // expected-warning @below {{vector width = 4 has no effect here}}
    // expected-note @below {{run lift-vectorize-patterns before}}
    loop.for %i below 8 map(@m0, lcl(0)) width(4) {
      %v = loop.load %in[%i] : !loop.buffer<8 x f32, global>
      loop.store %v, %out[%i] : f32, !loop.buffer<8 x f32, global>
    }
  }
  return %r : !lift.array<8 x f32>
}
