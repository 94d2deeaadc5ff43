// Drivers become functions of the host with loops around launches.
// RUN: lift-opt %s --split-input-file --pass-pipeline='builtin.module(lift-to-gpu)' --verify-diagnostics | FileCheck %s

// What the step tests of sizes is tested before the loop. Each trip frees what it
// has read; what nobody returns is freed in the end. The functions that are called
// are gone.
// CHECK-NOT: func.func private
// CHECK-LABEL: func @driver(
// CHECK-SAME: %[[X:.*]]: memref<?xf32, #gpu.address_space<global>>, %[[N:.*]]: index)
// CHECK-SAME: lift.signature = (!lift.array<N x f32>) -> !lift.array<N x f32>
// CHECK-DAG: cf.assert
// CHECK-DAG: %[[INIT:.*]] = gpu.alloc (%[[N]])
// CHECK: gpu.launch_func @kernels::@start_0 {{.*}} args(%[[INIT]] :
// CHECK: %[[OTHER:.*]] = gpu.alloc (%[[N]])
// CHECK: gpu.launch_func @kernels::@start_0 {{.*}} args(%[[OTHER]] :
// CHECK: %[[END:.*]] = scf.for %[[I:.*]] = %{{.*}} to %[[N]] step %{{.*}} iter_args(%[[STATE:.*]] = %[[INIT]])
// CHECK-NOT: cf.assert
// CHECK-NEXT: %[[NEXT:.*]] = gpu.alloc (%[[N]])
// CHECK-NEXT: gpu.launch_func @kernels::@double_0 {{.*}} args(%[[NEXT]] : {{.*}} %[[I]] : index
// CHECK-NEXT: gpu.dealloc %[[STATE]]
// CHECK-NEXT: scf.yield %[[NEXT]]
// CHECK: gpu.dealloc %[[OTHER]]
// CHECK-NEXT: return %[[END]]
func.func private @start(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %r = lift.map glb(0) (%e = %x : !lift.array<N x f32>) {
    lift.yield %e : f32
  }
  return %r : !lift.array<N x f32>
}
func.func private @double(%x: !lift.array<N x f32>, %i: index) -> !lift.array<N x f32> {
  %n = arith.index_cast %i : index to i32
  %f = arith.sitofp %n : i32 to f32
  %r = lift.map glb(0) (%e = %x : !lift.array<N x f32>) {
    %s = arith.mulf %e, %f : f32
    lift.yield %s : f32
  }
  return %r : !lift.array<N x f32>
}
func.func @driver(%x: !lift.array<N x f32>) -> !lift.array<N x f32> attributes {lift.driver} {
  %a = call @start(%x) : (!lift.array<N x f32>) -> !lift.array<N x f32>
  %unused = call @start(%x) : (!lift.array<N x f32>) -> !lift.array<N x f32>
  %zero = lift.size 0 : index
  %one = lift.size 1 : index
  %n = lift.size N : index
  %r = scf.for %i = %zero to %n step %one iter_args(%v = %a) -> (!lift.array<N x f32>) {
    %y = func.call @double(%v, %i) : (!lift.array<N x f32>, index) -> !lift.array<N x f32>
    scf.yield %y : !lift.array<N x f32>
  }
  return %r : !lift.array<N x f32>
}

// -----

func.func @computes(%x: !lift.array<N x f32>) -> !lift.array<N x f32> attributes {lift.driver} {
  // expected-error @below {{is not what a driver does: calls, loops, scans and sizes}}
  %r = lift.map (%e = %x : !lift.array<N x f32>) {
    lift.yield %e : f32
  }
  return %r : !lift.array<N x f32>
}

// -----

func.func private @elsewhere(!lift.array<N x f32>) -> !lift.array<N x f32>
func.func @calls(%x: !lift.array<N x f32>) -> !lift.array<N x f32> attributes {lift.driver} {
  // expected-error @below {{calls a function that has not been lowered}}
  %r = call @elsewhere(%x) : (!lift.array<N x f32>) -> !lift.array<N x f32>
  return %r : !lift.array<N x f32>
}

// -----

