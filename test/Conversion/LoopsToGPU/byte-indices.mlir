// RUN: lift-opt %s --pass-pipeline='builtin.module(convert-loops-to-gpu{index-bitwidth=32})' --split-input-file | FileCheck %s
// RUN: lift-opt %s --pass-pipeline='builtin.module(convert-loops-to-gpu{index-bitwidth=64})' --split-input-file | FileCheck %s --check-prefix=WIDE
// WIDE-NOT: arith.shrui

// Indices of numbers of 32 bits in global memory count bytes, also what loops carry.
// The size is multiplied before the loop.
// CHECK-LABEL: gpu.func @carried(
// CHECK-SAME:    %[[IN:[a-z0-9]+]]: memref<?xf32, #gpu.address_space<global>> {lift.readonly, lift.restrict}, %[[N:[a-z0-9]+]]: index
// CHECK:         %[[STRIDE:.*]] = arith.muli %[[N]], %c4
// CHECK:         scf.for {{.*}} iter_args(%[[OFFSET:[a-z0-9]+]] = %{{.*}}) -> (index) {
// CHECK:           %[[NUMBER:.*]] = arith.shrui %[[OFFSET]], %c2{{.*}} exact : index
// CHECK:           memref.load %[[IN]][%[[NUMBER]]]
// CHECK:           memref.store
// CHECK:           arith.addi %[[OFFSET]], %[[STRIDE]] {lift.carried = "offset"} : index
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "GPU" = #dlti.target_device_spec<"lift.byte_offsets" = true>>} {
  func.func @carried(%x: !lift.array<M x N x f32>) -> !lift.array<N x f32> {
    %r = loop.kernel @carried (%in = %x : !lift.array<M x N x f32>)
        -> (%out : !lift.array<N x f32>) local_size [1] global_size [N] {
      %g = loop.id global(0)
      loop.for %i below M {
        %v = loop.load %in[%i, %g] : !loop.buffer<M x N x f32, global>
        loop.store %v, %out[%g] : f32, !loop.buffer<N x f32, global>
      }
    }
    return %r : !lift.array<N x f32>
  }
}

// -----

// Not those of numbers of 16 bits, constants, or vectors that are not aligned; aligned
// ones do.
// CHECK-LABEL: gpu.func @others(
// CHECK:         %[[ID:.*]] = gpu.global_id
// CHECK:         memref.load %{{.*}}[%[[ID]]] : memref<?xf16
// CHECK:         memref.load %{{.*}}[%c0{{.*}}] : memref<?xf32
// CHECK:         %[[BEHIND:.*]] = arith.addi
// CHECK:         vector.load %{{.*}}[%[[BEHIND]]]
// CHECK:         vector.store
// CHECK:         %[[AT:.*]] = arith.shrui %{{.*}}, %c2{{.*}} exact : index
// CHECK:         vector.load %{{.*}}[%[[AT]]] {alignment = 16 : i64}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "GPU" = #dlti.target_device_spec<"lift.byte_offsets" = true>>} {
  func.func @others(%x: !lift.array<N x f16>, %y: !lift.array<(4 * N) x f32>)
      -> (!lift.array<N x f16>, !lift.array<N x f32>, !lift.array<N x vector<4xf32>>,
          !lift.array<N x vector<4xf32>>) {
    %r:4 = loop.kernel @others (%halves = %x : !lift.array<N x f16>,
                                %in = %y : !lift.array<(4 * N) x f32>)
        -> (%a : !lift.array<N x f16>, %b : !lift.array<N x f32>,
            %c : !lift.array<N x vector<4xf32>>, %d : !lift.array<N x vector<4xf32>>)
        local_size [1] global_size [N - 1] {
      %g = loop.id global(0)
      %h = loop.load %halves[%g] : !loop.buffer<N x f16, global>
      loop.store %h, %a[%g] : f16, !loop.buffer<N x f16, global>
      %first = loop.load %in[0] : !loop.buffer<(4 * N) x f32, global>
      loop.store %first, %b[%g] : f32, !loop.buffer<N x f32, global>
      %v = loop.load %in[4 * %g + 1 + @lane] : !loop.buffer<(4 * N) x f32, global> to vector<4xf32>
      loop.store %v, %c[%g] : vector<4xf32>, !loop.buffer<N x vector<4xf32>, global>
      %w = loop.load %in[4 * %g + @lane] : !loop.buffer<(4 * N) x f32, global> to vector<4xf32>
      loop.store %w, %d[%g] : vector<4xf32>, !loop.buffer<N x vector<4xf32>, global>
    }
    return %r#0, %r#1, %r#2, %r#3 : !lift.array<N x f16>, !lift.array<N x f32>,
        !lift.array<N x vector<4xf32>>, !lift.array<N x vector<4xf32>>
  }
}

