// Who maps what the program leaves unmapped: the default, the solver, or nobody.
// REQUIRES: pocl

// DEFINE: %{run} = lift-run %s --device=%pocl --verify --input-kind=integer

// Two stages: each is a kernel, and each of them is mapped.
// RUN: %{run} --entry=twice --size=N=37 --mapping=solve --target=pocl | FileCheck %s --check-prefix=TWICE
// RUN: %{run} --entry=twice --size=N=37 | FileCheck %s --check-prefix=TWICE
// RUN: %{run} --entry=twice --size=N=37 --mapping=none 2>&1 | FileCheck %s --check-prefix=NONE
// TWICE: kernel twice_0: {{.*}} {{[0-9]+}} groups of {{[0-9][0-9]}}
// TWICE: kernel twice_1: {{.*}} {{[0-9]+}} groups of {{[0-9][0-9]}}
// NONE-NOT: warning
// NONE: kernel twice_0: {{.*}} 1 groups of 1
// NONE: kernel twice_1: {{.*}} 1 groups of 1
func.func @twice(%x: !lift.array<N x i32>) -> !lift.array<(N - 4) x i32> {
  %zero = arith.constant 0 : i32
  %w = lift.slide %x size [3] step [1] : !lift.array<N x i32>
  %m = lift.map (%win = %w : !lift.array<(N - 2) x 3 x i32>) {
    %s = lift.reduce (%e = %win : !lift.array<3 x i32>) init (%acc = %zero : i32) {
      %t = arith.addi %acc, %e : i32
      lift.yield %t : i32
    }
    lift.yield %s : i32
  }
  %w2 = lift.slide %m size [3] step [1] : !lift.array<(N - 2) x i32>
  %m2 = lift.map (%win = %w2 : !lift.array<(N - 4) x 3 x i32>) {
    %s = lift.reduce (%e = %win : !lift.array<3 x i32>) init (%acc = %zero : i32) {
      %t = arith.addi %acc, %e : i32
      lift.yield %t : i32
    }
    lift.yield %s : i32
  }
  return %m2 : !lift.array<(N - 4) x i32>
}

// Calls are inlined before maps are looked at.
// RUN: %{run} --entry=nested --size=N=48 --mapping=solve --target=pocl
// RUN: not lift-opt %s --pass-pipeline='builtin.module(func.func(lift-normalize,lift-map-parallelism))' 2>&1 | FileCheck %s --check-prefix=CALL
// CALL: mapping-choices.mlir:[[@LINE+18]]:14: error: 'lift.call' op calls a function on arrays, 'step'
// CALL: note: run lift-inline-calls first: maps of the function run with those around the call
func.func private @step(%v: !lift.array<L x i32>) -> !lift.array<L x i32> {
  %one = arith.constant 1 : i32
  %m = lift.map lcl(0) (%e = %v : !lift.array<L x i32>) {
    %s = arith.addi %e, %one : i32
    lift.yield %s : i32
  }
  %st = lift.materialize %m in local : !lift.array<L x i32>
  return %st : !lift.array<L x i32>
}
func.func @nested(%x: !lift.array<N x i32>) -> !lift.array<N x i32> {
  %r = lift.kernel @nested local_size [16] global_size [N] {
    %c = lift.split %x by 16 : !lift.array<N x i32>
    %o = lift.map wrg(0) (%chunk = %c : !lift.array<(N / 16) x 16 x i32>) {
      %l = lift.copy %chunk [lcl(0)] in local : !lift.array<16 x i32>
      %d = lift.iterate 5 size L (%v = %l : !lift.array<16 x i32>) {
        %t = lift.reverse %v : !lift.array<L x i32>
        %s = lift.call @step[L = L](%t) : (!lift.array<L x i32>) -> !lift.array<L x i32>
        lift.yield %s : !lift.array<L x i32>
      }
      lift.yield %d : !lift.array<16 x i32>
    }
    %j = lift.join %o : !lift.array<(N / 16) x 16 x i32>
    lift.yield %j : !lift.array<N x i32>
  }
  return %r : !lift.array<N x i32>
}

