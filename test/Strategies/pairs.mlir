// RUN: split-file %s %t
// DEFINE: %{plan} = lift-opt --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 sizes=N=16384,H=64,W=512,K=4096 print-schedules}))'
// RUN: %{plan} %lift_src_root/examples/nbody.mlir | FileCheck %s
// CHECK: // sums over pairs in parts
// CHECK: transform.apply_patterns.lift.expand_sums
// CHECK: transform.lift.split_nest %0 [1] by "256"
// CHECK: // sums over pairs{{$}}
// CHECK: chunks = {{\[\[}}], [1024, 256], [256]], order = {{\[\[}}0, 0], [1, 0], [2, 0], [2, 1], [1, 2], [1, 1]]
// CHECK: transform.lift.place_accumulators {{.*}} ["lcl(0)", "seq unroll"] in "private"
// CHECK: transform.lift.stage {{.*}} {argument = 0, space = "local", vector = 4}

// Larger groups of many elements, and no parts where these fill the device as it is.
// RUN: lift-opt %lift_src_root/examples/nbody.mlir -o /dev/null --lift-optimize='target=nvidia-h200 sizes=N=131072 print-schedules' | FileCheck %s --check-prefix=MANY
// MANY: // sums over pairs in parts
// MANY: transform.lift.split_nest %0 [1] by "4096"
// MANY: [2048, 512]
// RUN: lift-opt %lift_src_root/examples/mriq.mlir -o /dev/null --lift-optimize='target=nvidia-h200 sizes=X=262144,K=2048 print-schedules' | FileCheck %s --check-prefix=FULL
// FULL-NOT: in parts
// FULL: [2048, 512]

// Parts are short ones where long ones would be few, and one more rather than longer.
// RUN: lift-opt %lift_src_root/examples/nbody.mlir -o /dev/null --lift-optimize='target=nvidia-h200 sizes=N=5000 print-schedules' | FileCheck %s --check-prefix=SHORT
// SHORT: transform.lift.split_nest %0 [1] by "128"
// SHORT: [1024, 256], [128]]
// RUN: lift-opt %lift_src_root/examples/nbody.mlir -o /dev/null --lift-optimize='target=nvidia-h200 sizes=N=12000 print-schedules' | FileCheck %s --check-prefix=MORE
// MORE: transform.lift.split_nest %0 [1] by "256"

// Where nothing is known but that there are few, there may be any number: parts are of a
// length for which there are groups enough, if they are several.
// RUN: lift-opt --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200 assumed=few print-schedules}))' %lift_src_root/examples/nbody.mlir | FileCheck %s --check-prefix=FEW
// FEW: // sums over pairs in parts
// FEW-NOT: divides
// FEW: transform.lift.split_nest %0 [1] by "256 * (((N ceildiv 256) * (N ceildiv 1024)) ceildiv 2048)" {padded}
// FEW-NOT: divides
// FEW: [#lift.constraint<N le 524288>, #lift.constraint<512 * (((N ceildiv 256) * (N ceildiv 1024)) ceildiv 2048) le N>, #lift.constraint<16 * (N ceildiv 1024) le 2112 * (132 floordiv (N ceildiv 1024)) + 1980 * (N ceildiv 135168)>]
// FEW-NOT: divides
// FEW: // a group of 32 lanes of 1 columns
// RUN: lift-run --target=nvidia-h200 --verify %lift_src_root/examples/nbody.mlir --assumed=few --size=N=1021 --rtol=1e-3 | FileCheck %s --check-prefix=OK
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh lift-run --verify --target=nvidia-h200 %lift_src_root/examples/nbody.mlir --assumed=few --size=N=517 --rtol=1e-3 %}

