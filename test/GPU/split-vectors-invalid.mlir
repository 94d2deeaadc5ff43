// What cannot be split is an error at the operation.

// RUN: lift-opt %s --pass-pipeline='builtin.module(gpu.module(lift-split-vectors))' --split-input-file --verify-diagnostics

gpu.module @kernels {
  gpu.func @k(%x: memref<?xf32, #gpu.address_space<global>>) kernel {
    %c0 = arith.constant 0 : index
    %v = vector.load %x[%c0] : memref<?xf32, #gpu.address_space<global>>, vector<4xf32>
    // expected-error @below {{'vector.interleave' op cannot be split into vectors of four numbers}}
    // expected-note @below {{write it with operations on single numbers, or on vectors of at most four}}
    %w = vector.interleave %v, %v : vector<4xf32> -> vector<8xf32>
    vector.store %w, %x[%c0] : memref<?xf32, #gpu.address_space<global>>, vector<8xf32>
    gpu.return
  }
}
