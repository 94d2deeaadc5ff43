// T03: a * x + y with a scalar argument.
// REQUIRES: pocl

// NUMPY @saxpy(a: f32, x: f32[N], y: f32[N]) -> a * x + y
// RUN: %check_numpy %s --entry=saxpy --size=N=128
// RUN: %check_numpy %s --entry=saxpy --size=N=1
// RUN: %check_numpy %s --entry=saxpy --size=N=17
// RUN: %check_numpy %s --entry=saxpy --size=N=403
// RUN: %if oclgrind %{ %check_numpy %s --entry=saxpy --size=N=17 --oclgrind %}
func.func @saxpy(%a: f32, %x: !lift.array<N x f32>, %y: !lift.array<N x f32>)
    -> !lift.array<N x f32> {
  %r = lift.map (%xe = %x, %ye = %y
      : !lift.array<N x f32>, !lift.array<N x f32>) {
    %ax = arith.mulf %a, %xe : f32
    %s = arith.addf %ax, %ye : f32
    lift.yield %s : f32
  }
  return %r : !lift.array<N x f32>
}

// NUMPY @low(a: f32, x: f32[N], y: f32[N]) -> a * x + y
// RUN: %check_numpy %s --entry=low --size=N=128
// RUN: %check_numpy %s --entry=low --size=N=1
// RUN: %check_numpy %s --entry=low --size=N=403
// RUN: %if oclgrind %{ %check_numpy %s --entry=low --size=N=128 --oclgrind %}
func.func @low(%a: f32, %x: !lift.array<N x f32>, %y: !lift.array<N x f32>)
    -> !lift.array<N x f32> {
  %k = lift.kernel local_size [32] global_size [64] {
    %r = lift.map glb(0) (%xe = %x, %ye = %y
        : !lift.array<N x f32>, !lift.array<N x f32>) {
      %ax = arith.mulf %a, %xe : f32
      %s = arith.addf %ax, %ye : f32
      lift.yield %s : f32
    }
    lift.yield %r : !lift.array<N x f32>
  }
  return %k : !lift.array<N x f32>
}