// Elements that are not known to be whole chunks, if there are many: the last chunk is
// padded, and local memory has each; not where they are whole, few, or several dimensions.
// DEFINE: %{assumed} = large
// DEFINE: %{unknown} = lift-opt --pass-pipeline='builtin.module(func.func(lift-optimize{assumed=%{assumed} print-schedules}))'
// RUN: %{unknown} %lift_src_root/examples/mriq.mlir | FileCheck %s --check-prefix=CHUNKS
// RUN: lift-opt -o /dev/null --lift-optimize='target=nvidia-h200 sizes=X=2162688,K=3001 print-schedules' %lift_src_root/examples/mriq.mlir | FileCheck %s --check-prefix=CHUNKS
// CHUNKS: // sums over pairs in padded chunks
// CHUNKS: transform.lift.chunk_reduction {{.*}} by "256" {padded}
// CHUNKS: // sums over pairs{{$}}
// CHUNKS: transform.lift.stage {{.*}} space = "local"
// RUN: %{unknown} %lift_src_root/examples/mriq.mlir | FileCheck %s --check-prefix=ENOUGH
// ENOUGH: #lift.constraint<1024 le K>
// REDEFINE: %{assumed} = aligned
// RUN: %{unknown} %lift_src_root/examples/mriq.mlir | FileCheck %s --check-prefix=WHOLE
// REDEFINE: %{assumed} = nothing
// RUN: %{unknown} %lift_src_root/examples/mriq.mlir | FileCheck %s --check-prefix=WHOLE
// RUN: lift-opt -o /dev/null --lift-optimize='target=nvidia-h200 sizes=X=2162688,K=1001 print-schedules' %lift_src_root/examples/mriq.mlir | FileCheck %s --check-prefix=WHOLE
// WHOLE-NOT: padded chunks
// WHOLE: // sums over pairs{{$}}
// RUN: lift-opt --lift-optimize='assumed=large' %lift_src_root/examples/mriq.mlir -o %t/chunks.mlir
// DEFINE: %{chunks} = lift-run %t/chunks.mlir --verify --rtol=1e-3 --atol=1e-3
// RUN: %{chunks} --size=X=300,K=257 | FileCheck %s --check-prefix=OK
// RUN: %{chunks} --size=X=3,K=1 | FileCheck %s --check-prefix=OK
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{chunks} --size=X=300,K=257 %}

// Without local memory, each work-item reads vectors.
// RUN: lift-opt --pass-pipeline='builtin.module(func.func(lift-optimize{target=mali-g72 sizes=N=16384 print-schedules}))' %lift_src_root/examples/nbody.mlir | FileCheck %s --check-prefix=MALI
// MALI: // sums over pairs{{$}}
// MALI: chunks = {{.*}}[1024, 256], [4]], order = {{.*}}[2, 1], [1, 1]]
// MALI: transform.lift.place_accumulators {{.*}} ["seq unroll"] in "private"
// MALI: transform.lift.stage {{.*}} {argument = 0, space = "private", vector = 4}

// Work-items that are threads have a vector of elements.
// RUN: lift-opt --pass-pipeline='builtin.module(func.func(lift-optimize{target=pocl sizes=N=16384 print-schedules}))' %lift_src_root/examples/nbody.mlir | FileCheck %s --check-prefix=THREADS
// THREADS-NOT: in parts
// THREADS: // sums over pairs{{$}}
// THREADS: // 16 elements for a work-item
// THREADS: chunks = {{\[\[}}16], []], order = {{\[\[}}0, 0], [1, 0], [0, 1]]}
// THREADS: transform.lift.stage {{.*}} {argument = 0, space = "private", vector = 16}
// RUN: lift-run --target=pocl --verify %lift_src_root/examples/nbody.mlir --size=N=256 --rtol=1e-3 | FileCheck %s --check-prefix=OK
// RUN: lift-run --target=pocl --verify %lift_src_root/examples/nbody.mlir --size=N=101 --rtol=1e-3 | FileCheck %s --check-prefix=OK
// RUN: lift-run --target=pocl --verify %lift_src_root/examples/mriq.mlir --size=X=99,K=7 --rtol=1e-3 --atol=1e-3 | FileCheck %s --check-prefix=OK
// RUN: lift-run --target=pocl --verify %t/field.mlir --size=H=2,W=131,K=67 | FileCheck %s --check-prefix=OK
// RUN: lift-run --target=pocl --verify %t/field.mlir --size=H=3,W=31,K=5 | FileCheck %s --check-prefix=OK

