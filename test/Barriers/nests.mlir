// Barriers between nested local maps. The words are those of chunks.mlir. With one
// group, and thus a slice of a temporary for each trip, B36 also shows that idle
// work-items read a slice of their own chunk: else two chunks would conflict.
// REQUIRES: pocl

// RUN: cat %S/Inputs/functions.mlir %s | lift-opt --symbol-dce > %t.mlir
// RUN: grep -E "^// (NUMPY|INPUT)" %s >> %t.mlir
// RUN: sed "s/\bN\b/3/g" %t.mlir > %t.once.mlir
// DEFINE: %{barriers} = lift-translate --lift-to-opencl \
// DEFINE:   | /usr/bin/python3 %S/Inputs/count.py barriers \
// DEFINE:   | FileCheck %s --match-full-lines --check-prefix
// RUN: lift-opt %t.once.mlir --lift-to-gpu=params=X=16,Y=16,G=3 | %{barriers}=ONCE
// RUN: lift-opt %t.mlir --lift-to-gpu=params=X=16,Y=16,G=2 | %{barriers}=LOOP
// RUN: lift-opt %t.mlir --lift-to-gpu=params=X=12,Y=20,G=3 | %{barriers}=LOOP
// RUN: lift-opt %t.mlir --lift-to-gpu=params=X=12,Y=16,G=1 | %{barriers}=LOOP

// DEFINE: %{loop} = %check_numpy %t.mlir --entry=nests
// DEFINE: %{once} = %check_numpy %t.once.mlir --entry=nests
// RUN: %{once} --param=X=16 --param=Y=16 --param=G=3
// RUN: %{loop} --size=N=3 --param=X=16 --param=Y=16 --param=G=1
// RUN: %{loop} --size=N=3 --param=X=12 --param=Y=20 --param=G=2
// RUN: %if oclgrind %{ %{loop} --size=N=2 --param=X=12 --param=Y=20 --param=G=1 --oclgrind %}

// Without any one of the barriers there is a race.
// RUN: %if oclgrind %{ lift-opt %t.mlir --lift-bind-params=params=X=12,Y=16,G=1 > %t.bound.mlir \
// RUN:   && lift-opt %t.bound.mlir --lift-to-gpu > %t.low.mlir \
// RUN:   && /usr/bin/python3 %S/Inputs/without-each.py %t.low.mlir %t.cut.mlir \
// RUN:     %lift_src_root/utils/oclgrind-run.sh lift-run %t.cut.mlir \
// RUN:     --reference=%t.bound.mlir --verify --size=N=2 %}

// NUMPY @nests(t: f32[N, N, 32, 32], s: f32[N, N, 16, 16], v: f32[N, N, N, 4, 6, 10]) -> (t, v, v[..., ::-1], t[..., ::-1], t[..., ::-1], t[..., ::-1], t[..., ::-1], t[:, :, ::-1, :], s[..., ::-1], s[..., ::-1], s[..., ::-1], s[..., ::-1], s[..., ::-1])
// INPUT @nests t = np.arange(N * N * 1024).reshape(N, N, 32, 32)
// INPUT @nests s = np.arange(N * N * 256).reshape(N, N, 16, 16)
// INPUT @nests v = np.arange(N * N * N * 240).reshape(N, N, N, 4, 6, 10)

!blocks = !lift.array<N x N x 32 x 32 x f32>
!block = !lift.array<32 x 32 x f32>
!smalls = !lift.array<N x N x 16 x 16 x f32>
!small = !lift.array<16 x 16 x f32>
!cubes = !lift.array<N x N x N x 4 x 6 x 10 x f32>
!cube = !lift.array<4 x 6 x 10 x f32>

