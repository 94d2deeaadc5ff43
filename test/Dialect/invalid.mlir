// Errors of maps, reductions, iterates and tuples.

// RUN: lift-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

//===----------------------------------------------------------------------===//
// map
//===----------------------------------------------------------------------===//

func.func @map_no_operand() {
  // expected-error @below {{expected at least one operand}}
  lift.map () { lift.yield }
  return
}

// -----

func.func @map_scalar_operand(%x: f32) {
  // expected-error @below {{operand of type 'f32' is not an array}}
  lift.map (%a = %x : f32) { lift.yield %a : f32 }
  return
}

// -----

func.func @map_too_few_types(%x: !lift.array<N x f32>) {
  // expected-error @below {{expected 2 operand types, but got 1}}
  lift.map (%a = %x, %b = %x : !lift.array<N x f32>) { lift.yield %a : f32 }
  return
}

// -----

func.func @map_lengths_differ(%x: !lift.array<8 x f32>, %y: !lift.array<9 x f32>) {
  // expected-error @below {{operand #1 has length 9 where operand #0 has 8}}
  lift.map (%a = %x, %b = %y : !lift.array<8 x f32>, !lift.array<9 x f32>) {
    lift.yield %a : f32
  }
  return
}

// -----

// Whatever N is.
func.func @map_lengths_always_differ(%x: !lift.array<N x f32>,
                                     %y: !lift.array<(N + 1) x f32>) {
  // expected-error @below {{operand #1 has length N + 1 where operand #0 has N}}
  lift.map (%a = %x, %b = %y : !lift.array<N x f32>, !lift.array<(N + 1) x f32>) {
    lift.yield %a : f32
  }
  return
}

// -----

func.func @map_yields_index(%x: !lift.array<N x f32>) {
  // expected-error @below {{cannot make an array of 'index'}}
  // expected-note @below {{cast it to i1, i8, i16, i32 or i64 first}}
  lift.map (%a = %x : !lift.array<N x f32>) {
    %n = lift.size N : index
    lift.yield %n : index
  }
  return
}

// -----

func.func @map_yields_odd_integer(%x: !lift.array<N x i32>) {
  // expected-error @below {{cannot make an array of 'i7'}}
  // expected-note @below {{cast it to i1}}
  lift.map (%a = %x : !lift.array<N x i32>) {
    %n = arith.trunci %a : i32 to i7
    lift.yield %n : i7
  }
  return
}

// -----

func.func @map_yields_matrix(%x: !lift.array<N x f32>, %v: vector<2x2xf32>) {
  // expected-error @below {{cannot make an array of 'vector<2x2xf32>'}}
  lift.map (%a = %x : !lift.array<N x f32>) { lift.yield %v : vector<2x2xf32> }
  return
}

// -----

func.func @map_wrong_terminator(%x: !lift.array<N x f32>) {
  // expected-error @below {{body must end with 'lift.yield'}}
  lift.map (%a = %x : !lift.array<N x f32>) {
    %b = arith.addf %a, %a : f32
  }
  return
}

// -----

func.func @map_empty_body(%x: !lift.array<N x f32>) {
  // expected-error @below {{body must end with 'lift.yield'}}
  lift.map (%a = %x : !lift.array<N x f32>) {
  }
  return
}

// -----

func.func @map_two_blocks(%x: !lift.array<N x f32>) {
  // expected-error @below {{body must end with 'lift.yield'}}
  lift.map (%a = %x : !lift.array<N x f32>) {
    cf.br ^next
  ^next:
    lift.yield %a : f32
  }
  return
}

// -----

func.func @map_generic_two_blocks(%x: !lift.array<N x f32>) {
  // expected-error @below {{expects region #0 to have 0 or 1 blocks}}
  "lift.map"(%x) ({
  ^bb0(%a: f32):
    cf.br ^next
  ^next:
    lift.yield
  }) : (!lift.array<N x f32>) -> ()
  return
}

// -----

