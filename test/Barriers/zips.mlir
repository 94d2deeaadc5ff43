// Barriers where rows of two matrices meet in a zip, copied through local memory:
// one barrier is enough for both copies. Each local map makes several trips. The
// words are those of chunks.mlir.
// REQUIRES: pocl

// RUN: cat %S/Inputs/functions.mlir %s | lift-opt --symbol-dce > %t.mlir
// RUN: grep -E "^// (NUMPY|INPUT)" %s >> %t.mlir
// RUN: sed "s/\bN\b/4/g" %t.mlir > %t.once.mlir
// DEFINE: %{barriers} = lift-translate --lift-to-opencl \
// DEFINE:   | /usr/bin/python3 %S/Inputs/count.py barriers \
// DEFINE:   | FileCheck %s --match-full-lines --check-prefix
// RUN: lift-opt %t.once.mlir --lift-to-gpu=params=L=128,G=4 | %{barriers}=ONCE
// RUN: lift-opt %t.mlir --lift-to-gpu=params=L=128,G=4 | %{barriers}=LOOP
// RUN: lift-opt %t.mlir --lift-to-gpu=params=L=48,G=4 | %{barriers}=LOOP

// DEFINE: %{loop} = %check_numpy %t.mlir --entry=zips
// DEFINE: %{once} = %check_numpy %t.once.mlir --entry=zips
// RUN: %{once} --param=L=128 --param=G=4
// RUN: %{loop} --size=N=19 --param=L=128 --param=G=4
// RUN: %{loop} --size=N=7 --param=L=48 --param=G=1
// RUN: %if oclgrind %{ %{loop} --size=N=3 --param=L=48 --param=G=1 --oclgrind %}

// Without any one of the barriers there is a race.
// RUN: %if oclgrind %{ lift-opt %t.mlir --lift-bind-params=params=L=48,G=1 > %t.bound.mlir \
// RUN:   && lift-opt %t.bound.mlir --lift-to-gpu > %t.low.mlir \
// RUN:   && /usr/bin/python3 %S/Inputs/without-each.py %t.low.mlir %t.cut.mlir \
// RUN:     %lift_src_root/utils/oclgrind-run.sh lift-run %t.cut.mlir \
// RUN:     --reference=%t.bound.mlir --verify --size=N=2 %}

// NUMPY @zips(a: f32[N, 512], b: f32[N, 512]) -> (a + b, (a + b)[:, ::-1], a[:, ::-1] + b, a + b[:, ::-1], (a + b)[:, ::-1], a + b)
// INPUT @zips a = np.arange(N * 512).reshape(N, 512)
// INPUT @zips b = np.arange(N * 512).reshape(N, 512) * 7 + 3

!rows = !lift.array<N x 512 x f32>
!row = !lift.array<512 x f32>

func.func @zips(%a: !rows, %b: !rows)
    -> (!rows, !rows, !rows, !rows, !rows, !rows)
    attributes {lift.params = {L = [48, 128], G = [1, 4]}} {

  // B21 copyToLocalInZip: own.
  // ONCE: b21: none
  // LOOP: b21: none
  %b21 = lift.kernel @b21 local_size [L] global_size [G * L] {
    %m = lift.map wrg(0) (%p = %a, %q = %b : !rows, !rows) {
      %s = lift.copy %p [lcl(0)] in local : !row
      %t = lift.copy %q [lcl(0)] in local : !row
      %o = lift.call @add[n = 512](%s, %t) : (!row, !row) -> !row
      lift.yield %o : !row
    }
    lift.yield %m : !rows
  }

  // B22 copyToLocalInZipAndReorder: one alpha for both, beta.
  // ONCE: b22: L
  // LOOP: b22: L L
  %b22 = lift.kernel @b22 local_size [L] global_size [G * L] {
    %m = lift.map wrg(0) (%p = %a, %q = %b : !rows, !rows) {
      %s = lift.copy %p [lcl(0)] in local : !row
      %t = lift.copy %q [lcl(0)] in local : !row
      %u = lift.call @reverse[n = 512](%s) : (!row) -> !row
      %v = lift.call @reverse[n = 512](%t) : (!row) -> !row
      %o = lift.call @add[n = 512](%u, %v) : (!row, !row) -> !row
      lift.yield %o : !row
    }
    lift.yield %m : !rows
  }

  // B23 copyToLocalAndReorderInZip: alpha and beta on the first copy.
  // ONCE: b23: L
  // LOOP: b23: L L
  %b23 = lift.kernel @b23 local_size [L] global_size [G * L] {
    %m = lift.map wrg(0) (%p = %a, %q = %b : !rows, !rows) {
      %s = lift.copy %p [lcl(0)] in local : !row
      %t = lift.copy %q [lcl(0)] in local : !row
      %u = lift.call @reverse[n = 512](%s) : (!row) -> !row
      %o = lift.call @add[n = 512](%u, %t) : (!row, !row) -> !row
      lift.yield %o : !row
    }
    lift.yield %m : !rows
  }

  // B24 copyToLocalAndReorderInZip2: the same on the second.
  // ONCE: b24: L
  // LOOP: b24: L L
  %b24 = lift.kernel @b24 local_size [L] global_size [G * L] {
    %m = lift.map wrg(0) (%p = %a, %q = %b : !rows, !rows) {
      %s = lift.copy %p [lcl(0)] in local : !row
      %t = lift.copy %q [lcl(0)] in local : !row
      %v = lift.call @reverse[n = 512](%t) : (!row) -> !row
      %o = lift.call @add[n = 512](%s, %v) : (!row, !row) -> !row
      lift.yield %o : !row
    }
    lift.yield %m : !rows
  }

  // B25 copyToLocalAndReorderBothInZip: one alpha for both, beta; each reversal
  // stands after its copy.
  // ONCE: b25: L
  // LOOP: b25: L L
  %b25 = lift.kernel @b25 local_size [L] global_size [G * L] {
    %m = lift.map wrg(0) (%p = %a, %q = %b : !rows, !rows) {
      %s = lift.copy %p [lcl(0)] in local : !row
      %u = lift.call @reverse[n = 512](%s) : (!row) -> !row
      %t = lift.copy %q [lcl(0)] in local : !row
      %v = lift.call @reverse[n = 512](%t) : (!row) -> !row
      %o = lift.call @add[n = 512](%u, %v) : (!row, !row) -> !row
      lift.yield %o : !row
    }
    lift.yield %m : !rows
  }

  // B26 copyOneToLocalInZip: own.
  // ONCE: b26: none
  // LOOP: b26: none
  %b26 = lift.kernel @b26 local_size [L] global_size [G * L] {
    %m = lift.map wrg(0) (%p = %a, %q = %b : !rows, !rows) {
      %s = lift.copy %p [lcl(0)] in local : !row
      %o = lift.call @add[n = 512](%s, %q) : (!row, !row) -> !row
      lift.yield %o : !row
    }
    lift.yield %m : !rows
  }

  return %b21, %b22, %b23, %b24, %b25, %b26
      : !rows, !rows, !rows, !rows, !rows, !rows
}
