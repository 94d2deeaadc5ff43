// RUN: split-file %s %t
// DEFINE: %{plan} = lift-opt --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 sizes=P=819200,F=34,C=5,H=64,W=96 print-schedules}))' -o /dev/null
// RUN: %{plan} %lift_src_root/examples/kmeans.mlir | FileCheck %s
// CHECK: // few sums for each element
// CHECK: // 5 sums for each of 2 elements of a work-item
// CHECK: // sums of a length that is a number
// CHECK: transform.lift.fix_sizes
// CHECK: transform.lift.widen {{.*}} by 2
// CHECK: [[GROUPS:%.*]], {{%.*}} = transform.lift.chunk_map {{.*}} by "128" :
// CHECK: // what the sums are of in local memory
// CHECK: transform.lift.stage {{.*}} in [[GROUPS]] {argument = 0, space = "local", chunks = array<i64: 128>, padded, pad = array<i64: 0, 2>}
// CHECK: transform.lift.chunk_reduction {{.*}} by "5"
// CHECK: transform.lift.fission
// CHECK: chunks = {{\[\[}}], []], order = {{\[\[}}1, 0], [0, 0]]
// CHECK: transform.lift.place_accumulators {{.*}} ["seq"] in "private"
// CHECK: transform.lift.map_to [[GROUPS]] ["wrg(0)"]
// CHECK: transform.lift.unroll {{.*}} by 34
// CHECK: #lift.constraint<C == 5>
// RUN: lift-run %lift_src_root/examples/kmeans.mlir --target=nvidia-h200 --size=P=40960,F=34,C=5 --print-kernel --verify | FileCheck %s --check-prefix=KERNEL
// KERNEL: local float tile[180]
// KERNEL: float2 priv[5]
// KERNEL-NOT: / 5
// KERNEL: barrier(
// KERNEL: #pragma unroll 34
// KERNEL-NEXT: for (int {{.*}} < 34;
// KERNEL: fma(
// KERNEL: OK

// Where vectors would not be whole ones in memory, they are made of numbers: what all
// points share is read once for two of them.
// RUN: lift-opt --lift-optimize='target=nvidia-h200 sizes=P=819201,F=34,C=5 print-schedules' -o /dev/null %lift_src_root/examples/kmeans.mlir | FileCheck %s --check-prefix=PAIRS
// PAIRS: // 5 sums for each of 2 elements of a work-item
// PAIRS: transform.lift.chunk_map {{.*}} by "256" {padded}
// PAIRS: transform.lift.chunk_map {{.*}} by "2" :
// PAIRS: transform.lift.widen {{.*}} by 2
// RUN: lift-opt --lift-optimize='target=pocl sizes=P=819201,F=34,C=5 print-schedules' -o /dev/null %lift_src_root/examples/kmeans.mlir | FileCheck %s --check-prefix=THREADS
// THREADS: // 5 sums for each of 16 elements of a work-item
// THREADS: transform.lift.chunk_map {{.*}} by "16" {padded}
// THREADS: transform.lift.widen {{.*}} by 16

// A work-item has one of few elements, so that there are more work-items.
// RUN: lift-opt --lift-optimize='target=nvidia-h200 sizes=P=8192,F=34,C=5 print-schedules' -o /dev/null %lift_src_root/examples/kmeans.mlir | FileCheck %s --check-prefix=FEW
// FEW: // 5 sums for each of 1 elements of a work-item
// FEW-NOT: widen

