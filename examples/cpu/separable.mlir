// 17 x 17 taps as a row and a column of 17 weights, on a CPU whose vectors hold
// 16 numbers; what is outside of the image counts 0. First along rows, 256 numbers
// of one at a time, with what is beside them in local memory; then along columns.
func.func @separable(%in: !lift.array<H x W x f32>, %row: !lift.array<17 x f32>,
                     %column: !lift.array<17 x f32>) -> !lift.array<H x W x f32>
    attributes {lift.requires = [#lift.constraint<256 divides W>]} {
  %zero = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<16xf32>
  %rows = lift.kernel @rows local_size [1, 1] global_size [W / 256, H] {
    %padded = lift.pad %in low [0, 8] high [0, 8] constant(%zero : f32) : !lift.array<H x W x f32>
    %tiles = lift.slide %padded size [1, 272] step [1, 256] : !lift.array<H x (W + 16) x f32>
    %lines = lift.join %tiles dim 2 : !lift.array<H x (W / 256) x 1 x 272 x f32>
    %out = lift.map wrg(1) (%line = %lines : !lift.array<H x (W / 256) x 272 x f32>) {
      %parts = lift.map wrg(0) (%tile = %line : !lift.array<(W / 256) x 272 x f32>) {
        %near = lift.copy %tile [seq] in local : !lift.array<272 x f32>
        %windows = lift.slide %near size [17] step [1] : !lift.array<272 x f32>
        %taps = lift.transpose %windows : !lift.array<256 x 17 x f32>
        %vectors = lift.as_vector %taps width 16 : !lift.array<17 x 256 x f32>
        %blocks = lift.transpose %vectors : !lift.array<17 x 16 x vector<16xf32>>
        %sums = lift.map seq (%block = %blocks : !lift.array<16 x 17 x vector<16xf32>>) {
          %s = lift.reduce unroll (%v = %block, %w = %row : !lift.array<17 x vector<16xf32>>, !lift.array<17 x f32>)
              init (%acc = %zeros : vector<16xf32>) {
            %wv = vector.broadcast %w : f32 to vector<16xf32>
            %t = math.fma %wv, %v, %acc : vector<16xf32>
            lift.yield %t : vector<16xf32>
          }
          lift.yield %s : vector<16xf32>
        }
        %scalars = lift.as_scalar %sums : !lift.array<16 x vector<16xf32>>
        lift.yield %scalars : !lift.array<256 x f32>
      }
      %joined = lift.join %parts : !lift.array<(W / 256) x 256 x f32>
      lift.yield %joined : !lift.array<W x f32>
    }
    lift.yield %out : !lift.array<H x W x f32>
  }
  %result = lift.kernel @columns local_size [1] global_size [H] {
    %vectors = lift.as_vector %rows width 16 : !lift.array<H x W x f32>
    %padded = lift.pad %vectors low [8] high [8] constant(%zeros : vector<16xf32>)
        : !lift.array<H x (W / 16) x vector<16xf32>>
    %windows = lift.slide %padded size [17] step [1] : !lift.array<(H + 16) x (W / 16) x vector<16xf32>>
    %out = lift.map glb(0) (%window = %windows : !lift.array<H x 17 x (W / 16) x vector<16xf32>>) {
      %columns = lift.transpose %window : !lift.array<17 x (W / 16) x vector<16xf32>>
      %line = lift.map seq (%taps = %columns : !lift.array<(W / 16) x 17 x vector<16xf32>>) {
        %s = lift.reduce (%v = %taps, %w = %column : !lift.array<17 x vector<16xf32>>, !lift.array<17 x f32>)
            init (%acc = %zeros : vector<16xf32>) {
          %wv = vector.broadcast %w : f32 to vector<16xf32>
          %t = math.fma %wv, %v, %acc : vector<16xf32>
          lift.yield %t : vector<16xf32>
        }
        lift.yield %s : vector<16xf32>
      }
      %scalars = lift.as_scalar %line : !lift.array<(W / 16) x vector<16xf32>>
      lift.yield %scalars : !lift.array<W x f32>
    }
    lift.yield %out : !lift.array<H x W x f32>
  }
  return %result : !lift.array<H x W x f32>
}
