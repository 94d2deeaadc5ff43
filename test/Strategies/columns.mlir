// RUN: split-file %s %t
// RUN: lift-opt %t/sums.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 sizes=P=1000,K=512,M=512 print-schedules}))' | FileCheck %s
// CHECK: // reduction of columns
// CHECK-NOT: split_nest
// CHECK: // a group of 32 lanes of 4 columns, and 8 rows
// CHECK: transform.lift.block {{.*}} order = {{\[\[}}0, 0], [1, 0], [1, 1], [2, 0]], vector = array<i64: 1, 4>
// CHECK: transform.lift.split_reduction {{.*}} by "8" {strided, space = "local"}

// Parts that run at the same time, once or twice, and not a few more.
// RUN: lift-opt %lift_src_root/examples/gemv-transposed.mlir -o /dev/null --lift-optimize='target=nvidia-h200 sizes=M=5001,K=7001 print-schedules' | FileCheck %s --check-prefix=EVEN
// EVEN: // parts of 576, then their results

// Too few columns for the device: parts of them, and then their results.
// RUN: lift-opt %lift_src_root/examples/gemv-transposed.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 sizes=K=8192,M=8192 print-schedules}))' | FileCheck %s --check-prefix=PARTS
// PARTS: // parts of 512, then their results
// PARTS: [[NESTS:%.*]], {{%.*}} = transform.lift.split_nest {{.*}} [1] by "512"
// PARTS: // a group of 32 lanes of 4 columns, and 8 rows
// PARTS: transform.lift.block [[NESTS]]
// PARTS: // a group of 32 lanes of 4 columns, and 4 rows

// Columns with weights of their own for each batch, as of attention to a few: rows of
// weights are no windows, however long.
// RUN: lift-opt %t/batched.mlir -o /dev/null --lift-optimize='target=nvidia-h200 sizes=B=16,K=8192,M=64 print-schedules' | FileCheck %s --check-prefix=BATCHED
// BATCHED: // reduction of columns
// RUN: lift-run %t/batched.mlir --size=B=3,K=4097,M=7 --target=nvidia-h200 --verify --rtol=1e-4 --atol=1e-4 | FileCheck %s --check-prefix=SUMS

// Single columns are not read behind tests.
// RUN: lift-opt %lift_src_root/examples/gemv-transposed.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 sizes=K=8191,M=8191 print-schedules}))' | FileCheck %s --check-prefix=SINGLE
// SINGLE: transform.lift.split_nest {{.*}} [1] by "{{.*}}" {padded, masked}
// RUN: lift-run %lift_src_root/examples/gemv-transposed.mlir --size=M=101,K=3001 --target=nvidia-h200 --verify --rtol=1e-4 --atol=1e-4 | FileCheck %s --check-prefix=SUMS
// SUMS: verify: {{.*}} OK

// Where nothing pads a part, what is beyond the end does not count.
// RUN: lift-opt %t/sums.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 sizes=P=1,K=8200,M=512 print-schedules}))' | FileCheck %s --check-prefix=MASKED
// MASKED: transform.lift.split_nest {{.*}} [2] by "128" {padded, masked}

// Several dimensions that are one are cut as one, also where the outer is short.
// RUN: lift-opt %t/statistics.mlir --pass-pipeline='builtin.module(func.func(lift-fuse-producers,lift-optimize{target=nvidia-h200 sizes=B=32,C=64,S=12544 print-schedules}))' | FileCheck %s --check-prefix=JOINED
// JOINED: transform.lift.split_nest {{.*}} [1, 2] by "384" {padded, masked}
// JOINED: transform.lift.split_nest {{.*}} [1, 2] by "384" {padded}
// RUN: lift-run %t/statistics.mlir --target=nvidia-h200 --size=B=3,C=64,S=1237 --verify --rtol=1e-3 --atol=1e-3 | FileCheck %s --check-prefix=SUMS
// RUN: lift-run %t/statistics.mlir --target=pocl --size=B=3,C=64,S=1237 --verify --rtol=1e-3 --atol=1e-3 | FileCheck %s --check-prefix=SUMS
// RUN: lift-run %t/statistics.mlir --target=nvidia-h200 --size=B=7,C=5,S=1 --verify --rtol=1e-3 --atol=1e-3 | FileCheck %s --check-prefix=SUMS

