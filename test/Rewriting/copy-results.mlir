// A result that is copied to where it is returned, so that it is stored as it is computed.
// RUN: split-file %s %t
// DEFINE: %{program} = %t/program.mlir
// DEFINE: %{options} = transform-preload-library{transform-library-paths=%t/COPY.mlir},func.func(transform-interpreter)
// DEFINE: %{run} = lift-run %{program} --verify --input-kind=rounding --pipeline='%{options},lift-to-gpu{optimize=false}'
// RUN: lift-opt %t/program.mlir --pass-pipeline='builtin.module(%{options})' | FileCheck %s
// CHECK: %[[MAPS:.*]]:2 = lift.map
// CHECK: %[[TURNED:.*]] = lift.transpose %[[MAPS]]#1
// CHECK: %[[FIRST:.*]] = lift.map (%{{.*}} = %[[MAPS]]#0
// CHECK: %[[SECOND:.*]] = lift.map (%{{.*}} = %[[TURNED]]
// CHECK: return %[[FIRST]], %[[SECOND]]
// RUN: %{run} --size=M=7,N=12 | FileCheck %s --check-prefix=OK
// RUN: %{run} --size=M=1,N=1 | FileCheck %s --check-prefix=OK
// OK: verify: {{.*}} OK

//--- program.mlir
func.func @f(%A: !lift.array<M x N x f32>) -> (!lift.array<M x N x f32>, !lift.array<N x M x f32>) {
  %o:2 = lift.map (%x = %A : !lift.array<M x N x f32>) {
    %p:2 = lift.map (%a = %x : !lift.array<N x f32>) {
      %m = arith.mulf %a, %a : f32
      %n = arith.addf %a, %m : f32
      lift.yield %m, %n : f32, f32
    }
    lift.yield %p#0, %p#1 : !lift.array<N x f32>, !lift.array<N x f32>
  }
  %t = lift.transpose %o#1 : !lift.array<M x N x f32>
  return %o#0, %t : !lift.array<M x N x f32>, !lift.array<N x M x f32>
}

//--- COPY.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.readonly}) {
    %0 = transform.lift.match_pattern %func[0] : (!op) -> !op
    transform.lift.copy_results %0 : !op
    transform.yield
  }
}
