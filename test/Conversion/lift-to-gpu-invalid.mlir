// RUN: lift-opt %s --pass-pipeline='builtin.module(convert-lift-to-gpu)' --split-input-file --verify-diagnostics

// expected-error @below {{unknown size name 'N'}}
// expected-note @below {{a size name is the whole size of some dimension of an argument, or a name in 'lift.params'}}
func.func @unknown_size(%x: !lift.array<(2 * N) x f32>) {
  return
}

// -----

func.func @no_kernel(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  // expected-error @below {{'lift.map' op is not in a kernel}}
  // expected-note @below {{run lift-form-kernels first}}
  %m = lift.map (%a = %x : !lift.array<N x f32>) { lift.yield %a : f32 }
  return %m : !lift.array<N x f32>
}

// -----

func.func @beside_kernel(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  // expected-error @below {{'lift.map' op is not in a kernel}}
  // expected-note @below {{write a kernel around it: in a function with kernels, all the work is in kernels}}
  %m = lift.map (%a = %x : !lift.array<N x f32>) { lift.yield %a : f32 }
  %k = lift.kernel local_size [] global_size [] {
    %n = lift.map (%a = %m : !lift.array<N x f32>) { lift.yield %a : f32 }
    lift.yield %n : !lift.array<N x f32>
  }
  return %k : !lift.array<N x f32>
}

// -----

// What is stored elsewhere as well cannot be stored by the kernel.
func.func @view_of_kernel(%x: !lift.array<N x f32>) -> !lift.array<(N - 1) x 2 x f32> {
  %k = lift.kernel local_size [] global_size [] {
    %n = lift.map (%a = %x : !lift.array<N x f32>) { lift.yield %a : f32 }
    lift.yield %n : !lift.array<N x f32>
  }
  // expected-error @below {{'lift.slide' op is not in a kernel}}
  // expected-note @below {{write a kernel around it: in a function with kernels, all the work is in kernels}}
  %r = lift.slide %k size [2] step [1] : !lift.array<N x f32>
  return %r : !lift.array<(N - 1) x 2 x f32>
}

// -----

func.func @returns_argument(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  // expected-error @below {{returns a value that no kernel computes}}
  return %x : !lift.array<N x f32>
}

// -----

func.func @returns_index(%x: !lift.array<N x f32>) -> index {
  %k = lift.kernel local_size [] global_size [] {
    %n = lift.size N : index
    lift.yield %n : index
  }
  // expected-error @below {{returns an index, which is not as wide on every device}}
  // expected-note @below {{cast it to i32 or i64 with arith.index_cast}}
  return %k : index
}

// -----

func.func @too_many_elements(%x: f32)
    -> !lift.array<2147483647 x 2147483647 x 2147483647 x f32> {
  // expected-error @below {{has too many elements in '!lift.array<2147483647 x 2147483647 x 2147483647 x f32>'}}
  %k = lift.kernel local_size [] global_size [] {
    %b = lift.broadcast %x sizes [2147483647, 2147483647, 2147483647] : f32
    lift.yield %b : !lift.array<2147483647 x 2147483647 x 2147483647 x f32>
  }
  return %k : !lift.array<2147483647 x 2147483647 x 2147483647 x f32>
}

// -----

func.func @same_name(%x: !lift.array<N x f32>) {
  lift.kernel @twice local_size [] global_size [] { lift.yield }
  // expected-error @below {{is the second kernel named 'twice'}}
  lift.kernel @twice local_size [] global_size [] { lift.yield }
  return
}

// -----

func.func @symbolic_local_size(%x: !lift.array<N x f32>) {
  // expected-error @below {{local size N is not a constant}}
  // expected-note @below {{give its names a value with lift-bind-params}}
  lift.kernel local_size [N] global_size [N] { lift.yield }
  return
}

// -----

func.func @other_operation(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %k = lift.kernel local_size [] global_size [] {
    // expected-error @below {{'lift.copy' op cannot be lowered inside a kernel}}
    // expected-note @below {{run lift-normalize first; only arith, math, vector and lift operations can stand in a kernel}}
    %c = lift.copy %x in global : !lift.array<N x f32>
    lift.yield %c : !lift.array<N x f32>
  }
  return %k : !lift.array<N x f32>
}

// -----

// What each mapping may stand in.
func.func @group_in_local(%x: !lift.array<N x M x f32>) -> !lift.array<N x M x f32> {
  %k = lift.kernel local_size [4] global_size [16] {
    %m = lift.map lcl(0) (%r = %x : !lift.array<N x M x f32>) {
      // expected-error @below {{cannot be mapped to wrg(0)}}
      // expected-note @below {{S1: must not use the ids of a map around it, must not be wrg inside lcl, and must not mix glb with either}}
      // expected-note @below {{map it to seq, or let lift-map-parallelism choose the mapping}}
      %n = lift.map wrg(0) (%a = %r : !lift.array<M x f32>) { lift.yield %a : f32 }
      lift.yield %n : !lift.array<M x f32>
    }
    lift.yield %m : !lift.array<N x M x f32>
  }
  return %k : !lift.array<N x M x f32>
}

// -----

func.func @local_in_global(%x: !lift.array<N x M x f32>) -> !lift.array<N x M x f32> {
  %k = lift.kernel local_size [4] global_size [16] {
    %m = lift.map glb(0) (%r = %x : !lift.array<N x M x f32>) {
      // expected-error @below {{cannot be mapped to lcl(1)}}
      // expected-note @below {{S1: must not use the ids of a map around it, must not be wrg inside lcl, and must not mix glb with either}}
      // expected-note @below {{map it to seq, or let lift-map-parallelism choose the mapping}}
      %n = lift.map lcl(1) (%a = %r : !lift.array<M x f32>) { lift.yield %a : f32 }
      lift.yield %n : !lift.array<M x f32>
    }
    lift.yield %m : !lift.array<N x M x f32>
  }
  return %k : !lift.array<N x M x f32>
}

// -----

