// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-form-kernels))' | FileCheck %s
// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-form-kernels{local-size=8,2 global-size=64,2}))' | FileCheck %s --check-prefix=GIVEN
// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-form-kernels{local-size=8}))' | FileCheck %s --check-prefix=LOCAL
// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-form-kernels{global-size=8}))' | FileCheck %s --check-prefix=GLOBAL

// CHECK-LABEL: func @one_dimension
// GIVEN-LABEL: func @one_dimension
func.func @one_dimension(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  // CHECK: %[[K:.*]] = lift.kernel {
  // CHECK-NEXT: %[[M:.*]] = lift.map glb(0)
  // CHECK: lift.yield %[[M]]
  // CHECK: return %[[K]]
  // GIVEN: lift.kernel local_size [8, 2] global_size [64, 2] {
  // LOCAL: lift.kernel local_size [8] {
  // GLOBAL: lift.kernel local_size [] global_size [8] {
  %m = lift.map glb(0) (%a = %x : !lift.array<N x f32>) { lift.yield %a : f32 }
  return %m : !lift.array<N x f32>
}

// A value in global memory ends a kernel; what it needs besides is computed
// again, not passed.
// CHECK-LABEL: func @two_kernels(
// CHECK-SAME: %[[X:[^:]*]]:
func.func @two_kernels(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  // CHECK: %[[A:.*]] = lift.kernel
  // CHECK: lift.map glb(0) (%{{.*}} = %[[X]]
  // CHECK-NOT: lift.materialize
  // CHECK: %[[B:.*]] = lift.kernel
  // CHECK: arith.constant 2.0
  // CHECK: lift.map glb(0) (%{{.*}} = %[[A]], %{{.*}} = %[[A]]
  // CHECK: return %[[B]]
  %two = arith.constant 2.0 : f32
  %m = lift.map glb(0) (%a = %x : !lift.array<N x f32>) {
    %q = arith.mulf %a, %a : f32
    lift.yield %q : f32
  }
  %g = lift.materialize %m in global : !lift.array<N x f32>
  %r = lift.map glb(0) (%a = %g, %b = %g : !lift.array<N x f32>, !lift.array<N x f32>) {
    %q = arith.addf %a, %b : f32
    %t = arith.mulf %q, %two : f32
    lift.yield %t : f32
  }
  return %r : !lift.array<N x f32>
}

// Both results of one map come from one kernel.
// CHECK-LABEL: func @two_results
func.func @two_results(%x: !lift.array<N x f32>) -> (!lift.array<N x f32>, !lift.array<N x f32>) {
  // CHECK: %[[K:.*]]:2 = lift.kernel
  // CHECK: %[[M:.*]]:2 = lift.map
  // CHECK: lift.yield %[[M]]#1, %[[M]]#0
  // CHECK-NOT: lift.kernel
  // CHECK: return %[[K]]#0, %[[K]]#1
  %m:2 = lift.map glb(0) (%a = %x : !lift.array<N x f32>) {
    %q = arith.mulf %a, %a : f32
    lift.yield %a, %q : f32, f32
  }
  return %m#1, %m#0 : !lift.array<N x f32>, !lift.array<N x f32>
}

// A scalar that another kernel needs is computed by a kernel of its own.
// CHECK-LABEL: func @scalar_between
func.func @scalar_between(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  // CHECK: %[[S:.*]] = lift.kernel {
  // CHECK: lift.yield %{{.*}} : f32
  // CHECK: lift.kernel
  // CHECK: arith.divf %{{.*}}, %[[S]]
  %zero = arith.constant 0.0 : f32
  %sum = lift.reduce (%e = %x : !lift.array<N x f32>) init (%acc = %zero : f32) {
    %t = arith.addf %acc, %e : f32
    lift.yield %t : f32
  }
  %r = lift.map glb(0) (%a = %x : !lift.array<N x f32>) {
    %q = arith.divf %a, %sum : f32
    lift.yield %q : f32
  }
  return %r : !lift.array<N x f32>
}

