// Host functions.

// RUN: lift-opt %s --pass-pipeline='builtin.module(convert-lift-to-gpu)' --split-input-file | FileCheck %s

// Sizes are arguments after the others; preconditions are tested first, each
// once; what is between two kernels is freed after its last use.
// CHECK: gpu.container_module
// CHECK: gpu.module @kernels attributes {lift.index_bitwidth = 32 : i32}
// CHECK: gpu.func @first(
// A kernel without a name is named after the function.
// CHECK: gpu.func @two_kernels_1(
// CHECK-LABEL: func.func @two_kernels(
// CHECK-SAME: %[[X:[^:]*]]: memref<?xf32, #gpu.address_space<global>> {lift.name = "x"}, %[[S:[^:]*]]: f32, %[[N:[^:]*]]: index)
// CHECK-SAME: -> memref<?xf32, #gpu.address_space<global>>
// CHECK-SAME: lift.signature = (!lift.array<N x f32>, f32) -> !lift.array<(N / 4) x 4 x f32>
// CHECK-SAME: lift.sizes = ["N"]
// CHECK: %[[REQUIRED:.*]] = arith.cmpi sle, %c8{{.*}}, %[[N]]
// CHECK-NEXT: cf.assert %[[REQUIRED]], "the function requires #lift.constraint<8 le N>"
// CHECK: arith.remui %[[N]], %c4
// CHECK: cf.assert %{{.*}}, "chunk size 4 does not divide the array length N"
// CHECK-NOT: does not divide
// CHECK: cf.assert %{{.*}}, "an array of N elements needs 64-bit indices (index-bitwidth=64)"
// N / 4 rows of 4.
// CHECK: %[[A:.*]] = gpu.alloc  (%[[N]])
// CHECK: gpu.launch_func @kernels::@first {{.*}} args(%[[A]] : {{.*}}, %[[X]] :
// CHECK: %[[B:.*]] = gpu.alloc  (%[[N]])
// CHECK: gpu.launch_func @kernels::@two_kernels_1 {{.*}} args(%[[B]] : {{.*}}, %[[N]] : index, %[[A]] : {{.*}}, %[[S]] : f32)
// CHECK-NEXT: gpu.dealloc  %[[A]]
// CHECK-NEXT: return %[[B]]
func.func @two_kernels(%x: !lift.array<N x f32> {lift.name = "x"}, %s: f32) -> !lift.array<(N / 4) x 4 x f32>
    attributes {lift.requires = [#lift.constraint<8 le N>]} {
  %a = lift.kernel @first local_size [4] global_size [4 * (N ceildiv 4)] {
    %p = lift.split %x by 4 : !lift.array<N x f32>
    %q = lift.split %x by 4 : !lift.array<N x f32>
    %m = lift.map wrg(0) (%c = %p, %d = %q : !lift.array<(N / 4) x 4 x f32>, !lift.array<(N / 4) x 4 x f32>) {
      %n = lift.map lcl(0) (%e = %c : !lift.array<4 x f32>) { lift.yield %e : f32 }
      lift.yield %n : !lift.array<4 x f32>
    }
    lift.yield %m : !lift.array<(N / 4) x 4 x f32>
  }
  %b = lift.kernel local_size [] global_size [] {
    %m = lift.map (%c = %a : !lift.array<(N / 4) x 4 x f32>) {
      %n = lift.map (%e = %c : !lift.array<4 x f32>) {
        %t = arith.mulf %e, %s : f32
        lift.yield %t : f32
      }
      lift.yield %n : !lift.array<4 x f32>
    }
    lift.yield %m : !lift.array<(N / 4) x 4 x f32>
  }
  return %b : !lift.array<(N / 4) x 4 x f32>
}

// -----

// With 64-bit indices nothing has to fit.
// RUN: lift-opt %s --pass-pipeline='builtin.module(convert-lift-to-gpu{index-bitwidth=64})' --split-input-file | FileCheck %s --check-prefix=WIDE
// WIDE: lift.index_bitwidth = 64 : i32
// WIDE-NOT: needs 64-bit indices

// A scalar between kernels is a buffer of one element, an i1 array one of bytes.
// CHECK-LABEL: gpu.func @sum(
// CHECK-SAME: memref<1xf32, #gpu.address_space<global>>
// CHECK-LABEL: gpu.func @compare(
// CHECK-SAME: memref<?xi8, #gpu.address_space<global>> {lift.name = "out"
// CHECK-SAME: memref<1xf32, #gpu.address_space<global>> {lift.readonly
// CHECK: %[[BIT:.*]] = arith.cmpf
// CHECK: %[[BYTE:.*]] = arith.extui %[[BIT]] : i1 to i8
// CHECK: memref.store %[[BYTE]]
// CHECK-LABEL: func.func @scalar_between(
// CHECK-SAME: -> memref<?xi8, #gpu.address_space<global>>
// CHECK: %[[S:.*]] = gpu.alloc  () : memref<1xf32, #gpu.address_space<global>>
// CHECK: gpu.launch_func @kernels::@sum
// CHECK: gpu.launch_func @kernels::@compare
// CHECK-NEXT: gpu.dealloc  %[[S]]
func.func @scalar_between(%x: !lift.array<N x f32>, %zero: f32) -> !lift.array<N x i1> {
  %s = lift.kernel @sum local_size [] global_size [] {
    %r = lift.reduce (%e = %x : !lift.array<N x f32>) init (%acc = %zero : f32) {
      %t = arith.addf %acc, %e : f32
      lift.yield %t : f32
    }
    lift.yield %r : f32
  }
  %b = lift.kernel @compare local_size [] global_size [] {
    %m = lift.map (%e = %x : !lift.array<N x f32>) {
      %t = arith.cmpf olt, %e, %s : f32
      lift.yield %t : i1
    }
    lift.yield %m : !lift.array<N x i1>
  }
  return %b : !lift.array<N x i1>
}

// -----

// Index arithmetic of the program must fit into the indices of the kernel, too;
// what an array already asks for is not tested again.
// CHECK-LABEL: func.func @residues(
// CHECK: cf.assert %{{.*}}, "an array of N elements needs 64-bit indices (index-bitwidth=64)"
// CHECK: cf.assert %{{.*}}, "an index of up to N * N {{.*}} needs 64-bit indices (index-bitwidth=64)"
// CHECK-NOT: cf.assert
// CHECK: return
func.func @residues(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %n = lift.size N : index
  %k = lift.kernel local_size [] global_size [] {
    %g = lift.gather %x : !lift.array<N x f32> by (%i < N) {
      %s = arith.muli %i, %i : index
      %r = arith.remui %s, %n : index
      lift.yield %r : index
    }
    %m = lift.map (%a = %g : !lift.array<N x f32>) { lift.yield %a : f32 }
    lift.yield %m : !lift.array<N x f32>
  }
  return %k : !lift.array<N x f32>
}

// -----

// What a launch requires is tested after what its operations require, unless
// that implies it.
// CHECK-LABEL: func.func @launch(
// CHECK: cf.assert %{{.*}}, "chunk size 8 does not divide the array length N"
// CHECK-NOT: dimension 0
// CHECK: cf.assert %{{.*}}, "local size 4 does not divide global size M in dimension 1"
func.func @launch(%x: !lift.array<N x M x f32>) -> !lift.array<(N / 8) x 8 x M x f32> {
  %k = lift.kernel local_size [8, 4] global_size [N, M] {
    %c = lift.split %x by 8 : !lift.array<N x M x f32>
    %m = lift.map glb(0) (%a = %c : !lift.array<(N / 8) x 8 x M x f32>) {
      %n = lift.map seq (%b = %a : !lift.array<8 x M x f32>) {
        %o = lift.map glb(1) (%d = %b : !lift.array<M x f32>) {
          lift.yield %d : f32
        }
        lift.yield %o : !lift.array<M x f32>
      }
      lift.yield %n : !lift.array<8 x M x f32>
    }
    lift.yield %m : !lift.array<(N / 8) x 8 x M x f32>
  }
  return %k : !lift.array<(N / 8) x 8 x M x f32>
}

// -----

// The elements of an array that only views make are counted, too.
// CHECK-LABEL: func.func @count(
// CHECK: %[[SQUARE:.*]] = arith.muli
// CHECK: %[[FITS:.*]] = arith.cmpi sle, %[[SQUARE]], %c2147483647
// CHECK: cf.assert %[[FITS]], "an array of N * N elements needs 64-bit indices (index-bitwidth=64)"
func.func @count(%x: !lift.array<N x f32>) -> i32 {
  %k = lift.kernel local_size [] global_size [] {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %ones = lift.broadcast %one sizes [N * N] : i32
    %s = lift.reduce (%e = %ones : !lift.array<(N * N) x i32>) init (%acc = %zero : i32) {
      %t = arith.addi %acc, %e : i32
      lift.yield %t : i32
    }
    lift.yield %s : i32
  }
  return %k : i32
}

// -----

// So must ids be: those of a launch that is rounded up, where that is more than
// any size.
// CHECK-LABEL: func.func @rounded_up(
// CHECK: cf.assert %{{.*}}, "an array of N elements needs 64-bit indices
// CHECK: cf.assert %{{.*}}, "an index of up to 100 * (N ceildiv 100) - 1 needs 64-bit indices (index-bitwidth=64)"
// CHECK-NOT: cf.assert
// CHECK: return
func.func @rounded_up(%x: !lift.array<N x i8>) -> !lift.array<N x i8> {
  %k = lift.kernel local_size [100] global_size [(N ceildiv 100) * 100] {
    %m = lift.map glb(0) (%a = %x : !lift.array<N x i8>) { lift.yield %a : i8 }
    lift.yield %m : !lift.array<N x i8>
  }
  return %k : !lift.array<N x i8>
}

// -----

// Up to a multiple of 128, nothing is above 2^31 - 1.
// CHECK-LABEL: func.func @rounded_evenly(
// CHECK: cf.assert %{{.*}}, "an array of N elements needs 64-bit indices
// CHECK-NOT: cf.assert
// CHECK: return
func.func @rounded_evenly(%x: !lift.array<N x i8>) -> !lift.array<N x i8> {
  %k = lift.kernel local_size [128] global_size [(N ceildiv 128) * 128] {
    %m = lift.map glb(0) (%a = %x : !lift.array<N x i8>) { lift.yield %a : i8 }
    lift.yield %m : !lift.array<N x i8>
  }
  return %k : !lift.array<N x i8>
}

// -----

// A loop over elements goes on behind the last one.
// CHECK-LABEL: func.func @strided(
// CHECK: cf.assert %{{.*}}, "an array of N elements needs 64-bit indices
// CHECK: cf.assert %{{.*}}, "an index of up to N + 1023 needs 64-bit indices (index-bitwidth=64)"
// CHECK-NOT: cf.assert
// CHECK: return
func.func @strided(%x: !lift.array<N x i8>) -> !lift.array<N x i8> {
  %k = lift.kernel local_size [128] global_size [1024] {
    %m = lift.map glb(0) (%a = %x : !lift.array<N x i8>) { lift.yield %a : i8 }
    lift.yield %m : !lift.array<N x i8>
  }
  return %k : !lift.array<N x i8>
}

// -----

// All work-items of a group go through the last of (N + 23) / 24 trips.
// CHECK-LABEL: func.func @last_trip(
// CHECK: cf.assert %{{.*}}, "an array of N elements needs 64-bit indices
// CHECK: cf.assert %{{.*}}, "an index of up to N + 23 needs 64-bit indices (index-bitwidth=64)"
// CHECK-NOT: cf.assert
// CHECK: return
func.func @last_trip(%x: !lift.array<N x i8>) -> !lift.array<N x i8> {
  %k = lift.kernel local_size [24] global_size [24] {
    %m = lift.map lcl(0) (%a = %x : !lift.array<N x i8>) { lift.yield %a : i8 }
    lift.yield %m : !lift.array<N x i8>
  }
  return %k : !lift.array<N x i8>
}

// -----

// What is mirrored is subtracted from twice the length.
// CHECK-LABEL: func.func @mirrored(
// CHECK: cf.assert %{{.*}}, "an array of N elements needs 64-bit indices
// CHECK: cf.assert %{{.*}}, "an index of up to 2 * N - 1 needs 64-bit indices (index-bitwidth=64)"
// CHECK: return
func.func @mirrored(%x: !lift.array<N x i8>) -> !lift.array<(N + 1) x i8> {
  %k = lift.kernel local_size [] global_size [] {
    %p = lift.pad %x low [0] high [1] mirror : !lift.array<N x i8>
    %m = lift.map (%a = %p : !lift.array<(N + 1) x i8>) { lift.yield %a : i8 }
    lift.yield %m : !lift.array<(N + 1) x i8>
  }
  return %k : !lift.array<(N + 1) x i8>
}

// -----

// No array is empty, whatever it is made by.
// CHECK-LABEL: func.func @rest(
// CHECK: cf.assert %{{.*}}, "size N - 1 is not positive"
// CHECK: cf.assert %{{.*}}, "size N - 4 is not positive"
// CHECK-NOT: is not positive
// CHECK: return
func.func @rest(%x: !lift.array<N x f32>, %y: !lift.array<(N - 1) x f32>) -> !lift.array<(N - 4) x f32> {
  %k = lift.kernel local_size [] global_size [] {
    %t = lift.take %x size [N - 4] : !lift.array<N x f32>
    %s = lift.take %y size [N - 4] : !lift.array<(N - 1) x f32>
    %m = lift.map (%a = %t, %b = %s : !lift.array<(N - 4) x f32>, !lift.array<(N - 4) x f32>) {
      %c = arith.addf %a, %b : f32
      lift.yield %c : f32
    }
    lift.yield %m : !lift.array<(N - 4) x f32>
  }
  return %k : !lift.array<(N - 4) x f32>
}
