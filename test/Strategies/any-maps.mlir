// RUN: split-file %s %t

// Rows of numbers from several others: what is stored are neighbours, and the
// dimensions around are those of a launch.
// RUN: lift-opt %t/shuffle.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 sizes=B=8,C=64,H=256,W=256 print-schedules}))' --remarks-filter='lift.*' 2>&1 | FileCheck %s --check-prefix=SHUFFLE
// SHUFFLE: Remark="any nest"
// SHUFFLE: // a group of 256 lanes with 2 numbers, and 1 rows
// SHUFFLE: transform.lift.block {{.*}} collapse = array<i64: 0>

// Numbers that are looked up are computed beside others, as vectors are.
// RUN: lift-run %t/curve.mlir --target=nvidia-h200 --size=H=1024,W=1024 --forms=opencl-c --cache= --emit-package=%t.curve
// RUN: FileCheck %s --check-prefix=CURVE < %t.curve/kernels.cl
// CURVE: kernel void curve_0
// CURVE: *(global char4 *)({{.*}}) = (char4)(lut[{{.*}}.x], lut[{{.*}}.y], lut[{{.*}}.z], lut[{{.*}}.w]);

// So are those of a row, or a plane, for each element of outer dimensions.
// RUN: lift-opt %t/planes.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 sizes=C=64,H=256,W=256}))' --remarks-filter='lift.*' 2>&1 | FileCheck %s --check-prefix=PLANES
// PLANES: Remark="elementwise maps"

// Rows in another order that is not linear are still rows, of vectors if these
// are whole.
// RUN: lift-opt %t/groups.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 sizes=B=32,C=64,H=112,W=112 print-schedules}))' --remarks-filter='lift.*' 2>&1 | FileCheck %s --check-prefix=GROUPS
// GROUPS: Remark="elementwise maps"
// GROUPS: vector = array<i64: 3, 4>
// GROUPS: #lift.constraint<4 divides W>
// RUN: lift-opt %t/groups.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 sizes=B=32,C=64,H=112,W=111 print-schedules}))' --remarks-filter='lift.*' 2>&1 | FileCheck %s --check-prefix=ODD
// ODD: Remark="elementwise maps"
// ODD-NOT: vector =

// Rows that are looked up are no dimensions of a nest. Numbers that take no loop
// are several for a work-item, where rows are long: a vector where rows are whole
// ones. A group has several rows that are shorter than it.
// RUN: lift-opt %t/roll.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 sizes=M=8192,N=8192 print-schedules}))' | FileCheck %s --check-prefix=ROLL
// ROLL: // 4 numbers for a work-item, a group of 256
// ROLL: [[CHUNKS:%.*]], [[ITEMS:%.*]] = transform.lift.chunk_map {{.*}} by "1024"
// ROLL: [[PIECES:%.*]], [[LANES:%.*]] = transform.lift.chunk_map [[ITEMS]] by "256"
// ROLL: transform.lift.map_to [[PIECES]] ["seq unroll"]
// ROLL: transform.lift.map_to [[LANES]] ["lcl(0)"]
// RUN: lift-opt %t/roll.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 sizes=M=1000000,N=300 print-schedules}))' | FileCheck %s --check-prefix=SINGLE
// SINGLE: // 1 numbers for a work-item
// RUN: lift-opt %t/encoder.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 sizes=B=16,S=1024,V=50257,C=768 print-schedules}))' --remarks-filter='lift.*' 2>&1 | FileCheck %s --check-prefix=ROWS
// ROWS: Remark="any maps of numbers"
// ROWS: // 4 numbers for a work-item, a group of 64 for each of 4 rows
// ROWS: transform.lift.chunk_map {{.*}} by "4"
// ROWS: transform.lift.block {{.*}} {chunks = {{\[\[}}64]], {{.*}}vector = array<i64: 0, 4>}
// ROWS: #lift.constraint<4 divides C>
// RUN: lift-opt %t/encoder.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 sizes=B=16,S=1024,V=50257,C=63 print-schedules}))' | FileCheck %s --check-prefix=BESIDE
// BESIDE: // 1 numbers for a work-item, a group of 64 for each of 4 rows
// BESIDE-NOT: vector =
// RUN: lift-opt %t/encoder.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 sizes=B=16,S=1024,V=50257,C=31}))' --remarks-filter='lift.*' --remark-policy=all 2>&1 | FileCheck %s --check-prefix=SHORT
// SHORT: no strategy fits: {{.*}}has short rows (any maps of numbers)
// RUN: lift-opt %t/encoder.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=pocl}))' --remarks-filter='lift.*' --remark-policy=all 2>&1 | FileCheck %s --check-prefix=CPU
// CPU: no strategy fits: {{.*}}the device has no local memory of its own ({{[^)]*}}any maps of numbers{{[,)]}}

