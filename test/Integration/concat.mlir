// T40f: arrays one behind the other.
// REQUIRES: pocl

// NUMPY @branches(x: i32[N]) -> np.concatenate([2 * x, x + 3])
// RUN: %check_numpy %s --entry=branches --size=N=1
// RUN: %check_numpy %s --entry=branches --size=N=403
// RUN: %if oclgrind %{ %check_numpy %s --entry=branches --size=N=17 --oclgrind %}
// Both maps store into their parts of one result, without a copy.
// RUN: lift-opt %s --lift-to-gpu | FileCheck %s
// CHECK-LABEL: gpu.func @branches_0
// CHECK-COUNT-2: memref.store
// CHECK-NOT: memref.store
// CHECK: gpu.return
func.func @branches(%x: !lift.array<N x i32>) -> !lift.array<(2 * N) x i32> {
  %three = arith.constant 3 : i32
  %a = lift.map (%e = %x : !lift.array<N x i32>) {
    %d = arith.addi %e, %e : i32
    lift.yield %d : i32
  }
  %b = lift.map (%e = %x : !lift.array<N x i32>) {
    %d = arith.addi %e, %three : i32
    lift.yield %d : i32
  }
  %c = lift.concat %a, %b : !lift.array<N x i32>, !lift.array<N x i32>
  return %c : !lift.array<(2 * N) x i32>
}

// Read: three operands of different lengths, and windows across the seams.
// NUMPY @read(x: i32[N, M], y: i32[K, M], z: i32[1, M]) -> (lambda c: c[:-1] - c[1:])(np.concatenate([x, y, z, x]))
// RUN: %check_numpy %s --entry=read --size=N=1 --size=M=1 --size=K=1
// RUN: %check_numpy %s --entry=read --size=N=17 --size=M=13 --size=K=31
// RUN: %if oclgrind %{ %check_numpy %s --entry=read --size=N=3 --size=M=5 --size=K=2 --oclgrind %}
func.func @read(%x: !lift.array<N x M x i32>, %y: !lift.array<K x M x i32>,
    %z: !lift.array<1 x M x i32>) -> !lift.array<(2 * N + K) x M x i32> {
  %c = lift.concat %x, %y, %z, %x : !lift.array<N x M x i32>,
      !lift.array<K x M x i32>, !lift.array<1 x M x i32>, !lift.array<N x M x i32>
  %a = lift.take %c size [2 * N + K] : !lift.array<(2 * N + K + 1) x M x i32>
  %b = lift.drop %c size [1] : !lift.array<(2 * N + K + 1) x M x i32>
  %d = lift.map (%r = %a, %s = %b : !lift.array<(2 * N + K) x M x i32>,
      !lift.array<(2 * N + K) x M x i32>) {
    %e = lift.map (%p = %r, %q = %s : !lift.array<M x i32>, !lift.array<M x i32>) {
      %f = arith.subi %p, %q : i32
      lift.yield %f : i32
    }
    lift.yield %e : !lift.array<M x i32>
  }
  return %d : !lift.array<(2 * N + K) x M x i32>
}

// Part computed, part copied; and a map of concat, which is concat of dimension
// 1.
// NUMPY @mixed(x: i32[N, M], y: i32[N, K]) -> np.concatenate([np.concatenate([-x, y[:, ::-1]], axis=1), np.zeros((1, M + K))])
// RUN: %check_numpy %s --entry=mixed --size=N=1 --size=M=1 --size=K=1
// RUN: %check_numpy %s --entry=mixed --size=N=17 --size=M=13 --size=K=31
// RUN: %if oclgrind %{ %check_numpy %s --entry=mixed --size=N=3 --size=M=5 --size=K=2 --oclgrind %}
func.func @mixed(%x: !lift.array<N x M x i32>, %y: !lift.array<N x K x i32>)
    -> !lift.array<(N + 1) x (M + K) x i32> {
  %zero = arith.constant 0 : i32
  %n = lift.map (%r = %x : !lift.array<N x M x i32>) {
    %m = lift.map (%a = %r : !lift.array<M x i32>) {
      %b = arith.subi %zero, %a : i32
      lift.yield %b : i32
    }
    lift.yield %m : !lift.array<M x i32>
  }
  %rows = lift.map (%a = %n, %b = %y
      : !lift.array<N x M x i32>, !lift.array<N x K x i32>) {
    %s = lift.reverse %b : !lift.array<K x i32>
    %c = lift.concat %a, %s : !lift.array<M x i32>, !lift.array<K x i32>
    lift.yield %c : !lift.array<(M + K) x i32>
  }
  %zeros = lift.broadcast %zero sizes [1, M + K] : i32
  %all = lift.concat %rows, %zeros
      : !lift.array<N x (M + K) x i32>, !lift.array<1 x (M + K) x i32>
  return %all : !lift.array<(N + 1) x (M + K) x i32>
}

