// RUN: split-file %s %t
// DEFINE: %{run} = lift-run --engine=evaluate --verify
// DEFINE: %{by} = transform-preload-library{transform-library-paths=%t/by.mlir},func.func(transform-interpreter)
// DEFINE: %{padded} = transform-preload-library{transform-library-paths=%t/padded.mlir},func.func(transform-interpreter)
// DEFINE: %{strided} = transform-preload-library{transform-library-paths=%t/strided.mlir},func.func(transform-interpreter)
// DEFINE: %{by-second} = transform-preload-library{transform-library-paths=%t/by-second.mlir},func.func(transform-interpreter)
// DEFINE: %{padded-second} = transform-preload-library{transform-library-paths=%t/padded-second.mlir},func.func(transform-interpreter)
// DEFINE: %{strided-second} = transform-preload-library{transform-library-paths=%t/strided-second.mlir},func.func(transform-interpreter)

// RUN: %{run} %t/weighted.mlir --size=N=24,B=5 --pipeline='%{by}' | FileCheck %s --check-prefix=EQUAL
// RUN: %{run} %t/weighted.mlir --size=N=8,B=1 --pipeline='%{by}' | FileCheck %s --check-prefix=EQUAL
// RUN: %{run} %t/weighted.mlir --size=N=41,B=7 --pipeline='%{padded}' | FileCheck %s --check-prefix=EQUAL
// RUN: %{run} %t/weighted.mlir --size=N=1,B=3 --pipeline='%{padded}' | FileCheck %s --check-prefix=EQUAL
// RUN: %{run} %t/weighted.mlir --size=N=41,B=7 --pipeline='%{strided}' | FileCheck %s --check-prefix=EQUAL
// RUN: %{run} %t/mapped.mlir --size=N=24 --pipeline='%{by-second}' | FileCheck %s --check-prefix=EQUAL
// RUN: %{run} %t/mapped.mlir --size=N=41 --pipeline='%{padded-second}' | FileCheck %s --check-prefix=EQUAL
// RUN: %{run} %t/mapped.mlir --size=N=41 --pipeline='%{strided-second}' | FileCheck %s --check-prefix=EQUAL
// EQUAL: OK

// The bins of the parts start with what is neutral, and the sums with the bins
// of the program. What is added goes into no bin.
// RUN: lift-opt %t/weighted.mlir --pass-pipeline='builtin.module(%{padded})' | FileCheck %s
// CHECK: %[[NONE:.*]] = arith.constant -1 : i32
// CHECK: lift.pad %arg0 low [0] high {{.*}} dims [0] constant(%[[NONE]] : i32)
// CHECK: %[[E:.*]] = arith.constant -0.000000e+00
// CHECK: lift.map
// CHECK:   %[[BINS:.*]] = lift.broadcast %[[E]] sizes [B]
// CHECK:   lift.scatter_reduce {{.*}} = %[[BINS]] :
// CHECK: lift.materialize {{.*}} in global : !lift.array<(N ceildiv 8) x B x f32>
// CHECK: lift.transpose
// CHECK: lift.map ({{.*}} = %arg2
// CHECK:   lift.reduce associative commutative {{.*}} init ({{.*}} = %[[E]]

// In local memory, the bins of a number are neighbours.
// RUN: lift-opt %t/weighted.mlir --pass-pipeline='builtin.module(%{strided})' | FileCheck %s --check-prefix=LOCAL
// LOCAL: lift.materialize {{.*}} in local : !lift.array<B x 4 x f32>

// What only the histogram reads is computed for each part, but the mask tells
// which elements there are.
// RUN: lift-opt %t/mapped.mlir --pass-pipeline='builtin.module(%{padded-second})' | FileCheck %s --check-prefix=MAPPED
// MAPPED-NOT: arith.remsi
// MAPPED: lift.map ({{.*}}i1>) {
// MAPPED:   lift.map
// MAPPED:     arith.remsi
// MAPPED-NOT: lift.map
// MAPPED:     arith.select
// MAPPED:   lift.scatter_reduce
// RUN: lift-opt %t/read-twice.mlir --pass-pipeline='builtin.module(%{by-second})' | FileCheck %s --check-prefix=TWICE
// TWICE: arith.remsi
// TWICE: lift.map
// TWICE-NOT: arith.remsi
// TWICE: lift.scatter_reduce

