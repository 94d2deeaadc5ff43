// RUN: lift-opt %s --pass-pipeline='builtin.module(lift-bind-params{params=TM=24,N=100})' --split-input-file --verify-diagnostics

// expected-error @below {{tuning name 'TM' cannot be 24}}
// expected-note @below {{declared values: 16, 32}}
func.func private @not_declared(!lift.array<N x f32>) attributes {lift.params = {TM = [16, 32]}}

// -----

func.func @does_not_divide(%x: !lift.array<N x f32>)
    attributes {lift.params = {TM = [8, 24]}} {
  // expected-error @below {{chunk size TM does not divide the array length N}}
  // expected-note @below {{with these values it compares 24 and 100}}
  %s = lift.split %x by TM : !lift.array<N x f32>
  return
}

// -----

// A type that no operation explains.
// expected-error @below {{size expression divides 25 by 6, which leaves a remainder in N / TM}}
func.func @type_does_not_divide(%x: !lift.array<N x f32>, %y: !lift.array<(N / TM) x f32>)
    attributes {lift.params = {TM = [8, 24]}} {
  return
}

// -----

// expected-error @below {{the function requires #lift.constraint<TM divides N>}}
// expected-note @below {{with these values it compares 24 and 100}}
func.func @requirement(%x: !lift.array<N x f32>)
    attributes {lift.params = {TM = [24]},
                lift.requires = [#lift.constraint<TM divides N>]} {
  return
}

// -----

func.func private @other(!lift.array<TM x f32>)
// expected-error @below {{size -1 is not between 1 and 2147483647 in N - 101}}
func.func @negative(%x: !lift.array<N x f32>, %y: !lift.array<(N - 101) x f32>) {
  return
}
