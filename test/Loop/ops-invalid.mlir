// RUN: lift-opt --split-input-file --verify-diagnostics %s

func.func @rank(%x: !lift.array<N x f32>) {
  loop.kernel (%in = %x : !lift.array<N x f32>) {
    // expected-error @below {{path has 2 indices, but the buffer has 1 dimensions}}
    %a = loop.load %in[0, 1] : !loop.buffer<N x f32, global>
  }
  return
}

// -----

func.func @lanes_of_vectors() {
  loop.kernel {
    %b = loop.alloc : !loop.buffer<4 x vector<4xf32>, private>
    // expected-error @below {{accesses 'vector<4xf32>', which is not what is at this path of '!loop.buffer<4 x vector<4xf32>, private>'}}
    %a = loop.load %b[@lane] : !loop.buffer<4 x vector<4xf32>, private> to vector<4xf32>
  }
  return
}

// -----

func.func @atomic_double(%x: f64) {
  loop.kernel (%v = %x : f64) {
    %b = loop.alloc : !loop.buffer<4 x f64, local>
    // expected-error @below {{is atomic, but no such update of a number in memory that work-items share}}
    loop.store %v, %b[0] atomic maximumf : f64, !loop.buffer<4 x f64, local>
  }
  return
}

// -----

func.func @atomic_product(%x: i32) {
  loop.kernel (%v = %x : i32) {
    %b = loop.alloc : !loop.buffer<4 x i32, local>
    // expected-error @below {{is atomic, but no such update of a number in memory that work-items share}}
    loop.store %v, %b[0] atomic muli : i32, !loop.buffer<4 x i32, local>
  }
  return
}

// -----

func.func @atomic_private(%x: i32) {
  loop.kernel (%v = %x : i32) {
    %b = loop.alloc : !loop.buffer<4 x i32, private>
    // expected-error @below {{is atomic, but no such update of a number in memory that work-items share}}
    loop.store %v, %b[0] atomic addi : i32, !loop.buffer<4 x i32, private>
  }
  return
}

// -----

func.func @stored_type() {
  loop.kernel {
    %c = arith.constant 0 : i32
    %b = loop.alloc : !loop.buffer<4 x f32, private>
    // expected-error @below {{accesses 'i32', which is not what is at this path}}
    loop.store %c, %b[0] : i32, !loop.buffer<4 x f32, private>
  }
  return
}

// -----

func.func @unknown_symbol() {
  loop.kernel {
    // expected-error @below {{has an index with '@lane', which is no operand or symbol of it}}
    %i = loop.index value(@lane)
  }
  return
}

// -----

func.func @view_dims() {
  loop.kernel {
    %b = loop.alloc : !loop.buffer<4 x f32, private>
    // expected-error @below {{has an index with '@d1', which is no operand or symbol of it}}
    %v = loop.view %b[@d1] : !loop.buffer<4 x f32, private> to !loop.buffer<4 x f32, private>
  }
  return
}

// -----

func.func @view_space() {
  loop.kernel {
    %b = loop.alloc : !loop.buffer<4 x f32, private>
    // expected-error @below {{must have the element type and the address space of its source}}
    %v = loop.view %b[@d0] : !loop.buffer<4 x f32, private> to !loop.buffer<4 x f32, local>
  }
  return
}

// -----

func.func @view_rank() {
  loop.kernel {
    %b = loop.alloc : !loop.buffer<4 x 4 x f32, private>
    // expected-error @below {{path has 1 indices, but the source has 2 dimensions}}
    %v = loop.view %b[@d0] : !loop.buffer<4 x 4 x f32, private> to !loop.buffer<4 x f32, private>
  }
  return
}

// -----

func.func @pads() {
  loop.kernel {
    // expected-error @below {{has 1 pads for 2 dimensions}}
    %b = loop.alloc {pad = array<i64: 1>} : !loop.buffer<4 x 4 x f32, private>
  }
  return
}

// -----

func.func @negative_pad() {
  loop.kernel {
    // expected-error @below {{has a negative pad}}
    %b = loop.alloc {pad = array<i64: -1>} : !loop.buffer<4 x f32, private>
  }
  return
}

// -----

func.func @yield_type() {
  loop.kernel {
    %zero = arith.constant 0.0 : f32
    // expected-error @below {{body must yield the carried values}}
    %s = loop.for %i below 4 carry(%a = %zero : f32) {
      %b = arith.constant 0 : i32
      loop.yield %b : i32
    }
  }
  return
}

// -----

func.func @carried_buffer() {
  loop.kernel {
    %b = loop.alloc : !loop.buffer<4 x f32, private>
    // expected-error @below {{carries a buffer as a value: make it a state}}
    %s = loop.for %i below 4 carry(%a = %b : !loop.buffer<4 x f32, private>) {
      loop.yield %a : !loop.buffer<4 x f32, private>
    }
  }
  return
}

// -----

