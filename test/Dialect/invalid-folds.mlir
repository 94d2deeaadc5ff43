// RUN: lift-opt %s --split-input-file --verify-diagnostics

// What scan, reduce_while and scatter_reduce reject. What they share with reduce is tested with
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

// -----

//===----------------------------------------------------------------------===//
// scatter_reduce
//===----------------------------------------------------------------------===//

func.func @bins_mapped(%k: !lift.array<N x i32>, %b: !lift.array<B x i32>) {
  // expected-error @below {{can be mapped to lcl and glb only}}
  lift.scatter_reduce wrg(0) (%e = %k : !lift.array<N x i32>)
      init (%bin = %b : !lift.array<B x i32>) {
    lift.yield %bin : i32
  }
  return
}

// -----

func.func @bins_mapped_attribute(%k: !lift.array<N x i32>, %b: !lift.array<B x i32>) {
  // expected-error @below {{can be mapped to lcl and glb only}}
  lift.scatter_reduce (%e = %k : !lift.array<N x i32>)
      init (%bin = %b : !lift.array<B x i32>)
      attributes {mapping = #lift.mapping<wrg(0)>} {
    lift.yield %bin : i32
  }
  return
}

// -----

func.func @bins_of_groups_in_map(%k: !lift.array<M x N x i32>, %b: !lift.array<B x i32>) {
  lift.map (%row = %k : !lift.array<M x N x i32>) {
    // expected-error @below {{is mapped to glb, but stands inside of lift.map}}
    // expected-note @below {{it has to be a result of a kernel; else map it to lcl}}
    %h = lift.scatter_reduce glb(0) (%e = %row : !lift.array<N x i32>)
        init (%bin = %b : !lift.array<B x i32>) {
      lift.yield %bin : i32
    }
    lift.yield %h : !lift.array<B x i32>
  }
  return
}

// -----

func.func @bins_mapped_doubles(%k: !lift.array<N x i32>, %b: !lift.array<B x f64>, %one: f64) {
  // expected-error @below {{is mapped, but its steps are no atomic operations on integers or floats of 32 or 64 bits}}
  // expected-note @below {{split its operands, map the parts, and add up the bins}}
  lift.scatter_reduce lcl(0) (%e = %k : !lift.array<N x i32>)
      init (%bin = %b : !lift.array<B x f64>) {
    %n = arith.maximumf %bin, %one : f64
    lift.yield %n : f64
  }
  return
}

// -----

func.func @bins_mapped_products(%k: !lift.array<N x i32>, %b: !lift.array<B x f32>, %one: f32) {
  // expected-error @below {{is mapped, but its steps are no atomic operations on integers or floats of 32 or 64 bits}}
  // expected-note @below {{split its operands, map the parts, and add up the bins}}
  lift.scatter_reduce lcl(0) (%e = %k : !lift.array<N x i32>)
      init (%bin = %b : !lift.array<B x f32>) {
    %n = arith.mulf %bin, %one : f32
    lift.yield %n : f32
  }
  return
}

// -----

// An infinity would be what leaves bins as they are.
func.func @bins_mapped_finite(%k: !lift.array<N x i32>, %b: !lift.array<B x f32>, %one: f32) {
  // expected-error @below {{is mapped, but its steps are no atomic operations on integers or floats of 32 or 64 bits}}
  // expected-note @below {{split its operands, map the parts, and add up the bins}}
  lift.scatter_reduce lcl(0) (%e = %k : !lift.array<N x i32>)
      init (%bin = %b : !lift.array<B x f32>) {
    %n = arith.maximumf %bin, %one fastmath<ninf> : f32
    lift.yield %n : f32
  }
  return
}

// -----

func.func @bins_mapped_dependent(%k: !lift.array<N x i32>, %b: !lift.array<B x i32>) {
  // expected-error @below {{is mapped, but its steps are no atomic operations on integers or floats of 32 or 64 bits}}
  // expected-note @below {{split its operands, map the parts, and add up the bins}}
  lift.scatter_reduce lcl(0) (%e = %k : !lift.array<N x i32>)
      init (%bin = %b, %other = %b : !lift.array<B x i32>, !lift.array<B x i32>) {
    %n = arith.addi %bin, %e : i32
    %m = arith.addi %other, %n : i32
    lift.yield %n, %m : i32, i32
  }
  return
}

// -----

func.func @bins_mapped_doubled(%k: !lift.array<N x i32>, %b: !lift.array<B x i32>) {
  // expected-error @below {{is mapped, but its steps are no atomic operations on integers or floats of 32 or 64 bits}}
  // expected-note @below {{split its operands, map the parts, and add up the bins}}
  lift.scatter_reduce lcl(0) (%e = %k : !lift.array<N x i32>)
      init (%bin = %b : !lift.array<B x i32>) {
    %n = arith.addi %bin, %bin : i32
    lift.yield %n : i32
  }
  return
}

// -----

func.func @bins_no_index(%b: !lift.array<B x i32>) {
  // expected-error @below {{expected at least one operand}}
  lift.scatter_reduce () init (%bin = %b : !lift.array<B x i32>) {
    lift.yield %bin : i32
  }
  return
}

