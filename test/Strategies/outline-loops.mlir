// Loops over arrays whose steps are parallel are those of the host.
//
// RUN: split-file %s %t
// RUN: lift-opt %t/network.mlir --lift-normalize --lift-outline-loops | FileCheck %s
// The state is copied first: each trip frees what it has read.
// CHECK-LABEL: func private @network_before(
// CHECK-SAME: -> !lift.array<N x f32>
// CHECK: lift.map
// CHECK-LABEL: func private @network_step(
// CHECK-SAME: %[[W:[^:]*]]: !lift.array<N x N x f32>, %[[X:[^:]*]]: !lift.array<T x N x f32>, %{{[^:]*}}: !lift.array<N x f32>, %[[I:[^:]*]]: index, %[[H:[^:]*]]: !lift.array<N x f32>)
// CHECK: lift.at in_bounds %[[X]][%[[I]]]
// CHECK: lift.map
// CHECK: lift.reduce associative commutative ({{.*}}, %{{.*}} = %[[H]]
// CHECK-LABEL: func @network(
// CHECK-SAME: attributes {lift.driver}
// CHECK: %[[INIT:.*]] = call @network_before(
// CHECK: %[[T:.*]] = lift.size T
// CHECK: %[[END:.*]] = scf.for %[[TRIP:.*]] = %{{.*}} to %[[T]] step %{{.*}} iter_args(%[[STATE:.*]] = %[[INIT]])
// CHECK: %[[NEXT:.*]] = func.call @network_step(%{{.*}}, %[[TRIP]], %[[STATE]])
// CHECK: scf.yield %[[NEXT]]
// CHECK: return %[[END]]

// What is computed before the loop for its steps, and for what stands behind it, is
// computed once, there; views and numbers are made where they are read. Numbers
// are arrays of one element on their way.
// RUN: lift-opt %t/around.mlir --lift-normalize --lift-outline-loops | FileCheck %s --check-prefix=AROUND
// AROUND-LABEL: func private @around_before(
// AROUND-SAME: -> (!lift.array<N x f32>, !lift.array<N x f32>, f32)
// AROUND: math.exp
// AROUND-LABEL: func private @around_step(
// AROUND-SAME: index, %[[STATE:[^:]*]]: !lift.array<N x f32>, %[[SUM:[^:]*]]: !lift.array<1 x f32>) -> (!lift.array<N x f32>, f32)
// AROUND: lift.at in_bounds %[[SUM]][0]
// AROUND: lift.reverse
// AROUND-NOT: math.exp
// AROUND: return
// AROUND-LABEL: func private @around_after(
// AROUND-SAME: -> (f32, !lift.array<N x f32>)
// AROUND-NOT: math.exp
// AROUND: math.sqrt
// AROUND-LABEL: func @around(
// AROUND: %[[B:.*]]:3 = call @around_before
// AROUND: %[[NUMBER:.*]] = lift.broadcast %[[B]]#2 sizes [1]
// AROUND: %[[LOOP:.*]]:2 = scf.for {{.*}} iter_args(%{{.*}} = %[[B]]#1, %{{.*}} = %[[NUMBER]])
// AROUND: %[[A:.*]]:2 = call @around_after({{.*}}, %[[B]]#0
// AROUND: return %[[LOOP]]#0, %[[A]]#0, %[[A]]#1

// Many steps of a constant number are a loop, too; a few have kernels each.
// RUN: lift-opt %t/many.mlir --lift-normalize=max-in-row=16 --lift-outline-loops | FileCheck %s --check-prefix=MANY
// MANY-LABEL: func @many(
// MANY: lift.size 17
// MANY: scf.for
// RUN: lift-opt %t/many.mlir --lift-normalize=max-in-row=17 --lift-outline-loops | FileCheck %s --check-prefix=FEW
// FEW-NOT: lift.driver

// Loops in loops.
// RUN: lift-opt %t/nested.mlir --lift-normalize --lift-outline-loops | FileCheck %s --check-prefix=NESTED
// NESTED-LABEL: func private @nested_step_step(
// NESTED-LABEL: func private @nested_step(
// NESTED-SAME: attributes {lift.driver}
// NESTED-LABEL: func @nested(
// NESTED-SAME: attributes {lift.driver}

