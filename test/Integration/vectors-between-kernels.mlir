// A vector that one kernel computes, and another reads in a loop.
//
// REQUIRES: pocl
// DEFINE: %{run} = lift-run %s --size=N=5 --verify
// RUN: %{run} | FileCheck %s
// RUN: %{run} -O0 | FileCheck %s
// RUN: %if lavapipe %{ %{run} --api=vulkan | FileCheck %s %}
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{run} %}
// CHECK: verify: {{.*}} OK

func.func @f(%x: !lift.array<N x i32>, %y: !lift.array<3 x i32>) -> i32 {
  %zero = arith.constant 0 : i32
  %r = lift.reduce (%e = %x : !lift.array<N x i32>) init (%a = %zero : i32) {
    %n = arith.addi %a, %e : i32
    lift.yield %n : i32
  }
  %v = vector.broadcast %r : i32 to vector<3xi32>
  %w = lift.as_vector %y width 3 : !lift.array<3 x i32>
  %s = lift.reduce (%e = %w : !lift.array<1 x vector<3xi32>>) init (%a = %zero : i32) {
    %d = arith.subi %v, %e : vector<3xi32>
    %t = vector.reduction <add>, %d : vector<3xi32> into i32
    %n = arith.addi %a, %t : i32
    lift.yield %n : i32
  }
  return %s : i32
}
