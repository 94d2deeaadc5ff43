// Indices that count bytes are added to addresses that do.
// RUN: lift-translate --lift-to-opencl %s | FileCheck %s

!buffer = memref<?xf32, #gpu.address_space<global>>

gpu.module @kernels {
  // CHECK-LABEL: kernel void accesses(
  gpu.func @accesses(%in: !buffer {lift.name = "in", lift.readonly},
                     %out: !buffer {lift.name = "out"}, %k: index {lift.name = "k", lift.value})
      kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c16 = arith.constant 16 : index
    %id = gpu.global_id x
    %0 = arith.shrui %k, %c2 exact : index
    %a = memref.load %in[%0] : !buffer
    // CHECK: *(global float *)((global char *)out + (uint)(k * 4)) = *(global const float *)((global const char *)in + (uint)k);
    %more = arith.muli %k, %c4 : index
    %1 = arith.shrui %more, %c2 exact : index
    memref.store %a, %out[%1] : !buffer
    // CHECK: const int [[FIRST:.*]] = {{.*}} * 16;
    %first = arith.muli %id, %c16 {lift.name = "first"} : index
    scf.for %i = %c0 to %c4 step %c1 {
      %step = arith.muli %i, %c16 : index
      // What compilers know is added to the address.
      %place = arith.addi %first, %step : index
      %2 = arith.shrui %place, %c2 exact : index
      %v = vector.load %in[%2] {alignment = 16} : !buffer, vector<4xf32>
      // Unless the rest may be negative.
      // CHECK: const int [[STEP:.*]] = i * 16;
      // CHECK: *(global float4 *)((global char *)out + (uint)(k + [[STEP]])) = ((global const float4 *)((global const char *)in + (uint)[[FIRST]]))[i];
      %unknown = arith.addi %k, %step : index
      %3 = arith.shrui %unknown, %c2 exact : index
      vector.store %v, %out[%3] {alignment = 16} : !buffer, vector<4xf32>
    } {lift.unroll}
    // A number of elements, as it is also used otherwise.
    // CHECK: const int [[NUMBER:.*]] = (uint)k >> 2;
    // CHECK: out{{\[}}[[NUMBER]]] =
    %4 = arith.shrui %k, %c2 exact {lift.name = "number"} : index
    %5 = arith.index_cast %4 : index to i32
    %6 = arith.sitofp %5 : i32 to f32
    memref.store %6, %out[%4] : !buffer
    gpu.return
  }
}
