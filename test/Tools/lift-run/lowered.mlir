// REQUIRES: pocl
// RUN: lift-run %s --size=N=1024 --arg=alpha=2 --print --device=portable | FileCheck %s
// RUN: lift-run %s --size=N=1024 --json --repeat=3 | FileCheck %s --check-prefix=JSON
// RUN: not lift-run %s --size=N=1000 2>&1 | FileCheck %s --check-prefix=PRECONDITION
// RUN: lift-run %s --size=N=128 --print-kernel --profile | FileCheck %s --check-prefix=PROFILE

// A module that is lowered already is run as it is.

// CHECK: @axpy with N = 1024
// CHECK: device: {{.*}} (Portable Computing Language)
// CHECK: kernel axpy_0: {{.*}}s, 8 groups of 128
// CHECK: memory: 12288 bytes of buffers
// CHECK: result0 : !lift.array<N x f32> =
// CHECK: ... (960 more)]

// JSON: "entry": "axpy"
// JSON: "N": 1024
// JSON: "runs": 3
// JSON: "global_bytes": 12288

// PRECONDITION: lowered.mlir:[[#]]:5: error: precondition does not hold: 128 must divide N (with N = 1000)

// PROFILE: kernel
// PROFILE-SAME: void axpy_0(
// PROFILE: @axpy with N = 128
// PROFILE: 1 groups of 128
// PROFILE: fastest
// PROFILE: local memory 0 bytes per group
// PROFILE: from {{.*}}lowered.mlir:

#global = #gpu.address_space<global>
module attributes {gpu.container_module} {
  gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
    gpu.func @axpy_0(%x: memref<?xf32, #global> {lift.name = "x", lift.readonly, lift.restrict},
                     %y: memref<?xf32, #global> {lift.name = "y", lift.readonly, lift.restrict},
                     %out: memref<?xf32, #global> {lift.name = "out", lift.restrict},
                     %alpha: f32 {lift.name = "alpha"}, %N: index {lift.name = "N"})
        kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
      %i = gpu.global_id x
      %inside = arith.cmpi slt, %i, %N : index
      scf.if %inside {
        %a = memref.load %x[%i] : memref<?xf32, #global>
        %b = memref.load %y[%i] : memref<?xf32, #global>
        %m = arith.mulf %alpha, %a : f32
        %s = arith.addf %m, %b : f32
        memref.store %s, %out[%i] : memref<?xf32, #global>
      }
      gpu.return
    }
  }
  func.func @axpy(%x: memref<?xf32, #global>, %y: memref<?xf32, #global>, %alpha: f32, %N: index)
      -> memref<?xf32, #global>
      attributes {lift.signature = (!lift.array<N x f32>, !lift.array<N x f32>, f32) -> !lift.array<N x f32>,
                  lift.sizes = ["N"]} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    %rest = arith.remui %N, %c128 : index
    %ok = arith.cmpi eq, %rest, %c0 : index
    cf.assert %ok, "128 must divide N"
    %groups = arith.ceildivui %N, %c128 : index
    %out = memref.alloc(%N) : memref<?xf32, #global>
    gpu.launch_func @kernels::@axpy_0 blocks in (%groups, %c1, %c1) threads in (%c128, %c1, %c1)
        args(%x : memref<?xf32, #global>, %y : memref<?xf32, #global>, %out : memref<?xf32, #global>,
             %alpha : f32, %N : index)
    return %out : memref<?xf32, #global>
  }
}
