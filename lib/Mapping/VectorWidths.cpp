//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "VectorWidths.h"

#include "LiftDialect/Analysis/ValueUses.h"
#include "LiftDialect/Analysis/VectorForms.h"

using namespace mlir;
using namespace mlir::lift;

/// Not 0 where `width` is known to divide a length.
static Quantity getDivides(const Expr &length, int64_t width,
                           const Assumptions &facts, Tabulator &tabulator) {
  std::optional<Quantity> divides =
      tabulator.tabulate(length, [&](const Tabulator::Values &values) {
        Expr bound = length.substitute(values);
        // Without a tuning name, all facts hold as they are.
        return !bound.isError() &&
               (values.empty() ? facts
                               : tabulator.getFacts(values, length, facts))
                   .isDivisible(bound, width);
      });
  return divides.value_or(0);
}

/// 1 and the widths of the target, and that of the program.
static std::vector<int64_t> getWidths(MapOp map, const MappingTarget &target) {
  std::vector<int64_t> widths = target.vectorWidths;
  widths.push_back(1);
  widths.push_back(map.getVectorWidth().value_or(1));
  llvm::sort(widths);
  widths.erase(llvm::unique(widths), widths.end());
  return widths;
}

static CodeSet getBoundCodes(MapOp map) {
  CodeSet codes = 0;
  for (auto [kind, level] : {std::pair(MappingKind::Lcl, MappingLevel::Lcl),
                             std::pair(MappingKind::Wrg, MappingLevel::Wrg),
                             std::pair(MappingKind::Glb, MappingLevel::Glb)})
    if (isBoundToIds(map, kind))
      codes |= getLevelCodes(level);
  return codes;
}

static void addVectorWidth(KernelMapping &kernel, unsigned number,
                           const Assumptions &facts, Tabulator &tabulator) {
  MappingProblem &problem = kernel.problem;
  MapOp map = kernel.maps[number];
  TuningParameter parameter;
  parameter.name = problem.maps[number].name + ".vector";
  parameter.values = getWidths(map, problem.target);
  parameter.map = number;
  // Who has chosen how a map runs has chosen this, too.
  if (map.getVectorWidth() || map.getMappingAttr())
    parameter.choose(map.getVectorWidth().value_or(1));
  MappingProblem::Vector vector;
  vector.parameter = problem.parameters.size();
  if (std::optional<VectorObstacle> obstacle = findObstacleInElements(map))
    vector.mustBeScalar = obstacle->reason;
  Expr length = map.getTripCount();
  vector.length = length.str();
  for (int64_t width : parameter.values)
    vector.divides.push_back(getDivides(length, width, facts, tabulator));
  vector.bound = getBoundCodes(map);
  problem.maps[number].vector = std::move(vector);
  problem.parameters.push_back(std::move(parameter));
}

void lift::addVectorWidths(KernelMapping &kernel, const Assumptions &facts,
                           Tabulator &tabulator) {
  if (kernel.problem.target.vectorWidths.empty())
    return;
  for (auto [number, map] : llvm::enumerate(kernel.maps))
    if (kernel.problem.getInnerMaps(number).empty() &&
        llvm::all_of(map.getResults(),
                     [](Value result) { return isStored(result); }))
      addVectorWidth(kernel, number, facts, tabulator);
}

void lift::setVectorWidth(MapOp map, int64_t width) {
  if (width == 1)
    map.removeVectorWidthAttr();
  else
    map.setVectorWidth(width);
}
