// Functions that SPIR-V lacks in one flavor, and functions in C.

// RUN: lift-opt %s --pass-pipeline='builtin.module(gpu.module(lift-expand-functions{flavor=vulkan}))' | FileCheck %s --check-prefix=VULKAN
// RUN: lift-opt %s --pass-pipeline='builtin.module(gpu.module(lift-expand-functions{flavor=opencl}))' | FileCheck %s --check-prefix=OPENCL
// RUN: lift-opt %s --pass-pipeline='builtin.module(gpu.module(lift-inline-user-functions))' | FileCheck %s --check-prefix=INLINE

// INLINE-NOT: lift.user_fun
gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  lift.user_fun @twice(x : f32) -> f32 code ["return x + x;"] reference (%x) {
    %y = arith.addf %x, %x : f32
    lift.yield %y : f32
  }

  // VULKAN-LABEL: gpu.func @functions
  // VULKAN-NOT: math.atan2
  // VULKAN: math.atan %{{.*}} : f32
  // VULKAN-NOT: math.cbrt
  // VULKAN: math.powf
  // VULKAN: math.exp2 %{{.*}} : vector<4xf32>
  // There is no arc tangent of f64: refused later, by its name.
  // VULKAN: math.atan2 %{{.*}} : f64

  // OPENCL-LABEL: gpu.func @functions
  // OPENCL: math.atan2
  // OPENCL-NOT: math.cbrt
  // OPENCL: math.powf
  // OPENCL-NOT: math.exp2
  // OPENCL: math.powf %{{.*}}, %{{.*}} : vector<4xf32>
  gpu.func @functions(%x: memref<?xf32, #gpu.address_space<global>>, %v: vector<4xf32>, %d: f64)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %a = memref.load %x[%i] : memref<?xf32, #gpu.address_space<global>>
    %b = math.atan2 %a, %a : f32
    %c = math.cbrt %b : f32
    %e = math.exp2 %v : vector<4xf32>
    %l = vector.extract %e[0] : f32 from vector<4xf32>
    %s = arith.addf %c, %l : f32
    %f = math.atan2 %d, %d : f64
    %g = arith.truncf %f : f64 to f32
    %h = arith.addf %s, %g : f32
    // INLINE-NOT: lift.call
    // INLINE: arith.addf %[[H:.*]], %[[H]] : f32
    %t = lift.call @twice(%h) : (f32) -> f32
    memref.store %t, %x[%i] : memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
}
