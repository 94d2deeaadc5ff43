// Rows of a known length that are read several times: a group has each in registers.
// RUN: split-file %s %t
// DEFINE: %{sizes} = M=4096,N=4096
// DEFINE: %{plan} = lift-opt --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 sizes=%{sizes} print-schedules}))'
// RUN: %{plan} %lift_src_root/examples/softmax.mlir | FileCheck %s
// RUN: %{plan} %lift_src_root/examples/layer-norm.mlir | FileCheck %s
// CHECK: // rows in registers
// CHECK: transform.lift.fix_sizes %0 {N = 4096}
// CHECK: // 16 numbers for a work-item
// CHECK: transform.lift.stage {{.*}} {argument = 0, space = "private", vector = 4, chunks = array<i64: 256>}
// CHECK: transform.lift.block {{.*}} {chunks = {{\[\[}}256]], order = {{\[\[}}0, 1], [0, 0]], vector = array<i64: 0, 4>}
// CHECK: N == 4096

// A row is loaded once, and stored in vectors.
// RUN: lift-run %lift_src_root/examples/softmax.mlir --target=nvidia-h200 --size=M=4096,N=4096 --emit-package=%t/package
// RUN: FileCheck %s --check-prefix=KERNEL --input-file=%t/package/kernels.cl
// KERNEL: kernel void softmax_0
// KERNEL: *(global const float4 *)(x +
// KERNEL-NOT: (x +
// KERNEL: *(global float4 *)(out +

// Rows that are no whole vectors are rounded up, and longer ones are for more
// work-items; a test stands before the last numbers only.
// REDEFINE: %{sizes} = M=4096,N=4095
// RUN: %{plan} %lift_src_root/examples/layer-norm.mlir | FileCheck %s --check-prefix=ODD
// ODD: // rows in registers
// ODD: // 16 numbers for a work-item
// ODD: transform.lift.stage {{.*}} {argument = 0, space = "private", chunks = array<i64: 256>, padded}
// ODD: transform.lift.block {{.*}} {chunks = {{\[\[}}256]], order = {{\[\[}}0, 1], [0, 0]], pad = array<i64: 0>}
// REDEFINE: %{sizes} = M=501,N=50001
// RUN: %{plan} %lift_src_root/examples/softmax.mlir | FileCheck %s --check-prefix=LONG
// LONG: // 49 numbers for a work-item
// LONG: chunks = array<i64: 1024>, padded
// RUN: lift-run %lift_src_root/examples/softmax.mlir --target=nvidia-h200 --size=M=4096,N=4095 --emit-package=%t/odd
// RUN: FileCheck %s --check-prefix=TEXT --input-file=%t/odd/kernels.cl
// TEXT: priv[i] = x[{{.*}} + min(lid0 + i * 256, 4094)];
// TEXT-NOT: x[
// TEXT: if (lid0 + v{{[0-9]+}} < 4095) {
// TEXT-NEXT: out[

// A group has several rows that are short, if there are many.
// REDEFINE: %{sizes} = M=20001,N=333
// RUN: %{plan} %lift_src_root/examples/softmax.mlir | FileCheck %s --check-prefix=SHORT
// SHORT: // a group of 32 lanes and 4 rows
// SHORT: transform.lift.chunk_map %{{.*}} by "4" {padded}
// REDEFINE: %{sizes} = M=2001,N=333
// RUN: %{plan} %lift_src_root/examples/softmax.mlir | FileCheck %s --check-prefix=FEW
// FEW: // rows in registers
// FEW-NOT: lanes

