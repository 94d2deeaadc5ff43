// Reductions that select, as a maximum and where it is, are reduced in parts.

// DEFINE: %{entry} = rows
// DEFINE: %{sizes} = M=4096,N=4096,L=1048576
// DEFINE: %{optimize} = lift-opt %s --mlir-disable-threading -o /dev/null --lift-optimize='target=nvidia-h200 sizes=%{sizes}' --remarks-filter=lift-optimize
// RUN: %{optimize} 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: Passed{{.*}}reduction of rows
// REMARK: Passed{{.*}}reduction of a whole array
// REMARK: Passed{{.*}}reduction of columns
// REMARK: Passed{{.*}}few long rows in parts
// REMARK: Missed{{.*}}no values are known that its condition never chooses
// REMARK: Missed{{.*}}a condition depends on more than accumulators and the values

// Neighbours are read by work-items beside each other: there are no lanes of vectors here.
// RUN: lift-run %s --entry=rows --target=nvidia-h200 --size=M=4096,N=4096 --forms=opencl-c --cache= --emit-package=%t.package 2>&1 | FileCheck %s --check-prefix=QUIET --allow-empty
// RUN: FileCheck %s --check-prefix=KERNEL < %t.package/kernels.cl
// QUIET-NOT: warning
// KERNEL: for (
// KERNEL: = x[
// KERNEL: barrier

// A thread of a CPU goes through long rows with vectors of accumulators.
// DEFINE: %{thread} = lift-run %s --entry=rows --target=pocl
// RUN: %{thread} --size=M=64,N=4099 --forms=opencl-c --emit-package=%t.thread
// RUN: FileCheck %s --check-prefix=THREAD < %t.thread/kernels.cl
// THREAD: float16 priv{{[0-9]*}}[2];
// THREAD: select(
// RUN: %{thread} --size=M=64,N=1000 --forms=opencl-c --emit-package=%t.thread
// RUN: FileCheck %s --check-prefix=SHORT < %t.thread/kernels.cl
// SHORT-NOT: float16
// RUN: %if pocl %{ %{thread} --verify --size=M=3,N=1031 --input-kind=special | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ %{thread} --verify --size=M=33,N=2048 --input-kind=integer | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ %{thread} --verify --size=M=1,N=1 | FileCheck %s --check-prefix=OK %}

// DEFINE: %{target} = nvidia-h200
// DEFINE: %{run} = lift-run %s --entry=%{entry} --verify --target=%{target}
// RUN: %if pocl %{ %{run} --size=M=7,N=33 | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ %{run} --size=M=3,N=1000 --input-kind=special | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ %{run} --size=M=1,N=1 | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ %{run} --size=M=600,N=64 --input-kind=special | FileCheck %s --check-prefix=OK %}
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{run} --size=M=2,N=67 %}
// REDEFINE: %{entry} = whole
// RUN: %if pocl %{ %{run} --size=N=100003 --input-kind=special | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ %{run} --size=N=65536 --input-kind=integer | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ %{run} --size=N=1 | FileCheck %s --check-prefix=OK %}
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{run} --size=N=1031 %}
// REDEFINE: %{entry} = columns
// RUN: %if pocl %{ %{run} --size=M=1000,N=64 --input-kind=special | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ %{run} --size=M=257,N=33 | FileCheck %s --check-prefix=OK %}
// REDEFINE: %{entry} = long
// RUN: %if pocl %{ %{run} --size=L=262147 --input-kind=special | FileCheck %s --check-prefix=OK %}
// REDEFINE: %{entry} = in_registers
// RUN: %if pocl %{ %{run} --size=M=3,N=1024 --input-kind=integer | FileCheck %s --check-prefix=OK %}

// On a CPU, as vectors of accumulators.
// REDEFINE: %{target} = pocl
// REDEFINE: %{entry} = whole
// RUN: %if pocl %{ %{run} --size=N=65536 --input-kind=special 2>&1 | FileCheck %s --check-prefixes=QUIET,OK %}
// REDEFINE: %{entry} = rows
// RUN: %if pocl %{ %{run} --size=M=7,N=64 --input-kind=special 2>&1 | FileCheck %s --check-prefixes=QUIET,OK %}
// OK: OK

func.func @rows(%x: !lift.array<M x N x f32>, %k: !lift.array<N x i32>) -> !lift.array<M x i32> {
  %low = arith.constant 0xFF800000 : f32
  %last = arith.constant 2147483647 : i32
  %y = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %r:2 = lift.reduce associative commutative (%v = %row, %j = %k : !lift.array<N x f32>, !lift.array<N x i32>) init (%b = %low, %bj = %last : f32, i32) {
      %greater = arith.cmpf ogt, %v, %b : f32
      %equal = arith.cmpf oeq, %v, %b : f32
      %first = arith.cmpi slt, %j, %bj : i32
      %tie = arith.andi %equal, %first : i1
      %c = arith.ori %greater, %tie : i1
      %nv = arith.select %c, %v, %b : f32
      %nj = arith.select %c, %j, %bj : i32
      lift.yield %nv, %nj : f32, i32
    }
    lift.yield %r#1 : i32
  }
  return %y : !lift.array<M x i32>
}

