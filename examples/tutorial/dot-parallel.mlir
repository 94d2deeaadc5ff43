// A dot product by many work-items. A reduction is sequential; what runs in
// parallel is a map over parts of it. The first kernel leaves one sum per
// work-group, the second adds them up.

func.func @dot(%x: !lift.array<N x f32>, %y: !lift.array<N x f32>) -> f32
    attributes {lift.params = {G = [4096, 1024]}} {
  %zero = arith.constant 0.0 : f32
  %partial = lift.kernel @partial local_size [64] global_size [64 * (N / G)] {
    %xs = lift.split %x by G : !lift.array<N x f32>
    %ys = lift.split %y by G : !lift.array<N x f32>
    %sums = lift.map wrg(0) (%xg = %xs, %yg = %ys
        : !lift.array<(N / G) x G x f32>, !lift.array<(N / G) x G x f32>) {
      // Work-item l takes elements l, l + 64, l + 128, ...: neighbours read
      // neighbours.
      %xr = lift.split %xg by 64 : !lift.array<G x f32>
      %yr = lift.split %yg by 64 : !lift.array<G x f32>
      %xt = lift.transpose %xr : !lift.array<(G / 64) x 64 x f32>
      %yt = lift.transpose %yr : !lift.array<(G / 64) x 64 x f32>
      %each = lift.map lcl(0) (%xl = %xt, %yl = %yt
          : !lift.array<64 x (G / 64) x f32>, !lift.array<64 x (G / 64) x f32>) {
        %sum = lift.reduce (%a = %xl, %b = %yl
            : !lift.array<(G / 64) x f32>, !lift.array<(G / 64) x f32>)
            init (%acc = %zero : f32) {
          %ab = arith.mulf %a, %b : f32
          %next = arith.addf %acc, %ab : f32
          lift.yield %next : f32
        }
        lift.yield %sum : f32
      }
      %local = lift.materialize %each in local : !lift.array<64 x f32>
      %sum = lift.reduce (%e = %local : !lift.array<64 x f32>)
          init (%acc = %zero : f32) {
        %next = arith.addf %acc, %e : f32
        lift.yield %next : f32
      }
      lift.yield %sum : f32
    }
    lift.yield %sums : !lift.array<(N / G) x f32>
  }
  %total = lift.kernel @total local_size [1] global_size [1] {
    %sum = lift.reduce (%e = %partial : !lift.array<(N / G) x f32>)
        init (%acc = %zero : f32) {
      %next = arith.addf %acc, %e : f32
      lift.yield %next : f32
    }
    lift.yield %sum : f32
  }
  return %total : f32
}