// Initial bins are read by all parts together.
// RUN: lift-opt %t/own-bins.mlir --pass-pipeline='builtin.module(%{by-second})' | FileCheck %s --check-prefix=OWN
// OWN: arith.addi
// OWN: lift.split
// OWN: lift.scatter_reduce
// RUN: %{run} %t/own-bins.mlir --size=N=24 --pipeline='%{by-second}' | FileCheck %s --check-prefix=EQUAL
// RUN: %{run} %t/own-bins.mlir --size=N=41 --pipeline='%{padded-second}' | FileCheck %s --check-prefix=EQUAL

// A group shares the steps, and bins in local memory, which a map fills and another
// copies.
// DEFINE: %{shared} = transform-preload-library{transform-library-paths=%t/shared.mlir},func.func(transform-interpreter)
// DEFINE: %{shared-first} = transform-preload-library{transform-library-paths=%t/shared-first.mlir},func.func(transform-interpreter)
// DEFINE: %{shared-twice} = transform-preload-library{transform-library-paths=%t/shared-twice.mlir},func.func(transform-interpreter)
// RUN: lift-opt %t/own-bins.mlir --pass-pipeline='builtin.module(%{shared})' | FileCheck %s --check-prefix=SHARED
// SHARED: %[[K:.*]] = lift.map
// SHARED: %[[FILL:.*]] = lift.map ({{.*}} = %[[K]]
// SHARED: %[[BINS:.*]] = lift.materialize %[[FILL]] in local
// SHARED: %[[COUNTS:.*]] = lift.scatter_reduce lcl(0) {{.*}} init ({{.*}} = %[[BINS]]
// SHARED: %[[RESULT:.*]] = lift.materialize %[[COUNTS]] in local
// SHARED: %[[COPY:.*]] = lift.map ({{.*}} = %[[RESULT]]
// SHARED: return %[[COPY]]
// RUN: %{run} %t/own-bins.mlir --size=N=41 --pipeline='%{shared}' | FileCheck %s --check-prefix=EQUAL
// RUN: %{run} %t/mapped.mlir --size=N=41 --pipeline='%{shared}' | FileCheck %s --check-prefix=EQUAL
// Steps of which nothing is left share bins, too.
// RUN: %{run} %t/nothing.mlir --size=N=41,B=5 --pipeline='%{shared-first},canonicalize' | FileCheck %s --check-prefix=EQUAL
// Floats are added by atomic operations, too.
// RUN: %{run} %t/weighted.mlir --size=N=41,B=7 --pipeline='%{shared-first}' | FileCheck %s --check-prefix=EQUAL
// RUN: not lift-opt %t/mixed.mlir --pass-pipeline='builtin.module(%{shared-first})' 2>&1 | FileCheck %s --check-prefix=ATOMIC
// ATOMIC: error: 'transform.lift.share_histogram' does not apply: the step is no atomic operation on an integer or float of each bin
// RUN: not lift-opt %t/own-bins.mlir --pass-pipeline='builtin.module(%{shared-twice})' 2>&1 | FileCheck %s --check-prefix=SAYS
// SAYS: error: 'transform.lift.share_histogram' does not apply: says how it runs

