// The largest of 8 numbers, by halves: three steps, each with half as many elements.

func.func @largest(%x: !lift.array<N x 8 x f32>) -> !lift.array<N x f32> {
  %r = lift.map glb(0) (%row = %x : !lift.array<N x 8 x f32>) {
    %one = lift.iterate 3 size L (%v = %row : !lift.array<8 x f32>) {
      %halves = lift.split %v by (L / 2) : !lift.array<L x f32>
      %pairs = lift.transpose %halves : !lift.array<2 x (L / 2) x f32>
      %next = lift.map (%pair = %pairs : !lift.array<(L / 2) x 2 x f32>) {
        %a = lift.at %pair[0] : !lift.array<2 x f32>
        %b = lift.at %pair[1] : !lift.array<2 x f32>
        %m = arith.maximumf %a, %b : f32
        lift.yield %m : f32
      }
      lift.yield %next : !lift.array<(L / 2) x f32>
    }
    %m = lift.at %one[0] : !lift.array<1 x f32>
    lift.yield %m : f32
  }
  return %r : !lift.array<N x f32>
}
