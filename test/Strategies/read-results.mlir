// What stands at a certain place of an array that a map yields, too, is read of its result:
// nothing in the body reads the array then, and work-items share its loops.
//
// RUN: lift-opt %s --lift-normalize --lift-fuse-producers | FileCheck %s
// RUN: lift-opt -o /dev/null %s --lift-normalize --lift-fuse-producers --lift-optimize='target=nvidia-h200 sizes=S=4096,L=1024' --remarks-filter='lift.*' 2>&1 | FileCheck %s --check-prefix=PLAN
// PLAN: Function=offsets | Remark="scans of rows"

// DEFINE: %{run} = lift-run %s --verify
// RUN: %{run} --entry=offsets --target=nvidia-h200 --size=S=64,L=257 | FileCheck %s --check-prefix=OK
// RUN: %{run} --entry=offsets --target=pocl --size=S=3,L=37 | FileCheck %s --check-prefix=OK
// RUN: %{run} --entry=offsets --target=mali-g72 --size=S=1,L=1 --assumed=nothing | FileCheck %s --check-prefix=OK
// RUN: %{run} --entry=computed --target=nvidia-h200 --size=S=5,L=33 | FileCheck %s --check-prefix=OK
// OK: OK

// CHECK-LABEL: func.func @offsets(
// CHECK: [[SUMS:%.*]] = lift.map
// CHECK-NEXT: lift.scan
// CHECK: lift.at [[SUMS]][L - 1] dim 1
func.func @offsets(%x: !lift.array<S x L x i32>) -> (!lift.array<S x L x i32>, !lift.array<S x i32>) {
  %zero = arith.constant 0 : i32
  %r:2 = lift.map (%row = %x : !lift.array<S x L x i32>) {
    %sums = lift.scan associative (%e = %row : !lift.array<L x i32>) init (%acc = %zero : i32) {
      %next = arith.addi %acc, %e : i32
      lift.yield %next : i32
    }
    %padded = lift.pad %sums low [1] high [0] constant(%zero : i32) : !lift.array<L x i32>
    %offsets = lift.take %padded size [L] : !lift.array<(L + 1) x i32>
    %all = lift.at %sums[L - 1] : !lift.array<L x i32>
    lift.yield %offsets, %all : !lift.array<L x i32>, i32
  }
  return %r#0, %r#1 : !lift.array<S x L x i32>, !lift.array<S x i32>
}

// Not at a place that the body computes, nor of an array that it does not yield.
// CHECK-LABEL: func.func @computed(
// CHECK-NOT: dim 1
// CHECK: return
func.func @computed(%x: !lift.array<S x L x i32>, %k: !lift.array<S x i32>) -> (!lift.array<S x L x i32>, !lift.array<S x i32>, !lift.array<S x i32>) {
  %zero = arith.constant 0 : i32
  %r:3 = lift.map (%row = %x, %n = %k : !lift.array<S x L x i32>, !lift.array<S x i32>) {
    %sums = lift.scan associative (%e = %row : !lift.array<L x i32>) init (%acc = %zero : i32) {
      %next = arith.addi %acc, %e : i32
      lift.yield %next : i32
    }
    %i = arith.index_cast %n : i32 to index
    %there = lift.at %sums[%i] default(%zero : i32) : !lift.array<L x i32>
    %first = lift.at %row[0] : !lift.array<L x i32>
    lift.yield %sums, %there, %first : !lift.array<L x i32>, i32, i32
  }
  return %r#0, %r#1, %r#2 : !lift.array<S x L x i32>, !lift.array<S x i32>, !lift.array<S x i32>
}