// Rows of points are no neighbours in memory: local memory holds them, or near caches if
// they are very short. How many sums there are may not be known.
// RUN: sed -e 's/array<F x P x f32>, /array<P x F x f32>, /' -e 's/%%points = .*//' -e 's/%%features: /%%points: /' %lift_src_root/examples/kmeans.mlir > %t.rows.mlir
// RUN: %{plan} %t.rows.mlir | FileCheck %s --check-prefix=LOCAL
// LOCAL: // the rows of 128 elements in local memory
// LOCAL: transform.lift.chunk_map {{.*}} by "128"
// LOCAL: transform.lift.stage {{.*}} {argument = 0, space = "local", chunks = array<i64: 128>, pad = array<i64: 0, 1>}
// LOCAL-NOT: glb
// RUN: lift-opt --lift-optimize='target=nvidia-h200 sizes=P=819201,F=8,C=5 print-schedules' -o /dev/null %t.rows.mlir | FileCheck %s --check-prefix=PAIRS
// RUN: lift-run %t.rows.mlir --target=nvidia-h200 --size=P=131,F=7,C=5 --verify --rtol=1e-5 | FileCheck %s --check-prefix=OK
// RUN: lift-run %t.rows.mlir --target=nvidia-h200 --size=P=131,F=34,C=5 --verify --rtol=1e-5 | FileCheck %s --check-prefix=OK
// RUN: lift-run %t.rows.mlir --target=nvidia-h200 --size=P=256,F=101,C=3 --verify --rtol=1e-5 | FileCheck %s --check-prefix=OK
// RUN: lift-run %t.rows.mlir --target=nvidia-h200 --size=P=1,F=9,C=2 --verify --rtol=1e-5 | FileCheck %s --check-prefix=OK
// RUN: lift-opt --lift-optimize='target=pocl sizes=P=819200,F=34,C=5' -o /dev/null %t.rows.mlir --remarks-filter='lift.*' 2>&1 | FileCheck %s --check-prefix=ROWS
// ROWS: goes through elements whose numbers are not neighbours in memory (few sums for each element)

// Where it is not known how many sums there are, some of the last ones may be beyond the
// end: they are those of the last centre again, and are not compared. So are those of
// parts of about the same size that do not divide the sums.
// RUN: lift-opt --lift-optimize='target=nvidia-h200 assumed=inner-aligned print-schedules' -o /dev/null %lift_src_root/examples/kmeans.mlir | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: // 8 sums for each of 2 elements of a work-item
// UNKNOWN-NOT: fix_sizes
// UNKNOWN: transform.lift.chunk_reduction {{.*}} by "8" {padded}
// UNKNOWN: transform.lift.unroll {{.*}} by 3
// RUN: lift-opt --lift-optimize='target=nvidia-h200 sizes=P=819200,F=34,C=11 print-schedules' -o /dev/null %lift_src_root/examples/kmeans.mlir | FileCheck %s --check-prefix=PARTS
// PARTS: transform.lift.chunk_reduction {{.*}} by "6" {padded}
// PARTS: #lift.constraint<C == 11>, #lift.constraint<F == 34>

// Rows of 18 KB would take too much of local memory, or of 12 KB that are padded to 19. Then
// nothing is required of their number.
// RUN: lift-opt --lift-optimize='target=nvidia-h200 sizes=P=819200,F=100,C=45 print-schedules' -o /dev/null %lift_src_root/examples/kmeans.mlir | FileCheck %s --check-prefix=LONG
// LONG: // few sums for each element
// LONG-NOT: transform.lift.stage
// LONG: transform.lift.unroll {{.*}} by 2
// LONG-NOT: C == 45
// LONG: #lift.constraint<F == 100>
// RUN: lift-opt --lift-optimize='target=nvidia-h200 sizes=P=819200,F=5,C=600 print-schedules' -o /dev/null %lift_src_root/examples/kmeans.mlir | FileCheck %s --check-prefix=PADDED
// PADDED: // few sums for each element
// PADDED-NOT: transform.lift.stage
// PADDED-NOT: C == 600
// RUN: lift-run %lift_src_root/examples/kmeans.mlir --target=nvidia-h200 --assumed=inner-aligned --size=P=40960,F=34,C=5 --print-kernel --verify | FileCheck %s --check-prefix=BEYOND
// BEYOND: for (int k = 0; k < 8; k++) {
// BEYOND-NEXT: centres[{{.*}}min(
// BEYOND: const bool cond = {{.*}} < C;
// BEYOND: OK

// RUN: %{plan} %lift_src_root/examples/gemv.mlir | FileCheck %s --check-prefix=OTHER
// OTHER-NOT: few sums