// All groups share bins in global memory, which an earlier kernel fills, where views
// of them are returned, too; not inside of maps.
// DEFINE: %{groups} = transform-preload-library{transform-library-paths=%t/groups.mlir},func.func(transform-interpreter)
// DEFINE: %{groups-inside} = transform-preload-library{transform-library-paths=%t/groups-inside.mlir},func.func(transform-interpreter)
// RUN: lift-opt %t/weighted.mlir --pass-pipeline='builtin.module(%{groups})' | FileCheck %s --check-prefix=GROUPS
// GROUPS: %[[FILL:.*]] = lift.map ({{.*}} = %arg2
// GROUPS: %[[BINS:.*]] = lift.materialize %[[FILL]] in global
// GROUPS: %[[SUMS:.*]] = lift.scatter_reduce glb(0) {{.*}} init ({{.*}} = %[[BINS]]
// GROUPS: return %[[SUMS]]
// RUN: lift-run %t/weighted.mlir --verify --size=N=1001,B=7 --pipeline='%{groups},lift-to-gpu' | FileCheck %s --check-prefix=EQUAL
// RUN: lift-run %t/weighted.mlir --verify --size=N=1,B=1 --pipeline='%{groups},lift-to-gpu' | FileCheck %s --check-prefix=EQUAL
// RUN: %{run} %t/weighted.mlir --size=N=101,B=7 --pipeline='%{groups},lift-to-loops' | FileCheck %s --check-prefix=EQUAL
// RUN: not lift-opt %t/mixed.mlir --pass-pipeline='builtin.module(%{groups})' 2>&1 | FileCheck %s --check-prefix=ATOMIC
// RUN: not lift-opt %t/inside.mlir --pass-pipeline='builtin.module(%{groups-inside})' 2>&1 | FileCheck %s --check-prefix=TOP
// TOP: error: 'transform.lift.share_histogram' does not apply: does not stand at the top level
// RUN: lift-run %t/returned.mlir --verify --size=N=1001,B=8 --pipeline='%{groups},lift-to-gpu' | FileCheck %s --check-prefix=VIEWS
// VIEWS:     kernel returned_0
// VIEWS:     kernel returned_1
// VIEWS-NOT: kernel returned_2
// VIEWS:     OK

// Chunks go through private memory, one after the other, whatever the steps are.
// DEFINE: %{chunks} = transform-preload-library{transform-library-paths=%t/chunks.mlir},func.func(transform-interpreter)
// DEFINE: %{chunks-second} = transform-preload-library{transform-library-paths=%t/chunks-second.mlir},func.func(transform-interpreter)
// DEFINE: %{chunks-whole} = transform-preload-library{transform-library-paths=%t/chunks-whole.mlir},func.func(transform-interpreter)
// RUN: lift-opt %t/weighted.mlir --pass-pipeline='builtin.module(%{chunks})' | FileCheck %s --check-prefix=CHUNKS
// CHUNKS: lift.pad %arg0 low [0] high {{.*}} dims [0] constant(%{{.*}} : i32)
// CHUNKS: lift.reduce {{.*}} init (%[[BINS:.*]] = %arg2
// CHUNKS: %[[K:.*]] = lift.materialize {{.*}} in private : !lift.array<8 x i32>
// CHUNKS: %[[W:.*]] = lift.materialize {{.*}} in private : !lift.array<8 x f32>
// CHUNKS: lift.scatter_reduce ({{.*}} = %[[K]], {{.*}} = %[[W]] {{.*}} init ({{.*}} = %[[BINS]]
// RUN: %{run} %t/weighted.mlir --size=N=41,B=7 --pipeline='%{chunks}' | FileCheck %s --check-prefix=EQUAL
// RUN: %{run} %t/weighted.mlir --size=N=1,B=1 --pipeline='%{chunks}' | FileCheck %s --check-prefix=EQUAL
// RUN: %{run} %t/mixed.mlir --size=N=41,B=7 --pipeline='%{chunks}' | FileCheck %s --check-prefix=EQUAL
// RUN: %{run} %t/mapped.mlir --size=N=41 --pipeline='%{chunks-second}' | FileCheck %s --check-prefix=EQUAL
// RUN: %{run} %t/own-bins.mlir --size=N=41 --pipeline='%{chunks-second}' | FileCheck %s --check-prefix=EQUAL
// RUN: lift-run %t/mapped.mlir --verify --size=N=41 --pipeline='%{chunks-second},lift-to-gpu' | FileCheck %s --check-prefix=EQUAL
// RUN: not lift-opt %t/constant.mlir --pass-pipeline='builtin.module(%{chunks-whole})' 2>&1 | FileCheck %s --check-prefix=WHOLE
// WHOLE: error: 'transform.lift.chunk_histogram' does not apply: size expression divides 23 by 8
// RUN: not lift-opt %t/sum.mlir --pass-pipeline='builtin.module(%{chunks})' 2>&1 | FileCheck %s --check-prefix=FOLD
// FOLD: error: 'transform.lift.chunk_histogram' does not apply: expects a 'lift.scatter_reduce'