// Halves are a vector of elements for a work-item, two of which devices compute with
// at a time; where some numbers are none, they are not.
// RUN: sed 's/f32/f16/g' %lift_src_root/examples/nbody.mlir > %t/halves.mlir
// RUN: %{plan} %t/halves.mlir | FileCheck %s --check-prefix=HALVES
// HALVES: // sums over pairs{{$}}
// HALVES: chunks = {{.*}}[1024, 4], [256]], order = {{\[\[}}0, 0], [1, 0], [2, 0], [2, 1], [1, 1], [1, 2]]
// HALVES: // as a vector
// HALVES: transform.lift.block %5 {{.*}} vector = array<i64: 1, 4>
// HALVES: transform.lift.relayout_accumulators %4
// HALVES: transform.lift.place_accumulators {{.*}} ["lcl(0)", "seq unroll"] in "private"
// HALVES: transform.lift.stage %2 {argument = 0, space = "private", vector = 4}
// RUN: %{plan} %t/mixed.mlir | FileCheck %s --check-prefix=MIXED
// MIXED: // sums over pairs{{$}}
// MIXED-NOT: // as a vector

// Places in two dimensions are enough for all units; what is not declared to be in
// any order is not cut into parts; nor has each result its own row.
// RUN: %{plan} %t/field.mlir | FileCheck %s --check-prefix=FIELD
// FIELD-NOT: in parts
// FIELD: // sums over pairs{{$}}
// RUN: %{plan} %t/ordered.mlir | FileCheck %s --check-prefix=ORDERED
// ORDERED-NOT: in parts
// ORDERED: // sums over pairs{{$}}
// RUN: %{plan} %lift_src_root/examples/gemv.mlir | FileCheck %s --check-prefix=ROWS
// ROWS-NOT: sums over pairs
// RUN: lift-opt --pass-pipeline='builtin.module(func.func(lift-optimize{target=pocl print-schedules}))' %t/ordered.mlir | FileCheck %s --check-prefix=ORDERED
// RUN: lift-opt --pass-pipeline='builtin.module(func.func(lift-optimize{target=pocl sizes=N=15 print-schedules}))' %t/ordered.mlir | FileCheck %s --check-prefix=ROWS

// DEFINE: %{run} = lift-run --target=nvidia-h200 --verify
// RUN: %{run} %lift_src_root/examples/nbody.mlir --size=N=2048 --rtol=1e-3 | FileCheck %s --check-prefix=OK
// RUN: %{run} %lift_src_root/examples/nbody.mlir --size=N=1021 --rtol=1e-3 | FileCheck %s --check-prefix=OK
// RUN: %{run} %lift_src_root/examples/nbody.mlir --size=N=1 --rtol=1e-3 | FileCheck %s --check-prefix=OK
// RUN: %{run} %lift_src_root/examples/mriq.mlir --size=X=1500,K=257 --rtol=1e-3 --atol=1e-3 | FileCheck %s --check-prefix=OK
// RUN: %{run} %lift_src_root/examples/mriq.mlir --size=X=300,K=2048 --rtol=1e-2 --atol=0.1 --input-kind=rounding | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/field.mlir --size=H=2,W=1031,K=256 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/field.mlir --size=H=2,W=300,K=128 --target=mali-g72 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/field.mlir --size=H=3,W=517,K=131 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/field.mlir --size=H=1,W=1024,K=1 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/ordered.mlir --size=N=1025,K=7 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/count.mlir --size=N=1001,M=999 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/count.mlir --size=N=4099,M=1280 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/count.mlir --size=N=2050,M=77 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/count.mlir --size=N=1,M=300 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/count.mlir --size=N=1024,M=512 --target=opencl | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/mixed.mlir --size=N=1025,M=7 | FileCheck %s --check-prefix=OK
// OK: verify: {{.*}} OK
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh lift-run --verify --target=nvidia-h200 %t/field.mlir --size=H=1,W=300,K=128 %}
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh lift-run --verify --target=nvidia-h200 %t/field.mlir --size=H=2,W=300,K=70 %}