// Of rows of any length that are whole vectors, it is assumed how many numbers they have
// at most; what is beyond the end is read, and leaves the sums as they are.
// DEFINE: %{assumed} = rows-8192
// DEFINE: %{limited} = lift-opt --pass-pipeline='builtin.module(func.func(lift-optimize{assumed=%{assumed} print-schedules}))'
// RUN: %{limited} %lift_src_root/examples/softmax.mlir | FileCheck %s --check-prefix=LIMIT
// RUN: %{limited} %lift_src_root/examples/layer-norm.mlir | FileCheck %s --check-prefix=LIMIT
// LIMIT: // rows in registers
// LIMIT: // 32 numbers for a work-item
// LIMIT: transform.lift.stage {{.*}} vector = 4, chunks = array<i64: 2048, 256>, padded}
// LIMIT: ["seq", "seq unroll", "lcl(0)"]
// LIMIT: transform.lift.block {{.*}} {chunks = {{\[\[}}8192]], {{.*}}pad = array<i64: 0>}
// LIMIT: transform.lift.split_reduction {{.*}} {strided, chunk = 4, padded, whole_chunks, multiple = 8192}
// LIMIT: [#lift.constraint<4 divides N>, #lift.constraint<N le 8192>]
// LIMIT-NEXT: "lift.requires"
// LIMIT-NEXT: [#lift.constraint<4097 le N>, #lift.constraint<2 * compute_units le M>]
// LIMIT-NEXT: "lift.prefers"
// REDEFINE: %{assumed} = rows-16384
// RUN: %{limited} %lift_src_root/examples/softmax.mlir | FileCheck %s --check-prefix=UNITS
// UNITS: #lift.constraint<32 le compute_units>
// RUN: lift-opt --lift-optimize='assumed=rows-2048' %lift_src_root/examples/softmax.mlir -o %t/limited.mlir
// DEFINE: %{of-limit} = lift-run %t/limited.mlir --verify --rtol=1e-5 --cache=
// RUN: %{of-limit} --size=M=3,N=2048 | FileCheck %s --check-prefix=OK
// RUN: %{of-limit} --size=M=3,N=1028 | FileCheck %s --check-prefix=OK
// RUN: %{of-limit} --size=M=2,N=4 | FileCheck %s --check-prefix=OK
// RUN: not %{of-limit} --size=M=2,N=2052 2>&1 | FileCheck %s --check-prefix=HOLDS
// HOLDS: required relation #lift.constraint<N le 2048> does not hold
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{of-limit} --size=M=2,N=1028 %}
// Single numbers, each behind a test, where at most half of them are beyond the end.
// REDEFINE: %{assumed} = any-rows-3072
// RUN: %{limited} %lift_src_root/examples/layer-norm.mlir | FileCheck %s --check-prefix=SINGLE
// SINGLE: // 12 numbers for a work-item
// SINGLE: transform.lift.stage {{.*}} {argument = 0, space = "private", chunks = array<i64: 3072, 256>, padded}
// SINGLE: {strided, padded, multiple = 3072}
// SINGLE: [#lift.constraint<1537 le N>, #lift.constraint<2 * compute_units le M>]
// RUN: lift-opt --lift-optimize='assumed=any-rows-2048' %lift_src_root/examples/softmax.mlir -o %t/single.mlir
// DEFINE: %{of-numbers} = lift-run %t/single.mlir --verify --rtol=1e-5 --cache=
// RUN: %{of-numbers} --size=M=3,N=2047 | FileCheck %s --check-prefix=OK
// RUN: %{of-numbers} --size=M=2,N=1 | FileCheck %s --check-prefix=OK
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{of-numbers} --size=M=2,N=517 %}
// Only packages of programs that read rows again, and multiply no matrices, have them.
// RUN: lift-run %lift_src_root/examples/softmax.mlir --cache= --emit-package=%t/softmax
// RUN: tr -d ' \n' < %t/softmax/manifest.json | FileCheck %s --check-prefix=VARIANT
// VARIANT: "N","<=","16384"
// RUN: lift-run %lift_src_root/examples/gallery/attention.mlir --cache= --emit-package=%t/attention
// RUN: tr -d ' \n' < %t/attention/manifest.json | FileCheck %s --check-prefix=PRODUCT
// PRODUCT-NOT: "S","<=","8192"

// Rows that are too long, or too short; a length that is not known; one reading; rows
// that are read with others at other places, or no vectors.
// REDEFINE: %{sizes} = N=65536
// RUN: %{plan} %lift_src_root/examples/softmax.mlir | FileCheck %s --check-prefix=NOT
// REDEFINE: %{sizes} = N=7
// RUN: %{plan} %lift_src_root/examples/softmax.mlir | FileCheck %s --check-prefix=NOT
// REDEFINE: %{sizes} = M=4096
// RUN: %{plan} %lift_src_root/examples/softmax.mlir | FileCheck %s --check-prefix=NOT
// REDEFINE: %{sizes} = K=4096
// RUN: %{plan} %lift_src_root/examples/gemv.mlir | FileCheck %s --check-prefix=NOT
// REDEFINE: %{sizes} = N=4096
// RUN: %{plan} %t/reversed.mlir | FileCheck %s --check-prefix=NOT
// NOT-NOT: // rows in registers

