// RUN: split-file %s %t
// DEFINE: %{sizes} =
// DEFINE: %{program} =
// DEFINE: %{schedules} = lift-opt %t/%{program}.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 sizes=%{sizes} print-schedules}))'
// DEFINE: %{verify} = lift-run --target=nvidia-h200 --verify
// DEFINE: %{race} = %lift_src_root/utils/oclgrind-run.sh lift-run --verify --target=nvidia-h200

// A group shares bins in local memory, if it can update them.
// REDEFINE: %{program} = counts
// REDEFINE: %{sizes} = N=16777216,B=300
// RUN: %{schedules} | FileCheck %s
// CHECK: // histogram in parts
// CHECK: transform.lift.split_histogram {{.*}} by "16384" {space = "global"}
// CHECK: // reduction of columns
// CHECK: // histograms of rows
// CHECK: transform.lift.fix_sizes {{.*}} {B = 300}
// CHECK: // 256 work-items that share bins
// CHECK: %[[FILL:.*]], %{{.*}}, %[[COPY:.*]] = transform.lift.share_histogram
// CHECK: transform.lift.map_to {{.*}} ["wrg(0)"]
// CHECK: %[[CHUNKS:.*]], %{{.*}} = transform.lift.chunk_map %[[FILL]] by "256" {padded}
// CHECK: transform.lift.map_to %[[CHUNKS]] ["seq", "lcl(0)"]
// CHECK: %[[CHUNKS:.*]], %{{.*}} = transform.lift.chunk_map %[[COPY]] by "256" {padded}
// CHECK: transform.lift.map_to %[[CHUNKS]] ["seq", "lcl(0)"]

// Else each work-item of it has bins of its own.
// REDEFINE: %{program} = sums
// REDEFINE: %{sizes} = N=16777216,B=256
// RUN: %{schedules} | FileCheck %s --check-prefix=OWN
// OWN: // histogram in parts
// OWN: transform.lift.split_histogram {{.*}} by "16384" {space = "global"}
// OWN: // histograms of rows
// OWN: // 32 work-items with bins of their own
// OWN: transform.lift.split_histogram {{.*}} by "32" {strided, space = "local"}
// OWN: transform.lift.map_to {{.*}} ["wrg(0)"]
// OWN: transform.lift.map_to {{.*}} ["lcl(0)"]
// OWN: transform.lift.chunk_map {{.*}} by "32"

// Of these, few, the work-items share sums of floats, too.
// REDEFINE: %{sizes} = N=16777216,B=1024
// RUN: %{schedules} | FileCheck %s --check-prefix=FEW
// FEW: // histograms of rows
// FEW: // 256 work-items that share bins

// Groups are larger, and fewer, where bins take most of local memory.
// REDEFINE: %{sizes} = N=16777216,B=12288
// RUN: %{schedules} | FileCheck %s --check-prefix=LARGE
// LARGE: // histogram in parts
// LARGE: transform.lift.split_histogram {{.*}} by "32768" {space = "global"}
// LARGE: // histograms of rows
// LARGE: // 512 work-items that share bins
// REDEFINE: %{sizes} = N=16777216,B=12289
// RUN: %{schedules} | FileCheck %s --check-prefix=MANY

// More bins than local memory has room for are in global memory, where all groups
// update them.
// REDEFINE: %{program} = counts
// REDEFINE: %{sizes} = N=16777216,B=65536
// RUN: %{schedules} | FileCheck %s --check-prefix=MANY
// REDEFINE: %{program} = sums
// RUN: %{schedules} | FileCheck %s --check-prefix=MANY
// REDEFINE: %{program} = chain
// RUN: %{schedules} | FileCheck %s --check-prefix=MANY
// MANY: // histogram that all groups share
// MANY: // 16 copies of each bin
// MANY: transform.lift.split_histogram {{.*}} by "16" {{{(padded, )?}}strided}
// MANY: transform.lift.join_histograms {{.*}} {turned}
// MANY: transform.lift.share_histogram {{.*}} {groups}

