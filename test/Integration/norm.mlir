// T13: the Euclidean norm; as by hand, each work-item first sums the squares of
// every 32nd element, then the partial sums are added pair by pair.
// REQUIRES: pocl

// NUMPY @high(x: f32[N]) -> np.sqrt((x * x).sum(keepdims=True))
// RUN: %check_numpy %s --entry=high --size=N=1024 --tolerance=1e-5
// RUN: %check_numpy %s --entry=high --size=N=1 --tolerance=1e-5
// RUN: %check_numpy %s --entry=high --size=N=17 --tolerance=1e-5
// RUN: %check_numpy %s --entry=high --size=N=403 --tolerance=1e-5
func.func @high(%x: !lift.array<N x f32>) -> !lift.array<1 x f32> {
  %zero = arith.constant 0.0 : f32
  %one = lift.split %x by N : !lift.array<N x f32>
  %norm = lift.map (%all = %one : !lift.array<1 x N x f32>) {
    %sum = lift.reduce (%e = %all : !lift.array<N x f32>)
        init (%acc = %zero : f32) {
      %square = arith.mulf %e, %e : f32
      %next = arith.addf %acc, %square : f32
      lift.yield %next : f32
    }
    %root = math.sqrt %sum : f32
    lift.yield %root : f32
  }
  return %norm : !lift.array<1 x f32>
}

// NUMPY @low(x: f32[1024]) -> np.sqrt((x * x).sum(keepdims=True))
// RUN: %check_numpy %s --entry=low --tolerance=1e-5
// RUN: %if oclgrind %{ %check_numpy %s --entry=low --tolerance=1e-5 --oclgrind %}
func.func @low(%x: !lift.array<1024 x f32>) -> !lift.array<1 x f32> {
  %zero = arith.constant 0.0 : f32
  %norm = lift.kernel @norm local_size [32] global_size [32] {
    %groups = lift.split %x by 1024 : !lift.array<1024 x f32>
    %norms = lift.map wrg(0) (%all = %groups : !lift.array<1 x 1024 x f32>) {
      // Work-item i sums x[i], x[i + 32], ...: neighbours read neighbours.
      %rows = lift.split %all by 32 : !lift.array<1024 x f32>
      %strided = lift.transpose %rows : !lift.array<32 x 32 x f32>
      %partial = lift.map lcl(0) (%share = %strided : !lift.array<32 x 32 x f32>) {
        %sum = lift.reduce (%e = %share : !lift.array<32 x f32>)
            init (%acc = %zero : f32) {
          %square = arith.mulf %e, %e : f32
          %next = arith.addf %acc, %square : f32
          lift.yield %next : f32
        }
        lift.yield %sum : f32
      }
      %sums = lift.materialize %partial in local : !lift.array<32 x f32>
      %one = lift.iterate 5 size L (%v = %sums : !lift.array<32 x f32>) {
        %pairs = lift.split %v by 2 : !lift.array<L x f32>
        %added = lift.map lcl(0) (%pair = %pairs : !lift.array<(L / 2) x 2 x f32>) {
          %s = lift.reduce (%e = %pair : !lift.array<2 x f32>)
              init (%acc = %zero : f32) {
            %a = arith.addf %acc, %e : f32
            lift.yield %a : f32
          }
          lift.yield %s : f32
        }
        %stored = lift.materialize %added in local : !lift.array<(L / 2) x f32>
        lift.yield %stored : !lift.array<(L / 2) x f32>
      }
      %root = lift.map lcl(0) (%e = %one : !lift.array<1 x f32>) {
        %r = math.sqrt %e : f32
        lift.yield %r : f32
      }
      lift.yield %root : !lift.array<1 x f32>
    }
    %joined = lift.join %norms : !lift.array<1 x 1 x f32>
    lift.yield %joined : !lift.array<1 x f32>
  }
  return %norm : !lift.array<1 x f32>
}
