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
  // expected-error @below {{cannot make an array of 'index': cast it to i32 or i64 with arith.index_cast}}
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

// -----

func.func @at_default_and_bounds(%x: !lift.array<4 x f32>, %v: f32) {
  // expected-error @below {{has a default, but no index out of bounds}}
  %e = lift.at in_bounds %x[0] default(%v : f32) : !lift.array<4 x f32>
  return
}

// -----

func.func @lookup_default(%x: !lift.array<4 x f32>, %k: !lift.array<3 x i32>,
    %v: i32) {
  // expected-error @below {{has a default of type 'i32' for elements of 'f32'}}
  %e = lift.lookup %x at %k default(%v : i32)
      : !lift.array<4 x f32>, !lift.array<3 x i32>
  return
}

// -----

func.func @lookup_default_and_bounds(%x: !lift.array<4 x f32>,
    %k: !lift.array<3 x i32>, %v: f32) {
  // expected-error @below {{has a default, but no index out of bounds}}
  %e = lift.lookup in_bounds %x at %k default(%v : f32)
      : !lift.array<4 x f32>, !lift.array<3 x i32>
  return
}

// -----

func.func @lookup_dimension(%x: !lift.array<4 x f32>, %k: !lift.array<3 x i32>) {
  // expected-error @below {{dimension 1 does not exist in '!lift.array<4 x f32>'}}
  %e = lift.lookup %x at %k dim 1 : !lift.array<4 x f32>, !lift.array<3 x i32>
  return
}

// -----

func.func @gather_dimension(%x: !lift.array<4 x f32>) {
  // expected-error @below {{dimension 1 does not exist in '!lift.array<4 x f32>'}}
  %g = lift.gather %x dim 1 : !lift.array<4 x f32> by (%i < 4) {
    lift.yield %i : index
  }
  return
}

// -----

func.func @gather_nothing(%x: !lift.array<4 x f32>) {
  // expected-error @below {{result would have a dimension of size 0}}
  %g = lift.gather %x : !lift.array<4 x f32> by (%i < 0) {
    lift.yield %i : index
  }
  return
}

// -----

func.func @scatter_two(%x: !lift.array<4 x f32>) {
  // expected-error @below {{needs one index, but has 2}}
  %g = lift.scatter %x : !lift.array<4 x f32> by (%i < 4, %j < 4) {
    lift.yield %i : index
  }
  return
}

// -----

func.func @scatter_value(%x: !lift.array<4 x f32>, %v: i32) {
  // expected-error @below {{body must yield an 'index', but yields 'i32'}}
  %g = lift.scatter %x : !lift.array<4 x f32> by (%i < 4) {
    lift.yield %v : i32
  }
  return
}

// -----

func.func @gather_yields_two(%x: !lift.array<4 x f32>) {
  // expected-error @below {{body must end with 'lift.yield' of one value}}
  %g = lift.gather %x : !lift.array<4 x f32> by (%i < 4) {
    lift.yield %i, %i : index, index
  }
  return
}

// -----

func.func @generate_no_index(%v: f32) {
  // expected-error @below {{needs at least one index}}
  %g = lift.generate () {
    lift.yield %v : f32
  }
  return
}

// -----

func.func @gather_arguments(%x: !lift.array<4 x f32>) {
  // expected-error @below {{body must take 1 arguments of type 'index'}}
  %g = "lift.gather"(%x) <{bounds = [#lift.size<4>]}> ({
  ^bb0(%i: i32):
    %j = arith.index_cast %i : i32 to index
    lift.yield %j : index
  }) : (!lift.array<4 x f32>) -> !lift.array<4 x f32>
  return
}

// -----

func.func @at_operands(%x: !lift.array<4 x f32>, %i: index) {
  // expected-error @below {{has 1 operands for 0 indices}}
  %e = "lift.at"(%x, %i) <{positions = [#lift.size<0>],
      operandSegmentSizes = array<i32: 1, 1, 0>}>
      : (!lift.array<4 x f32>, index) -> f32
  return
}