func.func @same_dimension(%x: !lift.array<N x M x f32>) -> !lift.array<N x M x f32> {
  %k = lift.kernel local_size [4] global_size [16] {
    %m = lift.map lcl(0) (%r = %x : !lift.array<N x M x f32>) {
      // expected-error @below {{cannot be mapped to lcl(0)}}
      // expected-note @below {{S1: must not use the ids of a map around it, must not be wrg inside lcl, and must not mix glb with either}}
      // expected-note @below {{map it to seq, or let lift-map-parallelism choose the mapping}}
      %n = lift.map lcl(0) (%a = %r : !lift.array<M x f32>) { lift.yield %a : f32 }
      lift.yield %n : !lift.array<M x f32>
    }
    lift.yield %m : !lift.array<N x M x f32>
  }
  return %k : !lift.array<N x M x f32>
}

// -----

func.func @fused(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %k = lift.kernel local_size [] global_size [] {
    // expected-error @below {{is still to be fused}}
    // expected-note @below {{run the fusion rewrite, or map it to seq}}
    %m = lift.map fused (%a = %x : !lift.array<N x f32>) { lift.yield %a : f32 }
    lift.yield %m : !lift.array<N x f32>
  }
  return %k : !lift.array<N x f32>
}

// -----

// Work-items of a group leave a loop over global ids at different times.
func.func @shared_in_global(%x: !lift.array<N x 4 x f32>) -> !lift.array<N x 4 x f32> {
  %k = lift.kernel local_size [4] global_size [16] {
    // expected-error @below {{cannot be mapped to glb(0)}}
    // expected-note @below {{S3: must not be mapped to glb: its body stores in local memory, and work-items of a group would take different numbers of steps}}
    // expected-note @below {{map it to seq, or let lift-map-parallelism choose the mapping}}
    %m = lift.map glb(0) (%r = %x : !lift.array<N x 4 x f32>) {
      %n = lift.map (%a = %r : !lift.array<4 x f32>) { lift.yield %a : f32 }
      %l = lift.materialize %n in local : !lift.array<4 x f32>
      %o = lift.map (%a = %l : !lift.array<4 x f32>) { lift.yield %a : f32 }
      lift.yield %o : !lift.array<4 x f32>
    }
    lift.yield %m : !lift.array<N x 4 x f32>
  }
  return %k : !lift.array<N x 4 x f32>
}

// -----

func.func @reduction_not_stored(%x: !lift.array<K x 4 x f32>, %z: !lift.array<4 x f32>)
    -> !lift.array<4 x f32> {
  %k = lift.kernel local_size [] global_size [] {
    // expected-error @below {{computes an array that is read but stored nowhere}}
    // expected-note @below {{materialize the result, or run lift-infer-spaces}}
    %r = lift.reduce (%row = %x : !lift.array<K x 4 x f32>)
        init (%acc = %z : !lift.array<4 x f32>) {
      %m = lift.map (%a = %acc, %b = %row : !lift.array<4 x f32>, !lift.array<4 x f32>) {
        %s = arith.addf %a, %b : f32
        lift.yield %s : f32
      }
      lift.yield %m : !lift.array<4 x f32>
    }
    // expected-note @below {{read here}}
    %n = lift.map (%a = %r, %b = %r : !lift.array<4 x f32>, !lift.array<4 x f32>) {
      %s = arith.addf %a, %b : f32
      lift.yield %s : f32
    }
    lift.yield %n : !lift.array<4 x f32>
  }
  return %k : !lift.array<4 x f32>
}

// -----

func.func @parallel_not_stored(%x: !lift.array<64 x f32>) -> !lift.array<64 x f32> {
  %k = lift.kernel local_size [64] global_size [64] {
    // expected-error @below {{is mapped to several work-items, but its result is stored nowhere}}
    // expected-note @below {{materialize the result, or map it to seq}}
    %m = lift.map lcl(0) (%a = %x : !lift.array<64 x f32>) { lift.yield %a : f32 }
    // expected-note @below {{read here}}
    %n = lift.map lcl(0) (%a = %m : !lift.array<64 x f32>) { lift.yield %a : f32 }
    lift.yield %n : !lift.array<64 x f32>
  }
  return %k : !lift.array<64 x f32>
}

// -----

// The array is stored later than the scalar is used.
func.func @mixed_accumulators_late(%x: !lift.array<N x f32>, %y: !lift.array<4 x f32>, %z: f32)
    -> (f32, !lift.array<4 x f32>) {
  %k:2 = lift.kernel local_size [] global_size [] {
    // expected-error @below {{has scalar and array accumulators, and result #0 is not known where it is used}}
    // expected-note @below {{materialize the array results in private memory, so that every work-item computes all accumulators}}
    %r:2 = lift.reduce (%e = %x : !lift.array<N x f32>)
        init (%a = %z, %b = %y : f32, !lift.array<4 x f32>) {
      lift.yield %e, %b : f32, !lift.array<4 x f32>
    }
    // expected-note @below {{used here}}
    %s = arith.addf %r#0, %z : f32
    lift.yield %s, %r#1 : f32, !lift.array<4 x f32>
  }
  return %k#0, %k#1 : f32, !lift.array<4 x f32>
}

// -----

func.func @accumulator_without_place(%x: !lift.array<N x f32>, %y: !lift.array<4 x f32>)
    -> !lift.array<4 x f32> {
  %k:2 = lift.kernel local_size [] global_size [] {
    // expected-error @below {{computes an array that is read but stored nowhere}}
    // expected-note @below {{materialize the result, or run lift-infer-spaces}}
    %r:2 = lift.reduce (%e = %x : !lift.array<N x f32>)
        init (%a = %y, %b = %y : !lift.array<4 x f32>, !lift.array<4 x f32>) {
      lift.yield %b, %a : !lift.array<4 x f32>, !lift.array<4 x f32>
    }
    // expected-note @below {{read here}}
    %m = lift.map (%e = %r#0 : !lift.array<4 x f32>) {
      %s = arith.addf %e, %e : f32
      lift.yield %s : f32
    }
    lift.yield %r#1, %m : !lift.array<4 x f32>, !lift.array<4 x f32>
  }
  return %k#0 : !lift.array<4 x f32>
}

// -----

