// RUN: lift-translate --lift-to-opencl --split-input-file --verify-diagnostics %s

// What cannot be printed is an error at the op, and says what to do.

gpu.module @m {
  gpu.func @negative_unknown_op(%x: f32) kernel {
    // expected-error @below {{'gpu.subgroup_reduce' op cannot be printed as OpenCL C: this op has no OpenCL C form}}
    // expected-note @below {{lower it to gpu, scf.for, scf.while, scf.if, arith, math, memref and vector first}}
    %0 = gpu.subgroup_reduce add %x : (f32) -> f32
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @negative_while(%a: memref<?xf32, #gpu.address_space<global>>, %c: i1) kernel {
    // expected-error @below {{'scf.while' op cannot be printed as OpenCL C: a loop cannot carry an array}}
    // expected-note @below {{carry an index into one array instead}}
    %r = scf.while (%b = %a) : (memref<?xf32, #gpu.address_space<global>>) -> memref<?xf32, #gpu.address_space<global>> {
      scf.condition(%c) %b : memref<?xf32, #gpu.address_space<global>>
    } do {
    ^bb0(%b: memref<?xf32, #gpu.address_space<global>>):
      scf.yield %b : memref<?xf32, #gpu.address_space<global>>
    }
    gpu.return
  }
}

// -----

// Nobody needs the result, but it is an error all the same.
gpu.module @m {
  gpu.func @negative_dead_op(%n: index, %x: f32) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
    // expected-error @below {{'math.clampf' op cannot be printed as OpenCL C: OpenCL C 1.2 has no such function}}
    // expected-note @below {{expand it with --math-expand-ops or rewrite it}}
      %0 = math.clampf %x to [%x, %x] : f32
    }
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @negative_integer_width(%x: i32) kernel {
    // expected-error @below {{'arith.extsi' op cannot be printed as OpenCL C: no type for 'i48'}}
    // expected-note @below {{values are index, i1, i8 to i64, f16, f32, f64, vectors of 2, 3, 4, 8 or 16 of these, and memrefs}}
    %0 = arith.extsi %x : i32 to i48
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @negative_bf16(%x: f32) kernel {
    // expected-error @below {{'arith.truncf' op cannot be printed as OpenCL C: no type for 'bf16'}}
    // expected-note @below {{values are index}}
    %0 = arith.truncf %x : f32 to bf16
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @negative_vector_width(%x: f32) kernel {
    // expected-error @below {{'vector.broadcast' op cannot be printed as OpenCL C: no type for 'vector<5xf32>'}}
    // expected-note @below {{values are index}}
    %0 = vector.broadcast %x : f32 to vector<5xf32>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @negative_vector_rank(%x: f32) kernel {
    // expected-error @below {{'vector.broadcast' op cannot be printed as OpenCL C: no type for 'vector<2x2xf32>'}}
    // expected-note @below {{values are index}}
    %0 = vector.broadcast %x : f32 to vector<2x2xf32>
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error @below {{'gpu.func' op cannot be printed as OpenCL C: OpenCL C has no i1 in memory}}
  // expected-note @below {{store an i8 or an i32 instead}}
  gpu.func @negative_i1_memory(%x: memref<4xi1, #gpu.address_space<global>>) kernel {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error @below {{'gpu.func' op cannot be printed as OpenCL C: three-element vectors take the room of four in memory}}
  // expected-note @below {{use scalar elements and a vector.load of three}}
  gpu.func @negative_vector3_memory(%x: memref<4xvector<3xf32>, #gpu.address_space<global>>) kernel {
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @negative_integer_space() kernel {
    // expected-error @below {{'memref.alloca' op cannot be printed as OpenCL C: unknown memory space 7 : i64}}
    // expected-note @below {{use #gpu.address_space<global>, <workgroup> or <private>}}
    %0 = memref.alloca() : memref<4xf32, 7>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @negative_global_alloca() kernel {
    // expected-error @below {{'memref.alloca' op cannot be printed as OpenCL C: a kernel cannot allocate global memory}}
    // expected-note @below {{pass the buffer as an argument}}
    %0 = memref.alloca() : memref<4xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @negative_private_alloc() kernel {
    // expected-error @below {{'memref.alloc' op cannot be printed as OpenCL C: a kernel cannot allocate memory but in the workgroup space}}
    // expected-note @below {{use memref.alloca, or pass the buffer as an argument}}
    %0 = memref.alloc() : memref<4xf32>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @negative_dynamic_alloca(%n: index) kernel {
    // expected-error @below {{'memref.alloca' op cannot be printed as OpenCL C: an array must have a constant size, but got 'memref<?xf32>'}}
    // expected-note @below {{give it a static shape and the identity layout}}
    %0 = memref.alloca(%n) : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @negative_dynamic_strides(%x: memref<?x?xf32, #gpu.address_space<global>>, %i: index) kernel {
    // expected-error @below {{'memref.load' op cannot be printed as OpenCL C: the strides of 'memref<?x?xf32, #gpu.address_space<global>>' are not known}}
    // expected-note @below {{only the leading dimension may be dynamic; linearise the index}}
    %0 = memref.load %x[%i, %i] : memref<?x?xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @negative_subview(%x: memref<16xf32, #gpu.address_space<global>>) kernel {
    // expected-error @below {{'memref.subview' op cannot be printed as OpenCL C: this memref op has no OpenCL C form}}
    // expected-note @below {{fold it into the indices of loads and stores}}
    %0 = memref.subview %x[4] [4] [1] : memref<16xf32, #gpu.address_space<global>> to memref<4xf32, strided<[1], offset: 4>, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @negative_carried_array(%n: index) kernel {
    %a = memref.alloca() : memref<4xf32>
    %b = memref.alloca() : memref<4xf32>
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error @below {{'scf.for' op cannot be printed as OpenCL C: a loop cannot carry an array}}
    // expected-note @below {{carry an index into one array instead}}
    %0 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (memref<4xf32>) {
      scf.yield %b : memref<4xf32>
    }
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @negative_selected_array(%c: i1) kernel {
    %a = memref.alloca() : memref<4xf32>
    %b = memref.alloca() : memref<4xf32>
    // expected-error @below {{'arith.select' op cannot be printed as OpenCL C: C arrays cannot be selected}}
    // expected-note @below {{select the elements or the index}}
    %0 = arith.select %c, %a, %b : memref<4xf32>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @negative_big_index() kernel {
    // expected-error @below {{'arith.constant' op cannot be printed as OpenCL C: the index 3000000000 : index does not fit into 32 bits}}
    // expected-note @below {{set lift.index_bitwidth = 64 : i32 on the gpu.module}}
    %0 = arith.constant 3000000000 : index
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @negative_big_stride(%x: memref<?x100000x100000xf32, #gpu.address_space<global>>, %i: index) kernel {
    // expected-error @below {{'memref.load' op cannot be printed as OpenCL C: the linear index does not fit into the index type}}
    // expected-note @below {{set lift.index_bitwidth = 64 : i32 on the gpu.module}}
    %0 = memref.load %x[%i, %i, %i] : memref<?x100000x100000xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @negative_rounding(%x: f64) kernel {
    // expected-error @below {{'arith.truncf' op cannot be printed as OpenCL C: OpenCL has no such rounding mode}}
    // expected-note @below {{use to_nearest_even, downward, upward or toward_zero}}
    %0 = arith.truncf %x to_nearest_away : f64 to f32
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @negative_i1_arithmetic(%x: i1) kernel {
    // expected-error @below {{'arith.divui' op cannot be printed as OpenCL C: this operation on i1 has no C form}}
    // expected-note @below {{extend to i32 first}}
    %0 = arith.divui %x, %x : i1
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error @below {{'gpu.func' op cannot be printed as OpenCL C: its body has several blocks}}
  // expected-note @below {{raise the control flow to scf}}
  gpu.func @negative_two_blocks(%x: i1) kernel {
    cf.br ^next
    ^next:
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error @below {{'gpu.func' op cannot be printed as OpenCL C: only kernels are printed, this is a function}}
  // expected-note @below {{inline it into its callers}}
  gpu.func @negative_function(%x: f32) {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error @below {{'gpu.func' op cannot be printed as OpenCL C: the name "kernel" is reserved in OpenCL C}}
  // expected-note @below {{rename the kernel and its launches}}
  gpu.func @kernel(%x: f32) kernel {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error @below {{'gpu.func' op cannot be printed as OpenCL C: the name "negative-name" is not a C identifier}}
  // expected-note @below {{rename the kernel and its launches}}
  gpu.func @"negative-name"() kernel {
    gpu.return
  }
}
// -----

gpu.module @one {
  gpu.func @negative_twice() kernel {
    gpu.return
  }
}
gpu.module @two {
  // expected-error @below {{'gpu.func' op cannot be printed as OpenCL C: the name "negative_twice" names two functions}}
  // expected-note @below {{rename the kernel and its launches}}
  gpu.func @negative_twice() kernel {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-note @below {{remove the attribute from the kernel}}
  gpu.func @negative_readonly(%x: memref<?xf32, #gpu.address_space<global>> {lift.readonly}, %v: f32) kernel {
    %c0 = arith.constant 0 : index
    // expected-error @below {{'memref.store' op cannot be printed as OpenCL C: it writes to argument #0, which is lift.readonly}}
    memref.store %v, %x[%c0] : memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error @below {{'memref.global' op cannot be printed as OpenCL C: it is not a kernel}}
  // expected-note @below {{a gpu.module may hold gpu.func kernels and lift.user_fun only}}
  memref.global "private" constant @negative_table : memref<4xf32> = dense<1.0>
}

// -----

// The note of an argument stands at the argument.
gpu.module @m {
  // expected-error @below {{'gpu.func' op cannot be printed as OpenCL C: argument #1 of type 'memref<4xf32>' is in no space that a kernel is given memory in}}
  gpu.func @negative_argument_space(%x: i32,
      // expected-note @below {{use #gpu.address_space<global> or <workgroup>}}
      %y: memref<4xf32>) kernel {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error @below {{'gpu.func' op cannot be printed as OpenCL C: argument #1 of type 'vector<4xi1>' has no C type}}
  gpu.func @negative_argument_type(%x: i32,
      // expected-note @below {{use a memref, index, i1, i8 to i64, f16, f32, f64 or a vector of 2, 3, 4, 8 or 16 of these}}
      %y: vector<4xi1>) kernel {
    gpu.return
  }
}

// -----

// expected-error @below {{found no gpu.module to print as OpenCL C}}
// expected-note @below {{lower the program to kernels first}}
module {
  func.func @negative_no_kernels() {
    return
  }
}

// -----

gpu.module @m {
  // expected-error @below {{'gpu.func' op cannot be printed as OpenCL C: a known_block_size is not positive}}
  // expected-note @below {{a work-group has at least one work-item}}
  gpu.func @negative_block_size() kernel attributes {known_block_size = array<i32: 64, 0, 1>} {
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @negative_array_size() kernel {
    // expected-error @below {{'memref.alloca' op cannot be printed as OpenCL C: an array has more than 2^31 - 1 elements}}
    // expected-note @below {{pass a buffer as an argument}}
    %0 = memref.alloca() : memref<65536x65536xf32>
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error @below {{'lift.user_fun' op cannot be printed as OpenCL C: the parameter name 'float' is reserved in OpenCL C}}
  // expected-note @below {{rename the parameter}}
  lift.user_fun @f("float" : i32) -> i32 code []
  gpu.func @negative_parameter(%n: i32) kernel {
    %0 = lift.call @f(%n) : (i32) -> i32
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error @below {{'lift.user_fun' op cannot be printed as OpenCL C: the name "sqrt" is reserved in OpenCL C}}
  // expected-note @below {{rename the function and its calls}}
  lift.user_fun @sqrt(x : f32) -> f32 code []
}

// -----

// Functions that are printed for halves have their names everywhere.
gpu.module @m {
  // expected-error @below {{'lift.user_fun' op cannot be printed as OpenCL C: the name "scalar_max_NaN" is reserved in OpenCL C}}
  // expected-note @below {{rename the function and its calls}}
  lift.user_fun @scalar_max_NaN(x : f32) -> f32 code []
}

// -----

gpu.module @m {
  // expected-error @below {{'lift.user_fun' op cannot be printed as OpenCL C: the name "round_half4_rtz" is reserved in OpenCL C}}
  // expected-note @below {{rename the function and its calls}}
  lift.user_fun @round_half4_rtz(x : f32) -> f32 code []
}

// -----

gpu.module @a {
  lift.user_fun @f(n : i32) -> i32 code ["return n;"]
  gpu.func @negative_first(%a: memref<?xi32, #gpu.address_space<global>>, %n: i32) kernel {
    %c0 = arith.constant 0 : index
    %0 = lift.call @f(%n) : (i32) -> i32
    memref.store %0, %a[%c0] : memref<?xi32, #gpu.address_space<global>>
    gpu.return
  }
}
gpu.module @b {
  // expected-error @below {{'lift.user_fun' op cannot be printed as OpenCL C: another user function has the same name}}
  // expected-note @below {{rename one of them}}
  lift.user_fun @f(n : i32) -> i32 code ["return n + 1;"]
  gpu.func @negative_second(%a: memref<?xi32, #gpu.address_space<global>>, %n: i32) kernel {
    %c0 = arith.constant 0 : index
    %0 = lift.call @f(%n) : (i32) -> i32
    memref.store %0, %a[%c0] : memref<?xi32, #gpu.address_space<global>>
    gpu.return
  }
}

// -----

// So have macros.
gpu.module @m {
  // expected-error @below {{'lift.user_fun' op cannot be printed as OpenCL C: the name "HIDDEN" is reserved in OpenCL C}}
  // expected-note @below {{rename the function and its calls}}
  lift.user_fun @HIDDEN(x : f32) -> f32 code []
}

// -----

gpu.module @n {
  // expected-error @below {{the name "NVIDIA_COMPUTE_CAPABILITY" is reserved in OpenCL C}}
  // expected-note @below {{rename the function and its calls}}
  lift.user_fun @NVIDIA_COMPUTE_CAPABILITY(x : f32) -> f32 code []
}
