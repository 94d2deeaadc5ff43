// Only what is behind the first elements of an argument is copied, for the loops that
// go through it; others read it where it is.
// RUN: split-file %s %t
// RUN: lift-opt %t/rows.mlir --lift-apply-schedule=file=%t/private.mlir -o %t/held.mlir
// RUN: FileCheck %s < %t/held.mlir
// CHECK: %[[MAPS:.*]]:2 = lift.map wrg(0) (%[[ROW:.*]] = %arg0, %[[PLACE:.*]] = %arg1 :
// CHECK: %[[FIRST:.*]] = lift.take %[[ROW]] size [16] : !lift.array<48 x f32>
// CHECK: %[[END:.*]] = lift.drop %[[ROW]] size [16] : !lift.array<48 x f32>
// CHECK: lift.as_vector %[[END]] width 4
// CHECK: lift.materialize %{{.*}} in private
// CHECK: %[[HELD:.*]] = lift.as_scalar
// CHECK: lift.concat %[[FIRST]], %[[HELD]] : !lift.array<16 x f32>, !lift.array<32 x f32>

// A part of what is concatenated is that part.
// CHECK: lift.map lcl(0) {{.*}} = %[[FIRST]] :
// CHECK: lift.as_vector %[[HELD]] width 4
// CHECK: %[[INDEX:.*]] = arith.index_cast %[[PLACE]]
// CHECK: lift.at %[[ROW]][%[[INDEX]]]

// RUN: lift-run %t/held.mlir --size=M=3 --verify --rtol=1e-5 | FileCheck %s --check-prefix=OK
// RUN: lift-opt %t/rows.mlir --lift-apply-schedule=file=%t/local.mlir -o %t/near.mlir
// RUN: lift-run %t/near.mlir --size=M=3 --verify --rtol=1e-5 | FileCheck %s --check-prefix=OK
// OK: verify: {{.*}} OK

// No test says which part is read, the end is loaded once, and the place is looked up in
// memory.
// RUN: lift-run %t/held.mlir --size=M=3 --print-kernel | FileCheck %s --check-prefix=KERNEL
// KERNEL: float4 priv[
// KERNEL: priv[i] = *(global const float4 *)(arg0 +
// KERNEL-NOT: if (
// KERNEL: acc + priv[i]
// KERNEL: r = arg0[
// KERNEL: *(global float4 *)(out + {{.*}}) = priv[i] -

//--- rows.mlir
func.func @f(%x: !lift.array<M x 48 x f32>, %p: !lift.array<M x i32>) -> (!lift.array<M x 48 x f32>, !lift.array<M x f32>) {
  %zero = arith.constant 0.0 : f32
  %y:2 = lift.map (%row = %x, %place = %p : !lift.array<M x 48 x f32>, !lift.array<M x i32>) {
    %s = lift.reduce associative commutative (%e = %row : !lift.array<48 x f32>) init (%acc = %zero : f32) {
      %n = arith.addf %acc, %e : f32
      lift.yield %n : f32
    }
    %z = lift.map (%e = %row : !lift.array<48 x f32>) {
      %n = arith.subf %e, %s : f32
      lift.yield %n : f32
    }
    %i = arith.index_cast %place : i32 to index
    %v = lift.at %row[%i] default(%zero : f32) : !lift.array<48 x f32>
    lift.yield %z, %v : !lift.array<48 x f32>, f32
  }
  return %y#0, %y#1 : !lift.array<M x 48 x f32>, !lift.array<M x f32>
}

//--- private.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %rows = transform.lift.match_pattern %func[0] : (!op) -> !op
    %copy:2 = transform.lift.stage %rows {argument = 0, space = "private", vector = 4, chunks = array<i64: 4>, behind = 16} : (!op) -> (!op, !op)
    transform.lift.map_to %copy#0 ["seq unroll", "lcl(0)"] : !op
    %map = transform.lift.match_pattern %rows[2] : (!op) -> !op
    %first, %end = transform.lift.peel %map dim 0 first "16" : (!op) -> (!op, !op)
    transform.lift.map_to %first ["lcl(0)"] : !op
    transform.lift.vectorize %first by 4 : !op
    %loops:3 = transform.lift.block %end {chunks = [[4]], order = [[0, 1], [0, 0]], vector = array<i64: 0, 4>} : (!op) -> (!op, !op, !op)
    transform.lift.map_to %loops#0 ["lcl(0)", "seq unroll"] : !op
    %reduce = transform.lift.match_pattern %rows[1] : (!op) -> !op
    %parts:3 = transform.lift.split_reduction %reduce by "4" {strided, chunk = 4} : (!op) -> (!op, !op, !op)
    transform.lift.map_to %parts#0 ["lcl(0)"] : !op
    %steps = transform.lift.tree_reduction %parts#2 in "local" : (!op) -> !op
    transform.lift.map_to %steps ["lcl(0)"] : !op
    %part:2 = transform.lift.peel_reduction %parts#1 first "4" : (!op) -> (!op, !op)
    transform.lift.vectorize %part#0 by 4 : !op
    transform.lift.vectorize %part#1 by 4 : !op
    transform.lift.unroll %part#1 : !op
    transform.lift.map_to %rows ["wrg(0)"] : !op
    transform.yield
  }
}

//--- local.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %rows = transform.lift.match_pattern %func[0] : (!op) -> !op
    %copy:2 = transform.lift.stage %rows {argument = 0, space = "local", behind = 40} : (!op) -> (!op, !op)
    transform.lift.map_to %copy#0 ["lcl(0)"] : !op
    %map = transform.lift.match_pattern %rows[2] : (!op) -> !op
    transform.lift.map_to %map ["lcl(0)"] : !op
    transform.lift.map_to %rows ["wrg(0)"] : !op
    transform.yield
  }
}
