// Functions on arrays that are called with tensors.
// RUN: lift-opt %s --split-input-file --pass-pipeline='builtin.module(lift-to-gpu)' --verify-diagnostics | FileCheck %s

// What goes from one call to the next stays on the device; what the host reads
// comes back; each tensor goes there once, and nothing is left.
// CHECK-LABEL: func private @twice(
// CHECK-LABEL: func @chain(
// CHECK-SAME: %[[T:.*]]: tensor<?xf32>)
// CHECK: %[[N:.*]] = tensor.dim %[[T]]
// CHECK: %[[H:.*]] = bufferization.to_buffer %[[T]] read_only
// CHECK: %[[X:.*]] = gpu.alloc  (%[[N]])
// CHECK-NEXT: gpu.memcpy  %[[X]],
// CHECK: %[[NONE:.*]] = arith.cmpi eq, %[[N]], %c0
// CHECK: %[[YZ:.*]]:2 = scf.if %[[NONE]]
// CHECK: } else {
// CHECK: %[[Y:.*]] = func.call @twice(%[[X]], %[[N]])
// CHECK: %[[Z:.*]] = func.call @twice(%[[Y]], %[[N]])
// CHECK: gpu.dealloc  %[[YZ]]#0
// CHECK: gpu.memcpy  %{{.*}}, %[[YZ]]#1
// CHECK: gpu.dealloc  %[[YZ]]#1
// CHECK: %[[W:.*]] = scf.if
// CHECK: func.call @twice(%[[X]], %[[N]])
// CHECK: gpu.dealloc  %[[X]] :
// CHECK: gpu.memcpy  %{{.*}}, %[[W]]
// CHECK: gpu.dealloc  %[[W]]
// CHECK: return %{{.*}}, %{{.*}}, %[[N]]
func.func private @twice(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %r = lift.map (%e = %x : !lift.array<N x f32>) {
    %s = arith.addf %e, %e : f32
    lift.yield %s : f32
  }
  return %r : !lift.array<N x f32>
}
func.func @chain(%t: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, index) {
  %c0 = arith.constant 0 : index
  %x = lift.from_tensor %t : tensor<?xf32> to !lift.array<N x f32>
  %y = call @twice(%x) : (!lift.array<N x f32>) -> !lift.array<N x f32>
  %ty = lift.to_tensor %y : !lift.array<N x f32> to tensor<?xf32>
  %n = tensor.dim %ty, %c0 : tensor<?xf32>
  %y2 = lift.from_tensor %ty : tensor<?xf32> to !lift.array<N x f32>
  %z = call @twice(%y2) : (!lift.array<N x f32>) -> !lift.array<N x f32>
  %tz = lift.to_tensor %z : !lift.array<N x f32> to tensor<?xf32>
  %w = call @twice(%x) : (!lift.array<N x f32>) -> !lift.array<N x f32>
  %tw = lift.to_tensor %w : !lift.array<N x f32> to tensor<?xf32>
  return %tz, %tw, %n : tensor<?xf32>, tensor<?xf32>, index
}

// -----

// Sizes that must be the same are tested; truth values are bytes; a number comes
// back as one.
// CHECK-LABEL: func @sizes(
// CHECK-DAG: %[[N:.*]] = tensor.dim %{{.*}}, %c0 : tensor<?x?xf32>
// CHECK-DAG: %[[M:.*]] = tensor.dim %{{.*}}, %c1 : tensor<?x?xf32>
// CHECK: cf.assert %{{.*}}, "dimension 1 of argument 0 of '@any' is not 4"
// CHECK: cf.assert %{{.*}}, "dimension 0 of argument 1 of '@any' is not N"
// CHECK: builtin.unrealized_conversion_cast %{{.*}} : memref<?xi1> to memref<?xi8>
// CHECK: memref.load
// CHECK: arith.trunci %{{.*}} : i8 to i1
func.func private @any(%x: !lift.array<N x 4 x f32>, %b: !lift.array<N x i1>) -> i1 {
  %no = arith.constant false
  %flat = lift.map (%row = %x : !lift.array<N x 4 x f32>) {
    %zero = arith.constant 0.0 : f32
    %m = lift.reduce (%e = %row : !lift.array<4 x f32>) init (%acc = %zero : f32) {
      %s = arith.addf %acc, %e : f32
      lift.yield %s : f32
    }
    %is = arith.cmpf ogt, %m, %zero : f32
    lift.yield %is : i1
  }
  %r = lift.reduce (%e = %flat, %f = %b : !lift.array<N x i1>, !lift.array<N x i1>) init (%acc = %no : i1) {
    %both = arith.andi %e, %f : i1
    %s = arith.ori %acc, %both : i1
    lift.yield %s : i1
  }
  return %r : i1
}
func.func @sizes(%t: tensor<?x?xf32>, %b: tensor<?xi1>) -> i1 {
  %x = lift.from_tensor %t : tensor<?x?xf32> to !lift.array<N x 4 x f32>
  %y = lift.from_tensor %b : tensor<?xi1> to !lift.array<N x i1>
  %r = call @any(%x, %y) : (!lift.array<N x 4 x f32>, !lift.array<N x i1>) -> i1
  return %r : i1
}