// No parts where the columns fill it.
// RUN: lift-opt %lift_src_root/examples/gemv-transposed.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 sizes=K=8192,M=400000 print-schedules}))' | FileCheck %s --check-prefix=WHOLE
// WHOLE-NOT: split_nest
// WHOLE: // a group of 32 lanes of 4 columns, and 8 rows
// RUN: lift-opt %t/sums.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 sizes=P=3,K=512,M=512}))' --remarks-filter='lift.*' 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: remark: {{.*}}Remark="reduction of columns"

// A device without local memory of its own: a work-item computes vectors of
// columns, each in order, so that nothing need be declared.
// RUN: lift-opt %t/ordered.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=pocl sizes=K=100,M=320 print-schedules}))' | FileCheck %s --check-prefix=ITEMS
// ITEMS: // reduction of columns
// ITEMS: // 64 columns for a work-item
// ITEMS: transform.lift.block {{.*}} order = {{\[\[}}0, 0], [1, 0], [0, 1]], vector = array<i64: 0, 16>
// ITEMS: transform.lift.place_accumulators {{.*}} in "private"

// Where it does not fit: an order that must stay, short columns, neighbours that
// are not those of the results, windows that are no columns.
// RUN: lift-opt %t/ordered.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 print-schedules}))' | FileCheck %s --check-prefix=NONE
// RUN: lift-opt %t/short.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 print-schedules}))' | FileCheck %s --check-prefix=NONE
// RUN: lift-opt %t/turned.mlir --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 print-schedules}))' | FileCheck %s --check-prefix=NONE
// NONE-NOT: reduction of columns

// RUN: lift-run %lift_src_root/examples/gemv-transposed.mlir --target=nvidia-h200 --size=M=256,K=320 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %lift_src_root/examples/gemv-transposed.mlir --target=nvidia-h200 --size=M=67,K=131 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %lift_src_root/examples/gemv-transposed.mlir --target=nvidia-h200 --size=M=1,K=777 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %lift_src_root/examples/gemv-transposed.mlir --target=nvidia-h200 --size=M=12,K=2001 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %lift_src_root/examples/gemv-transposed.mlir --target=pocl --size=M=5,K=2001 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %lift_src_root/examples/gemv-transposed.mlir --target=pocl --size=M=256,K=33 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %lift_src_root/examples/gemv-transposed.mlir --target=pocl --size=M=67,K=131 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %lift_src_root/examples/gemv-transposed.mlir --target=mali-g610 --size=M=20,K=131 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %lift_src_root/examples/atax.mlir --target=nvidia-h200 --size=M=67,N=131 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/sums.mlir --target=nvidia-h200 --size=P=3,K=64,M=64 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/sums.mlir --target=nvidia-h200 --size=P=2,K=100,M=67 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/sums.mlir --target=pocl --size=P=2,K=35,M=67 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/squares.mlir --target=nvidia-h200 --size=K=1001,M=12 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/integers.mlir --target=nvidia-h200 --size=K=13,L=5,M=67 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/integers.mlir --target=mali-g72 --size=K=13,L=5,M=68 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/turned.mlir --target=nvidia-h200 --size=P=7,K=33,M=9 --verify | FileCheck %s --check-prefix=OK
// OK: verify: {{.*}} OK

// DEFINE: %{race} = %lift_src_root/utils/oclgrind-run.sh lift-run --verify --target=nvidia-h200
// RUN: %if oclgrind %{ %{race} %lift_src_root/examples/gemv-transposed.mlir --size=M=33,K=200 %}
// RUN: %if oclgrind %{ %{race} %t/sums.mlir --size=P=2,K=64,M=12 %}

