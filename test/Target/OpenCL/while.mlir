// RUN: lift-translate --lift-to-opencl %s | FileCheck %s
// RUN: %if clang-opencl %{ lift-translate --lift-to-opencl %s | %clang_opencl - %}

// Loops that test a condition.

#global = #gpu.address_space<global>

gpu.module @m {
  // Nothing but the condition stands before the body: it is the header.
  // CHECK:      kernel void condition(global float *a, int n) {
  // CHECK-NEXT:   int i = 0;
  // CHECK-NEXT:   float acc = 1.0f;
  // CHECK-NEXT:   while (i < n) {
  // CHECK-NEXT:     i = i + 1;
  // CHECK-NEXT:     acc = acc * 2.0f;
  // CHECK-NEXT:   }
  // CHECK-NEXT:   a[i] = acc;
  // CHECK-NEXT: }
  gpu.func @condition(%a: memref<?xf32, #global> {lift.name = "a"}, %n: index {lift.name = "n"}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %one = arith.constant 1.0 : f32
    %two = arith.constant 2.0 : f32
    %r:2 = scf.while (%i = %c0, %x = %one) : (index, f32) -> (index, f32) {
      %go = arith.cmpi slt, %i, %n : index
      scf.condition(%go) %i, %x : index, f32
    } do {
    ^bb0(%i: index, %x: f32):
      %next = arith.addi %i, %c1 : index
      %y = arith.mulf %x, %two : f32
      scf.yield %next, %y : index, f32
    }
    memref.store %r#1, %a[%r#0] : memref<?xf32, #global>
    gpu.return
  }

  // A second condition behind the first reads only where the first holds.
  // CHECK:      kernel void both(global float *a, int n) {
  // CHECK-NEXT:   int i = 0;
  // CHECK-NEXT:   while (i < n && a[i] < 3.0f) {
  // CHECK-NEXT:     i = i + 1;
  // CHECK-NEXT:   }
  // CHECK-NEXT:   a[i] = 3.0f;
  // CHECK-NEXT: }
  gpu.func @both(%a: memref<?xf32, #global> {lift.name = "a"}, %n: index {lift.name = "n"}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %three = arith.constant 3.0 : f32
    %false = arith.constant false
    %r = scf.while (%i = %c0) : (index) -> index {
      %inside = arith.cmpi slt, %i, %n : index
      %go = scf.if %inside -> i1 {
        %e = memref.load %a[%i] : memref<?xf32, #global>
        %less = arith.cmpf olt, %e, %three : f32
        scf.yield %less : i1
      } else {
        scf.yield %false : i1
      }
      scf.condition(%go) %i : index
    } do {
    ^bb0(%i: index):
      %next = arith.addi %i, %c1 : index
      scf.yield %next : index
    }
    memref.store %three, %a[%r] : memref<?xf32, #global>
    gpu.return
  }

  // What the body needs of the tests is computed once, and the body's own values
  // are assigned together.
  // CHECK:      kernel void passed(global float *a, int n) {
  // CHECK-NEXT:   int i = 0;
  // CHECK-NEXT:   float acc = 0.0f;
  // CHECK-NEXT:   float acc1 = 3.0f;
  // CHECK-NEXT:   while (i < n) {
  // CHECK-NEXT:     const float v = a[i];
  // CHECK-NEXT:     if (!(v < 3.0f)) {
  // CHECK-NEXT:       break;
  // CHECK-NEXT:     }
  // CHECK-NEXT:     i = i + 1;
  // CHECK-NEXT:     const float next_acc = acc1;
  // CHECK-NEXT:     acc1 = acc + v;
  // CHECK-NEXT:     acc = next_acc;
  // CHECK-NEXT:   }
  // CHECK-NEXT:   a[0] = acc;
  // CHECK-NEXT: }
  gpu.func @passed(%a: memref<?xf32, #global> {lift.name = "a"}, %n: index {lift.name = "n"}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %three = arith.constant 3.0 : f32
    %false = arith.constant false
    %r:4 = scf.while (%i = %c0, %p = %zero, %q = %three) : (index, f32, f32) -> (index, f32, f32, f32) {
      %inside = arith.cmpi slt, %i, %n : index
      %go:2 = scf.if %inside -> (i1, f32) {
        %e = memref.load %a[%i] : memref<?xf32, #global>
        %less = arith.cmpf olt, %e, %three : f32
        scf.yield %less, %e : i1, f32
      } else {
        scf.yield %false, %zero : i1, f32
      }
      scf.condition(%go#0) %i, %p, %q, %go#1 : index, f32, f32, f32
    } do {
    ^bb0(%i: index, %p: f32, %q: f32, %e: f32):
      %next = arith.addi %i, %c1 : index
      %s = arith.addf %p, %e : f32
      scf.yield %next, %q, %s : index, f32, f32
    }
    memref.store %r#1, %a[%c0] : memref<?xf32, #global>
    gpu.return
  }

  // A result that no variable carries is assigned before the loop is left; then
  // a second condition cannot leave it earlier.
  // CHECK:      kernel void result(global float *a, int n) {
  // CHECK-NEXT:   int i = 0;
  // CHECK-NEXT:   float r;
  // CHECK-NEXT:   while (true) {
  // CHECK-NEXT:     bool r1;
  // CHECK-NEXT:     float r2;
  // CHECK-NEXT:     if (i < n) {
  // CHECK-NEXT:       const float v = a[i];
  // CHECK-NEXT:       r1 = v < 3.0f;
  // CHECK-NEXT:       r2 = v;
  // CHECK-NEXT:     } else {
  // CHECK-NEXT:       r1 = false;
  // CHECK-NEXT:       r2 = 3.0f;
  // CHECK-NEXT:     }
  // CHECK-NEXT:     r = r2;
  // CHECK-NEXT:     if (!r1) {
  // CHECK-NEXT:       break;
  // CHECK-NEXT:     }
  // CHECK-NEXT:     i = i + 1;
  // CHECK-NEXT:   }
  // CHECK-NEXT:   a[0] = r;
  // CHECK-NEXT: }
  gpu.func @result(%a: memref<?xf32, #global> {lift.name = "a"}, %n: index {lift.name = "n"}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %three = arith.constant 3.0 : f32
    %false = arith.constant false
    %r:2 = scf.while (%i = %c0) : (index) -> (index, f32) {
      %inside = arith.cmpi slt, %i, %n : index
      %go:2 = scf.if %inside -> (i1, f32) {
        %e = memref.load %a[%i] : memref<?xf32, #global>
        %less = arith.cmpf olt, %e, %three : f32
        scf.yield %less, %e : i1, f32
      } else {
        scf.yield %false, %three : i1, f32
      }
      scf.condition(%go#0) %i, %go#1 : index, f32
    } do {
    ^bb0(%i: index, %e: f32):
      %next = arith.addi %i, %c1 : index
      scf.yield %next : index
    }
    memref.store %r#1, %a[%c0] : memref<?xf32, #global>
    gpu.return
  }

  // A loop of which nobody needs anything is not printed.
  // CHECK:      kernel void dead(global float *a, int n) {
  // CHECK-NEXT:   a[0] = 0.0f;
  // CHECK-NEXT: }
  gpu.func @dead(%a: memref<?xf32, #global> {lift.name = "a"}, %n: index {lift.name = "n"}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %r = scf.while (%i = %c0) : (index) -> index {
      %go = arith.cmpi slt, %i, %n : index
      scf.condition(%go) %i : index
    } do {
    ^bb0(%i: index):
      %next = arith.addi %i, %c1 : index
      scf.yield %next : index
    }
    memref.store %zero, %a[%c0] : memref<?xf32, #global>
    gpu.return
  }
}
