// Functions that may be approximate are OpenCL's native ones, of f32 alone, and so are
// quotients that may be products with reciprocals. A target
// may have an instruction for strict minima and maxima.
// RUN: lift-translate --lift-to-opencl %s | FileCheck %s

// CHECK: float approximate_rsqrt(float x) {
// CHECK: #ifdef cl_nv_pragma_unroll
// CHECK: return native_rsqrt(x);
// CHECK: float2 approximate_rsqrt2(float2 x) {
// CHECK-NEXT: #ifdef cl_nv_pragma_unroll
// CHECK-NEXT: return (float2)(approximate_rsqrt(x.s0), approximate_rsqrt(x.s1));
// CHECK-NEXT: #else
// CHECK-NEXT: return native_rsqrt(x);
// CHECK: float maximum_float(float a, float b) {
// CHECK-NEXT: #ifdef cl_nv_pragma_unroll
// CHECK: max.NaN.f32
// CHECK: #else
// CHECK: float2 maximum_float2(float2 a, float2 b) {
// CHECK-NEXT: #ifdef cl_nv_pragma_unroll
// CHECK-NEXT: return (float2)(maximum_float(a.s0, b.s0), maximum_float(a.s1, b.s1));
// CHECK: double minimum_double(double a, double b) {
// CHECK-NOT: #ifdef
// CHECK-LABEL: kernel void functions(global const float *v_maximum_float,
// CHECK: [[Q:[a-z0-9]+]] = native_divide(sin(tanh(approximate_rsqrt(native_exp(native_cos([[A:[a-z0-9]+]]))))), [[A]]);
// CHECK: maximum_float2(approximate_rsqrt2([[W:[a-z0-9]+]]), [[W]])
// CHECK: minimum_double(log([[D:[a-z0-9]+]]) / [[D]], (double)maximum_float([[Q]] / [[A]], [[A]]))
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "GPU" = #dlti.target_device_spec<"lift.nvidia_compute_capability" = 80 : i64>>} {
  gpu.module @kernels {
    // An argument has not the name of a helper.
    gpu.func @functions(%x: memref<?xf32, #gpu.address_space<global>> {lift.readonly, lift.name = "maximum_float"},
                        %v: memref<?xvector<2xf32>, #gpu.address_space<global>>,
                        %d: memref<?xf64, #gpu.address_space<global>>) kernel {
      %id = gpu.thread_id x
      %a = memref.load %x[%id] : memref<?xf32, #gpu.address_space<global>>
      %cos = math.cos %a fastmath<afn> : f32
      %exp = math.exp %cos fastmath<fast> : f32
      %root = math.rsqrt %exp fastmath<afn> : f32
      %tanh = math.tanh %root fastmath<afn> : f32
      %sin = math.sin %tanh : f32
      %approximate = arith.divf %sin, %a fastmath<arcp> : f32
      %quotient = arith.divf %approximate, %a : f32
      %max = arith.maximumf %quotient, %a : f32
      %w = memref.load %v[%id] : memref<?xvector<2xf32>, #gpu.address_space<global>>
      %roots = math.rsqrt %w fastmath<afn> : vector<2xf32>
      %larger = arith.maximumf %roots, %w : vector<2xf32>
      memref.store %larger, %v[%id] : memref<?xvector<2xf32>, #gpu.address_space<global>>
      %b = memref.load %d[%id] : memref<?xf64, #gpu.address_space<global>>
      %bx = arith.extf %max : f32 to f64
      %log = math.log %b fastmath<afn> : f64
      %ratio = arith.divf %log, %b fastmath<arcp> : f64
      %min = arith.minimumf %ratio, %bx : f64
      memref.store %min, %d[%id] : memref<?xf64, #gpu.address_space<global>>
      gpu.return
    }
  }
}