// A reduction with arrays is never repeated: one kernel computes all results.
// CHECK-LABEL: func @mixed_accumulators
func.func @mixed_accumulators(%x: !lift.array<N x f32>, %z: !lift.array<4 x f32>)
    -> (f32, !lift.array<4 x f32>) {
  // CHECK: %[[K:.*]]:2 = lift.kernel
  // CHECK: lift.reduce
  // CHECK: lift.kernel
  // CHECK-NOT: lift.reduce
  // CHECK: arith.addf %[[K]]#1, %[[K]]#1
  // CHECK: return %{{.*}}, %[[K]]#0
  %zero = arith.constant 0.0 : f32
  %r:2 = lift.reduce (%e = %x : !lift.array<N x f32>)
      init (%s = %zero, %acc = %z : f32, !lift.array<4 x f32>) {
    lift.yield %e, %acc : f32, !lift.array<4 x f32>
  }
  %stored = lift.materialize %r#1 in global : !lift.array<4 x f32>
  %twice = arith.addf %r#0, %r#0 : f32
  return %twice, %stored : f32, !lift.array<4 x f32>
}

// What the first kernel has stored, the second stores again.
// CHECK-LABEL: func @stored_twice
func.func @stored_twice(%x: !lift.array<N x f32>) -> (!lift.array<N x f32>, !lift.array<N x f32>) {
  // CHECK: %[[A:.*]] = lift.kernel
  // CHECK: lift.map
  // CHECK: %[[B:.*]] = lift.kernel
  // CHECK-NEXT: lift.yield %[[A]]
  // CHECK: return %[[A]], %[[B]]
  %m = lift.map glb(0) (%a = %x : !lift.array<N x f32>) {
    %q = arith.mulf %a, %a : f32
    lift.yield %q : f32
  }
  %g = lift.materialize %m in global : !lift.array<N x f32>
  %h = lift.materialize %g in global : !lift.array<N x f32>
  return %g, %h : !lift.array<N x f32>, !lift.array<N x f32>
}

// A number that is in memory already is read again. What a map computes is not
// there yet.
// CHECK-LABEL: func @element_of_argument(
// CHECK-SAME: %{{[^:]*}}: !lift.array<N x f32>, %[[W:[^:]*]]:
func.func @element_of_argument(%x: !lift.array<N x f32>, %w: !lift.array<3 x f32>) -> !lift.array<N x f32> {
  // CHECK: lift.kernel
  // CHECK: %[[R:.*]] = lift.reverse %[[W]]
  // CHECK: %[[E:.*]] = lift.at %[[R]][1]
  // CHECK: arith.addf %[[E]], %[[E]]
  // CHECK: lift.map
  // CHECK-NOT: lift.kernel
  // CHECK: return
  %turned = lift.reverse %w : !lift.array<3 x f32>
  %w1 = lift.at %turned[1] : !lift.array<3 x f32>
  %twice = arith.addf %w1, %w1 : f32
  %o = lift.map (%e = %x : !lift.array<N x f32>) {
    %s = arith.mulf %e, %twice : f32
    lift.yield %s : f32
  }
  return %o : !lift.array<N x f32>
}

// CHECK-LABEL: func @negative_element_of_map(
func.func @negative_element_of_map(%x: !lift.array<N x f32>, %w: !lift.array<3 x f32>) -> !lift.array<N x f32> {
  // CHECK: %[[K:.*]] = lift.kernel
  // CHECK: lift.kernel
  // CHECK: arith.mulf %{{.*}}, %[[K]]
  %m = lift.map (%e = %w : !lift.array<3 x f32>) {
    %s = arith.addf %e, %e : f32
    lift.yield %s : f32
  }
  %w1 = lift.at %m[1] : !lift.array<3 x f32>
  %o = lift.map (%e = %x : !lift.array<N x f32>) {
    %s = arith.mulf %e, %w1 : f32
    lift.yield %s : f32
  }
  return %o : !lift.array<N x f32>
}

// CHECK-LABEL: func @scalar_argument_returned
func.func @scalar_argument_returned(%x: !lift.array<N x f32>, %s: f32) -> f32 {
  // CHECK: %[[K:.*]] = lift.kernel
  // CHECK: return %[[K]]
  return %s : f32
}

