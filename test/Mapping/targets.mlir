// What a device has room for, by name, from a file, from the module.
// RUN: split-file %s %t

// A group of 32 x 16 work-items.
// RUN: lift-opt %t/program.mlir --pass-pipeline='builtin.module(func.func(lift-map-parallelism{target=nvidia-h200}))' | FileCheck %s --check-prefix=FITS
// RUN: lift-opt %t/program.mlir --pass-pipeline='builtin.module(func.func(lift-map-parallelism{target=mali-g610}))' | FileCheck %s --check-prefix=FITS
// RUN: lift-opt %t/program.mlir --pass-pipeline='builtin.module(func.func(lift-map-parallelism{target=pocl}))' | FileCheck %s --check-prefix=FITS
// FITS: lift.map glb(0) (
// RUN: not lift-opt %t/program.mlir --pass-pipeline='builtin.module(func.func(lift-map-parallelism{target=mali-g72}))' 2>&1 | FileCheck %s --check-prefix=G72
// G72: note: S7: a group of 32 x 16 x 1 work-items is more than 384 of mali-g72
// RUN: not lift-opt %t/program.mlir --pass-pipeline='builtin.module(func.func(lift-map-parallelism))' 2>&1 | FileCheck %s --check-prefix=OPENCL
// OPENCL: note: S7: a group of 32 x 16 x 1 work-items is more than 256 of opencl

// RUN: not lift-opt %t/program.mlir --pass-pipeline='builtin.module(func.func(lift-map-parallelism{target=%t/one.attr}))' 2>&1 | FileCheck %s --check-prefix=ONE
// ONE: error: no mapping satisfies all constraints
// ONE-DAG: note: S7: {{(32 work-items in dimension 0|16 work-items in dimension 1|a group of 32 x 16 x 1 work-items)}}

// A single work-item is enough for a group of one.
// RUN: sed 's/local_size .* {/local_size [1] global_size [1] {/' %t/program.mlir > %t/single.mlir
// RUN: lift-opt %t/single.mlir --pass-pipeline='builtin.module(func.func(lift-map-parallelism{target=%t/one.attr}))' | FileCheck %s --check-prefix=SINGLE
// SINGLE: lift.map lcl(0)

// RUN: not lift-opt %t/module.mlir --pass-pipeline='builtin.module(func.func(lift-map-parallelism))' 2>&1 | FileCheck %s --check-prefix=MODULE
// MODULE: note: S8: local values (32 bytes, times the work-items of maps to lcl around them) must fit into 0 bytes of GPU
// RUN: lift-opt %t/module.mlir --pass-pipeline='builtin.module(func.func(lift-map-parallelism{target=opencl}))' | FileCheck %s --check-prefix=ROOM
// ROOM: lift.map wrg(0) (
// ROOM: lift.map lcl(0) (
// ROOM: lift.map lcl(0) (

// RUN: not lift-opt %t/program.mlir --pass-pipeline='builtin.module(func.func(lift-map-parallelism{target=%t/part.attr}))' 2>&1 | FileCheck %s --check-prefix=PART
// PART: part.attr' is not described in full
// PART: note: needed are "lift.max_group_size"
// RUN: not lift-opt %t/program.mlir --pass-pipeline='builtin.module(func.func(lift-map-parallelism{target=%t/other.attr}))' 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: other.attr' is no #dlti.target_device_spec
// RUN: not lift-opt %t/program.mlir --pass-pipeline='builtin.module(func.func(lift-map-parallelism{target=%t/wrong.attr}))' 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: wrong.attr' has impossible limits
// RUN: sed 's/= 0 : i64/= 1 : i64, "lift.private_memory_bytes" = -4 : i64/' %t/wrong.attr > %t/negative.attr
// RUN: not lift-opt %t/program.mlir --pass-pipeline='builtin.module(func.func(lift-map-parallelism{target=%t/negative.attr}))' 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: negative.attr' has impossible limits
// RUN: sed 's/= 0 : i64/= 1 : i64, "lift.compute_units" = 0 : i64/' %t/wrong.attr > %t/units.attr
// RUN: not lift-opt %t/program.mlir --pass-pipeline='builtin.module(func.func(lift-map-parallelism{target=%t/units.attr}))' 2>&1 | FileCheck %s --check-prefix=UNITS
// UNITS: units.attr' has impossible limits
// RUN: sed 's/= 0 : i64/= 1 : i64, "lift.vector_widths" = array<i64: 4, 5>/' %t/wrong.attr > %t/five.attr
// RUN: not lift-opt %t/program.mlir --pass-pipeline='builtin.module(func.func(lift-map-parallelism{target=%t/five.attr}))' 2>&1 | FileCheck %s --check-prefix=FIVE
// FIVE: five.attr' has vector widths array<i64: 4, 5>, which are no list of 2, 3, 4, 8 and 16
// FIVE: note: they are given as "lift.vector_widths" = array<i64: 2, 4>
// RUN: sed 's/= 0 : i64/= 1 : i64, "lift.vector_widths" = 4 : i64/' %t/wrong.attr > %t/number.attr
// RUN: not lift-opt %t/program.mlir --pass-pipeline='builtin.module(func.func(lift-map-parallelism{target=%t/number.attr}))' 2>&1 | FileCheck %s --check-prefix=NUMBER
// NUMBER: number.attr' has vector widths 4 : i64, which are no list
// RUN: not lift-translate --lift-list-mappings %t/program.mlir --target=none 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: unknown target 'none'
// NONE: note: a target is one of mali-g610, mali-g72, nvidia-h200, opencl, pocl, or a file

//--- program.mlir
func.func @add(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %r = lift.kernel local_size [32, 16] global_size [64, 16] {
    %a = lift.map (%e = %x : !lift.array<N x f32>) {
      %d = arith.addf %e, %e : f32
      lift.yield %d : f32
    }
    lift.yield %a : !lift.array<N x f32>
  }
  return %r : !lift.array<N x f32>
}

//--- module.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "GPU" = #dlti.target_device_spec<
      "lift.max_group_size" = 8 : i64,
      "lift.max_local_size" = array<i64: 8, 8, 8>,
      "lift.local_memory_bytes" = 0 : i64>>} {
  func.func @add(%x: !lift.array<N x 8 x f32>) -> !lift.array<N x 8 x f32> {
    %r = lift.kernel local_size [8] global_size [64] {
      %a = lift.map (%row = %x : !lift.array<N x 8 x f32>) {
        %b = lift.map (%e = %row : !lift.array<8 x f32>) {
          %d = arith.addf %e, %e : f32
          lift.yield %d : f32
        }
        %l = lift.materialize %b in local : !lift.array<8 x f32>
        %c = lift.map (%e = %l : !lift.array<8 x f32>) {
          %d = arith.mulf %e, %e : f32
          lift.yield %d : f32
        }
        lift.yield %c : !lift.array<8 x f32>
      }
      lift.yield %a : !lift.array<N x 8 x f32>
    }
    return %r : !lift.array<N x 8 x f32>
  }
}

//--- one.attr
// A target of one work-item.

#dlti.target_device_spec<"lift.max_group_size" = 1 : i64,
                         "lift.max_local_size" = array<i64: 1, 1, 1>,
                         "lift.local_memory_bytes" = 64 : i64>
//--- part.attr
#dlti.target_device_spec<"lift.max_group_size" = 1 : i64>
//--- wrong.attr
#dlti.target_device_spec<"lift.max_group_size" = 0 : i64,
                         "lift.max_local_size" = array<i64: 1, 1, 1>,
                         "lift.local_memory_bytes" = 64 : i64>
//--- other.attr
42 : i64
