// Four elements at a time: the map has a vector width, the loads and stores follow.

func.func @square(%x: !lift.array<N x f32>) -> !lift.array<N x f32>
    attributes {lift.requires = [#lift.constraint<4 divides N>]} {
  %r = lift.map glb(0) vector(4) (%a = %x : !lift.array<N x f32>) {
    %s = arith.mulf %a, %a : f32
    lift.yield %s : f32
  }
  return %r : !lift.array<N x f32>
}
