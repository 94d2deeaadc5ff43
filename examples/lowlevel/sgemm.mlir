// C = A * B, row-major, as `sgemm` of benchmarks/handwritten/sgemm.cl computes
// it: a group of 16 x 16 work-items makes a tile of 128 x 128, each work-item
// 8 x 8 of it, in two halves of four rows and columns 64 apart; the tiles of
// A (transposed) and B that a step of BK needs stand in local memory, two of
// each in turn; the accumulators stay in registers through the whole reduction.
func.func @sgemm(%A: !lift.array<M x K x f32>, %B: !lift.array<K x N x f32>)
    -> !lift.array<M x N x f32>
    attributes {lift.params = {BK = [8, 16]},
                lift.requires = [#lift.constraint<128 divides M>,
                                 #lift.constraint<128 divides N>,
                                 #lift.constraint<BK divides K>]} {
  %zero = arith.constant 0.0 : f32
  %C = lift.kernel @sgemm local_size [16, 16] global_size [N / 8, M / 8] {
    // A in tiles of BK x 128 (a tile is the transpose of a block of A).
    %A1 = lift.split %A by BK dim 1 : !lift.array<M x K x f32>
    %A2 = lift.split %A1 by 128 : !lift.array<M x (K / BK) x BK x f32>
    %tilesA = lift.transpose %A2 permutation [0, 2, 3, 1]
        : !lift.array<(M / 128) x 128 x (K / BK) x BK x f32>
    // B in tiles of BK x 128.
    %B1 = lift.split %B by 128 dim 1 : !lift.array<K x N x f32>
    %B2 = lift.split %B1 by BK : !lift.array<K x (N / 128) x 128 x f32>
    %tilesB = lift.transpose %B2 permutation [2, 0, 1, 3]
        : !lift.array<(K / BK) x BK x (N / 128) x 128 x f32>
    %groups = lift.map wrg(1) (%rowA = %tilesA
        : !lift.array<(M / 128) x (K / BK) x BK x 128 x f32>) {
      %columns = lift.map wrg(0) (%columnB = %tilesB
          : !lift.array<(N / 128) x (K / BK) x BK x 128 x f32>) {
        // [row in 16][column in 16][half][row in 4][half][column in 4]
        %zeros = lift.broadcast %zero sizes [16, 16, 2, 4, 2, 4] : f32
        %init = lift.copy %zeros [lcl(1), lcl(0)] in private
            : !lift.array<16 x 16 x 2 x 4 x 2 x 4 x f32>
        %sum = lift.reduce (%blockA = %rowA, %blockB = %columnB
            : !lift.array<(K / BK) x BK x 128 x f32>, !lift.array<(K / BK) x BK x 128 x f32>)
            init (%acc = %init : !lift.array<16 x 16 x 2 x 4 x 2 x 4 x f32>) {
          // 256 work-items load a tile: each 4 neighbours at a time, of a row
          // of A (BK / 4 work-items for a row) and of a row of B (32 for one).
          %readA = lift.transpose %blockA : !lift.array<BK x 128 x f32>
          %flatA = lift.join %readA : !lift.array<128 x BK x f32>
          %piecesA = lift.split %flatA by 4 : !lift.array<(BK * 128) x f32>
          %itemsA = lift.split %piecesA by 16 : !lift.array<(BK * 32) x 4 x f32>
          %loadA = lift.map lcl(1) (%itemA = %itemsA : !lift.array<(BK * 2) x 16 x 4 x f32>) {
            %loaded = lift.map lcl(0) (%four = %itemA : !lift.array<16 x 4 x f32>) {
              %values = lift.map seq unroll (%e = %four : !lift.array<4 x f32>) {
                lift.yield %e : f32
              }
              lift.yield %values : !lift.array<4 x f32>
            }
            lift.yield %loaded : !lift.array<16 x 4 x f32>
          }
          %joinA = lift.join %loadA : !lift.array<(BK * 2) x 16 x 4 x f32>
          %rowsA = lift.join %joinA : !lift.array<(BK * 32) x 4 x f32>
          %cutA = lift.split %rowsA by BK : !lift.array<(BK * 128) x f32>
          %turnedA = lift.transpose %cutA : !lift.array<128 x BK x f32>
          %As = lift.materialize %turnedA in local
              {pad = array<i64: 0, 4>, buffers = 2} : !lift.array<BK x 128 x f32>

          %flatB = lift.join %blockB : !lift.array<BK x 128 x f32>
          %piecesB = lift.split %flatB by 4 : !lift.array<(BK * 128) x f32>
          %itemsB = lift.split %piecesB by 16 : !lift.array<(BK * 32) x 4 x f32>
          %loadB = lift.map lcl(1) (%itemB = %itemsB : !lift.array<(BK * 2) x 16 x 4 x f32>) {
            %loaded = lift.map lcl(0) (%four = %itemB : !lift.array<16 x 4 x f32>) {
              %values = lift.map seq unroll (%e = %four : !lift.array<4 x f32>) {
                lift.yield %e : f32
              }
              lift.yield %values : !lift.array<4 x f32>
            }
            lift.yield %loaded : !lift.array<16 x 4 x f32>
          }
          %joinB = lift.join %loadB : !lift.array<(BK * 2) x 16 x 4 x f32>
          %rowsB = lift.join %joinB : !lift.array<(BK * 32) x 4 x f32>
          %cutB = lift.split %rowsB by 128 : !lift.array<(BK * 128) x f32>
          %Bs = lift.materialize %cutB in local {buffers = 2}
              : !lift.array<BK x 128 x f32>

          // One rank-1 update after another, in registers.
          %update = lift.reduce unroll (%a = %As, %b = %Bs
              : !lift.array<BK x 128 x f32>, !lift.array<BK x 128 x f32>)
              init (%part = %acc : !lift.array<16 x 16 x 2 x 4 x 2 x 4 x f32>) {
            %a1 = lift.split %a by 64 : !lift.array<128 x f32>
            %a2 = lift.split %a1 by 4 dim 1 : !lift.array<2 x 64 x f32>
            %as = lift.transpose %a2 : !lift.array<2 x 16 x 4 x f32>
            %b1 = lift.split %b by 64 : !lift.array<128 x f32>
            %b2 = lift.split %b1 by 4 dim 1 : !lift.array<2 x 64 x f32>
            %bs = lift.transpose %b2 : !lift.array<2 x 16 x 4 x f32>
            %next = lift.map lcl(1) (%ai = %as, %ci = %part
                : !lift.array<16 x 2 x 4 x f32>, !lift.array<16 x 16 x 2 x 4 x 2 x 4 x f32>) {
              %row = lift.map lcl(0) (%bj = %bs, %cij = %ci
                  : !lift.array<16 x 2 x 4 x f32>, !lift.array<16 x 2 x 4 x 2 x 4 x f32>) {
                %ra = lift.copy %ai [seq, seq] in private : !lift.array<2 x 4 x f32>
                %rb = lift.copy %bj [seq, seq] in private : !lift.array<2 x 4 x f32>
                %half = lift.map seq unroll (%ah = %ra, %ch = %cij
                    : !lift.array<2 x 4 x f32>, !lift.array<2 x 4 x 2 x 4 x f32>) {
                  %rows = lift.map seq unroll (%ae = %ah, %cr = %ch
                      : !lift.array<4 x f32>, !lift.array<4 x 2 x 4 x f32>) {
                    %halfB = lift.map seq unroll (%bh = %rb, %ce = %cr
                        : !lift.array<2 x 4 x f32>, !lift.array<2 x 4 x f32>) {
                      %cells = lift.map seq unroll (%be = %bh, %c = %ce
                          : !lift.array<4 x f32>, !lift.array<4 x f32>) {
                        %s = math.fma %ae, %be, %c : f32
                        lift.yield %s : f32
                      }
                      lift.yield %cells : !lift.array<4 x f32>
                    }
                    lift.yield %halfB : !lift.array<2 x 4 x f32>
                  }
                  lift.yield %rows : !lift.array<4 x 2 x 4 x f32>
                }
                lift.yield %half : !lift.array<2 x 4 x 2 x 4 x f32>
              }
              lift.yield %row : !lift.array<16 x 2 x 4 x 2 x 4 x f32>
            }
            lift.yield %next : !lift.array<16 x 16 x 2 x 4 x 2 x 4 x f32>
          }
          lift.yield %update : !lift.array<16 x 16 x 2 x 4 x 2 x 4 x f32>
        }
        %tile = lift.materialize %sum in private
            : !lift.array<16 x 16 x 2 x 4 x 2 x 4 x f32>
        %out = lift.map lcl(1) (%ti = %tile : !lift.array<16 x 16 x 2 x 4 x 2 x 4 x f32>) {
          %outs = lift.map lcl(0) (%tij = %ti : !lift.array<16 x 2 x 4 x 2 x 4 x f32>) {
            %h = lift.map seq unroll (%th = %tij : !lift.array<2 x 4 x 2 x 4 x f32>) {
              %r = lift.map seq unroll (%tr = %th : !lift.array<4 x 2 x 4 x f32>) {
                %g = lift.map seq unroll (%tg = %tr : !lift.array<2 x 4 x f32>) {
                  %e = lift.map seq unroll (%te = %tg : !lift.array<4 x f32>) {
                    lift.yield %te : f32
                  }
                  lift.yield %e : !lift.array<4 x f32>
                }
                lift.yield %g : !lift.array<2 x 4 x f32>
              }
              lift.yield %r : !lift.array<4 x 2 x 4 x f32>
            }
            lift.yield %h : !lift.array<2 x 4 x 2 x 4 x f32>
          }
          lift.yield %outs : !lift.array<16 x 2 x 4 x 2 x 4 x f32>
        }
        // [half][row in 16][row in 4], then the columns likewise: 128 x 128.
        %o1 = lift.transpose %out permutation [2, 0, 3, 4, 1, 5]
            : !lift.array<16 x 16 x 2 x 4 x 2 x 4 x f32>
        %o2 = lift.join %o1 dim 4 : !lift.array<2 x 16 x 4 x 2 x 16 x 4 x f32>
        %o3 = lift.join %o2 dim 3 : !lift.array<2 x 16 x 4 x 2 x 64 x f32>
        %o4 = lift.join %o3 dim 1 : !lift.array<2 x 16 x 4 x 128 x f32>
        %o5 = lift.join %o4 : !lift.array<2 x 64 x 128 x f32>
        lift.yield %o5 : !lift.array<128 x 128 x f32>
      }
      lift.yield %columns : !lift.array<(N / 128) x 128 x 128 x f32>
    }
    %t1 = lift.transpose %groups permutation [0, 2, 1, 3]
        : !lift.array<(M / 128) x (N / 128) x 128 x 128 x f32>
    %t2 = lift.join %t1 dim 2 : !lift.array<(M / 128) x 128 x (N / 128) x 128 x f32>
    %t3 = lift.join %t2 : !lift.array<(M / 128) x 128 x N x f32>
    lift.yield %t3 : !lift.array<M x N x f32>
  }
  return %C : !lift.array<M x N x f32>
}
