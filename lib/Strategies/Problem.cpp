//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Strategies/Problem.h"

#include "LiftDialect/Analysis/DeviceMemory.h"
#include "LiftDialect/Analysis/DeviceProperties.h"
#include "LiftDialect/Analysis/SizeFacts.h"
#include "LiftDialect/Mapping/Targets.h"

#include <set>

using namespace mlir;
using namespace mlir::lift;

DeviceModel DeviceModel::get(Operation *op, TargetDeviceSpecInterface target) {
  DeviceModel device;
  auto query = [&](StringRef name) {
    if (!target)
      return getDeviceProperty(op, name);
    FailureOr<Attribute> value =
        target.query(StringAttr::get(op->getContext(), name));
    return succeeded(value) ? *value : Attribute();
  };
  auto read = [&](StringRef name, int64_t &number) {
    if (auto value = dyn_cast_or_null<IntegerAttr>(query(name)))
      number = value.getInt();
  };
  device.hasComputeUnits = bool(query("lift.compute_units"));
  read("lift.compute_units", device.computeUnits);
  read("lift.max_group_size", device.maxGroupSize);
  read("lift.local_memory_bytes", device.localMemory);
  read("lift.private_memory_bytes", device.privateMemory);
  if (auto widths =
          dyn_cast_or_null<DenseI64ArrayAttr>(query("lift.vector_widths")))
    for (int64_t width : widths.asArrayRef())
      device.vectorWidth = std::max(device.vectorWidth, width);
  auto readFlag = [&](StringRef name, bool &flag) {
    if (auto value = dyn_cast_or_null<BoolAttr>(query(name)))
      flag = value.getValue();
  };
  readFlag("lift.dedicated_local_memory", device.hasLocalMemory);
  readFlag("lift.wide_atomics", device.hasWideAtomics);
  return device;
}

FailureOr<Problem> Problem::get(func::FuncOp func, StringRef target,
                                ArrayRef<std::string> sizes, Assumed assumed,
                                double maxMemory) {
  FailureOr<std::map<std::string, Expr>> values =
      parseExpectedSizes(func, sizes);
  if (failed(values))
    return failure();
  TargetDeviceSpecInterface spec;
  if (!target.empty()) {
    FailureOr<TargetDeviceSpecInterface> found = getTargetSpec(func, target);
    if (failed(found))
      return failure();
    spec = *found;
  }
  return Problem(func, DeviceModel::get(func, spec), *values, assumed,
                 maxMemory);
}

Expr Problem::getComputeUnits() const {
  func::FuncOp program = func;
  std::set<std::string> names;
  for (Type type : program.getArgumentTypes())
    type.walk([&](SizeAttr size) { size.getValue().collectNames(names); });
  for (const auto &[name, values] : getTuningParameters(program))
    names.insert(name);
  return device.hasComputeUnits || names.count(kComputeUnitsName)
             ? Expr(device.computeUnits)
             : Expr::name(kComputeUnitsName);
}

Expr Problem::getExpected(const Expr &size) const {
  return size.substitute(sizes).substitute(
      {{kComputeUnitsName, device.computeUnits}});
}

std::optional<int64_t> Problem::getValue(const Expr &size) const {
  return size.substitute(sizes).getConstant();
}

/// Adds what is not the same whatever the sizes are.
static void addCondition(MLIRContext *context,
                         SmallVectorImpl<Attribute> &conditions,
                         ConstraintKind kind, const Expr &lhs,
                         const Expr &rhs) {
  if (lhs.getConstant() && rhs.getConstant())
    return;
  Attribute condition = ConstraintAttr::get(
      context, kind, SizeAttr::get(context, lhs), SizeAttr::get(context, rhs));
  if (!llvm::is_contained(conditions, condition))
    conditions.push_back(condition);
}

