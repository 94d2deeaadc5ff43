// Lanes that are a component of records beside each other are chosen from all numbers of
// the records, read as vectors, not read one by one; only where vectors are long, as those
// of CPUs.
// RUN: split-file %s %t
// DEFINE: %{file} = complex
// DEFINE: %{target} = pocl
// DEFINE: %{kernels} = lift-run %t/%{file}.mlir --target=%{target} --size=M=64,N=320 --forms=opencl-c --emit-package=%t.package && FileCheck %t/%{file}.mlir --input-file=%t.package/kernels.cl
// RUN: %{kernels}
// REDEFINE: %{file} = records
// RUN: %{kernels}
// REDEFINE: %{file} = parts
// RUN: %{kernels}
// REDEFINE: %{file} = complex
// REDEFINE: %{target} = nvidia-h200
// RUN: %{kernels} --check-prefix=SHORT

// DEFINE: %{sizes} =
// DEFINE: %{verify} = lift-run %t/%{file}.mlir --target=pocl --cache= --size=%{sizes} --verify --rtol=1e-4 --atol=1e-4 | FileCheck %s --check-prefix=OK
// OK: verify: {{.*}} OK
// REDEFINE: %{sizes} = M=64,N=320
// RUN: %if pocl %{ %{verify} %}
// REDEFINE: %{sizes} = M=3,N=101
// RUN: %if pocl %{ %{verify} %}
// REDEFINE: %{sizes} = M=1,N=1
// RUN: %if pocl %{ %{verify} %}
// REDEFINE: %{file} = records
// REDEFINE: %{sizes} = M=64,N=320
// RUN: %if pocl %{ %{verify} %}
// REDEFINE: %{sizes} = M=5,N=77
// RUN: %if pocl %{ %{verify} %}
// REDEFINE: %{file} = parts
// REDEFINE: %{sizes} = M=5,N=320
// RUN: %if pocl %{ %{verify} %}

//--- complex.mlir
// CHECK: const float16 [[A:v[0-9]+]] = {{vload16|\*\(global const float16}}
// CHECK-NEXT: const float16 [[B:v[0-9]+]] = {{vload16|\*\(global const float16}}
// CHECK-NEXT: (float16)([[A]].s0, [[A]].s2, {{.*}}, [[A]].se, [[B]].s0, {{.*}}, [[B]].se)
// CHECK: (float16)([[A]].s1, [[A]].s3, {{.*}}, [[A]].sf, [[B]].s1, {{.*}}, [[B]].sf)
// SHORT-NOT: .s2
func.func @products(%A: !lift.array<M x N x 2 x f32>, %x: !lift.array<N x 2 x f32>) -> !lift.array<M x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%row = %A : !lift.array<M x N x 2 x f32>) {
    %s = lift.reduce associative commutative (%a = %row, %b = %x : !lift.array<N x 2 x f32>, !lift.array<N x 2 x f32>) init (%acc = %zero : f32) {
      %ar = lift.at %a[0] : !lift.array<2 x f32>
      %ai = lift.at %a[1] : !lift.array<2 x f32>
      %br = lift.at %b[0] : !lift.array<2 x f32>
      %bi = lift.at %b[1] : !lift.array<2 x f32>
      %p = arith.mulf %ar, %br : f32
      %q = arith.mulf %ai, %bi : f32
      %d = arith.subf %p, %q : f32
      %n = arith.addf %acc, %d : f32
      lift.yield %n : f32
    }
    lift.yield %s : f32
  }
  return %r : !lift.array<M x f32>
}

//--- records.mlir
// Three vectors, of which the last component is one.
// CHECK: const float16 [[A:v[0-9]+]] = {{vload16|\*\(global const float16}}
// CHECK-NEXT: const float16 [[B:v[0-9]+]] = {{vload16|\*\(global const float16}}
// CHECK-NEXT: const float16 [[AB:v[0-9]+]] = (float16)([[A]].s2, [[A]].s5,
// CHECK-NEXT: const float16 [[C:v[0-9]+]] = {{vload16|\*\(global const float16}}
// CHECK-NEXT: (float16)([[AB]].s0, [[AB]].s1, {{.*}}, [[C]].sf)
func.func @last(%A: !lift.array<M x N x 3 x f32>) -> !lift.array<M x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%row = %A : !lift.array<M x N x 3 x f32>) {
    %s = lift.reduce associative commutative (%a = %row : !lift.array<N x 3 x f32>) init (%acc = %zero : f32) {
      %e = lift.at %a[2] : !lift.array<3 x f32>
      %n = arith.addf %acc, %e : f32
      lift.yield %n : f32
    }
    lift.yield %s : f32
  }
  return %r : !lift.array<M x f32>
}

//--- parts.mlir
// Rows of five numbers are too long: what is between would be read in vain.
// CHECK-NOT: float16 *)
// CHECK: A[
func.func @parts(%A: !lift.array<M x N x 5 x f32>) -> !lift.array<M x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%row = %A : !lift.array<M x N x 5 x f32>) {
    %s = lift.reduce associative commutative (%a = %row : !lift.array<N x 5 x f32>) init (%acc = %zero : f32) {
      %e = lift.at %a[1] : !lift.array<5 x f32>
      %n = arith.addf %acc, %e : f32
      lift.yield %n : f32
    }
    lift.yield %s : f32
  }
  return %r : !lift.array<M x f32>
}
