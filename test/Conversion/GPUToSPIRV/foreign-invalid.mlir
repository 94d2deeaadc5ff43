// What other compilers' kernels have, and the kernel form does not: memory, types,
// loops, atomic operations and operations of subgroups.

// RUN: lift-opt %s --pass-pipeline='builtin.module(convert-gpu-kernels-to-spirv{flavor=vulkan})' --split-input-file --verify-diagnostics
// RUN: lift-opt %s --pass-pipeline='builtin.module(convert-gpu-kernels-to-spirv{flavor=opencl})' --split-input-file --verify-diagnostics

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %v = vector.load %x[%i] : memref<?xf32, #gpu.address_space<global>>, vector<4xf32>
    // expected-error @below {{'vector.shape_cast' op has a result that is no scalar: 'vector<1x4xf32>'}}
    %q = vector.shape_cast %v : vector<4xf32> to vector<1x4xf32>
    %z = vector.extract %q[0] : vector<4xf32> from vector<1x4xf32>
    vector.store %z, %x[%i] : memref<?xf32, #gpu.address_space<global>>, vector<4xf32>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %v = vector.load %x[%i] : memref<?xf32, #gpu.address_space<global>>, vector<4xf32>
    %m = arith.cmpf ogt, %v, %v : vector<4xf32>
    // expected-error @below {{'vector.compressstore' op uses a buffer other than to load and store}}
    vector.compressstore %x[%i], %m, %v : memref<?xf32, #gpu.address_space<global>>, vector<4xi1>, vector<4xf32>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %v = vector.load %x[%i] : memref<?xf32, #gpu.address_space<global>>, vector<4xf32>
    %m = arith.cmpf ogt, %v, %v : vector<4xf32>
    // expected-error @below {{'vector.expandload' op uses a buffer other than to load and store}}
    %q = vector.expandload %x[%i], %m, %v : memref<?xf32, #gpu.address_space<global>>, vector<4xi1>, vector<4xf32> into vector<4xf32>
    vector.store %q, %x[%i] : memref<?xf32, #gpu.address_space<global>>, vector<4xf32>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %y: memref<?xi32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %v = vector.load %x[%i] : memref<?xf32, #gpu.address_space<global>>, vector<4xf32>
    %u = vector.load %y[%i] : memref<?xi32, #gpu.address_space<global>>, vector<4xi32>
    %m = arith.cmpf ogt, %v, %v : vector<4xf32>
    // expected-error @below {{'vector.scatter' op uses a buffer other than to load and store}}
    vector.scatter %x[%i][%u], %m, %v : memref<?xf32, #gpu.address_space<global>>, vector<4xi32>, vector<4xi1>, vector<4xf32>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %v = vector.load %x[%i] : memref<?xf32, #gpu.address_space<global>>, vector<4xf32>
    %m = arith.cmpf ogt, %v, %v : vector<4xf32>
    // expected-error @below {{'vector.maskedstore' op uses a buffer other than to load and store}}
    vector.maskedstore %x[%i], %m, %v : memref<?xf32, #gpu.address_space<global>>, vector<4xi1>, vector<4xf32>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %v = vector.load %x[%i] : memref<?xf32, #gpu.address_space<global>>, vector<4xf32>
    // expected-error @below {{'vector.transfer_write' op uses a buffer other than to load and store}}
    vector.transfer_write %v, %x[%i] : vector<4xf32>, memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    // expected-error @below {{'arith.constant' op has a result that is no scalar: 'vector<[4]xf32>'}}
    %q = arith.constant dense<0.0> : vector<[4]xf32>
    %z = vector.scalable.extract %q[0] : vector<4xf32> from vector<[4]xf32>
    vector.store %z, %x[%i] : memref<?xf32, #gpu.address_space<global>>, vector<4xf32>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    // expected-error @below {{'arith.constant' op has a result that is no scalar: 'f8E4M3FN'}}
    %q = arith.constant 1.0 : f8E4M3FN
    %t = arith.extf %q : f8E4M3FN to f32
    memref.store %t, %x[%i] : memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%f: f32)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error @below {{'arith.truncf' op has a result that is no scalar: 'bf16'}}
    %q = arith.truncf %f : f32 to bf16
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%f: f32)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error @below {{'arith.truncf' op has a result that is no scalar: 'f8E5M2'}}
    %q = arith.truncf %f : f32 to f8E5M2
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%f: f32)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error @below {{'arith.extf' op has a result that is no scalar: 'f128'}}
    %q = arith.extf %f : f32 to f128
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%f: f32)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error @below {{'arith.extf' op has a result that is no scalar: 'f80'}}
    %q = arith.extf %f : f32 to f80
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%f: f32)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error @below {{'arith.truncf' op has a result that is no scalar: 'tf32'}}
    %q = arith.truncf %f : f32 to tf32
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%s: i32)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error @below {{'arith.trunci' op has a result that is no scalar: 'i2'}}
    %q = arith.trunci %s : i32 to i2
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%s: i32)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error @below {{'arith.trunci' op has a result that is no scalar: 'i4'}}
    %q = arith.trunci %s : i32 to i4
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%s: i32)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error @below {{'arith.trunci' op has a result that is no scalar: 'i7'}}
    %q = arith.trunci %s : i32 to i7
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%s: i32)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error @below {{'arith.trunci' op has a result that is no scalar: 'i24'}}
    %q = arith.trunci %s : i32 to i24
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%s: i32)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error @below {{'arith.extsi' op has a result that is no scalar: 'i48'}}
    %q = arith.extsi %s : i32 to i48
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%s: i32)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error @below {{'arith.extsi' op has a result that is no scalar: 'i128'}}
    %q = arith.extsi %s : i32 to i128
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %b: i1)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error @below {{'arith.select' op has a result that is no scalar: 'memref<?xf32, #gpu.address_space<global>>'}}
    %q = arith.select %b, %x, %x : memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k()
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error @below {{'tensor.empty' op is none that a kernel consists of}}
    %q = tensor.empty() : tensor<4xf32>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k()
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error @below {{'arith.constant' op has a result that is no scalar: 'tensor<4xf32>'}}
    %q = arith.constant dense<1.0> : tensor<4xf32>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf64, #gpu.address_space<global>>, %f: f64)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    // expected-error @below {{'memref.atomic_rmw' op is no atomic update of a number in memory that work-items share}}
    %q = memref.atomic_rmw maximumf %f, %x[%i] : (f64, memref<?xf64, #gpu.address_space<global>>) -> f64
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xi32, #gpu.address_space<global>>, %v: i32)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    // expected-error @below {{'memref.atomic_rmw' op is no atomic update of a number in memory that work-items share}}
    %q = memref.atomic_rmw muli %v, %x[%i] : (i32, memref<?xi32, #gpu.address_space<global>>) -> i32
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%v: i32) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %p = memref.alloca() : memref<4xi32, #gpu.address_space<private>>
    %i = gpu.global_id x
    // expected-error @below {{'memref.atomic_rmw' op is no atomic update of a number in memory that work-items share}}
    %q = memref.atomic_rmw addi %v, %p[%i] : (i32, memref<4xi32, #gpu.address_space<private>>) -> i32
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %f: f32)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    // expected-error @below {{'memref.generic_atomic_rmw' op is none that a kernel consists of}}
    %q = memref.generic_atomic_rmw %x[%i] : memref<?xf32, #gpu.address_space<global>> {
      ^bb0(%o: f32):
      memref.atomic_yield %f : f32
    }
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %one = arith.constant 1 : index
    // expected-error @below {{'memref.dim' op is none that a kernel consists of}}
    %q = memref.dim %x, %one : memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k()
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error @below {{'memref.alloc' op is none that a kernel consists of}}
    %q = memref.alloc() : memref<4xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%n: index)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error @below {{'memref.alloca' op the array has no constant size: 'memref<?xf32, #gpu.address_space<private>>'}}
    %q = memref.alloca(%n) : memref<?xf32, #gpu.address_space<private>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k()
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error @below {{'memref.alloca' op the array is not in #gpu.address_space<private>: 'memref<4xf32>'}}
    %q = memref.alloca() : memref<4xf32>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k()
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error @below {{'memref.alloca' op the array is not one-dimensional and contiguous: 'memref<4x4xf32, #gpu.address_space<private>>'}}
    %q = memref.alloca() : memref<4x4xf32, #gpu.address_space<private>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k()
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error @below {{'memref.alloca' op the array is not in #gpu.address_space<private>: 'memref<4xf32, #gpu.address_space<workgroup>>'}}
    %q = memref.alloca() : memref<4xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k()
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error @below {{'memref.alloca' op the array has elements of a type that is not stored: 'memref<4xbf16, #gpu.address_space<private>>'}}
    %q = memref.alloca() : memref<4xbf16, #gpu.address_space<private>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k()
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error @below {{'memref.alloca' op the array has elements of a type that is not stored: 'memref<4xmemref<4xf32>, #gpu.address_space<private>>'}}
    %q = memref.alloca() : memref<4xmemref<4xf32>, #gpu.address_space<private>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k()
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error @below {{'memref.alloca' op the array has no elements: 'memref<0xf32, #gpu.address_space<private>>'}}
    %q = memref.alloca() : memref<0xf32, #gpu.address_space<private>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k()
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error @below {{'memref.alloca' op the array has elements of a type that is not stored: 'memref<4xvector<2x2xf32>, #gpu.address_space<private>>'}}
    %q = memref.alloca() : memref<4xvector<2x2xf32>, #gpu.address_space<private>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k()
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error @below {{'memref.alloca' op the array has elements of a type that is not stored: 'memref<4xi1, #gpu.address_space<private>>'}}
    %q = memref.alloca() : memref<4xi1, #gpu.address_space<private>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error @below {{'memref.copy' op is none that a kernel consists of}}
    memref.copy %x, %x : memref<?xf32, #gpu.address_space<global>> to memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    // expected-error @below {{'memref.prefetch' op is none that a kernel consists of}}
    memref.prefetch %x[%i], read, locality<3>, data : memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error @below {{'memref.reinterpret_cast' op is none that a kernel consists of}}
    %q = memref.reinterpret_cast %x to offset: [0], sizes: [4], strides: [1] : memref<?xf32, #gpu.address_space<global>> to memref<4xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error @below {{'memref.assume_alignment' op is none that a kernel consists of}}
    %q = memref.assume_alignment %x, 16 : memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %f: f32)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    // expected-error @below {{'gpu.subgroup_reduce' op is none that a kernel consists of}}
    %q = gpu.subgroup_reduce add %f : (f32) -> f32
    memref.store %q, %x[%i] : memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%f: f32)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error @below {{'gpu.subgroup_mma_constant_matrix' op is none that a kernel consists of}}
    %q = gpu.subgroup_mma_constant_matrix %f : !gpu.mma_matrix<16x16xf32, "COp">
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k()
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error @below {{'gpu.num_subgroups' op is none that a kernel consists of}}
    %q = gpu.num_subgroups : index
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k()
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error @below {{'gpu.subgroup_size' op is none that a kernel consists of}}
    %q = gpu.subgroup_size : index
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k()
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error @below {{'gpu.dynamic_shared_memory' op is none that a kernel consists of}}
    %q = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k()
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error @below {{'gpu.wait' op is none that a kernel consists of}}
    %q = gpu.wait async
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k()
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error @below {{'gpu.alloc' op is none that a kernel consists of}}
    %q = gpu.alloc() : memref<4xf32>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error @below {{'gpu.memcpy' op is none that a kernel consists of}}
    gpu.memcpy %x, %x : memref<?xf32, #gpu.address_space<global>>, memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%f: f32)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error @below {{'gpu.rotate' op is none that a kernel consists of}}
    %q, %z = gpu.rotate %f, 1, 16 : f32
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k()
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error @below {{'gpu.cluster_dim' op is none that a kernel consists of}}
    %q = gpu.cluster_dim x
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k()
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error @below {{'affine.for' op is none that a kernel consists of}}
    affine.for %j = 0 to 4 {
    }
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error @below {{'affine.load' op is none that a kernel consists of}}
    %q = affine.load %x[0] : memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k()
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error @below {{'spirv.Constant' op is none that a kernel consists of}}
    %q = spirv.Constant 1 : i32
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%f: f32)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error @below {{'builtin.unrealized_conversion_cast' op is none that a kernel consists of}}
    %q = builtin.unrealized_conversion_cast %f : f32 to i32
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%n: index)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %one = arith.constant 1 : index
    // expected-error @below {{'scf.parallel' op is none that a kernel consists of}}
    scf.parallel (%j) = (%one) to (%n) step (%one) {
      scf.reduce
    }
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k()
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error @below {{'scf.forall' op is none that a kernel consists of}}
    scf.forall (%j) in (4) {
    }
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %b: i1)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error @below {{'scf.if' op has a result that is no scalar: 'memref<?xf32, #gpu.address_space<global>>'}}
    %q = scf.if %b -> memref<?xf32, #gpu.address_space<global>> {
      scf.yield %x : memref<?xf32, #gpu.address_space<global>>
    } else {
      scf.yield %x : memref<?xf32, #gpu.address_space<global>>
    }
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %n: index, %f: f32)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    // expected-error @below {{'scf.for' op has a step that is not positive}}
    scf.for %j = %c0 to %n step %c0 {
      memref.store %f, %x[%i] : memref<?xf32, #gpu.address_space<global>>
    }
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %f: f32, %w: i64)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    // expected-error @below {{'scf.for' op does not count in indices}}
    scf.for %j = %w to %w step %w : i64 {
      memref.store %f, %x[%i] : memref<?xf32, #gpu.address_space<global>>
    }
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%b: i1)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-note @below {{in this one}}
    scf.while : () -> () {
      scf.condition(%b)
    } do {
      // expected-error @below {{'lift.barrier' op stands in a branch, or in a loop that may end early}}
      lift.barrier local
      scf.yield
    }
    gpu.return
  }
}
