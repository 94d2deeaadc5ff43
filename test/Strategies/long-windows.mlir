// RUN: split-file %s %t

// A filter with many taps: a group has what its windows are of in local memory, a
// work-item some neighbouring results, for some taps at a time; the last taps are no
// whole steps.
// DEFINE: %{plan} = lift-opt --lift-optimize='target=nvidia-h200 sizes=N=1000003,K=211,H=1033,W=2053 print-schedules' -o /dev/null
// RUN: %{plan} %t/filter.mlir | FileCheck %s --check-prefix=FILTER
// FILTER: // long windows
// FILTER: // 20 results for a work-item
// FILTER: transform.lift.block {{.*}} {chunks = {{\[\[}}2560, 20], []], order = {{\[\[}}0, 0], [0, 1], [0, 2], [1, 0]], pad = array<i64: 0>}
// FILTER: transform.lift.copy_argument {{.*}} {argument = 0, below_windows}
// FILTER: transform.lift.compute_at
// FILTER: transform.lift.store_results {{.*}} in "local" {as_read}
// FILTER: transform.lift.peel_reduction {{.*}} first "240"
// FILTER: transform.lift.fission_map
// FILTER: transform.lift.block {{.*}} {chunks = {{\[\[}}], [16]], order = {{\[\[}}1, 0], [0, 0], [1, 1]], vector = array<i64: 0, 4>}

// Each number is loaded once for the taps of a step, nearly all of them in vectors.
// RUN: lift-run %t/filter.mlir --target=nvidia-h200 --size=N=70001 --print-kernel --verify --rtol=1e-4 | FileCheck %s --check-prefix=LOADS
// LOADS: for (int i = 0; i < 15; i++) {
// LOADS-COUNT-8: const float4 *)(
// LOADS-COUNT-3: tile[
// LOADS-NOT: tile[
// LOADS: priv[0] =
// LOADS: OK

// The taps of an expected length are a number. Results may be combined in any order
// after each sum, whose own order stays as it is.
// RUN: %{plan} %t/correlation.mlir | FileCheck %s --check-prefix=FIXED
// FIXED: // long windows
// FIXED: transform.lift.fix_sizes {{.*}} {K = 211}
// FIXED: #lift.constraint<K == 211>
// RUN: lift-run %t/correlation.mlir --target=nvidia-h200 --size=N=70001,K=211 --verify --input-kind=rounding | FileCheck %s --check-prefix=OK

// Windows with rows, of bytes: rows of work-items, and all taps of a row in a step.
// RUN: %{plan} %t/template.mlir | FileCheck %s --check-prefix=ROWS
// ROWS: // long windows
// ROWS: transform.lift.block {{.*}} {chunks = {{\[\[}}8], [384, 12], [], []], order = {{\[\[}}0, 0], [1, 0], [0, 1], [1, 1], [1, 2], [2, 0], [3, 0]], pad = array<i64: 0, 1>}
// ROWS: transform.lift.block {{.*}} {chunks = {{\[\[}}], [], []], order = {{\[\[}}1, 0], [0, 0], [2, 0]], vector = array<i64: 0, 4>}
// RUN: lift-run %t/template.mlir --target=nvidia-h200 --size=H=131,W=911 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/template.mlir --target=opencl --size=H=131,W=911 --verify | FileCheck %s --check-prefix=OK

// Windows along rows, of the rows of an image: its borders are those of what is copied.
// RUN: %{plan} %t/rows.mlir | FileCheck %s --check-prefix=ALONG
// ALONG: // long windows
// ALONG: transform.lift.block {{.*}} {chunks = {{\[\[}}8], [384, 12], []]
// ALONG: transform.lift.peel_reduction {{.*}} first "96"

