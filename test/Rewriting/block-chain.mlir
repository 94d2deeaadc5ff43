// A chain of reductions alone is a nest, too: its dimensions become one, are cut, and
// change their order where the laws allow it.

// DEFINE: %{schedule} = joined
// DEFINE: %{apply} = transform-preload-library{transform-library-paths=%t/%{schedule}.mlir},func.func(transform-interpreter)
// RUN: split-file %s %t
// RUN: lift-opt %t/program.mlir --pass-pipeline='builtin.module(%{apply})' | FileCheck %s
// CHECK: lift.join
// CHECK: lift.reduce associative commutative {{.*}} : !lift.array<(M * N) x f32>) init (%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}} : f32, f32)
// CHECK-NOT: lift.reduce

// DEFINE: %{run} = lift-run %t/program.mlir --engine=evaluate --verify --pipeline='%{apply}'
// RUN: %{run} --size=M=3,N=5 | FileCheck %s --check-prefix=EQUAL
// REDEFINE: %{schedule} = turned
// RUN: %{run} --size=M=3,N=5 | FileCheck %s --check-prefix=EQUAL
// REDEFINE: %{schedule} = cut
// RUN: %{run} --size=M=3,N=6 | FileCheck %s --check-prefix=EQUAL
// EQUAL: OK

//--- program.mlir
func.func @sums(%x: !lift.array<M x N x f32>, %a: f32) -> (f32, f32) {
  %zero = arith.constant 0.0 : f32
  %s:2 = lift.reduce associative commutative (%r = %x : !lift.array<M x N x f32>) init (%p = %a, %q = %zero : f32, f32) {
    %t:2 = lift.reduce associative commutative (%e = %r : !lift.array<N x f32>) init (%b = %p, %c = %q : f32, f32) {
      %n = arith.addf %b, %e : f32
      %m = arith.maximumf %c, %e : f32
      lift.yield %n, %m : f32, f32
    }
    lift.yield %t#0, %t#1 : f32, f32
  }
  return %s#0, %s#1 : f32, f32
}

//--- joined.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %r = transform.lift.match_pattern %func[0] : (!op) -> !op
    %b = transform.lift.block %r {chunks = [[]], order = [[0, 0]], collapse = array<i64: 0>} : (!op) -> !op
    transform.yield
  }
}

//--- turned.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %r = transform.lift.match_pattern %func[0] : (!op) -> !op
    %b:2 = transform.lift.block %r {chunks = [[], []], order = [[1, 0], [0, 0]]} : (!op) -> (!op, !op)
    transform.yield
  }
}

//--- cut.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %r = transform.lift.match_pattern %func[0] : (!op) -> !op
    %b:3 = transform.lift.block %r {chunks = [[], [2]], order = [[0, 0], [1, 0], [1, 1]]} : (!op) -> (!op, !op, !op)
    transform.yield
  }
}
