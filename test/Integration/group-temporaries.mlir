// Values in global memory that a kernel of several groups has for its own use,
// outside of maps to groups: each group uses what it has stored itself.
// REQUIRES: pocl

// Each group has the same elements of both maps.
// NUMPY @same_elements(x: f32[N]) -> (x + x) * (x + x)
// RUN: %check_numpy %s --entry=same_elements --size=N=1
// RUN: %check_numpy %s --entry=same_elements --size=N=13
// RUN: %check_numpy %s --entry=same_elements --size=N=64
// RUN: %if oclgrind %{ %check_numpy %s --entry=same_elements --size=N=13 --oclgrind %}
func.func @same_elements(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %k = lift.kernel local_size [4] global_size [16] {
    %m = lift.map glb(0) (%a = %x : !lift.array<N x f32>) {
      %b = arith.addf %a, %a : f32
      lift.yield %b : f32
    }
    %g = lift.materialize %m in global : !lift.array<N x f32>
    %n = lift.map glb(0) (%a = %g : !lift.array<N x f32>) {
      %b = arith.mulf %a, %a : f32
      lift.yield %b : f32
    }
    lift.yield %n : !lift.array<N x f32>
  }
  return %k : !lift.array<N x f32>
}

// Of four groups the first alone stores, and reads what it has stored.
// NUMPY @first_group(x: f32[N, 9]) -> 2 * x[:, ::-1]
// RUN: %check_numpy %s --entry=first_group --size=N=1
// RUN: %check_numpy %s --entry=first_group --size=N=5
// RUN: %if oclgrind %{ %check_numpy %s --entry=first_group --size=N=3 --oclgrind %}
func.func @first_group(%x: !lift.array<N x 9 x f32>) -> !lift.array<N x 9 x f32> {
  %k = lift.kernel local_size [4] global_size [16] {
    %rows = lift.map seq (%row = %x : !lift.array<N x 9 x f32>) {
      %g = lift.copy %row [lcl(0)] in global : !lift.array<9 x f32>
      %turned = lift.reverse %g : !lift.array<9 x f32>
      %doubled = lift.map lcl(0) (%a = %turned : !lift.array<9 x f32>) {
        %b = arith.addf %a, %a : f32
        lift.yield %b : f32
      }
      lift.yield %doubled : !lift.array<9 x f32>
    }
    lift.yield %rows : !lift.array<N x 9 x f32>
  }
  return %k : !lift.array<N x 9 x f32>
}

// Groups share rows; what a group reads, it has stored, in another order.
// NUMPY @own_rows(x: f32[N, 9]) -> 2 * x[:, ::-1]
// RUN: %check_numpy %s --entry=own_rows --size=N=1
// RUN: %check_numpy %s --entry=own_rows --size=N=7
// RUN: %if oclgrind %{ %check_numpy %s --entry=own_rows --size=N=7 --oclgrind %}
func.func @own_rows(%x: !lift.array<N x 9 x f32>) -> !lift.array<N x 9 x f32> {
  %k = lift.kernel local_size [4] global_size [16] {
    %m = lift.map wrg(0) (%row = %x : !lift.array<N x 9 x f32>) {
      %doubled = lift.map lcl(0) (%a = %row : !lift.array<9 x f32>) {
        %b = arith.addf %a, %a : f32
        lift.yield %b : f32
      }
      lift.yield %doubled : !lift.array<9 x f32>
    }
    %g = lift.materialize %m in global : !lift.array<N x 9 x f32>
    %rows = lift.map wrg(0) (%row = %g : !lift.array<N x 9 x f32>) {
      %turned = lift.reverse %row : !lift.array<9 x f32>
      %same = lift.map lcl(0) (%a = %turned : !lift.array<9 x f32>) {
        lift.yield %a : f32
      }
      lift.yield %same : !lift.array<9 x f32>
    }
    lift.yield %rows : !lift.array<N x 9 x f32>
  }
  return %k : !lift.array<N x 9 x f32>
}
