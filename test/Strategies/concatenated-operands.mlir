// Rows that a body concatenates of its elements, as rotary positions of queries do of two
// halves: the products that read them are those of whole arrays, and have tiles.
// DEFINE: %{strategies} = lift-opt %s --lift-fuse-producers --lift-optimize='target=nvidia-h200 sizes=B=8,S=512,H=32' --remarks-filter=lift-optimize -o /dev/null 2>&1
// RUN: %{strategies} | FileCheck %s
// CHECK: Remark="contraction in local tiles"
// RUN: lift-opt %s --lift-fuse-producers | FileCheck %s --check-prefix=FUSED
// FUSED:      %[[ROWS:.*]] = lift.concat %arg0, %arg1 dim 2
// FUSED-NEXT: lift.map (%{{.*}} = %arg2, %{{.*}} = %[[ROWS]] :
// RUN: %if pocl %{ lift-run %s --target=nvidia-h200 --size=B=3,S=67,H=5 --verify --rtol=1e-4 | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ lift-run %s --target=mali-g72 --size=B=2,S=9,H=8 --verify --rtol=1e-4 | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ lift-run %s --size=B=1,S=1,H=1 --verify --rtol=1e-4 | FileCheck %s --check-prefix=OK %}
// OK: OK

func.func @scores(%a: !lift.array<B x S x H x f32>, %b: !lift.array<B x S x H x f32>,
                  %k: !lift.array<B x S x (H + H) x f32>) -> !lift.array<B x S x S x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%first = %a, %second = %b, %keys = %k : !lift.array<B x S x H x f32>, !lift.array<B x S x H x f32>, !lift.array<B x S x (H + H) x f32>) {
    %queries = lift.concat %first, %second dim 1 : !lift.array<S x H x f32>, !lift.array<S x H x f32>
    %products = lift.map (%query = %queries : !lift.array<S x (H + H) x f32>) {
      %row = lift.map (%key = %keys : !lift.array<S x (H + H) x f32>) {
        %sum = lift.reduce associative commutative (%p = %query, %q = %key : !lift.array<(H + H) x f32>, !lift.array<(H + H) x f32>) init (%acc = %zero : f32) {
          %pq = arith.mulf %p, %q : f32
          %next = arith.addf %acc, %pq : f32
          lift.yield %next : f32
        }
        lift.yield %sum : f32
      }
      lift.yield %row : !lift.array<S x f32>
    }
    lift.yield %products : !lift.array<S x S x f32>
  }
  return %r : !lift.array<B x S x S x f32>
}