func.func @whole(%x: !lift.array<N x f32>, %k: !lift.array<N x i32>) -> (f32, i32) {
  %high = arith.constant 0x7F800000 : f32
  %last = arith.constant 2147483647 : i32
  %r:2 = lift.reduce associative commutative (%v = %x, %j = %k : !lift.array<N x f32>, !lift.array<N x i32>) init (%b = %high, %bj = %last : f32, i32) {
    %less = arith.cmpf olt, %v, %b : f32
    %equal = arith.cmpf oeq, %v, %b : f32
    %first = arith.cmpi slt, %j, %bj : i32
    %tie = arith.andi %equal, %first : i1
    %c = arith.ori %less, %tie : i1
    %nv = arith.select %c, %v, %b : f32
    %nj = arith.select %c, %j, %bj : i32
    lift.yield %nv, %nj : f32, i32
  }
  return %r#0, %r#1 : f32, i32
}

func.func @columns(%x: !lift.array<M x N x f32>) -> !lift.array<N x f32> {
  %low = arith.constant 0xFF800000 : f32
  %t = lift.transpose %x : !lift.array<M x N x f32>
  %y = lift.map (%column = %t : !lift.array<N x M x f32>) {
    %r = lift.reduce associative commutative (%v = %column : !lift.array<M x f32>) init (%b = %low : f32) {
      %c = arith.cmpf oge, %v, %b : f32
      %n = arith.select %c, %v, %b : f32
      lift.yield %n : f32
    }
    lift.yield %r : f32
  }
  return %y : !lift.array<N x f32>
}

// Rows in registers, of single numbers for all that reads them.
func.func @in_registers(%x: !lift.array<M x N x f32>) -> !lift.array<M x f32> {
  %low = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %y = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %m = lift.reduce associative commutative (%v = %row : !lift.array<N x f32>) init (%b = %low : f32) {
      %c = arith.cmpf ogt, %v, %b : f32
      %n = arith.select %c, %v, %b : f32
      lift.yield %n : f32
    }
    %s = lift.reduce associative commutative (%v = %row : !lift.array<N x f32>) init (%b = %zero : f32) {
      %d = arith.subf %m, %v : f32
      %n = arith.addf %b, %d : f32
      lift.yield %n : f32
    }
    lift.yield %s : f32
  }
  return %y : !lift.array<M x f32>
}

// Two rows of f64: with a kernel that combines the results of parts.
func.func @long(%x: !lift.array<2 x L x f64>, %k: !lift.array<2 x L x i64>) -> (!lift.array<2 x f64>, !lift.array<2 x i64>) {
  %low = arith.constant 0.0 : f64
  %none = arith.constant -1 : i64
  %y:2 = lift.map (%row = %x, %at = %k : !lift.array<2 x L x f64>, !lift.array<2 x L x i64>) {
    %r:2 = lift.reduce associative commutative (%v = %row, %j = %at : !lift.array<L x f64>, !lift.array<L x i64>) init (%b = %low, %bj = %none : f64, i64) {
      %greater = arith.cmpf ogt, %v, %b : f64
      %equal = arith.cmpf oeq, %v, %b : f64
      %later = arith.cmpi sgt, %j, %bj : i64
      %tie = arith.andi %equal, %later : i1
      %c = arith.ori %greater, %tie : i1
      %nv = arith.select %c, %v, %b : f64
      %nj = arith.select %c, %j, %bj : i64
      lift.yield %nv, %nj : f64, i64
    }
    lift.yield %r#0, %r#1 : f64, i64
  }
  return %y#0, %y#1 : !lift.array<2 x f64>, !lift.array<2 x i64>
}

// What is not greater than NaN takes its place.
func.func @negative_loses_nan(%x: !lift.array<N x f32>) -> f32 {
  %low = arith.constant 0xFF800000 : f32
  %r = lift.reduce associative commutative (%v = %x : !lift.array<N x f32>) init (%b = %low : f32) {
    %c = arith.cmpf ogt, %b, %v : f32
    %n = arith.select %c, %b, %v : f32
    lift.yield %n : f32
  }
  return %r : f32
}

// The square of the greatest number: of a square that has been chosen, it is not known which
// number it is of.
func.func @negative_by_more(%x: !lift.array<N x f32>) -> f32 {
  %low = arith.constant 0xFF800000 : f32
  %r = lift.reduce associative commutative (%v = %x : !lift.array<N x f32>) init (%b = %low : f32) {
    %q = arith.mulf %v, %v : f32
    %c = arith.cmpf ogt, %v, %b : f32
    %n = arith.select %c, %q, %b : f32
    lift.yield %n : f32
  }
  return %r : f32
}
