//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LIFTDIALECT_CONVERSION_PASSES_H
#define LIFTDIALECT_CONVERSION_PASSES_H

#include "LiftDialect/LiftAttributes.h"
#include "mlir/Pass/Pass.h"

namespace mlir {
class ModuleOp;
namespace affine {
class AffineDialect;
} // namespace affine
namespace arith {
class ArithDialect;
} // namespace arith
namespace bufferization {
class BufferizationDialect;
} // namespace bufferization
namespace cf {
class ControlFlowDialect;
} // namespace cf
namespace func {
class FuncDialect;
} // namespace func
namespace gpu {
class GPUDialect;
} // namespace gpu
namespace linalg {
class LinalgDialect;
} // namespace linalg
namespace math {
class MathDialect;
} // namespace math
namespace memref {
class MemRefDialect;
} // namespace memref
namespace scf {
class SCFDialect;
} // namespace scf
namespace spirv {
class ModuleOp;
class SPIRVDialect;
} // namespace spirv
namespace tensor {
class TensorDialect;
} // namespace tensor
namespace vector {
class VectorDialect;
} // namespace vector

namespace lift {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "LiftDialect/Conversion/Passes.h.inc"

} // namespace lift
} // namespace mlir

#endif // LIFTDIALECT_CONVERSION_PASSES_H
