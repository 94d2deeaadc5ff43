// Rows that are reduced, and whose numbers computed from that are reduced again:
// a group stores what others of its work-items read, in local memory if it has
// room.
// RUN: split-file %s %t
// DEFINE: %{plan} = lift-opt --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 print-schedules}))'
// RUN: %{plan} %t/local.mlir | FileCheck %s --check-prefix=LOCAL
// LOCAL: // rows in registers
// LOCAL-NOT: store_results
// LOCAL: [[SECOND:%.*]] = transform.lift.match_pattern {{.*}}[4]
// LOCAL-NEXT: [[OWN:%.*]], %{{.*}}, %{{.*}} = transform.lift.block [[SECOND]]
// LOCAL-NEXT: transform.lift.store_results [[OWN]] in "local"
// LOCAL: [[FIRST:%.*]] = transform.lift.match_pattern {{.*}}[2]
// LOCAL-NEXT: [[OWN:%.*]], %{{.*}}, %{{.*}} = transform.lift.block [[FIRST]]
// LOCAL-NEXT: transform.lift.store_results [[OWN]] in "local"

// The same where the row itself is read once.
// RUN: %{plan} %t/once.mlir | FileCheck %s --check-prefix=ONCE
// ONCE: // reduction of rows
// ONCE-NOT: store_results
// ONCE: transform.lift.split_reduction
// ONCE: [[FIRST:%.*]] = transform.lift.match_pattern {{.*}}[0]
// ONCE-NEXT: transform.lift.map_to [[FIRST]] ["lcl(0)"]
// ONCE-NEXT: transform.lift.store_results [[FIRST]] in "local"

// Rows without room there are computed again; those of a length that is not known are in
// global memory.
// RUN: %{plan} %t/large.mlir | FileCheck %s --check-prefix=LARGE
// LARGE: // long rows that are computed for others
// LARGE: transform.lift.compute_in_readers
// LARGE: // reduction of rows
// LARGE-NOT: store_results
// RUN: %{plan} %t/symbolic.mlir | FileCheck %s --check-prefix=GLOBAL
// GLOBAL: transform.lift.store_results {{.*}} in "global"
// GLOBAL-NOT: store_results

// A device without groups computes a row by one work-item, which needs neither.
// RUN: lift-opt %t/local.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=pocl print-schedules}))' | FileCheck %s --check-prefix=ITEM
// ITEM: // reduction of rows
// ITEM-NOT: store_results

// RUN: lift-run %t/local.mlir --target=nvidia-h200 --size=M=5 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/local.mlir --target=pocl --size=M=5 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/once.mlir --target=nvidia-h200 --size=M=5 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/odd.mlir --target=nvidia-h200 --size=M=3 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/large.mlir --target=nvidia-h200 --size=M=2 --verify --rtol=1e-4 | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/symbolic.mlir --target=nvidia-h200 --size=M=3,K=301 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/symbolic.mlir --target=nvidia-h200 --size=M=1,K=512 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/symbolic.mlir --target=nvidia-h200 --size=M=3,K=1 --assumed=nothing --verify | FileCheck %s --check-prefix=OK
// OK: verify: {{.*}} OK

// DEFINE: %{race} = %lift_src_root/utils/oclgrind-run.sh lift-run --verify --target=nvidia-h200
// RUN: %if oclgrind %{ %{race} %t/local.mlir --size=M=2 %}
// RUN: %if oclgrind %{ %{race} %t/once.mlir --size=M=2 %}
// RUN: %if oclgrind %{ %{race} %t/odd.mlir --size=M=2 %}
// RUN: %if oclgrind %{ %{race} %t/symbolic.mlir --size=M=2,K=131 %}

