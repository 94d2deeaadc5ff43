// Histograms of columns, or of rows, of more bins than a group has room for: one of
// all bins, which the work-items of all groups share.
// RUN: split-file %s %t
// DEFINE: %{program} =
// DEFINE: %{sizes} =
// DEFINE: %{schedules} = lift-opt %t/%{program}.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 sizes=%{sizes} print-schedules}))'
// DEFINE: %{verify} = lift-run --target=nvidia-h200 --verify --rtol=1e-4
// DEFINE: %{race} = %lift_src_root/utils/oclgrind-run.sh lift-run --verify --rtol=1e-4 --target=nvidia-h200

// REDEFINE: %{program} = columns
// REDEFINE: %{sizes} = T=32768,D=768,V=50257
// RUN: %{schedules} | FileCheck %s
// CHECK: // histograms that are one
// CHECK: transform.lift.join_histograms {{.*}} {turned}
// CHECK: // histogram that all groups share

// What is returned turned is stored so, without a copy.
// RUN: lift-run %t/columns.mlir --target=nvidia-h200 --size=%{sizes} --emit-package=%t.package
// RUN: FileCheck %s --check-prefix=KERNELS --input-file=%t.package/kernels.cl
// KERNELS:     kernel void columns_0
// KERNELS:     kernel void columns_1
// KERNELS:     add_to_global_float(out + {{.*}}[gid0])
// KERNELS-NOT: kernel void

// REDEFINE: %{program} = rows
// REDEFINE: %{sizes} = M=64,N=1048576,B=65536
// RUN: %{schedules} | FileCheck %s --check-prefix=ROWS
// ROWS: // histograms that are one
// ROWS: transform.lift.join_histograms %{{[0-9]+}} : (!op) -> !op
// ROWS: // histogram that all groups share

// Not where local memory has room for the bins, or there are few bins, nor on a CPU.
// REDEFINE: %{sizes} = M=64,N=1048576,B=1024
// RUN: %{schedules} | FileCheck %s --check-prefix=ROOM
// REDEFINE: %{program} = columns
// REDEFINE: %{sizes} = T=32768,D=768,V=64
// RUN: %{schedules} | FileCheck %s --check-prefix=ROOM
// REDEFINE: %{sizes} = T=32768,D=1,V=600
// RUN: %{schedules} | FileCheck %s --check-prefix=ROOM
// RUN: lift-opt %t/columns.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=pocl sizes=T=32768,D=768,V=50257 print-schedules}))' | FileCheck %s --check-prefix=ROOM
// ROOM-NOT: join_histograms

// RUN: %{verify} %t/columns.mlir --size=T=97,D=13,V=1009
// RUN: %{verify} %t/columns.mlir --size=T=1,D=3,V=20011
// RUN: %{verify} %t/columns.mlir --size=T=50,D=1,V=20011
// RUN: %{verify} %t/rows.mlir --size=M=3,N=101,B=9001
// RUN: %{verify} %t/rows.mlir --size=M=1,N=7,B=20011
// RUN: lift-run %t/columns.mlir --target=mali-g72 --size=T=97,D=13,V=9001 --verify --rtol=1e-4
// RUN: lift-run %t/rows.mlir --size=M=2,N=101,B=20011 --verify
// RUN: %if oclgrind %{ %{race} %t/columns.mlir --size=T=31,D=5,V=9001 %}

// A part of the bins that is returned is a copy, by many work-items.
// RUN: lift-run %t/part.mlir --target=nvidia-h200 --size=N=65536,B=20000 --emit-package=%t.package
// RUN: FileCheck %s --check-prefix=PART --input-file=%t.package/kernels.cl
// PART-NOT: reqd_work_group_size(1, 1, 1)
// RUN: %{verify} %t/part.mlir --size=N=1001,B=20000
// RUN: %{verify} %t/both.mlir --size=N=1001,B=20000

// Parts of returned arrays beside others are stored where they are, as views say.
// RUN: %{verify} %t/beside.mlir --size=M=3,N=101,B=9001,K=2
// RUN: lift-run %t/beside.mlir --target=mali-g72 --size=M=1,N=7,B=9001,K=1 --verify
// RUN: %{verify} %t/parts.mlir --size=N=1001,B=20011,K=5
// RUN: %{verify} %t/parts.mlir --size=N=50,B=7,K=70000
// RUN: %if oclgrind %{ %{race} %t/parts.mlir --size=N=50,B=9001,K=3 %}