func.func @map_generic_no_block(%x: !lift.array<N x f32>) {
  // expected-error @below {{region #0 ('body') failed to verify constraint: region with 1 blocks}}
  "lift.map"(%x) ({}) : (!lift.array<N x f32>) -> ()
  return
}

// -----

func.func @map_generic_terminator(%x: !lift.array<N x f32>) {
  // expected-error @below {{body must end with 'lift.yield'}}
  "lift.map"(%x) ({
  ^bb0(%a: f32):
    "test.end"() : () -> ()
  }) : (!lift.array<N x f32>) -> ()
  return
}

// -----

func.func @map_results_of_wrong_type(%x: !lift.array<N x f32>) {
  // expected-error @below {{result #0 has the wrong type}}
  // expected-note @below {{expected type: '!lift.array<N x f32>'}}
  // expected-note @below {{actual type: '!lift.array<M x f32>'}}
  %0 = "lift.map"(%x) ({
  ^bb0(%a: f32):
    lift.yield %a : f32
  }) : (!lift.array<N x f32>) -> !lift.array<M x f32>
  return
}

// -----

func.func @map_results_missing(%x: !lift.array<N x f32>) {
  // expected-error @below {{has 0 results where its body yields 1 values}}
  "lift.map"(%x) ({
  ^bb0(%a: f32):
    lift.yield %a : f32
  }) : (!lift.array<N x f32>) -> ()
  return
}

// -----

func.func @map_argument_count(%x: !lift.array<N x f32>) {
  // expected-error @below {{body has 2 arguments for 1 operands}}
  %0 = "lift.map"(%x) ({
  ^bb0(%a: f32, %b: f32):
    lift.yield %a : f32
  }) : (!lift.array<N x f32>) -> !lift.array<N x f32>
  return
}

// -----

func.func @map_argument_type(%x: !lift.array<N x f32>) {
  // expected-error @below {{argument #0 of the body has the wrong type}}
  // expected-note @below {{expected type: 'f32'}}
  // expected-note @below {{actual type: 'i32'}}
  %0 = "lift.map"(%x) ({
  ^bb0(%a: i32):
    lift.yield %a : i32
  }) : (!lift.array<N x f32>) -> !lift.array<N x i32>
  return
}

// -----

func.func @map_generic_no_operand() {
  // expected-error @below {{needs at least one operand}}
  "lift.map"() ({
    lift.yield
  }) : () -> ()
  return
}

// -----

func.func @map_generic_scalar(%x: f32) {
  // expected-error @below {{operand #0 must be variadic of a multi-dimensional array}}
  "lift.map"(%x) ({
  ^bb0(%a: f32):
    lift.yield
  }) : (f32) -> ()
  return
}

// -----

func.func @map_bad_dimension(%x: !lift.array<N x f32>) {
  // expected-error @below {{mapping dimension 7 is not one of 0, 1 and 2}}
  lift.map glb(7) (%a = %x : !lift.array<N x f32>) { lift.yield %a : f32 }
  return
}

// -----

func.func @map_dimension_of_seq(%x: !lift.array<N x f32>) {
  // expected-error @below {{expected SSA operand}}
  lift.map seq(0) (%a = %x : !lift.array<N x f32>) { lift.yield %a : f32 }
  return
}

// -----

func.func @map_unroll_zero(%x: !lift.array<N x f32>) {
  // expected-error @below {{expected a positive factor}}
  lift.map unroll(0) (%a = %x : !lift.array<N x f32>) { lift.yield %a : f32 }
  return
}

// -----

func.func @map_unroll_negative(%x: !lift.array<N x f32>) {
  // expected-error @below {{unroll factor -1 is negative}}
  %0 = "lift.map"(%x) <{unroll = -1}> ({
  ^bb0(%a: f32):
    lift.yield %a : f32
  }) : (!lift.array<N x f32>) -> !lift.array<N x f32>
  return
}

// -----

func.func @map_vector_width(%x: !lift.array<N x f32>) {
  // expected-error @below {{vector width 5 is not 2, 3, 4, 8 or 16}}
  lift.map vector(5) (%a = %x : !lift.array<N x f32>) { lift.yield %a : f32 }
  return
}

