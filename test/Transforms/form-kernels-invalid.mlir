// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-form-kernels))' --split-input-file --verify-diagnostics

func.func @local_outside(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  // expected-error @below {{'lift.materialize' op is in local memory, but in no kernel}}
  // expected-note @below {{write a lift.kernel around it and what reads it, or materialize it in global memory}}
  %l = lift.materialize %x in local : !lift.array<N x f32>
  return %l : !lift.array<N x f32>
}

// -----

// Read by a reduction, and by others, too.
func.func @also_read(%x: !lift.array<64 x f32>, %z: f32) -> (f32, !lift.array<64 x f32>) {
  %m = lift.map lcl(0) (%a = %x : !lift.array<64 x f32>) { lift.yield %a : f32 }
  // expected-error @below {{'lift.materialize' op is in local memory, but in no kernel}}
  // expected-note @below {{write a lift.kernel around it and what reads it, or materialize it in global memory}}
  %l = lift.materialize %m in local : !lift.array<64 x f32>
  %s = lift.reduce (%a = %l : !lift.array<64 x f32>) init (%b = %z : f32) {
    %d = arith.addf %a, %b : f32
    lift.yield %d : f32
  }
  %y = lift.map lcl(0) (%a = %l : !lift.array<64 x f32>) { lift.yield %a : f32 }
  return %s, %y : f32, !lift.array<64 x f32>
}

// -----

// Two patterns are two kernels.
func.func @read_twice(%x: !lift.array<64 x f32>) -> (!lift.array<64 x f32>, !lift.array<64 x f32>) {
  %m = lift.map lcl(0) (%a = %x : !lift.array<64 x f32>) { lift.yield %a : f32 }
  // expected-error @below {{'lift.materialize' op is in local memory, but in no kernel}}
  // expected-note @below {{write a lift.kernel around it and what reads it, or materialize it in global memory}}
  %l = lift.materialize %m in local : !lift.array<64 x f32>
  %y = lift.map lcl(0) (%a = %l : !lift.array<64 x f32>) { lift.yield %a : f32 }
  %z = lift.map lcl(0) (%a = %l : !lift.array<64 x f32>) { lift.yield %a : f32 }
  return %y, %z : !lift.array<64 x f32>, !lift.array<64 x f32>
}
