// RUN: lift-opt %s --pass-pipeline='builtin.module(gpu.module(lift-reduce-strength),cse)' --split-input-file | FileCheck %s

!buffer = memref<?xf32, #gpu.address_space<global>>

// The loop's own carried value and its attributes stay.
// CHECK-LABEL: gpu.func @column(
// CHECK-SAME:    %[[IN:[a-z0-9]+]]: memref<?xf32, {{.*}}, %[[N:[a-z0-9]+]]: index
// CHECK:         %[[ID:.*]] = gpu.global_id
// CHECK-NOT:     arith.muli
// CHECK:         scf.for {{.*}} iter_args(%[[SUM:.*]] = %{{.*}}, %[[OFFSET:.*]] = %[[ID]]) -> (f32, index) {
// CHECK-NEXT:      %[[X:.*]] = memref.load %[[IN]][%[[OFFSET]]]
// CHECK-NEXT:      %[[NEXT_SUM:.*]] = arith.addf %[[SUM]], %[[X]]
// CHECK-NEXT:      %[[NEXT:.*]] = arith.addi %[[OFFSET]], %[[N]] : index
// CHECK-NEXT:      scf.yield %[[NEXT_SUM]], %[[NEXT]]
// CHECK-NEXT:    } {lift.carried = ["sum", "offset"], lift.unroll = 4 : i64}
gpu.module @kernels {
  gpu.func @column(%in: !buffer, %N: index, %out: !buffer) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %id = gpu.global_id x
    %sum = scf.for %i = %c0 to %N step %c1 iter_args(%acc = %zero) -> (f32) {
      %row = arith.muli %i, %N : index
      %at = arith.addi %row, %id : index
      %x = memref.load %in[%at] : !buffer
      %next = arith.addf %acc, %x : f32
      scf.yield %next : f32
    } {lift.carried = ["sum"], lift.unroll = 4 : i64}
    memref.store %sum, %out[%id] : !buffer
    gpu.return
  }
}

// -----

!buffer = memref<?xf32, #gpu.address_space<global>>

// From 2 in steps of 3; the same offset for the load and, behind a branch, the
// store; another one that goes back.
// CHECK-LABEL: gpu.func @steps(
// CHECK-SAME:    %[[N:[a-z0-9]+]]: index, %[[IF:[a-z0-9]+]]: i1
// CHECK-DAG:     %[[START:.*]] = arith.muli %[[N]], %c2
// CHECK-DAG:     %[[STRIDE:.*]] = arith.muli %[[N]], %c3
// CHECK:         scf.for {{.*}} iter_args(%[[O:.*]] = %[[START]], %[[BACK:.*]] = %{{.*}})
// CHECK-NEXT:      memref.load %{{.*}}[%[[O]]]
// CHECK-NEXT:      memref.load %{{.*}}[%[[BACK]]]
// CHECK-NEXT:      arith.addf
// CHECK-NEXT:      scf.if %[[IF]] {
// CHECK-NEXT:        memref.store %{{.*}}, %{{.*}}[%[[O]]]
// CHECK:         lift.carried = ["offset", "offset"]
gpu.module @kernels {
  gpu.func @steps(%in: !buffer, %out: !buffer, %N: index, %if: i1, %end: index {lift.value}) kernel {
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    scf.for %i = %c2 to %N step %c3 {
      %row = arith.muli %i, %N : index
      %back = arith.subi %end, %row : index
      %x = memref.load %in[%row] : !buffer
      %y = memref.load %in[%back] : !buffer
      %s = arith.addf %x, %y : f32
      scf.if %if {
        memref.store %s, %out[%row] : !buffer
      }
    }
    gpu.return
  }
}

// -----

!buffer = memref<?xf32, #gpu.address_space<global>>

// Not: a constant stride, a loop over all work-items, a product of two that change.
// CHECK-LABEL: gpu.func @not_carried(
// CHECK-NOT:     iter_args
// CHECK:         gpu.return
gpu.module @kernels {
  gpu.func @not_carried(%in: !buffer, %out: !buffer, %N: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %id = gpu.global_id x
    %all = gpu.grid_dim x
    scf.for %i = %c0 to %N step %c1 {
      %four = arith.muli %i, %c4 : index
      %x = memref.load %in[%four] : !buffer
      %square = arith.muli %i, %i : index
      memref.store %x, %out[%square] : !buffer
    }
    scf.for %i = %id to %N step %all {
      %row = arith.muli %i, %N : index
      %x = memref.load %in[%row] : !buffer
      memref.store %x, %out[%i] : !buffer
    }
    gpu.return
  }
}

// -----

!buffer = memref<?xf32, #gpu.address_space<global>>

