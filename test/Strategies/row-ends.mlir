// Rows that are read several times, and are too long for the registers of a group: the
// end of each is in registers, and what is before it is read from memory.
// RUN: split-file %s %t
// DEFINE: %{sizes} = M=2048,N=65536
// DEFINE: %{plan} = lift-opt -o /dev/null --pass-pipeline='builtin.module(func.func(lift-fuse-producers,lift-optimize{target=nvidia-h200 sizes=%{sizes} print-schedules}))'
// RUN: %{plan} %lift_src_root/examples/softmax.mlir | FileCheck %s
// RUN: %{plan} %lift_src_root/examples/gallery/logsoftmax.mlir | FileCheck %s
// CHECK: // ends of rows in registers
// CHECK: transform.lift.fix_sizes %0 {N = 65536}
// CHECK: // of 64 numbers for a work-item, the last 32 stay in registers
// CHECK: transform.lift.stage {{.*}} {argument = 0, space = "private", vector = 4, chunks = array<i64: 1024>, behind = 32768}
// CHECK: transform.lift.peel {{.*}} dim 0 first "32768"
// CHECK: transform.lift.split_reduction {{.*}} by "1024" {strided, chunk = 4}
// CHECK: transform.lift.peel_reduction {{.*}} first "32"
// CHECK: transform.lift.unroll {{.*}} by 8
// CHECK: N == 65536

// What is loaded to registers is not loaded again, and nothing is tested.
// RUN: lift-run %lift_src_root/examples/softmax.mlir --target=nvidia-h200 --size=M=2048,N=65536 --emit-package=%t/package
// RUN: FileCheck %s --check-prefix=KERNEL --input-file=%t/package/kernels.cl
// KERNEL: float4 priv[8];
// KERNEL-NOT: if (
// KERNEL: priv[i] = *(global const float4 *)(x + ({{.*}} + i * 4096 + 32768));
// KERNEL-NOT: if (
// KERNEL: for (int i = 0; i < 8; i++) {
// KERNEL-NEXT: acc = maximum_float4(acc, *(global const float4 *)(x + ({{.*}} + i * 4096)));
// KERNEL-NEXT: }
// KERNEL-NOT: if (
// KERNEL: acc1 = maximum_float4(acc1, priv[i]);
// KERNEL-NOT: (x + {{.*}} 32768
// KERNEL: *(global float4 *)(out + {{.*}}) = exp(*(global const float4 *)(x +
// KERNEL: *(global float4 *)(out + ({{.*}} + 32768)) = exp(priv[i] -

// What is no whole trip of all work-items is part of the end, and the others are
// unrolled without rest if that takes few from the end. Only the end has tests.
// REDEFINE: %{sizes} = M=1024,N=128256
// RUN: %{plan} %lift_src_root/examples/softmax.mlir | FileCheck %s --check-prefix=ODD
// ODD: // of 128 numbers for a work-item, the last 32 stay in registers
// ODD: vector = 4, chunks = array<i64: 1024>, padded, behind = 98304}
// ODD: transform.lift.split_reduction {{.*}} {strided, chunk = 4, padded, whole_chunks}
// ODD: transform.lift.unroll {{.*}} by 8
// REDEFINE: %{sizes} = M=1024,N=151936
// RUN: %{plan} %lift_src_root/examples/softmax.mlir | FileCheck %s --check-prefix=EVEN
// EVEN: // of 152 numbers for a work-item, the last 32 stay in registers
// EVEN: transform.lift.unroll {{.*}} by 6
// RUN: lift-run %lift_src_root/examples/softmax.mlir --target=nvidia-h200 --size=M=1024,N=128256 --emit-package=%t/odd
// RUN: FileCheck %s --check-prefix=TEXT --input-file=%t/odd/kernels.cl
// TEXT: priv[i] = {{v[0-9]*}};
// TEXT: for (int i = 0; i < 24; i++) {
// TEXT-NEXT: acc = maximum_float4(acc, *(global const float4 *)(x +
// TEXT-NEXT: }
// TEXT-NOT: min(
// TEXT: out +

// Single numbers, where rows are no whole vectors.
// REDEFINE: %{sizes} = M=2048,N=100003
// RUN: %{plan} %lift_src_root/examples/softmax.mlir | FileCheck %s --check-prefix=SINGLE
// SINGLE: // of 98 numbers for a work-item, the last 32 stay in registers
// SINGLE: chunks = array<i64: 1024>, padded, behind = 67584}

// A row that is read by an index, too: that is read from memory.
// RUN: lift-run %t/picked.mlir --target=nvidia-h200 --size=M=1024,N=128256 --emit-package=%t/loss
// RUN: FileCheck %s --check-prefix=PICKED --input-file=%t/loss/kernels.cl
// PICKED: float4 priv[8];
// PICKED: r = x[