func.func @no_state() {
  loop.kernel {
    // expected-error @below {{is in place without a state}}
    loop.for %i below 4 in_place {
    }
  }
  return
}

// -----

func.func @no_else() {
  loop.kernel {
    %zero = arith.constant 0.0 : f32
    loop.for %i below 4 {
      // expected-error @below {{has results, but no 'else'}}
      %s = loop.if 0 <= %i < 2 -> f32 {
        loop.yield %zero : f32
      }
    }
  }
  return
}

// -----

func.func @branch_types() {
  loop.kernel {
    %zero = arith.constant 0.0 : f32
    loop.for %i below 4 {
      // expected-error @below {{branches must yield the results}}
      loop.if 0 <= %i < 2 {
        loop.yield %zero : f32
      }
    }
  }
  return
}

// -----

func.func @passed() {
  loop.kernel {
    %true = arith.constant true
    // expected-error @below {{body does not take what the test passes on}}
    loop.while %k below 4 test {
      loop.condition %true, %true : i1
    } do (%p : f32) {
    }
  }
  return
}

// -----

func.func @index_kind() {
  loop.kernel {
    // expected-error @below {{of kind 'clamp' takes 3 expressions, but has 2}}
    %i = loop.index clamp(0, 1)
  }
  return
}

// -----

func.func @index_data() {
  loop.kernel {
    %f = arith.constant 0.0 : f32
    // expected-error @below {{takes an integer, not 'f32'}}
    %i = loop.index data(0, 1) %f : f32
  }
  return
}

// -----

func.func @place() {
  loop.kernel {
    // expected-error @below {{must stand at the top level of a function}}
    loop.kernel {
    }
  }
  return
}

// -----

func.func @facts() {
  // expected-error @below {{has 1 facts, but 0 sentences}}
  loop.kernel attributes {facts = [#lift.constraint<2 divides 4>]} {
  }
  return
}

// -----

func.func @buffer_element() {
  loop.kernel {
    // expected-error @below {{buffer element type 'tuple<f32, f32>' is not a number or a vector of numbers}}
    %b = loop.alloc : !loop.buffer<4 x tuple<f32, f32>, private>
  }
  return
}

// -----

func.func @buffer_space() {
  loop.kernel {
    // expected-error @below {{expected 'global', 'local' or 'private'}}
    %b = loop.alloc : !loop.buffer<4 x f32, shared>
  }
  return
}

// -----

func.func @dim() {
  loop.kernel {
    // expected-error @below {{attribute 'dim' failed to satisfy constraint}}
    %i = loop.id local(3)
  }
  return
}

// -----

func.func @into_used_argument(%x: !lift.array<N x f32>) -> (!lift.array<N x f32>, !lift.array<N x f32>) {
  // expected-error @below {{writes into an array that is used elsewhere}}
  %r = loop.kernel -> (%out : !lift.array<N x f32> into %x) {
  }
  return %x, %r : !lift.array<N x f32>, !lift.array<N x f32>
}

// -----

func.func @into_made_array() -> !lift.array<N x f32> {
  %zero = arith.constant 0.0 : f32
  %x = lift.broadcast %zero sizes [N] : f32
  // expected-error @below {{writes into an array that is neither computed by a kernel nor an argument}}
  %r = loop.kernel -> (%out : !lift.array<N x f32> into %x) {
  }
  return %r : !lift.array<N x f32>
}

// -----

func.func @into_used_array() -> (!lift.array<N x f32>, !lift.array<N x f32>) {
  %a = loop.kernel -> (%out : !lift.array<N x f32>) {
  }
  // expected-error @below {{writes into an array that is used elsewhere}}
  %r = loop.kernel -> (%out : !lift.array<N x f32> into %a) {
  }
  return %a, %r : !lift.array<N x f32>, !lift.array<N x f32>
}

// -----

func.func @into_other_type() -> !lift.array<M x f32> {
  %a = loop.kernel -> (%out : !lift.array<N x f32>) {
  }
  // expected-error @below {{has no result of its own that could go into an array of type '!lift.array<N x f32>'}}
  %r = "loop.kernel"(%a) <{operandSegmentSizes = array<i32: 0, 1>, written_into = array<i64: 0>}> ({
  ^bb0(%out: !loop.buffer<M x f32, global>):
  }) : (!lift.array<N x f32>) -> !lift.array<M x f32>
  return %r : !lift.array<M x f32>
}

// -----

func.func @into_no_number() -> !lift.array<N x f32> {
  %a = loop.kernel -> (%out : !lift.array<N x f32>) {
  }
  // expected-error @below {{has 1 arrays that results go into, and 0 numbers of results}}
  %r = "loop.kernel"(%a) <{operandSegmentSizes = array<i32: 0, 1>}> ({
  ^bb0(%out: !loop.buffer<N x f32, global>):
  }) : (!lift.array<N x f32>) -> !lift.array<N x f32>
  return %r : !lift.array<N x f32>
}
