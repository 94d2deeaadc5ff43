// Layer normalisation: each row less its mean, over its standard deviation, times
// a scale and plus a shift.
//
//   lift-run layer-norm.mlir --size=M=64,N=320 --verify

func.func @layer_norm(%x: !lift.array<M x N x f32>, %scale: !lift.array<N x f32>,
                      %shift: !lift.array<N x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %epsilon = arith.constant 1.0e-5 : f32
  %size = lift.size N : index
  %integer = arith.index_cast %size : index to i32
  %n = arith.sitofp %integer : i32 to f32
  %y = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %sum = lift.reduce associative commutative (%e = %row : !lift.array<N x f32>)
        init (%acc = %zero : f32) {
      %next = arith.addf %acc, %e : f32
      lift.yield %next : f32
    }
    %mean = arith.divf %sum, %n : f32
    %squares = lift.reduce associative commutative (%e = %row : !lift.array<N x f32>)
        init (%acc = %zero : f32) {
      %d = arith.subf %e, %mean : f32
      %square = arith.mulf %d, %d : f32
      %next = arith.addf %acc, %square : f32
      lift.yield %next : f32
    }
    %variance = arith.divf %squares, %n : f32
    %shifted = arith.addf %variance, %epsilon : f32
    %factor = math.rsqrt %shifted : f32
    %out = lift.map (%e = %row, %g = %scale, %b = %shift
        : !lift.array<N x f32>, !lift.array<N x f32>, !lift.array<N x f32>) {
      %d = arith.subf %e, %mean : f32
      %normal = arith.mulf %d, %factor : f32
      %scaled = arith.mulf %normal, %g : f32
      %z = arith.addf %scaled, %b : f32
      lift.yield %z : f32
    }
    lift.yield %out : !lift.array<N x f32>
  }
  return %y : !lift.array<M x N x f32>
}
