// RUN: split-file %s %t

// Steps in order that reduce rows, as those of a search, are taken by all
// work-items of a group, which share what is in a step; the row is in registers.
// RUN: lift-opt %t/threshold.mlir --pass-pipeline='builtin.module(func.func(lift-normalize,lift-optimize{target=nvidia-h200 sizes=M=4096,N=1000 print-schedules}))' --remarks-filter='lift.*' 2>&1 | FileCheck %s --check-prefix=REGISTERS
// REGISTERS: Remark="rows in registers"
// REGISTERS: [[STEPS:%.*]] = transform.lift.match_pattern [[ROW:%.*]][2]
// REGISTERS: [[SUM:%.*]] = transform.lift.match_pattern [[STEPS]][0]
// REGISTERS: transform.lift.split_reduction [[SUM]] by "128"
// REGISTERS: [[MAXIMUM:%.*]] = transform.lift.match_pattern [[ROW]][1]
// REGISTERS: transform.lift.split_reduction [[MAXIMUM]] by "128"

// Where nothing says how long rows are, a group reads them in each step.
// RUN: lift-opt %t/threshold.mlir --pass-pipeline='builtin.module(func.func(lift-normalize,lift-optimize{target=nvidia-h200}))' --remarks-filter='lift.*' 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: Remark="reduction of rows"

// What steps compute for others of theirs stands in registers, too; the row is
// read several times though one pattern reads it.
// RUN: lift-opt %t/scale.mlir --pass-pipeline='builtin.module(func.func(lift-normalize,lift-optimize{target=nvidia-h200 sizes=M=4096,N=1024 print-schedules}))' --remarks-filter='lift.*' 2>&1 | FileCheck %s --check-prefix=COMPUTED
// COMPUTED: Remark="rows in registers"
// COMPUTED: transform.lift.stage {{.*}}space = "private"
// COMPUTED: transform.lift.store_results {{.*}} in "private"

// A row that steps go through stays in memory.
// RUN: lift-opt %t/itself.mlir --pass-pipeline='builtin.module(func.func(lift-normalize,lift-optimize{target=nvidia-h200 sizes=M=4096,N=1024 print-schedules}))' | FileCheck %s --check-prefix=ITSELF
// ITSELF-NOT: transform.lift.stage

// Steps that compute arrays, or that may be taken in any order, are others.
// RUN: lift-opt %t/arrays.mlir --pass-pipeline='builtin.module(func.func(lift-normalize,lift-optimize{target=nvidia-h200 sizes=M=4096,N=1024}))' --remarks-filter='lift.*' 2>&1 | FileCheck %s --check-prefix=ARRAYS
// ARRAYS: Remark="steps that a group shares"
// RUN: lift-opt %t/planes.mlir --pass-pipeline='builtin.module(func.func(lift-normalize,lift-optimize{target=nvidia-h200 sizes=M=4096,N=1024}))' --remarks-filter='lift.*' 2>&1 | FileCheck %s --check-prefix=PLANES
// PLANES-NOT: Remark="rows in registers"

// RUN: %if pocl %{ lift-run %t/threshold.mlir --target=nvidia-h200 --size=M=5,N=1000 --verify --rtol=1e-5 --atol=1e-5 | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ lift-run %t/threshold.mlir --target=nvidia-h200 --size=M=5,N=331 --verify --rtol=1e-5 --atol=1e-5 | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ lift-run %t/threshold.mlir --target=nvidia-h200 --size=M=3,N=1 --verify --rtol=1e-5 --atol=1e-5 | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ lift-run %t/threshold.mlir --target=nvidia-h200 --size=M=2,N=40001 --verify --rtol=1e-4 --atol=1e-4 | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ lift-run %t/threshold.mlir --target=mali-g72 --size=M=5,N=333 --verify --rtol=1e-5 --atol=1e-5 | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ lift-run %t/threshold.mlir --target=pocl --size=M=5,N=333 --verify --rtol=1e-5 --atol=1e-5 | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ lift-run %t/scale.mlir --target=nvidia-h200 --size=M=5,N=1024 --verify --rtol=1e-4 --atol=1e-5 | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ lift-run %t/scale.mlir --target=nvidia-h200 --size=M=5,N=333 --verify --rtol=1e-4 --atol=1e-5 | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ lift-run %t/scale.mlir --target=nvidia-h200 --size=M=70,N=64 --verify --rtol=1e-4 --atol=1e-5 | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ lift-run %t/scale.mlir --target=pocl --size=M=5,N=333 --verify --rtol=1e-4 --atol=1e-5 | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ lift-run %t/itself.mlir --target=nvidia-h200 --size=M=3,N=130 --verify --rtol=1e-4 --atol=1e-5 | FileCheck %s --check-prefix=OK %}
// RUN: %if pocl %{ lift-run %t/planes.mlir --target=nvidia-h200 --size=M=3,N=130 --verify --rtol=1e-4 --atol=1e-5 | FileCheck %s --check-prefix=OK %}
// OK: verify: {{.*}} OK