// Steps of few elements are one kernel, where that is known.
// RUN: lift-opt %t/network.mlir --lift-normalize --lift-outline-loops='target=nvidia-h200 sizes=N=256' | FileCheck %s --check-prefix=SMALL
// SMALL-NOT: lift.driver
// RUN: lift-opt %t/network.mlir --lift-normalize --lift-outline-loops='target=nvidia-h200 sizes=N=260' | FileCheck %s --check-prefix=LARGE
// LARGE: lift.driver
// RUN: sed s/f32/f64/g %t/network.mlir | lift-opt --lift-normalize --lift-outline-loops='target=nvidia-h200 sizes=N=200' | FileCheck %s --check-prefix=LARGE
// RUN: lift-opt %t/network.mlir --lift-normalize --lift-outline-loops='target=pocl sizes=N=180' | FileCheck %s --check-prefix=SMALL
// Reductions element by element become a map of reductions; who says how a
// function runs has chosen one kernel.
// RUN: lift-opt %t/rows.mlir --lift-normalize --lift-outline-loops | FileCheck %s --check-prefix=ROWS
// ROWS-NOT: lift.driver
// ROWS: lift.map
// ROWS-NEXT: lift.reduce
// RUN: lift-opt %t/chosen.mlir --lift-normalize --lift-outline-loops | FileCheck %s --check-prefix=CHOSEN
// CHOSEN-NOT: lift.driver

// RUN: lift-opt %t/network.mlir --lift-normalize --lift-outline-loops --remarks-filter='lift.*' --remark-policy=all -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: is a loop of the host, each step of which has kernels of its own
// RUN: lift-opt %t/network.mlir --lift-normalize --lift-outline-loops=max-memory=1.5 --remarks-filter='lift.*' --remark-policy=all -o /dev/null 2>&1 | FileCheck %s --check-prefix=MEMORY
// MEMORY: stays in one kernel, as memory is limited

// Scans of arrays keep the state of each step; those of numbers, too, stay in a kernel.
// RUN: lift-opt %t/states.mlir --lift-normalize --lift-outline-loops | FileCheck %s --check-prefix=STATES
// STATES-LABEL: func private @states_step(
// STATES-SAME: %[[K:[^:]*]]: index, %[[H:[^:]*]]: !lift.array<N x f32>) -> !lift.array<N x f32>
// STATES-LABEL: func @states(
// STATES: %[[FIRST:.*]] = call @states_before(
// STATES: %[[NUMBERS:.*]] = lift.generate
// STATES: %[[STATES:.*]] = lift.scan (%[[NUMBER:.*]] = %[[NUMBERS]] : !lift.array<T x i32>) init (%[[HELD:.*]] = %[[FIRST]] :
// STATES: %[[STEP:.*]] = arith.index_cast %[[NUMBER]]
// STATES: func.call @states_step({{.*}}, %[[STEP]], %[[HELD]])
// STATES: call @states_after({{.*}}, %[[STATES]])
// RUN: lift-opt %t/mixed.mlir --lift-normalize --lift-outline-loops | FileCheck %s --check-prefix=MIXED
// MIXED-NOT: lift.driver
// RUN: lift-opt %t/states.mlir --lift-normalize --lift-outline-loops='target=nvidia-h200 sizes=N=270' | FileCheck %s --check-prefix=SMALL
// RUN: lift-opt %t/states.mlir --lift-normalize --lift-outline-loops='target=nvidia-h200 sizes=N=290' | FileCheck %s --check-prefix=LARGE

