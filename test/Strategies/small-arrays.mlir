// Small arrays that are computed for each element: a group stores them in local memory, and
// copies them from there as one list.
// RUN: split-file %s %t
// DEFINE: %{sizes} = N=1000000
// DEFINE: %{target} = nvidia-h200
// DEFINE: %{plan} = lift-opt -o /dev/null --pass-pipeline='builtin.module(func.func(lift-normalize,lift-fuse-producers,lift-normalize,lift-optimize{target=%{target} sizes=%{sizes} print-schedules}))'

// Matrices of an odd number of elements, and numbers beside them.
// RUN: %{plan} %t/matrices.mlir | FileCheck %s --check-prefix=MATRICES
// MATRICES: // small arrays through local memory
// MATRICES: // the arrays of 128 elements for a group
// MATRICES: [[GROUPS:%.*]], [[ITEMS:%.*]] = transform.lift.chunk_map {{.*}} by "128" {padded}
// MATRICES: transform.lift.stage [[GROUPS]] {argument = 0, space = "local", chunks = array<i64: 128>, pad = array<i64: 0, 0, 0>}
// MATRICES: transform.lift.copy_yields [[GROUPS]] {for_all}
// MATRICES: transform.lift.store_results [[ITEMS]] in "local" {pad = array<i64: 0, 0, 0>, only = array<i64: 1>}
// MATRICES: transform.lift.store_results [[ITEMS]] in "private" : !op
// MATRICES: transform.lift.map_to [[ITEMS]] ["lcl(0)"]

// A list of single elements is one array, of which rows in local memory have odd lengths.
// RUN: %{plan} %t/list.mlir | FileCheck %s --check-prefix=LIST
// LIST: // small arrays through local memory
// LIST: transform.lift.store_results {{.*}} in "local" {pad = array<i64: 0, 1>, only = array<i64: 0>}
// LIST: transform.lift.block {{.*}} {chunks = {{\[\[}}128]], order = {{\[\[}}0, 0], [0, 1]], collapse = array<i64: 0>}
// Four bytes are copied together. What windows share is read where it stands.
// RUN: %{plan} %t/bytes.mlir | FileCheck %s --check-prefix=BYTES
// BYTES: // small arrays through local memory
// BYTES-NOT: stage
// BYTES: vector = array<i64: 0, 4>

// Parts of an array are far apart there, also those that are vectors.
// RUN: %{plan} %t/parts.mlir | FileCheck %s --check-prefix=PARTS
// PARTS: // small arrays through local memory
// PARTS: transform.lift.store_results {{.*}} only = array<i64: 0>}
// PARTS: transform.lift.store_results {{.*}} only = array<i64: 1>}

// Rows of a length that is known, of which few numbers are made; not where one of them is read.
// REDEFINE: %{sizes} = N=100000,K=64
// RUN: %{plan} %t/best.mlir | FileCheck %s --check-prefix=BEST
// BEST: // small arrays through local memory
// BEST: // the arrays of 32 elements for a group
// BEST: transform.lift.fix_sizes {{.*}}K = 64
// BEST: transform.lift.stage {{.*}} pad = array<i64: 0, 1>
// BEST-NOT: store_results
// BEST: transform.yield
// RUN: sed 's/:2 = lift.reduce (.*) {$/ = lift.at %%row[1] : !lift.array<K x f32>/; /BEGIN/,/END/d; s/%%b#0/%%b/; s/%%b#1/%%b/' %t/best.mlir > %t/one.mlir
// RUN: %{plan} %t/one.mlir | FileCheck %s --check-prefix=NOT --allow-empty
// REDEFINE: %{sizes} = N=1000000

// Not vectors of four, which are stored as they are; nor large arrays, nor those of CPUs, nor
// what is computed where it is read.
// RUN: %{plan} %t/four.mlir | FileCheck %s --check-prefix=NOT --allow-empty
// RUN: sed 's/6 x/600 x/g; s/\[6\]/[600]/g; s/+ 5/+ 599/g' %t/bytes.mlir > %t/large.mlir
// RUN: %{plan} %t/large.mlir | FileCheck %s --check-prefix=NOT --allow-empty
// REDEFINE: %{target} = pocl
// RUN: %{plan} %t/matrices.mlir | FileCheck %s --check-prefix=NOT --allow-empty
// REDEFINE: %{target} = mali-g72
// RUN: %{plan} %t/matrices.mlir | FileCheck %s --check-prefix=NOT --allow-empty
// Nor what a map around yields a view of.
// REDEFINE: %{target} = nvidia-h200
// RUN: %{plan} %t/padded.mlir | FileCheck %s --check-prefix=NOT --allow-empty
// NOT-NOT: small arrays through local memory

