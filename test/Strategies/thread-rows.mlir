// On a CPU, what fits no other strategy runs as loops over whole rows, which the
// device's compiler makes vectors of.
// RUN: split-file %s %t
// DEFINE: %{program} =
// DEFINE: %{sizes} =
// DEFINE: %{target} = pocl
// DEFINE: %{optimize} = lift-opt %t/%{program}.mlir --lift-optimize='target=%{target} sizes=%{sizes} print-schedules' -o /dev/null | FileCheck %s

// Colours of a pixel: several steps apart. Several rows if these are short.
// REDEFINE: %{program} = grey
// REDEFINE: %{sizes} = H=1024,W=1000
// RUN: %{optimize} --check-prefix=ROWS
// ROWS: // any nest
// ROWS: // 1 x all x 1 numbers for a work-item
// ROWS: transform.lift.block {{.*}} {chunks = {{\[\[}}], [], []], order = {{\[\[}}0, 0], [1, 0], [2, 0]]}
// ROWS: map_to {{.*}} ["wrg(0)"]
// ROWS: map_to {{.*}} ["seq"]
// REDEFINE: %{sizes} = H=20007,W=100
// RUN: %{optimize} --check-prefix=SHORT
// SHORT: // 9 x all x 1 numbers for a work-item
// SHORT-NOT: pad
// REDEFINE: %{sizes} = H=20011,W=100
// RUN: %{optimize} --check-prefix=PADDED
// PADDED: // 10 x all x 1 numbers for a work-item
// PADDED: pad = array<i64: 0>

// Every second row and column, and edges.
// REDEFINE: %{program} = halves
// REDEFINE: %{sizes} = H=1024,W=1000
// RUN: %{optimize} --check-prefix=HALVES
// HALVES: // any nest
// HALVES: // 2 x all x 1 numbers for a work-item

// Rows that are no whole vectors, and no long ones.
// REDEFINE: %{program} = odd
// REDEFINE: %{sizes} = H=10021,W=101
// RUN: %{optimize} --check-prefix=ODD
// ODD: // any nest

// Not one row or few, few elements, neighbours that are far from each other, or many steps.
// REDEFINE: %{program} = line
// REDEFINE: %{sizes} = N=1000003
// RUN: %{optimize} --check-prefix=NOT --allow-empty
// REDEFINE: %{program} = grey
// REDEFINE: %{sizes} = H=128,W=1000
// RUN: %{optimize} --check-prefix=NOT --allow-empty
// REDEFINE: %{sizes} = H=15,W=100000
// RUN: %{optimize} --check-prefix=NOT --allow-empty
// REDEFINE: %{program} = turned
// REDEFINE: %{sizes} = H=1021,W=1019
// RUN: %{optimize} --check-prefix=NOT --allow-empty
// REDEFINE: %{program} = long
// REDEFINE: %{sizes} = H=1021,W=1019
// RUN: %{optimize} --check-prefix=NOT --allow-empty
// Nor where work-items are no threads.
// REDEFINE: %{program} = grey
// REDEFINE: %{target} = mali-g72
// RUN: %{optimize} --check-prefix=NOT --allow-empty
// NOT-NOT: any nest

// RUN: lift-run %t/grey.mlir --target=pocl --size=H=401,W=331 --verify --rtol=1e-5 | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/grey.mlir --target=pocl --size=H=1,W=132001 --verify --rtol=1e-5 | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/grey.mlir --target=pocl --size=H=132001,W=1 --verify --rtol=1e-5 | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/grey.mlir --target=pocl --size=H=1,W=1 --verify --rtol=1e-5 | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/halves.mlir --target=pocl --size=H=1022,W=602 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/halves.mlir --target=pocl --size=H=2,W=2 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/odd.mlir --target=pocl --size=H=401,W=331 --verify | FileCheck %s --check-prefix=OK
// OK: verify: {{.*}} OK

