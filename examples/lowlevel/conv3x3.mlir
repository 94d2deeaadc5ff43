// A direct 3x3 convolution, stride 1, padding 1, as `conv3x3` and
// `reduce_partials` of the hand-written kernels compute it: an implicit matrix
// product of the windows (H * W rows of 9 * Ci numbers, never stored) with the
// weights, in tiles of CM x CN. The reduction goes over the taps of the window,
// then over the channels, BK at a time; it is split over ST * SC groups, whose
// partial sums a second kernel adds to the bias. H * W need not be a multiple
// of CM: the rows are padded to one, and cut again. Four neighbouring channels
// are loaded, computed and stored at a time.
func.func @conv3x3(%in: !lift.array<H x W x Ci x f32>,
                   %weights: !lift.array<Co x 3 x 3 x Ci x f32>,
                   %bias: !lift.array<Co x f32>) -> !lift.array<H x W x Co x f32>
    attributes {lift.params = {BK = [16, 8], CM = [64, 128], CN = [64, 128],
                               ST = [1, 3, 9], SC = [1, 2, 4]},
                lift.requires = [#lift.constraint<ST divides 9>,
                                 #lift.constraint<BK * SC divides Ci>,
                                 #lift.constraint<CN divides Co>]} {
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %partial = lift.kernel @conv3x3 local_size [16, 16, 1]
      global_size [(Co / CN) * 16, ((H * W) ceildiv CM) * 16, ST * SC] {
    // Windows as the rows of a matrix: [row][tap][channel / 4].
    %fours = lift.as_vector %in width 4 : !lift.array<H x W x Ci x f32>
    %padded = lift.pad %fours low [1, 1] high [1, 1] constant(%zero : vector<4xf32>)
        : !lift.array<H x W x (Ci / 4) x vector<4xf32>>
    %windows = lift.slide %padded size [3, 3] step [1, 1]
        : !lift.array<(H + 2) x (W + 2) x (Ci / 4) x vector<4xf32>>
    %w1 = lift.join %windows : !lift.array<H x W x 3 x 3 x (Ci / 4) x vector<4xf32>>
    %w2 = lift.join %w1 dim 1 : !lift.array<(H * W) x 3 x 3 x (Ci / 4) x vector<4xf32>>
    %rows = lift.pad %w2 low [0] high [((H * W) ceildiv CM) * CM - H * W] empty
        : !lift.array<(H * W) x 9 x (Ci / 4) x vector<4xf32>>
    // [ST * SC][rows / CM][9 / ST][steps][CM][BK / 4]
    %a1 = lift.split %rows by (BK / 4) dim 2
        : !lift.array<(((H * W) ceildiv CM) * CM) x 9 x (Ci / 4) x vector<4xf32>>
    %a2 = lift.split %a1 by (Ci / (BK * SC)) dim 2
        : !lift.array<(((H * W) ceildiv CM) * CM) x 9 x (Ci / BK) x (BK / 4) x vector<4xf32>>
    %a3 = lift.split %a2 by (9 / ST) dim 1
        : !lift.array<(((H * W) ceildiv CM) * CM) x 9 x SC x (Ci / (BK * SC)) x (BK / 4) x vector<4xf32>>
    %a4 = lift.split %a3 by CM
        : !lift.array<(((H * W) ceildiv CM) * CM) x ST x (9 / ST) x SC x (Ci / (BK * SC)) x (BK / 4) x vector<4xf32>>
    %a5 = lift.transpose %a4 permutation [2, 4, 0, 3, 5, 1, 6]
        : !lift.array<((H * W) ceildiv CM) x CM x ST x (9 / ST) x SC x (Ci / (BK * SC)) x (BK / 4) x vector<4xf32>>
    %tilesA = lift.join %a5
        : !lift.array<ST x SC x ((H * W) ceildiv CM) x (9 / ST) x (Ci / (BK * SC)) x CM x (BK / 4) x vector<4xf32>>
    // [ST * SC][Co / CN][9 / ST][steps][CN][BK / 4]
    %b0 = lift.as_vector %weights width 4 : !lift.array<Co x 3 x 3 x Ci x f32>
    %b1 = lift.join %b0 dim 1 : !lift.array<Co x 3 x 3 x (Ci / 4) x vector<4xf32>>
    %b2 = lift.split %b1 by (BK / 4) dim 2 : !lift.array<Co x 9 x (Ci / 4) x vector<4xf32>>
    %b3 = lift.split %b2 by (Ci / (BK * SC)) dim 2
        : !lift.array<Co x 9 x (Ci / BK) x (BK / 4) x vector<4xf32>>
    %b4 = lift.split %b3 by (9 / ST) dim 1
        : !lift.array<Co x 9 x SC x (Ci / (BK * SC)) x (BK / 4) x vector<4xf32>>
    %b5 = lift.split %b4 by CN
        : !lift.array<Co x ST x (9 / ST) x SC x (Ci / (BK * SC)) x (BK / 4) x vector<4xf32>>
    %b6 = lift.transpose %b5 permutation [2, 4, 0, 3, 5, 1, 6]
        : !lift.array<(Co / CN) x CN x ST x (9 / ST) x SC x (Ci / (BK * SC)) x (BK / 4) x vector<4xf32>>
    %tilesB = lift.join %b6
        : !lift.array<ST x SC x (Co / CN) x (9 / ST) x (Ci / (BK * SC)) x CN x (BK / 4) x vector<4xf32>>
    %parts = lift.map wrg(2) (%partA = %tilesA, %partB = %tilesB
        : !lift.array<(ST * SC) x ((H * W) ceildiv CM) x (9 / ST) x (Ci / (BK * SC)) x CM x (BK / 4) x vector<4xf32>>,
          !lift.array<(ST * SC) x (Co / CN) x (9 / ST) x (Ci / (BK * SC)) x CN x (BK / 4) x vector<4xf32>>) {
      %groups = lift.map wrg(1) (%rowA = %partA
          : !lift.array<((H * W) ceildiv CM) x (9 / ST) x (Ci / (BK * SC)) x CM x (BK / 4) x vector<4xf32>>) {
        %columns = lift.map wrg(0) (%columnB = %partB
            : !lift.array<(Co / CN) x (9 / ST) x (Ci / (BK * SC)) x CN x (BK / 4) x vector<4xf32>>) {
          // [row in 16][column in 16][half][row in 4][half], four columns each
          %zeros = lift.broadcast %zero sizes [16, 16, CM / 64, 4, CN / 64] : vector<4xf32>
          %init = lift.copy %zeros [lcl(1), lcl(0)] in private
              : !lift.array<16 x 16 x (CM / 64) x 4 x (CN / 64) x vector<4xf32>>
          %sum = lift.reduce (%tapA = %rowA, %tapB = %columnB
              : !lift.array<(9 / ST) x (Ci / (BK * SC)) x CM x (BK / 4) x vector<4xf32>>,
                !lift.array<(9 / ST) x (Ci / (BK * SC)) x CN x (BK / 4) x vector<4xf32>>)
              init (%acc0 = %init : !lift.array<16 x 16 x (CM / 64) x 4 x (CN / 64) x vector<4xf32>>) {
            %taps = lift.reduce (%blockA = %tapA, %blockB = %tapB
                : !lift.array<(Ci / (BK * SC)) x CM x (BK / 4) x vector<4xf32>>,
                  !lift.array<(Ci / (BK * SC)) x CN x (BK / 4) x vector<4xf32>>)
                init (%acc = %acc0 : !lift.array<16 x 16 x (CM / 64) x 4 x (CN / 64) x vector<4xf32>>) {
              %flatA = lift.join %blockA : !lift.array<CM x (BK / 4) x vector<4xf32>>
              %itemsA = lift.split %flatA by 16 : !lift.array<(CM * BK / 4) x vector<4xf32>>
              %loadA = lift.map lcl(1) (%item = %itemsA : !lift.array<(CM * BK / 64) x 16 x vector<4xf32>>) {
                %loaded = lift.map lcl(0) (%four = %item : !lift.array<16 x vector<4xf32>>) {
                  lift.yield %four : vector<4xf32>
                }
                lift.yield %loaded : !lift.array<16 x vector<4xf32>>
              }
              %l1 = lift.join %loadA : !lift.array<(CM * BK / 64) x 16 x vector<4xf32>>
              %l2 = lift.as_scalar %l1 : !lift.array<(CM * BK / 4) x vector<4xf32>>
              %l3 = lift.split %l2 by BK : !lift.array<(CM * BK) x f32>
              %l4 = lift.transpose %l3 : !lift.array<CM x BK x f32>
              %As = lift.materialize %l4 in local {pad = array<i64: 0, 4>, buffers = 2}
                  : !lift.array<BK x CM x f32>

              %flatB = lift.join %blockB : !lift.array<CN x (BK / 4) x vector<4xf32>>
              %itemsB = lift.split %flatB by 16 : !lift.array<(CN * BK / 4) x vector<4xf32>>
              %loadB = lift.map lcl(1) (%item = %itemsB : !lift.array<(CN * BK / 64) x 16 x vector<4xf32>>) {
                %loaded = lift.map lcl(0) (%four = %item : !lift.array<16 x vector<4xf32>>) {
                  lift.yield %four : vector<4xf32>
                }
                lift.yield %loaded : !lift.array<16 x vector<4xf32>>
              }
              %m1 = lift.join %loadB : !lift.array<(CN * BK / 64) x 16 x vector<4xf32>>
              %m2 = lift.as_scalar %m1 : !lift.array<(CN * BK / 4) x vector<4xf32>>
              %m3 = lift.split %m2 by BK : !lift.array<(CN * BK) x f32>
              %m4 = lift.transpose %m3 : !lift.array<CN x BK x f32>
              %Bs = lift.materialize %m4 in local {pad = array<i64: 0, 4>, buffers = 2}
                  : !lift.array<BK x CN x f32>

              // One rank-1 update after another, in registers.
              %update = lift.reduce unroll (%a = %As, %b = %Bs
                  : !lift.array<BK x CM x f32>, !lift.array<BK x CN x f32>)
                  init (%part = %acc : !lift.array<16 x 16 x (CM / 64) x 4 x (CN / 64) x vector<4xf32>>) {
                %ah = lift.as_vector %a width 4 : !lift.array<CM x f32>
                %aq = lift.split %ah by 16 : !lift.array<(CM / 4) x vector<4xf32>>
                %as = lift.transpose %aq : !lift.array<(CM / 64) x 16 x vector<4xf32>>
                %bh = lift.as_vector %b width 4 : !lift.array<CN x f32>
                %bq = lift.split %bh by 16 : !lift.array<(CN / 4) x vector<4xf32>>
                %bs = lift.transpose %bq : !lift.array<(CN / 64) x 16 x vector<4xf32>>
                %next = lift.map lcl(1) (%ai = %as, %ci = %part
                    : !lift.array<16 x (CM / 64) x vector<4xf32>>,
                      !lift.array<16 x 16 x (CM / 64) x 4 x (CN / 64) x vector<4xf32>>) {
                  %line = lift.map lcl(0) (%bj = %bs, %cij = %ci
                      : !lift.array<16 x (CN / 64) x vector<4xf32>>,
                        !lift.array<16 x (CM / 64) x 4 x (CN / 64) x vector<4xf32>>) {
                    %va = lift.copy %ai [seq] in private : !lift.array<(CM / 64) x vector<4xf32>>
                    %fa = lift.as_scalar %va : !lift.array<(CM / 64) x vector<4xf32>>
                    %ra = lift.split %fa by 4 : !lift.array<(CM / 16) x f32>
                    %rb = lift.copy %bj [seq] in private : !lift.array<(CN / 64) x vector<4xf32>>
                    %half = lift.map seq unroll (%am = %ra, %cm = %cij
                        : !lift.array<(CM / 64) x 4 x f32>, !lift.array<(CM / 64) x 4 x (CN / 64) x vector<4xf32>>) {
                      %ones = lift.map seq unroll (%ae = %am, %cr = %cm
                          : !lift.array<4 x f32>, !lift.array<4 x (CN / 64) x vector<4xf32>>) {
                        %ab = vector.broadcast %ae : f32 to vector<4xf32>
                        %cells = lift.map seq unroll (%be = %rb, %c = %cr
                            : !lift.array<(CN / 64) x vector<4xf32>>, !lift.array<(CN / 64) x vector<4xf32>>) {
                          %s = math.fma %ab, %be, %c : vector<4xf32>
                          lift.yield %s : vector<4xf32>
                        }
                        lift.yield %cells : !lift.array<(CN / 64) x vector<4xf32>>
                      }
                      lift.yield %ones : !lift.array<4 x (CN / 64) x vector<4xf32>>
                    }
                    lift.yield %half : !lift.array<(CM / 64) x 4 x (CN / 64) x vector<4xf32>>
                  }
                  lift.yield %line : !lift.array<16 x (CM / 64) x 4 x (CN / 64) x vector<4xf32>>
                }
                lift.yield %next : !lift.array<16 x 16 x (CM / 64) x 4 x (CN / 64) x vector<4xf32>>
              }
              lift.yield %update : !lift.array<16 x 16 x (CM / 64) x 4 x (CN / 64) x vector<4xf32>>
            }
            lift.yield %taps : !lift.array<16 x 16 x (CM / 64) x 4 x (CN / 64) x vector<4xf32>>
          }
          %tile = lift.materialize %sum in private
              : !lift.array<16 x 16 x (CM / 64) x 4 x (CN / 64) x vector<4xf32>>
          %out = lift.map lcl(1) (%ti = %tile : !lift.array<16 x 16 x (CM / 64) x 4 x (CN / 64) x vector<4xf32>>) {
            %outs = lift.map lcl(0) (%tij = %ti : !lift.array<16 x (CM / 64) x 4 x (CN / 64) x vector<4xf32>>) {
              %h = lift.map seq unroll (%th = %tij : !lift.array<(CM / 64) x 4 x (CN / 64) x vector<4xf32>>) {
                %r = lift.map seq unroll (%tr = %th : !lift.array<4 x (CN / 64) x vector<4xf32>>) {
                  %g = lift.map seq unroll (%tg = %tr : !lift.array<(CN / 64) x vector<4xf32>>) {
                    lift.yield %tg : vector<4xf32>
                  }
                  lift.yield %g : !lift.array<(CN / 64) x vector<4xf32>>
                }
                lift.yield %r : !lift.array<4 x (CN / 64) x vector<4xf32>>
              }
              lift.yield %h : !lift.array<(CM / 64) x 4 x (CN / 64) x vector<4xf32>>
            }
            lift.yield %outs : !lift.array<16 x (CM / 64) x 4 x (CN / 64) x vector<4xf32>>
          }
          // [half][row in 16][row in 4], then the columns likewise: CM x CN.
          %o1 = lift.transpose %out permutation [2, 0, 3, 4, 1]
              : !lift.array<16 x 16 x (CM / 64) x 4 x (CN / 64) x vector<4xf32>>
          %o2 = lift.as_scalar %o1 : !lift.array<(CM / 64) x 16 x 4 x (CN / 64) x 16 x vector<4xf32>>
          %o3 = lift.join %o2 dim 3 : !lift.array<(CM / 64) x 16 x 4 x (CN / 64) x 64 x f32>
          %o4 = lift.join %o3 dim 1 : !lift.array<(CM / 64) x 16 x 4 x CN x f32>
          %o5 = lift.join %o4 : !lift.array<(CM / 64) x 64 x CN x f32>
          lift.yield %o5 : !lift.array<CM x CN x f32>
        }
        lift.yield %columns : !lift.array<(Co / CN) x CM x CN x f32>
      }
      %t1 = lift.transpose %groups permutation [0, 2, 1, 3]
          : !lift.array<((H * W) ceildiv CM) x (Co / CN) x CM x CN x f32>
      %t2 = lift.join %t1 dim 2 : !lift.array<((H * W) ceildiv CM) x CM x (Co / CN) x CN x f32>
      %t3 = lift.join %t2 : !lift.array<((H * W) ceildiv CM) x CM x Co x f32>
      %t4 = lift.take %t3 size [H * W] : !lift.array<(((H * W) ceildiv CM) * CM) x Co x f32>
      lift.yield %t4 : !lift.array<(H * W) x Co x f32>
    }
    lift.yield %parts : !lift.array<(ST * SC) x (H * W) x Co x f32>
  }
  %total = lift.kernel @reduce_partials local_size [16, 4] global_size [Co / 4, ((H * W) ceildiv 4) * 4] {
    %fours = lift.as_vector %partial width 4 : !lift.array<(ST * SC) x (H * W) x Co x f32>
    %p = lift.transpose %fours permutation [1, 2, 0]
        : !lift.array<(ST * SC) x (H * W) x (Co / 4) x vector<4xf32>>
    %biases = lift.as_vector %bias width 4 : !lift.array<Co x f32>
    %rows = lift.map glb(1) (%row = %p : !lift.array<(H * W) x (Co / 4) x (ST * SC) x vector<4xf32>>) {
      %cells = lift.map glb(0) (%parts = %row, %b = %biases
          : !lift.array<(Co / 4) x (ST * SC) x vector<4xf32>>, !lift.array<(Co / 4) x vector<4xf32>>) {
        %s = lift.reduce (%e = %parts : !lift.array<(ST * SC) x vector<4xf32>>)
            init (%acc = %b : vector<4xf32>) {
          %t = arith.addf %acc, %e : vector<4xf32>
          lift.yield %t : vector<4xf32>
        }
        lift.yield %s : vector<4xf32>
      }
      %scalars = lift.as_scalar %cells : !lift.array<(Co / 4) x vector<4xf32>>
      lift.yield %scalars : !lift.array<Co x f32>
    }
    %image = lift.split %rows by W : !lift.array<(H * W) x Co x f32>
    lift.yield %image : !lift.array<H x W x Co x f32>
  }
  return %total : !lift.array<H x W x Co x f32>
}
