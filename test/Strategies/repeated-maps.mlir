// What a map of a long row computes for others of the row, which neither registers nor
// local memory have room for, they compute again.
// RUN: split-file %s %t
// DEFINE: %{program} = softmax
// DEFINE: %{sizes} = M=2048,N=65536
// DEFINE: %{plan} = lift-opt %t/%{program}.mlir -o /dev/null --pass-pipeline='builtin.module(func.func(lift-fuse-producers,lift-optimize{target=nvidia-h200 sizes=%{sizes} print-schedules}))'
// RUN: %{plan} | FileCheck %s --check-prefixes=CHECK,ENDS
// REDEFINE: %{sizes} = M=2048,N=32768
// RUN: %{plan} | FileCheck %s --check-prefixes=CHECK,HELD
// REDEFINE: %{sizes} = M=2048,N=8195
// RUN: %{plan} | FileCheck %s --check-prefixes=CHECK,HELD
// CHECK: // long rows that are computed for others
// CHECK: %[[ROWS:.*]] = transform.lift.match_pattern %func[0]
// CHECK-NEXT: %[[MAP:.*]] = transform.lift.match_pattern %[[ROWS]][1]
// CHECK-NEXT: transform.lift.compute_in_readers %[[MAP]]
// CHECK: // -----
// ENDS: // ends of rows in registers
// HELD: // rows in registers
// CHECK-NOT: store_results

// Registers have room for both, or local memory; the length is not known; two arrays.
// REDEFINE: %{sizes} = M=2048,N=16384
// RUN: %{plan} | FileCheck %s --check-prefix=NOT
// REDEFINE: %{sizes} = M=2048,N=4095
// RUN: %{plan} | FileCheck %s --check-prefix=NOT
// REDEFINE: %{sizes} = M=2048
// RUN: %{plan} | FileCheck %s --check-prefix=NOT
// REDEFINE: %{program} = two
// REDEFINE: %{sizes} = M=2048,N=65536
// RUN: %{plan} | FileCheck %s --check-prefix=NOT
// NOT-NOT: // long rows that are computed for others

// DEFINE: %{run} = lift-run --target=nvidia-h200 --verify --rtol=1e-3
// RUN: %{run} %t/softmax.mlir --size=M=2,N=65536 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/softmax.mlir --size=M=2,N=40001 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/softmax.mlir --size=M=3,N=8195 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/softmax.mlir --size=M=1,N=66000 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/two.mlir --size=M=2,N=65536 | FileCheck %s --check-prefix=OK
// OK: verify: {{.*}} OK

//--- softmax.mlir
// As a framework writes it, step by step.
func.func @softmax(%x: !lift.array<M x N x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %largest = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %m = lift.reduce associative commutative (%e = %row : !lift.array<N x f32>) init (%acc = %low : f32) {
      %n = arith.maximumf %acc, %e : f32
      lift.yield %n : f32
    }
    lift.yield %m : f32
  }
  %powers = lift.map (%row = %x, %m = %largest : !lift.array<M x N x f32>, !lift.array<M x f32>) {
    %p = lift.map (%e = %row : !lift.array<N x f32>) {
      %d = arith.subf %e, %m : f32
      %f = math.exp %d : f32
      lift.yield %f : f32
    }
    lift.yield %p : !lift.array<N x f32>
  }
  %sums = lift.map (%row = %powers : !lift.array<M x N x f32>) {
    %s = lift.reduce associative commutative (%e = %row : !lift.array<N x f32>) init (%acc = %zero : f32) {
      %n = arith.addf %acc, %e : f32
      lift.yield %n : f32
    }
    lift.yield %s : f32
  }
  %y = lift.map (%row = %powers, %s = %sums : !lift.array<M x N x f32>, !lift.array<M x f32>) {
    %o = lift.map (%e = %row : !lift.array<N x f32>) {
      %q = arith.divf %e, %s : f32
      lift.yield %q : f32
    }
    lift.yield %o : !lift.array<N x f32>
  }
  return %y : !lift.array<M x N x f32>
}

//--- two.mlir
// The exponentials of sums of two rows over their sum.
func.func @two(%x: !lift.array<M x N x f32>, %r: !lift.array<M x N x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %y = lift.map (%a = %x, %b = %r : !lift.array<M x N x f32>, !lift.array<M x N x f32>) {
    %p = lift.map (%e = %a, %f = %b : !lift.array<N x f32>, !lift.array<N x f32>) {
      %t = arith.addf %e, %f : f32
      %u = math.exp %t : f32
      lift.yield %u : f32
    }
    %s = lift.reduce associative commutative (%e = %p : !lift.array<N x f32>) init (%acc = %zero : f32) {
      %n = arith.addf %acc, %e : f32
      lift.yield %n : f32
    }
    %o = lift.map (%e = %p : !lift.array<N x f32>) {
      %q = arith.divf %e, %s : f32
      lift.yield %q : f32
    }
    lift.yield %o : !lift.array<N x f32>
  }
  return %y : !lift.array<M x N x f32>
}
