// What a map computes is computed again for each tile of its reader.
//
// RUN: split-file %s %t
// DEFINE: %{program} = x
// DEFINE: %{schedule} = x
// DEFINE: %{sizes} = x
// DEFINE: %{options} = transform-preload-library{transform-library-paths=%t/%{schedule}.mlir},func.func(transform-interpreter)
// DEFINE: %{run} = lift-run %t/%{program}.mlir --size=%{sizes} --verify --pipeline='%{options},lift-to-gpu'
// DEFINE: %{refuse} = not lift-opt %t/%{program}.mlir --pass-pipeline='builtin.module(%{options})' 2>&1 | FileCheck %s --check-prefix=%{schedule}
// EQUAL: OK

// Rows of windows of columns, with numbers around both that no input has; a rest
// of rows and columns.
// REDEFINE: %{program} = separable
// REDEFINE: %{schedule} = ROWS
// RUN: lift-opt %t/separable.mlir --pass-pipeline='builtin.module(%{options},func.func(canonicalize))' | FileCheck %s
// CHECK: [[INPUT:%.*]] = lift.slide {{.*}} size [6] step [4] dims [0]
// CHECK: lift.broadcast %true sizes [H]
// CHECK: lift.pad {{.*}} constant(%false : i1)
// CHECK: lift.map
// CHECK: lift.map
// CHECK: [[TILE:%.*]] = lift.map
// CHECK: arith.select
// CHECK: [[STORED:%.*]] = lift.materialize [[TILE]] in local : !lift.array<6 x 8 x i32>
// CHECK: lift.slide [[STORED]] size [3] step [1] dims [0]
// REDEFINE: %{sizes} = H=8,W=16
// RUN: %{run} | FileCheck %s --check-prefix=EQUAL
// REDEFINE: %{sizes} = H=7,W=13
// RUN: %{run} | FileCheck %s --check-prefix=EQUAL
// REDEFINE: %{sizes} = H=1,W=1
// RUN: %{run} | FileCheck %s --check-prefix=EQUAL
// REDEFINE: %{sizes} = H=9,W=10
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{run} %}

// What the windows of rows are of, copied for a tile and then for some of its rows; one
// row of an image of a few columns has more around it than in it.
// REDEFINE: %{schedule} = COPIED
// RUN: lift-opt %t/separable.mlir --pass-pipeline='builtin.module(%{options},func.func(canonicalize))' | FileCheck %s --check-prefix=COPIED
// COPIED: [[WIDE:%.*]] = lift.pad {{.*}} dims [1] constant
// COPIED: [[HIGH:%.*]] = lift.pad [[WIDE]] {{.*}} dims [0] clamp
// COPIED: lift.slide {{.*}} size [10] step [8] dims [1]
// COPIED: lift.map seq
// COPIED: [[COPY:%.*]] = lift.map lcl(1)
// COPIED: [[STORED:%.*]] = lift.materialize [[COPY]] in local : !lift.array<2 x 10 x i32>
// COPIED: lift.slide [[STORED]] size [3] step [1] dims [1]
// REDEFINE: %{sizes} = H=8,W=16
// RUN: %{run} | FileCheck %s --check-prefix=EQUAL
// REDEFINE: %{sizes} = H=7,W=13
// RUN: %{run} | FileCheck %s --check-prefix=EQUAL
// REDEFINE: %{sizes} = H=1,W=1
// RUN: %{run} | FileCheck %s --check-prefix=EQUAL
// REDEFINE: %{sizes} = H=9,W=10
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{run} %}

// Windows of both dimensions that start every second element, and are vectors.
// REDEFINE: %{program} = planes
// REDEFINE: %{schedule} = PLANES
// REDEFINE: %{sizes} = H=17,W=33
// RUN: %{run} | FileCheck %s --check-prefix=EQUAL
// REDEFINE: %{sizes} = H=9,W=17
// RUN: %{run} | FileCheck %s --check-prefix=EQUAL

