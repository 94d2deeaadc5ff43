// A convolution with 17 x 17 taps that are the product of a row and a column of 17
// weights: first along columns, then along rows. What is outside counts 0.

func.func @separable(%in: !lift.array<H x W x f32>, %row: !lift.array<17 x f32>,
                     %column: !lift.array<17 x f32>) -> !lift.array<H x W x f32> {
  %zero = arith.constant 0.0 : f32
  %high = lift.pad %in low [8] high [8] constant(%zero : f32) : !lift.array<H x W x f32>
  %bands = lift.slide %high size [17] step [1] : !lift.array<(H + 16) x W x f32>
  %rows = lift.map (%band = %bands : !lift.array<H x 17 x W x f32>) {
    %columns = lift.transpose %band : !lift.array<17 x W x f32>
    %cells = lift.map (%window = %columns : !lift.array<W x 17 x f32>) {
      %sum = lift.reduce associative commutative (%e = %window, %w = %column
          : !lift.array<17 x f32>, !lift.array<17 x f32>)
          init (%acc = %zero : f32) {
        %we = arith.mulf %w, %e : f32
        %next = arith.addf %acc, %we : f32
        lift.yield %next : f32
      }
      lift.yield %sum : f32
    }
    lift.yield %cells : !lift.array<W x f32>
  }
  %wide = lift.pad %rows low [8] high [8] dims [1] constant(%zero : f32)
      : !lift.array<H x W x f32>
  %lines = lift.slide %wide size [17] step [1] dims [1] : !lift.array<H x (W + 16) x f32>
  %out = lift.map (%line = %lines : !lift.array<H x W x 17 x f32>) {
    %cells = lift.map (%window = %line : !lift.array<W x 17 x f32>) {
      %sum = lift.reduce associative commutative (%e = %window, %w = %row
          : !lift.array<17 x f32>, !lift.array<17 x f32>)
          init (%acc = %zero : f32) {
        %we = arith.mulf %w, %e : f32
        %next = arith.addf %acc, %we : f32
        lift.yield %next : f32
      }
      lift.yield %sum : f32
    }
    lift.yield %cells : !lift.array<W x f32>
  }
  return %out : !lift.array<H x W x f32>
}
