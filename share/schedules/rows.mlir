// A group for each row, for examples/gemv.mlir and other maps whose bodies reduce a
// row, if the reduction is declared associative and commutative.
//
//   lift-opt gemv.mlir --lift-apply-schedule=file=rows.mlir -o fast.mlir
//
// To change: the work-items of a group (256, a power of two), and how many
// elements are loaded before they are added (`unroll`).

!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %rows = transform.lift.match_pattern %func[0] : (!op) -> !op
    %sum = transform.lift.match_pattern %rows[0] : (!op) -> !op

    // Work-item i adds elements i, i + 256, and so on; neighbours load neighbours.
    // `padded`: rows of any length.
    %items, %item, %sums = transform.lift.split_reduction %sum by "256" {
        strided, padded} : (!op) -> (!op, !op, !op)
    transform.lift.unroll %item by 8 : !op

    // Then halves are added to each other in local memory.
    %halves = transform.lift.tree_reduction %sums in "local" : (!op) -> !op

    transform.lift.map_to %rows ["wrg(0)"] : !op
    transform.lift.map_to %items ["lcl(0)"] : !op
    transform.lift.map_to %halves ["lcl(0)"] : !op
    transform.yield
  }
}
