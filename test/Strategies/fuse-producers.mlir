// RUN: split-file %s %t

// What is done to each element of a product is done in its nest.
// RUN: lift-opt %t/bias.mlir --lift-fuse-producers --remarks-filter='lift-fuse-producers' 2>&1 | FileCheck %s --check-prefix=BIAS
// BIAS: remark: {{.*}}Remark="is computed where it is read"
// BIAS-LABEL: func.func @bias
// BIAS: lift.map (%{{.*}} = %arg0, %{{.*}} = %arg3
// BIAS:   lift.map (%{{.*}} = %arg1, %[[BIAS:.*]] = %arg2, %[[OTHER:.*]] = %
// BIAS:     %[[SUM:.*]] = lift.reduce
// BIAS:     arith.addf %[[SUM]], %[[BIAS]]
// BIAS:     arith.maximumf
// BIAS:     arith.addf %{{.*}}, %[[OTHER]]
// BIAS:     lift.yield
// BIAS-NOT: lift.reduce
// RUN: lift-run %t/bias.mlir --size=M=31,N=33,K=17 --verify --rtol=1e-5 | FileCheck %s --check-prefix=ONE
// RUN: lift-run %t/bias.mlir --target=nvidia-h200 --size=M=128,N=64,K=32 --verify --rtol=1e-5 | FileCheck %s --check-prefix=ONE
// ONE: kernel {{.*}}_0:
// ONE-NOT: kernel
// ONE: OK

// A few sums and products of a row are computed again by each that reads them, if
// they are read as they are, also of two rows; what is more is stored.
// RUN: lift-opt %t/scaled.mlir --lift-fuse-producers | FileCheck %s --check-prefix=SCALED
// SCALED-LABEL: func.func @scaled
// SCALED:      lift.map (%[[ROW:.*]] = %arg0 :
// SCALED-NEXT:   lift.reduce {{.*}} = %[[ROW]] :
// SCALED-NEXT:     arith.mulf
// SCALED-NEXT:     arith.subf
// SCALED-NEXT:     arith.maximumf
// SCALED:        lift.map (%{{.*}} = %[[ROW]] :
// SCALED-NEXT:     arith.mulf
// SCALED-NEXT:     arith.subf
// SCALED-NEXT:     arith.divf
// SCALED-LABEL: func.func @residual
// SCALED:      lift.map (%[[ROW:.*]] = %arg0, %[[OTHER:.*]] = %arg1 :
// SCALED-NEXT:   lift.reduce {{.*}} = %[[ROW]], {{.*}} = %[[OTHER]] :
// SCALED-NEXT:     arith.addf
// SCALED:        lift.map (%{{.*}} = %[[ROW]], %{{.*}} = %[[OTHER]] :
// SCALED-NEXT:     arith.addf
// SCALED-LABEL: func.func @roots
// SCALED:        lift.map (%[[ROW:.*]] = %arg0 :
// SCALED-NEXT:     %[[ROOTS:.*]] = lift.map
// SCALED-NEXT:     math.sqrt
// SCALED:        lift.reduce {{.*}} = %[[ROOTS]] :
// SCALED:        lift.map (%{{.*}} = %[[ROOTS]] :
// SCALED-LABEL: func.func @reversed
// SCALED:        lift.map (%[[ROW:.*]] = %arg0 :
// SCALED-NEXT:     %[[KEPT:.*]] = lift.map
// SCALED:        lift.reverse %[[KEPT]]
// RUN: lift-run %t/scaled.mlir --entry=scaled --target=nvidia-h200 --size=M=3,N=300 --verify --rtol=1e-5 | FileCheck %s --check-prefix=ONE
// RUN: lift-run %t/scaled.mlir --entry=residual --target=nvidia-h200 --size=M=3,N=301 --verify --rtol=1e-5 | FileCheck %s --check-prefix=ONE
// RUN: lift-run %t/scaled.mlir --entry=chain --target=nvidia-h200 --size=M=3,N=300 --verify | FileCheck %s --check-prefix=ONE
// RUN: lift-run %t/scaled.mlir --entry=roots --target=nvidia-h200 --size=M=3,N=301 --verify --rtol=1e-5 | FileCheck %s --check-prefix=ONE
// RUN: lift-run %t/scaled.mlir --entry=reversed --target=nvidia-h200 --size=M=3,N=256 --verify --rtol=1e-5 | FileCheck %s --check-prefix=ONE

// Before stencils, too, where windows of it are read: behind views that have the same
// elements or constants around them, in maps and reductions of known lengths.
// RUN: lift-opt %t/windows.mlir --lift-fuse-producers --remarks-filter='lift-fuse-producers' 2>&1 | FileCheck %s --check-prefix=WINDOWS
// WINDOWS: remark: {{.*}}Function=differences{{.*}}Remark="is computed where it is read"
// WINDOWS-LABEL: func.func @differences
// WINDOWS:       %[[ARRAY:.*]] = lift.generate (%[[I:.*]] < N) {
// WINDOWS-NEXT:    %[[E:.*]] = lift.at in_bounds %arg0[%[[I]]]
// WINDOWS-NEXT:    arith.mulf %[[E]],
// WINDOWS:       %[[PAD:.*]] = lift.pad %[[ARRAY]] low [1] high [1] mirror
// WINDOWS:       lift.slide %[[PAD]]
// WINDOWS-LABEL: func.func @sums
// WINDOWS:       %[[ARRAY:.*]] = lift.generate
// WINDOWS:       lift.slide %[[ARRAY]]
// Two maps, the second of which is all that reads the first.
// WINDOWS-LABEL: func.func @twice
// WINDOWS:       %[[FIRST:.*]] = lift.generate
// WINDOWS-NEXT:    lift.at in_bounds %arg0
// WINDOWS:       %[[SECOND:.*]] = lift.generate
// WINDOWS-NEXT:    lift.at in_bounds %[[FIRST]]
// WINDOWS:       lift.pad %[[SECOND]]
// WINDOWS-LABEL: func.func @bordered
// WINDOWS:       %[[ARRAY:.*]] = lift.generate
// WINDOWS-NEXT:    %[[A:.*]] = lift.at in_bounds %arg0
// WINDOWS-NEXT:    %[[B:.*]] = lift.at in_bounds %arg1
// WINDOWS-NEXT:    arith.mulf %[[A]], %[[B]]
// WINDOWS:       lift.pad %[[ARRAY]] {{.*}} constant

