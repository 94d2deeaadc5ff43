// Dimensions of a few elements: colours, small matrices, pixels that are repeated.
// RUN: split-file %s %t
// DEFINE: %{sizes} =
// DEFINE: %{optimize} = --lift-optimize='target=nvidia-h200 sizes=%{sizes} print-schedules'

// A product with a matrix of colours fills no tiles.
// REDEFINE: %{sizes} = H=1080,W=1920
// RUN: lift-opt %t/colours.mlir %{optimize} -o %t.mlir | FileCheck %s --check-prefix=COLOURS
// COLOURS: // elementwise maps
// COLOURS: // a group of 4 lanes with 1 numbers, and 64 rows
// RUN: lift-opt %t/gray.mlir %{optimize} -o %t.mlir | FileCheck %s --check-prefix=GRAY
// GRAY: // elementwise maps
// RUN: lift-opt %t/gray.mlir --lift-optimize='target=pocl sizes=H=1080,W=1920 print-schedules' -o %t.mlir | FileCheck %s --check-prefix=NONE --allow-empty
// NONE-NOT: elementwise

// Rows of several small matrices are a group.
// REDEFINE: %{sizes} = P=100000
// RUN: lift-opt %t/small.mlir %{optimize} -o %t.mlir | FileCheck %s --check-prefix=SMALL
// SMALL: // a group of 2 lanes with 4 numbers, and 128 rows
// SMALL: collapse = array<i64: 0>

// Of more dimensions than a launch has, the shortest run in sequence.
// REDEFINE: %{sizes} = H=1024,W=1024
// RUN: lift-opt %t/twice.mlir %{optimize} -o %t.mlir | FileCheck %s --check-prefix=TWICE
// TWICE: %[[FIRST:.*]], %{{.*}}, %{{.*}}, %[[LAST:.*]], %{{.*}}, %{{.*}}, %{{.*}} = transform.lift.block
// TWICE: transform.lift.map_to %[[LAST]] ["seq"]
// TWICE: transform.lift.map_to %[[FIRST]] ["wrg(2)"]
// REDEFINE: %{sizes} = B=8,H=112,W=112,C=64
// RUN: lift-opt %t/planes.mlir %{optimize} -o %t.mlir | FileCheck %s --check-prefix=PLANES
// PLANES: // a group of 16 x 16 work-items
// PLANES: %[[FIRST:[0-9]+]], %{{[0-9]+}}, %{{[0-9]+}}, %[[LAST:[0-9]+]], {{.*}} = transform.lift.block
// PLANES: transform.lift.map_to %[[LAST]] ["seq"]
// PLANES: transform.lift.map_to %[[FIRST]] ["wrg(2)"]

// DEFINE: %{run} = lift-run --verify --rtol=1e-5 --target=nvidia-h200
// RUN: %{run} %t/colours.mlir --size=H=601,W=303 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/gray.mlir --size=H=601,W=503 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/small.mlir --size=P=5001 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/twice.mlir --size=H=301,W=299 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/planes.mlir --size=B=2,H=51,W=57,C=64 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/planes.mlir --size=B=3,H=50,W=47,C=41 | FileCheck %s --check-prefix=OK
// OK: OK

//--- colours.mlir
func.func @colours(%x: !lift.array<H x W x 3 x f32>, %m: !lift.array<3 x 3 x f32>) -> !lift.array<H x W x 3 x f32> {
  %v0 = arith.constant 0.0 : f32
  %v1 = lift.map (%v2 = %x : !lift.array<H x W x 3 x f32>) {
    %v3 = lift.map (%v4 = %v2 : !lift.array<W x 3 x f32>) {
      %v5 = lift.map (%v6 = %m : !lift.array<3 x 3 x f32>) {
        %v7 = lift.reduce associative commutative (%v8 = %v4, %v9 = %v6 : !lift.array<3 x f32>, !lift.array<3 x f32>) init (%v10 = %v0 : f32) {
          %v11 = arith.mulf %v8, %v9 : f32
          %v12 = arith.addf %v10, %v11 : f32
          lift.yield %v12 : f32
        }
        lift.yield %v7 : f32
      }
      lift.yield %v5 : !lift.array<3 x f32>
    }
    lift.yield %v3 : !lift.array<W x 3 x f32>
  }
  return %v1 : !lift.array<H x W x 3 x f32>
}

//--- gray.mlir
func.func @gray(%x: !lift.array<H x W x 3 x i8>) -> !lift.array<H x W x i8> {
  %v0 = arith.constant 77 : i32
  %v1 = arith.constant 150 : i32
  %v2 = arith.constant 29 : i32
  %v3 = arith.constant 8 : i32
  %v4 = lift.map (%v5 = %x : !lift.array<H x W x 3 x i8>) {
    %v6 = lift.map (%v7 = %v5 : !lift.array<W x 3 x i8>) {
      %v8 = lift.at %v7[0] : !lift.array<3 x i8>
      %v9 = arith.extui %v8 : i8 to i32
      %v10 = lift.at %v7[1] : !lift.array<3 x i8>
      %v11 = arith.extui %v10 : i8 to i32
      %v12 = lift.at %v7[2] : !lift.array<3 x i8>
      %v13 = arith.extui %v12 : i8 to i32
      %v14 = arith.muli %v9, %v0 : i32
      %v15 = arith.muli %v11, %v1 : i32
      %v16 = arith.addi %v14, %v15 : i32
      %v17 = arith.muli %v13, %v2 : i32
      %v18 = arith.addi %v16, %v17 : i32
      %v19 = arith.shrui %v18, %v3 : i32
      %v20 = arith.trunci %v19 : i32 to i8
      lift.yield %v20 : i8
    }
    lift.yield %v6 : !lift.array<W x i8>
  }
  return %v4 : !lift.array<H x W x i8>
}

