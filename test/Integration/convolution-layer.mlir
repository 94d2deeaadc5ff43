// T40d: a layer of a convolutional network: for each image, place and output
// channel, a window of all input channels times its weights, plus a bias, cut
// off below zero.
// REQUIRES: pocl

// The weights stand as they come: [row][column][input channel][output channel].
// NUMPY @high(x: f32[B, H, W, I], k: f32[3, 3, I, O], b: f32[O]) -> np.maximum(np.einsum('nyxijk,jkic->nyxc', np.lib.stride_tricks.sliding_window_view(x, (3, 3), axis=(1, 2)), k) + b, 0)
// RUN: %check_numpy %s --entry=high --size=B=2 --size=H=8 --size=W=8 --size=I=2 --size=O=3
// RUN: %check_numpy %s --entry=high --size=B=1 --size=H=3 --size=W=3 --size=I=1 --size=O=1
// RUN: %check_numpy %s --entry=high --size=B=3 --size=H=5 --size=W=13 --size=I=7 --size=O=5
// RUN: %if oclgrind %{ %check_numpy %s --entry=high --size=B=2 --size=H=5 --size=W=4 --size=I=2 --size=O=3 --oclgrind %}
func.func @high(%x: !lift.array<B x H x W x I x f32>,
                %k: !lift.array<3 x 3 x I x O x f32>, %b: !lift.array<O x f32>)
    -> !lift.array<B x (H - 2) x (W - 2) x O x f32> {
  %zero = arith.constant 0.0 : f32
  %w1 = lift.slide %x size [3, 3] step [1, 1] dims [1, 2] : !lift.array<B x H x W x I x f32>
  // A window and the weights of an output channel, flat, in the same order.
  %w2 = lift.join %w1 dim 3 : !lift.array<B x (H - 2) x (W - 2) x 3 x 3 x I x f32>
  %windows = lift.join %w2 dim 3 : !lift.array<B x (H - 2) x (W - 2) x 9 x I x f32>
  %k1 = lift.join %k : !lift.array<3 x 3 x I x O x f32>
  %k2 = lift.join %k1 : !lift.array<9 x I x O x f32>
  %channels = lift.transpose %k2 : !lift.array<(9 * I) x O x f32>
  %y = lift.map (%image = %windows
      : !lift.array<B x (H - 2) x (W - 2) x (9 * I) x f32>) {
    %y1 = lift.map (%row = %image : !lift.array<(H - 2) x (W - 2) x (9 * I) x f32>) {
      %y2 = lift.map (%window = %row : !lift.array<(W - 2) x (9 * I) x f32>) {
        %y3 = lift.map (%weights = %channels, %bias = %b
            : !lift.array<O x (9 * I) x f32>, !lift.array<O x f32>) {
          %s = lift.reduce (%e = %window, %w = %weights
              : !lift.array<(9 * I) x f32>, !lift.array<(9 * I) x f32>)
              init (%acc = %bias : f32) {
            %t = math.fma %e, %w, %acc : f32
            lift.yield %t : f32
          }
          %r = arith.maximumf %s, %zero : f32
          lift.yield %r : f32
        }
        lift.yield %y3 : !lift.array<O x f32>
      }
      lift.yield %y2 : !lift.array<(W - 2) x O x f32>
    }
    lift.yield %y1 : !lift.array<(H - 2) x (W - 2) x O x f32>
  }
  return %y : !lift.array<B x (H - 2) x (W - 2) x O x f32>
}

