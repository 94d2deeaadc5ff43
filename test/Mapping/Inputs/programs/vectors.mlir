// Rows whose length is stated, in a kernel of two results: with a number for each
// row, one for each column, and the other end of the row.
// SIZES: --size=N=3 --size=M=8
lift.user_fun @clip(x : f32, most : f32) -> f32 code ["return x < most ? x : most;"] reference (%x, %most) {
  %r = arith.minimumf %x, %most : f32
  lift.yield %r : f32
}
func.func @vectors(%x: !lift.array<N x M x f32>, %scale: !lift.array<N x f32>, %most: !lift.array<M x f32>)
    -> (!lift.array<N x M x f32>, !lift.array<N x M x i32>, !lift.array<N x M x f32>)
    attributes {lift.requires = [#lift.constraint<8 divides M>]} {
  %all:3 = lift.kernel local_size [4, 2] global_size [8, 4] {
    %r:2 = lift.map (%row = %x, %s = %scale : !lift.array<N x M x f32>, !lift.array<N x f32>) {
      %c:2 = lift.map (%e = %row, %m = %most : !lift.array<M x f32>, !lift.array<M x f32>) {
        %p = arith.mulf %e, %s : f32
        %q = lift.call @clip(%p, %m) : (f32, f32) -> f32
        %i = arith.fptosi %q : f32 to i32
        lift.yield %q, %i : f32, i32
      }
      lift.yield %c#0, %c#1 : !lift.array<M x f32>, !lift.array<M x i32>
    }
    %back = lift.reverse %x dims [1] : !lift.array<N x M x f32>
    %t = lift.map (%row = %x, %rev = %back : !lift.array<N x M x f32>, !lift.array<N x M x f32>) {
      %c = lift.map (%e = %row, %f = %rev : !lift.array<M x f32>, !lift.array<M x f32>) {
        %d = arith.subf %e, %f : f32
        lift.yield %d : f32
      }
      lift.yield %c : !lift.array<M x f32>
    }
    lift.yield %r#0, %r#1, %t : !lift.array<N x M x f32>, !lift.array<N x M x i32>, !lift.array<N x M x f32>
  }
  return %all#0, %all#1, %all#2 : !lift.array<N x M x f32>, !lift.array<N x M x i32>, !lift.array<N x M x f32>
}
