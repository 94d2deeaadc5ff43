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

/// What the OpenCL drivers of these devices say of them; opencl is what most
/// have.
static constexpr std::pair<StringLiteral, StringLiteral> kTargets[] = {
    {"opencl", R"(#dlti.target_device_spec<
        "lift.max_group_size" = 256 : i64,
        "lift.max_local_size" = array<i64: 256, 256, 64>,
        "lift.local_memory_bytes" = 32768 : i64,
        "lift.private_memory_bytes" = 2048 : i64>)"},
    {"mali-g72", R"(#dlti.target_device_spec<
        "lift.max_group_size" = 384 : i64,
        "lift.max_local_size" = array<i64: 384, 384, 384>,
        "lift.local_memory_bytes" = 32768 : i64,
        "lift.private_memory_bytes" = 256 : i64,
        "lift.compute_units" = 12 : i64,
        "lift.vector_widths" = array<i64: 2, 4>,
        "lift.unsigned_offsets" = true,
        "lift.loop_barriers" = false,
        "lift.dedicated_local_memory" = false>)"},
    {"mali-g610", R"(#dlti.target_device_spec<
        "lift.max_group_size" = 1024 : i64,
        "lift.max_local_size" = array<i64: 1024, 1024, 1024>,
        "lift.local_memory_bytes" = 32768 : i64,
        "lift.private_memory_bytes" = 256 : i64,
        "lift.compute_units" = 4 : i64,
        "lift.vector_widths" = array<i64: 2, 4>,
        "lift.unsigned_offsets" = true,
        "lift.loop_barriers" = false,
        "lift.dedicated_local_memory" = false>)"},
    {"nvidia-h200", R"(#dlti.target_device_spec<
        "lift.max_group_size" = 1024 : i64,
        "lift.max_local_size" = array<i64: 1024, 1024, 64>,
        "lift.local_memory_bytes" = 49152 : i64,
        "lift.private_memory_bytes" = 1020 : i64,
        "lift.compute_units" = 132 : i64,
        "lift.nvidia_compute_capability" = 90 : i64,
        "lift.loop_barriers" = false,
        "lift.vector_widths" = array<i64: 2, 4>>)"},
    {"pocl", R"(#dlti.target_device_spec<
        "lift.max_group_size" = 4096 : i64,
        "lift.max_local_size" = array<i64: 4096, 4096, 4096>,
        "lift.local_memory_bytes" = 524288 : i64,
        "lift.private_memory_bytes" = 2048 : i64,
        "lift.vector_widths" = array<i64: 2, 4, 8, 16>,
        "lift.dedicated_local_memory" = false>)"},
};

SmallVector<StringRef> lift::getMappingTargetNames() {
  SmallVector<StringRef> names;
  for (const auto &[name, text] : kTargets)
    names.push_back(name);
  return names;
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

/// The specification as a target.
static FailureOr<MappingTarget> readSpec(Operation *op, StringRef name,
                                         TargetDeviceSpecInterface spec) {
  auto find = [&](StringRef key) -> Attribute {
    for (DataLayoutEntryInterface entry : spec.getEntries())
      if (auto id = dyn_cast<StringAttr>(entry.getKey()); id && id == key)
        return entry.getValue();
    return {};
  };
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

static FailureOr<TargetDeviceSpecInterface>
parseSpec(Operation *op, StringRef name, StringRef text) {
  MLIRContext *context = op->getContext();
  context->loadDialect<DLTIDialect>();
  auto spec = dyn_cast_or_null<TargetDeviceSpecInterface>(
      parseAttribute(text, context));
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
    diag.attachNote() << "known are "
                      << llvm::join(getMappingTargetNames(), ", ")
                      << ", and files that have a #dlti.target_device_spec: "
                      << message;
    return diag;
  }
  return parseSpec(op, name, file->getBuffer().trim());
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
    name = kTargets[0].first;
  }
  FailureOr<TargetDeviceSpecInterface> spec = getTargetSpec(op, name);
  if (failed(spec))
    return failure();
  return readSpec(op, name, *spec);
}

int64_t lift::getDefaultLocalSize(unsigned rank, unsigned dim) {
  static constexpr int64_t kSizes[][3] = {
      {1, 1, 1}, {128, 1, 1}, {16, 8, 1}, {16, 4, 2}};
  return kSizes[rank][dim];
}

void lift::selectVectorWidths(MappingTarget &target, bool vectors,
                              StringRef rules) {
  if (!vectors || rules == "cc22")
    target.vectorWidths.clear();
}