// The same kernels with other sizes than those that they are made for.
// DEFINE: %{made} = lift-opt --lift-optimize='target=nvidia-h200 sizes=N=1000003,H=1033,W=2053' -o
// RUN: %{made} %t/filter.tiles %t/filter.mlir
// RUN: lift-run %t/filter.tiles --size=N=255 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/filter.tiles --size=N=3001 --verify | FileCheck %s --check-prefix=OK
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh lift-run %t/filter.tiles --size=N=2003 --verify %}
// RUN: %{made} %t/rows.tiles %t/rows.mlir
// RUN: lift-run %t/rows.tiles --size=H=3,W=117 --verify --rtol=1e-4 | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/rows.tiles --size=H=9,W=797 --verify --rtol=1e-4 | FileCheck %s --check-prefix=OK
// RUN: %{made} %t/template.tiles %t/template.mlir
// RUN: lift-run %t/template.tiles --size=H=16,W=16 --verify | FileCheck %s --check-prefix=OK
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh lift-run %t/template.tiles --size=H=29,W=403 --verify %}
// OK: OK

// A few neighbouring results: a work-item reads each number of a row once for all of
// them. A group has such rows, whatever dimension they are of.
// RUN: %{plan} %t/blocks.mlir | FileCheck %s --check-prefix=FEW
// FEW: // long windows
// FEW: // a row of results for a work-item
// FEW: transform.lift.block {{.*}} {chunks = {{\[\[}}128], [], [], []], order = {{\[\[}}0, 0], [0, 1], [1, 0], [2, 0], [3, 0]], collapse = array<i64: 0>, pad = array<i64: 0>}
// FEW: transform.lift.block {{.*}} {chunks = {{\[\[}}], [], []], order = {{\[\[}}1, 0], [0, 0], [2, 0]]}
// RUN: %{made} %t/blocks.tiles %t/blocks.mlir
// RUN: lift-run %t/blocks.tiles --size=N=1 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/blocks.tiles --size=N=29 --print-kernel --verify | FileCheck %s --check-prefix=READS
// READS: for (int i = 0; i < 8; i++) {
// READS-COUNT-6: = *(global const float4 *)(
// READS-NOT: (global const
// READS: OK
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh lift-run %t/blocks.tiles --size=N=29 --verify %}

// Not where windows are short, of an unknown size, further from each other than
// their elements, or of two arrays, or rows are no whole steps.
// RUN: %{plan} %t/short.mlir | FileCheck %s --check-prefix=OTHER
// RUN: lift-opt --lift-optimize='target=nvidia-h200 sizes=N=1000003 print-schedules' -o /dev/null %t/correlation.mlir | FileCheck %s --check-prefix=OTHER
// RUN: %{plan} %t/strided.mlir | FileCheck %s --check-prefix=OTHER
// RUN: %{plan} %t/small-blocks.mlir | FileCheck %s --check-prefix=OTHER
// RUN: %{plan} %t/pairs.mlir | FileCheck %s --check-prefix=OTHER
// RUN: %{plan} %t/odd-rows.mlir | FileCheck %s --check-prefix=OTHER
// Nor on devices without local memory of their own, or for few results.
// RUN: lift-opt --lift-optimize='target=mali-g610 sizes=N=1000003 print-schedules' -o /dev/null %t/filter.mlir | FileCheck %s --check-prefix=OTHER --allow-empty
// RUN: lift-opt --lift-optimize='target=nvidia-h200 sizes=N=2000 print-schedules' -o /dev/null %t/filter.mlir | FileCheck %s --check-prefix=OTHER --allow-empty
// OTHER-NOT: // long windows