// There are no copies where elements are few, or it is not known how many.
// REDEFINE: %{program} = sums
// REDEFINE: %{sizes} = N=500000,B=65536
// RUN: %{schedules} | FileCheck %s --check-prefix=ONCE
// REDEFINE: %{sizes} = B=65536
// RUN: %{schedules} | FileCheck %s --check-prefix=ONCE
// ONCE: // histogram that all groups share
// ONCE-NOT: split_histogram
// RUN: lift-run %t/sums.mlir --target=nvidia-h200 --size=N=16777216,B=65536 --emit-package=%t.package
// RUN: FileCheck %s --check-prefix=ADD --input-file=%t.package/kernels.cl
// ADD: void add_to_global_float(global float *sum, float x) {
// ADD: red.global.add.f32
// ADD: atomic_xchg(place, atomic_xchg(place, 0.0f) + x)
// ADD: add_to_global_float(out + {{.*}}, {{.*}});

// Numbers of 64 bits, where a device has such operations, else in parts.
// REDEFINE: %{program} = wide
// REDEFINE: %{sizes} = N=16777216,B=65536
// RUN: %{schedules} | FileCheck %s --check-prefix=MANY
// REDEFINE: %{sizes} = N=16777216,B=1000
// RUN: %{schedules} | FileCheck %s --check-prefix=FEW
// RUN: lift-opt %t/wide.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=opencl sizes=N=16777216,B=1000 print-schedules}))' | FileCheck %s --check-prefix=NARROW
// NARROW: // histogram in parts
// NARROW-NOT: share_histogram
// RUN: lift-run %t/wide.mlir --target=nvidia-h200 --size=N=1048576,B=1000 --forms=opencl-c,spirv-vulkan --emit-package=%t.package
// RUN: %if lavapipe %{ spirv-val --target-env vulkan1.1 %t.package/kernels.vulkan.spv %}
// RUN: FileCheck %s --check-prefix=WIDE --input-file=%t.package/kernels.cl
// WIDE: #pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
// WIDE: void add_to_local_double(local double *sum, double x) {
// WIDE: atom_xor(
// WIDE: add_to_local_double(

// The largest and smallest of floats are operations on their bits.
// REDEFINE: %{program} = largest
// REDEFINE: %{sizes} = N=16777216,B=65536
// RUN: %{schedules} | FileCheck %s --check-prefix=MANY
// RUN: lift-run %t/limits.mlir --target=nvidia-h200 --size=N=16777216,B=65536 --emit-package=%t.package
// RUN: FileCheck %s --check-prefix=LIMITS --input-file=%t.package/kernels.cl
// LIMITS: int lower_global_bits(volatile global int *place, int x) {
// LIMITS-NEXT: return x < 0 ? (int)atomic_max((volatile global uint *)place, (uint)x)
// LIMITS-NEXT: : atomic_min(place, x);
// LIMITS: void lower_global_float(global float *place, float x) {
// LIMITS: void lower_global_number(global float *place, float x) {
// LIMITS: void raise_global_float(global float *place, float x) {
// LIMITS: if ((uint)old > 0xff800000u)
// LIMITS: void raise_global_number(global float *place, float x) {
// LIMITS: atomic_xchg(bits, as_int(x));
// LIMITS: raise_global_float(out + {{.*}}, {{.*}});

// Not where a step is none that all devices have, nor on a CPU.
// REDEFINE: %{program} = products
// RUN: %{schedules} | FileCheck %s --check-prefix=PARTS
// RUN: lift-opt %t/counts.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=pocl sizes=N=16777216,B=65536 print-schedules}))' | FileCheck %s --check-prefix=PARTS
// PARTS: // histogram in parts
// PARTS: transform.lift.split_histogram {{.*}} {{{.*}}space = "global"}
// PARTS: transform.lift.map_to {{.*}} ["{{glb|wrg}}(0)"]

