// T20b: sums of rows of different lengths. A row has its capacity, its length
// stands beside it, and a reduction counts its steps.
// REQUIRES: pocl

// NUMPY @sums(x: i32[N, C], len: i32[N]) -> np.where(np.arange(C) < len[:, None], x, 0).sum(1)
// RUN: %check_numpy %s --entry=sums --size=N=128 --size=C=3
// RUN: %check_numpy %s --entry=sums --size=N=1 --size=C=1
// RUN: %check_numpy %s --entry=sums --size=N=31 --size=C=63
// RUN: %if oclgrind %{ %check_numpy %s --entry=sums --size=N=31 --size=C=3 --oclgrind %}
func.func @sums(%x: !lift.array<N x C x i32>, %len: !lift.array<N x i32>)
    -> !lift.array<N x i32> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %sums = lift.map (%row = %x, %n = %len : !lift.array<N x C x i32>, !lift.array<N x i32>) {
    %r:2 = lift.reduce (%e = %row : !lift.array<C x i32>)
        init (%k = %zero, %sum = %zero : i32, i32) {
      %inside = arith.cmpi slt, %k, %n : i32
      %value = arith.select %inside, %e, %zero : i32
      %next = arith.addi %sum, %value : i32
      %k1 = arith.addi %k, %one : i32
      lift.yield %k1, %next : i32, i32
    }
    lift.yield %r#1 : i32
  }
  return %sums : !lift.array<N x i32>
}
