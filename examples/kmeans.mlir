// The number of the nearest centre of each point, of the first that is nearest.
// A point is a column of features.
//
//   lift-run kmeans.mlir --size=P=256,F=34,C=5 --verify

func.func @kmeans(%features: !lift.array<F x P x f32>, %centres: !lift.array<C x F x f32>)
    -> !lift.array<P x i32> {
  %zero = arith.constant 0.0 : f32
  %infinity = arith.constant 0x7F800000 : f32
  %none = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %points = lift.transpose %features : !lift.array<F x P x f32>
  %numbers = lift.map (%point = %points : !lift.array<P x F x f32>) {
    %best:3 = lift.reduce (%centre = %centres : !lift.array<C x F x f32>)
        init (%least = %infinity, %number = %none, %next = %none : f32, i32, i32) {
      %distance = lift.reduce associative commutative (%p = %point, %c = %centre
          : !lift.array<F x f32>, !lift.array<F x f32>)
          init (%acc = %zero : f32) {
        %d = arith.subf %p, %c : f32
        %square = arith.mulf %d, %d : f32
        %sum = arith.addf %acc, %square : f32
        lift.yield %sum : f32
      }
      %nearer = arith.cmpf olt, %distance, %least : f32
      %l = arith.select %nearer, %distance, %least : f32
      %n = arith.select %nearer, %next, %number : i32
      %i = arith.addi %next, %one : i32
      lift.yield %l, %n, %i : f32, i32, i32
    }
    lift.yield %best#1 : i32
  }
  return %numbers : !lift.array<P x i32>
}
