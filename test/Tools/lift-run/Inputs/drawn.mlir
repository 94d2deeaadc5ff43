// Programs whose pictures draw.test looks at.

func.func @four(%x: !lift.array<2 x 3 x 4 x 5 x f32>)
    -> !lift.array<2 x 3 x 4 x 5 x f32> {
  %r = lift.kernel local_size [4] global_size [8, 3] {
    %y = lift.map wrg(0) (%a = %x : !lift.array<2 x 3 x 4 x 5 x f32>) {
      %b = lift.map wrg(1) (%c = %a : !lift.array<3 x 4 x 5 x f32>) {
        %d = lift.map lcl(0) (%e = %c : !lift.array<4 x 5 x f32>) {
          %f = lift.map seq (%g = %e : !lift.array<5 x f32>) {
            %h = arith.addf %g, %g : f32
            lift.yield %h : f32
          }
          lift.yield %f : !lift.array<5 x f32>
        }
        lift.yield %d : !lift.array<4 x 5 x f32>
      }
      lift.yield %b : !lift.array<3 x 4 x 5 x f32>
    }
    lift.yield %y : !lift.array<2 x 3 x 4 x 5 x f32>
  }
  return %r : !lift.array<2 x 3 x 4 x 5 x f32>
}

func.func @unknown(%x: !lift.array<7 x f32>, %k: !lift.array<16 x i32>)
    -> !lift.array<16 x f32> {
  %seven = arith.constant 7 : i32
  %j = lift.map (%e = %k : !lift.array<16 x i32>) {
    %r = arith.remui %e, %seven : i32
    lift.yield %r : i32
  }
  %y = lift.lookup in_bounds %x at %j : !lift.array<7 x f32>, !lift.array<16 x i32>
  return %y : !lift.array<16 x f32>
}

func.func @known(%x: !lift.array<7 x f32>, %k: !lift.array<16 x i32>)
    -> !lift.array<16 x f32> {
  %zero = arith.constant 0.0 : f32
  %seven = arith.constant 7 : i32
  %y = lift.map (%e = %k : !lift.array<16 x i32>) {
    %r = arith.remui %e, %seven : i32
    %j = arith.index_cast %r : i32 to index
    %v = lift.at %x[%j] default(%zero : f32) : !lift.array<7 x f32>
    lift.yield %v : f32
  }
  return %y : !lift.array<16 x f32>
}
