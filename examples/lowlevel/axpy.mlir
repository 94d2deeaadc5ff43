// y + alpha * x: each work-item four neighbours.
func.func @axpy(%alpha: f32, %x: !lift.array<N x f32>, %y: !lift.array<N x f32>)
    -> !lift.array<N x f32>
    attributes {lift.requires = [#lift.constraint<1024 divides N>]} {
  %z = lift.kernel @axpy local_size [256] global_size [N / 4] {
    %xs = lift.as_vector %x width 4 : !lift.array<N x f32>
    %ys = lift.as_vector %y width 4 : !lift.array<N x f32>
    %sums = lift.map glb(0) (%a = %xs, %b = %ys
        : !lift.array<(N / 4) x vector<4xf32>>, !lift.array<(N / 4) x vector<4xf32>>) {
      %alphas = vector.broadcast %alpha : f32 to vector<4xf32>
      %s = math.fma %alphas, %a, %b : vector<4xf32>
      lift.yield %s : vector<4xf32>
    }
    %out = lift.as_scalar %sums : !lift.array<(N / 4) x vector<4xf32>>
    lift.yield %out : !lift.array<N x f32>
  }
  return %z : !lift.array<N x f32>
}
