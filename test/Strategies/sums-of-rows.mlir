// A thread of a CPU adds up several rows that are apart in memory, as those of one
// channel of all images, one after another, with vectors.
// RUN: split-file %s %t
// DEFINE: %{program} =
// DEFINE: %{sizes} =
// DEFINE: %{target} = pocl
// DEFINE: %{optimize} = lift-opt %t/%{program}.mlir --lift-optimize='target=%{target} sizes=%{sizes} print-schedules' -o /dev/null | FileCheck %s
// DEFINE: %{verify} = lift-run %t/%{program}.mlir --target=%{target} --verify --rtol=1e-4

// REDEFINE: %{program} = channels
// REDEFINE: %{sizes} = A=16,B=63,C=3135
// RUN: %{optimize} --check-prefix=ROWS
// ROWS: // sums of several rows
// ROWS: [[WHOLE:%.*]], {{%.*}} = transform.lift.peel_reduction {{.*}} first "16 * (C floordiv 16)"
// ROWS-NEXT: transform.lift.vectorize [[WHOLE]] by 16
// ROWS: map_to {{.*}} ["wrg(0)"]

// Not where rows are short, of unknown length, or whole vectors; where they follow each
// other in memory, or neighbours are those of other rows; nor for groups.
// REDEFINE: %{sizes} = A=16,B=63,C=101
// RUN: %{optimize} --check-prefix=NOT
// REDEFINE: %{sizes} = A=16,B=63
// RUN: %{optimize} --check-prefix=NOT
// REDEFINE: %{sizes} = A=16,B=63,C=3136
// RUN: %{optimize} --check-prefix=NOT
// REDEFINE: %{sizes} = A=16,B=63,C=3135
// REDEFINE: %{target} = nvidia-h200
// RUN: %{optimize} --check-prefix=NOT
// REDEFINE: %{target} = pocl
// REDEFINE: %{program} = list
// RUN: %{optimize} --check-prefix=NOT
// REDEFINE: %{program} = turned
// RUN: %{optimize} --check-prefix=NOT --allow-empty
// NOT-NOT: sums of several rows

// REDEFINE: %{program} = channels
// RUN: %{verify} --size=A=3,B=5,C=131 | FileCheck %s --check-prefix=OK
// RUN: %{verify} --size=A=2,B=3,C=1009 | FileCheck %s --check-prefix=OK
// RUN: %{verify} --size=A=1,B=1,C=1 | FileCheck %s --check-prefix=OK
// RUN: lift-run %lift_src_root/examples/gallery/batchnorm-backward.mlir --target=pocl --size=B=3,C=5,S=131 --verify --rtol=1e-3 --atol=1e-3 2>&1 | FileCheck %s --check-prefix=OK
// OK-NOT: warning
// OK: verify: {{.*}} OK

//--- channels.mlir
func.func @channels(%x: !lift.array<A x B x C x f32>) -> !lift.array<B x f32> {
  %zero = arith.constant 0.0 : f32
  %turned = lift.transpose %x permutation [1, 0, 2] : !lift.array<A x B x C x f32>
  %y = lift.map (%rows = %turned : !lift.array<B x A x C x f32>) {
    %s = lift.reduce associative commutative (%row = %rows : !lift.array<A x C x f32>) init (%outer = %zero : f32) {
      %r = lift.reduce associative commutative (%e = %row : !lift.array<C x f32>) init (%acc = %outer : f32) {
        %n = arith.addf %acc, %e : f32
        lift.yield %n : f32
      }
      lift.yield %r : f32
    }
    lift.yield %s : f32
  }
  return %y : !lift.array<B x f32>
}

//--- list.mlir
func.func @list(%x: !lift.array<B x A x C x f32>) -> !lift.array<B x f32> {
  %zero = arith.constant 0.0 : f32
  %y = lift.map (%rows = %x : !lift.array<B x A x C x f32>) {
    %s = lift.reduce associative commutative (%row = %rows : !lift.array<A x C x f32>) init (%outer = %zero : f32) {
      %r = lift.reduce associative commutative (%e = %row : !lift.array<C x f32>) init (%acc = %outer : f32) {
        %n = arith.addf %acc, %e : f32
        lift.yield %n : f32
      }
      lift.yield %r : f32
    }
    lift.yield %s : f32
  }
  return %y : !lift.array<B x f32>
}

//--- turned.mlir
func.func @turned(%x: !lift.array<A x C x B x f32>) -> !lift.array<B x f32> {
  %zero = arith.constant 0.0 : f32
  %turned = lift.transpose %x permutation [2, 0, 1] : !lift.array<A x C x B x f32>
  %y = lift.map (%rows = %turned : !lift.array<B x A x C x f32>) {
    %s = lift.reduce associative commutative (%row = %rows : !lift.array<A x C x f32>) init (%outer = %zero : f32) {
      %r = lift.reduce associative commutative (%e = %row : !lift.array<C x f32>) init (%acc = %outer : f32) {
        %n = arith.addf %acc, %e : f32
        lift.yield %n : f32
      }
      lift.yield %r : f32
    }
    lift.yield %s : f32
  }
  return %y : !lift.array<B x f32>
}
