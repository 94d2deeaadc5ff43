// Barriers where tuples are written to local and global memory. A component that
// nobody reads is not stored. The words are those of chunks.mlir.
// REQUIRES: pocl

// RUN: cat %S/Inputs/functions.mlir %s | lift-opt --symbol-dce > %t.mlir
// RUN: grep -E "^// (NUMPY|INPUT)" %s >> %t.mlir
// RUN: sed "s/\bN\b/2/g; s/\bM\b/64/g" %t.mlir > %t.once.mlir
// DEFINE: %{barriers} = lift-translate --lift-to-opencl \
// DEFINE:   | /usr/bin/python3 %S/Inputs/count.py barriers \
// DEFINE:   | FileCheck %s --match-full-lines --check-prefix
// RUN: lift-opt %t.once.mlir --lift-to-gpu=params=X=16,G=2 | %{barriers}=ONCE
// RUN: lift-opt %t.mlir --lift-to-gpu=params=X=16,G=2 | %{barriers}=LOOP
// RUN: lift-opt %t.mlir --lift-to-gpu=params=X=12,G=2 | %{barriers}=LOOP

// DEFINE: %{loop} = %check_numpy %t.mlir --entry=tuples
// DEFINE: %{once} = %check_numpy %t.once.mlir --entry=tuples
// RUN: %{once} --param=X=16 --param=G=2
// RUN: %{loop} --size=N=3 --size=M=224 --param=X=16 --param=G=1
// RUN: %{loop} --size=N=3 --size=M=160 --param=X=12 --param=G=2
// RUN: %if oclgrind %{ %{once} --param=X=12 --param=G=2 --oclgrind %}
// RUN: %if oclgrind %{ %{loop} --size=N=2 --size=M=96 --param=X=16 --param=G=1 --oclgrind %}

// Without any one of the barriers there is a race.
// RUN: %if oclgrind %{ lift-opt %t.mlir --lift-bind-params=params=X=12,G=1 > %t.bound.mlir \
// RUN:   && lift-opt %t.bound.mlir --lift-to-gpu > %t.low.mlir \
// RUN:   && /usr/bin/python3 %S/Inputs/without-each.py %t.low.mlir %t.cut.mlir \
// RUN:     %lift_src_root/utils/oclgrind-run.sh lift-run %t.cut.mlir \
// RUN:     --reference=%t.bound.mlir --verify --size=N=2 --size=M=96 %}

// NUMPY @tuples(t: f32[N, N, 16, 16], x: f32[M]) -> (t, t, t, 2 * x.reshape(-1, 32)[:, ::-1], 2 * x.reshape(-1, 32)[:, ::-1], 2 * x.reshape(-1, 32)[:, ::-1], 2 * x.reshape(-1, 32)[:, ::-1])
// INPUT @tuples t = np.arange(N * N * 256).reshape(N, N, 16, 16)
// INPUT @tuples x = np.arange(M)

!blocks = !lift.array<N x N x 16 x 16 x f32>
!block = !lift.array<16 x 16 x f32>
!line = !lift.array<16 x f32>
!tuple = tuple<!line, !line>
!tuples = !lift.array<16 x tuple<!lift.array<16 x f32>, !lift.array<16 x f32>>>
!pairss = !lift.array<(M / 32) x 32 x f32>
!pairs = !lift.array<32 x f32>