// -----

func.func @bins_none(%k: !lift.array<N x i32>) {
  // expected-error @below {{needs at least one initial value}}
  lift.scatter_reduce (%e = %k : !lift.array<N x i32>) init () {
    lift.yield
  }
  return
}

// -----

func.func @bins_scalar(%k: !lift.array<N x i32>, %b: i32) {
  // expected-error @below {{operand of type 'i32' is not an array}}
  lift.scatter_reduce (%e = %k : !lift.array<N x i32>) init (%bin = %b : i32) {
    lift.yield %bin : i32
  }
  return
}

// -----

func.func @bins_index_type(%k: !lift.array<N x f32>, %b: !lift.array<B x i32>) {
  // expected-error @below {{the first operand says which bin; its elements must be 'i32' or 'i64', but are 'f32'}}
  lift.scatter_reduce (%e = %k : !lift.array<N x f32>)
      init (%bin = %b : !lift.array<B x i32>) {
    lift.yield %bin : i32
  }
  return
}

// -----

func.func @bins_index_rank(%k: !lift.array<N x M x i32>, %b: !lift.array<B x i32>) {
  // expected-error @below {{its elements must be 'i32' or 'i64', but are '!lift.array<M x i32>'}}
  lift.scatter_reduce (%e = %k : !lift.array<N x M x i32>)
      init (%bin = %b : !lift.array<B x i32>) {
    lift.yield %bin : i32
  }
  return
}

// -----

func.func @bins_of_arrays(%k: !lift.array<N x i32>, %b: !lift.array<B x M x i32>) {
  // expected-error @below {{bins must be scalars, but are of type '!lift.array<M x i32>'}}
  // expected-note @below {{make one histogram of numbers for each column, by a map over the columns}}
  lift.scatter_reduce (%e = %k : !lift.array<N x i32>)
      init (%bin = %b : !lift.array<B x M x i32>) {
    lift.yield %bin : !lift.array<M x i32>
  }
  return
}

// -----

func.func @bins_lengths(%k: !lift.array<8 x i32>, %x: !lift.array<9 x f32>,
                        %b: !lift.array<B x i32>) {
  // expected-error @below {{operand #1 has length 9 where operand #0 has 8}}
  lift.scatter_reduce (%e = %k, %f = %x : !lift.array<8 x i32>, !lift.array<9 x f32>)
      init (%bin = %b : !lift.array<B x i32>) {
    lift.yield %bin : i32
  }
  return
}

// -----

func.func @bins_numbers(%k: !lift.array<N x i32>, %a: !lift.array<8 x i32>,
                        %b: !lift.array<9 x i32>) {
  // expected-error @below {{operand #1 has length 9 where operand #0 has 8}}
  lift.scatter_reduce (%e = %k : !lift.array<N x i32>)
      init (%u = %a, %v = %b : !lift.array<8 x i32>, !lift.array<9 x i32>) {
    lift.yield %u, %v : i32, i32
  }
  return
}

// -----

func.func @bins_yield(%k: !lift.array<N x i32>, %b: !lift.array<B x f32>) {
  // expected-error @below {{yields a value of the wrong type for accumulator #0}}
  lift.scatter_reduce (%e = %k : !lift.array<N x i32>)
      init (%bin = %b : !lift.array<B x f32>) {
    // expected-note @below {{expected type: 'f32'}}
    // expected-note @below {{actual type: 'i32'}}
    lift.yield %e : i32
  }
  return
}

// -----

func.func @bins_yields(%k: !lift.array<N x i32>, %b: !lift.array<B x f32>) {
  // expected-error @below {{body yields 2 values for 1 accumulators}}
  lift.scatter_reduce (%e = %k : !lift.array<N x i32>)
      init (%bin = %b : !lift.array<B x f32>) {
    lift.yield %bin, %bin : f32, f32
  }
  return
}

// -----

func.func @bins_argument(%k: !lift.array<N x i32>, %b: !lift.array<B x f32>) {
  // expected-error @below {{accumulator of type '!lift.array<B x f32>' has an initial value of type '!lift.array<B x f32>'}}
  %0 = "lift.scatter_reduce"(%k, %b) <{operandSegmentSizes = array<i32: 1, 1>}> ({
  ^bb0(%e: i32, %bin: !lift.array<B x f32>):
    lift.yield %bin : !lift.array<B x f32>
  }) : (!lift.array<N x i32>, !lift.array<B x f32>) -> !lift.array<B x f32>
  return
}

// -----

func.func @bins_result(%k: !lift.array<N x i32>, %b: !lift.array<B x f32>) {
  // expected-error @below {{result #0 has the wrong type}}
  // expected-note @below {{expected type: '!lift.array<B x f32>'}}
  // expected-note @below {{actual type: '!lift.array<N x f32>'}}
  %0 = "lift.scatter_reduce"(%k, %b) <{operandSegmentSizes = array<i32: 1, 1>}> ({
  ^bb0(%e: i32, %bin: f32):
    lift.yield %bin : f32
  }) : (!lift.array<N x i32>, !lift.array<B x f32>) -> !lift.array<N x f32>
  return
}