// DEFINE: %{run} = lift-run --verify --rtol=1e-5 --atol=1e-5
// RUN: %{run} %t/matrices.mlir --target=nvidia-h200 --size=N=137 --print-kernel | FileCheck %s --check-prefix=KERNEL
// KERNEL: local float
// KERNEL: barrier
// KERNEL: OK
// RUN: %{run} %t/parts.mlir --target=nvidia-h200 --size=N=137 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/padded.mlir --target=nvidia-h200 --size=N=9 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/parts.mlir --target=nvidia-h200 --size=N=1 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/matrices.mlir --target=nvidia-h200 --size=N=1 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/matrices.mlir --target=opencl --size=N=1000 --assumed=nothing | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/list.mlir --target=nvidia-h200 --size=N=131 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/list.mlir --target=nvidia-h200 --size=N=1024 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/list.mlir --target=pocl --size=N=7 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/bytes.mlir --target=nvidia-h200 --size=N=37 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/bytes.mlir --target=nvidia-h200 --size=N=7 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/planes.mlir --target=nvidia-h200 --size=M=3,N=67 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/planes.mlir --target=nvidia-h200 --size=M=1,N=1 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/best.mlir --target=nvidia-h200 --size=N=67,K=64 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/best.mlir --target=nvidia-h200 --size=N=33,K=127 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/best.mlir --target=nvidia-h200 --size=N=1,K=1 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/best.mlir --target=opencl --size=N=9,K=300 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/one.mlir --target=nvidia-h200 --size=N=9,K=30 | FileCheck %s --check-prefix=OK
// OK: OK
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{run} %t/matrices.mlir --target=nvidia-h200 --size=N=37 %}
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{run} %t/planes.mlir --target=nvidia-h200 --size=M=2,N=37 %}

//--- matrices.mlir
// Traces, and products with the transposes.
func.func @matrices(%m: !lift.array<N x 5 x 3 x f32>) -> (!lift.array<N x f32>, !lift.array<N x 5 x 5 x f32>) {
  %zero = arith.constant 0.0 : f32
  %r:2 = lift.map (%a = %m : !lift.array<N x 5 x 3 x f32>) {
    %p = lift.at %a[0, 0] : !lift.array<5 x 3 x f32>
    %q = lift.at %a[1, 1] : !lift.array<5 x 3 x f32>
    %trace = arith.addf %p, %q : f32
    %product = lift.map (%row = %a : !lift.array<5 x 3 x f32>) {
      %sums = lift.map (%other = %a : !lift.array<5 x 3 x f32>) {
        %sum = lift.reduce associative commutative (%x = %row, %y = %other : !lift.array<3 x f32>, !lift.array<3 x f32>) init (%acc = %zero : f32) {
          %xy = arith.mulf %x, %y : f32
          %n = arith.addf %acc, %xy : f32
          lift.yield %n : f32
        }
        lift.yield %sum : f32
      }
      lift.yield %sums : !lift.array<5 x f32>
    }
    lift.yield %trace, %product : f32, !lift.array<5 x 5 x f32>
  }
  return %r#0, %r#1 : !lift.array<N x f32>, !lift.array<N x 5 x 5 x f32>
}