// Direct, as by hand: rows of windows go to global ids; a window is reduced row
// by row, column by column, and over the input channels inside, for one output
// channel after another.
// NUMPY @direct(x: f32[B, H, W, I], k: f32[3, 3, I, O], b: f32[O]) -> np.maximum(np.einsum('nyxijk,jkic->nyxc', np.lib.stride_tricks.sliding_window_view(x, (3, 3), axis=(1, 2)), k) + b, 0)
// RUN: %check_numpy %s --entry=direct --size=B=2 --size=H=8 --size=W=8 --size=I=2 --size=O=3
// RUN: %check_numpy %s --entry=direct --size=B=1 --size=H=3 --size=W=3 --size=I=1 --size=O=1
// RUN: %check_numpy %s --entry=direct --size=B=3 --size=H=5 --size=W=13 --size=I=7 --size=O=5
// RUN: %if oclgrind %{ %check_numpy %s --entry=direct --size=B=2 --size=H=5 --size=W=4 --size=I=2 --size=O=3 --oclgrind %}
func.func @direct(%x: !lift.array<B x H x W x I x f32>,
                  %k: !lift.array<3 x 3 x I x O x f32>, %b: !lift.array<O x f32>)
    -> !lift.array<B x (H - 2) x (W - 2) x O x f32> {
  %zero = arith.constant 0.0 : f32
  %y = lift.kernel @direct local_size [8, 4, 1] global_size [8, 8, 2] {
    %windows = lift.slide %x size [3, 3] step [1, 1] dims [1, 2]
        : !lift.array<B x H x W x I x f32>
    %channels = lift.transpose %k permutation [3, 0, 1, 2]
        : !lift.array<3 x 3 x I x O x f32>
    %y0 = lift.map glb(2) (%image = %windows
        : !lift.array<B x (H - 2) x (W - 2) x 3 x 3 x I x f32>) {
      %y1 = lift.map glb(1) (%row = %image
          : !lift.array<(H - 2) x (W - 2) x 3 x 3 x I x f32>) {
        %y2 = lift.map glb(0) (%window = %row
            : !lift.array<(W - 2) x 3 x 3 x I x f32>) {
          %y3 = lift.map seq (%weights = %channels, %bias = %b
              : !lift.array<O x 3 x 3 x I x f32>, !lift.array<O x f32>) {
            %s0 = lift.reduce (%wrow = %window, %krow = %weights
                : !lift.array<3 x 3 x I x f32>, !lift.array<3 x 3 x I x f32>)
                init (%a0 = %bias : f32) {
              %s1 = lift.reduce (%wcell = %wrow, %kcell = %krow
                  : !lift.array<3 x I x f32>, !lift.array<3 x I x f32>)
                  init (%a1 = %a0 : f32) {
                %s2 = lift.reduce (%e = %wcell, %w = %kcell
                    : !lift.array<I x f32>, !lift.array<I x f32>)
                    init (%a2 = %a1 : f32) {
                  %t = math.fma %e, %w, %a2 : f32
                  lift.yield %t : f32
                }
                lift.yield %s2 : f32
              }
              lift.yield %s1 : f32
            }
            %r = arith.maximumf %s0, %zero : f32
            lift.yield %r : f32
          }
          lift.yield %y3 : !lift.array<O x f32>
        }
        lift.yield %y2 : !lift.array<(W - 2) x O x f32>
      }
      lift.yield %y1 : !lift.array<(H - 2) x (W - 2) x O x f32>
    }
    lift.yield %y0 : !lift.array<B x (H - 2) x (W - 2) x O x f32>
  }
  return %y : !lift.array<B x (H - 2) x (W - 2) x O x f32>
}

