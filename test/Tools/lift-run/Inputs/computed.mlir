func.func @f(%x: !lift.array<N x f32>, %y: !lift.array<(N + 2) x f32>) -> !lift.array<N x f32> {
  return %x : !lift.array<N x f32>
}
