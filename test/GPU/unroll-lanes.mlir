// RUN: lift-opt --pass-pipeline="builtin.module(gpu.module(lift-unroll-lanes),canonicalize)" --split-input-file %s | FileCheck %s

gpu.module @fires {
  // CHECK-LABEL: @extract
  // CHECK-NOT: scf.for
  // CHECK: vector.extract %{{.*}}[0]
  // CHECK: vector.extract %{{.*}}[3]
  // CHECK-NOT: scf.for
  gpu.func @extract(%v: vector<4xf32>, %out: memref<?xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    scf.for %i = %c0 to %c4 step %c1 {
      %e = vector.extract %v[%i] : f32 from vector<4xf32>
      memref.store %e, %out[%i] : memref<?xf32>
    } {lift.unroll}
    gpu.return
  }

  // The lane is computed; the loop around it, which selects no lane, stays.
  // CHECK-LABEL: @insert
  // CHECK: scf.for
  // CHECK-NOT: scf.for
  // CHECK: vector.insert %{{.*}}, %{{.*}} [3]
  // CHECK: vector.insert %{{.*}}, %{{.*}} [0]
  gpu.func @insert(%x: f32, %n: index, %out: memref<?xvector<4xf32>>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    scf.for %k = %c0 to %n step %c1 {
      scf.for %i = %c0 to %c4 step %c1 {
        %lane = arith.subi %c3, %i : index
        %v = memref.load %out[%k] : memref<?xvector<4xf32>>
        %w = vector.insert %x, %v [%lane] : f32 into vector<4xf32>
        memref.store %w, %out[%k] : memref<?xvector<4xf32>>
      }
    }
    gpu.return
  }
}

// -----

gpu.module @does_not_fire {
  // CHECK-LABEL: @too_many_trips
  // CHECK: scf.for
  gpu.func @too_many_trips(%v: vector<4xf32>, %out: memref<?xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c17 = arith.constant 17 : index
    scf.for %i = %c0 to %c17 step %c1 {
      %lane = arith.remui %i, %c4 : index
      %e = vector.extract %v[%lane] : f32 from vector<4xf32>
      memref.store %e, %out[%i] : memref<?xf32>
    }
    gpu.return
  }

  // CHECK-LABEL: @unknown_trips
  // CHECK: scf.for
  gpu.func @unknown_trips(%v: vector<4xf32>, %n: index, %out: memref<?xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      %e = vector.extract %v[%i] : f32 from vector<4xf32>
      memref.store %e, %out[%i] : memref<?xf32>
    }
    gpu.return
  }

  // CHECK-LABEL: @barrier
  // CHECK: scf.for
  gpu.func @barrier(%v: vector<4xf32>, %out: memref<?xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    scf.for %i = %c0 to %c4 step %c1 {
      %e = vector.extract %v[%i] : f32 from vector<4xf32>
      memref.store %e, %out[%i] : memref<?xf32>
      lift.barrier local
    }
    gpu.return
  }

  // CHECK-LABEL: @barrier_of_gpu
  // CHECK: scf.for
  gpu.func @barrier_of_gpu(%v: vector<4xf32>, %out: memref<?xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    scf.for %i = %c0 to %c4 step %c1 {
      %e = vector.extract %v[%i] : f32 from vector<4xf32>
      memref.store %e, %out[%i] : memref<?xf32>
      gpu.barrier
    }
    gpu.return
  }

  // CHECK-LABEL: @no_lane
  // CHECK: scf.for
  gpu.func @no_lane(%v: vector<4xf32>, %out: memref<?xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    scf.for %i = %c0 to %c4 step %c1 {
      %e = vector.extract %v[2] : f32 from vector<4xf32>
      memref.store %e, %out[%i] : memref<?xf32>
    }
    gpu.return
  }
}