// The epilogue of a nest is no more than that.
// WINDOWS-LABEL: func.func @behind
// WINDOWS:       %[[SUMS:.*]] = lift.map
// WINDOWS:         lift.reduce
// WINDOWS:         arith.mulf
// WINDOWS:       lift.slide %[[SUMS]]

// Not where windows are long, for roots, or where elements are read in each of any
// number of steps.
// WINDOWS-LABEL: func.func @long
// WINDOWS:       %[[MAP:.*]] = lift.map (%{{.*}} = %arg0 :
// WINDOWS:       lift.slide %[[MAP]]
// WINDOWS-LABEL: func.func @rooted
// WINDOWS:       %[[MAP:.*]] = lift.map (%{{.*}} = %arg0 :
// WINDOWS:       lift.slide %[[MAP]]
// WINDOWS-LABEL: func.func @repeated
// WINDOWS:       %[[MAP:.*]] = lift.map (%{{.*}} = %arg0 :
// WINDOWS:       lift.slide %[[MAP]]
// RUN: lift-run %t/windows.mlir --entry=differences --target=nvidia-h200 --size=N=1001 --verify | FileCheck %s --check-prefix=ONE
// RUN: lift-run %t/windows.mlir --entry=sums --target=pocl --size=N=517 --verify | FileCheck %s --check-prefix=ONE
// RUN: lift-run %t/windows.mlir --entry=twice --target=pocl --size=N=517 --verify | FileCheck %s --check-prefix=ONE
// RUN: lift-run %t/windows.mlir --entry=bordered --target=pocl --size=N=2051 --verify | FileCheck %s --check-prefix=ONE
// RUN: lift-run %t/windows.mlir --entry=bordered --target=nvidia-h200 --size=N=4096 --verify | FileCheck %s --check-prefix=ONE
// RUN: lift-run %t/windows.mlir --entry=bordered --target=mali-g72 --size=N=1 --verify | FileCheck %s --check-prefix=ONE

// All that is computed from the same rows is one kernel.
// RUN: lift-opt %t/softmax.mlir --lift-fuse-producers | FileCheck %s --check-prefix=SOFTMAX
// SOFTMAX-LABEL: func.func @softmax
// SOFTMAX: lift.map (%[[ROW:.*]] = %arg0
// SOFTMAX:   lift.reduce {{.*}} = %[[ROW]]
// SOFTMAX:   %[[POWERS:.*]] = lift.map (%{{.*}} = %[[ROW]]
// SOFTMAX:   lift.reduce {{.*}} = %[[POWERS]]
// SOFTMAX:   lift.map (%{{.*}} = %[[POWERS]]
// SOFTMAX-NOT: lift.map
// RUN: lift-run %t/softmax.mlir --size=M=7,N=131 --verify --rtol=1e-5 | FileCheck %s --check-prefix=ONE
// RUN: lift-run %t/softmax.mlir --target=nvidia-h200 --size=M=7,N=256 --verify --rtol=1e-5 | FileCheck %s --check-prefix=ONE

// Steps that keep their order are done by one work-item: not the whole row.
// RUN: sed 's/ associative commutative//' %t/softmax.mlir > %t/ordered.mlir
// RUN: lift-opt %t/ordered.mlir --lift-fuse-producers --remarks-filter='lift-fuse-producers' 2>&1 | FileCheck %s --check-prefix=ORDERED
// ORDERED: Remark="would compute in one kernel what is not about the same rows
// ORDERED: lift.reduce
// ORDERED: lift.reduce

// Views that cut, join and exchange dimensions do so to the loops.
// RUN: lift-opt %t/heads.mlir --lift-fuse-producers | FileCheck %s --check-prefix=HEADS
// HEADS-LABEL: func.func @heads
// HEADS: %[[SUM:.*]] = lift.reduce
// HEADS: arith.mulf %[[SUM]]
// HEADS-NOT: arith.mulf
// RUN: lift-run %t/heads.mlir --size=B=3,T=5,H=2,K=7 --verify --rtol=1e-5 | FileCheck %s --check-prefix=ONE

// A dimension of one element, which only the view has, goes away.
// RUN: lift-opt %t/unit.mlir --lift-fuse-producers | FileCheck %s --check-prefix=UNIT
// UNIT-LABEL: func.func @unit
// UNIT: lift.map
// UNIT-NEXT: lift.reduce
// UNIT: math.sqrt
// UNIT: lift.yield
// UNIT-NOT: lift.map
// RUN: lift-run %t/unit.mlir --size=M=5,N=9 --verify --rtol=1e-5 | FileCheck %s --check-prefix=ONE

// A number for each row that each of its elements needs is computed by each.
// RUN: lift-opt %t/scale.mlir --lift-fuse-producers | FileCheck %s --check-prefix=SCALE
// SCALE-LABEL: func.func @scale
// SCALE: lift.map
// SCALE-NEXT: lift.map
// SCALE-NEXT: math.rsqrt
// SCALE-NEXT: arith.mulf
// RUN: lift-run %t/scale.mlir --size=M=5,N=9 --verify --rtol=1e-5 | FileCheck %s --check-prefix=ONE

