// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-normalize))' --split-input-file --verify-diagnostics

// expected-error @below {{a function on arrays must be one block}}
// expected-note @below {{use arith.select}}
func.func @two_blocks(%x: !lift.array<N x f32>) {
  cf.br ^next
^next:
  return
}

// -----

func.func @too_many_steps(%x: !lift.array<M x N x f32>) -> !lift.array<M x N x f32> {
  %r = lift.map (%row = %x : !lift.array<M x N x f32>) {
    // expected-error @below {{has too many steps}}
    // expected-note @below {{all steps of a function are written out, 4096 at most}}
    %s = lift.iterate 1000000000 size L (%v = %row : !lift.array<N x f32>) {
      lift.yield %v : !lift.array<L x f32>
    }
    lift.yield %s : !lift.array<N x f32>
  }
  return %r : !lift.array<M x N x f32>
}

// -----

// A million together.
func.func @too_many_nested_steps(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %r = lift.iterate 1000 size L (%v = %x : !lift.array<N x f32>) {
    // expected-error @below {{has too many steps}}
    // expected-note @below {{all steps of a function are written out}}
    %s = lift.iterate 1000 size K (%w = %v : !lift.array<L x f32>) {
      lift.yield %w : !lift.array<K x f32>
    }
    lift.yield %s : !lift.array<L x f32>
  }
  return %r : !lift.array<N x f32>
}

// -----

func.func @pad_of_tuples(%x: !lift.array<N x tuple<f32, i32>>, %v: tuple<f32, i32>)
    -> !lift.array<(N + 1) x tuple<f32, i32>> {
  // expected-error @below {{adds a constant to an array of tuples}}
  // expected-note @below {{unzip the array, add to its components, zip them}}
  %r = lift.pad %x low [0] high [1] constant(%v : tuple<f32, i32>)
      : !lift.array<N x tuple<f32, i32>>
  return %r : !lift.array<(N + 1) x tuple<f32, i32>>
}

// -----

func.func @call_with_tuples(%x: !lift.array<N x tuple<f32, i32>>) {
  // expected-error @below {{does not support arrays of tuples yet}}
  // expected-note @below {{unzip the operand, and zip the results}}
  call @callee(%x) : (!lift.array<N x tuple<f32, i32>>) -> ()
  return
}
func.func private @callee(!lift.array<N x tuple<f32, i32>>)

// -----

// expected-error @below {{unknown size name 'H'}}
// expected-note @below {{a size name is the whole size of some dimension of an argument, or a name in 'lift.params'}}
func.func @size_of_no_argument(%x: !lift.array<(H + 4) x f32>) -> !lift.array<H x f32> {
  %d = lift.drop %x size [4] : !lift.array<(H + 4) x f32>
  return %d : !lift.array<H x f32>
}
