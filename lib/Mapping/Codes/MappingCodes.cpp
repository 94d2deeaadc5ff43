//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Mapping/MappingCodes.h"

using namespace mlir;
using namespace mlir::lift;

static constexpr std::pair<MappingKind, MappingLevel> kLevels[] = {
    {MappingKind::Lcl, MappingLevel::Lcl},
    {MappingKind::Wrg, MappingLevel::Wrg},
    {MappingKind::Glb, MappingLevel::Glb}};

unsigned lift::getCode(MappingAttr mapping) {
  for (auto [kind, level] : kLevels)
    if (kind == mapping.getKind())
      return getCode(level, mapping.getDim());
  return mapping.getKind() == MappingKind::Fused ? kFusedCode : kSeqCode;
}

MappingAttr lift::getMappingAttr(MLIRContext *context, unsigned code) {
  for (auto [kind, level] : kLevels)
    if (getLevelCodes(level) & getCodeSet(code))
      return MappingAttr::get(context, kind, code % 10);
  return MappingAttr::get(
      context, code == kFusedCode ? MappingKind::Fused : MappingKind::Seq, 0);
}
