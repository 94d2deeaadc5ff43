// What is different where local memory is no nearer than the cache, and work-items
// are not threads of a CPU.
// RUN: lift-opt %lift_src_root/examples/gemv.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=mali-g72 sizes=M=8192,K=8192 print-schedules}))' | FileCheck %s --check-prefix=ROWS
// ROWS: // rows in register tiles
// ROWS: // 8 rows for a work-item, 4 x 4 steps in a trip
// ROWS: transform.lift.block {{.*}} {chunks = {{\[\[}}8], [16, 4]], order = {{\[\[}}0, 0], [1, 0], [0, 1], [1, 1], [1, 2]]}
// ROWS: transform.lift.map_to {{.*}} ["glb(0)"]
// ROWS: #lift.constraint<8 divides M>

// Fewer rows of a work-item where there are few; a row where there are hardly any.
// RUN: lift-opt %lift_src_root/examples/gemv.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=mali-g72 sizes=M=1024,K=36 print-schedules}))' | FileCheck %s --check-prefix=FEWER
// FEWER: // 2 rows for a work-item, 1 x 4 steps in a trip
// RUN: lift-opt %lift_src_root/examples/gemv.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=mali-g72 sizes=M=256,K=512 print-schedules}))' | FileCheck %s --check-prefix=ROW
// ROW: // reduction of rows
// ROW: transform.lift.map_to {{.*}} ["glb(0)"]
// RUN: lift-opt %lift_src_root/examples/gemv.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=mali-g72 sizes=M=8192,K=514 print-schedules}))' | FileCheck %s --check-prefix=NUMBERS
// NUMBERS-NOT: vectorize
// NUMBERS: // reduction of rows
// RUN: lift-opt %lift_src_root/examples/gemv.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=pocl sizes=M=8192,K=8192 print-schedules}))' | FileCheck %s --check-prefix=ROW-OF-CPU
// ROW-OF-CPU: // reduction of rows
// ROW-OF-CPU: transform.lift.map_to {{.*}} ["wrg(0)"]

// RUN: lift-opt %lift_src_root/examples/gemv-transposed.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=mali-g72 sizes=M=8192,K=8192 print-schedules}))' | FileCheck %s --check-prefix=COLUMNS
// COLUMNS: // 16 columns for a work-item
// COLUMNS: transform.lift.block {{.*}} {chunks = {{\[\[}}4], [4]], order = {{\[\[}}0, 0], [1, 0], [1, 1], [0, 1]]
// COLUMNS: // what all columns share, as vectors
// COLUMNS: transform.lift.stage {{.*}} {argument = {{[01]}}, space = "private", vector = 4}
// COLUMNS: transform.lift.map_to {{.*}} ["glb(0)"]

// RUN: lift-opt %lift_src_root/examples/jacobi2d.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=mali-g610 sizes=H=1024,W=1024 print-schedules}))' | FileCheck %s --check-prefix=STENCIL
// STENCIL: // a group of 128 x 1 work-items, each with 4 x 4 numbers

// 17 rows of vectors of four do not fit into registers; of other devices they do,
// where local memory has no room for tiles.
// RUN: lift-opt %lift_src_root/examples/separable.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=mali-g72 sizes=H=1024,W=1024 print-schedules}))' | FileCheck %s --check-prefix=NARROW
// NARROW: match_pattern %func[1]
// NARROW: // a group of 128 x 1 work-items, each with 16 x 2 numbers
// NARROW: match_pattern %func[0]
// NARROW: // a group of 128 x 1 work-items, each with 1 x 4 numbers
// RUN: sed 's/32768/4096/' %lift_src_root/share/targets/opencl.attr > %t.attr
// RUN: lift-opt %lift_src_root/examples/separable.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=%t.attr sizes=H=2048,W=2048 print-schedules}))' | FileCheck %s --check-prefix=BROAD
// BROAD: each with 16 x 4 numbers
// RUN: lift-run %lift_src_root/examples/separable.mlir --target=mali-g72 --size=H=101,W=514 --verify | FileCheck %s --check-prefix=RIGHT
// RIGHT: OK

// RUN: lift-opt %lift_src_root/examples/matmul.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=mali-g610 sizes=M=64,N=64,K=64 print-schedules}))' | FileCheck %s --check-prefix=TILES
// TILES: // contraction in register tiles
// TILES: transform.lift.map_to {{.*}} ["glb(0)"]
// TILES: transform.lift.map_to {{.*}} ["glb(1)"]

