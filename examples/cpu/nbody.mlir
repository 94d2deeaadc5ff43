// The acceleration of each body by all, on a CPU whose vectors hold 16 numbers:
// 16 bodies at a time.
func.func @nbody(%x: !lift.array<N x f32>, %y: !lift.array<N x f32>, %z: !lift.array<N x f32>,
                 %mass: !lift.array<N x f32>)
    -> (!lift.array<N x f32>, !lift.array<N x f32>, !lift.array<N x f32>)
    attributes {lift.requires = [#lift.constraint<16 divides N>]} {
  %zeros = arith.constant dense<0.0> : vector<16xf32>
  %soft = arith.constant dense<0.01> : vector<16xf32>
  %a:3 = lift.kernel @nbody local_size [1] global_size [N / 16] {
    %xs = lift.as_vector %x width 16 : !lift.array<N x f32>
    %ys = lift.as_vector %y width 16 : !lift.array<N x f32>
    %zs = lift.as_vector %z width 16 : !lift.array<N x f32>
    %out:3 = lift.map glb(0) (%xi = %xs, %yi = %ys, %zi = %zs
        : !lift.array<(N / 16) x vector<16xf32>>, !lift.array<(N / 16) x vector<16xf32>>,
          !lift.array<(N / 16) x vector<16xf32>>) {
      %sums:3 = lift.reduce (%xj = %x, %yj = %y, %zj = %z, %m = %mass
          : !lift.array<N x f32>, !lift.array<N x f32>, !lift.array<N x f32>, !lift.array<N x f32>)
          init (%ax = %zeros, %ay = %zeros, %az = %zeros
          : vector<16xf32>, vector<16xf32>, vector<16xf32>) {
        %xv = vector.broadcast %xj : f32 to vector<16xf32>
        %yv = vector.broadcast %yj : f32 to vector<16xf32>
        %zv = vector.broadcast %zj : f32 to vector<16xf32>
        %mv = vector.broadcast %m : f32 to vector<16xf32>
        %dx = arith.subf %xv, %xi : vector<16xf32>
        %dy = arith.subf %yv, %yi : vector<16xf32>
        %dz = arith.subf %zv, %zi : vector<16xf32>
        %r0 = math.fma %dz, %dz, %soft : vector<16xf32>
        %r1 = math.fma %dy, %dy, %r0 : vector<16xf32>
        %r2 = math.fma %dx, %dx, %r1 : vector<16xf32>
        %r = math.sqrt %r2 : vector<16xf32>
        %r3 = arith.mulf %r2, %r : vector<16xf32>
        %s = arith.divf %mv, %r3 : vector<16xf32>
        %nx = math.fma %dx, %s, %ax : vector<16xf32>
        %ny = math.fma %dy, %s, %ay : vector<16xf32>
        %nz = math.fma %dz, %s, %az : vector<16xf32>
        lift.yield %nx, %ny, %nz : vector<16xf32>, vector<16xf32>, vector<16xf32>
      }
      lift.yield %sums#0, %sums#1, %sums#2 : vector<16xf32>, vector<16xf32>, vector<16xf32>
    }
    %ox = lift.as_scalar %out#0 : !lift.array<(N / 16) x vector<16xf32>>
    %oy = lift.as_scalar %out#1 : !lift.array<(N / 16) x vector<16xf32>>
    %oz = lift.as_scalar %out#2 : !lift.array<(N / 16) x vector<16xf32>>
    lift.yield %ox, %oy, %oz : !lift.array<N x f32>, !lift.array<N x f32>, !lift.array<N x f32>
  }
  return %a#0, %a#1, %a#2 : !lift.array<N x f32>, !lift.array<N x f32>, !lift.array<N x f32>
}