// REDEFINE: %{program} = shared
// REDEFINE: %{schedule} = SHARED
// RUN: %{refuse}
// SHARED: error: 'transform.lift.compute_at' does not apply: is read elsewhere, too
// REDEFINE: %{program} = shared
// REDEFINE: %{schedule} = BEYOND
// RUN: %{refuse}
// BEYOND: error: 'transform.lift.compute_at' does not apply: has no argument number 3
// REDEFINE: %{program} = inputs
// REDEFINE: %{schedule} = INPUTS
// RUN: %{refuse}
// INPUTS: error: 'transform.lift.compute_at' does not apply: has an argument that is no part of what a map computes
// REDEFINE: %{program} = separable
// REDEFINE: %{schedule} = STRIDED
// RUN: %{refuse}
// STRIDED: error: 'transform.lift.compute_at' does not apply: is cut into tiles that are no neighbours
// REDEFINE: %{program} = joined
// REDEFINE: %{schedule} = JOINED
// RUN: %{refuse}
// JOINED: error: 'transform.lift.compute_at' does not apply: has an argument that is not

// REDEFINE: %{program} = elements
// REDEFINE: %{schedule} = ELEMENTS
// RUN: %{refuse}
// ELEMENTS: 'transform.lift.compute_at' does not apply: goes through single elements, which are no tiles

//--- separable.mlir
func.func @separable(%in: !lift.array<H x W x i32>) -> !lift.array<H x W x i32> {
  %one = arith.constant 1 : i32
  %seven = arith.constant 7 : i32
  %wide = lift.pad %in low [1] high [1] dims [1] constant(%seven : i32)
      : !lift.array<H x W x i32>
  %lines = lift.slide %wide size [3] step [1] dims [1] : !lift.array<H x (W + 2) x i32>
  %rows = lift.map (%line = %lines : !lift.array<H x W x 3 x i32>) {
    %cells = lift.map (%window = %line : !lift.array<W x 3 x i32>) {
      %sum = lift.reduce (%e = %window : !lift.array<3 x i32>) init (%acc = %one : i32) {
        %twice = arith.addi %acc, %acc : i32
        %next = arith.addi %twice, %e : i32
        lift.yield %next : i32
      }
      %more = arith.muli %sum, %seven : i32
      lift.yield %more : i32
    }
    lift.yield %cells : !lift.array<W x i32>
  }
  %high = lift.pad %rows low [1] high [1] constant(%one : i32) : !lift.array<H x W x i32>
  %bands = lift.slide %high size [3] step [1] : !lift.array<(H + 2) x W x i32>
  %out = lift.map (%band = %bands : !lift.array<H x 3 x W x i32>) {
    %columns = lift.transpose %band : !lift.array<3 x W x i32>
    %cells = lift.map (%window = %columns : !lift.array<W x 3 x i32>) {
      %sum = lift.reduce (%e = %window : !lift.array<3 x i32>) init (%acc = %one : i32) {
        %twice = arith.addi %acc, %acc : i32
        %next = arith.subi %twice, %e : i32
        lift.yield %next : i32
      }
      lift.yield %sum : i32
    }
    lift.yield %cells : !lift.array<W x i32>
  }
  return %out : !lift.array<H x W x i32>
}

//--- ROWS.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %nest = transform.lift.match_pattern %func[1] : (!op) -> !op
    %loops:6 = transform.lift.block %nest {chunks = [[4], [8], []], order = [[0, 0], [1, 0], [0, 1], [1, 1], [2, 0]], pad = array<i64: 0, 1>} : (!op) -> (!op, !op, !op, !op, !op, !op)
    %tile = transform.lift.compute_at %loops#1 {argument = 0} : (!op) -> !op
    transform.lift.store_results %tile in "local" : !op
    transform.lift.map_to %tile ["lcl(1)", "lcl(0)"] : !op
    transform.lift.map_to %loops#0 ["wrg(1)"] : !op
    transform.lift.map_to %loops#1 ["wrg(0)"] : !op
    transform.lift.map_to %loops#2 ["lcl(1)", "lcl(0)"] : !op
    transform.yield
  }
}

