// RUN: lift-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(lift-limit-memory{max-memory=1.5}))' | FileCheck %s
// RUN: lift-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(lift-limit-memory))' | FileCheck %s --check-prefix=NONE
// NONE-NOT: facts

// What the first kernel computes is there while it and the second one run.
// CHECK-LABEL: func.func @between
func.func @between(%x: !lift.array<N x f32>, %y: !lift.array<M x f16>) -> !lift.array<N x f32> {
  // CHECK: loop.kernel @first
  // CHECK: facts = [#lift.constraint<6000 * M + 8000 * N le 3000 * M + 12000 * N>]
  // CHECK-SAME: sentences = ["a kernel needs 6 * M + 8 * N bytes of device memory, which must be at most 1.500 times the 2 * M + 8 * N bytes of arguments and results"]
  %a = loop.kernel @first (%in = %y : !lift.array<M x f16>) -> (%out : !lift.array<M x f32>) {
  }
  // CHECK: loop.kernel @second
  // CHECK: facts = [
  %b = loop.kernel @second (%in = %a : !lift.array<M x f32>) -> (%out : !lift.array<N x f32>) {
  }
  return %b : !lift.array<N x f32>
}

// -----

// A temporary of a kernel in global memory; sizes that are known need no test.
// CHECK-LABEL: func.func @inside
func.func @inside(%x: !lift.array<64 x f32>) -> !lift.array<64 x f32> {
  // CHECK-NOT: facts
  %r = loop.kernel (%in = %x : !lift.array<64 x f32>) -> (%out : !lift.array<64 x f32>) {
    %t = loop.alloc : !loop.buffer<64 x f32, global>
    %l = loop.alloc : !loop.buffer<4096 x f32, local>
  }
  return %r : !lift.array<64 x f32>
}

// -----

// An array that two kernels write parts of is one, and a result: it needs no memory
// beside the results.
// CHECK-LABEL: func.func @parts
func.func @parts() -> !lift.array<N x f32> {
  // CHECK-NOT: facts
  %a = loop.kernel -> (%out : !lift.array<N x f32>) {
  }
  %b = loop.kernel -> (%out : !lift.array<N x f32> into %a) {
  }
  return %b : !lift.array<N x f32>
}
