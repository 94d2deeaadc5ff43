// Quotients and remainders by sizes that loops carry: an array is read in another
// order than its rows have.
// REQUIRES: pocl

// NUMPY @columns(m: f32[M, N]) -> m.T.flatten().cumsum()[-1:]
// RUN: %check_numpy %s --entry=columns --size=M=64 --size=N=32
// RUN: %check_numpy %s --entry=columns --size=M=1 --size=N=1
// RUN: %check_numpy %s --entry=columns --size=M=1 --size=N=13
// RUN: %check_numpy %s --entry=columns --size=M=31 --size=N=1
// RUN: %check_numpy %s --entry=columns --size=M=31 --size=N=13
// RUN: %if oclgrind %{ %check_numpy %s --entry=columns --size=M=7 --size=N=5 --oclgrind %}
// RUN: lift-opt %s --lift-to-gpu | FileCheck %s --check-prefix=CARRIED
// CARRIED-LABEL: gpu.func @columns
// CARRIED:       scf.for
// CARRIED-NOT:   arith.{{div|rem}}ui
// CARRIED:       arith.select {{.*}}lift.carried = "quotient"
// CARRIED-NEXT:  arith.select {{.*}}lift.carried = "rest"
// CARRIED-LABEL: gpu.func @weighted
// CARRIED:       arith.select {{.*}}lift.carried = "quotient"
// CARRIED-NEXT:  arith.select {{.*}}lift.carried = "rest"
// CARRIED-LABEL: gpu.func @held
// CARRIED:       scf.for
// CARRIED-NOT:   arith.{{div|rem}}ui
// CARRIED:       arith.minsi
// CARRIED-NOT:   arith.{{div|rem}}ui
// CARRIED:       arith.select {{.*}}lift.carried = "quotient"
// CARRIED-NEXT:  arith.select {{.*}}lift.carried = "rest"
func.func @columns(%m: !lift.array<M x N x f32>) -> !lift.array<1 x f32> {
  %zero = arith.constant 0.0 : f32
  %k = lift.kernel @columns local_size [1] global_size [1] {
    %t = lift.transpose %m : !lift.array<M x N x f32>
    %all = lift.join %t : !lift.array<N x M x f32>
    %one = lift.split %all by (M * N) : !lift.array<(M * N) x f32>
    %r = lift.map seq (%line = %one : !lift.array<1 x (M * N) x f32>) {
      %sum = lift.reduce (%x = %line : !lift.array<(M * N) x f32>) init (%acc = %zero : f32) {
        %s = arith.addf %acc, %x : f32
        lift.yield %s : f32
      }
      lift.yield %sum : f32
    }
    lift.yield %r : !lift.array<1 x f32>
  }
  return %k : !lift.array<1 x f32>
}

// Work-items begin anywhere in the flattened array, and go three elements at a time.
// NUMPY @weighted(m: f32[M, N], w: f32[3]) -> (m.T.flatten()[:M*N//3*3].reshape(-1, 3) * w).sum(1)
// RUN: %check_numpy %s --entry=weighted --size=M=9 --size=N=32
// RUN: %check_numpy %s --entry=weighted --size=M=3 --size=N=1
// RUN: %check_numpy %s --entry=weighted --size=M=1 --size=N=3
// RUN: %check_numpy %s --entry=weighted --size=M=33 --size=N=13
// RUN: %if oclgrind %{ %check_numpy %s --entry=weighted --size=M=6 --size=N=5 --oclgrind %}
func.func @weighted(%m: !lift.array<M x N x f32>, %w: !lift.array<3 x f32>) -> !lift.array<(M * N / 3) x f32>
    attributes {lift.requires = [#lift.constraint<3 divides M * N>]} {
  %zero = arith.constant 0.0 : f32
  %t = lift.transpose %m : !lift.array<M x N x f32>
  %all = lift.join %t : !lift.array<N x M x f32>
  %threes = lift.split %all by 3 : !lift.array<(M * N) x f32>
  %r = lift.map glb(0) (%three = %threes : !lift.array<(M * N / 3) x 3 x f32>) {
    %sum = lift.reduce (%x = %three, %y = %w : !lift.array<3 x f32>, !lift.array<3 x f32>) init (%acc = %zero : f32) {
      %p = arith.mulf %x, %y : f32
      %s = arith.addf %acc, %p : f32
      lift.yield %s : f32
    }
    lift.yield %sum : f32
  }
  return %r : !lift.array<(M * N / 3) x f32>
}

// The last element is read again and again: beyond it, its quotient and remainder.
// NUMPY @held(m: f32[M, N]) -> np.pad(m.T.flatten(), (0, 7), "edge").cumsum()[-1:]
// RUN: %check_numpy %s --entry=held --size=M=9 --size=N=32
// RUN: %check_numpy %s --entry=held --size=M=1 --size=N=1
// RUN: %check_numpy %s --entry=held --size=M=1 --size=N=13
// RUN: %check_numpy %s --entry=held --size=M=31 --size=N=1
// RUN: %check_numpy %s --entry=held --size=M=5 --size=N=3
// RUN: %if oclgrind %{ %check_numpy %s --entry=held --size=M=7 --size=N=5 --oclgrind %}
func.func @held(%m: !lift.array<M x N x f32>) -> !lift.array<1 x f32> {
  %zero = arith.constant 0.0 : f32
  %k = lift.kernel @held local_size [1] global_size [1] {
    %t = lift.transpose %m : !lift.array<M x N x f32>
    %all = lift.join %t : !lift.array<N x M x f32>
    %longer = lift.pad %all low [0] high [7] clamp : !lift.array<(M * N) x f32>
    %one = lift.split %longer by (M * N + 7) : !lift.array<(M * N + 7) x f32>
    %r = lift.map seq (%line = %one : !lift.array<1 x (M * N + 7) x f32>) {
      %sum = lift.reduce (%x = %line : !lift.array<(M * N + 7) x f32>) init (%acc = %zero : f32) {
        %s = arith.addf %acc, %x : f32
        lift.yield %s : f32
      }
      lift.yield %sum : f32
    }
    lift.yield %r : !lift.array<1 x f32>
  }
  return %k : !lift.array<1 x f32>
}
