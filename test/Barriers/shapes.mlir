// The shapes of loops: a map of n elements over P work-items or groups is no
// loop for n = P, an `if` for n < P, and a `for` for n > P, or where nobody knows
// which of these it is. Around barriers, a `for` that is taken at most once
// stands for the `if`: PoCL 3.1 loses barriers in a branch.
// REQUIRES: pocl

// RUN: lift-opt %s --lift-to-gpu | lift-translate --lift-to-opencl \
// RUN:   | /usr/bin/python3 %S/Inputs/count.py statements | FileCheck %s --match-full-lines

// DEFINE: %{run} = %check_numpy %s
// RUN: %{run} --entry=unknown --size=N=1024
// RUN: %{run} --entry=unknown --size=N=256
// RUN: %{run} --entry=unknown --size=N=3072
// RUN: %{run} --entry=known
// RUN: %if oclgrind %{ %{run} --entry=unknown --size=N=768 --oclgrind %}
// RUN: %if oclgrind %{ %{run} --entry=known --oclgrind %}

// How many groups there are for how many chunks is not known, but for the first.
// NUMPY @unknown(x: f32[N]) -> (x.reshape(-1, 128), x.reshape(-1, 128), x.reshape(-1, 64), x.reshape(-1, 256))
// INPUT @unknown x = np.arange(N)
!chunks = !lift.array<(N / 128) x 128 x f32>
!halves = !lift.array<(N / 64) x 64 x f32>
!doubles = !lift.array<(N / 256) x 256 x f32>
!eight = !lift.array<8 x 128 x f32>

func.func @unknown(%x: !lift.array<N x f32>)
    -> (!chunks, !chunks, !halves, !doubles) {
  // I1 injectExactlyOneIterationVariable, as many groups as chunks, whatever N is.
  // CHECK: i1: for 0, if 0
  %i1 = lift.kernel @i1 local_size [128] global_size [N] {
    %s = lift.split %x by 128 : !lift.array<N x f32>
    %m = lift.map wrg(0) (%c = %s : !chunks) {
      %r = lift.map lcl(0) (%e = %c : !lift.array<128 x f32>) { lift.yield %e : f32 }
      lift.yield %r : !lift.array<128 x f32>
    }
    lift.yield %m : !chunks
  }

  // I2 injectExactlyOneIteration.
  // CHECK: i2: for 1, if 0
  %i2 = lift.kernel @i2 local_size [128] global_size [1024] {
    %s = lift.split %x by 128 : !lift.array<N x f32>
    %m = lift.map wrg(0) (%c = %s : !chunks) {
      %r = lift.map lcl(0) (%e = %c : !lift.array<128 x f32>) { lift.yield %e : f32 }
      lift.yield %r : !lift.array<128 x f32>
    }
    lift.yield %m : !chunks
  }

  // I3 injectLessThanOneIteration.
  // CHECK: i3: for 1, if 1
  %i3 = lift.kernel @i3 local_size [128] global_size [1024] {
    %s = lift.split %x by 64 : !lift.array<N x f32>
    %m = lift.map wrg(0) (%c = %s : !halves) {
      %r = lift.map lcl(0) (%e = %c : !lift.array<64 x f32>) { lift.yield %e : f32 }
      lift.yield %r : !lift.array<64 x f32>
    }
    lift.yield %m : !halves
  }

  // I4 injectMoreThanOneIteration.
  // CHECK: i4: for 2, if 0
  %i4 = lift.kernel @i4 local_size [128] global_size [1024] {
    %s = lift.split %x by 256 : !lift.array<N x f32>
    %m = lift.map wrg(0) (%c = %s : !doubles) {
      %r = lift.map lcl(0) (%e = %c : !lift.array<256 x f32>) { lift.yield %e : f32 }
      lift.yield %r : !lift.array<256 x f32>
    }
    lift.yield %m : !doubles
  }

  return %i1, %i2, %i3, %i4 : !chunks, !chunks, !halves, !doubles
}

// NUMPY @known(x: f32[1024]) -> (x.reshape(8, 128), x.reshape(8, 128), x.reshape(8, 128), x.reshape(8, 128), x.reshape(8, 128)[:, ::-1])
// INPUT @known x = np.arange(1024)
func.func @known(%x: !lift.array<1024 x f32>)
    -> (!eight, !eight, !eight, !eight, !eight) {
  // I5 injectGroupExactlyOneIteration.
  // CHECK: i5: for 0, if 0
  %i5 = lift.kernel @i5 local_size [128] global_size [1024] {
    %s = lift.split %x by 128 : !lift.array<1024 x f32>
    %m = lift.map wrg(0) (%c = %s : !eight) {
      %r = lift.map lcl(0) (%e = %c : !lift.array<128 x f32>) { lift.yield %e : f32 }
      lift.yield %r : !lift.array<128 x f32>
    }
    lift.yield %m : !eight
  }

  // I6 injectGroupLessThanOneIteration.
  // CHECK: i6: for 0, if 1
  %i6 = lift.kernel @i6 local_size [128] global_size [2048] {
    %s = lift.split %x by 128 : !lift.array<1024 x f32>
    %m = lift.map wrg(0) (%c = %s : !eight) {
      %r = lift.map lcl(0) (%e = %c : !lift.array<128 x f32>) { lift.yield %e : f32 }
      lift.yield %r : !lift.array<128 x f32>
    }
    lift.yield %m : !eight
  }

  // I7 injectGroupMoreThanOneIteration.
  // CHECK: i7: for 1, if 0
  %i7 = lift.kernel @i7 local_size [128] global_size [512] {
    %s = lift.split %x by 128 : !lift.array<1024 x f32>
    %m = lift.map wrg(0) (%c = %s : !eight) {
      %r = lift.map lcl(0) (%e = %c : !lift.array<128 x f32>) { lift.yield %e : f32 }
      lift.yield %r : !lift.array<128 x f32>
    }
    lift.yield %m : !eight
  }

  // I8 injectGroupSameExpressionTwice, the program of I5 once more.
  // CHECK: i8: for 0, if 0
  %i8 = lift.kernel @i8 local_size [128] global_size [1024] {
    %s = lift.split %x by 128 : !lift.array<1024 x f32>
    %m = lift.map wrg(0) (%c = %s : !eight) {
      %r = lift.map lcl(0) (%e = %c : !lift.array<128 x f32>) { lift.yield %e : f32 }
      lift.yield %r : !lift.array<128 x f32>
    }
    lift.yield %m : !eight
  }

  // I6b: I6 with a barrier in the map of groups.
  // CHECK: i6b: for 1, if 0
  %i6b = lift.kernel @i6b local_size [128] global_size [2048] {
    %s = lift.split %x by 128 : !lift.array<1024 x f32>
    %last = arith.constant 127 : index
    %m = lift.map wrg(0) (%c = %s : !eight) {
      %l = lift.copy %c [lcl(0)] in local : !lift.array<128 x f32>
      %g = lift.gather %l : !lift.array<128 x f32> by (%i < 128) {
        %j = arith.subi %last, %i : index
        lift.yield %j : index
      }
      %r = lift.map lcl(0) (%e = %g : !lift.array<128 x f32>) { lift.yield %e : f32 }
      lift.yield %r : !lift.array<128 x f32>
    }
    lift.yield %m : !eight
  }

  return %i5, %i6, %i7, %i8, %i6b : !eight, !eight, !eight, !eight, !eight
}