// Two rows have half of the room each.
// REDEFINE: %{sizes} = M=1024,N=65537
// RUN: %{plan} %t/two.mlir | FileCheck %s --check-prefix=TWO
// TWO: // of 65 numbers for a work-item, the last 16 stay in registers
// TWO: {argument = 0, {{.*}} behind = 50176}
// TWO: {argument = 1, {{.*}} behind = 50176}

// Rows that have room, or of which only a small part has; of an unknown length; one
// reading; vectors of which no functions are computed; columns; a row that is computed for
// others.
// DEFINE: %{not} = FileCheck %s --check-prefix=NOT
// REDEFINE: %{sizes} = M=1024,N=32768
// RUN: %{plan} %lift_src_root/examples/softmax.mlir | %{not}
// REDEFINE: %{sizes} = M=1024,N=400000
// RUN: %{plan} %lift_src_root/examples/softmax.mlir | %{not}
// REDEFINE: %{sizes} = M=1024
// RUN: %{plan} %lift_src_root/examples/softmax.mlir | %{not}
// REDEFINE: %{sizes} = M=2048,K=65536
// RUN: %{plan} %lift_src_root/examples/gemv.mlir | %{not}
// REDEFINE: %{sizes} = M=2048,N=65536
// RUN: %{plan} %lift_src_root/examples/layer-norm.mlir | %{not}
// REDEFINE: %{sizes} = M=65536,N=1024
// RUN: %{plan} %lift_src_root/examples/gallery/column-softmax.mlir | %{not}
// REDEFINE: %{sizes} = M=1024,N=65536
// RUN: %{plan} %t/computed.mlir | %{not}
// NOT-NOT: // ends of rows in registers

// DEFINE: %{run} = lift-run --target=nvidia-h200 --verify
// RUN: %{run} %lift_src_root/examples/softmax.mlir --size=M=2,N=65536 --rtol=1e-3 | FileCheck %s --check-prefix=OK
// RUN: %{run} %lift_src_root/examples/softmax.mlir --size=M=1,N=100003 --rtol=1e-3 | FileCheck %s --check-prefix=OK
// RUN: %{run} %lift_src_root/examples/softmax.mlir --size=M=2,N=151936 --rtol=1e-3 | FileCheck %s --check-prefix=OK
// RUN: %{run} %lift_src_root/examples/layer-norm.mlir --size=M=2,N=100514 --rtol=1e-3 --atol=1e-4 | FileCheck %s --check-prefix=OK
// RUN: %{run} %lift_src_root/examples/layer-norm.mlir --size=M=2,N=128256 --rtol=1e-3 --atol=1e-4 | FileCheck %s --check-prefix=OK
// RUN: %{run} %lift_src_root/examples/gallery/logsumexp.mlir --size=M=3,N=128256 --rtol=1e-4 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/picked.mlir --size=M=3,N=65540 --rtol=1e-3 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/picked.mlir --size=M=2,N=65537 --rtol=1e-3 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/two.mlir --size=M=2,N=65536 --rtol=1e-3 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/two.mlir --size=M=2,N=66001 --rtol=1e-3 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/place.mlir --size=M=2,N=65536 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/place.mlir --size=M=2,N=70001 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/halves.mlir --size=L=2,M=2,N=131080 --rtol=1e-2 | FileCheck %s --check-prefix=OK
// OK: verify: {{.*}} OK
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{run} %lift_src_root/examples/softmax.mlir --size=M=1,N=65540 --rtol=1e-3 %}

//--- picked.mlir
// What a class takes from the sum of the exponentials of all.
func.func @picked(%x: !lift.array<M x N x f32>, %t: !lift.array<M x i32>) -> !lift.array<M x f32> {
  %low = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %losses = lift.map (%row = %x, %class = %t : !lift.array<M x N x f32>, !lift.array<M x i32>) {
    %largest = lift.reduce associative commutative (%e = %row : !lift.array<N x f32>) init (%acc = %low : f32) {
      %m = arith.maximumf %acc, %e : f32
      lift.yield %m : f32
    }
    %sum = lift.reduce associative commutative (%e = %row : !lift.array<N x f32>) init (%acc = %zero : f32) {
      %d = arith.subf %e, %largest : f32
      %p = math.exp %d : f32
      %s = arith.addf %acc, %p : f32
      lift.yield %s : f32
    }
    %log = math.log %sum : f32
    %all = arith.addf %log, %largest : f32
    %i = arith.index_cast %class : i32 to index
    %one = lift.at %row[%i] default(%zero : f32) : !lift.array<N x f32>
    %loss = arith.subf %all, %one : f32
    lift.yield %loss : f32
  }
  return %losses : !lift.array<M x f32>
}

