// A mapping that is an error runs for those who ask. Here each work-item reads
// what it has stored itself, which nobody sees, and the result is right.
// REQUIRES: pocl
// RUN: not lift-run %s --device=%pocl 2>&1 | FileCheck %s --check-prefix=ERROR
// ERROR: error: what is stored here passes data between work-groups inside one kernel
// RUN: lift-run %s --device=%pocl --verify --unsafe-mapping 2>&1 | FileCheck %s
// CHECK: warning: unsafe mapping: passes data between work-groups inside one kernel
// CHECK: verify: 64 elements, max abs error 0, OK
func.func @between_groups(%x: !lift.array<64 x f32>) -> !lift.array<64 x f32> {
  %k = lift.kernel local_size [4] global_size [64] {
    %m = lift.map glb(0) (%a = %x : !lift.array<64 x f32>) {
      %b = arith.addf %a, %a : f32
      lift.yield %b : f32
    }
    %g = lift.materialize %m in global : !lift.array<64 x f32>
    %mask = arith.constant 63 : index
    %same = lift.gather in_bounds %g : !lift.array<64 x f32> by (%i < 64) {
      %j = arith.andi %i, %mask : index
      lift.yield %j : index
    }
    %n = lift.map glb(0) (%a = %same : !lift.array<64 x f32>) {
      %b = arith.mulf %a, %a : f32
      lift.yield %b : f32
    }
    lift.yield %n : !lift.array<64 x f32>
  }
  return %k : !lift.array<64 x f32>
}