func.func @tuples(%T: !blocks, %x: !lift.array<M x f32>)
    -> (!blocks, !blocks, !blocks, !pairss, !pairss, !pairss, !pairss)
    attributes {lift.params = {X = [12, 16, 32], G = [1, 2, 3]}} {
  %V = lift.split %x by 32 : !lift.array<M x f32>

  // B38 tupleInside2MapLcl: alpha, beta, since (i, j) is written by (j, i).
  // ONCE: b38: L
  // LOOP: b38: L L
  %b38 = lift.kernel @b38 local_size [X, 16] global_size [G * X, G * 16] {
    %m = lift.map wrg(0) (%row = %T : !blocks) {
      %m1 = lift.map wrg(1) (%c = %row : !lift.array<N x 16 x 16 x f32>) {
        %p, %q = lift.map lcl(1) (%r = %c, %s = %c : !block, !block) {
          %v, %w = lift.map lcl(0) (%d = %r, %e = %s : !line, !line) {
            lift.yield %d, %e : f32, f32
          }
          lift.yield %v, %w : !line, !line
        }
        %g = lift.materialize %p in local : !block
        %h = lift.materialize %q in local : !block
        %o = lift.call @lcl01[m = 16, n = 16](%g) : (!block) -> !block
        lift.yield %o : !block
      }
      lift.yield %m1 : !lift.array<N x 16 x 16 x f32>
    }
    lift.yield %m : !blocks
  }

  // B39 tupleInsideMapLcl, B40 tupleInsideMapLcl2: own.
  // ONCE: b39: none
  // LOOP: b39: none
  %b39 = lift.kernel @b39 local_size [X, 16] global_size [G * X, G * 16] {
    %m = lift.map wrg(0) (%row = %T : !blocks) {
      %m1 = lift.map wrg(1) (%c = %row : !lift.array<N x 16 x 16 x f32>) {
        %p, %q = lift.map lcl(1) (%r = %c, %s = %c : !block, !block) {
          %v = lift.call @lcl[n = 16](%r) : (!line) -> !line
          %w = lift.call @lcl[n = 16](%s) : (!line) -> !line
          lift.yield %v, %w : !line, !line
        }
        %g = lift.materialize %p in local : !block
        %h = lift.materialize %q in local : !block
        %o = lift.call @lcl10[m = 16, n = 16](%g) : (!block) -> !block
        lift.yield %o : !block
      }
      lift.yield %m1 : !lift.array<N x 16 x 16 x f32>
    }
    lift.yield %m : !blocks
  }

  // B41 tupleWithAsVectorInsideMapLcl: own, by vectors.
  // ONCE: b41: none
  // LOOP: b41: none
  %b41 = lift.kernel @b41 local_size [X, 16] global_size [G * X, G * 16] {
    %m = lift.map wrg(0) (%row = %T : !blocks) {
      %m1 = lift.map wrg(1) (%c = %row : !lift.array<N x 16 x 16 x f32>) {
        %p, %q = lift.map lcl(1) (%r = %c, %s = %c : !block, !block) {
          %v = lift.call @lcl_by_four[n = 16](%r) : (!line) -> !line
          %w = lift.call @lcl_by_four[n = 16](%s) : (!line) -> !line
          lift.yield %v, %w : !line, !line
        }
        %g = lift.materialize %p in local : !block
        %h = lift.materialize %q in local : !block
        %o = lift.map lcl(1) (%r = %g : !block) {
          %v = lift.call @lcl_by_four[n = 16](%r) : (!line) -> !line
          lift.yield %v : !line
        }
        lift.yield %o : !block
      }
      lift.yield %m1 : !lift.array<N x 16 x 16 x f32>
    }
    lift.yield %m : !blocks
  }

  // B42 tupleBarrierJustLocal: alpha, beta.
  // ONCE: b42: L
  // LOOP: b42: L L
  %b42 = lift.kernel @b42 local_size [32] global_size [G * 32] {
    %m = lift.map wrg(0) (%c = %V : !pairss) {
      %p, %q = lift.map lcl(0) (%d = %c, %e = %c : !pairs, !pairs) {
        lift.yield %d, %e : f32, f32
      }
      %g = lift.materialize %p in local : !pairs
      %h = lift.materialize %q in local : !pairs
      %v = lift.call @reverse[n = 32](%g) : (!pairs) -> !pairs
      %w = lift.call @reverse[n = 32](%h) : (!pairs) -> !pairs
      %o = lift.call @add[n = 32](%v, %w) : (!pairs, !pairs) -> !pairs
      lift.yield %o : !pairs
    }
    lift.yield %m : !pairss
  }

  // B43 tupleBarrierJustGlobal: alpha, slice.
  // ONCE: b43: G
  // LOOP: b43: G
  %b43 = lift.kernel @b43 local_size [32] global_size [G * 32] {
    %m = lift.map wrg(0) (%c = %V : !pairss) {
      %p, %q = lift.map lcl(0) (%d = %c, %e = %c : !pairs, !pairs) {
        lift.yield %d, %e : f32, f32
      }
      %g = lift.materialize %p in global : !pairs
      %h = lift.materialize %q in global : !pairs
      %v = lift.call @reverse[n = 32](%g) : (!pairs) -> !pairs
      %w = lift.call @reverse[n = 32](%h) : (!pairs) -> !pairs
      %o = lift.call @add[n = 32](%v, %w) : (!pairs, !pairs) -> !pairs
      lift.yield %o : !pairs
    }
    lift.yield %m : !pairss
  }

  // B44 tupleBarrierBoth: alpha on both in one barrier; beta on the local half
  // alone.
  // ONCE: b44: LG
  // LOOP: b44: LG L
  %b44 = lift.kernel @b44 local_size [32] global_size [G * 32] {
    %m = lift.map wrg(0) (%c = %V : !pairss) {
      %p, %q = lift.map lcl(0) (%d = %c, %e = %c : !pairs, !pairs) {
        lift.yield %d, %e : f32, f32
      }
      %g = lift.materialize %p in local : !pairs
      %h = lift.materialize %q in global : !pairs
      %v = lift.call @reverse[n = 32](%g) : (!pairs) -> !pairs
      %w = lift.call @reverse[n = 32](%h) : (!pairs) -> !pairs
      %o = lift.call @add[n = 32](%v, %w) : (!pairs, !pairs) -> !pairs
      lift.yield %o : !pairs
    }
    lift.yield %m : !pairss
  }

  // E6 tupleBarrierBoth, copied twice: alpha on the second copies; beta on
  // their local half.
  // ONCE: e6: LG
  // LOOP: e6: LG L
  %e6 = lift.kernel @e6 local_size [32] global_size [G * 32] {
    %m = lift.map wrg(0) (%c = %V : !pairss) {
      %p, %q = lift.map lcl(0) (%d = %c, %e = %c : !pairs, !pairs) {
        lift.yield %d, %e : f32, f32
      }
      %g = lift.materialize %p in local : !pairs
      %h = lift.materialize %q in global : !pairs
      %p2, %q2 = lift.map lcl(0) (%d = %g, %e = %h : !pairs, !pairs) {
        lift.yield %d, %e : f32, f32
      }
      %g2 = lift.materialize %p2 in local : !pairs
      %h2 = lift.materialize %q2 in global : !pairs
      %v = lift.call @reverse[n = 32](%g2) : (!pairs) -> !pairs
      %w = lift.call @reverse[n = 32](%h2) : (!pairs) -> !pairs
      %o = lift.call @add[n = 32](%v, %w) : (!pairs, !pairs) -> !pairs
      lift.yield %o : !pairs
    }
    lift.yield %m : !pairss
  }

  return %b38, %b39, %b41, %b42, %b43, %b44, %e6
      : !blocks, !blocks, !blocks, !pairss, !pairss, !pairss, !pairss
}
