// RUN: lift-opt %s --pass-pipeline='builtin.module(lift-bind-params)' | FileCheck %s --check-prefixes=CHECK,FIRST
// RUN: lift-opt %s --pass-pipeline='builtin.module(lift-bind-params{params=TM=32,N=1024})' | FileCheck %s --check-prefixes=CHECK,GIVEN

// RUN: lift-opt %s --pass-pipeline='builtin.module(lift-bind-params{params=N=1024 defaults=false})' | FileCheck %s --check-prefix=LEFT
// RUN: lift-opt %s --pass-pipeline='builtin.module(lift-bind-params{params=TM=32 defaults=false})' | FileCheck %s --check-prefix=NONE

// Names without a value may be left; what names had been given can be read off.
// LEFT-LABEL: func @tile(
// LEFT-SAME: !lift.array<1024 x f32>) -> !lift.array<(1024 / TM) x TM x f32>
// LEFT-SAME: lift.params = {TM = [16, 32]}
// NONE-LABEL: func @tile(
// NONE-SAME: !lift.array<N x f32>) -> !lift.array<(N / 32) x 32 x f32>
// NONE-SAME: lift.chosen = {TM = 32 : i64}
// NONE-NOT: lift.params

// The first declared value is the default; a size may be given a value, too.
// CHECK-LABEL: func @tile(
// FIRST-SAME: !lift.array<N x f32>) -> !lift.array<(N / 16) x 16 x f32>
// GIVEN-SAME: !lift.array<1024 x f32>) -> !lift.array<32 x 32 x f32>
// CHECK-NOT: lift.params
// FIRST-SAME: lift.requires = [#lift.constraint<16 divides N>]
// GIVEN-SAME: lift.requires = [#lift.constraint<32 divides 1024>]
func.func @tile(%x: !lift.array<N x f32>) -> !lift.array<(N / TM) x TM x f32>
    attributes {lift.params = {TM = [16, 32]},
                lift.requires = [#lift.constraint<TM divides N>]} {
  // FIRST: lift.split %{{.*}} by 16 : !lift.array<N x f32>
  // GIVEN: lift.split %{{.*}} by 32 : !lift.array<1024 x f32>
  %s = lift.split %x by TM : !lift.array<N x f32>
  // Inside bodies, too.
  // FIRST: lift.map (%[[C:.*]] = %{{.*}} : !lift.array<(N / 16) x 16 x f32>)
  // FIRST: lift.map (%{{.*}} = %[[C]] : !lift.array<16 x f32>)
  // GIVEN: lift.map (%[[C:.*]] = %{{.*}} : !lift.array<32 x 32 x f32>)
  // GIVEN: lift.map (%{{.*}} = %[[C]] : !lift.array<32 x f32>)
  %r = lift.map (%c = %s : !lift.array<(N / TM) x TM x f32>) {
    %m = lift.map (%e = %c : !lift.array<TM x f32>) { lift.yield %e : f32 }
    lift.yield %m : !lift.array<TM x f32>
  }
  return %r : !lift.array<(N / TM) x TM x f32>
}

// Names belong to their function: TM is a size here.
// CHECK-LABEL: func @other(
// FIRST-SAME: !lift.array<TM x f32>
// GIVEN-SAME: !lift.array<32 x f32>
func.func @other(%x: !lift.array<TM x f32>) {
  return
}
