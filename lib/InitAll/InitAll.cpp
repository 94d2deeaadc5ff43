//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/InitAll.h"

#include "LiftDialect/Conversion/Passes.h"
#include "LiftDialect/GPU/Passes.h"
#include "LiftDialect/LiftDialect.h"
#include "LiftDialect/Loop/LoopOps.h"
#include "LiftDialect/Mapping/Passes.h"
#include "LiftDialect/Mapping/Solver.h"
#include "LiftDialect/Pipelines/Pipelines.h"
#include "LiftDialect/Strategies/Passes.h"
#include "LiftDialect/Target/OpenCL/OpenCLTarget.h"
#include "LiftDialect/Target/SPIRV/SPIRVBinary.h"
#include "LiftDialect/TransformOps/LiftTransformOps.h"
#include "LiftDialect/Transforms/Passes.h"
#include "LiftDialect/WorkItems/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/Func/Extensions/InlinerExtension.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Quant/IR/Quant.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVDialect.h"
#include "mlir/Dialect/Shape/IR/Shape.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Dialect/Transform/DebugExtension/DebugExtension.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/Transforms/Passes.h"
#include "mlir/Dialect/Transform/TuneExtension/TuneExtension.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

void lift::registerAllDialects(DialectRegistry &registry) {
  registry.insert<LiftDialect, affine::AffineDialect, arith::ArithDialect,
                  cf::ControlFlowDialect, DLTIDialect, func::FuncDialect,
                  gpu::GPUDialect, linalg::LinalgDialect, loop::LoopDialect,
                  math::MathDialect, memref::MemRefDialect, scf::SCFDialect,
                  spirv::SPIRVDialect, tensor::TensorDialect, tosa::TosaDialect,
                  transform::TransformDialect, vector::VectorDialect>();
  // What front ends have beside, and stays as it is or is refused where it
  // stands.
  registry.insert<bufferization::BufferizationDialect, complex::ComplexDialect,
                  index::IndexDialect, ml_program::MLProgramDialect,
                  quant::QuantDialect, shape::ShapeDialect,
                  sparse_tensor::SparseTensorDialect, ub::UBDialect>();
  func::registerInlinerExtension(registry);
  registerOpenCLTarget(registry);
  registerSPIRVTarget(registry);
  registerTransformOps(registry);
  transform::registerTuneExtension(registry);
  transform::registerDebugExtension(registry);
}

void lift::registerAllPasses() {
  registerLiftConversionPasses();
  registerLiftGPUPasses();
  registerLiftMappingPasses();
  registerLiftStrategiesPasses();
  registerLiftTransformsPasses();
  registerLiftWorkItemsPasses();
  registerPipelines();
  registerZ3Solver();
}

void lift::registerUpstreamPasses() {
  mlir::registerTransformsPasses();
  transform::registerTransformPasses();
}
