// RUN: lift-opt %s --pass-pipeline='builtin.module(gpu.module(lift-hoist-invariants),cse)' --split-input-file | FileCheck %s

!buffer = memref<?xf32, #gpu.address_space<global>>

// Out of the branch and the loop: by a size as it is, by another number only
// where it is not 0.
// CHECK-LABEL: gpu.func @hoisted(
// CHECK-SAME:    %[[N:[a-z0-9]+]]: index, %[[W:[a-z0-9]+]]: index, %[[V:[a-z0-9]+]]: index {lift.value}
// CHECK-DAG:     arith.divui %{{.*}}, %[[W]]
// CHECK-DAG:     %[[SAFE:.*]] = arith.maxui %[[V]], %{{.*}}
// CHECK-DAG:     arith.remui %{{.*}}, %[[SAFE]]
// CHECK:         scf.for
// CHECK-NOT:     arith.divui
// CHECK-NOT:     arith.remui
// CHECK:         gpu.return
gpu.module @kernels {
  gpu.func @hoisted(%in: !buffer, %out: !buffer, %N: index, %W: index, %V: index {lift.value}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %id = gpu.global_id x
    scf.for %i = %c0 to %N step %c1 {
      %inside = arith.cmpi slt, %i, %id : index
      scf.if %inside {
        %q = arith.divui %id, %W : index
        %r = arith.remui %id, %V : index
        %x = memref.load %in[%q] : !buffer
        memref.store %x, %out[%r] : !buffer
      }
    }
    gpu.return
  }
}

// -----

!buffer = memref<?xf32, #gpu.address_space<global>>

// What one of two versions of a loop needs stays with it.
// CHECK-LABEL: gpu.func @versions(
// CHECK:         scf.for
// CHECK-NEXT:      scf.if
// CHECK-NEXT:        arith.muli
// CHECK-NEXT:        scf.for
// CHECK:           } else {
// CHECK-NEXT:        arith.addi
// CHECK-NEXT:        scf.for
gpu.module @kernels {
  gpu.func @versions(%in: !buffer, %a: index, %b: index, %n: index, %out: !buffer, %is: i1) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    scf.for %i = %c0 to %c3 step %c1 {
      scf.if %is {
        scf.for %j = %c0 to %n step %c1 {
          %ab = arith.muli %a, %b : index
          %at = arith.addi %ab, %j : index
          %x = memref.load %in[%at] : !buffer
          memref.store %x, %out[%j] : !buffer
        }
      } else {
        scf.for %j = %c0 to %n step %c1 {
          %ab = arith.addi %a, %b : index
          %at = arith.addi %ab, %j : index
          %x = memref.load %in[%at] : !buffer
          memref.store %x, %out[%j] : !buffer
        }
      }
    }
    gpu.return
  }
}
