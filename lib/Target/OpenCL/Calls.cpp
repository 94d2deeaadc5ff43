//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the printing of user functions and of their calls.
//
//===----------------------------------------------------------------------===//

#include "KernelEmitter.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::opencl;

FailureOr<std::string> KernelEmitter::userFunction(UserFunOp op) {
  FunctionType type = op.getFunctionType();
  std::vector<std::string> parameters;
  auto add = [&](const std::string &typeText, StringRef separator,
                 Attribute attr) -> LogicalResult {
    StringRef name = cast<StringAttr>(attr).getValue();
    if (isReservedName(name))
      return refuse(op,
                    "the parameter name '" + name +
                        "' is reserved in "
                        "OpenCL C",
                    "rename the parameter");
    parameters.push_back(typeText + separator.str() + name.str());
    return success();
  };
  for (auto [input, name] : llvm::zip_equal(type.getInputs(), op.getArgNames()))
    if (failed(add(typeName(input), " ", name)))
      return failure();
  std::string result = "void";
  if (op.getResultNames().empty())
    result = typeName(type.getResult(0));
  else
    for (auto [output, name] :
         llvm::zip_equal(type.getResults(), op.getResultNames()))
      if (failed(add(typeName(output), " *", name)))
        return failure();
  std::string text =
      result + " " + op.getSymName().str() + "(" +
      (parameters.empty() ? "void" : llvm::join(parameters, ", ")) + ") {\n";
  for (StringRef codeLine : op.getCode().getAsValueRange<StringAttr>())
    text += ("  " + codeLine + "\n").str();
  return text + "}\n";
}

LogicalResult KernelEmitter::emitCall(CallOp op) {
  auto callee =
      SymbolTable::lookupNearestSymbolFrom<UserFunOp>(op, op.getCalleeAttr());
  if (!callee)
    return refuse(op, "it does not call a lift.user_fun",
                  "inline functions on arrays with lift-inline-calls");
  FailureOr<std::string> function = userFunction(callee);
  if (failed(function))
    return failure();
  std::string name = callee.getSymName().str();
  auto [known, isNew] = program.helpers.try_emplace(name, *function);
  if (known->second != *function)
    return refuse(callee, "another user function has the same name",
                  "rename one of them");
  SmallVector<CExpr> operands = llvm::map_to_vector(
      op.getInputs(), [&](Value input) { return use(input); });
  if (op.getNumResults() == 1) {
    Value result = op.getResult(0);
    define(result, rounded(call(name, operands), result.getType()), "r");
    return success();
  }
  for (auto [result, hint] :
       llvm::zip_equal(op.getResults(),
                       callee.getResultNames().getAsValueRange<StringAttr>())) {
    // A result that nobody needs has a variable, too: the function stores it.
    std::string variable = isDead ? "dead" : names.fresh(hint);
    line(typeName(result.getType()) + " " + variable + ";");
    values[result] = CExpr::atom(variable);
    operands.push_back(CExpr::atom("&" + variable));
  }
  line(call(name, operands).text + ";");
  for (Value result : op.getResults())
    if (isRoundedFloat(result.getType()))
      define(result, rounded(values[result], result.getType()), "r");
  return success();
}
