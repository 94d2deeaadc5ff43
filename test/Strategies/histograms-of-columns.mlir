// RUN: split-file %s %t
// DEFINE: %{program} = sums
// DEFINE: %{sizes} =
// DEFINE: %{target} = nvidia-h200
// DEFINE: %{schedules} = lift-opt %t/%{program}.mlir -o /dev/null --lift-optimize='target=%{target} sizes=%{sizes} print-schedules'

// Neighbouring work-items have neighbouring columns, in parts of the rows.
// REDEFINE: %{sizes} = N=1048576,D=64,K=100
// RUN: %{schedules} | FileCheck %s
// CHECK: // histogram in parts
// CHECK: transform.lift.split_histogram {{.*}} by "1024" {}
// CHECK: transform.lift.fission_map
// CHECK: // reduction of columns
// CHECK: // histograms of rows
// CHECK: transform.lift.fix_sizes {{.*}} {K = 100}
// CHECK: // 32 columns for a group
// CHECK: %[[PARTS:.*]], %[[GROUPS:.*]], %[[LANES:.*]], %{{.*}} = transform.lift.block {{.*}} {chunks = {{\[\[}}32], []], order = {{\[\[}}1, 0], [0, 0], [0, 1]]}
// CHECK: transform.lift.chunk_histogram {{.*}} by 16 :
// CHECK: transform.lift.copy_yields %[[GROUPS]] {for_all}
// CHECK: transform.lift.store_results %[[LANES]] in "local" {pad = array<i64: 0, 1>}
// CHECK: transform.lift.map_to %[[GROUPS]] ["wrg(0)"]
// CHECK: transform.lift.map_to %[[PARTS]] ["wrg(1)"]
// CHECK: transform.lift.map_to %[[LANES]] ["lcl(0)"]
// CHECK: transform.lift.chunk_map {{.*}} by "32" {padded}

// Lanes that are at the same bin reach different banks, and write beside each other.
// RUN: lift-run %t/sums.mlir --target=%{target} --size=%{sizes} --emit-package=%t.package
// RUN: FileCheck %s --check-prefix=KERNEL --input-file=%t.package/kernels.cl
// KERNEL: local float [[TILE:tile.*]][3232]
// KERNEL: const int [[ROW:v.*]] = lid0 * 101;
// KERNEL: [[TILE]][{{.*}}] = [[TILE]][{{.*}}] + priv
// KERNEL: barrier
// KERNEL: out[

// No pad for rows of an odd length; all columns are rounded up to groups.
// REDEFINE: %{sizes} = N=1048573,D=33,K=5
// RUN: %{schedules} | FileCheck %s --check-prefix=ODD
// ODD: transform.lift.split_histogram {{.*}} {padded}
// ODD: transform.lift.block {{.*}} pad = array<i64: 0>
// ODD: transform.lift.store_results {{.*}} in "local" {pad = array<i64: 0, 0>}

// More bins are for 16 columns; so are as few columns.
// REDEFINE: %{sizes} = N=1048576,D=64,K=500
// RUN: %{schedules} | FileCheck %s --check-prefix=HALF
// HALF: // 16 columns for a group
// REDEFINE: %{sizes} = N=1048576,D=16,K=10
// RUN: %{schedules} | FileCheck %s --check-prefix=HALF

// Columns enough for all groups need no parts.
// REDEFINE: %{sizes} = N=4096,D=65536,K=10
// RUN: %{schedules} | FileCheck %s --check-prefix=MANY
// MANY-NOT: // histogram in parts
// MANY: // 32 columns for a group

