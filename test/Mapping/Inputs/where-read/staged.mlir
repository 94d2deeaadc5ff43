// KERNEL: local-size=4 global-size=8
// SIZES: --size=N=6
// A map that is stored nowhere stages its rows; those at the edge are read twice.
func.func @staged(%x: !lift.array<N x 6 x f32>) -> !lift.array<(N + 2) x f32> {
  %zero = arith.constant 0.0 : f32
  %sums = lift.map (%row = %x : !lift.array<N x 6 x f32>) {
    %doubled = lift.map (%a = %row : !lift.array<6 x f32>) {
      %b = arith.addf %a, %a : f32
      lift.yield %b : f32
    }
    %m = lift.materialize %doubled in local : !lift.array<6 x f32>
    %turned = lift.reverse %m : !lift.array<6 x f32>
    %s = lift.reduce (%e = %turned : !lift.array<6 x f32>) init (%acc = %zero : f32) {
      %h = arith.addf %acc, %acc : f32
      %c = arith.addf %h, %e : f32
      lift.yield %c : f32
    }
    lift.yield %s : f32
  }
  %padded = lift.pad %sums low [1] high [1] constant(%zero : f32) : !lift.array<N x f32>
  %squares = lift.map (%a = %padded : !lift.array<(N + 2) x f32>) {
    %b = arith.mulf %a, %a : f32
    lift.yield %b : f32
  }
  return %squares : !lift.array<(N + 2) x f32>
}
