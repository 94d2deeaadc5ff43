// Steps that are composed as functions of their accumulators: recurrences, and operations
// on tuples, in the order of their elements.

// DEFINE: %{optimize} = lift-opt %s --mlir-disable-threading -o /dev/null --pass-pipeline='builtin.module(func.func(lift-normalize,lift-fuse-producers,lift-normalize,lift-optimize{target=nvidia-h200 sizes=M=4096,N=4096}))' --remarks-filter=lift-optimize
// RUN: %{optimize} 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: Passed{{.*}}Function=greatest_sum |{{.*}}reduction of a whole array in order
// REMARK: Passed{{.*}}Function=hash |{{.*}}reduction of a whole array in order
// REMARK: Passed{{.*}}Function=first_of_greatest |{{.*}}reduction of a whole array in order
// REMARK: Passed{{.*}}Function=product_of_matrices |{{.*}}reduction of a whole array in order
// REMARK: Passed{{.*}}Function=moving_average |{{.*}}scan of an array
// REMARK: Passed{{.*}}Function=moving_average_of_differences |{{.*}}scan of an array
// REMARK: Passed{{.*}}Function=sums_of_segments |{{.*}}scan of an array
// REMARK: Passed{{.*}}Function=filter_of_second_order |{{.*}}scan of an array
// REMARK: Passed{{.*}}Function=pairs |{{.*}}scan of an array
// REMARK: Passed{{.*}}Function=place_of_maximum |{{.*}}scan of an array
// REMARK: Passed{{.*}}Function=hash_of_rows |{{.*}}reduction of rows
// REMARK: Passed{{.*}}Function=greatest_sum_of_rows |{{.*}}reduction of rows
// REMARK: Passed{{.*}}Function=moving_average_of_rows |{{.*}}scans of rows
// REMARK: Missed{{.*}}Function=rounded |{{.*}}could be composed, but is not declared associative
// REMARK: Missed{{.*}}Function=quadratic |{{.*}}does not combine each accumulator
// REMARK: Missed{{.*}}Function=no_law |{{.*}}does not combine each accumulator

// DEFINE: %{entry} = none
// DEFINE: %{sizes} = N=1
// DEFINE: %{target} = nvidia-h200
// DEFINE: %{run} = lift-run %s --entry=%{entry} --verify --rtol=1e-3 --atol=1e-3 --cache= --target=%{target} --size=%{sizes} | FileCheck %s --check-prefix=OK
// REDEFINE: %{entry} = greatest_sum
// REDEFINE: %{sizes} = N=1
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{sizes} = N=70001
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{entry} = hash
// REDEFINE: %{sizes} = N=1
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{sizes} = N=70001
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{entry} = first_of_greatest
// REDEFINE: %{sizes} = N=1
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{sizes} = N=70001
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{entry} = product_of_matrices
// REDEFINE: %{sizes} = N=1
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{sizes} = N=70001
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{entry} = moving_average
// REDEFINE: %{sizes} = N=1
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{sizes} = N=70001
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{entry} = moving_average_of_differences
// REDEFINE: %{sizes} = N=1
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{sizes} = N=70001
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{entry} = sums_of_segments
// REDEFINE: %{sizes} = N=1
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{sizes} = N=70001
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{entry} = filter_of_second_order
// REDEFINE: %{sizes} = N=1
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{sizes} = N=70001
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{entry} = pairs
// REDEFINE: %{sizes} = N=1
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{sizes} = N=70001
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{entry} = place_of_maximum
// REDEFINE: %{sizes} = N=1
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{sizes} = N=70001
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{target} = pocl
// REDEFINE: %{entry} = greatest_sum
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{entry} = filter_of_second_order
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{entry} = pairs
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{target} = nvidia-h200
// REDEFINE: %{entry} = hash_of_rows
// REDEFINE: %{sizes} = M=3,N=67
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{sizes} = M=5,N=5003
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{entry} = greatest_sum_of_rows
// REDEFINE: %{sizes} = M=3,N=67
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{sizes} = M=5,N=5003
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{entry} = moving_average_of_rows
// REDEFINE: %{sizes} = M=3,N=67
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{sizes} = M=5,N=5003
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{sizes} = M=2,N=4096
// RUN: %if pocl %{ %{run} %}

// Restarted sums of numbers that overflow, infinities and NaN.
// REDEFINE: %{run} = lift-run %s --entry=%{entry} --verify --rtol=1e-3 --atol=1e-3 --cache= --target=%{target} --size=%{sizes} --input-kind=special | FileCheck %s --check-prefix=OK
// REDEFINE: %{entry} = sums_of_segments
// REDEFINE: %{sizes} = N=5003
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{entry} = first_of_greatest
// RUN: %if pocl %{ %{run} %}
// OK: verify: {{.*}} OK

// DEFINE: %{race} = %lift_src_root/utils/oclgrind-run.sh lift-run %s --verify --rtol=1e-3 --atol=1e-3 --target=nvidia-h200
// RUN: %if oclgrind %{ %{race} --entry=greatest_sum --size=N=4801 %}
// RUN: %if oclgrind %{ %{race} --entry=pairs --size=N=2053 %}
// RUN: %if oclgrind %{ %{race} --entry=hash_of_rows --size=M=2,N=1031 %}
// RUN: %if oclgrind %{ %{race} --entry=moving_average_of_rows --size=M=2,N=131 %}

