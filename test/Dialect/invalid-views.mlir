// Errors of views.

// RUN: lift-opt %s --split-input-file --verify-diagnostics

func.func @split_scalar(%x: f32) {
  // expected-error @below {{operand of type 'f32' is not an array}}
  lift.split %x by 2 : f32
  return
}

// -----

func.func @split_does_not_divide(%x: !lift.array<960 x f32>) {
  // expected-error @below {{chunk size 7 does not divide the array length 960}}
  lift.split %x by 7 : !lift.array<960 x f32>
  return
}

// -----

func.func @split_by_zero(%x: !lift.array<N x f32>) {
  // expected-error @below {{size expression divides by zero}}
  lift.split %x by 0 : !lift.array<N x f32>
  return
}

// -----

func.func @split_by_negative(%x: !lift.array<8 x f32>) {
  // expected-error @below {{result would have a dimension of size -2}}
  lift.split %x by (0 - 4) : !lift.array<8 x f32>
  return
}

// -----

func.func @split_too_few(%x: !lift.array<4 x f32>) {
  // expected-error @below {{chunk size 8 does not divide the array length 4}}
  lift.split %x by 8 : !lift.array<4 x f32>
  return
}

// -----

func.func @split_dim(%x: !lift.array<N x f32>) {
  // expected-error @below {{dimension 1 does not exist in '!lift.array<N x f32>'}}
  lift.split %x by 4 dim 1 : !lift.array<N x f32>
  return
}

// -----

func.func @split_negative_dim(%x: !lift.array<N x f32>) {
  // expected-error @below {{dimension -1 does not exist in '!lift.array<N x f32>'}}
  lift.split %x by 4 dim -1 : !lift.array<N x f32>
  return
}

// -----