// -----

//===----------------------------------------------------------------------===//
// reduce
//===----------------------------------------------------------------------===//

func.func @reduce_mapped(%x: !lift.array<N x f32>, %zero: f32) {
  // expected-error @below {{cannot be mapped: a reduction is sequential; split it and map the parts}}
  lift.reduce lcl(0) (%e = %x : !lift.array<N x f32>) init (%acc = %zero : f32) {
    lift.yield %e : f32
  }
  return
}

// -----

func.func @reduce_mapped_attribute(%x: !lift.array<N x f32>, %zero: f32) {
  // expected-error @below {{cannot be mapped: a reduction is sequential; split it and map the parts}}
  lift.reduce (%e = %x : !lift.array<N x f32>) init (%acc = %zero : f32)
      attributes {mapping = #lift.mapping<lcl(0)>} {
    lift.yield %e : f32
  }
  return
}

// -----

func.func @reduce_no_operand(%zero: f32) {
  // expected-error @below {{expected at least one operand}}
  lift.reduce () init (%acc = %zero : f32) { lift.yield %acc : f32 }
  return
}

// -----

func.func @reduce_no_init(%x: !lift.array<N x f32>) {
  // expected-error @below {{needs at least one initial value}}
  lift.reduce (%e = %x : !lift.array<N x f32>) init () { lift.yield }
  return
}

// -----

func.func @reduce_missing_init(%x: !lift.array<N x f32>) {
  // expected-error @below {{expected 'init'}}
  lift.reduce (%e = %x : !lift.array<N x f32>) { lift.yield %e : f32 }
  return
}

// -----

func.func @reduce_lengths_differ(%x: !lift.array<8 x f32>,
                                 %y: !lift.array<4 x f32>, %zero: f32) {
  // expected-error @below {{operand #1 has length 4 where operand #0 has 8}}
  lift.reduce (%e = %x, %f = %y : !lift.array<8 x f32>, !lift.array<4 x f32>)
      init (%acc = %zero : f32) {
    lift.yield %e : f32
  }
  return
}

// -----

func.func @reduce_yields_too_many(%x: !lift.array<N x f32>, %zero: f32) {
  // expected-error @below {{body yields 2 values for 1 accumulators}}
  lift.reduce (%e = %x : !lift.array<N x f32>) init (%acc = %zero : f32) {
    lift.yield %e, %e : f32, f32
  }
  return
}

// -----

func.func @reduce_yields_wrong_type(%x: !lift.array<N x f32>, %zero: i32) {
  // expected-error @below {{yields a value of the wrong type for accumulator #0}}
  lift.reduce (%e = %x : !lift.array<N x f32>) init (%acc = %zero : i32) {
    // expected-note @below {{expected type: 'i32'}}
    // expected-note @below {{actual type: 'f32'}}
    lift.yield %e : f32
  }
  return
}

// -----

func.func @reduce_identity_count(%x: !lift.array<N x f32>, %zero: f32) {
  // expected-error @below {{identity has 1 values for 2 accumulators}}
  lift.reduce (%e = %x : !lift.array<N x f32>) init (%a = %zero, %b = %zero : f32, f32)
      attributes {identity = 0.0 : f32} {
    lift.yield %e, %b : f32, f32
  }
  return
}

// -----

func.func @reduce_second_identity(%x: !lift.array<N x f32>, %zero: f32, %y: !lift.array<2 x i32>) {
  // expected-error @below {{identity 0.000000e+00 : f32 is not a value of the accumulator's type 'i32'}}
  lift.reduce (%e = %x : !lift.array<N x f32>) init (%a = %zero, %b = %y : f32, !lift.array<2 x i32>)
      attributes {identity = [0.0 : f32, 0.0 : f32]} {
    lift.yield %e, %b : f32, !lift.array<2 x i32>
  }
  return
}

// -----

