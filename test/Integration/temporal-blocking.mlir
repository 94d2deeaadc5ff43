// T40a: three passes of a clamped three-point sum, in three kernels and in one.
// REQUIRES: pocl

// Each pass is a kernel, and its result an array in global memory.
// NUMPY @passes(x: f32[N]) -> (lambda f: f(f(f(x))))(lambda a: (lambda p: p[:-2] + p[1:-1] + p[2:])(np.pad(a, 1, 'edge')))
// RUN: %check_numpy %s --entry=passes --size=N=6
// RUN: %check_numpy %s --entry=passes --size=N=1
// RUN: %check_numpy %s --entry=passes --size=N=403
// RUN: %if oclgrind %{ %check_numpy %s --entry=passes --size=N=17 --oclgrind %}
// RUN: lift-run %s --entry=passes --size=N=6 --print-kernel | FileCheck %s --check-prefix=PASSES
// PASSES: kernel void passes_0
// PASSES: kernel void passes_1
// PASSES: kernel void passes_2
func.func @passes(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %zero = arith.constant 0.0 : f32
  %p1 = lift.pad %x low [1] high [1] clamp : !lift.array<N x f32>
  %w1 = lift.slide %p1 size [3] step [1] : !lift.array<(N + 2) x f32>
  %once = lift.map (%win = %w1 : !lift.array<N x 3 x f32>) {
    %s = lift.reduce (%e = %win : !lift.array<3 x f32>) init (%acc = %zero : f32) {
      %t = arith.addf %acc, %e : f32
      lift.yield %t : f32
    }
    lift.yield %s : f32
  }
  %p2 = lift.pad %once low [1] high [1] clamp : !lift.array<N x f32>
  %w2 = lift.slide %p2 size [3] step [1] : !lift.array<(N + 2) x f32>
  %twice = lift.map (%win = %w2 : !lift.array<N x 3 x f32>) {
    %s = lift.reduce (%e = %win : !lift.array<3 x f32>) init (%acc = %zero : f32) {
      %t = arith.addf %acc, %e : f32
      lift.yield %t : f32
    }
    lift.yield %s : f32
  }
  %p3 = lift.pad %twice low [1] high [1] clamp : !lift.array<N x f32>
  %w3 = lift.slide %p3 size [3] step [1] : !lift.array<(N + 2) x f32>
  %thrice = lift.map (%win = %w3 : !lift.array<N x 3 x f32>) {
    %s = lift.reduce (%e = %win : !lift.array<3 x f32>) init (%acc = %zero : f32) {
      %t = arith.addf %acc, %e : f32
      lift.yield %t : f32
    }
    lift.yield %s : f32
  }
  return %thrice : !lift.array<N x f32>
}

// Windows of windows of windows: a work-item computes again what its neighbours
// compute too, and no pass waits for another.
// NUMPY @blocked(x: f32[N]) -> (lambda f: f(f(f(x))))(lambda a: (lambda p: p[:-2] + p[1:-1] + p[2:])(np.pad(a, 1, 'edge')))
// RUN: %check_numpy %s --entry=blocked --size=N=6
// RUN: %check_numpy %s --entry=blocked --size=N=1
// RUN: %check_numpy %s --entry=blocked --size=N=403
// RUN: %if oclgrind %{ %check_numpy %s --entry=blocked --size=N=17 --oclgrind %}
func.func @blocked(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.kernel @blocked local_size [32] global_size [(N ceildiv 32) * 32] {
    %p1 = lift.pad %x low [1] high [1] clamp : !lift.array<N x f32>
    %w1 = lift.slide %p1 size [3] step [1] : !lift.array<(N + 2) x f32>
    %p2 = lift.pad %w1 low [1] high [1] clamp : !lift.array<N x 3 x f32>
    %w2 = lift.slide %p2 size [3] step [1] : !lift.array<(N + 2) x 3 x f32>
    %p3 = lift.pad %w2 low [1] high [1] clamp : !lift.array<N x 3 x 3 x f32>
    %w3 = lift.slide %p3 size [3] step [1] : !lift.array<(N + 2) x 3 x 3 x f32>
    %thrice = lift.map glb(0) (%cube = %w3 : !lift.array<N x 3 x 3 x 3 x f32>) {
      %s3 = lift.reduce (%square = %cube : !lift.array<3 x 3 x 3 x f32>)
          init (%a3 = %zero : f32) {
        %s2 = lift.reduce (%line = %square : !lift.array<3 x 3 x f32>)
            init (%a2 = %zero : f32) {
          %s1 = lift.reduce (%e = %line : !lift.array<3 x f32>)
              init (%a1 = %zero : f32) {
            %t = arith.addf %a1, %e : f32
            lift.yield %t : f32
          }
          %t = arith.addf %a2, %s1 : f32
          lift.yield %t : f32
        }
        %t = arith.addf %a3, %s2 : f32
        lift.yield %t : f32
      }
      lift.yield %s3 : f32
    }
    lift.yield %thrice : !lift.array<N x f32>
  }
  return %r : !lift.array<N x f32>
}

