// A thread of a CPU has vectors where lengths are no whole vectors, too: they may begin
// anywhere in memory, and only the last is not whole.
// DEFINE: %{program} =
// DEFINE: %{sizes} =
// DEFINE: %{target} = pocl
// DEFINE: %{optimize} = lift-opt %lift_src_root/examples/%{program}.mlir --lift-fuse-producers --lift-optimize='target=%{target} %{sizes} print-schedules' -o /dev/null | FileCheck %s
// DEFINE: %{package} = lift-run %lift_src_root/examples/%{program}.mlir --target=%{target} %{sizes} --forms=opencl-c --emit-package=%t.package && FileCheck %s --input-file=%t.package/kernels.cl
// DEFINE: %{verify} = lift-run --target=%{target} --verify --rtol=1e-4 --atol=1e-4

// A reduction of rows is one of whole vectors, and one of the numbers that are left;
// so is a map of rows.
// REDEFINE: %{program} = softmax
// REDEFINE: %{sizes} = sizes=M=64,N=1023
// RUN: %{optimize} --check-prefix=REST
// REST: // reduction of rows
// REST: [[MAP:%.*]], {{%.*}} = transform.lift.peel {{.*}} dim 0 first "16 * (N floordiv 16)"
// REST-NEXT: transform.lift.vectorize [[MAP]] by 16
// REST: [[FIRST:%.*]], {{%.*}} = transform.lift.peel_reduction {{.*}} first "16 * (N floordiv 16)"
// REST-NEXT: transform.lift.vectorize [[FIRST]] by 16
// REST: transform.lift.peel_reduction

// Not where all vectors are whole, or rows are of a length that is not known and may be
// none, or shorter than two vectors, nor by a group.
// REDEFINE: %{sizes} = sizes=M=64,N=1024
// RUN: %{optimize} --check-prefix=NOT
// REDEFINE: %{sizes} =
// RUN: %{optimize} --check-prefix=NOT
// REDEFINE: %{sizes} = sizes=M=64,N=1023
// REDEFINE: %{target} = nvidia-h200
// RUN: %{optimize} --check-prefix=NOT
// NOT: // {{reduction of rows|rows in registers}}
// NOT-NOT: peel

// All parts of an array but the last one are vectors; so are all chunks of columns.
// REDEFINE: %{target} = pocl
// REDEFINE: %{program} = sum
// REDEFINE: %{sizes} = --size=N=1000003
// RUN: %{package} --check-prefix=WHOLE
// WHOLE: if (v < N - {{[0-9]+}})
// WHOLE: priv[j] = priv[j] + *(global const float16 *)
// REDEFINE: %{program} = gemv-transposed
// REDEFINE: %{sizes} = --size=M=1023,K=999
// RUN: %{package} --check-prefix=COLUMNS
// COLUMNS: if (v < M - 63)
// COLUMNS-NOT: else
// COLUMNS: vload16(0,
// COLUMNS: } else {
// COLUMNS: vload16(0,

// Columns that are scanned are whole vectors, and the others, which kernels store side
// by side in the result, without a copy.
// REDEFINE: %{program} = gallery/column-scan
// REDEFINE: %{sizes} = sizes=M=999,N=1023
// RUN: %{optimize} --check-prefix=SCAN
// SCAN: // scans of columns
// SCAN: transform.lift.peel {{.*}} dim 0 first "16 * (N floordiv 16)"
// SCAN: transform.lift.widen
// REDEFINE: %{sizes} = --size=M=999,N=1023
// RUN: %{package} --check-prefix=STORED
// STORED:     kernel void column_scan_0
// STORED:     vstore16(
// STORED:     kernel void column_scan_1
// STORED-NOT: kernel void

// All parts of a histogram but the last one have no tests of where they end.
// REDEFINE: %{program} = gallery/histogram
// REDEFINE: %{sizes} = --size=H=415,W=399
// RUN: %{package} --check-prefix=HISTOGRAM
// HISTOGRAM: if ({{.*}} < v{{.*}} - {{[0-9]+}}) {
// HISTOGRAM-NOT: min(
// HISTOGRAM: } else {
// HISTOGRAM: min(

// Elements of few sums, as the points of k-means, are vectors of which only the last is
// not whole.
// REDEFINE: %{program} = kmeans
// REDEFINE: %{sizes} = --size=P=9999,F=33,C=5
// RUN: %{package} --check-prefix=POINTS
// POINTS: if (cond) {
// POINTS: const float16 v{{[0-9]*}} = vload16(0, features + offset);

