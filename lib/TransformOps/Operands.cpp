//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Operands.h"

using namespace mlir;
using namespace mlir::lift;
using transform::TransformState;

DiagnosedSilenceableFailure lift::refuse(transform::TransformOpInterface op,
                                         const Refusal &refusal) {
  DiagnosedSilenceableFailure diag =
      emitSilenceableFailure(op->getLoc())
      << "'" << op->getName() << "' does not apply: " << refusal.getReason();
  if (refusal.getOp())
    diag.attachNote(refusal.getOp()->getLoc()) << "here";
  return diag;
}

FailureOr<Operation *> lift::getOnlyTarget(TransformState &state, Value handle,
                                           Refusal &refusal) {
  auto payload = state.getPayloadOps(handle);
  if (!llvm::hasSingleElement(payload))
    return refusal.set(nullptr, "the handle must be of one operation");
  return *payload.begin();
}

FailureOr<Expr> lift::parseSize(StringRef text, const Sizes &names,
                                Refusal &refusal) {
  Expr size =
      Expr::parse(std::string_view(text.data(), text.size())).substitute(names);
  if (size.isError())
    return refusal.set(nullptr, "'" + text + "': " + size.getError());
  return size;
}

FailureOr<Expr> lift::getSize(Attribute attr, const Sizes &names,
                              Refusal &refusal) {
  if (auto number = dyn_cast<IntegerAttr>(attr))
    return Expr(number.getInt());
  if (auto text = dyn_cast<StringAttr>(attr))
    return parseSize(text.getValue(), names, refusal);
  return refusal.set(nullptr, "a size is a number or a text");
}

FailureOr<AddressSpace> lift::getSpace(StringRef name, Refusal &refusal) {
  if (std::optional<AddressSpace> space = symbolizeAddressSpace(name))
    return *space;
  return refusal.set(nullptr, "'" + name +
                                  "' is no address space: expected "
                                  "global, local or private");
}

LogicalResult lift::readSpace(std::optional<StringRef> name,
                              std::optional<AddressSpace> &space,
                              Refusal &refusal) {
  if (!name)
    return success();
  FailureOr<AddressSpace> read = getSpace(*name, refusal);
  if (succeeded(read))
    space = *read;
  return read;
}

DiagnosedSilenceableFailure
lift::setResults(transform::TransformResults &results,
                 transform::TransformOpInterface op,
                 ArrayRef<Operation *> ops) {
  for (auto [result, target] : llvm::zip_equal(op->getOpResults(), ops))
    results.set(result, target ? ArrayRef<Operation *>(target)
                               : ArrayRef<Operation *>());
  return DiagnosedSilenceableFailure::success();
}

SmallVector<unsigned> lift::toUnsigned(std::optional<ArrayRef<int64_t>> list) {
  return list ? SmallVector<unsigned>(list->begin(), list->end())
              : SmallVector<unsigned>();
}
