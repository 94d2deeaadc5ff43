// Scans of columns take their steps together, a row after another.

// RUN: split-file %s %t
// DEFINE: %{file} = sums
// DEFINE: %{apply} = lift-opt %t/%{file}.mlir --lift-apply-schedule=file=%t/exchange.mlir
// RUN: %{apply} | FileCheck %t/sums.mlir
// RUN: lift-run --engine=evaluate --verify %t/sums.mlir --size=M=7,N=5 --pipeline='transform-preload-library{transform-library-paths=%t/exchange.mlir},func.func(transform-interpreter)' | FileCheck %s --check-prefix=OK
// The states stand apart from what is stored, of which there may be less.
// RUN: lift-opt %t/apart.mlir --lift-apply-schedule=file=%t/exchange-apart.mlir | FileCheck %t/apart.mlir
// RUN: lift-run --engine=evaluate --verify %t/apart.mlir --size=M=7,N=5 --pipeline='transform-preload-library{transform-library-paths=%t/exchange-apart.mlir},func.func(transform-interpreter)' | FileCheck %s --check-prefix=OK
// REDEFINE: %{file} = more
// RUN: not %{apply} 2>&1 | FileCheck %t/more.mlir
// REDEFINE: %{file} = step
// RUN: not %{apply} 2>&1 | FileCheck %t/step.mlir
// REDEFINE: %{file} = unused
// RUN: not %{apply} 2>&1 | FileCheck %t/unused.mlir
// REDEFINE: %{file} = views
// RUN: %{apply} | FileCheck %t/views.mlir
// RUN: lift-run --engine=evaluate --verify %t/views.mlir --size=M=7,N=5 --pipeline='transform-preload-library{transform-library-paths=%t/exchange.mlir},func.func(transform-interpreter)' | FileCheck %s --check-prefix=OK
// REDEFINE: %{file} = reductions
// RUN: %{apply} | FileCheck %t/reductions.mlir
// RUN: lift-run --engine=evaluate --verify %t/reductions.mlir --size=M=7,N=5,K=3 --pipeline='transform-preload-library{transform-library-paths=%t/exchange.mlir},func.func(transform-interpreter)' | FileCheck %s --check-prefix=OK
// RUN: lift-run --engine=evaluate --verify %t/arrays.mlir --size=M=7,N=5,K=3 --pipeline='transform-preload-library{transform-library-paths=%t/exchange.mlir},func.func(transform-interpreter)' | FileCheck %s --check-prefix=OK
// RUN: not lift-opt %t/arrays.mlir --lift-apply-schedule=file=%t/exchange-apart.mlir 2>&1 | FileCheck %t/arrays.mlir

// Threads go through as many vectors as are whole parts of a row.
// DEFINE: %{sizes} = M=64,N=4000
// DEFINE: %{schedules} = lift-opt %t/plan.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=pocl sizes=%{sizes} print-schedules}))' -o /dev/null
// RUN: %{schedules} | FileCheck %t/plan.mlir
// REDEFINE: %{sizes} = M=64,N=4001
// RUN: %{schedules} | FileCheck %t/plan.mlir --check-prefix=ODD
// A prime number of vectors, or one that is not known.
// REDEFINE: %{sizes} = M=64,N=4016
// RUN: %{schedules} | FileCheck %t/plan.mlir --check-prefix=SINGLE
// RUN: lift-opt %t/plan.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=pocl assumed=inner-aligned print-schedules}))' -o /dev/null | FileCheck %t/plan.mlir --check-prefix=SINGLE

// DEFINE: %{run} = lift-run %t/plan.mlir --verify --cache= --target=pocl --input-kind=integer --size=%{sizes} | FileCheck %s --check-prefix=OK
// REDEFINE: %{sizes} = M=9,N=4000
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{sizes} = M=1,N=4000
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{sizes} = M=9,N=4001
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{sizes} = M=9,N=517
// RUN: %if pocl %{ %{run} %}
// OK: verify: {{.*}} OK

//--- exchange.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.readonly}) {
    %0 = transform.lift.match_pattern %func[0] : (!op) -> !op
    %scan, %map = transform.lift.exchange_scan %0 : (!op) -> (!op, !op)
    transform.yield
  }
}

//--- exchange-apart.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.readonly}) {
    %0 = transform.lift.match_pattern %func[0] : (!op) -> !op
    %scan, %map = transform.lift.exchange_scan %0 {apart} : (!op) -> (!op, !op)
    transform.yield
  }
}

