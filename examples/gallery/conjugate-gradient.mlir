// T steps of the method of conjugate gradients for A x = b: the solution, and the
// square of what is left.
//
//   lift-run conjugate-gradient.mlir --size=N=70,T=2 --verify --rtol=1e-2

func.func private @product(%x: !lift.array<N x f32>, %y: !lift.array<N x f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %sum = lift.reduce associative commutative (%a = %x, %b = %y
      : !lift.array<N x f32>, !lift.array<N x f32>) init (%acc = %zero : f32) {
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %acc, %p : f32
    lift.yield %s : f32
  }
  return %sum : f32
}

// x + s y
func.func private @along(%x: !lift.array<N x f32>, %y: !lift.array<N x f32>, %s: f32)
    -> !lift.array<N x f32> {
  %r = lift.map (%a = %x, %b = %y : !lift.array<N x f32>, !lift.array<N x f32>) {
    %p = arith.mulf %s, %b : f32
    %sum = arith.addf %a, %p : f32
    lift.yield %sum : f32
  }
  return %r : !lift.array<N x f32>
}

func.func @solve(%A: !lift.array<N x N x f32>, %b: !lift.array<N x f32>,
                 %steps: !lift.array<T x f32>) -> (!lift.array<N x f32>, f32) {
  %zero = arith.constant 0.0 : f32
  %none = lift.broadcast %zero sizes [N] : f32
  %square = lift.call @product[N = N](%b, %b) : (!lift.array<N x f32>, !lift.array<N x f32>) -> f32
  %x, %r, %p, %left = lift.reduce (%unused = %steps : !lift.array<T x f32>)
      init (%x0 = %none, %r0 = %b, %p0 = %b, %left0 = %square
            : !lift.array<N x f32>, !lift.array<N x f32>, !lift.array<N x f32>, f32) {
    %Ap = lift.map (%row = %A : !lift.array<N x N x f32>) {
      %sum = lift.call @product[N = N](%row, %p0) : (!lift.array<N x f32>, !lift.array<N x f32>) -> f32
      lift.yield %sum : f32
    }
    %curvature = lift.call @product[N = N](%p0, %Ap) : (!lift.array<N x f32>, !lift.array<N x f32>) -> f32
    %alpha = arith.divf %left0, %curvature : f32
    %x1 = lift.call @along[N = N](%x0, %p0, %alpha) : (!lift.array<N x f32>, !lift.array<N x f32>, f32) -> !lift.array<N x f32>
    %back = arith.negf %alpha : f32
    %r1 = lift.call @along[N = N](%r0, %Ap, %back) : (!lift.array<N x f32>, !lift.array<N x f32>, f32) -> !lift.array<N x f32>
    %left1 = lift.call @product[N = N](%r1, %r1) : (!lift.array<N x f32>, !lift.array<N x f32>) -> f32
    %beta = arith.divf %left1, %left0 : f32
    %p1 = lift.call @along[N = N](%r1, %p0, %beta) : (!lift.array<N x f32>, !lift.array<N x f32>, f32) -> !lift.array<N x f32>
    lift.yield %x1, %r1, %p1, %left1
        : !lift.array<N x f32>, !lift.array<N x f32>, !lift.array<N x f32>, f32
  }
  return %x, %left : !lift.array<N x f32>, f32
}
