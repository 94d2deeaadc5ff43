// Atomic updates of memory that work-items share, in both flavours and OpenCL C.

// RUN: lift-opt %s --pass-pipeline='builtin.module(convert-gpu-kernels-to-spirv{flavor=vulkan})' | FileCheck %s
// RUN: lift-opt %s --pass-pipeline='builtin.module(convert-gpu-kernels-to-spirv{flavor=opencl})' | FileCheck %s
// RUN: lift-translate --lift-to-opencl %s | FileCheck %s --check-prefix=C
// RUN: lift-translate --lift-to-opencl %s | FileCheck %s --check-prefix=SUMS
// RUN: lift-translate --lift-to-opencl %s | FileCheck %s --check-prefix=LIMITS
// RUN: lift-translate --lift-to-opencl %s | FileCheck %s --check-prefix=WIDE
// RUN: %if clang-opencl %{ lift-translate --lift-to-opencl %s | %clang_opencl - %}

// CHECK: spirv.module {{.*}} requires #spirv.vce<{{.*}}Int64Atomics{{.*}}>

!global = memref<?xi32, #gpu.address_space<global>>
!local = memref<64xi32, #gpu.address_space<workgroup>>
!sums = memref<?xf32, #gpu.address_space<global>>
!tile = memref<64xf32, #gpu.address_space<workgroup>>
!longs = memref<?xi64, #gpu.address_space<global>>
!doubles = memref<?xf64, #gpu.address_space<global>>
!doubleTile = memref<64xf64, #gpu.address_space<workgroup>>

gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @k(%out: !global {lift.restrict}, %i: index, %v: i32) workgroup(%tile: !local)
      kernel attributes {known_block_size = array<i32: 16, 1, 1>} {
    // CHECK: spirv.AtomicIAdd <Workgroup> <None> {{.*}}, Workgroup>
    // C: atomic_add(tile + arg1, arg2);
    %0 = memref.atomic_rmw addi %v, %tile[%i] : (i32, !local) -> i32
    // CHECK: spirv.AtomicSMax <Workgroup> <None> {{.*}}, Workgroup>
    // C: atomic_max(tile + arg1, arg2);
    %1 = memref.atomic_rmw maxs %v, %tile[%i] : (i32, !local) -> i32
    // CHECK: spirv.AtomicSMin <Workgroup> <None> {{.*}}, Workgroup>
    // C: atomic_min(tile + arg1, arg2);
    %2 = memref.atomic_rmw mins %v, %tile[%i] : (i32, !local) -> i32
    // CHECK: spirv.AtomicUMax <Workgroup> <None> {{.*}}, Workgroup>
    // C: atomic_max((local uint *)(tile + arg1), arg2);
    %3 = memref.atomic_rmw maxu %v, %tile[%i] : (i32, !local) -> i32
    // CHECK: spirv.AtomicUMin <Device> <None> {{.*}}, {{StorageBuffer|CrossWorkgroup}}>
    // C: atomic_min((global uint *)(arg0 + arg1), arg2);
    %4 = memref.atomic_rmw minu %v, %out[%i] : (i32, !global) -> i32
    // CHECK: spirv.AtomicAnd <Workgroup> <None> {{.*}}, Workgroup>
    // C: atomic_and(tile + arg1, arg2);
    %5 = memref.atomic_rmw andi %v, %tile[%i] : (i32, !local) -> i32
    // CHECK: spirv.AtomicOr <Workgroup> <None> {{.*}}, Workgroup>
    // C: atomic_or(tile + arg1, arg2);
    %6 = memref.atomic_rmw ori %v, %tile[%i] : (i32, !local) -> i32
    // CHECK: spirv.AtomicXor <Workgroup> <None> {{.*}}, Workgroup>
    // C: atomic_xor(tile + arg1, arg2);
    %7 = memref.atomic_rmw xori %v, %tile[%i] : (i32, !local) -> i32
    gpu.return
  }

  // Floats are added by exchanges, in buffers of their bits, until nobody has put
  // something there in between.
  // CHECK-LABEL: spirv.func @sums
  // SUMS: void add_to_local_float(local float *sum, float x) {
  // SUMS: x = atomic_xchg(place, atomic_xchg(place, 0.0f) + x);
  // SUMS: kernel void sums(
  gpu.func @sums(%out: !sums {lift.restrict}, %i: index, %v: f32) workgroup(%tile: !tile)
      kernel attributes {known_block_size = array<i32: 16, 1, 1>} {
    // CHECK: spirv.mlir.loop
    // CHECK: %[[TAKEN:.*]] = spirv.AtomicExchange <Workgroup> <None> {{.*}} : !spirv.ptr<i32, Workgroup>
    // CHECK: %[[FOUND:.*]] = spirv.Bitcast %[[TAKEN]] : i32 to f32
    // CHECK: %[[SUM:.*]] = spirv.FAdd %[[FOUND]]
    // CHECK: %[[BITS:.*]] = spirv.Bitcast %[[SUM]] : f32 to i32
    // CHECK: spirv.AtomicExchange <Workgroup> <None> %{{.*}}, %[[BITS]] : !spirv.ptr<i32, Workgroup>
    // CHECK: spirv.FUnordNotEqual
    // SUMS: add_to_local_float(tile + {{.*}}, {{.*}});
    %0 = memref.atomic_rmw addf %v, %tile[%i] : (f32, !tile) -> f32
    // CHECK: spirv.AtomicExchange <Device> <None> {{.*}} : !spirv.ptr<i32, {{StorageBuffer|CrossWorkgroup}}>
    // SUMS: add_to_global_float({{.*}} + {{.*}}, {{.*}});
    %1 = memref.atomic_rmw addf %v, %out[%i] : (f32, !sums) -> f32
    // Other accesses see floats.
    // CHECK: %[[LOADED:.*]] = spirv.Load "Workgroup" %{{.*}} : i32
    // CHECK: spirv.Bitcast %[[LOADED]] : i32 to f32
    // CHECK: spirv.Store "{{StorageBuffer|CrossWorkgroup}}" %{{.*}}, %{{.*}} : i32
    lift.barrier local
    %2 = memref.load %tile[%i] : !tile
    %3 = arith.addf %2, %v : f32
    memref.store %3, %out[%i] : !sums
    gpu.return
  }

  // The larger and smaller of floats are those of their bits, by sign: without loops.
  // CHECK-LABEL: spirv.func @limits
  // CHECK-NOT: spirv.mlir.loop
  // LIMITS: int raise_local_bits(volatile local int *place, int x) {
  // LIMITS: kernel void limits(
  gpu.func @limits(%out: !sums {lift.restrict}, %i: index, %v: f32) workgroup(%tile: !tile)
      kernel attributes {known_block_size = array<i32: 16, 1, 1>} {
    // CHECK: spirv.AtomicUMin <Workgroup> <None> {{.*}}, Workgroup>
    // CHECK: spirv.AtomicSMax <Workgroup> <None> {{.*}}, Workgroup>
    // A NaN that is not larger by its bits comes back.
    // CHECK: spirv.UGreaterThan
    // CHECK: spirv.AtomicSMax <Workgroup> <None> {{.*}}, Workgroup>
    // LIMITS: raise_local_float(tile + {{.*}}, {{.*}});
    %0 = memref.atomic_rmw maximumf %v, %tile[%i] : (f32, !tile) -> f32
    // CHECK: spirv.AtomicUMax <Device>
    // CHECK: spirv.AtomicSMin <Device>
    // CHECK: spirv.SGreaterThan
    // CHECK: spirv.AtomicUMax <Device>
    // LIMITS: lower_global_float(
    %1 = memref.atomic_rmw minimumf %v, %out[%i] : (f32, !sums) -> f32
    // One that stays is taken away.
    // CHECK: spirv.AtomicUMin <Device>
    // CHECK: spirv.AtomicSMax <Device>
    // CHECK: spirv.AtomicExchange <Device>
    // CHECK: spirv.AtomicUMin <Device>
    // CHECK: spirv.AtomicSMax <Device>
    // LIMITS: raise_global_number(
    %2 = memref.atomic_rmw maxnumf %v, %out[%i] : (f32, !sums) -> f32
    // LIMITS: lower_local_number(
    %3 = memref.atomic_rmw minnumf %v, %tile[%i] : (f32, !tile) -> f32
    gpu.return
  }

  // Of 64 bits, too, by extensions of OpenCL C.
  // CHECK-LABEL: spirv.func @wide
  // WIDE: #ifndef cl_khr_int64_base_atomics
  // WIDE: #pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
  // WIDE: void add_to_global_double(global double *sum, double x) {
  // WIDE: red.global.add.f64 [%0], %1;" :: "l"(sum), "d"(x)
  // WIDE: void add_to_local_double(local double *sum, double x) {
  // WIDE: x = as_double(atom_xchg(place, as_long(x)));
  // WIDE: kernel void wide(
  gpu.func @wide(%out: !longs {lift.restrict}, %sums: !doubles {lift.restrict}, %i: index, %v: i64, %x: f64)
      workgroup(%tile: !doubleTile) kernel attributes {known_block_size = array<i32: 16, 1, 1>} {
    // CHECK: spirv.AtomicIAdd <Device> <None> {{.*}} : !spirv.ptr<i64, {{StorageBuffer|CrossWorkgroup}}>
    // WIDE: atom_add({{.*}});
    %0 = memref.atomic_rmw addi %v, %out[%i] : (i64, !longs) -> i64
    // CHECK: spirv.AtomicUMax <Device> <None> {{.*}} : !spirv.ptr<i64, {{StorageBuffer|CrossWorkgroup}}>
    // WIDE: atom_max((global ulong *)({{.*}});
    %1 = memref.atomic_rmw maxu %v, %out[%i] : (i64, !longs) -> i64
    // CHECK: spirv.AtomicExchange <Device> <None> {{.*}} : !spirv.ptr<i64, {{StorageBuffer|CrossWorkgroup}}>
    // WIDE: add_to_global_double({{.*}});
    %2 = memref.atomic_rmw addf %x, %sums[%i] : (f64, !doubles) -> f64
    // CHECK: spirv.AtomicExchange <Workgroup> <None> {{.*}} : !spirv.ptr<i64, Workgroup>
    // WIDE: add_to_local_double({{.*}});
    %3 = memref.atomic_rmw addf %x, %tile[%i] : (f64, !doubleTile) -> f64
    gpu.return
  }
}
