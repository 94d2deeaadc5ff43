// The acceleration of each body by all. `afn` allows an approximation of the root.
//
//   lift-run nbody.mlir --size=N=256 --verify --rtol=1e-5

func.func @nbody(%x: !lift.array<N x f32>, %y: !lift.array<N x f32>,
                 %z: !lift.array<N x f32>, %mass: !lift.array<N x f32>)
    -> (!lift.array<N x f32>, !lift.array<N x f32>, !lift.array<N x f32>) {
  %zero = arith.constant 0.0 : f32
  %soft = arith.constant 0.01 : f32
  %a:3 = lift.map (%xi = %x, %yi = %y, %zi = %z
      : !lift.array<N x f32>, !lift.array<N x f32>, !lift.array<N x f32>) {
    %sums:3 = lift.reduce associative commutative
        (%xj = %x, %yj = %y, %zj = %z, %m = %mass
        : !lift.array<N x f32>, !lift.array<N x f32>, !lift.array<N x f32>,
          !lift.array<N x f32>)
        init (%ax = %zero, %ay = %zero, %az = %zero : f32, f32, f32) {
      %dx = arith.subf %xj, %xi : f32
      %dy = arith.subf %yj, %yi : f32
      %dz = arith.subf %zj, %zi : f32
      %r0 = math.fma %dz, %dz, %soft : f32
      %r1 = math.fma %dy, %dy, %r0 : f32
      %r2 = math.fma %dx, %dx, %r1 : f32
      %inverse = math.rsqrt %r2 fastmath<afn> : f32
      %square = arith.mulf %inverse, %inverse : f32
      %cube = arith.mulf %square, %inverse : f32
      %s = arith.mulf %m, %cube : f32
      %nx = math.fma %dx, %s, %ax : f32
      %ny = math.fma %dy, %s, %ay : f32
      %nz = math.fma %dz, %s, %az : f32
      lift.yield %nx, %ny, %nz : f32, f32, f32
    }
    lift.yield %sums#0, %sums#1, %sums#2 : f32, f32, f32
  }
  return %a#0, %a#1, %a#2
      : !lift.array<N x f32>, !lift.array<N x f32>, !lift.array<N x f32>
}
