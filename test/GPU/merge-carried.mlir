// RUN: lift-opt %s --pass-pipeline='builtin.module(gpu.module(lift-merge-carried),canonicalize,cse)' --split-input-file | FileCheck %s

!buffer = memref<?xf32, #gpu.address_space<global>>

// Two offsets with one start and one step are one, and so are quotients and
// remainders that are counted together, whose next values need each other.
// CHECK-LABEL: gpu.func @merged(
// CHECK:         %[[R:.*]]:3 = scf.for {{.*}} iter_args(%[[A:.*]] = %arg2, %[[Q:.*]] = %c0, %[[P:.*]] = %arg2) -> (index, index, index)
// CHECK-NEXT:      %[[X:.*]] = memref.load %{{.*}}[%[[A]]]
// CHECK-NEXT:      memref.store %[[X]], %{{.*}}[%[[A]]]
// CHECK-NEXT:      %[[Y:.*]] = memref.load %{{.*}}[%[[Q]]]
// CHECK-NEXT:      memref.store %[[Y]], %{{.*}}[%[[Q]]]
// CHECK-NEXT:      %[[NEXT:.*]] = arith.addi %[[A]], %arg3
// CHECK:           scf.yield %[[NEXT]], %{{.*}}, %{{.*}} : index, index, index
// CHECK:         memref.store %{{.*}}, %{{.*}}[%[[R]]#0]
// CHECK:         memref.store %{{.*}}, %{{.*}}[%[[R]]#0]
gpu.module @kernels {
  gpu.func @merged(%in: !buffer, %out: !buffer, %a: index, %s: index, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %r:6 = scf.for %i = %c0 to %n step %c1
        iter_args(%o = %a, %p = %a, %q0 = %c0, %m0 = %a, %q1 = %c0, %m1 = %a)
        -> (index, index, index, index, index, index) {
      %x = memref.load %in[%o] : !buffer
      memref.store %x, %out[%p] : !buffer
      %y = memref.load %in[%q0] : !buffer
      memref.store %y, %out[%q1] : !buffer
      %o1 = arith.addi %o, %s : index
      %p1 = arith.addi %p, %s : index
      %t0 = arith.addi %m0, %c1 : index
      %w0 = arith.cmpi uge, %t0, %s : index
      %u0 = arith.addi %q0, %c1 : index
      %v0 = arith.subi %t0, %s : index
      %qn0 = arith.select %w0, %u0, %q0 : index
      %mn0 = arith.select %w0, %v0, %t0 : index
      %t1 = arith.addi %m1, %c1 : index
      %w1 = arith.cmpi uge, %t1, %s : index
      %u1 = arith.addi %q1, %c1 : index
      %v1 = arith.subi %t1, %s : index
      %qn1 = arith.select %w1, %u1, %q1 : index
      %mn1 = arith.select %w1, %v1, %t1 : index
      scf.yield %o1, %p1, %qn0, %mn0, %qn1, %mn1 : index, index, index, index, index, index
    }
    memref.store %zero, %out[%r#0] : !buffer
    memref.store %zero, %in[%r#1] : !buffer
    gpu.return
  }
}

// -----

!buffer = memref<?xf32, #gpu.address_space<global>>

// Not with another step, another start, or what is loaded; nor if they become
// what only looks the same: of each other.
// CHECK-LABEL: gpu.func @apart(
// CHECK:         scf.for {{.*}} -> (index, index, index, f32, f32, index, index)
gpu.module @kernels {
  gpu.func @apart(%in: !buffer, %out: !buffer, %a: index, %s: index, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %r:7 = scf.for %i = %c0 to %n step %c1
        iter_args(%o = %a, %p = %a, %q = %c0, %f = %zero, %g = %zero, %y = %a, %z = %a)
        -> (index, index, index, f32, f32, index, index) {
      %x0 = memref.load %in[%o] : !buffer
      memref.store %x0, %out[%p] : !buffer
      %x1 = memref.load %in[%q] : !buffer
      %o1 = arith.addi %o, %s : index
      %p1 = arith.addi %p, %c1 : index
      %q1 = arith.addi %q, %s : index
      %f1 = arith.addf %f, %x0 : f32
      %g1 = arith.addf %g, %x1 : f32
      %y1 = arith.muli %z, %s : index
      %z1 = arith.muli %o, %s : index
      scf.yield %o1, %p1, %q1, %f1, %g1, %y1, %z1 : index, index, index, f32, f32, index, index
    }
    memref.store %r#3, %out[%r#5] : !buffer
    memref.store %r#4, %out[%r#6] : !buffer
    gpu.return
  }
}
