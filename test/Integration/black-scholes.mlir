// T26: option prices after Black and Scholes, a large user function that returns
// a pair. Its code has the usual polynomial for the normal distribution; what it
// is compared with, reference and NumPy, has the error function.
// REQUIRES: pocl

lift.user_fun @black_scholes(s : f32, k : f32, t : f32, r : f32, v : f32)
    -> (call : f32, put : f32)
    code ["float deviation = v * sqrt(t);",
          "float d1 = (log(s / k) + (r + 0.5f * v * v) * t) / deviation;",
          "float d[2] = {d1, d1 - deviation}, phi[2];",
          "for (int i = 0; i < 2; i++) {",
          "  float l = 1.0f / (1.0f + 0.2316419f * fabs(d[i]));",
          "  float tail = 1.330274429f;",
          "  tail = tail * l - 1.821255978f;",
          "  tail = tail * l + 1.781477937f;",
          "  tail = tail * l - 0.356563782f;",
          "  tail = tail * l + 0.319381530f;",
          "  tail *= 0.3989422804f * exp(-0.5f * d[i] * d[i]) * l;",
          "  phi[i] = d[i] < 0.0f ? tail : 1.0f - tail;",
          "}",
          "float present = k * exp(-r * t);",
          "*call = s * phi[0] - present * phi[1];",
          "*put = present * (1.0f - phi[1]) - s * (1.0f - phi[0]);"]
    reference (%s, %k, %t, %r, %v) {
  %half = arith.constant 0.5 : f32
  %one = arith.constant 1.0 : f32
  %scale = arith.constant 0.70710678118654752 : f32
  %root = math.sqrt %t : f32
  %deviation = arith.mulf %v, %root : f32
  %quotient = arith.divf %s, %k : f32
  %log = math.log %quotient : f32
  %vv = arith.mulf %v, %v : f32
  %vvhalf = arith.mulf %half, %vv : f32
  %drift = arith.addf %r, %vvhalf : f32
  %trend = arith.mulf %drift, %t : f32
  %sum = arith.addf %log, %trend : f32
  %d1 = arith.divf %sum, %deviation : f32
  %d2 = arith.subf %d1, %deviation : f32
  %scaled1 = arith.mulf %d1, %scale : f32
  %scaled2 = arith.mulf %d2, %scale : f32
  %erf1 = math.erf %scaled1 : f32
  %erf2 = math.erf %scaled2 : f32
  %half1 = arith.mulf %half, %erf1 : f32
  %half2 = arith.mulf %half, %erf2 : f32
  %phi1 = arith.addf %half, %half1 : f32
  %phi2 = arith.addf %half, %half2 : f32
  %rt = arith.mulf %r, %t : f32
  %decay = arith.negf %rt : f32
  %discount = math.exp %decay : f32
  %present = arith.mulf %k, %discount : f32
  %gain = arith.mulf %s, %phi1 : f32
  %cost = arith.mulf %present, %phi2 : f32
  %call = arith.subf %gain, %cost : f32
  %rest1 = arith.subf %one, %phi1 : f32
  %rest2 = arith.subf %one, %phi2 : f32
  %won = arith.mulf %present, %rest2 : f32
  %paid = arith.mulf %s, %rest1 : f32
  %put = arith.subf %won, %paid : f32
  lift.yield %call, %put : f32, f32
}

// from * r + to * (1 - r)
lift.user_fun @blend(from : f32, to : f32, r : f32) -> f32
    code ["return from * r + to * (1.0f - r);"]
    reference (%from, %to, %r) {
  %one = arith.constant 1.0 : f32
  %rest = arith.subf %one, %r : f32
  %x = arith.mulf %from, %r : f32
  %y = arith.mulf %to, %rest : f32
  %sum = arith.addf %x, %y : f32
  lift.yield %sum : f32
}

// INPUT @prices r = random.random(N)
// NUMPY @prices(r: f32[N]) -> (lambda s, k, t, q, v, P: (lambda d, D, p: (s * P(d) - p * P(d - D), p * P(D - d) - s * P(-d)))((np.log(s / k) + (q + v * v / 2) * t) / (v * t ** .5), v * t ** .5, k * np.exp(-q * t)))(10 * r + 100 * (1 - r), 100 * r + 10 * (1 - r), r + 10 * (1 - r), .01 * r + .05 * (1 - r), .01 * r + .1 * (1 - r), lambda d: np.vectorize(__import__("math").erf)(d / 2 ** .5) / 2 + .5)
// RUN: %check_numpy %s --entry=prices --tolerance=1e-3 --size=N=512
// RUN: %check_numpy %s --entry=prices --tolerance=1e-3 --size=N=1
// RUN: %check_numpy %s --entry=prices --tolerance=1e-3 --size=N=1009
// RUN: %if oclgrind %{ %check_numpy %s --entry=prices --tolerance=1e-3 --size=N=131 --oclgrind %}
func.func @prices(%r: !lift.array<N x f32>)
    -> (!lift.array<N x f32>, !lift.array<N x f32>) {
  %c001 = arith.constant 0.01 : f32
  %c005 = arith.constant 0.05 : f32
  %c01 = arith.constant 0.1 : f32
  %c1 = arith.constant 1.0 : f32
  %c10 = arith.constant 10.0 : f32
  %c100 = arith.constant 100.0 : f32
  %call, %put = lift.map (%x = %r : !lift.array<N x f32>) {
    %s = lift.call @blend(%c10, %c100, %x) : (f32, f32, f32) -> f32
    %k = lift.call @blend(%c100, %c10, %x) : (f32, f32, f32) -> f32
    %t = lift.call @blend(%c1, %c10, %x) : (f32, f32, f32) -> f32
    %q = lift.call @blend(%c001, %c005, %x) : (f32, f32, f32) -> f32
    %v = lift.call @blend(%c001, %c01, %x) : (f32, f32, f32) -> f32
    %p:2 = lift.call @black_scholes(%s, %k, %t, %q, %v)
        : (f32, f32, f32, f32, f32) -> (f32, f32)
    lift.yield %p#0, %p#1 : f32, f32
  }
  return %call, %put : !lift.array<N x f32>, !lift.array<N x f32>
}
