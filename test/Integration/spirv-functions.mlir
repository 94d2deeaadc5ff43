// Functions that Vulkan lacks, written with those that it has.
// REQUIRES: lavapipe

// RUN: lift-run %s --entry=functions --size=N=3000 --api=vulkan --verify --input-kind=rounding --rtol=2e-5 --atol=1e-6 --validate
// RUN: lift-run %s --entry=functions --size=N=1 --api=vulkan --verify --rtol=2e-5 --atol=1e-6
// RUN: lift-run %s --entry=functions --size=N=3000 --api=vulkan --verify --input-kind=uniform --rtol=2e-5 --atol=1e-6
func.func @functions(%x: !lift.array<N x f32>, %z: !lift.array<N x f32>)
    -> (!lift.array<N x f32>, !lift.array<N x f32>, !lift.array<N x f32>,
        !lift.array<N x f32>, !lift.array<N x f32>, !lift.array<N x f32>,
        !lift.array<N x f32>) {
  %r:7 = lift.map (%a = %x, %b = %z : !lift.array<N x f32>, !lift.array<N x f32>) {
    %cbrt = math.cbrt %a : f32
    %erf = math.erf %a : f32
    %erfc = math.erfc %a : f32
    %size = math.absf %a : f32
    %log1p = math.log1p %size : f32
    %expm1 = math.expm1 %a : f32
    %atan2 = math.atan2 %a, %b : f32
    %exp2 = math.exp2 %a : f32
    lift.yield %cbrt, %erf, %erfc, %log1p, %expm1, %atan2, %exp2 : f32, f32, f32, f32, f32, f32, f32
  }
  return %r#0, %r#1, %r#2, %r#3, %r#4, %r#5, %r#6 : !lift.array<N x f32>,
      !lift.array<N x f32>, !lift.array<N x f32>, !lift.array<N x f32>,
      !lift.array<N x f32>, !lift.array<N x f32>, !lift.array<N x f32>
}

// Zeros of both signs, infinities, NaN, the largest and the smallest numbers.
// RUN: lift-run %s --entry=special --size=N=3000 --api=vulkan --verify --input-kind=special --rtol=2e-5 --atol=1e-6
func.func @special(%x: !lift.array<N x f32>, %z: !lift.array<N x f32>)
    -> (!lift.array<N x f32>, !lift.array<N x f32>, !lift.array<N x f32>,
        !lift.array<N x f32>) {
  %r:4 = lift.map (%a = %x, %b = %z : !lift.array<N x f32>, !lift.array<N x f32>) {
    %atan2 = math.atan2 %a, %b : f32
    %cbrt = math.cbrt %a : f32
    %erf = math.erf %a : f32
    %erfc = math.erfc %a : f32
    lift.yield %cbrt, %erf, %erfc, %atan2 : f32, f32, f32, f32
  }
  return %r#0, %r#1, %r#2, %r#3 : !lift.array<N x f32>, !lift.array<N x f32>,
      !lift.array<N x f32>, !lift.array<N x f32>
}