// What a map of rows computes for others of the row is in registers, too, where rows
// are whole and both fit; elsewhere in local memory.
// RUN: lift-run %t/computed.mlir --target=nvidia-h200 --size=M=4096,N=4096 --emit-package=%t/computed
// RUN: FileCheck %s --check-prefix=COMPUTED --input-file=%t/computed/kernels.cl
// COMPUTED: float4 priv
// COMPUTED-NOT: global {{.*}}tmp
// COMPUTED: = fabs(*(global const float4 *)(x + {{.*}}) + *(global const float4 *)(r + {{.*}}));
// COMPUTED-NEXT: priv[i] =
// RUN: lift-run %t/computed.mlir --target=nvidia-h200 --size=M=4096,N=4095 --emit-package=%t/padded
// RUN: FileCheck %s --check-prefix=PADDED --input-file=%t/padded/kernels.cl
// PADDED-NOT: priv[

// DEFINE: %{run} = lift-run --target=nvidia-h200 --verify
// RUN: %{run} %lift_src_root/examples/softmax.mlir --size=M=3,N=256 --rtol=1e-5 | FileCheck %s --check-prefix=OK
// RUN: %{run} %lift_src_root/examples/softmax.mlir --size=M=1,N=768 --rtol=1e-5 | FileCheck %s --check-prefix=OK
// RUN: %{run} %lift_src_root/examples/softmax.mlir --size=M=2,N=4096 --rtol=1e-5 | FileCheck %s --check-prefix=OK
// RUN: %{run} %lift_src_root/examples/layer-norm.mlir --size=M=5,N=256 --rtol=1e-3 --atol=1e-4 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/others.mlir --size=M=2,N=512 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/two-rows.mlir --size=L=2,M=3,N=256 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/place.mlir --size=M=3,N=256 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/reversed.mlir --size=M=3,N=256 | FileCheck %s --check-prefix=OK
// RUN: %{run} %lift_src_root/examples/softmax.mlir --size=M=3,N=4095 --rtol=1e-5 | FileCheck %s --check-prefix=OK
// RUN: %{run} %lift_src_root/examples/softmax.mlir --size=M=2,N=20004 --rtol=1e-5 | FileCheck %s --check-prefix=OK
// RUN: %{run} %lift_src_root/examples/softmax.mlir --size=M=4227,N=65 --rtol=1e-5 | FileCheck %s --check-prefix=OK
// RUN: %{run} %lift_src_root/examples/layer-norm.mlir --size=M=5,N=1001 --rtol=1e-3 --atol=1e-4 | FileCheck %s --check-prefix=OK
// RUN: %{run} %lift_src_root/examples/layer-norm.mlir --size=M=4225,N=100 --rtol=1e-3 --atol=1e-4 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/others.mlir --size=M=2,N=333 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/others.mlir --size=M=4226,N=67 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/two-rows.mlir --size=L=2,M=3,N=257 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/two-rows.mlir --size=L=65,M=67,N=70 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/place.mlir --size=M=3,N=129 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/divided.mlir --size=M=3,N=129 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/computed.mlir --size=M=3,N=4096 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/computed.mlir --size=M=3,N=4097 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/computed.mlir --size=M=4225,N=64 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/computed.mlir --size=M=2,N=40000 | FileCheck %s --check-prefix=OK
// OK: verify: {{.*}} OK

// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh lift-run --verify --target=nvidia-h200 %t/others.mlir --size=M=2,N=256 %}
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh lift-run --verify --target=nvidia-h200 %t/others.mlir --size=M=4225,N=65 %}

