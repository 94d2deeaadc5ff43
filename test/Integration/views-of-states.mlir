// A scan in maps whose states are returned as a view: each step reads what the one
// before it has stored, wherever that stands, and barriers are where all work-items of
// a group come, whatever is known of the sizes.
// RUN: split-file %s %t
// DEFINE: %{run} = lift-run --target=nvidia-h200 --verify --rtol=1e-5 --atol=1e-5
// RUN: %{run} %t/reversed.mlir --size=B=3,T=5,N=10 --assumed=nothing | FileCheck %s
// RUN: %{run} %t/reversed.mlir --size=B=2,T=3,N=131 --assumed=nothing | FileCheck %s
// RUN: %{run} %t/reversed.mlir --size=B=1,T=2,N=1 | FileCheck %s
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{run} %t/reversed.mlir --size=B=2,T=3,N=19 --assumed=nothing %}
// RUN: %{run} %t/columns.mlir --size=B=3,T=5,N=10 --assumed=nothing | FileCheck %s
// RUN: %{run} %t/columns.mlir --size=B=2,T=3,N=131 --assumed=nothing | FileCheck %s
// RUN: %{run} %t/columns.mlir --size=B=1,T=2,N=1 | FileCheck %s
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{run} %t/columns.mlir --size=B=2,T=3,N=19 --assumed=nothing %}
// RUN: %{run} %t/joined.mlir --size=B=3,T=5,N=10 --assumed=nothing | FileCheck %s
// RUN: %{run} %t/joined.mlir --size=B=2,T=3,N=131 --assumed=nothing | FileCheck %s
// RUN: %{run} %t/joined.mlir --size=B=1,T=2,N=1 | FileCheck %s
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{run} %t/joined.mlir --size=B=2,T=3,N=19 --assumed=nothing %}
// CHECK: OK

//--- reversed.mlir
func.func @states(%W: !lift.array<N x N x f32>, %x: !lift.array<B x T x N x f32>, %h0: !lift.array<B x N x f32>) -> !lift.array<B x T x N x f32> {
  %all = lift.map (%xb = %x, %hb = %h0 : !lift.array<B x T x N x f32>, !lift.array<B x N x f32>) {
    %xr = lift.reverse %xb dims [0] : !lift.array<T x N x f32>
    %r = lift.scan (%xt = %xr : !lift.array<T x N x f32>) init (%h = %hb : !lift.array<N x f32>) {
      %n = lift.map (%row = %W, %e = %xt : !lift.array<N x N x f32>, !lift.array<N x f32>) {
        %s = lift.reduce associative commutative (%a = %row, %b = %h : !lift.array<N x f32>, !lift.array<N x f32>) init (%acc = %e : f32) {
          %p = arith.mulf %a, %b : f32
          %q = arith.addf %acc, %p : f32
          lift.yield %q : f32
        }
        %t = math.tanh %s : f32
        lift.yield %t : f32
      }
      lift.yield %n : !lift.array<N x f32>
    }
    lift.yield %r : !lift.array<T x N x f32>
  }
  %res = lift.reverse %all dims [1] : !lift.array<B x T x N x f32>
  return %res : !lift.array<B x T x N x f32>
}

//--- columns.mlir
func.func @states(%W: !lift.array<N x N x f32>, %x: !lift.array<B x T x N x f32>, %h0: !lift.array<B x N x f32>) -> !lift.array<B x N x T x f32> {
  %all = lift.map (%xb = %x, %hb = %h0 : !lift.array<B x T x N x f32>, !lift.array<B x N x f32>) {
    %r = lift.scan (%xt = %xb : !lift.array<T x N x f32>) init (%h = %hb : !lift.array<N x f32>) {
      %n = lift.map (%row = %W, %e = %xt : !lift.array<N x N x f32>, !lift.array<N x f32>) {
        %s = lift.reduce associative commutative (%a = %row, %b = %h : !lift.array<N x f32>, !lift.array<N x f32>) init (%acc = %e : f32) {
          %p = arith.mulf %a, %b : f32
          %q = arith.addf %acc, %p : f32
          lift.yield %q : f32
        }
        %t = math.tanh %s : f32
        lift.yield %t : f32
      }
      lift.yield %n : !lift.array<N x f32>
    }
    lift.yield %r : !lift.array<T x N x f32>
  }
  %rv = lift.reverse %all dims [1, 2] : !lift.array<B x T x N x f32>
  %res = lift.transpose %rv permutation [0, 2, 1] : !lift.array<B x T x N x f32>
  return %res : !lift.array<B x N x T x f32>
}

//--- joined.mlir
func.func @states(%W: !lift.array<N x N x f32>, %x: !lift.array<B x T x N x f32>, %h0: !lift.array<B x N x f32>) -> !lift.array<(B * T) x N x f32> {
  %all = lift.map (%xb = %x, %hb = %h0 : !lift.array<B x T x N x f32>, !lift.array<B x N x f32>) {
    %r = lift.scan (%xt = %xb : !lift.array<T x N x f32>) init (%h = %hb : !lift.array<N x f32>) {
      %n = lift.map (%row = %W, %e = %xt : !lift.array<N x N x f32>, !lift.array<N x f32>) {
        %s = lift.reduce associative commutative (%a = %row, %b = %h : !lift.array<N x f32>, !lift.array<N x f32>) init (%acc = %e : f32) {
          %p = arith.mulf %a, %b : f32
          %q = arith.addf %acc, %p : f32
          lift.yield %q : f32
        }
        %t = math.tanh %s : f32
        lift.yield %t : f32
      }
      lift.yield %n : !lift.array<N x f32>
    }
    lift.yield %r : !lift.array<T x N x f32>
  }
  %j = lift.join %all dim 0 : !lift.array<B x T x N x f32>
  %res = lift.reverse %j dims [0] : !lift.array<(B * T) x N x f32>
  return %res : !lift.array<(B * T) x N x f32>
}