// Groups and local ids need no launch sizes yet.
// CHECK-LABEL: func @groups
func.func @groups(%x: !lift.array<N x M x f32>) -> !lift.array<N x M x f32> {
  // CHECK: lift.kernel {
  // CHECK: lift.map wrg(0)
  // CHECK: lift.map lcl(0)
  %m = lift.map wrg(0) (%r = %x : !lift.array<N x M x f32>) {
    %n = lift.map lcl(0) (%a = %r : !lift.array<M x f32>) { lift.yield %a : f32 }
    lift.yield %n : !lift.array<M x f32>
  }
  return %m : !lift.array<N x M x f32>
}

// CHECK-LABEL: func @negative_has_kernel
func.func @negative_has_kernel(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  // CHECK: lift.kernel local_size [32] global_size [64]
  // CHECK-NOT: lift.kernel
  %k = lift.kernel local_size [32] global_size [64] {
    %m = lift.map wrg(0) (%a = %x : !lift.array<N x f32>) { lift.yield %a : f32 }
    lift.yield %m : !lift.array<N x f32>
  }
  return %k : !lift.array<N x f32>
}

// CHECK-LABEL: func @negative_no_arrays
func.func @negative_no_arrays(%a: f32) -> f32 {
  // CHECK-NOT: lift.kernel
  return %a : f32
}

// What is only reduced to a number stands in local memory of its kernel.
// CHECK-LABEL: func @reduced
func.func @reduced(%x: !lift.array<64 x f32>) -> (f32, f32) {
  %z = arith.constant 0.0 : f32
  // CHECK: lift.kernel
  // CHECK: lift.map lcl(0)
  // CHECK: lift.materialize {{.*}} in local
  // CHECK: lift.reduce
  // CHECK-NOT: lift.kernel
  %m = lift.map lcl(0) (%a = %x : !lift.array<64 x f32>) {
    %d = arith.addf %a, %a : f32
    lift.yield %d : f32
  }
  %l = lift.materialize %m in local : !lift.array<64 x f32>
  %t = lift.take %l size [32] : !lift.array<64 x f32>
  %s:2 = lift.reduce (%a = %t : !lift.array<32 x f32>) init (%b = %z, %c = %z : f32, f32) {
    %d = arith.addf %a, %b : f32
    %e = arith.maximumf %a, %c : f32
    lift.yield %d, %e : f32, f32
  }
  return %s#0, %s#1 : f32, f32
}

// Parts of a returned array that different operations compute have kernels of their own
// if one says how it runs; without a choice, one kernel stores all.
// CHECK-LABEL: func @parts
func.func @parts(%x: !lift.array<N x f32>, %y: !lift.array<M x 2 x f32>) -> !lift.array<2 x (M + N) x f32> {
  // CHECK: %[[A:.*]] = lift.kernel {
  // CHECK: lift.map glb(0)
  // CHECK: %[[B:.*]] = lift.kernel {
  // CHECK: lift.map (
  // CHECK: %[[C:.*]] = lift.concat %[[A]], %[[B]] :
  // CHECK: %[[T:.*]] = lift.transpose %[[C]]
  // CHECK: return %[[T]]
  %a = lift.map glb(0) (%e = %x : !lift.array<N x f32>) {
    %p = lift.broadcast %e sizes [2] : f32
    %m = lift.map (%f = %p : !lift.array<2 x f32>) {
      lift.yield %f : f32
    }
    lift.yield %m : !lift.array<2 x f32>
  }
  %b = lift.map (%row = %y : !lift.array<M x 2 x f32>) {
    %m = lift.map (%f = %row : !lift.array<2 x f32>) {
      %s = arith.negf %f : f32
      lift.yield %s : f32
    }
    lift.yield %m : !lift.array<2 x f32>
  }
  %c = lift.concat %a, %b : !lift.array<N x 2 x f32>, !lift.array<M x 2 x f32>
  %t = lift.transpose %c : !lift.array<(M + N) x 2 x f32>
  return %t : !lift.array<2 x (M + N) x f32>
}

