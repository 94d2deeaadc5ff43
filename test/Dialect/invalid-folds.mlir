// RUN: lift-opt %s --split-input-file --verify-diagnostics

// What scan and reduce_while reject. What they share with reduce is tested with
// reduce, in invalid.mlir.

//===----------------------------------------------------------------------===//
// scan
//===----------------------------------------------------------------------===//

func.func @scan_mapped(%x: !lift.array<N x f32>, %zero: f32) {
  // expected-error @below {{cannot be mapped: its steps are sequential; map what is around it}}
  lift.scan lcl(0) (%e = %x : !lift.array<N x f32>) init (%acc = %zero : f32) {
    lift.yield %e : f32
  }
  return
}

// -----

func.func @scan_mapped_attribute(%x: !lift.array<N x f32>, %zero: f32) {
  // expected-error @below {{cannot be mapped: its steps are sequential; map what is around it}}
  lift.scan (%e = %x : !lift.array<N x f32>) init (%acc = %zero : f32)
      attributes {mapping = #lift.mapping<lcl(0)>} {
    lift.yield %e : f32
  }
  return
}

// -----

func.func @scan_no_operand(%zero: f32) {
  // expected-error @below {{expected at least one operand}}
  lift.scan () init (%acc = %zero : f32) { lift.yield %acc : f32 }
  return
}

// -----

func.func @scan_no_init(%x: !lift.array<N x f32>) {
  // expected-error @below {{needs at least one initial value}}
  lift.scan (%e = %x : !lift.array<N x f32>) init () { lift.yield }
  return
}

// -----

func.func @scan_lengths_differ(%x: !lift.array<8 x f32>,
                               %y: !lift.array<4 x f32>, %zero: f32) {
  // expected-error @below {{operand #1 has length 4 where operand #0 has 8}}
  lift.scan (%e = %x, %f = %y : !lift.array<8 x f32>, !lift.array<4 x f32>)
      init (%acc = %zero : f32) {
    lift.yield %e : f32
  }
  return
}

// -----

func.func @scan_unroll(%x: !lift.array<N x f32>, %zero: f32) {
  // expected-error @below {{unroll factor -1 is negative}}
  %0 = "lift.scan"(%x, %zero) <{operandSegmentSizes = array<i32: 1, 1>, unroll = -1 : i64}> ({
  ^bb0(%e: f32, %acc: f32):
    lift.yield %acc : f32
  }) : (!lift.array<N x f32>, f32) -> !lift.array<N x f32>
  return
}

// -----

func.func @scan_result_type(%x: !lift.array<N x f32>, %zero: f32) {
  // expected-error @below {{result #0 has the wrong type}}
  // expected-note @below {{expected type: '!lift.array<N x f32>'}}
  // expected-note @below {{actual type: 'f32'}}
  %0 = "lift.scan"(%x, %zero) <{operandSegmentSizes = array<i32: 1, 1>}> ({
  ^bb0(%e: f32, %acc: f32):
    lift.yield %acc : f32
  }) : (!lift.array<N x f32>, f32) -> f32
  return
}

// -----

func.func @scan_of_no_element(%x: !lift.array<N x f32>, %zero: i7) {
  // expected-error @below {{cannot make an array of 'i7'}}
  // expected-note @below {{cast it to i1, i8, i16, i32 or i64 first}}
  lift.scan (%e = %x : !lift.array<N x f32>) init (%acc = %zero : i7) {
    lift.yield %acc : i7
  }
  return
}

// -----

func.func @scan_of_no_element_generic(%x: !lift.array<N x f32>, %zero: i7) {
  // expected-error @below {{cannot make an array of 'i7'}}
  // expected-note @below {{cast it to i1, i8, i16, i32 or i64 first}}
  %0 = "lift.scan"(%x, %zero) <{operandSegmentSizes = array<i32: 1, 1>}> ({
  ^bb0(%e: f32, %acc: i7):
    lift.yield %acc : i7
  }) : (!lift.array<N x f32>, i7) -> !lift.array<N x f32>
  return
}

// -----

