// Laws that are proved, and orders that go: counters, and what is chosen first.

// RUN: lift-opt %s --mlir-disable-threading --lift-fuse-producers | FileCheck %s

// DEFINE: %{entry} = integers
// DEFINE: %{sizes} = N=1
// DEFINE: %{kind} = special
// DEFINE: %{target} = nvidia-h200
// DEFINE: %{run} = lift-run %s --entry=%{entry} --verify --cache= --target=%{target} --input-kind=%{kind} --size=%{sizes} | FileCheck %s --check-prefix=OK
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{sizes} = N=70001
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{entry} = numbers
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{entry} = first
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{kind} = integer
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{target} = pocl
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{entry} = last_from
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{target} = nvidia-h200
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{sizes} = N=1
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{entry} = rows
// REDEFINE: %{sizes} = N=1031
// RUN: %if pocl %{ %{run} %}
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh lift-run %s --entry=first --verify --target=nvidia-h200 --size=N=1031 %}
// OK: verify: {{.*}} OK

// Sums that fit may have parts that do not.
// CHECK-LABEL: func.func @integers
// CHECK: lift.reduce associative commutative
// CHECK-NOT: overflow
// CHECK: return
func.func @integers(%x: !lift.array<N x i32>) -> (i32, i32) {
  %zero = arith.constant 0 : i32
  %r:2 = lift.reduce (%e = %x : !lift.array<N x i32>) init (%s = %zero, %m = %zero : i32, i32) {
    %n = arith.addi %s, %e overflow<nsw> : i32
    %o = arith.xori %e, %m : i32
    lift.yield %n, %o : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

// CHECK-LABEL: func.func @numbers
// CHECK: lift.reduce associative commutative
func.func @numbers(%x: !lift.array<N x f32>) -> (f32, f32) {
  %zero = arith.constant 0.0 : f32
  %r:2 = lift.reduce (%e = %x : !lift.array<N x f32>) init (%s = %zero, %m = %zero : f32, f32) {
    %n = arith.maximumf %s, %e : f32
    %o = arith.minnumf %m, %e : f32
    lift.yield %n, %o : f32, f32
  }
  return %r#0, %r#1 : f32, f32
}

// Rounded sums have no law.
// CHECK-LABEL: func.func @sum
// CHECK: lift.reduce (
func.func @sum(%x: !lift.array<N x f32>) -> (f32, f32) {
  %zero = arith.constant 0.0 : f32
  %r:2 = lift.reduce (%e = %x : !lift.array<N x f32>) init (%s = %zero, %m = %zero : f32, f32) {
    %n = arith.addf %s, %e : f32
    %o = arith.maximumf %m, %e : f32
    lift.yield %n, %o : f32, f32
  }
  return %r#0, %r#1 : f32, f32
}

// CHECK-LABEL: func.func @first
// CHECK-SAME: %[[X:.*]]: !lift.array
// CHECK: %[[INDEX:.*]] = lift.generate
// CHECK: lift.reduce associative commutative (%{{.*}} = %[[X]], %{{.*}} = %[[INDEX]]
// CHECK: arith.cmpf ogt
// CHECK: arith.cmpf oeq
// CHECK: arith.cmpi slt
func.func @first(%x: !lift.array<N x f32>) -> (f32, i32, i32) {
  %low = arith.constant 0xFF800000 : f32
  %none = arith.constant -1 : i32
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r:3 = lift.reduce (%e = %x : !lift.array<N x f32>) init (%m = %low, %i = %none, %k = %zero : f32, i32, i32) {
    %c = arith.cmpf ogt, %e, %m : f32
    %n = arith.select %c, %e, %m : f32
    %j = arith.select %c, %k, %i : i32
    %l = arith.addi %k, %one : i32
    lift.yield %n, %j, %l : f32, i32, i32
  }
  return %r#0, %r#1, %r#2 : f32, i32, i32
}

// Who keeps the accumulator if it is no greater; the initial value may stay.
// CHECK-LABEL: func.func @last_from
// CHECK: lift.reduce associative commutative
// CHECK: arith.xori
// CHECK: arith.andi
func.func @last_from(%x: !lift.array<N x i32>, %start: i32) -> (i32, i32) {
  %none = arith.constant -1 : i32
  %i = lift.generate (%k < N) {
    %c = arith.index_cast %k : index to i32
    lift.yield %c : i32
  }
  %r:2 = lift.reduce (%e = %x, %k = %i : !lift.array<N x i32>, !lift.array<N x i32>) init (%m = %start, %j = %none : i32, i32) {
    %c = arith.cmpi ule, %m, %e : i32
    %n = arith.select %c, %m, %e : i32
    %l = arith.select %c, %j, %k : i32
    lift.yield %n, %l : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

// NaN is less than no number, but would be chosen here: nothing is proved.
// CHECK-LABEL: func.func @unordered
// CHECK: lift.reduce (
func.func @unordered(%x: !lift.array<N x f32>) -> f32 {
  %low = arith.constant 0xFF800000 : f32
  %r = lift.reduce (%e = %x : !lift.array<N x f32>) init (%m = %low : f32) {
    %c = arith.cmpf ogt, %m, %e : f32
    %n = arith.select %c, %m, %e : f32
    lift.yield %n : f32
  }
  return %r : f32
}

// The last of the greatest: its index is not the smallest.
// CHECK-LABEL: func.func @last
// CHECK: lift.reduce (
func.func @last(%x: !lift.array<N x i32>) -> i32 {
  %low = arith.constant -2147483648 : i32
  %i = lift.generate (%k < N) {
    %c = arith.index_cast %k : index to i32
    lift.yield %c : i32
  }
  %r:2 = lift.reduce (%e = %x, %k = %i : !lift.array<N x i32>, !lift.array<N x i32>) init (%m = %low, %j = %low : i32, i32) {
    %c = arith.cmpi sge, %e, %m : i32
    %n = arith.select %c, %e, %m : i32
    %l = arith.select %c, %k, %j : i32
    lift.yield %n, %l : i32, i32
  }
  return %r#1 : i32
}

// A counter of each row, and a scan with one.
// CHECK-LABEL: func.func @rows
// CHECK: lift.scan associative
func.func @rows(%x: !lift.array<N x 64 x f32>) -> (!lift.array<N x i32>, !lift.array<N x 64 x i32>) {
  %low = arith.constant 0xFF800000 : f32
  %zero = arith.constant 5 : i32
  %one = arith.constant 3 : i32
  %y:2 = lift.map (%row = %x : !lift.array<N x 64 x f32>) {
    %r:3 = lift.reduce (%e = %row : !lift.array<64 x f32>) init (%m = %low, %i = %zero, %k = %zero : f32, i32, i32) {
      %c = arith.cmpf olt, %m, %e : f32
      %n = arith.select %c, %e, %m : f32
      %j = arith.select %c, %k, %i : i32
      %l = arith.addi %one, %k : i32
      lift.yield %n, %j, %l : f32, i32, i32
    }
    %s:2 = lift.scan (%e = %row : !lift.array<64 x f32>) init (%m = %zero, %k = %zero : i32, i32) {
      %c = arith.cmpf olt, %e, %low : f32
      %j = arith.addi %m, %k : i32
      %l = arith.addi %k, %one : i32
      lift.yield %j, %l : i32, i32
    }
    lift.yield %r#1, %s#0 : i32, !lift.array<64 x i32>
  }
  return %y#0, %y#1 : !lift.array<N x i32>, !lift.array<N x 64 x i32>
}
