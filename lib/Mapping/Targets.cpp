//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Mapping/Targets.h"

#include "LiftDialect/ElementTypes.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

#include <set>

using namespace mlir;
using namespace mlir::lift;

/// The files of share/targets, each by its name.
static constexpr std::pair<StringLiteral, StringLiteral> kTargets[] = {
#include "LiftDialect/Mapping/Targets.inc"
};
static constexpr StringLiteral kDefaultTarget = "opencl";

SmallVector<StringRef> lift::getMappingTargetNames() {
  SmallVector<StringRef> names;
  for (const auto &[name, text] : kTargets)
    names.push_back(name);
  return names;
}

std::string lift::describeTargetOption() {
  return llvm::join(getMappingTargetNames(), ", ") +
         ", or a file with a #dlti.target_device_spec";
}

/// The vector widths of a target, none if it lists none.
static FailureOr<std::vector<int64_t>>
readVectorWidths(Operation *op, StringRef name, Attribute attr) {
  auto widths = dyn_cast_or_null<DenseI64ArrayAttr>(attr);
  bool isValid =
      !attr || (widths && llvm::all_of(widths.asArrayRef(), isVectorWidth));
  if (!isValid) {
    InFlightDiagnostic diag = emitError(op->getLoc(), "target '")
                              << name << "' has vector widths " << attr
                              << ", which are no list of 2, 3, 4, 8 and 16";
    diag.attachNote() << "they are given as \"lift.vector_widths\" = "
                         "array<i64: 2, 4>";
    return diag;
  }
  std::set<int64_t> sorted;
  if (widths)
    sorted.insert(widths.asArrayRef().begin(), widths.asArrayRef().end());
  return std::vector<int64_t>(sorted.begin(), sorted.end());
}

/// An entry of a specification; null if it has none of that name.
static Attribute findEntry(TargetDeviceSpecInterface spec, StringRef name) {
  for (DataLayoutEntryInterface entry : spec.getEntries())
    if (auto id = dyn_cast<StringAttr>(entry.getKey()); id && id == name)
      return entry.getValue();
  return {};
}

/// The specification as a target.
static FailureOr<MappingTarget> readSpec(Operation *op, StringRef name,
                                         TargetDeviceSpecInterface spec) {
  auto find = [&](StringRef key) { return findEntry(spec, key); };
  auto groupSize = dyn_cast_or_null<IntegerAttr>(find("lift.max_group_size"));
  auto localSize =
      dyn_cast_or_null<DenseI64ArrayAttr>(find("lift.max_local_size"));
  auto memory = dyn_cast_or_null<IntegerAttr>(find("lift.local_memory_bytes"));
  if (!groupSize || !localSize || localSize.size() != 3 || !memory) {
    InFlightDiagnostic diag = emitError(op->getLoc(), "target '")
                              << name << "' is not described in full";
    diag.attachNote() << "needed are \"lift.max_group_size\" = 256 : i64, "
                         "\"lift.max_local_size\" = array<i64: 256, 256, 64>, "
                         "\"lift.local_memory_bytes\" = 32768 : i64";
    return diag;
  }
  MappingTarget target;
  target.name = name.str();
  target.maxGroupSize = groupSize.getInt();
  llvm::copy(localSize.asArrayRef(), target.maxLocalSize.begin());
  target.localMemory = memory.getInt();
  if (auto bytes =
          dyn_cast_or_null<IntegerAttr>(find("lift.private_memory_bytes")))
    target.privateMemory = bytes.getInt();
  if (auto units = dyn_cast_or_null<IntegerAttr>(find("lift.compute_units")))
    target.computeUnits = units.getInt();
  if (target.maxGroupSize < 1 ||
      llvm::any_of(target.maxLocalSize,
                   [](int64_t size) { return size < 1; }) ||
      target.localMemory < 0 || target.localMemory > kMaxMemory ||
      target.privateMemory.value_or(0) < 0 ||
      target.privateMemory.value_or(0) > kMaxMemory ||
      target.computeUnits.value_or(1) < 1)
    return emitError(op->getLoc(), "target '")
           << name << "' has impossible limits";
  FailureOr<std::vector<int64_t>> widths =
      readVectorWidths(op, name, find("lift.vector_widths"));
  if (failed(widths))
    return failure();
  target.vectorWidths = std::move(*widths);
  return target;
}

/// Reads the text of a file, which may begin with comments: the parser counts
/// from the first token what it has read. Null, with a diagnostic, if it is no
/// specification.
static TargetDeviceSpecInterface parseText(MLIRContext *context,
                                           StringRef text) {
  context->loadDialect<DLTIDialect>();
  for (text = text.trim(); text.starts_with("//");)
    text = text.split('\n').second.ltrim();
  return dyn_cast_or_null<TargetDeviceSpecInterface>(
      parseAttribute(text, context));
}

static FailureOr<TargetDeviceSpecInterface>
parseSpec(Operation *op, StringRef name, StringRef text) {
  TargetDeviceSpecInterface spec = parseText(op->getContext(), text);
  if (!spec)
    return emitError(op->getLoc(), "target '")
           << name << "' is no #dlti.target_device_spec";
  if (failed(readSpec(op, name, spec)))
    return failure();
  return spec;
}

FailureOr<TargetDeviceSpecInterface> lift::getTargetSpec(Operation *op,
                                                         StringRef name) {
  for (const auto &[known, text] : kTargets)
    if (known == name)
      return parseSpec(op, name, text);
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> file = openInputFile(name, &message);
  if (!file) {
    InFlightDiagnostic diag = emitError(op->getLoc(), "unknown target '")
                              << name << "'";
    diag.attachNote() << "a target is one of " << describeTargetOption() << ": "
                      << message;
    return diag;
  }
  return parseSpec(op, name, file->getBuffer());
}

FailureOr<MappingTarget> lift::getMappingTarget(Operation *op, StringRef name) {
  if (name.empty()) {
    auto module = isa<ModuleOp>(op) ? cast<ModuleOp>(op)
                                    : op->getParentOfType<ModuleOp>();
    auto system = module ? module->getAttrOfType<TargetSystemSpecAttr>(
                               DLTIDialect::kTargetSystemDescAttrName)
                         : TargetSystemSpecAttr();
    if (system)
      if (std::optional<TargetDeviceSpecInterface> spec =
              system.getDeviceSpecForDeviceID(
                  StringAttr::get(op->getContext(), "GPU")))
        return readSpec(op, "GPU", *spec);
    name = kDefaultTarget;
  }
  FailureOr<TargetDeviceSpecInterface> spec = getTargetSpec(op, name);
  if (failed(spec))
    return failure();
  return readSpec(op, name, *spec);
}

std::string lift::findMappingTarget(MLIRContext *context, StringRef device) {
  for (const auto &[target, text] : kTargets) {
    TargetDeviceSpecInterface spec = parseText(context, text);
    auto names = cast_or_null<ArrayAttr>(findEntry(spec, "lift.device_names"));
    if (names &&
        llvm::any_of(names.getAsRange<StringAttr>(), [&](StringAttr name) {
          return device.contains(name.getValue());
        }))
      return target.str();
  }
  return "";
}

void lift::selectVectorWidths(MappingTarget &target, bool vectors,
                              StringRef rules) {
  if (!vectors || rules == "cc22")
    target.vectorWidths.clear();
}