//--- field.mlir
// In each place of a plane, how many sources are to its left, and what all of them
// give, with an offset for each row and a scale for each place.
func.func @field(%row: !lift.array<H x i32>, %column: !lift.array<W x i32>,
                 %sources: !lift.array<K x i32>, %scale: !lift.array<H x W x i32>)
    -> (!lift.array<H x W x i32>, !lift.array<H x W x i32>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %count, %force = lift.map (%y = %row, %s = %scale
      : !lift.array<H x i32>, !lift.array<H x W x i32>) {
    %n:2 = lift.map (%x = %column, %f = %s : !lift.array<W x i32>, !lift.array<W x i32>) {
      %sums:2 = lift.reduce associative commutative (%e = %sources : !lift.array<K x i32>)
          init (%left = %zero, %all = %y : i32, i32) {
        %is_left = arith.cmpi slt, %e, %x : i32
        %added = arith.select %is_left, %one, %zero : i32
        %next = arith.addi %left, %added : i32
        %d = arith.subi %e, %x : i32
        %square = arith.muli %d, %d : i32
        %more = arith.addi %all, %square : i32
        lift.yield %next, %more : i32, i32
      }
      %scaled = arith.muli %sums#1, %f : i32
      lift.yield %sums#0, %scaled : i32, i32
    }
    lift.yield %n#0, %n#1 : !lift.array<W x i32>, !lift.array<W x i32>
  }
  return %count, %force : !lift.array<H x W x i32>, !lift.array<H x W x i32>
}

//--- count.mlir
// How many numbers are larger, and how much the largest is.
func.func @count(%x: !lift.array<N x f16>, %y: !lift.array<M x f16>)
    -> (!lift.array<N x f16>, !lift.array<N x f16>) {
  %zero = arith.constant 0.0 : f16
  %one = arith.constant 1.0 : f16
  %least = arith.constant -100.0 : f16
  %counts, %most = lift.map (%a = %x : !lift.array<N x f16>) {
    %n:2 = lift.reduce associative commutative (%e = %y : !lift.array<M x f16>)
        init (%count = %zero, %max = %least : f16, f16) {
      %is_larger = arith.cmpf ogt, %e, %a : f16
      %added = arith.select %is_larger, %one, %zero : f16
      %next = arith.addf %count, %added : f16
      %distance = arith.subf %e, %a : f16
      %more = arith.maximumf %max, %distance : f16
      lift.yield %next, %more : f16, f16
    }
    lift.yield %n#0, %n#1 : f16, f16
  }
  return %counts, %most : !lift.array<N x f16>, !lift.array<N x f16>
}

//--- mixed.mlir
func.func @mixed(%x: !lift.array<N x f16>, %y: !lift.array<M x f16>) -> !lift.array<N x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%a = %x : !lift.array<N x f16>) {
    %sum = lift.reduce associative commutative (%e = %y : !lift.array<M x f16>) init (%acc = %zero : f32) {
      %d = arith.subf %e, %a : f16
      %wide = arith.extf %d : f16 to f32
      %next = arith.addf %acc, %wide : f32
      lift.yield %next : f32
    }
    lift.yield %sum : f32
  }
  return %r : !lift.array<N x f32>
}

//--- ordered.mlir
// The last number that is larger.
func.func @last(%x: !lift.array<N x f32>, %y: !lift.array<K x f32>) -> !lift.array<N x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%a = %x : !lift.array<N x f32>) {
    %last = lift.reduce (%e = %y : !lift.array<K x f32>) init (%acc = %zero : f32) {
      %is_larger = arith.cmpf ogt, %e, %a : f32
      %next = arith.select %is_larger, %e, %acc : f32
      lift.yield %next : f32
    }
    lift.yield %last : f32
  }
  return %r : !lift.array<N x f32>
}
