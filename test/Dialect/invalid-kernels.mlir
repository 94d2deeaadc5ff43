// Errors of the operations that say where values live and what runs together.

// RUN: lift-opt %s --split-input-file --verify-diagnostics

func.func @materialize_space(%x: !lift.array<N x f32>) {
  // expected-error @below {{expected 'global', 'local' or 'private'}}
  lift.materialize %x in shared : !lift.array<N x f32>
  return
}

// -----

func.func @materialize_scalar(%x: f32) {
  // expected-error @below {{operand #0 must be a multi-dimensional array, an array of arrays at the same time, but got 'f32'}}
  lift.materialize %x in local : f32
  return
}

// -----

func.func @materialize_pad_count(%x: !lift.array<N x f32>) {
  // expected-error @below {{pads 2 dimensions of an array of 1}}
  lift.materialize %x in local {pad = array<i64: 0, 4>} : !lift.array<N x f32>
  return
}

// -----

func.func @materialize_no_tuples(%x: !lift.array<N x f32>) {
  // expected-error @below {{interleaves components of one type, but has elements of 'f32'}}
  lift.materialize %x in local {interleaved} : !lift.array<N x f32>
  return
}

// -----

func.func @materialize_two_types(%x: !lift.array<N x tuple<f32, i32>>) {
  // expected-error @below {{interleaves components of one type, but has elements of 'tuple<f32, i32>'}}
  lift.materialize %x in local {interleaved} : !lift.array<N x tuple<f32, i32>>
  return
}

// -----

func.func @materialize_inner_arrays(%x: !lift.array<N x tuple<!lift.array<4 x f32>, !lift.array<4 x f32>>>) {
  // expected-error @below {{interleaves components of one type, but has elements of 'tuple<!lift.array<4 x f32>, !lift.array<4 x f32>>'}}
  lift.materialize %x in local {interleaved} : !lift.array<N x tuple<!lift.array<4 x f32>, !lift.array<4 x f32>>>
  return
}

// -----

func.func @materialize_no_components(%x: !lift.array<N x tuple<>>) {
  // expected-error @below {{interleaves components of one type, but has elements of 'tuple<>'}}
  lift.materialize %x in local {interleaved} : !lift.array<N x tuple<>>
  return
}

// -----

func.func @materialize_negative_pad(%x: !lift.array<N x f32>) {
  // expected-error @below {{pads a row by a negative number of elements}}
  lift.materialize %x in local {pad = array<i64: -1>} : !lift.array<N x f32>
  return
}

// -----

func.func @materialize_no_buffers(%x: !lift.array<N x f32>) {
  // expected-error @below {{attribute 'buffers' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  lift.materialize %x in local {buffers = 0} : !lift.array<N x f32>
  return
}

// -----

func.func @materialize_changes_type(%x: !lift.array<N x f32>) {
  // expected-error @below {{requires the same type for all operands and results}}
  %0 = "lift.materialize"(%x) <{space = #lift<address_space local>}>
      : (!lift.array<N x f32>) -> !lift.array<M x f32>
  return
}

// -----

func.func @copy_mappings(%x: !lift.array<N x f32>) {
  // expected-error @below {{has 2 mappings for 1 dimensions}}
  lift.copy %x [lcl(1), lcl(0)] in local : !lift.array<N x f32>
  return
}

// -----

func.func @copy_no_mapping(%x: !lift.array<N x f32>) {
  // expected-error @below {{expected a mapping: seq, fused, lcl(d), wrg(d) or glb(d)}}
  lift.copy %x [] in local : !lift.array<N x f32>
  return
}

// -----

func.func @copy_pad(%x: !lift.array<N x f32>) {
  // expected-error @below {{pads 2 dimensions of an array of 1}}
  lift.copy %x in local {pad = array<i64: 0, 4>} : !lift.array<N x f32>
  return
}

// -----

func.func @size_result() {
  // expected-error @below {{invalid kind of type specified}}
  %0 = lift.size 4 : i32
  return
}

// -----

func.func @kernel_in_map(%x: !lift.array<N x f32>) {
  lift.map (%a = %x : !lift.array<N x f32>) {
    // expected-error @below {{must stand at the top level of a function}}
    %0 = lift.kernel local_size [] global_size [] {
      lift.yield %a : f32
    }
    lift.yield %0 : f32
  }
  return
}

// -----

func.func @kernel_in_kernel() {
  lift.kernel local_size [] global_size [] {
    // expected-error @below {{must stand at the top level of a function}}
    lift.kernel local_size [] global_size [] {
      lift.yield
    }
    lift.yield
  }
  return
}

// -----

// expected-error @below {{must stand at the top level of a function}}
lift.kernel local_size [] global_size [] {
  lift.yield
}

// -----

func.func @kernel_dimensions() {
  // expected-error @below {{has more than three launch dimensions}}
  lift.kernel local_size [] global_size [1, 1, 1, 1] { lift.yield }
  return
}

// -----

func.func @kernel_global_alone() {
  // expected-error @below {{'lift.kernel' op has a global_size, but no local_size}}
  lift.kernel global_size [4] { lift.yield }
  return
}

// -----

func.func @kernel_size_zero() {
  // expected-error @below {{launch size 0 is not positive}}
  lift.kernel local_size [0] global_size [4] { lift.yield }
  return
}

// -----

func.func @kernel_division() {
  // expected-error @below {{local size 3 does not divide global size 4 in dimension 1}}
  lift.kernel local_size [1, 3] global_size [4, 4] { lift.yield }
  return
}

// -----

func.func @kernel_global_missing() {
  // expected-error @below {{local size 2 does not divide global size 1 in dimension 0}}
  lift.kernel local_size [2] global_size [] { lift.yield }
  return
}

// -----

func.func @kernel_no_yield() {
  // expected-error @below {{body must end with 'lift.yield'}}
  lift.kernel local_size [] global_size [] {
    func.return
  }
  return
}

// -----

func.func @kernel_argument() {
  // expected-error @below {{body must not have arguments}}
  "lift.kernel"() <{local_size = [], global_size = []}> ({
  ^bb0(%a: f32):
    lift.yield
  }) : () -> ()
  return
}

// -----

func.func @kernel_result_types(%x: !lift.array<N x f32>) {
  // expected-error @below {{result types differ from the types that its body yields}}
  %0 = "lift.kernel"() <{local_size = [], global_size = []}> ({
    lift.yield
  }) : () -> f32
  return
}

// -----

func.func @kernel_sizes() {
  // expected-error @below {{attribute 'local_size' failed to satisfy constraint: array of sizes}}
  "lift.kernel"() <{local_size = [1], global_size = []}> ({
    lift.yield
  }) : () -> ()
  return
}

// -----

func.func @barrier_of_nothing() {
  // expected-error @below {{must order local or global memory}}
  lift.barrier
  return
}
