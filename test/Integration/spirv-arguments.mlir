// Kernels get numbers of all types as push constants, between each other.
// REQUIRES: lavapipe

// RUN: lift-run %s --entry=numbers --size=N=7 --seed=5 --api=vulkan --verify --validate
func.func @numbers(%b: i8, %w: i1, %x: !lift.array<N x i16>, %h: f16, %s: i16,
                   %d: f64, %l: i64)
    -> (!lift.array<N x i8>, !lift.array<N x i1>, !lift.array<N x f16>,
        !lift.array<N x i16>, !lift.array<N x f64>, !lift.array<N x i64>) {
  %r:6 = lift.map (%a = %x : !lift.array<N x i16>) {
    %p = arith.addi %a, %s : i16
    lift.yield %b, %w, %h, %p, %d, %l : i8, i1, f16, i16, f64, i64
  }
  return %r#0, %r#1, %r#2, %r#3, %r#4, %r#5 : !lift.array<N x i8>,
      !lift.array<N x i1>, !lift.array<N x f16>, !lift.array<N x i16>,
      !lift.array<N x f64>, !lift.array<N x i64>
}

// Vectors of 8 and 16 numbers come as several of 4, truth values as bytes.
// RUN: lift-run %s --entry=vectors --size=N=7 --seed=5 --api=vulkan --verify --validate
func.func @vectors(%b: i8, %h: vector<16xf16>, %m: vector<8xi1>, %three: vector<3xf32>,
                   %x: !lift.array<N x vector<8xf32>>, %f: vector<8xf32>, %n: vector<3xi1>)
    -> (!lift.array<N x vector<16xf16>>, !lift.array<N x vector<8xf32>>,
        !lift.array<N x vector<3xf32>>, !lift.array<N x i8>) {
  %r:4 = lift.map (%a = %x : !lift.array<N x vector<8xf32>>) {
    %p = arith.addf %a, %f : vector<8xf32>
    %q = arith.select %m, %p, %a : vector<8xi1>, vector<8xf32>
    %t = arith.negf %three : vector<3xf32>
    %u = arith.select %n, %three, %t : vector<3xi1>, vector<3xf32>
    lift.yield %h, %q, %u, %b : vector<16xf16>, vector<8xf32>, vector<3xf32>, i8
  }
  return %r#0, %r#1, %r#2, %r#3 : !lift.array<N x vector<16xf16>>,
      !lift.array<N x vector<8xf32>>, !lift.array<N x vector<3xf32>>,
      !lift.array<N x i8>
}

// What is more than a device takes is refused before the launch.
// RUN: not lift-run %s --entry=many --size=N=7 --api=vulkan 2>&1 | FileCheck %s --check-prefix=MANY
// MANY: kernel 'many_0' needs 272 bytes of push constants, but the device has
func.func @many(%x: !lift.array<N x vector<16xf64>>, %f: vector<16xf64>, %g: vector<16xf64>)
    -> !lift.array<N x vector<16xf64>> {
  %r = lift.map (%a = %x : !lift.array<N x vector<16xf64>>) {
    %p = arith.addf %a, %f : vector<16xf64>
    %q = arith.mulf %p, %g : vector<16xf64>
    lift.yield %q : vector<16xf64>
  }
  return %r : !lift.array<N x vector<16xf64>>
}
