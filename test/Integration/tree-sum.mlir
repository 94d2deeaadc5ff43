// T10: a sum in two kernels, pair by pair in local memory.
// REQUIRES: pocl

// NUMPY @high(x: f32[N]) -> x.sum(dtype=np.float32)
// RUN: %check_numpy %s --entry=high --size=N=1024
// RUN: %check_numpy %s --entry=high --size=N=1
// RUN: %check_numpy %s --entry=high --size=N=17
// RUN: %check_numpy %s --entry=high --size=N=403
func.func @high(%x: !lift.array<N x f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %sum = lift.reduce associative (%e = %x : !lift.array<N x f32>)
      init (%acc = %zero : f32) {
    %s = arith.addf %acc, %e : f32
    lift.yield %s : f32
  }
  return %sum : f32
}

// NUMPY @low(x: f32[1024]) -> x.sum(keepdims=True)
// RUN: %check_numpy %s --entry=low
// RUN: %if oclgrind %{ %check_numpy %s --entry=low --oclgrind %}
func.func @low(%x: !lift.array<1024 x f32>) -> !lift.array<1 x f32> {
  %zero = arith.constant 0.0 : f32
  %partial = lift.kernel @first local_size [64] global_size [512] {
    %chunks = lift.split %x by 128 : !lift.array<1024 x f32>
    %sums = lift.map wrg(0) (%chunk = %chunks : !lift.array<8 x 128 x f32>) {
      %tile = lift.copy %chunk [lcl(0)] in local : !lift.array<128 x f32>
      %one = lift.iterate 7 size L (%v = %tile : !lift.array<128 x f32>) {
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
      %out = lift.map lcl(0) (%e = %one : !lift.array<1 x f32>) {
        lift.yield %e : f32
      }
      lift.yield %out : !lift.array<1 x f32>
    }
    %joined = lift.join %sums : !lift.array<8 x 1 x f32>
    lift.yield %joined : !lift.array<8 x f32>
  }
  %total = lift.kernel @second local_size [4] global_size [4] {
    %chunks = lift.split %partial by 8 : !lift.array<8 x f32>
    %sums = lift.map wrg(0) (%chunk = %chunks : !lift.array<1 x 8 x f32>) {
      %tile = lift.copy %chunk [lcl(0)] in local : !lift.array<8 x f32>
      %one = lift.iterate 3 size L (%v = %tile : !lift.array<8 x f32>) {
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
      %out = lift.map lcl(0) (%e = %one : !lift.array<1 x f32>) {
        lift.yield %e : f32
      }
      lift.yield %out : !lift.array<1 x f32>
    }
    %joined = lift.join %sums : !lift.array<1 x 1 x f32>
    lift.yield %joined : !lift.array<1 x f32>
  }
  return %total : !lift.array<1 x f32>
}
