// RUN: lift-opt %s --split-input-file --verify-diagnostics

// What user functions and calls reject.

//===----------------------------------------------------------------------===//
// user_fun
//===----------------------------------------------------------------------===//

// expected-error @below {{takes or returns 'index', which no C function can}}
// expected-note @below {{use i1, i8, i16, i32, i64, f16, f32, f64, or a vector of 2, 3, 4, 8 or 16 of them; several values are several parameters or results}}
lift.user_fun @index(x : index) -> f32 code []

// -----

// expected-error @below {{takes or returns 'tuple<f32, f32>', which no C function can}}
// expected-note @below {{several values are several parameters or results}}
lift.user_fun @tuple(x : f32) -> tuple<f32, f32> code []

// -----

// expected-error @below {{takes or returns 'vector<5xf32>', which no C function can}}
// expected-note @below {{a vector of 2, 3, 4, 8 or 16}}
lift.user_fun @vector(x : vector<5xf32>) -> f32 code []

// -----

// expected-error @below {{has no result}}
lift.user_fun @nothing(x : f32) -> () code []

// -----

// expected-error @below {{needs a name for each parameter, and for each result if there are several}}
lift.user_fun @one_named(x : f32) -> (r : f32) code []

// -----

// expected-error @below {{needs a name for each parameter, and for each result if there are several}}
"lift.user_fun"() <{sym_name = "names", function_type = (f32, f32) -> f32, arg_names = ["a"], result_names = [], code = []}> ({}) : () -> ()

// -----

// expected-error @below {{parameter name 'a-b' is not a C identifier}}
lift.user_fun @identifier("a-b" : f32) -> f32 code []

// -----

// expected-error @below {{has two parameters named 'a'}}
lift.user_fun @same(a : f32) -> (b : f32, a : f32) code []

// -----

// expected-error @below {{reference has 1 arguments for 2 parameters}}
lift.user_fun @arguments(a : f32, b : f32) -> f32 code [] reference (%a) {
  lift.yield %a : f32
}

// -----

// expected-error @below {{reference does not take the types of the parameters}}
"lift.user_fun"() <{sym_name = "types", function_type = (f32) -> f32, arg_names = ["a"], result_names = [], code = []}> ({
^bb0(%a: f64):
  %b = arith.truncf %a : f64 to f32
  lift.yield %b : f32
}) : () -> ()

// -----

// expected-error @below {{reference must end with 'lift.yield' of the results}}
lift.user_fun @yields(a : f32) -> i32 code [] reference (%a) {
  lift.yield %a : f32
}

// -----

// expected-error @below {{array attribute}}
lift.user_fun @code(a : f32) -> f32 code [1]

// -----

//===----------------------------------------------------------------------===//
// call
//===----------------------------------------------------------------------===//

func.func @unknown(%a: f32) {
  // expected-error @below {{calls 'nobody', which is not a function}}
  %b = lift.call @nobody(%a) : (f32) -> f32
  return
}

// -----

// expected-note @below {{called function}}
lift.user_fun @f(a : f32) -> f32 code []
func.func @types(%a: i32) {
  // expected-error @below {{has type '(i32) -> f32', but 'f' has type '(f32) -> f32' with these sizes}}
  %b = lift.call @f(%a) : (i32) -> f32
  return
}

// -----

lift.user_fun @f(a : f32) -> f32 code []
func.func @no_sizes(%a: f32) {
  // expected-error @below {{gives a value to 'N', which is not a size of 'f'}}
  %b = lift.call @f[N = 1](%a) : (f32) -> f32
  return
}

// -----

// expected-note @below {{called function}}
func.func @g(%x: !lift.array<N x f32>) { return }
func.func @missing_size(%x: !lift.array<N x f32>) {
  // expected-error @below {{gives no value to the size 'N' of 'g'}}
  lift.call @g(%x) : (!lift.array<N x f32>) -> ()
  return
}

// -----

// expected-note @below {{called function}}
func.func @g(%x: !lift.array<N x f32>) attributes {lift.params = {T = [1]}} { return }
func.func @missing_parameter(%x: !lift.array<N x f32>) {
  // expected-error @below {{gives no value to the size 'T' of 'g'}}
  lift.call @g[N = N](%x) : (!lift.array<N x f32>) -> ()
  return
}

// -----

// expected-note @below {{called function}}
func.func @g(%x: !lift.array<N x f32>) { return }
func.func @wrong_size(%x: !lift.array<N x f32>) {
  // expected-error @below {{has type '(!lift.array<N x f32>) -> ()', but 'g' has type '(!lift.array<(2 * N) x f32>) -> ()' with these sizes}}
  lift.call @g[N = 2 * N](%x) : (!lift.array<N x f32>) -> ()
  return
}

// -----

func.func @g(%x: !lift.array<(N - 4) x f32>) { return }
func.func @impossible_size(%x: !lift.array<4 x f32>) {
  // expected-error @below {{gives sizes to 'g' that its arrays cannot have}}
  lift.call @g[N = 4](%x) : (!lift.array<4 x f32>) -> ()
  return
}

// -----

func.func @g(%x: !lift.array<N x f32>) { return }
func.func @twice(%x: !lift.array<4 x f32>) {
  // expected-error @below {{size 'N' has two values}}
  lift.call @g[N = 4, N = 4](%x) : (!lift.array<4 x f32>) -> ()
  return
}

// -----

func.func @g(%x: !lift.array<N x f32>) { return }
func.func @no_size(%x: !lift.array<4 x f32>) {
  // expected-error @below {{size 'N' is not given as a size}}
  "lift.call"(%x) <{callee = @g, sizes = {N = 4 : i32}}> : (!lift.array<4 x f32>) -> ()
  return
}