// Each bin of a thread has several elements at least, as the thread clears it, and
// another one adds it; where there are not so many, no parts are made.
// RUN: lift-opt %t/counts.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=pocl sizes=N=4000000,B=65536 print-schedules}))' | FileCheck %s --check-prefix=THREADS
// THREADS: transform.lift.split_histogram {{.*}} by "262144"
// RUN: lift-opt %t/counts.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=pocl sizes=N=262144,B=65536 print-schedules}))' | FileCheck %s --check-prefix=ONE-PART --allow-empty
// ONE-PART-NOT: split_histogram
// RUN: %if pocl %{ lift-run %t/counts.mlir --target=pocl --size=N=20011,B=1013 --verify %}

// Indices are computed where they are needed.
// RUN: lift-run %t/mapped.mlir --target=nvidia-h200 --size=N=1048576 --emit-package=%t.package
// RUN: FileCheck %s --check-prefix=KERNEL --input-file=%t.package/kernels.cl
// KERNEL-COUNT-2: kernel void
// KERNEL-NOT: kernel void

// They go into bins of local memory whatever their number is.
// RUN: lift-run %t/mapped.mlir --target=nvidia-h200 --size=N=1048577 --emit-package=%t.package
// RUN: FileCheck %s --check-prefix=ODD --input-file=%t.package/kernels.cl
// RUN: lift-run %t/mapped.mlir --target=nvidia-h200 --emit-package=%t.package
// RUN: FileCheck %s --check-prefix=ODD --input-file=%t.package/kernels.cl
// ODD: kernel void mapped_0
// ODD: local int tile[

// What has more results than bins is no histogram.
// REDEFINE: %{sizes} = M=64,N=4096
// REDEFINE: %{program} = more
// RUN: %{schedules} | FileCheck %s --check-prefix=NONE --allow-empty
// NONE-NOT: histogram

