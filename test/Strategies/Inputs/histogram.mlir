// For each of 8 bins, all ones for each element that falls into it: a number that
// no parts can be added up to.
func.func @histogram(%x: !lift.array<N x i32>) -> !lift.array<8 x i32> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %zeros = lift.broadcast %zero sizes [8] : i32
  %bins = lift.scatter_reduce (%i = %x : !lift.array<N x i32>)
      init (%count = %zeros : !lift.array<8 x i32>) {
    %twice = arith.addi %count, %count : i32
    %next = arith.addi %twice, %one : i32
    lift.yield %next : i32
  }
  return %bins : !lift.array<8 x i32>
}
