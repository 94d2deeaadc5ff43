// T11: a sum of many numbers in two kernels. In the first, 128 work-items of a
// group each add every 128th number of 2^18, so that neighbours read neighbours;
// the partial sums are added pair by pair in local memory.
// REQUIRES: pocl

// NUMPY @low(x: f32[N]) -> x.sum(keepdims=True)
// RUN: %check_numpy %s --entry=low --size=N=16777216 --param=GROUP=262144
// RUN: %check_numpy %s --entry=low --size=N=65536
// RUN: not lift-run %s --entry=low --size=N=65537 2>&1 | FileCheck %s
// RUN: %if oclgrind %{ %check_numpy %s --entry=low --size=N=65536 --oclgrind %}
// CHECK: required relation #lift.constraint<64 * GROUP == N> does not hold
func.func @low(%x: !lift.array<N x f32>) -> !lift.array<1 x f32>
    attributes {lift.params = {GROUP = [1024, 262144]},
                lift.requires = [#lift.constraint<64 * GROUP == N>]} {
  %zero = arith.constant 0.0 : f32
  %partial = lift.kernel @groups local_size [128] global_size [8192] {
    %chunks = lift.split %x by GROUP : !lift.array<N x f32>
    %sums = lift.map wrg(0) (%chunk = %chunks : !lift.array<(N / GROUP) x GROUP x f32>) {
      %rows = lift.split %chunk by 128 : !lift.array<GROUP x f32>
      %strided = lift.transpose %rows : !lift.array<(GROUP / 128) x 128 x f32>
      %partial = lift.map lcl(0) (%share = %strided : !lift.array<128 x (GROUP / 128) x f32>) {
        %s = lift.reduce (%e = %share : !lift.array<(GROUP / 128) x f32>)
            init (%acc = %zero : f32) {
          %a = arith.addf %acc, %e : f32
          lift.yield %a : f32
        }
        lift.yield %s : f32
      }
      %tile = lift.materialize %partial in local : !lift.array<128 x f32>
      %one = lift.iterate 7 size L (%v = %tile : !lift.array<128 x f32>) {
        %pairs = lift.split %v by 2 : !lift.array<L x f32>
        %added = lift.map lcl(0) (%pair = %pairs : !lift.array<(L / 2) x 2 x f32>) {
          %s = lift.reduce (%e = %pair : !lift.array<2 x f32>)
              init (%acc = %zero : f32) {
            %a = arith.addf %acc, %e : f32
            lift.yield %a : f32
          }
          lift.yield %s : f32
        }
        %stored = lift.materialize %added in local : !lift.array<(L / 2) x f32>
        lift.yield %stored : !lift.array<(L / 2) x f32>
      }
      %out = lift.map lcl(0) (%e = %one : !lift.array<1 x f32>) {
        lift.yield %e : f32
      }
      lift.yield %out : !lift.array<1 x f32>
    }
    %joined = lift.join %sums : !lift.array<(N / GROUP) x 1 x f32>
    lift.yield %joined : !lift.array<(N / GROUP) x f32>
  }
  %total = lift.kernel @last local_size [32] global_size [32] {
    %chunks = lift.split %partial by 64 : !lift.array<(N / GROUP) x f32>
    %sums = lift.map wrg(0) (%chunk = %chunks : !lift.array<(N / (64 * GROUP)) x 64 x f32>) {
      %pairs = lift.split %chunk by 2 : !lift.array<64 x f32>
      %first = lift.map lcl(0) (%pair = %pairs : !lift.array<32 x 2 x f32>) {
        %s = lift.reduce (%e = %pair : !lift.array<2 x f32>)
            init (%acc = %zero : f32) {
          %a = arith.addf %acc, %e : f32
          lift.yield %a : f32
        }
        lift.yield %s : f32
      }
      %tile = lift.materialize %first in local : !lift.array<32 x f32>
      %one = lift.iterate 5 size L (%v = %tile : !lift.array<32 x f32>) {
        %halves = lift.split %v by 2 : !lift.array<L x f32>
        %added = lift.map lcl(0) (%pair = %halves : !lift.array<(L / 2) x 2 x f32>) {
          %s = lift.reduce (%e = %pair : !lift.array<2 x f32>)
              init (%acc = %zero : f32) {
            %a = arith.addf %acc, %e : f32
            lift.yield %a : f32
          }
          lift.yield %s : f32
        }
        %stored = lift.materialize %added in local : !lift.array<(L / 2) x f32>
        lift.yield %stored : !lift.array<(L / 2) x f32>
      }
      %out = lift.map lcl(0) (%e = %one : !lift.array<1 x f32>) {
        lift.yield %e : f32
      }
      lift.yield %out : !lift.array<1 x f32>
    }
    %joined = lift.join %sums : !lift.array<(N / (64 * GROUP)) x 1 x f32>
    %all = lift.take %joined size [1] : !lift.array<(N / (64 * GROUP)) x f32>
    lift.yield %all : !lift.array<1 x f32>
  }
  return %total : !lift.array<1 x f32>
}
