// What the rows are made of.

func.func private @lcl(%x: !lift.array<n x f32>) -> !lift.array<n x f32> {
  %r = lift.map lcl(0) (%e = %x : !lift.array<n x f32>) { lift.yield %e : f32 }
  return %r : !lift.array<n x f32>
}

func.func private @lcl1(%x: !lift.array<n x f32>) -> !lift.array<n x f32> {
  %r = lift.map lcl(1) (%e = %x : !lift.array<n x f32>) { lift.yield %e : f32 }
  return %r : !lift.array<n x f32>
}

func.func private @seq(%x: !lift.array<n x f32>) -> !lift.array<n x f32> {
  %r = lift.map seq (%e = %x : !lift.array<n x f32>) { lift.yield %e : f32 }
  return %r : !lift.array<n x f32>
}

func.func private @lcl_by_four(%x: !lift.array<n x f32>) -> !lift.array<n x f32> {
  %v = lift.as_vector %x width 4 : !lift.array<n x f32>
  %r = lift.map lcl(0) (%e = %v : !lift.array<(n / 4) x vector<4xf32>>) { lift.yield %e : vector<4xf32> }
  %s = lift.as_scalar %r : !lift.array<(n / 4) x vector<4xf32>>
  return %s : !lift.array<n x f32>
}

func.func private @add(%x: !lift.array<n x f32>, %y: !lift.array<n x f32>)
    -> !lift.array<n x f32> {
  %r = lift.map lcl(0) (%a = %x, %b = %y : !lift.array<n x f32>, !lift.array<n x f32>) {
    %s = arith.addf %a, %b : f32
    lift.yield %s : f32
  }
  return %r : !lift.array<n x f32>
}

func.func private @sum(%x: !lift.array<n x f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %r = lift.reduce (%e = %x : !lift.array<n x f32>) init (%acc = %zero : f32) {
    %s = arith.addf %acc, %e : f32
    lift.yield %s : f32
  }
  return %r : f32
}

func.func private @reverse(%x: !lift.array<n x f32>) -> !lift.array<n x f32> {
  %last = lift.size (n - 1) : index
  %r = lift.gather %x : !lift.array<n x f32> by (%i < n) {
    %j = arith.subi %last, %i : index
    lift.yield %j : index
  }
  return %r : !lift.array<n x f32>
}

func.func private @scatter(%x: !lift.array<n x f32>) -> !lift.array<n x f32> {
  %last = lift.size (n - 1) : index
  %r = lift.scatter permutation %x : !lift.array<n x f32> by (%i < n) {
    %j = arith.subi %last, %i : index
    lift.yield %j : index
  }
  return %r : !lift.array<n x f32>
}

func.func private @lcl01(%x: !lift.array<m x n x f32>) -> !lift.array<m x n x f32> {
  %r = lift.map lcl(0) (%row = %x : !lift.array<m x n x f32>) {
    %s = lift.map lcl(1) (%e = %row : !lift.array<n x f32>) { lift.yield %e : f32 }
    lift.yield %s : !lift.array<n x f32>
  }
  return %r : !lift.array<m x n x f32>
}

func.func private @lcl10(%x: !lift.array<m x n x f32>) -> !lift.array<m x n x f32> {
  %r = lift.map lcl(1) (%row = %x : !lift.array<m x n x f32>) {
    %s = lift.map lcl(0) (%e = %row : !lift.array<n x f32>) { lift.yield %e : f32 }
    lift.yield %s : !lift.array<n x f32>
  }
  return %r : !lift.array<m x n x f32>
}

func.func private @lcl012(%x: !lift.array<l x m x n x f32>) -> !lift.array<l x m x n x f32> {
  %r = lift.map lcl(0) (%slice = %x : !lift.array<l x m x n x f32>) {
    %s = lift.map lcl(1) (%row = %slice : !lift.array<m x n x f32>) {
      %t = lift.map lcl(2) (%e = %row : !lift.array<n x f32>) { lift.yield %e : f32 }
      lift.yield %t : !lift.array<n x f32>
    }
    lift.yield %s : !lift.array<m x n x f32>
  }
  return %r : !lift.array<l x m x n x f32>
}

func.func private @reverse_rows(%x: !lift.array<m x n x f32>) -> !lift.array<m x n x f32> {
  %r = lift.map (%row = %x : !lift.array<m x n x f32>) {
    %s = lift.call @reverse[n = n](%row) : (!lift.array<n x f32>) -> !lift.array<n x f32>
    lift.yield %s : !lift.array<n x f32>
  }
  return %r : !lift.array<m x n x f32>
}