// Inside a work-group: both halves of a local buffer, written by maps to lcl.
// NUMPY @local(x: i32[N, 8]) -> np.concatenate([x[:, ::-1], 2 * x], axis=1)[:, ::-1]
// RUN: %check_numpy %s --entry=local --size=N=3
// RUN: %if oclgrind %{ %check_numpy %s --entry=local --size=N=5 --oclgrind %}
func.func @local(%x: !lift.array<N x 8 x i32>) -> !lift.array<N x 16 x i32> {
  %r = lift.kernel local_size [4] global_size [8] {
    %o = lift.map wrg(0) (%row = %x : !lift.array<N x 8 x i32>) {
      %a = lift.map lcl(0) (%e = %row : !lift.array<8 x i32>) {
        lift.yield %e : i32
      }
      %b = lift.map lcl(0) (%e = %row : !lift.array<8 x i32>) {
        %d = arith.addi %e, %e : i32
        lift.yield %d : i32
      }
      %t = lift.reverse %a : !lift.array<8 x i32>
      %c = lift.concat %t, %b : !lift.array<8 x i32>, !lift.array<8 x i32>
      %l = lift.materialize %c in local : !lift.array<16 x i32>
      %s = lift.reverse %l : !lift.array<16 x i32>
      %out = lift.map lcl(0) (%e = %s : !lift.array<16 x i32>) {
        lift.yield %e : i32
      }
      lift.yield %out : !lift.array<16 x i32>
    }
    lift.yield %o : !lift.array<N x 16 x i32>
  }
  return %r : !lift.array<N x 16 x i32>
}

// T40f: windows put together again. Each gives the elements that no later one
// has: the step, and of the last window all.
// NUMPY @unslide(x: i32[2 * K + 3], k: i32[K]) -> x
// RUN: %check_numpy %s --entry=unslide --size=K=1
// RUN: %check_numpy %s --entry=unslide --size=K=31
func.func @unslide(%x: !lift.array<(2 * K + 3) x i32>, %k: !lift.array<K x i32>)
    -> !lift.array<(2 * K + 3) x i32> {
  %windows = lift.slide %x size [5] step [2] : !lift.array<(2 * K + 3) x i32>
  %steps = lift.take %windows size [2] dims [1] : !lift.array<K x 5 x i32>
  %front = lift.join %steps : !lift.array<K x 2 x i32>
  %last = lift.at %windows[K - 1] : !lift.array<K x 5 x i32>
  %back = lift.drop %last size [2] : !lift.array<5 x i32>
  %all = lift.concat %front, %back : !lift.array<(2 * K) x i32>, !lift.array<3 x i32>
  return %all : !lift.array<(2 * K + 3) x i32>
}

// Groups store parts of a row that is then cut at other places: no group stores what
// another one does.
// NUMPY @cut(x: f32[3, 8]) -> x.reshape(3, 2, 4)
// RUN: %check_numpy %s --entry=cut
func.func @cut(%x: !lift.array<3 x 8 x f32>) -> !lift.array<3 x 2 x 4 x f32> {
  %k = lift.kernel local_size [3, 1] global_size [9, 3] {
    %m = lift.map glb(1) (%r = %x : !lift.array<3 x 8 x f32>) {
      %t = lift.take %r size [6] : !lift.array<8 x f32>
      %v = lift.as_vector %t width 3 : !lift.array<6 x f32>
      %a = lift.map glb(0) (%e = %v : !lift.array<2 x vector<3xf32>>) {
        lift.yield %e : vector<3xf32>
      }
      %s = lift.as_scalar %a : !lift.array<2 x vector<3xf32>>
      %d = lift.drop %r size [6] : !lift.array<8 x f32>
      %b = lift.map glb(0) (%e = %d : !lift.array<2 x f32>) {
        lift.yield %e : f32
      }
      %c = lift.concat %s, %b : !lift.array<6 x f32>, !lift.array<2 x f32>
      lift.yield %c : !lift.array<8 x f32>
    }
    %p = lift.split %m by 4 dim 1 : !lift.array<3 x 8 x f32>
    lift.yield %p : !lift.array<3 x 2 x 4 x f32>
  }
  return %k : !lift.array<3 x 2 x 4 x f32>
}
