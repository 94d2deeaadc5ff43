// Tiles in local memory, written and read with vectors or without, in order and
// turned around, and sums of them in local memory that each step updates.
// KERNEL: local-size=4,2 global-size=8,4
// SIZES: --size=N=32
func.func @staged(%x: !lift.array<N x f32>)
    -> (!lift.array<(N / 16) x 8 x f32>, !lift.array<(N / 16) x 16 x f32>)
    attributes {lift.requires = [#lift.constraint<16 divides N>]} {
  %zero = arith.constant 0.0 : f32
  %tiles = lift.split %x by 16 : !lift.array<N x f32>
  %r:2 = lift.map (%tile = %tiles : !lift.array<(N / 16) x 16 x f32>) {
    %l = lift.copy %tile in local : !lift.array<16 x f32>
    %rows = lift.split %l by 8 : !lift.array<16 x f32>
    %zeros = lift.broadcast %zero sizes [8] : f32
    %init = lift.copy %zeros in local : !lift.array<8 x f32>
    %sum = lift.reduce (%row = %rows : !lift.array<2 x 8 x f32>) init (%acc = %init : !lift.array<8 x f32>) {
      %next = lift.map (%e = %row, %a = %acc : !lift.array<8 x f32>, !lift.array<8 x f32>) {
        %s = arith.addf %e, %a : f32
        lift.yield %s : f32
      }
      lift.yield %next : !lift.array<8 x f32>
    }
    %sums = lift.materialize %sum in local : !lift.array<8 x f32>
    %twice = lift.map (%e = %sums : !lift.array<8 x f32>) {
      %d = arith.addf %e, %e : f32
      lift.yield %d : f32
    }
    %turned = lift.reverse %l : !lift.array<16 x f32>
    %out = lift.map (%e = %turned : !lift.array<16 x f32>) {
      %d = arith.negf %e : f32
      lift.yield %d : f32
    }
    lift.yield %twice, %out : !lift.array<8 x f32>, !lift.array<16 x f32>
  }
  return %r#0, %r#1 : !lift.array<(N / 16) x 8 x f32>, !lift.array<(N / 16) x 16 x f32>
}
