// Rows whose elements are computed together are stored before others read them: each
// of these programs takes time and memory for its elements, not for their squares.
// REQUIRES: pocl

// DEFINE: %{run} = lift-run %s --verify

// RUN: %{run} --entry=scans --size=M=5,N=300 | FileCheck %s --check-prefix=SCANS
// RUN: %{run} --entry=scans --size=M=5,N=300 -O0 | FileCheck %s --check-prefix=SCANS
// RUN: %{run} --entry=scans --size=M=1,N=1 | FileCheck %s
// RUN: %{run} --entry=scans --size=M=3,N=7 --target=nvidia-h200 | FileCheck %s
// SCANS: memory: 18016 bytes
// SCANS: OK
// CHECK: OK
func.func @scans(%x: !lift.array<M x N x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %s = lift.map (%r = %x : !lift.array<M x N x f32>) {
    %p = lift.scan (%e = %r : !lift.array<N x f32>) init (%a = %zero : f32) {
      %n = arith.addf %a, %e : f32
      lift.yield %n : f32
    }
    lift.yield %p : !lift.array<N x f32>
  }
  %y = lift.map (%r = %s : !lift.array<M x N x f32>) {
    %q = lift.map (%e = %r : !lift.array<N x f32>) {
      %m = arith.addf %e, %e : f32
      lift.yield %m : f32
    }
    lift.yield %q : !lift.array<N x f32>
  }
  return %y : !lift.array<M x N x f32>
}

// Sums of arrays, one after another: the first would be computed for each element of
// the second, and so on.
// RUN: %{run} --entry=halves --size=N=3 | FileCheck %s
// RUN: %{run} --entry=halves --size=N=64 | FileCheck %s
// RUN: %{run} --entry=halves --size=N=40 --target=nvidia-h200 | FileCheck %s
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{run} --entry=halves --size=N=5 %}
func.func @halves(%x: !lift.array<16 x N x f32>) -> !lift.array<1 x N x f32> {
  %r = lift.iterate 4 size L (%a = %x : !lift.array<16 x N x f32>) {
    %h = lift.split %a by 2 : !lift.array<L x N x f32>
    %m = lift.map (%p = %h : !lift.array<(L / 2) x 2 x N x f32>) {
      %one = arith.constant 1.0 : f32
      %ones = lift.broadcast %one sizes [N] : f32
      %sum = lift.reduce (%e = %p : !lift.array<2 x N x f32>) init (%acc = %ones : !lift.array<N x f32>) {
        %t = lift.map (%u = %acc, %v = %e : !lift.array<N x f32>, !lift.array<N x f32>) {
          %w = arith.addf %u, %v : f32
          lift.yield %w : f32
        }
        lift.yield %t : !lift.array<N x f32>
      }
      lift.yield %sum : !lift.array<N x f32>
    }
    lift.yield %m : !lift.array<(L / 2) x N x f32>
  }
  return %r : !lift.array<1 x N x f32>
}

// Inside a map: of two patterns in its body the second reads what the first computes.
// RUN: %{run} --entry=inside --size=K=3,M=4,N=5 | FileCheck %s
// RUN: %{run} --entry=inside --size=K=2,M=1,N=33 --target=nvidia-h200 | FileCheck %s
func.func @inside(%x: !lift.array<K x M x N x f32>) -> !lift.array<K x M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %o = lift.map (%b = %x : !lift.array<K x M x N x f32>) {
    %s = lift.map (%r = %b : !lift.array<M x N x f32>) {
      %p = lift.scan (%e = %r : !lift.array<N x f32>) init (%a = %zero : f32) {
        %n = arith.addf %a, %e : f32
        lift.yield %n : f32
      }
      lift.yield %p : !lift.array<N x f32>
    }
    %t = lift.transpose %s : !lift.array<M x N x f32>
    %y = lift.map (%c = %t : !lift.array<N x M x f32>) {
      %q = lift.map (%e = %c : !lift.array<M x f32>) {
        %m = arith.mulf %e, %e : f32
        lift.yield %m : f32
      }
      lift.yield %q : !lift.array<M x f32>
    }
    %u = lift.transpose %y : !lift.array<N x M x f32>
    lift.yield %u : !lift.array<M x N x f32>
  }
  return %o : !lift.array<K x M x N x f32>
}