// Long windows are rows, too, where a group for each result pays; not many results, nor
// short windows.
// RUN: lift-opt %t/lags.mlir -o /dev/null --lift-optimize='target=nvidia-h200 sizes=N=1048577,L=1024' --remarks-filter='lift.*' --remark-policy=all 2>&1 | FileCheck %s --check-prefix=LAGS
// LAGS: Remark="reduction of rows"
// RUN: lift-opt %t/lags.mlir -o /dev/null --lift-optimize='target=nvidia-h200 sizes=N=1048577,L=1048000' --remarks-filter='lift.*' --remark-policy=all 2>&1 | FileCheck %s --check-prefix=NOT-LAGS
// RUN: lift-opt %t/lags.mlir -o /dev/null --lift-optimize='target=nvidia-h200 sizes=N=1048577,L=70000' --remarks-filter='lift.*' --remark-policy=all 2>&1 | FileCheck %s --check-prefix=NOT-LAGS
// NOT-LAGS-NOT: Remark="reduction of rows"
// NOT-LAGS: Remark=
// RUN: lift-run %t/lags.mlir --target=nvidia-h200 --size=N=16384,L=33 --verify | FileCheck %s --check-prefix=LAGS-OK
// RUN: lift-run %t/lags.mlir --target=nvidia-h200 --size=N=9001,L=2 --verify | FileCheck %s --check-prefix=LAGS-OK
// LAGS-OK: verify: {{.*}} OK

//--- lags.mlir
func.func @lags(%x: !lift.array<N x f32>, %lags: !lift.array<L x f32>) -> !lift.array<L x f32> {
  %zero = arith.constant 0.0 : f32
  %windows = lift.slide %x size [N - L + 1] step [1] : !lift.array<N x f32>
  %first = lift.take %x size [N - L + 1] : !lift.array<N x f32>
  %r = lift.map (%window = %windows, %lag = %lags : !lift.array<L x (N - L + 1) x f32>, !lift.array<L x f32>) {
    %sum = lift.reduce associative commutative (%a = %window, %b = %first : !lift.array<(N - L + 1) x f32>, !lift.array<(N - L + 1) x f32>) init (%acc = %zero : f32) {
      %ab = arith.mulf %a, %b : f32
      %next = arith.addf %acc, %ab : f32
      lift.yield %next : f32
    }
    lift.yield %sum : f32
  }
  return %r : !lift.array<L x f32>
}

//--- local.mlir
func.func @rows(%x: !lift.array<M x 252 x f32>) -> !lift.array<M x 252 x f32> {
  %zero = arith.constant 0.0 : f32
  %y = lift.map (%r0 = %x : !lift.array<M x 252 x f32>) {
    %s0 = lift.reduce associative commutative (%e = %r0 : !lift.array<252 x f32>) init (%a = %zero : f32) {
      %n = arith.minimumf %a, %e : f32
      lift.yield %n : f32
    }
    %r1 = lift.map (%e = %r0 : !lift.array<252 x f32>) {
      %n = arith.addf %e, %s0 : f32
      lift.yield %n : f32
    }
    %s1 = lift.reduce associative commutative (%e = %r1 : !lift.array<252 x f32>) init (%a = %zero : f32) {
      %n = arith.maximumf %a, %e : f32
      lift.yield %n : f32
    }
    %r2 = lift.map (%e = %r1 : !lift.array<252 x f32>) {
      %n = arith.minimumf %e, %s1 : f32
      lift.yield %n : f32
    }
    %s2 = lift.reduce associative commutative (%e = %r2 : !lift.array<252 x f32>) init (%a = %zero : f32) {
      %n = arith.addf %a, %e : f32
      lift.yield %n : f32
    }
    %r3 = lift.map (%e = %r2 : !lift.array<252 x f32>) {
      %n = arith.maximumf %e, %s2 : f32
      lift.yield %n : f32
    }
    lift.yield %r3 : !lift.array<252 x f32>
  }
  return %y : !lift.array<M x 252 x f32>
}

