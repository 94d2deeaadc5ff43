// A step of an optimiser: each layer of weights goes as far as its norm says, and the
// moments of the gradients are kept.
func.func @layers(%w: !lift.array<L x N x f32>, %g: !lift.array<L x N x f32>, %m: !lift.array<L x N x f32>) -> (!lift.array<L x N x f32>, !lift.array<L x N x f32>) {
  %keep = arith.constant 0.9 : f32
  %add = arith.constant 0.1 : f32
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 1.0e-06 : f32
  %results:2 = lift.map (%wl = %w, %gl = %g, %ml = %m : !lift.array<L x N x f32>, !lift.array<L x N x f32>, !lift.array<L x N x f32>) {
    %moments = lift.map (%a = %ml, %b = %gl : !lift.array<N x f32>, !lift.array<N x f32>) {
      %0 = arith.mulf %keep, %a : f32
      %1 = arith.mulf %add, %b : f32
      %2 = arith.addf %0, %1 : f32
      lift.yield %2 : f32
    }
    %steps = lift.map (%a = %moments, %b = %wl : !lift.array<N x f32>, !lift.array<N x f32>) {
      %0 = math.absf %a : f32
      %1 = math.sqrt %0 : f32
      %2 = arith.addf %1, %least : f32
      %3 = arith.divf %a, %2 : f32
      %4 = arith.addf %3, %b : f32
      lift.yield %4 : f32
    }
    %weight = lift.reduce associative commutative (%a = %wl : !lift.array<N x f32>) init (%acc = %zero : f32) {
      %0 = arith.mulf %a, %a : f32
      %1 = arith.addf %acc, %0 : f32
      lift.yield %1 : f32
    }
    %length = lift.reduce associative commutative (%a = %steps : !lift.array<N x f32>) init (%acc = %zero : f32) {
      %0 = arith.mulf %a, %a : f32
      %1 = arith.addf %acc, %0 : f32
      lift.yield %1 : f32
    }
    %bounded = arith.addf %length, %least : f32
    %ratio = arith.divf %weight, %bounded : f32
    %new = lift.map (%a = %wl, %s = %steps : !lift.array<N x f32>, !lift.array<N x f32>) {
      %0 = arith.mulf %ratio, %s : f32
      %1 = arith.subf %a, %0 : f32
      lift.yield %1 : f32
    }
    lift.yield %new, %moments : !lift.array<N x f32>, !lift.array<N x f32>
  }
  return %results#0, %results#1 : !lift.array<L x N x f32>, !lift.array<L x N x f32>
}