// RUN: %{verify} %t/counts.mlir --size=N=100003,B=256
// RUN: %{verify} %t/counts.mlir --size=N=1,B=1
// RUN: %{verify} %t/counts.mlir --size=N=5000,B=1000
// RUN: %{verify} %t/counts.mlir --size=N=5000,B=20000
// RUN: %{verify} %t/counts.mlir --size=N=3000,B=8192
// RUN: %{verify} %t/sums.mlir --size=N=100003,B=256
// RUN: %{verify} %t/sums.mlir --size=N=1,B=1
// RUN: %{verify} %t/sums.mlir --size=N=5000,B=1000
// RUN: %{verify} %t/sums.mlir --size=N=5000,B=3000
// RUN: %{verify} %t/sums.mlir --size=N=50003,B=10007
// RUN: %{verify} %t/sums.mlir --size=N=1,B=12288
// RUN: %{verify} %t/sums.mlir --size=N=50003,B=20001
// RUN: %{verify} %t/sums.mlir --size=N=1,B=20001
// RUN: %{verify} %t/sums.mlir --size=N=250007,B=13001
// RUN: %{verify} %t/sums.mlir --size=N=104008,B=13001
// RUN: %{verify} %t/chain.mlir --size=N=1001,B=20001
// RUN: %{verify} %t/chain.mlir --size=N=1001,B=32768
// RUN: %{verify} %t/products.mlir --size=N=1001,B=20001 --rtol=1e-5
// RUN: %{verify} %t/wide.mlir --size=N=10007,B=997
// RUN: %{verify} %t/wide.mlir --size=N=1,B=1
// RUN: %{verify} %t/wide.mlir --size=N=7001,B=2500
// RUN: %{verify} %t/wide.mlir --size=N=1001,B=20001
// RUN: lift-run %t/wide.mlir --target=opencl --size=N=1001,B=997 --verify
// RUN: %if oclgrind %{ %{race} %t/wide.mlir --size=N=1500,B=997 %}
// RUN: %{verify} %t/largest.mlir --size=N=1001,B=20001
// RUN: %{verify} %t/largest.mlir --size=N=100003,B=300
// RUN: %{verify} %t/limits.mlir --size=N=5003,B=20001
// RUN: %{verify} %t/limits.mlir --size=N=70001,B=5
// RUN: %{verify} %t/limits.mlir --size=N=300,B=9000 --input-kind=special
// RUN: %{verify} %t/limits.mlir --size=N=50003,B=9000 --input-kind=special
// RUN: %{verify} %t/limits.mlir --size=N=50003,B=3100 --input-kind=special
// RUN: %{verify} %t/limits.mlir --size=N=1003,B=3 --input-kind=special
// RUN: %if lavapipe %{ lift-run %t/limits.mlir --size=N=3003,B=9000 --api=vulkan --target=nvidia-h200 --input-kind=special --verify %}
// RUN: %if oclgrind %{ %{race} %t/limits.mlir --size=N=500,B=9000 %}
// RUN: lift-run %t/sums.mlir --target=mali-g72 --size=N=5001,B=3000 --verify
// RUN: lift-run %t/chain.mlir --target=mali-g610 --size=N=501,B=3000 --verify
// RUN: lift-run %t/chain.mlir --size=N=501,B=20001 --verify
// RUN: %if oclgrind %{ %{race} %t/sums.mlir --size=N=500,B=9000 %}
// RUN: %if oclgrind %{ %{race} %t/limits.mlir --size=N=25003,B=3100 %}
// RUN: %if oclgrind %{ %{race} %t/sums.mlir --size=N=500,B=3000 %}
// RUN: %if oclgrind %{ %{race} %t/sums.mlir --size=N=1500,B=10007 %}
// RUN: %{verify} %t/mapped.mlir --size=N=70001
// RUN: %{verify} %t/mapped.mlir --size=N=1
// RUN: %{verify} %t/mapped.mlir --size=N=32768
// RUN: %{verify} %t/rows.mlir --size=M=3,N=1001
// RUN: %{verify} %t/rows.mlir --size=M=1,N=1
// RUN: lift-run %t/rows.mlir --target=mali-g72 --size=M=3,N=1001 --verify
// RUN: lift-run %t/counts.mlir --target=mali-g72 --size=N=100003,B=256 --verify
// RUN: lift-run %t/counts.mlir --size=N=100003,B=256 --verify
// RUN: lift-run %t/mapped.mlir --size=N=70001 --verify
// RUN: %if oclgrind %{ %{race} %t/counts.mlir --size=N=2000,B=40 %}
// RUN: %if oclgrind %{ %{race} %t/counts.mlir --size=N=2000,B=2000 %}
// RUN: %if oclgrind %{ %{race} %t/sums.mlir --size=N=2000,B=40 %}
// RUN: %if oclgrind %{ %{race} %t/mapped.mlir --size=N=3001 %}
// RUN: %if oclgrind %{ %{race} %t/rows.mlir --size=M=2,N=77 %}

// Of which a part is returned: all bins are in memory.
// RUN: %{verify} %t/dropped.mlir --size=N=700
// RUN: lift-run %t/dropped.mlir -O0 --size=N=7 --verify

// All sizes, by a package.
// RUN: lift-run %t/counts.mlir --target=nvidia-h200 --emit-package=%t.all
// RUN: lift-launch %t.all --size=N=1000 --size=B=10 | FileCheck %s --check-prefix=ANY
// RUN: lift-launch %t.all --size=N=1000 --size=B=3000 | FileCheck %s --check-prefix=ANY
// ANY: kernel

//--- counts.mlir
func.func @counts(%x: !lift.array<N x i32>, %z: !lift.array<B x i32>) -> !lift.array<B x i32> {
  %one = arith.constant 1 : i32
  %bins = lift.scatter_reduce (%i = %x : !lift.array<N x i32>)
      init (%count = %z : !lift.array<B x i32>) {
    %next = arith.addi %count, %one : i32
    lift.yield %next : i32
  }
  return %bins : !lift.array<B x i32>
}

