// Columns of a matrix that are reduced with what its rows are reduced to: a group
// has a row in registers, and sums for all columns.
// RUN: split-file %s %t
// DEFINE: %{file} = x
// DEFINE: %{sizes} = M=8192,N=8192
// DEFINE: %{plan} = lift-opt --pass-pipeline='builtin.module(func.func(lift-fuse-producers,lift-normalize,lift-optimize{target=nvidia-h200 sizes=%{sizes} print-schedules}))' --remarks-filter=lift-optimize
// RUN: %{plan} %lift_src_root/examples/atax.mlir 2>/dev/null | FileCheck %s
// CHECK: // rows and columns of a matrix
// CHECK: transform.lift.fix_sizes {{.*}} {N = 8192}
// CHECK: transform.lift.fix_sizes {{.*}} {N = 8192}
// CHECK: [[NESTS:%.*]], {{%.*}} = transform.lift.split_nest {{.*}} [1] by "64"
// CHECK: transform.lift.block [[NESTS]] {{.*}} order = {{\[\[}}0, 0], [2, 0], [1, 0]]
// CHECK: transform.lift.compute_at {{.*}} {argument = 1}
// CHECK: transform.apply_patterns.lift.merge_inputs
// CHECK: transform.lift.fuse_producer {{.*}} {argument = 1}
// CHECK: transform.lift.place_accumulators {{.*}} ["lcl(0)", "seq unroll"] in "private"
// CHECK: transform.lift.stage {{.*}} {argument = 0, space = "private", vector = 4, chunks = array<i64: 1024>, buffers = 2}
// CHECK: transform.param.constant {{.*}}N == 8192
// CHECK-NOT: // -----{{.*}}// -----

// The matrix is loaded at two places: the first row, and the next one.
// RUN: lift-run %lift_src_root/examples/atax.mlir --target=nvidia-h200 --size=M=8192,N=8192 --emit-package=%t/package
// RUN: FileCheck %s --check-prefix=KERNEL --input-file=%t/package/kernels.cl
// KERNEL: kernel void atax_0
// KERNEL-COUNT-2: *(global const float4 *)(A +
// KERNEL-NOT: (A +
// KERNEL: kernel void atax_1

// Rows that a group does not divide, as vectors where they are whole ones: it goes
// beyond their ends.
// REDEFINE: %{sizes} = M=8192,N=8191
// RUN: %{plan} %lift_src_root/examples/atax.mlir 2>/dev/null | FileCheck %s --check-prefixes=PADDED,NUMBERS
// REDEFINE: %{sizes} = M=8192,N=8188
// RUN: %{plan} %lift_src_root/examples/atax.mlir 2>/dev/null | FileCheck %s --check-prefixes=PADDED,VECTORS
// PADDED: // rows and columns of a matrix
// PADDED: transform.lift.block {{.*}} {chunks = {{\[\[}}], [8192], []], order = {{\[\[}}0, 0], [1, 0], [2, 0], [1, 1]], pad = array<i64: 1>}
// NUMBERS: transform.lift.stage {{.*}} space = "private", chunks = array<i64: 512>, padded, buffers = 2}
// VECTORS: transform.lift.stage {{.*}} space = "private", vector = 4, chunks = array<i64: 512>, padded, buffers = 2}

// Those that groups divide have no room for their shares; a smaller group goes less
// far beyond the end; one alone on a compute unit is large.
// REDEFINE: %{sizes} = M=12672,N=2304
// RUN: %{plan} %lift_src_root/examples/atax.mlir 2>/dev/null | FileCheck %s --check-prefixes=SMALL
// SMALL: transform.lift.block {{.*}} {chunks = {{\[\[}}], [2560], []],
// SMALL: transform.lift.stage {{.*}} space = "private", vector = 4, chunks = array<i64: 128>, padded, buffers = 2}
// REDEFINE: %{sizes} = M=6688,N=6176
// RUN: %{plan} %lift_src_root/examples/atax.mlir 2>/dev/null | FileCheck %s --check-prefixes=PADDED,VECTORS