// A dimension of one element that a view splits off says nothing of which rows are
// read, first or last.
// RUN: lift-opt %t/split.mlir --lift-fuse-producers | FileCheck %s --check-prefix=SPLIT
// SPLIT-LABEL: func.func @split
// SPLIT-NEXT: lift.map (%{{.*}} = %arg0 :
// SPLIT-NEXT: lift.map
// SPLIT-NEXT: lift.map
// SPLIT-NEXT: math.rsqrt
// SPLIT-NEXT: arith.mulf
// SPLIT-NOT: lift.map
// RUN: lift-run %t/split.mlir --size=M=5,N=9 --verify --rtol=1e-5 | FileCheck %s --check-prefix=ONE

// Nor one that the rows have which fusion brings there.
// RUN: lift-opt %t/joined.mlir --lift-fuse-producers | FileCheck %s --check-prefix=JOINED
// JOINED-LABEL: func.func @joined
// JOINED: lift.reduce
// JOINED: math.rsqrt
// JOINED-NEXT: arith.mulf
// JOINED-NOT: lift.map
// RUN: lift-run %t/joined.mlir --size=N=9,K=5 --verify --rtol=1e-5 | FileCheck %s --check-prefix=ONE

// But it stays where the loop has nothing else to run over.
// RUN: lift-opt %t/alone.mlir --lift-fuse-producers | FileCheck %s --check-prefix=ALONE
// ALONE-LABEL: func.func @alone
// ALONE: %[[S:.*]] = lift.split
// ALONE: lift.map (%{{.*}} = %[[S]]
// RUN: lift-run %t/alone.mlir --size=N=9 --verify --rtol=1e-5 | FileCheck %s --check-prefix=ONE

// Each reader of wider numbers widens them itself.
// RUN: lift-opt %t/widen.mlir --lift-fuse-producers | FileCheck %s --check-prefix=WIDEN
// WIDEN-LABEL: func.func @widen
// WIDEN: lift.map
// WIDEN-NEXT: arith.extf
// WIDEN-NEXT: math.exp
// WIDEN: lift.reduce
// WIDEN-NEXT: arith.extf
// WIDEN-NEXT: arith.maximumf
// RUN: lift-run %t/widen.mlir --size=N=50 --verify --rtol=1e-5 | FileCheck %s --check-prefix=TWO
// TWO: kernel widen_0
// TWO: OK

// What is read twice, or with its neighbours, or by a contraction, is stored.
// RUN: lift-opt %t/stored.mlir --lift-fuse-producers --remarks-filter='lift-fuse-producers' 2>&1 | FileCheck %s --check-prefix=STORED
// STORED-DAG: Remark="has other uses than as an input of one pattern
// STORED-DAG: Remark="would compute in one kernel what is not about the same rows
// STORED-LABEL: func.func @twice
// STORED-COUNT-3: lift.map
// STORED-LABEL: func.func @stencil
// STORED: lift.map
// STORED-NEXT: math.exp
// STORED: lift.slide
// STORED-LABEL: func.func @factor
// STORED: lift.map
// STORED-NEXT: lift.map
// STORED-NEXT: math.exp
// STORED-NEXT: lift.yield

// What is much, or used in each step of a reduction, is not computed again.
// RUN: lift-opt %t/repeated.mlir --lift-fuse-producers --remarks-filter='lift-fuse-producers' 2>&1 | FileCheck %s --check-prefix=REPEATED
// Each reason is given once.
// REPEATED-DAG: Function=much | Remark="is too much to be computed for each element of another loop"
// REPEATED-DAG: Function=steps | Remark="would be computed in each step of a reduction"
// REPEATED-DAG: Function=weights | Remark="would be computed in each step of a reduction"

// What is computed for each row of a product, as by batch norm, goes behind the sum, which
// does not need it: the product is cut into tiles. What the sum starts with goes before it.
// RUN: lift-opt %t/norm.mlir --lift-fuse-producers | FileCheck %s --check-prefix=NORM
// NORM-LABEL: @norm
// NORM: lift.reduce
// NORM: math.rsqrt
// NORM-NEXT: arith.mulf
// NORM-LABEL: @start
// NORM: math.rsqrt
// NORM: lift.reduce
// RUN: lift-opt %t/norm.mlir --lift-fuse-producers --lift-optimize='target=nvidia-h200' --remarks-filter=lift-optimize -o /dev/null 2>&1 | FileCheck %s --check-prefix=TILES
// TILES: remark: {{.*}} Function=norm | Remark="contraction in local tiles"
// RUN: lift-run %t/norm.mlir --entry=norm --size=M=31,N=33,K=17 --verify --rtol=1e-5 --input-kind=positive | FileCheck %s --check-prefix=ONE
// RUN: lift-run %t/norm.mlir --entry=norm --target=nvidia-h200 --size=M=128,N=64,K=32 --verify --rtol=1e-5 --input-kind=positive | FileCheck %s --check-prefix=ONE
// RUN: lift-run %t/norm.mlir --entry=start --size=M=5,K=17 --verify --rtol=1e-5 --input-kind=positive | FileCheck %s --check-prefix=ONE

// A function that makes choices stays as it is.
// RUN: lift-opt %t/choices.mlir --lift-fuse-producers | FileCheck %s --check-prefix=CHOICES
// CHOICES-COUNT-2: lift.map glb(0)

//--- bias.mlir
func.func @bias(%a: !lift.array<M x K x f32>, %b: !lift.array<N x K x f32>,
    %bias: !lift.array<N x f32>, %other: !lift.array<M x N x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %c = lift.map (%row = %a : !lift.array<M x K x f32>) {
    %r = lift.map (%column = %b : !lift.array<N x K x f32>) {
      %s = lift.reduce (%x = %row, %y = %column : !lift.array<K x f32>, !lift.array<K x f32>) init (%acc = %zero : f32) {
        %p = arith.mulf %x, %y : f32
        %q = arith.addf %acc, %p : f32
        lift.yield %q : f32
      }
      lift.yield %s : f32
    }
    lift.yield %r : !lift.array<N x f32>
  }
  %d = lift.map (%row = %c : !lift.array<M x N x f32>) {
    %r = lift.map (%x = %row, %y = %bias : !lift.array<N x f32>, !lift.array<N x f32>) {
      %s = arith.addf %x, %y : f32
      %m = arith.maximumf %s, %zero : f32
      lift.yield %m : f32
    }
    lift.yield %r : !lift.array<N x f32>
  }
  %e = lift.map (%row = %d, %o = %other : !lift.array<M x N x f32>, !lift.array<M x N x f32>) {
    %r = lift.map (%x = %row, %y = %o : !lift.array<N x f32>, !lift.array<N x f32>) {
      %s = arith.addf %x, %y : f32
      lift.yield %s : f32
    }
    lift.yield %r : !lift.array<N x f32>
  }
  return %e : !lift.array<M x N x f32>
}

