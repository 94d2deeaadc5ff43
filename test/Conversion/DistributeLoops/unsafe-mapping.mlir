// RUN: lift-opt --pass-pipeline='builtin.module(func.func(lift-distribute-loops{unsafe-mapping}))' --verify-diagnostics %s | FileCheck %s

// Who wants it goes on.
// CHECK: loop.load %{{.*}}[1 - %{{.*}}]

func.func @others(%x: !lift.array<8 x f32>) -> !lift.array<8 x f32> {
  %r = loop.kernel (%in = %x : !lift.array<8 x f32>) -> (%out : !lift.array<8 x f32>) local_size [4] global_size [4] {
    %p = loop.alloc : !loop.buffer<8 x f32, private>
    loop.for %i below 8 map(@m0, lcl(0)) {
      %v = loop.load %in[%i] : !loop.buffer<8 x f32, global>
      loop.store %v, %p[%i] : f32, !loop.buffer<8 x f32, private>
    }
    loop.for %i below 8 map(@m1, lcl(0)) {
      // expected-warning @below {{unsafe mapping: uses an element of a private array that another work-item holds}}
      // expected-note @below {{dimension 0 of the array is spread over lcl(0); use it in a map with the same mapping}}
      %v = loop.load %p[7 - %i] : !loop.buffer<8 x f32, private>
      loop.store %v, %out[%i] : f32, !loop.buffer<8 x f32, global>
    }
  }
  return %r : !lift.array<8 x f32>
}

