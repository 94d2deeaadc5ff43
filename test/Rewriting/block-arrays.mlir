// A nest of elements that are arrays, and the same for all: their dimensions stay
// behind those that are cut.
// RUN: split-file %s %t
// RUN: lift-opt %t/arrays.mlir --lift-apply-schedule=file=%t/schedule.mlir -o %t/tiles.mlir
// RUN: FileCheck %s < %t/tiles.mlir
// CHECK: lift.transpose %{{.*}} permutation [0, 2, 1, 3, 4, 5] : !lift.array<(A ceildiv 2) x (B ceildiv 3) x 2 x 3 x C x 1 x f32>
// RUN: lift-run %t/arrays.mlir --engine=evaluate --size=A=3,B=4,C=5 --verify --pipeline='transform-preload-library{transform-library-paths=%t/schedule.mlir},func.func(transform-interpreter)' | FileCheck %s --check-prefix=EQUAL
// RUN: lift-run %t/arrays.mlir --engine=evaluate --size=A=1,B=1,C=1 --verify --pipeline='transform-preload-library{transform-library-paths=%t/schedule.mlir},func.func(transform-interpreter)' | FileCheck %s --check-prefix=EQUAL
// RUN: lift-run %t/arrays.mlir --engine=evaluate --size=A=5,B=7,C=2 --verify --pipeline='transform-preload-library{transform-library-paths=%t/schedule.mlir},func.func(transform-interpreter)' | FileCheck %s --check-prefix=EQUAL
// EQUAL: max abs error 0, OK

//--- arrays.mlir
func.func @f(%x: !lift.array<A x B x f32>, %y: !lift.array<C x 1 x f32>)
    -> !lift.array<A x B x C x 1 x f32> {
  %r = lift.map (%row = %x : !lift.array<A x B x f32>) {
    %s = lift.map (%a = %row : !lift.array<B x f32>) {
      %z = lift.reverse %y dims [0] : !lift.array<C x 1 x f32>
      lift.yield %z : !lift.array<C x 1 x f32>
    }
    lift.yield %s : !lift.array<B x C x 1 x f32>
  }
  return %r : !lift.array<A x B x C x 1 x f32>
}

//--- schedule.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %nest = transform.lift.match_pattern %func[0] : (!op) -> !op
    %loops:4 = transform.lift.block %nest {chunks = [[2], [3]], order = [[0, 0], [1, 0], [0, 1], [1, 1]], pad = array<i64: 0, 1>} : (!op) -> (!op, !op, !op, !op)
    transform.yield
  }
}