//--- odd.mlir
func.func @rows(%x: !lift.array<M x 67 x f32>) -> !lift.array<M x 67 x f32> {
  %zero = arith.constant 0.0 : f32
  %y = lift.map (%r0 = %x : !lift.array<M x 67 x f32>) {
    %s0 = lift.reduce associative commutative (%e = %r0 : !lift.array<67 x f32>) init (%a = %zero : f32) {
      %n = arith.minimumf %a, %e : f32
      lift.yield %n : f32
    }
    %r1 = lift.map (%e = %r0 : !lift.array<67 x f32>) {
      %n = arith.addf %e, %s0 : f32
      lift.yield %n : f32
    }
    %s1 = lift.reduce associative commutative (%e = %r1 : !lift.array<67 x f32>) init (%a = %zero : f32) {
      %n = arith.maximumf %a, %e : f32
      lift.yield %n : f32
    }
    %r2 = lift.map (%e = %r1 : !lift.array<67 x f32>) {
      %n = arith.minimumf %e, %s1 : f32
      lift.yield %n : f32
    }
    %s2 = lift.reduce associative commutative (%e = %r2 : !lift.array<67 x f32>) init (%a = %zero : f32) {
      %n = arith.addf %a, %e : f32
      lift.yield %n : f32
    }
    %r3 = lift.map (%e = %r2 : !lift.array<67 x f32>) {
      %n = arith.maximumf %e, %s2 : f32
      lift.yield %n : f32
    }
    lift.yield %r3 : !lift.array<67 x f32>
  }
  return %y : !lift.array<M x 67 x f32>
}

//--- large.mlir
func.func @rows(%x: !lift.array<M x 65536 x f32>) -> !lift.array<M x 65536 x f32> {
  %zero = arith.constant 0.0 : f32
  %y = lift.map (%r0 = %x : !lift.array<M x 65536 x f32>) {
    %s0 = lift.reduce associative commutative (%e = %r0 : !lift.array<65536 x f32>) init (%a = %zero : f32) {
      %n = arith.minimumf %a, %e : f32
      lift.yield %n : f32
    }
    %r1 = lift.map (%e = %r0 : !lift.array<65536 x f32>) {
      %n = arith.addf %e, %s0 : f32
      lift.yield %n : f32
    }
    %s1 = lift.reduce associative commutative (%e = %r1 : !lift.array<65536 x f32>) init (%a = %zero : f32) {
      %n = arith.maximumf %a, %e : f32
      lift.yield %n : f32
    }
    %r2 = lift.map (%e = %r1 : !lift.array<65536 x f32>) {
      %n = arith.minimumf %e, %s1 : f32
      lift.yield %n : f32
    }
    lift.yield %r2 : !lift.array<65536 x f32>
  }
  return %y : !lift.array<M x 65536 x f32>
}

//--- symbolic.mlir
func.func @rows(%x: !lift.array<M x K x f32>) -> !lift.array<M x K x f32> {
  %zero = arith.constant 0.0 : f32
  %y = lift.map (%r0 = %x : !lift.array<M x K x f32>) {
    %s0 = lift.reduce associative commutative (%e = %r0 : !lift.array<K x f32>) init (%a = %zero : f32) {
      %n = arith.minimumf %a, %e : f32
      lift.yield %n : f32
    }
    %r1 = lift.map (%e = %r0 : !lift.array<K x f32>) {
      %n = arith.addf %e, %s0 : f32
      lift.yield %n : f32
    }
    %s1 = lift.reduce associative commutative (%e = %r1 : !lift.array<K x f32>) init (%a = %zero : f32) {
      %n = arith.maximumf %a, %e : f32
      lift.yield %n : f32
    }
    %r2 = lift.map (%e = %r1 : !lift.array<K x f32>) {
      %n = arith.minimumf %e, %s1 : f32
      lift.yield %n : f32
    }
    lift.yield %r2 : !lift.array<K x f32>
  }
  return %y : !lift.array<M x K x f32>
}

//--- once.mlir
func.func @once(%x: !lift.array<M x 252 x f32>) -> !lift.array<M x 252 x f32> {
  %zero = arith.constant 0.0 : f32
  %y = lift.map (%r0 = %x : !lift.array<M x 252 x f32>) {
    %r1 = lift.map (%e = %r0 : !lift.array<252 x f32>) {
      %n = arith.mulf %e, %e : f32
      lift.yield %n : f32
    }
    %s1 = lift.reduce associative commutative (%e = %r1 : !lift.array<252 x f32>) init (%a = %zero : f32) {
      %n = arith.maximumf %a, %e : f32
      lift.yield %n : f32
    }
    %r2 = lift.map (%e = %r1 : !lift.array<252 x f32>) {
      %n = arith.minimumf %e, %s1 : f32
      lift.yield %n : f32
    }
    lift.yield %r2 : !lift.array<252 x f32>
  }
  return %y : !lift.array<M x 252 x f32>
}
