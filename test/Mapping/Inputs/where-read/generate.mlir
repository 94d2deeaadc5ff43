// KERNEL: local-size=4 global-size=8
// SIZES: --size=N=5
// A generate that yields elements of values in memory as they are.
func.func @generate(%x: !lift.array<N x 10 x f32>) -> !lift.array<N x 10 x f32> {
  %last = arith.constant 9 : index
  %rows = lift.map (%row = %x : !lift.array<N x 10 x f32>) {
    %doubled = lift.map (%a = %row : !lift.array<10 x f32>) {
      %b = arith.addf %a, %a : f32
      lift.yield %b : f32
    }
    %m = lift.materialize %doubled in global : !lift.array<10 x f32>
    %turned = lift.generate (%i < 10) {
      %j = arith.subi %last, %i : index
      %e = lift.at %m[%j] : !lift.array<10 x f32>
      lift.yield %e : f32
    }
    %squares = lift.map (%a = %turned : !lift.array<10 x f32>) {
      %b = arith.mulf %a, %a : f32
      lift.yield %b : f32
    }
    %l = lift.materialize %squares in local : !lift.array<10 x f32>
    %same = lift.generate (%i < 10) {
      %e = lift.at %l[%i] : !lift.array<10 x f32>
      lift.yield %e : f32
    }
    %halves = lift.map (%a = %same : !lift.array<10 x f32>) {
      %b = arith.subf %a, %a : f32
      %c = arith.addf %a, %b : f32
      lift.yield %c : f32
    }
    lift.yield %halves : !lift.array<10 x f32>
  }
  return %rows : !lift.array<N x 10 x f32>
}
