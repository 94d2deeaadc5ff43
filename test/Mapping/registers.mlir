// S12: private values that a work-item needs at one time must fit into its registers,
// of which a thread of a Mali has 256 bytes.
// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-normalize))' -o %t.mlir

// A private value of 128 numbers, of which four work-items hold 32 each.
// RUN: lift-translate --lift-explain-mapping --target=mali-g72 --fix='1=lcl(0)' %t.mlir | FileCheck %s --check-prefix=SHARE
// SHARE: possible: map0 {{.*}} map1 lcl(0) map2 lcl(0) map3 lcl(0)
// RUN: not lift-translate --lift-explain-mapping --target=mali-g72 --fix='1=seq' %t.mlir 2>&1 | FileCheck %s --check-prefix=WHOLE
// WHOLE: error: no mapping satisfies all constraints
// WHOLE: note: S12: private values that are needed together (512 bytes at most, divided by maps to lcl) must fit into 256 bytes of registers of mali-g72

// Other targets have more.
// RUN: lift-translate --lift-explain-mapping --target=nvidia-h200 --fix='1=seq' %t.mlir | FileCheck %s --check-prefix=MORE
// RUN: lift-translate --lift-explain-mapping --target=pocl --fix='1=seq' %t.mlir | FileCheck %s --check-prefix=MORE
// RUN: lift-translate --lift-explain-mapping --target=opencl --fix='1=seq' %t.mlir | FileCheck %s --check-prefix=MORE
// MORE: possible: {{.*}} map1 seq

// None has room for 4096 bytes.
// RUN: sed 's/128 x f32/1024 x f32/g' %t.mlir > %t.large.mlir
// RUN: not lift-translate --lift-explain-mapping --target=pocl --fix='1=seq' %t.large.mlir 2>&1 | FileCheck %s --check-prefix=POCL
// POCL: must fit into 2048 bytes of registers of pocl
// RUN: not lift-translate --lift-explain-mapping --target=opencl --fix='1=seq' %t.large.mlir 2>&1 | FileCheck %s --check-prefix=OPENCL
// OPENCL: must fit into 2048 bytes of registers of opencl

// In JSON and for other solvers.
// RUN: lift-translate --lift-mapping-problem --target=mali-g72 %t.mlir | FileCheck %s --check-prefix=JSON
// JSON: "private-memory": 256
// JSON: "together": [
// RUN: lift-translate --lift-mapping-to-smtlib --target=mali-g72 %t.mlir | FileCheck %s --check-prefix=SMT
// SMT: 257
func.func @twice(%x: !lift.array<N x 128 x f32>) -> !lift.array<N x 128 x f32> {
  %r = lift.kernel local_size [4] global_size [16] {
    %a = lift.map (%row = %x : !lift.array<N x 128 x f32>) {
      %b = lift.map (%e = %row : !lift.array<128 x f32>) {
        %d = arith.addf %e, %e : f32
        lift.yield %d : f32
      }
      %p = lift.materialize %b in private : !lift.array<128 x f32>
      %c = lift.map (%e = %p : !lift.array<128 x f32>) {
        %d = arith.mulf %e, %e : f32
        lift.yield %d : f32
      }
      // The first value is not needed any more.
      %q = lift.materialize %c in private : !lift.array<128 x f32>
      %f = lift.map (%e = %q : !lift.array<128 x f32>) {
        %d = arith.mulf %e, %e : f32
        lift.yield %d : f32
      }
      lift.yield %f : !lift.array<128 x f32>
    }
    lift.yield %a : !lift.array<N x 128 x f32>
  }
  return %r : !lift.array<N x 128 x f32>
}
