// What the test of a loop passes on twice is read once: a pattern of MLIR, which moves
// the branch into the body, reads it wrongly the second time.
// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-normalize),canonicalize)' | FileCheck %s
// RUN: lift-run %s --entry=sums --size=N=5 --verify --input-kind=integer | FileCheck %s --check-prefix=OK
// RUN: lift-run %s --entry=sums --size=N=5 --verify --input-kind=integer --target=mali-g610 | FileCheck %s --check-prefix=OK
// OK: verify: {{.*}} OK

// CHECK-LABEL: func.func private @passed_twice(
// CHECK: } do {
// CHECK: [[LOADED:%.*]] = memref.load
// CHECK-NEXT: arith.addi {{.*}}, [[LOADED]]
// CHECK-NEXT: arith.muli {{.*}}, [[LOADED]]
func.func private @passed_twice(%x: memref<?xi32>, %n: index, %init: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %0:5 = scf.while (%i = %c0, %a = %init, %b = %init) : (index, i32, i32) -> (index, i32, i32, i32, i32) {
    %more = arith.cmpi slt, %i, %n : index
    %e = scf.if %more -> i32 {
      %loaded = memref.load %x[%i] : memref<?xi32>
      scf.yield %loaded : i32
    } else {
      scf.yield %zero : i32
    }
    scf.condition(%more) %i, %a, %b, %e, %e : index, i32, i32, i32, i32
  } do {
  ^bb0(%i: index, %a: i32, %b: i32, %one: i32, %other: i32):
    %sum = arith.addi %a, %one : i32
    %product = arith.muli %b, %other : i32
    %next = arith.addi %i, %c1 : index
    scf.yield %next, %sum, %product : index, i32, i32
  }
  return %0#1, %0#2 : i32, i32
}

func.func @sums(%x: !lift.array<N x i32>) -> (i32, f32) {
  %init = arith.constant -2 : i32
  %zero = arith.constant 0.0 : f32
  %0:2 = lift.reduce_while (%e = %x, %f = %x : !lift.array<N x i32>, !lift.array<N x i32>)
      init (%a = %init, %b = %zero : i32, f32) while {
    %go = arith.cmpi uge, %f, %e : i32
    lift.yield %go : i1
  } do {
    %three = arith.constant 3 : i32
    %product = arith.muli %a, %three : i32
    %sum = arith.addi %product, %f : i32
    %number = arith.sitofp %e : i32 to f32
    %next = arith.addf %b, %number : f32
    lift.yield %sum, %next : i32, f32
  }
  return %0#0, %0#1 : i32, f32
}
