// RUN: lift-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// expected-error @below {{expected 'divides', 'le' or '=='}}
"test.use"() {a = #lift.constraint<N lt M>} : () -> ()

// -----

// expected-error @below {{expected '='}}
"test.use"() {a = #lift.constraint<N = M>} : () -> ()

// -----

// expected-error @below {{expected a size: a number, a name or an expression in parentheses}}
"test.use"() {a = #lift.constraint<4 divides>} : () -> ()

// -----

// expected-error @below {{expected '>'}}
"test.use"() {a = #lift.size<N M>} : () -> ()

// -----

// expected-error @below {{'floordiv' is reserved and cannot name a size}}
"test.use"() {a = #lift.size<floordiv>} : () -> ()

// -----

// expected-error @below {{mapping dimension 3 is not one of 0, 1 and 2}}
"test.use"() {a = #lift.mapping<glb(3)>} : () -> ()

// -----

// expected-error @below {{expected a mapping: seq, fused, lcl(d), wrg(d) or glb(d)}}
"test.use"() {a = #lift.mapping<warp(0)>} : () -> ()

// -----

// expected-error @below {{expected '('}}
"test.use"() {a = #lift.mapping<glb>} : () -> ()

// -----

// expected-error @below {{expected '>'}}
"test.use"() {a = #lift.mapping<seq(0)>} : () -> ()

// -----

// expected-error @below {{'lift.params' must be a dictionary of names to arrays of integers}}
func.func private @params_no_dictionary() attributes {lift.params = [16]}

// -----

// expected-error @below {{values of tuning name 'TM' must be a non-empty array of integers from 1 to 2147483647}}
func.func private @params_no_array() attributes {lift.params = {TM = 16}}

// -----

// expected-error @below {{values of tuning name 'TM' must be a non-empty array of integers from 1 to 2147483647}}
func.func private @params_empty() attributes {lift.params = {TM = []}}

// -----

// expected-error @below {{values of tuning name 'TM' must be a non-empty array of integers from 1 to 2147483647}}
func.func private @params_zero() attributes {lift.params = {TM = [16, 0]}}

// -----

// expected-error @below {{values of tuning name 'TM' must be a non-empty array of integers from 1 to 2147483647}}
func.func private @params_too_large() attributes {lift.params = {TM = [2147483648]}}

// -----

// expected-error @below {{values of tuning name 'TM' must be a non-empty array of integers from 1 to 2147483647}}
func.func private @params_wide() attributes {
  lift.params = {TM = [73786976294838206465 : i128]}}

// -----

// expected-error @below {{tuning name 'x' is reserved}}
func.func private @params_reserved() attributes {lift.params = {x = [1]}}

// -----

// expected-error @below {{tuning name 'T M' is not a name}}
func.func private @params_no_name() attributes {lift.params = {"T M" = [1]}}

// -----

// expected-error @below {{attribute 'lift.params' is for functions only}}
module attributes {lift.params = {TM = [16]}} {}

// -----

// expected-error @below {{attribute 'lift.requires' is for functions only}}
module attributes {lift.requires = []} {}

// -----

// expected-error @below {{'lift.requires' must be an array of #lift.constraint}}
func.func private @requires_no_array() attributes {
  lift.requires = #lift.constraint<4 divides N>}

// -----

// expected-error @below {{'lift.requires' must be an array of #lift.constraint}}
func.func private @requires_text() attributes {lift.requires = ["4 divides N"]}

// -----

// expected-error @below {{attribute 'lift.prefers' is for functions only}}
module attributes {lift.prefers = []} {}

// -----

// expected-error @below {{'lift.prefers' must be an array of #lift.constraint}}
func.func private @prefers_text() attributes {lift.prefers = ["4 divides N"]}

// -----

func.func private @f(%x: tensor<?xf32>) -> f32
func.func @g(%x: tensor<?xf32>) -> f32 {
  // expected-error @below {{attribute "lift.on_host" must be the name of a function}}
  %r = call @f(%x) {lift.on_host = "f"} : (tensor<?xf32>) -> f32
  return %r : f32
}

// -----

// expected-error @below {{attribute "lift.on_device" must be a unit}}
func.func private @f(%x: f32) -> f32 attributes {lift.on_device = 1 : i32}

// -----

// expected-error @below {{attribute "lift.driver" must be a unit}}
func.func private @f(%x: f32) -> f32 attributes {lift.driver = 1 : i32}
