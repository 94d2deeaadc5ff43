// RUN: split-file %s %t
// DEFINE: %{plan} = lift-opt -o /dev/null --remarks-filter='lift.*' --remark-policy=all

// A body that makes more of its histogram is divided behind it.
// RUN: %{plan} %t/means.mlir --lift-optimize='target=nvidia-h200 sizes=M=4096,N=512 print-schedules' 2>&1 | FileCheck %s
// CHECK: // histograms and what is made of them
// CHECK: // the histograms, then what is made of them
// CHECK: transform.lift.fission_map
// CHECK: // histograms of rows
// RUN: %{plan} %t/means.mlir --lift-optimize='target=pocl sizes=M=4096,N=512' 2>&1 | FileCheck %s --check-prefix=CPU
// CPU: Remark="histograms and what is made of them"

// Not where nothing is made of it.
// RUN: %{plan} %t/rows.mlir --lift-optimize='target=nvidia-h200 sizes=M=4096,N=512' 2>&1 | FileCheck %s --check-prefix=ROWS
// ROWS-NOT: made of them
// ROWS: Remark="histograms of rows"
// ROWS-NOT: in parts

// A few long ones are made in parts.
// RUN: %{plan} %t/rows.mlir --lift-optimize='target=nvidia-h200 sizes=M=4,N=16777216 print-schedules' 2>&1 | FileCheck %s --check-prefix=FEW
// FEW: // histogram in parts
// FEW: // parts of
// FEW: transform.lift.fission_map
// FEW: // reduction of columns
// FEW: // histograms of rows

// DEFINE: %{run} = lift-run --verify --rtol=1e-4 --atol=1e-4
// RUN: %{run} %t/means.mlir --target=nvidia-h200 --size=M=5,N=700 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/means.mlir --target=nvidia-h200 --size=M=3,N=70001 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/means.mlir --target=pocl --size=M=1,N=1 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/rows.mlir --target=nvidia-h200 --size=M=2,N=131073 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/rows.mlir --target=nvidia-h200 --size=M=1,N=65536 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/rows.mlir --target=mali-g610 --size=M=3,N=70000 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{run} %t/means.mlir --target=nvidia-h200 --size=M=2,N=300 %}
// OK-NOT: warning
// OK: OK

//--- means.mlir
// Sums and counts of 5 classes for each row, and their means.
func.func @means(%x: !lift.array<M x N x f32>, %class: !lift.array<N x i32>) -> !lift.array<M x 5 x f32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %bins = lift.broadcast %zero sizes [5] : f32
  %r = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %h:2 = lift.scatter_reduce (%c = %class, %e = %row : !lift.array<N x i32>, !lift.array<N x f32>) init (%n = %bins, %s = %bins : !lift.array<5 x f32>, !lift.array<5 x f32>) {
      %more = arith.addf %n, %one : f32
      %sum = arith.addf %s, %e : f32
      lift.yield %more, %sum : f32, f32
    }
    %m = lift.map (%n = %h#0, %s = %h#1 : !lift.array<5 x f32>, !lift.array<5 x f32>) {
      %least = arith.maximumf %n, %one : f32
      %mean = arith.divf %s, %least : f32
      lift.yield %mean : f32
    }
    lift.yield %m : !lift.array<5 x f32>
  }
  return %r : !lift.array<M x 5 x f32>
}

//--- rows.mlir
func.func @rows(%x: !lift.array<M x N x i32>) -> !lift.array<M x 64 x i32> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %bins = lift.broadcast %zero sizes [64] : i32
  %r = lift.map (%row = %x : !lift.array<M x N x i32>) {
    %h = lift.scatter_reduce (%e = %row : !lift.array<N x i32>) init (%n = %bins : !lift.array<64 x i32>) {
      %more = arith.addi %n, %one : i32
      lift.yield %more : i32
    }
    lift.yield %h : !lift.array<64 x i32>
  }
  return %r : !lift.array<M x 64 x i32>
}