// -----

func.func private @twice(%x: !lift.array<4 x f32>) -> !lift.array<4 x f32> {
  %r = lift.map (%e = %x : !lift.array<4 x f32>) {
    %s = arith.addf %e, %e : f32
    lift.yield %s : f32
  }
  return %r : !lift.array<4 x f32>
}
func.func @on_host(%t: tensor<4xf32>) -> tensor<4xf32> {
  %x = lift.from_tensor %t : tensor<4xf32> to !lift.array<4 x f32>
  %y = call @twice(%x) : (!lift.array<4 x f32>) -> !lift.array<4 x f32>
  // expected-error @below {{uses an array of the device on the host}}
  // expected-note @below {{lift.to_tensor gives it to the host}}
  %r = builtin.unrealized_conversion_cast %y : !lift.array<4 x f32> to tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// What a loop does not compute is uploaded before it, and freed behind it.
// CHECK-LABEL: func @in_loop(
// CHECK-SAME: %[[T:.*]]: tensor<8xf32>, %[[S:.*]]: tensor<8xf32>, %{{.*}}: index)
// CHECK: bufferization.to_buffer %[[T]] read_only
// CHECK: %[[X:.*]] = gpu.alloc
// CHECK: gpu.memcpy  %[[X]],
// CHECK: scf.for
// CHECK-SAME: iter_args(%[[V:.*]] = %[[S]])
// CHECK-NOT: bufferization.to_buffer %[[T]]
// CHECK: bufferization.to_buffer %[[V]] read_only
// CHECK: call @sum(%[[X]],
// CHECK-NOT: gpu.dealloc  %[[X]] :
// CHECK: scf.yield
// CHECK: gpu.dealloc  %[[X]] :
func.func private @sum(%x: !lift.array<8 x f32>, %y: !lift.array<8 x f32>) -> !lift.array<8 x f32> {
  %r = lift.map (%e = %x, %f = %y : !lift.array<8 x f32>, !lift.array<8 x f32>) {
    %s = arith.addf %e, %f : f32
    lift.yield %s : f32
  }
  return %r : !lift.array<8 x f32>
}
func.func @in_loop(%t: tensor<8xf32>, %start: tensor<8xf32>, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%v = %start) -> tensor<8xf32> {
    %x = lift.from_tensor %t : tensor<8xf32> to !lift.array<8 x f32>
    %y = lift.from_tensor %v : tensor<8xf32> to !lift.array<8 x f32>
    %s = func.call @sum(%x, %y) : (!lift.array<8 x f32>, !lift.array<8 x f32>) -> !lift.array<8 x f32>
    %next = lift.to_tensor %s : !lift.array<8 x f32> to tensor<8xf32>
    scf.yield %next : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// -----

// One tensor for two arguments is uploaded once.
// CHECK-LABEL: func.func @same(
// CHECK: gpu.memcpy
// CHECK-NOT: gpu.memcpy
// CHECK: call @product(%[[X:.*]], %[[X]])
// CHECK: gpu.dealloc %[[X]] :
// CHECK-NOT: gpu.dealloc %[[X]] :
func.func private @product(%x: !lift.array<8 x f32>, %y: !lift.array<8 x f32>) -> !lift.array<8 x f32> {
  %r = lift.map (%e = %x, %f = %y : !lift.array<8 x f32>, !lift.array<8 x f32>) {
    %s = arith.mulf %e, %f : f32
    lift.yield %s : f32
  }
  return %r : !lift.array<8 x f32>
}
func.func @same(%t: tensor<8xf32>) -> tensor<8xf32> {
  %x = lift.from_tensor %t : tensor<8xf32> to !lift.array<8 x f32>
  %s = call @product(%x, %x) : (!lift.array<8 x f32>, !lift.array<8 x f32>) -> !lift.array<8 x f32>
  %r = lift.to_tensor %s : !lift.array<8 x f32> to tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

// Where a size is 0, another function computes the result, if the call says which:
// arrays of the device come back for it, and what it gives goes there.
// CHECK-LABEL: func.func @none(
// CHECK-SAME: %[[T:.*]]: tensor<?xf32>)
// CHECK: scf.if
// CHECK: scf.if
// CHECK: %[[H:.*]] = memref.alloc
// CHECK: gpu.memcpy  %[[H]],
// CHECK: %[[S:.*]] = bufferization.to_tensor
// CHECK: %[[R:.*]] = func.call @sum_on_host(%[[S]]) : (tensor<?xf32>) -> tensor<f32>
// CHECK: bufferization.to_buffer %[[R]] read_only
// CHECK: %[[B:.*]] = gpu.alloc
// CHECK: gpu.memcpy  %[[B]],
// CHECK: scf.yield %[[B]]
// CHECK: } else {
// CHECK: func.call @sum(
func.func private @twice(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %r = lift.map (%e = %x : !lift.array<N x f32>) {
    %s = arith.addf %e, %e : f32
    lift.yield %s : f32
  }
  return %r : !lift.array<N x f32>
}
func.func private @sum(%x: !lift.array<N x f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  // expected-warning @below {{this reduce runs on one work-item, which goes through N elements}}
  // expected-note @below {{declare it associative if it is}}
  %r = lift.reduce (%e = %x : !lift.array<N x f32>) init (%a = %zero : f32) {
    %s = arith.addf %a, %e : f32
    lift.yield %s : f32
  }
  return %r : f32
}
func.func private @sum_on_host(%x: tensor<?xf32>) -> tensor<f32>
func.func @none(%t: tensor<?xf32>) -> f32 {
  %x = lift.from_tensor %t : tensor<?xf32> to !lift.array<N x f32>
  %y = call @twice(%x) : (!lift.array<N x f32>) -> !lift.array<N x f32>
  %r = call @sum(%y) {lift.on_host = @sum_on_host} : (!lift.array<N x f32>) -> f32
  return %r : f32
}

// -----

// A result whose size is 0 where no other is.
// CHECK-LABEL: func.func @but_first(
// CHECK: %[[N:.*]] = tensor.dim
// CHECK-DAG: %[[NONE:.*]] = arith.cmpi eq, %[[N]], %c0
// CHECK-DAG: %[[M:.*]] = arith.subi %[[N]], %c1
// CHECK-DAG: %[[EMPTY:.*]] = arith.cmpi eq, %[[M]], %c0
// CHECK: %[[ANY:.*]] = arith.ori %[[NONE]], %[[EMPTY]]
// CHECK: scf.if %[[ANY]]
func.func private @but_first_lift(%x: !lift.array<N x f32>) -> !lift.array<(N - 1) x f32> {
  %d = lift.drop %x size [1] dims [0] : !lift.array<N x f32>
  %r = lift.map (%e = %d : !lift.array<(N - 1) x f32>) {
    %s = arith.addf %e, %e : f32
    lift.yield %s : f32
  }
  return %r : !lift.array<(N - 1) x f32>
}
func.func @but_first(%t: tensor<?xf32>) -> tensor<?xf32> {
  %x = lift.from_tensor %t : tensor<?xf32> to !lift.array<N x f32>
  %y = call @but_first_lift(%x) : (!lift.array<N x f32>) -> !lift.array<(N - 1) x f32>
  %r = lift.to_tensor %y : !lift.array<(N - 1) x f32> to tensor<?xf32>
  return %r : tensor<?xf32>
}
