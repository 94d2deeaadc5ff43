// Sums of windows of several arrays, and what is made of them: each has a kernel,
// as a stencil has windows of one array, unless they are small.

// RUN: lift-opt %s --mlir-disable-threading -o /dev/null --lift-fuse-producers --lift-optimize='target=nvidia-h200 sizes=H=2048,W=2048' --remarks-filter=lift-optimize 2>&1 | FileCheck %s
// The function of large windows first: both of its patterns.
// CHECK-COUNT-2: Function=large {{.*}}Remark=stencil
// CHECK: Missed{{.*}}Function=small {{.*}}is computed where it is read

// DEFINE: %{entry} = large
// DEFINE: %{sizes} = H=64,W=128
// DEFINE: %{target} = nvidia-h200
// DEFINE: %{run} = lift-run %s --entry=%{entry} --verify --cache= --target=%{target} --size=%{sizes} | FileCheck %s --check-prefix=OK
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{sizes} = H=37,W=41
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{target} = pocl
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{sizes} = H=1,W=1
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{entry} = small
// REDEFINE: %{sizes} = H=37,W=41
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{target} = nvidia-h200
// RUN: %if pocl %{ %{run} %}
// OK: verify: {{.*}} OK

func.func @large(%a: !lift.array<H x W x f32>, %b: !lift.array<H x W x f32>) -> !lift.array<H x W x f32> {
  %zero = arith.constant 0.0 : f32
  %ap = lift.pad %a low [3, 3] high [3, 3] clamp : !lift.array<H x W x f32>
  %aw = lift.slide %ap size [7, 7] step [1, 1] : !lift.array<(H + 6) x (W + 6) x f32>
  %sumsA = lift.map (%r = %aw : !lift.array<H x W x 7 x 7 x f32>) {
    %m = lift.map (%w = %r : !lift.array<W x 7 x 7 x f32>) {
      %s = lift.reduce associative commutative (%row = %w : !lift.array<7 x 7 x f32>) init (%acc = %zero : f32) {
        %t = lift.reduce associative commutative (%x = %row : !lift.array<7 x f32>) init (%inner = %acc : f32) {
          %n = arith.addf %inner, %x : f32
          lift.yield %n : f32
        }
        lift.yield %t : f32
      }
      lift.yield %s : f32
    }
    lift.yield %m : !lift.array<W x f32>
  }
  %bp = lift.pad %b low [3, 3] high [3, 3] clamp : !lift.array<H x W x f32>
  %bw = lift.slide %bp size [7, 7] step [1, 1] : !lift.array<(H + 6) x (W + 6) x f32>
  %sumsB = lift.map (%r = %bw : !lift.array<H x W x 7 x 7 x f32>) {
    %m = lift.map (%w = %r : !lift.array<W x 7 x 7 x f32>) {
      %s = lift.reduce associative commutative (%row = %w : !lift.array<7 x 7 x f32>) init (%acc = %zero : f32) {
        %t = lift.reduce associative commutative (%x = %row : !lift.array<7 x f32>) init (%inner = %acc : f32) {
          %n = arith.addf %inner, %x : f32
          lift.yield %n : f32
        }
        lift.yield %t : f32
      }
      lift.yield %s : f32
    }
    lift.yield %m : !lift.array<W x f32>
  }
  %r = lift.map (%u = %sumsA, %v = %sumsB : !lift.array<H x W x f32>, !lift.array<H x W x f32>) {
    %q = lift.map (%x = %u, %y = %v : !lift.array<W x f32>, !lift.array<W x f32>) {
      %p = arith.mulf %x, %y : f32
      lift.yield %p : f32
    }
    lift.yield %q : !lift.array<W x f32>
  }
  return %r : !lift.array<H x W x f32>
}

// Windows of nine: what one reads of the other is computed there.
func.func @small(%a: !lift.array<H x W x f32>, %b: !lift.array<H x W x f32>) -> !lift.array<H x W x f32> {
  %zero = arith.constant 0.0 : f32
  %ap = lift.pad %a low [1, 1] high [1, 1] clamp : !lift.array<H x W x f32>
  %aw = lift.slide %ap size [3, 3] step [1, 1] : !lift.array<(H + 2) x (W + 2) x f32>
  %sumsA = lift.map (%r = %aw : !lift.array<H x W x 3 x 3 x f32>) {
    %m = lift.map (%w = %r : !lift.array<W x 3 x 3 x f32>) {
      %s = lift.reduce associative commutative (%row = %w : !lift.array<3 x 3 x f32>) init (%acc = %zero : f32) {
        %t = lift.reduce associative commutative (%x = %row : !lift.array<3 x f32>) init (%inner = %acc : f32) {
          %n = arith.addf %inner, %x : f32
          lift.yield %n : f32
        }
        lift.yield %t : f32
      }
      lift.yield %s : f32
    }
    lift.yield %m : !lift.array<W x f32>
  }
  %bp = lift.pad %b low [1, 1] high [1, 1] clamp : !lift.array<H x W x f32>
  %bw = lift.slide %bp size [3, 3] step [1, 1] : !lift.array<(H + 2) x (W + 2) x f32>
  %sumsB = lift.map (%r = %bw : !lift.array<H x W x 3 x 3 x f32>) {
    %m = lift.map (%w = %r : !lift.array<W x 3 x 3 x f32>) {
      %s = lift.reduce associative commutative (%row = %w : !lift.array<3 x 3 x f32>) init (%acc = %zero : f32) {
        %t = lift.reduce associative commutative (%x = %row : !lift.array<3 x f32>) init (%inner = %acc : f32) {
          %n = arith.addf %inner, %x : f32
          lift.yield %n : f32
        }
        lift.yield %t : f32
      }
      lift.yield %s : f32
    }
    lift.yield %m : !lift.array<W x f32>
  }
  %r = lift.map (%u = %sumsA, %v = %sumsB : !lift.array<H x W x f32>, !lift.array<H x W x f32>) {
    %q = lift.map (%x = %u, %y = %v : !lift.array<W x f32>, !lift.array<W x f32>) {
      %p = arith.mulf %x, %y : f32
      lift.yield %p : f32
    }
    lift.yield %q : !lift.array<W x f32>
  }
  return %r : !lift.array<H x W x f32>
}