// So are numbers of what a body computes where it is read, with what the bodies around
// make of a few numbers; a group has several rows that are short.
// RUN: lift-opt %t/boxes.mlir --pass-pipeline='builtin.module(func.func(lift-normalize,lift-optimize{target=nvidia-h200 sizes=R=512,C=256,N=4096 print-schedules}))' --remarks-filter='lift.*' 2>&1 | FileCheck %s --check-prefix=BOXES
// BOXES: Remark="any maps of numbers"
// BOXES: // 5 rows for a group
// BOXES: transform.lift.map_to {{.*}} ["wrg(0)"]
// BOXES: transform.lift.map_to {{.*}} ["wrg(1)"]
// BOXES: transform.lift.map_to {{.*}} ["wrg(2)"]
// BOXES: transform.lift.map_to {{.*}} ["lcl(1)"]
// BOXES: transform.lift.map_to {{.*}} ["lcl(0)"]

// A short last dimension takes as many lanes as it has vectors, or is one with
// the next where that would leave more than a quarter of them without work.
// RUN: lift-run %t/colours.mlir --target=nvidia-h200 --size=H=1024,W=1024 --forms=opencl-c --cache= --emit-package=%t.colours
// RUN: FileCheck %s --check-prefix=COLOURS < %t.colours/kernels.cl
// COLOURS: reqd_work_group_size(1, 256, 1)
// COLOURS: *(global float4 *)(out
// RUN: lift-opt %t/blocks.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 sizes=N=1048576 print-schedules}))' | FileCheck %s --check-prefix=BLOCKS
// BLOCKS: // elementwise maps
// BLOCKS: // a group of 256 lanes with 4 numbers, and 1 rows
// BLOCKS: collapse = array<i64: 0>

// RUN: %if pocl %{ lift-run %t/boxes.mlir --target=nvidia-h200 --size=R=50,C=70,N=70 --verify --rtol=1e-5 --atol=1e-6 | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ lift-run %t/boxes.mlir --target=nvidia-h200 --size=R=300,C=60,N=7 --verify --rtol=1e-5 --atol=1e-6 | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ lift-run %t/shuffle.mlir --target=nvidia-h200 --size=B=3,C=28,H=5,W=131 --verify | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ lift-run %t/curve.mlir --target=nvidia-h200 --size=H=600,W=304 --verify | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ lift-run %t/curve.mlir --target=nvidia-h200 --size=H=601,W=307 --verify | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ lift-run %t/planes.mlir --target=nvidia-h200 --size=C=3,H=300,W=400 --verify | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ lift-run %t/planes.mlir --target=nvidia-h200 --size=C=2,H=31,W=1 --verify | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ lift-run %t/planes.mlir --target=pocl --size=C=5,H=256,W=512 --verify | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ lift-run %t/encoder.mlir --target=nvidia-h200 --size=B=2,S=3,V=17,C=67 --verify | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ lift-run %t/encoder.mlir --target=nvidia-h200 --size=B=2,S=601,V=17,C=64 --verify | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ lift-run %t/encoder.mlir --target=nvidia-h200 --size=B=3,S=301,V=17,C=100 --verify | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ lift-run %t/encoder.mlir --target=nvidia-h200 --size=B=400,S=3,V=17,C=67 --verify | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ lift-run %t/colours.mlir --target=nvidia-h200 --size=H=67,W=301 --verify | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ lift-run %t/blocks.mlir --target=nvidia-h200 --size=N=60007 --verify | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ lift-run %t/groups.mlir --target=nvidia-h200 --size=B=3,C=6,H=50,W=112 --verify | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ lift-run %t/groups.mlir --target=nvidia-h200 --size=B=3,C=10,H=17,W=131 --verify | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ lift-run %t/groups.mlir --target=pocl --size=B=3,C=6,H=50,W=112 --verify | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ lift-run %t/roll.mlir --target=nvidia-h200 --size=M=67,N=1100 --arg=s=7 --verify | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ lift-run %t/roll.mlir --target=nvidia-h200 --size=M=67,N=2048 --arg=s=2047 --verify | FileCheck %s --check-prefix=OK %}
// OK: verify: {{.*}} OK

