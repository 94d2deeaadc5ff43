// RUN: lift-translate --lift-to-opencl %s | FileCheck %s
// RUN: %if clang-opencl %{ lift-translate --lift-to-opencl %s | %clang_opencl - %}

// One table gives all names: no keyword, no built-in, nothing twice.

#global = #gpu.address_space<global>

// CHECK:      #pragma OPENCL FP_CONTRACT OFF

gpu.module @m {
  // CHECK:      kernel void arguments(float v_kernel, float v_float4, float v_max,
  // CHECK-NEXT:                       float v_get_global_id, float x, float x1, float x1_1,
  // CHECK-NEXT:                       float v_1st, float a_b_c, float arg9, float v_as_int,
  // CHECK-NEXT:                       float v_INFINITY, float v___local, float arguments1,
  // CHECK-NEXT:                       float v_int8, float v_M_PI, float arg16) {
  // CHECK-NEXT: }
  gpu.func @arguments(
      %a: f32 {lift.name = "kernel"}, %b: f32 {lift.name = "float4"},
      %c: f32 {lift.name = "max"}, %d: f32 {lift.name = "get_global_id"},
      %e: f32 {lift.name = "x"}, %f: f32 {lift.name = "x"}, %g: f32 {lift.name = "x1"},
      %h: f32 {lift.name = "1st"}, %i: f32 {lift.name = "a.b c"}, %j: f32 {lift.name = ""},
      %k: f32 {lift.name = "as_int"}, %l: f32 {lift.name = "INFINITY"},
      %m: f32 {lift.name = "__local"}, %n: f32 {lift.name = "arguments"},
      %o: f32 {lift.name = "int8"}, %p: f32 {lift.name = "M_PI"}, %q: f32) kernel {
    gpu.return
  }

  // Names of values: an attribute asks for a variable, a location only for a
  // name if there is one. Blocks that follow each other use names again.
  // CHECK:      kernel void values(global int *out, int i) {
  // CHECK-NEXT:   const int width = 16;
  // CHECK-NEXT:   const int row = i * width;
  // CHECK-NEXT:   out[0] = row;
  // CHECK-NEXT:   const int col = i * i;
  // CHECK-NEXT:   out[0] = col;
  // CHECK-NEXT:   out[1] = col;
  // CHECK-NEXT:   out[1] = i + i;
  // CHECK-NEXT:   for (int j = 0; j < i; j++) {
  // CHECK-NEXT:     const int t = j + 1;
  // CHECK-NEXT:     out[t] = t;
  // CHECK-NEXT:   }
  // CHECK-NEXT:   for (int j = 0; j < i; j++) {
  // CHECK-NEXT:     const int t = j - 1;
  // CHECK-NEXT:     out[t] = t;
  // CHECK-NEXT:   }
  // CHECK-NEXT:   int next = 0;
  // CHECK-NEXT:   for (int j = 0; j < i; j++) {
  // CHECK-NEXT:     out[next] = 1;
  // CHECK-NEXT:     next = next + i;
  // CHECK-NEXT:   }
  // CHECK-NEXT: }
  gpu.func @values(%out: memref<?xindex, #global> {lift.name = "out"}, %n: index {lift.name = "i"}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %width = arith.constant {lift.name = "width"} 16 : index
    %row = arith.muli %n, %width {lift.name = "row"} : index
    memref.store %row, %out[%c0] : memref<?xindex, #global>
    %col = arith.muli %n, %n : index loc("col")
    memref.store %col, %out[%c0] : memref<?xindex, #global>
    memref.store %col, %out[%c1] : memref<?xindex, #global>
    %sum = arith.addi %n, %n : index loc("sum")
    memref.store %sum, %out[%c1] : memref<?xindex, #global>
    scf.for %j = %c0 to %n step %c1 {
      %t = arith.addi %j, %c1 {lift.name = "t"} : index
      memref.store %t, %out[%t] : memref<?xindex, #global>
    }
    scf.for %j = %c0 to %n step %c1 {
      %t = arith.subi %j, %c1 {lift.name = "t"} : index
      memref.store %t, %out[%t] : memref<?xindex, #global>
    }
    // What a loop carries may be named where its next value is computed.
    scf.for %j = %c0 to %n step %c1 iter_args(%at = %c0) -> (index) {
      memref.store %c1, %out[%at] : memref<?xindex, #global>
      %next = arith.addi %at, %n {lift.carried = "next"} : index
      scf.yield %next : index
    }
    gpu.return
  }
}