func.func @symbolic_local(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %k = lift.kernel local_size [4] global_size [4] {
    %m = lift.map lcl(0) (%a = %x : !lift.array<N x f32>) { lift.yield %a : f32 }
    // expected-error @below {{needs N elements of local memory, which must be a constant below 2^31}}
    // expected-note @below {{give its names a value with lift-bind-params, or materialize in global memory}}
    %l = lift.materialize %m in local : !lift.array<N x f32>
    %n = lift.map lcl(0) (%a = %l : !lift.array<N x f32>) { lift.yield %a : f32 }
    lift.yield %n : !lift.array<N x f32>
  }
  return %k : !lift.array<N x f32>
}

// -----

func.func @between_groups(%x: !lift.array<64 x f32>) -> !lift.array<64 x f32> {
  %k = lift.kernel local_size [4] global_size [64] {
    %m = lift.map glb(0) (%a = %x : !lift.array<64 x f32>) { lift.yield %a : f32 }
    // expected-error @below {{passes data between work-groups inside one kernel}}
    // expected-note @below {{S4: a work-group must not need an element of this value that another one computes, for groups cannot wait for each other}}
    // expected-note @below {{store it in a kernel of its own, or let lift-map-parallelism choose the mapping}}
    %g = lift.materialize %m in global : !lift.array<64 x f32>
    %turned = lift.reverse %g : !lift.array<64 x f32>
    %n = lift.map glb(0) (%a = %turned : !lift.array<64 x f32>) { lift.yield %a : f32 }
    lift.yield %n : !lift.array<64 x f32>
  }
  return %k : !lift.array<64 x f32>
}

// -----

// Each group has its own local memory.
func.func @between_local(%x: !lift.array<8 x 4 x f32>) -> !lift.array<8 x 4 x f32> {
  %k = lift.kernel local_size [4] global_size [32] {
    %m = lift.map wrg(0) (%row = %x : !lift.array<8 x 4 x f32>) {
      %c = lift.map lcl(0) (%a = %row : !lift.array<4 x f32>) { lift.yield %a : f32 }
      lift.yield %c : !lift.array<4 x f32>
    }
    // expected-error @below {{passes data between work-groups inside one kernel}}
    // expected-note @below {{S4: a work-group must not need an element of this value}}
    // expected-note @below {{store it in a kernel of its own}}
    %l = lift.materialize %m in local : !lift.array<8 x 4 x f32>
    %turned = lift.reverse %l : !lift.array<8 x 4 x f32>
    %n = lift.map wrg(0) (%row = %turned : !lift.array<8 x 4 x f32>) {
      %c = lift.map lcl(0) (%a = %row : !lift.array<4 x f32>) { lift.yield %a : f32 }
      lift.yield %c : !lift.array<4 x f32>
    }
    lift.yield %n : !lift.array<8 x 4 x f32>
  }
  return %k : !lift.array<8 x 4 x f32>
}

// -----

// A step reads what other groups have left of the step before.
func.func @between_steps(%x: !lift.array<M x 8 x f32>) -> !lift.array<8 x f32> {
  %zero = arith.constant 0.0 : f32
  // expected-error @below {{passes data between work-groups inside one kernel}}
  // expected-note @below {{S4: a work-group must not need an element of this value}}
  // expected-note @below {{store it in a kernel of its own}}
  %k = lift.kernel local_size [2] global_size [8] {
    %zeros = lift.broadcast %zero sizes [8] : f32
    // In the buffer for what a step must not overwrite yet, too.
    // expected-error @below {{passes data between work-groups inside one kernel}}
    // expected-note @below {{S4: a work-group must not need an element of this value}}
    // expected-note @below {{store it in a kernel of its own}}
    %sums = lift.reduce (%row = %x : !lift.array<M x 8 x f32>) init (%acc = %zeros : !lift.array<8 x f32>) {
      %turned = lift.reverse %acc : !lift.array<8 x f32>
      %sum = lift.map glb(0) (%a = %row, %t = %turned : !lift.array<8 x f32>, !lift.array<8 x f32>) {
        %s = arith.addf %a, %t : f32
        lift.yield %s : f32
      }
      lift.yield %sum : !lift.array<8 x f32>
    }
    lift.yield %sums : !lift.array<8 x f32>
  }
  return %k : !lift.array<8 x f32>
}

// -----

// Another work-item holds the element.
func.func @other_work_item(%x: !lift.array<8 x 8 x f32>) -> !lift.array<8 x 8 x f32> {
  %k = lift.kernel local_size [8] global_size [8] {
    %m = lift.map lcl(0) (%r = %x : !lift.array<8 x 8 x f32>) {
      %n = lift.map (%a = %r : !lift.array<8 x f32>) { lift.yield %a : f32 }
      lift.yield %n : !lift.array<8 x f32>
    }
    %p = lift.materialize %m in private : !lift.array<8 x 8 x f32>
    %t = lift.transpose %p : !lift.array<8 x 8 x f32>
    %q = lift.map lcl(0) (%r = %t : !lift.array<8 x 8 x f32>) {
      // expected-error @below {{uses an element of a private array that another work-item holds}}
      // expected-note @below {{dimension 0 of the array is spread over lcl(0); use it in a map with the same mapping, or materialize it in local memory}}
      %n = lift.map (%a = %r : !lift.array<8 x f32>) { lift.yield %a : f32 }
      lift.yield %n : !lift.array<8 x f32>
    }
    lift.yield %q : !lift.array<8 x 8 x f32>
  }
  return %k : !lift.array<8 x 8 x f32>
}

// -----

func.func @private_rearranged(%x: !lift.array<64 x f32>) -> !lift.array<8 x 8 x f32> {
  %k = lift.kernel local_size [8] global_size [8] {
    %m = lift.map lcl(0) (%a = %x : !lift.array<64 x f32>) { lift.yield %a : f32 }
    %s = lift.split %m by 8 : !lift.array<64 x f32>
    // expected-error @below {{passes private data between work-items}}
    // expected-note @below {{S5: a work-item must not need an element of this private value that another one computes}}
    // expected-note @below {{materialize it in local memory, or before it is rearranged}}
    %p = lift.materialize %s in private : !lift.array<8 x 8 x f32>
    %q = lift.map lcl(0) (%r = %p : !lift.array<8 x 8 x f32>) {
      %n = lift.map (%a = %r : !lift.array<8 x f32>) { lift.yield %a : f32 }
      lift.yield %n : !lift.array<8 x f32>
    }
    lift.yield %q : !lift.array<8 x 8 x f32>
  }
  return %k : !lift.array<8 x 8 x f32>
}

