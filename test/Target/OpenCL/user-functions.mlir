// RUN: lift-translate --lift-to-opencl %s | FileCheck %s
// RUN: %if clang-opencl %{ lift-translate --lift-to-opencl %s | %clang_opencl - %}

// User functions and calls.

#global = #gpu.address_space<global>

gpu.module @m {
  // Functions stand before the kernels, in the order of their names.
  // CHECK:      void both(float4 x, float4 *low, bool *isneg) {
  // CHECK-NEXT:   *low = x;
  // CHECK-NEXT:   *isneg = x.x < 0.0f;
  // CHECK-NEXT: }
  // CHECK:      int next(int n) {
  // CHECK-NEXT:   return n + 1;
  // CHECK-NEXT: }
  // CHECK-NOT:  unused
  lift.user_fun @next(n : i32) -> i32 code ["return n + 1;"]
  lift.user_fun @unused(n : i32) -> i32 code ["return n + 1;"]
  lift.user_fun @both(x : vector<4xf32>) -> (low : vector<4xf32>, isneg : i1)
      code ["*low = x;", "*isneg = x.x < 0.0f;"]

  // Calls are expressions; nothing else may have the name of a function.
  // CHECK:      kernel void calls(global int *a, int next1) {
  // CHECK-NEXT:   a[0] = next(next(next1));
  // CHECK-NEXT: }
  gpu.func @calls(%a: memref<?xi32, #global> {lift.name = "a"}, %n: i32 {lift.name = "next"}) kernel {
    %c0 = arith.constant 0 : index
    %1 = lift.call @next(%n) : (i32) -> i32
    %2 = lift.call @next(%1) : (i32) -> i32
    memref.store %2, %a[%c0] : memref<?xi32, #global>
    gpu.return
  }

  // Several results have variables, needed or not.
  // CHECK:      kernel void results(global float *a, float4 x) {
  // CHECK-NEXT:   float4 low;
  // CHECK-NEXT:   bool isneg;
  // CHECK-NEXT:   both(x, &low, &isneg);
  // CHECK-NEXT:   a[0] = low.y;
  // CHECK-NEXT: }
  gpu.func @results(%a: memref<?xf32, #global> {lift.name = "a"}, %x: vector<4xf32> {lift.name = "x"}) kernel {
    %c0 = arith.constant 0 : index
    %0:2 = lift.call @both(%x) : (vector<4xf32>) -> (vector<4xf32>, i1)
    %y = vector.extract %0#0[1] : f32 from vector<4xf32>
    memref.store %y, %a[%c0] : memref<?xf32, #global>
    gpu.return
  }
}

// The same function in another module is the same function.
gpu.module @other {
  lift.user_fun @next(n : i32) -> i32 code ["return n + 1;"]
  // CHECK:      kernel void again(global int *a, int n) {
  // CHECK-NEXT:   a[0] = next(n);
  // CHECK-NEXT: }
  gpu.func @again(%a: memref<?xi32, #global> {lift.name = "a"}, %n: i32 {lift.name = "n"}) kernel {
    %c0 = arith.constant 0 : index
    %1 = lift.call @next(%n) : (i32) -> i32
    memref.store %1, %a[%c0] : memref<?xi32, #global>
    gpu.return
  }
}