//--- grey.mlir
func.func @grey(%x: !lift.array<H x W x 3 x f32>, %k: !lift.array<3 x f32>) -> !lift.array<H x W x f32> {
  %zero = arith.constant 0.0 : f32
  %y = lift.map (%row = %x : !lift.array<H x W x 3 x f32>) {
    %r = lift.map (%pixel = %row : !lift.array<W x 3 x f32>) {
      %s = lift.reduce associative commutative (%c = %pixel, %w = %k : !lift.array<3 x f32>, !lift.array<3 x f32>) init (%acc = %zero : f32) {
        %p = arith.mulf %c, %w : f32
        %n = arith.addf %acc, %p : f32
        lift.yield %n : f32
      }
      lift.yield %s : f32
    }
    lift.yield %r : !lift.array<W x f32>
  }
  return %y : !lift.array<H x W x f32>
}

//--- halves.mlir
func.func @halves(%x: !lift.array<H x W x f32>) -> !lift.array<(H / 2) x (W / 2) x f32> attributes {lift.requires = [#lift.constraint<2 divides H>, #lift.constraint<2 divides W>]} {
  %p = lift.pad %x low [1, 1] high [0, 0] clamp : !lift.array<H x W x f32>
  %s = lift.slide %p size [3, 3] step [2, 2] : !lift.array<(H + 1) x (W + 1) x f32>
  %y = lift.map (%row = %s : !lift.array<(H / 2) x (W / 2) x 3 x 3 x f32>) {
    %r = lift.map (%w = %row : !lift.array<(W / 2) x 3 x 3 x f32>) {
      %a = lift.at %w[0, 1] : !lift.array<3 x 3 x f32>
      %b = lift.at %w[1, 0] : !lift.array<3 x 3 x f32>
      %c = lift.at %w[2, 2] : !lift.array<3 x 3 x f32>
      %d = arith.addf %a, %b : f32
      %e = arith.addf %d, %c : f32
      lift.yield %e : f32
    }
    lift.yield %r : !lift.array<(W / 2) x f32>
  }
  return %y : !lift.array<(H / 2) x (W / 2) x f32>
}

//--- odd.mlir
func.func @odd(%x: !lift.array<H x W x f32>, %b: !lift.array<W x f32>) -> !lift.array<H x W x f32> {
  %y = lift.map (%row = %x : !lift.array<H x W x f32>) {
    %r = lift.map (%e = %row, %f = %b : !lift.array<W x f32>, !lift.array<W x f32>) {
      %s = arith.addf %e, %f : f32
      lift.yield %s : f32
    }
    lift.yield %r : !lift.array<W x f32>
  }
  return %y : !lift.array<H x W x f32>
}

//--- line.mlir
func.func @line(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %y = lift.map (%e = %x : !lift.array<N x f32>) {
    %s = arith.addf %e, %e : f32
    lift.yield %s : f32
  }
  return %y : !lift.array<N x f32>
}

//--- turned.mlir
func.func @turned(%x: !lift.array<H x W x f32>, %b: !lift.array<W x H x f32>) -> !lift.array<H x W x f32> {
  %t = lift.transpose %b : !lift.array<W x H x f32>
  %y = lift.map (%row = %x, %other = %t : !lift.array<H x W x f32>, !lift.array<H x W x f32>) {
    %r = lift.map (%e = %row, %f = %other : !lift.array<W x f32>, !lift.array<W x f32>) {
      %s = arith.addf %e, %f : f32
      lift.yield %s : f32
    }
    lift.yield %r : !lift.array<W x f32>
  }
  return %y : !lift.array<H x W x f32>
}

//--- long.mlir
func.func @long(%x: !lift.array<H x (W + 99) x f32>) -> !lift.array<H x W x f32> {
  %zero = arith.constant 0.0 : f32
  %s = lift.slide %x size [100] step [1] dims [1] : !lift.array<H x (W + 99) x f32>
  %y = lift.map (%row = %s : !lift.array<H x W x 100 x f32>) {
    %r = lift.map (%w = %row : !lift.array<W x 100 x f32>) {
      %sum = lift.reduce (%e = %w : !lift.array<100 x f32>) init (%acc = %zero : f32) {
        %n = arith.subf %e, %acc : f32
        lift.yield %n : f32
      }
      lift.yield %sum : f32
    }
    lift.yield %r : !lift.array<W x f32>
  }
  return %y : !lift.array<H x W x f32>
}
