// Arrays of tuples in one buffer, the components of an element beside each
// other.
// REQUIRES: pocl

// NUMPY @complex(re: f32[N], im: f32[N]) -> (re * re - im * im + (re * re - im * im)[::-1], 2 * re * im - (2 * re * im)[::-1])
// RUN: %check_numpy %s --entry=complex --size=N=1
// RUN: %check_numpy %s --entry=complex --size=N=403
// RUN: %if oclgrind %{ %check_numpy %s --entry=complex --size=N=17 --oclgrind %}
// Between the two kernels is one buffer; both components come from one loop.
// RUN: lift-opt %s --lift-to-gpu | FileCheck %s
// CHECK-LABEL: gpu.func @complex_0
// CHECK: memref.store %{{.*}}, %[[BOTH:arg[0-9]+]][
// CHECK: memref.store %{{.*}}, %[[BOTH]][
// CHECK: gpu.func @complex_1
func.func @complex(%re: !lift.array<N x f32>, %im: !lift.array<N x f32>)
    -> (!lift.array<N x f32>, !lift.array<N x f32>) {
  %squares = lift.map (%a = %re, %b = %im : !lift.array<N x f32>, !lift.array<N x f32>) {
    %aa = arith.mulf %a, %a : f32
    %bb = arith.mulf %b, %b : f32
    %ab = arith.mulf %a, %b : f32
    %x = arith.subf %aa, %bb : f32
    %y = arith.addf %ab, %ab : f32
    %c = lift.tuple %x, %y : f32, f32
    lift.yield %c : tuple<f32, f32>
  }
  %stored = lift.materialize %squares in global {interleaved} : !lift.array<N x tuple<f32, f32>>
  %turned = lift.reverse %stored : !lift.array<N x tuple<f32, f32>>
  %p, %q = lift.map (%a = %stored, %b = %turned
      : !lift.array<N x tuple<f32, f32>>, !lift.array<N x tuple<f32, f32>>) {
    %ax = lift.get %a[0] : tuple<f32, f32>
    %ay = lift.get %a[1] : tuple<f32, f32>
    %bx = lift.get %b[0] : tuple<f32, f32>
    %by = lift.get %b[1] : tuple<f32, f32>
    %x = arith.addf %ax, %bx : f32
    %y = arith.subf %ay, %by : f32
    lift.yield %x, %y : f32, f32
  }
  return %p, %q : !lift.array<N x f32>, !lift.array<N x f32>
}

// In local memory, in a row with room for one element more.
// NUMPY @in_local(x: i32[N, 7], y: i32[N, 7]) -> (y[:, ::-1], x[:, ::-1])
// RUN: %check_numpy %s --entry=in_local --size=N=1
// RUN: %check_numpy %s --entry=in_local --size=N=13
// RUN: %if oclgrind %{ %check_numpy %s --entry=in_local --size=N=5 --oclgrind %}
// CHECK-LABEL: gpu.func @in_local
// CHECK-SAME: workgroup(%[[TILE:[a-z0-9]+]] : memref<16xi32, #gpu.address_space<workgroup>>
// CHECK: memref.store %{{.*}}, %[[TILE]][
// CHECK: memref.store %{{.*}}, %[[TILE]][
// CHECK: lift.barrier local
// CHECK: vector.load %[[TILE]][
func.func @in_local(%x: !lift.array<N x 7 x i32>, %y: !lift.array<N x 7 x i32>)
    -> (!lift.array<N x 7 x i32>, !lift.array<N x 7 x i32>) {
  %p, %q = lift.kernel @in_local local_size [4] global_size [8] {
    %o:2 = lift.map wrg(0) (%a = %x, %b = %y
        : !lift.array<N x 7 x i32>, !lift.array<N x 7 x i32>) {
      %pairs = lift.map lcl(0) (%c = %a, %d = %b
          : !lift.array<7 x i32>, !lift.array<7 x i32>) {
        %t = lift.tuple %c, %d : i32, i32
        lift.yield %t : tuple<i32, i32>
      }
      %tile = lift.materialize %pairs in local {interleaved, pad = array<i64: 1>}
          : !lift.array<7 x tuple<i32, i32>>
      %turned = lift.reverse %tile : !lift.array<7 x tuple<i32, i32>>
      %r:2 = lift.map lcl(0) (%t = %turned : !lift.array<7 x tuple<i32, i32>>) {
        %c = lift.get %t[0] : tuple<i32, i32>
        %d = lift.get %t[1] : tuple<i32, i32>
        lift.yield %d, %c : i32, i32
      }
      lift.yield %r#0, %r#1 : !lift.array<7 x i32>, !lift.array<7 x i32>
    }
    lift.yield %o#0, %o#1 : !lift.array<N x 7 x i32>, !lift.array<N x 7 x i32>
  }
  return %p, %q : !lift.array<N x 7 x i32>, !lift.array<N x 7 x i32>
}