func.func @reduce_identity_type(%x: !lift.array<N x f32>, %zero: f32) {
  // expected-error @below {{identity 0 : i32 is not a value of the accumulator's type 'f32'}}
  lift.reduce (%e = %x : !lift.array<N x f32>) init (%acc = %zero : f32)
      attributes {identity = 0 : i32} {
    lift.yield %e : f32
  }
  return
}

// -----

func.func @reduce_vector_width(%x: !lift.array<N x f32>, %zero: f32) {
  // expected-error @below {{vector width 32 is not 2, 3, 4, 8 or 16}}
  lift.reduce vector(32) (%e = %x : !lift.array<N x f32>)
      init (%acc = %zero : f32) {
    lift.yield %e : f32
  }
  return
}

// -----

func.func @reduce_argument_count(%x: !lift.array<N x f32>, %zero: f32) {
  // expected-error @below {{body has 1 arguments for 1 operands and 1 accumulators}}
  %0 = "lift.reduce"(%x, %zero) <{operandSegmentSizes = array<i32: 1, 1>}> ({
  ^bb0(%e: f32):
    lift.yield %e : f32
  }) : (!lift.array<N x f32>, f32) -> f32
  return
}

// -----

func.func @reduce_accumulator_type(%x: !lift.array<N x f32>, %zero: f32) {
  // expected-error @below {{accumulator of type 'i32' has an initial value of type 'f32'}}
  %0 = "lift.reduce"(%x, %zero) <{operandSegmentSizes = array<i32: 1, 1>}> ({
  ^bb0(%e: f32, %acc: i32):
    lift.yield %acc : i32
  }) : (!lift.array<N x f32>, f32) -> f32
  return
}

// -----

func.func @reduce_result_type(%x: !lift.array<N x f32>, %zero: f32) {
  // expected-error @below {{result #0 has the wrong type}}
  // expected-note @below {{expected type: 'f32'}}
  // expected-note @below {{actual type: 'i32'}}
  %0 = "lift.reduce"(%x, %zero) <{operandSegmentSizes = array<i32: 1, 1>}> ({
  ^bb0(%e: f32, %acc: f32):
    lift.yield %acc : f32
  }) : (!lift.array<N x f32>, f32) -> i32
  return
}

// -----

func.func @reduce_wrong_terminator(%x: !lift.array<N x f32>, %zero: f32) {
  // expected-error @below {{body must end with 'lift.yield'}}
  lift.reduce (%e = %x : !lift.array<N x f32>) init (%acc = %zero : f32) {
    %b = arith.addf %acc, %e : f32
  }
  return
}

// -----

//===----------------------------------------------------------------------===//
// iterate
//===----------------------------------------------------------------------===//

func.func @iterate_number_as_name(%x: !lift.array<N x f32>) {
  // expected-error @below {{expected a name for the size of a step}}
  lift.iterate 2 size 8 (%v = %x : !lift.array<N x f32>) {
    lift.yield %v : !lift.array<N x f32>
  }
  return
}

// -----

func.func @iterate_reserved_name(%x: !lift.array<N x f32>) {
  // expected-error @below {{'f32' is reserved and cannot name a size}}
  lift.iterate 2 size f32 (%v = %x : !lift.array<N x f32>) {
    lift.yield %v : !lift.array<N x f32>
  }
  return
}

// -----

func.func @iterate_taken_name(%x: !lift.array<N x f32>) {
  // expected-error @below {{size name 'N' is a size of the operand already}}
  lift.iterate 2 size N (%v = %x : !lift.array<N x f32>) {
    lift.yield %v : !lift.array<N x f32>
  }
  return
}

// -----

// The other dimensions stand in the body as well.
func.func @iterate_taken_inner_name(%x: !lift.array<N x M x f32>) {
  // expected-error @below {{size name 'M' is a size of the operand already}}
  lift.iterate 2 size M (%v = %x : !lift.array<N x M x f32>) {
    lift.yield %v : !lift.array<M x M x f32>
  }
  return
}

// -----

