// RUN: lift-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(func.func(lift-limit-memory{max-memory=1.5 sizes=N=100,M=300}))'
// RUN: not lift-opt %s --pass-pipeline='builtin.module(func.func(lift-limit-memory{max-memory=0.9}))' 2>&1 | FileCheck %s --check-prefix=BELOW
// BELOW: max-memory=0.900: must be at least 1, as arguments and results are counted
// RUN: not lift-opt %s --pass-pipeline='builtin.module(func.func(lift-limit-memory{max-memory=inf}))' 2>&1 | FileCheck %s --check-prefix=ABOVE
// ABOVE: max-memory=INF: must be at least 1, {{.*}} and at most 1000000

func.func @constant(%x: !lift.array<64 x f32>) -> !lift.array<64 x f32> {
  // expected-error @below {{a kernel needs 772 bytes of device memory, which must be at most 1.500 times the 512 bytes of arguments and results}}
  // expected-note @below {{max-memory=1.508 would do}}
  %r = loop.kernel (%in = %x : !lift.array<64 x f32>) -> (%out : !lift.array<64 x f32>) {
    %t = loop.alloc : !loop.buffer<65 x f32, global>
  }
  return %r : !lift.array<64 x f32>
}

// -----

func.func @expected(%x: !lift.array<N x f32>, %y: !lift.array<M x i8>) -> !lift.array<N x f32> {
  // expected-error @below {{a kernel needs 2300 bytes of device memory, which must be at most 1.500 times the 1100 bytes}}
  // expected-note @below {{max-memory=2.091 would do}}
  %a = loop.kernel (%in = %y : !lift.array<M x i8>) -> (%out : !lift.array<M x f32>) {
  }
  %b = loop.kernel (%in = %a : !lift.array<M x f32>) -> (%out : !lift.array<N x f32>) {
  }
  return %b : !lift.array<N x f32>
}