// CHECK-LABEL: gpu.func @divided(
// CHECK-SAME:    %[[N:[a-z0-9]+]]: index, %[[W:[a-z0-9]+]]: index
// CHECK-DAG:     %[[ID:.*]] = gpu.global_id
// CHECK-DAG:     %[[ONE:.*]] = arith.constant 1
// CHECK-DAG:     %[[QS:.*]] = arith.divui %[[ONE]], %[[W]]
// CHECK-DAG:     %[[RS:.*]] = arith.remui %[[ONE]], %[[W]]
// CHECK-DAG:     %[[Q0:.*]] = arith.divui %[[ID]], %[[W]]
// CHECK-DAG:     %[[R0:.*]] = arith.remui %[[ID]], %[[W]]
// CHECK:         scf.for {{.*}} iter_args(%[[Q:.*]] = %[[Q0]], %[[R:.*]] = %[[R0]])
// CHECK-NEXT:      memref.load %{{.*}}[%[[Q]]]
// CHECK-NEXT:      memref.store %{{.*}}, %{{.*}}[%[[R]]]
// CHECK-NEXT:      %[[Q1:.*]] = arith.addi %[[Q]], %[[QS]]
// CHECK-NEXT:      %[[R1:.*]] = arith.addi %[[R]], %[[RS]]
// CHECK-NEXT:      %[[WRAPS:.*]] = arith.cmpi uge, %[[R1]], %[[W]]
// CHECK-NEXT:      %[[Q2:.*]] = arith.addi %[[Q1]], %[[ONE]]
// CHECK-NEXT:      %[[R2:.*]] = arith.subi %[[R1]], %[[W]]
// CHECK-NEXT:      %[[Q3:.*]] = arith.select %[[WRAPS]], %[[Q2]], %[[Q1]]
// CHECK-NEXT:      %[[R3:.*]] = arith.select %[[WRAPS]], %[[R2]], %[[R1]]
// CHECK-NEXT:      scf.yield %[[Q3]], %[[R3]]
// CHECK-NEXT:    } {lift.carried = ["quotient", "rest"]}
gpu.module @kernels {
  gpu.func @divided(%in: !buffer, %out: !buffer, %N: index, %W: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %id = gpu.global_id x
    scf.for %i = %c0 to %N step %c1 {
      %at = arith.addi %i, %id : index
      %q = arith.divui %at, %W : index
      %r = arith.remui %at, %W : index
      %x = memref.load %in[%q] : !buffer
      memref.store %x, %out[%r] : !buffer
    }
    gpu.return
  }
}

// -----

!buffer = memref<?xf32, #gpu.address_space<global>>

// A constant divisor; a numerator that may begin below 0, as behind the test of a
// pad; a loop that goes down.
// CHECK-LABEL: gpu.func @still_divided(
// CHECK-NOT:     quotient
// CHECK:         arith.divui
// CHECK:         arith.divui
// CHECK:         arith.divui
// CHECK-NOT:     quotient
// CHECK:         gpu.return
gpu.module @kernels {
  gpu.func @still_divided(%in: !buffer, %out: !buffer, %N: index, %W: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    scf.for %i = %c0 to %N step %c1 {
      %third = arith.divui %i, %c3 : index
      %before = arith.subi %i, %c3 : index
      %q = arith.divui %before, %W : index
      %down = arith.subi %N, %i : index
      %r = arith.divui %down, %W : index
      %inside = arith.cmpi sge, %before, %c0 : index
      scf.if %inside {
        %x = memref.load %in[%q] : !buffer
        memref.store %x, %out[%third] : !buffer
        memref.store %x, %out[%r] : !buffer
      }
    }
    gpu.return
  }
}

// -----

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

// Where indices count bytes, what a compiler knows once it has unrolled the loop
// around is not carried: the same offset serves all of its trips.
// CHECK-LABEL: gpu.func @unrolled(
// CHECK:         scf.for %[[J:.*]] = {{.*}} {
// CHECK-NEXT:      %[[PART:.*]] = arith.muli %[[J]], %c4
// CHECK-NEXT:      scf.for {{.*}} iter_args(%[[OFFSET:.*]] = %{{.*}}) -> (index) {
// CHECK:             %[[AT:.*]] = arith.addi %[[OFFSET]], %[[PART]]
// CHECK-NEXT:        memref.load %{{.*}}[%[[AT]]]
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "GPU" = #dlti.target_device_spec<"lift.byte_offsets" = true>>} {
  gpu.module @kernels {
    gpu.func @unrolled(%in: !buffer, %N: index, %out: !buffer) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %id = gpu.global_id x
      scf.for %j = %c0 to %c4 step %c1 {
        %part = arith.muli %j, %c4 : index
        %start = arith.addi %id, %part : index
        scf.for %i = %c0 to %c4 step %c1 {
          %row = arith.muli %i, %N : index
          %at = arith.addi %start, %row : index
          %x = memref.load %in[%at] : !buffer
          memref.store %x, %out[%i] : !buffer
        } {lift.unroll}
      } {lift.unroll}
      gpu.return
    }
  }
}