// Loops in maps take their steps together, where these are known to be so many elements
// that one group is slow, and nothing limits memory; what the maps do before and
// behind is done by itself.
// DEFINE: %{sizes} = target=nvidia-h200 sizes=B=64,T=128,N=512
// RUN: lift-opt %t/batch.mlir --lift-normalize --lift-outline-loops='%{sizes}' | FileCheck %s --check-prefix=BATCH
// BATCH-LABEL: func.func private @batch_step(
// BATCH-SAME: !lift.array<B x N x f32>
// BATCH: lift.map
// BATCH-NEXT: lift.map
// BATCH-NEXT: lift.reduce
// BATCH-LABEL: func.func private @batch_after(
// BATCH: func.func @batch(
// BATCH: scf.for
// BATCH: call @batch_step
// RUN: lift-opt %t/batch-states.mlir --lift-normalize --lift-outline-loops='%{sizes}' | FileCheck %s --check-prefix=ALL
// ALL: func.func @batch_states(
// ALL: lift.scan {{.*}} init ({{.*}} : !lift.array<B x N x f32>)
// ALL: call @batch_states_after
// RUN: lift-opt %t/batch.mlir --lift-normalize --lift-outline-loops='target=nvidia-h200' | FileCheck %s --check-prefix=SMALL
// RUN: lift-opt %t/batch.mlir --lift-normalize --lift-outline-loops='%{sizes} max-memory=2' | FileCheck %s --check-prefix=SMALL
// RUN: lift-opt %t/batch-rows.mlir --lift-normalize --lift-outline-loops='target=nvidia-h200 sizes=B=8,T=100,N=200000' | FileCheck %s --check-prefix=SMALL
// REDEFINE: %{sizes} = target=nvidia-h200 sizes=B=1024,T=128,N=256
// RUN: lift-opt %t/batch.mlir --lift-normalize --lift-outline-loops='%{sizes}' | FileCheck %s --check-prefix=SMALL
// REDEFINE: %{sizes} = target=pocl sizes=B=64,T=128,N=512
// RUN: lift-opt %t/batch.mlir --lift-normalize --lift-outline-loops='%{sizes}' | FileCheck %s --check-prefix=SMALL
// REDEFINE: %{sizes} = target=nvidia-h200 sizes=B=64,T=128,N=300
// RUN: lift-opt %t/batch.mlir --lift-normalize --lift-outline-loops='%{sizes}' | FileCheck %s --check-prefix=SMALL
// REDEFINE: %{sizes} = target=nvidia-h200 sizes=B=133,T=128,N=300
// RUN: lift-opt %t/batch.mlir --lift-normalize --lift-outline-loops='%{sizes}' | FileCheck %s --check-prefix=LARGE

// DEFINE: %{run} = lift-run --verify --rtol=1e-3 --atol=1e-4 --cache=
// RUN: %if pocl %{ %{run} %t/states.mlir --size=N=131,T=3 --target=nvidia-h200 --assumed=nothing | FileCheck %s --check-prefix=KEPT %}
// KEPT: kernel states_keep_0: {{.*}} in 3 launches
// KEPT: OK
// RUN: %if pocl %{ %{run} %t/states.mlir --size=N=1,T=1 --assumed=nothing | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ %{run} %t/states.mlir --size=N=65,T=2 --assumed=nothing --target=pocl | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ %{run} %t/states.mlir --size=N=13,T=4 --assumed=nothing --target=mali-g72 | FileCheck %s --check-prefix=OK %}
// RUN: %if lavapipe %{ %{run} %t/states.mlir --api=vulkan --size=N=33,T=4 --assumed=nothing | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ %{run} %t/mixed.mlir --size=N=35,T=4 --target=nvidia-h200 | FileCheck %s --check-prefix=OK %}
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{run} %t/states.mlir --size=N=67,T=3 --assumed=nothing --target=nvidia-h200 %}
// RUN: lift-run %t/states.mlir --engine=evaluate --size=N=9,T=4 --verify --pipeline='builtin.module(func.func(lift-normalize),lift-outline-loops)' | FileCheck %s --check-prefix=OK
// RUN: %if pocl %{ %{run} %t/network.mlir --size=N=300,T=5 --target=nvidia-h200 2>&1 | FileCheck %s --check-prefix=TRIPS %}
// TRIPS-NOT: warning
// TRIPS: kernel network_step_0: {{.*}} in 5 launches, 300 groups
// TRIPS: OK
// RUN: %if pocl %{ %{run} %t/batch.mlir --size=B=3,N=331,T=3 --target=nvidia-h200 2>&1 | FileCheck %s --check-prefix=TOGETHER %}
// TOGETHER: kernel batch_step_0: {{.*}} in 3 launches
// TOGETHER: OK
// RUN: %if pocl %{ %{run} %t/batch.mlir --size=B=1,N=320,T=1 --target=mali-g72 | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ %{run} %t/batch.mlir --size=B=2,N=1,T=1 --target=nvidia-h200 | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ %{run} %t/batch-states.mlir --size=B=2,N=331,T=2 --target=nvidia-h200 | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ %{run} %t/batch-states.mlir --size=B=1,N=320,T=1 --target=opencl | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ %{run} %t/network.mlir --size=N=1,T=1 --assumed=nothing | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ %{run} %t/network.mlir --size=N=13,T=4 --assumed=nothing --target=mali-g72 | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ %{run} %t/around.mlir --size=N=131,T=3 --assumed=nothing --target=pocl | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ %{run} %t/around.mlir --size=N=1,T=2 --assumed=nothing --target=mali-g72 | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ %{run} %t/many.mlir --size=N=67 --assumed=nothing --target=nvidia-h200 | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ %{run} %t/nested.mlir --size=N=35,T=2 --assumed=nothing --target=nvidia-h200 | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ %{run} %t/rows.mlir --size=N=35,T=7 --target=nvidia-h200 | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ %{run} %t/none.mlir --size=N=35,T=1 --assumed=nothing | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ %{run} %t/none.mlir --size=N=35,T=3 --assumed=nothing | FileCheck %s --check-prefix=OK %}
// RUN: %if lavapipe %{ %{run} %t/network.mlir --api=vulkan --size=N=33,T=4 --assumed=nothing | FileCheck %s --check-prefix=OK %}
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{run} %t/around.mlir --size=N=67,T=3 --assumed=nothing --target=nvidia-h200 %}
// OK: OK