//--- sums.mlir
// The sum and the largest of each column of planes, the sum scaled.
func.func @sums(%A: !lift.array<P x K x M x f32>, %s: !lift.array<P x M x f32>)
    -> (!lift.array<P x M x f32>, !lift.array<P x M x f32>) {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %y, %z = lift.map (%plane = %A, %scales = %s
      : !lift.array<P x K x M x f32>, !lift.array<P x M x f32>) {
    %columns = lift.transpose %plane : !lift.array<K x M x f32>
    %r, %q = lift.map (%column = %columns, %scale = %scales
        : !lift.array<M x K x f32>, !lift.array<M x f32>) {
      %sum, %max = lift.reduce associative commutative (%a = %column : !lift.array<K x f32>)
          init (%acc = %zero, %m = %low : f32, f32) {
        %next = arith.addf %acc, %a : f32
        %larger = arith.maximumf %m, %a : f32
        lift.yield %next, %larger : f32, f32
      }
      %scaled = arith.mulf %sum, %scale : f32
      lift.yield %scaled, %max : f32, f32
    }
    lift.yield %r, %q : !lift.array<M x f32>, !lift.array<M x f32>
  }
  return %y, %z : !lift.array<P x M x f32>, !lift.array<P x M x f32>
}

//--- batched.mlir
func.func @batched(%p: !lift.array<B x K x f32>, %v: !lift.array<B x K x M x f32>) -> !lift.array<B x M x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%weights = %p, %matrix = %v : !lift.array<B x K x f32>, !lift.array<B x K x M x f32>) {
    %columns = lift.transpose %matrix : !lift.array<K x M x f32>
    %sums = lift.map (%column = %columns : !lift.array<M x K x f32>) {
      %sum = lift.reduce associative commutative (%w = %weights, %x = %column : !lift.array<K x f32>, !lift.array<K x f32>) init (%acc = %zero : f32) {
        %wx = arith.mulf %w, %x : f32
        %next = arith.addf %acc, %wx : f32
        lift.yield %next : f32
      }
      lift.yield %sum : f32
    }
    lift.yield %sums : !lift.array<M x f32>
  }
  return %r : !lift.array<B x M x f32>
}

//--- statistics.mlir
// The mean and the variance of each channel of images.
func.func @statistics(%x: !lift.array<B x S x C x f32>)
    -> (!lift.array<C x f32>, !lift.array<C x f32>) {
  %zero = arith.constant 0.0 : f32
  %size = lift.size (B * S) : index
  %narrow = arith.index_cast %size : index to i32
  %n = arith.sitofp %narrow : i32 to f32
  %channels = lift.transpose %x permutation [2, 0, 1] : !lift.array<B x S x C x f32>
  %mean, %variance = lift.map (%channel = %channels : !lift.array<C x B x S x f32>) {
    %sum = lift.reduce associative commutative (%image = %channel : !lift.array<B x S x f32>)
        init (%outer = %zero : f32) {
      %s = lift.reduce associative commutative (%e = %image : !lift.array<S x f32>)
          init (%acc = %outer : f32) {
        %t = arith.addf %acc, %e : f32
        lift.yield %t : f32
      }
      lift.yield %s : f32
    }
    %m = arith.divf %sum, %n : f32
    %squares = lift.reduce associative commutative (%image = %channel : !lift.array<B x S x f32>)
        init (%outer = %zero : f32) {
      %s = lift.reduce associative commutative (%e = %image : !lift.array<S x f32>)
          init (%acc = %outer : f32) {
        %d = arith.subf %e, %m : f32
        %q = arith.mulf %d, %d : f32
        %t = arith.addf %acc, %q : f32
        lift.yield %t : f32
      }
      lift.yield %s : f32
    }
    %v = arith.divf %squares, %n : f32
    lift.yield %m, %v : f32, f32
  }
  return %mean, %variance : !lift.array<C x f32>, !lift.array<C x f32>
}

