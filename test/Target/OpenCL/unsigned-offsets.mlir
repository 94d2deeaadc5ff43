// A target may ask for offsets into global memory that are extended by zeros.
// RUN: lift-translate --lift-to-opencl %s | FileCheck %s

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "GPU" = #dlti.target_device_spec<"lift.unsigned_offsets" = true>>} {
  gpu.module @kernels {
    // CHECK-LABEL: kernel void accesses(
    gpu.func @accesses(%in: memref<?xf32, #gpu.address_space<global>> {lift.readonly},
                       %out: memref<?xf32, #gpu.address_space<global>>, %k: index)
        workgroup(%tile: memref<64xf32, #gpu.address_space<workgroup>>) kernel {
      %id = gpu.thread_id x
      %c5 = arith.constant 5 : index
      %sum = arith.addi %id, %k : index
      // CHECK: tile[{{[a-z0-9]+}}] = {{[a-z0-9]+}}[(uint){{[a-z0-9]+}}];
      %a = memref.load %in[%sum] : memref<?xf32, #gpu.address_space<global>>
      memref.store %a, %tile[%id] : memref<64xf32, #gpu.address_space<workgroup>>
      // CHECK: vload4(0, {{[a-z0-9]+}} + (uint){{[a-z0-9]+}})
      %b = vector.load %in[%sum] : memref<?xf32, #gpu.address_space<global>>, vector<4xf32>
      // CHECK-SAME: .y;
      %c = vector.extract %b[1] : f32 from vector<4xf32>
      memref.store %c, %out[%c5] : memref<?xf32, #gpu.address_space<global>>
      gpu.return
    }
  }
}
