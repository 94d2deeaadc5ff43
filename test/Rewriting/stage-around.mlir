// What a loop goes through is copied at the start of a loop around, where it is the same
// for all that this does.
// RUN: split-file %s %t
// RUN: lift-opt %t/centres.mlir --lift-apply-schedule=file=%t/groups.mlir -o %t/near.mlir
// RUN: FileCheck %s < %t/near.mlir
// CHECK: lift.map wrg(0)
// CHECK-NEXT: lift.join %arg1 :
// CHECK: %[[COPY:.*]] = lift.materialize %{{.*}} in local {pad = array<i64: 0, 1>}
// CHECK: lift.map lcl(0)
// CHECK: lift.reduce (%{{.*}} = %[[COPY]], %{{.*}} = %arg1 :

// DEFINE: %{run} = lift-run %t/near.mlir --verify --rtol=1e-5
// RUN: %{run} --size=P=37 | FileCheck %s --check-prefix=OK
// RUN: %{run} --size=P=1 | FileCheck %s --check-prefix=OK
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{run} --size=P=19 %}
// OK: verify: {{.*}} OK

// Not an array that the loop around computes, elements as they are computed, or for a
// loop that is beside.
// RUN: not lift-opt %t/centres.mlir --lift-apply-schedule=file=%t/there.mlir 2>&1 | FileCheck %s --check-prefix=THERE
// THERE: goes through an array that is not there yet at the start of the loop around
// RUN: not lift-opt %t/centres.mlir --lift-apply-schedule=file=%t/computed.mlir 2>&1 | FileCheck %s --check-prefix=COMPUTED
// COMPUTED: computes what is done to elements of an array that others may read as it is
// RUN: not lift-opt %t/centres.mlir --lift-apply-schedule=file=%t/beside.mlir 2>&1 | FileCheck %s --check-prefix=BESIDE
// BESIDE: is no loop in that of the argument or around

//--- centres.mlir
func.func @f(%x: !lift.array<P x 6 x f32>, %c: !lift.array<5 x 6 x f32>, %y: !lift.array<P x f32>) -> (!lift.array<P x f32>, !lift.array<P x f32>) {
  %zero = arith.constant 0.0 : f32
  %two = arith.constant 2.0 : f32
  %r = lift.map (%point = %x : !lift.array<P x 6 x f32>) {
    %double = lift.map (%e = %point : !lift.array<6 x f32>) {
      %d = arith.mulf %e, %two : f32
      lift.yield %d : f32
    }
    %total = lift.reduce (%centre = %c, %same = %c : !lift.array<5 x 6 x f32>, !lift.array<5 x 6 x f32>) init (%most = %zero : f32) {
      %s = lift.reduce (%a = %double, %b = %centre, %d = %same : !lift.array<6 x f32>, !lift.array<6 x f32>, !lift.array<6 x f32>) init (%acc = %most : f32) {
        %ab = arith.mulf %a, %b : f32
        %n = arith.addf %acc, %ab : f32
        %m = arith.maximumf %n, %d : f32
        lift.yield %m : f32
      }
      lift.yield %s : f32
    }
    lift.yield %total : f32
  }
  %s = lift.map (%e = %y : !lift.array<P x f32>) {
    %d = arith.mulf %e, %two : f32
    lift.yield %d : f32
  }
  return %r, %s : !lift.array<P x f32>, !lift.array<P x f32>
}

//--- groups.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %map = transform.lift.match_pattern %func[0] : (!op) -> !op
    %groups, %items = transform.lift.chunk_map %map by "16" {padded} : (!op) -> (!op, !op)
    %total = transform.lift.match_pattern %items[1] : (!op) -> !op
    %outer, %inner = transform.lift.stage %total in %groups {argument = 0, space = "local", chunks = array<i64: 16>, padded, pad = array<i64: 0, 1>} : (!op, !op) -> (!op, !op)
    transform.lift.map_to %outer ["seq", "lcl(0)"] : !op
    transform.lift.map_to %groups ["wrg(0)"] : !op
    transform.lift.map_to %items ["lcl(0)"] : !op
    transform.yield
  }
}

//--- there.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %map = transform.lift.match_pattern %func[0] : (!op) -> !op
    %total = transform.lift.match_pattern %map[1] : (!op) -> !op
    %sum = transform.lift.match_pattern %total[0] : (!op) -> !op
    %outer, %inner = transform.lift.stage %sum in %map {argument = 1, space = "local"} : (!op, !op) -> (!op, !op)
    transform.yield
  }
}

//--- computed.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %map = transform.lift.match_pattern %func[0] : (!op) -> !op
    %total = transform.lift.match_pattern %map[1] : (!op) -> !op
    %outer, %inner = transform.lift.stage %total in %map {argument = 0, space = "local", computed} : (!op, !op) -> (!op, !op)
    transform.yield
  }
}

//--- beside.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %map = transform.lift.match_pattern %func[0] : (!op) -> !op
    %other = transform.lift.match_pattern %func[1] : (!op) -> !op
    %total = transform.lift.match_pattern %map[1] : (!op) -> !op
    %outer, %inner = transform.lift.stage %total in %other {argument = 0, space = "local"} : (!op, !op) -> (!op, !op)
    transform.yield
  }
}
