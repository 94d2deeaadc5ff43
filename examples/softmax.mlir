// The softmax of each row: exp(x - max) over the sum of those.
//
//   lift-run softmax.mlir --size=M=64,N=320 --verify --rtol=1e-5

func.func @softmax(%x: !lift.array<M x N x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %minus_infinity = arith.constant 0xFF800000 : f32
  %y = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %max = lift.reduce associative commutative (%e = %row : !lift.array<N x f32>)
        init (%acc = %minus_infinity : f32) {
      %next = arith.maximumf %acc, %e : f32
      lift.yield %next : f32
    }
    %sum = lift.reduce associative commutative (%e = %row : !lift.array<N x f32>)
        init (%acc = %zero : f32) {
      %d = arith.subf %e, %max : f32
      %p = math.exp %d : f32
      %next = arith.addf %acc, %p : f32
      lift.yield %next : f32
    }
    %out = lift.map (%e = %row : !lift.array<N x f32>) {
      %d = arith.subf %e, %max : f32
      %p = math.exp %d : f32
      %q = arith.divf %p, %sum : f32
      lift.yield %q : f32
    }
    lift.yield %out : !lift.array<N x f32>
  }
  return %y : !lift.array<M x N x f32>
}