//--- two.mlir
// Both rows, each over the square root of the sum of its squares, multiplied.
func.func @two(%x: !lift.array<M x N x f32>, %y: !lift.array<M x N x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %z = lift.map (%a = %x, %b = %y : !lift.array<M x N x f32>, !lift.array<M x N x f32>) {
    %p, %q = lift.reduce associative commutative (%e = %a, %f = %b : !lift.array<N x f32>, !lift.array<N x f32>)
        init (%s = %zero, %t = %zero : f32, f32) {
      %e2 = arith.mulf %e, %e : f32
      %f2 = arith.mulf %f, %f : f32
      %s1 = arith.addf %s, %e2 : f32
      %t1 = arith.addf %t, %f2 : f32
      lift.yield %s1, %t1 : f32, f32
    }
    %pq = arith.mulf %p, %q : f32
    %factor = math.rsqrt %pq : f32
    %out = lift.map (%e = %a, %f = %b : !lift.array<N x f32>, !lift.array<N x f32>) {
      %ef = arith.mulf %e, %f : f32
      %r = arith.mulf %ef, %factor : f32
      lift.yield %r : f32
    }
    lift.yield %out : !lift.array<N x f32>
  }
  return %z : !lift.array<M x N x f32>
}

//--- place.mlir
// Each row less its largest element, and the place of that.
func.func @place(%x: !lift.array<M x N x i32>) -> (!lift.array<M x N x i32>, !lift.array<M x i32>) {
  %low = arith.constant -2147483648 : i32
  %none = arith.constant 2147483647 : i32
  %places = lift.generate (%i < N) {
    %k = arith.index_cast %i : index to i32
    lift.yield %k : i32
  }
  %y:2 = lift.map (%row = %x : !lift.array<M x N x i32>) {
    %m, %p = lift.reduce associative commutative (%e = %row, %k = %places : !lift.array<N x i32>, !lift.array<N x i32>)
        init (%a = %low, %b = %none : i32, i32) {
      %more = arith.cmpi sgt, %e, %a : i32
      %same = arith.cmpi eq, %e, %a : i32
      %before = arith.cmpi slt, %k, %b : i32
      %first = arith.andi %same, %before : i1
      %takes = arith.ori %more, %first : i1
      %m1 = arith.select %takes, %e, %a : i32
      %p1 = arith.select %takes, %k, %b : i32
      lift.yield %m1, %p1 : i32, i32
    }
    %out = lift.map (%e = %row : !lift.array<N x i32>) {
      %d = arith.subi %e, %m : i32
      lift.yield %d : i32
    }
    lift.yield %out, %p : !lift.array<N x i32>, i32
  }
  return %y#0, %y#1 : !lift.array<M x N x i32>, !lift.array<M x i32>
}

//--- halves.mlir
// Rows of halves, in planes, over their largest number.
func.func @halves(%x: !lift.array<L x M x N x f16>) -> !lift.array<L x M x N x f16> {
  %low = arith.constant 0xFC00 : f16
  %one = arith.constant 1.0 : f16
  %y = lift.map (%plane = %x : !lift.array<L x M x N x f16>) {
    %z = lift.map (%row = %plane : !lift.array<M x N x f16>) {
      %m = lift.reduce associative commutative (%e = %row : !lift.array<N x f16>) init (%acc = %low : f16) {
        %n = arith.maximumf %acc, %e : f16
        lift.yield %n : f16
      }
      %d = arith.addf %m, %one : f16
      %out = lift.map (%e = %row : !lift.array<N x f16>) {
        %q = arith.divf %e, %d : f16
        lift.yield %q : f16
      }
      lift.yield %out : !lift.array<N x f16>
    }
    lift.yield %z : !lift.array<M x N x f16>
  }
  return %y : !lift.array<L x M x N x f16>
}

//--- computed.mlir
// The largest number of a row of sums, and what these lack to it; they are results, too.
func.func @computed(%x: !lift.array<M x N x f32>, %r: !lift.array<M x N x f32>) -> (!lift.array<M x N x f32>, !lift.array<M x N x f32>) {
  %low = arith.constant 0xFF800000 : f32
  %y:2 = lift.map (%a = %x, %b = %r : !lift.array<M x N x f32>, !lift.array<M x N x f32>) {
    %s = lift.map (%e = %a, %f = %b : !lift.array<N x f32>, !lift.array<N x f32>) {
      %t = arith.addf %e, %f : f32
      %u = math.exp %t : f32
      lift.yield %u : f32
    }
    %m = lift.reduce associative commutative (%e = %s : !lift.array<N x f32>) init (%acc = %low : f32) {
      %n = arith.maximumf %acc, %e : f32
      lift.yield %n : f32
    }
    %out = lift.map (%e = %s : !lift.array<N x f32>) {
      %d = arith.subf %m, %e : f32
      lift.yield %d : f32
    }
    lift.yield %out, %s : !lift.array<N x f32>, !lift.array<N x f32>
  }
  return %y#0, %y#1 : !lift.array<M x N x f32>, !lift.array<M x N x f32>
}