//--- threshold.mlir
// The number of each row above which others add up to one, by bisection.
func.func @threshold(%x: !lift.array<M x N x f32>, %halves: !lift.array<8 x f32>) -> (!lift.array<M x N x f32>, !lift.array<M x f32>) {
  %least = arith.constant 0xFF800000 : f32
  %one = arith.constant 1.0 : f32
  %half = arith.constant 0.5 : f32
  %zero = arith.constant 0.0 : f32
  %out:2 = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %max = lift.reduce associative commutative (%a = %row : !lift.array<N x f32>) init (%acc = %least : f32) {
      %next = arith.maximumf %acc, %a : f32
      lift.yield %next : f32
    }
    %low = arith.subf %max, %one : f32
    %ends:2 = lift.reduce (%h = %halves : !lift.array<8 x f32>) init (%from = %low, %to = %max : f32, f32) {
      %sum = arith.addf %from, %to : f32
      %middle = arith.mulf %half, %sum : f32
      %above = lift.reduce associative commutative (%a = %row : !lift.array<N x f32>) init (%acc = %zero : f32) {
        %difference = arith.subf %a, %middle : f32
        %positive = arith.maximumf %zero, %difference : f32
        %next = arith.addf %acc, %positive : f32
        lift.yield %next : f32
      }
      %isMore = arith.cmpf ogt, %above, %one : f32
      %nextFrom = arith.select %isMore, %middle, %from : f32
      %nextTo = arith.select %isMore, %to, %middle : f32
      lift.yield %nextFrom, %nextTo : f32, f32
    }
    %kept = lift.map (%a = %row : !lift.array<N x f32>) {
      %difference = arith.subf %a, %ends#0 : f32
      %positive = arith.maximumf %zero, %difference : f32
      lift.yield %positive : f32
    }
    lift.yield %kept, %ends#1 : !lift.array<N x f32>, f32
  }
  return %out#0, %out#1 : !lift.array<M x N x f32>, !lift.array<M x f32>
}

//--- scale.mlir
// A factor of each row, by steps that compute exponentials of all of it.
func.func @scale(%x: !lift.array<M x N x f32>, %rates: !lift.array<5 x f32>) -> !lift.array<M x f32> {
  %zero = arith.constant 0.0 : f32
  %out = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %factor = lift.reduce (%rate = %rates : !lift.array<5 x f32>) init (%f = %zero : f32) {
      %exps = lift.map (%a = %row : !lift.array<N x f32>) {
        %product = arith.mulf %f, %a : f32
        %e = math.exp %product : f32
        lift.yield %e : f32
      }
      %sum = lift.reduce associative commutative (%e = %exps : !lift.array<N x f32>) init (%acc = %zero : f32) {
        %next = arith.addf %acc, %e : f32
        lift.yield %next : f32
      }
      %squares = lift.reduce associative commutative (%e = %exps : !lift.array<N x f32>) init (%acc = %zero : f32) {
        %square = arith.mulf %e, %e : f32
        %next = arith.addf %acc, %square : f32
        lift.yield %next : f32
      }
      %quotient = arith.divf %sum, %squares : f32
      %change = arith.mulf %rate, %quotient : f32
      %next = arith.addf %f, %change : f32
      lift.yield %next : f32
    }
    lift.yield %factor : f32
  }
  return %out : !lift.array<M x f32>
}

//--- itself.mlir
// How many numbers of a row are larger than each of it, one after another.
func.func @itself(%x: !lift.array<M x N x f32>) -> !lift.array<M x f32> {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %out = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %state = lift.reduce (%b = %row : !lift.array<N x f32>) init (%s = %zero : f32) {
      %sum = lift.reduce associative commutative (%a = %row : !lift.array<N x f32>) init (%acc = %zero : f32) {
        %larger = arith.maximumf %a, %b : f32
        %next = arith.addf %acc, %larger : f32
        lift.yield %next : f32
      }
      %part = arith.mulf %half, %s : f32
      %next = arith.addf %part, %sum : f32
      lift.yield %next : f32
    }
    lift.yield %state : f32
  }
  return %out : !lift.array<M x f32>
}

//--- arrays.mlir
// Each step computes a row.
func.func @arrays(%x: !lift.array<M x N x f32>, %rates: !lift.array<5 x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %out = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %state = lift.reduce (%rate = %rates : !lift.array<5 x f32>) init (%s = %row : !lift.array<N x f32>) {
      %sum = lift.reduce associative commutative (%a = %s : !lift.array<N x f32>) init (%acc = %zero : f32) {
        %next = arith.addf %acc, %a : f32
        lift.yield %next : f32
      }
      %next = lift.map (%a = %s : !lift.array<N x f32>) {
        %change = arith.mulf %rate, %sum : f32
        %less = arith.subf %a, %change : f32
        lift.yield %less : f32
      }
      lift.yield %next : !lift.array<N x f32>
    }
    lift.yield %state : !lift.array<N x f32>
  }
  return %out : !lift.array<M x N x f32>
}

//--- planes.mlir
// The product of the sums over a row for each of some rates, in any order.
func.func @planes(%x: !lift.array<M x N x f32>, %rates: !lift.array<5 x f32>) -> !lift.array<M x f32> {
  %zero = arith.constant 0.0 : f32
  %out = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %all = lift.reduce associative commutative (%rate = %rates : !lift.array<5 x f32>) init (%s = %zero : f32) {
      %sum = lift.reduce associative commutative (%a = %row : !lift.array<N x f32>) init (%acc = %zero : f32) {
        %product = arith.mulf %a, %rate : f32
        %larger = arith.maximumf %product, %rate : f32
        %next = arith.addf %acc, %larger : f32
        lift.yield %next : f32
      }
      %next = arith.maximumf %s, %sum : f32
      lift.yield %next : f32
    }
    lift.yield %all : f32
  }
  return %out : !lift.array<M x f32>
}
