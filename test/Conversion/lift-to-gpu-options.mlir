// RUN: not lift-opt %s --pass-pipeline='builtin.module(convert-lift-to-gpu{index-bitwidth=16})' 2>&1 | FileCheck %s

// CHECK: index-bitwidth 16 is not 32 or 64
func.func private @f()