//--- list.mlir
// The elements of two rows, by their size.
func.func @list(%x: !lift.array<N x 3 x f32>, %y: !lift.array<N x 3 x f32>) -> !lift.array<N x 6 x f32> {
  %r = lift.map (%a = %x, %b = %y : !lift.array<N x 3 x f32>, !lift.array<N x 3 x f32>) {
    %a0 = lift.at %a[0] : !lift.array<3 x f32>
    %a1 = lift.at %a[1] : !lift.array<3 x f32>
    %a2 = lift.at %a[2] : !lift.array<3 x f32>
    %b0 = lift.at %b[0] : !lift.array<3 x f32>
    %b1 = lift.at %b[1] : !lift.array<3 x f32>
    %b2 = lift.at %b[2] : !lift.array<3 x f32>
    %l0 = arith.minimumf %a0, %b0 : f32
    %l1 = arith.minimumf %a1, %b1 : f32
    %l2 = arith.minimumf %a2, %b2 : f32
    %g0 = arith.maximumf %a0, %b0 : f32
    %g1 = arith.maximumf %a1, %b1 : f32
    %g2 = arith.maximumf %a2, %b2 : f32
    %e0 = lift.broadcast %l0 sizes [1] : f32
    %e1 = lift.broadcast %l1 sizes [1] : f32
    %e2 = lift.broadcast %l2 sizes [1] : f32
    %e3 = lift.broadcast %g0 sizes [1] : f32
    %e4 = lift.broadcast %g1 sizes [1] : f32
    %e5 = lift.broadcast %g2 sizes [1] : f32
    %all = lift.concat %e0, %e1, %e2, %e3, %e4, %e5 : !lift.array<1 x f32>, !lift.array<1 x f32>, !lift.array<1 x f32>, !lift.array<1 x f32>, !lift.array<1 x f32>, !lift.array<1 x f32>
    lift.yield %all : !lift.array<6 x f32>
  }
  return %r : !lift.array<N x 6 x f32>
}

//--- bytes.mlir
// The sums of what precedes in each window, squared and scanned again.
func.func @bytes(%x: !lift.array<(N + 5) x i8>, %y: !lift.array<N x i8>) -> !lift.array<N x 6 x 4 x i8> {
  %zero = arith.constant 0 : i8
  %w = lift.slide %x size [6] step [1] : !lift.array<(N + 5) x i8>
  %r = lift.map (%a = %w, %first = %y : !lift.array<N x 6 x i8>, !lift.array<N x i8>) {
    %s = lift.scan (%e = %a : !lift.array<6 x i8>) init (%acc = %first : i8) {
      %n = arith.addi %acc, %e : i8
      lift.yield %n : i8
    }
    %t = lift.scan (%e = %s : !lift.array<6 x i8>) init (%acc = %zero : i8) {
      %q = arith.muli %e, %e : i8
      %n = arith.addi %acc, %q : i8
      lift.yield %n : i8
    }
    %four = lift.map (%e = %t, %f = %s : !lift.array<6 x i8>, !lift.array<6 x i8>) {
      %row = lift.generate (%i < 4) {
        %k = arith.index_cast %i : index to i8
        %p = arith.muli %k, %f : i8
        %n = arith.addi %e, %p : i8
        lift.yield %n : i8
      }
      lift.yield %row : !lift.array<4 x i8>
    }
    lift.yield %four : !lift.array<6 x 4 x i8>
  }
  return %r : !lift.array<N x 6 x 4 x i8>
}

//--- planes.mlir
// Sums from both ends of the rows of planes, and all of them.
func.func @planes(%x: !lift.array<M x N x 8 x f32>) -> (!lift.array<M x N x 8 x f32>, !lift.array<M x N x 2 x 8 x f32>, !lift.array<M x N x f32>) {
  %zero = arith.constant 0.0 : f32
  %r:3 = lift.map (%plane = %x : !lift.array<M x N x 8 x f32>) {
    %o:3 = lift.map (%a = %plane : !lift.array<N x 8 x f32>) {
      %s = lift.scan (%e = %a : !lift.array<8 x f32>) init (%acc = %zero : f32) {
        %n = arith.addf %acc, %e : f32
        lift.yield %n : f32
      }
      %turned = lift.reverse %s : !lift.array<8 x f32>
      %t = lift.scan (%e = %turned : !lift.array<8 x f32>) init (%acc = %zero : f32) {
        %n = arith.addf %acc, %e : f32
        lift.yield %n : f32
      }
      %two = lift.generate (%i < 2, %j < 8) {
        %k = arith.index_cast %i : index to i32
        %f = arith.sitofp %k : i32 to f32
        %e = lift.at %t[%j] default(%zero : f32) : !lift.array<8 x f32>
        %n = arith.addf %e, %f : f32
        lift.yield %n : f32
      }
      %last = lift.at %t[7] : !lift.array<8 x f32>
      lift.yield %s, %two, %last : !lift.array<8 x f32>, !lift.array<2 x 8 x f32>, f32
    }
    lift.yield %o#0, %o#1, %o#2 : !lift.array<N x 8 x f32>, !lift.array<N x 2 x 8 x f32>, !lift.array<N x f32>
  }
  return %r#0, %r#1, %r#2 : !lift.array<M x N x 8 x f32>, !lift.array<M x N x 2 x 8 x f32>, !lift.array<M x N x f32>
}