//--- chain.mlir
// A histogram that counts on, and what is made of it.
func.func @chain(%x: !lift.array<N x i32>, %y: !lift.array<N x i32>, %w: !lift.array<N x f32>, %z: !lift.array<B x f32>) -> !lift.array<B x f32> {
  %first = lift.scatter_reduce (%i = %x, %e = %w : !lift.array<N x i32>, !lift.array<N x f32>)
      init (%sum = %z : !lift.array<B x f32>) {
    %next = arith.addf %sum, %e : f32
    lift.yield %next : f32
  }
  %second = lift.scatter_reduce (%i = %y, %e = %w : !lift.array<N x i32>, !lift.array<N x f32>)
      init (%sum = %first : !lift.array<B x f32>) {
    %next = arith.addf %sum, %e : f32
    lift.yield %next : f32
  }
  %squares = lift.map (%e = %second : !lift.array<B x f32>) {
    %p = arith.mulf %e, %e : f32
    lift.yield %p : f32
  }
  return %squares : !lift.array<B x f32>
}

//--- largest.mlir
func.func @largest(%x: !lift.array<N x i32>, %w: !lift.array<N x f32>, %z: !lift.array<B x f32>) -> !lift.array<B x f32> {
  %bins = lift.scatter_reduce (%i = %x, %e = %w : !lift.array<N x i32>, !lift.array<N x f32>)
      init (%most = %z : !lift.array<B x f32>) {
    %next = arith.maximumf %most, %e : f32
    lift.yield %next : f32
  }
  return %bins : !lift.array<B x f32>
}

//--- products.mlir
func.func @products(%x: !lift.array<N x i32>, %w: !lift.array<N x f32>, %z: !lift.array<B x f32>) -> !lift.array<B x f32> {
  %bins = lift.scatter_reduce (%i = %x, %e = %w : !lift.array<N x i32>, !lift.array<N x f32>)
      init (%most = %z : !lift.array<B x f32>) {
    %next = arith.mulf %most, %e : f32
    lift.yield %next : f32
  }
  return %bins : !lift.array<B x f32>
}

//--- limits.mlir
func.func @limits(%x: !lift.array<N x i32>, %w: !lift.array<N x f32>, %z: !lift.array<B x f32>)
    -> (!lift.array<B x f32>, !lift.array<B x f32>, !lift.array<B x f32>, !lift.array<B x f32>) {
  %bins:4 = lift.scatter_reduce (%i = %x, %e = %w : !lift.array<N x i32>, !lift.array<N x f32>)
      init (%a = %z, %b = %z, %c = %z, %d = %z
          : !lift.array<B x f32>, !lift.array<B x f32>, !lift.array<B x f32>, !lift.array<B x f32>) {
    %p = arith.maximumf %a, %e : f32
    %q = arith.minimumf %b, %e : f32
    %r = arith.maxnumf %c, %e : f32
    %s = arith.minnumf %d, %e : f32
    lift.yield %p, %q, %r, %s : f32, f32, f32, f32
  }
  return %bins#0, %bins#1, %bins#2, %bins#3
      : !lift.array<B x f32>, !lift.array<B x f32>, !lift.array<B x f32>, !lift.array<B x f32>
}

//--- wide.mlir
func.func @wide(%x: !lift.array<N x i32>, %v: !lift.array<N x i64>, %w: !lift.array<N x f64>, %y: !lift.array<B x i64>, %z: !lift.array<B x f64>)
    -> (!lift.array<B x i64>, !lift.array<B x f64>) {
  %bins:2 = lift.scatter_reduce (%i = %x, %e = %v, %f = %w : !lift.array<N x i32>, !lift.array<N x i64>, !lift.array<N x f64>)
      init (%bits = %y, %sum = %z : !lift.array<B x i64>, !lift.array<B x f64>) {
    %next = arith.xori %bits, %e : i64
    %more = arith.addf %sum, %f : f64
    lift.yield %next, %more : i64, f64
  }
  return %bins#0, %bins#1 : !lift.array<B x i64>, !lift.array<B x f64>
}