// One map is mapped by hand, the other by default.
// RUN: %{run} --entry=partly --size=N=1000 2>&1 | FileCheck %s --check-prefix=PARTLY
// PARTLY-NOT: warning
// PARTLY: kernel partly_0: {{.*}} 8 groups of 128
// PARTLY: kernel partly_1: {{.*}} 8 groups of 128
func.func @partly(%x: !lift.array<N x i32>) -> (!lift.array<N x i32>, !lift.array<N x i32>) {
  %one = arith.constant 1 : i32
  %a = lift.map glb(0) (%e = %x : !lift.array<N x i32>) {
    %s = arith.addi %e, %one : i32
    lift.yield %s : i32
  }
  %b = lift.map (%e = %x : !lift.array<N x i32>) {
    %s = arith.muli %e, %e : i32
    lift.yield %s : i32
  }
  return %a, %b : !lift.array<N x i32>, !lift.array<N x i32>
}

// A map to seq says nothing of the map around it.
// RUN: %{run} --entry=inner --size=H=300,W=5 2>&1 | FileCheck %s --check-prefix=INNER
// INNER-NOT: warning
// INNER: kernel inner_0: {{.*}} 3 groups of 128
func.func @inner(%x: !lift.array<H x W x i32>) -> !lift.array<H x W x i32> {
  %o = lift.map (%r = %x : !lift.array<H x W x i32>) {
    %s = lift.map seq (%e = %r : !lift.array<W x i32>) {
      %t = arith.muli %e, %e : i32
      lift.yield %t : i32
    }
    %m = lift.materialize %s in global : !lift.array<W x i32>
    %v = lift.reverse %m : !lift.array<W x i32>
    %u = lift.map seq (%e = %v : !lift.array<W x i32>) { lift.yield %e : i32 }
    lift.yield %u : !lift.array<W x i32>
  }
  return %o : !lift.array<H x W x i32>
}

// Copied to global memory as the last thing: that is the result.
// RUN: %{run} --entry=last --size=N=256 --print-kernel 2>&1 | FileCheck %s --check-prefix=LAST
// LAST-NOT: warning
// LAST: kernel void last_0(global int *restrict out, global const int *restrict x)
// LAST: barrier
// LAST-NEXT: out[{{.*}}] = tile[63 - lid0];
// LAST-NEXT: }
func.func @last(%x: !lift.array<N x i32>) -> !lift.array<N x i32> {
  %r = lift.kernel local_size [64] global_size [N] {
    %c = lift.split %x by 64 : !lift.array<N x i32>
    %o = lift.map wrg(0) (%t = %c : !lift.array<(N / 64) x 64 x i32>) {
      %l = lift.copy %t [lcl(0)] in local : !lift.array<64 x i32>
      %rev = lift.reverse %l : !lift.array<64 x i32>
      %g = lift.copy %rev [lcl(0)] in global : !lift.array<64 x i32>
      lift.yield %g : !lift.array<64 x i32>
    }
    %j = lift.join %o : !lift.array<(N / 64) x 64 x i32>
    lift.yield %j : !lift.array<N x i32>
  }
  return %r : !lift.array<N x i32>
}

// What is in local memory at the end is copied by one work-item, unless somebody
// says how; the solver does.
// RUN: %{run} --entry=left --size=N=256 2>&1 | FileCheck %s --check-prefix=LEFT
// RUN: %{run} --entry=left --size=N=256 --mapping=solve 2>&1 | FileCheck %s --check-prefix=SOLVED
// LEFT: mapping-choices.mlir:[[@LINE+10]]:7: warning: this map runs on one work-item of a group, which goes through 64 elements
// LEFT: verify: 256 elements, max abs error 0, OK
// SOLVED-NOT: warning
// SOLVED: verify: 256 elements, max abs error 0, OK
func.func @left(%x: !lift.array<N x i32>) -> !lift.array<N x i32> {
  %r = lift.kernel local_size [64] global_size [N] {
    %c = lift.split %x by 64 : !lift.array<N x i32>
    %o = lift.map wrg(0) (%t = %c : !lift.array<(N / 64) x 64 x i32>) {
      %l = lift.copy %t [lcl(0)] in local : !lift.array<64 x i32>
      %rev = lift.reverse %l : !lift.array<64 x i32>
      lift.yield %rev : !lift.array<64 x i32>
    }
    %j = lift.join %o : !lift.array<(N / 64) x 64 x i32>
    lift.yield %j : !lift.array<N x i32>
  }
  return %r : !lift.array<N x i32>
}