// DEFINE: %{run} = lift-run --verify --input-kind=rounding --rtol=1e-5
// RUN: %{run} %lift_src_root/examples/kmeans.mlir --target=nvidia-h200 --size=P=7,F=3,C=2 | FileCheck %s --check-prefix=OK
// RUN: %{run} %lift_src_root/examples/kmeans.mlir --target=nvidia-h200 --size=P=10,F=50,C=12 | FileCheck %s --check-prefix=OK
// RUN: %{run} %lift_src_root/examples/kmeans.mlir --target=nvidia-h200 --size=P=33793,F=3,C=2 | FileCheck %s --check-prefix=OK
// RUN: %{run} %lift_src_root/examples/kmeans.mlir --target=mali-g72 --size=P=64,F=1,C=8 | FileCheck %s --check-prefix=OK
// RUN: %{run} %lift_src_root/examples/kmeans.mlir --size=P=1,F=1,C=1 | FileCheck %s --check-prefix=OK
// RUN: %{run} %lift_src_root/examples/kmeans.mlir --size=P=64,F=8,C=3 | FileCheck %s --check-prefix=OK
// RUN: %{run} %lift_src_root/examples/kmeans.mlir --target=nvidia-h200 --assumed=nothing --size=P=63,F=3,C=17 | FileCheck %s --check-prefix=OK
// RUN: %{run} %lift_src_root/examples/kmeans.mlir --target=nvidia-h200 --assumed=nothing --size=P=64,F=1,C=1 | FileCheck %s --check-prefix=OK
// RUN: %{run} %lift_src_root/examples/kmeans.mlir --target=nvidia-h200 --assumed=nothing --size=P=1,F=9,C=8 | FileCheck %s --check-prefix=OK
// RUN: %{run} %lift_src_root/examples/kmeans.mlir --target=nvidia-h200 --size=P=64,F=7,C=23 | FileCheck %s --check-prefix=OK
// RUN: %{run} %lift_src_root/examples/kmeans.mlir --target=nvidia-h200 --size=P=301,F=100,C=20 | FileCheck %s --check-prefix=OK
// RUN: %{run} %lift_src_root/examples/kmeans.mlir --target=opencl --size=P=130,F=65,C=9 | FileCheck %s --check-prefix=OK
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{run} %lift_src_root/examples/kmeans.mlir --target=nvidia-h200 --size=P=135,F=5,C=7 %}
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{run} %t.rows.mlir --target=nvidia-h200 --size=P=131,F=9,C=3 %}
// RUN: %{run} %t/image.mlir --target=nvidia-h200 --size=H=3,W=10,F=4,C=6 | FileCheck %s --check-prefix=OK
// RUN: %{plan} %t/image.mlir | FileCheck %s --check-prefix=IMAGE
// IMAGE: // few sums for each element
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh lift-run --verify --rtol=1e-5 --target=nvidia-h200 %t.rows.mlir --size=P=131,F=9,C=5 %}
// OK: OK

// Points of an image, and the largest score instead of the least distance.
//--- image.mlir
func.func @image(%channels: !lift.array<F x H x W x f32>, %weights: !lift.array<C x F x f32>)
    -> (!lift.array<H x W x i32>, !lift.array<H x W x f32>) {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %none = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %points = lift.transpose %channels permutation [1, 2, 0] : !lift.array<F x H x W x f32>
  %numbers:2 = lift.map (%row = %points : !lift.array<H x W x F x f32>) {
    %cells:2 = lift.map (%point = %row : !lift.array<W x F x f32>) {
      %best:3 = lift.reduce (%weight = %weights : !lift.array<C x F x f32>)
          init (%most = %least, %number = %none, %next = %none : f32, i32, i32) {
        %score = lift.reduce associative commutative (%p = %point, %w = %weight
            : !lift.array<F x f32>, !lift.array<F x f32>) init (%acc = %zero : f32) {
          %m = arith.mulf %p, %w : f32
          %sum = arith.addf %acc, %m : f32
          lift.yield %sum : f32
        }
        %better = arith.cmpf ogt, %score, %most : f32
        %s = arith.select %better, %score, %most : f32
        %n = arith.select %better, %next, %number : i32
        %i = arith.addi %next, %one : i32
        lift.yield %s, %n, %i : f32, i32, i32
      }
      lift.yield %best#1, %best#0 : i32, f32
    }
    lift.yield %cells#0, %cells#1 : !lift.array<W x i32>, !lift.array<W x f32>
  }
  return %numbers#0, %numbers#1 : !lift.array<H x W x i32>, !lift.array<H x W x f32>
}
