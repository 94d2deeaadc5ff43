// Tuning names, local sizes among them, are chosen along with the mappings.
// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-normalize))' -o %t.mlir

// 7 does not divide 96, and 512 work-items are too many.
// RUN: lift-translate --lift-list-mappings --dims=1 --fix='0=wrg(0),1=lcl(0),2=lcl(0)' %t.mlir | FileCheck %s --match-full-lines --check-prefix=LIST
// RUN: lift-translate --lift-list-mappings --dims=1 --fix='0=wrg(0),1=lcl(0),2=lcl(0)' --solver=enumerate %t.mlir | FileCheck %s --match-full-lines --check-prefix=LIST
// LIST:      20 10 10 L=5 TM=8
// LIST-NEXT: 20 10 10 L=5 TM=16
// LIST-NEXT: 20 10 10 L=8 TM=8
// LIST-NEXT: 20 10 10 L=8 TM=16
// LIST-NOT:  {{.}}

// Any part may be chosen already, and the rest is found.
// RUN: lift-translate --lift-explain-mapping --fix=TM=16,L=8 %t.mlir | FileCheck %s --check-prefix=FIX
// FIX: possible: {{.*}} L=8 TM=16
// RUN: not lift-translate --lift-explain-mapping --fix=TM=7 %t.mlir 2>&1 | FileCheck %s --check-prefix=SEVEN
// SEVEN: error: no mapping satisfies all constraints
// SEVEN-DAG: note: choice: TM is 7
// SEVEN-DAG: note: S11: chunk size TM does not divide the array length 96
// RUN: not lift-translate --lift-explain-mapping --fix=L=512 %t.mlir 2>&1 | FileCheck %s --check-prefix=LARGE
// LARGE-DAG: note: choice: L is 512
// LARGE-DAG: note: S7: {{.*}} not more than 256 of opencl
// RUN: not lift-translate --lift-explain-mapping --fix=TM=9 %t.mlir 2>&1 | FileCheck %s --check-prefix=NINE
// NINE: error: tuning name 'TM' cannot be '9'
// RUN: not lift-translate --lift-explain-mapping --fix=T=9 %t.mlir 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: error: 'T=9' is not of the form 2=wrg(0), or TM=16 for a tuning name TM

// Local memory: 16 floats do not must fit into 48 bytes, 8 do.
// RUN: lift-translate --lift-list-mappings --dims=1 --fix='0=wrg(0),1=seq,2=lcl(0)' --target=%S/Inputs/tiny.attr %t.mlir | FileCheck %s --match-full-lines --check-prefix=TINY
// TINY:      20 0 10 L=5 TM=8
// TINY-NEXT: 20 0 10 L=8 TM=8
// TINY-NOT:  {{.}}

// The program has the chosen values then; those that are declared first are
// best.
// RUN: lift-opt %t.mlir --pass-pipeline='builtin.module(func.func(lift-map-parallelism{fix=TM=16}))' | FileCheck %s
// CHECK: lift.params = {L = [5], TM = [16]}
// CHECK: lift.map wrg(0)
// RUN: %if lift-run %{ %if pocl %{ lift-opt %t.mlir --pass-pipeline='builtin.module(func.func(lift-map-parallelism{fix=TM=16}))' -o %t.mapped.mlir && lift-run %t.mapped.mlir --device=%pocl --verify %} %}

// RUN: lift-translate --lift-mapping-to-smtlib %t.mlir | FileCheck %s --check-prefix=SMT
// SMT: (declare-const TM Int)
// SMT: (or (= TM 7) (= TM 8) (= TM 16))
func.func @turn(%x: !lift.array<96 x f32>) -> !lift.array<96 x f32>
    attributes {lift.params = {L = [5, 8, 512], TM = [7, 8, 16]}} {
  %r = lift.kernel local_size [L] global_size [4 * L] {
    %tiles = lift.split %x by TM : !lift.array<96 x f32>
    %a = lift.map (%tile = %tiles : !lift.array<(96 / TM) x TM x f32>) {
      %l = lift.copy %tile in local : !lift.array<TM x f32>
      %turned = lift.reverse %l : !lift.array<TM x f32>
      %b = lift.map (%e = %turned : !lift.array<TM x f32>) {
        %d = arith.addf %e, %e : f32
        lift.yield %d : f32
      }
      lift.yield %b : !lift.array<TM x f32>
    }
    %all = lift.join %a : !lift.array<(96 / TM) x TM x f32>
    lift.yield %all : !lift.array<96 x f32>
  }
  return %r : !lift.array<96 x f32>
}
