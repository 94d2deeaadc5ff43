// A sum by many groups, whose results one group adds, for examples/sum.mlir and
// other reductions that are declared associative and commutative.
//
//   lift-opt sum.mlir --lift-apply-schedule=file=sum.mlir -o fast.mlir
//
// To change: how many elements a group adds (65536), and how many work-items it
// has (256, a power of two).

!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %sum = transform.lift.match_pattern %func[0] : (!op) -> !op

    // A part for each group; the results stand in global memory. `padded`: the
    // last part need not be whole.
    %groups, %part, %rest = transform.lift.split_reduction %sum by "65536" {
        padded, space = "global"} : (!op) -> (!op, !op, !op)
    transform.lift.map_to %groups ["wrg(0)"] : !op

    // Work-item i of a group adds elements i, i + 256, and so on. Then halves are
    // added to each other in local memory.
    %items, %item, %sums = transform.lift.split_reduction %part by "256" {
        strided} : (!op) -> (!op, !op, !op)
    %halves = transform.lift.tree_reduction %sums in "local" : (!op) -> !op
    transform.lift.map_to %items ["lcl(0)"] : !op
    transform.lift.map_to %halves ["lcl(0)"] : !op

    // The results of the groups, all of them as one part of whole 256s.
    %group, %results, %last = transform.lift.split_reduction %rest
      by "256 * (N ceildiv 16777216)" {padded, space = "global"}
      : (!op) -> (!op, !op, !op)
    transform.lift.map_to %group ["wrg(0)"] : !op
    %items_2, %item_2, %sums_2 = transform.lift.split_reduction %results
      by "256" {strided} : (!op) -> (!op, !op, !op)
    %halves_2 = transform.lift.tree_reduction %sums_2 in "local" : (!op) -> !op
    transform.lift.map_to %items_2 ["lcl(0)"] : !op
    transform.lift.map_to %halves_2 ["lcl(0)"] : !op
    transform.yield
  }
}
