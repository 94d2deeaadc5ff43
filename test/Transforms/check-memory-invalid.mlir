// RUN: lift-opt %s --pass-pipeline='builtin.module(gpu.module(lift-check-memory))' --verify-diagnostics

!tile = memref<96xf32, #gpu.address_space<workgroup>>
!flags = memref<10xi8, #gpu.address_space<workgroup>>

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "GPU" = #dlti.target_device_spec<"lift.local_memory_bytes" = 393 : i64>>} {
  gpu.module @kernels {
    gpu.func @tiles() workgroup(
        // expected-note @below {{10 bytes for this}}
        %b: !flags,
        // expected-error @below {{kernel 'tiles' needs 394 bytes of local memory, of which the target has 393}}
        // expected-note @below {{384 bytes for this}}
        // expected-note @below {{make the tiles smaller, or materialize in private or global memory}}
        %a: !tile) kernel {
      gpu.return
    }
  }
}