//--- COPIED.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %nest = transform.lift.match_pattern %func[1] : (!op) -> !op
    %loops:6 = transform.lift.block %nest {chunks = [[4], [8], []], order = [[0, 0], [1, 0], [0, 1], [1, 1], [2, 0]], pad = array<i64: 0, 1>} : (!op) -> (!op, !op, !op, !op, !op, !op)
    %tile = transform.lift.compute_at %loops#1 {argument = 0} : (!op) -> !op
    %all = transform.lift.copy_argument %tile {argument = 0, below_windows} : (!op) -> !op
    %copied = transform.lift.compute_at %loops#1 {argument = 0} : (!op) -> !op
    %rows:5 = transform.lift.block %tile {chunks = [[2], [], []], order = [[0, 0], [0, 1], [1, 0], [2, 0]]} : (!op) -> (!op, !op, !op, !op, !op)
    transform.lift.store_results %rows#0 in "local" : !op
    %copy = transform.lift.compute_at %rows#0 {argument = 0} : (!op) -> !op
    transform.lift.store_results %copy in "local" : !op
    transform.lift.map_to %copy ["lcl(1)", "lcl(0)"] : !op
    transform.lift.map_to %rows#0 ["seq"] : !op
    transform.lift.map_to %rows#1 ["lcl(1)", "lcl(0)"] : !op
    transform.lift.map_to %loops#0 ["wrg(1)"] : !op
    transform.lift.map_to %loops#1 ["wrg(0)"] : !op
    transform.lift.map_to %loops#2 ["lcl(1)", "lcl(0)"] : !op
    transform.yield
  }
}

//--- STRIDED.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %nest = transform.lift.match_pattern %func[1] : (!op) -> !op
    %loops:6 = transform.lift.block %nest {chunks = [[4], [8], []], order = [[0, 1], [1, 0], [0, 0], [1, 1], [2, 0]]} : (!op) -> (!op, !op, !op, !op, !op, !op)
    %tile = transform.lift.compute_at %loops#1 {argument = 0} : (!op) -> !op
    transform.yield
  }
}

//--- planes.mlir
func.func @planes(%in: !lift.array<H x W x f32>, %other: !lift.array<W x f32>)
    -> !lift.array<((H - 1) / 2) x ((W - 1) / 2) x f32> {
  %zero = arith.constant 0.0 : f32
  %squares = lift.map (%row = %in : !lift.array<H x W x f32>) {
    %cells = lift.map (%e = %row, %o = %other : !lift.array<W x f32>, !lift.array<W x f32>) {
      %square = arith.mulf %e, %o : f32
      lift.yield %square : f32
    }
    lift.yield %cells : !lift.array<W x f32>
  }
  %windows = lift.slide %squares size [3, 3] step [2, 2] : !lift.array<H x W x f32>
  %out = lift.map (%line = %windows
      : !lift.array<((H - 1) / 2) x ((W - 1) / 2) x 3 x 3 x f32>) {
    %cells = lift.map (%window = %line : !lift.array<((W - 1) / 2) x 3 x 3 x f32>) {
      %sum = lift.reduce (%row = %window : !lift.array<3 x 3 x f32>) init (%all = %zero : f32) {
        %part = lift.reduce (%e = %row : !lift.array<3 x f32>) init (%acc = %all : f32) {
          %next = arith.addf %acc, %e : f32
          lift.yield %next : f32
        }
        lift.yield %part : f32
      }
      lift.yield %sum : f32
    }
    lift.yield %cells : !lift.array<((W - 1) / 2) x f32>
  }
  return %out : !lift.array<((H - 1) / 2) x ((W - 1) / 2) x f32>
}

