// The best of several sums, and more behind it in the same body: a kernel for
// the sums, and one for what is looked up.
// RUN: split-file %s %t
// DEFINE: %{sizes} = M=262144,N=4096
// DEFINE: %{program} = nearest
// DEFINE: %{schedules} = lift-opt %t/%{program}.mlir --pass-pipeline='builtin.module(func.func(lift-normalize, lift-fuse-producers, lift-normalize, lift-optimize{target=nvidia-h200 sizes=%{sizes} print-schedules}))'
// RUN: %{schedules} | FileCheck %s
// CHECK: // few sums and what is made of them
// CHECK: transform.lift.fission_map
// CHECK: // rows at computed indices
// CHECK: transform.lift.hoist_indexed_rows
// CHECK: // elementwise maps
// CHECK: // few sums for each element

// What is divided before, as rows may be long, is looked up in the same way.
// REDEFINE: %{program} = long
// REDEFINE: %{sizes} = M=65536,N=4096,D=64
// RUN: %{schedules} | FileCheck %s --check-prefix=LONG
// LONG-NOT: few sums and what is made of them
// LONG: // rows at computed indices
// LONG: // elementwise maps
// LONG: // few sums for each element

// The maps around are divided, too; numbers behind the sums stay with them.
// REDEFINE: %{program} = batch
// REDEFINE: %{sizes} = B=16,M=65536,N=4096
// RUN: %{schedules} | FileCheck %s --check-prefix=BATCH
// BATCH: // few sums and what is made of them
// BATCH-COUNT-2: transform.lift.fission_map
// BATCH: // few sums for each element
// REDEFINE: %{program} = numbers
// REDEFINE: %{sizes} = M=65536,N=4096
// RUN: %{schedules} | FileCheck %s --check-prefix=NUMBERS
// NUMBERS-NOT: few sums and what is made of them
// NUMBERS: // few sums for each element

// What is passed on and a result is stored once.
// RUN: lift-run %t/nearest.mlir --target=nvidia-h200 --size=M=37,N=41 --print-kernel --verify | FileCheck %s --check-prefix=KERNELS
// KERNELS: kernel void nearest_0({{.*}}out, {{.*}}out1,
// KERNELS: kernel void nearest_1(global float *restrict out,
// KERNELS-NOT: out1
// KERNELS: OK

// RUN: lift-run %t/nearest.mlir --target=nvidia-h200 --size=M=1,N=1 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/long.mlir --target=nvidia-h200 --size=M=130,N=64,D=33 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/nearest.mlir --target=pocl --size=M=13,N=17 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/nearest.mlir --target=mali-g610 --size=M=13,N=17 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/batch.mlir --target=nvidia-h200 --size=B=3,M=13,N=17 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/numbers.mlir --target=nvidia-h200 --size=M=13,N=17 --verify | FileCheck %s --check-prefix=OK
// OK: verify: {{.*}} OK

//--- nearest.mlir
func.func @nearest(%a: !lift.array<M x 3 x f32>, %b: !lift.array<N x 3 x f32>) -> (!lift.array<M x 3 x f32>, !lift.array<M x f32>) {
  %far = arith.constant 0x7F800000 : f32
  %first = arith.constant 0 : i32
  %zero = arith.constant 0.0 : f32
  %numbers = lift.generate (%i < N) {
    %n = arith.index_cast %i : index to i32
    lift.yield %n : i32
  }
  %r:2 = lift.map (%p = %a : !lift.array<M x 3 x f32>) {
    %best:2 = lift.reduce (%q = %b, %n = %numbers : !lift.array<N x 3 x f32>, !lift.array<N x i32>) init (%least = %far, %where = %first : f32, i32) {
      %distance = lift.reduce (%x = %p, %y = %q : !lift.array<3 x f32>, !lift.array<3 x f32>) init (%sum = %zero : f32) {
        %d = arith.subf %x, %y : f32
        %s = arith.mulf %d, %d : f32
        %t = arith.addf %sum, %s : f32
        lift.yield %t : f32
      }
      %nearer = arith.cmpf olt, %distance, %least : f32
      %next = arith.select %nearer, %distance, %least : f32
      %nextWhere = arith.select %nearer, %n, %where : i32
      lift.yield %next, %nextWhere : f32, i32
    }
    %index = arith.index_cast %best#1 : i32 to index
    %row = lift.at in_bounds %b[%index] : !lift.array<N x 3 x f32>
    lift.yield %row, %best#0 : !lift.array<3 x f32>, f32
  }
  return %r#0, %r#1 : !lift.array<M x 3 x f32>, !lift.array<M x f32>
}