// -----

// One level down, and of two arrays.
func.func @rearranged_rows(%x: !lift.array<3 x 8 x f32>) -> !lift.array<3 x 8 x f32> {
  %k = lift.kernel local_size [8] global_size [8] {
    %rows = lift.map seq (%row = %x : !lift.array<3 x 8 x f32>) {
      %m = lift.map lcl(0) (%a = %row : !lift.array<8 x f32>) { lift.yield %a : f32 }
      %turned = lift.reverse %m : !lift.array<8 x f32>
      lift.yield %turned : !lift.array<8 x f32>
    }
    // expected-error @below {{passes private data between work-items}}
    // expected-note @below {{S5: a work-item must not need an element of this private value that another one computes}}
    // expected-note @below {{materialize it in local memory, or before it is rearranged}}
    %p = lift.materialize %rows in private : !lift.array<3 x 8 x f32>
    %o = lift.map seq (%row = %p : !lift.array<3 x 8 x f32>) {
      %q = lift.map lcl(0) (%a = %row : !lift.array<8 x f32>) { lift.yield %a : f32 }
      lift.yield %q : !lift.array<8 x f32>
    }
    lift.yield %o : !lift.array<3 x 8 x f32>
  }
  return %k : !lift.array<3 x 8 x f32>
}

// -----

func.func @rearranged_halves(%x: !lift.array<3 x 4 x f32>) -> !lift.array<3 x 8 x f32> {
  %k = lift.kernel local_size [4] global_size [4] {
    %rows = lift.map seq (%row = %x : !lift.array<3 x 4 x f32>) {
      %m = lift.map lcl(0) (%a = %row : !lift.array<4 x f32>) { lift.yield %a : f32 }
      %both = lift.concat %m, %row : !lift.array<4 x f32>, !lift.array<4 x f32>
      lift.yield %both : !lift.array<8 x f32>
    }
    // expected-error @below {{passes private data between work-items}}
    // expected-note @below {{S5: a work-item must not need an element of this private value that another one computes}}
    // expected-note @below {{materialize it in local memory, or before it is rearranged}}
    %p = lift.materialize %rows in private : !lift.array<3 x 8 x f32>
    %o = lift.map seq (%row = %p : !lift.array<3 x 8 x f32>) {
      %turned = lift.reverse %row : !lift.array<8 x f32>
      %q = lift.map lcl(0) (%a = %turned : !lift.array<8 x f32>) { lift.yield %a : f32 }
      lift.yield %q : !lift.array<8 x f32>
    }
    lift.yield %o : !lift.array<3 x 8 x f32>
  }
  return %k : !lift.array<3 x 8 x f32>
}

// -----

// A private array has no shares but those of lcl.
func.func @private_over_glb(%x: !lift.array<8 x f32>) -> !lift.array<8 x f32> {
  %k = lift.kernel local_size [8] global_size [8] {
    %m = lift.map glb(0) (%a = %x : !lift.array<8 x f32>) { lift.yield %a : f32 }
    // expected-error @below {{passes private data between work-items}}
    // expected-note @below {{S5: a work-item must not need an element of this private value that another one computes}}
    // expected-note @below {{materialize it in local memory, or before it is rearranged, or map what computes it to seq, or let lift-map-parallelism choose the mapping}}
    %p = lift.materialize %m in private : !lift.array<8 x f32>
    %r = lift.reverse %p : !lift.array<8 x f32>
    %n = lift.map glb(0) (%a = %r : !lift.array<8 x f32>) { lift.yield %a : f32 }
    lift.yield %n : !lift.array<8 x f32>
  }
  return %k : !lift.array<8 x f32>
}

// -----

// Nor has an accumulator whose initial value is divided, but no step.
func.func @private_init(%x: !lift.array<N x 8 x f32>, %y: !lift.array<8 x f32>) -> !lift.array<8 x f32> {
  %k = lift.kernel local_size [8] global_size [8] {
    %init = lift.map lcl(0) (%a = %y : !lift.array<8 x f32>) {
      %b = arith.addf %a, %a : f32
      lift.yield %b : f32
    }
    %s = lift.reduce (%row = %x : !lift.array<N x 8 x f32>) init (%acc = %init : !lift.array<8 x f32>) {
      %n = lift.map seq (%a = %acc, %e = %row : !lift.array<8 x f32>, !lift.array<8 x f32>) {
        %b = arith.addf %a, %e : f32
        lift.yield %b : f32
      }
      lift.yield %n : !lift.array<8 x f32>
    }
    // expected-error @below {{passes private data between work-items}}
    // expected-note @below {{S5: a work-item must not need an element of this private value that another one computes}}
    // expected-note @below {{materialize it in local memory}}
    %p = lift.materialize %s in private : !lift.array<8 x f32>
    %n = lift.map lcl(0) (%a = %p : !lift.array<8 x f32>) { lift.yield %a : f32 }
    lift.yield %n : !lift.array<8 x f32>
  }
  return %k : !lift.array<8 x f32>
}

// -----

// How many groups there are is known at launch only.
func.func @symbolic_groups(%x: !lift.array<8 x f32>, %n: !lift.array<N x f32>) -> !lift.array<8 x f32> {
  %k = lift.kernel local_size [8] global_size [8 * N] {
    %m = lift.map lcl(0) (%a = %x : !lift.array<8 x f32>) { lift.yield %a : f32 }
    // expected-error @below {{passes data between work-groups inside one kernel}}
    // expected-note @below {{S4: a work-group must not need an element of this value}}
    // expected-note @below {{store it in a kernel of its own}}
    %g = lift.materialize %m in global : !lift.array<8 x f32>
    %r = lift.reverse %g : !lift.array<8 x f32>
    %c = lift.map lcl(0) (%a = %r : !lift.array<8 x f32>) { lift.yield %a : f32 }
    %l = lift.materialize %c in local : !lift.array<8 x f32>
    %r2 = lift.reverse %l : !lift.array<8 x f32>
    %o = lift.map lcl(0) (%a = %r2 : !lift.array<8 x f32>) { lift.yield %a : f32 }
    lift.yield %o : !lift.array<8 x f32>
  }
  return %k : !lift.array<8 x f32>
}

