// lift-run FILE --verify --input-kind=integer --seed=893 --size=N2=1
module {
  func.func @p893(%arg0: !lift.array<1 x f32>, %arg1: !lift.array<N2 x 1 x f32>, %arg2: !lift.array<1 x f32>) -> !lift.array<1 x 1 x N2 x 1 x f32> {
    %0 = lift.map (%arg3 = %arg0 : !lift.array<1 x f32>) {
      %1 = lift.map (%arg4 = %arg2 : !lift.array<1 x f32>) {
        %2 = lift.map (%arg5 = %arg1 : !lift.array<N2 x 1 x f32>) {
          %3 = lift.map (%arg6 = %arg5 : !lift.array<1 x f32>) {
            lift.yield %arg4 : f32
          }
          lift.yield %3 : !lift.array<1 x f32>
        }
        lift.yield %2 : !lift.array<N2 x 1 x f32>
      }
      lift.yield %1 : !lift.array<1 x N2 x 1 x f32>
    }
    return %0 : !lift.array<1 x 1 x N2 x 1 x f32>
  }
}

// schedule: exact
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %h0 = transform.lift.match_pattern %func[0] : (!op) -> (!op)
    %h1, %h2, %h3, %h4, %h5 = transform.lift.block %h0 {chunks = [[], [], [6], []], order = [[3, 0], [0, 0], [1, 0], [2, 1], [2, 0]]} : (!op) -> (!op, !op, !op, !op, !op)
    transform.apply_patterns to %func {
      transform.apply_patterns.canonicalization
      transform.apply_patterns.lift.views
    } : !op
    transform.yield
  }
}