//--- apart.mlir
// CHECK-LABEL: func.func @apart
// CHECK: %[[SCAN:.*]]:3 = lift.scan ({{.*}}) init (%[[SUM:[a-z0-9]+]] = %{{.*}}, %[[COUNT:[a-z0-9]+]] = %{{.*}}, %{{[a-z0-9]+}} = %{{.*}} : !lift.array<N x f32>, !lift.array<N x f32>, !lift.array<N x f32>)
// CHECK-NEXT: %[[NEXT:.*]]:3 = lift.map ({{.*}} = %[[SUM]], {{.*}} = %[[COUNT]], {{.*}})
// CHECK: lift.yield %[[S:.*]], %{{.*}}, %[[S]] : f32, f32, f32
// CHECK: lift.yield %[[NEXT]]#0, %[[NEXT]]#1, %[[NEXT]]#2
// CHECK: lift.transpose %[[SCAN]]#2
func.func @apart(%x: !lift.array<N x M x f32>) -> !lift.array<N x M x f32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %r = lift.map (%row = %x : !lift.array<N x M x f32>) {
    %s:2 = lift.scan (%e = %row : !lift.array<M x f32>) init (%acc = %zero, %count = %zero : f32, f32) {
      %p = arith.mulf %e, %count : f32
      %n = arith.addf %acc, %p : f32
      %c = arith.addf %count, %one : f32
      lift.yield %n, %c : f32, f32
    }
    lift.yield %s#0 : !lift.array<M x f32>
  }
  return %r : !lift.array<N x M x f32>
}

//--- sums.mlir
// Initial values, and a number for each row.
// CHECK-LABEL: func.func @sums
// CHECK: lift.scan (%[[X:.*]] = %{{[0-9]+}}, %[[W:.*]] = %arg2 : !lift.array<M x N x f32>, !lift.array<M x f32>) init (%[[STATE:.*]] = %arg1 : !lift.array<N x f32>)
// CHECK-NEXT: lift.map (%[[S:.*]] = %[[STATE]], %[[E:.*]] = %[[X]] :
// CHECK-NEXT: arith.mulf %[[E]], %[[W]]
// CHECK-NEXT: arith.addf %[[S]]
func.func @sums(%x: !lift.array<M x N x f32>, %first: !lift.array<N x f32>, %w: !lift.array<M x f32>) -> !lift.array<N x M x f32> {
  %t = lift.transpose %x permutation [1, 0] : !lift.array<M x N x f32>
  %r = lift.map (%column = %t, %f = %first : !lift.array<N x M x f32>, !lift.array<N x f32>) {
    %s = lift.scan (%e = %column, %v = %w : !lift.array<M x f32>, !lift.array<M x f32>) init (%acc = %f : f32) {
      %p = arith.mulf %e, %v : f32
      %n = arith.addf %acc, %p : f32
      lift.yield %n : f32
    }
    lift.yield %s : !lift.array<M x f32>
  }
  return %r : !lift.array<N x M x f32>
}

//--- views.mlir
// What is scanned may be a view, and start from equal elements.
// CHECK-LABEL: func.func @views
// CHECK: %[[BACK:.*]] = lift.map
// CHECK-NEXT: lift.reverse
// CHECK: lift.transpose %[[BACK]]
// CHECK: lift.scan ({{.*}} = %{{.*}} : !lift.array<M x N x f32>) init ({{.*}} : !lift.array<N x f32>)
func.func @views(%x: !lift.array<N x M x f32>) -> !lift.array<N x M x f32> {
  %z = arith.constant 0.0 : f32
  %r = lift.map (%row = %x : !lift.array<N x M x f32>) {
    %back = lift.reverse %row : !lift.array<M x f32>
    %s = lift.scan (%e = %back : !lift.array<M x f32>) init (%acc = %z : f32) {
      %n = arith.addf %acc, %e : f32
      lift.yield %n : f32
    }
    lift.yield %s : !lift.array<M x f32>
  }
  return %r : !lift.array<N x M x f32>
}

//--- reductions.mlir
// Reductions, and accumulators that are arrays: nothing is turned behind them.
// CHECK-LABEL: func.func @reductions
// CHECK: %[[START:.*]] = lift.broadcast
// CHECK: %[[R:.*]]:2 = lift.reduce associative ({{.*}} : !lift.array<M x N x K x f32>) init (%[[STATES:.*]] = %{{.*}}, %[[SUMS:.*]] = %arg1 : !lift.array<N x K x f32>, !lift.array<N x f32>)
// CHECK: lift.map ({{.*}} = %[[STATES]], {{.*}} = %[[SUMS]],
// CHECK: return %[[R]]#0, %[[R]]#1
func.func @reductions(%x: !lift.array<N x M x K x f32>, %first: !lift.array<N x f32>) -> (!lift.array<N x K x f32>, !lift.array<N x f32>) {
  %r:2 = lift.map (%rows = %x, %f = %first : !lift.array<N x M x K x f32>, !lift.array<N x f32>) {
    %z = arith.constant 0.0 : f32
    %start = lift.broadcast %z sizes [K] : f32
    %s:2 = lift.reduce associative (%e = %rows : !lift.array<M x K x f32>) init (%acc = %start, %sum = %f : !lift.array<K x f32>, f32) {
      %n = lift.map (%a = %acc, %b = %e : !lift.array<K x f32>, !lift.array<K x f32>) {
        %c = arith.addf %a, %b : f32
        lift.yield %c : f32
      }
      %head = lift.at %e[0] : !lift.array<K x f32>
      %more = arith.addf %sum, %head : f32
      lift.yield %n, %more : !lift.array<K x f32>, f32
    }
    lift.yield %s#0, %s#1 : !lift.array<K x f32>, f32
  }
  return %r#0, %r#1 : !lift.array<N x K x f32>, !lift.array<N x f32>
}