// Rows of which only the most numbers are assumed: the part that a work-item has of a row
// is read once, also where it is for the columns.
// RUN: lift-opt --pass-pipeline='builtin.module(func.func(lift-fuse-producers,lift-optimize{assumed=rows-4096 print-schedules}))' %lift_src_root/examples/atax.mlir -o %t/limited.mlir | FileCheck %s --check-prefix=LIMIT
// LIMIT: transform.lift.split_nest {{.*}} by "M ceildiv 512" {padded, masked}
// LIMIT: transform.lift.block {{.*}} {chunks = {{\[\[}}], [4096], []],
// LIMIT: transform.lift.stage {{.*}} vector = 4, chunks = array<i64: 1024, 256>, padded, buffers = 2}
// LIMIT: transform.lift.split_reduction {{.*}} multiple = 4096}
// LIMIT: [#lift.constraint<4 divides N>, #lift.constraint<N le 4096>]
// LIMIT: [#lift.constraint<2049 le N>, #lift.constraint<8192 le M>]
// RUN: lift-run %t/limited.mlir --emit-package=%t/of-limit
// RUN: FileCheck %s --check-prefix=ONCE --input-file=%t/of-limit/kernels.cl
// ONCE: kernel void atax_0
// ONCE-COUNT-2: *(global const float4 *)(arg0 +
// ONCE-NOT: (arg0 +
// ONCE: kernel void atax_1
// DEFINE: %{of-limit} = lift-run %t/limited.mlir --verify --rtol=1e-4 --atol=1e-3
// RUN: %{of-limit} --size=M=1030,N=4096 | FileCheck %s --check-prefix=OK
// RUN: %{of-limit} --size=M=100,N=1028 | FileCheck %s --check-prefix=OK
// RUN: %{of-limit} --size=M=1,N=4 | FileCheck %s --check-prefix=OK
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{of-limit} --size=M=600,N=1028 %}

// Of devices that have no registers for rows of a limit, packages have no kernels for it.
// RUN: lift-run %lift_src_root/examples/atax.mlir --target=mali-g610 --cache= --emit-package=%t/mali
// RUN: tr -d ' \n' < %t/mali/manifest.json | FileCheck %s --check-prefix=NO-LIMIT
// NO-LIMIT-NOT: "N","<=","{{(16384|8192)}}"

// Long rows take most registers of a compute unit; numbers that are no vectors.
// RUN: lift-opt --pass-pipeline='builtin.module(func.func(lift-fuse-producers,lift-optimize{assumed=rows-16384 print-schedules}))' %lift_src_root/examples/atax.mlir | FileCheck %s --check-prefix=LONG
// LONG: transform.lift.split_nest {{.*}} by "M ceildiv 128" {padded, masked}
// LONG: [#lift.constraint<8193 le N>, #lift.constraint<32 le compute_units>, #lift.constraint<2048 le M>]
// RUN: lift-opt --pass-pipeline='builtin.module(func.func(lift-fuse-producers,lift-optimize{assumed=any-rows-2048}))' %lift_src_root/examples/atax.mlir -o %t/single.mlir
// RUN: lift-run %t/single.mlir --verify --rtol=1e-4 --atol=1e-3 --size=M=701,N=2047 | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/single.mlir --verify --rtol=1e-4 --atol=1e-3 --size=M=1,N=1 | FileCheck %s --check-prefix=OK

// Rows that do not fit into registers, or are too short; few rows; sizes that are not
// known.
// REDEFINE: %{sizes} = M=8192,N=131072
// RUN: %{plan} %lift_src_root/examples/atax.mlir 2>/dev/null | FileCheck %s --check-prefix=NOT
// REDEFINE: %{sizes} = M=8192,N=127
// RUN: %{plan} %lift_src_root/examples/atax.mlir 2>/dev/null | FileCheck %s --check-prefix=NOT
// REDEFINE: %{sizes} = M=1000,N=8192
// RUN: %{plan} %lift_src_root/examples/atax.mlir 2>/dev/null | FileCheck %s --check-prefix=NOT
// REDEFINE: %{sizes} = M=8192,K=1
// RUN: %{plan} %lift_src_root/examples/atax.mlir 2>/dev/null | FileCheck %s --check-prefix=NOT