bool Problem::require(ConstraintKind kind, const Expr &lhs, const Expr &rhs) {
  const std::optional<bool> holds =
      decide({kind, lhs.substitute(sizes), rhs.substitute(sizes), {}});
  if (holds == false)
    return false;
  if (kind != ConstraintKind::Divides || !Expr::mod(rhs, lhs).isConstant(0))
    addCondition(func.getContext(), requirements, kind, lhs, rhs);
  return true;
}

bool Problem::prefer(ConstraintKind kind, const Expr &lhs, const Expr &rhs) {
  if (decide({kind, getExpected(lhs), getExpected(rhs), {}}) == false)
    return false;
  addCondition(func.getContext(), preferences, kind, lhs, rhs);
  return true;
}

bool Problem::expectsMultiple(const Expr &divisor, const Expr &size,
                              bool isInner) const {
  std::optional<int64_t> value = getValue(size), by = getValue(divisor);
  if (value && by)
    return *value % *by == 0;
  if (decide({ConstraintKind::Divides, divisor, size, {}}) == false)
    return false;
  switch (getAssumption(assumed).whole) {
  case AssumedWhole::Nothing:
    return false;
  case AssumedWhole::Vectors:
    return isInner && by && *by <= device.vectorWidth;
  case AssumedWhole::InnerTiles:
    return isInner;
  case AssumedWhole::Tiles:
    return true;
  }
  llvm_unreachable("unknown assumption");
}

bool Problem::divides(const Expr &divisor, const Expr &size, bool isInner) {
  return dividesAll(divisor, size, isInner);
}

bool Problem::dividesAll(const Expr &divisor, ArrayRef<Expr> sizes,
                         bool isInner) {
  if (!llvm::all_of(sizes, [&](const Expr &size) {
        return expectsMultiple(divisor, size, isInner);
      }))
    return false;
  for (const Expr &size : sizes)
    require(ConstraintKind::Divides, divisor, size);
  return true;
}

int64_t Problem::getVectorWidth(int64_t width, ArrayRef<Expr> sizes,
                                bool isInner) {
  while (width > 1 && !dividesAll(width, sizes, isInner))
    width /= 2;
  return width;
}

bool Problem::mayBeLarge(const Expr &size) const {
  return getValue(size) || getAssumption(assumed).tiles == AssumedTiles::Many;
}

bool Problem::mayBeSmall(const Expr &size) const {
  return getValue(size) || assumesFew();
}

bool Problem::isAtLeast(int64_t least, const Expr &size) {
  return mayBeLarge(size) && require(ConstraintKind::LessEqual, least, size);
}

bool Problem::isAtMost(int64_t most, const Expr &size) {
  return mayBeSmall(size) && require(ConstraintKind::LessEqual, size, most);
}

bool Problem::prefersAtLeast(const Expr &least, const Expr &size) {
  return mayBeLarge(size) && prefer(ConstraintKind::LessEqual, least, size);
}

bool Problem::prefersAtMost(const Expr &most, const Expr &size) {
  return mayBeSmall(size) && prefer(ConstraintKind::LessEqual, size, most);
}

bool Problem::isEqual(int64_t value, const Expr &size) {
  return getValue(size) == value && require(ConstraintKind::Equal, size, value);
}

bool Problem::isSpare(const Expr &bytes) const {
  return maxMemory == 0 ||
         decide(getMemoryConstraint(bytes.substitute(sizes),
                                    countBoundaryBytes(func).substitute(sizes),
                                    maxMemory)) != false;
}

std::optional<std::map<std::string, int64_t>> Problem::fix(const Expr &size) {
  std::map<std::string, int64_t> fixed;
  std::set<std::string> names;
  size.collectNames(names);
  for (const std::string &text : names) {
    Expr name = Expr::name(text);
    std::optional<int64_t> value = getValue(name);
    if (!value || !isEqual(*value, name))
      return std::nullopt;
    fixed[text] = *value;
  }
  return fixed;
}
