// Parts of an array that kernels read have memory of their own, and strategies of their
// own. Parts of one that is stored as a whole have strategies and kernels of their own if
// one of them reduces something; else one kernel stores them all, and they are left as they are.
// RUN: lift-opt %s --lift-optimize='target=nvidia-h200' --remarks-filter=lift-optimize -o /dev/null 2>&1 | FileCheck %s
// CHECK-DAG: Function=read | Remark="contraction in local tiles"
// CHECK-DAG: Function=stored | Remark="contraction in local tiles"
// CHECK-DAG: Function=twice | Remark="is a part of a concatenated array that one kernel stores"
// CHECK-DAG: Function=elements | Remark="is a part of a concatenated array that one kernel stores"
// RUN: lift-opt %s --lift-to-gpu='target=nvidia-h200' | FileCheck %s --check-prefix=KERNELS
// KERNELS-LABEL: func.func @stored
// KERNELS: %[[OUT:.*]] = gpu.alloc
// KERNELS-NOT: gpu.alloc
// KERNELS: gpu.launch_func @{{.*}}::@stored_0 {{.*}}args(%[[OUT]]
// KERNELS: gpu.launch_func @{{.*}}::@stored_1 {{.*}}args(%[[OUT]]
// KERNELS-NOT: gpu.dealloc
// KERNELS: return %[[OUT]]
// KERNELS-LABEL: func.func @elements
// KERNELS: gpu.launch_func
// KERNELS-NOT: gpu.launch_func
// KERNELS: return
// CHECK-NOT: Function=read | Remark="is a part

// REQUIRES: pocl
// RUN: lift-run %s --entry=read --target=nvidia-h200 --device=%pocl --size=M=32,N=64,K=16 --verify --rtol=1e-4 --atol=1e-4 | FileCheck %s --check-prefix=ONE
// RUN: lift-run %s --entry=read --target=nvidia-h200 --device=%pocl --size=M=7,N=33,K=5 --verify --rtol=1e-4 --atol=1e-4 | FileCheck %s --check-prefix=ONE
// RUN: lift-run %s --entry=stored --target=nvidia-h200 --device=%pocl --size=M=7,N=33,K=5 --verify --rtol=1e-4 --atol=1e-4 | FileCheck %s --check-prefix=ONE
// RUN: lift-run %s --entry=both --target=nvidia-h200 --device=%pocl --size=M=7,N=33,K=5 --verify --rtol=1e-4 --atol=1e-4 | FileCheck %s --check-prefix=ONE
// RUN: lift-run %s --entry=elements --target=nvidia-h200 --device=%pocl --size=M=7,N=33 --verify --rtol=1e-4 --atol=1e-4 | FileCheck %s --check-prefix=ONE
// RUN: lift-run %s --entry=materialized --target=nvidia-h200 --device=%pocl --size=M=7,N=33,K=100 --verify --rtol=1e-4 --atol=1e-4 | FileCheck %s --check-prefix=ONE
// RUN: lift-run %s --entry=twice --target=nvidia-h200 --device=%pocl --size=M=7,N=33,K=100 --verify --rtol=1e-4 --atol=1e-4 | FileCheck %s --check-prefix=ONE
// ONE: verify: {{.*}}, OK

