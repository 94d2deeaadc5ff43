// RUN: lift-opt %s --pass-pipeline='builtin.module(gpu.module(lift-check-memory))' --split-input-file --verify-diagnostics

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

// -----

// 16 KiB are no matter of registers on any GPU; on this one, 64 bytes are not.

!own = memref<4097xf32, #gpu.address_space<private>>
!most = memref<4096xf32, #gpu.address_space<private>>

gpu.module @kernels {
  // expected-warning @below {{kernel 'large' needs 16388 bytes of private memory for each work-item, more than any GPU has in registers}}
  // expected-note @below {{map what is private to lcl, so that each work-item has a share, or materialize in local or global memory}}
  gpu.func @large() kernel {
    %own = memref.alloca() : !own
    gpu.return
  }
  gpu.func @most() kernel {
    %own = memref.alloca() : !most
    gpu.return
  }
}

// -----

!own = memref<9xf64, #gpu.address_space<private>>
!most = memref<8xf64, #gpu.address_space<private>>

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "GPU" = #dlti.target_device_spec<"lift.private_memory_bytes" = 64 : i64>>} {
  gpu.module @kernels {
    // expected-warning @below {{kernel 'large' needs 72 bytes of private memory for each work-item, of which the target has 64 in registers}}
    // expected-note @below {{map what is private to lcl}}
    gpu.func @large() kernel {
      %own = memref.alloca() : !own
      gpu.return
    }
    gpu.func @most() kernel {
      %own = memref.alloca() : !most
      gpu.return
    }
  }
}

// -----

// Arrays that are in use one after the other, and those that are at a time: in a
// loop, one that is written in it and another that is read after it.

!half = memref<8xf32, #gpu.address_space<private>>

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "GPU" = #dlti.target_device_spec<"lift.private_memory_bytes" = 64 : i64>>} {
  gpu.module @kernels {
    gpu.func @chain(%x: f32, %i: index) kernel {
      %a = memref.alloca() : !half
      %b = memref.alloca() : !half
      %c = memref.alloca() : !half
      memref.store %x, %a[%i] : !half
      %y = memref.load %a[%i] : !half
      memref.store %y, %b[%i] : !half
      %z = memref.load %b[%i] : !half
      memref.store %z, %c[%i] : !half
      gpu.return
    }
    // expected-warning @below {{kernel 'together' needs 96 bytes of private memory}}
    // expected-note @below {{map what is private to lcl}}
    gpu.func @together(%x: f32, %i: index, %n: index) kernel {
      %a = memref.alloca() : !half
      %b = memref.alloca() : !half
      %c = memref.alloca() : !half
      memref.store %x, %a[%i] : !half
      scf.for %k = %i to %n step %i {
        memref.store %x, %c[%k] : !half
        memref.store %x, %b[%k] : !half
        %z = memref.load %c[%k] : !half
        memref.store %z, %b[%k] : !half
      }
      %y = memref.load %a[%i] : !half
      memref.store %y, %b[%i] : !half
      gpu.return
    }
  }
}
