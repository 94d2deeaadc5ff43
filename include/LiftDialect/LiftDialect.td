//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_LIFTDIALECT_TD
#define LIFTDIALECT_LIFTDIALECT_TD

include "mlir/IR/OpBase.td"

def Lift_Dialect : Dialect {
  let name = "lift";
  let cppNamespace = "::mlir::lift";
  let summary = "Functional data-parallel patterns over multi-dimensional arrays";
  let description = [{
    Programs are compositions of patterns (`lift.map`, `lift.reduce`) and of
    views that rearrange arrays without moving data (`lift.split`,
    `lift.join`, `lift.transpose`, `lift.slide`, `lift.pad`, `lift.take`, ...).
    How a pattern runs and where a value lives are attributes that passes or
    users write; they never change what a program means.

    Three attributes stand on functions:

    * `lift.params = {TM = [16, 32, 64]}` declares tuning names and the values
      that each may take;
    * `lift.requires = [#lift.constraint<128 divides N>]` states facts about
      sizes that callers guarantee; they are tested before a launch;
    * `lift.prefers = [#lift.constraint<8192 * compute_units le N>]` states for
      which sizes, and devices, the function is fast: it is right for others,
      too. Of the variants of a package, those are run where it holds.

    The patterns are those of Steuwer, Remmelg and Dubach, "Lift: a functional
    data-parallel IR for high-performance GPU code generation", CGO 2017.
  }];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let hasConstantMaterializer = 1;
  let hasCanonicalizer = 1;
  // Constants are arith's.
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  // What stands on operations and arguments of other dialects: docs/KernelForm.md
  // says what each means. The first three are for functions of patterns.
  let discardableAttrs = (ins
    "::mlir::DictionaryAttr":$params,
    "::mlir::ArrayAttr":$requires,
    "::mlir::ArrayAttr":$prefers,
    "::mlir::DictionaryAttr":$chosen,
    "::mlir::TypeAttr":$signature,
    "::mlir::ArrayAttr":$sizes,
    "::mlir::IntegerAttr":$index_bitwidth,
    "::mlir::StringAttr":$name,
    "::mlir::UnitAttr":$value,
    "::mlir::UnitAttr":$restrict,
    "::mlir::UnitAttr":$readonly,
    "::mlir::IntegerAttr":$align,
    "::mlir::Attribute":$unroll,
    "::mlir::ArrayAttr":$carried);
  let hasRegionArgAttrVerify = 1;
  let extraClassDeclaration = [{
  private:
    void registerAttributes();
    void registerTypes();

  public:
  }];
}

#endif // LIFTDIALECT_LIFTDIALECT_TD