//--- softmax.mlir
func.func @softmax(%x: !lift.array<M x N x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %minus = arith.constant 0xFF800000 : f32
  %max = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %m = lift.reduce associative commutative (%e = %row : !lift.array<N x f32>) init (%acc = %minus : f32) {
      %n = arith.maximumf %acc, %e : f32
      lift.yield %n : f32
    }
    lift.yield %m : f32
  }
  %d = lift.map (%row = %x, %m = %max : !lift.array<M x N x f32>, !lift.array<M x f32>) {
    %r = lift.map (%e = %row : !lift.array<N x f32>) {
      %s = arith.subf %e, %m : f32
      lift.yield %s : f32
    }
    lift.yield %r : !lift.array<N x f32>
  }
  %p = lift.map (%row = %d : !lift.array<M x N x f32>) {
    %r = lift.map (%e = %row : !lift.array<N x f32>) {
      %s = math.exp %e : f32
      lift.yield %s : f32
    }
    lift.yield %r : !lift.array<N x f32>
  }
  %sum = lift.map (%row = %p : !lift.array<M x N x f32>) {
    %s = lift.reduce associative commutative (%e = %row : !lift.array<N x f32>) init (%acc = %zero : f32) {
      %n = arith.addf %acc, %e : f32
      lift.yield %n : f32
    }
    lift.yield %s : f32
  }
  %y = lift.map (%row = %p, %s = %sum : !lift.array<M x N x f32>, !lift.array<M x f32>) {
    %r = lift.map (%e = %row : !lift.array<N x f32>) {
      %q = arith.divf %e, %s : f32
      lift.yield %q : f32
    }
    lift.yield %r : !lift.array<N x f32>
  }
  return %y : !lift.array<M x N x f32>
}

//--- heads.mlir
// The product of (B x T) x K and (H x 4) x K, cut into heads, with the heads
// before the steps.
func.func @heads(%a: !lift.array<(B * T) x K x f32>, %b: !lift.array<(H * 4) x K x f32>,
    %o: !lift.array<B x H x T x 4 x f32>)
    -> !lift.array<B x H x T x 4 x f32> {
  %zero = arith.constant 0.0 : f32
  %c = lift.map (%row = %a : !lift.array<(B * T) x K x f32>) {
    %r = lift.map (%column = %b : !lift.array<(H * 4) x K x f32>) {
      %s = lift.reduce (%x = %row, %y = %column : !lift.array<K x f32>, !lift.array<K x f32>) init (%acc = %zero : f32) {
        %p = arith.mulf %x, %y : f32
        %q = arith.addf %acc, %p : f32
        lift.yield %q : f32
      }
      lift.yield %s : f32
    }
    lift.yield %r : !lift.array<(H * 4) x f32>
  }
  %1 = lift.split %c by T : !lift.array<(B * T) x (H * 4) x f32>
  %2 = lift.split %1 by 4 dim 2 : !lift.array<B x T x (H * 4) x f32>
  %3 = lift.transpose %2 permutation [0, 2, 1, 3] : !lift.array<B x T x H x 4 x f32>
  %d = lift.map (%u = %3, %p = %o : !lift.array<B x H x T x 4 x f32>, !lift.array<B x H x T x 4 x f32>) {
    %r = lift.map (%v = %u, %q = %p : !lift.array<H x T x 4 x f32>, !lift.array<H x T x 4 x f32>) {
      %s = lift.map (%w = %v, %r2 = %q : !lift.array<T x 4 x f32>, !lift.array<T x 4 x f32>) {
        %t = lift.map (%x = %w, %y = %r2 : !lift.array<4 x f32>, !lift.array<4 x f32>) {
          %m = arith.mulf %x, %y : f32
          lift.yield %m : f32
        }
        lift.yield %t : !lift.array<4 x f32>
      }
      lift.yield %s : !lift.array<T x 4 x f32>
    }
    lift.yield %r : !lift.array<H x T x 4 x f32>
  }
  return %d : !lift.array<B x H x T x 4 x f32>
}

//--- unit.mlir
func.func @unit(%a: !lift.array<M x N x f32>) -> !lift.array<M x 1 x f32> {
  %zero = arith.constant 0.0 : f32
  %s = lift.map (%row = %a : !lift.array<M x N x f32>) {
    %r = lift.reduce (%x = %row : !lift.array<N x f32>) init (%acc = %zero : f32) {
      %p = arith.mulf %x, %x : f32
      %q = arith.addf %acc, %p : f32
      lift.yield %q : f32
    }
    lift.yield %r : f32
  }
  %c = lift.split %s by 1 : !lift.array<M x f32>
  %d = lift.map (%row = %c : !lift.array<M x 1 x f32>) {
    %r = lift.map (%x = %row : !lift.array<1 x f32>) {
      %m = math.sqrt %x : f32
      lift.yield %m : f32
    }
    lift.yield %r : !lift.array<1 x f32>
  }
  return %d : !lift.array<M x 1 x f32>
}

