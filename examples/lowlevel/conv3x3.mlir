// A direct 3x3 convolution, stride 1, padding 1, as `conv3x3` and
// `reduce_partials` of the hand-written kernels compute it: an implicit matrix
// product of the windows (H * W rows of 9 * Ci numbers, never stored) with the
// weights, in tiles of CM x CN; the reduction over 9 * Ci is split over SK
// groups, whose partial sums a second kernel adds to the bias. H * W need not
// be a multiple of CM: the rows are padded to one, and cut again.
func.func @conv3x3(%in: !lift.array<H x W x Ci x f32>,
                   %weights: !lift.array<Co x 3 x 3 x Ci x f32>,
                   %bias: !lift.array<Co x f32>) -> !lift.array<H x W x Co x f32>
    attributes {lift.params = {BK = [16, 8], CM = [64, 128], CN = [64, 128], SK = [1, 2, 3, 6, 9]},
                lift.requires = [#lift.constraint<BK * SK divides 9 * Ci>,
                                 #lift.constraint<BK divides Ci>,
                                 #lift.constraint<CN divides Co>]} {
  %zero = arith.constant 0.0 : f32
  %partial = lift.kernel @conv3x3 local_size [16, 16, 1]
      global_size [(Co / CN) * 16, ((H * W) ceildiv CM) * 16, SK] {
    // Windows as the rows of a matrix.
    %padded = lift.pad %in low [1, 1] high [1, 1] constant(%zero : f32)
        : !lift.array<H x W x Ci x f32>
    %windows = lift.slide %padded size [3, 3] step [1, 1]
        : !lift.array<(H + 2) x (W + 2) x Ci x f32>
    %w1 = lift.join %windows : !lift.array<H x W x 3 x 3 x Ci x f32>
    %w2 = lift.join %w1 dim 1 : !lift.array<(H * W) x 3 x 3 x Ci x f32>
    %w3 = lift.join %w2 dim 1 : !lift.array<(H * W) x 9 x Ci x f32>
    %rows = lift.pad %w3 low [0] high [((H * W) ceildiv CM) * CM - H * W] empty
        : !lift.array<(H * W) x (9 * Ci) x f32>
    // [rows / CM][SK][steps][CM][BK]
    %a1 = lift.split %rows by BK dim 1
        : !lift.array<(((H * W) ceildiv CM) * CM) x (9 * Ci) x f32>
    %a2 = lift.split %a1 by ((9 * Ci) / (BK * SK)) dim 1
        : !lift.array<(((H * W) ceildiv CM) * CM) x (9 * Ci / BK) x BK x f32>
    %a3 = lift.split %a2 by CM
        : !lift.array<(((H * W) ceildiv CM) * CM) x SK x (9 * Ci / (BK * SK)) x BK x f32>
    %tilesA = lift.transpose %a3 permutation [2, 0, 3, 1, 4]
        : !lift.array<((H * W) ceildiv CM) x CM x SK x (9 * Ci / (BK * SK)) x BK x f32>
    // [SK][Co / CN][steps][CN][BK]
    %f1 = lift.join %weights dim 1 : !lift.array<Co x 3 x 3 x Ci x f32>
    %f2 = lift.join %f1 dim 1 : !lift.array<Co x 9 x Ci x f32>
    %b1 = lift.split %f2 by BK dim 1 : !lift.array<Co x (9 * Ci) x f32>
    %b2 = lift.split %b1 by ((9 * Ci) / (BK * SK)) dim 1
        : !lift.array<Co x (9 * Ci / BK) x BK x f32>
    %b3 = lift.split %b2 by CN
        : !lift.array<Co x SK x (9 * Ci / (BK * SK)) x BK x f32>
    %tilesB = lift.transpose %b3 permutation [2, 0, 3, 1, 4]
        : !lift.array<(Co / CN) x CN x SK x (9 * Ci / (BK * SK)) x BK x f32>
    %parts = lift.map wrg(2) (%partA = %tilesA, %partB = %tilesB
        : !lift.array<SK x ((H * W) ceildiv CM) x (9 * Ci / (BK * SK)) x CM x BK x f32>,
          !lift.array<SK x (Co / CN) x (9 * Ci / (BK * SK)) x CN x BK x f32>) {
      %groups = lift.map wrg(1) (%rowA = %partA
          : !lift.array<((H * W) ceildiv CM) x (9 * Ci / (BK * SK)) x CM x BK x f32>) {
        %columns = lift.map wrg(0) (%columnB = %partB
            : !lift.array<(Co / CN) x (9 * Ci / (BK * SK)) x CN x BK x f32>) {
          %zeros = lift.broadcast %zero sizes [16, 16, CM / 64, 4, CN / 64, 4] : f32
          %init = lift.copy %zeros [lcl(1), lcl(0)] in private
              : !lift.array<16 x 16 x (CM / 64) x 4 x (CN / 64) x 4 x f32>
          %sum = lift.reduce (%blockA = %rowA, %blockB = %columnB
              : !lift.array<(9 * Ci / (BK * SK)) x CM x BK x f32>,
                !lift.array<(9 * Ci / (BK * SK)) x CN x BK x f32>)
              init (%acc = %init : !lift.array<16 x 16 x (CM / 64) x 4 x (CN / 64) x 4 x f32>) {
            %flatA = lift.join %blockA : !lift.array<CM x BK x f32>
            %fourA = lift.split %flatA by 4 : !lift.array<(BK * CM) x f32>
            %itemsA = lift.split %fourA by 16 : !lift.array<(BK * CM / 4) x 4 x f32>
            %loadA = lift.map lcl(1) (%row = %itemsA : !lift.array<(BK * CM / 64) x 16 x 4 x f32>) {
              %loaded = lift.map lcl(0) (%four = %row : !lift.array<16 x 4 x f32>) {
                %values = lift.map seq unroll (%e = %four : !lift.array<4 x f32>) {
                  lift.yield %e : f32
                }
                lift.yield %values : !lift.array<4 x f32>
              }
              lift.yield %loaded : !lift.array<16 x 4 x f32>
            }
            %l1 = lift.join %loadA : !lift.array<(BK * CM / 64) x 16 x 4 x f32>
            %l2 = lift.join %l1 : !lift.array<(BK * CM / 4) x 4 x f32>
            %l3 = lift.split %l2 by BK : !lift.array<(BK * CM) x f32>
            %l4 = lift.transpose %l3 : !lift.array<CM x BK x f32>
            %As = lift.materialize %l4 in local {pad = array<i64: 0, 4>, buffers = 2}
                : !lift.array<BK x CM x f32>

            %flatB = lift.join %blockB : !lift.array<CN x BK x f32>
            %fourB = lift.split %flatB by 4 : !lift.array<(BK * CN) x f32>
            %itemsB = lift.split %fourB by 16 : !lift.array<(BK * CN / 4) x 4 x f32>
            %loadB = lift.map lcl(1) (%row = %itemsB : !lift.array<(BK * CN / 64) x 16 x 4 x f32>) {
              %loaded = lift.map lcl(0) (%four = %row : !lift.array<16 x 4 x f32>) {
                %values = lift.map seq unroll (%e = %four : !lift.array<4 x f32>) {
                  lift.yield %e : f32
                }
                lift.yield %values : !lift.array<4 x f32>
              }
              lift.yield %loaded : !lift.array<16 x 4 x f32>
            }
            %m1 = lift.join %loadB : !lift.array<(BK * CN / 64) x 16 x 4 x f32>
            %m2 = lift.join %m1 : !lift.array<(BK * CN / 4) x 4 x f32>
            %m3 = lift.split %m2 by BK : !lift.array<(BK * CN) x f32>
            %m4 = lift.transpose %m3 : !lift.array<CN x BK x f32>
            %Bs = lift.materialize %m4 in local {pad = array<i64: 0, 4>, buffers = 2}
                : !lift.array<BK x CN x f32>

            %update = lift.reduce unroll (%a = %As, %b = %Bs
                : !lift.array<BK x CM x f32>, !lift.array<BK x CN x f32>)
                init (%part = %acc : !lift.array<16 x 16 x (CM / 64) x 4 x (CN / 64) x 4 x f32>) {
              %ah = lift.split %a by 64 : !lift.array<CM x f32>
              %aq = lift.split %ah by 4 dim 1 : !lift.array<(CM / 64) x 64 x f32>
              %as = lift.transpose %aq : !lift.array<(CM / 64) x 16 x 4 x f32>
              %bh = lift.split %b by 64 : !lift.array<CN x f32>
              %bq = lift.split %bh by 4 dim 1 : !lift.array<(CN / 64) x 64 x f32>
              %bs = lift.transpose %bq : !lift.array<(CN / 64) x 16 x 4 x f32>
              %next = lift.map lcl(1) (%ai = %as, %ci = %part
                  : !lift.array<16 x (CM / 64) x 4 x f32>,
                    !lift.array<16 x 16 x (CM / 64) x 4 x (CN / 64) x 4 x f32>) {
                %line = lift.map lcl(0) (%bj = %bs, %cij = %ci
                    : !lift.array<16 x (CN / 64) x 4 x f32>,
                      !lift.array<16 x (CM / 64) x 4 x (CN / 64) x 4 x f32>) {
                  %ra = lift.copy %ai [seq, seq] in private : !lift.array<(CM / 64) x 4 x f32>
                  %rb = lift.copy %bj [seq, seq] in private : !lift.array<(CN / 64) x 4 x f32>
                  %half = lift.map seq unroll (%am = %ra, %cm = %cij
                      : !lift.array<(CM / 64) x 4 x f32>, !lift.array<(CM / 64) x 4 x (CN / 64) x 4 x f32>) {
                    %ones = lift.map seq unroll (%ae = %am, %c3 = %cm
                        : !lift.array<4 x f32>, !lift.array<4 x (CN / 64) x 4 x f32>) {
                      %halfB = lift.map seq unroll (%bm = %rb, %c4 = %c3
                          : !lift.array<(CN / 64) x 4 x f32>, !lift.array<(CN / 64) x 4 x f32>) {
                        %cells = lift.map seq unroll (%be = %bm, %c = %c4
                            : !lift.array<4 x f32>, !lift.array<4 x f32>) {
                          %s = math.fma %ae, %be, %c : f32
                          lift.yield %s : f32
                        }
                        lift.yield %cells : !lift.array<4 x f32>
                      }
                      lift.yield %halfB : !lift.array<(CN / 64) x 4 x f32>
                    }
                    lift.yield %ones : !lift.array<4 x (CN / 64) x 4 x f32>
                  }
                  lift.yield %half : !lift.array<(CM / 64) x 4 x (CN / 64) x 4 x f32>
                }
                lift.yield %line : !lift.array<16 x (CM / 64) x 4 x (CN / 64) x 4 x f32>
              }
              lift.yield %next : !lift.array<16 x 16 x (CM / 64) x 4 x (CN / 64) x 4 x f32>
            }
            lift.yield %update : !lift.array<16 x 16 x (CM / 64) x 4 x (CN / 64) x 4 x f32>
          }
          %tile = lift.materialize %sum in private
              : !lift.array<16 x 16 x (CM / 64) x 4 x (CN / 64) x 4 x f32>
          %out = lift.map lcl(1) (%ti = %tile : !lift.array<16 x 16 x (CM / 64) x 4 x (CN / 64) x 4 x f32>) {
            %outs = lift.map lcl(0) (%tij = %ti : !lift.array<16 x (CM / 64) x 4 x (CN / 64) x 4 x f32>) {
              %h = lift.map seq unroll (%th = %tij : !lift.array<(CM / 64) x 4 x (CN / 64) x 4 x f32>) {
                %r = lift.map seq unroll (%tr = %th : !lift.array<4 x (CN / 64) x 4 x f32>) {
                  %g = lift.map seq unroll (%tg = %tr : !lift.array<(CN / 64) x 4 x f32>) {
                    %e = lift.map seq unroll (%te = %tg : !lift.array<4 x f32>) {
                      lift.yield %te : f32
                    }
                    lift.yield %e : !lift.array<4 x f32>
                  }
                  lift.yield %g : !lift.array<(CN / 64) x 4 x f32>
                }
                lift.yield %r : !lift.array<4 x (CN / 64) x 4 x f32>
              }
              lift.yield %h : !lift.array<(CM / 64) x 4 x (CN / 64) x 4 x f32>
            }
            lift.yield %outs : !lift.array<16 x (CM / 64) x 4 x (CN / 64) x 4 x f32>
          }
          %o1 = lift.transpose %out permutation [2, 0, 3, 4, 1, 5]
              : !lift.array<16 x 16 x (CM / 64) x 4 x (CN / 64) x 4 x f32>
          %o2 = lift.join %o1 dim 4 : !lift.array<(CM / 64) x 16 x 4 x (CN / 64) x 16 x 4 x f32>
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
    lift.yield %parts : !lift.array<SK x (H * W) x Co x f32>
  }
  %total = lift.kernel @reduce_partials local_size [64, 1] global_size [(Co ceildiv 64) * 64, H * W] {
    %p = lift.transpose %partial permutation [1, 2, 0] : !lift.array<SK x (H * W) x Co x f32>
    %rows = lift.map glb(1) (%row = %p : !lift.array<(H * W) x Co x SK x f32>) {
      %cells = lift.map glb(0) (%parts = %row, %b = %bias
          : !lift.array<Co x SK x f32>, !lift.array<Co x f32>) {
        %s = lift.reduce (%e = %parts : !lift.array<SK x f32>) init (%acc = %b : f32) {
          %t = arith.addf %acc, %e : f32
          lift.yield %t : f32
        }
        lift.yield %s : f32
      }
      lift.yield %cells : !lift.array<Co x f32>
    }
    %image = lift.split %rows by W : !lift.array<(H * W) x Co x f32>
    lift.yield %image : !lift.array<H x W x Co x f32>
  }
  return %total : !lift.array<H x W x Co x f32>
}
