// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-check-parallelism{sizes=N=1024,T=16,M=64}))' --verify-diagnostics -o /dev/null
// RUN: not lift-opt %s --pass-pipeline='builtin.module(func.func(lift-check-parallelism{sizes=N=1024,T=16,M=x}))' 2>&1 | FileCheck %s
// CHECK: error:{{.*}}M=x

// What one work-item is known to do in few steps loses nothing.

func.func @few(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %k = lift.kernel {
    %m = lift.map (%a = %x : !lift.array<N x f32>) { lift.yield %a : f32 }
    lift.yield %m : !lift.array<N x f32>
  }
  return %k : !lift.array<N x f32>
}

func.func @few_bins(%k: !lift.array<N x i32>, %b: !lift.array<B x f32>, %one: f32) -> !lift.array<B x f32> {
  %r = lift.kernel {
    %h = lift.scatter_reduce (%i = %k : !lift.array<N x i32>) init (%bin = %b : !lift.array<B x f32>) {
      %n = arith.mulf %bin, %one : f32
      lift.yield %n : f32
    }
    lift.yield %h : !lift.array<B x f32>
  }
  return %r : !lift.array<B x f32>
}

func.func @few_of_many(%x: !lift.array<T x M x f32>) -> !lift.array<T x M x f32> {
  %zero = arith.constant 0.0 : f32
  %k = lift.kernel {
    %m = lift.scan (%row = %x : !lift.array<T x M x f32>) init (%acc = %zero : f32) {
      %s = lift.scan (%e = %row : !lift.array<M x f32>) init (%a = %acc : f32) {
        %t = arith.addf %e, %a : f32
        lift.yield %t : f32
      }
      %last = lift.at %s[M - 1] : !lift.array<M x f32>
      lift.yield %last : f32
    }
    %c = lift.map (%row = %x : !lift.array<T x M x f32>) {
      %r = lift.map (%e = %row : !lift.array<M x f32>) { lift.yield %e : f32 }
      lift.yield %r : !lift.array<M x f32>
    }
    lift.yield %c : !lift.array<T x M x f32>
  }
  return %k : !lift.array<T x M x f32>
}

// The loops around a map and inside it count.

func.func @many_steps(%x: !lift.array<N x M x f32>, %i: !lift.array<M x f32>) -> !lift.array<M x f32> {
  %k = lift.kernel {
    %s = lift.reduce (%row = %x : !lift.array<N x M x f32>) init (%acc = %i : !lift.array<M x f32>) {
      // expected-warning @below {{runs on one work-item, which goes through M elements}}
      // expected-note @below {{nothing in this kernel is parallel}}
      %next = lift.map (%e = %row, %a = %acc : !lift.array<M x f32>, !lift.array<M x f32>) {
        %t = arith.addf %e, %a : f32
        lift.yield %t : f32
      }
      lift.yield %next : !lift.array<M x f32>
    }
    lift.yield %s : !lift.array<M x f32>
  }
  return %k : !lift.array<M x f32>
}

func.func @few_of_long(%x: !lift.array<T x N x f32>) -> !lift.array<T x f32> {
  %zero = arith.constant 0.0 : f32
  %k = lift.kernel {
    // expected-warning @below {{runs on one work-item, which goes through T elements}}
    // expected-note @below {{nothing in this kernel is parallel}}
    %m = lift.map (%row = %x : !lift.array<T x N x f32>) {
      %s = lift.reduce (%e = %row : !lift.array<N x f32>) init (%a = %zero : f32) {
        %t = arith.addf %e, %a : f32
        lift.yield %t : f32
      }
      lift.yield %s : f32
    }
    lift.yield %m : !lift.array<T x f32>
  }
  return %k : !lift.array<T x f32>
}
