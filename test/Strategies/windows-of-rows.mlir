// Sums over long windows of rows, column by column: a work-item has a vector of columns
// in some rows that follow each other.
// RUN: split-file %s %t
// DEFINE: %{program} = %t/values.mlir
// DEFINE: %{target} = nvidia-h200
// DEFINE: %{sizes} = A=32,S=4096,E=64
// DEFINE: %{plan} = lift-opt %{program} --lift-optimize='target=%{target} sizes=%{sizes} print-schedules'

// RUN: %{plan} -o %t/whole.mlir | FileCheck %s
// CHECK: // long windows of rows
// CHECK: // 8 rows of 4 columns for a work-item
// CHECK: transform.lift.block {{.*}} {chunks = {{\[\[}}], [128, 8], [64, 4], []]
// CHECK: transform.lift.block {{.*}} vector = array<i64: 1, 4>
// CHECK: transform.lift.stage {{.*}} {argument = 1, space = "private", vector = 4}

// Rows that are no vectors, and fewer lanes of few columns.
// REDEFINE: %{sizes} = A=32,S=4095,E=61
// RUN: %{plan} -o %t/odd.mlir | FileCheck %s --check-prefix=ODD
// ODD: // long windows of rows
// ODD: pad = array<i64: 1, 2>
// ODD-NOT: vector = array<i64: 1, 4>
// REDEFINE: %{sizes} = A=32,S=8191,E=20
// RUN: %{plan} -o %t/few.mlir | FileCheck %s --check-prefix=LANES
// LANES: [512, 8], [16, 4]
// REDEFINE: %{program} = %t/filter.mlir
// REDEFINE: %{sizes} = T=65537,C=64,K=128
// RUN: %{plan} -o %t/filters.mlir | FileCheck %s --check-prefix=ODD-ROWS
// ODD-ROWS: // long windows of rows

// Not few results, short windows or parts of steps, other windows, nor CPUs.
// REDEFINE: %{sizes} = T=4096,C=64,K=128
// RUN: %{plan} -o %t/none.mlir | FileCheck %s --check-prefix=NOT
// REDEFINE: %{sizes} = T=65536,C=64,K=80
// RUN: %{plan} -o %t/none.mlir | FileCheck %s --check-prefix=NOT
// REDEFINE: %{sizes} = T=65536,C=64,K=125
// RUN: %{plan} -o %t/none.mlir | FileCheck %s --check-prefix=NOT
// REDEFINE: %{sizes} = T=65536,C=8,K=128
// RUN: %{plan} -o %t/none.mlir | FileCheck %s --check-prefix=NOT
// REDEFINE: %{program} = %t/apart.mlir
// REDEFINE: %{sizes} = T=65536,C=64,K=128
// RUN: %{plan} -o %t/none.mlir | FileCheck %s --check-prefix=NOT
// REDEFINE: %{program} = %t/filter.mlir
// REDEFINE: %{target} = pocl
// RUN: %{plan} -o %t/none.mlir | FileCheck %s --check-prefix=NOT
// NOT-NOT: long windows of rows

// DEFINE: %{run} = lift-run --target=nvidia-h200 --verify --rtol=1e-4 --atol=1e-4
// RUN: %{run} %t/whole.mlir --size=A=1,S=128,E=64 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/odd.mlir --size=A=2,S=37,E=61 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/odd.mlir --size=A=1,S=1,E=1 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/odd.mlir --size=A=1,S=130,E=67 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/few.mlir --size=A=1,S=3,E=20 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/filters.mlir --size=T=133,C=64,K=128 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/filters.mlir --size=T=1,C=64,K=8 | FileCheck %s --check-prefix=OK
// OK: OK
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh lift-run --verify --target=nvidia-h200 %t/odd.mlir --size=A=1,S=11,E=9 --rtol=1e-4 %}

// Of few results, sums over parts of the windows, which are windows of pieces of the
// rows that overlap; what the rows share has parts, too.
// REDEFINE: %{program} = %t/causal.mlir
// REDEFINE: %{target} = nvidia-h200
// REDEFINE: %{sizes} = T=4096,C=64
// RUN: %{plan} -o %t/parts.mlir | FileCheck %s --check-prefix=PARTS
// PARTS: // long windows of rows in parts
// PARTS: // parts of 512 taps
// PARTS: transform.lift.split_nest {{.*}} [2] by "512"
// PARTS: // long windows of rows{{$}}
// PARTS: transform.lift.block {{.*}} {chunks = {{\[\[}}], [128, 8], [64, 4], []]
// RUN: %{run} %t/parts.mlir --size=T=512,C=64 | FileCheck %s --check-prefix=OK
// REDEFINE: %{sizes} = T=4000,C=67
// RUN: %{plan} -o %t/odd-parts.mlir | FileCheck %s --check-prefix=ODD-PARTS
// ODD-PARTS: // parts of 800 taps
// RUN: %{run} %t/odd-parts.mlir --size=T=800,C=67 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/odd-parts.mlir --size=T=800,C=3 | FileCheck %s --check-prefix=OK
// Not where no parts divide the windows, or are enough.
// REDEFINE: %{sizes} = T=4093,C=64
// RUN: %{plan} -o %t/none.mlir | FileCheck %s --check-prefix=NOT
// REDEFINE: %{sizes} = T=512,C=64
// RUN: %{plan} -o %t/none.mlir | FileCheck %s --check-prefix=NOT

