// RUN: lift-translate --lift-to-opencl %s | FileCheck %s
// RUN: %if clang-opencl %{ lift-translate --lift-to-opencl %s | %clang_opencl - %}

// Loops, branches, barriers.

#global = #gpu.address_space<global>
#local = #gpu.address_space<workgroup>


// CHECK:      #pragma OPENCL FP_CONTRACT OFF

gpu.module @m {
  // CHECK:      kernel void loops(global float *a, int n, int m) {
  // CHECK-NEXT:   #pragma unroll
  // CHECK-NEXT:   for (int i = 0; i < 8; i++) {
  // CHECK-NEXT:     #pragma unroll 4
  // CHECK-NEXT:     for (int row = 0; row < n; row += 2) {
  // CHECK-NEXT:       for (int j = 1; j < 8; j += n) {
  // CHECK-NEXT:         a[i + row + j] = 0.0f;
  // CHECK-NEXT:       }
  // CHECK-NEXT:     }
  // CHECK-NEXT:   }
  // CHECK-NEXT:   for (int i = 0; i < m; i++) {
  // CHECK-NEXT:     a[0] = 0.0f;
  // CHECK-NEXT:   }
  // CHECK-NEXT:   for (int i = 0; (uint)i < m; i++) {
  // CHECK-NEXT:     a[1] = 0.0f;
  // CHECK-NEXT:   }
  // CHECK-NEXT: }
  gpu.func @loops(%a: memref<?xf32, #global> {lift.name = "a"}, %n: index {lift.name = "n"},
                  %i32: i32 {lift.name = "m"}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c8 = arith.constant 8 : index
    %zero = arith.constant 0.0 : f32
    %m0 = arith.constant 0 : i32
    %m1 = arith.constant 1 : i32
    // Names of induction variables, unrolling, a step.
    scf.for %x = %c0 to %c8 step %c1 {
      scf.for %y = %c0 to %n step %c2 {
        scf.for %z = %c1 to %c8 step %n {
          %xy = arith.addi %x, %y : index
          %xyz = arith.addi %xy, %z : index
          memref.store %zero, %a[%xyz] : memref<?xf32, #global>
        }
      } {lift.unroll = 4 : i64, lift.name = "row"}
    } {lift.unroll}
    // Any integer will do, and unsigned comparison.
    scf.for %x = %m0 to %i32 step %m1 : i32 {
      memref.store %zero, %a[%c0] : memref<?xf32, #global>
    }
    scf.for unsigned %x = %m0 to %i32 step %m1 : i32 {
      memref.store %zero, %a[%c1] : memref<?xf32, #global>
    }
    gpu.return
  }

  // What a loop carries is a variable; its last value is used afterwards.
  // CHECK:      kernel void carried(global const float *a, global float *out, int n) {
  // CHECK-NEXT:   float sum = 0.0f;
  // CHECK-NEXT:   for (int i = 0; i < n; i++) {
  // CHECK-NEXT:     sum = sum + a[i];
  // CHECK-NEXT:   }
  // CHECK-NEXT:   out[0] = sum + sum;
  // CHECK-NEXT:   float total = 0.0f;
  // CHECK-NEXT:   for (int i = 0; i < n; i++) {
  // CHECK-NEXT:     for (int j = 0; j < n; j++) {
  // CHECK-NEXT:       total = total + a[j];
  // CHECK-NEXT:     }
  // CHECK-NEXT:   }
  // CHECK-NEXT:   out[1] = total;
  // CHECK-NEXT: }
  gpu.func @carried(%a: memref<?xf32, #global> {lift.name = "a", lift.readonly},
                    %out: memref<?xf32, #global> {lift.name = "out"},
                    %n: index {lift.name = "n"}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (f32) {
      %x = memref.load %a[%i] : memref<?xf32, #global>
      %next = arith.addf %acc, %x : f32
      scf.yield %next : f32
    } {lift.carried = ["sum"]}
    %twice = arith.addf %sum, %sum : f32
    memref.store %twice, %out[%c0] : memref<?xf32, #global>

    // Two loops, one variable.
    %total = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (f32) {
      %inner = scf.for %j = %c0 to %n step %c1 iter_args(%acc2 = %acc) -> (f32) {
        %x = memref.load %a[%j] : memref<?xf32, #global>
        %next = arith.addf %acc2, %x : f32
        scf.yield %next : f32
      }
      scf.yield %inner : f32
    } {lift.carried = ["total"]}
    memref.store %total, %out[%c1] : memref<?xf32, #global>
    gpu.return
  }

  // All values that a loop carries change at the same time.
  // CHECK:      kernel void together(global int *out, int n) {
  // CHECK-NEXT:   int x = 0;
  // CHECK-NEXT:   int y = 1;
  // CHECK-NEXT:   for (int i = 0; i < n; i++) {
  // CHECK-NEXT:     const int next_x = y;
  // CHECK-NEXT:     y = x;
  // CHECK-NEXT:     x = next_x;
  // CHECK-NEXT:   }
  // CHECK-NEXT:   out[0] = x;
  // CHECK-NEXT:   out[1] = y;
  // CHECK-NEXT:   int fib = 0;
  // CHECK-NEXT:   int next = 1;
  // CHECK-NEXT:   for (int i = 0; i < n; i++) {
  // CHECK-NEXT:     const int next_fib = next;
  // CHECK-NEXT:     next = fib + next;
  // CHECK-NEXT:     fib = next_fib;
  // CHECK-NEXT:   }
  // CHECK-NEXT:   out[0] = fib;
  // CHECK-NEXT:   out[1] = next;
  // CHECK-NEXT:   int last = 0;
  // CHECK-NEXT:   int before = 1;
  // CHECK-NEXT:   int first = 2;
  // CHECK-NEXT:   for (int i = 0; i < n; i++) {
  // CHECK-NEXT:     first = before;
  // CHECK-NEXT:     before = last;
  // CHECK-NEXT:     last = i;
  // CHECK-NEXT:   }
  // CHECK-NEXT:   out[0] = last;
  // CHECK-NEXT:   out[1] = before;
  // CHECK-NEXT:   out[2] = first;
  // CHECK-NEXT: }
  gpu.func @together(%out: memref<?xindex, #global> {lift.name = "out"}, %n: index {lift.name = "n"}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    // A swap needs a third place.
    %s:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %c0, %y = %c1) -> (index, index) {
      scf.yield %y, %x : index, index
    } {lift.carried = ["x", "y"]}
    memref.store %s#0, %out[%c0] : memref<?xindex, #global>
    memref.store %s#1, %out[%c1] : memref<?xindex, #global>
    // So does a sum with the old value.
    %f:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %c0, %y = %c1) -> (index, index) {
      %sum = arith.addi %x, %y : index
      scf.yield %y, %sum : index, index
    } {lift.carried = ["fib", "next"]}
    memref.store %f#0, %out[%c0] : memref<?xindex, #global>
    memref.store %f#1, %out[%c1] : memref<?xindex, #global>
    // A chain only needs the right order.
    %h:3 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %c0, %y = %c1, %z = %c2) -> (index, index, index) {
      scf.yield %i, %x, %y : index, index, index
    } {lift.carried = ["last", "before", "first"]}
    memref.store %h#0, %out[%c0] : memref<?xindex, #global>
    memref.store %h#1, %out[%c1] : memref<?xindex, #global>
    memref.store %h#2, %out[%c2] : memref<?xindex, #global>
    gpu.return
  }

  // What nobody needs is not printed.
  // CHECK:      kernel void dead(global float *a, int n) {
  // CHECK-NEXT:   float acc = 0.0f;
  // CHECK-NEXT:   for (int i = 0; i < n; i++) {
  // CHECK-NEXT:     a[i] = acc;
  // CHECK-NEXT:   }
  // CHECK-NEXT: }
  gpu.func @dead(%a: memref<?xf32, #global> {lift.name = "a"}, %n: index {lift.name = "n"}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %x = memref.load %a[%c0] : memref<?xf32, #global>
    %y = arith.addf %x, %x : f32
    %z = arith.mulf %y, %y : f32
    %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%u = %zero, %v = %zero) -> (f32, f32) {
      %w = arith.addf %u, %y : f32
      memref.store %v, %a[%i] : memref<?xf32, #global>
      scf.yield %w, %v : f32, f32
    }
    gpu.return
  }

  // CHECK:      kernel void branches(global float *a, int n, int c) {
  // CHECK-NEXT:   if (c != 0) {
  // CHECK-NEXT:     a[0] = 1.0f;
  // CHECK-NEXT:   } else {
  // CHECK-NEXT:     a[0] = 2.0f;
  // CHECK-NEXT:   }
  // CHECK-NEXT:   if (!(c != 0)) {
  // CHECK-NEXT:     a[1] = 2.0f;
  // CHECK-NEXT:   }
  // CHECK-NEXT:   float value;
  // CHECK-NEXT:   int place;
  // CHECK-NEXT:   if (c != 0) {
  // CHECK-NEXT:     value = a[n];
  // CHECK-NEXT:     place = 0;
  // CHECK-NEXT:   } else {
  // CHECK-NEXT:     value = 2.0f;
  // CHECK-NEXT:     place = n;
  // CHECK-NEXT:   }
  // CHECK-NEXT:   a[place] = value;
  // CHECK-NEXT:   float best = 1.0f;
  // CHECK-NEXT:   for (int i = 0; i < n; i++) {
  // CHECK-NEXT:     const float x = a[i];
  // CHECK-NEXT:     if (x > best) {
  // CHECK-NEXT:       best = x;
  // CHECK-NEXT:     }
  // CHECK-NEXT:   }
  // CHECK-NEXT:   a[0] = best;
  // CHECK-NEXT:   float best1 = 1.0f;
  // CHECK-NEXT:   for (int i = 0; i < n; i++) {
  // CHECK-NEXT:     const float x = a[i];
  // CHECK-NEXT:     float r;
  // CHECK-NEXT:     if (c != 0) {
  // CHECK-NEXT:       r = x;
  // CHECK-NEXT:     } else {
  // CHECK-NEXT:       r = best1;
  // CHECK-NEXT:     }
  // CHECK-NEXT:     a[i] = best1 * 2.0f;
  // CHECK-NEXT:     best1 = r;
  // CHECK-NEXT:   }
  // CHECK-NEXT:   a[0] = best1;
  // CHECK-NEXT: }
  gpu.func @branches(%a: memref<?xf32, #global> {lift.name = "a"}, %n: index {lift.name = "n"},
                     %c: i1 {lift.name = "c"}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %one = arith.constant 1.0 : f32
    %two = arith.constant 2.0 : f32
    scf.if %c {
      memref.store %one, %a[%c0] : memref<?xf32, #global>
    } else {
      memref.store %two, %a[%c0] : memref<?xf32, #global>
    }
    scf.if %c {
    } else {
      memref.store %two, %a[%c1] : memref<?xf32, #global>
    }
    %r:2 = scf.if %c -> (f32, index) {
      %x = memref.load %a[%n] : memref<?xf32, #global>
      scf.yield %x, %c0 : f32, index
    } else {
      scf.yield %two, %n : f32, index
    } {lift.name = ["value", "place"]}
    memref.store %r#0, %a[%r#1] : memref<?xf32, #global>
    // A branch that leaves a carried value alone assigns to it.
    %m = scf.for %i = %c0 to %n step %c1 iter_args(%best = %one) -> (f32) {
      %x = memref.load %a[%i] {lift.name = "x"} : memref<?xf32, #global>
      %better = arith.cmpf ogt, %x, %best : f32
      %next = scf.if %better -> (f32) {
        scf.yield %x : f32
      } else {
        scf.yield %best : f32
      }
      scf.yield %next : f32
    } {lift.carried = ["best"]}
    memref.store %m, %a[%c0] : memref<?xf32, #global>
    // Not if the old value is needed afterwards.
    %k = scf.for %i = %c0 to %n step %c1 iter_args(%best = %one) -> (f32) {
      %x = memref.load %a[%i] {lift.name = "x"} : memref<?xf32, #global>
      %double = arith.mulf %best, %two : f32
      %next = scf.if %c -> (f32) {
        scf.yield %x : f32
      } else {
        scf.yield %best : f32
      }
      memref.store %double, %a[%i] : memref<?xf32, #global>
      scf.yield %next : f32
    } {lift.carried = ["best"]}
    memref.store %k, %a[%c0] : memref<?xf32, #global>
    gpu.return
  }

  // CHECK:      kernel void barriers() {
  // CHECK-NEXT:   barrier(CLK_LOCAL_MEM_FENCE);
  // CHECK-NEXT:   barrier(CLK_GLOBAL_MEM_FENCE);
  // CHECK-NEXT:   barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  // CHECK-NEXT:   barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  // CHECK-NEXT: }
  gpu.func @barriers() kernel {
    lift.barrier local
    lift.barrier global
    lift.barrier local global
    gpu.barrier
    gpu.return
  }
}
