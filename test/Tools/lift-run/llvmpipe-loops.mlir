// llvmpipe ends the loops of a work-item after 65535 trips in all: what may make
// more is refused before it runs.

// REQUIRES: lavapipe
// RUN: rm -rf %t.dir && mkdir -p %t.dir
// RUN: lift-run %s --size=N=65535 --api=vulkan --device=llvmpipe -O0 --verify | FileCheck %s --check-prefix=RUNS
// RUN: %python %S/Inputs/status.py 3 lift-run %s --size=N=65536 --api=vulkan --device=llvmpipe -O0 --verify > %t.out 2>&1
// RUN: FileCheck %s --check-prefix=REFUSED < %t.out
// RUN: lift-run %s --forms=spirv-vulkan --emit-package=%t.dir/sum -O0 --cache=
// RUN: lift-launch %t.dir/sum --size=N=1000 --api=vulkan --device=llvmpipe --cache= | FileCheck %s --check-prefix=LAUNCHES
// RUN: %python %S/Inputs/status.py 3 lift-launch %t.dir/sum --size=N=65536 --api=vulkan --device=llvmpipe --cache= > %t.out 2>&1
// RUN: FileCheck %s --check-prefix=REFUSED < %t.out

// RUNS: verify: 1 elements, max abs error 0, OK
// REFUSED: kernel 'sum_0' may make 65537 trips of loops in a work-item, but 'llvmpipe{{.*}}' ends all loops after 65535, and results would be wrong: take smaller sizes, another device or another API
// LAUNCHES: @sum with N = 1000

func.func @sum(%x: !lift.array<N x i32>) -> i32 {
  %zero = arith.constant 0 : i32
  %sum = lift.reduce (%e = %x : !lift.array<N x i32>) init (%acc = %zero : i32) {
    %s = arith.addi %acc, %e : i32
    lift.yield %s : i32
  }
  return %sum : i32
}
