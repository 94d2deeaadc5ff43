// On a CPU, a matrix whose rows are columns of a product is turned before it.
// RUN: split-file %s %t
// DEFINE: %{program} =
// DEFINE: %{sizes} = M=256,N=192,K=128
// DEFINE: %{target} = pocl
// DEFINE: %{optimize} = lift-opt %{program} --lift-fuse-producers --lift-optimize='target=%{target} sizes=%{sizes} print-schedules' -o /dev/null | FileCheck %s
// REDEFINE: %{program} = %t/product.mlir
// RUN: %{optimize} --check-prefix=TURNED
// TURNED: // contraction of turned columns
// TURNED: transform.lift.copy_argument {{.*}} {argument = 0, read_order = array<i64: 1, 0>}
// TURNED: // contraction in register tiles
// TURNED: // transposition
// Of a size that is not known, too; each of several matrices; of both sides of a layer.
// RUN: lift-opt %t/product.mlir --lift-optimize='target=pocl print-schedules' -o /dev/null | FileCheck %s --check-prefix=TURNED-ANY
// TURNED-ANY: // contraction of turned columns
// REDEFINE: %{program} = %t/batch.mlir
// REDEFINE: %{sizes} = P=5,M=256,N=192,K=128
// RUN: %{optimize} --check-prefix=BATCH
// BATCH: transform.lift.copy_argument {{.*}} {argument = 1, read_order = array<i64: 0, 2, 1>}
// REDEFINE: %{program} = %lift_src_root/examples/gallery/swiglu.mlir
// REDEFINE: %{sizes} = M=256,N=192,K=128
// RUN: %{optimize} --check-prefix=BOTH
// BOTH: // contraction of turned columns
// BOTH: // contraction of turned columns
// BOTH-NOT: // contraction of turned columns

// Not where columns are neighbours, where few rows would read them, and where
// work-items are no threads.
// REDEFINE: %{program} = %lift_src_root/examples/matmul.mlir
// RUN: %{optimize} --check-prefix=NOT
// REDEFINE: %{program} = %t/product.mlir
// REDEFINE: %{sizes} = M=31,N=192,K=128
// RUN: %{optimize} --check-prefix=NOT
// REDEFINE: %{sizes} = M=256,N=192,K=128
// REDEFINE: %{target} = mali-g72
// RUN: %{optimize} --check-prefix=NOT
// REDEFINE: %{target} = nvidia-h200
// RUN: %{optimize} --check-prefix=NOT
// NOT-NOT: turned columns

// Columns that are no whole vectors are turned number by number.
// REDEFINE: %{target} = pocl
// REDEFINE: %{program} = %lift_src_root/examples/conv3x3.mlir
// REDEFINE: %{sizes} = H=30,W=41,Ci=63,Co=71
// RUN: %{optimize} --check-prefix=NUMBERS
// NUMBERS: // contraction of turned columns
// NUMBERS: // transposition
// NUMBERS: // squares of numbers
// NUMBERS: transform.lift.map_to {{.*}} ["seq", "seq"]
// RUN: lift-run %{program} --target=pocl --size=H=5,W=8,Ci=7,Co=19 --verify
// A short side has a longer other one.
// REDEFINE: %{program} = %lift_src_root/examples/transpose.mlir
// REDEFINE: %{sizes} = M=5000,N=7
// RUN: %{optimize} --check-prefix=LONG
// LONG: // squares of numbers
// LONG: transform.lift.block {{.*}}chunks = {{\[\[}}{{7|585}}], [{{7|585}}]]
// RUN: lift-run %{program} --target=pocl --size=M=1200,N=7 --verify
// RUN: lift-run %{program} --target=pocl --size=M=1,N=5 --verify
// RUN: lift-run %{program} --target=pocl --size=M=67,N=65 --assumed=nothing --verify

// DEFINE: %{verify} = lift-run --target=pocl --verify --rtol=1e-4 --atol=1e-4
// RUN: %{verify} %t/product.mlir --size=M=37,N=67,K=53 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %t/product.mlir --size=M=64,N=64,K=48 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %t/product.mlir --size=M=64,N=1,K=1 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %t/product.mlir --size=M=1,N=1,K=1 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %t/batch.mlir --size=P=3,M=41,N=35,K=17 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %lift_src_root/examples/gallery/swiglu.mlir --size=M=33,N=47,K=29 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %lift_src_root/examples/gallery/syrk.mlir --size=M=43,K=31 | FileCheck %s --check-prefix=OK
// OK: verify: {{.*}} OK

//--- product.mlir
func.func @product(%A: !lift.array<M x K x f32>, %B: !lift.array<N x K x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %C = lift.map (%row = %A : !lift.array<M x K x f32>) {
    %out = lift.map (%column = %B : !lift.array<N x K x f32>) {
      %sum = lift.reduce associative commutative (%a = %row, %b = %column : !lift.array<K x f32>, !lift.array<K x f32>) init (%acc = %zero : f32) {
        %ab = arith.mulf %a, %b : f32
        %next = arith.addf %acc, %ab : f32
        lift.yield %next : f32
      }
      lift.yield %sum : f32
    }
    lift.yield %out : !lift.array<N x f32>
  }
  return %C : !lift.array<M x N x f32>
}

//--- batch.mlir
func.func @batch(%A: !lift.array<P x M x K x f32>, %B: !lift.array<P x N x K x f32>) -> !lift.array<P x M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %C = lift.map (%x = %A, %y = %B : !lift.array<P x M x K x f32>, !lift.array<P x N x K x f32>) {
    %rows = lift.map (%row = %x : !lift.array<M x K x f32>) {
      %out = lift.map (%column = %y : !lift.array<N x K x f32>) {
        %sum = lift.reduce (%a = %row, %b = %column : !lift.array<K x f32>, !lift.array<K x f32>) init (%acc = %zero : f32) {
          %ab = arith.mulf %a, %b : f32
          %next = arith.addf %acc, %ab : f32
          lift.yield %next : f32
        }
        lift.yield %sum : f32
      }
      lift.yield %out : !lift.array<N x f32>
    }
    lift.yield %rows : !lift.array<M x N x f32>
  }
  return %C : !lift.array<P x M x N x f32>
}