func.func @split_generic_dim(%x: !lift.array<N x f32>) {
  // expected-error @below {{dimension 5 does not exist in '!lift.array<N x f32>'}}
  // expected-error @below {{failed to infer returned types}}
  %0 = "lift.split"(%x) <{chunk = #lift.size<4>, dim = 5}>
      : (!lift.array<N x f32>) -> !lift.array<N x f32>
  return
}

// -----

func.func @split_generic_result(%x: !lift.array<N x f32>) {
  // expected-error @below {{inferred type(s) '!lift.array<(N / 4) x 4 x f32>' are incompatible with return type(s) of operation '!lift.array<N x f32>'}}
  // expected-error @below {{failed to infer returned types}}
  %0 = "lift.split"(%x) <{chunk = #lift.size<4>, dim = 0}>
      : (!lift.array<N x f32>) -> !lift.array<N x f32>
  return
}

// -----

func.func @split_generic_no_chunk(%x: !lift.array<N x f32>) {
  // expected-error @below {{requires attribute 'chunk'}}
  %0 = "lift.split"(%x) : (!lift.array<N x f32>) -> !lift.array<N x f32>
  return
}

// -----

func.func @split_hexadecimal(%x: !lift.array<N x f32>) {
  // expected-error @below {{missing spaces around 'x'; hexadecimal numbers are not sizes}}
  lift.split %x by 0x10 : !lift.array<N x f32>
  return
}

// -----

func.func @split_unclosed(%x: !lift.array<N x f32>) {
  // expected-error @below {{expected ')'}}
  lift.split %x by (2 * 2 : !lift.array<N x f32>
  return
}

// -----

func.func @join_one_dimension(%x: !lift.array<N x f32>) {
  // expected-error @below {{dimension 1 does not exist in '!lift.array<N x f32>'}}
  lift.join %x : !lift.array<N x f32>
  return
}

// -----

func.func @join_dim(%x: !lift.array<N x M x f32>) {
  // expected-error @below {{dimension 2 does not exist in '!lift.array<N x M x f32>'}}
  lift.join %x dim 1 : !lift.array<N x M x f32>
  return
}

// -----

func.func @join_too_large(%x: !lift.array<65536 x 65536 x f32>) {
  // expected-error @below {{result would have a dimension of size 4294967296}}
  lift.join %x : !lift.array<65536 x 65536 x f32>
  return
}

// -----

func.func @transpose_one_dimension(%x: !lift.array<N x f32>) {
  // expected-error @below {{needs at least two dimensions, but got '!lift.array<N x f32>'}}
  lift.transpose %x : !lift.array<N x f32>
  return
}

// -----

func.func @transpose_entries(%x: !lift.array<N x M x f32>) {
  // expected-error @below {{permutation has 3 entries for 2 dimensions}}
  lift.transpose %x permutation [0, 2, 1] : !lift.array<N x M x f32>
  return
}

// -----

func.func @transpose_twice(%x: !lift.array<N x M x f32>) {
  // expected-error @below {{permutation names dimension 1 twice}}
  lift.transpose %x permutation [1, 1] : !lift.array<N x M x f32>
  return
}

// -----

func.func @transpose_dim(%x: !lift.array<N x M x f32>) {
  // expected-error @below {{dimension 2 does not exist in '!lift.array<N x M x f32>'}}
  lift.transpose %x permutation [0, 2] : !lift.array<N x M x f32>
  return
}

// -----

func.func @slide_does_not_cover(%x: !lift.array<10 x f32>) {
  // expected-error @below {{windows of 3 every 2 elements do not cover an array of length 10 exactly}}
  lift.slide %x size [3] step [2] : !lift.array<10 x f32>
  return
}

// -----

func.func @slide_too_long(%x: !lift.array<4 x f32>) {
  // expected-error @below {{window of 5 is longer than the array length 4}}
  lift.slide %x size [5] step [1] : !lift.array<4 x f32>
  return
}

// -----

func.func @slide_step_zero(%x: !lift.array<4 x f32>) {
  // expected-error @below {{size expression divides by zero}}
  lift.slide %x size [2] step [0] : !lift.array<4 x f32>
  return
}

// -----

func.func @slide_step_negative(%x: !lift.array<4 x f32>) {
  // expected-error @below {{step -1 is not positive}}
  lift.slide %x size [2] step [0 - 1] : !lift.array<4 x f32>
  return
}

// -----

func.func @slide_window_zero(%x: !lift.array<4 x f32>) {
  // expected-error @below {{result would have a dimension of size 0}}
  lift.slide %x size [0] step [1] : !lift.array<4 x f32>
  return
}

// -----

func.func @slide_steps(%x: !lift.array<4 x f32>) {
  // expected-error @below {{has 2 sizes and 1 steps}}
  lift.slide %x size [2, 2] step [1] : !lift.array<4 x f32>
  return
}

// -----

func.func @slide_nothing(%x: !lift.array<4 x f32>) {
  // expected-error @below {{needs at least one window size}}
  lift.slide %x size [] step [] : !lift.array<4 x f32>
  return
}

// -----

func.func @slide_dims(%x: !lift.array<4 x 4 x f32>) {
  // expected-error @below {{names 2 dimensions for 1 sizes}}
  lift.slide %x size [2] step [1] dims [0, 1] : !lift.array<4 x 4 x f32>
  return
}

// -----

func.func @slide_dims_order(%x: !lift.array<4 x 4 x f32>) {
  // expected-error @below {{dimensions must be in increasing order}}
  lift.slide %x size [2, 2] step [1, 1] dims [1, 0] : !lift.array<4 x 4 x f32>
  return
}

// -----

func.func @slide_dims_apart(%x: !lift.array<4 x 4 x 4 x f32>) {
  // expected-error @below {{dimensions must be neighbours}}
  lift.slide %x size [2, 2] step [1, 1] dims [0, 2] : !lift.array<4 x 4 x 4 x f32>
  return
}

// -----

func.func @slide_dim(%x: !lift.array<4 x f32>) {
  // expected-error @below {{dimension 1 does not exist in '!lift.array<4 x f32>'}}
  lift.slide %x size [2, 2] step [1, 1] : !lift.array<4 x f32>
  return
}

// -----

func.func @pad_sizes(%x: !lift.array<4 x f32>) {
  // expected-error @below {{has 1 low and 2 high sizes}}
  lift.pad %x low [1] high [1, 1] clamp : !lift.array<4 x f32>
  return
}

// -----

func.func @pad_dims(%x: !lift.array<4 x f32>) {
  // expected-error @below {{dimension 1 does not exist in '!lift.array<4 x f32>'}}
  lift.pad %x low [1] high [1] dims [1] clamp : !lift.array<4 x f32>
  return
}

// -----

func.func @pad_negative(%x: !lift.array<4 x f32>) {
  // expected-error @below {{pads by a negative size -1}}
  lift.pad %x low [0] high [0 - 1] clamp : !lift.array<4 x f32>
  return
}

// -----

func.func @pad_too_large(%x: !lift.array<4 x f32>) {
  // expected-error @below {{result would have a dimension of size 2147483648}}
  lift.pad %x low [2147483644] high [0] clamp : !lift.array<4 x f32>
  return
}

// -----

func.func @pad_mode(%x: !lift.array<4 x f32>) {
  // expected-error @below {{expected 'constant', 'clamp', 'mirror', 'wrap' or 'empty'}}
  lift.pad %x low [1] high [1] nearest : !lift.array<4 x f32>
  return
}

// -----

func.func @pad_no_value(%x: !lift.array<4 x f32>) {
  // expected-error @below {{expected '('}}
  lift.pad %x low [1] high [1] constant : !lift.array<4 x f32>
  return
}

// -----

func.func @pad_value_type(%x: !lift.array<4 x f32>, %v: i32) {
  // expected-error @below {{pads an array of 'f32' with a value of type 'i32'}}
  lift.pad %x low [1] high [1] constant(%v : i32) : !lift.array<4 x f32>
  return
}

// -----

func.func @pad_generic_value(%x: !lift.array<4 x f32>, %v: f32) {
  // expected-error @below {{needs a value if and only if the mode is 'constant'}}
  %0 = "lift.pad"(%x, %v) <{low = [#lift.size<0>], high = [#lift.size<1>], mode = #lift<pad_mode clamp>}>
      : (!lift.array<4 x f32>, f32) -> !lift.array<5 x f32>
  return
}

// -----

func.func @take_too_many(%x: !lift.array<4 x f32>) {
  // expected-error @below {{takes 5 elements of an array of length 4}}
  lift.take %x size [5] : !lift.array<4 x f32>
  return
}

// -----

func.func @take_always_too_many(%x: !lift.array<N x f32>) {
  // expected-error @below {{takes N + 1 elements of an array of length N}}
  lift.take %x size [N + 1] : !lift.array<N x f32>
  return
}

// -----

func.func @take_nothing(%x: !lift.array<4 x f32>) {
  // expected-error @below {{result would have a dimension of size 0}}
  lift.take %x size [0] : !lift.array<4 x f32>
  return
}

// -----

func.func @take_dim(%x: !lift.array<4 x f32>) {
  // expected-error @below {{dimension 3 does not exist in '!lift.array<4 x f32>'}}
  lift.take %x size [2] dims [3] : !lift.array<4 x f32>
  return
}

// -----

func.func @take_dims(%x: !lift.array<4 x 4 x f32>) {
  // expected-error @below {{names 1 dimensions for 2 sizes}}
  lift.take %x size [2, 2] dims [1] : !lift.array<4 x 4 x f32>
  return
}

// -----

func.func @take_generic_dims(%x: !lift.array<4 x 4 x f32>) {
  // expected-error @below {{dimension 7 does not exist in '!lift.array<4 x 4 x f32>'}}
  // expected-error @below {{failed to infer returned types}}
  %0 = "lift.take"(%x) <{size = [#lift.size<1>], dims = array<i64: 7>}>
      : (!lift.array<4 x 4 x f32>) -> !lift.array<4 x 4 x f32>
  return
}

// -----

func.func @broadcast_index(%n: index) {
  // expected-error @below {{cannot make an array of 'index'}}
  lift.broadcast %n sizes [4] : index
  return
}

// -----

func.func @broadcast_odd_integer(%n: i7) {
  // expected-error @below {{cannot make an array of 'i7'}}
  lift.broadcast %n sizes [4] : i7
  return
}

// -----

func.func @broadcast_no_size(%x: f32) {
  // expected-error @below {{needs at least one size}}
  lift.broadcast %x sizes [] : f32
  return
}

// -----

func.func @broadcast_size_zero(%x: f32) {
  // expected-error @below {{result would have a dimension of size 0}}
  lift.broadcast %x sizes [0] : f32
  return
}

// -----

func.func @broadcast_dim(%x: !lift.array<N x f32>) {
  // expected-error @below {{has only 1 dimensions before dimension 2}}
  lift.broadcast %x sizes [4] dim 2 : !lift.array<N x f32>
  return
}

// -----

func.func @broadcast_negative_dim(%x: !lift.array<N x f32>) {
  // expected-error @below {{dimension -1 is negative}}
  lift.broadcast %x sizes [4] dim -1 : !lift.array<N x f32>
  return
}

// -----

func.func @zip_scalar(%x: f32) {
  // expected-error @below {{operand of type 'f32' is not an array}}
  lift.zip %x : f32
  return
}

// -----

func.func @unzip_scalar(%x: f32) {
  // expected-error @below {{operand of type 'f32' is not an array}}
  lift.unzip %x : f32
  return
}

// -----

func.func @get_scalar(%x: f32) {
  // expected-error @below {{invalid kind of type specified: expected builtin.tuple, but found 'f32'}}
  lift.get %x[0] : f32
  return
}

// -----

func.func @pad_wrap_too_wide(%x: !lift.array<4 x f32>) {
  // expected-error @below {{wrap pad of 5 is longer than the array length 4}}
  %p = lift.pad %x low [5] high [0] wrap : !lift.array<4 x f32>
  return
}

// -----

func.func @pad_mirror_too_wide(%x: !lift.array<4 x f32>) {
  // expected-error @below {{mirror pad of 5 is longer than the array length 4}}
  %p = lift.pad %x low [0] high [5] mirror : !lift.array<4 x f32>
  return
}

// -----

func.func @drop_all(%x: !lift.array<4 x f32>) {
  // expected-error @below {{result would have a dimension of size 0}}
  %d = lift.drop %x size [4] : !lift.array<4 x f32>
  return
}

// -----

func.func @drop_negative(%x: !lift.array<4 x f32>) {
  // expected-error @below {{drops a negative number -1}}
  %d = lift.drop %x size [-1] : !lift.array<4 x f32>
  return
}

// -----

func.func @drop_dims(%x: !lift.array<4 x f32>) {
  // expected-error @below {{names 1 dimensions for 2 sizes}}
  %d = lift.drop %x size [1, 1] dims [0] : !lift.array<4 x f32>
  return
}

// -----

func.func @reverse_no_dimension(%x: !lift.array<4 x f32>) {
  // expected-error @below {{dimension 1 does not exist in '!lift.array<4 x f32>'}}
  %d = lift.reverse %x dims [1] : !lift.array<4 x f32>
  return
}

// -----

func.func @concat_nothing() {
  // expected-error @below {{needs at least one operand}}
  // expected-error @below {{failed to infer returned types}}
  "lift.concat"() : () -> !lift.array<1 x f32>
  return
}

// -----

func.func @concat_sizes(%x: !lift.array<2 x 3 x f32>, %y: !lift.array<2 x 4 x f32>) {
  // expected-error @below {{operand #1 has size 4 in dimension 1 where operand #0 has 3}}
  %c = lift.concat %x, %y : !lift.array<2 x 3 x f32>, !lift.array<2 x 4 x f32>
  return
}

// -----

func.func @concat_rank(%x: !lift.array<2 x 3 x f32>, %y: !lift.array<2 x f32>) {
  // expected-error @below {{operand #1 has 1 dimensions where operand #0 has 2}}
  %c = lift.concat %x, %y : !lift.array<2 x 3 x f32>, !lift.array<2 x f32>
  return
}

// -----

func.func @concat_elements(%x: !lift.array<2 x f32>, %y: !lift.array<2 x i32>) {
  // expected-error @below {{operand #1 has elements of 'i32' where operand #0 has 'f32'}}
  %c = lift.concat %x, %y : !lift.array<2 x f32>, !lift.array<2 x i32>
  return
}

// -----

func.func @as_vector_width(%x: !lift.array<10 x f32>) {
  // expected-error @below {{width 5 is not 2, 3, 4, 8 or 16}}
  %v = lift.as_vector %x width 5 : !lift.array<10 x f32>
  return
}

// -----

func.func @split_last_dim(%x: !lift.array<N x f32>) {
  // expected-error @below {{dimension 9223372036854775807 does not exist in '!lift.array<N x f32>'}}
  %a = lift.split %x by 2 dim 9223372036854775807 : !lift.array<N x f32>
  return
}

// -----

func.func @as_vector_divides(%x: !lift.array<3 x 10 x f32>) {
  // expected-error @below {{width 4 does not divide the array length 10}}
  %v = lift.as_vector %x width 4 : !lift.array<3 x 10 x f32>
  return
}

// -----

func.func @as_vector_of_vectors(%x: !lift.array<8 x vector<2xf32>>) {
  // expected-error @below {{cannot make vectors of 'vector<2xf32>'}}
  %v = lift.as_vector %x width 4 : !lift.array<8 x vector<2xf32>>
  return
}

// -----

func.func @as_vector_of_tuples(%x: !lift.array<8 x tuple<f32, f32>>) {
  // expected-error @below {{cannot make vectors of 'tuple<f32, f32>'}}
  %v = lift.as_vector %x width 4 : !lift.array<8 x tuple<f32, f32>>
  return
}

// -----

func.func @as_scalar_of_numbers(%x: !lift.array<8 x f32>) {
  // expected-error @below {{needs an array of vectors, but got '!lift.array<8 x f32>'}}
  %v = lift.as_scalar %x : !lift.array<8 x f32>
  return
}

// -----

func.func @join_negative_dim(%x: !lift.array<N x M x f32>) {
  // expected-error @below {{dimension -1 does not exist in '!lift.array<N x M x f32>'}}
  %a = lift.join %x dim -1 : !lift.array<N x M x f32>
  return
}
