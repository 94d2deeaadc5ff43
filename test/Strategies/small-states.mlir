// A work-item takes the steps of a reduction of small arrays, which are in private memory.
//
// RUN: split-file %s %t
// DEFINE: %{plan} = lift-opt -o /dev/null --remarks-filter='lift.*' --remark-policy=all
// RUN: %{plan} %t/factors.mlir --lift-optimize='target=mali-g72 sizes=P=100000 print-schedules' 2>&1 | FileCheck %s
// CHECK: Remark="steps of small arrays"
// CHECK: // a work-item takes the steps of an element
// CHECK: [[STEPS:%.*]] = transform.lift.match_pattern %0[0]
// CHECK: transform.lift.unroll [[STEPS]]
// CHECK: transform.lift.place_accumulators [[STEPS]] ["seq"] in "private"
// CHECK: transform.lift.map_to %0 ["glb(0)"]

// Many steps stay a loop.
// RUN: sed 's/< 5)/< 50)/; s/!lift.array<5 x i32>/!lift.array<50 x i32>/' %t/factors.mlir > %t/many.mlir
// RUN: %{plan} %t/many.mlir --lift-optimize='target=mali-g72 sizes=P=100000 print-schedules' 2>&1 | FileCheck %s --check-prefix=MANY
// MANY: // a work-item takes the steps of an element
// MANY-NOT: unroll
// MANY: place_accumulators

// Where a device has local memory of its own, results go through that.
// RUN: %{plan} %t/factors.mlir --lift-optimize='target=nvidia-h200 sizes=P=100000 print-schedules' 2>&1 | FileCheck %s --check-prefix=LOCAL
// LOCAL: Remark="small arrays through local memory"
// LOCAL: transform.lift.place_accumulators {{.*}} ["seq"] in "private"
// LOCAL: transform.lift.store_results {{.*}} in "local" {pad = array<i64: 0, 0, 0>, only = array<i64: 0>}

// Not on a CPU, nor of arrays that are not known to be small; nor where few elements have a
// group each.
// RUN: %{plan} %t/factors.mlir --lift-optimize='target=pocl sizes=P=100000' 2>&1 | FileCheck %s --check-prefix=CPU
// CPU: the work-items of the device are threads {{.*}}steps of small arrays
// RUN: sed 's/5 x 5 x/5 x N x/g; s/sizes \[5, 5\]/sizes [5, N]/; s/!lift.array<5 x f32>/!lift.array<N x f32>/g' %t/factors.mlir > %t/long.mlir
// RUN: %{plan} %t/long.mlir --lift-optimize='target=nvidia-h200 sizes=P=100000,N=2' 2>&1 | FileCheck %s --check-prefix=LONG
// LONG-NOT: Remark="steps of small arrays"
// RUN: %{plan} %t/factors.mlir --lift-optimize='target=nvidia-h200 sizes=P=100' 2>&1 | FileCheck %s --check-prefix=GROUPS
// GROUPS: Remark="steps that a group shares"

// DEFINE: %{run} = lift-run --verify --rtol=1e-4 --atol=1e-5
// RUN: %{run} %t/factors.mlir --target=nvidia-h200 --size=P=33793 --print-kernel | FileCheck %s --check-prefix=KERNEL
// KERNEL-NOT: tmp
// KERNEL: float priv
// KERNEL: OK
// RUN: %{run} %t/many.mlir --target=nvidia-h200 --size=P=33800 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/factors.mlir --target=mali-g72 --size=P=1201 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/factors.mlir --target=nvidia-h200 --size=P=1 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/long.mlir --target=nvidia-h200 --size=P=3,N=5 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/factors.mlir --target=opencl --size=P=37 --assumed=nothing | FileCheck %s --check-prefix=OK
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{run} %t/small.mlir --target=nvidia-h200 --size=P=37 %}
// OK: OK

//--- factors.mlir
func.func @factors(%a: !lift.array<P x 5 x 5 x f32>) -> !lift.array<P x 5 x 5 x f32> {
  %zero = arith.constant 0.0 : f32
  %quarter = arith.constant 0.25 : f32
  %columns = lift.generate (%i < 5) {
    %n = arith.index_cast %i : index to i32
    lift.yield %n : i32
  }
  %r = lift.map (%matrix = %a : !lift.array<P x 5 x 5 x f32>) {
    %none = lift.broadcast %zero sizes [5, 5] : f32
    %all = lift.reduce (%k = %columns : !lift.array<5 x i32>) init (%state = %none : !lift.array<5 x 5 x f32>) {
      %turned = lift.reverse %state : !lift.array<5 x 5 x f32>
      %f = arith.sitofp %k : i32 to f32
      %next = lift.map (%row = %matrix, %other = %turned : !lift.array<5 x 5 x f32>, !lift.array<5 x 5 x f32>) {
        %sum = lift.reduce associative commutative (%e = %other : !lift.array<5 x f32>) init (%acc = %f : f32) {
          %n = arith.addf %acc, %e : f32
          lift.yield %n : f32
        }
        %part = arith.mulf %sum, %quarter : f32
        %line = lift.map (%e = %row, %o = %other : !lift.array<5 x f32>, !lift.array<5 x f32>) {
          %s = arith.mulf %o, %quarter : f32
          %t = arith.addf %s, %e : f32
          %u = arith.subf %t, %part : f32
          %v = arith.mulf %u, %quarter : f32
          lift.yield %v : f32
        }
        lift.yield %line : !lift.array<5 x f32>
      }
      lift.yield %next : !lift.array<5 x 5 x f32>
    }
    lift.yield %all : !lift.array<5 x 5 x f32>
  }
  return %r : !lift.array<P x 5 x 5 x f32>
}

//--- small.mlir
func.func @small(%a: !lift.array<P x 3 x f32>, %b: !lift.array<4 x f32>) -> !lift.array<P x 3 x f32> {
  %r = lift.map (%e = %a : !lift.array<P x 3 x f32>) {
    %all = lift.reduce (%k = %b : !lift.array<4 x f32>) init (%state = %e : !lift.array<3 x f32>) {
      %turned = lift.reverse %state : !lift.array<3 x f32>
      %next = lift.map (%x = %turned, %y = %state : !lift.array<3 x f32>, !lift.array<3 x f32>) {
        %s = arith.mulf %x, %k : f32
        %t = arith.addf %s, %y : f32
        lift.yield %t : f32
      }
      lift.yield %next : !lift.array<3 x f32>
    }
    lift.yield %all : !lift.array<3 x f32>
  }
  return %r : !lift.array<P x 3 x f32>
}