// Not fewer columns, more bins, those of few rows, of no known number, or without
// local memory.
// REDEFINE: %{sizes} = N=1048576,D=8,K=10
// RUN: %{schedules} | FileCheck %s --check-prefix=NONE
// REDEFINE: %{sizes} = N=1048576,D=64,K=4096
// RUN: %{schedules} | FileCheck %s --check-prefix=NONE
// REDEFINE: %{sizes} = N=512,D=64,K=10
// RUN: %{schedules} | FileCheck %s --check-prefix=NONE
// REDEFINE: %{sizes} = N=1048576,D=64
// RUN: %{schedules} | FileCheck %s --check-prefix=NONE
// REDEFINE: %{sizes} = D=64,K=10
// RUN: %{schedules} | FileCheck %s --check-prefix=NONE
// REDEFINE: %{sizes} = N=1048576,D=64,K=10
// REDEFINE: %{target} = mali-g610
// RUN: %{schedules} | FileCheck %s --check-prefix=MALI --allow-empty
// MALI-NOT: columns for a group
// REDEFINE: %{target} = nvidia-h200
// NONE-NOT: columns for a group
// NONE: transform.yield

// Nor rows, bins of each column, or bins that work-items share.
// REDEFINE: %{program} = rows
// RUN: %{schedules} | FileCheck %s --check-prefix=NONE
// REDEFINE: %{program} = own
// RUN: %{schedules} | FileCheck %s --check-prefix=NONE
// REDEFINE: %{program} = counts
// RUN: %{schedules} | FileCheck %s --check-prefix=NONE

// DEFINE: %{run} = lift-run --verify --rtol=1e-3 --atol=1e-3 --input-kind=rounding
// RUN: %{run} %t/sums.mlir --target=nvidia-h200 --size=N=70001,D=33,K=5 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/sums.mlir --target=nvidia-h200 --size=N=65536,D=100,K=1 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/sums.mlir --target=opencl --size=N=70001,D=40,K=64 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/sums.mlir --target=pocl --size=N=70001,D=33,K=5 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/sums.mlir --target=mali-g610 --size=N=997,D=1,K=1 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/computed.mlir --target=nvidia-h200 --size=N=70001,D=33 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/planes.mlir --target=nvidia-h200 --size=M=3,N=40001,D=17 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{run} %t/sums.mlir --target=nvidia-h200 --size=N=35001,D=33,K=4 %}
// OK-NOT: warning
// OK: OK

//--- sums.mlir
// Sums of the rows of each class.
func.func @sums(%x: !lift.array<N x D x f32>, %class: !lift.array<N x i32>, %bins: !lift.array<K x f32>) -> !lift.array<D x K x f32> {
  %t = lift.transpose %x : !lift.array<N x D x f32>
  %r = lift.map (%column = %t : !lift.array<D x N x f32>) {
    %h = lift.scatter_reduce (%c = %class, %e = %column : !lift.array<N x i32>, !lift.array<N x f32>) init (%s = %bins : !lift.array<K x f32>) {
      %sum = arith.addf %s, %e : f32
      lift.yield %sum : f32
    }
    lift.yield %h : !lift.array<K x f32>
  }
  return %r : !lift.array<D x K x f32>
}

//--- computed.mlir
// Sums and counts of squares, where what class they are is computed, too.
func.func @computed(%x: !lift.array<N x D x f32>, %class: !lift.array<N x i32>, %w: !lift.array<D x f32>) -> (!lift.array<D x 7 x f32>, !lift.array<D x 7 x f32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %seven = arith.constant 7 : i32
  %bins = lift.broadcast %zero sizes [7] : f32
  %t = lift.transpose %x : !lift.array<N x D x f32>
  %r:2 = lift.map (%column = %t, %weight = %w : !lift.array<D x N x f32>, !lift.array<D x f32>) {
    %k = lift.map (%c = %class : !lift.array<N x i32>) {
      %digit = arith.remsi %c, %seven : i32
      lift.yield %digit : i32
    }
    %squares = lift.map (%e = %column : !lift.array<N x f32>) {
      %square = arith.mulf %e, %e : f32
      lift.yield %square : f32
    }
    %h:2 = lift.scatter_reduce (%c = %k, %e = %squares : !lift.array<N x i32>, !lift.array<N x f32>) init (%n = %bins, %s = %bins : !lift.array<7 x f32>, !lift.array<7 x f32>) {
      %more = arith.addf %n, %one : f32
      %weighted = arith.mulf %e, %weight : f32
      %sum = arith.addf %s, %weighted : f32
      lift.yield %more, %sum : f32, f32
    }
    lift.yield %h#0, %h#1 : !lift.array<7 x f32>, !lift.array<7 x f32>
  }
  return %r#0, %r#1 : !lift.array<D x 7 x f32>, !lift.array<D x 7 x f32>
}