//--- PLANES.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %nest = transform.lift.match_pattern %func[1] : (!op) -> !op
    %loops:7 = transform.lift.block %nest {chunks = [[4], [2], [], []], order = [[0, 0], [1, 0], [0, 1], [1, 1], [2, 0], [3, 0]], vector = array<i64: 1, 4>} : (!op) -> (!op, !op, !op, !op, !op, !op, !op)
    %tile = transform.lift.compute_at %loops#1 {argument = 0} : (!op) -> !op
    transform.lift.store_results %tile in "local" : !op
    transform.lift.map_to %tile ["lcl(1)", "lcl(0)"] : !op
    transform.lift.map_to %loops#0 ["wrg(1)"] : !op
    transform.lift.map_to %loops#1 ["wrg(0)"] : !op
    transform.lift.map_to %loops#2 ["lcl(1)", "lcl(0)"] : !op
    transform.yield
  }
}

//--- shared.mlir
func.func @shared(%in: !lift.array<N x f32>)
    -> (!lift.array<N x f32>, !lift.array<N x f32>) {
  %twice = lift.map (%e = %in : !lift.array<N x f32>) {
    %sum = arith.addf %e, %e : f32
    lift.yield %sum : f32
  }
  %out = lift.map (%e = %twice : !lift.array<N x f32>) {
    %product = arith.mulf %e, %e : f32
    lift.yield %product : f32
  }
  return %out, %twice : !lift.array<N x f32>, !lift.array<N x f32>
}

//--- SHARED.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %nest = transform.lift.match_pattern %func[1] : (!op) -> !op
    %loops:3 = transform.lift.block %nest {chunks = [[4]], order = [[0, 0], [0, 1]]} : (!op) -> (!op, !op, !op)
    %tile = transform.lift.compute_at %loops#0 {argument = 0} : (!op) -> !op
    transform.yield
  }
}

//--- BEYOND.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %nest = transform.lift.match_pattern %func[1] : (!op) -> !op
    %tile = transform.lift.compute_at %nest {argument = 3} : (!op) -> !op
    transform.yield
  }
}

//--- inputs.mlir
func.func @inputs(%in: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %out = lift.map (%e = %in : !lift.array<N x f32>) {
    %product = arith.mulf %e, %e : f32
    lift.yield %product : f32
  }
  return %out : !lift.array<N x f32>
}

//--- INPUTS.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %nest = transform.lift.match_pattern %func[0] : (!op) -> !op
    %tile = transform.lift.compute_at %nest {argument = 0} : (!op) -> !op
    transform.yield
  }
}

//--- joined.mlir
func.func @joined(%in: !lift.array<N x 4 x f32>) -> !lift.array<(4 * N) x f32> {
  %twice = lift.map (%row = %in : !lift.array<N x 4 x f32>) {
    %cells = lift.map (%e = %row : !lift.array<4 x f32>) {
      %sum = arith.addf %e, %e : f32
      lift.yield %sum : f32
    }
    lift.yield %cells : !lift.array<4 x f32>
  }
  %all = lift.join %twice : !lift.array<N x 4 x f32>
  %out = lift.map (%e = %all : !lift.array<(4 * N) x f32>) {
    %product = arith.mulf %e, %e : f32
    lift.yield %product : f32
  }
  return %out : !lift.array<(4 * N) x f32>
}

//--- JOINED.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %nest = transform.lift.match_pattern %func[1] : (!op) -> !op
    %tile = transform.lift.compute_at %nest {argument = 0} : (!op) -> !op
    transform.yield
  }
}

//--- elements.mlir
func.func @f(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %y = lift.map (%a = %x : !lift.array<N x f32>) {
    %b = arith.negf %a : f32
    lift.yield %b : f32
  }
  %z = lift.map (%a = %y : !lift.array<N x f32>) {
    %b = arith.mulf %a, %a : f32
    lift.yield %b : f32
  }
  return %z : !lift.array<N x f32>
}

//--- ELEMENTS.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !transform.any_op) {
    %loop = transform.lift.match_pattern %func[1] : (!transform.any_op) -> !transform.any_op
    %tile = transform.lift.compute_at %loop {argument = 0} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