//--- small.mlir
func.func @small(%x: !lift.array<P x 8 x 8 x f32>, %y: !lift.array<P x 8 x 8 x f32>) -> !lift.array<P x 8 x 8 x f32> {
  %v0 = arith.constant 0.0 : f32
  %v1 = lift.map (%v2 = %x, %v3 = %y : !lift.array<P x 8 x 8 x f32>, !lift.array<P x 8 x 8 x f32>) {
    %v4 = lift.map (%v5 = %v2 : !lift.array<8 x 8 x f32>) {
      %v6 = lift.transpose %v3 permutation [1, 0] : !lift.array<8 x 8 x f32>
      %v7 = lift.map (%v8 = %v6 : !lift.array<8 x 8 x f32>) {
        %v9 = lift.reduce associative commutative (%v10 = %v5, %v11 = %v8 : !lift.array<8 x f32>, !lift.array<8 x f32>) init (%v12 = %v0 : f32) {
          %v13 = arith.mulf %v10, %v11 : f32
          %v14 = arith.addf %v12, %v13 : f32
          lift.yield %v14 : f32
        }
        lift.yield %v9 : f32
      }
      lift.yield %v7 : !lift.array<8 x f32>
    }
    lift.yield %v4 : !lift.array<8 x 8 x f32>
  }
  return %v1 : !lift.array<P x 8 x 8 x f32>
}

//--- twice.mlir
func.func @twice(%x: !lift.array<H x W x f32>, %ones: !lift.array<2 x f32>) -> !lift.array<(2 * H) x (2 * W) x f32> {
  %v0 = lift.map (%v1 = %x : !lift.array<H x W x f32>) {
    %v2 = lift.map (%v3 = %ones : !lift.array<2 x f32>) {
      %v4 = lift.map (%v5 = %v1 : !lift.array<W x f32>) {
        %v6 = lift.map (%v7 = %ones : !lift.array<2 x f32>) {
          lift.yield %v5 : f32
        }
        lift.yield %v6 : !lift.array<2 x f32>
      }
      lift.yield %v4 : !lift.array<W x 2 x f32>
    }
    lift.yield %v2 : !lift.array<2 x W x 2 x f32>
  }
  %v8 = lift.join %v0 dim 0 : !lift.array<H x 2 x W x 2 x f32>
  %v9 = lift.join %v8 dim 1 : !lift.array<(2 * H) x W x 2 x f32>
  return %v9 : !lift.array<(2 * H) x (2 * W) x f32>
}

//--- planes.mlir
func.func @planes(%x: !lift.array<B x H x W x C x f32>, %k: !lift.array<3 x 3 x C x f32>) -> !lift.array<B x H x W x C x f32> {
  %v0 = arith.constant 0.0 : f32
  %v1 = lift.pad %x low [1, 1] high [1, 1] dims [1, 2] constant(%v0 : f32) : !lift.array<B x H x W x C x f32>
  %v2 = lift.slide %v1 size [3, 3] step [1, 1] dims [1, 2] : !lift.array<B x (H + 2) x (W + 2) x C x f32>
  %v3 = lift.transpose %v2 permutation [0, 1, 2, 5, 3, 4] : !lift.array<B x H x W x 3 x 3 x C x f32>
  %v4 = lift.transpose %k permutation [2, 0, 1] : !lift.array<3 x 3 x C x f32>
  %v5 = lift.map (%v6 = %v3 : !lift.array<B x H x W x C x 3 x 3 x f32>) {
    %v7 = lift.map (%v8 = %v6 : !lift.array<H x W x C x 3 x 3 x f32>) {
      %v9 = lift.map (%v10 = %v8 : !lift.array<W x C x 3 x 3 x f32>) {
        %v11 = lift.map (%v12 = %v10, %v13 = %v4 : !lift.array<C x 3 x 3 x f32>, !lift.array<C x 3 x 3 x f32>) {
          %v14 = lift.reduce associative commutative (%v15 = %v12, %v16 = %v13 : !lift.array<3 x 3 x f32>, !lift.array<3 x 3 x f32>) init (%v17 = %v0 : f32) {
            %v18 = lift.reduce associative commutative (%v19 = %v15, %v20 = %v16 : !lift.array<3 x f32>, !lift.array<3 x f32>) init (%v21 = %v17 : f32) {
              %v22 = arith.mulf %v19, %v20 : f32
              %v23 = arith.addf %v21, %v22 : f32
              lift.yield %v23 : f32
            }
            lift.yield %v18 : f32
          }
          lift.yield %v14 : f32
        }
        lift.yield %v11 : !lift.array<C x f32>
      }
      lift.yield %v9 : !lift.array<W x C x f32>
    }
    lift.yield %v7 : !lift.array<H x W x C x f32>
  }
  return %v5 : !lift.array<B x H x W x C x f32>
}
