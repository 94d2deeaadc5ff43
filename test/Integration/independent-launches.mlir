// Launches that do not depend on each other, which run at the same time in Vulkan, and
// others that do, also since they have memory that was freed. The layer that tests it
// reports memory that two commands access without waiting.
// REQUIRES: lavapipe, vk-validation
// DEFINE: %{run} = env VK_LAYER_ENABLES=VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT lift-run %s --api=vulkan --validate --verify
// RUN: %{run} --size=N=1000 | FileCheck %s
// RUN: %{run} --size=N=37 -O0 | FileCheck %s
// CHECK: kernel norms_3
// CHECK: verify: {{.*}}OK

func.func @norms(%x: !lift.array<N x f32>, %y: !lift.array<N x f32>)
    -> (!lift.array<N x f32>, !lift.array<N x f32>, !lift.array<N x f32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %sx = lift.reduce (%e = %x : !lift.array<N x f32>) init (%acc = %one : f32) {
    %a = math.absf %e : f32
    %s = arith.addf %acc, %a : f32
    lift.yield %s : f32
  }
  %sy = lift.reduce (%e = %y : !lift.array<N x f32>) init (%acc = %one : f32) {
    %a = math.absf %e : f32
    %s = arith.maximumf %acc, %a : f32
    lift.yield %s : f32
  }
  %nx = lift.map (%e = %x : !lift.array<N x f32>) {
    %q = arith.divf %e, %sx : f32
    lift.yield %q : f32
  }
  %ny = lift.map (%e = %y : !lift.array<N x f32>) {
    %q = arith.divf %e, %sy : f32
    lift.yield %q : f32
  }
  %least = lift.reduce (%e = %nx, %f = %ny : !lift.array<N x f32>, !lift.array<N x f32>)
      init (%acc = %zero : f32) {
    %m = arith.minimumf %e, %f : f32
    %s = arith.minimumf %acc, %m : f32
    lift.yield %s : f32
  }
  %above = lift.map (%e = %nx, %f = %ny : !lift.array<N x f32>, !lift.array<N x f32>) {
    %s = arith.addf %e, %f : f32
    %d = arith.subf %s, %least : f32
    lift.yield %d : f32
  }
  return %nx, %ny, %above : !lift.array<N x f32>, !lift.array<N x f32>, !lift.array<N x f32>
}
