// What the operations that index arrays freely reject.

// RUN: lift-opt %s --split-input-file --verify-diagnostics

func.func @generate_nothing(%v: i32) {
  // expected-error @below {{result would have a dimension of size 0}}
  %g = lift.generate (%i < 0) {
    lift.yield %v : i32
  }
  return
}

// -----

func.func @generate_index() {
  // expected-error @below {{cannot make an array of 'index'}}
  %g = lift.generate (%i < 4) {
    lift.yield %i : index
  }
  return
}

// -----

func.func @generate_array(%x: !lift.array<4 x f32>) {
  // expected-error @below {{cannot make an array of '!lift.array<4 x f32>'}}
  %g = lift.generate (%i < 4) {
    lift.yield %x : !lift.array<4 x f32>
  }
  return
}

// -----

func.func @gather_two(%x: !lift.array<4 x f32>) {
  // expected-error @below {{needs one index, but has 2}}
  %g = lift.gather %x : !lift.array<4 x f32> by (%i < 4, %j < 4) {
    lift.yield %i : index
  }
  return
}

// -----

func.func @gather_value(%x: !lift.array<4 x f32>, %v: i32) {
  // expected-error @below {{body must yield an 'index', but yields 'i32'}}
  %g = lift.gather %x : !lift.array<4 x f32> by (%i < 4) {
    lift.yield %v : i32
  }
  return
}

// -----

func.func @scatter_bound(%x: !lift.array<4 x f32>) {
  // expected-error @below {{has an index below 5 for an array of length 4}}
  %g = lift.scatter %x : !lift.array<4 x f32> by (%i < 5) {
    lift.yield %i : index
  }
  return
}

// -----

func.func @lookup_float(%x: !lift.array<4 x f32>) {
  // expected-error @below {{indices must be 'i32' or 'i64', but are 'f32'}}
  %g = lift.lookup %x at %x : !lift.array<4 x f32>, !lift.array<4 x f32>
  return
}

// -----

func.func @at_outside(%x: !lift.array<4 x f32>) {
  // expected-error @below {{element 4 does not exist in an array of length 4}}
  %e = lift.at %x[4] : !lift.array<4 x f32>
  return
}

// -----

func.func @at_too_many(%x: !lift.array<4 x f32>) {
  // expected-error @below {{dimension 1 does not exist in '!lift.array<4 x f32>'}}
  %e = lift.at %x[0, 0] : !lift.array<4 x f32>
  return
}

// -----

func.func @at_nothing(%x: !lift.array<4 x f32>) {
  // expected-error @below {{needs at least one index}}
  %e = lift.at %x[] : !lift.array<4 x f32>
  return
}

// -----

func.func @at_default(%x: !lift.array<4 x f32>, %v: i32) {
  // expected-error @below {{has a default of type 'i32' for elements of 'f32'}}
  %e = lift.at %x[0] default(%v : i32) : !lift.array<4 x f32>
  return
}