// Windows for which there is no room in local memory, or that are too few, in parts:
// windows of pieces of what they are of, which overlap; another kernel adds the sums.
// Where only the first windows are reduced, these are all windows of a part. What
// stands around two dimensions, as the parts of channels, comes as single elements.
// DEFINE: %{correlate} = lift-opt %t/lags.mlir --lift-normalize
// RUN: %{correlate} --lift-optimize='target=nvidia-h200 sizes=C=256,L=8192,D=128 print-schedules' -o /dev/null | FileCheck %s --check-prefix=PARTS
// PARTS: // long windows in parts
// PARTS-NEXT: match_pattern
// PARTS-NEXT: // parts of 512 taps
// PARTS: transform.lift.split_nest {{.*}} [2] by "512"
// PARTS: // long windows
// PARTS: // 4 results for a work-item
// PARTS: transform.lift.copy_argument {{.*}} {argument = 0, below_windows}
// RUN: %{correlate} --lift-optimize='target=nvidia-h200 sizes=C=4000,L=1024,D=256 print-schedules' -o /dev/null | FileCheck %s --check-prefix=ENOUGH
// ENOUGH-NOT: // long windows in parts
// ENOUGH: // long windows
// ENOUGH: // 12 results for a work-item
// Longer parts of many results: less is added afterwards.
// RUN: %{correlate} --lift-optimize='target=nvidia-h200 sizes=C=4000,L=16384,D=512 print-schedules' -o /dev/null | FileCheck %s --check-prefix=LONGER
// LONGER: // parts of 1024 taps
// No parts divide a prime number, one row of windows is too few, and memory may be short.
// RUN: %{correlate} --lift-optimize='target=nvidia-h200 max-memory=1.1 sizes=C=256,L=8192,D=128 print-schedules' -o /dev/null | FileCheck %s --check-prefix=NONE
// RUN: %{correlate} --lift-optimize='target=nvidia-h200 sizes=C=256,L=8191,D=128 print-schedules' -o /dev/null | FileCheck %s --check-prefix=NONE
// RUN: %{correlate} --lift-optimize='target=nvidia-h200 sizes=C=1,L=8192,D=1 print-schedules' -o /dev/null | FileCheck %s --check-prefix=NONE
// NONE-NOT: // long windows

// RUN: %{correlate} --lift-optimize='target=nvidia-h200 sizes=C=256,L=8192,D=128' -o %t/lags.whole
// RUN: lift-run %t/lags.whole --target=nvidia-h200 --size=C=16,L=1024,D=128 --verify --rtol=1e-4 --atol=1e-4 | FileCheck %s --check-prefix=OK
// RUN: %{correlate} --lift-optimize='target=nvidia-h200 sizes=C=259,L=6000,D=301' -o %t/lags.padded
// RUN: lift-run %t/lags.padded --target=nvidia-h200 --size=C=5,L=2400,D=301 --verify --rtol=1e-4 --atol=1e-4 | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/lags.padded --target=nvidia-h200 --size=C=1,L=400,D=1 --verify --rtol=1e-4 --atol=1e-4 | FileCheck %s --check-prefix=OK
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh lift-run %t/lags.padded --size=C=3,L=400,D=77 --verify --rtol=1e-4 --atol=1e-4 %}
// RUN: %{correlate} --lift-optimize='target=nvidia-h200 sizes=C=4001,L=1000,D=259' -o %t/lags.enough
// RUN: lift-run %t/lags.enough --target=nvidia-h200 --size=C=3,L=1000,D=40 --verify --rtol=1e-4 --atol=1e-4 | FileCheck %s --check-prefix=OK

//--- lags.mlir
// Correlations of signals with themselves at lags, and zeros behind them.
func.func @lags(%x: !lift.array<C x L x f32>, %lags: !lift.array<D x i8>) -> !lift.array<C x D x f32> {
  %zero = arith.constant 0.0 : f32
  %out = lift.map (%row = %x : !lift.array<C x L x f32>) {
    %longer = lift.pad %row low [0] high [D] constant(%zero : f32) : !lift.array<L x f32>
    %windows = lift.slide %longer size [L] step [1] : !lift.array<(D + L) x f32>
    %first = lift.take %windows size [D] : !lift.array<(D + 1) x L x f32>
    %sums = lift.map (%window = %first : !lift.array<D x L x f32>) {
      %sum = lift.reduce associative commutative (%a = %window, %b = %row : !lift.array<L x f32>, !lift.array<L x f32>) init (%acc = %zero : f32) {
        %product = arith.mulf %a, %b : f32
        %next = arith.addf %acc, %product : f32
        lift.yield %next : f32
      }
      lift.yield %sum : f32
    }
    lift.yield %sums : !lift.array<D x f32>
  }
  return %out : !lift.array<C x D x f32>
}

