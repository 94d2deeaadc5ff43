// Columns that are windows beside each other in memory, as the pixels of images
// whose channels are planes: a tile is of one line, and threads read lines from a
// copy that has what is outside of the image.
// RUN: split-file %s %t
// DEFINE: %{program} = %lift_src_root/examples/gallery/conv-nchw.mlir
// DEFINE: %{sizes} = B=1,H=56,W=56,Ci=64,Co=64
// DEFINE: %{target} = pocl
// DEFINE: %{optimize} = lift-opt %{program} --lift-fuse-producers --lift-optimize='target=%{target} sizes=%{sizes} print-schedules' -o /dev/null | FileCheck %s
// RUN: %{optimize} --check-prefix=LINES
// LINES: // a tile of 8 x 32 for a work-item
// LINES: // lines with what is outside of them
// LINES: transform.lift.copy_argument {{.*}}, below_windows}
// LINES: transform.lift.map_to {{.*}} ["wrg(1)", "wrg(0)", "seq", "seq"]

// A line is whole vectors of the copy: no clamp, no test, and no division in a loop.
// RUN: lift-run %{program} --target=pocl --size=%{sizes} --cache= --emit-package=%t/package
// RUN: FileCheck %s --check-prefix=KERNEL --input-file=%t/package/kernels.cl
// KERNEL: kernel void conv_nchw_1
// KERNEL-NOT: min(
// KERNEL: vload16(0,
// KERNEL-NOT: min(
// KERNEL: fma(

// Short lines have as many rows instead, of narrower vectors.
// REDEFINE: %{sizes} = B=1,H=14,W=14,Ci=64,Co=64
// RUN: %{optimize} --check-prefix=SHORT
// SHORT: // a tile of 16 x 16 for a work-item
// REDEFINE: %{sizes} = B=1,H=7,W=7,Ci=64,Co=8
// RUN: %{optimize} --check-prefix=SHORTER
// SHORTER: // a tile of 8 x 8 for a work-item

// Mali reads the image itself, and asks once whether all of a tile is inside.
// REDEFINE: %{target} = mali-g72
// REDEFINE: %{sizes} = B=1,H=56,W=56,Ci=64,Co=64
// RUN: %{optimize} --check-prefix=MALI
// MALI: // a tile of 4 x 4 for a work-item
// MALI-NOT: copy_argument
// RUN: lift-run %{program} --target=mali-g72 --size=%{sizes} --cache= --emit-package=%t/mali
// RUN: FileCheck %s --check-prefix=INSIDE --input-file=%t/mali/kernels.cl
// INSIDE:     for (int [[J:[a-z]]] = 0; [[J]] < Ci; [[J]]++) {
// INSIDE-NOT: ?
// INSIDE:     } else {

// No copy of a list, without memory for it, or of what has nothing outside.
// REDEFINE: %{target} = pocl
// REDEFINE: %{program} = %t/bank.mlir
// REDEFINE: %{sizes} = N=1000,F=16
// RUN: %{optimize} --check-prefix=NOT
// REDEFINE: %{program} = %t/inside.mlir
// REDEFINE: %{sizes} = B=1,Ci=8,W=100,Co=16
// RUN: %{optimize} --check-prefix=NOT
// NOT: contraction in register tiles
// NOT-NOT: copy_argument
// RUN: lift-run %lift_src_root/examples/gallery/conv-nchw.mlir --target=pocl --size=B=1,H=6,W=10,Ci=3,Co=2 --lower=max-memory=1 --verify --rtol=1e-4 | FileCheck %s --check-prefix=OK
// OK: OK

// DEFINE: %{verify} = lift-run --verify --rtol=1e-4
// RUN: %{verify} %lift_src_root/examples/gallery/conv-nchw.mlir --target=pocl --size=B=2,H=1,W=1,Ci=3,Co=1
// RUN: %{verify} %lift_src_root/examples/gallery/conv-nchw.mlir --target=pocl --size=B=1,H=5,W=33,Ci=8,Co=17
// RUN: %{verify} %lift_src_root/examples/gallery/conv-nchw.mlir --target=pocl --size=B=1,H=3,W=7,Ci=2,Co=32
// RUN: %{verify} %lift_src_root/examples/gallery/conv-nchw.mlir --target=mali-g72 --size=B=1,H=5,W=9,Ci=3,Co=5
// RUN: %{verify} %t/clamp.mlir --target=pocl --size=B=2,W=38,Ci=3,Co=9
// RUN: %{verify} %t/clamp.mlir --target=pocl --size=B=1,W=2,Ci=1,Co=16
// RUN: %{verify} %t/clamp.mlir --target=mali-g610 --size=B=1,W=12,Ci=2,Co=4
// RUN: %{verify} %t/inside.mlir --target=pocl --size=B=1,Ci=3,W=41,Co=9
// RUN: %{verify} %t/bank.mlir --target=pocl --size=N=45,F=3