// -----

// What a generate yields is read.
func.func @generate_between_groups(%x: !lift.array<64 x f32>) -> !lift.array<64 x f32> {
  %c63 = arith.constant 63 : index
  %k = lift.kernel local_size [4] global_size [16] {
    %m = lift.map glb(0) (%a = %x : !lift.array<64 x f32>) { lift.yield %a : f32 }
    // expected-error @below {{passes data between work-groups inside one kernel}}
    // expected-note @below {{S4: a work-group must not need an element of this value}}
    // expected-note @below {{store it in a kernel of its own}}
    %g = lift.materialize %m in global : !lift.array<64 x f32>
    %gen = lift.generate (%i < 64) {
      %j = arith.subi %c63, %i : index
      %v = lift.at %g[%j] : !lift.array<64 x f32>
      lift.yield %v : f32
    }
    %n = lift.map glb(0) (%a = %gen : !lift.array<64 x f32>) { lift.yield %a : f32 }
    lift.yield %n : !lift.array<64 x f32>
  }
  return %k : !lift.array<64 x f32>
}

// -----

// Who reads computes alone what is computed where it is read.
func.func @local_in_unstored(%x: !lift.array<8 x 6 x f32>) -> !lift.array<8 x f32> {
  %z = arith.constant 0.0 : f32
  %k = lift.kernel local_size [8, 2] global_size [8, 2] {
    // expected-note @below {{this is stored nowhere}}
    %u = lift.map seq (%row = %x : !lift.array<8 x 6 x f32>) {
      // expected-error @below {{is mapped to several work-items, but what is around it is computed by whoever reads an element}}
      // expected-note @below {{materialize its result, or map it to seq}}
      %t0 = lift.map lcl(1) (%a = %row : !lift.array<6 x f32>) { lift.yield %a : f32 }
      %t = lift.materialize %t0 in local : !lift.array<6 x f32>
      %s = lift.reduce (%e = %t : !lift.array<6 x f32>) init (%acc = %z : f32) {
        %c = arith.addf %acc, %e : f32
        lift.yield %c : f32
      }
      lift.yield %s : f32
    }
    // expected-note @below {{read here}}
    %o = lift.map lcl(0) (%v = %u : !lift.array<8 x f32>) { lift.yield %v : f32 }
    lift.yield %o : !lift.array<8 x f32>
  }
  return %k : !lift.array<8 x f32>
}

// -----

func.func @local_in_generate(%x: !lift.array<6 x f32>) -> !lift.array<8 x f32> {
  %z = arith.constant 0.0 : f32
  %k = lift.kernel local_size [8, 2] global_size [8, 2] {
    // expected-note @below {{this is stored nowhere}}
    %u = lift.generate (%i < 8) {
      // expected-error @below {{is mapped to several work-items, but what is around it is computed by whoever reads an element}}
      // expected-note @below {{materialize its result, or map it to seq}}
      %t0 = lift.map lcl(1) (%a = %x : !lift.array<6 x f32>) { lift.yield %a : f32 }
      %t = lift.materialize %t0 in local : !lift.array<6 x f32>
      %s = lift.reduce (%e = %t : !lift.array<6 x f32>) init (%acc = %z : f32) {
        %c = arith.addf %acc, %e : f32
        lift.yield %c : f32
      }
      lift.yield %s : f32
    }
    // expected-note @below {{read here}}
    %o = lift.map lcl(0) (%v = %u : !lift.array<8 x f32>) { lift.yield %v : f32 }
    lift.yield %o : !lift.array<8 x f32>
  }
  return %k : !lift.array<8 x f32>
}

// -----

func.func @local_in_read_of_glb(%x: !lift.array<16 x 6 x f32>) -> !lift.array<16 x f32> {
  %z = arith.constant 0.0 : f32
  %k = lift.kernel local_size [8] global_size [16] {
    %u = lift.map seq (%row = %x : !lift.array<16 x 6 x f32>) {
      %t0 = lift.map seq (%a = %row : !lift.array<6 x f32>) { lift.yield %a : f32 }
      %t = lift.materialize %t0 in local : !lift.array<6 x f32>
      %s = lift.reduce (%e = %t : !lift.array<6 x f32>) init (%acc = %z : f32) {
        %c = arith.addf %acc, %e : f32
        lift.yield %c : f32
      }
      lift.yield %s : f32
    }
    // expected-error @below {{cannot be mapped to glb(0)}}
    // expected-note @below {{S3: must not be mapped to glb: its body stores in local memory, and work-items of a group would take different numbers of steps}}
    // expected-note @below {{map it to seq, or let lift-map-parallelism choose the mapping}}
    %o = lift.map glb(0) (%v = %u : !lift.array<16 x f32>) { lift.yield %v : f32 }
    lift.yield %o : !lift.array<16 x f32>
  }
  return %k : !lift.array<16 x f32>
}

// -----

// Legal, and right without them.
func.func @ignored_choices(%x: !lift.array<64 x f32>, %z: f32) -> !lift.array<64 x f32> {
  %k = lift.kernel local_size [64] global_size [64] {
    %c = lift.map lcl(0) (%a = %x : !lift.array<64 x f32>) { lift.yield %a : f32 }
    // expected-warning @below {{buffers = 2 has no effect yet in kernels}}
    %l = lift.materialize %c in global {buffers = 2} : !lift.array<64 x f32>
    // expected-warning @below {{vector width = 4 has no effect here}}
    // expected-note @below {{run lift-vectorize-patterns before}}
    %s = lift.reduce vector(4) (%e = %l : !lift.array<64 x f32>) init (%acc = %z : f32) {
      %t = arith.addf %acc, %e : f32
      lift.yield %t : f32
    }
    // expected-warning @below {{vector width = 4 has no effect here}}
    // expected-note @below {{run lift-vectorize-patterns before}}
    %m = lift.map lcl(0) vector(4) (%a = %l : !lift.array<64 x f32>) {
      %t = arith.addf %a, %s : f32
      lift.yield %t : f32
    }
    lift.yield %m : !lift.array<64 x f32>
  }
  return %k : !lift.array<64 x f32>
}