// As a matrix product with partial sums: a group makes TO output channels of a
// place; a work-item multiplies one of PARTS parts of the window with the
// weights of a channel, into local memory, and the partial sums of a channel
// are added in a second step, with bias and limit.
// NUMPY @partial(x: f32[B, H, W, I], k: f32[O, 3, 3, I], b: f32[O]) -> np.maximum(np.einsum('nyxijk,cjki->nyxc', np.lib.stride_tricks.sliding_window_view(x, (3, 3), axis=(1, 2)), k) + b, 0)
// RUN: %check_numpy %s --entry=partial --size=B=2 --size=H=8 --size=W=8 --size=I=2 --size=O=3
// RUN: %check_numpy %s --entry=partial --size=B=2 --size=H=8 --size=W=8 --size=I=2 --size=O=3 --param=PARTS=6
// RUN: %check_numpy %s --entry=partial --size=B=1 --size=H=3 --size=W=3 --size=I=1 --size=O=1 --param=TO=1
// RUN: %check_numpy %s --entry=partial --size=B=3 --size=H=5 --size=W=13 --size=I=7 --size=O=22 --param=TO=11 --param=PARTS=9
// RUN: not lift-run %s --entry=partial --size=B=1 --size=H=3 --size=W=3 --size=I=1 --size=O=3 --param=PARTS=6 2>&1 | FileCheck %s
// RUN: %if oclgrind %{ %check_numpy %s --entry=partial --size=B=2 --size=H=5 --size=W=4 --size=I=2 --size=O=3 --oclgrind %}
// RUN: %if oclgrind %{ %check_numpy %s --entry=partial --size=B=1 --size=H=4 --size=W=6 --size=I=1 --size=O=22 --param=TO=11 --param=PARTS=9 --oclgrind %}
// CHECK: required relation #lift.constraint<PARTS divides 9 * I> does not hold (I = 1, PARTS = 6)
func.func @partial(%x: !lift.array<B x H x W x I x f32>,
                   %k: !lift.array<O x 3 x 3 x I x f32>, %b: !lift.array<O x f32>)
    -> !lift.array<B x (H - 2) x (W - 2) x O x f32>
    attributes {lift.params = {PARTS = [3, 6, 9], TO = [3, 1, 11]},
                lift.requires = [#lift.constraint<PARTS divides 9 * I>,
                                 #lift.constraint<TO divides O>]} {
  %zero = arith.constant 0.0 : f32
  %y = lift.kernel @partial local_size [4, 8] global_size [16, 8, 2] {
    %w0 = lift.slide %x size [3, 3] step [1, 1] dims [1, 2]
        : !lift.array<B x H x W x I x f32>
    %w1 = lift.join %w0 dim 3 : !lift.array<B x (H - 2) x (W - 2) x 3 x 3 x I x f32>
    %w2 = lift.join %w1 dim 3 : !lift.array<B x (H - 2) x (W - 2) x 9 x I x f32>
    %w3 = lift.join %w2 dim 1 : !lift.array<B x (H - 2) x (W - 2) x (9 * I) x f32>
    %windows = lift.split %w3 by (9 * I / PARTS) dim 2
        : !lift.array<B x ((H - 2) * (W - 2)) x (9 * I) x f32>
    %k1 = lift.join %k dim 1 : !lift.array<O x 3 x 3 x I x f32>
    %k2 = lift.join %k1 dim 1 : !lift.array<O x 9 x I x f32>
    %k3 = lift.split %k2 by (9 * I / PARTS) dim 1 : !lift.array<O x (9 * I) x f32>
    %channels = lift.split %k3 by TO : !lift.array<O x PARTS x (9 * I / PARTS) x f32>
    %biases = lift.split %b by TO : !lift.array<O x f32>
    %y0 = lift.map wrg(2) (%image = %windows
        : !lift.array<B x ((H - 2) * (W - 2)) x PARTS x (9 * I / PARTS) x f32>) {
      %y1 = lift.map wrg(1) (%window = %image
          : !lift.array<((H - 2) * (W - 2)) x PARTS x (9 * I / PARTS) x f32>) {
        %y2 = lift.map wrg(0) (%weights = %channels, %bias = %biases
            : !lift.array<(O / TO) x TO x PARTS x (9 * I / PARTS) x f32>,
              !lift.array<(O / TO) x TO x f32>) {
          %dots = lift.map lcl(1) (%channel = %weights
              : !lift.array<TO x PARTS x (9 * I / PARTS) x f32>) {
            %sums = lift.map lcl(0) (%part = %window, %weight = %channel
                : !lift.array<PARTS x (9 * I / PARTS) x f32>,
                  !lift.array<PARTS x (9 * I / PARTS) x f32>) {
              %s = lift.reduce (%e = %part, %w = %weight
                  : !lift.array<(9 * I / PARTS) x f32>,
                    !lift.array<(9 * I / PARTS) x f32>)
                  init (%acc = %zero : f32) {
                %t = math.fma %e, %w, %acc : f32
                lift.yield %t : f32
              }
              lift.yield %s : f32
            }
            lift.yield %sums : !lift.array<PARTS x f32>
          }
          %parts = lift.materialize %dots in local : !lift.array<TO x PARTS x f32>
          %cells = lift.map lcl(0) (%sums = %parts, %init = %bias
              : !lift.array<TO x PARTS x f32>, !lift.array<TO x f32>) {
            %s = lift.reduce unroll (%e = %sums : !lift.array<PARTS x f32>)
                init (%acc = %init : f32) {
              %t = arith.addf %acc, %e : f32
              lift.yield %t : f32
            }
            %r = arith.maximumf %s, %zero : f32
            lift.yield %r : f32
          }
          lift.yield %cells : !lift.array<TO x f32>
        }
        %all = lift.join %y2 : !lift.array<(O / TO) x TO x f32>
        lift.yield %all : !lift.array<O x f32>
      }
      lift.yield %y1 : !lift.array<((H - 2) * (W - 2)) x O x f32>
    }
    %rows = lift.split %y0 by (W - 2) dim 1
        : !lift.array<B x ((H - 2) * (W - 2)) x O x f32>
    lift.yield %rows : !lift.array<B x (H - 2) x (W - 2) x O x f32>
  }
  return %y : !lift.array<B x (H - 2) x (W - 2) x O x f32>
}
