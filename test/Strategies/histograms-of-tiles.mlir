// Histograms of tiles of 8 x 8: each work-item has the bins of its own, also where
// these have a place that is a quotient of sizes.
// RUN: lift-run %s --size=P=24,Q=40 --verify
// RUN: lift-run %s --size=P=8,Q=8 --target=pocl --verify
// RUN: lift-run %s --size=P=16,Q=136 --target=mali-g610 --verify
// RUN: lift-run %s --size=P=24,Q=40 --target=nvidia-h200 --verify
// RUN: sed -e s/12/16/g %s > %t.even.mlir
// RUN: lift-run %t.even.mlir --size=P=24,Q=40 --verify
func.func @h(%x: !lift.array<P x Q x i32>) -> !lift.array<(P / 8) x (Q / 8) x 12 x i32>
    attributes {lift.requires = [#lift.constraint<8 divides P>, #lift.constraint<8 divides Q>]} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %z = lift.broadcast %zero sizes [12] : i32
  %a = lift.split %x by 8 dim 1 : !lift.array<P x Q x i32>
  %b = lift.split %a by 8 : !lift.array<P x (Q / 8) x 8 x i32>
  %c = lift.transpose %b permutation [0, 2, 1, 3] : !lift.array<(P / 8) x 8 x (Q / 8) x 8 x i32>
  %d = lift.join %c dim 2 : !lift.array<(P / 8) x (Q / 8) x 8 x 8 x i32>
  %r = lift.map (%rows = %d : !lift.array<(P / 8) x (Q / 8) x 64 x i32>) {
    %s = lift.map (%row = %rows : !lift.array<(Q / 8) x 64 x i32>) {
      %h = lift.scatter_reduce (%k = %row : !lift.array<64 x i32>) init (%n = %z : !lift.array<12 x i32>) {
        %m = arith.addi %n, %one : i32
        lift.yield %m : i32
      }
      lift.yield %h : !lift.array<12 x i32>
    }
    lift.yield %s : !lift.array<(Q / 8) x 12 x i32>
  }
  return %r : !lift.array<(P / 8) x (Q / 8) x 12 x i32>
}
