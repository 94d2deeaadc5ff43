func.func @pairs(%A: !lift.array<M x K x 2 x f32>, %B: !lift.array<N x K x i8>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %four = arith.constant 4 : i32
  %low = arith.constant 15 : i32
  %C = lift.map (%row = %A : !lift.array<M x K x 2 x f32>) {
    %out = lift.map (%column = %B : !lift.array<N x K x i8>) {
      %sum = lift.reduce associative commutative (%a = %row, %b = %column : !lift.array<K x 2 x f32>, !lift.array<K x i8>) init (%acc = %zero : f32) {
        %byte = arith.extui %b : i8 to i32
        %first = arith.andi %byte, %low : i32
        %second = arith.shrui %byte, %four : i32
        %u = arith.sitofp %first : i32 to f32
        %v = arith.sitofp %second : i32 to f32
        %x = lift.at %a[0] : !lift.array<2 x f32>
        %y = lift.at %a[1] : !lift.array<2 x f32>
        %p = arith.mulf %x, %u : f32
        %q = arith.mulf %y, %v : f32
        %s = arith.addf %acc, %p : f32
        %next = arith.addf %s, %q : f32
        lift.yield %next : f32
      }
      lift.yield %sum : f32
    }
    lift.yield %out : !lift.array<N x f32>
  }
  return %C : !lift.array<M x N x f32>
}
