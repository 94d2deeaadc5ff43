// What is made of the sums of a contraction may look numbers up at computed places of an
// array of an outer dimension, as the bias of an attention by distance; its steps may not.
// RUN: split-file %s %t
// DEFINE: %{optimize} = lift-opt --lift-fuse-producers --lift-optimize='target=nvidia-h200 sizes=B=128,S=512,D=64' --remarks-filter='lift.*' -o /dev/null
// RUN: %{optimize} %t/scores.mlir 2>&1 | FileCheck %s
// CHECK: Remark="contraction in local tiles"
// RUN: %{optimize} %t/steps.mlir 2>&1 | FileCheck %s --check-prefix=STEPS
// STEPS-NOT: contraction

// DEFINE: %{run} = lift-run --verify --rtol=1e-4 --atol=1e-4
// RUN: %{run} %t/scores.mlir --target=nvidia-h200 --size=B=2,S=33,D=17 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/scores.mlir --target=opencl --size=B=1,S=130,D=8 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/scores.mlir --target=pocl --size=B=2,S=64,D=16 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/scores.mlir --target=mali-g72 --size=B=3,S=1,D=5 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/steps.mlir --target=nvidia-h200 --size=B=2,S=33,D=17 | FileCheck %s --check-prefix=OK
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{run} %t/scores.mlir --target=nvidia-h200 --size=B=1,S=35,D=9 %}
// OK: verify: {{.*}} OK

//--- scores.mlir
// Scores of keys up to a length, with a bias by distance.
func.func @scores(%q: !lift.array<B x S x D x f32>, %k: !lift.array<B x S x D x f32>, %bias: !lift.array<B x ((2 * S)) x f32>, %ln: !lift.array<B x i32>) -> !lift.array<B x S x S x f32> {
  %c0 = arith.constant 1 : i32
  %c1 = arith.constant 0.0 : f32
  %c2 = arith.constant 0.125 : f32
  %c3 = arith.constant -1000000000.0 : f32
  %r = lift.map (%v7 = %q, %v8 = %k, %v10 = %bias, %v5 = %ln : !lift.array<B x S x D x f32>, !lift.array<B x S x D x f32>, !lift.array<B x ((2 * S)) x f32>, !lift.array<B x i32>) {
      %v11 = lift.generate (%v12 < S) {
        %v13 = arith.index_cast %v12 : index to i32
        lift.yield %v13 : i32
      }
      %v14 = lift.map (%v15 = %v7, %v16 = %v11 : !lift.array<S x D x f32>, !lift.array<S x i32>) {
        %v17 = lift.generate (%v18 < S) {
          %v19 = arith.index_cast %v18 : index to i32
          lift.yield %v19 : i32
        }
        %v20 = lift.map (%v21 = %v8, %v22 = %v17 : !lift.array<S x D x f32>, !lift.array<S x i32>) {
          %v23 = arith.maxsi %v5, %c0 : i32
 %v24 = arith.cmpi slt, %v22, %v23 : i32
          %v25 = lift.reduce associative commutative (%v26 = %v15, %v27 = %v21 : !lift.array<D x f32>, !lift.array<D x f32>) init (%v28 = %c1 : f32) {
            %v29 = arith.mulf %v26, %v27 : f32
            %v30 = arith.addf %v28, %v29 : f32
            lift.yield %v30 : f32
          }
          %v31 = arith.mulf %v25, %c2 : f32
          %v32 = arith.subi %v16, %v22 : i32
          %v33 = lift.size S : index
          %v34 = arith.index_cast %v33 : index to i32
          %v35 = arith.addi %v32, %v34 : i32
          %v36 = arith.index_cast %v35 : i32 to index
          %v37 = lift.at in_bounds %v10[%v36] : !lift.array<((2 * S)) x f32>
%x = arith.addf %v31, %v37 : f32
%out = arith.select %v24, %x, %c3 : f32
          lift.yield %out : f32
        }
        lift.yield %v20 : !lift.array<S x f32>
      }
      lift.yield %v14 : !lift.array<S x S x f32>
  }
  return %r : !lift.array<B x S x S x f32>
}

//--- steps.mlir
func.func @steps(%q: !lift.array<B x S x D x i32>, %k: !lift.array<B x S x D x f32>, %table: !lift.array<B x 4 x f32>) -> !lift.array<B x S x S x f32> {
  %zero = arith.constant 0.0 : f32
  %three = arith.constant 3 : i32
  %r = lift.map (%a = %q, %b = %k, %t = %table : !lift.array<B x S x D x i32>, !lift.array<B x S x D x f32>, !lift.array<B x 4 x f32>) {
    %rows = lift.map (%x = %a : !lift.array<S x D x i32>) {
      %columns = lift.map (%y = %b : !lift.array<S x D x f32>) {
        %dot = lift.reduce associative commutative (%u = %x, %v = %y : !lift.array<D x i32>, !lift.array<D x f32>) init (%acc = %zero : f32) {
          %i = arith.andi %u, %three : i32
          %index = arith.index_cast %i : i32 to index
          %w = lift.at in_bounds %t[%index] : !lift.array<4 x f32>
          %p = arith.mulf %w, %v : f32
          %s = arith.addf %acc, %p : f32
          lift.yield %s : f32
        }
        lift.yield %dot : f32
      }
      lift.yield %columns : !lift.array<S x f32>
    }
    lift.yield %rows : !lift.array<S x S x f32>
  }
  return %r : !lift.array<B x S x S x f32>
}