//--- long.mlir
func.func @long(%a: !lift.array<M x D x f32>, %b: !lift.array<N x D x f32>) -> (!lift.array<M x D x f32>, !lift.array<M x f32>) {
  %far = arith.constant 0x7F800000 : f32
  %first = arith.constant 0 : i32
  %zero = arith.constant 0.0 : f32
  %numbers = lift.generate (%i < N) {
    %n = arith.index_cast %i : index to i32
    lift.yield %n : i32
  }
  %r:2 = lift.map (%p = %a : !lift.array<M x D x f32>) {
    %best:2 = lift.reduce (%q = %b, %n = %numbers : !lift.array<N x D x f32>, !lift.array<N x i32>) init (%least = %far, %where = %first : f32, i32) {
      %distance = lift.reduce (%x = %p, %y = %q : !lift.array<D x f32>, !lift.array<D x f32>) init (%sum = %zero : f32) {
        %d = arith.subf %x, %y : f32
        %s = arith.mulf %d, %d : f32
        %t = arith.addf %sum, %s : f32
        lift.yield %t : f32
      }
      %nearer = arith.cmpf olt, %distance, %least : f32
      %next = arith.select %nearer, %distance, %least : f32
      %nextWhere = arith.select %nearer, %n, %where : i32
      lift.yield %next, %nextWhere : f32, i32
    }
    %index = arith.index_cast %best#1 : i32 to index
    %row = lift.at in_bounds %b[%index] : !lift.array<N x D x f32>
    lift.yield %row, %best#0 : !lift.array<D x f32>, f32
  }
  return %r#0, %r#1 : !lift.array<M x D x f32>, !lift.array<M x f32>
}

//--- batch.mlir
func.func @batch(%a: !lift.array<B x M x 4 x f32>, %b: !lift.array<N x 4 x f32>) -> !lift.array<B x M x 4 x f32> {
  %far = arith.constant 0x7F800000 : f32
  %first = arith.constant 0 : i32
  %zero = arith.constant 0.0 : f32
  %numbers = lift.generate (%i < N) {
    %n = arith.index_cast %i : index to i32
    lift.yield %n : i32
  }
  %r = lift.map (%points = %a : !lift.array<B x M x 4 x f32>) {
    %s = lift.map (%p = %points : !lift.array<M x 4 x f32>) {
      %best:2 = lift.reduce (%q = %b, %n = %numbers : !lift.array<N x 4 x f32>, !lift.array<N x i32>) init (%least = %far, %where = %first : f32, i32) {
        %distance = lift.reduce (%x = %p, %y = %q : !lift.array<4 x f32>, !lift.array<4 x f32>) init (%sum = %zero : f32) {
          %d = arith.subf %x, %y : f32
          %e = arith.mulf %d, %d : f32
          %t = arith.addf %sum, %e : f32
          lift.yield %t : f32
        }
        %nearer = arith.cmpf olt, %distance, %least : f32
        %next = arith.select %nearer, %distance, %least : f32
        %nextWhere = arith.select %nearer, %n, %where : i32
        lift.yield %next, %nextWhere : f32, i32
      }
      %index = arith.index_cast %best#1 : i32 to index
      %row = lift.at in_bounds %b[%index] : !lift.array<N x 4 x f32>
      %moved = lift.map (%x = %row, %y = %p : !lift.array<4 x f32>, !lift.array<4 x f32>) {
        %d = arith.subf %x, %y : f32
        lift.yield %d : f32
      }
      lift.yield %moved : !lift.array<4 x f32>
    }
    lift.yield %s : !lift.array<M x 4 x f32>
  }
  return %r : !lift.array<B x M x 4 x f32>
}

//--- numbers.mlir
func.func @numbers(%a: !lift.array<M x 4 x f32>, %b: !lift.array<N x 4 x f32>) -> !lift.array<M x f32> {
  %far = arith.constant 0x7F800000 : f32
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%p = %a : !lift.array<M x 4 x f32>) {
    %best = lift.reduce (%q = %b : !lift.array<N x 4 x f32>) init (%least = %far : f32) {
      %distance = lift.reduce (%x = %p, %y = %q : !lift.array<4 x f32>, !lift.array<4 x f32>) init (%sum = %zero : f32) {
        %d = arith.subf %x, %y : f32
        %e = arith.mulf %d, %d : f32
        %t = arith.addf %sum, %e : f32
        lift.yield %t : f32
      }
      %next = arith.minimumf %distance, %least : f32
      lift.yield %next : f32
    }
    %root = math.sqrt %best : f32
    lift.yield %root : f32
  }
  return %r : !lift.array<M x f32>
}