//--- causal.mlir
// Filters as long as the signals, one for each channel.
func.func @causal(%x: !lift.array<T x C x f32>, %w: !lift.array<T x C x f32>) -> !lift.array<T x C x f32> {
  %zero = arith.constant 0.0 : f32
  %padded = lift.pad %x low [T - 1] high [0] constant(%zero : f32) : !lift.array<T x C x f32>
  %windows = lift.slide %padded size [T] step [1] : !lift.array<(2 * T - 1) x C x f32>
  %turned = lift.transpose %windows permutation [0, 2, 1] : !lift.array<T x T x C x f32>
  %weights = lift.transpose %w : !lift.array<T x C x f32>
  %out = lift.map (%window = %turned : !lift.array<T x C x T x f32>) {
    %sums = lift.map (%taps = %window, %own = %weights : !lift.array<C x T x f32>, !lift.array<C x T x f32>) {
      %sum = lift.reduce associative commutative (%a = %taps, %b = %own : !lift.array<T x f32>, !lift.array<T x f32>) init (%acc = %zero : f32) {
        %product = arith.mulf %a, %b : f32
        %next = arith.addf %acc, %product : f32
        lift.yield %next : f32
      }
      lift.yield %sum : f32
    }
    lift.yield %sums : !lift.array<C x f32>
  }
  return %out : !lift.array<T x C x f32>
}

//--- values.mlir
// What attention to the keys before each query makes of their values.
func.func @values(%p: !lift.array<A x S x 128 x f32>, %v: !lift.array<A x (S + 127) x E x f32>, %sums: !lift.array<A x S x f32>) -> !lift.array<A x S x E x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%pa = %p, %va = %v, %sa = %sums : !lift.array<A x S x 128 x f32>, !lift.array<A x (S + 127) x E x f32>, !lift.array<A x S x f32>) {
    %windows = lift.slide %va size [128] step [1] dims [0] : !lift.array<(S + 127) x E x f32>
    %rows = lift.map (%ps = %pa, %window = %windows, %s = %sa : !lift.array<S x 128 x f32>, !lift.array<S x 128 x E x f32>, !lift.array<S x f32>) {
      %columns = lift.transpose %window : !lift.array<128 x E x f32>
      %row = lift.map (%column = %columns : !lift.array<E x 128 x f32>) {
        %sum = lift.reduce associative commutative (%a = %column, %b = %ps : !lift.array<128 x f32>, !lift.array<128 x f32>) init (%acc = %zero : f32) {
          %ab = arith.mulf %a, %b : f32
          %next = arith.addf %acc, %ab : f32
          lift.yield %next : f32
        }
        %scaled = arith.mulf %sum, %s : f32
        lift.yield %scaled : f32
      }
      lift.yield %row : !lift.array<E x f32>
    }
    lift.yield %rows : !lift.array<S x E x f32>
  }
  return %r : !lift.array<A x S x E x f32>
}

//--- filter.mlir
// A filter over time for each channel, and a gain for each time.
func.func @filter(%x: !lift.array<(T + K) x C x f32>, %f: !lift.array<K x C x f32>, %gains: !lift.array<T x f32>) -> !lift.array<T x C x f32> {
  %zero = arith.constant 0.0 : f32
  %all = lift.slide %x size [K] step [1] dims [0] : !lift.array<(T + K) x C x f32>
  %windows = lift.take %all size [T] : !lift.array<(T + 1) x K x C x f32>
  %filters = lift.transpose %f : !lift.array<K x C x f32>
  %r = lift.map (%window = %windows, %gain = %gains : !lift.array<T x K x C x f32>, !lift.array<T x f32>) {
    %columns = lift.transpose %window : !lift.array<K x C x f32>
    %row = lift.map (%column = %columns, %filter = %filters : !lift.array<C x K x f32>, !lift.array<C x K x f32>) {
      %sum = lift.reduce associative commutative (%a = %column, %b = %filter : !lift.array<K x f32>, !lift.array<K x f32>) init (%acc = %zero : f32) {
        %ab = arith.mulf %a, %b : f32
        %next = arith.addf %acc, %ab : f32
        lift.yield %next : f32
      }
      %scaled = arith.mulf %sum, %gain : f32
      lift.yield %scaled : f32
    }
    lift.yield %row : !lift.array<C x f32>
  }
  return %r : !lift.array<T x C x f32>
}

//--- apart.mlir
// Windows that have nothing in common.
func.func @apart(%x: !lift.array<T x K x C x f32>, %f: !lift.array<T x K x f32>) -> !lift.array<T x C x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%window = %x, %filter = %f : !lift.array<T x K x C x f32>, !lift.array<T x K x f32>) {
    %columns = lift.transpose %window : !lift.array<K x C x f32>
    %row = lift.map (%column = %columns : !lift.array<C x K x f32>) {
      %sum = lift.reduce associative commutative (%a = %column, %b = %filter : !lift.array<K x f32>, !lift.array<K x f32>) init (%acc = %zero : f32) {
        %ab = arith.mulf %a, %b : f32
        %next = arith.addf %acc, %ab : f32
        lift.yield %next : f32
      }
      lift.yield %sum : f32
    }
    lift.yield %row : !lift.array<C x f32>
  }
  return %r : !lift.array<T x C x f32>
}