//--- four.mlir
// Products of complex numbers with their sums.
func.func @four(%x: !lift.array<N x 2 x f32>, %y: !lift.array<N x 2 x f32>) -> !lift.array<N x 4 x f32> {
  %r = lift.map (%a = %x, %b = %y : !lift.array<N x 2 x f32>, !lift.array<N x 2 x f32>) {
    %a0 = lift.at %a[0] : !lift.array<2 x f32>
    %a1 = lift.at %a[1] : !lift.array<2 x f32>
    %b0 = lift.at %b[0] : !lift.array<2 x f32>
    %b1 = lift.at %b[1] : !lift.array<2 x f32>
    %p0 = arith.mulf %a0, %b0 : f32
    %p1 = arith.mulf %a1, %b1 : f32
    %s0 = arith.addf %a0, %b0 : f32
    %s1 = arith.addf %a1, %b1 : f32
    %e0 = lift.broadcast %p0 sizes [1] : f32
    %e1 = lift.broadcast %p1 sizes [1] : f32
    %e2 = lift.broadcast %s0 sizes [1] : f32
    %e3 = lift.broadcast %s1 sizes [1] : f32
    %all = lift.concat %e0, %e1, %e2, %e3 : !lift.array<1 x f32>, !lift.array<1 x f32>, !lift.array<1 x f32>, !lift.array<1 x f32>
    lift.yield %all : !lift.array<4 x f32>
  }
  return %r : !lift.array<N x 4 x f32>
}

//--- best.mlir
// The two greatest numbers of each row.
func.func @best(%x: !lift.array<N x K x f32>) -> !lift.array<N x 2 x f32> {
  %least = arith.constant 0xFF800000 : f32
  %r = lift.map (%row = %x : !lift.array<N x K x f32>) {
    %b:2 = lift.reduce (%e = %row : !lift.array<K x f32>) init (%p = %least, %q = %least : f32, f32) {
      // BEGIN
      %l = arith.minimumf %p, %e : f32
      %m = arith.maximumf %q, %l : f32
      %n = arith.maximumf %p, %e : f32
      lift.yield %n, %m : f32, f32
    }
    // END
    %c = lift.broadcast %b#0 sizes [1] : f32
    %d = lift.broadcast %b#1 sizes [1] : f32
    %two = lift.concat %c, %d : !lift.array<1 x f32>, !lift.array<1 x f32>
    lift.yield %two : !lift.array<2 x f32>
  }
  return %r : !lift.array<N x 2 x f32>
}

//--- parts.mlir
func.func @parts(%A: !lift.array<N x 3 x 4 x f32>) -> !lift.array<N x 3 x 4 x f32> {
  %r = lift.map (%a = %A : !lift.array<N x 3 x 4 x f32>) {
    %x = lift.at %a[0, 0] : !lift.array<3 x 4 x f32>
    %first = lift.at %a[0] : !lift.array<3 x 4 x f32>
    %row = lift.map (%n = %first : !lift.array<4 x f32>) {
      %m = arith.mulf %x, %n : f32
      lift.yield %m : f32
    }
    %rows = lift.split %row by 4 : !lift.array<4 x f32>
    %others = lift.drop %a size [1] : !lift.array<3 x 4 x f32>
    %all = lift.concat %rows, %others : !lift.array<1 x 4 x f32>, !lift.array<2 x 4 x f32>
    lift.yield %all : !lift.array<3 x 4 x f32>
  }
  return %r : !lift.array<N x 3 x 4 x f32>
}

//--- padded.mlir
func.func @padded(%A: !lift.array<5 x N x 6 x f32>) -> !lift.array<5 x N x 11 x f32> {
  %r = lift.map (%rows = %A : !lift.array<5 x N x 6 x f32>) {
    %all = lift.map (%row = %rows : !lift.array<N x 6 x f32>) {
      %twice = lift.map (%x = %row : !lift.array<6 x f32>) {
        %y = arith.addf %x, %x : f32
        lift.yield %y : f32
      }
      lift.yield %twice : !lift.array<6 x f32>
    }
    %longer = lift.pad %all low [2] high [3] dims [1] mirror : !lift.array<N x 6 x f32>
    lift.yield %longer : !lift.array<N x 11 x f32>
  }
  return %r : !lift.array<5 x N x 11 x f32>
}
