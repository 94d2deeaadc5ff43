// Convolutions of images whose channels are planes: one tap after another, with
// filters that are copied first.
// RUN: split-file %s %t
// DEFINE: %{large} = --lift-fuse-producers --lift-optimize='target=nvidia-h200 sizes=B=8,Ci=64,Co=128,H=112,W=112 print-schedules'
// DEFINE: %{odd} = --lift-fuse-producers --lift-optimize='target=nvidia-h200 sizes=B=8,Ci=41,Co=145,H=111,W=113'
// DEFINE: %{run} = lift-run --target=nvidia-h200 --verify --rtol=1e-5
// RUN: lift-opt %t/planes.mlir %{large} -o %t.large.mlir | FileCheck %s
// CHECK:      // convolution of planes
// CHECK:      transform.lift.block {{.*}}order = {{\[\[}}0, 0], [1, 0], [2, 0], [3, 0], [5, 0], [6, 0], [4, 0]]
// CHECK-NEXT: transform.lift.copy_argument {{.*}} {argument = 0}
// CHECK:      // contraction in local tiles
// CHECK:      // transposition
// RUN: %{run} %t.large.mlir --size=B=1,Ci=64,Co=128,H=16,W=8 | FileCheck %s --check-prefix=OK
// RUN: lift-opt %t/planes.mlir %{odd} -o %t.odd.mlir
// RUN: %{run} %t.odd.mlir --size=B=3,Ci=41,Co=7,H=6,W=9 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t.odd.mlir --size=B=1,Ci=41,Co=1,H=1,W=1 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t.odd.mlir --size=B=1,Ci=41,Co=130,H=13,W=17 | FileCheck %s --check-prefix=OK
// OK: OK

// Few channels, small convolutions, channels that are neighbours, sums in order, and
// devices without local memory keep what they have.
// RUN: lift-opt %t/planes.mlir --lift-fuse-producers --lift-optimize='target=nvidia-h200 sizes=B=8,Ci=16,Co=128,H=112,W=112 print-schedules' -o /dev/null | FileCheck %s --check-prefix=NOT
// RUN: lift-opt %t/planes.mlir --lift-fuse-producers --lift-optimize='target=nvidia-h200 sizes=B=1,Ci=64,Co=64,H=14,W=14 print-schedules' -o /dev/null | FileCheck %s --check-prefix=NOT
// RUN: lift-opt %lift_src_root/examples/conv3x3.mlir %{large} -o /dev/null | FileCheck %s --check-prefix=NOT
// RUN: lift-opt %t/planes.mlir --lift-fuse-producers --lift-optimize='target=pocl sizes=B=8,Ci=64,Co=128,H=112,W=112 print-schedules' -o /dev/null | FileCheck %s --check-prefix=NOT
// RUN: sed -e 's/ associative commutative//' %t/planes.mlir > %t.ordered.mlir
// RUN: lift-opt %t.ordered.mlir %{large} -o /dev/null | FileCheck %s --check-prefix=NOT
// NOT-NOT: convolution of planes
// NOT: transform.yield

//--- planes.mlir
func.func @conv_nchw(%x: !lift.array<B x Ci x H x W x f32>, %k: !lift.array<Co x Ci x 3 x 3 x f32>) -> !lift.array<B x Co x H x W x f32> {
  %v0 = arith.constant 0.0 : f32
  %v1 = lift.pad %x low [1, 1] high [1, 1] dims [2, 3] constant(%v0 : f32) : !lift.array<B x Ci x H x W x f32>
  %v2 = lift.slide %v1 size [3, 3] step [1, 1] dims [2, 3] : !lift.array<B x Ci x (H + 2) x (W + 2) x f32>
  %v3 = lift.transpose %v2 permutation [0, 2, 3, 1, 4, 5] : !lift.array<B x Ci x H x W x 3 x 3 x f32>
  %v4 = lift.map (%v5 = %v3 : !lift.array<B x H x W x Ci x 3 x 3 x f32>) {
    %v6 = lift.map (%v7 = %k : !lift.array<Co x Ci x 3 x 3 x f32>) {
      %v8 = lift.map (%v9 = %v5 : !lift.array<H x W x Ci x 3 x 3 x f32>) {
        %v10 = lift.map (%v11 = %v9 : !lift.array<W x Ci x 3 x 3 x f32>) {
          %v12 = lift.reduce associative commutative (%v13 = %v11, %v14 = %v7 : !lift.array<Ci x 3 x 3 x f32>, !lift.array<Ci x 3 x 3 x f32>) init (%v15 = %v0 : f32) {
            %v16 = lift.reduce associative commutative (%v17 = %v13, %v18 = %v14 : !lift.array<3 x 3 x f32>, !lift.array<3 x 3 x f32>) init (%v19 = %v15 : f32) {
              %v20 = lift.reduce associative commutative (%v21 = %v17, %v22 = %v18 : !lift.array<3 x f32>, !lift.array<3 x f32>) init (%v23 = %v19 : f32) {
                %v24 = arith.mulf %v21, %v22 : f32
                %v25 = arith.addf %v23, %v24 : f32
                lift.yield %v25 : f32
              }
              lift.yield %v20 : f32
            }
            lift.yield %v16 : f32
          }
          lift.yield %v12 : f32
        }
        lift.yield %v10 : !lift.array<W x f32>
      }
      lift.yield %v8 : !lift.array<H x W x f32>
    }
    lift.yield %v6 : !lift.array<Co x H x W x f32>
  }
  return %v4 : !lift.array<B x Co x H x W x f32>
}
