//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Analysis/DeviceProperties.h"

#include "LiftDialect/LiftDialect.h"
#include "mlir/Dialect/DLTI/DLTI.h"

using namespace mlir;

Attribute lift::getDeviceProperty(Operation *op, StringRef name) {
  FailureOr<Attribute> value =
      dlti::query(op, ArrayRef<StringRef>{"GPU", name});
  return succeeded(value) ? *value : Attribute();
}

bool lift::countsBytes(Operation *op) {
  auto flag =
      dyn_cast_or_null<BoolAttr>(getDeviceProperty(op, "lift.byte_offsets"));
  return flag && flag.getValue();
}

bool lift::hasCapability80(Operation *op) {
  auto version = dyn_cast_or_null<IntegerAttr>(
      getDeviceProperty(op, "lift.nvidia_compute_capability"));
  return version && version.getInt() >= 80;
}

bool lift::namesDevices(Operation *op) {
  return bool(getDeviceProperty(op, "lift.device_names"));
}

unsigned lift::getIndexBitwidth(gpu::GPUModuleOp module) {
  auto bits = module->getAttrOfType<IntegerAttr>(
      LiftDialect::IndexBitwidthAttrHelper::getNameStr());
  return bits ? bits.getInt() : 32;
}