// -----

!buffer = memref<?xf32, #gpu.address_space<global>>

// There, what does not change is added first, and constants last.
// CHECK-LABEL: gpu.func @order(
// CHECK-SAME:    %[[IN:[a-z0-9]+]]: memref<?xf32, #gpu.address_space<global>>, %[[A:[a-z0-9]+]]: index, %[[B:[a-z0-9]+]]: index
// CHECK:         %[[AB:.*]] = arith.addi %[[A]], %[[B]]
// CHECK:         scf.for %[[I:.*]] = {{.*}} {
// CHECK-NEXT:      %[[T:.*]] = arith.muli %[[I]], %c4
// CHECK-NEXT:      %[[AT:.*]] = arith.addi %[[AB]], %[[T]]
// CHECK-NEXT:      memref.load %[[IN]][%[[AT]]]
// CHECK-NEXT:      %[[REST:.*]] = arith.addi %[[A]], %[[T]]
// CHECK-NEXT:      %[[TO:.*]] = arith.addi %[[REST]], %c4
// CHECK-NEXT:      memref.store %{{.*}}, %{{.*}}[%[[TO]]]
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "GPU" = #dlti.target_device_spec<"lift.byte_offsets" = true>>} {
  gpu.module @kernels {
    gpu.func @order(%in: !buffer, %a: index, %b: index, %n: index, %out: !buffer) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %a4 = arith.addi %a, %c4 : index
      scf.for %i = %c0 to %n step %c1 {
        %t = arith.muli %i, %c4 : index
        %at = arith.addi %a, %t : index
        %ab = arith.addi %at, %b : index
        %x = memref.load %in[%ab] : !buffer
        %to = arith.addi %a4, %t : index
        memref.store %x, %out[%to] : !buffer
      }
      gpu.return
    }
  }
}

// -----

!buffer = memref<?xf32, #gpu.address_space<global>>

// There, sums and offsets that differ by one value are made of each other.
// CHECK-LABEL: gpu.func @apart(
// CHECK-SAME:    %[[IN:[a-z0-9]+]]: memref<?xf32, #gpu.address_space<global>>, %[[A:[a-z0-9]+]]: index, %[[ROW:[a-z0-9]+]]: index
// CHECK:         scf.for %[[I:.*]] = {{.*}} iter_args(%[[AT:.*]] = %[[A]]) -> (index) {
// CHECK-NEXT:      %[[T:.*]] = arith.muli %[[I]], %c4
// CHECK-NEXT:      %[[FIRST:.*]] = arith.addi %[[A]], %[[T]]
// CHECK-NEXT:      memref.load %[[IN]][%[[FIRST]]]
// CHECK-NEXT:      %[[SECOND:.*]] = arith.addi %[[FIRST]], %[[ROW]]
// CHECK-NEXT:      memref.load %[[IN]][%[[SECOND]]]
// CHECK-NEXT:      %[[THIRD:.*]] = arith.addi %[[SECOND]], %[[ROW]]
// CHECK-NEXT:      memref.load %[[IN]][%[[THIRD]]]
// CHECK:           memref.store %{{.*}}, %{{.*}}[%[[AT]]]
// CHECK-NEXT:      %[[BEHIND:.*]] = arith.addi %[[AT]], %[[ROW]]
// CHECK-NEXT:      memref.store %{{.*}}, %{{.*}}[%[[BEHIND]]]
// CHECK:           scf.yield %{{.*}} : index
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "GPU" = #dlti.target_device_spec<"lift.byte_offsets" = true>>} {
  gpu.module @kernels {
    gpu.func @apart(%in: !buffer, %a: index, %row: index, %n: index, %out: !buffer) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c4 = arith.constant 4 : index
      %rows = arith.muli %row, %c2 : index
      %b = arith.addi %a, %row : index
      %c = arith.addi %a, %rows : index
      scf.for %i = %c0 to %n step %c1 {
        %t = arith.muli %i, %c4 : index
        %at = arith.addi %a, %t : index
        %x = memref.load %in[%at] : !buffer
        %bt = arith.addi %b, %t : index
        %y = memref.load %in[%bt] : !buffer
        %ct = arith.addi %c, %t : index
        %z = memref.load %in[%ct] : !buffer
        %far = arith.muli %i, %row : index
        %xy = arith.addf %x, %y : f32
        %xyz = arith.addf %xy, %z : f32
        %to = arith.addi %a, %far : index
        memref.store %xyz, %out[%to] : !buffer
        %behind = arith.addi %b, %far : index
        memref.store %xyz, %out[%behind] : !buffer
      }
      gpu.return
    }
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
