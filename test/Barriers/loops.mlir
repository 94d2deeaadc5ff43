// Barriers between sequential loops around local maps, and between nests of
// another order. The words are those of chunks.mlir.
// REQUIRES: pocl

// RUN: cat %S/Inputs/functions.mlir %s | lift-opt --symbol-dce > %t.mlir
// RUN: grep -E "^// (NUMPY|INPUT)" %s >> %t.mlir
// RUN: sed "s/\bN\b/8/g" %t.mlir > %t.once.mlir
// DEFINE: %{barriers} = lift-translate --lift-to-opencl \
// DEFINE:   | /usr/bin/python3 %S/Inputs/count.py barriers \
// DEFINE:   | FileCheck %s --match-full-lines --check-prefix
// RUN: lift-opt %t.once.mlir --lift-to-gpu=params=X=10,G=8 | %{barriers}=ONCE
// RUN: lift-opt %t.mlir --lift-to-gpu=params=X=10,G=1 | %{barriers}=LOOP
// RUN: lift-opt %t.mlir --lift-to-gpu=params=X=5,G=3 | %{barriers}=LOOP
// RUN: lift-opt %t.mlir --lift-to-gpu=params=X=16,G=3 | %{barriers}=LOOP

// DEFINE: %{loop} = %check_numpy %t.mlir --entry=loops
// DEFINE: %{once} = %check_numpy %t.once.mlir --entry=loops
// RUN: %{once} --param=X=10 --param=G=8
// RUN: %{loop} --size=N=8 --param=X=10 --param=G=1
// RUN: %{loop} --size=N=7 --param=X=5 --param=G=3
// RUN: %if oclgrind %{ %{once} --param=X=16 --param=G=8 --oclgrind %}
// RUN: %if oclgrind %{ %{loop} --size=N=3 --param=X=10 --param=G=1 --oclgrind %}

// Without any one of the barriers there is a race.
// RUN: %if oclgrind %{ lift-opt %t.mlir --lift-bind-params=params=X=10,G=1 > %t.bound.mlir \
// RUN:   && lift-opt %t.bound.mlir --lift-to-gpu > %t.low.mlir \
// RUN:   && /usr/bin/python3 %S/Inputs/without-each.py %t.low.mlir %t.cut.mlir \
// RUN:     %lift_src_root/utils/oclgrind-run.sh lift-run %t.cut.mlir \
// RUN:     --reference=%t.bound.mlir --verify --size=N=3 %}

// NUMPY @loops(a: f32[N, 12, 14]) -> (a, a, a, a.transpose(0, 2, 1), a)
// INPUT @loops a = np.arange(N * 168).reshape(N, 12, 14)

!plates = !lift.array<N x 12 x 14 x f32>
!plate = !lift.array<12 x 14 x f32>
!turneds = !lift.array<N x 14 x 12 x f32>
!turned = !lift.array<14 x 12 x f32>

func.func @loops(%A: !plates)
    -> (!plates, !plates, !plates, !turneds, !plates)
    attributes {lift.params = {X = [5, 10, 16], G = [1, 3, 8]}} {

  // E1 a local map in a loop: own.
  // ONCE: e1: none
  // LOOP: e1: none
  %e1 = lift.kernel @e1 local_size [X] global_size [G * X] {
    %m = lift.map wrg(0) (%c = %A : !plates) {
      %p = lift.copy %c [seq, lcl(0)] in local : !plate
      %o = lift.map seq (%line = %p : !plate) {
        %r = lift.call @lcl[n = 14](%line) : (!lift.array<14 x f32>) -> !lift.array<14 x f32>
        lift.yield %r : !lift.array<14 x f32>
      }
      lift.yield %o : !plate
    }
    lift.yield %m : !plates
  }

  // E2 nests of another order: alpha, beta.
  // ONCE: e2: L
  // LOOP: e2: L L
  %e2 = lift.kernel @e2 local_size [X, 14] global_size [G * X, 14] {
    %m = lift.map wrg(0) (%c = %A : !plates) {
      %p = lift.copy %c [lcl(1), lcl(0)] in local : !plate
      %o = lift.call @lcl01[m = 12, n = 14](%p) : (!plate) -> !plate
      lift.yield %o : !plate
    }
    lift.yield %m : !plates
  }

  // E3 rows to work-items, then columns: alpha, beta.
  // ONCE: e3: L
  // LOOP: e3: L L
  %e3 = lift.kernel @e3 local_size [X] global_size [G * X] {
    %m = lift.map wrg(0) (%c = %A : !plates) {
      %p = lift.copy %c [lcl(0), seq] in local : !plate
      %o = lift.map seq (%line = %p : !plate) {
        %r = lift.call @lcl[n = 14](%line) : (!lift.array<14 x f32>) -> !lift.array<14 x f32>
        lift.yield %r : !lift.array<14 x f32>
      }
      lift.yield %o : !plate
    }
    lift.yield %m : !plates
  }

  // E4 a transposition between: alpha, beta.
  // ONCE: e4: L
  // LOOP: e4: L L
  %e4 = lift.kernel @e4 local_size [X] global_size [G * X] {
    %m = lift.map wrg(0) (%c = %A : !plates) {
      %p = lift.copy %c [seq, lcl(0)] in local : !plate
      %q = lift.transpose %p : !plate
      %o = lift.map seq (%line = %q : !turned) {
        %r = lift.call @lcl[n = 12](%line) : (!lift.array<12 x f32>) -> !lift.array<12 x f32>
        lift.yield %r : !lift.array<12 x f32>
      }
      lift.yield %o : !turned
    }
    lift.yield %m : !turneds
  }

  // E5 two transpositions, which cancel: own.
  // ONCE: e5: none
  // LOOP: e5: none
  %e5 = lift.kernel @e5 local_size [X] global_size [G * X] {
    %m = lift.map wrg(0) (%c = %A : !plates) {
      %p = lift.copy %c [seq, lcl(0)] in local : !plate
      %q = lift.transpose %p : !plate
      %s = lift.transpose %q : !turned
      %o = lift.map seq (%line = %s : !plate) {
        %r = lift.call @lcl[n = 14](%line) : (!lift.array<14 x f32>) -> !lift.array<14 x f32>
        lift.yield %r : !lift.array<14 x f32>
      }
      lift.yield %o : !plate
    }
    lift.yield %m : !plates
  }

  return %e1, %e2, %e3, %e4, %e5
      : !plates, !plates, !plates, !turneds, !plates
}
