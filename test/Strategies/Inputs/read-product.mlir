// A product that another pattern reads, and one with a second result.

func.func @read(%A: !lift.array<M x K x f32>, %B: !lift.array<K x N x f32>) -> (!lift.array<M x f32>, !lift.array<M x N x f32>) {
  %zero = arith.constant 0.0 : f32
  %columns = lift.transpose %B : !lift.array<K x N x f32>
  %C = lift.map (%row = %A : !lift.array<M x K x f32>) {
    %out = lift.map (%column = %columns : !lift.array<N x K x f32>) {
      %sum = lift.reduce associative commutative (%a = %row, %b = %column : !lift.array<K x f32>, !lift.array<K x f32>) init (%acc = %zero : f32) {
        %ab = arith.mulf %a, %b : f32
        %next = arith.addf %acc, %ab : f32
        lift.yield %next : f32
      }
      lift.yield %sum : f32
    }
    lift.yield %out : !lift.array<N x f32>
  }
  %sums = lift.map (%row = %C : !lift.array<M x N x f32>) {
    %sum = lift.reduce associative commutative (%a = %row : !lift.array<N x f32>) init (%acc = %zero : f32) {
      %next = arith.addf %acc, %a : f32
      lift.yield %next : f32
    }
    lift.yield %sum : f32
  }
  return %sums, %C : !lift.array<M x f32>, !lift.array<M x N x f32>
}

func.func @several(%A: !lift.array<M x K x f32>, %B: !lift.array<K x N x f32>, %bias: !lift.array<N x f32>) -> (!lift.array<N x M x f32>, !lift.array<M x N x f32>) {
  %zero = arith.constant 0.0 : f32
  %columns = lift.transpose %B : !lift.array<K x N x f32>
  %C:2 = lift.map (%row = %A : !lift.array<M x K x f32>) {
    %out:2 = lift.map (%column = %columns, %b0 = %bias : !lift.array<N x K x f32>, !lift.array<N x f32>) {
      %sum = lift.reduce associative commutative (%a = %row, %b = %column : !lift.array<K x f32>, !lift.array<K x f32>) init (%acc = %zero : f32) {
        %ab = arith.mulf %a, %b : f32
        %next = arith.addf %acc, %ab : f32
        lift.yield %next : f32
      }
      %biased = arith.addf %sum, %b0 : f32
      lift.yield %sum, %biased : f32, f32
    }
    lift.yield %out#0, %out#1 : !lift.array<N x f32>, !lift.array<N x f32>
  }
  %turned = lift.transpose %C#0 : !lift.array<M x N x f32>
  return %turned, %C#1 : !lift.array<N x M x f32>, !lift.array<M x N x f32>
}