func.func private @one(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %r = lift.map glb(0) (%e = %x : !lift.array<N x f32>) {
    lift.yield %e : f32
  }
  return %r : !lift.array<N x f32>
}
func.func @returns(%x: !lift.array<N x f32>) -> !lift.array<N x f32> attributes {lift.driver} {
  %zero = lift.size 0 : index
  %one = lift.size 1 : index
  // expected-error @below {{frees what it starts from, which is no result of a call}}
  %r = scf.for %i = %zero to %one step %one iter_args(%v = %x) -> (!lift.array<N x f32>) {
    %y = func.call @one(%v) : (!lift.array<N x f32>) -> !lift.array<N x f32>
    scf.yield %y : !lift.array<N x f32>
  }
  return %r : !lift.array<N x f32>
}

// -----

func.func @itself(%x: !lift.array<N x f32>) -> !lift.array<N x f32> attributes {lift.driver} {
  // expected-error @below {{makes 'itself' call itself}}
  %r = call @itself(%x) : (!lift.array<N x f32>) -> !lift.array<N x f32>
  return %r : !lift.array<N x f32>
}

// -----

// A scan keeps each state, of which a kernel stores a copy; what nobody reads is not
// kept.
// CHECK-LABEL: gpu.func @scans_keep_0(
// CHECK-SAME: %[[ALL:[^:]*]]: memref<?xf32, {{[^:]*}}> {lift.name = "out", lift.restrict}, %[[STEP:[^:]*]]: index {lift.value}, %{{[^:]*}}: index {lift.name = "N"}, %[[ONE:[^:]*]]: memref
// CHECK: memref.load %[[ONE]]
// CHECK: memref.store {{.*}}, %[[ALL]]
// CHECK-NOT: gpu.func @scans_keep_1(
// CHECK-LABEL: func.func @scans(
// CHECK: cf.assert {{.*}}"an array of N * T elements needs 64-bit indices
// CHECK: %[[KEPT:.*]] = gpu.alloc
// CHECK: %[[LAST:.*]]:2 = scf.for %[[I:.*]] = {{.*}} iter_args(%[[S:.*]] = {{.*}}, %[[U:.*]] =
// CHECK: %[[NEXT:.*]] = gpu.alloc
// CHECK: gpu.launch_func @kernels::@both_0
// CHECK: gpu.launch_func @kernels::@scans_keep_0 {{.*}} args(%[[KEPT]] : {{.*}}, %[[I]] : index, %{{.*}} : index, %[[NEXT]] :
// CHECK-NOT: gpu.launch_func
// CHECK: gpu.dealloc %[[S]]
// CHECK: gpu.dealloc %[[U]]
// CHECK: scf.yield
// CHECK: gpu.dealloc %[[LAST]]#0
// CHECK: gpu.dealloc %[[LAST]]#1
// CHECK: return %[[KEPT]]
func.func private @first(%x: !lift.array<T x f32>, %y: !lift.array<N x f32>) -> (!lift.array<N x f32>, !lift.array<N x f32>) {
  %r:2 = lift.map glb(0) (%e = %y : !lift.array<N x f32>) {
    lift.yield %e, %e : f32, f32
  }
  return %r#0, %r#1 : !lift.array<N x f32>, !lift.array<N x f32>
}
func.func private @both(%x: !lift.array<N x f32>, %y: !lift.array<N x f32>) -> (!lift.array<N x f32>, !lift.array<N x f32>) {
  %r:2 = lift.map glb(0) (%e = %x, %f = %y : !lift.array<N x f32>, !lift.array<N x f32>) {
    %s = arith.addf %e, %f : f32
    lift.yield %s, %e : f32, f32
  }
  return %r#0, %r#1 : !lift.array<N x f32>, !lift.array<N x f32>
}
func.func @scans(%x: !lift.array<T x f32>, %y: !lift.array<N x f32>) -> !lift.array<T x N x f32> attributes {lift.driver} {
  %a:2 = call @first(%x, %y) : (!lift.array<T x f32>, !lift.array<N x f32>) -> (!lift.array<N x f32>, !lift.array<N x f32>)
  %numbers = lift.generate (%i < T) {
    %n = arith.index_cast %i : index to i32
    lift.yield %n : i32
  }
  %r:2 = lift.scan (%n = %numbers : !lift.array<T x i32>) init (%v = %a#0, %w = %a#1 : !lift.array<N x f32>, !lift.array<N x f32>) {
    %z:2 = func.call @both(%v, %w) : (!lift.array<N x f32>, !lift.array<N x f32>) -> (!lift.array<N x f32>, !lift.array<N x f32>)
    lift.yield %z#0, %z#1 : !lift.array<N x f32>, !lift.array<N x f32>
  }
  return %r#0 : !lift.array<T x N x f32>
}