//--- columns.mlir
func.func @columns(%ids: !lift.array<T x i32>, %g: !lift.array<T x D x f32>, %z: !lift.array<V x f32>) -> !lift.array<V x D x f32> {
  %columns = lift.transpose %g : !lift.array<T x D x f32>
  %sums = lift.map (%c = %columns : !lift.array<D x T x f32>) {
    %h = lift.scatter_reduce (%i = %ids, %x = %c : !lift.array<T x i32>, !lift.array<T x f32>) init (%sum = %z : !lift.array<V x f32>) {
      %n = arith.addf %sum, %x : f32
      lift.yield %n : f32
    }
    lift.yield %h : !lift.array<V x f32>
  }
  %r = lift.transpose %sums : !lift.array<D x V x f32>
  return %r : !lift.array<V x D x f32>
}

//--- rows.mlir
func.func @rows(%x: !lift.array<M x N x i32>, %z: !lift.array<B x i32>) -> !lift.array<M x B x i32> {
  %one = arith.constant 1 : i32
  %r = lift.map (%row = %x : !lift.array<M x N x i32>) {
    %h = lift.scatter_reduce (%k = %row : !lift.array<N x i32>) init (%count = %z : !lift.array<B x i32>) {
      %n = arith.addi %count, %one : i32
      lift.yield %n : i32
    }
    lift.yield %h : !lift.array<B x i32>
  }
  return %r : !lift.array<M x B x i32>
}

//--- part.mlir
func.func @part(%k: !lift.array<N x i32>, %z: !lift.array<B x i32>) -> !lift.array<(B - 5) x i32> {
  %one = arith.constant 1 : i32
  %h = lift.scatter_reduce (%i = %k : !lift.array<N x i32>) init (%count = %z : !lift.array<B x i32>) {
    %n = arith.addi %count, %one : i32
    lift.yield %n : i32
  }
  %r = lift.take %h size [B - 5] dims [0] : !lift.array<B x i32>
  return %r : !lift.array<(B - 5) x i32>
}

//--- both.mlir
func.func @both(%k: !lift.array<N x i32>, %z: !lift.array<B x i32>) -> (!lift.array<B x i32>, !lift.array<B x i32>) {
  %one = arith.constant 1 : i32
  %h = lift.scatter_reduce (%i = %k : !lift.array<N x i32>) init (%count = %z : !lift.array<B x i32>) {
    %n = arith.addi %count, %one : i32
    lift.yield %n : i32
  }
  %r = lift.reverse %h : !lift.array<B x i32>
  return %h, %r : !lift.array<B x i32>, !lift.array<B x i32>
}

//--- beside.mlir
func.func @beside(%x: !lift.array<M x N x i32>, %z: !lift.array<B x i32>, %w: !lift.array<K x B x i32>) -> (!lift.array<(K + M) x B x i32>) {
  %one = arith.constant 1 : i32
  %r = lift.map (%row = %x : !lift.array<M x N x i32>) {
    %h = lift.scatter_reduce (%k = %row : !lift.array<N x i32>) init (%count = %z : !lift.array<B x i32>) {
      %n = arith.addi %count, %one : i32
      lift.yield %n : i32
    }
    lift.yield %h : !lift.array<B x i32>
  }
  %c = lift.concat %w, %r : !lift.array<K x B x i32>, !lift.array<M x B x i32>
  return %c : !lift.array<(K + M) x B x i32>
}

//--- parts.mlir
func.func @parts(%x: !lift.array<N x i32>, %z: !lift.array<B x i32>, %w: !lift.array<B x i32>, %u: !lift.array<K x i32>) -> (!lift.array<2 x B x i32>, !lift.array<(B + K) x i32>) {
  %one = arith.constant 1 : i32
  %h:2 = lift.scatter_reduce (%k = %x : !lift.array<N x i32>) init (%count = %z, %other = %w : !lift.array<B x i32>, !lift.array<B x i32>) {
    %n = arith.addi %count, %one : i32
    %m = arith.addi %other, %k : i32
    lift.yield %n, %m : i32, i32
  }
  %a = lift.reverse %h#0 : !lift.array<B x i32>
  %s = lift.split %a by B : !lift.array<B x i32>
  %v = lift.map (%e = %w : !lift.array<B x i32>) {
    %p = arith.muli %e, %e : i32
    lift.yield %p : i32
  }
  %t = lift.split %v by B : !lift.array<B x i32>
  %c = lift.concat %s, %t : !lift.array<1 x B x i32>, !lift.array<1 x B x i32>
  %d = lift.concat %h#1, %u : !lift.array<B x i32>, !lift.array<K x i32>
  return %c, %d : !lift.array<2 x B x i32>, !lift.array<(B + K) x i32>
}
