// The lengths of the shortest paths between all pairs of nodes (Floyd and Warshall):
// step k allows node k on the way.
//
//   lift-run shortest-paths.mlir --size=N=71 --verify

func.func @paths(%lengths: !lift.array<N x N x i32>) -> !lift.array<N x N x i32> {
  %nodes = lift.generate (%i < N) {
    %node = arith.index_cast %i : index to i32
    lift.yield %node : i32
  }
  %shortest = lift.reduce (%node = %nodes : !lift.array<N x i32>)
      init (%known = %lengths : !lift.array<N x N x i32>) {
    %k = arith.index_cast %node : i32 to index
    %from = lift.at in_bounds %known[%k] : !lift.array<N x N x i32>
    %next = lift.map (%row = %known : !lift.array<N x N x i32>) {
      %to = lift.at in_bounds %row[%k] : !lift.array<N x i32>
      %cells = lift.map (%direct = %row, %rest = %from
          : !lift.array<N x i32>, !lift.array<N x i32>) {
        %detour = arith.addi %to, %rest : i32
        %shorter = arith.minsi %direct, %detour : i32
        lift.yield %shorter : i32
      }
      lift.yield %cells : !lift.array<N x i32>
    }
    lift.yield %next : !lift.array<N x N x i32>
  }
  return %shortest : !lift.array<N x N x i32>
}
