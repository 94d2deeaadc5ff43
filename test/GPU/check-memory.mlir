// RUN: lift-opt %s --pass-pipeline='builtin.module(gpu.module(lift-check-memory))' --remarks-filter=lift-check-memory 2>&1 | FileCheck %s
// REQUIRES: lift-opt

!tile = memref<96xf32, #gpu.address_space<workgroup>>
!flags = memref<10xi8, #gpu.address_space<workgroup>>
!own = memref<4xf64, #gpu.address_space<private>>

// Exactly what the target has.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "GPU" = #dlti.target_device_spec<"lift.local_memory_bytes" = 394 : i64>>} {
  gpu.module @kernels {
    // CHECK: remark: [Analysis] memory | Category:lift-check-memory | Function=tiles | LocalBytes=394, PrivateBytes=32
    gpu.func @tiles() workgroup(%a: !tile, %b: !flags) kernel {
      %own = memref.alloca() : !own
      gpu.return
    }
    // CHECK: Function=nothing | LocalBytes=0, PrivateBytes=0
    gpu.func @nothing() kernel {
      gpu.return
    }
  }
}