//--- planes.mlir
// The same of the columns of several arrays, each with classes of its own.
func.func @planes(%x: !lift.array<M x N x D x f32>, %class: !lift.array<M x N x i32>) -> !lift.array<M x D x 6 x f32> {
  %zero = arith.constant 0.0 : f32
  %bins = lift.broadcast %zero sizes [6] : f32
  %t = lift.transpose %x permutation [0, 2, 1] : !lift.array<M x N x D x f32>
  %r = lift.map (%plane = %t, %k = %class : !lift.array<M x D x N x f32>, !lift.array<M x N x i32>) {
    %q = lift.map (%column = %plane : !lift.array<D x N x f32>) {
      %h = lift.scatter_reduce (%c = %k, %e = %column : !lift.array<N x i32>, !lift.array<N x f32>) init (%s = %bins : !lift.array<6 x f32>) {
        %sum = arith.addf %s, %e : f32
        lift.yield %sum : f32
      }
      lift.yield %h : !lift.array<6 x f32>
    }
    lift.yield %q : !lift.array<D x 6 x f32>
  }
  return %r : !lift.array<M x D x 6 x f32>
}

//--- rows.mlir
func.func @rows(%x: !lift.array<D x N x f32>, %class: !lift.array<N x i32>, %bins: !lift.array<K x f32>) -> !lift.array<D x K x f32> {
  %r = lift.map (%row = %x : !lift.array<D x N x f32>) {
    %h = lift.scatter_reduce (%c = %class, %e = %row : !lift.array<N x i32>, !lift.array<N x f32>) init (%s = %bins : !lift.array<K x f32>) {
      %sum = arith.addf %s, %e : f32
      lift.yield %sum : f32
    }
    lift.yield %h : !lift.array<K x f32>
  }
  return %r : !lift.array<D x K x f32>
}

//--- own.mlir
// Each column has classes of its own.
func.func @own(%x: !lift.array<N x D x f32>, %class: !lift.array<N x D x i32>, %bins: !lift.array<K x f32>) -> !lift.array<D x K x f32> {
  %t = lift.transpose %x : !lift.array<N x D x f32>
  %k = lift.transpose %class : !lift.array<N x D x i32>
  %r = lift.map (%column = %t, %own = %k : !lift.array<D x N x f32>, !lift.array<D x N x i32>) {
    %h = lift.scatter_reduce (%c = %own, %e = %column : !lift.array<N x i32>, !lift.array<N x f32>) init (%s = %bins : !lift.array<K x f32>) {
      %sum = arith.addf %s, %e : f32
      lift.yield %sum : f32
    }
    lift.yield %h : !lift.array<K x f32>
  }
  return %r : !lift.array<D x K x f32>
}

//--- counts.mlir
func.func @counts(%x: !lift.array<N x D x i32>, %class: !lift.array<N x i32>, %bins: !lift.array<K x i32>) -> !lift.array<D x K x i32> {
  %t = lift.transpose %x : !lift.array<N x D x i32>
  %r = lift.map (%column = %t : !lift.array<D x N x i32>) {
    %h = lift.scatter_reduce (%c = %class, %e = %column : !lift.array<N x i32>, !lift.array<N x i32>) init (%s = %bins : !lift.array<K x i32>) {
      %sum = arith.addi %s, %e : i32
      lift.yield %sum : i32
    }
    lift.yield %h : !lift.array<K x i32>
  }
  return %r : !lift.array<D x K x i32>
}
