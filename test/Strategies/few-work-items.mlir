// RUN: split-file %s %t

// Maps that no strategy divides are warned about where work-items are few, and go through
// very many elements in order.

// DEFINE: %{sizes} =
// DEFINE: %{target} = nvidia-h200
// DEFINE: %{optimize} = lift-opt %t/twice.mlir --lift-fuse-producers --lift-optimize='target=%{target} sizes=%{sizes}' -o /dev/null
// REDEFINE: %{sizes} = M=64,N=1000000
// RUN: %{optimize} 2>&1 | FileCheck %s --check-prefix=FEW
// FEW: warning: this map runs on 64 work-items, each of which goes through N elements
// FEW: note: no strategy divides what is done for one of its elements
// REDEFINE: %{sizes} = M=1,N=1000000
// RUN: %{optimize} 2>&1 | FileCheck %s --check-prefix=ONE
// ONE: warning: this map runs on 1 work-item, which goes through N elements

// Not of many work-items, few elements, or unknown numbers of either; a thread of a CPU
// goes through more.
// REDEFINE: %{sizes} = M=10000,N=1000000
// RUN: %{optimize} 2>&1 | FileCheck %s --check-prefix=QUIET --allow-empty
// REDEFINE: %{sizes} = M=64,N=1000
// RUN: %{optimize} 2>&1 | FileCheck %s --check-prefix=QUIET --allow-empty
// REDEFINE: %{sizes} = N=1000000
// RUN: %{optimize} 2>&1 | FileCheck %s --check-prefix=QUIET --allow-empty
// REDEFINE: %{sizes} = M=64
// RUN: %{optimize} 2>&1 | FileCheck %s --check-prefix=QUIET --allow-empty
// REDEFINE: %{sizes} = M=4096,N=1000000
// REDEFINE: %{target} = pocl
// RUN: %{optimize} 2>&1 | FileCheck %s --check-prefix=QUIET --allow-empty
// QUIET-NOT: warning

// Nor are those that a strategy has, which can take the steps in order only.
// REDEFINE: %{target} = nvidia-h200
// DEFINE: %{scan} = lift-opt %t/scan.mlir --lift-fuse-producers --lift-optimize='target=%{target} sizes=%{sizes}' -o /dev/null
// REDEFINE: %{sizes} = M=32,N=480000
// RUN: %{scan} 2>&1 | FileCheck %s --check-prefix=SCAN
// SCAN: warning: this scan runs on 32 work-items, each of which goes through 480000 elements
// SCAN: note: its steps are taken one after another: declare it associative if it is
// REDEFINE: %{sizes} = M=10000,N=480000
// RUN: %{scan} 2>&1 | FileCheck %s --check-prefix=QUIET --allow-empty
// REDEFINE: %{sizes} = M=32,N=4800
// RUN: %{scan} 2>&1 | FileCheck %s --check-prefix=QUIET --allow-empty
// REDEFINE: %{sizes} =
// RUN: %{scan} 2>&1 | FileCheck %s --check-prefix=QUIET --allow-empty

//--- scan.mlir
func.func @envelope(%x: !lift.array<M x N x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %r = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %s = lift.scan (%e = %row : !lift.array<N x f32>) init (%acc = %zero : f32) {
      %p = arith.mulf %half, %acc : f32
      %larger = arith.maximumf %p, %e : f32
      %sin = math.sin %larger : f32
      lift.yield %sin : f32
    }
    lift.yield %s : !lift.array<N x f32>
  }
  return %r : !lift.array<M x N x f32>
}

//--- twice.mlir
func.func @twice(%x: !lift.array<M x N x f32>) -> !lift.array<M x f32> {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %r = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %first = lift.reduce (%e = %row : !lift.array<N x f32>) init (%acc = %zero : f32) {
      %d = arith.subf %e, %acc : f32
      %a = math.absf %d : f32
      lift.yield %a : f32
    }
    %second = lift.reduce (%e = %row : !lift.array<N x f32>) init (%acc = %first : f32) {
      %s = arith.mulf %e, %acc : f32
      %a = math.sin %s : f32
      lift.yield %a : f32
    }
    lift.yield %second : f32
  }
  return %r : !lift.array<M x f32>
}
