// RUN: lift-opt %s --lift-set-target=target=nvidia-h200 | lift-translate --lift-to-opencl | FileCheck %s
// RUN: lift-opt %s --lift-set-target=target=nvidia-h200 | lift-translate --lift-to-opencl --native-half | FileCheck %s --check-prefix=NATIVE
// RUN: %if clang-opencl %{ lift-opt %s --lift-set-target=target=nvidia-h200 | lift-translate --lift-to-opencl | %clang_opencl - %}

// A half is a ushort and a vector has two in each unsigned int, for what NVIDIA's
// OpenCL C has no type of and its instructions compute with.

#global = #gpu.address_space<global>
#local = #gpu.address_space<workgroup>
#private = #gpu.address_space<private>

// NATIVE-NOT: uint2

// CHECK:      float2 floats_in(uint x) {
// CHECK:      uint pack_half(float2 x) {
// CHECK:      uint2 pack_half4(float4 x) {
// CHECK-NEXT:   return (uint2)(pack_half(x.s01), pack_half(x.s23));
// CHECK:      uint packed_add(uint a, uint b) {
// CHECK-NEXT: #ifdef cl_nv_pragma_unroll
// CHECK-NEXT:   uint r;
// CHECK-NEXT:   asm("add.rn.f16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
// CHECK-NEXT:   return r;
// CHECK-NEXT: #else
// CHECK-NEXT:   return pack_half(floats_in(a) + floats_in(b));
// CHECK-NEXT: #endif
// CHECK:      uint2 packed_fma4(uint2 a, uint2 b, uint2 c) {
// CHECK-NEXT:   return (uint2)(packed_fma(a.s0, b.s0, c.s0), packed_fma(a.s1, b.s1, c.s1));