// Sums in their order; what is read elsewhere, too; two matrices; rows that stand
// behind each other in memory, or are read backwards.
// REDEFINE: %{sizes} = M=8192,N=8192
// RUN: %{plan} %t/ordered-rows.mlir 2>/dev/null | FileCheck %s --check-prefix=NOT
// RUN: %{plan} %t/ordered-columns.mlir 2>/dev/null | FileCheck %s --check-prefix=NOT
// RUN: %{plan} %t/read-again.mlir 2>/dev/null | FileCheck %s --check-prefix=NOT
// RUN: %{plan} %t/two-matrices.mlir 2>/dev/null | FileCheck %s --check-prefix=NOT
// RUN: %{plan} %t/transposed.mlir 2>/dev/null | FileCheck %s --check-prefix=NOT
// RUN: %{plan} %t/reversed.mlir 2>/dev/null | FileCheck %s --check-prefix=NOT
// NOT-NOT: // rows and columns of a matrix

// DEFINE: %{run} = lift-run --target=nvidia-h200 --verify
// RUN: %{run} %lift_src_root/examples/atax.mlir --size=M=1103,N=256 --rtol=1e-3 --input-kind=rounding | FileCheck %s --check-prefix=OK
// RUN: %{run} %lift_src_root/examples/atax.mlir --size=M=1100,N=384 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/epilogues.mlir --size=M=1103,N=256 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/two-sums.mlir --size=M=1057,N=128 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/integers.mlir --size=M=1100,N=256 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/square.mlir --size=N=1152 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/part.mlir --size=K=1103,N=128 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/maxima.mlir --size=M=1103,N=128 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/constant.mlir | FileCheck %s --check-prefix=OK
// RUN: %{run} %lift_src_root/examples/atax.mlir --size=M=1103,N=257 --rtol=1e-3 --input-kind=rounding | FileCheck %s --check-prefix=OK
// RUN: %{run} %lift_src_root/examples/atax.mlir --size=M=1100,N=1020 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/epilogues.mlir --size=M=1103,N=131 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/two-sums.mlir --size=M=1057,N=129 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/integers.mlir --size=M=1100,N=255 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/square.mlir --size=N=1151 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/part.mlir --size=K=1103,N=133 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/maxima.mlir --size=M=1103,N=513 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/maxima.mlir --size=M=1103,N=513 --input-kind=special | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/read-again.mlir --size=M=1100,N=256 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/reversed.mlir --size=M=1100,N=256 | FileCheck %s --check-prefix=OK
// OK: kernel {{.*}}_0: {{.*}} groups
// OK: verify: {{.*}} OK

// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh lift-run --verify --target=nvidia-h200 %t/epilogues.mlir --size=M=1061,N=256 %}
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh lift-run --verify --target=nvidia-h200 %t/epilogues.mlir --size=M=1061,N=129 %}

//--- ordered-rows.mlir
func.func @atax(%A: !lift.array<M x N x f32>, %x: !lift.array<N x f32>)
    -> !lift.array<N x f32> {
  %zero = arith.constant 0.0 : f32
  %Ax = lift.map (%row = %A : !lift.array<M x N x f32>) {
    %sum = lift.reduce (%a = %row, %b = %x
        : !lift.array<N x f32>, !lift.array<N x f32>)
        init (%acc = %zero : f32) {
      %ab = arith.mulf %a, %b : f32
      %next = arith.addf %acc, %ab : f32
      lift.yield %next : f32
    }
    lift.yield %sum : f32
  }
  %columns = lift.transpose %A : !lift.array<M x N x f32>
  %y = lift.map (%column = %columns : !lift.array<N x M x f32>) {
    %sum = lift.reduce associative commutative (%a = %column, %b = %Ax
        : !lift.array<M x f32>, !lift.array<M x f32>)
        init (%acc = %zero : f32) {
      %ab = arith.mulf %a, %b : f32
      %next = arith.addf %acc, %ab : f32
      lift.yield %next : f32
    }
    lift.yield %sum : f32
  }
  return %y : !lift.array<N x f32>
}