// RUN: not lift-opt %t/mixed.mlir --pass-pipeline='builtin.module(%{by})' 2>&1 | FileCheck %s --check-prefix=MIXED
// MIXED: error: 'transform.lift.split_histogram' does not apply: the step does not combine each accumulator with a value that depends on none
// RUN: not lift-opt %t/differences.mlir --pass-pipeline='builtin.module(%{by})' 2>&1 | FileCheck %s --check-prefix=NEUTRAL
// NEUTRAL: error: 'transform.lift.split_histogram' does not apply: has no neutral element
// RUN: not lift-opt %t/constant.mlir --pass-pipeline='builtin.module(%{by})' 2>&1 | FileCheck %s --check-prefix=CHUNK
// CHUNK: error: 'transform.lift.split_histogram' does not apply: size expression divides 23 by 8
// RUN: not lift-opt %t/sum.mlir --pass-pipeline='builtin.module(%{by})' 2>&1 | FileCheck %s --check-prefix=SUM
// SUM: error: 'transform.lift.split_histogram' does not apply: expects a 'lift.scatter_reduce'

//--- weighted.mlir
func.func @weighted(%k: !lift.array<N x i32>, %w: !lift.array<N x f32>,
                    %z: !lift.array<B x f32>) -> !lift.array<B x f32> {
  %bins = lift.scatter_reduce (%i = %k, %e = %w : !lift.array<N x i32>, !lift.array<N x f32>)
      init (%bin = %z : !lift.array<B x f32>) {
    %next = arith.addf %bin, %e : f32
    lift.yield %next : f32
  }
  return %bins : !lift.array<B x f32>
}

//--- mapped.mlir
// How many there are of each last digit, and the largest.
func.func @mapped(%x: !lift.array<N x i32>) -> (!lift.array<10 x i32>, !lift.array<10 x i32>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %ten = arith.constant 10 : i32
  %zeros = lift.broadcast %zero sizes [10] : i32
  %k, %v = lift.map (%e = %x : !lift.array<N x i32>) {
    %digit = arith.remsi %e, %ten : i32
    %square = arith.muli %e, %e : i32
    lift.yield %digit, %square : i32, i32
  }
  %counts, %most = lift.scatter_reduce (%i = %k, %e = %v : !lift.array<N x i32>, !lift.array<N x i32>)
      init (%bin = %zeros, %m = %zeros : !lift.array<10 x i32>, !lift.array<10 x i32>) {
    %next = arith.addi %bin, %one : i32
    %larger = arith.maxsi %m, %e : i32
    lift.yield %next, %larger : i32, i32
  }
  return %counts, %most : !lift.array<10 x i32>, !lift.array<10 x i32>
}