// A package for all sizes has the loop; a sum of floats in the state is the same in
// each run.
// RUN: %if pocl %{ lift-run %t/around.mlir --emit-package=%t/package --cache= %}
// RUN: %if pocl %{ lift-launch %t/package --device=%pocl --size=N=40,T=4 --repeat=3 | FileCheck %s --check-prefix=LAUNCH %}
// LAUNCH: kernel around_step_0: {{.*}} in 4 launches

//--- network.mlir
func.func @network(%weights: !lift.array<N x N x f32>,
                   %inputs: !lift.array<T x N x f32>,
                   %start: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %r = lift.reduce (%x = %inputs : !lift.array<T x N x f32>)
      init (%h = %start : !lift.array<N x f32>) {
    %next = lift.map (%row = %weights, %own = %x
        : !lift.array<N x N x f32>, !lift.array<N x f32>) {
      %sum = lift.reduce associative commutative (%w = %row, %s = %h
          : !lift.array<N x f32>, !lift.array<N x f32>) init (%acc = %own : f32) {
        %p = arith.mulf %w, %s : f32
        %a = arith.addf %acc, %p : f32
        lift.yield %a : f32
      }
      %t = math.tanh %sum : f32
      lift.yield %t : f32
    }
    lift.yield %next : !lift.array<N x f32>
  }
  return %r : !lift.array<N x f32>
}

//--- states.mlir
func.func @states(%weights: !lift.array<N x N x f32>,
                   %inputs: !lift.array<T x N x f32>,
                   %start: !lift.array<N x f32>) -> (!lift.array<T x N x f32>, !lift.array<N x f32>) {
  %r = lift.scan (%x = %inputs : !lift.array<T x N x f32>)
      init (%h = %start : !lift.array<N x f32>) {
    %next = lift.map (%row = %weights, %own = %x
        : !lift.array<N x N x f32>, !lift.array<N x f32>) {
      %sum = lift.reduce associative commutative (%w = %row, %s = %h
          : !lift.array<N x f32>, !lift.array<N x f32>) init (%acc = %own : f32) {
        %p = arith.mulf %w, %s : f32
        %a = arith.addf %acc, %p : f32
        lift.yield %a : f32
      }
      %t = math.tanh %sum : f32
      lift.yield %t : f32
    }
    lift.yield %next : !lift.array<N x f32>
  }
  %last = lift.at %r[T - 1] : !lift.array<T x N x f32>
  return %r, %last : !lift.array<T x N x f32>, !lift.array<N x f32>
}

//--- mixed.mlir
func.func @mixed(%weights: !lift.array<N x N x f32>, %inputs: !lift.array<T x f32>,
                 %start: !lift.array<N x f32>) -> (!lift.array<T x N x f32>, !lift.array<T x f32>) {
  %zero = arith.constant 0.0 : f32
  %r:2 = lift.scan (%x = %inputs : !lift.array<T x f32>)
      init (%h = %start, %sum = %zero : !lift.array<N x f32>, f32) {
    %next = lift.map (%row = %weights : !lift.array<N x N x f32>) {
      %most = lift.reduce associative commutative (%w = %row, %s = %h
          : !lift.array<N x f32>, !lift.array<N x f32>) init (%acc = %x : f32) {
        %p = arith.minimumf %w, %s : f32
        %a = arith.maximumf %acc, %p : f32
        lift.yield %a : f32
      }
      lift.yield %most : f32
    }
    %all = arith.addf %sum, %x : f32
    lift.yield %next, %all : !lift.array<N x f32>, f32
  }
  return %r#0, %r#1 : !lift.array<T x N x f32>, !lift.array<T x f32>
}