//--- filter.mlir
func.func @filter(%x: !lift.array<N x f32>, %k: !lift.array<255 x f32>)
    -> !lift.array<(N - 254) x f32> {
  %zero = arith.constant 0.0 : f32
  %windows = lift.slide %x size [255] step [1] : !lift.array<N x f32>
  %y = lift.map (%window = %windows : !lift.array<(N - 254) x 255 x f32>) {
    %sum = lift.reduce associative commutative (%e = %window, %t = %k : !lift.array<255 x f32>, !lift.array<255 x f32>) init (%acc = %zero : f32) {
      %p = arith.mulf %e, %t : f32
      %s = arith.addf %acc, %p : f32
      lift.yield %s : f32
    }
    lift.yield %sum : f32
  }
  return %y : !lift.array<(N - 254) x f32>
}

//--- correlation.mlir
func.func @correlation(%x: !lift.array<N x f32>, %k: !lift.array<K x f32>)
    -> !lift.array<(N - K + 1) x f32> {
  %zero = arith.constant 0.0 : f32
  %windows = lift.slide %x size [K] step [1] : !lift.array<N x f32>
  %y = lift.map (%window = %windows : !lift.array<(N - K + 1) x K x f32>) {
    %sum = lift.reduce (%e = %window, %t = %k : !lift.array<K x f32>, !lift.array<K x f32>) init (%acc = %zero : f32) {
      %p = arith.mulf %e, %t : f32
      %s = arith.addf %acc, %p : f32
      lift.yield %s : f32
    }
    lift.yield %sum : f32
  }
  return %y : !lift.array<(N - K + 1) x f32>
}

//--- template.mlir
func.func @template(%x: !lift.array<H x W x i8>, %t: !lift.array<16 x 16 x i8>)
    -> !lift.array<(H - 15) x (W - 15) x i32> {
  %zero = arith.constant 0 : i32
  %windows = lift.slide %x size [16, 16] step [1, 1] : !lift.array<H x W x i8>
  %y = lift.map (%line = %windows : !lift.array<(H - 15) x (W - 15) x 16 x 16 x i8>) {
    %z = lift.map (%window = %line : !lift.array<(W - 15) x 16 x 16 x i8>) {
      %all = lift.reduce (%row = %window, %other = %t : !lift.array<16 x 16 x i8>, !lift.array<16 x 16 x i8>) init (%a = %zero : i32) {
        %sum = lift.reduce (%e = %row, %k = %other : !lift.array<16 x i8>, !lift.array<16 x i8>) init (%b = %a : i32) {
          %e32 = arith.extui %e : i8 to i32
          %k32 = arith.extui %k : i8 to i32
          %d = arith.subi %e32, %k32 : i32
          %m = math.absi %d : i32
          %s = arith.addi %b, %m : i32
          lift.yield %s : i32
        }
        lift.yield %sum : i32
      }
      lift.yield %all : i32
    }
    lift.yield %z : !lift.array<(W - 15) x i32>
  }
  return %y : !lift.array<(H - 15) x (W - 15) x i32>
}