//--- read-twice.mlir
func.func @twice(%x: !lift.array<N x i32>) -> (!lift.array<N x i32>, !lift.array<10 x i32>)
    attributes {lift.requires = [#lift.constraint<8 divides N>]} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %ten = arith.constant 10 : i32
  %zeros = lift.broadcast %zero sizes [10] : i32
  %k = lift.map (%e = %x : !lift.array<N x i32>) {
    %digit = arith.remsi %e, %ten : i32
    lift.yield %digit : i32
  }
  %counts = lift.scatter_reduce (%i = %k : !lift.array<N x i32>)
      init (%bin = %zeros : !lift.array<10 x i32>) {
    %next = arith.addi %bin, %one : i32
    lift.yield %next : i32
  }
  return %k, %counts : !lift.array<N x i32>, !lift.array<10 x i32>
}

//--- own-bins.mlir
// The bins start with the indices.
func.func @own(%x: !lift.array<N x i32>) -> !lift.array<N x i32> {
  %one = arith.constant 1 : i32
  %k = lift.map (%e = %x : !lift.array<N x i32>) {
    %s = arith.addi %e, %one : i32
    lift.yield %s : i32
  }
  %bins = lift.scatter_reduce (%i = %k, %e = %k : !lift.array<N x i32>, !lift.array<N x i32>)
      init (%bin = %k : !lift.array<N x i32>) {
    %next = arith.addi %bin, %e : i32
    lift.yield %next : i32
  }
  return %bins : !lift.array<N x i32>
}

//--- mixed.mlir
func.func @mixed(%k: !lift.array<N x i32>, %z: !lift.array<B x i32>) -> !lift.array<B x i32> {
  %bins = lift.scatter_reduce (%i = %k : !lift.array<N x i32>)
      init (%bin = %z : !lift.array<B x i32>) {
    %square = arith.muli %bin, %bin : i32
    %next = arith.addi %bin, %square : i32
    lift.yield %next : i32
  }
  return %bins : !lift.array<B x i32>
}

//--- differences.mlir
func.func @differences(%k: !lift.array<N x i32>, %w: !lift.array<N x f32>,
                       %z: !lift.array<B x f32>) -> !lift.array<B x f32> {
  %bins = lift.scatter_reduce (%i = %k, %e = %w : !lift.array<N x i32>, !lift.array<N x f32>)
      init (%bin = %z : !lift.array<B x f32>) {
    %next = arith.subf %bin, %e : f32
    lift.yield %next : f32
  }
  return %bins : !lift.array<B x f32>
}

//--- constant.mlir
func.func @constant(%k: !lift.array<23 x i32>, %z: !lift.array<B x i32>) -> !lift.array<B x i32> {
  %one = arith.constant 1 : i32
  %bins = lift.scatter_reduce (%i = %k : !lift.array<23 x i32>)
      init (%bin = %z : !lift.array<B x i32>) {
    %next = arith.addi %bin, %one : i32
    lift.yield %next : i32
  }
  return %bins : !lift.array<B x i32>
}

//--- sum.mlir
func.func @sum(%x: !lift.array<N x i32>) -> i32 {
  %zero = arith.constant 0 : i32
  %sum = lift.reduce (%e = %x : !lift.array<N x i32>) init (%acc = %zero : i32) {
    %next = arith.addi %acc, %e : i32
    lift.yield %next : i32
  }
  return %sum : i32
}

//--- nothing.mlir
func.func @nothing(%k: !lift.array<N x i32>, %z: !lift.array<B x i32>) -> !lift.array<B x i32> {
  %bins = lift.scatter_reduce (%i = %k : !lift.array<N x i32>)
      init (%bin = %z : !lift.array<B x i32>) {
    %none = arith.subi %i, %i : i32
    %next = arith.addi %bin, %none : i32
    lift.yield %next : i32
  }
  return %bins : !lift.array<B x i32>
}

//--- shared.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.readonly}) {
    %0 = transform.lift.match_pattern %func[1] : (!op) -> !op
    %fill, %histogram, %copy = transform.lift.share_histogram %0 : (!op) -> (!op, !op, !op)
    transform.yield
  }
}

//--- groups.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.readonly}) {
    %0 = transform.lift.match_pattern %func[0] : (!op) -> !op
    %fill, %histogram, %none = transform.lift.share_histogram %0 {groups} : (!op) -> (!op, !op, !op)
    transform.yield
  }
}

//--- groups-inside.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.readonly}) {
    %0 = transform.lift.match_pattern %func[0] : (!op) -> !op
    %1 = transform.lift.match_pattern %0[0] : (!op) -> !op
    %fill, %histogram, %none = transform.lift.share_histogram %1 {groups} : (!op) -> (!op, !op, !op)
    transform.yield
  }
}

//--- inside.mlir
func.func @inside(%k: !lift.array<M x N x i32>, %z: !lift.array<B x i32>) -> !lift.array<M x B x i32> {
  %one = arith.constant 1 : i32
  %rows = lift.map (%row = %k : !lift.array<M x N x i32>) {
    %bins = lift.scatter_reduce (%i = %row : !lift.array<N x i32>) init (%bin = %z : !lift.array<B x i32>) {
      %next = arith.addi %bin, %one : i32
      lift.yield %next : i32
    }
    lift.yield %bins : !lift.array<B x i32>
  }
  return %rows : !lift.array<M x B x i32>
}

