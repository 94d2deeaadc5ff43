// Two arrays side by side: a weighted sum of each pair.

func.func @mix(%x: !lift.array<N x f32>, %y: !lift.array<N x f32>)
    -> !lift.array<N x f32> {
  %pairs = lift.zip %x, %y : !lift.array<N x f32>, !lift.array<N x f32>
  %r = lift.map glb(0) (%pair = %pairs : !lift.array<N x tuple<f32, f32>>) {
    %a = lift.get %pair[0] : tuple<f32, f32>
    %b = lift.get %pair[1] : tuple<f32, f32>
    %half = arith.constant 0.5 : f32
    %s = arith.addf %a, %b : f32
    %m = arith.mulf %s, %half : f32
    lift.yield %m : f32
  }
  return %r : !lift.array<N x f32>
}
