// Work-items of three dimensions have rows in T / C blocks of C rows, which they
// store and read again: these are apart, without barriers, as a block and what is
// in it are digits of the place, also where the number of blocks is a quotient.
//
// RUN: lift-opt %s --lift-to-gpu=optimize=false | FileCheck %s
// RUN: %if pocl %{ lift-run %s -O0 --verify --cache= --size=A=3,T=35,C=5,W=7 | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ lift-run %s --verify --cache= --target=nvidia-h200 --size=A=1,T=3,C=1,W=1 | FileCheck %s --check-prefix=OK %}
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh lift-run %s -O0 --verify --cache= --size=A=3,T=35,C=5,W=7 %}
// CHECK-NOT: gpu.barrier
// OK: verify: {{.*}} OK

func.func @blocks(%x: !lift.array<A x T x W x f32>, %c: !lift.array<C x f32>)
    -> (!lift.array<A x (T / C) x C x W x f32>, !lift.array<A x (T / C) x C x f32>) {
  %zero = arith.constant 0.0 : f32
  %blocks = lift.split %x by C dim 1 : !lift.array<A x T x W x f32>
  %r:2 = lift.map (%a = %blocks : !lift.array<A x (T / C) x C x W x f32>) {
    %s:2 = lift.map (%b = %a : !lift.array<(T / C) x C x W x f32>) {
      %t:2 = lift.map (%row = %b : !lift.array<C x W x f32>) {
        %y = lift.map (%e = %row : !lift.array<W x f32>) {
          %d = arith.mulf %e, %e : f32
          lift.yield %d : f32
        }
        %stored = lift.materialize %y in global : !lift.array<W x f32>
        %z = lift.reduce (%e = %stored : !lift.array<W x f32>) init (%acc = %zero : f32) {
          %n = arith.addf %acc, %e : f32
          lift.yield %n : f32
        }
        %copy = lift.map (%e = %stored : !lift.array<W x f32>) {
          lift.yield %e : f32
        }
        lift.yield %copy, %z : !lift.array<W x f32>, f32
      }
      lift.yield %t#0, %t#1 : !lift.array<C x W x f32>, !lift.array<C x f32>
    }
    lift.yield %s#0, %s#1 : !lift.array<(T / C) x C x W x f32>, !lift.array<(T / C) x C x f32>
  }
  return %r#0, %r#1 : !lift.array<A x (T / C) x C x W x f32>, !lift.array<A x (T / C) x C x f32>
}
