// Overlapping tiles of an image without its border: 16 divides W - 4, so that W is no
// multiple of anything.
func.func @valid(%x: !lift.array<H x W x f32>) -> !lift.array<(H - 4) x (W - 4) x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.kernel local_size [16, 16] global_size [W - 4, H - 4] {
    %t = lift.slide %x size [20, 20] step [16, 16] : !lift.array<H x W x f32>
    %o = lift.map wrg(1) (%tr = %t : !lift.array<((H - 4) / 16) x ((W - 4) / 16) x 20 x 20 x f32>) {
      %oo = lift.map wrg(0) (%tile = %tr : !lift.array<((W - 4) / 16) x 20 x 20 x f32>) {
        %l = lift.copy %tile [lcl(1), lcl(0)] in local : !lift.array<20 x 20 x f32>
        %w = lift.slide %l size [5, 5] step [1, 1] : !lift.array<20 x 20 x f32>
        %res = lift.map lcl(1) (%rx = %w : !lift.array<16 x 16 x 5 x 5 x f32>) {
          %rr = lift.map lcl(0) (%cx = %rx : !lift.array<16 x 5 x 5 x f32>) {
            %f = lift.join %cx : !lift.array<5 x 5 x f32>
            %s = lift.reduce (%e = %f : !lift.array<25 x f32>) init (%acc = %zero : f32) {
              %n = arith.addf %acc, %e : f32
              lift.yield %n : f32
            }
            lift.yield %s : f32
          }
          lift.yield %rr : !lift.array<16 x f32>
        }
        lift.yield %res : !lift.array<16 x 16 x f32>
      }
      lift.yield %oo : !lift.array<((W - 4) / 16) x 16 x 16 x f32>
    }
    %u = lift.transpose %o permutation [0, 2, 1, 3] : !lift.array<((H - 4) / 16) x ((W - 4) / 16) x 16 x 16 x f32>
    %j = lift.join %u dim 2 : !lift.array<((H - 4) / 16) x 16 x ((W - 4) / 16) x 16 x f32>
    %k = lift.join %j : !lift.array<((H - 4) / 16) x 16 x (W - 4) x f32>
    lift.yield %k : !lift.array<(H - 4) x (W - 4) x f32>
  }
  return %r : !lift.array<(H - 4) x (W - 4) x f32>
}
