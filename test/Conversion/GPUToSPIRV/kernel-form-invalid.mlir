// What is not of the kernel form is an error for both flavors, at the operation.

// RUN: lift-opt %s --allow-unregistered-dialect --pass-pipeline='builtin.module(convert-gpu-kernels-to-spirv{flavor=vulkan})' --split-input-file --verify-diagnostics
// RUN: lift-opt %s --allow-unregistered-dialect --pass-pipeline='builtin.module(convert-gpu-kernels-to-spirv{flavor=opencl})' --split-input-file --verify-diagnostics

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  // expected-error @below {{'gpu.func' op argument #0 is not one-dimensional and contiguous: 'memref<?x?xf32, #gpu.address_space<global>>'}}
  gpu.func @k(%x: memref<?x?xf32, #gpu.address_space<global>>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %a = memref.load %x[%i, %i] : memref<?x?xf32, #gpu.address_space<global>>
    memref.store %a, %x[%c0, %c0] : memref<?x?xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  // expected-error @below {{'gpu.func' op argument #0 is not one-dimensional and contiguous: 'memref<8x4xf32, #gpu.address_space<global>>'}}
  gpu.func @k(%x: memref<8x4xf32, #gpu.address_space<global>>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %a = memref.load %x[%i, %i] : memref<8x4xf32, #gpu.address_space<global>>
    memref.store %a, %x[%c0, %c0] : memref<8x4xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  // expected-error @below {{'gpu.func' op argument #0 is not one-dimensional and contiguous: 'memref<f32, #gpu.address_space<global>>'}}
  gpu.func @k(%x: memref<f32, #gpu.address_space<global>>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %a = memref.load %x[] : memref<f32, #gpu.address_space<global>>
    memref.store %a, %x[] : memref<f32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  // expected-error @below {{'gpu.func' op argument #0 is not one-dimensional and contiguous: 'memref<8x4x4xf32, #gpu.address_space<global>>'}}
  gpu.func @k(%x: memref<8x4x4xf32, #gpu.address_space<global>>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %a = vector.load %x[%i, %i, %c0] {alignment = 16} : memref<8x4x4xf32, #gpu.address_space<global>>, vector<4xf32>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  // expected-error @below {{'gpu.func' op argument #0 is not one-dimensional and contiguous: 'memref<?xf32, strided<[2]>, #gpu.address_space<global>>'}}
  gpu.func @k(%x: memref<?xf32, strided<[2]>, #gpu.address_space<global>>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %a = memref.load %x[%i] : memref<?xf32, strided<[2]>, #gpu.address_space<global>>
    memref.store %a, %x[%c0] : memref<?xf32, strided<[2]>, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  // expected-error @below {{'gpu.func' op workgroup attribution #0 has no constant size: 'memref<?xf32, #gpu.address_space<workgroup>>'}}
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>) workgroup(%t: memref<?xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  // expected-error @below {{'gpu.func' op has private attributions: private arrays are memref.alloca}}
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>) private(%t: memref<4xf32, #gpu.address_space<private>>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %a = memref.load %x[%i] : memref<?xf32, #gpu.address_space<global>>
    // expected-error @below {{'foo.bar' op is none that a kernel consists of}}
    %b = "foo.bar"(%a) : (f32) -> f32
    memref.store %b, %x[%i] : memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error @below {{'foo.bar' op is none that a kernel consists of}}
    "foo.bar"() : () -> ()
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  // expected-error @below {{'gpu.func' op does not say how large its work-groups are (known_block_size)}}
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>) kernel {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  // expected-error @below {{'gpu.func' op does not say how large its work-groups are (known_block_size)}}
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>) kernel attributes {known_block_size = array<i32: 0, 1, 1>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error @below {{'arith.constant' op has a result that is no scalar: 'vector<2x2xf32>'}}
    %b = arith.constant dense<0.0> : vector<2x2xf32>
    %c = arith.addf %b, %b : vector<2x2xf32>
    %d = vector.extract %c[0, 0] : f32 from vector<2x2xf32>
    memref.store %d, %x[%i] : memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error @below {{'arith.constant' op has a result that is no scalar: 'vector<2x8xf32>'}}
    %b = arith.constant dense<0.0> : vector<2x8xf32>
    %e = vector.extract %b[0] : vector<8xf32> from vector<2x8xf32>
    vector.store %e, %x[%i] : memref<?xf32, #gpu.address_space<global>>, vector<8xf32>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error @below {{'arith.constant' op has a result that is no scalar: 'vector<[4]xf32>'}}
    %b = arith.constant dense<0.0> : vector<[4]xf32>
    vector.store %b, %x[%i] : memref<?xf32, #gpu.address_space<global>>, vector<[4]xf32>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %z = arith.constant 0.0 : f32
    // expected-error @below {{'vector.transfer_read' op uses a buffer other than to load and store}}
    %b = vector.transfer_read %x[%i], %z : memref<?xf32, #gpu.address_space<global>>, vector<4xf32>
    vector.store %b, %x[%c0] : memref<?xf32, #gpu.address_space<global>>, vector<4xf32>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %m = arith.constant dense<true> : vector<4xi1>
    %p = arith.constant dense<0.0> : vector<4xf32>
    // expected-error @below {{'vector.maskedload' op uses a buffer other than to load and store}}
    %b = vector.maskedload %x[%i], %m, %p : memref<?xf32, #gpu.address_space<global>>, vector<4xi1>, vector<4xf32> into vector<4xf32>
    vector.store %b, %x[%c0] : memref<?xf32, #gpu.address_space<global>>, vector<4xf32>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %m = arith.constant dense<true> : vector<4xi1>
    %n = arith.constant dense<1> : vector<4xi32>
    %p = arith.constant dense<0.0> : vector<4xf32>
    // expected-error @below {{'vector.gather' op uses a buffer other than to load and store}}
    %b = vector.gather %x[%i] [%n], %m, %p : memref<?xf32, #gpu.address_space<global>>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
    vector.store %b, %x[%c0] : memref<?xf32, #gpu.address_space<global>>, vector<4xf32>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %v = vector.load %x[%i] : memref<?xf32, #gpu.address_space<global>>, vector<8xf32>
    // expected-error @below {{'vector.broadcast' op has a result that is no scalar: 'vector<2x8xf32>'}}
    %w = vector.broadcast %v : vector<8xf32> to vector<2x8xf32>
    %e = vector.extract %w[0] : vector<8xf32> from vector<2x8xf32>
    vector.store %e, %x[%c0] : memref<?xf32, #gpu.address_space<global>>, vector<8xf32>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error @below {{'memref.subview' op is none that a kernel consists of}}
    %s = memref.subview %x[1] [4] [1] : memref<?xf32, #gpu.address_space<global>> to memref<4xf32, strided<[1], offset: 1>, #gpu.address_space<global>>
    %a = memref.load %s[%i] : memref<4xf32, strided<[1], offset: 1>, #gpu.address_space<global>>
    memref.store %a, %x[%c0] : memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error @below {{'memref.cast' op is none that a kernel consists of}}
    %s = memref.cast %x : memref<?xf32, #gpu.address_space<global>> to memref<4xf32, #gpu.address_space<global>>
    %a = memref.load %s[%i] : memref<4xf32, #gpu.address_space<global>>
    memref.store %a, %x[%c0] : memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error @below {{'memref.reinterpret_cast' op is none that a kernel consists of}}
    %s = memref.reinterpret_cast %x to offset: [0], sizes: [4], strides: [1] : memref<?xf32, #gpu.address_space<global>> to memref<4xf32, #gpu.address_space<global>>
    %a = memref.load %s[%i] : memref<4xf32, #gpu.address_space<global>>
    memref.store %a, %x[%c0] : memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error @below {{'memref.alloc' op is none that a kernel consists of}}
    %s = memref.alloc() : memref<4xf32>
    %a = memref.load %s[%c0] : memref<4xf32>
    memref.store %a, %x[%c0] : memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error @below {{'memref.alloca' op the array has no constant size: 'memref<?xf32, #gpu.address_space<private>>'}}
    %s = memref.alloca(%i) : memref<?xf32, #gpu.address_space<private>>
    %a = memref.load %s[%c0] : memref<?xf32, #gpu.address_space<private>>
    memref.store %a, %x[%c0] : memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error @below {{'scf.parallel' op is none that a kernel consists of}}
    scf.parallel (%j) = (%c0) to (%i) step (%c1) {
      scf.reduce
    }
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error @below {{'scf.index_switch' op is none that a kernel consists of}}
    scf.index_switch %i
    case 2 {
      scf.yield
    }
    default {
    }
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error @below {{'scf.execute_region' op is none that a kernel consists of}}
    scf.execute_region {
      scf.yield
    }
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %l = arith.constant 0 : i32
    %u = arith.constant 8 : i32
    %s = arith.constant 1 : i32
    // expected-error @below {{'scf.for' op does not count in indices}}
    scf.for %j = %l to %u step %s : i32 {
      %e = arith.sitofp %j : i32 to f32
      memref.store %e, %x[%c0] : memref<?xf32, #gpu.address_space<global>>
    }
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %l = arith.constant false
    %u = arith.constant true
    // expected-error @below {{'scf.for' op does not count in indices}}
    scf.for %j = %l to %u step %u : i1 {
      %e = arith.uitofp %j : i1 to f32
      memref.store %e, %x[%c0] : memref<?xf32, #gpu.address_space<global>>
    }
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error @below {{'gpu.printf' op is none that a kernel consists of}}
    gpu.printf "hello", %i : index
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %a = memref.load %x[%i] : memref<?xf32, #gpu.address_space<global>>
    %o = arith.constant 1 : i32
    %w = arith.constant 32 : i32
    // expected-error @below {{'gpu.shuffle' op is none that a kernel consists of}}
    %b, %v = gpu.shuffle xor %a, %o, %w : f32
    memref.store %b, %x[%i] : memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error @below {{'gpu.subgroup_id' op is none that a kernel consists of}}
    %s = gpu.subgroup_id : index
    %e = arith.index_cast %s : index to i32
    %b = arith.sitofp %e : i32 to f32
    memref.store %b, %x[%i] : memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error @below {{'gpu.lane_id' op is none that a kernel consists of}}
    %s = gpu.lane_id
    %e = arith.index_cast %s : index to i32
    %b = arith.sitofp %e : i32 to f32
    memref.store %b, %x[%i] : memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %a = memref.load %x[%i] : memref<?xf32, #gpu.address_space<global>>
    // expected-error @below {{'gpu.all_reduce' op is none that a kernel consists of}}
    %b = gpu.all_reduce add %a {} : (f32) -> (f32)
    memref.store %b, %x[%i] : memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %p = arith.cmpi eq, %i, %c0 : index
    // expected-note @below {{in this one}}
    scf.if %p {
      // expected-error @below {{'lift.barrier' op stands in a branch, or in a loop that may end early}}
      lift.barrier local
    }
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %a = memref.load %x[%i] : memref<?xf32, #gpu.address_space<global>>
    // expected-error @below {{'arith.truncf' op has a result that is no scalar: 'bf16'}}
    %h = arith.truncf %a : f32 to bf16
    %b = arith.extf %h : bf16 to f32
    memref.store %b, %x[%i] : memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %a = memref.load %x[%i] : memref<?xf32, #gpu.address_space<global>>
    // expected-error @below {{'arith.fptosi' op has a result that is no scalar: 'i4'}}
    %h = arith.fptosi %a : f32 to i4
    %g = arith.addi %h, %h : i4
    %b = arith.sitofp %g : i4 to f32
    memref.store %b, %x[%i] : memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %a = memref.load %x[%i] : memref<?xf32, #gpu.address_space<global>>
    // expected-error @below {{'arith.fptosi' op has a result that is no scalar: 'i128'}}
    %h = arith.fptosi %a : f32 to i128
    %g = arith.addi %h, %h : i128
    %b = arith.sitofp %g : i128 to f32
    memref.store %b, %x[%i] : memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error @below {{'gpu.cluster_id' op is none that a kernel consists of}}
    %d = gpu.cluster_id x
    %e = arith.index_cast %d : index to i32
    %b = arith.sitofp %e : i32 to f32
    memref.store %b, %x[%i] : memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  // expected-error @below {{'func.func' op stands in a module of kernels, which holds gpu.func and lift.user_fun only}}
  func.func private @h()
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    func.call @h() : () -> ()
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %t = arith.constant true
    // expected-error @below {{'cf.assert' op is none that a kernel consists of}}
    cf.assert %t, "x"
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  // expected-error @below {{'gpu.func' op is no kernel: inline it}}
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>) attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  // expected-error @below {{'func.func' op stands in a module of kernels, which holds gpu.func and lift.user_fun only}}
  func.func @f() {
    return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  // expected-error @below {{'gpu.func' op has several blocks: control flow is structured}}
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    cf.br ^bb1
  ^bb1:
    gpu.return
  }
}