//--- rows.mlir
func.func @rows(%x: !lift.array<H x W x f32>, %b: !lift.array<H x W x f32>) -> !lift.array<H x W x f32> {
  %c0 = arith.constant 0.0 : f32
  %c1 = arith.constant 0.01 : f32
  %p = lift.pad %x low [50] high [50] dims [1] mirror : !lift.array<H x W x f32>
  %w = lift.slide %p size [101] step [1] dims [1] : !lift.array<H x (W + 50 + 50) x f32>
  %y = lift.map (%r = %w, %br = %b : !lift.array<H x W x 101 x f32>, !lift.array<H x W x f32>) {
    %z = lift.map (%e = %r, %bb = %br : !lift.array<W x 101 x f32>, !lift.array<W x f32>) {
      %s = lift.reduce associative commutative (%a = %e : !lift.array<101 x f32>) init (%acc = %c0 : f32) {
        %v = arith.addf %acc, %a : f32
        lift.yield %v : f32
      }
      %m = arith.mulf %s, %c1 : f32
      %n = arith.addf %m, %bb : f32
      lift.yield %n : f32
    }
    lift.yield %z : !lift.array<W x f32>
  }
  return %y : !lift.array<H x W x f32>
}

//--- blocks.mlir
func.func @blocks(%near: !lift.array<N x 16 x 16 x f32>, %blocks: !lift.array<N x 8 x 8 x f32>)
    -> !lift.array<N x 9 x 9 x f32> {
  %zero = arith.constant 0.0 : f32
  %y = lift.map (%n = %near, %block = %blocks : !lift.array<N x 16 x 16 x f32>, !lift.array<N x 8 x 8 x f32>) {
    %windows = lift.slide %n size [8, 8] step [1, 1] : !lift.array<16 x 16 x f32>
    %places = lift.map (%line = %windows : !lift.array<9 x 9 x 8 x 8 x f32>) {
      %z = lift.map (%window = %line : !lift.array<9 x 8 x 8 x f32>) {
        %all = lift.reduce (%row = %window, %other = %block : !lift.array<8 x 8 x f32>, !lift.array<8 x 8 x f32>) init (%a = %zero : f32) {
          %sum = lift.reduce (%e = %row, %k = %other : !lift.array<8 x f32>, !lift.array<8 x f32>) init (%b = %a : f32) {
            %d = arith.subf %e, %k : f32
            %p = arith.mulf %d, %d : f32
            %s = arith.addf %b, %p : f32
            lift.yield %s : f32
          }
          lift.yield %sum : f32
        }
        lift.yield %all : f32
      }
      lift.yield %z : !lift.array<9 x f32>
    }
    lift.yield %places : !lift.array<9 x 9 x f32>
  }
  return %y : !lift.array<N x 9 x 9 x f32>
}

//--- small-blocks.mlir
func.func @small(%near: !lift.array<N x 13 x 13 x f32>, %blocks: !lift.array<N x 5 x 5 x f32>)
    -> !lift.array<N x 9 x 9 x f32> {
  %zero = arith.constant 0.0 : f32
  %y = lift.map (%n = %near, %block = %blocks : !lift.array<N x 13 x 13 x f32>, !lift.array<N x 5 x 5 x f32>) {
    %windows = lift.slide %n size [5, 5] step [1, 1] : !lift.array<13 x 13 x f32>
    %places = lift.map (%line = %windows : !lift.array<9 x 9 x 5 x 5 x f32>) {
      %z = lift.map (%window = %line : !lift.array<9 x 5 x 5 x f32>) {
        %all = lift.reduce (%row = %window, %other = %block : !lift.array<5 x 5 x f32>, !lift.array<5 x 5 x f32>) init (%a = %zero : f32) {
          %sum = lift.reduce (%e = %row, %k = %other : !lift.array<5 x f32>, !lift.array<5 x f32>) init (%b = %a : f32) {
            %d = arith.subf %e, %k : f32
            %p = arith.mulf %d, %d : f32
            %s = arith.addf %b, %p : f32
            lift.yield %s : f32
          }
          lift.yield %sum : f32
        }
        lift.yield %all : f32
      }
      lift.yield %z : !lift.array<9 x f32>
    }
    lift.yield %places : !lift.array<9 x 9 x f32>
  }
  return %y : !lift.array<N x 9 x 9 x f32>
}

