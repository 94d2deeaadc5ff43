// RUN: lift-opt %s --split-input-file --verify-diagnostics

// expected-error @below {{array needs at least one size}}
func.func private @no_size(!lift.array<f32>)

// -----

// expected-error @below {{array size 0 is not between 1 and 2147483647}}
func.func private @size_zero(!lift.array<0 x f32>)

// -----

// expected-error @below {{array size -3 is not between 1 and 2147483647}}
func.func private @size_negative(!lift.array<(4 - 7) x f32>)

// -----

// expected-error @below {{array size 2147483648 is not between 1 and 2147483647}}
func.func private @size_too_large(!lift.array<2147483648 x f32>)

// -----

// expected-error @below {{number does not fit into 64 bits}}
func.func private @number_too_large(!lift.array<9223372036854775808 x f32>)

// -----

// expected-error @below {{number does not fit into 64 bits}}
func.func private @number_huge(!lift.array<123456789012345678901234567890 x f32>)

// -----

// expected-error @below {{overflow}}
func.func private @product_overflows(!lift.array<(9223372036854775807 * N * 2) x f32>)

// -----

// expected-error @below {{size expression divides by zero}}
func.func private @division_by_zero(!lift.array<(N / 0) x f32>)

// -----

// expected-error @below {{size expression divides by zero}}
func.func private @floordiv_by_zero(!lift.array<(N floordiv (M - M)) x f32>)

// -----

// expected-error @below {{size expression divides 7 by 4, which leaves a remainder}}
func.func private @inexact_division(!lift.array<(7 / 4) x f32>)

// -----

// expected-error @below {{'mod' is reserved and cannot name a size}}
func.func private @reserved_operator(!lift.array<(mod + 1) x f32>)

// -----

// expected-error @below {{'bf16' is reserved and cannot name a size}}
func.func private @reserved_type(!lift.array<(bf16 + 1) x f32>)

// -----

// expected-error @below {{missing spaces around 'x'; hexadecimal numbers are not sizes}}
func.func private @hexadecimal(!lift.array<0x64 x f32>)

// -----

// expected-error @below {{expected 'x' with a space on either side, as in !lift.array<N x 4 x f32>}}
func.func private @no_spaces_after_name(!lift.array<Nx4xf32>)

// -----

// expected-error @below {{expected 'x' with a space on either side, as in !lift.array<N x 4 x f32>}}
func.func private @no_spaces_after_number(!lift.array<4xf32>)

// -----

// expected-error @below {{expected 'x' with a space on either side}}
func.func private @no_element(!lift.array<N>)

// -----

// A sum needs parentheses, or its end would be hard to see.
// expected-error @below {{expected 'x' with a space on either side}}
func.func private @no_parentheses(!lift.array<N + 1 x f32>)

// -----

// expected-error @below {{expected a size: a number, a name or an expression in parentheses}}
func.func private @missing_operand(!lift.array<(N + ) x f32>)

// -----

// expected-error @below {{unbalanced '(' character in pretty dialect name}}
func.func private @unclosed(!lift.array<(N + 1 x f32>)

// -----

// expected-error @below {{expected a size: a number, a name or an expression in parentheses}}
func.func private @empty(!lift.array<>)

// -----

// expected-error @below {{array element type 'index' is not i1, i8, i16, i32, i64, f16, f32, f64, a vector of them, or a tuple}}
func.func private @index_elements(!lift.array<N x index>)

// -----

// expected-error @below {{array element type 'i7' is not}}
func.func private @odd_width(!lift.array<N x i7>)

// -----

// expected-error @below {{array element type 'si32' is not}}
func.func private @signed(!lift.array<N x si32>)

// -----

// expected-error @below {{array element type 'bf16' is not}}
func.func private @bfloat(!lift.array<N x bf16>)

// -----

// expected-error @below {{array element type 'vector<2x2xf32>' is not}}
func.func private @matrix_elements(!lift.array<N x vector<2x2xf32>>)

// -----

// expected-error @below {{array element type 'vector<[4]xf32>' is not}}
func.func private @scalable(!lift.array<N x vector<[4]xf32>>)

// -----

// expected-error @below {{array element type 'tuple<f32, index>' is not}}
func.func private @tuple_of_index(!lift.array<N x tuple<f32, index>>)

// -----

// expected-error @below {{size expression is nested too deeply}}
func.func private @deep(!lift.array<(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((N))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))) x f32>)

// -----

// expected-error @below {{expected a size: sizes follow from those of the arguments, so that none can be '?'}}
func.func private @dynamic_size(!lift.array<? x f32>)
