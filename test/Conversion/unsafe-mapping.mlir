// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-normalize),convert-lift-to-gpu{unsafe-mapping})' --split-input-file --verify-diagnostics

// Mappings that let work-items use what others may not have finished: errors
// (lift-to-gpu-invalid.mlir), but for those who ask.

func.func @between_groups(%x: !lift.array<64 x f32>) -> !lift.array<64 x f32> {
  %k = lift.kernel local_size [4] global_size [64] {
    %m = lift.map glb(0) (%a = %x : !lift.array<64 x f32>) { lift.yield %a : f32 }
    // expected-warning @below {{unsafe mapping: passes data between work-groups inside one kernel}}
    // expected-note @below {{S4: a work-group must not need an element of this value}}
    // expected-note @below {{store it in a kernel of its own}}
    %g = lift.materialize %m in global : !lift.array<64 x f32>
    %turned = lift.reverse %g : !lift.array<64 x f32>
    %n = lift.map glb(0) (%a = %turned : !lift.array<64 x f32>) { lift.yield %a : f32 }
    lift.yield %n : !lift.array<64 x f32>
  }
  return %k : !lift.array<64 x f32>
}

// -----

func.func @other_work_item(%x: !lift.array<8 x 8 x f32>) -> !lift.array<8 x 8 x f32> {
  %k = lift.kernel local_size [8] global_size [8] {
    %m = lift.map lcl(0) (%r = %x : !lift.array<8 x 8 x f32>) {
      %n = lift.map seq (%a = %r : !lift.array<8 x f32>) { lift.yield %a : f32 }
      lift.yield %n : !lift.array<8 x f32>
    }
    %p = lift.materialize %m in private : !lift.array<8 x 8 x f32>
    %t = lift.transpose %p : !lift.array<8 x 8 x f32>
    %q = lift.map lcl(0) (%r = %t : !lift.array<8 x 8 x f32>) {
      // expected-warning @below {{unsafe mapping: uses an element of a private array that another work-item holds}}
      // expected-note @below {{dimension 0 of the array is spread over lcl(0)}}
      %n = lift.map seq (%a = %r : !lift.array<8 x f32>) { lift.yield %a : f32 }
      lift.yield %n : !lift.array<8 x f32>
    }
    lift.yield %q : !lift.array<8 x 8 x f32>
  }
  return %k : !lift.array<8 x 8 x f32>
}