func.func @iterate_name_outside(%x: !lift.array<N x f32>, %y: !lift.array<L x f32>) {
  // expected-error @below {{size name 'L' is a size outside already, in '!lift.array<L x f32>'}}
  lift.iterate 2 size L (%v = %x : !lift.array<N x f32>) {
    %s = lift.map (%a = %v, %b = %y : !lift.array<L x f32>, !lift.array<L x f32>) {
      lift.yield %b : f32
    }
    lift.yield %s : !lift.array<L x f32>
  }
  return
}

// -----

func.func @iterate_no_name(%x: !lift.array<N x f32>) {
  // expected-error @below {{size name 'L M' is not a name}}
  %0 = "lift.iterate"(%x) <{count = #lift.size<1>, size_name = "L M"}> ({
  ^bb0(%v: !lift.array<N x f32>):
    lift.yield %v : !lift.array<N x f32>
  }) : (!lift.array<N x f32>) -> !lift.array<N x f32>
  return
}

// -----

func.func @iterate_two_operands(%x: !lift.array<N x f32>) {
  // expected-error @below {{expected one operand}}
  lift.iterate 2 size L (%v = %x, %w = %x : !lift.array<N x f32>, !lift.array<N x f32>) {
    lift.yield %v : !lift.array<L x f32>
  }
  return
}

// -----

func.func @iterate_yields_scalar(%x: !lift.array<N x f32>, %s: f32) {
  // expected-error @below {{body must yield one array}}
  lift.iterate 2 size L (%v = %x : !lift.array<N x f32>) {
    lift.yield %s : f32
  }
  return
}

// -----

func.func @iterate_step(%x: !lift.array<N x f32>) {
  // expected-error @below {{step from L to L floordiv 2 is not L, L + c, c * L, L / c or L ceildiv c}}
  lift.iterate 2 size L (%v = %x : !lift.array<N x f32>) {
    %h = lift.take %v size [L floordiv 2] : !lift.array<L x f32>
    lift.yield %h : !lift.array<(L floordiv 2) x f32>
  }
  return
}

// -----

func.func @iterate_changes_rows(%x: !lift.array<N x M x f32>) {
  // expected-error @below {{body may change the outermost size only: takes '!lift.array<L x M x f32>', yields '!lift.array<L x 1 x f32>'}}
  lift.iterate 2 size L (%v = %x : !lift.array<N x M x f32>) {
    %h = lift.take %v size [1] dims [1] : !lift.array<L x M x f32>
    lift.yield %h : !lift.array<L x 1 x f32>
  }
  return
}

// -----

func.func @iterate_symbolic_count(%x: !lift.array<N x f32>) {
  // expected-error @below {{the number of steps of an iterate that changes the size must be a constant}}
  lift.iterate T size L (%v = %x : !lift.array<N x f32>) {
    %h = lift.take %v size [L - 1] : !lift.array<L x f32>
    lift.yield %h : !lift.array<(L - 1) x f32>
  }
  return
}

// -----

func.func @iterate_too_many_steps(%x: !lift.array<N x f32>) {
  // expected-error @below {{an iterate that changes the size takes 0 to 64 steps, not 65}}
  lift.iterate 65 size L (%v = %x : !lift.array<N x f32>) {
    %h = lift.take %v size [L - 1] : !lift.array<L x f32>
    lift.yield %h : !lift.array<(L - 1) x f32>
  }
  return
}

// -----

func.func @iterate_negative_count(%x: !lift.array<N x f32>) {
  // expected-error @below {{count -1 is negative}}
  lift.iterate (0 - 1) size L (%v = %x : !lift.array<N x f32>) {
    lift.yield %v : !lift.array<L x f32>
  }
  return
}

// -----

func.func @iterate_inexact(%x: !lift.array<12 x f32>) {
  // expected-error @below {{size expression divides 3 by 2, which leaves a remainder}}
  lift.iterate 3 size L (%v = %x : !lift.array<12 x f32>) {
    %h = lift.take %v size [L / 2] : !lift.array<L x f32>
    lift.yield %h : !lift.array<(L / 2) x f32>
  }
  return
}