//--- scale.mlir
func.func @scale(%a: !lift.array<M x N x f32>, %v: !lift.array<M x f32>) -> !lift.array<M x N x f32> {
  %s = lift.map (%x = %v : !lift.array<M x f32>) {
    %r = math.rsqrt %x : f32
    lift.yield %r : f32
  }
  %d = lift.map (%row = %a, %f = %s : !lift.array<M x N x f32>, !lift.array<M x f32>) {
    %r = lift.map (%x = %row : !lift.array<N x f32>) {
      %m = arith.mulf %x, %f : f32
      lift.yield %m : f32
    }
    lift.yield %r : !lift.array<N x f32>
  }
  return %d : !lift.array<M x N x f32>
}

//--- split.mlir
func.func @split(%a: !lift.array<1 x M x N x f32>, %v: !lift.array<N x f32>) -> !lift.array<1 x M x N x f32> {
  %s = lift.map (%x = %v : !lift.array<N x f32>) {
    %r = math.rsqrt %x : f32
    lift.yield %r : f32
  }
  %one = lift.split %s by N : !lift.array<N x f32>
  %d = lift.map (%rows = %a, %other = %one : !lift.array<1 x M x N x f32>, !lift.array<1 x N x f32>) {
    %p = lift.map (%row = %rows : !lift.array<M x N x f32>) {
      %r = lift.map (%x = %row, %f = %other : !lift.array<N x f32>, !lift.array<N x f32>) {
        %m = arith.mulf %x, %f : f32
        lift.yield %m : f32
      }
      lift.yield %r : !lift.array<N x f32>
    }
    lift.yield %p : !lift.array<M x N x f32>
  }
  return %d : !lift.array<1 x M x N x f32>
}

//--- joined.mlir
func.func @joined(%a: !lift.array<N x 1 x K x f32>, %v: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %zero = arith.constant 0.0 : f32
  %s = lift.map (%x = %v : !lift.array<N x f32>) {
    %r = math.rsqrt %x : f32
    lift.yield %r : f32
  }
  %p = lift.map (%rows = %a : !lift.array<N x 1 x K x f32>) {
    %q = lift.map (%row = %rows : !lift.array<1 x K x f32>) {
      %r = lift.reduce (%x = %row : !lift.array<K x f32>) init (%acc = %zero : f32) {
        %n = arith.addf %acc, %x : f32
        lift.yield %n : f32
      }
      lift.yield %r : f32
    }
    lift.yield %q : !lift.array<1 x f32>
  }
  %j = lift.join %p : !lift.array<N x 1 x f32>
  %d = lift.map (%x = %j, %f = %s : !lift.array<N x f32>, !lift.array<N x f32>) {
    %m = arith.mulf %x, %f : f32
    lift.yield %m : f32
  }
  return %d : !lift.array<N x f32>
}

//--- alone.mlir
func.func @alone(%v: !lift.array<N x f32>) -> !lift.array<1 x N x f32> {
  %rows = lift.split %v by N : !lift.array<N x f32>
  %d = lift.map (%row = %rows : !lift.array<1 x N x f32>) {
    %r = lift.map (%x = %row : !lift.array<N x f32>) {
      %m = arith.mulf %x, %x : f32
      lift.yield %m : f32
    }
    lift.yield %r : !lift.array<N x f32>
  }
  return %d : !lift.array<1 x N x f32>
}

//--- widen.mlir
func.func @widen(%a: !lift.array<N x f32>) -> (!lift.array<N x f64>, f64) {
  %minus = arith.constant 0xFFF0000000000000 : f64
  %w = lift.map (%x = %a : !lift.array<N x f32>) {
    %r = arith.extf %x : f32 to f64
    lift.yield %r : f64
  }
  %e = lift.map (%x = %w : !lift.array<N x f64>) {
    %r = math.exp %x : f64
    lift.yield %r : f64
  }
  %m = lift.reduce associative commutative (%x = %w : !lift.array<N x f64>) init (%acc = %minus : f64) {
    %n = arith.maximumf %acc, %x : f64
    lift.yield %n : f64
  }
  return %e, %m : !lift.array<N x f64>, f64
}

//--- stored.mlir
func.func @twice(%a: !lift.array<N x f32>) -> (!lift.array<N x f32>, !lift.array<N x f32>) {
  %e = lift.map (%x = %a : !lift.array<N x f32>) {
    %r = math.exp %x : f32
    lift.yield %r : f32
  }
  %f = lift.map (%x = %e : !lift.array<N x f32>) {
    %r = math.sin %x : f32
    lift.yield %r : f32
  }
  %back = lift.reverse %e : !lift.array<N x f32>
  %g = lift.map (%x = %back : !lift.array<N x f32>) {
    %r = math.cos %x : f32
    lift.yield %r : f32
  }
  return %f, %g : !lift.array<N x f32>, !lift.array<N x f32>
}

func.func @stencil(%a: !lift.array<N x f32>) -> !lift.array<(N - 2) x f32> {
  %zero = arith.constant 0.0 : f32
  %e = lift.map (%x = %a : !lift.array<N x f32>) {
    %r = math.exp %x : f32
    lift.yield %r : f32
  }
  %w = lift.slide %e size [3] step [1] : !lift.array<N x f32>
  %s = lift.map (%window = %w : !lift.array<(N - 2) x 3 x f32>) {
    %r = lift.reduce (%x = %window : !lift.array<3 x f32>) init (%acc = %zero : f32) {
      %n = arith.addf %acc, %x : f32
      lift.yield %n : f32
    }
    lift.yield %r : f32
  }
  return %s : !lift.array<(N - 2) x f32>
}

func.func @factor(%a: !lift.array<M x K x f32>, %b: !lift.array<N x K x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %e = lift.map (%row = %a : !lift.array<M x K x f32>) {
    %s = lift.map (%x = %row : !lift.array<K x f32>) {
      %r = math.exp %x : f32
      lift.yield %r : f32
    }
    lift.yield %s : !lift.array<K x f32>
  }
  %c = lift.map (%row = %e : !lift.array<M x K x f32>) {
    %r = lift.map (%column = %b : !lift.array<N x K x f32>) {
      %s = lift.reduce associative commutative (%x = %row, %y = %column : !lift.array<K x f32>, !lift.array<K x f32>) init (%acc = %zero : f32) {
        %p = arith.mulf %x, %y : f32
        %q = arith.addf %acc, %p : f32
        lift.yield %q : f32
      }
      lift.yield %s : f32
    }
    lift.yield %r : !lift.array<N x f32>
  }
  return %c : !lift.array<M x N x f32>
}

