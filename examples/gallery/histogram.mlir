// How many pixels have each of 256 grey values.
//
//   lift-run histogram.mlir --size=H=7,W=333 --verify

func.func @histogram(%image: !lift.array<H x W x i8>) -> !lift.array<256 x i32> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %zeros = lift.broadcast %zero sizes [256] : i32
  %pixels = lift.join %image : !lift.array<H x W x i8>
  %greys = lift.map (%pixel = %pixels : !lift.array<(H * W) x i8>) {
    %grey = arith.extui %pixel : i8 to i32
    lift.yield %grey : i32
  }
  %counts = lift.scatter_reduce (%grey = %greys : !lift.array<(H * W) x i32>)
      init (%count = %zeros : !lift.array<256 x i32>) {
    %next = arith.addi %count, %one : i32
    lift.yield %next : i32
  }
  return %counts : !lift.array<256 x i32>
}
