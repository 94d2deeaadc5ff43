// Two schedules, the first of which does nothing.

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !transform.any_op) {
    transform.yield
  }
}
// -----
!op = !transform.any_op
module @sum attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %sum = transform.lift.match_pattern %func[0] : (!op) -> !op
    // The number of elements is no constant.
    %0 = transform.lift.tree_reduction %sum in "local" : (!op) -> !op
    transform.yield
  }
}
