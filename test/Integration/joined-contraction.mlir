// A contraction in groups, whose result goes through a view that puts groups and
// rows together: lanes of vectors are stored one by one.
// REQUIRES: pocl
// RUN: lift-run %s --verify
// RUN: lift-run %s --target=nvidia-h200 --verify
// RUN: lift-run %s --target=mali-g72 --verify
func.func @f(%x: !lift.array<2 x 2 x 2 x 3 x 2 x 4 x f32>, %w: !lift.array<2 x 3 x 4 x f32>) -> !lift.array<2 x 6 x 2 x 3 x 2 x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%xb = %x : !lift.array<2 x 2 x 2 x 3 x 2 x 4 x f32>) {
    %a = lift.map (%xg = %xb, %wg = %w : !lift.array<2 x 2 x 3 x 2 x 4 x f32>, !lift.array<2 x 3 x 4 x f32>) {
      %b = lift.map (%wf = %wg : !lift.array<3 x 4 x f32>) {
        %c = lift.map (%xd = %xg : !lift.array<2 x 3 x 2 x 4 x f32>) {
          %d = lift.map (%xh = %xd : !lift.array<3 x 2 x 4 x f32>) {
            %e = lift.map (%xw = %xh : !lift.array<2 x 4 x f32>) {
              %s = lift.reduce (%p = %xw, %q = %wf : !lift.array<4 x f32>, !lift.array<4 x f32>) init (%acc = %zero : f32) {
                %pq = arith.mulf %p, %q : f32
                %t = arith.addf %pq, %acc : f32
                lift.yield %t : f32
              }
              lift.yield %s : f32
            }
            lift.yield %e : !lift.array<2 x f32>
          }
          lift.yield %d : !lift.array<3 x 2 x f32>
        }
        lift.yield %c : !lift.array<2 x 3 x 2 x f32>
      }
      lift.yield %b : !lift.array<3 x 2 x 3 x 2 x f32>
    }
    lift.yield %a : !lift.array<2 x 3 x 2 x 3 x 2 x f32>
  }
  %j = lift.join %r dim 1 : !lift.array<2 x 2 x 3 x 2 x 3 x 2 x f32>
  return %j : !lift.array<2 x 6 x 2 x 3 x 2 x f32>
}
