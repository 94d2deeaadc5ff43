// Reductions that do not use what they go through.
// RUN: split-file %s %t
// DEFINE: %{verify} = lift-run --verify

// Their results start with a constant that stands inside of the nest, and are of
// one and the same dimension.
// RUN: %{verify} %t/starts.mlir --target=nvidia-h200 --size=M=8
// RUN: %{verify} %t/starts.mlir --target=pocl --size=M=2
// RUN: %{verify} %t/starts.mlir --size=M=34

// Each step leaves the accumulator as it is: it has no parts to be composed of.
// RUN: %{verify} %t/nothing.mlir --target=mali-g610 --size=N=7
// RUN: %{verify} %t/nothing.mlir --target=nvidia-h200 --size=N=5000
// RUN: %{verify} %t/nothing.mlir --size=N=1

//--- starts.mlir
func.func @starts(%x: !lift.array<M x 9 x f32>) -> !lift.array<(M / 2) x 9 x f32> {
  %one = arith.constant 1.0 : f32
  %pairs = lift.split %x by 2 : !lift.array<M x 9 x f32>
  %r = lift.map (%pair = %pairs : !lift.array<(M / 2) x 2 x 9 x f32>) {
    %four = arith.constant 4.0 : f32
    %starts = lift.broadcast %four sizes [9] : f32
    %sums = lift.map (%start = %starts : !lift.array<9 x f32>) {
      %sum = lift.reduce (%e = %pair : !lift.array<2 x 9 x f32>) init (%acc = %start : f32) {
        %s = arith.addf %acc, %one : f32
        lift.yield %s : f32
      }
      lift.yield %sum : f32
    }
    lift.yield %sums : !lift.array<9 x f32>
  }
  return %r : !lift.array<(M / 2) x 9 x f32>
}

//--- nothing.mlir
func.func @nothing(%x: !lift.array<N x i32>) -> !lift.array<2 x i32> {
  %three = arith.constant 3 : i32
  %same = lift.reduce (%e = %x : !lift.array<N x i32>) init (%acc = %three : i32) {
    lift.yield %acc : i32
  }
  %r = lift.broadcast %same sizes [2] : i32
  return %r : !lift.array<2 x i32>
}