// -----

// Nothing tests a computed index in a kernel: it must be known to be in range.
func.func @gather_next(%x: !lift.array<N x f32>)
    -> !lift.array<N x f32> {
  %k = lift.kernel local_size [] global_size [] {
    // expected-error @below {{has an index that is not known to lie in [0, N - 1]}}
    // expected-note @below {{state 'in_bounds' if it always does, or give 'lift.at' or 'lift.lookup' a default}}
    %r = lift.gather %x : !lift.array<N x f32> by (%i < N) {
      %one = arith.constant 1 : index
      %j = arith.addi %i, %one : index
      lift.yield %j : index
    }
    %m = lift.map (%a = %r : !lift.array<N x f32>) { lift.yield %a : f32 }
    lift.yield %m : !lift.array<N x f32>
  }
  return %k : !lift.array<N x f32>
}

// -----

func.func @gather_partner(%x: !lift.array<N x f32>)
    -> !lift.array<N x f32> {
  %k = lift.kernel local_size [] global_size [] {
    // expected-error @below {{has an index that is not known to lie in [0, N - 1]}}
    // expected-note @below {{state 'in_bounds' if it always does, or give 'lift.at' or 'lift.lookup' a default}}
    %r = lift.gather %x : !lift.array<N x f32> by (%i < N) {
      %one = arith.constant 1 : index
      %j = arith.xori %i, %one : index
      lift.yield %j : index
    }
    %m = lift.map (%a = %r : !lift.array<N x f32>) { lift.yield %a : f32 }
    lift.yield %m : !lift.array<N x f32>
  }
  return %k : !lift.array<N x f32>
}

// -----

func.func @lookup_anywhere(%x: !lift.array<N x f32>, %j: !lift.array<N x i32>)
    -> !lift.array<N x f32> {
  %k = lift.kernel local_size [] global_size [] {
    // expected-error @below {{has an index that is not known to lie in [0, N - 1]}}
    // expected-note @below {{state 'in_bounds' if it always does, or give 'lift.at' or 'lift.lookup' a default}}
    %r = lift.lookup %x at %j : !lift.array<N x f32>, !lift.array<N x i32>
    %m = lift.map (%a = %r : !lift.array<N x f32>) { lift.yield %a : f32 }
    lift.yield %m : !lift.array<N x f32>
  }
  return %k : !lift.array<N x f32>
}

// -----

func.func @at_argument(%x: !lift.array<N x f32>, %i: index)
    -> !lift.array<N x f32> {
  %k = lift.kernel local_size [] global_size [] {
    // expected-error @below {{has an index that is not known to lie in [0, N - 1]}}
    // expected-note @below {{state 'in_bounds' if it always does, or give 'lift.at' or 'lift.lookup' a default}}
    %e = lift.at %x[%i] : !lift.array<N x f32>
    %r = lift.broadcast %e sizes [N] : f32
    %m = lift.map (%a = %r : !lift.array<N x f32>) { lift.yield %a : f32 }
    lift.yield %m : !lift.array<N x f32>
  }
  return %k : !lift.array<N x f32>
}

// -----

// A clamp on one side, or to one too many.
func.func @clamped_below(%x: !lift.array<8 x f32>, %j: !lift.array<N x i32>)
    -> !lift.array<N x f32> {
  %k = lift.kernel local_size [] global_size [] {
    %zero = arith.constant 0 : i32
    %m = lift.map (%a = %j : !lift.array<N x i32>) {
      %b = arith.maxsi %a, %zero : i32
      %i = arith.index_cast %b : i32 to index
      // expected-error @below {{has an index that is not known to lie in [0, 7]}}
      // expected-note @below {{state 'in_bounds' if it always does, or give 'lift.at' or 'lift.lookup' a default}}
      %e = lift.at %x[%i] : !lift.array<8 x f32>
      lift.yield %e : f32
    }
    lift.yield %m : !lift.array<N x f32>
  }
  return %k : !lift.array<N x f32>
}

// -----

func.func @clamped_too_far(%x: !lift.array<8 x f32>, %j: !lift.array<N x i32>)
    -> !lift.array<N x f32> {
  %k = lift.kernel local_size [] global_size [] {
    %zero = arith.constant 0 : i32
    %eight = arith.constant 8 : i32
    %m = lift.map (%a = %j : !lift.array<N x i32>) {
      %b = arith.maxsi %a, %zero : i32
      %c = arith.minsi %b, %eight : i32
      %i = arith.index_cast %c : i32 to index
      // expected-error @below {{has an index that is not known to lie in [0, 7]}}
      // expected-note @below {{state 'in_bounds' if it always does, or give 'lift.at' or 'lift.lookup' a default}}
      %e = lift.at %x[%i] : !lift.array<8 x f32>
      lift.yield %e : f32
    }
    lift.yield %m : !lift.array<N x f32>
  }
  return %k : !lift.array<N x f32>
}

// -----

// The largest of two is as small as the other.
func.func @clamped_the_wrong_way(%x: !lift.array<8 x f32>, %j: !lift.array<N x i32>)
    -> !lift.array<N x f32> {
  %k = lift.kernel local_size [] global_size [] {
    %zero = arith.constant 0 : i32
    %seven = arith.constant 7 : i32
    %m = lift.map (%a = %j : !lift.array<N x i32>) {
      %b = arith.minsi %a, %zero : i32
      %c = arith.maxsi %b, %seven : i32
      %d = arith.minsi %a, %c : i32
      %i = arith.index_cast %d : i32 to index
      // expected-error @below {{has an index that is not known to lie in [0, 7]}}
      // expected-note @below {{state 'in_bounds' if it always does, or give 'lift.at' or 'lift.lookup' a default}}
      %e = lift.at %x[%i] : !lift.array<8 x f32>
      lift.yield %e : f32
    }
    lift.yield %m : !lift.array<N x f32>
  }
  return %k : !lift.array<N x f32>
}