func.func @read(%a: !lift.array<M x K x f32>, %b: !lift.array<M x K x f32>,
                %c: !lift.array<N x K x f32>) -> (!lift.array<(M * 2) x f32>, !lift.array<(M * 2) x N x f32>) {
  %zero = arith.constant 0.0 : f32
  %p = lift.map (%row = %a : !lift.array<M x K x f32>) {
    %r = lift.map (%column = %c : !lift.array<N x K x f32>) {
      %s = lift.reduce associative commutative
          (%x = %row, %y = %column : !lift.array<K x f32>, !lift.array<K x f32>)
          init (%acc = %zero : f32) {
        %m = arith.mulf %x, %y : f32
        %t = arith.addf %acc, %m : f32
        lift.yield %t : f32
      }
      lift.yield %s : f32
    }
    lift.yield %r : !lift.array<N x f32>
  }
  %q = lift.map (%row = %b : !lift.array<M x K x f32>) {
    %r = lift.map (%column = %c : !lift.array<N x K x f32>) {
      %s = lift.reduce associative commutative
          (%x = %row, %y = %column : !lift.array<K x f32>, !lift.array<K x f32>)
          init (%acc = %zero : f32) {
        %m = arith.mulf %x, %y : f32
        %t = arith.addf %acc, %m : f32
        lift.yield %t : f32
      }
      lift.yield %s : f32
    }
    lift.yield %r : !lift.array<N x f32>
  }
  %both = lift.concat %p, %q : !lift.array<M x N x f32>, !lift.array<M x N x f32>
  %sums = lift.map (%row = %both : !lift.array<(M * 2) x N x f32>) {
    %s = lift.reduce associative commutative (%x = %row : !lift.array<N x f32>)
        init (%acc = %zero : f32) {
      %t = arith.addf %acc, %x : f32
      lift.yield %t : f32
    }
    lift.yield %s : f32
  }
  %exps = lift.map (%row = %both : !lift.array<(M * 2) x N x f32>) {
    %r = lift.map (%x = %row : !lift.array<N x f32>) {
      %e = math.tanh %x : f32
      lift.yield %e : f32
    }
    lift.yield %r : !lift.array<N x f32>
  }
  return %sums, %exps : !lift.array<(M * 2) x f32>, !lift.array<(M * 2) x N x f32>
}

func.func @stored(%a: !lift.array<M x K x f32>, %b: !lift.array<M x K x f32>,
                  %c: !lift.array<N x K x f32>) -> !lift.array<(M * 2) x N x f32> {
  %zero = arith.constant 0.0 : f32
  %p = lift.map (%row = %a : !lift.array<M x K x f32>) {
    %r = lift.map (%column = %c : !lift.array<N x K x f32>) {
      %s = lift.reduce associative commutative
          (%x = %row, %y = %column : !lift.array<K x f32>, !lift.array<K x f32>)
          init (%acc = %zero : f32) {
        %m = arith.mulf %x, %y : f32
        %t = arith.addf %acc, %m : f32
        lift.yield %t : f32
      }
      lift.yield %s : f32
    }
    lift.yield %r : !lift.array<N x f32>
  }
  %q = lift.map (%row = %b : !lift.array<M x K x f32>) {
    %r = lift.map (%column = %c : !lift.array<N x K x f32>) {
      %s = lift.reduce associative commutative
          (%x = %row, %y = %column : !lift.array<K x f32>, !lift.array<K x f32>)
          init (%acc = %zero : f32) {
        %m = arith.mulf %x, %y : f32
        %t = arith.addf %acc, %m : f32
        lift.yield %t : f32
      }
      lift.yield %s : f32
    }
    lift.yield %r : !lift.array<N x f32>
  }
  %both = lift.concat %p, %q : !lift.array<M x N x f32>, !lift.array<M x N x f32>
  return %both : !lift.array<(M * 2) x N x f32>
}

