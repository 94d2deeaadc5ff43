// A recurrent network: the state after T inputs. Each step needs all of the state
// before it, so that the host goes through the steps.
//
//   lift-run recurrent-network.mlir --size=N=67,T=3 --verify --rtol=1e-4 --atol=1e-5

func.func @recurrent(%weights: !lift.array<N x N x f32>,
                     %inputs: !lift.array<T x N x f32>,
                     %start: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %zero = arith.constant 0.0 : f32
  %last = lift.reduce (%input = %inputs : !lift.array<T x N x f32>)
      init (%state = %start : !lift.array<N x f32>) {
    %next = lift.map (%row = %weights, %own = %input
        : !lift.array<N x N x f32>, !lift.array<N x f32>) {
      %sum = lift.reduce associative commutative (%w = %row, %s = %state
          : !lift.array<N x f32>, !lift.array<N x f32>) init (%acc = %own : f32) {
        %product = arith.mulf %w, %s : f32
        %more = arith.addf %acc, %product : f32
        lift.yield %more : f32
      }
      %activation = math.tanh %sum : f32
      lift.yield %activation : f32
    }
    lift.yield %next : !lift.array<N x f32>
  }
  return %last : !lift.array<N x f32>
}
