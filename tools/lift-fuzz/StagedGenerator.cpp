//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "StagedGenerator.h"

#include <numeric>

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::fuzz;

//===----------------------------------------------------------------------===//
// Mappings
//===----------------------------------------------------------------------===//

void StagedGenerator::drawScheme() {
  auto seq = [&] { return b.mapping(MappingKind::Seq); };
  auto wrg = [&](unsigned dim) { return b.mapping(MappingKind::Wrg, dim); };
  auto lcl = [&](unsigned dim) { return b.mapping(MappingKind::Lcl, dim); };
  auto glb = [&](unsigned dim) { return b.mapping(MappingKind::Glb, dim); };
  const Mappings schemes[] = {{glb(0)},         {glb(0)},
                              {glb(1), glb(0)}, {seq(), glb(0)},
                              {wrg(0), lcl(0)}, {wrg(0), lcl(0)},
                              {wrg(1), wrg(0)}, {wrg(0), lcl(1), lcl(0)},
                              {lcl(0)},         {lcl(0)},
                              {lcl(0)},         {seq(), lcl(0)},
                              {seq(), lcl(0)},  {lcl(1), lcl(0)},
                              {lcl(1), lcl(0)}, {lcl(0), lcl(1)}};
  scheme = random.pick(ArrayRef<Mappings>(schemes));
}

bool StagedGenerator::isLegal(MappingAttr mapping) const {
  if (!mapping || !mapping.isParallel())
    return true;
  return llvm::none_of(around, [&](MappingAttr outer) {
    if (!outer || !outer.isParallel())
      return false;
    bool mixes = (outer.getKind() == MappingKind::Glb) !=
                 (mapping.getKind() == MappingKind::Glb);
    bool isGroupInItem = outer.getKind() == MappingKind::Lcl &&
                         mapping.getKind() == MappingKind::Wrg;
    return outer == mapping || mixes || isGroupInItem;
  });
}

MappingAttr StagedGenerator::drawMapping() {
  if (!hasKernel)
    return isPartlyMapped && around.empty() && random.chance(50)
               ? b.mapping(MappingKind::Glb, 0)
               : MappingAttr();
  MappingAttr mapping = b.mapping(MappingKind::Seq);
  if (isRead && random.chance(70))
    return mapping;
  int64_t drawn = random.range(0, 99);
  if (drawn < 78 && around.size() < scheme.size())
    mapping = scheme[around.size()];
  else if (drawn < 85)
    mapping = b.mapping(MappingKind::Lcl, random.range(0, numLocalDims - 1));
  else if (drawn < 87)
    mapping = random.pick(ArrayRef<MappingAttr>(scheme));
  else if (drawn < 89)
    return {};
  return isLegal(mapping) ? mapping : b.mapping(MappingKind::Seq);
}

Mappings StagedGenerator::drawMappings(unsigned rank) {
  Mappings mappings;
  size_t depth = around.size();
  for (unsigned level = 0; level < rank; ++level) {
    mappings.push_back(drawMapping());
    around.push_back(mappings.back());
  }
  around.truncate(depth);
  return mappings;
}

bool StagedGenerator::isAcrossGroups() const {
  return !scheme.empty() && around.empty() &&
         llvm::any_of(scheme, [](MappingAttr mapping) {
           return mapping.getKind() == MappingKind::Wrg ||
                  mapping.getKind() == MappingKind::Glb;
         });
}

AddressSpace StagedGenerator::drawSpace(Type type, MappingAttr mapping) {
  auto isGlobal = [](MappingAttr other) {
    return other && other.getKind() == MappingKind::Glb;
  };
  bool isSmall = b.isConstant(type) && b.countElements(type) <= 64;
  bool isInGlobal = isGlobal(mapping) || llvm::any_of(around, isGlobal);
  int64_t drawn = random.range(0, 99);
  // Outside of kernels there is one memory.
  if (!isSmall || drawn < 20 || (!hasKernel && around.empty()))
    return AddressSpace::Global;
  // Work-items of maps to glb have no memory in common, but some try.
  if (hasKernel && drawn < (isInGlobal ? 32 : 70))
    return AddressSpace::Local;
  return AddressSpace::Private;
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

Value StagedGenerator::makeRows(Value array) {
  auto type = getArrayType(array);
  SmallVector<Expr> rows = {random.range(2, 6)};
  if (type.getRank() == 1 && b.isConstant(type.getSize(0)))
    return b.split(array, b.pickDivisor(type.getSize(0)), 0);
  if (type.getRank() > 1 && b.isConstant(type.getInnerType()))
    return array;
  // Each element becomes a row, or is in the rows of all.
  Value rest = type.getRank() > 1 ? b.at(array, Expr(0), 1) : array;
  if (getArrayType(rest).getRank() > 1)
    rest = b.join(rest, 0);
  return b.broadcast(rest, rows, 1);
}

void StagedGenerator::drawLaunch(Value source) {
  drawScheme();
  drawLocalSizes();
  for (auto [level, mapping] : llvm::enumerate(scheme)) {
    auto type = getArrayType(source);
    if (mapping.getKind() == MappingKind::Seq ||
        mapping.getKind() == MappingKind::Lcl || level >= type.getRank())
      continue;
    unsigned dim = mapping.getDim();
    Expr count = type.getSize(level);
    if (mapping.getKind() == MappingKind::Glb && dim < localSize.size()) {
      // Barriers can stand where all work-items have as many elements.
      if (random.chance(35))
        localSize[dim] = std::gcd(b.valueOf(count), random.range(1, 16));
      count = Expr::ceilDiv(count, localSize[dim]);
    }
    setGroups(dim, drawGroups(count));
  }
  // Work-items of other groups do the same, if there are any.
  if (random.chance(20))
    setGroups(0, drawGroups(random.range(1, 3)));
}

SmallVector<Value> StagedGenerator::createProgram(Value source) {
  auto body = [&]() -> Value {
    Value rows = makeRows(source);
    // Rows of rows are for deeper stages.
    if (getArrayType(rows).getRank() == 2 && random.chance(35) &&
        b.countElements(rows.getType()) <= 48) {
      unsigned dim = random.range(1, 2);
      rows = b.broadcast(rows, Expr(random.range(2, 4)), dim);
    }
    Value array = grow(
        rows, random.range(isAcrossGroups() ? 0 : 1, isAcrossGroups() ? 2 : 3));
    Value result = finish(array);
    return random.chance(25) ? rearrangeResult(result) : result;
  };
  if (!hasKernel)
    return {body()};
  drawLaunch(source);
  return createKernel(body);
}

SmallVector<Value> StagedGenerator::run() {
  SmallVector<Value> results;
  hasKernel = random.chance(80);
  isPartlyMapped = random.chance(30);
  for (unsigned i = random.chance(15) ? 2 : 1; i > 0; --i) {
    SmallVector<Value> made = createProgram(pickSource());
    llvm::append_range(b.visible, made);
    llvm::append_range(results, made);
  }
  return results;
}
