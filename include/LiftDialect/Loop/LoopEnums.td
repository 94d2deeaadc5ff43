//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LIFTDIALECT_LOOP_LOOPENUMS_TD
#define LIFTDIALECT_LOOP_LOOPENUMS_TD

include "mlir/IR/EnumAttr.td"

def Loop_IndexKind : I32Enum<"IndexKind", "how an index is defined", [
    I32EnumCase<"Value", 0, "value">, I32EnumCase<"Clamp", 1, "clamp">,
    I32EnumCase<"Wrap", 2, "wrap">, I32EnumCase<"Mirror", 3, "mirror">,
    I32EnumCase<"Within", 4, "within">, I32EnumCase<"Data", 5, "data">]> {
  let cppNamespace = "::mlir::lift::loop";
}

def Loop_IdLevel : I32Enum<"IdLevel", "what an id tells apart", [
    I32EnumCase<"Local", 0, "local">, I32EnumCase<"Group", 1, "group">,
    I32EnumCase<"Global", 2, "global">]> {
  let cppNamespace = "::mlir::lift::loop";
}

#endif // LIFTDIALECT_LOOP_LOOPENUMS_TD
