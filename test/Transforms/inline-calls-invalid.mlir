// RUN: lift-opt %s --pass-pipeline='builtin.module(lift-inline-calls)' --split-input-file --verify-diagnostics

// expected-note @below {{called function}}
func.func @self(%x: !lift.array<N x f32>) -> f32 {
  // expected-error @below {{makes 'self' call itself}}
  // expected-note @below {{use iterate to apply a function several times}}
  %r = lift.call @self[N = N](%x) : (!lift.array<N x f32>) -> f32
  return %r : f32
}

// -----

// expected-note @below {{called function}}
func.func @one(%x: !lift.array<N x f32>) -> f32 {
  %r = lift.call @other[M = N](%x) : (!lift.array<N x f32>) -> f32
  return %r : f32
}
func.func @other(%x: !lift.array<M x f32>) -> f32 {
  // expected-error @below {{makes 'one' call itself}}
  // expected-note @below {{use iterate}}
  %r = lift.call @one[N = M](%x) : (!lift.array<M x f32>) -> f32
  return %r : f32
}

// -----

// expected-note @below {{called function}}
func.func private @declared(%x: !lift.array<N x f32>) -> f32
func.func @calls(%x: !lift.array<N x f32>) -> f32 {
  // expected-error @below {{calls 'declared', whose body is not one block}}
  %r = lift.call @declared[N = N](%x) : (!lift.array<N x f32>) -> f32
  return %r : f32
}

// -----

// A requirement that a step of an iterate could not test.
func.func private @halves(%x: !lift.array<N x f32>) -> !lift.array<(N / 2) x f32>
    attributes {lift.requires = [#lift.constraint<2 divides N>]} {
  %zero = arith.constant 0.0 : f32
  %p = lift.split %x by 2 : !lift.array<N x f32>
  %r = lift.map (%e = %p : !lift.array<(N / 2) x 2 x f32>) { lift.yield %zero : f32 }
  return %r : !lift.array<(N / 2) x f32>
}
func.func @iterates(%x: !lift.array<8 x f32>) -> !lift.array<1 x f32> {
  // expected-note @below {{the sizes of a step are not tested}}
  %r = lift.iterate 3 size L (%v = %x : !lift.array<8 x f32>) {
    // expected-error @below {{calls 'halves', which requires something of its sizes, in a step of an iterate}}
    %h = lift.call @halves[N = L](%v) : (!lift.array<L x f32>) -> !lift.array<(L / 2) x f32>
    lift.yield %h : !lift.array<(L / 2) x f32>
  }
  return %r : !lift.array<1 x f32>
}