// -----

func.func @iterate_to_nothing(%x: !lift.array<4 x f32>) {
  // expected-error @below {{result has size 0}}
  lift.iterate 4 size L (%v = %x : !lift.array<4 x f32>) {
    %h = lift.take %v size [L - 1] : !lift.array<L x f32>
    lift.yield %h : !lift.array<(L - 1) x f32>
  }
  return
}

// -----

func.func @iterate_argument_type(%x: !lift.array<N x f32>) {
  // expected-error @below {{body must take '!lift.array<L x f32>', but takes '!lift.array<N x f32>'}}
  %0 = "lift.iterate"(%x) <{count = #lift.size<1>, size_name = "L"}> ({
  ^bb0(%v: !lift.array<N x f32>):
    lift.yield %v : !lift.array<N x f32>
  }) : (!lift.array<N x f32>) -> !lift.array<N x f32>
  return
}

// -----

func.func @iterate_no_argument(%x: !lift.array<N x f32>) {
  // expected-error @below {{body must have one argument}}
  %0 = "lift.iterate"(%x) <{count = #lift.size<1>, size_name = "L"}> ({
    lift.yield %x : !lift.array<N x f32>
  }) : (!lift.array<N x f32>) -> !lift.array<N x f32>
  return
}

// -----

func.func @iterate_result_type(%x: !lift.array<N x f32>) {
  // expected-error @below {{result #0 has the wrong type}}
  // expected-note @below {{expected type: '!lift.array<N x f32>'}}
  // expected-note @below {{actual type: '!lift.array<8 x f32>'}}
  %0 = "lift.iterate"(%x) <{count = #lift.size<1>, size_name = "L"}> ({
  ^bb0(%v: !lift.array<L x f32>):
    lift.yield %v : !lift.array<L x f32>
  }) : (!lift.array<N x f32>) -> !lift.array<8 x f32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// yield and tuples
//===----------------------------------------------------------------------===//

func.func @yield_outside() {
  // expected-error @below {{expects parent op to be one of 'lift.map, lift.reduce, lift.scan, lift.reduce_while, lift.scatter_reduce, lift.iterate, lift.kernel, lift.generate, lift.gather, lift.scatter, lift.user_fun'}}
  lift.yield
}

// -----

func.func @zip_lengths_differ(%x: !lift.array<8 x f32>, %y: !lift.array<4 x f32>) {
  // expected-error @below {{operand #1 has length 4 where operand #0 has 8}}
  %z = lift.zip %x, %y : !lift.array<8 x f32>, !lift.array<4 x f32>
  return
}

// -----

func.func @zip_nothing() {
  // expected-error @below {{needs at least one operand}}
  // expected-error @below {{failed to infer returned types}}
  %0 = "lift.zip"() : () -> !lift.array<1 x tuple<>>
  return
}

// -----

func.func @unzip_no_tuples(%x: !lift.array<8 x f32>) {
  // expected-error @below {{operand must be an array of tuples, but got '!lift.array<8 x f32>'}}
  %0 = lift.unzip %x : !lift.array<8 x f32>
  return
}

// -----

func.func @get_out_of_range(%t: tuple<f32, i32>) {
  // expected-error @below {{component 2 does not exist in 'tuple<f32, i32>'}}
  %0 = lift.get %t[2] : tuple<f32, i32>
  return
}

// -----

func.func @get_negative(%t: tuple<f32, i32>) {
  // expected-error @below {{attribute 'index' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %0 = "lift.get"(%t) <{index = -1}> : (tuple<f32, i32>) -> f32
  return
}

// -----

func.func @map_unknown_choice(%x: !lift.array<N x f32>) {
  // expected-error @below {{expected a choice or the operands, but found 'group': choices are seq, fused, lcl(d), wrg(d) or glb(d), then unroll and vector(w)}}
  %r = lift.map group(0) (%a = %x : !lift.array<N x f32>) {
    lift.yield %a : f32
  }
  return
}
