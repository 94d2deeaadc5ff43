// The same function, mapped by hand: a work-group computes a tile of T results
// from T + 2 elements, which it copies to local memory first.

func.func @blur(%x: !lift.array<N x f32>) -> !lift.array<N x f32>
    attributes {lift.params = {T = [128, 64, 256]}} {
  %y = lift.kernel @blur local_size [T] global_size [N] {
    %zero = arith.constant 0.0 : f32
    %padded = lift.pad %x low [1] high [1] clamp : !lift.array<N x f32>
    %tiles = lift.slide %padded size [T + 2] step [T] : !lift.array<(N + 2) x f32>
    %results = lift.map wrg(0) (%tile = %tiles
        : !lift.array<(N / T) x (T + 2) x f32>) {
      %staged = lift.copy %tile [lcl(0)] in local : !lift.array<(T + 2) x f32>
      %windows = lift.slide %staged size [3] step [1]
          : !lift.array<(T + 2) x f32>
      %sums = lift.map lcl(0) (%window = %windows : !lift.array<T x 3 x f32>) {
        %sum = lift.reduce (%e = %window : !lift.array<3 x f32>)
            init (%acc = %zero : f32) {
          %next = arith.addf %acc, %e : f32
          lift.yield %next : f32
        }
        lift.yield %sum : f32
      }
      lift.yield %sums : !lift.array<T x f32>
    }
    %joined = lift.join %results : !lift.array<(N / T) x T x f32>
    lift.yield %joined : !lift.array<N x f32>
  }
  return %y : !lift.array<N x f32>
}