//--- around.mlir
func.func @around(%x: !lift.array<N x f32>, %s: !lift.array<T x f32>)
    -> (!lift.array<N x f32>, f32, !lift.array<N x f32>) {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %weights = lift.map (%e = %x : !lift.array<N x f32>) {
    %h = arith.mulf %e, %half : f32
    %w = math.exp %h : f32
    lift.yield %w : f32
  }
  %turned = lift.reverse %weights : !lift.array<N x f32>
  %end, %sum = lift.reduce (%u = %s : !lift.array<T x f32>)
      init (%state = %x, %before = %zero : !lift.array<N x f32>, f32) {
    %backwards = lift.reverse %state : !lift.array<N x f32>
    %next = lift.map (%a = %backwards, %w = %turned
        : !lift.array<N x f32>, !lift.array<N x f32>) {
      %p = arith.mulf %a, %half : f32
      %q = arith.addf %p, %w : f32
      %r = arith.addf %q, %before : f32
      %t = arith.mulf %r, %u : f32
      lift.yield %t : f32
    }
    %most = lift.reduce (%a = %next : !lift.array<N x f32>) init (%acc = %zero : f32) {
      %m = arith.maximumf %acc, %a : f32
      lift.yield %m : f32
    }
    %scaled = arith.mulf %most, %half : f32
    lift.yield %next, %scaled : !lift.array<N x f32>, f32
  }
  %root = math.sqrt %sum : f32
  %both = lift.map (%a = %end, %w = %weights : !lift.array<N x f32>, !lift.array<N x f32>) {
    %p = arith.mulf %a, %w : f32
    lift.yield %p : f32
  }
  return %end, %root, %both : !lift.array<N x f32>, f32, !lift.array<N x f32>
}

//--- many.mlir
func.func @many(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %half = arith.constant 0.5 : f32
  %r = lift.iterate 17 size L (%v = %x : !lift.array<N x f32>) {
    %padded = lift.pad %v low [1] high [1] wrap : !lift.array<L x f32>
    %windows = lift.slide %padded size [3] step [1] : !lift.array<(L + 2) x f32>
    %next = lift.map (%w = %windows : !lift.array<L x 3 x f32>) {
      %a = lift.at %w[0] : !lift.array<3 x f32>
      %b = lift.at %w[2] : !lift.array<3 x f32>
      %s = arith.addf %a, %b : f32
      %m = arith.mulf %s, %half : f32
      lift.yield %m : f32
    }
    lift.yield %next : !lift.array<L x f32>
  }
  return %r : !lift.array<N x f32>
}

//--- nested.mlir
func.func @nested(%x: !lift.array<N x f32>, %s: !lift.array<T x f32>) -> !lift.array<N x f32> {
  %half = arith.constant 0.5 : f32
  %r = lift.reduce (%u = %s : !lift.array<T x f32>) init (%a = %x : !lift.array<N x f32>) {
    %i = lift.iterate T size L (%v = %a : !lift.array<N x f32>) {
      %turned = lift.reverse %v : !lift.array<L x f32>
      %next = lift.map (%p = %turned, %q = %v : !lift.array<L x f32>, !lift.array<L x f32>) {
        %d = arith.subf %p, %q : f32
        %m = arith.mulf %d, %half : f32
        lift.yield %m : f32
      }
      lift.yield %next : !lift.array<L x f32>
    }
    %scaled = lift.map (%p = %i : !lift.array<N x f32>) {
      %m = arith.mulf %p, %u : f32
      lift.yield %m : f32
    }
    lift.yield %scaled : !lift.array<N x f32>
  }
  return %r : !lift.array<N x f32>
}

//--- rows.mlir
func.func @rows(%x: !lift.array<T x N x f32>) -> !lift.array<N x f32> {
  %zero = arith.constant 0.0 : f32
  %zeros = lift.broadcast %zero sizes [N] : f32
  %r = lift.reduce (%row = %x : !lift.array<T x N x f32>) init (%sums = %zeros : !lift.array<N x f32>) {
    %next = lift.map (%s = %sums, %e = %row : !lift.array<N x f32>, !lift.array<N x f32>) {
      %a = arith.addf %s, %e : f32
      lift.yield %a : f32
    }
    lift.yield %next : !lift.array<N x f32>
  }
  return %r : !lift.array<N x f32>
}

//--- chosen.mlir
func.func @chosen(%x: !lift.array<N x f32>, %s: !lift.array<T x f32>) -> !lift.array<N x f32> {
  %r = lift.reduce (%u = %s : !lift.array<T x f32>) init (%a = %x : !lift.array<N x f32>) {
    %turned = lift.reverse %a : !lift.array<N x f32>
    %next = lift.map lcl(0) (%p = %turned : !lift.array<N x f32>) {
      %m = arith.mulf %p, %u : f32
      lift.yield %m : f32
    }
    lift.yield %next : !lift.array<N x f32>
  }
  return %r : !lift.array<N x f32>
}

