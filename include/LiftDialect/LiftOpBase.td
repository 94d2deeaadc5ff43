//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_LIFTOPBASE_TD
#define LIFTDIALECT_LIFTOPBASE_TD

include "LiftDialect/LiftDialect.td"
include "LiftDialect/LiftAttributes.td"
include "LiftDialect/LiftTypes.td"
include "LiftDialect/LiftInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Lift_Op<string mnemonic, list<Trait> traits = []>
    : Op<Lift_Dialect, mnemonic, traits>;

/// An operation without side effects whose result types follow from its
/// operands and attributes.
class Lift_InferredOp<string mnemonic, list<Trait> traits = []>
    : Lift_Op<mnemonic, !listconcat(
          [Pure, InferTypeOpAdaptor], traits)>;

/// A view: see ViewOpInterface.
class Lift_ViewOp<string mnemonic, list<Trait> traits = []>
    : Lift_InferredOp<mnemonic, !listconcat(
          [DeclareOpInterfaceMethods<Lift_ViewOpInterface>,
           DeclareOpInterfaceMethods<Lift_SizeConstraintInterface>], traits)> {
  let results = (outs Lift_ArrayType:$result);
}

#endif // LIFTDIALECT_LIFTOPBASE_TD