gpu.module @m {
  // A lane of a loaded vector, times another, added to what a loop carries.
  // CHECK-LABEL: kernel void product(
  // CHECK-NEXT:    local ushort [[TILE:tile]][64] __attribute__((aligned(16)));
  // CHECK:         *(local uint2 *)[[TILE]] = *(global const uint2 *)x;
  // CHECK:         uint2 acc = (uint2)(0x3c003c00u);
  // CHECK-NEXT:    for (
  // CHECK-NEXT:      const uint2 [[V:.*]] = *(local const uint2 *)([[TILE]] + i);
  // CHECK-NEXT:      acc = packed_fma4((uint2)(splat_high([[V]].y)), [[V]], acc);
  // CHECK-NEXT:    }
  // CHECK-NEXT:    *(global uint2 *)x = acc;
  gpu.func @product(%x: memref<?xf16, #global> {lift.name = "x"}) workgroup(%tile: memref<64xf16, #local>) kernel {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c64 = arith.constant 64 : index
    %ones = arith.constant dense<1.0> : vector<4xf16>
    %first = vector.load %x[%c0] {alignment = 8 : i64} : memref<?xf16, #global>, vector<4xf16>
    vector.store %first, %tile[%c0] {alignment = 8 : i64} : memref<64xf16, #local>, vector<4xf16>
    gpu.barrier
    %sum = scf.for %i = %c0 to %c64 step %c4 iter_args(%acc = %ones) -> (vector<4xf16>) {
      %v = vector.load %tile[%i] {alignment = 8 : i64} : memref<64xf16, #local>, vector<4xf16>
      %lane = vector.extract %v[3] : f16 from vector<4xf16>
      %all = vector.broadcast %lane : f16 to vector<4xf16>
      %next = math.fma %all, %v, %acc : vector<4xf16>
      scf.yield %next : vector<4xf16>
    }
    vector.store %sum, %x[%c0] {alignment = 8 : i64} : memref<?xf16, #global>, vector<4xf16>
    gpu.return
  }

  // What is not aligned, a branch, and what has no instruction.
  // CHECK-LABEL: kernel void others(
  // CHECK:         uint2 priv[2]
  // CHECK:         as_uint2(vload4(0, (global const ushort *)(x + 1)))
  // CHECK:         = packed_add4(priv[1], v);
  // CHECK:         [[PAIR:v.*]] = pack_half(floats_in4({{.*}}).yz);
  // CHECK-NEXT:    = packed_mul([[PAIR]], [[PAIR]]);
  // CHECK:         uint2 r;
  // CHECK-NEXT:    if (
  // CHECK:           r = pack_half4(sqrt(floats_in4(
  // CHECK:         vstore4(as_ushort4({{.*}}), 0, (global ushort *)(x + 1));
  // CHECK:         x[0] = (ushort)({{.*}} >> 16);
  gpu.func @others(%x: memref<?xf16, #global> {lift.name = "x"}, %c: i1 {lift.name = "c"}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %own = memref.alloca() {alignment = 8 : i64} : memref<2xvector<4xf16>, #private>
    %v = vector.load %x[%c1] : memref<?xf16, #global>, vector<4xf16>
    memref.store %v, %own[%c1] : memref<2xvector<4xf16>, #private>
    %w = memref.load %own[%c1] : memref<2xvector<4xf16>, #private>
    %sum = arith.addf %w, %v : vector<4xf16>
    %pair = vector.extract_strided_slice %sum {offsets = [1], sizes = [2], strides = [1]} : vector<4xf16> to vector<2xf16>
    %product = arith.mulf %pair, %pair : vector<2xf16>
    %lane = vector.extract %product[1] : f16 from vector<2xf16>
    %r = scf.if %c -> vector<4xf16> {
      %root = math.sqrt %sum : vector<4xf16>
      scf.yield %root : vector<4xf16>
    } else {
      scf.yield %sum : vector<4xf16>
    }
    vector.store %r, %x[%c1] : memref<?xf16, #global>, vector<4xf16>
    memref.store %lane, %x[%c0] : memref<?xf16, #global>
    gpu.return
  }

  // Three lanes are floats; a single number is a half, also in local memory.
  // CHECK-LABEL: kernel void three(
  // CHECK:         local ushort tile[8]
  // CHECK:         tile[{{.*}}] = x[0];
  // CHECK:         vstore_half3({{.*}}vload_half3(0, (local const half *)tile){{.*}}, 0, (global half *)x);
  gpu.func @three(%x: memref<?xf16, #global> {lift.name = "x"}) workgroup(%t: memref<8xf16, #local>) kernel {
    %c0 = arith.constant 0 : index
    %i = gpu.thread_id x
    %v = memref.load %x[%c0] : memref<?xf16, #global>
    memref.store %v, %t[%i] : memref<8xf16, #local>
    gpu.barrier
    %w = vector.load %t[%c0] : memref<8xf16, #local>, vector<3xf16>
    vector.store %w, %x[%c0] : memref<?xf16, #global>, vector<3xf16>
    gpu.return
  }

  // Halves in memory and in other vectors become parts of one as they are, and one
  // condition selects all lanes; instructions stand in no branch.
  // CHECK-LABEL: kernel void parts(
  // CHECK:         const uint2 [[V:v.*]] = *(global const uint2 *)x;
  // CHECK-NEXT:    const uint2 [[W:v.*]] = *(global const uint2 *)(x + 4);
  // CHECK-NEXT:    const uint2 [[S:v.*]] = packed_add4((uint2)([[V]].y, [[W]].x), (uint2)(join_upper_lower([[V]].x, [[W]].y), join_lower_upper(x[9], [[V]].x)));
  // CHECK-NEXT:    const bool [[C:v.*]] = c != 0;
  // CHECK-NEXT:    const uint2 [[P:v.*]] = packed_mul4((uint2)(splat_half(tile[1])), [[S]]);
  // CHECK-NEXT:    *(global uint2 *)x = [[C]] ? [[P]] : [[S]];
  gpu.func @parts(%x: memref<?xf16, #global> {lift.name = "x"}, %c: i1 {lift.name = "c"}) workgroup(%t: memref<8xf16, #local>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c9 = arith.constant 9 : index
    %i = gpu.thread_id x
    %h = memref.load %x[%c9] : memref<?xf16, #global>
    memref.store %h, %t[%i] : memref<8xf16, #local>
    gpu.barrier
    %v = vector.load %x[%c0] {alignment = 8 : i64} : memref<?xf16, #global>, vector<4xf16>
    %w = vector.load %x[%c4] {alignment = 8 : i64} : memref<?xf16, #global>, vector<4xf16>
    %v1 = vector.extract %v[1] : f16 from vector<4xf16>
    %v2 = vector.extract %v[2] : f16 from vector<4xf16>
    %v3 = vector.extract %v[3] : f16 from vector<4xf16>
    %w0 = vector.extract %w[0] : f16 from vector<4xf16>
    %w1 = vector.extract %w[1] : f16 from vector<4xf16>
    %w2 = vector.extract %w[2] : f16 from vector<4xf16>
    %joined = vector.from_elements %v2, %v3, %w0, %w1 : vector<4xf16>
    %alone = memref.load %x[%c9] : memref<?xf16, #global>
    %others = vector.from_elements %v1, %w2, %alone, %v1 : vector<4xf16>
    %sum = arith.addf %joined, %others : vector<4xf16>
    %near = memref.load %t[%c1] : memref<8xf16, #local>
    %all = vector.broadcast %near : f16 to vector<4xf16>
    %product = arith.mulf %all, %sum : vector<4xf16>
    %mask = vector.broadcast %c : i1 to vector<4xi1>
    %r = arith.select %mask, %product, %sum : vector<4xi1>, vector<4xf16>
    vector.store %r, %x[%c0] {alignment = 8 : i64} : memref<?xf16, #global>, vector<4xf16>
    gpu.return
  }

  // What is read of a vector later is of a variable that nothing assigns to before.
  // CHECK-LABEL: kernel void changed(
  // CHECK:         uint2 acc = (uint2)(0x3c003c00u);
  // CHECK-NEXT:    for (
  // CHECK:           r = packed_mul4(acc, acc);
  // CHECK:           *(global uint2 *)x = (uint2)(join_upper_lower(acc.x, acc.y), join_upper_lower(acc.y, acc.x));
  // CHECK-NEXT:      acc = r;
  gpu.func @changed(%x: memref<?xf16, #global> {lift.name = "x"}, %c: i1 {lift.name = "c"}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c9 = arith.constant 9 : index
    %ones = arith.constant dense<1.0> : vector<4xf16>
    %last = scf.for %i = %c0 to %c9 step %c1 iter_args(%acc = %ones) -> (vector<4xf16>) {
      %e0 = vector.extract %acc[0] : f16 from vector<4xf16>
      %e1 = vector.extract %acc[1] : f16 from vector<4xf16>
      %e2 = vector.extract %acc[2] : f16 from vector<4xf16>
      %e3 = vector.extract %acc[3] : f16 from vector<4xf16>
      %turned = vector.from_elements %e1, %e2, %e3, %e0 : vector<4xf16>
      %next = scf.if %c -> vector<4xf16> {
        %square = arith.mulf %acc, %acc : vector<4xf16>
        scf.yield %square : vector<4xf16>
      } else {
        scf.yield %acc : vector<4xf16>
      }
      vector.store %turned, %x[%c0] {alignment = 8 : i64} : memref<?xf16, #global>, vector<4xf16>
      scf.yield %next : vector<4xf16>
    }
    vector.store %last, %x[%c9] : memref<?xf16, #global>, vector<4xf16>
    gpu.return
  }

  // Single numbers: instructions, and floats for what is none.
  // CHECK-LABEL: kernel void scalars(
  // CHECK-NEXT:    ushort priv[2];
  // CHECK-NEXT:    const ushort [[A:v.*]] = x[0];
  // CHECK-NEXT:    const ushort [[N:v.*]] = scalar_min(scalar_max_NaN([[A]], (ushort)s), 0x4500);
  // CHECK-NEXT:    priv[1] = (ushort)([[N]] ^ 0x8000);
  // CHECK-NEXT:    const ushort [[F:v.*]] = scalar_fma(priv[1], [[A]], [[N]]);
  // CHECK-NEXT:    const ushort [[R:v.*]] = bits_of(sqrt(float_of([[F]])));
  // CHECK-NEXT:    x[0] = float_of([[F]]) < 5.0f ? [[R]] : [[A]];
  // CHECK-NEXT:    y[0] = (short)[[F]];
  // CHECK-NEXT:    x[1] = (ushort)y[1];
  // CHECK-NEXT:    const float2 [[V:v.*]] = floats_in(join_lower_lower([[A]], [[F]]));
  // CHECK-NEXT:    const uint [[S:v.*]] = splat_half(bits_of(float_of(bits_of(float_of(bits_of(5.0f + [[V]].x)) + [[V]].y))));
  // CHECK-NEXT:    *(global uint *)(x + 2) = [[S]];
  gpu.func @scalars(%x: memref<?xf16, #global> {lift.name = "x"}, %y: memref<?xi16, #global> {lift.name = "y"}, %s: f16 {lift.name = "s"}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %five = arith.constant 5.0 : f16
    %own = memref.alloca() : memref<2xf16, #private>
    %a = memref.load %x[%c0] : memref<?xf16, #global>
    %m = arith.maximumf %a, %s : f16
    %n = arith.minnumf %m, %five : f16
    %negated = arith.negf %n : f16
    memref.store %negated, %own[%c1] : memref<2xf16, #private>
    %b = memref.load %own[%c1] : memref<2xf16, #private>
    %f = math.fma %b, %a, %n : f16
    %root = math.sqrt %f : f16
    %less = arith.cmpf olt, %f, %five : f16
    %r = arith.select %less, %root, %a : f16
    memref.store %r, %x[%c0] : memref<?xf16, #global>
    %bits = arith.bitcast %f : f16 to i16
    memref.store %bits, %y[%c0] : memref<?xi16, #global>
    %other = memref.load %y[%c1] : memref<?xi16, #global>
    %half = arith.bitcast %other : i16 to f16
    memref.store %half, %x[%c1] : memref<?xf16, #global>
    %v = vector.from_elements %a, %f : vector<2xf16>
    %sum = vector.reduction <add>, %v, %five : vector<2xf16> into f16
    %all = vector.broadcast %sum : f16 to vector<2xf16>
    vector.store %all, %x[%c2] {alignment = 4 : i64} : memref<?xf16, #global>, vector<2xf16>
    gpu.return
  }
}