//--- repeated.mlir
func.func @much(%a: !lift.array<M x N x f32>, %v: !lift.array<M x f32>) -> !lift.array<M x N x f32> {
  %s = lift.map (%x = %v : !lift.array<M x f32>) {
    %0 = math.exp %x : f32
    %1 = math.exp %0 : f32
    %2 = math.exp %1 : f32
    %3 = math.exp %2 : f32
    %4 = math.exp %3 : f32
    %5 = math.exp %4 : f32
    %6 = math.exp %5 : f32
    %7 = math.exp %6 : f32
    %8 = math.exp %7 : f32
    lift.yield %8 : f32
  }
  %d = lift.map (%row = %a, %f = %s : !lift.array<M x N x f32>, !lift.array<M x f32>) {
    %r = lift.map (%x = %row : !lift.array<N x f32>) {
      %m = arith.mulf %x, %f : f32
      lift.yield %m : f32
    }
    lift.yield %r : !lift.array<N x f32>
  }
  return %d : !lift.array<M x N x f32>
}

func.func @steps(%a: !lift.array<M x N x K x f32>, %v: !lift.array<M x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %s = lift.map (%x = %v : !lift.array<M x f32>) {
    %0 = math.exp %x : f32
    lift.yield %0 : f32
  }
  %d = lift.map (%plane = %a, %f = %s : !lift.array<M x N x K x f32>, !lift.array<M x f32>) {
    %r = lift.map (%row = %plane : !lift.array<N x K x f32>) {
      %t = lift.reduce (%x = %row : !lift.array<K x f32>) init (%acc = %zero : f32) {
        %m = arith.mulf %x, %f : f32
        %n = arith.addf %acc, %m : f32
        lift.yield %n : f32
      }
      lift.yield %t : f32
    }
    lift.yield %r : !lift.array<N x f32>
  }
  return %d : !lift.array<M x N x f32>
}

func.func @weights(%a: !lift.array<M x K x f32>, %w: !lift.array<N x K x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %e = lift.map (%row = %w : !lift.array<N x K x f32>) {
    %r = lift.map (%x = %row : !lift.array<K x f32>) {
      %0 = math.exp %x : f32
      lift.yield %0 : f32
    }
    lift.yield %r : !lift.array<K x f32>
  }
  %d = lift.map (%row = %a : !lift.array<M x K x f32>) {
    %r = lift.map (%column = %e : !lift.array<N x K x f32>) {
      %t = lift.reduce (%x = %row, %y = %column : !lift.array<K x f32>, !lift.array<K x f32>) init (%acc = %zero : f32) {
        %m = arith.mulf %x, %y : f32
        %n = arith.addf %acc, %m : f32
        lift.yield %n : f32
      }
      lift.yield %t : f32
    }
    lift.yield %r : !lift.array<N x f32>
  }
  return %d : !lift.array<M x N x f32>
}

//--- choices.mlir
func.func @choices(%a: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %e = lift.map glb(0) (%x = %a : !lift.array<N x f32>) {
    %r = math.exp %x : f32
    lift.yield %r : f32
  }
  %f = lift.map glb(0) (%x = %e : !lift.array<N x f32>) {
    %r = math.sin %x : f32
    lift.yield %r : f32
  }
  return %f : !lift.array<N x f32>
}

//--- norm.mlir
func.func @norm(%a: !lift.array<M x K x f32>, %b: !lift.array<N x K x f32>,
                %v: !lift.array<M x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %small = arith.constant 0.5 : f32
  %product = lift.map (%row = %a : !lift.array<M x K x f32>) {
    %r = lift.map (%column = %b : !lift.array<N x K x f32>) {
      %s = lift.reduce associative commutative
          (%x = %row, %y = %column : !lift.array<K x f32>, !lift.array<K x f32>)
          init (%acc = %zero : f32) {
        %p = arith.mulf %x, %y : f32
        %t = arith.addf %acc, %p : f32
        lift.yield %t : f32
      }
      lift.yield %s : f32
    }
    lift.yield %r : !lift.array<N x f32>
  }
  %scales = lift.map (%e = %v : !lift.array<M x f32>) {
    %t = arith.addf %e, %small : f32
    %s = math.rsqrt %t : f32
    lift.yield %s : f32
  }
  %scaled = lift.map (%row = %product, %scale = %scales : !lift.array<M x N x f32>, !lift.array<M x f32>) {
    %r = lift.map (%e = %row : !lift.array<N x f32>) {
      %s = arith.mulf %e, %scale : f32
      lift.yield %s : f32
    }
    lift.yield %r : !lift.array<N x f32>
  }
  return %scaled : !lift.array<M x N x f32>
}

func.func @start(%a: !lift.array<M x K x f32>, %v: !lift.array<M x f32>) -> !lift.array<M x f32> {
  %scales = lift.map (%e = %v : !lift.array<M x f32>) {
    %s = math.rsqrt %e : f32
    lift.yield %s : f32
  }
  %sums = lift.map (%row = %a, %scale = %scales : !lift.array<M x K x f32>, !lift.array<M x f32>) {
    %s = lift.reduce (%x = %row : !lift.array<K x f32>) init (%acc = %scale : f32) {
      %t = arith.addf %acc, %x : f32
      lift.yield %t : f32
    }
    %q = arith.mulf %s, %scale : f32
    lift.yield %q : f32
  }
  return %sums : !lift.array<M x f32>
}

