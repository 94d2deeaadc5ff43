// alpha * A * x + beta * y, with x in local memory.
// KERNEL: local-size=4,2 global-size=8,4
// PARAMS: params=K=6
// SIZES: --size=M=7
func.func @gemv(%A: !lift.array<M x K x f32>, %x: !lift.array<K x f32>, %y: !lift.array<M x f32>,
                %alpha: f32, %beta: f32) -> !lift.array<M x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%row = %A, %ye = %y : !lift.array<M x K x f32>, !lift.array<M x f32>) {
    %copy = lift.map (%e = %x : !lift.array<K x f32>) {
      lift.yield %e : f32
    }
    %xs = lift.materialize %copy in local : !lift.array<K x f32>
    %sum = lift.reduce (%a = %row, %b = %xs : !lift.array<K x f32>, !lift.array<K x f32>) init (%acc = %zero : f32) {
      %p = arith.mulf %a, %b : f32
      %s = arith.addf %acc, %p : f32
      lift.yield %s : f32
    }
    %as = arith.mulf %alpha, %sum : f32
    %by = arith.mulf %beta, %ye : f32
    %t = arith.addf %as, %by : f32
    lift.yield %t : f32
  }
  return %r : !lift.array<M x f32>
}