// -----

// A cast cuts off what makes a number large; one of no sign makes a negative one
// large.
func.func @clamped_then_cut(%x: !lift.array<8 x f32>, %j: !lift.array<N x i64>)
    -> !lift.array<N x f32> {
  %k = lift.kernel local_size [] global_size [] {
    %zero = arith.constant 0 : i64
    %m = lift.map (%a = %j : !lift.array<N x i64>) {
      %b = arith.maxsi %a, %zero : i64
      %c = arith.trunci %b : i64 to i32
      %seven = arith.constant 7 : i32
      %d = arith.minsi %c, %seven : i32
      %i = arith.index_cast %d : i32 to index
      // expected-error @below {{has an index that is not known to lie in [0, 7]}}
      // expected-note @below {{state 'in_bounds' if it always does, or give 'lift.at' or 'lift.lookup' a default}}
      %e = lift.at %x[%i] : !lift.array<8 x f32>
      lift.yield %e : f32
    }
    lift.yield %m : !lift.array<N x f32>
  }
  return %k : !lift.array<N x f32>
}

// -----

func.func @clamped_above_without_sign(%x: !lift.array<8 x f32>, %j: !lift.array<N x i8>)
    -> !lift.array<N x f32> {
  %k = lift.kernel local_size [] global_size [] {
    %seven = arith.constant 7 : i8
    %m = lift.map (%a = %j : !lift.array<N x i8>) {
      %b = arith.minsi %a, %seven : i8
      %i = arith.index_castui %b : i8 to index
      // expected-error @below {{has an index that is not known to lie in [0, 7]}}
      // expected-note @below {{state 'in_bounds' if it always does, or give 'lift.at' or 'lift.lookup' a default}}
      %e = lift.at %x[%i] : !lift.array<8 x f32>
      lift.yield %e : f32
    }
    lift.yield %m : !lift.array<N x f32>
  }
  return %k : !lift.array<N x f32>
}

// -----

// Elements that a scatter leaves out would have no value.
func.func @scatter_anywhere(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  // expected-note @below {{read here}}
  %k = lift.kernel local_size [] global_size [] {
    %m = lift.map (%a = %x : !lift.array<N x f32>) { lift.yield %a : f32 }
    // expected-error @below {{can be written, but not read}}
    // expected-note @below {{state 'permutation' if it writes every element once: only then can the result be stored}}
    %r = lift.scatter %m : !lift.array<N x f32> by (%i < N) {
      lift.yield %i : index
    }
    lift.yield %r : !lift.array<N x f32>
  }
  return %k : !lift.array<N x f32>
}

// -----

func.func @scatter_read(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %k = lift.kernel local_size [] global_size [] {
    // expected-error @below {{can be written, but not read}}
    // expected-note @below {{materialize the result, or run lift-infer-spaces}}
    %r = lift.scatter permutation %x : !lift.array<N x f32> by (%i < N) {
      lift.yield %i : index
    }
    // expected-note @below {{read here}}
    %m = lift.map (%a = %r : !lift.array<N x f32>) { lift.yield %a : f32 }
    lift.yield %m : !lift.array<N x f32>
  }
  return %k : !lift.array<N x f32>
}

// -----

func.func @index_function(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %k = lift.kernel local_size [] global_size [] {
    %m = lift.map (%a = %x : !lift.array<N x f32>) { lift.yield %a : f32 }
    %r = lift.scatter permutation %m : !lift.array<N x f32> by (%i < N) {
      // expected-error @below {{cannot be lowered inside a kernel}}
      // expected-note @below {{run lift-normalize first; only arith, math, vector and lift operations can stand in a kernel}}
      %j = gpu.lane_id
      lift.yield %j : index
    }
    %s = lift.reverse %r : !lift.array<N x f32>
    lift.yield %s : !lift.array<N x f32>
  }
  return %k : !lift.array<N x f32>
}

// -----

// expected-error @below {{tuning names have no values}}
// expected-note @below {{run lift-bind-params first}}
func.func @no_values(%x: !lift.array<N x f32>) -> !lift.array<N x f32>
    attributes {lift.params = {G = [2, 4]}} {
  %k = lift.kernel local_size [1] global_size [G] {
    %m = lift.map seq (%a = %x : !lift.array<N x f32>) { lift.yield %a : f32 }
    lift.yield %m : !lift.array<N x f32>
  }
  return %k : !lift.array<N x f32>
}

// -----

// What is known of the sizes of a step is not asked for.
func.func @iterate(%x: !lift.array<N x f32>, %s: f32) -> !lift.array<N x f32> {
  // expected-error @below {{'lift.iterate' op is not in a kernel}}
  // expected-note @below {{run lift-form-kernels first}}
  %r = lift.iterate 2 size L (%v = %x : !lift.array<N x f32>) {
    %w = lift.pad %v low [0] high [L * L] clamp : !lift.array<L x f32>
    %t = lift.take %w size [L] : !lift.array<(L * L + L) x f32>
    lift.yield %t : !lift.array<L x f32>
  }
  return %r : !lift.array<N x f32>
}

// -----

func.func @scan_over_groups(%x: !lift.array<N x 128 x f32>, %z: !lift.array<128 x f32>)
    -> !lift.array<N x 128 x f32> {
  %k = lift.kernel local_size [64] global_size [128] {
    %s = lift.scan (%row = %x : !lift.array<N x 128 x f32>)
        init (%acc = %z : !lift.array<128 x f32>) {
      // expected-error @below {{cannot be mapped to glb(0)}}
      // expected-note @below {{S10: must not be mapped to wrg or glb: the steps of the scan around it depend on each other, and groups cannot wait for each other}}
      // expected-note @below {{map it to seq, or let lift-map-parallelism choose the mapping}}
      %n = lift.map glb(0) (%a = %acc, %b = %row
          : !lift.array<128 x f32>, !lift.array<128 x f32>) {
        %t = arith.addf %a, %b : f32
        lift.yield %t : f32
      }
      lift.yield %n : !lift.array<128 x f32>
    }
    lift.yield %s : !lift.array<N x 128 x f32>
  }
  return %k : !lift.array<N x 128 x f32>
}