// Elements are whole vectors, and the others, in a kernel of their own; few are left as
// they are.
// REDEFINE: %{program} = gallery/curve-lookup
// REDEFINE: %{sizes} = sizes=H=2159,W=3839
// RUN: %{optimize} --check-prefix=ELEMENTS
// ELEMENTS: // elementwise maps
// ELEMENTS: [[JOINED:%.*]], {{%.*}} = transform.lift.block {{.*}} collapse = array<i64: 0, 1>
// ELEMENTS: [[VECTORS:%.*]], {{%.*}} = transform.lift.peel [[JOINED]] dim 0 first "16 * ((3 * H * W) floordiv 16)"
// ELEMENTS: transform.lift.block [[VECTORS]] {{.*}} vector = array<i64: 0, 16>
// REDEFINE: %{sizes} = sizes=H=21,W=39
// RUN: %{optimize} --check-prefix=FEW --allow-empty
// FEW-NOT: peel

// So are the columns of stencils.
// REDEFINE: %{program} = jacobi2d
// REDEFINE: %{sizes} = sizes=H=2047,W=1999
// RUN: %{optimize} --check-prefix=STENCIL
// STENCIL: // stencil
// STENCIL: [[STENCILS:%.*]], {{%.*}} = transform.lift.peel {{.*}} dim 1 first "16 * (W floordiv 16)"
// STENCIL: transform.lift.map_to {{.*}} ["seq"]
// STENCIL: // 64 numbers for a work-item
// STENCIL: transform.lift.block [[STENCILS]]

// RUN: %{verify} %lift_src_root/examples/jacobi2d.mlir --size=H=130,W=143 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %lift_src_root/examples/gallery/median3x3.mlir --size=H=67,W=257 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %lift_src_root/examples/gallery/depthwise.mlir --size=B=2,H=19,W=21,C=63 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %lift_src_root/examples/gallery/curve-lookup.mlir --size=H=215,W=381 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %lift_src_root/examples/gallery/black-scholes.mlir --size=N=65543 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %lift_src_root/examples/gallery/batchnorm-relu.mlir --size=B=3,C=63,H=55,W=55 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %lift_src_root/examples/gallery/logsumexp.mlir --size=M=5,N=1021 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %lift_src_root/examples/gallery/logsumexp.mlir --size=M=1,N=65 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %lift_src_root/examples/gallery/logsumexp.mlir --size=M=2,N=1 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %lift_src_root/examples/softmax.mlir --size=M=7,N=131 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %lift_src_root/examples/softmax.mlir --size=M=3,N=33 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %lift_src_root/examples/layer-norm.mlir --size=M=3,N=79 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %lift_src_root/examples/gemv.mlir --size=M=7,K=131 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %lift_src_root/examples/sum-and-squares.mlir --size=N=100003 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %lift_src_root/examples/min-max-sum.mlir --size=N=17 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %lift_src_root/examples/gemv-transposed.mlir --size=M=127,K=131 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %lift_src_root/examples/gemv-transposed.mlir --size=M=17,K=1001 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %lift_src_root/examples/gallery/middle-sum.mlir --size=A=3,B=65,C=67 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %lift_src_root/examples/gallery/globalpool.mlir --size=B=2,H=9,W=9,C=33 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %lift_src_root/examples/gallery/column-scan.mlir --size=M=37,N=47 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %lift_src_root/examples/gallery/column-scan.mlir --size=M=37,N=31 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %lift_src_root/examples/gallery/integral-image.mlir --size=M=21,N=65 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %lift_src_root/examples/kmeans.mlir --size=P=129,F=7,C=5 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %lift_src_root/examples/kmeans.mlir --size=P=15,F=7,C=5 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %lift_src_root/examples/gallery/mttkrp.mlir --size=I=3,J=5,K=7,R=31 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %lift_src_root/examples/gallery/complex-matmul.mlir --size=M=5,N=33,K=7 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %lift_src_root/examples/matmul.mlir --size=M=17,N=47,K=31 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %lift_src_root/examples/gallery/histogram.mlir --size=H=415,W=399 | FileCheck %s --check-prefix=OK
// REDEFINE: %{target} = mali-g72
// RUN: %{verify} %lift_src_root/examples/softmax.mlir --size=M=7,N=131 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %lift_src_root/examples/sum.mlir --size=N=100003 | FileCheck %s --check-prefix=OK
// OK: verify: {{.*}} OK