// Without borders, in tiles of 32 results, made of 38 elements: all passes stay
// in local memory.
// NUMPY @inner(x: f32[N]) -> (lambda f: f(f(f(x))))(lambda a: a[:-2] + a[1:-1] + a[2:])
// RUN: %check_numpy %s --entry=inner --size=N=38
// RUN: %check_numpy %s --entry=inner --size=N=422
// RUN: not lift-run %s --entry=inner --size=N=39 2>&1 | FileCheck %s
// RUN: %if oclgrind %{ %check_numpy %s --entry=inner --size=N=102 --oclgrind %}
// CHECK: windows of 38 every 32 elements do not cover an array of length
func.func @inner(%x: !lift.array<N x f32>) -> !lift.array<(N - 6) x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.kernel @inner local_size [32] global_size [64] {
    %tiles = lift.slide %x size [38] step [32] : !lift.array<N x f32>
    %o = lift.map wrg(0) (%tile = %tiles : !lift.array<((N - 6) / 32) x 38 x f32>) {
      %l0 = lift.copy %tile [lcl(0)] in local : !lift.array<38 x f32>
      %w1 = lift.slide %l0 size [3] step [1] : !lift.array<38 x f32>
      %once = lift.map lcl(0) (%win = %w1 : !lift.array<36 x 3 x f32>) {
        %s = lift.reduce unroll (%e = %win : !lift.array<3 x f32>) init (%acc = %zero : f32) {
          %t = arith.addf %acc, %e : f32
          lift.yield %t : f32
        }
        lift.yield %s : f32
      }
      %l1 = lift.materialize %once in local : !lift.array<36 x f32>
      %w2 = lift.slide %l1 size [3] step [1] : !lift.array<36 x f32>
      %twice = lift.map lcl(0) (%win = %w2 : !lift.array<34 x 3 x f32>) {
        %s = lift.reduce unroll (%e = %win : !lift.array<3 x f32>) init (%acc = %zero : f32) {
          %t = arith.addf %acc, %e : f32
          lift.yield %t : f32
        }
        lift.yield %s : f32
      }
      %l2 = lift.materialize %twice in local : !lift.array<34 x f32>
      %w3 = lift.slide %l2 size [3] step [1] : !lift.array<34 x f32>
      %thrice = lift.map lcl(0) (%win = %w3 : !lift.array<32 x 3 x f32>) {
        %s = lift.reduce unroll (%e = %win : !lift.array<3 x f32>) init (%acc = %zero : f32) {
          %t = arith.addf %acc, %e : f32
          lift.yield %t : f32
        }
        lift.yield %s : f32
      }
      lift.yield %thrice : !lift.array<32 x f32>
    }
    %all = lift.join %o : !lift.array<((N - 6) / 32) x 32 x f32>
    lift.yield %all : !lift.array<(N - 6) x f32>
  }
  return %r : !lift.array<(N - 6) x f32>
}
