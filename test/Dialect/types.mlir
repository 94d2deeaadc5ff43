// RUN: lift-opt %s | lift-opt | FileCheck %s
// RUN: lift-opt %s --emit-bytecode | lift-opt | FileCheck %s

// CHECK: func private @elements(!lift.array<1 x i1>, !lift.array<1 x i8>, !lift.array<1 x i16>, !lift.array<1 x i32>, !lift.array<1 x i64>, !lift.array<1 x f16>, !lift.array<1 x f32>, !lift.array<1 x f64>)
func.func private @elements(
    !lift.array<1 x i1>, !lift.array<1 x i8>, !lift.array<1 x i16>,
    !lift.array<1 x i32>, !lift.array<1 x i64>, !lift.array<1 x f16>,
    !lift.array<1 x f32>, !lift.array<1 x f64>)

// CHECK: func private @compound(!lift.array<N x vector<4xf32>>, !lift.array<N x tuple<f32, i32>>, !lift.array<N x tuple<tuple<i8>, !lift.array<M x f32>>>, !lift.array<N x tuple<>>)
func.func private @compound(
    !lift.array<N x vector<4xf32>>, !lift.array<N x tuple<f32, i32>>,
    !lift.array<N x tuple<tuple<i8>, !lift.array<M x f32>>>,
    !lift.array<N x tuple<>>)

// An array of arrays is one array.
// CHECK: func private @flattened(!lift.array<N x M x K x f32>)
func.func private @flattened(!lift.array<N x !lift.array<M x K x f32>>)

// The largest size.
// CHECK: func private @largest(!lift.array<2147483647 x f32>)
func.func private @largest(!lift.array<2147483647 x f32>)

// Names may have points, dollars and digits.
// CHECK: func private @names(!lift.array<N.1 x _a$b x x2 x X x f32>)
func.func private @names(!lift.array<N.1 x _a$b x x2 x X x f32>)

// Sizes are normalised, so that equal ones are the same type; spaces are free.
// CHECK: func private @normalised(!lift.array<(N + 2) x f32>, !lift.array<(N + 2) x f32>, !lift.array<N x f32>, !lift.array<12 x f32>, !lift.array<(N / 4) x f32>)
func.func private @normalised(
    !lift.array<(2+N) x f32>, !lift.array<( ( N ) + 1 + 1 ) x f32>,
    !lift.array<((N / 128) * 128) x f32>, !lift.array<(3 * 4) x f32>,
    !lift.array<((2 * N) / 8) x f32>)

// Precedence needs parentheses where it matters only.
// CHECK: func private @operators(!lift.array<(4 * (N ceildiv 4)) x f32>, !lift.array<(N floordiv (M + 1)) x f32>, !lift.array<(N mod 4) x f32>, !lift.array<(M * N) x f32>)
func.func private @operators(
    !lift.array<((N ceildiv 4) * 4) x f32>,
    !lift.array<(N floordiv (M + 1)) x f32>, !lift.array<(N mod 4) x f32>,
    !lift.array<(M * N) x f32>)
