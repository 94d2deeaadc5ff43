// RUN: mkdir -p %t.dir
// RUN: %python %S/Inputs/npy.py write %t.dir/x.npy '<f4' 4
// RUN: %python %S/Inputs/npy.py write %t.dir/y.npy '<f4' 4 1 1 1 1

// RUN: lift-run %s --entry=axpy --engine=evaluate --input=%t.dir/x.npy --input=%t.dir/y.npy \
// RUN:   --arg=alpha=2 --output=%t.dir/o.npy --print | FileCheck %s --check-prefix=AXPY
// RUN: %python %S/Inputs/npy.py print %t.dir/o.npy | FileCheck %s --check-prefix=FILE

// AXPY: @axpy with N = 4
// AXPY: evaluated
// AXPY: result0 : !lift.array<N x f32> =
// AXPY-NEXT: [1, 3, 5, 7]
// FILE: <f4 (4,) 1.0 3.0 5.0 7.0

// Inputs by name; the others are random, and the same for the same seed.
// RUN: lift-run %s --entry=@axpy --engine=evaluate --input=y=%t.dir/y.npy --print > %t.dir/first
// RUN: lift-run %s --entry=axpy --engine=evaluate --size=N=4 --input=y=%t.dir/y.npy --print > %t.dir/second
// RUN: lift-run %s --entry=axpy --engine=evaluate --seed=1 --input=y=%t.dir/y.npy --print > %t.dir/third
// RUN: cmp %t.dir/first %t.dir/second
// RUN: not cmp %t.dir/first %t.dir/third

func.func @axpy(%x: !lift.array<N x f32>, %y: !lift.array<N x f32>, %alpha: f32)
    -> !lift.array<N x f32> {
  %r = lift.map (%a = %x, %b = %y : !lift.array<N x f32>, !lift.array<N x f32>) {
    %m = arith.mulf %a, %alpha : f32
    %s = arith.addf %m, %b : f32
    lift.yield %s : f32
  }
  return %r : !lift.array<N x f32>
}

// Scalar results, several results, integers.
// RUN: lift-run %s --entry=sums --engine=evaluate --size=N=3,M=2 --input-kind=integer --json --print \
// RUN:   | FileCheck %s --check-prefix=JSON

// JSON: "entry": "sums"
// JSON: "engine": "evaluate"
// JSON: "M": 2
// JSON: "N": 3
// JSON: "name": "result0"
// JSON: "shape": [
// JSON-NEXT: 3
// JSON: "values": [
// JSON: "name": "result1"
// JSON-NEXT: "type": "i32"
// JSON-NEXT: "shape": []

func.func @sums(%m: !lift.array<N x M x i32>) -> (!lift.array<N x i32>, i32) {
  %zero = arith.constant 0 : i32
  %rows = lift.map (%row = %m : !lift.array<N x M x i32>) {
    %s = lift.reduce (%e = %row : !lift.array<M x i32>) init (%acc = %zero : i32) {
      %a = arith.addi %acc, %e : i32
      lift.yield %a : i32
    }
    lift.yield %s : i32
  }
  %sum = lift.reduce (%e = %rows : !lift.array<N x i32>) init (%acc = %zero : i32) {
    %a = arith.addi %acc, %e : i32
    lift.yield %a : i32
  }
  return %rows, %sum : !lift.array<N x i32>, i32
}