//--- scaled.mlir
func.func @scaled(%x: !lift.array<M x N x f32>) -> !lift.array<M x N x f32> {
  %two = arith.constant 2.0 : f32
  %y = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %a = lift.map (%e = %row : !lift.array<N x f32>) {
      %p = arith.mulf %e, %two : f32
      %s = arith.subf %p, %two : f32
      lift.yield %s : f32
    }
    %most = lift.reduce associative commutative (%e = %a : !lift.array<N x f32>) init (%acc = %two : f32) {
      %next = arith.maximumf %acc, %e : f32
      lift.yield %next : f32
    }
    %out = lift.map (%e = %a : !lift.array<N x f32>) {
      %q = arith.divf %e, %most : f32
      lift.yield %q : f32
    }
    lift.yield %out : !lift.array<N x f32>
  }
  return %y : !lift.array<M x N x f32>
}
func.func @residual(%x: !lift.array<M x N x f32>, %r: !lift.array<M x N x f32>) -> !lift.array<M x N x f32> {
  %two = arith.constant 2.0 : f32
  %y = lift.map (%row = %x, %other = %r : !lift.array<M x N x f32>, !lift.array<M x N x f32>) {
    %a = lift.map (%e = %row, %f = %other : !lift.array<N x f32>, !lift.array<N x f32>) {
      %s = arith.addf %e, %f : f32
      lift.yield %s : f32
    }
    %most = lift.reduce associative commutative (%e = %a : !lift.array<N x f32>) init (%acc = %two : f32) {
      %next = arith.maximumf %acc, %e : f32
      lift.yield %next : f32
    }
    %out = lift.map (%e = %a : !lift.array<N x f32>) {
      %q = arith.divf %e, %most : f32
      lift.yield %q : f32
    }
    lift.yield %out : !lift.array<N x f32>
  }
  return %y : !lift.array<M x N x f32>
}
// One reader of a cheap map reads another of its readers.
func.func @chain(%x: !lift.array<M x N x i32>) -> !lift.array<M x N x i32> {
  %y = lift.map (%row = %x : !lift.array<M x N x i32>) {
    %a = lift.map (%e = %row : !lift.array<N x i32>) {
      %s = arith.addi %e, %e : i32
      lift.yield %s : i32
    }
    %b = lift.map (%e = %a, %f = %a : !lift.array<N x i32>, !lift.array<N x i32>) {
      %s = arith.muli %e, %f : i32
      lift.yield %s : i32
    }
    %out = lift.map (%e = %a, %f = %b : !lift.array<N x i32>, !lift.array<N x i32>) {
      %s = arith.subi %e, %f : i32
      lift.yield %s : i32
    }
    lift.yield %out : !lift.array<N x i32>
  }
  return %y : !lift.array<M x N x i32>
}
func.func @roots(%x: !lift.array<M x N x f32>) -> !lift.array<M x N x f32> {
  %two = arith.constant 2.0 : f32
  %y = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %a = lift.map (%e = %row : !lift.array<N x f32>) {
      %s = math.sqrt %e : f32
      lift.yield %s : f32
    }
    %most = lift.reduce associative commutative (%e = %a : !lift.array<N x f32>) init (%acc = %two : f32) {
      %next = arith.maximumf %acc, %e : f32
      lift.yield %next : f32
    }
    %out = lift.map (%e = %a : !lift.array<N x f32>) {
      %q = arith.divf %e, %most : f32
      lift.yield %q : f32
    }
    lift.yield %out : !lift.array<N x f32>
  }
  return %y : !lift.array<M x N x f32>
}
func.func @reversed(%x: !lift.array<M x N x f32>) -> !lift.array<M x N x f32> {
  %two = arith.constant 2.0 : f32
  %y = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %a = lift.map (%e = %row : !lift.array<N x f32>) {
      %s = arith.mulf %e, %two : f32
      lift.yield %s : f32
    }
    %b = lift.reverse %a : !lift.array<N x f32>
    %most = lift.reduce associative commutative (%e = %b : !lift.array<N x f32>) init (%acc = %two : f32) {
      %next = arith.maximumf %acc, %e : f32
      lift.yield %next : f32
    }
    %out = lift.map (%e = %a : !lift.array<N x f32>) {
      %q = arith.divf %e, %most : f32
      lift.yield %q : f32
    }
    lift.yield %out : !lift.array<N x f32>
  }
  return %y : !lift.array<M x N x f32>
}