//--- ordered-columns.mlir
func.func @atax(%A: !lift.array<M x N x f32>, %x: !lift.array<N x f32>)
    -> !lift.array<N x f32> {
  %zero = arith.constant 0.0 : f32
  %Ax = lift.map (%row = %A : !lift.array<M x N x f32>) {
    %sum = lift.reduce associative commutative (%a = %row, %b = %x
        : !lift.array<N x f32>, !lift.array<N x f32>)
        init (%acc = %zero : f32) {
      %ab = arith.mulf %a, %b : f32
      %next = arith.addf %acc, %ab : f32
      lift.yield %next : f32
    }
    lift.yield %sum : f32
  }
  %columns = lift.transpose %A : !lift.array<M x N x f32>
  %y = lift.map (%column = %columns : !lift.array<N x M x f32>) {
    %sum = lift.reduce (%a = %column, %b = %Ax
        : !lift.array<M x f32>, !lift.array<M x f32>)
        init (%acc = %zero : f32) {
      %ab = arith.mulf %a, %b : f32
      %next = arith.addf %acc, %ab : f32
      lift.yield %next : f32
    }
    lift.yield %sum : f32
  }
  return %y : !lift.array<N x f32>
}

//--- read-again.mlir
func.func @atax(%A: !lift.array<M x N x f32>, %x: !lift.array<N x f32>)
    -> (!lift.array<N x f32>, !lift.array<M x f32>) {
  %zero = arith.constant 0.0 : f32
  %Ax = lift.map (%row = %A : !lift.array<M x N x f32>) {
    %sum = lift.reduce associative commutative (%a = %row, %b = %x
        : !lift.array<N x f32>, !lift.array<N x f32>)
        init (%acc = %zero : f32) {
      %ab = arith.mulf %a, %b : f32
      %next = arith.addf %acc, %ab : f32
      lift.yield %next : f32
    }
    lift.yield %sum : f32
  }
  %columns = lift.transpose %A : !lift.array<M x N x f32>
  %y = lift.map (%column = %columns : !lift.array<N x M x f32>) {
    %sum = lift.reduce associative commutative (%a = %column, %b = %Ax
        : !lift.array<M x f32>, !lift.array<M x f32>)
        init (%acc = %zero : f32) {
      %ab = arith.mulf %a, %b : f32
      %next = arith.addf %acc, %ab : f32
      lift.yield %next : f32
    }
    lift.yield %sum : f32
  }
  return %y, %Ax : !lift.array<N x f32>, !lift.array<M x f32>
}

//--- two-matrices.mlir
func.func @atax(%A: !lift.array<M x N x f32>, %B: !lift.array<M x N x f32>, %x: !lift.array<N x f32>)
    -> !lift.array<N x f32> {
  %zero = arith.constant 0.0 : f32
  %Ax = lift.map (%row = %A : !lift.array<M x N x f32>) {
    %sum = lift.reduce associative commutative (%a = %row, %b = %x
        : !lift.array<N x f32>, !lift.array<N x f32>)
        init (%acc = %zero : f32) {
      %ab = arith.mulf %a, %b : f32
      %next = arith.addf %acc, %ab : f32
      lift.yield %next : f32
    }
    lift.yield %sum : f32
  }
  %columns = lift.transpose %B : !lift.array<M x N x f32>
  %y = lift.map (%column = %columns : !lift.array<N x M x f32>) {
    %sum = lift.reduce associative commutative (%a = %column, %b = %Ax
        : !lift.array<M x f32>, !lift.array<M x f32>)
        init (%acc = %zero : f32) {
      %ab = arith.mulf %a, %b : f32
      %next = arith.addf %acc, %ab : f32
      lift.yield %next : f32
    }
    lift.yield %sum : f32
  }
  return %y : !lift.array<N x f32>
}

