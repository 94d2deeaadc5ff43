// What DevicePeaks.cpp measures a device with where it takes SPIR-V: the same as
// its OpenCL C. utils/embed-peaks.py makes DevicePeaks.inc of it.

gpu.module @peaks attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @compute(%out: memref<?xf32, #gpu.address_space<global>> {lift.restrict},
                    %a: f32, %b: f32)
      kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %trips = arith.constant 2048 : index
    %i = gpu.global_id x
    %i32 = arith.index_cast %i : index to i32
    %x = arith.sitofp %i32 : i32 to f32
    %as = vector.broadcast %a : f32 to vector<8xf32>
    %bs = vector.broadcast %b : f32 to vector<8xf32>
    %lanes = arith.constant
        dense<[0.0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875]> : vector<8xf32>
    %d0 = arith.constant 0.0 : f32
    %x0 = arith.addf %x, %d0 : f32
    %b0 = vector.broadcast %x0 : f32 to vector<8xf32>
    %s0 = arith.addf %b0, %lanes : vector<8xf32>
    %d1 = arith.constant 1.0 : f32
    %x1 = arith.addf %x, %d1 : f32
    %b1 = vector.broadcast %x1 : f32 to vector<8xf32>
    %s1 = arith.addf %b1, %lanes : vector<8xf32>
    %d2 = arith.constant 2.0 : f32
    %x2 = arith.addf %x, %d2 : f32
    %b2 = vector.broadcast %x2 : f32 to vector<8xf32>
    %s2 = arith.addf %b2, %lanes : vector<8xf32>
    %d3 = arith.constant 3.0 : f32
    %x3 = arith.addf %x, %d3 : f32
    %b3 = vector.broadcast %x3 : f32 to vector<8xf32>
    %s3 = arith.addf %b3, %lanes : vector<8xf32>
    %d4 = arith.constant 4.0 : f32
    %x4 = arith.addf %x, %d4 : f32
    %b4 = vector.broadcast %x4 : f32 to vector<8xf32>
    %s4 = arith.addf %b4, %lanes : vector<8xf32>
    %d5 = arith.constant 5.0 : f32
    %x5 = arith.addf %x, %d5 : f32
    %b5 = vector.broadcast %x5 : f32 to vector<8xf32>
    %s5 = arith.addf %b5, %lanes : vector<8xf32>
    %d6 = arith.constant 6.0 : f32
    %x6 = arith.addf %x, %d6 : f32
    %b6 = vector.broadcast %x6 : f32 to vector<8xf32>
    %s6 = arith.addf %b6, %lanes : vector<8xf32>
    %d7 = arith.constant 7.0 : f32
    %x7 = arith.addf %x, %d7 : f32
    %b7 = vector.broadcast %x7 : f32 to vector<8xf32>
    %s7 = arith.addf %b7, %lanes : vector<8xf32>
    %r:8 = scf.for %trip = %c0 to %trips step %c1
        iter_args(%v0 = %s0, %v1 = %s1, %v2 = %s2, %v3 = %s3,
                  %v4 = %s4, %v5 = %s5, %v6 = %s6, %v7 = %s7)
        -> (vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>,
            vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>) {
      %n0 = math.fma %v0, %as, %bs : vector<8xf32>
      %n1 = math.fma %v1, %as, %bs : vector<8xf32>
      %n2 = math.fma %v2, %as, %bs : vector<8xf32>
      %n3 = math.fma %v3, %as, %bs : vector<8xf32>
      %n4 = math.fma %v4, %as, %bs : vector<8xf32>
      %n5 = math.fma %v5, %as, %bs : vector<8xf32>
      %n6 = math.fma %v6, %as, %bs : vector<8xf32>
      %n7 = math.fma %v7, %as, %bs : vector<8xf32>
      scf.yield %n0, %n1, %n2, %n3, %n4, %n5, %n6, %n7
          : vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>,
            vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>
    }
    %t0 = arith.addf %r#0, %r#1 : vector<8xf32>
    %t1 = arith.addf %t0, %r#2 : vector<8xf32>
    %t2 = arith.addf %t1, %r#3 : vector<8xf32>
    %t3 = arith.addf %t2, %r#4 : vector<8xf32>
    %t4 = arith.addf %t3, %r#5 : vector<8xf32>
    %t5 = arith.addf %t4, %r#6 : vector<8xf32>
    %t6 = arith.addf %t5, %r#7 : vector<8xf32>
    %sum = vector.reduction <add>, %t6 : vector<8xf32> into f32
    memref.store %sum, %out[%i] : memref<?xf32, #gpu.address_space<global>>
    gpu.return
  }

  gpu.func @copy(%in: memref<?xf32, #gpu.address_space<global>> {lift.readonly, lift.restrict},
                 %out: memref<?xf32, #gpu.address_space<global>> {lift.restrict})
      kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c4 = arith.constant 4 : index
    %i = gpu.global_id x
    %first = arith.muli %i, %c4 : index
    %v = vector.load %in[%first] {alignment = 16}
        : memref<?xf32, #gpu.address_space<global>>, vector<4xf32>
    vector.store %v, %out[%first] {alignment = 16}
        : memref<?xf32, #gpu.address_space<global>>, vector<4xf32>
    gpu.return
  }
}