func.func @both(%a: !lift.array<M x K x f32>, %b: !lift.array<M x K x f32>,
                  %c: !lift.array<N x K x f32>) -> (!lift.array<(M * 2) x N x f32>, !lift.array<(M * 2) x f32>) {
  %zero = arith.constant 0.0 : f32
  %p = lift.map (%row = %a : !lift.array<M x K x f32>) {
    %r = lift.map (%column = %c : !lift.array<N x K x f32>) {
      %s = lift.reduce associative commutative
          (%x = %row, %y = %column : !lift.array<K x f32>, !lift.array<K x f32>)
          init (%acc = %zero : f32) {
        %m = arith.mulf %x, %y : f32
        %t = arith.addf %acc, %m : f32
        lift.yield %t : f32
      }
      lift.yield %s : f32
    }
    lift.yield %r : !lift.array<N x f32>
  }
  %q = lift.map (%row = %b : !lift.array<M x K x f32>) {
    %r = lift.map (%column = %c : !lift.array<N x K x f32>) {
      %s = lift.reduce associative commutative
          (%x = %row, %y = %column : !lift.array<K x f32>, !lift.array<K x f32>)
          init (%acc = %zero : f32) {
        %m = arith.mulf %x, %y : f32
        %t = arith.addf %acc, %m : f32
        lift.yield %t : f32
      }
      lift.yield %s : f32
    }
    lift.yield %r : !lift.array<N x f32>
  }
  %both = lift.concat %p, %q : !lift.array<M x N x f32>, !lift.array<M x N x f32>
  %sums = lift.map (%row = %both : !lift.array<(M * 2) x N x f32>) {
    %s = lift.reduce associative commutative (%x = %row : !lift.array<N x f32>)
        init (%acc = %zero : f32) {
      %t = arith.addf %acc, %x : f32
      lift.yield %t : f32
    }
    lift.yield %s : f32
  }
  return %both, %sums : !lift.array<(M * 2) x N x f32>, !lift.array<(M * 2) x f32>
}

func.func @elements(%a: !lift.array<N x f32>, %b: !lift.array<M x f32>) -> !lift.array<(M + N) x f32> {
  %p = lift.map (%x = %a : !lift.array<N x f32>) {
    %e = math.tanh %x : f32
    lift.yield %e : f32
  }
  %q = lift.map (%x = %b : !lift.array<M x f32>) {
    %e = math.exp %x : f32
    lift.yield %e : f32
  }
  %both = lift.concat %p, %q : !lift.array<N x f32>, !lift.array<M x f32>
  return %both : !lift.array<(M + N) x f32>
}

func.func @materialized(%a: !lift.array<N x K x f32>, %b: !lift.array<M x K x f32>) -> !lift.array<(M + N) x f32> {
  %zero = arith.constant 0.0 : f32
  %p = lift.map (%row = %a : !lift.array<N x K x f32>) {
    %s = lift.reduce associative commutative (%e = %row : !lift.array<K x f32>) init (%acc = %zero : f32) {
      %t = arith.addf %acc, %e : f32
      lift.yield %t : f32
    }
    lift.yield %s : f32
  }
  %q = lift.map (%row = %b : !lift.array<M x K x f32>) {
    %s = lift.reduce associative commutative (%e = %row : !lift.array<K x f32>) init (%acc = %zero : f32) {
      %t = arith.addf %acc, %e : f32
      lift.yield %t : f32
    }
    lift.yield %s : f32
  }
  %both = lift.concat %p, %q : !lift.array<N x f32>, !lift.array<M x f32>
  %stored = lift.materialize %both in global : !lift.array<(M + N) x f32>
  %r = lift.reverse %stored : !lift.array<(M + N) x f32>
  %sums = lift.map (%x = %stored, %y = %r : !lift.array<(M + N) x f32>, !lift.array<(M + N) x f32>) {
    %t = arith.addf %x, %y : f32
    lift.yield %t : f32
  }
  return %sums : !lift.array<(M + N) x f32>
}

func.func @twice(%a: !lift.array<N x K x f32>, %b: !lift.array<M x K x f32>) -> !lift.array<(M + N * 2) x f32> {
  %zero = arith.constant 0.0 : f32
  %p = lift.map (%row = %a : !lift.array<N x K x f32>) {
    %s = lift.reduce associative commutative (%e = %row : !lift.array<K x f32>) init (%acc = %zero : f32) {
      %t = arith.addf %acc, %e : f32
      lift.yield %t : f32
    }
    lift.yield %s : f32
  }
  %q = lift.map (%row = %b : !lift.array<M x K x f32>) {
    %s = lift.reduce associative commutative (%e = %row : !lift.array<K x f32>) init (%acc = %zero : f32) {
      %t = arith.addf %acc, %e : f32
      lift.yield %t : f32
    }
    lift.yield %s : f32
  }
  %all = lift.concat %p, %q, %p : !lift.array<N x f32>, !lift.array<M x f32>, !lift.array<N x f32>
  return %all : !lift.array<(M + N * 2) x f32>
}
