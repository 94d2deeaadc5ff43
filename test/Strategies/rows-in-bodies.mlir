// RUN: split-file %s %t

// A body that normalises rows, and then looks for the best of all their elements, is
// divided: each of the two is about rows. That the same condition stands twice in a step
// does not keep its law from being known.
// RUN: lift-opt %t/beams.mlir --lift-fuse-producers --remarks-filter='lift-fuse-producers' 2>&1 | FileCheck %s
// CHECK: remark: {{.*}}Function=beams{{.*}}its body does several things
// CHECK-LABEL: func.func @beams
// CHECK:      %[[ROWS:.*]] = lift.map
// CHECK-NEXT:   lift.map
// CHECK-NEXT:     lift.reduce
// CHECK:      lift.map (%[[ROW:.*]] = %[[ROWS]] :
// CHECK-NEXT:   %[[JOINED:.*]] = lift.join %[[ROW]]
// CHECK-NEXT:   lift.reduce associative commutative (%{{.*}} = %[[JOINED]],
// RUN: lift-opt %t/beams.mlir --lift-fuse-producers --lift-optimize='target=nvidia-h200 sizes=B=64,K=8,V=50257 print-schedules' -o /dev/null | FileCheck %s --check-prefix=FEW
// FEW: // few long rows in parts
// FEW: // reduction of rows
// FEW: // rows in registers
// RUN: lift-opt %t/beams.mlir --lift-fuse-producers --lift-optimize='target=nvidia-h200 sizes=B=4096,K=8,V=512 print-schedules' -o /dev/null | FileCheck %s --check-prefix=MANY
// MANY-NOT: // few long rows in parts
// MANY: // reduction of rows
// MANY: // rows in registers

// Not where the rows are known to be short: a work-item has them.
// RUN: sed 's/V x/8 x/g; s/(V)/(8)/g; s/K \* V/K * 8/g' %t/beams.mlir > %t/short.mlir
// RUN: lift-opt %t/short.mlir --lift-fuse-producers | FileCheck %s --check-prefix=SHORT
// SHORT-LABEL: func.func @beams
// SHORT:      lift.map
// SHORT-NEXT:   lift.map
// SHORT-NEXT:     lift.reduce
// SHORT:      lift.join
// SHORT-NOT:  lift.map
// SHORT:      lift.reduce
// SHORT-NOT:  lift.map

// DEFINE: %{size} =
// DEFINE: %{verify} = lift-run %t/beams.mlir --device=%pocl --size=%{size} --verify --rtol=1e-3 --atol=1e-3
// DEFINE: %{runs} = %{verify} --target=nvidia-h200 | FileCheck %s --check-prefix=OK && %{verify} --target=pocl | FileCheck %s --check-prefix=OK && %{verify} --target=mali-g72 | FileCheck %s --check-prefix=OK
// REDEFINE: %{size} = B=1,K=1,V=1
// RUN: %if pocl %{ %{runs} %}
// REDEFINE: %{size} = B=3,K=2,V=1009
// RUN: %if pocl %{ %{runs} %}
// REDEFINE: %{size} = B=2,K=4,V=65536
// RUN: %if pocl %{ %{runs} %}
// REDEFINE: %{size} = B=64,K=2,V=192
// RUN: %if pocl %{ %{runs} %}
// OK: verify: {{.*}} OK
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh lift-run %t/beams.mlir --target=nvidia-h200 --size=B=2,K=3,V=131 --verify --rtol=1e-3 --atol=1e-3 %}

//--- beams.mlir
// The likeliest next word of all beams of a sentence: the first, if there are several.
func.func @beams(%logits: !lift.array<B x K x V x f32>, %scores: !lift.array<B x K x f32>) -> (!lift.array<B x f32>, !lift.array<B x i32>) {
  %least = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0 : i32
  %indices = lift.generate (%i < K * V) {
    %index = arith.index_cast %i : index to i32
    lift.yield %index : i32
  }
  %best:2 = lift.map (%beams = %logits, %of = %scores : !lift.array<B x K x V x f32>, !lift.array<B x K x f32>) {
    %likely = lift.map (%row = %beams, %score = %of : !lift.array<K x V x f32>, !lift.array<K x f32>) {
      %greatest = lift.reduce associative commutative (%e = %row : !lift.array<V x f32>) init (%acc = %least : f32) {
        %next = arith.maximumf %acc, %e : f32
        lift.yield %next : f32
      }
      %sum = lift.reduce associative commutative (%e = %row : !lift.array<V x f32>) init (%acc = %zero : f32) {
        %d = arith.subf %e, %greatest : f32
        %p = math.exp %d : f32
        %next = arith.addf %acc, %p : f32
        lift.yield %next : f32
      }
      %log = math.log %sum : f32
      %all = arith.addf %log, %greatest : f32
      %normalised = lift.map (%e = %row : !lift.array<V x f32>) {
        %d = arith.subf %e, %all : f32
        %s = arith.addf %d, %score : f32
        lift.yield %s : f32
      }
      lift.yield %normalised : !lift.array<V x f32>
    }
    %joined = lift.join %likely : !lift.array<K x V x f32>
    %first:2 = lift.reduce (%e = %joined, %i = %indices : !lift.array<((K) * (V)) x f32>, !lift.array<(K * V) x i32>) init (%b = %least, %n = %none : f32, i32) {
      %isBetter = arith.cmpf ogt, %e, %b : f32
      %better = arith.select %isBetter, %e, %b : f32
      %isLater = arith.cmpf ogt, %e, %b : f32
      %index = arith.select %isLater, %i, %n : i32
      lift.yield %better, %index : f32, i32
    }
    lift.yield %first#0, %first#1 : f32, i32
  }
  return %best#0, %best#1 : !lift.array<B x f32>, !lift.array<B x i32>
}
