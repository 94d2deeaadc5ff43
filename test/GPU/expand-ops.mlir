// Operations that SPIR-V lacks become others.

// RUN: lift-opt %s --pass-pipeline='builtin.module(gpu.module(lift-expand-ops))' | FileCheck %s

// One condition for all lanes becomes one for each; one for each stays.
// CHECK-LABEL: gpu.func @selections
// CHECK: %[[ALL:.*]] = vector.broadcast %{{.*}} : i1 to vector<4xi1>
// CHECK: arith.select %[[ALL]], %{{.*}}, %{{.*}} : vector<4xi1>, vector<4xf32>
// CHECK: %[[EACH:.*]] = arith.cmpf olt
// CHECK: arith.select %[[EACH]], {{.*}} : vector<4xi1>, vector<4xf32>
gpu.module @selections attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @selections(%x: memref<?xf32, #gpu.address_space<global>>, %n: index)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %zero = arith.constant dense<0.0> : vector<4xf32>
    %v = vector.load %x[%i] : memref<?xf32, #gpu.address_space<global>>, vector<4xf32>
    %isIn = arith.cmpi slt, %i, %n : index
    %a = arith.select %isIn, %v, %zero : vector<4xf32>
    %isLess = arith.cmpf olt, %v, %zero : vector<4xf32>
    %b = arith.select %isLess, %a, %v : vector<4xi1>, vector<4xf32>
    vector.store %b, %x[%i] : memref<?xf32, #gpu.address_space<global>>, vector<4xf32>
    gpu.return
  }
}

// CHECK-LABEL: gpu.func @powers
// CHECK: %[[A:.*]] = memref.load
// CHECK: %[[SQUARE:.*]] = arith.mulf %[[A]], %[[A]] : f32
// CHECK: %[[FOURTH:.*]] = arith.mulf %[[SQUARE]], %[[SQUARE]] : f32
// CHECK: %[[FIFTH:.*]] = arith.mulf %[[A]], %[[FOURTH]] : f32
// CHECK: arith.divf %{{.*}}, %[[FIFTH]] : f32
// CHECK: %[[H:.*]] = memref.load
// CHECK: %[[WIDE:.*]] = arith.extf %[[H]] : f16 to f32
// CHECK: %[[WIDE_SQUARE:.*]] = arith.mulf %[[WIDE]], %[[WIDE]] : f32
// CHECK: %[[CUBE:.*]] = arith.mulf %[[WIDE]], %[[WIDE_SQUARE]] : f32
// CHECK: arith.truncf %[[CUBE]] : f32 to f16
gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @powers(%x: memref<?xf32, #gpu.address_space<global>>,
                   %y: memref<?xf16, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %three = arith.constant 3 : i32
    %minusFive = arith.constant -5 : i32
    %a = memref.load %x[%i] : memref<?xf32, #gpu.address_space<global>>
    %b = math.fpowi %a, %minusFive : f32, i32
    memref.store %b, %x[%i] : memref<?xf32, #gpu.address_space<global>>
    %c = memref.load %y[%i] : memref<?xf16, #gpu.address_space<global>>
    %d = math.fpowi %c, %three : f16, i32
    memref.store %d, %y[%i] : memref<?xf16, #gpu.address_space<global>>
    gpu.return
  }
}

// The bits of an index are those of an integer as wide.
// CHECK-LABEL: gpu.func @index_bits
// CHECK: %[[INTEGER:.*]] = arith.index_castui %{{.*}} : index to i64
// CHECK: arith.index_castui %{{.*}} : i64 to index
// CHECK-NOT: math.ctpop
// CHECK-NOT: math.ctlz
// CHECK-NOT: math.cttz
gpu.module @wide attributes {lift.index_bitwidth = 64 : i32} {
  gpu.func @index_bits(%x: memref<?xindex, #gpu.address_space<global>>, %n: index)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %a = math.ctpop %n : index
    %b = math.ctlz %a : index
    %c = math.cttz %b : index
    memref.store %c, %x[%i] : memref<?xindex, #gpu.address_space<global>>
    gpu.return
  }
}

// Comparisons that hold for all floats, or for none.
// CHECK-LABEL: gpu.func @comparisons
// CHECK-DAG: arith.constant true
// CHECK-DAG: arith.constant dense<0> : vector<4xi8>
// CHECK-NOT: arith.cmpf true
// CHECK-NOT: arith.cmpf false
// CHECK: arith.cmpf ord
gpu.module @constants attributes {lift.index_bitwidth = 32 : i32} {
  gpu.func @comparisons(%x: memref<?xf32, #gpu.address_space<global>>,
                        %y: memref<?xi8, #gpu.address_space<global>>, %b: i1)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %i = gpu.global_id x
    %v = vector.load %x[%i] : memref<?xf32, #gpu.address_space<global>>, vector<4xf32>
    %e = vector.extract %v[0] : f32 from vector<4xf32>
    %t = arith.cmpf true, %e, %e : f32
    %f = arith.cmpf false, %v, %v : vector<4xf32>
    %o = arith.cmpf ord, %e, %e : f32
    %w = arith.extui %f : vector<4xi1> to vector<4xi8>
    vector.store %w, %y[%i] : memref<?xi8, #gpu.address_space<global>>, vector<4xi8>
    %both = arith.xori %t, %b : i1
    %all = arith.andi %both, %o : i1
    %n = arith.extui %all : i1 to i8
    memref.store %n, %y[%i] : memref<?xi8, #gpu.address_space<global>>
    gpu.return
  }
}