// -----

func.func @goes_through(%x: !lift.array<T x i32>, %y: !lift.array<N x f32>) -> !lift.array<T x i32> attributes {lift.driver} {
  %zero = arith.constant 0 : i32
  // expected-error @below {{is not what a driver does: it goes through more than the numbers of its steps, or keeps numbers}}
  %r = lift.scan (%n = %x : !lift.array<T x i32>) init (%v = %zero : i32) {
    lift.yield %n : i32
  }
  return %r : !lift.array<T x i32>
}

// -----

// The loop of the host counts from 0 in steps of 1.
func.func private @next(%y: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %r = lift.map glb(0) (%e = %y : !lift.array<N x f32>) {
    lift.yield %e : f32
  }
  return %r : !lift.array<N x f32>
}
func.func @even(%x: !lift.array<T x f32>, %y: !lift.array<N x f32>) -> !lift.array<T x N x f32> attributes {lift.driver} {
  %a = call @next(%y) : (!lift.array<N x f32>) -> !lift.array<N x f32>
  %numbers = lift.generate (%i < T) {
    %n = arith.index_cast %i : index to i32
    %m = arith.addi %n, %n : i32
    lift.yield %m : i32
  }
  // expected-error @below {{is not what a driver does: it goes through more than the numbers of its steps, or keeps numbers}}
  %r = lift.scan (%n = %numbers : !lift.array<T x i32>) init (%v = %a : !lift.array<N x f32>) {
    %z = func.call @next(%v) : (!lift.array<N x f32>) -> !lift.array<N x f32>
    lift.yield %z : !lift.array<N x f32>
  }
  return %r : !lift.array<T x N x f32>
}

// -----

func.func private @next(%y: !lift.array<N x f32>, %n: i32) -> !lift.array<N x f32> {
  %r = lift.map glb(0) (%e = %y : !lift.array<N x f32>) {
    lift.yield %e : f32
  }
  return %r : !lift.array<N x f32>
}
func.func @takes_number(%x: !lift.array<T x f32>, %y: !lift.array<N x f32>, %k: i32) -> !lift.array<T x N x f32> attributes {lift.driver} {
  %a = call @next(%y, %k) : (!lift.array<N x f32>, i32) -> !lift.array<N x f32>
  %numbers = lift.generate (%i < T) {
    %n = arith.index_cast %i : index to i32
    lift.yield %n : i32
  }
  // expected-error @below {{is not what a driver does: it goes through more than the numbers of its steps, or keeps numbers}}
  %r = lift.scan (%n = %numbers : !lift.array<T x i32>) init (%v = %a : !lift.array<N x f32>) {
    %z = func.call @next(%v, %n) : (!lift.array<N x f32>, i32) -> !lift.array<N x f32>
    lift.yield %z : !lift.array<N x f32>
  }
  return %r : !lift.array<T x N x f32>
}

// -----

func.func private @next(%y: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %r = lift.map glb(0) (%e = %y : !lift.array<N x f32>) {
    lift.yield %e : f32
  }
  return %r : !lift.array<N x f32>
}
func.func @in_loop(%x: !lift.array<T x f32>, %y: !lift.array<N x f32>) -> !lift.array<N x f32> attributes {lift.driver} {
  %a = call @next(%y) : (!lift.array<N x f32>) -> !lift.array<N x f32>
  %b = call @next(%y) : (!lift.array<N x f32>) -> !lift.array<N x f32>
  %numbers = lift.generate (%i < T) {
    %n = arith.index_cast %i : index to i32
    lift.yield %n : i32
  }
  %zero = lift.size 0 : index
  %one = lift.size 1 : index
  %r = scf.for %i = %zero to %one step %one iter_args(%v = %a) -> (!lift.array<N x f32>) {
    // expected-error @below {{is in another loop of a driver}}
    %s = lift.scan (%n = %numbers : !lift.array<T x i32>) init (%w = %b : !lift.array<N x f32>) {
      %u = func.call @next(%w) : (!lift.array<N x f32>) -> !lift.array<N x f32>
      lift.yield %u : !lift.array<N x f32>
    }
    %z = func.call @next(%v) : (!lift.array<N x f32>) -> !lift.array<N x f32>
    scf.yield %z : !lift.array<N x f32>
  }
  return %r : !lift.array<N x f32>
}
