// RUN: lift-translate --lift-to-opencl %s | FileCheck %s
// RUN: %if clang-opencl %{ lift-translate --lift-to-opencl %s | %clang_opencl - %}

// Operands get the parentheses that C needs, and those that people need.



// CHECK:      #pragma OPENCL FP_CONTRACT OFF

gpu.module @m {
  // CHECK:      kernel void integers(int a, int b, int c, int d, global int *out) {
  // CHECK-NEXT:   out[0] = a - (b - c);
  // CHECK-NEXT:   out[1] = a - b - c;
  // CHECK-NEXT:   out[2] = a - -1;
  // CHECK-NEXT:   out[3] = -1 - a;
  // CHECK-NEXT:   out[4] = (a + b) * (c - d);
  // CHECK-NEXT:   out[5] = a * b + c * d;
  // CHECK-NEXT:   out[6] = a / (b * c);
  // CHECK-NEXT:   out[7] = (a / b) * c;
  // CHECK-NEXT:   out[8] = (a * b) / c;
  // CHECK-NEXT:   out[9] = (a % b) * c;
  // CHECK-NEXT: }
  gpu.func @integers(%a: index {lift.name = "a"}, %b: index {lift.name = "b"},
                     %c: index {lift.name = "c"}, %d: index {lift.name = "d"},
                     %out: memref<?xindex, #gpu.address_space<global>> {lift.name = "out"}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %c6 = arith.constant 6 : index
    %c7 = arith.constant 7 : index
    %c8 = arith.constant 8 : index
    %c9 = arith.constant 9 : index
    %cm1 = arith.constant -1 : index
    // a - (b - c)
    %0 = arith.subi %b, %c : index
    %1 = arith.subi %a, %0 : index
    memref.store %1, %out[%c0] : memref<?xindex, #gpu.address_space<global>>
    // (a - b) - c
    %2 = arith.subi %a, %b : index
    %3 = arith.subi %2, %c : index
    memref.store %3, %out[%c1] : memref<?xindex, #gpu.address_space<global>>
    // a - -1 and -1 - a
    %4 = arith.subi %a, %cm1 : index
    memref.store %4, %out[%c2] : memref<?xindex, #gpu.address_space<global>>
    %5 = arith.subi %cm1, %a : index
    memref.store %5, %out[%c3] : memref<?xindex, #gpu.address_space<global>>
    // (a + b) * (c - d)
    %6 = arith.addi %a, %b : index
    %7 = arith.subi %c, %d : index
    %8 = arith.muli %6, %7 : index
    memref.store %8, %out[%c4] : memref<?xindex, #gpu.address_space<global>>
    // a * b + c * d
    %9 = arith.muli %a, %b : index
    %10 = arith.muli %c, %d : index
    %11 = arith.addi %9, %10 : index
    memref.store %11, %out[%c5] : memref<?xindex, #gpu.address_space<global>>
    // a / (b * c), a / b * c, a * b / c, a % b * c
    %12 = arith.muli %b, %c : index
    %13 = arith.divsi %a, %12 : index
    memref.store %13, %out[%c6] : memref<?xindex, #gpu.address_space<global>>
    %14 = arith.divsi %a, %b : index
    %15 = arith.muli %14, %c : index
    memref.store %15, %out[%c7] : memref<?xindex, #gpu.address_space<global>>
    %16 = arith.muli %a, %b : index
    %17 = arith.divsi %16, %c : index
    memref.store %17, %out[%c8] : memref<?xindex, #gpu.address_space<global>>
    %18 = arith.remsi %a, %b : index
    %19 = arith.muli %18, %c : index
    memref.store %19, %out[%c9] : memref<?xindex, #gpu.address_space<global>>
    gpu.return
  }

  // CHECK:      kernel void bits(int a, int b, int c, global int *out) {
  // CHECK-NEXT:   out[0] = (a & b) | c;
  // CHECK-NEXT:   out[1] = a & (b | c);
  // CHECK-NEXT:   out[2] = a ^ b ^ c;
  // CHECK-NEXT:   out[3] = (a << b) + c;
  // CHECK-NEXT:   out[4] = a >> (b + c);
  // CHECK-NEXT: }
  gpu.func @bits(%a: i32 {lift.name = "a"}, %b: i32 {lift.name = "b"},
                 %c: i32 {lift.name = "c"},
                 %out: memref<?xi32, #gpu.address_space<global>> {lift.name = "out"}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    // (a & b) | c, a & (b | c), (a ^ b) ^ c, (a << b) + c, a << (b + c)
    %0 = arith.andi %a, %b : i32
    %1 = arith.ori %0, %c : i32
    memref.store %1, %out[%c0] : memref<?xi32, #gpu.address_space<global>>
    %2 = arith.ori %b, %c : i32
    %3 = arith.andi %a, %2 : i32
    memref.store %3, %out[%c1] : memref<?xi32, #gpu.address_space<global>>
    %4 = arith.xori %a, %b : i32
    %5 = arith.xori %4, %c : i32
    memref.store %5, %out[%c2] : memref<?xi32, #gpu.address_space<global>>
    %6 = arith.shli %a, %b : i32
    %7 = arith.addi %6, %c overflow<nsw> : i32
    memref.store %7, %out[%c3] : memref<?xi32, #gpu.address_space<global>>
    %8 = arith.addi %b, %c overflow<nsw> : i32
    %9 = arith.shrsi %a, %8 : i32
    memref.store %9, %out[%c4] : memref<?xi32, #gpu.address_space<global>>
    gpu.return
  }

  // CHECK:      kernel void bools(int a, int b, float c, int f, global int *out) {
  // CHECK-NEXT:   out[0] = !((a < b && c > 0.0f) || f != 0) ? a : b;
  // CHECK-NEXT:   out[1] = (int)((b < a) != (f != 0));
  // CHECK-NEXT:   out[2] = (f != 0 ? (f != 0 ? a : b) : a) + a;
  // CHECK-NEXT: }
  gpu.func @bools(%a: i32 {lift.name = "a"}, %b: i32 {lift.name = "b"},
                  %c: f32 {lift.name = "c"}, %f: i1 {lift.name = "f"},
                  %out: memref<?xi32, #gpu.address_space<global>> {lift.name = "out"}) kernel {
    %true = arith.constant true
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %zero = arith.constant 0.0 : f32
    %less = arith.cmpi slt, %a, %b : i32
    %positive = arith.cmpf ogt, %c, %zero : f32
    %both = arith.andi %less, %positive : i1
    %any = arith.ori %both, %f : i1
    %not = arith.xori %any, %true : i1
    %0 = arith.select %not, %a, %b : i32
    memref.store %0, %out[%c0] : memref<?xi32, #gpu.address_space<global>>
    %less2 = arith.cmpi slt, %b, %a : i32
    %same = arith.xori %less2, %f : i1
    %1 = arith.extui %same : i1 to i32
    memref.store %1, %out[%c1] : memref<?xi32, #gpu.address_space<global>>
    // A conditional in a conditional, and in a sum.
    %2 = arith.select %f, %a, %b : i32
    %3 = arith.select %f, %2, %a : i32
    %4 = arith.addi %3, %a overflow<nsw> : i32
    memref.store %4, %out[%c2] : memref<?xi32, #gpu.address_space<global>>
    gpu.return
  }

  // CHECK:      kernel void floats(float a, float b, float c, global float *out) {
  // CHECK-NEXT:   out[0] = a + (b + c);
  // CHECK-NEXT:   out[1] = a * (b * c);
  // CHECK-NEXT:   out[2] = -(-a);
  // CHECK-NEXT:   out[3] = -(a * b);
  // CHECK-NEXT:   out[4] = a - -2.0f;
  // CHECK-NEXT: }
  gpu.func @floats(%a: f32 {lift.name = "a"}, %b: f32 {lift.name = "b"},
                   %c: f32 {lift.name = "c"},
                   %out: memref<?xf32, #gpu.address_space<global>> {lift.name = "out"}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %neg2 = arith.constant -2.0 : f32
    // Floats are not associative: a + (b + c) is not a + b + c.
    %0 = arith.addf %b, %c : f32
    %1 = arith.addf %a, %0 : f32
    memref.store %1, %out[%c0] : memref<?xf32, #gpu.address_space<global>>
    %2 = arith.mulf %b, %c : f32
    %3 = arith.mulf %a, %2 : f32
    memref.store %3, %out[%c1] : memref<?xf32, #gpu.address_space<global>>
    // -(-a), -(a * b), a - -2.0
    %4 = arith.negf %a : f32
    %5 = arith.negf %4 : f32
    memref.store %5, %out[%c2] : memref<?xf32, #gpu.address_space<global>>
    %6 = arith.mulf %a, %b : f32
    %7 = arith.negf %6 : f32
    memref.store %7, %out[%c3] : memref<?xf32, #gpu.address_space<global>>
    %8 = arith.subf %a, %neg2 : f32
    memref.store %8, %out[%c4] : memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
}