//--- returned.mlir
func.func @returned(%k: !lift.array<N x i32>, %z: !lift.array<B x i32>) -> !lift.array<(B / 2) x 2 x i32> attributes {lift.requires = [#lift.constraint<2 divides B>]} {
  %one = arith.constant 1 : i32
  %bins = lift.scatter_reduce (%i = %k : !lift.array<N x i32>) init (%bin = %z : !lift.array<B x i32>) {
    %next = arith.addi %bin, %one : i32
    lift.yield %next : i32
  }
  %cut = lift.split %bins by 2 : !lift.array<B x i32>
  return %cut : !lift.array<(B / 2) x 2 x i32>
}

//--- shared-first.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.readonly}) {
    %0 = transform.lift.match_pattern %func[0] : (!op) -> !op
    %fill, %histogram, %copy = transform.lift.share_histogram %0 : (!op) -> (!op, !op, !op)
    transform.yield
  }
}

//--- shared-twice.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.readonly}) {
    %0 = transform.lift.match_pattern %func[1] : (!op) -> !op
    %fill, %histogram, %copy = transform.lift.share_histogram %0 : (!op) -> (!op, !op, !op)
    %fill2, %histogram2, %copy2 = transform.lift.share_histogram %histogram : (!op) -> (!op, !op, !op)
    transform.yield
  }
}

//--- chunks.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.readonly}) {
    %0 = transform.lift.match_pattern %func[0] : (!op) -> !op
    %outer, %inner = transform.lift.chunk_histogram %0 by 8 {padded} : (!op) -> (!op, !op)
    transform.yield
  }
}

//--- chunks-second.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.readonly}) {
    %0 = transform.lift.match_pattern %func[1] : (!op) -> !op
    %outer, %inner = transform.lift.chunk_histogram %0 by 8 {padded} : (!op) -> (!op, !op)
    transform.yield
  }
}

//--- chunks-whole.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.readonly}) {
    %0 = transform.lift.match_pattern %func[0] : (!op) -> !op
    %outer, %inner = transform.lift.chunk_histogram %0 by 8 : (!op) -> (!op, !op)
    transform.yield
  }
}

//--- by.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.readonly}) {
    %0 = transform.lift.match_pattern %func[0] : (!op) -> !op
    %parts, %part, %rest = transform.lift.split_histogram %0 by "8" {space = "global"} : (!op) -> (!op, !op, !op)
    transform.yield
  }
}

//--- padded.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.readonly}) {
    %0 = transform.lift.match_pattern %func[0] : (!op) -> !op
    %parts, %part, %rest = transform.lift.split_histogram %0 by "8" {padded, space = "global"} : (!op) -> (!op, !op, !op)
    transform.yield
  }
}

//--- strided.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.readonly}) {
    %0 = transform.lift.match_pattern %func[0] : (!op) -> !op
    %parts, %part, %rest = transform.lift.split_histogram %0 by "4" {strided, padded, space = "local"} : (!op) -> (!op, !op, !op)
    transform.yield
  }
}

//--- by-second.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.readonly}) {
    %0 = transform.lift.match_pattern %func[1] : (!op) -> !op
    %parts, %part, %rest = transform.lift.split_histogram %0 by "8" {space = "global"} : (!op) -> (!op, !op, !op)
    transform.yield
  }
}

//--- padded-second.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.readonly}) {
    %0 = transform.lift.match_pattern %func[1] : (!op) -> !op
    %parts, %part, %rest = transform.lift.split_histogram %0 by "8" {padded, space = "global"} : (!op) -> (!op, !op, !op)
    transform.yield
  }
}

//--- strided-second.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.readonly}) {
    %0 = transform.lift.match_pattern %func[1] : (!op) -> !op
    %parts, %part, %rest = transform.lift.split_histogram %0 by "4" {strided, padded, space = "local"} : (!op) -> (!op, !op, !op)
    transform.yield
  }
}