// -----

func.func @while_over_work_items(%x: !lift.array<N x 64 x f32>, %z: !lift.array<64 x f32>, %go: i1)
    -> !lift.array<64 x f32> {
  %k = lift.kernel local_size [64] global_size [64] {
    // expected-error @below {{'loop.while' op spreads a step over work-items, which may take different numbers of steps}}
    // expected-note @below {{map it to seq, or map what is around}}
    %s = lift.reduce_while (%row = %x : !lift.array<N x 64 x f32>)
        init (%acc = %z : !lift.array<64 x f32>) while {
      lift.yield %go : i1
    } do {
      // expected-note @below {{mapped here}}
      %n = lift.map lcl(0) (%a = %acc, %b = %row
          : !lift.array<64 x f32>, !lift.array<64 x f32>) {
        %t = arith.addf %a, %b : f32
        lift.yield %t : f32
      }
      lift.yield %n : !lift.array<64 x f32>
    }
    lift.yield %s : !lift.array<64 x f32>
  }
  return %k : !lift.array<64 x f32>
}

// -----

func.func @scan_without_place(%x: !lift.array<N x f32>, %z: !lift.array<4 x f32>, %zero: f32)
    -> !lift.array<N x f32> {
  %k:2 = lift.kernel local_size [] global_size [] {
    // expected-error @below {{computes an array that is read but stored nowhere}}
    // expected-note @below {{materialize the result, or run lift-infer-spaces}}
    %s:2 = lift.scan (%e = %x : !lift.array<N x f32>)
        init (%acc = %z, %sum = %zero : !lift.array<4 x f32>, f32) {
      lift.yield %acc, %e : !lift.array<4 x f32>, f32
    }
    %m = lift.map (%row = %s#0 : !lift.array<N x 4 x f32>) {
      // expected-note @below {{read here}}
      %first = lift.at %row[0] : !lift.array<4 x f32>
      lift.yield %first : f32
    }
    lift.yield %s#1, %m : !lift.array<N x f32>, !lift.array<N x f32>
  }
  return %k#0 : !lift.array<N x f32>
}

// -----

// A scan that is read must be stored.
func.func @scan_not_stored(%x: !lift.array<N x f32>, %zero: f32) -> f32 {
  %k = lift.kernel local_size [] global_size [] {
    // expected-error @below {{computes an array that is read but stored nowhere}}
    // expected-note @below {{materialize the result, or run lift-infer-spaces}}
    %s = lift.scan (%e = %x : !lift.array<N x f32>) init (%acc = %zero : f32) {
      lift.yield %e : f32
    }
    // expected-note @below {{read here}}
    %r = lift.reduce (%e = %s : !lift.array<N x f32>) init (%acc = %zero : f32) {
      lift.yield %e : f32
    }
    lift.yield %r : f32
  }
  return %k : f32
}

// -----

// What is in a step is under a condition.
func.func @bins_over_work_items(%k: !lift.array<16 x i32>, %m: !lift.array<16 x 8 x f32>, %b: !lift.array<4 x f32>)
    -> !lift.array<4 x f32> {
  %r = lift.kernel local_size [8] global_size [8] {
    // expected-error @below {{'loop.if' op spreads over work-items what stands under a condition, where not all of them may come}}
    // expected-note @below {{map it to seq, or map what is around}}
    %h = lift.scatter_reduce (%i = %k, %row = %m : !lift.array<16 x i32>, !lift.array<16 x 8 x f32>)
        init (%bin = %b : !lift.array<4 x f32>) {
      // expected-note @below {{mapped here}}
      %n = lift.map lcl(0) (%e = %row : !lift.array<8 x f32>) {
        %q = arith.mulf %e, %e : f32
        lift.yield %q : f32
      }
      %p = lift.materialize %n in private : !lift.array<8 x f32>
      %first = lift.map lcl(0) (%e = %p : !lift.array<8 x f32>) { lift.yield %e : f32 }
      %g = lift.materialize %first in private : !lift.array<8 x f32>
      lift.yield %bin : f32
    }
    lift.yield %h : !lift.array<4 x f32>
  }
  return %r : !lift.array<4 x f32>
}

// -----

// One kernel does not store two parts of an array.
func.func @two_parts_of_one_kernel(%x: !lift.array<N x f32>) -> !lift.array<(N * 2) x f32> {
  %k:2 = lift.kernel {
    %m:2 = lift.map glb(0) (%e = %x : !lift.array<N x f32>) { lift.yield %e, %e : f32, f32 }
    lift.yield %m#0, %m#1 : !lift.array<N x f32>, !lift.array<N x f32>
  }
  // expected-error @below {{'lift.concat' op is not in a kernel}}
  // expected-note @below {{write a kernel around it}}
  %c = lift.concat %k#0, %k#1 : !lift.array<N x f32>, !lift.array<N x f32>
  return %c : !lift.array<(N * 2) x f32>
}

// -----

// Nor is a part what another kernel reads, or an argument.
func.func @part_that_is_read(%x: !lift.array<N x f32>) -> (!lift.array<(N * 2) x f32>, !lift.array<N x f32>) {
  %a = lift.kernel {
    %m = lift.map glb(0) (%e = %x : !lift.array<N x f32>) { lift.yield %e : f32 }
    lift.yield %m : !lift.array<N x f32>
  }
  %b = lift.kernel {
    %m = lift.map glb(0) (%e = %a : !lift.array<N x f32>) { lift.yield %e : f32 }
    lift.yield %m : !lift.array<N x f32>
  }
  %k = lift.kernel {
    %m = lift.map glb(0) (%e = %x : !lift.array<N x f32>) { lift.yield %e : f32 }
    lift.yield %m : !lift.array<N x f32>
  }
  // expected-error @below {{'lift.concat' op is not in a kernel}}
  // expected-note @below {{write a kernel around it}}
  %c = lift.concat %k, %a : !lift.array<N x f32>, !lift.array<N x f32>
  return %c, %b : !lift.array<(N * 2) x f32>, !lift.array<N x f32>
}