//--- short.mlir
func.func @short(%x: !lift.array<N x f32>, %k: !lift.array<81 x f32>)
    -> !lift.array<(N - 80) x f32> {
  %zero = arith.constant 0.0 : f32
  %windows = lift.slide %x size [81] step [1] : !lift.array<N x f32>
  %y = lift.map (%window = %windows : !lift.array<(N - 80) x 81 x f32>) {
    %sum = lift.reduce associative commutative (%e = %window, %t = %k : !lift.array<81 x f32>, !lift.array<81 x f32>) init (%acc = %zero : f32) {
      %p = arith.mulf %e, %t : f32
      %s = arith.addf %acc, %p : f32
      lift.yield %s : f32
    }
    lift.yield %sum : f32
  }
  return %y : !lift.array<(N - 80) x f32>
}

//--- strided.mlir
func.func @strided(%x: !lift.array<(2 * N + 126) x f32>, %k: !lift.array<128 x f32>)
    -> !lift.array<N x f32> {
  %zero = arith.constant 0.0 : f32
  %windows = lift.slide %x size [128] step [2] : !lift.array<(2 * N + 126) x f32>
  %y = lift.map (%window = %windows : !lift.array<N x 128 x f32>) {
    %sum = lift.reduce associative commutative (%e = %window, %t = %k : !lift.array<128 x f32>, !lift.array<128 x f32>) init (%acc = %zero : f32) {
      %p = arith.mulf %e, %t : f32
      %s = arith.addf %acc, %p : f32
      lift.yield %s : f32
    }
    lift.yield %sum : f32
  }
  return %y : !lift.array<N x f32>
}

//--- pairs.mlir
func.func @pairs(%x: !lift.array<N x f32>, %z: !lift.array<N x f32>)
    -> !lift.array<(N - 127) x f32> {
  %zero = arith.constant 0.0 : f32
  %windows = lift.slide %x size [128] step [1] : !lift.array<N x f32>
  %others = lift.slide %z size [128] step [1] : !lift.array<N x f32>
  %y = lift.map (%window = %windows, %other = %others : !lift.array<(N - 127) x 128 x f32>, !lift.array<(N - 127) x 128 x f32>) {
    %sum = lift.reduce associative commutative (%e = %window, %t = %other : !lift.array<128 x f32>, !lift.array<128 x f32>) init (%acc = %zero : f32) {
      %p = arith.mulf %e, %t : f32
      %s = arith.addf %acc, %p : f32
      lift.yield %s : f32
    }
    lift.yield %sum : f32
  }
  return %y : !lift.array<(N - 127) x f32>
}

//--- odd-rows.mlir
func.func @rows(%x: !lift.array<H x W x f32>) -> !lift.array<(H - 32) x (W - 32) x f32> {
  %zero = arith.constant 0.0 : f32
  %windows = lift.slide %x size [33, 33] step [1, 1] : !lift.array<H x W x f32>
  %y = lift.map (%line = %windows : !lift.array<(H - 32) x (W - 32) x 33 x 33 x f32>) {
    %z = lift.map (%window = %line : !lift.array<(W - 32) x 33 x 33 x f32>) {
      %all = lift.reduce associative commutative (%row = %window : !lift.array<33 x 33 x f32>) init (%a = %zero : f32) {
        %sum = lift.reduce associative commutative (%e = %row : !lift.array<33 x f32>) init (%b = %a : f32) {
          %s = arith.addf %b, %e : f32
          lift.yield %s : f32
        }
        lift.yield %sum : f32
      }
      lift.yield %all : f32
    }
    lift.yield %z : !lift.array<(W - 32) x f32>
  }
  return %y : !lift.array<(H - 32) x (W - 32) x f32>
}
