// GESUMMV: y = alpha A x + beta B x.
//
//   lift-run gesummv.mlir --size=M=64,N=96 --verify

func.func @gesummv(%A: !lift.array<M x N x f32>, %B: !lift.array<M x N x f32>,
                   %x: !lift.array<N x f32>, %alpha: f32, %beta: f32)
    -> !lift.array<M x f32> {
  %zero = arith.constant 0.0 : f32
  %y = lift.map (%rowA = %A, %rowB = %B
      : !lift.array<M x N x f32>, !lift.array<M x N x f32>) {
    %sums:2 = lift.reduce associative commutative (%a = %rowA, %b = %rowB, %e = %x
        : !lift.array<N x f32>, !lift.array<N x f32>, !lift.array<N x f32>)
        init (%accA = %zero, %accB = %zero : f32, f32) {
      %ax = arith.mulf %a, %e : f32
      %bx = arith.mulf %b, %e : f32
      %nextA = arith.addf %accA, %ax : f32
      %nextB = arith.addf %accB, %bx : f32
      lift.yield %nextA, %nextB : f32, f32
    }
    %alphaA = arith.mulf %alpha, %sums#0 : f32
    %betaB = arith.mulf %beta, %sums#1 : f32
    %sum = arith.addf %alphaA, %betaB : f32
    lift.yield %sum : f32
  }
  return %y : !lift.array<M x f32>
}