func.func @scan_yields_wrong_type(%x: !lift.array<N x f32>, %zero: i32) {
  // expected-error @below {{yields a value of the wrong type for accumulator #0}}
  lift.scan (%e = %x : !lift.array<N x f32>) init (%acc = %zero : i32) {
    // expected-note @below {{expected type: 'i32'}}
    // expected-note @below {{actual type: 'f32'}}
    lift.yield %e : f32
  }
  return
}

// -----

//===----------------------------------------------------------------------===//
// reduce_while
//===----------------------------------------------------------------------===//

func.func @while_mapped(%x: !lift.array<N x f32>, %zero: f32) {
  // expected-error @below {{cannot be mapped: its steps are sequential; map what is around it}}
  lift.reduce_while glb(0) (%e = %x : !lift.array<N x f32>)
      init (%acc = %zero : f32) while {
    lift.yield %e : f32
  } do {
    lift.yield %e : f32
  }
  return
}

// -----

func.func @while_without_do(%x: !lift.array<N x f32>, %zero: f32, %go: i1) {
  lift.reduce_while (%e = %x : !lift.array<N x f32>)
      init (%acc = %zero : f32) while {
    lift.yield %go : i1
  }
  // expected-error @below {{expected 'do'}}
  return
}

// -----

func.func @while_predicate_type(%x: !lift.array<N x f32>, %zero: f32) {
  // expected-error @below {{predicate must yield one i1}}
  lift.reduce_while (%e = %x : !lift.array<N x f32>)
      init (%acc = %zero : f32) while {
    lift.yield %e : f32
  } do {
    lift.yield %e : f32
  }
  return
}

// -----

func.func @while_predicate_count(%x: !lift.array<N x f32>, %zero: f32, %go: i1) {
  // expected-error @below {{predicate must yield one i1}}
  lift.reduce_while (%e = %x : !lift.array<N x f32>)
      init (%acc = %zero : f32) while {
    lift.yield %go, %go : i1, i1
  } do {
    lift.yield %e : f32
  }
  return
}

// -----

func.func @while_predicate_terminator(%x: !lift.array<N x f32>, %zero: f32) {
  // expected-error @below {{body must end with 'lift.yield'}}
  lift.reduce_while (%e = %x : !lift.array<N x f32>)
      init (%acc = %zero : f32) while {
    %b = arith.addf %acc, %e : f32
  } do {
    lift.yield %e : f32
  }
  return
}

// -----

func.func @while_predicate_arguments(%x: !lift.array<N x f32>, %zero: f32, %go: i1) {
  // expected-error @below {{body has 1 arguments for 1 operands and 1 accumulators}}
  %0 = "lift.reduce_while"(%x, %zero) <{operandSegmentSizes = array<i32: 1, 1>}> ({
  ^bb0(%e: f32):
    lift.yield %go : i1
  }, {
  ^bb0(%e: f32, %acc: f32):
    lift.yield %e : f32
  }) : (!lift.array<N x f32>, f32) -> f32
  return
}

// -----

func.func @while_yields(%x: !lift.array<N x f32>, %zero: f32, %go: i1) {
  // expected-error @below {{body yields 2 values for 1 accumulators}}
  lift.reduce_while (%e = %x : !lift.array<N x f32>)
      init (%acc = %zero : f32) while {
    lift.yield %go : i1
  } do {
    lift.yield %e, %e : f32, f32
  }
  return
}

// -----

func.func @while_result_type(%x: !lift.array<N x f32>, %zero: f32, %go: i1) {
  // expected-error @below {{result #0 has the wrong type}}
  // expected-note @below {{expected type: 'f32'}}
  // expected-note @below {{actual type: '!lift.array<N x f32>'}}
  %0 = "lift.reduce_while"(%x, %zero) <{operandSegmentSizes = array<i32: 1, 1>}> ({
  ^bb0(%e: f32, %acc: f32):
    lift.yield %go : i1
  }, {
  ^bb0(%e: f32, %acc: f32):
    lift.yield %e : f32
  }) : (!lift.array<N x f32>, f32) -> !lift.array<N x f32>
  return
}
