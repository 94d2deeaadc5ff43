// Operations and types of the kernel form that neither flavor has are errors at the
// operation, which say what to do.

// RUN: lift-opt %s --pass-pipeline='builtin.module(convert-gpu-kernels-to-spirv{flavor=vulkan})' --split-input-file --verify-diagnostics
// RUN: lift-opt %s --pass-pipeline='builtin.module(convert-gpu-kernels-to-spirv{flavor=opencl})' --split-input-file --verify-diagnostics

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %v = vector.load %x[%i] : memref<?xf32, #gpu.address_space<global>>, vector<4xf32>
    // expected-note @below {{vectors have 2}}
    // expected-error-re @below {{'arith.constant' op has no form in SPIR-V for {{vulkan|opencl}}: a vector of 1 numbers}}
    %a0 = arith.constant dense<0.0> : vector<f32>
    %q:2 = vector.scan <add>, %v, %a0 {inclusive = true, reduction_dim = 0} : vector<4xf32>, vector<f32>
    vector.store %q#0, %x[%i] : memref<?xf32, #gpu.address_space<global>>, vector<4xf32>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %f: f32)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %v = vector.load %x[%i] : memref<?xf32, #gpu.address_space<global>>, vector<4xf32>
    // expected-note @below {{write it with others, or give the program to OpenCL C}}
    // expected-error-re @below {{'vector.outerproduct' op has no form in SPIR-V for {{vulkan|opencl}} with these types}}
    %q = vector.outerproduct %v, %f : vector<4xf32>, f32
    vector.store %q, %x[%i] : memref<?xf32, #gpu.address_space<global>>, vector<4xf32>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %f: f32)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %v = vector.load %x[%i] : memref<?xf32, #gpu.address_space<global>>, vector<4xf32>
    // expected-note @below {{write it with others, or give the program to OpenCL C}}
    // expected-error-re @below {{'vector.contract' op has no form in SPIR-V for {{vulkan|opencl}} with these types}}
    %q = vector.contract {indexing_maps = [affine_map<(i)->(i)>, affine_map<(i)->(i)>, affine_map<(i)->()>], iterator_types = ["reduction"], kind = #vector.kind<add>} %v, %v, %f : vector<4xf32>, vector<4xf32> into f32
    memref.store %q, %x[%i] : memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %f: f32)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %v = vector.load %x[%i] : memref<?xf32, #gpu.address_space<global>>, vector<4xf32>
    // expected-note @below {{write it with others, or give the program to OpenCL C}}
    // expected-error-re @below {{'vector.multi_reduction' op has no form in SPIR-V for {{vulkan|opencl}} with these types}}
    %q = vector.multi_reduction <add>, %v, %f [0] : vector<4xf32> to f32
    memref.store %q, %x[%i] : memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%f: f32)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-note @below {{write it with others, or give the program to OpenCL C}}
    // expected-error-re @below {{'vector.print' op has no form in SPIR-V for {{vulkan|opencl}} with these types}}
    vector.print %f : f32
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    // expected-note @below {{vectors have 2}}
    // expected-error-re @below {{'vector.load' op has no form in SPIR-V for {{vulkan|opencl}}: a vector of 5 numbers}}
    %q = vector.load %x[%i] : memref<?xf32, #gpu.address_space<global>>, vector<5xf32>
    vector.store %q, %x[%i] : memref<?xf32, #gpu.address_space<global>>, vector<5xf32>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %f: f32)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    // expected-note @below {{vectors have 2}}
    // expected-error-re @below {{'vector.broadcast' op has no form in SPIR-V for {{vulkan|opencl}}: a vector of 6 numbers}}
    %q = vector.broadcast %f : f32 to vector<6xf32>
    vector.store %q, %x[%i] : memref<?xf32, #gpu.address_space<global>>, vector<6xf32>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %f: f32)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    // expected-note @below {{vectors have 2}}
    // expected-error-re @below {{'vector.broadcast' op has no form in SPIR-V for {{vulkan|opencl}}: a vector of 1 numbers}}
    %q = vector.broadcast %f : f32 to vector<1xf32>
    vector.store %q, %x[%i] : memref<?xf32, #gpu.address_space<global>>, vector<1xf32>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%y: memref<?xi32, #gpu.address_space<global>>, %f: f32)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    // expected-note @below {{combine them with arith.andi, arith.ori and arith.xori, or extend them to i32 before}}
    // expected-error-re @below {{'arith.fptoui' op has no form in SPIR-V for {{vulkan|opencl}}: truth values are no numbers there}}
    %q = arith.fptoui %f : f32 to i1
    %z = arith.extui %q : i1 to i32
    memref.store %z, %y[%i] : memref<?xi32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%y: memref<?xi32, #gpu.address_space<global>>, %f: f32)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    // expected-note @below {{combine them with arith.andi, arith.ori and arith.xori, or extend them to i32 before}}
    // expected-error-re @below {{'arith.fptosi' op has no form in SPIR-V for {{vulkan|opencl}}: truth values are no numbers there}}
    %q = arith.fptosi %f : f32 to i1
    %z = arith.extui %q : i1 to i32
    memref.store %z, %y[%i] : memref<?xi32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %b: i1)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    // expected-note @below {{combine them with arith.andi, arith.ori and arith.xori, or extend them to i32 before}}
    // expected-error-re @below {{'arith.sitofp' op has no form in SPIR-V for {{vulkan|opencl}}: truth values are no numbers there}}
    %q = arith.sitofp %b : i1 to f32
    memref.store %q, %x[%i] : memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%y: memref<?xi32, #gpu.address_space<global>>, %b: i1)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    // expected-note @below {{combine them with arith.andi, arith.ori and arith.xori, or extend them to i32 before}}
    // expected-error-re @below {{'arith.addi' op has no form in SPIR-V for {{vulkan|opencl}}: truth values are no numbers there}}
    %q = arith.addi %b, %b : i1
    %z = arith.extui %q : i1 to i32
    memref.store %z, %y[%i] : memref<?xi32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%y: memref<?xi32, #gpu.address_space<global>>, %b: i1)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    // expected-note @below {{combine them with arith.andi, arith.ori and arith.xori, or extend them to i32 before}}
    // expected-error-re @below {{'arith.muli' op has no form in SPIR-V for {{vulkan|opencl}}: truth values are no numbers there}}
    %q = arith.muli %b, %b : i1
    %z = arith.extui %q : i1 to i32
    memref.store %z, %y[%i] : memref<?xi32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%y: memref<?xi32, #gpu.address_space<global>>, %b: i1)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    // expected-note @below {{combine them with arith.andi, arith.ori and arith.xori, or extend them to i32 before}}
    // expected-error-re @below {{'arith.shli' op has no form in SPIR-V for {{vulkan|opencl}}: truth values are no numbers there}}
    %q = arith.shli %b, %b : i1
    %z = arith.extui %q : i1 to i32
    memref.store %z, %y[%i] : memref<?xi32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%y: memref<?xi32, #gpu.address_space<global>>, %b: i1)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    // expected-note @below {{combine them with arith.andi, arith.ori and arith.xori, or extend them to i32 before}}
    // expected-error-re @below {{'arith.shrui' op has no form in SPIR-V for {{vulkan|opencl}}: truth values are no numbers there}}
    %q = arith.shrui %b, %b : i1
    %z = arith.extui %q : i1 to i32
    memref.store %z, %y[%i] : memref<?xi32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%y: memref<?xi32, #gpu.address_space<global>>, %b: i1)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    // expected-note @below {{combine them with arith.andi, arith.ori and arith.xori, or extend them to i32 before}}
    // expected-error-re @below {{'arith.shrsi' op has no form in SPIR-V for {{vulkan|opencl}}: truth values are no numbers there}}
    %q = arith.shrsi %b, %b : i1
    %z = arith.extui %q : i1 to i32
    memref.store %z, %y[%i] : memref<?xi32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%y: memref<?xi32, #gpu.address_space<global>>, %b: i1)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    // expected-note @below {{combine them with arith.andi, arith.ori and arith.xori, or extend them to i32 before}}
    // expected-error-re @below {{'arith.divui' op has no form in SPIR-V for {{vulkan|opencl}}: truth values are no numbers there}}
    %q = arith.divui %b, %b : i1
    %z = arith.extui %q : i1 to i32
    memref.store %z, %y[%i] : memref<?xi32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%y: memref<?xi32, #gpu.address_space<global>>, %b: i1)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    // expected-note @below {{combine them with arith.andi, arith.ori and arith.xori, or extend them to i32 before}}
    // expected-error-re @below {{'arith.divsi' op has no form in SPIR-V for {{vulkan|opencl}}: truth values are no numbers there}}
    %q = arith.divsi %b, %b : i1
    %z = arith.extui %q : i1 to i32
    memref.store %z, %y[%i] : memref<?xi32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%y: memref<?xi32, #gpu.address_space<global>>, %b: i1)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    // expected-note @below {{combine them with arith.andi, arith.ori and arith.xori, or extend them to i32 before}}
    // expected-error-re @below {{'arith.remui' op has no form in SPIR-V for {{vulkan|opencl}}: truth values are no numbers there}}
    %q = arith.remui %b, %b : i1
    %z = arith.extui %q : i1 to i32
    memref.store %z, %y[%i] : memref<?xi32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%y: memref<?xi32, #gpu.address_space<global>>, %b: i1)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    // expected-note @below {{combine them with arith.andi, arith.ori and arith.xori, or extend them to i32 before}}
    // expected-error-re @below {{'arith.remsi' op has no form in SPIR-V for {{vulkan|opencl}}: truth values are no numbers there}}
    %q = arith.remsi %b, %b : i1
    %z = arith.extui %q : i1 to i32
    memref.store %z, %y[%i] : memref<?xi32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%y: memref<?xi32, #gpu.address_space<global>>, %b: i1)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    // expected-note @below {{combine them with arith.andi, arith.ori and arith.xori, or extend them to i32 before}}
    // expected-error-re @below {{'arith.subi' op has no form in SPIR-V for {{vulkan|opencl}}: truth values are no numbers there}}
    %q = arith.ceildivui %b, %b : i1
    %z = arith.extui %q : i1 to i32
    memref.store %z, %y[%i] : memref<?xi32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %y: memref<?xi32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %v = vector.load %x[%i] : memref<?xf32, #gpu.address_space<global>>, vector<4xf32>
    %m = arith.cmpf ogt, %v, %v : vector<4xf32>
    // expected-note @below {{combine them with arith.andi, arith.ori and arith.xori, or extend them to i32 before}}
    // expected-error-re @below {{'arith.subi' op has no form in SPIR-V for {{vulkan|opencl}}: truth values are no numbers there}}
    %q = arith.ceildivui %m, %m : vector<4xi1>
    %z = arith.extui %q : vector<4xi1> to vector<4xi32>
    vector.store %z, %y[%i] : memref<?xi32, #gpu.address_space<global>>, vector<4xi32>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%y: memref<?xi32, #gpu.address_space<global>>, %b: i1)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    // expected-note @below {{combine them with arith.andi, arith.ori and arith.xori, or extend them to i32 before}}
    // expected-error-re @below {{'arith.divsi' op has no form in SPIR-V for {{vulkan|opencl}}: truth values are no numbers there}}
    %q = arith.ceildivsi %b, %b : i1
    %z = arith.extui %q : i1 to i32
    memref.store %z, %y[%i] : memref<?xi32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %y: memref<?xi32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %v = vector.load %x[%i] : memref<?xf32, #gpu.address_space<global>>, vector<4xf32>
    %m = arith.cmpf ogt, %v, %v : vector<4xf32>
    // expected-note @below {{combine them with arith.andi, arith.ori and arith.xori, or extend them to i32 before}}
    // expected-error-re @below {{'arith.divsi' op has no form in SPIR-V for {{vulkan|opencl}}: truth values are no numbers there}}
    %q = arith.ceildivsi %m, %m : vector<4xi1>
    %z = arith.extui %q : vector<4xi1> to vector<4xi32>
    vector.store %z, %y[%i] : memref<?xi32, #gpu.address_space<global>>, vector<4xi32>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%y: memref<?xi32, #gpu.address_space<global>>, %b: i1)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    // expected-note @below {{combine them with arith.andi, arith.ori and arith.xori, or extend them to i32 before}}
    // expected-error-re @below {{'arith.divsi' op has no form in SPIR-V for {{vulkan|opencl}}: truth values are no numbers there}}
    %q = arith.floordivsi %b, %b : i1
    %z = arith.extui %q : i1 to i32
    memref.store %z, %y[%i] : memref<?xi32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %y: memref<?xi32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %v = vector.load %x[%i] : memref<?xf32, #gpu.address_space<global>>, vector<4xf32>
    %m = arith.cmpf ogt, %v, %v : vector<4xf32>
    // expected-note @below {{combine them with arith.andi, arith.ori and arith.xori, or extend them to i32 before}}
    // expected-error-re @below {{'arith.divsi' op has no form in SPIR-V for {{vulkan|opencl}}: truth values are no numbers there}}
    %q = arith.floordivsi %m, %m : vector<4xi1>
    %z = arith.extui %q : vector<4xi1> to vector<4xi32>
    vector.store %z, %y[%i] : memref<?xi32, #gpu.address_space<global>>, vector<4xi32>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %y: memref<?xi32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %v = vector.load %x[%i] : memref<?xf32, #gpu.address_space<global>>, vector<4xf32>
    %m = arith.cmpf ogt, %v, %v : vector<4xf32>
    // expected-note @below {{combine them with arith.andi, arith.ori and arith.xori, or extend them to i32 before}}
    // expected-error-re @below {{'arith.addi' op has no form in SPIR-V for {{vulkan|opencl}}: truth values are no numbers there}}
    %q = arith.addi %m, %m : vector<4xi1>
    %z = arith.extui %q : vector<4xi1> to vector<4xi32>
    vector.store %z, %y[%i] : memref<?xi32, #gpu.address_space<global>>, vector<4xi32>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %y: memref<?xi32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %v = vector.load %x[%i] : memref<?xf32, #gpu.address_space<global>>, vector<4xf32>
    %m = arith.cmpf ogt, %v, %v : vector<4xf32>
    // expected-note @below {{combine them with arith.andi, arith.ori and arith.xori, or extend them to i32 before}}
    // expected-error-re @below {{'arith.muli' op has no form in SPIR-V for {{vulkan|opencl}}: truth values are no numbers there}}
    %q = arith.muli %m, %m : vector<4xi1>
    %z = arith.extui %q : vector<4xi1> to vector<4xi32>
    vector.store %z, %y[%i] : memref<?xi32, #gpu.address_space<global>>, vector<4xi32>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %y: memref<?xi32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %v = vector.load %x[%i] : memref<?xf32, #gpu.address_space<global>>, vector<4xf32>
    %m = arith.cmpf ogt, %v, %v : vector<4xf32>
    // expected-note @below {{combine them with arith.andi, arith.ori and arith.xori, or extend them to i32 before}}
    // expected-error-re @below {{'arith.shli' op has no form in SPIR-V for {{vulkan|opencl}}: truth values are no numbers there}}
    %q = arith.shli %m, %m : vector<4xi1>
    %z = arith.extui %q : vector<4xi1> to vector<4xi32>
    vector.store %z, %y[%i] : memref<?xi32, #gpu.address_space<global>>, vector<4xi32>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %y: memref<?xi32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %v = vector.load %x[%i] : memref<?xf32, #gpu.address_space<global>>, vector<4xf32>
    %m = arith.cmpf ogt, %v, %v : vector<4xf32>
    // expected-note @below {{combine them with arith.andi, arith.ori and arith.xori, or extend them to i32 before}}
    // expected-error-re @below {{'arith.divui' op has no form in SPIR-V for {{vulkan|opencl}}: truth values are no numbers there}}
    %q = arith.divui %m, %m : vector<4xi1>
    %z = arith.extui %q : vector<4xi1> to vector<4xi32>
    vector.store %z, %y[%i] : memref<?xi32, #gpu.address_space<global>>, vector<4xi32>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %y: memref<?xi32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %v = vector.load %x[%i] : memref<?xf32, #gpu.address_space<global>>, vector<4xf32>
    %m = arith.cmpf ogt, %v, %v : vector<4xf32>
    // expected-note @below {{combine them with arith.andi, arith.ori and arith.xori, or extend them to i32 before}}
    // expected-error-re @below {{'arith.remsi' op has no form in SPIR-V for {{vulkan|opencl}}: truth values are no numbers there}}
    %q = arith.remsi %m, %m : vector<4xi1>
    %z = arith.extui %q : vector<4xi1> to vector<4xi32>
    vector.store %z, %y[%i] : memref<?xi32, #gpu.address_space<global>>, vector<4xi32>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %f: f32)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    // expected-note @below {{leave it out: floats are rounded to the nearest}}
    // expected-error-re @below {{'arith.truncf' op has no form in SPIR-V for {{vulkan|opencl}}: the rounding mode to_nearest_away}}
    %q = arith.truncf %f to_nearest_away : f32 to f16
    %z = arith.extf %q : f16 to f32
    memref.store %z, %x[%i] : memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %one = arith.constant 1 : index
    %q = memref.alloca() : memref<4xvector<5xf32>, #gpu.address_space<private>>
    // expected-note @below {{vectors have 2}}
    // expected-error-re @below {{'ub.poison' op has no form in SPIR-V for {{vulkan|opencl}}: a vector of 5 numbers}}
    %z = memref.load %q[%one] : memref<4xvector<5xf32>, #gpu.address_space<private>>
    vector.store %z, %x[%i] : memref<?xf32, #gpu.address_space<global>>, vector<5xf32>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%y: memref<?xi32, #gpu.address_space<global>>, %b: i1)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    // expected-note @below {{combine them with arith.andi, arith.ori and arith.xori, or extend them to i32 before}}
    // expected-error-re @below {{'math.absi' op has no form in SPIR-V for {{vulkan|opencl}}: truth values are no numbers there}}
    %q = math.absi %b : i1
    %z = arith.extui %q : i1 to i32
    memref.store %z, %y[%i] : memref<?xi32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%y: memref<?xi32, #gpu.address_space<global>>, %b: i1)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    // expected-note @below {{combine them with arith.andi, arith.ori and arith.xori, or extend them to i32 before}}
    // expected-error-re @below {{'arith.addi' op has no form in SPIR-V for {{vulkan|opencl}}: truth values are no numbers there}}
    %q = math.cttz %b : i1
    %z = arith.extui %q : i1 to i32
    memref.store %z, %y[%i] : memref<?xi32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%y: memref<?xi32, #gpu.address_space<global>>, %b: i1)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    // expected-note @below {{combine them with arith.andi, arith.ori and arith.xori, or extend them to i32 before}}
    // expected-error-re @below {{'math.ctpop' op has no form in SPIR-V for {{vulkan|opencl}}: truth values are no numbers there}}
    %q = math.ctpop %b : i1
    %z = arith.extui %q : i1 to i32
    memref.store %z, %y[%i] : memref<?xi32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %f: f32, %s: i32)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    // expected-note @below {{write it with others, or give the program to OpenCL C}}
    // expected-error-re @below {{'math.fpowi' op has no form in SPIR-V for {{vulkan|opencl}}: no such function}}
    %q = math.fpowi %f, %s : f32, i32
    memref.store %q, %x[%i] : memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%y: memref<?xi32, #gpu.address_space<global>>, %s: i32)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    // expected-note @below {{write it with others, or give the program to OpenCL C}}
    // expected-error-re @below {{'math.ipowi' op has no form in SPIR-V for {{vulkan|opencl}}: no such function}}
    %q = math.ipowi %s, %s : i32
    memref.store %q, %y[%i] : memref<?xi32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %f: f32)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    // expected-note @below {{write it with others, or give the program to OpenCL C}}
    // expected-error-re @below {{'math.clampf' op has no form in SPIR-V for {{vulkan|opencl}}: no such function}}
    %q = math.clampf %f to [%f, %f] : f32
    memref.store %q, %x[%i] : memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %f: f32)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    // expected-note @below {{write it with others, or give the program to OpenCL C}}
    // expected-error-re @below {{'math.sincos' op has no form in SPIR-V for {{vulkan|opencl}}: no such function}}
    %q, %z = math.sincos %f : f32
    memref.store %q, %x[%i] : memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
}
