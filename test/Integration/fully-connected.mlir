// T40e: a fully connected layer, act(X W^T + b).
// REQUIRES: pocl

// NUMPY @high(x: f32[B, K], w: f32[N, K], b: f32[N]) -> np.maximum(x @ w.T + b, 0)
// RUN: %check_numpy %s --entry=high --size=B=8 --size=K=64 --size=N=32
// RUN: %check_numpy %s --entry=high --size=B=1 --size=K=1 --size=N=1
// RUN: %check_numpy %s --entry=high --size=B=7 --size=K=31 --size=N=13
// RUN: %if oclgrind %{ %check_numpy %s --entry=high --size=B=7 --size=K=5 --size=N=13 --oclgrind %}
func.func @high(%x: !lift.array<B x K x f32>, %w: !lift.array<N x K x f32>,
                %b: !lift.array<N x f32>) -> !lift.array<B x N x f32> {
  %zero = arith.constant 0.0 : f32
  %y = lift.map (%input = %x : !lift.array<B x K x f32>) {
    %neurons = lift.map (%weights = %w, %bias = %b
        : !lift.array<N x K x f32>, !lift.array<N x f32>) {
      %s = lift.reduce (%e = %input, %v = %weights
          : !lift.array<K x f32>, !lift.array<K x f32>)
          init (%acc = %bias : f32) {
        %t = math.fma %e, %v, %acc : f32
        lift.yield %t : f32
      }
      %r = arith.maximumf %s, %zero : f32
      lift.yield %r : f32
    }
    lift.yield %neurons : !lift.array<N x f32>
  }
  return %y : !lift.array<B x N x f32>
}

// A group makes TN neurons of TB inputs. A work-item of the first step adds the
// products of the elements p, p + PARTS, ... so that neighbours read neighbours,
// for all inputs of the tile, into local memory; the second step adds the PARTS
// partial sums. The result of a tile is [neuron][input]: it is written where it
// belongs through a transpose.
// NUMPY @tiled(x: f32[B, K], w: f32[N, K], b: f32[N]) -> np.maximum(x @ w.T + b, 0)
// RUN: %check_numpy %s --entry=tiled --size=B=8 --size=K=64 --size=N=32
// RUN: %check_numpy %s --entry=tiled --size=B=2 --size=K=8 --size=N=4
// RUN: %check_numpy %s --entry=tiled --size=B=14 --size=K=56 --size=N=20
// RUN: %check_numpy %s --entry=tiled --size=B=7 --size=K=33 --size=N=13 --param=TB=7 --param=TN=13 --param=PARTS=3
// RUN: %check_numpy %s --entry=tiled --size=B=1 --size=K=1 --size=N=1 --param=TB=1 --param=TN=1 --param=PARTS=1
// RUN: not lift-run %s --entry=tiled --size=B=2 --size=K=31 --size=N=4 2>&1 | FileCheck %s
// RUN: %if oclgrind %{ %check_numpy %s --entry=tiled --size=B=4 --size=K=16 --size=N=8 --oclgrind %}
// RUN: %if oclgrind %{ %check_numpy %s --entry=tiled --size=B=7 --size=K=6 --size=N=13 --param=TB=7 --param=TN=13 --param=PARTS=3 --oclgrind %}
// CHECK: required relation #lift.constraint<PARTS divides K> does not hold (K = 31, PARTS = 8)
func.func @tiled(%x: !lift.array<B x K x f32>, %w: !lift.array<N x K x f32>,
                 %b: !lift.array<N x f32>) -> !lift.array<B x N x f32>
    attributes {lift.params = {PARTS = [8, 3, 1], TB = [2, 7, 1], TN = [4, 13, 1]},
                lift.requires = [#lift.constraint<PARTS divides K>,
                                 #lift.constraint<TB divides B>,
                                 #lift.constraint<TN divides N>]} {
  %zero = arith.constant 0.0 : f32
  %y = lift.kernel @layer local_size [8, 4] global_size [32, 8] {
    // [part][step]: the elements part, part + PARTS, ...
    %x1 = lift.split %x by PARTS dim 1 : !lift.array<B x K x f32>
    %x2 = lift.transpose %x1 permutation [0, 2, 1]
        : !lift.array<B x (K / PARTS) x PARTS x f32>
    %inputs = lift.split %x2 by TB : !lift.array<B x PARTS x (K / PARTS) x f32>
    %w1 = lift.split %w by PARTS dim 1 : !lift.array<N x K x f32>
    %w2 = lift.transpose %w1 permutation [0, 2, 1]
        : !lift.array<N x (K / PARTS) x PARTS x f32>
    %weights = lift.split %w2 by TN : !lift.array<N x PARTS x (K / PARTS) x f32>
    %biases = lift.split %b by TN : !lift.array<N x f32>
    %groups = lift.map wrg(1) (%xs = %inputs
        : !lift.array<(B / TB) x TB x PARTS x (K / PARTS) x f32>) {
      %tiles = lift.map wrg(0) (%ws = %weights, %bs = %biases
          : !lift.array<(N / TN) x TN x PARTS x (K / PARTS) x f32>,
            !lift.array<(N / TN) x TN x f32>) {
        %dots = lift.map lcl(1) (%neuron = %ws
            : !lift.array<TN x PARTS x (K / PARTS) x f32>) {
          %all = lift.map seq (%input = %xs
              : !lift.array<TB x PARTS x (K / PARTS) x f32>) {
            %sums = lift.map lcl(0) (%xp = %input, %wp = %neuron
                : !lift.array<PARTS x (K / PARTS) x f32>,
                  !lift.array<PARTS x (K / PARTS) x f32>) {
              %s = lift.reduce (%e = %xp, %v = %wp
                  : !lift.array<(K / PARTS) x f32>, !lift.array<(K / PARTS) x f32>)
                  init (%acc = %zero : f32) {
                %t = math.fma %e, %v, %acc : f32
                lift.yield %t : f32
              }
              lift.yield %s : f32
            }
            lift.yield %sums : !lift.array<PARTS x f32>
          }
          lift.yield %all : !lift.array<TB x PARTS x f32>
        }
        %partial = lift.materialize %dots in local : !lift.array<TN x TB x PARTS x f32>
        %out = lift.map lcl(1) (%neuron = %partial, %bias = %bs
            : !lift.array<TN x TB x PARTS x f32>, !lift.array<TN x f32>) {
          %cells = lift.map lcl(0) (%sums = %neuron : !lift.array<TB x PARTS x f32>) {
            %s = lift.reduce (%e = %sums : !lift.array<PARTS x f32>)
                init (%acc = %bias : f32) {
              %t = arith.addf %acc, %e : f32
              lift.yield %t : f32
            }
            %r = arith.maximumf %s, %zero : f32
            lift.yield %r : f32
          }
          lift.yield %cells : !lift.array<TB x f32>
        }
        lift.yield %out : !lift.array<TN x TB x f32>
      }
      %flat = lift.join %tiles : !lift.array<(N / TN) x TN x TB x f32>
      %turned = lift.transpose %flat : !lift.array<N x TB x f32>
      lift.yield %turned : !lift.array<TB x N x f32>
    }
    %rows = lift.join %groups : !lift.array<(B / TB) x TB x N x f32>
    lift.yield %rows : !lift.array<B x N x f32>
  }
  return %y : !lift.array<B x N x f32>
}