func.func @nests(%T: !blocks, %S: !smalls, %V: !cubes)
    -> (!blocks, !cubes, !cubes, !blocks, !blocks, !blocks, !blocks, !blocks,
        !smalls, !smalls, !smalls, !smalls, !smalls)
    attributes {lift.params = {X = [12, 16], Y = [16, 20], G = [1, 2, 3]}} {

  // B27 doubleNestedMapLcl: own.
  // ONCE: b27: none
  // LOOP: b27: none
  %b27 = lift.kernel @b27 local_size [X, Y] global_size [G * X, G * Y] {
    %m = lift.map wrg(0) (%row = %T : !blocks) {
      %m1 = lift.map wrg(1) (%c = %row : !lift.array<N x 32 x 32 x f32>) {
        %p = lift.copy %c [lcl(0), lcl(1)] in local : !block
        %o = lift.call @lcl01[m = 32, n = 32](%p) : (!block) -> !block
        lift.yield %o : !block
      }
      lift.yield %m1 : !lift.array<N x 32 x 32 x f32>
    }
    lift.yield %m : !blocks
  }

  // B28 tripleNestedMapLcl: own.
  // ONCE: b28: none
  // LOOP: b28: none
  %b28 = lift.kernel @b28 local_size [2, 3, 5] global_size [G * 2, G * 3, G * 5] {
    %m = lift.map wrg(0) (%t0 = %V : !cubes) {
      %m1 = lift.map wrg(1) (%t1 = %t0 : !lift.array<N x N x 4 x 6 x 10 x f32>) {
        %m2 = lift.map wrg(2) (%c = %t1 : !lift.array<N x 4 x 6 x 10 x f32>) {
          %p = lift.copy %c [lcl(0), lcl(1), lcl(2)] in local : !cube
          %o = lift.call @lcl012[l = 4, m = 6, n = 10](%p) : (!cube) -> !cube
          lift.yield %o : !cube
        }
        lift.yield %m2 : !lift.array<N x 4 x 6 x 10 x f32>
      }
      lift.yield %m1 : !lift.array<N x N x 4 x 6 x 10 x f32>
    }
    lift.yield %m : !cubes
  }

  // B29 tripleNestedMapLclWithScatter: alpha, beta: the copy is written
  // reversed.
  // ONCE: b29: L
  // LOOP: b29: L L
  %b29 = lift.kernel @b29 local_size [2, 3, 5] global_size [G * 2, G * 3, G * 5] {
    %m = lift.map wrg(0) (%t0 = %V : !cubes) {
      %m1 = lift.map wrg(1) (%t1 = %t0 : !lift.array<N x N x 4 x 6 x 10 x f32>) {
        %m2 = lift.map wrg(2) (%c = %t1 : !lift.array<N x 4 x 6 x 10 x f32>) {
          %p = lift.map lcl(0) (%slice = %c : !cube) {
            %q = lift.map lcl(1) (%line = %slice : !lift.array<6 x 10 x f32>) {
              %r = lift.map lcl(2) (%e = %line : !lift.array<10 x f32>) { lift.yield %e : f32 }
              %s = lift.call @scatter[n = 10](%r) : (!lift.array<10 x f32>) -> !lift.array<10 x f32>
              lift.yield %s : !lift.array<10 x f32>
            }
            lift.yield %q : !lift.array<6 x 10 x f32>
          }
          %l = lift.materialize %p in local : !cube
          %o = lift.call @lcl012[l = 4, m = 6, n = 10](%l) : (!cube) -> !cube
          lift.yield %o : !cube
        }
        lift.yield %m2 : !lift.array<N x 4 x 6 x 10 x f32>
      }
      lift.yield %m1 : !lift.array<N x N x 4 x 6 x 10 x f32>
    }
    lift.yield %m : !cubes
  }

  // B30 doubleNestedMapLclWithReorder, B31 doubleNestedMapLclWithReorder2:
  // alpha, beta. A gather after a map, as in B31, is a view of what the map
  // computes.
  // ONCE: b30: L
  // LOOP: b30: L L
  %b30 = lift.kernel @b30 local_size [X, Y] global_size [G * X, G * Y] {
    %m = lift.map wrg(0) (%row = %T : !blocks) {
      %m1 = lift.map wrg(1) (%c = %row : !lift.array<N x 32 x 32 x f32>) {
        %p = lift.copy %c [lcl(0), lcl(1)] in local : !block
        %q = lift.call @reverse_rows[m = 32, n = 32](%p) : (!block) -> !block
        %o = lift.call @lcl01[m = 32, n = 32](%q) : (!block) -> !block
        lift.yield %o : !block
      }
      lift.yield %m1 : !lift.array<N x 32 x 32 x f32>
    }
    lift.yield %m : !blocks
  }

  // B32 doubleNestedMapLclWithReorder3: as B30.
  // ONCE: b32: L
  // LOOP: b32: L L
  %b32 = lift.kernel @b32 local_size [X, Y] global_size [G * X, G * Y] {
    %m = lift.map wrg(0) (%row = %T : !blocks) {
      %m1 = lift.map wrg(1) (%c = %row : !lift.array<N x 32 x 32 x f32>) {
        %p = lift.copy %c [lcl(0), lcl(1)] in local : !block
        %o = lift.map lcl(0) (%line = %p : !block) {
          %r = lift.call @reverse[n = 32](%line) : (!lift.array<32 x f32>) -> !lift.array<32 x f32>
          %s = lift.map lcl(1) (%e = %r : !lift.array<32 x f32>) { lift.yield %e : f32 }
          lift.yield %s : !lift.array<32 x f32>
        }
        lift.yield %o : !block
      }
      lift.yield %m1 : !lift.array<N x 32 x 32 x f32>
    }
    lift.yield %m : !blocks
  }

  // B33 doubleNestedMapLclWithReorderGlobalMem: alpha, slice.
  // ONCE: b33: G
  // LOOP: b33: G
  %b33 = lift.kernel @b33 local_size [X, Y] global_size [G * X, G * Y] {
    %m = lift.map wrg(0) (%row = %T : !blocks) {
      %m1 = lift.map wrg(1) (%c = %row : !lift.array<N x 32 x 32 x f32>) {
        %p = lift.copy %c [lcl(0), lcl(1)] in global : !block
        %q = lift.call @reverse_rows[m = 32, n = 32](%p) : (!block) -> !block
        %o = lift.call @lcl01[m = 32, n = 32](%q) : (!block) -> !block
        lift.yield %o : !block
      }
      lift.yield %m1 : !lift.array<N x 32 x 32 x f32>
    }
    lift.yield %m : !blocks
  }

  // B34 doubleNestedMapLclWithReorderGlobalMem2: alpha, slice.
  // ONCE: b34: G
  // LOOP: b34: G
  %b34 = lift.kernel @b34 local_size [X, Y] global_size [G * X, G * Y] {
    %m = lift.map wrg(0) (%row = %T : !blocks) {
      %m1 = lift.map wrg(1) (%c = %row : !lift.array<N x 32 x 32 x f32>) {
        %p = lift.copy %c [lcl(0), lcl(1)] in global : !block
        %o = lift.map lcl(0) (%line = %p : !block) {
          %r = lift.call @reverse[n = 32](%line) : (!lift.array<32 x f32>) -> !lift.array<32 x f32>
          %s = lift.map lcl(1) (%e = %r : !lift.array<32 x f32>) { lift.yield %e : f32 }
          lift.yield %s : !lift.array<32 x f32>
        }
        lift.yield %o : !block
      }
      lift.yield %m1 : !lift.array<N x 32 x 32 x f32>
    }
    lift.yield %m : !blocks
  }

  // B35 doubleNestedMapLclWithReorderGlobalMem3: alpha across rows, slice.
  // ONCE: b35: G
  // LOOP: b35: G
  %b35 = lift.kernel @b35 local_size [X, Y] global_size [G * X, G * Y] {
    %m = lift.map wrg(0) (%row = %T : !blocks) {
      %m1 = lift.map wrg(1) (%c = %row : !lift.array<N x 32 x 32 x f32>) {
        %p = lift.call @lcl01[m = 32, n = 32](%c) : (!block) -> !block
        %last = lift.size 31 : index
        %q = lift.scatter permutation %p : !block by (%i < 32) {
          %j = arith.subi %last, %i : index
          lift.yield %j : index
        }
        %l = lift.materialize %q in global : !block
        %o = lift.call @lcl01[m = 32, n = 32](%l) : (!block) -> !block
        lift.yield %o : !block
      }
      lift.yield %m1 : !lift.array<N x 32 x 32 x f32>
    }
    lift.yield %m : !blocks
  }

  // B36 invalidKernel: alpha, slice. Half of the work-items have no row, but go
  // through the map with the others, so that the barrier inside it is reached
  // by all.
  // ONCE: b36: G
  // LOOP: b36: G
  %b36 = lift.kernel @b36 local_size [32, 8] global_size [G * 32, G * 8] {
    %m = lift.map wrg(0) (%row = %S : !smalls) {
      %m1 = lift.map wrg(1) (%c = %row : !lift.array<N x 16 x 16 x f32>) {
        %o = lift.map lcl(0) (%line = %c : !small) {
          %p = lift.copy %line [lcl(1)] in global : !lift.array<16 x f32>
          %r = lift.call @reverse[n = 16](%p) : (!lift.array<16 x f32>) -> !lift.array<16 x f32>
          %s = lift.map lcl(1) (%e = %r : !lift.array<16 x f32>) { lift.yield %e : f32 }
          lift.yield %s : !lift.array<16 x f32>
        }
        lift.yield %o : !small
      }
      lift.yield %m1 : !lift.array<N x 16 x 16 x f32>
    }
    lift.yield %m : !smalls
  }

  // B36A the same, where each work-item has a row: alpha, slice.
  // ONCE: b36a: G
  // LOOP: b36a: G
  %b36a = lift.kernel @b36a local_size [16, 8] global_size [G * 16, G * 8] {
    %m = lift.map wrg(0) (%row = %S : !smalls) {
      %m1 = lift.map wrg(1) (%c = %row : !lift.array<N x 16 x 16 x f32>) {
        %o = lift.map lcl(0) (%line = %c : !small) {
          %p = lift.copy %line [lcl(1)] in global : !lift.array<16 x f32>
          %r = lift.call @reverse[n = 16](%p) : (!lift.array<16 x f32>) -> !lift.array<16 x f32>
          %s = lift.map lcl(1) (%e = %r : !lift.array<16 x f32>) { lift.yield %e : f32 }
          lift.yield %s : !lift.array<16 x f32>
        }
        lift.yield %o : !small
      }
      lift.yield %m1 : !lift.array<N x 16 x 16 x f32>
    }
    lift.yield %m : !smalls
  }

  // B36B the same in two nests: alpha, slice.
  // ONCE: b36b: G
  // LOOP: b36b: G
  %b36b = lift.kernel @b36b local_size [32, 8] global_size [G * 32, G * 8] {
    %m = lift.map wrg(0) (%row = %S : !smalls) {
      %m1 = lift.map wrg(1) (%c = %row : !lift.array<N x 16 x 16 x f32>) {
        %p = lift.copy %c [lcl(0), lcl(1)] in global : !small
        %q = lift.call @reverse_rows[m = 16, n = 16](%p) : (!small) -> !small
        %o = lift.call @lcl01[m = 16, n = 16](%q) : (!small) -> !small
        lift.yield %o : !small
      }
      lift.yield %m1 : !lift.array<N x 16 x 16 x f32>
    }
    lift.yield %m : !smalls
  }

  // B36C the same in two trips, with different rows: alpha, slice.
  // ONCE: b36c: G
  // LOOP: b36c: G
  %b36c = lift.kernel @b36c local_size [8, 8] global_size [G * 8, G * 8] {
    %m = lift.map wrg(0) (%row = %S : !smalls) {
      %m1 = lift.map wrg(1) (%c = %row : !lift.array<N x 16 x 16 x f32>) {
        %o = lift.map lcl(0) (%line = %c : !small) {
          %p = lift.copy %line [lcl(1)] in global : !lift.array<16 x f32>
          %r = lift.call @reverse[n = 16](%p) : (!lift.array<16 x f32>) -> !lift.array<16 x f32>
          %s = lift.map lcl(1) (%e = %r : !lift.array<16 x f32>) { lift.yield %e : f32 }
          lift.yield %s : !lift.array<16 x f32>
        }
        lift.yield %o : !small
      }
      lift.yield %m1 : !lift.array<N x 16 x 16 x f32>
    }
    lift.yield %m : !smalls
  }

  // B36D the same in local memory, with a row for each work-item of dimension
  // 0: alpha, and beta from trip to trip, which serves the group too.
  // ONCE: b36d: L L
  // LOOP: b36d: L L
  %b36d = lift.kernel @b36d local_size [8, 8] global_size [G * 8, G * 8] {
    %m = lift.map wrg(0) (%row = %S : !smalls) {
      %m1 = lift.map wrg(1) (%c = %row : !lift.array<N x 16 x 16 x f32>) {
        %o = lift.map lcl(0) (%line = %c : !small) {
          %p = lift.copy %line [lcl(1)] in local : !lift.array<16 x f32>
          %r = lift.call @reverse[n = 16](%p) : (!lift.array<16 x f32>) -> !lift.array<16 x f32>
          %s = lift.map lcl(1) (%e = %r : !lift.array<16 x f32>) { lift.yield %e : f32 }
          lift.yield %s : !lift.array<16 x f32>
        }
        lift.yield %o : !small
      }
      lift.yield %m1 : !lift.array<N x 16 x 16 x f32>
    }
    lift.yield %m : !smalls
  }

  return %b27, %b28, %b29, %b30, %b32, %b33, %b34, %b35, %b36, %b36a, %b36b,
         %b36c, %b36d
      : !blocks, !cubes, !cubes, !blocks, !blocks, !blocks, !blocks, !blocks,
        !smalls, !smalls, !smalls, !smalls, !smalls
}
