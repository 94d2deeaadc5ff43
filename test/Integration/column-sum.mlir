// T14: a reduction whose accumulator is a whole array in global memory.
// REQUIRES: pocl

// NUMPY @high(m: f32[M, N]) -> m.sum(0)
// RUN: %check_numpy %s --entry=high --size=M=64 --size=N=1024
// RUN: %check_numpy %s --entry=high --size=M=1 --size=N=1
// RUN: %check_numpy %s --entry=high --size=M=17 --size=N=17
// RUN: %check_numpy %s --entry=high --size=M=31 --size=N=13
// RUN: %if oclgrind %{ %check_numpy %s --entry=high --size=M=31 --size=N=13 --oclgrind %}
func.func @high(%m: !lift.array<M x N x f32>) -> !lift.array<N x f32> {
  %zero = arith.constant 0.0 : f32
  %zeros = lift.broadcast %zero sizes [N] : f32
  %sum = lift.reduce (%row = %m : !lift.array<M x N x f32>)
      init (%acc = %zeros : !lift.array<N x f32>) {
    %next = lift.map (%a = %acc, %e = %row
        : !lift.array<N x f32>, !lift.array<N x f32>) {
      %s = arith.addf %a, %e : f32
      lift.yield %s : f32
    }
    lift.yield %next : !lift.array<N x f32>
  }
  return %sum : !lift.array<N x f32>
}

// NUMPY @low(m: f32[M, N]) -> m.sum(0)
// RUN: %check_numpy %s --entry=low --size=M=1024 --size=N=1024
// RUN: %check_numpy %s --entry=low --size=M=17 --size=N=17
// RUN: %if oclgrind %{ %check_numpy %s --entry=low --size=M=31 --size=N=13 --oclgrind %}
func.func @low(%m: !lift.array<M x N x f32>) -> !lift.array<N x f32> {
  %zero = arith.constant 0.0 : f32
  %k = lift.kernel local_size [1] global_size [1] {
    %one = lift.split %m by M : !lift.array<M x N x f32>
    %r = lift.map seq (%rows = %one : !lift.array<1 x M x N x f32>) {
      %z = lift.broadcast %zero sizes [N] : f32
      %init = lift.copy %z [seq] in global : !lift.array<N x f32>
      %sum = lift.reduce (%row = %rows : !lift.array<M x N x f32>)
          init (%acc = %init : !lift.array<N x f32>) {
        %next = lift.map seq (%a = %acc, %e = %row
            : !lift.array<N x f32>, !lift.array<N x f32>) {
          %s = arith.addf %a, %e : f32
          lift.yield %s : f32
        }
        lift.yield %next : !lift.array<N x f32>
      }
      %stored = lift.materialize %sum in global : !lift.array<N x f32>
      %copy = lift.map seq (%e = %stored : !lift.array<N x f32>) {
        lift.yield %e : f32
      }
      lift.yield %copy : !lift.array<N x f32>
    }
    %all = lift.join %r : !lift.array<1 x N x f32>
    lift.yield %all : !lift.array<N x f32>
  }
  return %k : !lift.array<N x f32>
}
