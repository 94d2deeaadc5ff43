// T04: transposition as a view that is read, and as one that is written.
// REQUIRES: pocl

// NUMPY @read(m: f32[N, M]) -> m.T
// RUN: %check_numpy %s --entry=read --size=N=12 --size=M=8
// RUN: %check_numpy %s --entry=read --size=N=1 --size=M=1
// RUN: %check_numpy %s --entry=read --size=N=17 --size=M=17
// RUN: %check_numpy %s --entry=read --size=N=31 --size=M=13
// RUN: %if oclgrind %{ %check_numpy %s --entry=read --size=N=31 --size=M=13 --oclgrind %}
func.func @read(%m: !lift.array<N x M x f32>) -> !lift.array<M x N x f32> {
  %t = lift.transpose %m : !lift.array<N x M x f32>
  %r = lift.map glb(1) (%row = %t : !lift.array<M x N x f32>) {
    %o = lift.map glb(0) (%e = %row : !lift.array<N x f32>) {
      lift.yield %e : f32
    }
    lift.yield %o : !lift.array<N x f32>
  }
  return %r : !lift.array<M x N x f32>
}

// NUMPY @write(m: f32[N, M]) -> m.T
// RUN: %check_numpy %s --entry=write --size=N=12 --size=M=8
// RUN: %check_numpy %s --entry=write --size=N=1 --size=M=1
// RUN: %check_numpy %s --entry=write --size=N=17 --size=M=17
// RUN: %check_numpy %s --entry=write --size=N=31 --size=M=13
// RUN: %if oclgrind %{ %check_numpy %s --entry=write --size=N=31 --size=M=13 --oclgrind %}
func.func @write(%m: !lift.array<N x M x f32>) -> !lift.array<M x N x f32> {
  %r = lift.map glb(1) (%row = %m : !lift.array<N x M x f32>) {
    %o = lift.map glb(0) (%e = %row : !lift.array<M x f32>) {
      lift.yield %e : f32
    }
    lift.yield %o : !lift.array<M x f32>
  }
  %t = lift.transpose %r : !lift.array<N x M x f32>
  return %t : !lift.array<M x N x f32>
}

// NUMPY @plain(m: f32[N, M]) -> m.T
// RUN: %check_numpy %s --entry=plain --size=N=31 --size=M=13
// RUN: %check_numpy %s --entry=plain --size=N=1 --size=M=17
func.func @plain(%m: !lift.array<N x M x f32>) -> !lift.array<M x N x f32> {
  %t = lift.transpose %m : !lift.array<N x M x f32>
  return %t : !lift.array<M x N x f32>
}

// The inner two, and the outer two, of three dimensions, on the write side.
// NUMPY @inner(m: f32[N, M, K]) -> m.transpose(0, 2, 1)
// RUN: %check_numpy %s --entry=inner --size=N=5 --size=M=7 --size=K=3
func.func @inner(%m: !lift.array<N x M x K x f32>) -> !lift.array<N x K x M x f32> {
  %r = lift.map glb(1) (%rows = %m : !lift.array<N x M x K x f32>) {
    %o = lift.map glb(0) (%row = %rows : !lift.array<M x K x f32>) {
      %q = lift.map seq (%e = %row : !lift.array<K x f32>) {
        lift.yield %e : f32
      }
      lift.yield %q : !lift.array<K x f32>
    }
    %t = lift.transpose %o : !lift.array<M x K x f32>
    lift.yield %t : !lift.array<K x M x f32>
  }
  return %r : !lift.array<N x K x M x f32>
}

// NUMPY @outer(m: f32[N, M, K]) -> m.transpose(1, 0, 2)
// RUN: %check_numpy %s --entry=outer --size=N=5 --size=M=7 --size=K=3
func.func @outer(%m: !lift.array<N x M x K x f32>) -> !lift.array<M x N x K x f32> {
  %r = lift.map glb(1) (%rows = %m : !lift.array<N x M x K x f32>) {
    %o = lift.map glb(0) (%row = %rows : !lift.array<M x K x f32>) {
      %q = lift.map seq (%e = %row : !lift.array<K x f32>) {
        lift.yield %e : f32
      }
      lift.yield %q : !lift.array<K x f32>
    }
    lift.yield %o : !lift.array<M x K x f32>
  }
  %t = lift.transpose %r : !lift.array<N x M x K x f32>
  return %t : !lift.array<M x N x K x f32>
}
