// T28: an accumulator of two numbers whose initial value depends on the element.
// REQUIRES: pocl

// NUMPY @mriq(x: f32[X], y: f32[X], z: f32[X], qr: f32[X], qi: f32[X], kx: f32[K], ky: f32[K], kz: f32[K], phi: f32[K]) -> (lambda t: (qr + (phi * np.cos(t)).sum(1), qi + (phi * np.sin(t)).sum(1)))(np.float32(6.2831855) * (np.outer(x, kx) + np.outer(y, ky) + np.outer(z, kz)))
// RUN: %check_numpy %s --entry=mriq --size=X=32 --size=K=16 --tolerance=1e-3
// RUN: %check_numpy %s --entry=mriq --size=X=1 --size=K=1 --tolerance=1e-3
// RUN: %check_numpy %s --entry=mriq --size=X=17 --size=K=17 --tolerance=1e-3
// RUN: %check_numpy %s --entry=mriq --size=X=31 --size=K=13 --tolerance=1e-3
// RUN: %if oclgrind %{ %check_numpy %s --entry=mriq --size=X=31 --size=K=13 --tolerance=1e-3 --oclgrind %}
func.func @mriq(%x: !lift.array<X x f32>, %y: !lift.array<X x f32>,
                %z: !lift.array<X x f32>, %qr: !lift.array<X x f32>,
                %qi: !lift.array<X x f32>, %kx: !lift.array<K x f32>,
                %ky: !lift.array<K x f32>, %kz: !lift.array<K x f32>,
                %phi: !lift.array<K x f32>)
    -> (!lift.array<X x f32>, !lift.array<X x f32>) {
  %twopi = arith.constant 6.2831855 : f32
  %q:2 = lift.map (%xe = %x, %ye = %y, %ze = %z, %r0 = %qr, %i0 = %qi
      : !lift.array<X x f32>, !lift.array<X x f32>, !lift.array<X x f32>,
        !lift.array<X x f32>, !lift.array<X x f32>) {
    %s:2 = lift.reduce (%kxe = %kx, %kye = %ky, %kze = %kz, %p = %phi
        : !lift.array<K x f32>, !lift.array<K x f32>, !lift.array<K x f32>,
          !lift.array<K x f32>)
        init (%r = %r0, %i = %i0 : f32, f32) {
      %a = arith.mulf %kxe, %xe : f32
      %b = arith.mulf %kye, %ye : f32
      %c = arith.mulf %kze, %ze : f32
      %ab = arith.addf %a, %b : f32
      %abc = arith.addf %ab, %c : f32
      %t = arith.mulf %twopi, %abc : f32
      %cos = math.cos %t : f32
      %sin = math.sin %t : f32
      %pc = arith.mulf %p, %cos : f32
      %ps = arith.mulf %p, %sin : f32
      %rn = arith.addf %r, %pc : f32
      %in = arith.addf %i, %ps : f32
      lift.yield %rn, %in : f32, f32
    }
    lift.yield %s#0, %s#1 : f32, f32
  }
  return %q#0, %q#1 : !lift.array<X x f32>, !lift.array<X x f32>
}