//--- shuffle.mlir
// Pixels of four channels become a square of one.
func.func @shuffle(%x: !lift.array<B x C x H x W x f32>) -> !lift.array<B x ((C / 2) / 2) x (2*H) x (2*W) x f32> attributes {lift.requires = [#lift.constraint<4 divides C>]} {
  %v1 = lift.split %x by 2 dim 1 : !lift.array<B x C x H x W x f32>
  %v2 = lift.split %v1 by 2 dim 1 : !lift.array<B x (C / 2) x 2 x H x W x f32>
  %v3 = lift.transpose %v2 permutation [0, 1, 4, 2, 5, 3] : !lift.array<B x ((C / 2) / 2) x 2 x 2 x H x W x f32>
  %v4 = lift.join %v3 dim 4 : !lift.array<B x ((C / 2) / 2) x H x 2 x W x 2 x f32>
  %v5 = lift.join %v4 dim 2 : !lift.array<B x ((C / 2) / 2) x H x 2 x (2*W) x f32>
  %v6 = lift.map (%v7 = %v5 : !lift.array<B x ((C / 2) / 2) x (2*H) x (2*W) x f32>) {
    %v8 = lift.map (%v9 = %v7 : !lift.array<((C / 2) / 2) x (2*H) x (2*W) x f32>) {
      %v10 = lift.map (%v11 = %v9 : !lift.array<(2*H) x (2*W) x f32>) {
        %v12 = lift.map (%v13 = %v11 : !lift.array<(2*W) x f32>) {
          lift.yield %v13 : f32
        }
        lift.yield %v12 : !lift.array<(2*W) x f32>
      }
      lift.yield %v10 : !lift.array<(2*H) x (2*W) x f32>
    }
    lift.yield %v8 : !lift.array<((C / 2) / 2) x (2*H) x (2*W) x f32>
  }
  return %v6 : !lift.array<B x ((C / 2) / 2) x (2*H) x (2*W) x f32>
}

//--- groups.mlir
// Channels of two groups, by turns.
func.func @groups(%x: !lift.array<B x C x H x W x f32>) -> !lift.array<B x ((C / 2) * (C / (C / 2))) x H x W x f32> attributes {lift.requires = [#lift.constraint<2 divides C>]} {
  %halves = lift.split %x by (C / 2) dim 1 : !lift.array<B x C x H x W x f32>
  %pairs = lift.transpose %halves permutation [0, 2, 1, 3, 4] : !lift.array<B x (C / (C / 2)) x (C / 2) x H x W x f32>
  %turns = lift.join %pairs dim 1 : !lift.array<B x (C / 2) x (C / (C / 2)) x H x W x f32>
  %images = lift.map (%image = %turns : !lift.array<B x ((C / 2) * (C / (C / 2))) x H x W x f32>) {
    %planes = lift.map (%plane = %image : !lift.array<((C / 2) * (C / (C / 2))) x H x W x f32>) {
      %rows = lift.map (%row = %plane : !lift.array<H x W x f32>) {
        %numbers = lift.map (%e = %row : !lift.array<W x f32>) {
          lift.yield %e : f32
        }
        lift.yield %numbers : !lift.array<W x f32>
      }
      lift.yield %rows : !lift.array<H x W x f32>
    }
    lift.yield %planes : !lift.array<((C / 2) * (C / (C / 2))) x H x W x f32>
  }
  return %images : !lift.array<B x ((C / 2) * (C / (C / 2))) x H x W x f32>
}

//--- roll.mlir
// Each row moved to the left, around its end.
func.func @roll(%x: !lift.array<M x N x f32>, %s: i32) -> !lift.array<M x N x f32> {
  %length = lift.size N : index
  %shift = arith.index_cast %s : i32 to index
  %rows = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %moved = lift.gather in_bounds %row : !lift.array<N x f32> by (%i < N) {
      %from = arith.addi %i, %shift : index
      %around = arith.remui %from, %length : index
      lift.yield %around : index
    }
    %numbers = lift.map (%e = %moved : !lift.array<N x f32>) {
      lift.yield %e : f32
    }
    lift.yield %numbers : !lift.array<N x f32>
  }
  return %rows : !lift.array<M x N x f32>
}

//--- curve.mlir
func.func @curve(%x: !lift.array<3 x H x W x i8>, %lut: !lift.array<256 x i8>) -> !lift.array<3 x H x W x i8> {
  %v1 = lift.map (%v2 = %x : !lift.array<3 x H x W x i8>) {
    %v3 = lift.map (%v4 = %v2 : !lift.array<H x W x i8>) {
      %v5 = lift.map (%v6 = %v4 : !lift.array<W x i8>) {
        %v7 = arith.extui %v6 : i8 to i32
        %v8 = arith.index_cast %v7 : i32 to index
        %v9 = lift.at in_bounds %lut[%v8] : !lift.array<256 x i8>
        lift.yield %v9 : i8
      }
      lift.yield %v5 : !lift.array<W x i8>
    }
    lift.yield %v3 : !lift.array<H x W x i8>
  }
  return %v1 : !lift.array<3 x H x W x i8>
}

//--- planes.mlir
// The pixel of each plane that the size of another says.
func.func @planes(%x: !lift.array<C x H x W x f32>, %shift: !lift.array<H x W x f32>) -> !lift.array<C x H x W x f32> {
  %zero = arith.constant 0.0 : f32
  %y = lift.map (%plane = %x : !lift.array<C x H x W x f32>) {
    %rows = lift.map (%row = %shift : !lift.array<H x W x f32>) {
      %r = lift.map (%s = %row : !lift.array<W x f32>) {
        %k = arith.fptosi %s : f32 to i32
        %i = arith.index_cast %k : i32 to index
        %e = lift.at %plane[%i, %i] default(%zero : f32) : !lift.array<H x W x f32>
        %d = arith.subf %e, %s : f32
        lift.yield %d : f32
      }
      lift.yield %r : !lift.array<W x f32>
    }
    lift.yield %rows : !lift.array<H x W x f32>
  }
  return %y : !lift.array<C x H x W x f32>
}

//--- encoder.mlir
// Rows of a table, and those of their places.
func.func @encoder(%ix: !lift.array<B x S x i32>, %wte: !lift.array<V x C x f32>, %wpe: !lift.array<S x C x f32>) -> !lift.array<B x S x C x f32> {
  %c0 = arith.constant 0.0 : f32
  %v1 = lift.map (%v2 = %ix : !lift.array<B x S x i32>) {
    %v3 = lift.lookup %wte at %v2 default(%c0 : f32) : !lift.array<V x C x f32>, !lift.array<S x i32>
    %v4 = lift.map (%v5 = %v3, %v6 = %wpe : !lift.array<S x C x f32>, !lift.array<S x C x f32>) {
      %v7 = lift.map (%v8 = %v5, %v9 = %v6 : !lift.array<C x f32>, !lift.array<C x f32>) {
        %v10 = arith.addf %v8, %v9 : f32
        lift.yield %v10 : f32
      }
      lift.yield %v7 : !lift.array<C x f32>
    }
    lift.yield %v4 : !lift.array<S x C x f32>
  }
  return %v1 : !lift.array<B x S x C x f32>
}

//--- colours.mlir
// A box of 3 x 3 pixels of four colours.
func.func @colours(%x: !lift.array<H x W x 4 x f32>) -> !lift.array<H x W x 4 x f32> {
  %c0 = arith.constant 0.0 : f32
  %c1 = arith.constant 0.1111111111111111 : f32
  %v1 = lift.pad %x low [1, 1] high [1, 1] clamp : !lift.array<H x W x 4 x f32>
  %v2 = lift.slide %v1 size [3, 3] step [1, 1] : !lift.array<(H + 2) x (W + 2) x 4 x f32>
  %v3 = lift.transpose %v2 permutation [0, 1, 4, 2, 3] : !lift.array<H x W x 3 x 3 x 4 x f32>
  %v4 = lift.map (%v5 = %v3 : !lift.array<H x W x 4 x 3 x 3 x f32>) {
    %v6 = lift.map (%v7 = %v5 : !lift.array<W x 4 x 3 x 3 x f32>) {
      %v8 = lift.map (%v9 = %v7 : !lift.array<4 x 3 x 3 x f32>) {
        %v10 = lift.reduce associative commutative (%v11 = %v9 : !lift.array<3 x 3 x f32>) init (%v12 = %c0 : f32) {
          %v13 = lift.reduce associative commutative (%v14 = %v11 : !lift.array<3 x f32>) init (%v15 = %v12 : f32) {
            %v16 = arith.addf %v15, %v14 : f32
            lift.yield %v16 : f32
          }
          lift.yield %v13 : f32
        }
        %v17 = arith.mulf %v10, %c1 : f32
        lift.yield %v17 : f32
      }
      lift.yield %v8 : !lift.array<4 x f32>
    }
    lift.yield %v6 : !lift.array<W x 4 x f32>
  }
  return %v4 : !lift.array<H x W x 4 x f32>
}

//--- blocks.mlir
// Products of blocks of 5 x 5 and rows of 5.
func.func @blocks(%m: !lift.array<N x 5 x 5 x f32>, %v: !lift.array<N x 5 x f32>) -> !lift.array<N x 5 x f32> {
  %c0 = arith.constant 0.0 : f32
  %v1 = lift.map (%v2 = %m, %v3 = %v : !lift.array<N x 5 x 5 x f32>, !lift.array<N x 5 x f32>) {
    %v4 = lift.map (%v5 = %v2 : !lift.array<5 x 5 x f32>) {
      %v6 = lift.reduce associative commutative (%v7 = %v5, %v8 = %v3 : !lift.array<5 x f32>, !lift.array<5 x f32>) init (%v9 = %c0 : f32) {
        %v10 = arith.mulf %v7, %v8 : f32
        %v11 = arith.addf %v9, %v10 : f32
        lift.yield %v11 : f32
      }
      lift.yield %v6 : f32
    }
    lift.yield %v4 : !lift.array<5 x f32>
  }
  return %v1 : !lift.array<N x 5 x f32>
}

//--- boxes.mlir
func.func @boxes(%x: !lift.array<C x N x f32>, %boxes: !lift.array<R x 2 x f32>) -> !lift.array<R x C x 5 x 7 x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%box = %boxes : !lift.array<R x 2 x f32>) {
    %b = lift.at %box[0] : !lift.array<2 x f32>
    %l = lift.at %box[1] : !lift.array<2 x f32>
    %begin = math.absf %b : f32
    %length = math.absf %l : f32
    %cells = lift.map (%row = %x : !lift.array<C x N x f32>) {
      %m = lift.generate (%i < 5, %j < 7) {
        %s = lift.generate (%k < 4) {
          %c = arith.index_cast %k : index to i32
          lift.yield %c : i32
        }
        %sum = lift.reduce (%k = %s : !lift.array<4 x i32>) init (%acc = %zero : f32) {
          %ij = arith.addi %i, %j : index
          %n = arith.index_cast %ij : index to i32
          %nk = arith.addi %n, %k : i32
          %f = arith.sitofp %nk : i32 to f32
          %d = arith.mulf %f, %length : f32
          %p = arith.addf %begin, %d : f32
          %q = arith.fptosi %p : f32 to i32
          %t = arith.index_cast %q : i32 to index
          %e = lift.at %row[%t] default(%zero : f32) : !lift.array<N x f32>
          %next = arith.addf %acc, %e : f32
          lift.yield %next : f32
        }
        lift.yield %sum : f32
      }
      lift.yield %m : !lift.array<5 x 7 x f32>
    }
    lift.yield %cells : !lift.array<C x 5 x 7 x f32>
  }
  return %r : !lift.array<R x C x 5 x 7 x f32>
}