//--- clamp.mlir
func.func @clamp(%x: !lift.array<B x Ci x W x f32>, %k: !lift.array<Co x Ci x 5 x f32>) -> !lift.array<B x Co x (W / 2) x f32> attributes {lift.requires = [#lift.constraint<2 divides W>]} {
  %v0 = arith.constant 0.0 : f32
  %p = lift.pad %x low [2] high [1] dims [2] clamp : !lift.array<B x Ci x W x f32>
  %s = lift.slide %p size [5] step [2] dims [2] : !lift.array<B x Ci x (W + 3) x f32>
  %t = lift.transpose %s permutation [0, 2, 1, 3] : !lift.array<B x Ci x (W / 2) x 5 x f32>
  %r = lift.map (%a = %t : !lift.array<B x (W / 2) x Ci x 5 x f32>) {
    %rb = lift.map (%w = %k : !lift.array<Co x Ci x 5 x f32>) {
      %rc = lift.map (%b = %a : !lift.array<(W / 2) x Ci x 5 x f32>) {
        %sum = lift.reduce associative commutative (%c = %b, %d = %w : !lift.array<Ci x 5 x f32>, !lift.array<Ci x 5 x f32>) init (%acc = %v0 : f32) {
          %s2 = lift.reduce associative commutative (%e = %c, %f = %d : !lift.array<5 x f32>, !lift.array<5 x f32>) init (%acc2 = %acc : f32) {
            %m = arith.mulf %e, %f : f32
            %n = arith.addf %acc2, %m : f32
            lift.yield %n : f32
          }
          lift.yield %s2 : f32
        }
        lift.yield %sum : f32
      }
      lift.yield %rc : !lift.array<(W / 2) x f32>
    }
    lift.yield %rb : !lift.array<Co x (W / 2) x f32>
  }
  return %r : !lift.array<B x Co x (W / 2) x f32>
}
//--- inside.mlir
func.func @inside(%x: !lift.array<B x Ci x W x f32>, %k: !lift.array<Co x Ci x 5 x f32>) -> !lift.array<B x Co x (W - 4) x f32> {
  %v0 = arith.constant 0.0 : f32
  %s = lift.slide %x size [5] step [1] dims [2] : !lift.array<B x Ci x W x f32>
  %t = lift.transpose %s permutation [0, 2, 1, 3] : !lift.array<B x Ci x (W - 4) x 5 x f32>
  %r = lift.map (%a = %t : !lift.array<B x (W - 4) x Ci x 5 x f32>) {
    %rb = lift.map (%w = %k : !lift.array<Co x Ci x 5 x f32>) {
      %rc = lift.map (%b = %a : !lift.array<(W - 4) x Ci x 5 x f32>) {
        %sum = lift.reduce associative commutative (%c = %b, %d = %w : !lift.array<Ci x 5 x f32>, !lift.array<Ci x 5 x f32>) init (%acc = %v0 : f32) {
          %s2 = lift.reduce associative commutative (%e = %c, %f = %d : !lift.array<5 x f32>, !lift.array<5 x f32>) init (%acc2 = %acc : f32) {
            %m = arith.mulf %e, %f : f32
            %n = arith.addf %acc2, %m : f32
            lift.yield %n : f32
          }
          lift.yield %s2 : f32
        }
        lift.yield %sum : f32
      }
      lift.yield %rc : !lift.array<(W - 4) x f32>
    }
    lift.yield %rb : !lift.array<Co x (W - 4) x f32>
  }
  return %r : !lift.array<B x Co x (W - 4) x f32>
}
//--- bank.mlir
func.func @bank(%x: !lift.array<N x f32>, %k: !lift.array<F x 16 x f32>) -> !lift.array<F x N x f32> {
  %v0 = arith.constant 0.0 : f32
  %p = lift.pad %x low [8] high [7] constant(%v0 : f32) : !lift.array<N x f32>
  %s = lift.slide %p size [16] step [1] dims [0] : !lift.array<(N + 15) x f32>
  %r = lift.map (%w = %k : !lift.array<F x 16 x f32>) {
    %rc = lift.map (%b = %s : !lift.array<N x 16 x f32>) {
      %sum = lift.reduce associative commutative (%e = %b, %f = %w : !lift.array<16 x f32>, !lift.array<16 x f32>) init (%acc = %v0 : f32) {
        %m = arith.mulf %e, %f : f32
        %n = arith.addf %acc, %m : f32
        lift.yield %n : f32
      }
      lift.yield %sum : f32
    }
    lift.yield %rc : !lift.array<N x f32>
  }
  return %r : !lift.array<F x N x f32>
}
