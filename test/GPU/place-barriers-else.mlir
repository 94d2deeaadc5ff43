// Each work-item writes a row, and reads a part of it again in the other branch of a
// test: the test says that the index is not below the row.
// RUN: lift-opt %s --pass-pipeline='builtin.module(gpu.module(lift-place-barriers))' | FileCheck %s
// CHECK-NOT: lift.barrier

gpu.module @kernels {
  gpu.func @rows(%t: memref<?xf32, #gpu.address_space<global>>) kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
    %lid = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %c11 = arith.constant 11 : index
    %c13 = arith.constant 13 : index
    %c26 = arith.constant 26 : index
    %c143 = arith.constant 143 : index
    %f = arith.constant 0.0 : f32
    scf.for %trip = %c0 to %c2 step %c1 {
      %a = arith.muli %trip, %c4 : index
      %x = arith.addi %lid, %a : index
      %in = arith.cmpi slt, %x, %c5 : index
      scf.if %in {
        %row = arith.muli %x, %c143 : index
        scf.for %i = %c0 to %c13 step %c1 {
          scf.for %j = %c0 to %c11 step %c1 {
            %b = arith.muli %i, %c11 : index
            %c = arith.addi %row, %b : index
            %d = arith.addi %c, %j : index
            memref.store %f, %t[%d] : memref<?xf32, #gpu.address_space<global>>
          }
        }
        scf.for %i = %c0 to %c26 step %c1 {
          %first = arith.cmpi slt, %i, %c13 : index
          scf.if %first {
          } else {
            scf.for %j = %c0 to %c11 step %c1 {
              %b = arith.muli %i, %c11 : index
              %c = arith.addi %row, %b : index
              %d = arith.addi %c, %j : index
              %e = arith.subi %d, %c143 : index
              %v = memref.load %t[%e] : memref<?xf32, #gpu.address_space<global>>
              memref.store %v, %t[%e] : memref<?xf32, #gpu.address_space<global>>
            }
          }
        }
      }
    }
    gpu.return
  }
}