// What others read of a row that is computed stands in local memory.
// A row that is read by an index, too, stays in memory, but its length is a number.
// RUN: lift-opt %t/picked.mlir -o /dev/null --pass-pipeline='builtin.module(func.func(lift-fuse-producers,lift-optimize{target=nvidia-h200 sizes=M=16384,N=8192 print-schedules}))' | FileCheck %s --check-prefix=PICKED
// PICKED: // rows in registers
// PICKED: transform.lift.fix_sizes {{.*}} {N = 8192}
// PICKED-NOT: transform.lift.stage
// PICKED: transform.lift.split_reduction
// RUN: lift-opt %t/picked.mlir -o /dev/null --pass-pipeline='builtin.module(func.func(lift-fuse-producers,lift-optimize{target=nvidia-h200 sizes=M=16384,N=800000 print-schedules}))' | FileCheck %s --check-prefix=TOO-LONG
// TOO-LONG: // reduction of rows
// RUN: lift-run %t/picked.mlir --target=nvidia-h200 --size=M=7,N=1001 --verify --rtol=1e-4 --atol=1e-4
// RUN: lift-run %t/picked.mlir --target=nvidia-h200 --size=M=3,N=4096 --verify --rtol=1e-4 --atol=1e-4
// RUN: lift-run %t/picked.mlir --target=mali-g72 --size=M=3,N=256 --verify --rtol=1e-4 --atol=1e-4

//--- picked.mlir
// What a class takes from the sum of the exponentials of all.
func.func @picked(%x: !lift.array<M x N x f32>, %t: !lift.array<M x i32>) -> !lift.array<M x f32> {
  %low = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %losses = lift.map (%row = %x, %class = %t : !lift.array<M x N x f32>, !lift.array<M x i32>) {
    %largest = lift.reduce associative commutative (%e = %row : !lift.array<N x f32>) init (%acc = %low : f32) {
      %m = arith.maximumf %acc, %e : f32
      lift.yield %m : f32
    }
    %sum = lift.reduce associative commutative (%e = %row : !lift.array<N x f32>) init (%acc = %zero : f32) {
      %d = arith.subf %e, %largest : f32
      %p = math.exp %d : f32
      %s = arith.addf %acc, %p : f32
      lift.yield %s : f32
    }
    %log = math.log %sum : f32
    %all = arith.addf %log, %largest : f32
    %i = arith.index_cast %class : i32 to index
    %one = lift.at %row[%i] default(%zero : f32) : !lift.array<N x f32>
    %loss = arith.subf %all, %one : f32
    lift.yield %loss : f32
  }
  return %losses : !lift.array<M x f32>
}

//--- others.mlir
func.func @others(%x: !lift.array<M x N x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %y = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %least = lift.reduce associative commutative (%e = %row : !lift.array<N x f32>) init (%acc = %zero : f32) {
      %next = arith.minimumf %acc, %e : f32
      lift.yield %next : f32
    }
    %shifted = lift.map (%e = %row : !lift.array<N x f32>) {
      %d = arith.subf %e, %least : f32
      lift.yield %d : f32
    }
    %sum = lift.reduce associative commutative (%e = %shifted : !lift.array<N x f32>) init (%acc = %zero : f32) {
      %next = arith.addf %acc, %e : f32
      lift.yield %next : f32
    }
    %back = lift.reverse %shifted : !lift.array<N x f32>
    %out = lift.map (%e = %row, %b = %back : !lift.array<N x f32>, !lift.array<N x f32>) {
      %p = arith.addf %e, %b : f32
      %q = arith.addf %p, %sum : f32
      lift.yield %q : f32
    }
    lift.yield %out : !lift.array<N x f32>
  }
  return %y : !lift.array<M x N x f32>
}

// What is computed of two rows, and four patterns read.
//--- computed.mlir
func.func @computed(%x: !lift.array<M x N x f32>, %r: !lift.array<M x N x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %y = lift.map (%row = %x, %other = %r : !lift.array<M x N x f32>, !lift.array<M x N x f32>) {
    %sums = lift.map (%e = %row, %f = %other : !lift.array<N x f32>, !lift.array<N x f32>) {
      %t = arith.addf %e, %f : f32
      %s = math.absf %t : f32
      lift.yield %s : f32
    }
    %max = lift.reduce associative commutative (%e = %sums : !lift.array<N x f32>) init (%acc = %zero : f32) {
      %next = arith.maximumf %acc, %e : f32
      lift.yield %next : f32
    }
    %shifted = lift.map (%e = %sums : !lift.array<N x f32>) {
      %d = arith.subf %e, %max : f32
      lift.yield %d : f32
    }
    %sum = lift.reduce associative commutative (%e = %shifted : !lift.array<N x f32>) init (%acc = %zero : f32) {
      %next = arith.addf %acc, %e : f32
      lift.yield %next : f32
    }
    %out = lift.map (%e = %shifted, %s = %sums : !lift.array<N x f32>, !lift.array<N x f32>) {
      %q = arith.addf %e, %sum : f32
      %t = arith.subf %q, %s : f32
      lift.yield %t : f32
    }
    lift.yield %out : !lift.array<N x f32>
  }
  return %y : !lift.array<M x N x f32>
}

