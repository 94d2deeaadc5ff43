//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The programs of test/Mapping/infeasible.mlir, whose notes are tested there:
// each core contradicts itself, and without any one of its constraints it does
// not. Which is found within seconds.
//
//===----------------------------------------------------------------------===//

#include "MinimalCore.h"

#include "LiftDialect/LiftDialect.h"
#include "LiftDialect/Loop/LoopOps.h"
#include "LiftDialect/Mapping/KernelMapping.h"
#include "LiftDialect/Mapping/Rules.h"
#include "LiftDialect/Mapping/Targets.h"
#include "LiftDialect/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/MemoryBuffer.h"

#include <chrono>

using namespace mlir;
using namespace mlir::lift;

static void expectMinimalCore(const KernelMapping &kernel) {
  std::string error;
  ConstraintSystem system = getConstraintSystem(
      kernel.problem, *getMappingRules(kDefaultMappingRules, {}, {}, error));
  auto begin = std::chrono::steady_clock::now();
  std::vector<unsigned> core = solveWithZ3(system).core;
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
  expectMinimalCore(system, core, solveWithZ3);
}

TEST(CoreTest, infeasiblePrograms) {
  DialectRegistry registry;
  registry.insert<LiftDialect, func::FuncDialect, arith::ArithDialect>();
  MLIRContext context(registry);
  context.loadDialect<loop::LoopDialect, vector::VectorDialect>();
  auto file = llvm::MemoryBuffer::getFile(LIFT_INFEASIBLE_PROGRAMS);
  ASSERT_TRUE(file);
  SmallVector<StringRef> programs;
  (*file)->getBuffer().split(programs, "// -----\n");
  unsigned numKernels = 0;
  for (StringRef text : programs) {
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(module);
    PassManager manager(&context);
    manager.addNestedPass<func::FuncOp>(createNormalizePass());
    ASSERT_TRUE(succeeded(manager.run(*module)));
    for (auto func : module->getOps<func::FuncOp>()) {
      FailureOr<std::vector<KernelMapping>> kernels =
          getKernelMappings(func, MappingTarget());
      ASSERT_TRUE(succeeded(kernels));
      for (const KernelMapping &kernel : *kernels) {
        expectMinimalCore(kernel);
        ++numKernels;
      }
    }
  }
  EXPECT_GE(numKernels, 10u);
}
