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

    Two attributes stand on functions:

    * `lift.params = {TM = [16, 32, 64]}` declares tuning names and the values
      that each may take;
    * `lift.requires = [#lift.constraint<128 divides N>]` states facts about
      sizes that callers guarantee; they are tested before a launch.

    The patterns are those of Steuwer, Remmelg and Dubach, "Lift: a functional
    data-parallel IR for high-performance GPU code generation", CGO 2017.
  }];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let hasConstantMaterializer = 1;
  // Constants are arith's.
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let extraClassDeclaration = [{
    /// Function attribute: dictionary of tuning names to arrays of integers.
    static constexpr ::llvm::StringLiteral kParamsAttrName = "lift.params";
    /// Function attribute: array of ConstraintAttr.
    static constexpr ::llvm::StringLiteral kRequiresAttrName = "lift.requires";
    /// Argument and value attribute: the name to use in generated code.
    static constexpr ::llvm::StringLiteral kNameAttrName = "lift.name";
    /// Argument attribute: an index of a kernel that is no size, so that it can
    /// be any number.
    static constexpr ::llvm::StringLiteral kValueAttrName = "lift.value";
    /// Attribute of a loop of a kernel that no work-item goes through twice.
    static constexpr ::llvm::StringLiteral kAtMostOnceAttrName =
        "lift.at_most_once";
    /// Attribute of a loop of a kernel: an array with the name, in generated
    /// code, of each value that it carries.
    static constexpr ::llvm::StringLiteral kCarriedAttrName = "lift.carried";

  private:
    void registerAttributes();
    void registerTypes();

  public:
  }];
}

#endif // LIFTDIALECT_LIFTDIALECT_TD
