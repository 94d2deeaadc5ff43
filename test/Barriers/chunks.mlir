// Barriers of programs that work on chunks: the map over chunks is a loop of the
// group, in which a local buffer is used again (LOOP), or is gone, where there
// are as many groups as chunks and the compiler knows (ONCE). What a row needs
// was found by trying all sets of barriers; L fences local memory, G global. With
// one group more than chunks, a loop that is taken at most once stands around the
// barriers: PoCL 3.1 loses barriers in a branch.
//
//   own     every element is read by the work-item that wrote it: no barrier
//   alpha   read after write by another work-item: a barrier between the two
//   beta    the next trip overwrites what others may still read: one more
//   slice   a global temporary has a slice for each chunk: no beta
//
// The values are all different, so that a stale one is seen.
// REQUIRES: pocl

// RUN: cat %S/Inputs/functions.mlir %s | lift-opt --symbol-dce > %t.mlir
// RUN: grep -E "^// (NUMPY|INPUT)" %s >> %t.mlir
// RUN: sed "s/\bN\b/1024/g" %t.mlir > %t.once.mlir
// DEFINE: %{barriers} = lift-translate --lift-to-opencl \
// DEFINE:   | /usr/bin/python3 %S/Inputs/count.py barriers \
// DEFINE:   | FileCheck %s --match-full-lines --check-prefix
// RUN: lift-opt %t.once.mlir --lift-to-gpu=params=L=128,G=8 | %{barriers}=ONCE
// RUN: lift-opt %t.once.mlir --lift-to-gpu=params=L=48,G=8 | %{barriers}=ONCE
// RUN: lift-opt %t.mlir --lift-to-gpu=params=L=128,G=8 | %{barriers}=LOOP
// RUN: lift-opt %t.mlir --lift-to-gpu=params=L=48,G=3 | %{barriers}=LOOP
// RUN: lift-opt %t.mlir --lift-to-gpu=params=L=256,G=8 | %{barriers}=LOOP

// DEFINE: %{loop} = %check_numpy %t.mlir --entry=chunks
// DEFINE: %{once} = %check_numpy %t.once.mlir --entry=chunks
// RUN: %{once} --param=L=128 --param=G=8
// RUN: %{loop} --size=N=1024 --param=L=128 --param=G=1
// RUN: %{loop} --size=N=1024 --param=L=128 --param=G=3
// RUN: %{loop} --size=N=640 --param=L=48 --param=G=3
// RUN: %{loop} --size=N=128 --param=L=256 --param=G=8
// RUN: %if oclgrind %{ %{once} --param=L=48 --param=G=8 --oclgrind %}
// RUN: %if oclgrind %{ %{loop} --size=N=384 --param=L=128 --param=G=1 --oclgrind %}

// Without any one of the barriers there is a race.
// RUN: %if oclgrind %{ lift-opt %t.mlir --lift-bind-params=params=L=48,G=1 > %t.bound.mlir \
// RUN:   && lift-opt %t.bound.mlir --lift-to-gpu > %t.low.mlir \
// RUN:   && /usr/bin/python3 %S/Inputs/without-each.py %t.low.mlir %t.cut.mlir \
// RUN:     %lift_src_root/utils/oclgrind-run.sh lift-run %t.cut.mlir \
// RUN:     --reference=%t.bound.mlir --verify --size=N=256 %}

// NUMPY @chunks(x: f32[N]) -> ((X := x.reshape(-1, 128)), X, X.sum(1), X.sum(1), X, X[:, ::-1], X[:, ::-1], X[:, ::-1], X[:, ::-1], X[:, ::-1], X, X, X[:, ::-1], X[:, 1:], X[:, 1:], X.reshape(-1, 16)[:, ::-1].reshape(X.shape))
// INPUT @chunks x = np.arange(N)

!chunks = !lift.array<(N / 128) x 128 x f32>
!tails = !lift.array<(N / 128) x 127 x f32>
!sums = !lift.array<(N / 128) x f32>
!chunk = !lift.array<128 x f32>
!tail = !lift.array<127 x f32>
!rows = !lift.array<8 x 16 x f32>
!row = !lift.array<16 x f32>