//--- none.mlir
// No step at all where T is 1.
func.func @none(%x: !lift.array<N x f32>, %s: !lift.array<T x f32>) -> !lift.array<N x f32> {
  %r = lift.iterate (T - 1) size L (%v = %x : !lift.array<N x f32>) {
    %turned = lift.reverse %v : !lift.array<L x f32>
    %next = lift.map (%p = %turned, %q = %v : !lift.array<L x f32>, !lift.array<L x f32>) {
      %d = arith.subf %p, %q : f32
      lift.yield %d : f32
    }
    lift.yield %next : !lift.array<L x f32>
  }
  return %r : !lift.array<N x f32>
}

//--- batch.mlir
func.func @batch(%W: !lift.array<N x N x f32>, %x: !lift.array<B x T x N x f32>) -> !lift.array<B x N x f32> {
  %r = lift.map (%xb = %x : !lift.array<B x T x N x f32>) {
    %zero = arith.constant 0.0 : f32
    %start = lift.broadcast %zero sizes [N] : f32
    %last = lift.reduce (%in = %xb : !lift.array<T x N x f32>) init (%h = %start : !lift.array<N x f32>) {
      %n = lift.map (%row = %W, %e = %in : !lift.array<N x N x f32>, !lift.array<N x f32>) {
        %sum = lift.reduce associative commutative (%w = %row, %s = %h : !lift.array<N x f32>, !lift.array<N x f32>) init (%acc = %e : f32) {
          %p = arith.mulf %w, %s : f32
          %q = arith.addf %acc, %p : f32
          lift.yield %q : f32
        }
        %t = math.tanh %sum : f32
        lift.yield %t : f32
      }
      lift.yield %n : !lift.array<N x f32>
    }
    %twice = lift.map (%e = %last : !lift.array<N x f32>) {
      %two = arith.addf %e, %e : f32
      lift.yield %two : f32
    }
    lift.yield %twice : !lift.array<N x f32>
  }
  return %r : !lift.array<B x N x f32>
}

//--- batch-states.mlir
func.func @batch_states(%W: !lift.array<N x N x f32>, %x: !lift.array<B x T x N x f32>, %h0: !lift.array<B x N x f32>) -> !lift.array<B x T x N x f32> {
  %r = lift.map (%xb = %x, %start = %h0 : !lift.array<B x T x N x f32>, !lift.array<B x N x f32>) {
    %back = lift.reverse %xb dims [0] : !lift.array<T x N x f32>
    %states = lift.scan (%in = %back : !lift.array<T x N x f32>) init (%h = %start : !lift.array<N x f32>) {
      %n = lift.map (%row = %W, %e = %in : !lift.array<N x N x f32>, !lift.array<N x f32>) {
        %sum = lift.reduce associative commutative (%w = %row, %s = %h : !lift.array<N x f32>, !lift.array<N x f32>) init (%acc = %e : f32) {
          %p = arith.mulf %w, %s : f32
          %q = arith.addf %acc, %p : f32
          lift.yield %q : f32
        }
        %t = math.tanh %sum : f32
        lift.yield %t : f32
      }
      lift.yield %n : !lift.array<N x f32>
    }
    %mirrored = lift.reverse %states dims [0] : !lift.array<T x N x f32>
    lift.yield %mirrored : !lift.array<T x N x f32>
  }
  return %r : !lift.array<B x T x N x f32>
}

//--- batch-rows.mlir
func.func @batch_rows(%x: !lift.array<B x T x N x f32>, %h0: !lift.array<B x N x f32>) -> !lift.array<B x N x f32> {
  %r = lift.map (%xb = %x, %start = %h0 : !lift.array<B x T x N x f32>, !lift.array<B x N x f32>) {
    %sums = lift.reduce (%in = %xb : !lift.array<T x N x f32>) init (%h = %start : !lift.array<N x f32>) {
      %n = lift.map (%a = %h, %e = %in : !lift.array<N x f32>, !lift.array<N x f32>) {
        %s = arith.addf %a, %e : f32
        lift.yield %s : f32
      }
      lift.yield %n : !lift.array<N x f32>
    }
    lift.yield %sums : !lift.array<N x f32>
  }
  return %r : !lift.array<B x N x f32>
}