// Two rows, of two maps inside each other, and two results.
//--- two-rows.mlir
func.func @two(%x: !lift.array<L x M x N x i32>, %w: !lift.array<L x M x N x i32>)
    -> (!lift.array<L x M x N x i32>, !lift.array<L x M x i32>) {
  %zero = arith.constant 0 : i32
  %y:2 = lift.map (%xs = %x, %ws = %w : !lift.array<L x M x N x i32>, !lift.array<L x M x N x i32>) {
    %z:2 = lift.map (%row = %xs, %other = %ws : !lift.array<M x N x i32>, !lift.array<M x N x i32>) {
      %sum = lift.reduce associative commutative (%a = %row, %b = %other : !lift.array<N x i32>, !lift.array<N x i32>) init (%acc = %zero : i32) {
        %p = arith.muli %a, %b : i32
        %next = arith.addi %acc, %p : i32
        lift.yield %next : i32
      }
      %out = lift.map (%a = %row, %b = %other : !lift.array<N x i32>, !lift.array<N x i32>) {
        %d = arith.subi %a, %b : i32
        %q = arith.muli %d, %sum : i32
        lift.yield %q : i32
      }
      lift.yield %out, %sum : !lift.array<N x i32>, i32
    }
    lift.yield %z#0, %z#1 : !lift.array<M x N x i32>, !lift.array<M x i32>
  }
  return %y#0, %y#1 : !lift.array<L x M x N x i32>, !lift.array<L x M x i32>
}

// A reduction that is no sum, product or the like of one value: no vectors.
//--- place.mlir
func.func @place(%x: !lift.array<M x N x f32>) -> !lift.array<M x N x f32> {
  %low = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %y = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %best:2 = lift.reduce associative commutative (%e = %row : !lift.array<N x f32>) init (%most = %low, %least = %zero : f32, f32) {
      %more = arith.maximumf %most, %e : f32
      %less = arith.minimumf %least, %e : f32
      lift.yield %more, %less : f32, f32
    }
    %range = arith.subf %best#0, %best#1 : f32
    %out = lift.map (%e = %row : !lift.array<N x f32>) {
      %d = arith.addf %e, %range : f32
      lift.yield %d : f32
    }
    lift.yield %out : !lift.array<N x f32>
  }
  return %y : !lift.array<M x N x f32>
}

//--- reversed.mlir
func.func @reversed(%x: !lift.array<M x N x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %y = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %sum = lift.reduce associative commutative (%e = %row : !lift.array<N x f32>) init (%acc = %zero : f32) {
      %next = arith.addf %acc, %e : f32
      lift.yield %next : f32
    }
    %back = lift.reverse %row : !lift.array<N x f32>
    %out = lift.map (%e = %back : !lift.array<N x f32>) {
      %d = arith.addf %e, %sum : f32
      lift.yield %d : f32
    }
    lift.yield %out : !lift.array<N x f32>
  }
  return %y : !lift.array<M x N x f32>
}

// No elements are known that leave the sum alone, and not all may be divided by.
//--- divided.mlir
func.func @divided(%x: !lift.array<M x N x i32>) -> !lift.array<M x N x i32> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %many = arith.constant 100 : i32
  %y = lift.map (%row = %x : !lift.array<M x N x i32>) {
    %sum = lift.reduce associative commutative (%e = %row : !lift.array<N x i32>) init (%acc = %zero : i32) {
      %s = arith.ori %e, %one : i32
      %d = arith.divsi %many, %s : i32
      %next = arith.addi %acc, %d : i32
      lift.yield %next : i32
    }
    %out = lift.map (%e = %row : !lift.array<N x i32>) {
      %d = arith.addi %e, %sum : i32
      lift.yield %d : i32
    }
    lift.yield %out : !lift.array<N x i32>
  }
  return %y : !lift.array<M x N x i32>
}
