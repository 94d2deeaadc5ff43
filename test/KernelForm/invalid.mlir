// RUN: lift-opt %s --pass-pipeline='builtin.module(gpu.module(lift-verify-kernels))' --split-input-file --verify-diagnostics

// What no back end takes: docs/KernelForm.md.

// expected-error @below {{attribute "lift.index_bitwidth" must be 32 or 64}}
gpu.module @kernels attributes {lift.index_bitwidth = 16 : i32} {
  gpu.func @k() kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
    gpu.return
  }
}

// -----

// expected-error @below {{attribute "lift.index_bits" is not known}}
gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32, lift.index_bits = 32 : i32} {
  gpu.func @k() kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  // expected-error @below {{'func.func' op stands in a module of kernels}}
  func.func @f() {
    return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  // expected-error @below {{is no kernel: inline it}}
  gpu.func @k() {
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  // expected-error @below {{has several blocks}}
  gpu.func @k() kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
    cf.br ^a
  ^a:
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  // expected-error @below {{does not say how large its work-groups are}}
  gpu.func @k() kernel {
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  // expected-error @below {{argument #0 is not one-dimensional and contiguous}}
  gpu.func @k(%x: memref<?x4xf32, #gpu.address_space<global>>) kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  // expected-error @below {{argument #1 is not one-dimensional and contiguous}}
  gpu.func @k(%n: index, %x: memref<?xf32, strided<[2]>, #gpu.address_space<global>>) kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  // expected-error @below {{argument #0 is not in #gpu.address_space<global>}}
  gpu.func @k(%x: memref<?xf32>) kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  // expected-error @below {{argument #0 is not in #gpu.address_space<global>}}
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  // expected-error @below {{argument #0 has elements of a type that is not stored}}
  gpu.func @k(%x: memref<?xi1, #gpu.address_space<global>>) kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  // expected-error @below {{argument #0 has elements of a type that is not stored}}
  gpu.func @k(%x: memref<?xvector<4xf32>, #gpu.address_space<global>>) kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  // expected-error @below {{argument #0 has elements of a type that is not stored}}
  gpu.func @k(%x: memref<?xbf16, #gpu.address_space<global>>) kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  // expected-error @below {{argument #0 is neither a memref nor a scalar}}
  gpu.func @k(%x: tensor<4xf32>) kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  // expected-error @below {{argument #0 is neither a memref nor a scalar}}
  gpu.func @k(%x: vector<2x2xf32>) kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  // expected-error @below {{argument #0 is neither a memref nor a scalar}}
  gpu.func @k(%x: complex<f32>) kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  // expected-error @below {{argument #0 is not a memref}}
  gpu.func @k(%x: memref<*xf32, #gpu.address_space<global>>) kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  // expected-error @below {{argument attribute "lift.readonly" has a meaning on a memref only}}
  gpu.func @k(%n: index {lift.readonly}) kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  // expected-error @below {{argument attribute "lift.restrict" must be a unit}}
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>> {lift.restrict = 1 : i32}) kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  // expected-error @below {{argument attribute "lift.value" has a meaning on an index only}}
  gpu.func @k(%n: i32 {lift.value}) kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  // expected-error @below {{argument attribute "lift.name" must be a string}}
  gpu.func @k(%n: i32 {lift.name = 3 : i32}) kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  // expected-error @below {{argument attribute "lift.const" is not known}}
  gpu.func @k(%n: i32 {lift.const}) kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  // expected-error @below {{argument attribute "lift.align" must be a power of two}}
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>> {lift.align = 12 : i64}) kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  // expected-error @below {{workgroup attribution #0 is not one-dimensional}}
  gpu.func @k() workgroup(%t: memref<4x4xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  // expected-error @below {{workgroup attribution #0 has no elements}}
  gpu.func @k() workgroup(%t: memref<0xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  // expected-error @below {{workgroup attribution #0 has elements of a type that is not stored}}
  gpu.func @k() workgroup(%t: memref<4xvector<4xf32>, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  // expected-error @below {{has private attributions}}
  gpu.func @k() private(%t: memref<4xf32, #gpu.address_space<private>>) kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k() kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
    // expected-error @below {{is none that a kernel consists of}}
    %m = memref.alloc() : memref<4xf32, #gpu.address_space<private>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>) kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
    // expected-error @below {{is none that a kernel consists of}}
    %m = memref.cast %x : memref<?xf32, #gpu.address_space<global>> to memref<4xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k() kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
    %c = arith.constant 1.0 : f32
    // expected-error @below {{is none that a kernel consists of}}
    %s = gpu.all_reduce add %c {} : (f32) -> (f32)
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k() kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
    // expected-error @below {{is none that a kernel consists of}}
    gpu.printf "x\n"
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k() kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
    // expected-error @below {{the array is not in #gpu.address_space<private>}}
    %m = memref.alloca() : memref<4xf32>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%n: index) kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
    // expected-error @below {{the array has no constant size}}
    %m = memref.alloca(%n) : memref<?xf32, #gpu.address_space<private>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k() kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    scf.for %i = %c0 to %c8 step %c1 {
    // expected-error @below {{is not at the start of the kernel}}
      %m = memref.alloca() : memref<4xf32, #gpu.address_space<private>>
    }
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>> {lift.readonly}) kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %f = arith.constant 1.0 : f32
    // expected-error @below {{stores in argument #0, which is read only}}
    memref.store %f, %x[%c0] : memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%c: i1) kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
    // expected-note @below {{in this one}}
    scf.if %c {
    // expected-error @below {{stands in a branch, or in a loop that may end early}}
      lift.barrier local
    }
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%c: i1) kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    // expected-note @below {{in this one}}
    scf.while : () -> () {
      scf.condition(%c)
    } do {
    // expected-error @below {{stands in a branch, or in a loop that may end early}}
      lift.barrier global
      scf.yield
    }
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k() kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %cm = arith.constant -1 : index
    // expected-error @below {{has a step that is not positive}}
    scf.for %i = %c0 to %c8 step %cm {
    }
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k() kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
    %a = arith.constant 0 : i32
    %b = arith.constant 1 : i32
    // expected-error @below {{does not count in indices}}
    scf.for %i = %a to %b step %b : i32 {
    }
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k() kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    // expected-error @below {{names 2 of 1 carried values}}
    %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%a = %c0) -> (index) {
      scf.yield %a : index
    } {lift.carried = ["p", "q"]}
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k() kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    // expected-error @below {{attribute "lift.unroll" must be a unit or a positive integer}}
    scf.for %i = %c0 to %c8 step %c1 {
    } {lift.unroll = 0 : i64}
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%c: i1) kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
    // expected-error @below {{attribute "lift.unroll" has a meaning on a loop only}}
    scf.if %c {
    } {lift.unroll}
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k() kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
    // expected-error @below {{has a result that is no scalar}}
    %v = arith.constant dense<0.0> : vector<2x2xf32>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k() kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
    // expected-error @below {{has a result that is no scalar}}
    %v = arith.constant 0.0 : bf16
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k() kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
    // expected-error @below {{has a result that is no scalar}}
    %v = arith.constant 0 : i4
    gpu.return
  }
}
