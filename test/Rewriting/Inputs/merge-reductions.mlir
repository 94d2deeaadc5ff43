!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    transform.apply_patterns to %func {
      transform.apply_patterns.lift.merge_reductions
    } : !op
    transform.yield
  }
}
