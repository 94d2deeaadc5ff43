//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file lowers a program as somebody does who has mapped it: without Z3,
// which this program is not linked with.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/LiftDialect.h"
#include "LiftDialect/Mapping/Solver.h"
#include "LiftDialect/Pipelines/Pipelines.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::lift;

static constexpr StringLiteral kProgram = R"mlir(
  func.func @twice(%x: !lift.array<N x f32>) -> !lift.array<N x f32>
      attributes {lift.requires = [#lift.constraint<64 divides N>]} {
    %chunks = lift.split %x by 64 : !lift.array<N x f32>
    %r = lift.map wrg(0) (%c = %chunks : !lift.array<(N / 64) x 64 x f32>) {
      %s = lift.map lcl(0) (%a = %c : !lift.array<64 x f32>) {
        %b = arith.addf %a, %a : f32
        lift.yield %b : f32
      }
      lift.yield %s : !lift.array<64 x f32>
    }
    %j = lift.join %r : !lift.array<(N / 64) x 64 x f32>
    return %j : !lift.array<N x f32>
  })mlir";

/// The launches in what the pipeline makes; none if it fails.
static unsigned countLaunches(MappingChoice choice) {
  DialectRegistry registry;
  registry.insert<LiftDialect, arith::ArithDialect, func::FuncDialect,
                  gpu::GPUDialect>();
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(kProgram, &context);
  if (!module)
    return 0;
  PassManager pm(&context);
  LiftToGPUOptions options;
  options.mapping = choice;
  buildLiftToGPUPipeline(pm, options);
  if (failed(pm.run(*module)))
    return 0;
  unsigned count = 0;
  module->walk([&](gpu::LaunchFuncOp) { ++count; });
  return count;
}

TEST(LoweringTest, LowersWhatIsMapped) {
  EXPECT_EQ(countLaunches(MappingChoice::None), 1u);
  EXPECT_EQ(countLaunches(MappingChoice::Default), 1u);
}

TEST(LoweringTest, HasNoSolverOfThisName) {
  EXPECT_EQ(getMappingSolver("z3"), nullptr);
  EXPECT_EQ(getMappingSolverNames(), "enumerate");
  EXPECT_EQ(countLaunches(MappingChoice::Solve), 0u);
}