// -----

// Nor do kernels with local memory, whose indices are made of the same.
// CHECK-LABEL: gpu.func @tiles(
// CHECK-NOT:     arith.shrui
// CHECK:         gpu.return
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "GPU" = #dlti.target_device_spec<"lift.byte_offsets" = true>>} {
  func.func @tiles(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
    %r = loop.kernel @tiles (%in = %x : !lift.array<N x f32>)
        -> (%out : !lift.array<N x f32>) local_size [1] global_size [N] {
      %g = loop.id global(0)
      %tile = loop.alloc : !loop.buffer<1 x f32, local>
      %v = loop.load %in[%g] : !loop.buffer<N x f32, global>
      loop.store %v, %tile[0] : f32, !loop.buffer<1 x f32, local>
      %w = loop.load %tile[0] : !loop.buffer<1 x f32, local>
      loop.store %w, %out[%g] : f32, !loop.buffer<N x f32, global>
    }
    return %r : !lift.array<N x f32>
  }
}

// -----

// Other targets.
// CHECK-LABEL: gpu.func @other_target(
// CHECK-NOT:     arith.shrui
func.func @other_target(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %r = loop.kernel @other_target (%in = %x : !lift.array<N x f32>)
      -> (%out : !lift.array<N x f32>) local_size [1] global_size [N] {
    %g = loop.id global(0)
    %v = loop.load %in[%g] : !loop.buffer<N x f32, global>
    loop.store %v, %out[%g] : f32, !loop.buffer<N x f32, global>
  }
  return %r : !lift.array<N x f32>
}

// -----

// A test against a quotient is one against what is divided; not where the index may be
// any number, which would not fit when it is multiplied.
// CHECK-LABEL: gpu.func @quotients(
// CHECK-SAME:    %[[N:[a-z0-9]+]]: index {lift.name = "N"}
// CHECK:         %[[SCALED:.*]] = arith.muli %global_id_x, %c4{{.*}} : index
// CHECK:         arith.cmpi slt, %[[SCALED]], %[[N]]
// CHECK:         %[[ANY:.*]] = arith.index_cast
// CHECK:         %[[QUARTER:.*]] = arith.divui %[[N]], %c4
// CHECK:         arith.cmpi slt, %[[ANY]], %[[QUARTER]]
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "GPU" = #dlti.target_device_spec<"lift.byte_offsets" = true>>} {
  func.func @quotients(%x: !lift.array<N x i32>) -> !lift.array<(N / 4) x i32> {
    %r = loop.kernel @quotients (%in = %x : !lift.array<N x i32>)
        -> (%out : !lift.array<(N / 4) x i32>) local_size [32] global_size [32 * (N ceildiv 128)] {
      %g = loop.id global(0)
      loop.if 0 <= %g < N / 4 {
        %v = loop.load %in[%g] : !loop.buffer<N x i32, global>
        %i = loop.index data(-2147483648, 2147483647) %v : i32
        loop.if 0 <= %i < N / 4 {
          loop.store %v, %out[%i] : i32, !loop.buffer<(N / 4) x i32, global>
        }
      }
    }
    return %r : !lift.array<(N / 4) x i32>
  }
}
