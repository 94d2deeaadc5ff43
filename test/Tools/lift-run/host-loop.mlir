// REQUIRES: pocl
// RUN: mkdir -p %t.dir
// RUN: %python %S/Inputs/npy.py write %t.dir/x.npy '<f4' 8
// RUN: lift-run %s --device=%pocl --input=%t.dir/x.npy --arg=k=-2 --arg=yes=true --arg=wide=1 --print | FileCheck %s
// RUN: lift-run %s --device=%pocl --input=%t.dir/x.npy --arg=k=-2 --arg=yes=true --arg=wide=1 --print --repeat=3 | FileCheck %s
// RUN: lift-run %s --device=%pocl --input=%t.dir/x.npy --arg=k=-2 --arg=yes=false --arg=wide=1 --print | FileCheck %s --check-prefix=NO

// Loops that carry buffers and sizes, launches of no groups, numbers of every
// kind, memory that is freed, an argument that a kernel writes (it is restored
// between runs).

// CHECK: kernel pairs: {{[0-9.]+ [um]?s}}, 1 groups of 16
// CHECK: kernel pairs: {{[0-9.]+ [um]?s}} in 2 launches, 1 groups of 16
// CHECK: kernel scale: {{[0-9.]+ [um]?s}}, 1 groups of 1
// CHECK: all kernels
// CHECK: memory: 96 bytes of buffers
// CHECK: result0 : f32 =
// CHECK-NEXT: -56
// NO: result0 : f32 =
// NO-NEXT: 28

#global = #gpu.address_space<global>
module attributes {gpu.container_module} {
  gpu.module @kernels attributes {lift.index_bitwidth = 64 : i32} {
    gpu.func @pairs(%x: memref<?xf32, #global> {lift.name = "x"},
                    %out: memref<?xf32, #global> {lift.name = "out"}, %L: index {lift.name = "L"})
        kernel attributes {known_block_size = array<i32: 16, 1, 1>} {
      %i = gpu.global_id x
      %inside = arith.cmpi slt, %i, %L : index
      scf.if %inside {
        %c2 = arith.constant 2 : index
        %c1 = arith.constant 1 : index
        %zero = arith.constant 0.0 : f32
        %p = arith.muli %i, %c2 : index
        %q = arith.addi %p, %c1 : index
        %a = memref.load %x[%p] : memref<?xf32, #global>
        %b = memref.load %x[%q] : memref<?xf32, #global>
        %s = arith.addf %a, %b : f32
        memref.store %s, %out[%i] : memref<?xf32, #global>
        memref.store %zero, %x[%p] : memref<?xf32, #global>
      }
      gpu.return
    }
    gpu.func @scale(%x: memref<?xf32, #global> {lift.name = "x"}, %out: memref<1xf32, #global>,
                    %k: i32 {lift.name = "k"}, %yes: i1 {lift.name = "yes"}, %wide: f64 {lift.name = "wide"},
                    %half: index)
        kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
      %c0 = arith.constant 0 : index
      %a = memref.load %x[%c0] : memref<?xf32, #global>
      memref.store %a, %out[%c0] : memref<1xf32, #global>
      scf.if %yes {
        %f = arith.sitofp %k : i32 to f32
        %w = arith.truncf %wide : f64 to f32
        %t = arith.mulf %a, %f : f32
        %s = arith.mulf %t, %w : f32
        %h = arith.index_cast %half : index to i32
        %g = arith.sitofp %h : i32 to f32
        %u = arith.mulf %s, %g : f32
        %quarter = arith.constant 0.25 : f32
        %v = arith.mulf %u, %quarter : f32
        memref.store %v, %out[%c0] : memref<1xf32, #global>
      }
      gpu.return
    }
  }
  func.func @sum(%x: memref<?xf32, #global>, %k: i32, %yes: i1, %wide: f64, %N: index)
      -> memref<1xf32, #global>
      attributes {lift.signature = (!lift.array<N x f32>, i32, i1, f64) -> f32, lift.sizes = ["N"]} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c16 = arith.constant 16 : index
    %c8 = arith.constant 8 : index
    %ok = arith.cmpi eq, %N, %c8 : index
    cf.assert %ok, "N must be 8"
    %a = memref.alloc(%N) : memref<?xf32, #global>
    %b = memref.alloc(%N) : memref<?xf32, #global>
    %half = arith.divui %N, %c2 : index
    gpu.launch_func @kernels::@pairs blocks in (%c1, %c1, %c1) threads in (%c16, %c1, %c1)
        args(%x : memref<?xf32, #global>, %a : memref<?xf32, #global>, %half : index)
    %r:3 = scf.for %i = %c1 to %c3 step %c1 iter_args(%from = %a, %to = %b, %L = %half)
        -> (memref<?xf32, #global>, memref<?xf32, #global>, index) {
      %next = arith.divui %L, %c2 : index
      %g = arith.ceildivui %next, %c16 : index
      gpu.launch_func @kernels::@pairs blocks in (%g, %c1, %c1) threads in (%c16, %c1, %c1)
        args(%from : memref<?xf32, #global>, %to : memref<?xf32, #global>, %next : index)
      scf.yield %to, %from, %next : memref<?xf32, #global>, memref<?xf32, #global>, index
    }
    %never = arith.subi %c8, %N : index
    gpu.launch_func @kernels::@pairs blocks in (%never, %c1, %c1) threads in (%c16, %c1, %c1)
        args(%x : memref<?xf32, #global>, %a : memref<?xf32, #global>, %half : index)
    memref.dealloc %b : memref<?xf32, #global>
    %out = memref.alloc() : memref<1xf32, #global>
    gpu.launch_func @kernels::@scale blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%r#0 : memref<?xf32, #global>, %out : memref<1xf32, #global>, %k : i32, %yes : i1,
             %wide : f64, %half : index)
    memref.dealloc %a : memref<?xf32, #global>
    return %out : memref<1xf32, #global>
  }
}