//--- sums.mlir
func.func @sums(%x: !lift.array<N x i32>, %y: !lift.array<N x f32>, %z: !lift.array<B x f32>) -> !lift.array<B x f32> {
  %bins = lift.scatter_reduce (%i = %x, %e = %y : !lift.array<N x i32>, !lift.array<N x f32>)
      init (%sum = %z : !lift.array<B x f32>) {
    %next = arith.addf %sum, %e : f32
    lift.yield %next : f32
  }
  return %bins : !lift.array<B x f32>
}

//--- mapped.mlir
// How many numbers are in each of 8 intervals, and their sum.
func.func @mapped(%x: !lift.array<N x f32>) -> (!lift.array<8 x i32>, !lift.array<8 x f32>) {
  %zero = arith.constant 0 : i32
  %none = arith.constant 0.0 : f32
  %one = arith.constant 1 : i32
  %zeros = lift.broadcast %zero sizes [8] : i32
  %nones = lift.broadcast %none sizes [8] : f32
  %k = lift.map (%e = %x : !lift.array<N x f32>) {
    %i = arith.fptosi %e : f32 to i32
    lift.yield %i : i32
  }
  %bins:2 = lift.scatter_reduce (%i = %k, %e = %x : !lift.array<N x i32>, !lift.array<N x f32>)
      init (%count = %zeros, %sum = %nones : !lift.array<8 x i32>, !lift.array<8 x f32>) {
    %next = arith.addi %count, %one : i32
    %more = arith.addf %sum, %e : f32
    lift.yield %next, %more : i32, f32
  }
  return %bins#0, %bins#1 : !lift.array<8 x i32>, !lift.array<8 x f32>
}

//--- rows.mlir
// A histogram of each row.
func.func @rows(%x: !lift.array<M x N x i32>, %w: !lift.array<N x i32>) -> !lift.array<M x 17 x i32> {
  %low = arith.constant -7 : i32
  %lows = lift.broadcast %low sizes [17] : i32
  %three = arith.constant 3 : i32
  %r = lift.map (%row = %x : !lift.array<M x N x i32>) {
    %k = lift.map (%e = %row : !lift.array<N x i32>) {
      %i = arith.addi %e, %three : i32
      lift.yield %i : i32
    }
    %bins = lift.scatter_reduce (%i = %k, %e = %w : !lift.array<N x i32>, !lift.array<N x i32>)
        init (%m = %lows : !lift.array<17 x i32>) {
      %next = arith.maxsi %m, %e : i32
      lift.yield %next : i32
    }
    lift.yield %bins : !lift.array<17 x i32>
  }
  return %r : !lift.array<M x 17 x i32>
}

//--- more.mlir
func.func @more(%x: !lift.array<M x N x i32>) -> (!lift.array<M x 8 x i32>, !lift.array<M x N x i32>) {
  %zero = arith.constant 0 : i32
  %zeros = lift.broadcast %zero sizes [8] : i32
  %one = arith.constant 1 : i32
  %r:2 = lift.map (%row = %x : !lift.array<M x N x i32>) {
    %bins = lift.scatter_reduce (%i = %row : !lift.array<N x i32>)
        init (%m = %zeros : !lift.array<8 x i32>) {
      %next = arith.addi %m, %one : i32
      lift.yield %next : i32
    }
    lift.yield %bins, %row : !lift.array<8 x i32>, !lift.array<N x i32>
  }
  return %r#0, %r#1 : !lift.array<M x 8 x i32>, !lift.array<M x N x i32>
}

//--- dropped.mlir
func.func @dropped(%k: !lift.array<N x i32>) -> !lift.array<4 x i32> {
  %one = arith.constant 1 : i32
  %ones = lift.broadcast %one sizes [5] : i32
  %products = lift.scatter_reduce (%i = %k : !lift.array<N x i32>) init (%bin = %ones : !lift.array<5 x i32>) {
    %n = arith.muli %bin, %i : i32
    lift.yield %n : i32
  }
  %rest = lift.drop %products size [1] dims [0] : !lift.array<5 x i32>
  return %rest : !lift.array<4 x i32>
}