// CHECK-LABEL: func @without_choices
func.func @without_choices(%x: !lift.array<N x f32>, %y: !lift.array<M x f32>) -> !lift.array<(M + N) x f32> {
  // CHECK: %[[K:.*]] = lift.kernel {
  // CHECK: lift.concat
  // CHECK: return %[[K]]
  %a = lift.map (%e = %x : !lift.array<N x f32>) { lift.yield %e : f32 }
  %b = lift.map (%e = %y : !lift.array<M x f32>) { lift.yield %e : f32 }
  %c = lift.concat %a, %b : !lift.array<N x f32>, !lift.array<M x f32>
  return %c : !lift.array<(M + N) x f32>
}

// One operation is computed by one kernel, whatever its results are parts of.
// CHECK-LABEL: func @one_operation
func.func @one_operation(%x: !lift.array<N x f32>) -> !lift.array<(N * 2) x f32> {
  // CHECK: %[[K:.*]] = lift.kernel {
  // CHECK: lift.concat
  // CHECK: return %[[K]]
  %a:2 = lift.map glb(0) (%e = %x : !lift.array<N x f32>) {
    %s = arith.negf %e : f32
    lift.yield %e, %s : f32, f32
  }
  %c = lift.concat %a#0, %a#1 : !lift.array<N x f32>, !lift.array<N x f32>
  return %c : !lift.array<(N * 2) x f32>
}

// Numbers that follow from one reduction are computed by one kernel.
// CHECK-LABEL: func @from_one_reduction
func.func @from_one_reduction(%x: !lift.array<N x f32>, %s: f32) -> (!lift.array<N x f32>, !lift.array<N x f32>, f32) {
  // CHECK: %[[K:.*]]:3 = lift.kernel {
  // CHECK: lift.reduce
  // CHECK-NOT: lift.kernel
  // CHECK: lift.yield %{{.*}}, %{{.*}}, %{{.*}} : f32, f32, f32
  // CHECK: lift.kernel {
  // CHECK-NOT: lift.reduce
  // CHECK: return %{{.*}}, %{{.*}}, %[[K]]#2
  %zero = arith.constant 0.0 : f32
  %sum = lift.reduce (%e = %x : !lift.array<N x f32>) init (%acc = %zero : f32) {
    %n = arith.addf %acc, %e : f32
    lift.yield %n : f32
  }
  %a = arith.divf %s, %sum : f32
  %first = lift.map (%e = %x : !lift.array<N x f32>) {
    %p = arith.mulf %e, %a : f32
    lift.yield %p : f32
  }
  %b = arith.negf %a : f32
  %second = lift.map (%e = %x : !lift.array<N x f32>) {
    %p = arith.mulf %e, %b : f32
    lift.yield %p : f32
  }
  return %first, %second, %sum : !lift.array<N x f32>, !lift.array<N x f32>, f32
}

// One that needs another number, too, which is known later, has a kernel of its own.
// CHECK-LABEL: func @from_two_reductions
func.func @from_two_reductions(%x: !lift.array<N x f32>) -> (!lift.array<N x f32>, f32) {
  // CHECK: lift.kernel {
  // CHECK: lift.yield %{{.*}} : f32
  // CHECK: lift.kernel {
  // CHECK: lift.yield %{{.*}} : !lift.array<N x f32>
  // CHECK: lift.kernel {
  // CHECK: lift.reduce
  // CHECK: lift.yield %{{.*}} : f32
  %zero = arith.constant 0.0 : f32
  %sum = lift.reduce (%e = %x : !lift.array<N x f32>) init (%acc = %zero : f32) {
    %n = arith.addf %acc, %e : f32
    lift.yield %n : f32
  }
  %first = lift.map (%e = %x : !lift.array<N x f32>) {
    %p = arith.mulf %e, %sum : f32
    lift.yield %p : f32
  }
  %stored = lift.materialize %first in global : !lift.array<N x f32>
  %product = lift.reduce (%e = %stored : !lift.array<N x f32>) init (%acc = %sum : f32) {
    %n = arith.mulf %acc, %e : f32
    lift.yield %n : f32
  }
  %both = arith.addf %sum, %product : f32
  return %stored, %both : !lift.array<N x f32>, f32
}