func.func @chunks(%x: !lift.array<N x f32>)
    -> (!chunks, !chunks, !sums, !sums, !chunks, !chunks, !chunks, !chunks,
        !chunks, !chunks, !chunks, !chunks, !chunks, !tails, !tails, !chunks)
    attributes {lift.params = {L = [48, 128, 256], G = [1, 3, 8, 9]}} {
  %X = lift.split %x by 128 : !lift.array<N x f32>

  // B01 sequentialMapFollowsParallelWithLocalMemory: alpha, beta: one work-item
  // copies what all wrote.
  // ONCE: b01: L
  // LOOP: b01: L L
  %b01 = lift.kernel @b01 local_size [L] global_size [G * L] {
    %m = lift.map wrg(0) (%c = %X : !chunks) {
      %p = lift.copy %c [lcl(0)] in local : !chunk
      %o = lift.call @seq[n = 128](%p) : (!chunk) -> !chunk
      lift.yield %o : !chunk
    }
    lift.yield %m : !chunks
  }

  // B02 sequentialMapFollowsParallel: alpha, slice.
  // ONCE: b02: G
  // LOOP: b02: G
  %b02 = lift.kernel @b02 local_size [L] global_size [G * L] {
    %m = lift.map wrg(0) (%c = %X : !chunks) {
      %p = lift.copy %c [lcl(0)] in global : !chunk
      %o = lift.call @seq[n = 128](%p) : (!chunk) -> !chunk
      lift.yield %o : !chunk
    }
    lift.yield %m : !chunks
  }

  // B03 sequentialReduceFollowsParallelWithLocalMemory: alpha, beta.
  // ONCE: b03: L
  // LOOP: b03: L L
  %b03 = lift.kernel @b03 local_size [L] global_size [G * L] {
    %m = lift.map wrg(0) (%c = %X : !chunks) {
      %p = lift.copy %c [lcl(0)] in local : !chunk
      %o = lift.call @sum[n = 128](%p) : (!chunk) -> f32
      lift.yield %o : f32
    }
    lift.yield %m : !sums
  }

  // B04 sequentialReduceFollowsParallel: alpha, slice.
  // ONCE: b04: G
  // LOOP: b04: G
  %b04 = lift.kernel @b04 local_size [L] global_size [G * L] {
    %m = lift.map wrg(0) (%c = %X : !chunks) {
      %p = lift.copy %c [lcl(0)] in global : !chunk
      %o = lift.call @sum[n = 128](%p) : (!chunk) -> f32
      lift.yield %o : f32
    }
    lift.yield %m : !sums
  }

  // B05 basicBarrier: nothing is read back.
  // ONCE: b05: none
  // LOOP: b05: none
  %b05 = lift.kernel @b05 local_size [L] global_size [G * L] {
    %m = lift.map wrg(0) (%c = %X : !chunks) {
      %o = lift.call @lcl[n = 128](%c) : (!chunk) -> !chunk
      lift.yield %o : !chunk
    }
    lift.yield %m : !chunks
  }

  // B06 reorderGlobalLast: alpha, slice.
  // ONCE: b06: G
  // LOOP: b06: G
  %b06 = lift.kernel @b06 local_size [L] global_size [G * L] {
    %m = lift.map wrg(0) (%c = %X : !chunks) {
      %p = lift.copy %c [lcl(0)] in global : !chunk
      %q = lift.call @reverse[n = 128](%p) : (!chunk) -> !chunk
      %o = lift.call @lcl[n = 128](%q) : (!chunk) -> !chunk
      lift.yield %o : !chunk
    }
    lift.yield %m : !chunks
  }

  // B07 reorderGlobalFirst: own: only the input is reversed.
  // ONCE: b07: none
  // LOOP: b07: none
  %b07 = lift.kernel @b07 local_size [L] global_size [G * L] {
    %m = lift.map wrg(0) (%c = %X : !chunks) {
      %p = lift.call @reverse[n = 128](%c) : (!chunk) -> !chunk
      %q = lift.copy %p [lcl(0)] in global : !chunk
      %o = lift.call @lcl[n = 128](%q) : (!chunk) -> !chunk
      lift.yield %o : !chunk
    }
    lift.yield %m : !chunks
  }

  // B08 reorderLocal, B13 noLoopReorderLocal: own.
  // ONCE: b08: none
  // LOOP: b08: none
  %b08 = lift.kernel @b08 local_size [L] global_size [G * L] {
    %m = lift.map wrg(0) (%c = %X : !chunks) {
      %p = lift.call @reverse[n = 128](%c) : (!chunk) -> !chunk
      %q = lift.copy %p [lcl(0)] in local : !chunk
      %o = lift.call @lcl[n = 128](%q) : (!chunk) -> !chunk
      lift.yield %o : !chunk
    }
    lift.yield %m : !chunks
  }

  // B09 reorderLastLocal, B14 noLoopReorderLastLocal: alpha, beta.
  // ONCE: b09: L
  // LOOP: b09: L L
  %b09 = lift.kernel @b09 local_size [L] global_size [G * L] {
    %m = lift.map wrg(0) (%c = %X : !chunks) {
      %p = lift.copy %c [lcl(0)] in local : !chunk
      %q = lift.call @reverse[n = 128](%p) : (!chunk) -> !chunk
      %o = lift.call @lcl[n = 128](%q) : (!chunk) -> !chunk
      lift.yield %o : !chunk
    }
    lift.yield %m : !chunks
  }

  // B10 reorderWriteLastLocal: own: only the output is reversed.
  // ONCE: b10: none
  // LOOP: b10: none
  %b10 = lift.kernel @b10 local_size [L] global_size [G * L] {
    %m = lift.map wrg(0) (%c = %X : !chunks) {
      %p = lift.copy %c [lcl(0)] in local : !chunk
      %q = lift.call @lcl[n = 128](%p) : (!chunk) -> !chunk
      %o = lift.call @scatter[n = 128](%q) : (!chunk) -> !chunk
      lift.yield %o : !chunk
    }
    lift.yield %m : !chunks
  }

  // B11 noReorderLocal, B12 noLoopNoReorderLocal: own.
  // ONCE: b11: none
  // LOOP: b11: none
  %b11 = lift.kernel @b11 local_size [L] global_size [G * L] {
    %m = lift.map wrg(0) (%c = %X : !chunks) {
      %p = lift.copy %c [lcl(0)] in local : !chunk
      %o = lift.call @lcl[n = 128](%p) : (!chunk) -> !chunk
      lift.yield %o : !chunk
    }
    lift.yield %m : !chunks
  }

  // B15 noLoopReorder2Local, B17 loopReorder2Local: alpha and beta on the first
  // buffer; the second is own.
  // ONCE: b15: L
  // LOOP: b15: L L
  %b15 = lift.kernel @b15 local_size [L] global_size [G * L] {
    %m = lift.map wrg(0) (%c = %X : !chunks) {
      %p = lift.call @reverse[n = 128](%c) : (!chunk) -> !chunk
      %q = lift.copy %p [lcl(0)] in local : !chunk
      %r = lift.call @reverse[n = 128](%q) : (!chunk) -> !chunk
      %s = lift.copy %r [lcl(0)] in local : !chunk
      %o = lift.call @lcl[n = 128](%s) : (!chunk) -> !chunk
      lift.yield %o : !chunk
    }
    lift.yield %m : !chunks
  }

  // B16 noLoopReorder3Local: alpha on both buffers, each of which is also the
  // other's beta.
  // ONCE: b16: L L
  // LOOP: b16: L L
  %b16 = lift.kernel @b16 local_size [L] global_size [G * L] {
    %m = lift.map wrg(0) (%c = %X : !chunks) {
      %p = lift.call @reverse[n = 128](%c) : (!chunk) -> !chunk
      %q = lift.copy %p [lcl(0)] in local : !chunk
      %r = lift.call @reverse[n = 128](%q) : (!chunk) -> !chunk
      %s = lift.copy %r [lcl(0)] in local : !chunk
      %t = lift.call @reverse[n = 128](%s) : (!chunk) -> !chunk
      %o = lift.call @lcl[n = 128](%t) : (!chunk) -> !chunk
      lift.yield %o : !chunk
    }
    lift.yield %m : !chunks
  }

  // B18 tail: alpha, since i reads i + 1; slice.
  // ONCE: b18: G
  // LOOP: b18: G
  %b18 = lift.kernel @b18 local_size [L] global_size [G * L] {
    %m = lift.map wrg(0) (%c = %X : !chunks) {
      %p = lift.copy %c [lcl(0)] in global : !chunk
      %q = lift.drop %p size [1] : !chunk
      %o = lift.call @lcl[n = 127](%q) : (!tail) -> !tail
      lift.yield %o : !tail
    }
    lift.yield %m : !tails
  }

  // B19 tailInLocal: alpha, beta.
  // ONCE: b19: L
  // LOOP: b19: L L
  %b19 = lift.kernel @b19 local_size [L] global_size [G * L] {
    %m = lift.map wrg(0) (%c = %X : !chunks) {
      %p = lift.copy %c [lcl(0)] in local : !chunk
      %q = lift.drop %p size [1] : !chunk
      %o = lift.call @lcl[n = 127](%q) : (!tail) -> !tail
      lift.yield %o : !tail
    }
    lift.yield %m : !tails
  }

  // B20 reorderInLocalButSequential: own, since a row of 16 belongs to one
  // work-item.
  // ONCE: b20: none
  // LOOP: b20: none
  %b20 = lift.kernel @b20 local_size [L] global_size [G * L] {
    %m = lift.map wrg(0) (%c = %X : !chunks) {
      %p = lift.split %c by 16 : !chunk
      %q = lift.copy %p [lcl(0), seq] in local : !rows
      %r = lift.call @reverse_rows[m = 8, n = 16](%q) : (!rows) -> !rows
      %s = lift.map lcl(0) (%row = %r : !rows) {
        %g = lift.call @seq[n = 16](%row) : (!row) -> !row
        lift.yield %g : !row
      }
      %o = lift.join %s : !rows
      lift.yield %o : !chunk
    }
    lift.yield %m : !chunks
  }

  return %b01, %b02, %b03, %b04, %b05, %b06, %b07, %b08, %b09, %b10, %b11, %b15,
         %b16, %b18, %b19, %b20
      : !chunks, !chunks, !sums, !sums, !chunks, !chunks, !chunks, !chunks,
        !chunks, !chunks, !chunks, !chunks, !chunks, !tails, !tails, !chunks
}