// An interleaved array is taken apart for the result, in parallel.
// RUN: %{run} --entry=pairs --size=N=1000 2>&1 | FileCheck %s --check-prefix=PAIRS
// PAIRS-NOT: warning
// PAIRS-COUNT-3: kernel pairs_{{[0-2]}}: {{.*}} 8 groups of 128
func.func @pairs(%a: !lift.array<N x i32>, %b: !lift.array<N x i32>) -> !lift.array<N x tuple<i32, i32>> {
  %z = lift.zip %a, %b : !lift.array<N x i32>, !lift.array<N x i32>
  %o = lift.map glb(0) (%t = %z : !lift.array<N x tuple<i32, i32>>) {
    lift.yield %t : tuple<i32, i32>
  }
  %s = lift.materialize %o in global {interleaved} : !lift.array<N x tuple<i32, i32>>
  return %s : !lift.array<N x tuple<i32, i32>>
}

// A number that is read outside is no kernel of its own.
// RUN: %{run} --entry=scaled --size=N=100 --print-kernel 2>&1 | FileCheck %s --check-prefix=SCALED
// SCALED-NOT: warning
// SCALED-COUNT-1: kernel void
// SCALED-NOT: kernel void
// SCALED: verify: 100 elements, max abs error 0, OK
func.func @scaled(%x: !lift.array<N x i32>, %w: !lift.array<3 x i32>) -> !lift.array<N x i32> {
  %w1 = lift.at %w[1] : !lift.array<3 x i32>
  %o = lift.map (%e = %x : !lift.array<N x i32>) {
    %s = arith.muli %e, %w1 : i32
    lift.yield %s : i32
  }
  return %o : !lift.array<N x i32>
}

// Tiles without any number of the launch: the solver chooses local sizes, groups
// follow.
// RUN: %{run} --entry=blur --size=N=1000 --mapping=solve --target=nvidia-h200 2>&1 | FileCheck %s --check-prefix=BLUR
// RUN: %{run} --entry=blur --size=N=40 --mapping=solve --target=%S/../Mapping/Inputs/small.attr
// BLUR-NOT: warning
// BLUR: kernel blur: {{.*}} 25 groups of 40
// BLUR: verify: 1000 elements, max abs error 0, OK
func.func @blur(%x: !lift.array<N x i32>) -> !lift.array<N x i32> {
  %y = lift.kernel @blur {
    %zero = arith.constant 0 : i32
    %padded = lift.pad %x low [1] high [1] clamp : !lift.array<N x i32>
    %tiles = lift.slide %padded size [42] step [40] : !lift.array<(N + 2) x i32>
    %results = lift.map (%tile = %tiles : !lift.array<(N / 40) x 42 x i32>) {
      %staged = lift.copy %tile in local : !lift.array<42 x i32>
      %windows = lift.slide %staged size [3] step [1] : !lift.array<42 x i32>
      %sums = lift.map (%window = %windows : !lift.array<40 x 3 x i32>) {
        %sum = lift.reduce (%e = %window : !lift.array<3 x i32>) init (%acc = %zero : i32) {
          %next = arith.addi %acc, %e : i32
          lift.yield %next : i32
        }
        lift.yield %sum : i32
      }
      lift.yield %sums : !lift.array<40 x i32>
    }
    %joined = lift.join %results : !lift.array<(N / 40) x 40 x i32>
    lift.yield %joined : !lift.array<N x i32>
  }
  return %y : !lift.array<N x i32>
}