//--- integers.mlir
// The sum over both outer dimensions.
func.func @integers(%A: !lift.array<K x L x M x i32>) -> !lift.array<M x i32> {
  %zero = arith.constant 0 : i32
  %turned = lift.transpose %A permutation [2, 0, 1] : !lift.array<K x L x M x i32>
  %y = lift.map (%plane = %turned : !lift.array<M x K x L x i32>) {
    %s = lift.reduce associative commutative (%row = %plane : !lift.array<K x L x i32>)
        init (%acc = %zero : i32) {
      %t = lift.reduce associative commutative (%e = %row : !lift.array<L x i32>)
          init (%inner = %acc : i32) {
        %n = arith.addi %inner, %e : i32
        lift.yield %n : i32
      }
      lift.yield %t : i32
    }
    lift.yield %s : i32
  }
  return %y : !lift.array<M x i32>
}

//--- squares.mlir
// The square of no number is -0.0: what is padded with changes the sign of zero.
func.func @squares(%A: !lift.array<K x M x f32>) -> !lift.array<M x f32> {
  %zero = arith.constant 0.0 : f32
  %c = lift.transpose %A : !lift.array<K x M x f32>
  %y = lift.map (%p = %c : !lift.array<M x K x f32>) {
    %s = lift.reduce associative commutative (%e = %p : !lift.array<K x f32>) init (%acc = %zero : f32) {
      %h = arith.mulf %e, %e : f32
      %n = arith.addf %acc, %h : f32
      lift.yield %n : f32
    }
    lift.yield %s : f32
  }
  return %y : !lift.array<M x f32>
}

//--- ordered.mlir
func.func @ordered(%A: !lift.array<K x M x f32>) -> !lift.array<M x f32> {
  %zero = arith.constant 0.0 : f32
  %columns = lift.transpose %A : !lift.array<K x M x f32>
  %y = lift.map (%column = %columns : !lift.array<M x K x f32>) {
    %s = lift.reduce (%e = %column : !lift.array<K x f32>) init (%acc = %zero : f32) {
      %n = arith.subf %e, %acc : f32
      lift.yield %n : f32
    }
    lift.yield %s : f32
  }
  return %y : !lift.array<M x f32>
}

//--- short.mlir
func.func @short(%A: !lift.array<7 x M x f32>) -> !lift.array<M x f32> {
  %zero = arith.constant 0.0 : f32
  %columns = lift.transpose %A : !lift.array<7 x M x f32>
  %y = lift.map (%column = %columns : !lift.array<M x 7 x f32>) {
    %s = lift.reduce associative commutative (%e = %column : !lift.array<7 x f32>)
        init (%acc = %zero : f32) {
      %n = arith.addf %e, %acc : f32
      lift.yield %n : f32
    }
    lift.yield %s : f32
  }
  return %y : !lift.array<M x f32>
}

//--- turned.mlir
// The neighbours in memory are those of another dimension of the result.
func.func @turned(%A: !lift.array<P x K x M x f32>) -> !lift.array<M x P x f32> {
  %zero = arith.constant 0.0 : f32
  %turned = lift.transpose %A permutation [2, 0, 1] : !lift.array<P x K x M x f32>
  %y = lift.map (%plane = %turned : !lift.array<M x P x K x f32>) {
    %r = lift.map (%column = %plane : !lift.array<P x K x f32>) {
      %s = lift.reduce associative commutative (%e = %column : !lift.array<K x f32>)
          init (%acc = %zero : f32) {
        %n = arith.addf %acc, %e : f32
        lift.yield %n : f32
      }
      lift.yield %s : f32
    }
    lift.yield %r : !lift.array<P x f32>
  }
  return %y : !lift.array<M x P x f32>
}