//--- windows.mlir
func.func @differences(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %two = arith.constant 2.0 : f32
  %a = lift.map (%e = %x : !lift.array<N x f32>) {
    %s = arith.mulf %e, %two : f32
    lift.yield %s : f32
  }
  %p = lift.pad %a low [1] high [1] mirror : !lift.array<N x f32>
  %w = lift.slide %p size [3] step [1] : !lift.array<(N + 2) x f32>
  %r = lift.map (%v = %w : !lift.array<N x 3 x f32>) {
    %left = lift.at %v[0] : !lift.array<3 x f32>
    %right = lift.at %v[2] : !lift.array<3 x f32>
    %d = arith.subf %right, %left : f32
    lift.yield %d : f32
  }
  return %r : !lift.array<N x f32>
}
func.func @sums(%x: !lift.array<N x f32>) -> !lift.array<(N - 4) x f32> {
  %two = arith.constant 2.0 : f32
  %zero = arith.constant 0.0 : f32
  %a = lift.map (%e = %x : !lift.array<N x f32>) {
    %s = arith.mulf %e, %two : f32
    lift.yield %s : f32
  }
  %w = lift.slide %a size [5] step [1] : !lift.array<N x f32>
  %r = lift.map (%v = %w : !lift.array<(N - 4) x 5 x f32>) {
    %sum = lift.reduce associative commutative (%e = %v : !lift.array<5 x f32>) init (%acc = %zero : f32) {
      %next = arith.addf %acc, %e : f32
      lift.yield %next : f32
    }
    lift.yield %sum : f32
  }
  return %r : !lift.array<(N - 4) x f32>
}
func.func @twice(%x: !lift.array<N x f32>) -> !lift.array<(N) x f32> {
  %two = arith.constant 2.0 : f32
  %zero = arith.constant 0.0 : f32
  %a = lift.map (%e = %x : !lift.array<N x f32>) {
    %s = arith.mulf %e, %two : f32
    lift.yield %s : f32
  }
  %b = lift.map (%e = %a : !lift.array<N x f32>) {
    %s = arith.addf %e, %two : f32
    lift.yield %s : f32
  }
  %p = lift.pad %b low [1] high [1] clamp : !lift.array<N x f32>
  %w = lift.slide %p size [3] step [1] : !lift.array<(N + 2) x f32>
  %r = lift.map (%v = %w : !lift.array<(N) x 3 x f32>) {
    %sum = lift.reduce associative commutative (%e = %v : !lift.array<3 x f32>) init (%acc = %zero : f32) {
      %next = arith.addf %acc, %e : f32
      lift.yield %next : f32
    }
    lift.yield %sum : f32
  }
  return %r : !lift.array<(N) x f32>
}
func.func @bordered(%x: !lift.array<N x f32>, %y: !lift.array<N x f32>) -> !lift.array<(N) x f32> {
  %zero = arith.constant 0.0 : f32
  %a = lift.map (%e = %x, %f = %y : !lift.array<N x f32>, !lift.array<N x f32>) {
    %s = arith.mulf %e, %f : f32
    lift.yield %s : f32
  }
  %p = lift.pad %a low [2] high [2] constant(%zero : f32) : !lift.array<N x f32>
  %w = lift.slide %p size [5] step [1] : !lift.array<(N + 4) x f32>
  %r = lift.map (%v = %w : !lift.array<(N) x 5 x f32>) {
    %sum = lift.reduce associative commutative (%e = %v : !lift.array<5 x f32>) init (%acc = %zero : f32) {
      %next = arith.addf %acc, %e : f32
      lift.yield %next : f32
    }
    lift.yield %sum : f32
  }
  return %r : !lift.array<(N) x f32>
}
func.func @behind(%x: !lift.array<N x K x f32>) -> !lift.array<(N - 2) x f32> {
  %two = arith.constant 2.0 : f32
  %zero = arith.constant 0.0 : f32
  %s = lift.map (%r = %x : !lift.array<N x K x f32>) {
    %sum = lift.reduce associative commutative (%e = %r : !lift.array<K x f32>) init (%acc = %zero : f32) {
      %next = arith.addf %acc, %e : f32
      lift.yield %next : f32
    }
    lift.yield %sum : f32
  }
  %a = lift.map (%e = %s : !lift.array<N x f32>) {
    %m = arith.mulf %e, %two : f32
    lift.yield %m : f32
  }
  %w = lift.slide %a size [3] step [1] : !lift.array<N x f32>
  %r = lift.map (%v = %w : !lift.array<(N - 2) x 3 x f32>) {
    %sum = lift.reduce associative commutative (%e = %v : !lift.array<3 x f32>) init (%acc = %zero : f32) {
      %next = arith.addf %acc, %e : f32
      lift.yield %next : f32
    }
    lift.yield %sum : f32
  }
  return %r : !lift.array<(N - 2) x f32>
}
func.func @long(%x: !lift.array<N x f32>) -> !lift.array<(N - 32) x f32> {
  %two = arith.constant 2.0 : f32
  %zero = arith.constant 0.0 : f32
  %a = lift.map (%e = %x : !lift.array<N x f32>) {
    %s = arith.mulf %e, %two : f32
    lift.yield %s : f32
  }
  %w = lift.slide %a size [33] step [1] : !lift.array<N x f32>
  %r = lift.map (%v = %w : !lift.array<(N - 32) x 33 x f32>) {
    %sum = lift.reduce associative commutative (%e = %v : !lift.array<33 x f32>) init (%acc = %zero : f32) {
      %next = arith.addf %acc, %e : f32
      lift.yield %next : f32
    }
    lift.yield %sum : f32
  }
  return %r : !lift.array<(N - 32) x f32>
}
func.func @rooted(%x: !lift.array<N x f32>) -> !lift.array<(N - 4) x f32> {
  %two = arith.constant 2.0 : f32
  %zero = arith.constant 0.0 : f32
  %a = lift.map (%e = %x : !lift.array<N x f32>) {
    %s = math.sqrt %e : f32
    lift.yield %s : f32
  }
  %w = lift.slide %a size [5] step [1] : !lift.array<N x f32>
  %r = lift.map (%v = %w : !lift.array<(N - 4) x 5 x f32>) {
    %sum = lift.reduce associative commutative (%e = %v : !lift.array<5 x f32>) init (%acc = %zero : f32) {
      %next = arith.addf %acc, %e : f32
      lift.yield %next : f32
    }
    lift.yield %sum : f32
  }
  return %r : !lift.array<(N - 4) x f32>
}
func.func @repeated(%x: !lift.array<N x f32>, %f: !lift.array<M x f32>) -> !lift.array<M x (N - 4) x f32> {
  %two = arith.constant 2.0 : f32
  %zero = arith.constant 0.0 : f32
  %a = lift.map (%e = %x : !lift.array<N x f32>) {
    %s = arith.mulf %e, %two : f32
    lift.yield %s : f32
  }
  %w = lift.slide %a size [5] step [1] : !lift.array<N x f32>
  %q = lift.map (%g = %f : !lift.array<M x f32>) {
  %r = lift.map (%v = %w : !lift.array<(N - 4) x 5 x f32>) {
    %sum = lift.reduce associative commutative (%e = %v : !lift.array<5 x f32>) init (%acc = %g : f32) {
      %next = arith.addf %acc, %e : f32
      lift.yield %next : f32
    }
    lift.yield %sum : f32
  }
  lift.yield %r : !lift.array<(N - 4) x f32>
  }
  return %q : !lift.array<M x (N - 4) x f32>
}
