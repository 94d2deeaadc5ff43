// What has no form in SPIR-V is an error at the operation.

// RUN: lift-opt %s --pass-pipeline='builtin.module(convert-gpu-kernels-to-spirv{flavor=vulkan})' --split-input-file --verify-diagnostics

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  // expected-note @below {{give it a reference, which says the same with operations of MLIR}}
  lift.user_fun @twice(x : f32) -> f32 code ["return x + x;"]
  gpu.func @call(%x: memref<?xf32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %a = memref.load %x[%i] : memref<?xf32, #gpu.address_space<global>>
    // expected-error @below {{'lift.call' op calls a function that is given in C only}}
    %b = lift.call @twice(%a) : (f32) -> f32
    memref.store %b, %x[%i] : memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @exponential(%x: memref<?xf64, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %a = memref.load %x[%i] : memref<?xf64, #gpu.address_space<global>>
    // expected-error @below {{'math.exp' op has no form in SPIR-V for vulkan: a function of f64}}
    // expected-note @below {{compute it with f32}}
    %b = math.exp %a : f64
    memref.store %b, %x[%i] : memref<?xf64, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @power(%x: memref<?xi32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %a = memref.load %x[%i] : memref<?xi32, #gpu.address_space<global>>
    // expected-error @below {{'math.ipowi' op has no form in SPIR-V for vulkan: no such function}}
    // expected-note @below {{write it with others, or give the program to OpenCL C}}
    %b = math.ipowi %a, %a : i32
    memref.store %b, %x[%i] : memref<?xi32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels {
  // expected-error @below {{'gpu.func' op is no kernel: inline it}}
  gpu.func @helper() {
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @remainder(%x: memref<?xf32, #gpu.address_space<global>>, %f: f32)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %a = memref.load %x[%i] : memref<?xf32, #gpu.address_space<global>>
    // expected-error @below {{'arith.remf' op has no form in SPIR-V for vulkan: remainders of floats are not exact there}}
    // expected-note @below {{write x - y * trunc(x / y) where that is exact enough}}
    %b = arith.remf %a, %f : f32
    memref.store %b, %x[%i] : memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %v = vector.load %x[%i] : memref<?xf32, #gpu.address_space<global>>, vector<4xf32>
    // expected-note @below {{write it with operations on single numbers, or on vectors of at most four}}
    // expected-error @below {{'vector.interleave' op cannot be split into vectors of four numbers}}
    %q = vector.interleave %v, %v : vector<4xf32> -> vector<8xf32>
    vector.store %q, %x[%i] : memref<?xf32, #gpu.address_space<global>>, vector<8xf32>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %f: f32)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    // expected-note @below {{leave it out: floats are rounded to the nearest}}
    // expected-error @below {{'arith.truncf' op has no form in SPIR-V for vulkan: the rounding mode to_nearest_even}}
    %q = arith.truncf %f to_nearest_even : f32 to f16
    %z = arith.extf %q : f16 to f32
    memref.store %z, %x[%i] : memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %f: f32)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    // expected-note @below {{leave it out: floats are rounded to the nearest}}
    // expected-error @below {{'arith.truncf' op has no form in SPIR-V for vulkan: the rounding mode downward}}
    %q = arith.truncf %f downward : f32 to f16
    %z = arith.extf %q : f16 to f32
    memref.store %z, %x[%i] : memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %f: f32)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    // expected-note @below {{leave it out: floats are rounded to the nearest}}
    // expected-error @below {{'arith.truncf' op has no form in SPIR-V for vulkan: the rounding mode upward}}
    %q = arith.truncf %f upward : f32 to f16
    %z = arith.extf %q : f16 to f32
    memref.store %z, %x[%i] : memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %f: f32)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    // expected-note @below {{leave it out: floats are rounded to the nearest}}
    // expected-error @below {{'arith.truncf' op has no form in SPIR-V for vulkan: the rounding mode toward_zero}}
    %q = arith.truncf %f toward_zero : f32 to f16
    %z = arith.extf %q : f16 to f32
    memref.store %z, %x[%i] : memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %d: f64)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    // expected-note @below {{leave it out: floats are rounded to the nearest}}
    // expected-error @below {{'arith.truncf' op has no form in SPIR-V for vulkan: the rounding mode toward_zero}}
    %q = arith.truncf %d toward_zero : f64 to f32
    memref.store %q, %x[%i] : memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %f: f32)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    // expected-note @below {{write x - y * trunc(x / y) where that is exact enough}}
    // expected-error @below {{'arith.remf' op has no form in SPIR-V for vulkan: remainders of floats are not exact there}}
    %q = arith.remf %f, %f : f32
    memref.store %q, %x[%i] : memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %h: f16)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    // expected-note @below {{write x - y * trunc(x / y) where that is exact enough}}
    // expected-error @below {{'arith.remf' op has no form in SPIR-V for vulkan: remainders of floats are not exact there}}
    %q = arith.remf %h, %h : f16
    %z = arith.extf %q : f16 to f32
    memref.store %z, %x[%i] : memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %d: f64)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    // expected-note @below {{write it with others, or give the program to OpenCL C}}
    // expected-error @below {{'math.erf' op has no form in SPIR-V for vulkan: no such function}}
    %q = math.erf %d : f64
    %z = arith.truncf %q : f64 to f32
    memref.store %z, %x[%i] : memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %d: f64)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    // expected-note @below {{compute it with f32}}
    // expected-error @below {{'math.exp2' op has no form in SPIR-V for vulkan: a function of f64}}
    %q = math.exp2 %d : f64
    %z = arith.truncf %q : f64 to f32
    memref.store %z, %x[%i] : memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %d: f64)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    // expected-note @below {{compute it with f32}}
    // expected-error @below {{'math.sin' op has no form in SPIR-V for vulkan: a function of f64}}
    %q = math.sin %d : f64
    %z = arith.truncf %q : f64 to f32
    memref.store %z, %x[%i] : memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %d: f64)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    // expected-note @below {{write it with others, or give the program to OpenCL C}}
    // expected-error @below {{'math.atan2' op has no form in SPIR-V for vulkan: no such function}}
    %q = math.atan2 %d, %d : f64
    %z = arith.truncf %q : f64 to f32
    memref.store %z, %x[%i] : memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %d: f64)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    // expected-note @below {{compute it with f32}}
    // expected-error @below {{'math.powf' op has no form in SPIR-V for vulkan: a function of f64}}
    %q = math.powf %d, %d : f64
    %z = arith.truncf %q : f64 to f32
    memref.store %z, %x[%i] : memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
}