func.func @greatest_sum(%x: !lift.array<N x f32>) -> f32 {
  %i = arith.constant 0xFF800000 : f32
  %s:2 = lift.reduce associative (%e = %x : !lift.array<N x f32>) init (%c = %i, %b = %i : f32, f32) {
    %m = arith.addf %c, %e : f32
    %n = arith.maximumf %m, %e : f32
    %bb = arith.maximumf %b, %n : f32
    lift.yield %n, %bb : f32, f32
  }
  return %s#1 : f32
}

func.func @hash(%x: !lift.array<N x i32>) -> i32 {
  %i = arith.constant 7 : i32
  %k = arith.constant 31 : i32
  %s = lift.reduce  (%e = %x : !lift.array<N x i32>) init (%a = %i : i32) {
    %m = arith.muli %a, %k : i32
    %n = arith.addi %m, %e : i32
    lift.yield %n : i32
  }
  return %s : i32
}

func.func @first_of_greatest(%p: !lift.array<N x f32>, %q: !lift.array<N x f32>) -> (f32, f32) {
  %i = arith.constant 0xFF800000 : f32
  %z = arith.constant 0.0 : f32
  %s:2 = lift.reduce (%a = %p, %b = %q : !lift.array<N x f32>, !lift.array<N x f32>) init (%x = %i, %y = %z : f32, f32) {
    %c = arith.cmpf ogt, %a, %x : f32
    %xx = arith.select %c, %a, %x : f32
    %yy = arith.select %c, %b, %y : f32
    lift.yield %xx, %yy : f32, f32
  }
  return %s#0, %s#1 : f32, f32
}

func.func @product_of_matrices(%p: !lift.array<N x i32>, %q: !lift.array<N x i32>, %r: !lift.array<N x i32>, %t: !lift.array<N x i32>) -> (i32, i32) {
  %one = arith.constant 1 : i32
  %z = arith.constant 0 : i32
  %s:4 = lift.reduce associative (%e = %p, %f = %q, %g = %r, %h = %t : !lift.array<N x i32>, !lift.array<N x i32>, !lift.array<N x i32>, !lift.array<N x i32>) init (%a = %one, %b = %z, %c = %z, %d = %one : i32, i32, i32, i32) {
    %ae = arith.muli %a, %e : i32
    %bg = arith.muli %b, %g : i32
    %na = arith.addi %ae, %bg : i32
    %af = arith.muli %a, %f : i32
    %bh = arith.muli %b, %h : i32
    %nb = arith.addi %af, %bh : i32
    %ce = arith.muli %c, %e : i32
    %dg = arith.muli %d, %g : i32
    %nc = arith.addi %ce, %dg : i32
    %cf = arith.muli %c, %f : i32
    %dh = arith.muli %d, %h : i32
    %nd = arith.addi %cf, %dh : i32
    lift.yield %na, %nb, %nc, %nd : i32, i32, i32, i32
  }
  return %s#0, %s#3 : i32, i32
}

func.func @moving_average(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %i = arith.constant 0.5 : f32
  %c9 = arith.constant 0.9 : f32
  %c1 = arith.constant 0.1 : f32
  %s = lift.scan associative (%e = %x : !lift.array<N x f32>) init (%a = %i : f32) {
    %m = arith.mulf %a, %c9 : f32
    %p = arith.mulf %e, %c1 : f32
    %n = arith.addf %m, %p : f32
    lift.yield %n : f32
  }
  return %s : !lift.array<N x f32>
}

func.func @moving_average_of_differences(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %i = arith.constant 0.5 : f32
  %c1 = arith.constant 0.1 : f32
  %s = lift.scan associative (%e = %x : !lift.array<N x f32>) init (%a = %i : f32) {
    %d = arith.subf %e, %a : f32
    %m = arith.mulf %d, %c1 : f32
    %n = arith.addf %a, %m : f32
    lift.yield %n : f32
  }
  return %s : !lift.array<N x f32>
}

func.func @sums_of_segments(%x: !lift.array<N x f32>, %y: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %i = arith.constant 0.5 : f32
  %t = arith.constant 0.8 : f32
  %s = lift.scan associative (%e = %x, %f = %y : !lift.array<N x f32>, !lift.array<N x f32>) init (%a = %i : f32) {
    %m = arith.addf %a, %e : f32
    %b = arith.cmpf ogt, %f, %t : f32
    %n = arith.select %b, %e, %m : f32
    lift.yield %n : f32
  }
  return %s : !lift.array<N x f32>
}

