// A matrix product whose tiles stand in local memory, for examples/matmul.mlir: a
// group makes 64 x 64 results, a work-item 4 rows of 4.
//
//   lift-opt matmul.mlir --lift-apply-schedule=file=contraction.mlir -o fast.mlir
//
// To change: the tile (the first block), the elements of a work-item (the next
// two), how operands are copied (stage), and what runs where (map_to). Sizes need not be
// multiples of the tile: `pad` rounds them up.

!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %nest = transform.lift.match_pattern %func[0] : (!op) -> !op

    // Tiles of 64 x 64, for which the sum is made 16 steps at a time. The loops,
    // from the outermost: tiles of rows and columns, pieces of the sum, the steps
    // of a piece, the rows and columns of a tile. Last, the maps that store it.
    %rows, %columns, %pieces, %steps, %update, %update_columns, %store
      = transform.lift.block %nest {
          chunks = [[64], [64], [16]],
          order = [[0, 0], [1, 0], [2, 0], [2, 1], [0, 1], [1, 1]],
          pad = array<i64: 0, 1, 2>}
        : (!op) -> (!op, !op, !op, !op, !op, !op, !op)

    // 4 rows of one vector of 4 for a work-item, when the tile is updated and when
    // it is stored.
    %y, %x, %item_rows, %update_epilogue = transform.lift.block %update {
        chunks = [[4], []], order = [[0, 0], [1, 0], [0, 1]],
        vector = array<i64: 1, 4>} : (!op) -> (!op, !op, !op, !op)
    %store_y, %store_x, %store_rows, %store_epilogue
      = transform.lift.block %store {
          chunks = [[4], []], order = [[0, 0], [1, 0], [0, 1]],
          vector = array<i64: 1, 4>} : (!op) -> (!op, !op, !op, !op)

    // The sums stand in registers, in the order in which they are computed.
    transform.lift.relayout_accumulators %steps : !op
    transform.lift.relayout_accumulators %pieces : !op
    transform.apply_patterns to %func {
      transform.apply_patterns.canonicalization
      transform.apply_patterns.lift.views
    } : !op
    transform.lift.place_accumulators %pieces ["lcl(1)", "lcl(0)"] in "private"
      : !op

    // The operands of 16 steps stand in local memory, two buffers in turn: the
    // first turned, its rows 4 numbers longer so that they begin in other banks.
    %copy_a, %a = transform.lift.stage %pieces {
        argument = 0, space = "local", read_order = array<i64: 1, 0>,
        chunks = array<i64: 256, 16>, pad = array<i64: 0, 4>, buffers = 2}
      : (!op) -> (!op, !op)
    %copy_b, %b = transform.lift.stage %pieces {
        argument = 1, space = "local", chunks = array<i64: 256, 16>, buffers = 2}
      : (!op) -> (!op, !op)
    // The 4 numbers that a work-item multiplies with all of a vector.
    %fragment, %inner = transform.lift.stage %y in %x {
        argument = 0, space = "private", vector = 4} : (!op, !op) -> (!op, !op)
    transform.apply_patterns to %func {
      transform.apply_patterns.canonicalization
      transform.apply_patterns.lift.contract
    } : !op

    // What runs where: 16 x 16 work-items.
    transform.lift.map_to %rows ["wrg(1)"] : !op
    transform.lift.map_to %columns ["wrg(0)"] : !op
    transform.lift.map_to %y ["lcl(1)"] : !op
    transform.lift.map_to %x ["lcl(0)"] : !op
    transform.lift.map_to %item_rows ["seq unroll"] : !op
    transform.lift.map_to %store_y ["lcl(1)", "lcl(0)", "seq unroll"] : !op
    transform.lift.map_to %copy_a ["seq unroll", "lcl(1)", "lcl(0)"] : !op
    transform.lift.map_to %copy_b ["seq unroll", "lcl(1)", "lcl(0)"] : !op
    transform.lift.map_to %fragment ["seq"] : !op
    transform.lift.unroll %steps : !op
    transform.yield
  }
}