// Each number of a chain is looked at once.
// CHECK-LABEL: func @squares
func.func @squares(%x: !lift.array<N x f32>, %s0: f32) -> !lift.array<N x f32> {
  // CHECK: lift.kernel
  %s1 = arith.mulf %s0, %s0 : f32
  %s2 = arith.mulf %s1, %s1 : f32
  %s3 = arith.mulf %s2, %s2 : f32
  %s4 = arith.mulf %s3, %s3 : f32
  %s5 = arith.mulf %s4, %s4 : f32
  %s6 = arith.mulf %s5, %s5 : f32
  %s7 = arith.mulf %s6, %s6 : f32
  %s8 = arith.mulf %s7, %s7 : f32
  %s9 = arith.mulf %s8, %s8 : f32
  %s10 = arith.mulf %s9, %s9 : f32
  %s11 = arith.mulf %s10, %s10 : f32
  %s12 = arith.mulf %s11, %s11 : f32
  %s13 = arith.mulf %s12, %s12 : f32
  %s14 = arith.mulf %s13, %s13 : f32
  %s15 = arith.mulf %s14, %s14 : f32
  %s16 = arith.mulf %s15, %s15 : f32
  %s17 = arith.mulf %s16, %s16 : f32
  %s18 = arith.mulf %s17, %s17 : f32
  %s19 = arith.mulf %s18, %s18 : f32
  %s20 = arith.mulf %s19, %s19 : f32
  %s21 = arith.mulf %s20, %s20 : f32
  %s22 = arith.mulf %s21, %s21 : f32
  %s23 = arith.mulf %s22, %s22 : f32
  %s24 = arith.mulf %s23, %s23 : f32
  %s25 = arith.mulf %s24, %s24 : f32
  %s26 = arith.mulf %s25, %s25 : f32
  %s27 = arith.mulf %s26, %s26 : f32
  %s28 = arith.mulf %s27, %s27 : f32
  %s29 = arith.mulf %s28, %s28 : f32
  %s30 = arith.mulf %s29, %s29 : f32
  %s31 = arith.mulf %s30, %s30 : f32
  %s32 = arith.mulf %s31, %s31 : f32
  %s33 = arith.mulf %s32, %s32 : f32
  %s34 = arith.mulf %s33, %s33 : f32
  %s35 = arith.mulf %s34, %s34 : f32
  %s36 = arith.mulf %s35, %s35 : f32
  %s37 = arith.mulf %s36, %s36 : f32
  %s38 = arith.mulf %s37, %s37 : f32
  %s39 = arith.mulf %s38, %s38 : f32
  %s40 = arith.mulf %s39, %s39 : f32
  %r = lift.map (%e = %x : !lift.array<N x f32>) {
    %p = arith.mulf %s40, %e : f32
    lift.yield %p : f32
  }
  return %r : !lift.array<N x f32>
}

// What is in local memory, and what one pattern computes of it, are one kernel.
// CHECK-LABEL: func.func @in_local_memory
// CHECK: lift.kernel
// CHECK: lift.materialize {{.*}} in local
// CHECK: lift.map
// CHECK: lift.yield
// CHECK-NOT: lift.materialize
func.func @in_local_memory(%x: !lift.array<64 x f32>) -> !lift.array<64 x f32> {
  %squares = lift.map lcl(0) (%a = %x : !lift.array<64 x f32>) {
    %p = arith.mulf %a, %a : f32
    lift.yield %p : f32
  }
  %l = lift.materialize %squares in local : !lift.array<64 x f32>
  %mirrored = lift.reverse %l dims [0] : !lift.array<64 x f32>
  %y = lift.map lcl(0) (%a = %l, %b = %mirrored : !lift.array<64 x f32>, !lift.array<64 x f32>) {
    %s = arith.addf %a, %b : f32
    lift.yield %s : f32
  }
  %g = lift.materialize %y in global : !lift.array<64 x f32>
  return %g : !lift.array<64 x f32>
}
