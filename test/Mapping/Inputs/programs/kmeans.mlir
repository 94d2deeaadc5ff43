// The smallest squared distance of each point to a centre.
// KERNEL: local-size=4 global-size=8
// SIZES: --size=P=11 --size=C=3 --size=F=2
func.func @kmeans(%points: !lift.array<P x F x f32>, %centres: !lift.array<C x F x f32>) -> !lift.array<P x f32> {
  %zero = arith.constant 0.0 : f32
  %large = arith.constant 1.0e30 : f32
  %r = lift.map (%point = %points : !lift.array<P x F x f32>) {
    %distances = lift.map (%centre = %centres : !lift.array<C x F x f32>) {
      %s = lift.reduce (%a = %point, %b = %centre : !lift.array<F x f32>, !lift.array<F x f32>) init (%acc = %zero : f32) {
        %d = arith.subf %a, %b : f32
        %dd = arith.mulf %d, %d : f32
        %t = arith.addf %acc, %dd : f32
        lift.yield %t : f32
      }
      lift.yield %s : f32
    }
    %least = lift.reduce (%d = %distances : !lift.array<C x f32>) init (%acc = %large : f32) {
      %m = arith.minimumf %acc, %d : f32
      lift.yield %m : f32
    }
    lift.yield %least : f32
  }
  return %r : !lift.array<P x f32>
}
