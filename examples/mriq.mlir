// MRI-Q: for each of X places, the sum over K samples of their magnitude times the
// cosine and the sine of a phase, which is 2 pi times the product of the place and
// the sample's frequencies. Whole turns are taken off first (adding 3 * 2^22 rounds to
// a whole number), so that the approximations that `afn` allows are good ones.
//
//   lift-run mriq.mlir --size=X=64,K=32 --verify --rtol=1e-4 --atol=1e-4

func.func @mriq(%x: !lift.array<X x f32>, %y: !lift.array<X x f32>,
                %z: !lift.array<X x f32>, %kx: !lift.array<K x f32>,
                %ky: !lift.array<K x f32>, %kz: !lift.array<K x f32>,
                %magnitude: !lift.array<K x f32>)
    -> (!lift.array<X x f32>, !lift.array<X x f32>) {
  %zero = arith.constant 0.0 : f32
  %two_pi = arith.constant 6.2831855 : f32
  %rounder = arith.constant 12582912.0 : f32
  %q:2 = lift.map (%xi = %x, %yi = %y, %zi = %z
      : !lift.array<X x f32>, !lift.array<X x f32>, !lift.array<X x f32>) {
    %sums:2 = lift.reduce associative commutative
        (%kxj = %kx, %kyj = %ky, %kzj = %kz, %m = %magnitude
        : !lift.array<K x f32>, !lift.array<K x f32>, !lift.array<K x f32>,
          !lift.array<K x f32>)
        init (%real = %zero, %imaginary = %zero : f32, f32) {
      %a = arith.mulf %kxj, %xi : f32
      %b = arith.mulf %kyj, %yi : f32
      %c = arith.mulf %kzj, %zi : f32
      %ab = arith.addf %a, %b : f32
      %turns = arith.addf %ab, %c : f32
      %far = arith.addf %turns, %rounder : f32
      %whole = arith.subf %far, %rounder : f32
      %rest = arith.subf %turns, %whole : f32
      %phase = arith.mulf %two_pi, %rest : f32
      %cos = math.cos %phase fastmath<afn> : f32
      %sin = math.sin %phase fastmath<afn> : f32
      %mc = arith.mulf %m, %cos : f32
      %ms = arith.mulf %m, %sin : f32
      %r = arith.addf %real, %mc : f32
      %i = arith.addf %imaginary, %ms : f32
      lift.yield %r, %i : f32, f32
    }
    lift.yield %sums#0, %sums#1 : f32, f32
  }
  return %q#0, %q#1 : !lift.array<X x f32>, !lift.array<X x f32>
}