//--- more.mlir
// CHECK: 'transform.lift.exchange_scan' does not apply: does more than to scan or reduce
func.func @more(%x: !lift.array<N x M x f32>) -> !lift.array<N x M x f32> {
  %z = arith.constant 0.0 : f32
  %r = lift.map (%row = %x : !lift.array<N x M x f32>) {
    %s = lift.scan (%e = %row : !lift.array<M x f32>) init (%acc = %z : f32) {
      %n = arith.addf %acc, %e : f32
      lift.yield %n : f32
    }
    %back = lift.reverse %s : !lift.array<M x f32>
    lift.yield %back : !lift.array<M x f32>
  }
  return %r : !lift.array<N x M x f32>
}

//--- step.mlir
// CHECK: 'transform.lift.exchange_scan' does not apply: has a step that reads what the map goes through
func.func @step(%x: !lift.array<N x M x f32>, %y: !lift.array<N x f32>) -> !lift.array<N x M x f32> {
  %z = arith.constant 0.0 : f32
  %r = lift.map (%row = %x, %w = %y : !lift.array<N x M x f32>, !lift.array<N x f32>) {
    %s = lift.scan (%e = %row : !lift.array<M x f32>) init (%acc = %z : f32) {
      %p = arith.mulf %e, %w : f32
      %n = arith.addf %acc, %p : f32
      lift.yield %n : f32
    }
    lift.yield %s : !lift.array<M x f32>
  }
  return %r : !lift.array<N x M x f32>
}

//--- unused.mlir
// CHECK: 'transform.lift.exchange_scan' does not apply: has results that nothing needs
func.func @unused(%x: !lift.array<N x M x f32>) -> !lift.array<N x M x f32> {
  %z = arith.constant 0.0 : f32
  %r:2 = lift.map (%row = %x : !lift.array<N x M x f32>) {
    %s:2 = lift.scan (%e = %row : !lift.array<M x f32>) init (%acc = %z, %last = %z : f32, f32) {
      %p = arith.mulf %e, %last : f32
      %n = arith.addf %acc, %p : f32
      lift.yield %n, %e : f32, f32
    }
    lift.yield %s#0, %s#1 : !lift.array<M x f32>, !lift.array<M x f32>
  }
  return %r#0 : !lift.array<N x M x f32>
}

//--- arrays.mlir
// CHECK: 'transform.lift.exchange_scan' does not apply: has an array as accumulator
func.func @arrays(%x: !lift.array<N x M x K x f32>, %first: !lift.array<K x f32>) -> !lift.array<N x M x K x f32> {
  %r = lift.map (%rows = %x : !lift.array<N x M x K x f32>) {
    %s = lift.scan (%e = %rows : !lift.array<M x K x f32>) init (%acc = %first : !lift.array<K x f32>) {
      %n = lift.map (%a = %acc, %b = %e : !lift.array<K x f32>, !lift.array<K x f32>) {
        %c = arith.addf %a, %b : f32
        lift.yield %c : f32
      }
      lift.yield %n : !lift.array<K x f32>
    }
    lift.yield %s : !lift.array<M x K x f32>
  }
  return %r : !lift.array<N x M x K x f32>
}

//--- plan.mlir
// CHECK: // 16 columns for a work-item
// CHECK: // 50 vectors of each row
// CHECK: transform.lift.chunk_map {{.*}} by "50"
// CHECK: transform.lift.exchange_scan
// CHECK: 50 divides
// ODD: // whole vectors, and a rest
// ODD: // 50 vectors of each row
// ODD: transform.lift.exchange_scan
// SINGLE: // 16 columns for a work-item
// SINGLE-NOT: exchange_scan
// SINGLE: transform.lift.unroll
func.func @columns(%x: !lift.array<M x N x f32>) -> !lift.array<M x N x f32> {
  %z = arith.constant 0.0 : f32
  %t = lift.transpose %x permutation [1, 0] : !lift.array<M x N x f32>
  %s = lift.map (%column = %t : !lift.array<N x M x f32>) {
    %r = lift.scan (%e = %column : !lift.array<M x f32>) init (%acc = %z : f32) {
      %n = arith.addf %acc, %e : f32
      lift.yield %n : f32
    }
    lift.yield %r : !lift.array<M x f32>
  }
  %o = lift.transpose %s permutation [1, 0] : !lift.array<N x M x f32>
  return %o : !lift.array<M x N x f32>
}