//--- transposed.mlir
func.func @atax(%At: !lift.array<N x M x f32>, %x: !lift.array<N x f32>)
    -> !lift.array<N x f32> {
  %A = lift.transpose %At : !lift.array<N x M x f32>
  %zero = arith.constant 0.0 : f32
  %Ax = lift.map (%row = %A : !lift.array<M x N x f32>) {
    %sum = lift.reduce associative commutative (%a = %row, %b = %x
        : !lift.array<N x f32>, !lift.array<N x f32>)
        init (%acc = %zero : f32) {
      %ab = arith.mulf %a, %b : f32
      %next = arith.addf %acc, %ab : f32
      lift.yield %next : f32
    }
    lift.yield %sum : f32
  }
  %columns = lift.transpose %A : !lift.array<M x N x f32>
  %y = lift.map (%column = %columns : !lift.array<N x M x f32>) {
    %sum = lift.reduce associative commutative (%a = %column, %b = %Ax
        : !lift.array<M x f32>, !lift.array<M x f32>)
        init (%acc = %zero : f32) {
      %ab = arith.mulf %a, %b : f32
      %next = arith.addf %acc, %ab : f32
      lift.yield %next : f32
    }
    lift.yield %sum : f32
  }
  return %y : !lift.array<N x f32>
}

//--- reversed.mlir
func.func @atax(%A: !lift.array<M x N x f32>, %x: !lift.array<N x f32>)
    -> !lift.array<N x f32> {
  %zero = arith.constant 0.0 : f32
  %Ax = lift.map (%row = %A : !lift.array<M x N x f32>) {
    %sum = lift.reduce associative commutative (%a = %row, %b = %x
        : !lift.array<N x f32>, !lift.array<N x f32>)
        init (%acc = %zero : f32) {
      %ab = arith.mulf %a, %b : f32
      %next = arith.addf %acc, %ab : f32
      lift.yield %next : f32
    }
    lift.yield %sum : f32
  }
  %R = lift.reverse %A dims [1] : !lift.array<M x N x f32>
  %columns = lift.transpose %R : !lift.array<M x N x f32>
  %y = lift.map (%column = %columns : !lift.array<N x M x f32>) {
    %sum = lift.reduce associative commutative (%a = %column, %b = %Ax
        : !lift.array<M x f32>, !lift.array<M x f32>)
        init (%acc = %zero : f32) {
      %ab = arith.mulf %a, %b : f32
      %next = arith.addf %acc, %ab : f32
      lift.yield %next : f32
    }
    lift.yield %sum : f32
  }
  return %y : !lift.array<N x f32>
}

//--- epilogues.mlir
func.func @f(%A: !lift.array<M x N x f32>, %x: !lift.array<N x f32>, %b: !lift.array<M x f32>, %c: !lift.array<N x f32>, %s: f32) -> !lift.array<N x f32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %Ax = lift.map (%row = %A, %bias = %b : !lift.array<M x N x f32>, !lift.array<M x f32>) {
    %sum = lift.reduce associative commutative (%a = %row, %e = %x : !lift.array<N x f32>, !lift.array<N x f32>) init (%acc = %zero : f32) {
      %ab = arith.mulf %a, %e : f32
      %next = arith.addf %acc, %ab : f32
      lift.yield %next : f32
    }
    %t = arith.addf %sum, %bias : f32
    %u = arith.maximumf %t, %zero : f32
    lift.yield %u : f32
  }
  %columns = lift.transpose %A : !lift.array<M x N x f32>
  %y = lift.map (%column = %columns, %d = %c : !lift.array<N x M x f32>, !lift.array<N x f32>) {
    %sum = lift.reduce associative commutative (%a = %column, %b2 = %Ax : !lift.array<M x f32>, !lift.array<M x f32>) init (%acc = %one : f32) {
      %ab = arith.mulf %a, %b2 : f32
      %next = arith.addf %acc, %ab : f32
      lift.yield %next : f32
    }
    %r = arith.mulf %sum, %s : f32
    %q = arith.addf %r, %d : f32
    lift.yield %q : f32
  }
  return %y : !lift.array<N x f32>
}