func.func @filter_of_second_order(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %z = arith.constant 0.0 : f32
  %a1 = arith.constant 0.6 : f32
  %a2 = arith.constant -0.3 : f32
  %s:2 = lift.scan associative (%e = %x : !lift.array<N x f32>) init (%y1 = %z, %y2 = %z : f32, f32) {
    %p = arith.mulf %y1, %a1 : f32
    %q = arith.mulf %y2, %a2 : f32
    %r = arith.addf %p, %q : f32
    %n = arith.addf %r, %e : f32
    lift.yield %n, %y1 : f32, f32
  }
  return %s#0 : !lift.array<N x f32>
}

func.func @pairs(%p: !lift.array<N x f32>, %q: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %one = arith.constant 1.0 : f32
  %z = arith.constant 0.0 : f32
  %s:2 = lift.scan associative (%a = %p, %b = %q : !lift.array<N x f32>, !lift.array<N x f32>) init (%x = %one, %y = %z : f32, f32) {
    %xx = arith.mulf %x, %a : f32
    %m = arith.mulf %y, %a : f32
    %yy = arith.addf %m, %b : f32
    lift.yield %xx, %yy : f32, f32
  }
  return %s#1 : !lift.array<N x f32>
}

func.func @place_of_maximum(%p: !lift.array<N x f32>) -> !lift.array<N x i32> {
  %i = arith.constant 0xFF800000 : f32
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %s:3 = lift.scan (%a = %p : !lift.array<N x f32>) init (%x = %i, %y = %z, %k = %z : f32, i32, i32) {
    %c = arith.cmpf ogt, %a, %x : f32
    %xx = arith.select %c, %a, %x : f32
    %yy = arith.select %c, %k, %y : i32
    %kk = arith.addi %k, %one : i32
    lift.yield %xx, %yy, %kk : f32, i32, i32
  }
  return %s#1 : !lift.array<N x i32>
}

func.func @hash_of_rows(%x: !lift.array<M x N x i32>) -> !lift.array<M x i32> {
  %i = arith.constant 7 : i32
  %k = arith.constant 31 : i32
  %s = lift.map (%row = %x : !lift.array<M x N x i32>) {
   %h = lift.reduce (%e = %row : !lift.array<N x i32>) init (%a = %i : i32) {
    %m = arith.muli %a, %k : i32
    %n = arith.addi %m, %e : i32
    lift.yield %n : i32
   }
   lift.yield %h : i32
  }
  return %s : !lift.array<M x i32>
}

func.func @greatest_sum_of_rows(%x: !lift.array<M x N x f32>) -> !lift.array<M x f32> {
  %i = arith.constant 0xFF800000 : f32
  %t = lift.map (%row = %x : !lift.array<M x N x f32>) {
  %s:2 = lift.reduce associative (%e = %row : !lift.array<N x f32>) init (%c = %i, %b = %i : f32, f32) {
    %m = arith.addf %c, %e : f32
    %n = arith.maximumf %m, %e : f32
    %bb = arith.maximumf %b, %n : f32
    lift.yield %n, %bb : f32, f32
  }
  lift.yield %s#1 : f32
  }
  return %t : !lift.array<M x f32>
}

func.func @moving_average_of_rows(%x: !lift.array<M x N x f32>) -> !lift.array<M x N x f32> {
  %i = arith.constant 0.0 : f32
  %c9 = arith.constant 0.9 : f32
  %t = lift.map (%row = %x : !lift.array<M x N x f32>) {
  %s = lift.scan associative (%e = %row : !lift.array<N x f32>) init (%c = %i : f32) {
    %m = arith.mulf %c, %c9 : f32
    %n = arith.addf %m, %e : f32
    lift.yield %n : f32
  }
  lift.yield %s : !lift.array<N x f32>
  }
  return %t : !lift.array<M x N x f32>
}

// What is rounded in this order stays so.
func.func @rounded(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %i = arith.constant 0.5 : f32
  %c = arith.constant 0.9 : f32
  %s = lift.scan (%e = %x : !lift.array<N x f32>) init (%a = %i : f32) {
    %m = arith.mulf %a, %c : f32
    %n = arith.addf %m, %e : f32
    lift.yield %n : f32
  }
  return %s : !lift.array<N x f32>
}

func.func @quadratic(%x: !lift.array<N x i32>) -> i32 {
  %i = arith.constant 3 : i32
  %s = lift.reduce associative (%e = %x : !lift.array<N x i32>) init (%a = %i : i32) {
    %m = arith.muli %a, %a : i32
    %n = arith.addi %m, %e : i32
    lift.yield %n : i32
  }
  return %s : i32
}

// Declared, but not true: (1 - 2) - 3 is not 1 - (2 - 3), whatever makes it two accumulators.
func.func @no_law(%x: !lift.array<N x i32>, %y: !lift.array<N x f32>) -> (i32, f32) {
  %i = arith.constant 3 : i32
  %j = arith.constant 3.0 : f32
  %s:2 = lift.reduce associative (%e = %x, %f = %y : !lift.array<N x i32>, !lift.array<N x f32>) init (%a = %i, %b = %j : i32, f32) {
    %n = arith.subi %e, %a : i32
    %k = arith.sitofp %a : i32 to f32
    %m = arith.subf %f, %k : f32
    lift.yield %n, %m : i32, f32
  }
  return %s#0, %s#1 : i32, f32
}
