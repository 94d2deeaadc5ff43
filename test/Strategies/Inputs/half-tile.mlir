func.func @f(%x: !lift.array<M x 16384 x f16>) -> !lift.array<M x 16384 x f16> {
  %y = lift.map wrg(0) (%r = %x : !lift.array<M x 16384 x f16>) {
    %c = lift.map lcl(0) (%e = %r : !lift.array<16384 x f16>) {
      %n = arith.addf %e, %e : f16
      lift.yield %n : f16
    }
    %t = lift.materialize %c in local : !lift.array<16384 x f16>
    %b = lift.reverse %t : !lift.array<16384 x f16>
    %o = lift.map lcl(0) (%e = %b : !lift.array<16384 x f16>) {
      %n = arith.addf %e, %e : f16
      lift.yield %n : f16
    }
    lift.yield %o : !lift.array<16384 x f16>
  }
  return %y : !lift.array<M x 16384 x f16>
}