//--- two-sums.mlir
func.func @f(%A: !lift.array<M x N x f32>, %x: !lift.array<N x f32>) -> (!lift.array<N x f32>, !lift.array<N x f32>) {
  %zero = arith.constant 0.0 : f32
  %Ax = lift.map (%row = %A : !lift.array<M x N x f32>) {
    %sum = lift.reduce associative commutative (%a = %row, %e = %x : !lift.array<N x f32>, !lift.array<N x f32>) init (%acc = %zero : f32) {
      %ab = arith.mulf %a, %e : f32
      %next = arith.addf %acc, %ab : f32
      lift.yield %next : f32
    }
    lift.yield %sum : f32
  }
  %columns = lift.transpose %A : !lift.array<M x N x f32>
  %y:2 = lift.map (%column = %columns : !lift.array<N x M x f32>) {
    %sums:2 = lift.reduce associative commutative (%a = %column, %b2 = %Ax : !lift.array<M x f32>, !lift.array<M x f32>) init (%acc = %zero, %acc2 = %zero : f32, f32) {
      %ab = arith.mulf %a, %b2 : f32
      %next = arith.addf %acc, %ab : f32
      %next2 = arith.addf %acc2, %a : f32
      lift.yield %next, %next2 : f32, f32
    }
    lift.yield %sums#0, %sums#1 : f32, f32
  }
  return %y#0, %y#1 : !lift.array<N x f32>, !lift.array<N x f32>
}

//--- integers.mlir
func.func @atax(%A: !lift.array<M x N x i32>, %x: !lift.array<N x i32>)
    -> !lift.array<N x i32> {
  %zero = arith.constant 0 : i32
  %Ax = lift.map (%row = %A : !lift.array<M x N x i32>) {
    %sum = lift.reduce associative commutative (%a = %row, %b = %x
        : !lift.array<N x i32>, !lift.array<N x i32>)
        init (%acc = %zero : i32) {
      %ab = arith.muli %a, %b : i32
      %next = arith.addi %acc, %ab : i32
      lift.yield %next : i32
    }
    lift.yield %sum : i32
  }
  %columns = lift.transpose %A : !lift.array<M x N x i32>
  %y = lift.map (%column = %columns : !lift.array<N x M x i32>) {
    %sum = lift.reduce associative commutative (%a = %column, %b = %Ax
        : !lift.array<M x i32>, !lift.array<M x i32>)
        init (%acc = %zero : i32) {
      %ab = arith.muli %a, %b : i32
      %next = arith.addi %acc, %ab : i32
      lift.yield %next : i32
    }
    lift.yield %sum : i32
  }
  return %y : !lift.array<N x i32>
}

//--- square.mlir
func.func @atax(%A: !lift.array<N x N x f32>, %x: !lift.array<N x f32>)
    -> !lift.array<N x f32> {
  %zero = arith.constant 0.0 : f32
  %Ax = lift.map (%row = %A : !lift.array<N x N x f32>) {
    %sum = lift.reduce associative commutative (%a = %row, %b = %x
        : !lift.array<N x f32>, !lift.array<N x f32>)
        init (%acc = %zero : f32) {
      %ab = arith.mulf %a, %b : f32
      %next = arith.addf %acc, %ab : f32
      lift.yield %next : f32
    }
    lift.yield %sum : f32
  }
  %columns = lift.transpose %A : !lift.array<N x N x f32>
  %y = lift.map (%column = %columns : !lift.array<N x N x f32>) {
    %sum = lift.reduce associative commutative (%a = %column, %b = %Ax
        : !lift.array<N x f32>, !lift.array<N x f32>)
        init (%acc = %zero : f32) {
      %ab = arith.mulf %a, %b : f32
      %next = arith.addf %acc, %ab : f32
      lift.yield %next : f32
    }
    lift.yield %sum : f32
  }
  return %y : !lift.array<N x f32>
}