// Both operands of a convolution have steps as neighbours: the innermost loop is over
// these. The rows of a window stay apart, and its columns, along which pixels slide,
// are in the loop over vectors of channels; not if the order of the sum is fixed.
// RUN: lift-opt %lift_src_root/examples/conv3x3.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=mali-g72 sizes=H=56,W=56,Ci=64,Co=64 print-schedules}))' | FileCheck %s --check-prefix=DOTS
// DOTS: transform.lift.block {{.*}} {chunks = {{\[\[}}], [4], [4], [], [], [4]], order = {{\[\[}}0, 0], [1, 0], [2, 0], [3, 0], [5, 0], [4, 0], [2, 1], [1, 1], [5, 1]]}
// DOTS: transform.lift.stage {{.*}} {argument = 0, space = "private", vector = 4}
// DOTS: transform.lift.stage {{.*}} {argument = 0, space = "private", vector = 4}
// RUN: sed 's/associative commutative//' %lift_src_root/examples/conv3x3.mlir | lift-opt --pass-pipeline='builtin.module(func.func(lift-optimize{target=mali-g72 sizes=H=56,W=56,Ci=64,Co=64 print-schedules}))' | FileCheck %s --check-prefix=FIXED
// FIXED: transform.lift.block {{.*}} order = {{\[\[}}0, 0], [1, 0], [2, 0], [3, 0], [4, 0], [5, 0], [1, 1], [2, 1], [5, 1]]}

// In the interior, each tap reads one pixel, and has the others from the tap before.
// Lines of 14 pixels are tiles of four, the last with two that are dropped; lines of 5
// would have more to drop.
// RUN: lift-opt %lift_src_root/examples/conv3x3-step2.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=mali-g72 sizes=H=28,W=28,Ci=64,Co=64 print-schedules}))' | FileCheck %s --check-prefix=LINES
// LINES: transform.lift.block {{.*}} pad = array<i64: 1>
// LINES-NOT: collapse
// RUN: lift-opt %lift_src_root/examples/conv3x3-step2.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=mali-g72 sizes=H=8,W=10,Ci=64,Co=64 print-schedules}))' | FileCheck %s --check-prefix=JOINED
// JOINED: transform.lift.block {{.*}}collapse
// RUN: lift-run %lift_src_root/examples/conv3x3-step2.mlir --target=mali-g72 --size=H=12,W=14,Ci=8,Co=12 --verify | FileCheck %s --check-prefix=RIGHT
// RUN: lift-run %lift_src_root/examples/conv3x3.mlir --target=mali-g610 --size=H=5,W=15,Ci=4,Co=4 --verify | FileCheck %s --check-prefix=RIGHT

// RUN: lift-run %lift_src_root/examples/conv3x3.mlir --target=mali-g72 --size=H=56,W=56,Ci=64,Co=64 --print-kernel --verify=sample:16 | FileCheck %s --check-prefix=TAPS
// TAPS: if ({{.*}} && {{.*}}) {
// TAPS-NEXT: const int
// TAPS-COUNT-3: float4 acc{{.*}} = *(global const float4 *)
// TAPS: for (int {{.*}} < 3;
// TAPS-NOT: ?
// TAPS-COUNT-1: = *(global const float4 *)((global const char *)in
// TAPS: for (
// TAPS: } else {

// RUN: lift-opt %lift_src_root/examples/conv3x3.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=mali-g72 sizes=H=56,W=56,Ci=66,Co=64 print-schedules}))' | FileCheck %s --check-prefix=PAIRS
// PAIRS: transform.lift.stage {{.*}} vector = 2}
// PAIRS: transform.lift.stage {{.*}} vector = 2}

// RUN: lift-run %lift_src_root/examples/gemv.mlir --target=mali-g72 --size=M=4096,K=48 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %lift_src_root/examples/gemv.mlir --target=mali-g610 --size=M=1030,K=20 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %lift_src_root/examples/gemv-transposed.mlir --target=mali-g610 --size=M=8192,K=36 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %lift_src_root/examples/gemv-transposed.mlir --target=mali-g72 --size=M=32,K=2052 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %lift_src_root/examples/jacobi2d.mlir --target=mali-g72 --size=H=256,W=520 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %lift_src_root/examples/stencil3d.mlir --target=mali-g610 --size=D=32,H=33,W=132 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %lift_src_root/examples/conv3x3.mlir --target=mali-g610 --size=H=5,W=7,Ci=6,Co=8 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %lift_src_root/examples/conv3x3.mlir --target=mali-g72 --size=H=5,W=8,Ci=8,Co=8 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %lift_src_root/examples/conv3x3.mlir --target=mali-g72 --size=H=1,W=4,Ci=4,Co=4 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %lift_src_root/examples/conv3x3.mlir --target=mali-g610 --size=H=3,W=13,Ci=12,Co=8 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %lift_src_root/examples/conv3x3.mlir --target=mali-g72 --size=H=3,W=20,Ci=8,Co=8 --input-kind=rounding --rtol=1e-3 --verify | FileCheck %s --check-prefix=OK
// OK: OK