//--- part.mlir
func.func @atax(%B: !lift.array<K x N x f32>, %x: !lift.array<N x f32>)
    -> !lift.array<N x f32> {
  %A = lift.drop %B size [3] : !lift.array<K x N x f32>
  %zero = arith.constant 0.0 : f32
  %Ax = lift.map (%row = %A : !lift.array<(K - 3) x N x f32>) {
    %sum = lift.reduce associative commutative (%a = %row, %b = %x
        : !lift.array<N x f32>, !lift.array<N x f32>)
        init (%acc = %zero : f32) {
      %ab = arith.mulf %a, %b : f32
      %next = arith.addf %acc, %ab : f32
      lift.yield %next : f32
    }
    lift.yield %sum : f32
  }
  %columns = lift.transpose %A : !lift.array<(K - 3) x N x f32>
  %y = lift.map (%column = %columns : !lift.array<N x (K - 3) x f32>) {
    %sum = lift.reduce associative commutative (%a = %column, %b = %Ax
        : !lift.array<(K - 3) x f32>, !lift.array<(K - 3) x f32>)
        init (%acc = %zero : f32) {
      %ab = arith.mulf %a, %b : f32
      %next = arith.addf %acc, %ab : f32
      lift.yield %next : f32
    }
    lift.yield %sum : f32
  }
  return %y : !lift.array<N x f32>
}

//--- maxima.mlir
func.func @f(%A: !lift.array<M x N x f32>) -> !lift.array<N x f32> {
  %low = arith.constant 0xFF800000 : f32
  %Ax = lift.map (%row = %A : !lift.array<M x N x f32>) {
    %sum = lift.reduce associative commutative (%a = %row : !lift.array<N x f32>) init (%acc = %low : f32) {
      %next = arith.maximumf %acc, %a : f32
      lift.yield %next : f32
    }
    lift.yield %sum : f32
  }
  %columns = lift.transpose %A : !lift.array<M x N x f32>
  %y = lift.map (%column = %columns : !lift.array<N x M x f32>) {
    %sum = lift.reduce associative commutative (%a = %column, %b2 = %Ax : !lift.array<M x f32>, !lift.array<M x f32>) init (%acc = %low : f32) {
      %d = arith.subf %a, %b2 : f32
      %next = arith.maximumf %acc, %d : f32
      lift.yield %next : f32
    }
    lift.yield %sum : f32
  }
  return %y : !lift.array<N x f32>
}

//--- constant.mlir
func.func @atax(%A: !lift.array<1100 x 256 x f32>, %x: !lift.array<256 x f32>)
    -> !lift.array<256 x f32> {
  %zero = arith.constant 0.0 : f32
  %Ax = lift.map (%row = %A : !lift.array<1100 x 256 x f32>) {
    %sum = lift.reduce associative commutative (%a = %row, %b = %x
        : !lift.array<256 x f32>, !lift.array<256 x f32>)
        init (%acc = %zero : f32) {
      %ab = arith.mulf %a, %b : f32
      %next = arith.addf %acc, %ab : f32
      lift.yield %next : f32
    }
    lift.yield %sum : f32
  }
  %columns = lift.transpose %A : !lift.array<1100 x 256 x f32>
  %y = lift.map (%column = %columns : !lift.array<256 x 1100 x f32>) {
    %sum = lift.reduce associative commutative (%a = %column, %b = %Ax
        : !lift.array<1100 x f32>, !lift.array<1100 x f32>)
        init (%acc = %zero : f32) {
      %ab = arith.mulf %a, %b : f32
      %next = arith.addf %acc, %ab : f32
      lift.yield %next : f32
    }
    lift.yield %sum : f32
  }
  return %y : !lift.array<256 x f32>
}
